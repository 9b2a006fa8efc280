"""A printed deck: stock, inks, glyphs at both ends, backs; drawn once, laid down many times."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.cards import Card
from models.adorn import border, ornament, wear
from models.backs import print_back

Texture = NDArray[np.uint8]
Art = NDArray[np.float32]
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


def round_corners(width: int, length: int, radius: float) -> NDArray[np.uint8]:
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


def _stock(rng: Generator) -> Art:
    """The colour of the card (BGR): white plastic, cream, grey paper, yellowed."""
    tone = rng.uniform(212, 253)
    yellow = rng.choice([0.0, rng.uniform(0, 14), rng.uniform(10, 48)], p=[0.35, 0.4, 0.25])
    cold = rng.uniform(0, 8) if rng.random() < 0.25 else 0.0
    return np.array([tone - yellow, tone - yellow * rng.uniform(0.1, 0.5), tone - cold], np.float32)


def _inks(rng: Generator) -> tuple[Art, Art]:
    """The black and the red of a deck, BGR; now and then faded or another dark colour."""
    black = np.full(3, rng.uniform(5, 70), np.float32)
    if rng.random() < 0.12:  # blue, green or brown for black
        black += rng.uniform(0, 70, 3).astype(np.float32) * (rng.random(3) < 0.4)
    red = np.array([rng.uniform(10, 85), rng.uniform(8, 75), rng.uniform(135, 235)], np.float32)
    return black, red


def _edge(rng: Generator, art: Art, near: Art, stock: Art, seam: float) -> None:
    """How the cut edge differs from the print, in place: darker, or white as the stock."""
    if seam <= 0:
        return
    if rng.random() < 0.7:
        art *= 1 - np.float32(seam) * near[..., None]
    else:
        art += (np.minimum(stock + 22, 255) - art) * np.clip(near * np.float32(2 * seam), 0, 1)[
            ..., None
        ]


def print_deck(rng: Generator, glyph: GlyphMask) -> Deck:
    """Print a deck from a seed; `glyph(card, height_px)` gives the tight ink mask of a face."""
    ratio = rng.uniform(3.0, 4.4)
    short = SHORT_MM * rng.uniform(0.85, 1.2)
    width = WIDTHS[0]
    length = round(width * ratio)
    corner = width * rng.choice(
        [rng.uniform(0.06, 0.25), rng.uniform(0.25, 0.5), 0.02], p=[0.6, 0.32, 0.08]
    )
    alpha = round_corners(width, length, corner)
    inside = cv2.distanceTransform((alpha > 127).astype(np.uint8), cv2.DIST_L2, 3)
    near = np.exp(-inside / np.float32(rng.uniform(0.8, 2.2))).astype(np.float32)
    seam = float(rng.choice([0.0, rng.uniform(0.0, 0.15), rng.uniform(0.1, 0.45)]))
    stock, (black, red) = _stock(rng), _inks(rng)
    glyph_at = rng.uniform(0.40, 0.72)
    box_w = rng.uniform(0.58, 0.92)
    box_h = min(rng.uniform(0.62, 1.2), 2 * glyph_at - 0.06)
    free = ((glyph_at + box_h / 2 + 0.04) * width, length / 2)
    bordered, adorned = rng.random() < 0.2, rng.random() < 0.35
    worn = float(rng.choice([rng.uniform(0, 0.3), rng.uniform(0.3, 1.2)], p=[0.65, 0.35]))
    same = int(rng.integers(1 << 31))  # what all faces have alike

    faces, inks = [], []
    for card in Card:
        face = np.tile(stock, (length, width, 1))
        colour = red if card.red else black
        if bordered:
            border(np.random.default_rng(same), face, colour)
        if adorned:
            ornament(np.random.default_rng(same), face, (colour, red), free)
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
        face = np.asarray(face * (1 - cover) + colour * cover, np.float32)
        wear(rng, face, near, worn)
        _edge(np.random.default_rng(same), face, near, stock, seam)
        faces.append(np.dstack([np.clip(face, 0, 255).astype(np.uint8), alpha]))
    back = print_back(rng, width, length)
    wear(rng, back, near, worn)
    _edge(rng, back, near, stock, seam if rng.random() < 0.5 else rng.uniform(0, 0.5))
    whole = np.dstack([np.clip(back, 0, 255).astype(np.uint8), alpha])

    def level(texture: Texture, w: int) -> Texture:
        size = (w, round(w * ratio))
        return np.asarray(cv2.resize(texture, size, interpolation=cv2.INTER_AREA), np.uint8)

    return Deck(
        card_mm=(short * ratio, short),
        faces=tuple(tuple(level(f, w) for f in faces) for w in WIDTHS),
        backs=tuple(level(whole, w) for w in WIDTHS),
        ink=tuple(inks),
        glyph_at=glyph_at,
    )
