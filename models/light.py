"""What light, lens, sensor and file do to a picture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.surfaces import noise

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class Light:
    """Light and lens of one shot: strengths (0 = none), blur and motion in px, JPEG quality."""

    exposure: float = 1.0
    contrast: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)  # BGR gains
    falloff: float = 0.15  # how unevenly the table is lit
    glare: float = 0.0
    banding: float = 0.0
    blur: float = 0.4
    motion: float = 0.0
    noise: float = 2.0
    grey: bool = False
    quality: int = 90


def sample_light(rng: Generator) -> Light:
    """Light as cameras meet it, from a clean ceiling lamp to a dim bulb."""
    warm = rng.normal(0, 0.09)
    return Light(
        exposure=float(np.exp(rng.normal(-0.22, 0.3))),
        contrast=float(rng.uniform(0.7, 1.15)),
        tint=(1 - warm, 1 + rng.normal(0, 0.03), 1 + warm),
        falloff=float(rng.uniform(0.0, 0.5)),
        glare=float(rng.uniform(0, 1.0)) if rng.random() < 0.5 else 0.0,
        banding=float(rng.uniform(0, 0.08)) if rng.random() < 0.1 else 0.0,
        blur=float(rng.choice([rng.uniform(0.2, 0.8), rng.uniform(0.8, 1.9)], p=[0.7, 0.3])),
        motion=float(rng.uniform(1, 5)) if rng.random() < 0.08 else 0.0,
        noise=float(rng.gamma(2.0, 2.6)),
        grey=bool(rng.random() < 0.12),
        quality=int(rng.integers(55, 97)),
    )


def shine(picture: Picture, cards: Mask, light: Light, rng: Generator) -> Picture:
    """Light a drawn table; `cards` marks the pixels of cards, which are glossier than the table."""
    h, w = picture.shape[:2]
    small = (w // 8, h // 8)
    field = 1 + light.falloff * 0.6 * noise(rng, small, (small[0] / 2.2, small[1] / 2.2))
    if light.banding:
        rows = np.sin(np.arange(small[1]) * rng.uniform(0.05, 0.4) + rng.uniform(0, 6))
        field *= 1 + light.banding * rows[:, None].astype(np.float32)
    if rng.random() < 0.3:  # the shadow of somebody who leans over
        at, reach = (rng.uniform(0, small[0]), rng.uniform(0, small[1])), rng.uniform(20, 90)
        ys, xs = np.mgrid[0 : small[1], 0 : small[0]].astype(np.float32)
        near = np.hypot(xs - at[0], ys - at[1]) / reach
        field *= 1 - rng.uniform(0, 0.5) / (1 + np.exp(np.clip((near - 1) * 8, -30, 30)))
    field = np.clip(cv2.resize(field, (w, h)), 0.25, 1.7) * light.exposure
    out = picture.astype(np.float32)
    out *= field[..., None] * np.array(light.tint, np.float32)
    if light.glare:
        spot = np.zeros((small[1], small[0]), np.float32)
        for _ in range(int(rng.integers(1, 4))):
            at = (int(rng.uniform(0, small[0])), int(rng.uniform(0, small[1])))
            axes = (int(rng.uniform(4, 45)), int(rng.uniform(4, 30)))
            cv2.ellipse(spot, at, axes, rng.uniform(0, 180), 0, 360, float(rng.uniform(0.3, 1)), -1)
        spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), rng.uniform(4, 14)), np.float32)
        gloss = np.where(cards, 1.0, rng.uniform(0.1, 0.8)).astype(np.float32)
        out += (cv2.resize(spot, (w, h)) * gloss * light.glare * 150)[..., None]
    out = (out - 128) * light.contrast + 128
    return _lens(out, light, rng)


def _lens(out: NDArray[np.float32], light: Light, rng: Generator) -> Picture:
    h, w = out.shape[:2]
    out = np.asarray(cv2.GaussianBlur(out, (0, 0), light.blur), np.float32)
    if light.motion >= 1.5:
        n = int(light.motion) | 1
        kernel = np.zeros((n, n), np.float32)
        turn = rng.uniform(0, np.pi)
        reach = np.array([np.cos(turn), np.sin(turn)]) * n / 2
        a, b = n / 2 - reach, n / 2 + reach
        cv2.line(kernel, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1.0)
        out = np.asarray(cv2.filter2D(out, -1, kernel / max(kernel.sum(), 1e-6)), np.float32)
    if light.noise:
        tile = rng.standard_normal((h // 2 + 1, w, 3), dtype=np.float32) * light.noise
        if light.noise > 4:  # noise as small cameras smooth it
            tile = cv2.GaussianBlur(tile, (0, 0), 0.7) * 1.6
        out[: len(tile)] += tile
        out[len(tile) :] += tile[: h - len(tile), ::-1]
    picture = np.clip(out, 0, 255).astype(np.uint8)
    if light.grey:
        picture = np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], 3, 2)
    if light.quality < 95:
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, light.quality])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture
