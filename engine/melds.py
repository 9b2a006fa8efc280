"""The groups (门子) of a hand: their names and which cards may form them (RULES.md §2)."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from engine.cards import Card


class Kind(StrEnum):
    """What a group is: 吃 碰 偎 坎 跑 提 将."""

    CHI = "chi"
    PENG = "peng"
    WEI = "wei"
    KAN = "kan"
    PAO = "pao"
    TI = "ti"
    JIANG = "jiang"

    __hash__ = str.__hash__  # an enum hashes its name, slowly, and the search hashes much


class Shape(StrEnum):
    """What a chi is: 顺, 一二三, 二七十, 绞 (two of one size, one of the other), rarely 一五十."""

    SHUN = "shun"
    ONE_TWO_THREE = "123"
    TWO_SEVEN_TEN = "2710"
    JIAO = "jiao"
    ONE_FIVE_TEN = "1510"


ALIKE = {Kind.PENG: 3, Kind.WEI: 3, Kind.KAN: 3, Kind.PAO: 4, Kind.TI: 4, Kind.JIANG: 2}
FOURS = frozenset({Kind.PAO, Kind.TI})
COMMON = frozenset(Shape) - {Shape.ONE_FIVE_TEN}  # the chi of RULES.md §2
_RANKS = {
    (1, 2, 3): Shape.ONE_TWO_THREE,
    (2, 7, 10): Shape.TWO_SEVEN_TEN,
    (1, 5, 10): Shape.ONE_FIVE_TEN,
}


@dataclass(frozen=True, order=True)
class Meld:
    """A group of a kind; the cards need not be legal for it, ask `is_legal`."""

    kind: Kind
    cards: tuple[Card, ...]

    @property
    def name(self) -> str:
        """The row of the value table: the shape of a chi, otherwise the kind."""
        shape = shape_of(self.cards, frozenset(Shape)) if self.kind is Kind.CHI else None
        return str(shape or self.kind)

    @property
    def big(self) -> bool:
        """Whether the big column of the value table counts; a 绞 is worth the same in both."""
        return self.cards[0].big


@cache
def shape_of(cards: tuple[Card, ...], chi: frozenset[Shape] = COMMON) -> Shape | None:
    """What a chi of these three cards would be among those there are; None where they form none."""
    shape = _shape(cards) if len(cards) == 3 else None
    return shape if shape in chi else None


def _shape(cards: tuple[Card, ...]) -> Shape | None:
    low, middle, high = sorted(card.rank for card in cards)
    if sum(card.big for card in cards) in (1, 2):
        return Shape.JIAO if low == high else None
    if (low, middle, high) in _RANKS:
        return _RANKS[low, middle, high]
    return Shape.SHUN if (middle, high) == (low + 1, low + 2) else None


def is_legal(kind: Kind, cards: tuple[Card, ...], chi: frozenset[Shape] = COMMON) -> bool:
    """Whether these cards may form a group of this kind, where there are such chi."""
    if kind is Kind.CHI:
        return shape_of(cards, chi) is not None
    return len(cards) == ALIKE[kind] and len(set(cards)) == 1
