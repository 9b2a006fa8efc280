"""Writing that is no face of the game: invented characters, words, ornaments, and inking them."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.glyph_shapes import Form, Recipe, drawn
from models.glyphs import fonts

Mask = NDArray[np.uint8]
Art = NDArray[np.float32] | NDArray[np.uint8]
Ink = tuple[float, ...] | NDArray[np.float32]

_PARTS = "大目日木津汁聿"
_LATIN = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX,
          cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX)  # fmt: skip


def ink_on(art: Art, mask: Mask, colour: Ink, at: tuple[float, float], height: float) -> None:
    """Print a mask, centred at (x, y) and `height` px tall, in place; what juts out is cut off."""
    scale = height / mask.shape[0]
    size = (max(1, round(mask.shape[1] * scale)), max(1, round(height)))
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    x0, y0 = round(at[0] - size[0] / 2), round(at[1] - size[1] / 2)
    left, top = max(0, -x0), max(0, -y0)
    part = art[max(0, y0) : max(0, y0 + size[1]), max(0, x0) : max(0, x0 + size[0])]
    small = small[top : top + part.shape[0], left : left + part.shape[1]]
    if small.size:
        cover = small.astype(np.float32)[..., None] / 255
        part[:] = part * (1 - cover) + np.asarray(colour, np.float32) * cover


def sign(rng: Generator) -> Mask:
    """An invented character (h,w): parts of real ones put together, or strokes alone."""
    if rng.random() < 0.35:
        return _strokes(rng)
    pool = [f for f in fonts().values() if not f.held_out and set(_PARTS[:4]) <= set(f.glyphs)]
    font = pool[int(rng.integers(len(pool)))]
    usable = [p for p in _PARTS if p in font.glyphs]
    parts = [drawn(Recipe(font.key, Form.PLAIN, usable[i]))
             for i in rng.integers(0, len(usable), 2)]  # fmt: skip
    beside = rng.random() < 0.6
    cut = rng.uniform(0.35, 0.6)
    out = np.zeros((112, 112), np.uint8)
    for part, (low, high) in zip(parts, ((0.0, cut), (cut, 1.0)), strict=True):
        a, b = int(low * 112) + 3, int(high * 112) - 3
        size = (b - a, 106) if beside else (106, b - a)
        small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        if beside:
            out[3:109, a:b] = small
        else:
            out[a:b, 3:109] = small
    return out


def _strokes(rng: Generator) -> Mask:
    out = np.zeros((112, 112), np.uint8)
    for _ in range(int(rng.integers(5, 12))):
        level = rng.random() < 0.5
        turn = (0 if level else np.pi / 2) + rng.normal(0, 0.35)
        way = np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(12, 48)
        at = rng.uniform(22, 90, 2)
        bow = rng.normal(0, 6, 2)
        points = np.array([at - way, at + bow, at + way]).round().astype(np.int32)
        cv2.polylines(out, [points], False, 255, int(rng.integers(4, 13)), cv2.LINE_AA)
    return out


def word(rng: Generator, digits: bool = False) -> Mask:
    """A Latin word or a number (h,w), tight enough."""
    # no 1, I or dash: turned by a quarter they would be 一 and 二
    signs = "023456789." if digits else "ABCDEFGHKLMNOPRSTUVWYZabcdefghkmnoprstuvwy"
    text = "".join(signs[i] for i in rng.integers(0, len(signs), int(rng.integers(2, 9))))
    font, thick = _LATIN[int(rng.integers(len(_LATIN)))], int(rng.integers(1, 4))
    (w, h), low = cv2.getTextSize(text, font, 1.2, thick)
    out = np.zeros((h + low + 4, w + 4), np.uint8)
    cv2.putText(out, text, (2, h + 1), font, 1.2, 255, thick, cv2.LINE_AA)
    return out


def flower(rng: Generator, size: int = 96) -> Mask:
    """A flower or a star seen from above (size,size)."""
    out = np.zeros((size, size), np.uint8)
    petals, middle = int(rng.integers(4, 9)), size // 2
    far, long, broad = rng.uniform(0.2, 0.28), rng.uniform(0.12, 0.2), rng.uniform(0.06, 0.13)
    thick = -1 if rng.random() < 0.6 else int(rng.integers(2, 5))
    for turn in np.arange(petals) * 360 / petals:
        c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        at = (int(middle + c * far * size), int(middle + s * far * size))
        axes = (int(long * size), int(broad * size))
        cv2.ellipse(out, at, axes, turn, 0, 360, 255, thick, cv2.LINE_AA)
    cv2.circle(out, (middle, middle), int(rng.uniform(0.04, 0.12) * size), 255, thick, cv2.LINE_AA)
    return out


def scroll(rng: Generator, size: int = 96) -> Mask:
    """A spiral tendril (size,size)."""
    out = np.zeros((size, size), np.uint8)
    turns = np.linspace(0, rng.uniform(1.5, 3.5) * np.pi, 40)
    grow = np.linspace(0.06, 0.46, 40)
    points = np.stack([np.cos(turns) * grow, np.sin(turns) * grow], 1) * size + size / 2
    thick = int(rng.integers(3, 8))
    cv2.polylines(out, [points.round().astype(np.int32)], False, 255, thick, cv2.LINE_AA)
    return out
