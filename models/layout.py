"""Where every card lies on a table: the types.

Millimetres on the table plane, x to the right (east), y down (south), origin at the table's
north-west corner. An angle is atan2(dy, dx) in degrees from a card's centre to its end A.
"""

from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from models import laying
from models.laying import Floats, Size

NOBODY = -1  # the seat of a card that belongs to no player (stock)


@dataclass(frozen=True)
class Placed:
    """One card on the table; zone: meld | showdown | discard | stock | other."""

    face: Card
    up: bool
    x: float
    y: float
    angle: float
    zone: str
    seat: int
    group: int | None


@dataclass(frozen=True)
class PlacedGroup:
    """A meld on the table.

    kind: chi peng wei stinky_wei kan pao ti jiang; layout: row stagger fan untidy;
    cards: indices into Layout.cards in the order of laying.
    """

    id: int
    seat: int
    kind: str
    layout: str
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """A table; `cards` is the order of stacking (later ones on top), `card_mm` length and width."""

    table_mm: Size
    card_mm: Size
    seats: tuple[int, ...]
    cards: tuple[Placed, ...]
    groups: tuple[PlacedGroup, ...]


def corners(layout: Layout) -> Floats:
    """The corners (N,4,2) in mm of all cards, going round each card from its end A."""
    poses = np.array([(c.x, c.y, c.angle) for c in layout.cards], dtype=float).reshape(-1, 3)
    return laying.corners(poses, layout.card_mm)
