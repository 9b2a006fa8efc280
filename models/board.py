"""A table that fills up: melds before their players, loose cards where there is room."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.cards import Card
from models import laying
from models.dealing import Laid
from models.laying import Floats, Rng, Size
from models.layout import Layout, Placed, PlacedGroup


@dataclass
class Board:
    """A table that fills up, and the boxes that are taken on it."""

    rng: Rng
    card: Size
    table: Size
    cards: list[Placed] = field(default_factory=list)
    groups: list[PlacedGroup] = field(default_factory=list)
    boxes: list[tuple[Floats, Floats]] = field(default_factory=list)

    def free(self, poses: Floats) -> bool:
        """Whether the box around these cards meets no box that is taken."""
        low, high = laying.box(poses, self.card)
        return not any((low < h).all() and (high > b).all() for b, h in self.boxes)

    def put(
        self,
        poses: Floats,
        faces: Sequence[Card],
        up: Sequence[bool],
        zone: str,
        seat: int,
        meld: tuple[str, str] | None = None,
    ) -> None:
        """Lay cards at poses (n,3) of the table; `meld` (kind, layout) makes them a group."""
        group = None if meld is None else len(self.groups)
        first = len(self.cards)
        for face, shown, (x, y, angle) in zip(faces, up, poses.tolist(), strict=True):
            self.cards.append(Placed(face, bool(shown), x, y, angle % 360, zone, seat, group))
        if meld is not None:
            indices = tuple(range(first, len(self.cards)))
            self.groups.append(PlacedGroup(len(self.groups), seat, *meld, indices))
        self.boxes.append(laying.box(poses, self.card))

    def done(self, seats: tuple[int, ...]) -> Layout:
        """The table as it lies."""
        return Layout(self.table, self.card, seats, tuple(self.cards), tuple(self.groups))


def seat_frame(seat: int, table: Size) -> tuple[Floats, Floats]:
    """The middle of a player's edge (2,), and the rows (2,2): his right hand, and away from him."""
    w, h = table
    origin = {0: (w / 2, h), 1: (w, h / 2), 2: (w / 2, 0), 3: (0, h / 2)}[seat]
    axes = {
        0: ((1, 0), (0, -1)), 1: ((0, -1), (-1, 0)), 2: ((-1, 0), (0, 1)), 3: ((0, 1), (1, 0)),
    }[seat]  # fmt: skip
    return np.array(origin, dtype=float), np.array(axes, dtype=float)


def before(poses: Floats, seat: int, table: Size) -> Floats:
    """Poses in a player's frame (u to his right, v away from him) as poses on the table."""
    origin, axes = seat_frame(seat, table)
    radians = np.radians(poses[:, 2])
    way = np.stack([np.cos(radians), np.sin(radians)], axis=1) @ axes
    angles = np.degrees(np.arctan2(way[:, 1], way[:, 0]))
    return np.column_stack([origin + poses[:, :2] @ axes, angles])


def unseen(seat: int, table: Size) -> float:
    """How much of a player's edge (mm) a wide picture of the table usually cuts off."""
    w, h = table
    return max(0.0, (h - 0.76 * w) / 2) if seat in (0, 2) else 0.0


def lay_melds(
    board: Board,
    seat: int,
    melds: Sequence[Laid],
    zone: str = "meld",
    *,
    style: str | None = None,
    share: float = 0.55,
    depth: float | None = None,
    tidy: bool = False,
) -> None:
    """Lay a player's melds before him in rows no longer than `share` of his edge.

    style: the only layout he uses (None: he prefers a random one); depth: mm from his edge to the
    first row; tidy: all glyphs can be seen and no group touches the next.
    """
    rng, card, table = board.rng, board.card, board.table
    edge = table[0] if seat in (0, 2) else table[1] - 2 * unseen(0, table)
    slop = 0.5 if tidy else rng.uniform(0.4, 2.0)
    mine = style or str(rng.choice(tuple(laying.LAYOUTS), p=(0.3, 0.36, 0.18, 0.16)))
    if depth is None:  # now and then the picture cuts the first row
        inset = unseen(seat, table) * (1 if rng.random() < 0.9 else rng.uniform(0.4, 1))
        depth = inset + rng.uniform(8, 45)
    hidden = [not all(meld.up) for meld in melds]
    layouts = [mine if style else _layout(rng, mine, down) for down in hidden]
    groups = [
        laying.group(layout, len(meld.faces), card, rng, slop, tidy, down)
        for layout, meld, down in zip(layouts, melds, hidden, strict=True)
    ]
    _pack(groups, card, share * edge, depth, rng, tidy)
    shift = _free_place(board, groups, seat)
    for poses, layout, meld in zip(groups, layouts, melds, strict=True):
        placed = before(poses + shift, seat, table)
        # the one open card of a 提 or 臭偎 may lie at the bottom as well
        under = not tidy and meld.kind in ("ti", "stinky_wei") and rng.random() < 0.25
        board.put(
            placed, meld.faces, meld.up[::-1] if under else meld.up, zone, seat, (meld.kind, layout)
        )


def _layout(rng: Rng, mine: str, hidden: bool) -> str:
    """How a player lays one meld: mostly his own way; hidden cards mostly one behind the other."""
    if hidden and rng.random() < 0.55:
        return "stagger"
    return str(rng.choice(tuple(laying.LAYOUTS))) if rng.random() < 0.25 else mine


def _pack(
    groups: list[Floats], card: Size, longest: float, depth: float, rng: Rng, tidy: bool
) -> None:
    """Move groups beside each other into rows no longer than `longest`, the first at `depth`."""
    gap = rng.uniform(12 if tidy else 2, 26)
    rows: list[list[Floats]] = [[]]
    u, v, tallest = 0.0, depth, 0.0
    for poses in groups:
        low, high = laying.box(poses, card)
        width, height = high - low
        if rows[-1] and u + width > longest:
            rows.append([])
            u, v, tallest = 0.0, v + tallest + rng.uniform(3, 15), 0.0
        poses[:, :2] += (u + width / 2, v + height / 2)
        rows[-1].append(poses)
        tallest = max(tallest, height)
        touching = not tidy and rng.random() < 0.15
        u += width + (rng.uniform(-2, 3) if touching else gap * rng.uniform(0.6, 1.4))
    for row in rows:
        ends = [poses[:, 0] for poses in row] or [np.zeros(1)]
        middle = (ends[0].min() + ends[-1].max()) / 2
        shift = rng.normal(0, 12) - middle
        for poses in row:
            poses[:, 0] += shift


def _free_place(board: Board, groups: list[Floats], seat: int) -> Floats:
    """A sideways shift (3,) by which a player's melds stay on the table and meet no other card."""
    if not groups:
        return np.zeros(3)
    low, high = laying.box(np.concatenate(groups), board.card)
    edge = board.table[0] if seat in (0, 2) else board.table[1]
    least, most = 6 - edge / 2 - low[0], edge / 2 - 6 - high[0]
    tries = [0.0, *(board.rng.normal(0, 0.16 * edge, 8).tolist())]
    shift = np.zeros(3)
    for tried in tries:
        shift[0] = min(max(tried, least), most) if least < most else (least + most) / 2
        if all(board.free(before(g + shift, seat, board.table)) for g in groups):
            break
    return shift


def lay_loose(
    board: Board,
    poses: Callable[[], Floats],
    middle: Callable[[], Floats],
    faces: Sequence[Card],
    up: Sequence[bool],
    zone: str,
    seat: int,
    crowd: float = 0.04,
) -> None:
    """Lay cards at the first of twelve places that is free (or anywhere, with chance `crowd`)."""
    if not faces:
        return
    for _ in range(12):
        placed = poses()
        placed[:, :2] += middle()
        low, high = laying.box(placed, board.card)
        placed[:, :2] += np.maximum(4 - low, 0) - np.maximum(high - np.array(board.table) + 4, 0)
        if board.rng.random() < crowd or board.free(placed):
            break
    board.put(placed, faces, up, zone, seat)
