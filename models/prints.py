"""Printed and written things of a household: money, packs, phones, pages, receipts, keyboards."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.scribble import ink_on, sign, word

Picture = NDArray[np.uint8]


def any_ink(rng: Generator, low: int = 0, high: int = 255) -> tuple[int, int, int]:
    """A random colour, BGR."""
    b, g, r = rng.integers(low, high, 3)
    return int(b), int(g), int(r)


def _note(rng: Generator) -> Picture:
    """Paper money: tint, fine lines, frame, an oval head, a few figures."""
    tint = np.array(any_ink(rng, 90, 220), np.float32)
    ys, xs = np.mgrid[0:150, 0:320].astype(np.float32)
    waves = np.sin((xs + 8 * np.sin(ys / rng.uniform(4, 12))) * rng.uniform(0.5, 1.4))
    art = tint + (waves * rng.uniform(0, 16))[..., None]
    out = np.asarray(np.clip(art + rng.normal(0, 5, (150, 320, 1)), 0, 255), np.uint8)
    dark = tuple(int(c * 0.55) for c in tint)
    cv2.rectangle(out, (8, 8), (311, 141), dark, int(rng.integers(1, 4)))
    cv2.ellipse(out, (225, 75), (32, 44), 0, 0, 360, dark, -1, cv2.LINE_AA)
    cv2.putText(out, str(rng.choice([1, 5, 10, 20, 50, 100])), (20, 60),
                cv2.FONT_HERSHEY_SIMPLEX, 1.4, dark, 3, cv2.LINE_AA)  # fmt: skip
    for x in range(30, 180, 36):
        cv2.rectangle(out, (x, 85), (x + 24, 115), dark, 2)
    return out


def _pack(rng: Generator) -> Picture:
    """A printed box: blocks of colour, a word, a ring."""
    out = np.full((220, 140, 3), any_ink(rng), np.uint8)
    for _ in range(int(rng.integers(1, 6))):
        x, y = rng.integers(0, 120), rng.integers(0, 200)
        w, h = rng.integers(10, 120), rng.integers(6, 60)
        cv2.rectangle(out, (int(x), int(y)), (int(x + w), int(y + h)), any_ink(rng), -1)
    ink_on(out, word(rng), any_ink(rng), (70, 130), 26)
    cv2.circle(out, (70, 60), int(rng.integers(12, 40)), any_ink(rng), 3, cv2.LINE_AA)
    if rng.random() < 0.4:
        ink_on(out, sign(rng), any_ink(rng), (70, 60), rng.uniform(30, 70))
    return out


def _phone(rng: Generator) -> Picture:
    """A phone or a screen with bars and lines of text."""
    out = np.full((300, 150, 3), 18, np.uint8)
    cv2.rectangle(out, (8, 10), (141, 289), any_ink(rng, 60, 255), -1)
    for y in range(24, 280, int(rng.integers(14, 40))):
        cv2.rectangle(out, (18, y), (int(rng.integers(40, 132)), y + 8), any_ink(rng), -1)
    return out


def _paper(rng: Generator) -> Picture:
    """White paper with handwriting-like strokes: the hardest thing to tell from a card."""
    out = np.full((260, int(rng.integers(70, 220)), 3), int(rng.integers(215, 252)), np.uint8)
    for y in range(20, 240, int(rng.integers(18, 40))):
        x = 12
        while x < out.shape[1] - 20:
            points = np.cumsum(rng.integers(-7, 8, (5, 2)), 0) + np.array([x, y])
            ink = (30, 30, 190) if rng.random() < 0.15 else (40, 40, 40)
            cv2.polylines(out, [points.astype(np.int32)], False, ink, int(rng.integers(1, 4)))
            x += int(rng.integers(10, 26))
    return out


def _page(rng: Generator) -> Picture:
    """A printed page: words or characters in lines, with a heading."""
    out = np.full((420, 300, 3), int(rng.integers(215, 252)), np.uint8)
    ink = (30, 30, 180) if rng.random() < 0.1 else (int(rng.integers(15, 80)),) * 3
    latin, pitch = rng.random() < 0.5, float(rng.uniform(14, 30))
    heads = [word(rng) if latin else sign(rng) for _ in range(14)]
    y = 24.0
    if rng.random() < 0.5:
        for i in range(int(rng.integers(2, 6))):
            ink_on(out, sign(rng), ink, (60 + i * 48, y + 12), 38)
        y += 60
    while y < 400:
        x, stop = 20.0, rng.uniform(150, 285)
        while x < stop:
            mask = heads[int(rng.integers(len(heads)))]
            wide = mask.shape[1] * 0.62 * pitch / mask.shape[0]
            ink_on(out, mask, ink, (x + wide / 2, y), 0.62 * pitch)
            x += wide + (0.4 if latin else 0.12) * pitch
        y += pitch
    return out


def _receipt(rng: Generator) -> Picture:
    """A long slip with a column of words and one of numbers."""
    out = np.full((420, 150, 3), int(rng.integers(225, 254)), np.uint8)
    ink = (int(rng.integers(60, 130)),) * 3
    ink_on(out, word(rng), ink, (75, 24), 22)
    for y in range(56, 400, int(rng.integers(14, 24))):
        if rng.random() < 0.85:
            ink_on(out, word(rng)[:, :110], ink, (45, y), 10)
            ink_on(out, word(rng, digits=True)[:, :70], ink, (122, y), 10)
    return out


def _keyboard(rng: Generator) -> Picture:
    """Rows of keys with a letter on each."""
    out = np.full((190, 480, 3), int(rng.integers(15, 230)), np.uint8)
    key, ink = (230, 40) if rng.random() < 0.5 else (35, 220)
    for row in range(5):
        for column in range(12):
            x, y = 10 + column * 38 + 5 * (row % 3), 8 + row * 36
            cv2.rectangle(out, (x, y), (x + 31, y + 30), (key,) * 3, -1)
            letter = chr(int(rng.integers(65, 91)))
            cv2.putText(out, letter, (x + 8, y + 21), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (ink,) * 3, 1)
    return out


# how each is drawn, and how wide and tall it is in mm
PRINTS: tuple[tuple[Callable[[Generator], Picture], float, float], ...] = (
    (_note, 150, 72),
    (_note, 150, 72),
    (_pack, 58, 90),
    (_phone, 74, 150),
    (_paper, 80, 130),
    (_page, 120, 168),
    (_receipt, 56, 157),
    (_keyboard, 280, 110),
)
