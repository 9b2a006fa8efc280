"""比点: everybody draws a card; 大拾 > 小十 > 大玖 > … > 小一 settles an order (seed 000 §1-1)."""

from collections.abc import Hashable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TypeVar

from engine.cards import Card

P = TypeVar("P", bound=Hashable)


class BadDraw(ValueError):
    """The cards or lots drawn do not fit the players."""


def strength(card: Card) -> int:
    """Grows with the rank; of one rank the big card is stronger."""
    return 2 * card.rank + card.big


def by_points(drawn: Mapping[P, Sequence[Card]]) -> tuple[tuple[P, ...], ...]:
    """The players from the highest card down; whoever drew equal cards stands together.

    Those draw again, and only they: every player's cards are given in the order of the draws.
    Raises BadDraw if somebody has no card, or of two equals only one drew again.
    """
    strengths = {player: [strength(card) for card in cards] for player, cards in drawn.items()}
    order = sorted(drawn, key=strengths.__getitem__, reverse=True)
    for higher, lower in pairwise(order):
        one, other = strengths[higher], strengths[lower]
        if len(one) > len(other) and one[: len(other)] == other:
            raise BadDraw(f"expected {lower} to draw as often as {higher}: their cards are equal")
    if not all(drawn.values()):
        raise BadDraw(f"expected a card for everybody, got {dict(drawn)}")
    return tuple(tuple(equal) for _, equal in groupby(order, strengths.__getitem__))


def settled(places: Sequence[tuple[P, ...]]) -> tuple[P, ...]:
    """The players in order where nobody stands together; else raises BadDraw: who draws again."""
    for equal in places:
        if len(equal) > 1:
            raise BadDraw(f"expected {', '.join(map(str, equal))} to draw again: they are equal")
    return tuple(player for (player,) in places)
