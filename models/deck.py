"""A printed deck: stock, inks, glyphs at both ends, backs; drawn once, laid down many times."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.cards import Card

Texture = NDArray[np.uint8]
GlyphMask = Callable[[Card, int], NDArray[np.uint8]]

WIDTHS = (96, 64, 44, 30, 20)  # px: one texture of each card for every scale it may be seen at
SHORT_MM = 22.0


@dataclass(frozen=True)
class Deck:
    """The look of one deck.

    card_mm (length, width); faces[level][card] and backs[level]: BGRA textures, end A up, of
    WIDTHS[level] px width; ink[card]: (K,2) points on the glyph of end A, as fractions of the
    card's width and length; glyph_at: distance of the glyph's middle from its end, in widths.
    """

    card_mm: tuple[float, float]
    faces: tuple[tuple[Texture, ...], ...]
    backs: tuple[Texture, ...]
    ink: tuple[NDArray[np.float32], ...]
    glyph_at: float


def _round_corners(width: int, length: int, radius: float) -> NDArray[np.uint8]:
    """The alpha of a card with rounded corners."""
    big = 4
    out = np.zeros((length * big, width * big), np.uint8)
    r, w, h = int(radius * big), width * big, length * big
    cv2.rectangle(out, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(out, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(out, (x, y), r, 255, -1)
    return np.asarray(cv2.resize(out, (width, length), interpolation=cv2.INTER_AREA), np.uint8)


def _rim(alpha: NDArray[np.uint8], strength: float) -> NDArray[np.float32]:
    """Darkening towards the card's edge, (L,W,1) in 0…1."""
    near = cv2.distanceTransform((alpha > 127).astype(np.uint8), cv2.DIST_L2, 3)
    return np.asarray(1 - strength * np.exp(-near / 1.6), np.float32)[..., None]


def _back(rng: Generator, width: int, length: int) -> NDArray[np.float32]:
    hue = rng.choice([0, 0, 2, 175, 110, 115, 60, 20, rng.uniform(0, 180)])
    grey = rng.random() < 0.15
    hsv = np.array([[[hue, 0 if grey else rng.uniform(90, 245), rng.uniform(50, 215)]]], np.uint8)
    colour = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    out = np.tile(colour, (length, width, 1)).astype(np.float32)
    second = np.clip(colour + rng.uniform(-110, 140), 0, 255)
    ys, xs = np.mgrid[0:length, 0:width].astype(np.float32)
    pitch = rng.uniform(0.08, 0.35) * width
    kind = rng.integers(6)
    if kind == 1:  # lattice
        on = (np.abs((xs + ys) % pitch) < 1.6) | (np.abs((xs - ys) % pitch) < 1.6)
        out[on] = second
    elif kind == 2:  # dots
        out[
            ((xs % pitch) - pitch / 2) ** 2 + ((ys % pitch) - pitch / 2) ** 2 < (pitch / 4) ** 2
        ] = second
    elif kind == 3:  # stripes
        out[(ys % pitch) < pitch / 3] = second
    if rng.random() < 0.25:  # a white frame
        m = int(width * rng.uniform(0.04, 0.1)) + 1
        frame = np.ones((length, width), bool)
        frame[m:-m, m:-m] = False
        out[frame] = 235
    return out


def _ornament(rng: Generator, face: NDArray[np.float32], ink: NDArray[np.float32]) -> None:
    """A small device in the middle of the face, as some decks have."""
    length, width = face.shape[:2]
    colour = [float(c) for c in ink]
    for _ in range(int(rng.integers(1, 7))):
        at = (
            int(width * rng.uniform(0.25, 0.75)),
            int(length * 0.5 + width * rng.uniform(-0.7, 0.7)),
        )
        axes = (int(width * rng.uniform(0.02, 0.16)) + 1, int(width * rng.uniform(0.02, 0.16)) + 1)
        thick = -1 if rng.random() < 0.5 else 2
        cv2.ellipse(face, at, axes, rng.uniform(0, 180), 0, 360, colour, thick)


def print_deck(rng: Generator, glyph: GlyphMask) -> Deck:
    """Print a deck from a seed; `glyph(card, height_px)` gives the tight ink mask of a face."""
    ratio = rng.uniform(3.1, 4.5)
    short = SHORT_MM * rng.uniform(0.85, 1.2)
    width = WIDTHS[0]
    length = round(width * ratio)
    corner = width * rng.choice(
        [rng.uniform(0.08, 0.25), rng.uniform(0.25, 0.5), 0.02], p=[0.65, 0.3, 0.05]
    )
    alpha = _round_corners(width, length, corner)
    rim = _rim(alpha, rng.uniform(0.0, 0.4))
    stock = np.array([rng.uniform(215, 252)] * 3, np.float32)
    stock -= np.array([rng.uniform(0, 30), rng.uniform(0, 10), 0], np.float32) * rng.random()
    black = np.full(3, rng.uniform(5, 70), np.float32)
    red = np.array([rng.uniform(15, 80), rng.uniform(10, 70), rng.uniform(140, 225)], np.float32)
    glyph_at = rng.uniform(0.42, 0.74)
    box_w = rng.uniform(0.58, 0.92)
    box_h = min(rng.uniform(0.62, 1.2), 2 * glyph_at - 0.08)
    bordered, adorned = rng.random() < 0.2, rng.random() < 0.2
    wear = rng.uniform(0, 7)
    ornament_seed = int(rng.integers(1 << 31))

    faces, inks = [], []
    for card in Card:
        face = np.tile(stock, (length, width, 1))
        colour = red if card.red else black
        if bordered:
            m = int(width * 0.06)
            cv2.rectangle(
                face, (m, m), (width - 1 - m, length - 1 - m), [float(c) for c in colour], 2
            )
        if adorned:
            _ornament(np.random.default_rng(ornament_seed), face, colour)
        mask = glyph(card, int(width * 1.1))
        scale = min(box_w * width / mask.shape[1], box_h * width / mask.shape[0])
        size = (max(3, round(mask.shape[1] * scale)), max(3, round(mask.shape[0] * scale)))
        mask = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
        x0 = (width - size[0]) // 2
        y0 = max(1, round(glyph_at * width - size[1] / 2))
        cover = np.zeros((length, width), np.float32)
        cover[y0 : y0 + size[1], x0 : x0 + size[0]] = mask.astype(np.float32) / 255
        ys, xs = np.nonzero(cover > 0.5)
        pick = rng.integers(0, len(ys), 48) if len(ys) else np.zeros(48, int)
        inks.append(np.stack([xs[pick] / width, ys[pick] / length], 1).astype(np.float32))
        cover = np.maximum(cover, cover[::-1, ::-1])[..., None]
        face = face * (1 - cover) + colour * cover
        face += cv2.resize(rng.normal(0, wear, (length // 8, width // 8)).astype(np.float32),
                           (width, length))[..., None]  # fmt: skip
        faces.append(np.dstack([np.clip(face * rim, 0, 255).astype(np.uint8), alpha]))
    back = np.dstack([np.clip(_back(rng, width, length) * rim, 0, 255).astype(np.uint8), alpha])

    def level(texture: Texture, w: int) -> Texture:
        size = (w, round(w * ratio))
        return np.asarray(cv2.resize(texture, size, interpolation=cv2.INTER_AREA), np.uint8)

    return Deck(
        card_mm=(short * ratio, short),
        faces=tuple(tuple(level(f, w) for f in faces) for w in WIDTHS),
        backs=tuple(level(back, w) for w in WIDTHS),
        ink=tuple(inks),
        glyph_at=glyph_at,
    )
