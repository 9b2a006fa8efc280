"""The tables of one won round: melds and discards grow, then the winner lays his hand open."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from math import ceil

from models.board import Board, lay_melds, unseen
from models.dealing import MIDGAME, meld, shuffled
from models.hands import Hand
from models.laying import Rng, Size
from models.layout import Layout, Placed, PlacedGroup
from models.tables import lay_rest

TIDY = ("row", "stagger", "fan")  # how a winner lays his hand so that others can count it

_Lying = tuple[Placed, PlacedGroup | None]


def showdown_layout(
    rng: Rng,
    hand: Hand,
    winner: int,
    card_mm: Size,
    table_mm: Size,
    seats: tuple[int, ...] = (0, 1, 2),
) -> Layout:
    """The table on which this hand lies open before the seat `winner`."""
    return round_layouts(rng, hand, winner, card_mm, table_mm, seats, settled=0)[-1]


def round_layouts(
    rng: Rng,
    hand: Hand,
    winner: int,
    card_mm: Size,
    table_mm: Size,
    seats: tuple[int, ...] = (0, 1, 2),
    settled: int = 3,
) -> tuple[Layout, ...]:
    """`settled` tables of one mid-game, each with more on it than the last, then the showdown.

    What lies on the table stays where it is; only the winner lays his melds anew. Raises
    ValueError where the winner has no seat.
    """
    if winner not in seats:
        raise ValueError(f"expected a winner out of the seats {seats}, got {winner}")
    losers = [seat for seat in seats if seat != winner]
    laying_open = Board(rng, card_mm, table_mm)
    inset = unseen(winner, table_mm) + rng.uniform(18, 40)
    style = TIDY[int(rng.choice(len(TIDY), p=(0.5, 0.35, 0.15)))]
    order = [hand.groups[i] for i in rng.permutation(len(hand.groups))]
    lay_melds(
        laying_open, winner, order, "showdown", style=style, share=0.9, depth=inset, tidy=True
    )
    others = Board(rng, card_mm, table_mm, boxes=list(laying_open.boxes))
    left = shuffled(rng, without=hand.cards)
    for seat in losers:
        count = int(rng.integers(1, 4))
        melds = [m for _ in range(count) if (m := meld(rng, left, MIDGAME)) is not None]
        lay_melds(others, seat, melds, share=0.5)
    lay_rest(others, left, seats, hands_down=losers, most=6)
    before = Board(rng, card_mm, table_mm, boxes=others.boxes[len(laying_open.boxes) :])
    lay_melds(before, winner, hand.melds, style=style, share=0.6, depth=inset, tidy=True)

    around = _lying(others)
    midgame = [pair for pair in around if pair[0].zone != "other"] + _lying(before)
    tables = [_so_far(midgame, (i + 1) / settled) for i in range(settled)]
    tables.append(around + _lying(laying_open))
    return tuple(_layout(table, card_mm, table_mm, seats) for table in tables)


def _lying(board: Board) -> list[_Lying]:
    """The cards of a board, each with its group."""
    return [(c, None if c.group is None else board.groups[c.group]) for c in board.cards]


def _so_far(lying: Iterable[_Lying], share: float) -> list[_Lying]:
    """The first `share` of every player's melds and discards, and the whole stock."""
    pairs = list(lying)
    units: dict[tuple[str, int], list[Placed | PlacedGroup]] = defaultdict(list)
    for card, group in pairs:
        unit, mine = group or card, units[card.zone, card.seat]
        if unit not in mine:
            mine.append(unit)
    kept: set[Placed | PlacedGroup] = set()
    for (zone, _), mine in units.items():
        kept.update(mine if zone == "stock" else mine[: ceil(share * len(mine))])
    return [(card, group) for card, group in pairs if (group or card) in kept]


def _layout(
    lying: Iterable[_Lying], card_mm: Size, table_mm: Size, seats: tuple[int, ...]
) -> Layout:
    """A table of these cards, the groups numbered anew."""
    cards: list[Placed] = []
    members: dict[PlacedGroup, list[int]] = {}
    for card, group in lying:
        number = None
        if group is not None:
            members.setdefault(group, []).append(len(cards))
            number = list(members).index(group)
        cards.append(replace(card, group=number))
    groups = tuple(
        replace(group, id=number, cards=tuple(indices))
        for number, (group, indices) in enumerate(members.items())
    )
    return Layout(table_mm, card_mm, seats, tuple(cards), groups)
