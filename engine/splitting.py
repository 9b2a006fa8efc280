"""The search: every way to divide free cards into 顺, 一二三, 二七十, 绞 and, if wanted, one 将.

Cards are counted in one int, four bits a face (face c at bit 4*c); groups are indices into MELDS.
Free cards are those left when 坎, 提 and everything laid down are taken out; they are never split.
"""

from collections.abc import Iterable
from functools import lru_cache

from engine.cards import Card
from engine.melds import Kind, Meld

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
MELDS = CHIS + tuple(Meld(Kind.JIANG, (card, card)) for card in Card)


def pack(cards: Iterable[Card]) -> int:
    """The cards as counts in one int."""
    return sum(1 << 4 * card for card in cards)


_LOWEST = tuple(
    tuple(
        (index, pack(meld.cards), tuple((4 * c, meld.cards.count(c)) for c in set(meld.cards)))
        for index, meld in enumerate(CHIS)
        if meld.cards[0] is card
    )
    for card in Card
)


@lru_cache(maxsize=1 << 16)
def splits(counts: int, jiang: bool) -> frozenset[Split]:
    """All distinct divisions of the counted cards; exactly one pair among them iff `jiang`."""
    if not counts:
        return frozenset() if jiang else frozenset({()})
    bit = (counts & -counts).bit_length() - 1
    lowest = bit // 4
    found: set[Split] = set()
    for index, packed, needs in _LOWEST[lowest]:
        if all(counts >> at & 7 >= n for at, n in needs):
            for rest in splits(counts - packed, jiang):
                found.add(tuple(sorted((index, *rest))))
    if jiang and counts >> 4 * lowest & 7 >= 2:
        pair = len(CHIS) + lowest
        for rest in splits(counts - (2 << 4 * lowest), False):
            found.add((*rest, pair))
    return frozenset(found)
