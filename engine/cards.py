"""The eighty cards and their one notation: the printed faces 一…十 and 壹…拾 (seed 000, intro)."""

from collections.abc import Iterable
from enum import IntEnum


class BadCard(ValueError):
    """A text holds a character that is not one of the twenty faces."""


class Card(IntEnum):
    """One of the twenty faces; its value 0…19 is also the class number of the glyph classifier."""

    一 = 0
    二 = 1
    三 = 2
    四 = 3
    五 = 4
    六 = 5
    七 = 6
    八 = 7
    九 = 8
    十 = 9
    壹 = 10
    贰 = 11
    叁 = 12
    肆 = 13
    伍 = 14
    陆 = 15
    柒 = 16
    捌 = 17
    玖 = 18
    拾 = 19

    __hash__ = int.__hash__  # an enum hashes its name, slowly, and the search hashes much

    def __str__(self) -> str:
        """The printed face."""
        return self.name

    @property
    def rank(self) -> int:
        """1…10."""
        return self % 10 + 1

    @property
    def big(self) -> bool:
        """Whether it is one of 壹…拾."""
        return self >= 10

    @property
    def red(self) -> bool:
        """Whether it is printed red: 二 七 十 贰 柒 拾."""
        return self % 10 in (1, 6, 9)


FACES = tuple(card.name for card in Card)
COPIES = 4  # of each face in a deck

# Printed variants of one face are the same card (RULES.md §1); read as input, never written.
_VARIANTS = {"貳": "贰", "弍": "贰", "叄": "叁", "參": "叁", "㕘": "叁", "陸": "陆"}
_BY_FACE = {card.name: card for card in Card} | {v: Card[f] for v, f in _VARIANTS.items()}


def card(face: str) -> Card:
    """The card with this printed face; raises BadCard."""
    try:
        return _BY_FACE[face]
    except KeyError:
        raise BadCard(f"expected one of {''.join(FACES)}, got {face!r}") from None


def parse(text: Iterable[str]) -> tuple[Card, ...]:
    """The cards of a text such as "一二柒" (or a list of faces); raises BadCard."""
    return tuple(card(face) for face in text)


def show(cards: Iterable[Card]) -> str:
    """The notation of some cards; the inverse of parse."""
    return "".join(str(c) for c in cards)
