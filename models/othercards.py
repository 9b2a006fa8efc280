"""Cards and tiles of other games, and strips with invented characters: nothing to be read."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.backs import print_back
from models.deck import round_corners
from models.scribble import flower, ink_on, sign, word

Art = NDArray[np.float32]
Mask = NDArray[np.uint8]
Print = NDArray[np.uint8]  # (h,w,4) BGRA
Colour = tuple[float, float, float]

SCALE = 3.0  # px a mm in which everything is drawn
_STRONG: tuple[Colour, ...] = (
    (40, 40, 200), (30, 30, 30), (60, 140, 30), (140, 40, 110), (190, 90, 20), (20, 130, 220),
)  # fmt: skip


def _blank(rng: Generator, width: float, length: float) -> Art:
    tone = rng.uniform(215, 253)
    stock = np.array([tone - rng.uniform(0, 25), tone - rng.uniform(0, 8), tone], np.float32)
    return np.tile(stock, (round(length * SCALE), round(width * SCALE), 1))


def _cut(art: Art, radius: float) -> Print:
    """The card with round corners (radius in mm)."""
    alpha = round_corners(art.shape[1], art.shape[0], radius * SCALE)
    return np.dstack([np.clip(art, 0, 255).astype(np.uint8), alpha])


def _strong(rng: Generator, among: int = 6) -> Colour:
    return _STRONG[int(rng.integers(among))]


def _suit(kind: int) -> Mask:
    """A heart, spade, diamond or club, 64 px."""
    out = np.zeros((64, 64), np.uint8)
    if kind == 0:
        for x in (20, 44):
            cv2.circle(out, (x, 22), 14, 255, -1, cv2.LINE_AA)
        cv2.fillPoly(out, [np.array([[8, 29], [56, 29], [32, 60]])], 255, cv2.LINE_AA)
    elif kind == 1:
        for x in (20, 44):
            cv2.circle(out, (x, 38), 13, 255, -1, cv2.LINE_AA)
        cv2.fillPoly(out, [np.array([[9, 32], [55, 32], [32, 4]])], 255, cv2.LINE_AA)
        cv2.fillPoly(out, [np.array([[32, 36], [40, 62], [24, 62]])], 255, cv2.LINE_AA)
    elif kind == 2:
        cv2.fillPoly(out, [np.array([[32, 3], [54, 32], [32, 61], [10, 32]])], 255, cv2.LINE_AA)
    else:
        for at in ((32, 17), (18, 37), (46, 37)):
            cv2.circle(out, at, 13, 255, -1, cv2.LINE_AA)
        cv2.fillPoly(out, [np.array([[32, 34], [40, 62], [24, 62]])], 255, cv2.LINE_AA)
    return out


def western(rng: Generator) -> Print:
    """Two indices, pips or a court figure."""
    art = _blank(rng, 60, 88)
    h, w = art.shape[:2]
    kind = int(rng.integers(4))
    ink: Colour = (35, 30, 195) if kind in (0, 2) else (25, 25, 25)
    suit, count = _suit(kind), int(rng.integers(1, 14))
    index = np.zeros((40, 54), np.uint8)
    name = "A23456789TJQK"[count - 1]
    cv2.putText(index, "10" if name == "T" else name, (2, 34), cv2.FONT_HERSHEY_DUPLEX, 1.2, 255, 3)
    for _ in range(2):
        ink_on(art, index, ink, (0.13 * w, 0.1 * h), rng.uniform(0.09, 0.13) * h)
        ink_on(art, suit, ink, (0.11 * w, 0.21 * h), 0.08 * h)
        art = np.ascontiguousarray(art[::-1, ::-1])
    if count <= 10:
        columns = (0.5,) if count < 4 else (0.3, 0.7)
        rows = -(-count // len(columns))
        for i in range(count):
            x = columns[i % len(columns)]
            y = 0.2 + 0.6 * ((i // len(columns) + 0.5) / rows)
            ink_on(art, suit if y < 0.5 else suit[::-1], ink, (x * w, y * h), 0.16 * h)
    else:
        _court(rng, art)
    return _cut(art, 3.0)


def _court(rng: Generator, art: Art) -> None:
    """A figure out of coloured patches, the same from both ends."""
    h, w = art.shape[:2]
    x0, x1, y0 = int(0.22 * w), int(0.78 * w), int(0.1 * h)
    for _ in range(int(rng.integers(8, 18))):
        points = np.stack([rng.uniform(x0, x1, 4), rng.uniform(y0, 0.5 * h, 4)], 1)
        cv2.fillPoly(art, [points.astype(np.int32)], _strong(rng))
    cv2.circle(art, (w // 2, int(0.22 * h)), int(0.1 * w), (150, 180, 215), -1, cv2.LINE_AA)
    for x in (-0.04, 0.04):
        cv2.circle(art, (int(w * (0.5 + x)), int(0.21 * h)), 2, (20, 20, 20), -1)
    half = h // 2
    art[-half:, x0:x1] = art[:half, x0:x1][::-1, ::-1]
    cv2.rectangle(art, (x0, y0), (x1, h - y0), (60, 60, 60), 1)


def symbols(rng: Generator) -> Print:
    """One to three like shapes, filled, striped or outlined, in one colour."""
    art = _blank(rng, 57, 88)
    h, w = art.shape[:2]
    shape, fill, ink = int(rng.integers(4)), int(rng.integers(3)), _strong(rng)
    count = int(rng.integers(1, 4))
    wide, tall = 0.33 * w, 0.1 * h
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    c, s = np.cos(turns), np.sin(turns)
    outline = {
        0: np.stack([np.sign(c) * np.abs(c) ** 0.4, np.sign(s) * np.abs(s) ** 0.8], 1),  # oval
        1: np.stack([np.sign(c) * c * c, np.sign(s) * s * s], 1),  # diamond
        2: np.stack([c, s * 0.75 + 0.4 * np.sin(2.2 * c)], 1),  # squiggle
        3: np.stack([c, s], 1) * (1 + 0.25 * np.cos(5 * turns))[:, None],  # star
    }[shape]
    for i in range(count):
        y = h / 2 + (i - (count - 1) / 2) * 2.5 * tall
        points = (outline * (wide, tall) + (w / 2, y)).round().astype(np.int32)
        if fill == 0:
            cv2.fillPoly(art, [points], ink, cv2.LINE_AA)
        elif fill == 1:
            inside = np.zeros((h, w), np.uint8)
            cv2.fillPoly(inside, [points], 255)
            inside[:, :: int(rng.integers(2, 5))] = 0
            art[inside > 0] = art[inside > 0] * 0.4 + np.array(ink, np.float32) * 0.6
        cv2.polylines(art, [points], True, ink, int(rng.integers(2, 5)), cv2.LINE_AA)
    return _cut(art, 3.0)


def tile(rng: Generator) -> Print:
    """An ivory tile with a coloured side: circles, sticks, an invented character or a flower."""
    art = _blank(rng, 26, 38)
    h, w = art.shape[:2]
    art[-int(0.1 * h) :] = _strong(rng)
    art[-int(0.15 * h) : -int(0.1 * h)] *= 0.8
    kind, count = int(rng.integers(4)), int(rng.integers(2, 10))
    if kind == 0:
        for i in range(count):
            at = (int(w * (0.25 + 0.25 * (i % 3))), int(h * (0.16 + 0.26 * (i // 3))))
            cv2.circle(art, at, int(0.11 * w), _strong(rng, 3), int(rng.choice([-1, 3])))
    elif kind == 1:
        for i in range(max(count, 4)):  # two or three alone would be 二 and 三
            at = (int(w * (0.25 + 0.25 * (i % 3))), int(h * (0.1 + 0.26 * (i // 3))))
            cv2.line(art, at, (at[0], at[1] + int(0.17 * h)), _strong(rng, 3), int(0.08 * w))
    else:
        ink_on(art, sign(rng) if kind == 2 else flower(rng), _strong(rng, 3),
               (w / 2, 0.42 * h), 0.6 * h)  # fmt: skip
    return _cut(art, 3.0)


def domino(rng: Generator) -> Print:
    """Two halves with pips: black on white, or white and red on black."""
    art = _blank(rng, 24, 50)
    dark = rng.random() < 0.6
    if dark:
        art[:] = rng.uniform(10, 45)
    h, w = art.shape[:2]
    for half in (0, 1):
        spots = rng.permutation(9)[: int(rng.integers(0, 7))]
        for spot in spots:
            at = (int(w * (0.25 + 0.25 * (spot % 3))), int(h * (0.12 + 0.13 * (spot // 3))))
            at = (at[0], at[1] + half * h // 2)
            ink = (40, 40, 210) if rng.random() < 0.3 else (240,) * 3 if dark else (20,) * 3
            cv2.circle(art, at, int(0.09 * w), ink, -1, cv2.LINE_AA)
    cv2.line(art, (4, h // 2), (w - 5, h // 2), (240,) * 3 if dark else (60,) * 3, 2)
    return _cut(art, 2.0)


def coloured(rng: Generator) -> Print:
    """A card of one strong colour with a white oval and a number in it."""
    art = _blank(rng, 56, 87)
    h, w = art.shape[:2]
    m = int(0.06 * w)
    ink = _strong(rng)
    art[m : h - m, m : w - m] = ink
    axes = (int(0.28 * w), int(0.38 * h))
    cv2.ellipse(art, (w // 2, h // 2), axes, 25, 0, 360, (245,) * 3, -1, cv2.LINE_AA)
    digit = word(rng, digits=True)
    ink_on(art, digit[:, : digit.shape[0]], ink, (w / 2, h / 2), 0.25 * h)
    return _cut(art, 3.0)


def strip(rng: Generator) -> Print:
    """As narrow and white as a card of the game, but with other signs at its ends."""
    width = rng.uniform(19, 27)
    art = _blank(rng, width, width * rng.uniform(3.0, 4.4))
    h, w = art.shape[:2]
    ink, kind = _strong(rng, 2 if rng.random() < 0.7 else 6), int(rng.integers(5))
    at, tall = rng.uniform(0.4, 0.75) * w, rng.uniform(0.5, 0.95) * w
    if kind in (2, 3):
        tall *= 0.45
    mask = _mark(rng, kind)
    for _ in range(2):
        ink_on(art, mask, ink, (w / 2, at), tall)
        art = np.ascontiguousarray(art[::-1, ::-1])
    if rng.random() < 0.3:
        ink_on(art, sign(rng), ink, (w / 2, h / 2), rng.uniform(0.3, 0.9) * w)
    return _cut(art, rng.uniform(0.5, width / 2))


def _mark(rng: Generator, kind: int) -> Mask:
    """A character, a flower, a word, a number or a suit."""
    if kind in (0, 1):
        return (sign, flower)[kind](rng)
    return word(rng, digits=kind == 3) if kind < 4 else _suit(int(rng.integers(4)))


def back(rng: Generator) -> Print:
    """The back of a broad card."""
    return _cut(print_back(rng, round(60 * SCALE), round(88 * SCALE)), 3.0)


OTHER_CARDS: tuple[Callable[[Generator], Print], ...] = (
    western, symbols, tile, domino, coloured, strip, strip,
)  # fmt: skip
