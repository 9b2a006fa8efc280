"""Places by total, ties settled by 比点 (seed 000 罚则, RULES.md §4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic

from engine.cards import Card
from engine.lots import P, by_points


@dataclass(frozen=True)
class Place(Generic[P]):
    """A player's rank, 1 for the best; shared: others have it too until they have drawn."""

    rank: int
    player: P
    total: int
    shared: bool = False


def ranking(
    totals: Mapping[P, int], drawn: Mapping[P, Sequence[Card]] | None = None
) -> tuple[Place[P], ...]:
    """Everybody's place, best first; drawn: the cards that tied players drew so far.

    Raises BadDraw if of two tied players one has drawn and another not.
    """
    drawn = drawn or {}
    places: list[Place[P]] = []
    order = sorted(totals, key=totals.__getitem__, reverse=True)
    for total, group in groupby(order, totals.__getitem__):
        tied = list(group)
        cards = {player: drawn.get(player, ()) for player in tied}
        split = by_points(cards) if len(tied) > 1 and any(cards.values()) else (tuple(tied),)
        for equal in split:
            rank = len(places) + 1
            places += [Place(rank, player, total, len(equal) > 1) for player in equal]
    return tuple(places)


def must_draw(places: Sequence[Place[P]]) -> tuple[tuple[P, ...], ...]:
    """Who still shares a rank: each group draws cards, once more if they did already."""
    shared = [place for place in places if place.shared]
    return tuple(
        tuple(place.player for place in group)
        for _, group in groupby(shared, lambda place: place.rank)
    )
