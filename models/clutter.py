"""Things that lie on a card table beneath the cards: prints, bowls, cards of other games."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.othercards import OTHER_CARDS, SCALE
from models.prints import PRINTS, any_ink

Picture = NDArray[np.uint8]
Quad = NDArray[np.float32]
Point = NDArray[np.floating]


def quad_about(at: Point, turn: float, width: float, height: float) -> Quad:
    """The corners (4,2) of a rectangle about a point, turned by radians, in the order of a print's
    corners: top left, top right, bottom right, bottom left."""
    u = np.array([np.cos(turn), np.sin(turn)]) * width / 2
    v = np.array([-np.sin(turn), np.cos(turn)]) * height / 2
    return np.array([at - u - v, at + u - v, at + u + v, at - u + v], np.float32)


def lay_flat(picture: Picture, art: NDArray[np.uint8], quad: Quad, shadow: float = 0.35) -> None:
    """Lay a print (h,w,3 or 4) onto the picture, in place, over its own shadow."""
    pad = 9
    size = (picture.shape[1], picture.shape[0])
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + pad, size)
    if x1 <= x0 or y1 <= y0:
        return
    if art.shape[2] == 3:
        art = np.dstack([art, np.full(art.shape[:2], 255, np.uint8)])
    wide, tall = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])
    if wide < art.shape[1]:
        small = (max(2, round(float(wide))), max(2, round(float(tall))))
        art = np.asarray(cv2.resize(art, small, interpolation=cv2.INTER_AREA), np.uint8)
    h, w = art.shape[:2]
    flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    turn = cv2.getPerspectiveTransform(flat, quad - np.array([x0, y0], np.float32))
    laid = cv2.warpPerspective(art, turn, (int(x1 - x0), int(y1 - y0)))
    alpha = np.ascontiguousarray(laid[..., 3])
    part = picture[y0:y1, x0:x1]
    dark = cv2.GaussianBlur(alpha, (0, 0), 4).astype(np.float32)[..., None] / 255
    cover = alpha.astype(np.float32)[..., None] / 255
    part[:] = part * (1 - shadow * dark) * (1 - cover) + laid[..., :3] * cover


def put_things(picture: Picture, rng: Generator, count: int, px_per_mm: float) -> None:
    """Scatter some things over the picture, in place, before the cards are laid."""
    h, w = picture.shape[:2]
    for _ in range(count):
        at = np.array([rng.uniform(0, w), rng.uniform(0, h)], np.float32)
        kind, turn = rng.random(), rng.uniform(0, 2 * np.pi)
        if kind < 0.2:
            _bowl(picture, rng, at, rng.uniform(22, 80) * px_per_mm)
        elif kind < 0.45:
            make = OTHER_CARDS[int(rng.integers(len(OTHER_CARDS)))]
            step = np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(15, 75) * px_per_mm
            for i in range(int(rng.integers(1, 5))):
                lay_other(picture, make(rng), at + i * step, turn + rng.normal(0, 0.1), px_per_mm)
        else:
            draw, width, height = PRINTS[int(rng.integers(len(PRINTS)))]
            size = rng.uniform(0.7, 1.3) * px_per_mm
            lay_flat(picture, draw(rng), quad_about(at, turn, width * size, height * size))


def lay_other(
    picture: Picture, art: NDArray[np.uint8], at: Point, turn: float, px_per_mm: float
) -> None:
    """Lay a card of another game with its middle at `at`, turned by radians."""
    wide, tall = art.shape[1] / SCALE * px_per_mm, art.shape[0] / SCALE * px_per_mm
    lay_flat(picture, art, quad_about(at, turn, wide, tall))


def _bowl(picture: Picture, rng: Generator, at: Point, radius: float) -> None:
    centre = (int(at[0]), int(at[1]))
    cv2.circle(picture, (centre[0] + 4, centre[1] + 5), int(radius * 1.05), (30, 30, 30), -1)
    rim, inside = any_ink(rng, 60, 255), any_ink(rng, 20, 240)
    cv2.circle(picture, centre, int(radius), rim, -1, cv2.LINE_AA)
    cv2.circle(picture, centre, int(radius * 0.85), inside, -1, cv2.LINE_AA)
    seeds, motley = any_ink(rng, 20, 220), rng.random() < 0.3
    for _ in range(int(rng.integers(0, 40))):
        turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(0, radius * 0.7)
        seed = (int(at[0] + far * np.cos(turn)), int(at[1] + far * np.sin(turn)))
        axes = (int(radius * 0.14) + 1, int(radius * 0.08) + 1)
        ink = np.array(any_ink(rng, 20, 220) if motley else seeds) * rng.uniform(0.7, 1.1)
        cv2.ellipse(picture, seed, axes, rng.uniform(0, 180), 0, 360, ink.tolist(), -1)
