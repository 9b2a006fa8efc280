"""Things that lie on a card table or reach over it: money, packs, bowls, cups, phones, arms."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Quad = NDArray[np.float32]


def _ink(rng: Generator, low: int = 0, high: int = 255) -> tuple[int, int, int]:
    b, g, r = rng.integers(low, high, 3)
    return int(b), int(g), int(r)


def _quad(rng: Generator, at: NDArray[np.float32], w: float, h: float) -> Quad:
    turn = rng.uniform(0, 2 * np.pi)
    u = np.array([np.cos(turn), np.sin(turn)]) * w / 2
    v = np.array([-np.sin(turn), np.cos(turn)]) * h / 2
    return np.array([at - u - v, at + u - v, at + u + v, at - u + v], np.float32)


def _flat(picture: Picture, art: Picture, quad: Quad) -> None:
    """Lay a rectangular print onto the picture."""
    h, w = art.shape[:2]
    turn = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad)
    size = (picture.shape[1], picture.shape[0])
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, size)
    if x1 <= x0 or y1 <= y0:
        return
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64)
    roi = (int(x1 - x0), int(y1 - y0))
    laid = cv2.warpPerspective(art, shift @ turn, roi, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((h, w), 255, np.uint8), shift @ turn, roi)
    part = picture[y0:y1, x0:x1]
    dark = cv2.GaussianBlur(mask, (0, 0), 4).astype(np.float32)[..., None] / 255
    part[:] = (part * (1 - 0.35 * dark)).astype(np.uint8)
    part[mask > 127] = laid[mask > 127]


def _note(rng: Generator) -> Picture:
    """Paper money: tint, frame, an oval head, a few figures."""
    tint = np.array(_ink(rng, 90, 220), np.float32)
    art = np.tile(tint, (150, 320, 1)) + rng.normal(0, 6, (150, 320, 1))
    out = np.clip(art, 0, 255).astype(np.uint8)
    dark = tuple(int(c * 0.55) for c in tint)
    cv2.rectangle(out, (8, 8), (311, 141), dark, int(rng.integers(1, 4)))
    cv2.ellipse(out, (225, 75), (32, 44), 0, 0, 360, dark, -1)
    cv2.putText(out, str(rng.choice([1, 5, 10, 20, 50, 100])), (20, 60),
                cv2.FONT_HERSHEY_SIMPLEX, 1.4, dark, 3)  # fmt: skip
    for x in range(30, 180, 36):
        cv2.rectangle(out, (x, 85), (x + 24, 115), dark, 2)
    return out


def _pack(rng: Generator) -> Picture:
    """A printed box: blocks of colour, a word, a ring."""
    out = np.full((220, 140, 3), _ink(rng), np.uint8)
    for _ in range(int(rng.integers(1, 6))):
        x, y = rng.integers(0, 120), rng.integers(0, 200)
        w, h = rng.integers(10, 120), rng.integers(6, 60)
        cv2.rectangle(out, (int(x), int(y)), (int(x + w), int(y + h)), _ink(rng), -1)
    word = "".join(chr(c) for c in rng.integers(65, 91, rng.integers(2, 7)))
    cv2.putText(out, word, (12, 130), cv2.FONT_HERSHEY_DUPLEX, 0.9, _ink(rng), 2)
    cv2.circle(out, (70, 60), int(rng.integers(12, 40)), _ink(rng), 3)
    return out


def _phone(rng: Generator) -> Picture:
    """A phone or a screen with bars and lines of text."""
    out = np.full((300, 150, 3), 18, np.uint8)
    cv2.rectangle(out, (8, 10), (141, 289), _ink(rng, 60, 255), -1)
    for y in range(24, 280, int(rng.integers(14, 40))):
        cv2.rectangle(out, (18, y), (int(rng.integers(40, 132)), y + 8), _ink(rng), -1)
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


def _playing_card(rng: Generator) -> Picture:
    """A card of some other game: white stock, one sign in two corners, pips."""
    out = np.full((210, 140, 3), int(rng.integers(225, 255)), np.uint8)
    ink = (30, 30, 200) if rng.random() < 0.5 else (25, 25, 25)
    sign = str(rng.choice(list("23456789JQKA")))
    cv2.putText(out, sign, (8, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.1, ink, 3)
    out = np.ascontiguousarray(out[::-1, ::-1])
    cv2.putText(out, sign, (8, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.1, ink, 3)
    for _ in range(int(rng.integers(1, 9))):
        at = (int(rng.integers(40, 100)), int(rng.integers(40, 170)))
        cv2.circle(out, at, int(rng.integers(6, 16)), ink, -1)
    return out


_PRINTS: tuple[tuple[Callable[[Generator], Picture], float, float], ...] = (
    (_note, 150, 72),
    (_pack, 58, 90),
    (_phone, 74, 150),
    (_paper, 80, 130),
    (_playing_card, 60, 88),
)


def _bowl(picture: Picture, rng: Generator, at: NDArray[np.float32], radius: float) -> None:
    centre = (int(at[0]), int(at[1]))
    cv2.circle(picture, (centre[0] + 4, centre[1] + 5), int(radius * 1.05), (30, 30, 30), -1)
    rim, inside = _ink(rng, 60, 255), _ink(rng, 20, 240)
    cv2.circle(picture, centre, int(radius), rim, -1, cv2.LINE_AA)
    cv2.circle(picture, centre, int(radius * 0.85), inside, -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 40))):
        turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(0, radius * 0.7)
        seed = (int(at[0] + far * np.cos(turn)), int(at[1] + far * np.sin(turn)))
        axes = (int(radius * 0.14) + 1, int(radius * 0.08) + 1)
        cv2.ellipse(picture, seed, axes, rng.uniform(0, 180), 0, 360, _ink(rng, 20, 220), -1)


def put_things(picture: Picture, rng: Generator, count: int, px_per_mm: float) -> None:
    """Scatter some things over the picture, in place, before the cards are laid."""
    h, w = picture.shape[:2]
    for _ in range(count):
        at = np.array([rng.uniform(0, w), rng.uniform(0, h)], np.float32)
        if rng.random() < 0.2:
            _bowl(picture, rng, at, rng.uniform(22, 80) * px_per_mm)
        else:
            make, width, height = _PRINTS[rng.integers(len(_PRINTS))]
            size = rng.uniform(0.7, 1.3) * px_per_mm
            _flat(picture, make(rng), _quad(rng, at, width * size, height * size))


def reach_over(picture: Picture, rng: Generator, count: int, px_per_mm: float) -> Mask:
    """Draw arms with hands that reach in from the edges; returns their mask (255 = covered)."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    for _ in range(count):
        side = rng.integers(4)
        root = np.array([(rng.uniform(0, w), h), (w, rng.uniform(0, h)),
                         (rng.uniform(0, w), 0), (0, rng.uniform(0, h))][side])  # fmt: skip
        inward = np.array([(0, -1), (-1, 0), (0, 1), (1, 0)][side], np.float64)
        tip = root + inward * rng.uniform(60, 330) * px_per_mm
        tip = tip + rng.normal(0, 40 * px_per_mm, 2)
        along = (tip - root) / (np.linalg.norm(tip - root) + 1e-6)
        skin = np.array([120, 150, 195]) * rng.uniform(0.45, 1.15)
        b, g, r = (int(c) for c in np.clip(skin, 0, 255))
        sleeve, thick = _ink(rng, 20, 220), rng.uniform(50, 95) * px_per_mm
        arm = np.zeros((h, w), np.uint8)
        wrist = tip - along * 70 * px_per_mm
        cv2.line(arm, _at(root), _at(wrist), 255, int(thick))
        _shade(picture, arm, sleeve)
        mask |= arm
        hand = np.zeros((h, w), np.uint8)
        palm = tip - along * 35 * px_per_mm
        cv2.line(hand, _at(wrist), _at(palm), 255, int(52 * px_per_mm))
        cv2.circle(hand, _at(palm), int(42 * px_per_mm), 255, -1)
        for turn in np.linspace(-0.7, 0.7, 5) + rng.normal(0, 0.08, 5):
            c, s = np.cos(turn), np.sin(turn)
            finger = np.array([along[0] * c - along[1] * s, along[0] * s + along[1] * c])
            end = palm + finger * rng.uniform(60, 88) * px_per_mm
            cv2.line(hand, _at(palm), _at(end), 255, max(3, int(17 * px_per_mm)))
        _shade(picture, hand, (b, g, r))
        mask |= hand
    return mask


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _shade(picture: Picture, mask: Mask, ink: tuple[int, int, int]) -> None:
    """Fill a shape with a colour that falls off to its rim, over a soft shadow."""
    x, y, w, h = cv2.boundingRect(mask)
    if w == 0:
        return
    part = slice(y, y + h), slice(x, x + w)
    inner = cv2.GaussianBlur(mask[part], (0, 0), 12).astype(np.float32)[..., None] / 255
    colour = np.array(ink, np.float32) * (0.45 + 0.6 * inner)
    solid = (mask[part] > 127)[..., None]
    picture[part] = np.where(solid, np.clip(colour, 0, 255), picture[part]).astype(np.uint8)
