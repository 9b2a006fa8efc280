"""How cards come to lie beside each other: rows, staggers, fans, heaps, piles.

Every function returns poses (n,3): u, v in mm and the angle in degrees of the card's axis, in a
plane of its own whose v axis points from a player to the middle of the table (so a card that
faces its player has an angle near 90 or 270). The order is the order of laying: later on top.
`card` is (length, width) in mm; a player who lays `tidy` lets all glyphs be seen.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rng = np.random.Generator
Size = tuple[float, float]


def corners(poses: Floats, card: Size) -> Floats:
    """The corners (n,4,2) of cards at poses (n,3), going round each card from its end A."""
    length, width = card
    along = np.radians(poses[:, 2])
    axis = np.stack([np.cos(along), np.sin(along)], axis=1) * (length / 2)
    side = np.stack([-np.sin(along), np.cos(along)], axis=1) * (width / 2)
    signs = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    return np.stack([poses[:, :2] + s * axis + t * side for s, t in signs], axis=1)


def turn(poses: Floats, degrees: float) -> Floats:
    """The poses turned about the middle of their centres."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    middle = poses[:, :2].mean(axis=0)
    turned = poses.copy()
    turned[:, :2] = (poses[:, :2] - middle) @ np.array([[c, s], [-s, c]]) + middle
    turned[:, 2] += degrees
    return turned


def row(n: int, card: Size, rng: Rng, tidy: bool = False) -> Floats:
    """Side by side: with gaps, touching, or covering up to 60 % of the width."""
    kind = rng.random()
    if tidy or kind < 0.45:
        pitch = rng.uniform(0.97, 1.1)
    elif kind < 0.7:
        pitch = rng.uniform(1.1, 1.45)
    else:
        pitch = rng.uniform(0.4, 0.97)
    poses = np.zeros((n, 3))
    poses[:, 0] = np.arange(n) * pitch * card[1] * rng.choice((-1, 1))
    poses[:, 2] = 90
    return poses


def stagger(n: int, card: Size, rng: Rng, tidy: bool = False) -> Floats:
    """One behind the other, each shifted along its length so that a glyph stays visible."""
    step = rng.uniform(card[0] * 0.3 if tidy else 12, min(45, card[0] * 0.6))
    towards_player = tidy or rng.random() < 0.8
    poses = np.zeros((n, 3))
    poses[:, 0] = np.arange(n) * rng.normal(0, 1.5)
    poses[:, 1] = np.arange(n) * step * (-1 if towards_player else 1)
    poses[:, 1] += rng.normal(0, 1.5, n)
    poses[:, 2] = 90
    return poses


def tier(n: int, card: Size, rng: Rng, tidy: bool = False) -> Floats:
    """A stagger as hidden cards are laid: straight, 18…34 mm apart, the topmost whole."""
    poses = np.zeros((n, 3))
    step = rng.uniform(18, min(34, 0.48 * card[0]))
    poses[:, 1] = np.arange(n) * step * (-1 if tidy or rng.random() < 0.75 else 1)
    if not tidy and rng.random() < 0.3:  # less evenly, as they are pushed on in play
        poses[:, 1] += rng.normal(0, 2.0, n)
        poses[:, 0] += rng.normal(0, 1.0, n)
    poses[:, 2] = 90
    return poses


def fan(n: int, card: Size, rng: Rng, tidy: bool = False, step: Size = (8, 25)) -> Floats:
    """Opened about a pivot near one end, `step` (from, to) degrees apart."""
    apart = rng.uniform(max(16, step[0]) if tidy else step[0], step[1]) * rng.choice((-1, 1))
    pivot = card[0] * rng.uniform(0.3, 0.52) * (1 if rng.random() < 0.85 else -1)
    lean = (np.arange(n) - (n - 1) / 2) * apart + apart * rng.normal(0, 0.08, n)
    poses = np.zeros((n, 3))
    poses[:, 2] = 90 + lean
    poses[:, 0] = pivot * np.cos(np.radians(poses[:, 2]))
    poses[:, 1] = pivot * np.sin(np.radians(poses[:, 2]))
    return poses


def untidy(n: int, card: Size, rng: Rng, tidy: bool = False) -> Floats:
    """Dropped roughly beside or behind each other, leaning this way and that (`tidy` or not)."""
    poses = np.zeros((n, 3))
    if rng.random() < 0.75:
        poses[:, 0] = np.arange(n) * card[1] * rng.uniform(0.5, 1.1)
    else:
        poses[:, 1] = -np.arange(n) * rng.uniform(15, 30)
    poses[:, 0] += rng.normal(0, 0.12 * card[1], n)
    poses[:, 1] += rng.normal(0, 0.12 * card[0], n)
    poses[:, 2] = 90 + rng.normal(0, rng.uniform(5, 18), n)
    return poses


LAYOUTS: dict[str, Callable[[int, Size, Rng, bool], Floats]] = {
    "row": row,
    "stagger": stagger,
    "fan": fan,
    "untidy": untidy,
}
HIDDEN = {**LAYOUTS, "stagger": tier}  # the same for groups with cards that lie face down


def group(
    layout: str,
    n: int,
    card: Size,
    rng: Rng,
    slop: float = 1.0,
    tidy: bool = False,
    hidden: bool = False,
) -> Floats:
    """The poses of one meld about (0, 0); the larger `slop`, the sloppier (1 is usual).

    hidden: some of its cards lie face down.
    """
    poses = (HIDDEN if hidden else LAYOUTS)[layout](n, card, rng, tidy)
    poses[:, 0] += rng.normal(0, 0.8 * slop, n)
    poses[:, 1] += rng.normal(0, 1.5 * slop, n)
    poses[:, 2] += rng.normal(0, 1.2 * slop, n)
    lean = rng.normal(0, 2.5 * slop)
    if layout in ("row", "stagger") and not tidy and rng.random() < 0.12:
        lean += 90  # laid across
    return flip(centred(turn(poses, lean), card), rng)


def centred(poses: Floats, card: Size) -> Floats:
    """The poses moved so that the box around their corners has its middle at (0, 0)."""
    low, high = box(poses, card)
    moved = poses.copy()
    moved[:, :2] -= (low + high) / 2
    return moved


def flip(poses: Floats, rng: Rng) -> Floats:
    """The poses with either end of each card up."""
    flipped = poses.copy()
    flipped[:, 2] += 180 * rng.integers(0, 2, len(poses))
    return flipped


def box(poses: Floats, card: Size) -> tuple[Floats, Floats]:
    """The lowest and the highest corner of the upright box around the cards."""
    along = np.radians(poses[:, 2])
    c, s = np.abs(np.cos(along)), np.abs(np.sin(along))
    reach = np.empty((len(poses), 2))
    reach[:, 0] = (c * card[0] + s * card[1]) / 2
    reach[:, 1] = (s * card[0] + c * card[1]) / 2
    return (poses[:, :2] - reach).min(axis=0), (poses[:, :2] + reach).max(axis=0)


def heap(n: int, card: Size, rng: Rng) -> Floats:
    """Thrown down anyhow, at any angle, over a patch that grows with the number of cards."""
    poses = np.zeros((n, 3))
    radius = card[0] * rng.uniform(0.12, 0.3) * np.sqrt(n)
    poses[:, :2] = rng.normal(0, radius, (n, 2)).clip(-2 * radius, 2 * radius)
    poses[:, 2] = rng.uniform(0, 360, n)
    return centred(poses, card)


def discards(n: int, card: Size, rng: Rng) -> Floats:
    """A loose row, a long stagger or a heap, the whole at any angle."""
    kind = rng.random()
    poses = np.zeros((n, 3))
    poses[:, 2] = 90 + rng.normal(0, rng.uniform(1, 9), n)
    if kind < 0.5:
        poses[:, 0] = np.arange(n) * card[1] * rng.uniform(0.75, 1.5)
        poses[:, 1] = rng.normal(0, rng.uniform(1, 8), n)
    elif kind < 0.8:
        poses[:, 1] = np.arange(n) * rng.uniform(18, 40)
        poses[:, 0] = np.cumsum(rng.normal(0, rng.uniform(0.5, 5), n))
    else:
        poses = heap(n, card, rng)
        if rng.random() < 0.6:
            poses[:, 2] = rng.normal(90, rng.uniform(5, 25), n)
    return flip(centred(turn(poses, rng.uniform(0, 360)), card), rng)


def pile(n: int, card: Size, rng: Rng, loose: float = 1.0) -> Floats:
    """Squared on top of each other; a drift lets the lower ones peep out on one side."""
    poses = np.zeros((n, 3))
    drift = rng.normal(0, 1.2 * loose, 2) * (rng.random() < 0.5)
    poses[:, :2] = np.arange(n)[:, None] * drift + rng.normal(0, 1.0 * loose, (n, 2))
    poses[:, 2] = 90 + rng.normal(0, 1.8 * loose, n)
    return flip(centred(turn(poses, rng.uniform(0, 360)), card), rng)
