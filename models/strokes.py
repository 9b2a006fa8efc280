"""The simple faces 一 二 三 六 七 八 九 十 written by a hand of our own, stroke by stroke."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.cards import Card
from models.glyph_shapes import EM, Mask, tight

Point = tuple[float, float]
Profile = tuple[float, ...]
SIMPLE = (Card.一, Card.二, Card.三, Card.六, Card.七, Card.八, Card.九, Card.十)
HEAVIEST = {
    Card.三: 0.16,
    Card.六: 0.15,
    Card.八: 0.15,
    Card.九: 0.14,
}  # else strokes flow together


class Family(StrEnum):
    """The way of writing; WEDGE and ROUND are kept for measuring."""

    STELE = "stele"  # heavy, slanted cuts
    KAI = "kai"  # heads where a stroke is entered and left
    RUNNING = "running"  # curved, some strokes trail off to the next
    CLERICAL = "clerical"  # level, flared right ends
    WEDGE = "wedge"  # held out: thick heads that run out to points
    ROUND = "round"  # held out: one thickness, round ends


@dataclass(frozen=True)
class Hand:
    """One writer: a family, the stroke weight as a share of the height, and a seed."""

    family: Family
    weight: float
    seed: int


@dataclass(frozen=True)
class Brush:
    """Stroke widths along level, upright, left-falling, right-falling strokes and dots."""

    level: Profile
    upright: Profile
    left: Profile
    right: Profile
    dot: Profile
    cut: float  # slant of the ends, radians
    rounded: bool
    rise: tuple[float, float]  # of a level stroke, of its length
    bow: float  # how far a level stroke curves, of its length
    trail: float = 0.0  # how often a thin trail leads on to the next stroke


BRUSHES = {
    Family.STELE: Brush(
        (1.1, 1.0, 0.92, 0.95, 1.15, 1.3), (1.25, 1.0, 0.95, 1.0, 1.0), (1.25, 1.1, 0.95, 0.7),
        (0.6, 0.9, 1.3, 1.5, 0.9), (0.7, 1.2, 1.4, 1.1), 0.75, False, (0.02, 0.2), 0.02,
    ),
    Family.KAI: Brush(
        (1.1, 1.15, 0.8, 0.72, 0.85, 1.25, 0.8), (1.2, 1.1, 0.85, 0.85, 1.0, 0.7),
        (1.3, 1.0, 0.75, 0.25), (0.35, 0.6, 1.0, 1.5, 0.9, 0.1), (0.3, 0.9, 1.4, 1.2), 0.5, True,
        (0.02, 0.14), 0.04,
    ),
    Family.RUNNING: Brush(
        (0.6, 1.15, 0.8, 0.7, 0.9, 0.8), (0.7, 1.1, 0.9, 0.8, 0.4), (1.1, 1.0, 0.7, 0.2),
        (0.4, 0.8, 1.2, 1.0, 0.5), (0.35, 1.0, 1.25, 0.7), 0.3, True, (0.02, 0.22), 0.08, 0.2,
    ),
    Family.CLERICAL: Brush(
        (1.35, 1.15, 0.9, 0.9, 1.35, 1.5, 0.2), (1.0, 1.0, 1.0, 1.05), (0.9, 0.9, 1.1, 1.35, 0.7),
        (0.8, 0.9, 1.2, 1.7, 0.2), (0.8, 1.2, 1.2, 0.7), 0.2, True, (-0.03, 0.04), -0.05,
    ),
    Family.WEDGE: Brush(
        (1.7, 1.35, 1.0, 0.75, 0.5, 0.25), (1.7, 1.3, 0.9, 0.6, 0.25), (1.7, 1.2, 0.7, 0.15),
        (1.6, 1.25, 0.9, 0.3), (1.5, 1.1, 0.4), 0.9, False, (0.0, 0.12), 0.0,
    ),
    Family.ROUND: Brush(
        (1.0, 1.0), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0), (1.1, 1.1), 0.0, True, (0.0, 0.06), 0.0,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Stroke:
    """Bézier pieces one after another, and the widths along them."""

    pieces: tuple[tuple[Point, ...], ...]
    widths: Profile


@lru_cache(maxsize=4096)
def written(face: Card, hand: Hand) -> Mask:
    """A simple face in a hand: (h, w) uint8, tight, a full glyph about EM px high."""
    rng = np.random.default_rng([hand.seed, int(face)])
    brush = BRUSHES[hand.family]
    strokes = _strokes(face, brush, hand, rng)
    # The fewer its strokes, the heavier a face is written.
    weight = hand.weight * (1.25 if face is Card.一 else 1.1 if len(strokes) < 3 else 1.0)
    weight = min(weight, HEAVIEST.get(face, 0.22))
    canvas = np.zeros((EM * 2, EM * 2), np.uint8)
    for stroke in strokes:
        _paint(canvas, stroke, weight, brush)
    if face in (Card.二, Card.三) and rng.random() < brush.trail:
        for one, two in pairwise(strokes):
            (x0, y0), (x1, y1) = one.pieces[-1][-1], two.pieces[0][0]
            end = (x0 * 0.45 + x1 * 0.55, y0 * 0.45 + y1 * 0.55)  # joined, 二 would read as 乙
            tail = ((x0, y0), (x0 - 0.02, y0 * 0.7 + y1 * 0.3), end)
            _paint(canvas, Stroke((tail,), (0.5, 0.25, 0.1)), weight, brush)
    return tight(canvas)


def _curve(pieces: tuple[tuple[Point, ...], ...]) -> NDArray[np.float64]:
    """Points along Bézier pieces of any degree, each once."""
    t = np.linspace(0, 1, 14)[:, None]
    parts: list[NDArray[np.float64]] = []
    for piece in pieces:
        rows = [np.array([p]) + 0 * t for p in piece]
        while len(rows) > 1:
            rows = [a * (1 - t) + b * t for a, b in pairwise(rows)]
        parts.append(rows[0] if not parts else rows[0][1:])
    return np.concatenate(parts)


def _paint(canvas: Mask, stroke: Stroke, weight: float, brush: Brush) -> None:
    """Paint a stroke given in a unit square onto the middle of a canvas of 2 EM."""
    points = _curve(stroke.pieces) * EM * 0.95 + EM / 2
    way = np.gradient(points, axis=0)
    way /= np.linalg.norm(way, axis=1, keepdims=True) + 1e-9
    along = np.linspace(0, 1, len(points))
    half = np.interp(along, np.linspace(0, 1, len(stroke.widths)), stroke.widths)
    half *= weight * EM / 2
    # Ends are cut by the slanted nib, the strokes between them are not.
    lean = np.tan(brush.cut) * np.clip(1 - 6 * np.minimum(along, 1 - along), 0, 1)
    across = np.stack([-way[:, 1], way[:, 0]], 1) - way * lean[:, None]
    left, right = points + across * half[:, None], points - across * half[:, None]
    for i in range(len(points) - 1):
        quad = np.array([left[i], left[i + 1], right[i + 1], right[i]])
        cv2.fillConvexPoly(canvas, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    ends = 0 if brush.rounded else 3
    for (x, y), r in zip(points[ends : len(points) - ends], half[ends:], strict=False):
        centre = (round(x * 16), round(y * 16))
        cv2.circle(canvas, centre, max(8, round(r * 15)), 255, -1, cv2.LINE_AA, 4)


def _level(x0: float, x1: float, y: float, b: Brush, rise: float, bow: float) -> Stroke:
    """A level stroke from x0 to x1 around height y."""
    span = x1 - x0
    a, c = (x0, y + rise * span / 2), (x1, y - rise * span / 2)
    return Stroke(((a, ((x0 + x1) / 2, y - bow * span), c),), b.level)


def _strokes(face: Card, b: Brush, hand: Hand, rng: Generator) -> list[Stroke]:
    deck = np.random.default_rng(hand.seed)
    rise, bow = float(deck.uniform(*b.rise)), b.bow * float(deck.uniform(0.3, 1.5))
    u = rng.uniform

    def level(x0: float, x1: float, y: float) -> Stroke:
        return _level(x0, x1, y, b, rise * u(0.7, 1.3), bow * u(0.5, 1.3))

    match face:
        case Card.一:
            return [level(0, u(0.7, 1.0), 0.5)]
        case Card.二:
            half, y = u(0.25, 0.45), u(0.2, 0.3)
            x = 0.5 + u(-0.05, 0.05)
            return [level(x - half, x + half, y), level(0.02, 0.98, y + u(0.38, 0.55))]
        case Card.三:
            top, mid, gap = u(0.28, 0.46), u(0.2, 0.38), u(0.3, 0.4)
            x = 0.5 + u(-0.05, 0.05)
            middle = level(x - mid, x + mid, 0.5 + u(-0.03, 0.03))
            return [level(0.5 - top, 0.5 + top, 0.5 - gap), middle, level(0.02, 0.98, 0.5 + gap)]
        case Card.十:
            x, y = u(0.42, 0.58), u(0.32, 0.55)
            lean = u(-0.03, 0.03)
            upright = Stroke((((x, 0.0), (x + lean, u(0.85, 1.0))),), b.upright)
            return [level(0.02, 0.98, y), upright]
        case Card.七:
            x, y, low = u(0.32, 0.45), u(0.36, 0.5), u(0.8, 0.92)
            tilt = rise + u(0.0, 0.3)
            cross = _level(0.0, u(0.85, 1.0), y, b, tilt, bow)
            end = (u(0.86, 1.0), low - u(-0.02, 0.08))
            lean = u(-0.03, 0.05)
            stem = ((x + lean, 0.0), (x, low - 0.2))
            turn = ((x, low - 0.2), (x, low + 0.02), (x + 0.2, low + 0.02))
            leg = ((x + 0.2, low + 0.02), end)
            hook = (end, (end[0] + u(-0.02, 0.06), end[1] - u(0.06, 0.2)))
            pieces = (stem, turn, leg, hook) if rng.random() < 0.6 else (stem, turn, leg)
            return [cross, Stroke(pieces, (*b.upright[:3], 1.0, 1.0, 0.9, 0.5))]
        case Card.八:
            return _eight(b, rng, min(hand.weight, HEAVIEST[face]), u(0, 1) < 0.25)
        case Card.六:
            x, y = u(0.43, 0.57), u(0.32, 0.42)
            dot = Stroke((((x - 0.07, 0.0), (x + 0.05, u(0.12, 0.2))),), b.dot)
            left = Stroke((((0.36, y + 0.16), (0.3, 0.75), (u(0.08, 0.16), 0.97)),), b.left)
            right = Stroke((((0.62, y + 0.17), (0.75, 0.75), (u(0.85, 0.94), 0.95)),), b.right)
            return [dot, level(0.0, 1.0, y), left, right]
        case Card.九:
            x, y, corner, low = u(0.32, 0.42), u(0.26, 0.36), u(0.55, 0.68), u(0.86, 0.94)
            fall = ((x, 0.0), (x + 0.03, 0.55), (u(0.0, 0.08), u(0.9, 1.0)))
            across = ((0.06, y + 0.03), (corner, y - 0.05 - rise / 3))
            down = ((corner, y - 0.05 - rise / 3), (corner - 0.04, 0.62), (corner, low - 0.08))
            base = (
                (corner, low - 0.08),
                (corner + 0.02, low),
                (corner + 0.15, low),
                (0.96, low - 0.02),
            )
            hook = ((0.96, low - 0.02), (0.98, low - u(0.1, 0.24)))
            widths = (1.0, 0.85, 1.1, 0.9, 0.95, 1.0, 0.95, 0.4)
            return [Stroke((fall,), b.left), Stroke((across, down, base, hook), widths)]
        case _:
            raise ValueError(f"{face} is not one of the simple faces; draw it from a font")


def _eight(b: Brush, rng: Generator, weight: float, dots: bool) -> list[Stroke]:
    """八: two dots that part downwards, or two sweeping strokes, the right with a head or none."""
    u = rng.uniform
    if dots:
        a, c = u(0.26, 0.34), u(0.64, 0.72)
        left = Stroke((((a, 0.25), (a - 0.04, 0.5), (a - 0.22, 0.72)),), b.left)
        return [left, Stroke((((c, 0.25), (c + 0.08, 0.45), (c + 0.24, 0.72)),), b.dot)]
    x, top = u(0.32, 0.42) - 0.4 * weight, u(0.05, 0.25)
    left = Stroke((((x, top), (x - 0.02, 0.6), (u(0.0, 0.06), u(0.85, 1.0))),), b.left)
    start = (max(u(0.5, 0.62), x + 0.08 + 2 * weight), u(0.0, 0.2))  # joined, it would be 人
    end = (u(0.94, 1.0), u(0.85, 0.97))
    sweep = (start, (start[0] + 0.08, 0.55), end)
    if rng.random() < 0.3:
        head = ((start[0] - 0.06, start[1] + 0.03), start)
        return [left, Stroke((head, sweep), (0.6, *b.right))]
    return [left, Stroke((sweep,), b.right)]
