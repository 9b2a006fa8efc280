"""Scenes in which there is nothing to read: other games, pages, things, hands."""

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.arms import reach_over
from models.camera import sample_look
from models.clutter import lay_other, put_things
from models.light import shine
from models.othercards import OTHER_CARDS, back
from models.surfaces import surface

Picture = NDArray[np.uint8]


def negative_scene(rng: Generator, size: tuple[int, int] = (2304, 1296)) -> Picture:
    """A table (h,w,3) without a single card of the game; size (w,h) px.

    Mostly cards and tiles of other games in rows and grids at any angle, strips as narrow as the
    game's cards with other signs among them, or pages and things alone.
    """
    look = sample_look(rng, size)
    picture = surface(rng, size)
    put_things(picture, rng, int(rng.integers(0, 7)), look.px_per_mm)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.12, 0.48, 0.25, 0.15]))):
        _spread(picture, rng, look.px_per_mm)
    if rng.random() < 0.35:
        put_things(picture, rng, int(rng.integers(2, 9)), look.px_per_mm)
    reach_over(picture, rng, look.arms, look.px_per_mm)
    return shine(picture, None, look.light, rng)


def negative_label(size: tuple[int, int] = (2304, 1296)) -> dict[str, Any]:
    """The label of such a scene, in the shape of `render`'s: a table and no cards."""
    w, h = size
    return {
        "size": [w, h],
        "seats": [0, 1, 2],
        "px_per_mm": 1.85 * w / 2304,
        "card_mm": [82.0, 22.0],
        "table_mm": [900.0, 900.0],
        "table_corners_px": [[0, h], [w, h], [w, 0], [0, 0]],
        "cards": [],
        "groups": [],
    }


def _spread(picture: Picture, rng: Generator, px_per_mm: float) -> None:
    """One game laid out: a grid, a row, a stagger or a heap of its cards."""
    h, w = picture.shape[:2]
    make = OTHER_CARDS[int(rng.integers(len(OTHER_CARDS)))]
    arts = [make(rng) for _ in range(int(rng.integers(4, 13)))]
    if rng.random() < 0.3:
        arts.append(back(rng))
    scale = px_per_mm * float(np.exp(rng.uniform(np.log(0.75), np.log(2.0))))  # close up as well
    cell = np.array([arts[0].shape[1], arts[0].shape[0]]) / 3.0 * scale
    pitch = cell * np.where(rng.random(2) < 0.25, rng.uniform(0.35, 0.9, 2), rng.uniform(1, 1.6, 2))
    columns, rows = int(rng.integers(2, 11)), int(rng.integers(1, 5))
    heap = rng.random() < 0.2
    turn, middle = rng.uniform(0, 2 * np.pi), rng.uniform(0.25, 0.75, 2) * (w, h)
    turn = rng.choice([0.0, np.pi / 2, turn]) + rng.normal(0, 0.04)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    loose = rng.uniform(0, 0.06)
    for i in range(rows * columns):
        at = (np.array([i % columns, i // columns]) - (columns / 2, rows / 2)) * pitch
        lean = rng.normal(0, loose * 1.5)
        at = at + rng.normal(0, loose, 2) * cell
        if heap:
            at, lean = rng.normal(0, 1.6, 2) * cell[0] * np.sqrt(rows), rng.uniform(0, 6.3)
        if rng.random() < 0.94:
            art = arts[int(rng.integers(len(arts)))]
            lay_other(picture, art, middle + at @ axes, turn + lean, scale)
