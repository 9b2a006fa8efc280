"""What lay on the table before a hand was opened: it tells a 碰 from a 坎.

Face up before the end: 碰; face down before: 偎; first seen at the end: from the hand. The last
holds only where the table before was read without a doubt: a 碰 that was overlooked is no 坎.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.cards import COPIES, Card
from engine.evidence import Evidence, EvidenceGroup
from engine.melds import COMMON, FOURS, Kind, Shape, is_legal
from vision.view import SeenCard, SeenGroup, TableView

SURE = 0.9  # a face read with less is not remembered
_GROWN = {frozenset({Kind.PENG}): frozenset({Kind.PAO})}  # only 偎 and 坎 can grow into 提


Opened = Counter[tuple[int | None, Card | None]]  # the cards of a hand laid open, by seat
SAME_HAND = 4  # cards by which two pictures of one opened hand differ at most


@dataclass(frozen=True)
class Laid:
    """A meld as it lay: its visible faces in order, how many cards, and what it can be."""

    faces: tuple[Card, ...]
    size: int
    kinds: frozenset[Kind]


@dataclass(frozen=True)
class Memory:
    """The melds of a round by seat, each as often as it was seen at once.

    Of the last table before the end: `clear`, the seats before which every card was read and lay
    in a whole meld; `hidden`, by seat how many 偎 lay face down (one seen before may have grown
    since); `shown`, how often each face lay open anywhere; `loose`, the faces in no meld.
    """

    melds: Mapping[int, Counter[Laid]] = field(default_factory=dict)
    clear: frozenset[int] = frozenset()
    hidden: Counter[int] = field(default_factory=Counter)
    shown: Counter[Card] = field(default_factory=Counter)
    loose: frozenset[Card] = frozenset()
    opened: Opened | None = None  # the next table without one begins a new round


def remember(memory: Memory, view: TableView, chi: frozenset[Shape] = COMMON) -> Memory:
    """The memory after one more settled table; chi: the shapes that are played."""
    opened = Counter((c.seat, c.face) for c in view.cards if c.up and c.zone == "showdown")
    if opened:
        before = memory.opened
        if before is not None and _differ(before, opened) > SAME_HAND:
            # what was taken for an opened hand was none, and melds came since the table before it
            memory = replace(memory, clear=frozenset())
        return replace(memory, opened=opened)
    if memory.opened is not None:
        memory = Memory()
    melds = dict(memory.melds)
    now: dict[int, Counter[Laid]] = {}
    for group in view.groups:
        laid = _laid(view, group)
        if laid is not None:
            now.setdefault(group.seat, Counter())[laid] += 1
    for seat, seen in now.items():
        melds[seat] = melds.get(seat, Counter()) | seen
    doubtful = {c.seat for c in view.cards if c.zone == "meld" and not _in_whole_meld(view, c, chi)}
    hidden = Counter(
        {seat: sum(n for laid, n in seen.items() if not laid.faces) for seat, seen in now.items()}
    )
    shown = Counter(c.face for c in view.cards if c.face is not None)
    loose = frozenset(c.face for c in view.cards if c.face is not None and c.zone != "meld")
    return Memory(melds, frozenset(range(4)) - doubtful, hidden, shown, loose)


def _differ(one: Opened, other: Opened) -> int:
    return (one - other).total() + (other - one).total()


def recall(memory: Memory, evidence: Evidence) -> Evidence:
    """The evidence, narrowed by what lay before the winner in the same round."""
    if evidence.seat is None:
        return evidence
    left = Counter(memory.melds.get(evidence.seat, Counter()))
    groups = [_matched(group, left) for group in evidence.groups]
    if evidence.seat not in memory.clear:
        return replace(evidence, groups=tuple(groups))
    new = [i for i, g in enumerate(groups) if g.exposed is None and len(g.cards) > 2]
    all_wei = memory.hidden[evidence.seat] == sum(_alike(groups[i]) for i in new)
    elsewhere, fresh = memory.shown.copy(), Counter[Card]()
    for group in groups:
        elsewhere.subtract(group.cards if group.exposed else ())
        fresh.update(() if group.exposed else group.cards)
    for i in new:
        # a loose card may be the winning one; of a 提 that lay there only one could be seen
        won = memory.loose if len(groups[i].cards) < COPIES else frozenset[Card]()
        if any(
            max(elsewhere[card], 0) + fresh[card] > COPIES + (card in won)
            for card in groups[i].cards
        ):
            continue  # it lay there already and was taken for something else
        if all_wei and _alike(groups[i]) and len(groups[i].cards) == 3:
            groups[i] = replace(groups[i], kinds=frozenset({Kind.WEI}), exposed=True)
        else:  # a 偎 among them counts as a 坎 in the hand does
            groups[i] = replace(groups[i], kinds=frozenset(), exposed=False)
    return replace(evidence, groups=tuple(groups))


def _laid(view: TableView, group: SeenGroup) -> Laid | None:
    cards = [view.cards[i] for i in group.cards]
    if cards[0].zone != "meld" or any(c.up and c.confidence < SURE for c in cards):
        return None
    faces = tuple(sorted(c.face for c in cards if c.face is not None))
    if not faces:  # a 提 shows a card, so this is a 偎, however many backs seem to lie there
        return Laid((), 3, frozenset({Kind.WEI}))
    # Before the end a 提 shows one card; four up are a 跑 (RULES.md §5).
    kinds = {Kind.PAO} if len(faces) == 4 else set(map(Kind, group.kinds_possible))
    return Laid(faces, len(cards), frozenset(kinds))


def _in_whole_meld(view: TableView, card: SeenCard, chi: frozenset[Shape]) -> bool:
    if card.group is None or (card.up and card.confidence < SURE):
        return False
    cards = [view.cards[i] for i in view.groups[card.group].cards]
    faces = tuple(c.face for c in cards if c.face is not None)
    if len(faces) < len(cards):
        return len(cards) in (3, COPIES)
    return any(is_legal(kind, faces, chi) for kind in (Kind.CHI, Kind.PENG, Kind.PAO))


def _matched(group: EvidenceGroup, left: Counter[Laid]) -> EvidenceGroup:
    """The group with the kinds it lay there with, if it did; takes that meld out of `left`."""
    cards = tuple(sorted(group.cards))
    for laid in sorted(left, key=lambda one: -one.size):
        if not left[laid] or not laid.faces:
            continue
        whole = laid.faces == cards
        partly = _alike(group) and set(laid.faces) == set(cards)  # one up of 提, or grown since
        if not whole and not partly:
            continue
        kinds = laid.kinds if len(cards) == laid.size else _GROWN.get(laid.kinds, FOURS)
        if kinds & group.kinds:
            left[laid] -= 1
            return replace(
                group, kinds=kinds & group.kinds, exposed=True, settled=len(cards) == laid.size
            )
    return group


def _alike(group: EvidenceGroup) -> bool:
    return len(set(group.cards)) == 1
