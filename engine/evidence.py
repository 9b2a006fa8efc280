"""What is known about a won hand: groups as they lie, the kinds they could be, the winning card.

Three 陆 face up may be 碰, 偎 or 坎. Every way to fill the gaps is a hypothesis: a Position whose
laid groups, hand and winning card are all fixed.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from engine.cards import COPIES, Card
from engine.melds import COMMON, Kind, Meld, Shape, is_legal
from engine.position import BadPosition, Position, Win, cards_from_json, melds_from_json
from engine.rules import Source
from engine.splitting import chis

MOST_LOOSE = 12  # cards in groups that are no groups; more cannot be thought through in time
MOST_HYPOTHESES = 8000  # of all winning cards together


class TooVague(ValueError):
    """The evidence allows more hypotheses than can be tried."""


@dataclass(frozen=True)
class EvidenceGroup:
    """Cards that lie together at the end, the kinds they could be, and whether they lay there.

    exposed: True laid down before the hand was opened, False from the hand, None unknown.
    settled: this is how it stood before the winning card came, and no card hides under it.
    """

    cards: tuple[Card, ...]
    kinds: frozenset[Kind]
    exposed: bool | None = None
    settled: bool = False


@dataclass(frozen=True)
class Evidence:
    """A winner's cards as seen, the winning one among them; None where something is unknown.

    unsure_cards: numbers (as the caller counts) of cards that were not read with confidence.
    missing: cards that are known to be there and were not seen. expected: how many cards there are.
    """

    groups: tuple[EvidenceGroup, ...]
    win_card: Card | None = None
    source: Source | None = None
    seat: int | None = None
    unsure_cards: tuple[int, ...] = ()
    missing: tuple[Card, ...] = ()
    expected: int | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards seen."""
        return tuple(card for group in self.groups for card in group.cards)


@dataclass(frozen=True)
class Reading:
    """What one group could have been: kinds and exposed as an answer would fix them.

    laid: the groups that lay there before the winning card; hand: cards of the hand, which may
    hold the winning card. kinds None: nobody can be asked about it.
    """

    kinds: frozenset[Kind] | None
    exposed: bool | None
    laid: tuple[Meld, ...]
    hand: tuple[Card, ...]


@dataclass(frozen=True)
class Hypothesis:
    """One way it can have been; readings by group (loose cards have none)."""

    position: Position
    win: Win
    readings: tuple[Reading, ...]


def hypotheses(
    evidence: Evidence, win: Win, shapes: frozenset[Shape] = COMMON
) -> Iterator[Hypothesis]:
    """Every way the cards can have lain before this winning card; raises TooVague.

    shapes: the chi that there are.
    """
    totals = Counter(evidence.cards)
    loose = loose_groups(evidence, shapes)
    loose_cards = tuple(sorted(c for i in loose for c in evidence.groups[i].cards))
    if len(loose_cards) > MOST_LOOSE:
        raise TooVague(f"{len(loose_cards)} cards lie in no clear group")
    choices = [
        [Reading(None, None, (), ())]
        if index in loose
        else readings(
            group, win, alone=all(totals[card] == len(group.cards) for card in group.cards)
        )
        for index, group in enumerate(evidence.groups)
    ]
    packed = packings(loose_cards, shapes)
    many = len(packed)
    for choice in choices:
        many *= len(choice)
    if many > MOST_HYPOTHESES:
        raise TooVague(f"{many} possibilities")
    for chosen in product(*choices):
        for laid, rest in packed:
            hand = [*rest, *(card for reading in chosen for card in reading.hand)]
            if win.card not in hand:
                continue
            hand.remove(win.card)
            melds = sorted([*laid, *(meld for reading in chosen for meld in reading.laid)])
            yield Hypothesis(Position(tuple(melds), tuple(sorted(hand)), win), win, chosen)


def loose_groups(evidence: Evidence, shapes: frozenset[Shape] = COMMON) -> frozenset[int]:
    """The groups that are no legal group of a kind they could be: cards whose story is unknown."""
    loose = {
        index
        for index, group in enumerate(evidence.groups)
        if group.exposed is not False
        and not any(is_legal(kind, group.cards, shapes) for kind in group.kinds)
    }
    if loose:  # then a pair may be a piece of them
        loose |= {
            index
            for index, group in enumerate(evidence.groups)
            if group.exposed is not False and len(group.cards) == 2
        }
    return frozenset(loose)


def readings(group: EvidenceGroup, win: Win, alone: bool) -> list[Reading]:
    """What a group could have been before the winning card.

    alone: all the winner's copies of its first face lie in this group.
    """
    cards = tuple(sorted(group.cards))
    if group.exposed is False or len(cards) == 2:
        return [Reading(None, False, (), cards)]
    if len(set(cards)) == 1:
        return _alike(group, cards, win, alone)
    from_hand = Reading(frozenset({Kind.CHI}), False, (), cards)
    laid = Reading(frozenset({Kind.CHI}), True, (Meld(Kind.CHI, cards),), ())
    return [laid] if group.exposed else [laid, from_hand]


def _alike(group: EvidenceGroup, cards: tuple[Card, ...], win: Win, alone: bool) -> list[Reading]:
    """Three or four alike: what lay there, what was in the hand, and what it is in the end."""
    face, own = cards[0], win.source is Source.SELF
    completed = win.card is face and not group.settled
    found: list[tuple[Kind, tuple[Meld, ...], tuple[Card, ...]]] = []
    if len(cards) == COPIES:
        found += [(kind, (Meld(kind, cards),), ()) for kind in (Kind.PAO, Kind.TI)]
        if completed:
            if win.source is not Source.DISCARD:
                found.append((Kind.PAO, (Meld(Kind.PENG, cards[1:]),), (face,)))
            fourth = Kind.TI if own else Kind.PAO
            found.append((fourth, (Meld(Kind.WEI, cards[1:]),), (face,)))
    else:
        found += [(kind, (Meld(kind, cards),), ()) for kind in (Kind.PENG, Kind.WEI)]
        if alone:  # a 坎 then counts as a 偎 does, whether laid or in the hand
            found.append((Kind.KAN, (Meld(Kind.KAN, cards),), ()))
        else:
            found.append((Kind.KAN, (), cards))
        if completed and group.exposed is None:
            found.append((Kind.WEI if own else Kind.PENG, (), cards))
    readings: dict[tuple[tuple[Meld, ...], tuple[Card, ...]], Reading] = {}
    for kind, laid, hand in found:
        if kind in group.kinds:
            kinds = _as_answered(kind) & group.kinds
            readings[laid, hand] = Reading(kinds, group.exposed, laid, hand)
    if alone and Kind.KAN in group.kinds:
        readings.pop(((Meld(Kind.WEI, cards),), ()), None)
    return list(readings.values())


def _as_answered(kind: Kind) -> frozenset[Kind]:
    """What one tap tells: 偎 and 坎 count alike, so they are one answer."""
    alike = frozenset({Kind.WEI, Kind.KAN})
    return alike if kind in alike else frozenset({kind})


Packing = tuple[tuple[Meld, ...], tuple[Card, ...]]


@lru_cache(maxsize=4096)
def packings(cards: tuple[Card, ...], shapes: frozenset[Shape] = COMMON) -> frozenset[Packing]:
    """Every (laid groups, hand cards) that these cards, ascending, could be."""
    if not cards:
        return frozenset({((), ())})
    first, rest = cards[0], cards[1:]
    found = {(laid, (first, *hand)) for laid, hand in packings(rest, shapes)}
    melds = [chi for chi in chis(shapes) if chi.cards[0] is first]
    melds += [Meld(kind, (first,) * 3) for kind in (Kind.PENG, Kind.WEI)]
    melds += [Meld(kind, (first,) * COPIES) for kind in (Kind.PAO, Kind.TI)]
    have = Counter(cards)
    for meld in melds:
        if all(have[card] >= n for card, n in Counter(meld.cards).items()):
            left = tuple(sorted((have - Counter(meld.cards)).elements()))
            found |= {(tuple(sorted((meld, *laid))), hand) for laid, hand in packings(left, shapes)}
    return frozenset(found)


def evidence_from_known(
    seen_groups: Sequence[EvidenceGroup],
    known_exposed: Sequence[Meld] | None,
    known_hand: Sequence[Card] | None,
    *,
    win_card: Card | None = None,
    source: Source | None = None,
    seat: int | None = None,
    unsure_cards: tuple[int, ...] = (),
) -> Evidence:
    """Join what a picture shows with what is known besides it (the hand without the winning card).

    Known cards that the picture does not show become `missing`; where all is known, no card more
    can be there.
    """
    seen = Counter(card for group in seen_groups for card in group.cards)
    exposed = Counter(card for meld in known_exposed or () for card in meld.cards)
    hand = Counter(known_hand or ())
    left = seen - exposed - hand
    missing = (exposed + hand) - seen
    if known_exposed is None and known_hand is None:
        groups = tuple(seen_groups)
    elif known_exposed is None:
        groups = _beside(seen_groups, hand, left)
    else:
        laid = (EvidenceGroup(m.cards, frozenset({m.kind}), True, True) for m in known_exposed)
        groups = (*laid, _from_hand(hand + left))
        if known_hand is not None and win_card is None and left.total() == 1:
            win_card = next(left.elements())
        if known_hand is not None and win_card is not None and not left[win_card]:
            missing[win_card] += 1
    return Evidence(
        groups,
        win_card=win_card,
        source=source,
        seat=seat,
        unsure_cards=unsure_cards,
        missing=tuple(sorted(missing.elements())),
        expected=None
        if known_exposed is None or known_hand is None
        else exposed.total() + hand.total() + 1,
    )


def known_from_json(data: Any) -> tuple[tuple[Meld, ...] | None, tuple[Card, ...] | None]:
    """What is known of {"exposed": [{"type", "cards"}], "hand": [...]}; a missing key is None.

    Raises BadPosition.
    """
    if not isinstance(data, dict) or not data.keys() <= {"exposed", "hand"}:
        raise BadPosition(f'evidence: expected {{"exposed", "hand"}}, got {data!r:.80}')
    exposed = melds_from_json(data["exposed"]) if "exposed" in data else None
    hand = cards_from_json(data["hand"], "hand") if "hand" in data else None
    return exposed, hand


def _from_hand(cards: Counter[Card]) -> EvidenceGroup:
    return EvidenceGroup(tuple(sorted(cards.elements())), frozenset(), False, True)


def _beside(
    groups: Sequence[EvidenceGroup], hand: Counter[Card], left: Counter[Card]
) -> tuple[EvidenceGroup, ...]:
    """A known hand, and what else lies there: seen groups where only one choice of them fits.

    Left are the laid groups and the winning card, which may be the fourth of one of them.
    """
    fits: dict[tuple[EvidenceGroup, ...], Counter[Card]] = {}
    for chosen in product((False, True), repeat=len(groups)):
        laid = [group for group, here in zip(groups, chosen, strict=True) if here]
        cards = Counter(card for group in laid for card in group.cards)
        if cards <= left and left.total() - cards.total() <= 1:
            same = tuple(sorted(laid, key=lambda g: (g.cards, sorted(g.kinds))))
            fits[same] = left - cards
    if len(fits) != 1:
        return (EvidenceGroup(tuple(sorted(left.elements())), frozenset()), _from_hand(hand))
    [(groups_laid, rest)] = fits.items()
    known = (EvidenceGroup(group.cards, group.kinds, True) for group in groups_laid)
    return (*known, _from_hand(hand + rest))
