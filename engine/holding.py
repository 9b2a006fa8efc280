"""How a seat's cards change: every story that an event allows (engine.state).

Each function answers with the stories that remain; none means the cards cannot do it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.cards import COPIES, Card
from engine.melds import Kind, Meld
from engine.state import Holding, Laid

UP, DOWN = True, False


def shed(holding: Holding, cards: Sequence[Card | None], seq: int) -> list[Holding]:
    """Cards leave the hand; a None is a card that nobody saw."""
    if holding.held < len(cards):
        return []
    hand = holding.hand
    if hand is not None:
        left = Counter(hand)
        left.subtract(card for card in cards if card is not None)
        if min(left.values(), default=0) < 0 or None in cards:
            return []
        hand = tuple(sorted(left.elements()))
    seen = list(holding.open_cards)
    for card in cards:
        if card in seen:
            seen.remove(card)
    return [
        replace(
            holding,
            held=holding.held - len(cards),
            shed=holding.shed + tuple((seq, card) for card in cards),
            hand=hand,
            open_cards=tuple(seen),
        )
    ]


def take(holding: Holding, card: Card) -> Holding:
    """A card that everybody saw goes into the hand."""
    hand = None if holding.hand is None else tuple(sorted((*holding.hand, card)))
    return replace(
        holding, held=holding.held + 1, hand=hand, open_cards=(*holding.open_cards, card)
    )


def chi(
    holding: Holding, card: Card, groups: Sequence[tuple[Card, ...]], seq: int
) -> list[Holding]:
    """The eaten group, the taken card lowest, and the 比 groups, the eaten face lowest."""
    own = [one for group in groups for one in group]
    own.remove(card)
    laid = tuple(
        Laid(Kind.CHI, _lowest(card, group), (UP,) * len(group), seq, seq) for group in groups
    )
    return [replace(left, melds=left.melds + laid) for left in shed(holding, own, seq)]


def _lowest(card: Card, group: tuple[Card, ...]) -> tuple[Card, ...]:
    others = list(group)
    others.remove(card)
    return (card, *others)


def peng(holding: Holding, card: Card, seq: int) -> list[Holding]:
    """A pair from the hand, the taken card on top."""
    laid = Laid(Kind.PENG, (card,) * 3, (UP,) * 3, seq, seq)
    return [_with(left, laid) for left in shed(holding, (card,) * 2, seq)]


def wei(holding: Holding, card: Card | None, shown: bool, seq: int) -> list[Holding]:
    """A pair from the hand on the drawn card, face down; shown: a 臭偎, one card up on top."""
    faces: list[Card | None] = [card]
    if card is None and holding.hand is not None:
        faces = [face for face, n in Counter(holding.hand).items() if n == 2]
    up = (DOWN, DOWN, UP if shown else DOWN)
    return [
        _with(left, Laid(Kind.WEI, (face,) * 3, up, seq, seq))
        for face in faces
        for left in shed(holding, (face,) * 2, seq)
    ]


def pao(holding: Holding, card: Card, turned: bool, seq: int) -> list[Holding]:
    """The fourth card joins a 碰 (only if turned), a 偎 or a 坎 of the hand; all face up."""
    up = (UP,) * COPIES
    if lying := holding.laid(Kind.PENG, card):
        return [_grown(holding, lying, Kind.PAO, card, up, seq)] if turned else []
    return _fourth(holding, Kind.PAO, card, up, seq)


def drawn_ti(holding: Holding, card: Card, seq: int) -> list[Holding]:
    """The own drawn fourth joins a 偎 or a 坎 of the hand; the top card lies face up."""
    return _fourth(holding, Kind.TI, card, (DOWN, DOWN, DOWN, UP), seq)


def dealt_ti(holding: Holding, card: Card, seq: int) -> list[Holding]:
    """Four alike from the deal; the lowest lies face up."""
    laid = Laid(Kind.TI, (card,) * COPIES, (UP, DOWN, DOWN, DOWN), seq, seq)
    return [_with(left, laid) for left in shed(holding, (card,) * COPIES, seq)]


def _fourth(
    holding: Holding, kind: Kind, card: Card, up: tuple[bool, ...], seq: int
) -> list[Holding]:
    if lying := holding.laid(Kind.WEI, card):
        return [_grown(holding, lying, kind, card, up, seq)]
    stories = [
        _grown(holding, laid, kind, card, up, seq)
        for laid in holding.melds
        if laid.kind is Kind.WEI and laid.face is None
    ]
    laid = Laid(kind, (card,) * COPIES, up, seq, seq)
    return stories + [_with(left, laid) for left in shed(holding, (card,) * 3, seq)]


def _with(holding: Holding, laid: Laid) -> Holding:
    return replace(holding, melds=(*holding.melds, laid))


def _grown(
    holding: Holding, laid: Laid, kind: Kind, card: Card, up: tuple[bool, ...], seq: int
) -> Holding:
    """A fourth card upon three; now it is known what they are, and what left the hand then."""
    grown = Laid(kind, (card,) * COPIES, up, seq, laid.since, laid.kind)
    return replace(
        known(holding, laid, card),
        melds=tuple(grown if one is laid else one for one in holding.melds),
    )


def known(holding: Holding, laid: Laid, card: Card) -> Holding:
    """The face of a group that lay face down has become known, so also which cards it took."""
    if laid.face is not None:
        return holding
    seen = list(holding.open_cards)
    for at, one in holding.shed:
        if at == laid.since and one is None and card in seen:
            seen.remove(card)  # a card that everybody saw lay under it
    return replace(
        holding,
        melds=tuple(
            replace(one, cards=(card,) * len(one.cards)) if one is laid else one
            for one in holding.melds
        ),
        shed=tuple(
            (seq, card if one is None and seq == laid.since else one) for seq, one in holding.shed
        ),
        open_cards=tuple(seen),
    )


def opened(
    holdings: Sequence[Holding], groups: Sequence[Meld], card: Card, extra: int
) -> list[Holding]:
    """The stories that an opened hand leaves: its groups hold what lay there and the hand.

    extra: 1 if the winning card comes on top of the seat's cards, 0 if it is one of them. Of
    several stories those remain that agree best with what the groups are called.
    """
    told = [one for holding in holdings for one in _told(holding, groups, card, extra)]
    least = min((odd for odd, _ in told), default=0)
    return [story for odd, story in told if odd == least]


def _told(
    holding: Holding, groups: Sequence[Meld], card: Card, extra: int
) -> list[tuple[int, Holding]]:
    """The stories of one holding, each with the number of names that do not fit it."""
    everything = Counter(one for meld in groups for one in meld.cards)
    if everything.total() != holding.total + extra:
        return []
    stories = [(holding, tuple(groups), 0)]
    for laid in holding.melds:
        stories = [
            (known(story, laid, shown.cards[0]), _without(left, shown), odd + misnamed)
            for story, left, odd in stories
            for shown in dict.fromkeys(left)
            for misnamed in _misnamed(shown, laid, card)
        ]
    win = (card,) if extra else ()
    return [
        (odd + sum(group.kind in _TAKEN and card not in group.cards for group in left), story)
        for story, left, odd in stories
        if _hand_fits(story, everything, win)
    ]


_TAKEN = (Kind.PENG, Kind.WEI, Kind.PAO)  # only the winning card makes them of hand cards


def _without(groups: tuple[Meld, ...], one: Meld) -> tuple[Meld, ...]:
    at = groups.index(one)
    return groups[:at] + groups[at + 1 :]


def _misnamed(group: Meld, laid: Laid, card: Card) -> list[int]:
    """[0] if the opened group is this one, perhaps with the winning card upon it; else [].

    [1] for a 偎 that is called 坎: it counts as one.
    """
    if group.kind is laid.kind and _same(group, laid):
        return [0]
    if laid.kind is Kind.WEI and group.kind is Kind.KAN and _same(group, laid):
        return [1]
    fourth = {Kind.PENG: {Kind.PAO}, Kind.WEI: {Kind.PAO, Kind.TI}}.get(laid.kind, set())
    grown = group.cards == (card,) * COPIES and laid.face in (None, card)
    return [0] if grown and group.kind in fourth else []


def _same(group: Meld, laid: Laid) -> bool:
    """Whether a group has the cards of this one, as far as they are known."""
    if laid.face is None:
        return len(group.cards) == len(laid.cards) and len(set(group.cards)) == 1
    return sorted(group.cards) == sorted(card for card in laid.cards if card is not None)


def _hand_fits(holding: Holding, everything: Counter[Card], win: tuple[Card, ...]) -> bool:
    rest = Counter(everything)
    rest.subtract(card for laid in holding.melds for card in laid.cards if card is not None)
    rest.subtract(win)
    if min(rest.values(), default=0) < 0:
        return False
    return (
        Counter(holding.open_cards) <= rest
        if holding.hand is None
        else +rest == Counter(holding.hand)
    )
