"""Floors and table tops, drawn from noise: felt, wood, cloth, stone, plastic, prints, terrazzo."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Field = NDArray[np.float32]

KINDS = ("felt", "wood", "cloth", "stone", "plastic", "print", "terrazzo")


def noise(rng: Generator, size: tuple[int, int], cell: tuple[float, float]) -> Field:
    """Smooth noise, mean 0 and deviation about 1; size (w,h) px, cell (w,h) px of one grain."""
    w, h = size
    grid = (max(2, round(w / cell[0])), max(2, round(h / cell[1])))
    seed = rng.standard_normal((grid[1], grid[0]), dtype=np.float32)
    return np.asarray(cv2.resize(seed, size, interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: Generator, low: float, high: float, saturation: float) -> NDArray[np.float32]:
    hue = rng.uniform(0, 180)
    hsv = np.array([[[hue, 255 * saturation, rng.uniform(low, high)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def surface(rng: Generator, size: tuple[int, int], kind: str | None = None) -> Picture:
    """A top of one material, (h,w,3) BGR; size (w,h) px. Drawn at half size: it lies below all."""
    w, h = size[0] // 2, size[1] // 2
    kind = kind or KINDS[rng.integers(len(KINDS))]
    base = _colour(rng, 40, 235, rng.uniform(0.0, 0.8) * rng.uniform(0.4, 1.0))
    value = np.zeros((h, w), np.float32)
    if kind == "felt":
        value += noise(rng, (w, h), (1.5, 1.5)) * rng.uniform(2, 9)
    elif kind == "wood":
        base = np.array([rng.uniform(20, 110), rng.uniform(50, 150), rng.uniform(80, 200)])
        grain = noise(rng, (w, h), (180, 2.5)) * 9 + noise(rng, (w, h), (400, 9)) * 10
        value += grain if rng.random() < 0.5 else cv2.resize(grain.T, (w, h))
        plank = int(rng.uniform(50, 200))
        value[:: max(plank, 2)] -= rng.uniform(0, 40)
    elif kind == "cloth":
        pitch = rng.uniform(4, 60)
        xs, ys = np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32)
        sharp = rng.uniform(0.5, 6)
        value += np.tanh(np.sin(xs * 2 * np.pi / pitch) * sharp)[None] * rng.uniform(0, 22)
        value += np.tanh(np.sin(ys * 2 * np.pi / pitch) * sharp)[:, None] * rng.uniform(0, 22)
        value += noise(rng, (w, h), (1.5, 1.5)) * rng.uniform(2, 7)
    elif kind == "stone":
        base = base * 0.4 + rng.uniform(60, 150)
        value += noise(rng, (w, h), (60, 60)) * 12 + noise(rng, (w, h), (8, 8)) * rng.uniform(3, 12)
        veins = np.abs(noise(rng, (w, h), (90, 90)))
        value -= np.clip(0.12 - veins, 0, 1) * rng.uniform(0, 300)
    elif kind == "plastic":
        value += noise(rng, (w, h), (3, 3)) * rng.uniform(0.5, 3)
    elif kind == "terrazzo":  # chips of about one size: they look like glyphs to a lazy eye
        chip = rng.uniform(2, 14)
        chips = noise(rng, (w, h), (chip, chip)) + 0.5 * noise(rng, (w, h), (chip / 2, chip / 2))
        edge = rng.uniform(0.6, 1.6)
        value += np.clip((np.abs(chips) - edge) * 8, 0, 1) * np.sign(chips) * rng.uniform(15, 90)
        value += noise(rng, (w, h), (2, 2)) * rng.uniform(1, 8)
    top = base[None, None].astype(np.float32) + value[..., None]
    if kind == "print":  # flowers and specks of a printed oilcloth
        spots = np.zeros((h, w, 3), np.uint8)
        for _ in range(int(rng.uniform(20, 220))):
            at = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
            axes = (int(rng.uniform(2, 26)), int(rng.uniform(2, 26)))
            ink = [int(c) for c in _colour(rng, 40, 255, rng.uniform(0, 0.9))]
            cv2.ellipse(spots, at, axes, rng.uniform(0, 180), 0, 360, ink, -1)
        seen = spots.any(axis=2, keepdims=True)
        top = np.where(seen, top * 0.4 + spots * 0.6, top)
    top += (noise(rng, (w, h), (300, 300)) * rng.uniform(0, 10))[..., None]
    small = np.clip(top, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)
