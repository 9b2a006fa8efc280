"""What light, lens, sensor and file do to a picture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.surfaces import noise

Picture = NDArray[np.uint8]
Field = NDArray[np.float32]

_STRIP = 48  # rows that are lit at a time: they stay in the processor's cache


@dataclass(frozen=True, kw_only=True)
class Light:
    """Light and lens of one shot: strengths (0 = none), blur and motion in px, JPEG quality."""

    exposure: float = 1.0
    contrast: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)  # BGR gains
    falloff: float = 0.15  # how unevenly the table is lit
    vignette: float = 0.0  # how much darker the corners of the picture are
    leaner: float = 0.0  # how dark the shadow of somebody who leans over is
    glare: float = 0.0
    banding: float = 0.0
    blur: float = 0.4
    defocus: float = 0.0  # radius of the disc a point becomes
    motion: float = 0.0
    noise: float = 2.0
    grain: float = 0.0  # how far a camera has smeared its noise, px
    grey: bool = False
    quality: int = 90


def sample_light(rng: Generator, trouble: float = 0.5) -> Light:
    """Light as cameras meet it; `trouble` from 0 (a clean lamp) to 1 (dim, glaring, soft)."""
    dim = trouble * rng.random()
    warm = rng.normal(0, 0.04 + 0.08 * trouble)
    bad = rng.random(6) < 0.06 + 0.3 * trouble  # which of the troubles a shot has
    return Light(
        exposure=float(np.exp(rng.normal(-0.1 - 0.35 * dim, 0.14 + 0.16 * trouble))),
        contrast=float(rng.uniform(0.9 - 0.3 * trouble, 1.12)),
        tint=(1 - warm, 1 + rng.normal(0, 0.015 + 0.02 * trouble), 1 + warm),
        falloff=float(rng.uniform(0.0, 0.2 + 0.4 * trouble)),
        vignette=float(rng.uniform(0, 0.15 + 0.35 * trouble)) if rng.random() < 0.6 else 0.0,
        leaner=float(rng.uniform(0, 0.5)) if rng.random() < 0.3 else 0.0,
        glare=float(rng.uniform(0.2, 0.6 + 0.6 * trouble)) if bad[0] or bad[1] else 0.0,
        banding=float(rng.uniform(0.02, 0.12)) if bad[2] else 0.0,
        blur=float(rng.uniform(0.2, 0.75 + 0.5 * trouble)),
        defocus=float(rng.uniform(1.0, 1.6 + 1.6 * trouble)) if bad[3] else 0.0,
        motion=float(rng.uniform(1.5, 3.0 + 4.0 * trouble)) if bad[4] and not bad[3] else 0.0,
        noise=float(rng.gamma(2.0, 1.2 + 2.6 * dim)),
        grain=float(rng.uniform(0, 1.1)) if rng.random() < 0.5 else 0.0,
        grey=bool(rng.random() < 0.12),
        quality=int(rng.integers(60, 96)),
    )


def shine(
    picture: Picture, gloss: NDArray[np.uint8] | None, light: Light, rng: Generator
) -> Picture:
    """Light a drawn table.

    gloss (h,w): how much each pixel mirrors the lamps, 100 = usual for a card; None = table only.
    """
    h, w = picture.shape[:2]
    picture = _lens(picture, light, rng)
    field = cv2.resize(_lit(light, (w // 8, h // 8), rng), (w, h)) * np.float32(light.contrast)
    spots = cv2.resize(_lamps(light, (w // 8, h // 8), rng), (w, h)) if light.glare else None
    plain = int(rng.uniform(5, 70))
    grains = _grains(light, w, rng) if light.noise else None
    tint = np.array(light.tint, np.float32)
    lift = np.float32(128 * (1 - light.contrast))
    out = np.empty_like(picture)
    for y in range(0, h, _STRIP):
        rows = slice(y, min(y + _STRIP, h))
        strip = picture[rows] * field[rows, :, None]
        strip *= tint
        strip += lift
        if spots is not None:
            shiny = plain if gloss is None else np.maximum(gloss[rows], plain)
            strip += (spots[rows] * shiny)[..., None]
        if grains is not None:
            start = int(rng.integers(0, _STRIP))
            strip += grains[start : start + len(strip), :: rng.choice((-1, 1))]
        np.clip(strip, 0, 255, out=strip)
        out[rows] = strip
    return _filed(out, light)


def _lit(light: Light, size: tuple[int, int], rng: Generator) -> Field:
    """How brightly each place is lit: unevenness, vignette, bands of a 50 Hz tube, a shadow."""
    w, h = size
    field = 1 + light.falloff * 0.6 * noise(rng, size, (w / 2.2, h / 2.2))
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    if light.vignette:
        far = ((xs / w - 0.5) ** 2 + (ys / h - 0.5) ** 2) * 2
        field *= 1 - light.vignette * far
    if light.banding:
        rows = np.sin(np.arange(h) * rng.uniform(0.1, 0.8) + rng.uniform(0, 6))
        field *= 1 + light.banding * rows[:, None].astype(np.float32)
    if light.leaner:
        at, reach = (rng.uniform(0, w), rng.uniform(0, h)), rng.uniform(0.07, 0.3) * w
        near = np.hypot(xs - at[0], ys - at[1]) / reach
        edge = rng.uniform(4, 14)
        field *= 1 - light.leaner / (1 + np.exp(np.clip((near - 1) * edge, -30, 30)))
    return np.asarray(np.clip(field, 0.25, 1.7) * light.exposure, np.float32)


def _lamps(light: Light, size: tuple[int, int], rng: Generator) -> Field:
    """Mirrored lamps: blobs and tubes, in grey values per unit of gloss."""
    w, h = size
    spot = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        at = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
        axes = (int(rng.uniform(0.01, 0.16) * w) + 1, int(rng.uniform(0.01, 0.1) * w) + 1)
        cv2.ellipse(spot, at, axes, rng.uniform(0, 180), 0, 360, float(rng.uniform(0.3, 1)), -1)
    spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), rng.uniform(0.006, 0.05) * w), np.float32)
    return spot * np.float32(1.9 * light.glare)


def _grains(light: Light, width: int, rng: Generator) -> Field:
    """A tile of sensor noise, twice a strip high: mostly in brightness, some in colour."""
    tile = rng.standard_normal((2 * _STRIP, width, 3), dtype=np.float32)
    tile *= np.float32(light.noise * 0.7)
    tile += tile[::-1, :, 1:2]
    if light.grain > 0.3:  # noise as small cameras smooth it
        tile = np.asarray(cv2.GaussianBlur(tile, (0, 0), light.grain), np.float32)
        tile *= np.float32(1 + 0.9 * light.grain)
    return tile


def _lens(picture: Picture, light: Light, rng: Generator) -> Picture:
    """Blur, defocus and motion."""
    if light.blur > 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), light.blur), np.uint8)
    if light.defocus >= 1:
        n = 2 * int(np.ceil(light.defocus)) + 1
        ys, xs = np.mgrid[0:n, 0:n] - n // 2
        disc = np.clip(light.defocus + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
        picture = np.asarray(cv2.filter2D(picture, -1, disc / disc.sum()), np.uint8)
    if light.motion >= 1.5:
        n = int(light.motion) | 1
        kernel = np.zeros((n, n), np.float32)
        turn = rng.uniform(0, np.pi)
        reach = np.array([np.cos(turn), np.sin(turn)]) * (n - 1) / 2
        a, b = (n - 1) / 2 - reach, (n - 1) / 2 + reach
        cv2.line(kernel, a.round().astype(int).tolist(), b.round().astype(int).tolist(), 1.0)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8)
    return picture


def _filed(picture: Picture, light: Light) -> Picture:
    """Grey where the camera is, and through a JPEG file."""
    if light.grey:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        picture = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if light.quality < 95:
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, light.quality])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture
