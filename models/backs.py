"""Backs of decks: plain, framed, latticed, flowered, striped, lettered, with a medallion."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.scribble import flower, ink_on, scroll, sign, word

Art = NDArray[np.float32]
Mask = NDArray[np.uint8]
Size = tuple[int, int]  # width and length, px


def _hsv(hue: float, saturation: float, value: float) -> NDArray[np.float32]:
    pixel = np.array([[[hue % 180, saturation, value]]]).astype(np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def ground(rng: Generator) -> NDArray[np.float32]:
    """The colour of a back (BGR): mostly strong ones, also dark, grey and nearly white."""
    hue = rng.choice([0, 176, 4, 108, 115, 120, 62, 75, 18, 140, 90, rng.uniform(0, 180)])
    kind = rng.random()
    if kind < 0.42:
        return _hsv(hue, rng.uniform(140, 250), rng.uniform(70, 210))
    if kind < 0.56:
        return _hsv(hue, rng.uniform(60, 250), rng.uniform(20, 80))
    if kind < 0.68:  # white, cream
        return _hsv(rng.uniform(10, 32), rng.uniform(0, 50), rng.uniform(205, 250))
    if kind < 0.78:
        return _hsv(0, 0, rng.uniform(40, 200))
    return _hsv(hue, rng.uniform(20, 250), rng.uniform(60, 245))


def _grid(size: Size) -> tuple[Art, Art]:
    w, h = size
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    return xs / w, ys / w  # both in card widths


def _waves(rng: Generator, size: Size, slants: tuple[float, ...]) -> Mask:
    """Stripes: lines at these slants, their share of the pitch from hair lines to half."""
    xs, ys = _grid(size)
    pitch, share = rng.uniform(0.06, 0.5), rng.uniform(0.08, 0.5)
    if rng.random() < 0.3:
        xs = xs + 0.06 * np.sin(ys * rng.uniform(6, 20))
    on = np.zeros(xs.shape, np.float32)
    for slant in slants:
        phase = (xs * np.cos(slant) + ys * np.sin(slant)) / pitch % 1
        on = np.maximum(
            on, np.clip((share / 2 - np.abs(phase - 0.5)) * pitch * size[0] + 0.5, 0, 1)
        )
    return (on * 255).astype(np.uint8)


def _stripes(rng: Generator, size: Size) -> Mask:
    slant = rng.choice([0.0, np.pi / 2, np.pi / 4, -np.pi / 4, rng.uniform(0.3, 1.3)])
    return _waves(rng, size, (float(slant),))


def _lattice(rng: Generator, size: Size) -> Mask:
    slant = rng.choice([0.0, np.pi / 4, rng.uniform(0.5, 1.1)])
    other = np.pi / 2 if slant == 0 else -slant
    return _waves(rng, size, (float(slant), float(other)))


def _repeat(rng: Generator, size: Size, motif: Mask, pitch: float) -> Mask:
    """A motif at the crossings of a grid, every other row shifted."""
    out = np.zeros((size[1], size[0], 1), np.float32)
    shift = 0.5 if rng.random() < 0.6 else 0.0
    tall = rng.uniform(0.55, 1.0) * pitch * size[0]
    for row, y in enumerate(np.arange(0.5 * pitch, size[1] / size[0], pitch)):
        for x in np.arange((row % 2) * shift * pitch, 1 + pitch, pitch):
            ink_on(out, motif, (255.0,), (x * size[0], y * size[0]), tall)
    return out[..., 0].astype(np.uint8)


def _dots(rng: Generator, size: Size) -> Mask:
    motif = np.zeros((32, 32), np.uint8)
    if rng.random() < 0.6:
        cv2.circle(motif, (16, 16), int(rng.integers(5, 15)), 255, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(motif, (6, 6), (26, 26), 255, int(rng.choice([-1, 4])))
    return _repeat(rng, size, motif, rng.uniform(0.08, 0.4))


def _flowers(rng: Generator, size: Size) -> Mask:
    return _repeat(rng, size, flower(rng), rng.uniform(0.25, 0.8))


def _scrolls(rng: Generator, size: Size) -> Mask:
    return _repeat(rng, size, scroll(rng), rng.uniform(0.25, 0.6))


def _medallion(rng: Generator, size: Size) -> Mask:
    """One to three devices along the card's middle."""
    w, h = size
    out = np.zeros((h, w, 1), np.float32)
    count = int(rng.integers(1, 4))
    device = (flower, scroll, sign)[int(rng.integers(3))](rng)
    for i in range(count):
        at = (w / 2, h * (i + 1) / (count + 1))
        reach = rng.uniform(0.55, 0.85) * w
        ink_on(out, device, (255.0,), at, reach * 0.7)
        if rng.random() < 0.6:
            axes = (int(reach / 2), int(reach / 2 * rng.uniform(1.0, 1.4)))
            thick = int(rng.integers(1, 5))
            cv2.ellipse(out, (int(at[0]), int(at[1])), axes, 0, 0, 360, 255, thick, cv2.LINE_AA)
    return out[..., 0].astype(np.uint8)


def _letters(rng: Generator, size: Size) -> Mask:
    """Invented characters one below the other, or a word along the card."""
    w, h = size
    out = np.zeros((h, w, 1), np.float32)
    if rng.random() < 0.5:
        count = int(rng.integers(1, 5))
        tall = min(rng.uniform(0.5, 0.85) * w, 0.9 * h / count)
        for i in range(count):
            at = (w / 2, h / 2 + (i - (count - 1) / 2) * tall * 1.15)
            ink_on(out, sign(rng), (255.0,), at, tall)
    else:
        along = np.ascontiguousarray(np.rot90(word(rng)))
        ink_on(out, along, (255.0,), (w / 2, h / 2), rng.uniform(0.5, 0.9) * h)
    return out[..., 0].astype(np.uint8)


def _halves(rng: Generator, size: Size) -> Mask:
    """Two colours: split along, across or aslant, softly or sharply."""
    xs, ys = _grid(size)
    turn = rng.choice([0.0, np.pi / 2, rng.uniform(0, np.pi)])
    far = (xs - 0.5) * np.cos(turn) + (ys - ys.max() / 2) * np.sin(turn)
    share = 1 / (1 + np.exp(-far * rng.choice([3.0, 8.0, 60.0])))
    return np.asarray(share * 255, np.uint8)


_PATTERNS: tuple[tuple[Callable[[Generator, Size], Mask] | None, float], ...] = (
    (None, 0.42),
    (_stripes, 0.1),
    (_lattice, 0.12),
    (_dots, 0.07),
    (_flowers, 0.06),
    (_scrolls, 0.06),
    (_medallion, 0.06),
    (_letters, 0.06),
    (_halves, 0.05),
)


def print_back(rng: Generator, width: int, length: int) -> Art:
    """A random back (length,width,3) BGR, its corners not yet cut."""
    size = (width, length)
    out = np.tile(ground(rng), (length, width, 1))
    mean = float(out[0, 0].mean())
    second = out[0, 0] + rng.choice((-1, 1)) * rng.uniform(15, 120)
    if rng.random() < 0.4:
        second = ground(rng)
    shares = np.array([share for _, share in _PATTERNS])
    pattern = _PATTERNS[int(rng.choice(len(_PATTERNS), p=shares / shares.sum()))][0]
    if pattern is not None:
        mask = pattern(rng, size)
        if rng.random() < 0.4:  # the same from both ends
            half = length // 2
            mask[-half:] = mask[:half][::-1, ::-1]
        cover = mask.astype(np.float32)[..., None] * np.float32(rng.uniform(0.5, 1) / 255)
        out = out * (1 - cover) + np.clip(second, 0, 255) * cover
    if rng.random() < (0.35 if pattern is None else 0.45):
        _frame(rng, out, second if rng.random() < 0.3 else None)
    if rng.random() < 0.25:  # lit unevenly: lacquer, a gradient
        _, ys = _grid(size)
        out *= 1 + np.float32(rng.uniform(-0.25, 0.25)) * (ys / ys.max() - 0.5)[..., None]
    grain = rng.uniform(0, 5 if mean > 60 else 3)
    coarse = rng.normal(0, grain, (length // 6, width // 6)).astype(np.float32)
    out += cv2.resize(coarse, size)[..., None]
    return np.asarray(np.clip(out, 0, 255), np.float32)


def _frame(rng: Generator, out: Art, colour: NDArray[np.float32] | None) -> None:
    """A border with square or round inner corners, white or coloured, often with a line in it."""
    length, width = out.shape[:2]
    edge = rng.uniform(0.03, 0.15) * width
    light = np.full(3, rng.uniform(215, 252), np.float32) if colour is None else colour
    inner = _rounded(width, length, edge, rng.choice([0.0, rng.uniform(0, 0.4)]) * width)
    out[:] = light + (out - light) * inner[..., None]
    if rng.random() < 0.5:
        gap = edge + rng.uniform(0.03, 0.08) * width
        thick = rng.uniform(0.015, 0.04) * width
        ring = _rounded(width, length, gap, 0.1 * width)
        ring = ring - _rounded(width, length, gap + thick, 0.1 * width)
        out[:] = out + (light - out) * ring[..., None]


def _rounded(width: int, length: int, inset: float, radius: float) -> Art:
    """1 inside a rectangle `inset` px within the card with corners of this radius, 0 outside."""
    ys, xs = np.mgrid[0:length, 0:width].astype(np.float32) + np.float32(0.5)
    dx = np.abs(xs - width / 2) - (width / 2 - inset - radius)
    dy = np.abs(ys - length / 2) - (length / 2 - inset - radius)
    far = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0)
    return np.asarray(np.clip(radius - far + 0.5, 0, 1), np.float32)
