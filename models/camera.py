"""A camera above the table: where its points come to lie in the picture."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.layout import Placed
from models.light import Light, sample_light

Matrix = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Look:
    """How one shot is taken: size (w,h) px, scale, camera pose (degrees, mm), clutter, light."""

    size: tuple[int, int] = (2304, 1296)
    px_per_mm: float = 1.85
    turn: float = 0.0
    tilt: tuple[float, float] = (0.0, 0.0)  # degrees about the picture's x and y axes
    offset_mm: tuple[float, float] = (0.0, 0.0)  # where the camera looks, from the table's middle
    things: int = 0
    arms: int = 0
    players: int = 0  # seen at the edges
    over: int = 0  # small things left on the cards
    shadow: float = 0.35  # soft, about a card
    contact: float = 0.0  # a thin line under its edge
    top: str | None = None  # a kind of models.surfaces, None = any
    light: Light = field(default_factory=Light)


def sample_look(rng: Generator, size: tuple[int, int] = (2304, 1296)) -> Look:
    """A shot as cameras take it: half are clean, a quarter middling, a quarter hard."""
    fit = size[0] / 2304
    trouble = float(rng.choice([0.0, 0.5, 1.0], p=[0.5, 0.25, 0.25]))
    wide = rng.random() < 0.12  # far away or close by
    scale = rng.uniform(0.8, 3.0) if wide else np.exp(rng.normal(np.log(1.85), 0.16))
    flat = rng.random() < 0.35  # hardly a shadow: white on white
    lean = 2.0 + 3.5 * trouble
    return Look(
        size=size,
        px_per_mm=float(np.clip(scale, 0.8, 3.0)) * fit,
        turn=float(rng.normal(0, 2.5) + (rng.integers(4) * 90 if rng.random() < 0.3 else 0)),
        tilt=(float(rng.normal(0, lean)), float(rng.normal(0, lean))),
        offset_mm=(float(rng.normal(0, 45)), float(rng.normal(0, 45))),
        things=int(rng.integers(0, 6 + round(6 * trouble))),
        arms=int(rng.choice([0, 1, 2], p=[0.62, 0.26, 0.12])),
        players=int(rng.choice([0, 1, 2, 3], p=[0.45, 0.2, 0.2, 0.15])),
        over=int(rng.choice([0, 1, 3], p=[0.75, 0.17, 0.08])),
        shadow=float(rng.uniform(0.0, 0.08) if flat else rng.uniform(0.05, 0.6)),
        contact=float(rng.uniform(0, 0.7) ** 1.5 if rng.random() < 0.6 else 0.0),
        light=sample_light(rng, trouble),
    )


def camera_matrix(look: Look, table_mm: tuple[float, float]) -> Matrix:
    """The homography (3,3) from mm on the table plane to px; a pinhole camera 66 degrees wide."""
    w, h = look.size
    focal = w / 2 / np.tan(np.radians(33))
    height = focal / look.px_per_mm
    c, s = np.cos(np.radians(look.turn)), np.sin(np.radians(look.turn))
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    ax, ay = np.radians(look.tilt)
    rx = np.array([[1, 0, 0], [0, np.cos(ax), -np.sin(ax)], [0, np.sin(ax), np.cos(ax)]])
    ry = np.array([[np.cos(ay), 0, np.sin(ay)], [0, 1, 0], [-np.sin(ay), 0, np.cos(ay)]])
    rotation = rx @ ry @ spin
    x0, y0 = table_mm[0] / 2 + look.offset_mm[0], table_mm[1] / 2 + look.offset_mm[1]
    # a point (x, y, 0) relative to the aim, rotated, then `height` in front of the lens
    plane = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], np.array([0, 0, height])])
    lens = np.array([[focal, 0, w / 2], [0, focal, h / 2], [0, 0, 1]])
    return np.asarray(lens @ pose @ plane)


def to_px(matrix: Matrix, points: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Points (N,2) mm through a homography to (N,2) px."""
    p = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(p[:, :2] / p[:, 2:])


def card_frame(card: Placed, card_mm: tuple[float, float]) -> NDArray[np.float64]:
    """Corners (4,2) mm of a card: left and right of end A, then right and left of the other end."""
    turn = np.radians(card.angle)
    along = np.array([np.cos(turn), np.sin(turn)]) * card_mm[0] / 2
    right = np.array([-np.sin(turn), np.cos(turn)]) * card_mm[1] / 2
    middle = np.array([card.x, card.y])
    a, b = middle + along, middle - along
    return np.array([a - right, a + right, b + right, b - right])
