"""The search: every way to divide free cards into chi of any shape and, if wanted, one 将.

Cards are counted in one int, four bits a face (face c at bit 4*c); groups are indices into MELDS.
Free cards are those left when 坎, 提 and everything laid down are taken out; they are never split.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from engine.cards import Card
from engine.melds import COMMON, Kind, Meld, Shape, shape_of

Split = tuple[int, ...]  # indices into MELDS, ascending


def _chis() -> list[Meld]:
    """Every chi there is, its cards ascending."""
    runs = [(1, 2, 3), (2, 7, 10), *((r, r + 1, r + 2) for r in range(2, 9))]
    cards = [tuple(Card(base + r - 1) for r in run) for base in (0, 10) for run in runs]
    for small in range(10):
        s, b = Card(small), Card(small + 10)
        cards += [(s, s, b), (s, b, b)]
    return [Meld(Kind.CHI, trio) for trio in cards]


CHIS = tuple(_chis())
_PAIRS = tuple(Meld(Kind.JIANG, (card, card)) for card in Card)
_RARE = tuple(Meld(Kind.CHI, (Card(at), Card(at + 4), Card(at + 9))) for at in (0, 10))  # 一五十
MELDS = CHIS + _PAIRS + _RARE


@cache
def chis(shapes: frozenset[Shape] = COMMON) -> tuple[Meld, ...]:
    """Every chi of these shapes."""
    return tuple(one for one in CHIS + _RARE if shape_of(one.cards, shapes) is not None)


def pack(cards: Iterable[Card]) -> int:
    """The cards as counts in one int."""
    return sum(1 << 4 * card for card in cards)


_Lowest = tuple[tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...], ...]


def _by_lowest(chis: Sequence[Meld]) -> _Lowest:
    """By a chi's lowest card: its index, its cards packed, and how many of each at which bit."""
    return tuple(
        tuple(
            (
                MELDS.index(chi),
                pack(chi.cards),
                tuple((4 * c, chi.cards.count(c)) for c in chi.cards),
            )
            for chi in chis
            if chi.cards[0] is card
        )
        for card in Card
    )


_LOWEST = (_by_lowest(CHIS), _by_lowest(CHIS + _RARE))


@lru_cache(maxsize=1 << 16)
def splits(counts: int, jiang: bool, rare: bool = False) -> frozenset[Split]:
    """All distinct divisions of the counted cards; exactly one pair among them iff `jiang`.

    rare: 一五十 is a chi too.
    """
    if not counts:
        return frozenset() if jiang else frozenset({()})
    bit = (counts & -counts).bit_length() - 1
    lowest = bit // 4
    found: set[Split] = set()
    for index, packed, needs in _LOWEST[rare][lowest]:
        if all(counts >> at & 7 >= n for at, n in needs):
            for rest in splits(counts - packed, jiang, rare):
                found.add(tuple(sorted((index, *rest))))
    if jiang and counts >> 4 * lowest & 7 >= 2:
        pair = len(CHIS) + lowest
        for rest in splits(counts - (2 << 4 * lowest), False, rare):
            found.add(tuple(sorted((*rest, pair))))
    return frozenset(found)
