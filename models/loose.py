"""Known cards that are no melds: the stock, the discards of a seat, a hand laid face down."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from engine.cards import Card
from models import laying
from models.board import Board, lay_loose, seat_frame, unseen
from models.laying import Floats
from models.layout import NOBODY, Placed

IN_A_ROW = 6  # so many discards lie together


def lay_stock(board: Board, faces: Sequence[Card]) -> list[Placed]:
    """The stock, the lowest card first, squared in the middle."""
    rng, middle = board.rng, np.array(board.table) / 2
    off = rng.normal(0, 0.03, 2).clip(-0.08, 0.08) * board.table
    loose = rng.uniform(0.4, 1.2)
    return _lay(
        board,
        lambda: laying.pile(len(faces), board.card, rng, loose),
        lambda: middle + off + rng.normal(0, 20, 2),
        faces,
        "stock",
        NOBODY,
    )


def lay_discards(board: Board, faces: Sequence[Card], seat: int) -> list[Placed]:
    """In loose rows between a player and the next one, anticlockwise (RULES.md §5)."""
    rng, table = board.rng, np.array(board.table)
    corner = seat_frame(seat, board.table)[1][1] + seat_frame((seat + 1) % 4, board.table)[1][1]
    spread = np.array([0.24, 0.24 - 0.4 * unseen(0, board.table) / table[1]])

    def middle() -> Floats:
        out = corner * table * spread * rng.uniform(0.55, 1.25)
        place: Floats = table / 2 - out + rng.normal(0, 0.06, 2) * table
        return place

    placed: list[Placed] = []
    for start in range(0, len(faces), IN_A_ROW):
        row = faces[start : start + IN_A_ROW]
        poses = partial(laying.discards, len(row), board.card, rng)
        placed += _lay(board, poses, middle, row, "discard", seat)
    return placed


def lay_hand_down(board: Board, faces: Sequence[Card], seat: int) -> None:
    """A loser's hand face down before him, squared or in a narrow fan."""
    rng, table = board.rng, board.table
    origin, axes = seat_frame(seat, table)
    edge = table[0] if seat in (0, 2) else table[1]

    def poses() -> Floats:
        if rng.random() < 0.6:
            return laying.pile(len(faces), board.card, rng, rng.uniform(1, 2))
        return laying.centred(laying.fan(len(faces), board.card, rng, step=(3, 5)), board.card)

    def middle() -> Floats:
        inward = unseen(seat, table) + rng.uniform(50, 90)
        place: Floats = origin + rng.normal(0, 0.28) * edge * axes[0] + inward * axes[1]
        return place

    _lay(board, poses, middle, faces, "other", seat)


def _lay(
    board: Board,
    poses: Callable[[], Floats],
    middle: Callable[[], Floats],
    faces: Sequence[Card],
    zone: str,
    seat: int,
) -> list[Placed]:
    """Loose cards where there is room; only discards lie face up."""
    first = len(board.cards)
    up = [zone == "discard"] * len(faces)
    lay_loose(board, poses, middle, faces, up, zone, seat, crowd=0)
    return board.cards[first:]
