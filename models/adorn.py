"""What a card face has besides its glyphs: borders, ornaments, wear."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.scribble import flower, ink_on, scroll, sign, word

Art = NDArray[np.float32]
Colour = NDArray[np.float32]
Span = tuple[float, float]  # px from the end: the free part of the face between the two glyphs


def border(rng: Generator, art: Art, colour: Colour) -> None:
    """One or two lines around the face, straight or with round corners, in place."""
    length, width = art.shape[:2]
    for _ in range(int(rng.integers(1, 3))):
        m = int(width * rng.uniform(0.03, 0.1))
        thick = int(rng.integers(1, 4))
        cv2.rectangle(art, (m, m), (width - 1 - m, length - 1 - m), colour.tolist(), thick)


def ornament(rng: Generator, art: Art, colours: tuple[Colour, Colour], free: Span) -> None:
    """A small device between the glyphs, mostly the same from both ends, in place."""
    if free[1] - free[0] < 8:
        return
    drawn = np.zeros((*art.shape[:2], 1), np.float32)
    colour = colours[int(rng.integers(2))]
    _DEVICES[int(rng.integers(len(_DEVICES)))](rng, drawn, free)
    if rng.random() < 0.8:
        drawn = np.maximum(drawn, drawn[::-1, ::-1])
    cover = drawn * np.float32(rng.uniform(0.5, 1) / 255)
    art[:] = art + (colour - art) * cover


def _dots(rng: Generator, out: Art, free: Span) -> None:
    """One to six dots or rings."""
    width = out.shape[1]
    for _ in range(int(rng.integers(1, 7))):
        at = (int(width * rng.uniform(0.2, 0.8)), int(rng.uniform(*free)))
        reach = min(rng.uniform(0.02, 0.14) * width, (free[1] - free[0]) / 3)
        axes = (int(reach) + 1, int(reach * rng.uniform(0.5, 1)) + 1)
        thick = -1 if rng.random() < 0.6 else 2
        cv2.ellipse(out, at, axes, rng.uniform(0, 180), 0, 360, 255.0, thick, cv2.LINE_AA)


def _motif(rng: Generator, out: Art, free: Span) -> None:
    """A flower or a tendril."""
    width, height = out.shape[1], free[1] - free[0]
    device = (flower if rng.random() < 0.6 else scroll)(rng)
    at = (width * rng.uniform(0.35, 0.65), sum(free) / 2)
    ink_on(out, device, (255.0,), at, min(rng.uniform(0.2, 0.75) * width, height))


def _lines(rng: Generator, out: Art, free: Span) -> None:
    """Rules across the card or along it."""
    width = out.shape[1]
    thick = int(rng.integers(1, 4))
    if rng.random() < 0.7:
        for y in rng.uniform(*free, int(rng.integers(1, 4))):
            a = int(rng.choice([0.0, rng.uniform(0.03, 0.12)]) * width)
            cv2.line(out, (a, int(y)), (width - 1 - a, int(y)), 255.0, thick)
    else:
        x = int(rng.uniform(0.1, 0.9) * width)
        cv2.line(out, (x, int(free[0])), (x, int(free[1])), 255.0, thick)


def _seal(rng: Generator, out: Art, free: Span) -> None:
    """A tiny seal: an invented character in a box."""
    width = out.shape[1]
    side = min(rng.uniform(0.14, 0.34) * width, free[1] - free[0])
    at = (rng.uniform(0.3, 0.7) * width, rng.uniform(*free))
    ink_on(out, sign(rng), (255.0,), at, side * 0.75)
    a = (int(at[0] - side / 2), int(at[1] - side / 2))
    cv2.rectangle(out, a, (int(a[0] + side), int(a[1] + side)), 255.0, 1)


def _mark(rng: Generator, out: Art, free: Span) -> None:
    """A small word or number, along the card or across."""
    width = out.shape[1]
    mask = word(rng, digits=rng.random() < 0.3)
    height = rng.uniform(0.08, 0.2) * width
    at = (rng.uniform(0.3, 0.7) * width, sum(free) / 2)
    if rng.random() < 0.4:
        mask = np.ascontiguousarray(np.rot90(mask))
        height = min(rng.uniform(0.3, 1.0) * width, free[1] - free[0])
    ink_on(out, mask, (255.0,), at, height)


_DEVICES: tuple[Callable[[Generator, Art, Span], None], ...] = (
    _dots,
    _motif,
    _lines,
    _seal,
    _mark,
)


def wear(rng: Generator, art: Art, near: Art, strength: float) -> None:
    """Dirt, dirty edges, creases and scratches, in place; near (L,W): 1 at the edge, 0 within."""
    length, width = art.shape[:2]
    cells = rng.normal(0, 6 * strength, (length // 8, width // 8)).astype(np.float32)
    art += cv2.resize(cells, (width, length))[..., None]
    if strength < 0.3:
        return
    spots = rng.random((length // 10, width // 10)).astype(np.float32)
    dirt = near * cv2.resize(spots, (width, length)) * np.float32(0.5 * strength)
    art *= 1 - dirt[..., None]
    for _ in range(int(rng.poisson(0.8 * strength))):  # a crease
        y = rng.uniform(0, length)
        drop = rng.normal(0, 0.6) * width
        line = np.zeros((length, width), np.uint8)
        cv2.line(line, (0, int(y)), (width, int(y + drop)), 255, int(rng.integers(1, 4)))
        soft = cv2.GaussianBlur(line, (0, 0), 1.0).astype(np.float32)[..., None] / 255
        art += soft * np.float32(rng.uniform(-45, 30) * strength)
    for _ in range(int(rng.poisson(1.5 * strength))):  # a scratch through the ink
        a, b = rng.uniform(0, 1, (2, 2)) * (width, length)
        b = a + (b - a) * 0.3
        tone = float(np.median(art)) + rng.uniform(-20, 15)
        cv2.line(art, a.astype(int).tolist(), b.astype(int).tolist(), (tone,) * 3, 1)
