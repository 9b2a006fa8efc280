"""How one face is drawn from characters of one font, before any variation: plain or composed."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).parent / "fonts"
EM = 144  # pixels of the square in which every form is drawn once
Mask = NDArray[np.uint8]


class BadGlyph(ValueError):
    """A form cannot be drawn, or a mask was asked at an impossible size."""


class Form(StrEnum):
    """How the parts of a recipe become one glyph."""

    PLAIN = "plain"  # (character)
    STACK = "stack"  # (top, middle, bottom): 叁 as 厶 大 目
    DOTS = "dots"  # (聿): three short strokes at its left, the vertical drawn out far below
    TAIL = "tail"  # (津 or 肂): the vertical drawn out far below
    SHRUNK = "shrunk"  # (肆): left part shrunk, the vertical of the right part drawn out
    SEVEN = "seven"  # (七, 木, 汁 or nothing): 柒, with its water dots or without
    TRIPLE = "triple"  # (厶, 大, bottom): 叁 with three 厶 above
    FRAMED = "framed"  # (厶, 大, 三): the three bars of 叁 in a frame
    TALL = "tall"  # (大, 日 or 目): 叁 as 大 over two dots over 日, like 昚
    SMALL_LEFT = "small left"  # (character): left part shrunk, raised or lowered; right part large
    WIDE_LEFT = "wide left"  # (character): left part as wide as the right one and tall
    HOOKED = "hooked"  # (拾 or 捌): the hand radical drawn out below into a strong hook
    JADE = "jade"  # (玖): a dot on the left part, the right part lower


PENNED = (Form.FRAMED, Form.TALL, Form.HOOKED, Form.JADE)  # with strokes of our own


@dataclass(frozen=True)
class Recipe:
    """One way to draw one face from characters of one font."""

    font: str
    form: Form
    parts: str


def tight(mask: Mask) -> Mask:
    """The part of a mask that has ink."""
    x, y, w, h = cv2.boundingRect((mask > 64).astype(np.uint8))
    return mask[y : y + h, x : x + w]


def resized(mask: Mask, width: float, height: float) -> Mask:
    """A mask enlarged or reduced to this many pixels."""
    size = (max(1, round(width)), max(1, round(height)))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=4096)
def _character(font: str, char: str) -> Mask:
    """A character, tight, at EM pixels for the font's usual character."""
    face = ImageFont.truetype(str(FONTS / f"{font}.ttf"), EM)
    picture = Image.new("L", (2 * EM, 2 * EM))
    ImageDraw.Draw(picture).text((EM // 2, EM * 3 // 2), char, font=face, fill=255, anchor="ls")
    mask = tight(np.asarray(picture, np.uint8))
    if mask.size == 0:
        raise BadGlyph(f"font {font} has no ink for {char}")
    return mask


@lru_cache(maxsize=256)
def _usual(font: str) -> float:
    """The usual longer side of the font's full characters in pixels."""
    return float(np.median([max(_character(font, c).shape) for c in "壹伍捌玖拾五"]))


def _scaled(font: str, char: str) -> Mask:
    """A character whose longer side is near EM: small ones are drawn larger, as on cards."""
    mask = _character(font, char)
    side = EM * float(np.clip(max(mask.shape) / _usual(font), 0.8, 1.04))
    scale = side / max(mask.shape)
    return resized(mask, mask.shape[1] * scale, mask.shape[0] * scale)


@lru_cache(maxsize=4096)
def drawn(recipe: Recipe) -> Mask:
    """A recipe without style, tight; composed forms get the stroke of the font back."""
    mask = _composed(recipe)
    if recipe.form in (Form.PLAIN, Form.TAIL):
        return mask
    # A very heavy font would clog where the parts are small.
    lost = min(usual_stroke(recipe.font), 0.11 * EM) - stroke(mask)
    # Level strokes of a contrasty font are thinnest, and shrinking the parts halves them.
    lost = max(lost, 0.03 * EM - hairline(recipe.font) / 2)
    return tight(thickened(np.pad(mask, 6), lost / 2)) if lost > 0.5 else mask


def _composed(recipe: Recipe) -> Mask:
    parts = [_scaled(recipe.font, char) for char in recipe.parts]
    pen = max(3, round(usual_stroke(recipe.font) * 0.8)) if recipe.form in PENNED else 0
    match recipe.form:
        case Form.PLAIN:
            return parts[0]
        case Form.STACK:
            rows = ((0.62, 0.30, 0.0), (1.0, 0.42, 0.22), (0.56, 0.50, 0.60))
            if recipe.parts[2] != "目":
                rows = ((0.62, 0.32, 0.0), (1.0, 0.44, 0.24), (0.60, 0.36, 0.64))
            return _placed(parts, [(0.5 - w / 2, top, w, h) for w, h, top in rows], 0.95, 1.12)
        case Form.DOTS:
            brush = _tailed(parts[0], 2.0)
            return _placed([parts[1], brush], [(0, 0.12, 0.26, 0.4), (0.3, 0, 0.7, 1)], 0.9, 1.28)
        case Form.TAIL:
            return _tailed(parts[0], 1.9)
        case Form.SHRUNK:
            cut = _gap(parts[0])
            left, right = tight(parts[0][:, :cut]), _tailed(tight(parts[0][:, cut:]), 1.9)
            return _placed([left, right], [(0, 0.06, 0.36, 0.5), (0.4, 0, 0.6, 1)], 0.9, 1.25)
        case Form.SEVEN:
            seven, tree = parts[:2]
            if len(parts) == 2:
                return _placed([seven, tree], [(0.1, 0, 0.8, 0.5), (0, 0.46, 1, 0.54)], 0.95, 1)
            dots = tight(parts[2][:, : _gap(parts[2])])
            places = [(0.3, 0, 0.7, 0.48), (0, 0.46, 1, 0.54), (0.03, 0.02, 0.2, 0.46)]
            return _placed([seven, tree, dots], places, 0.98, 1)
        case Form.TRIPLE:
            high = 0.44 if recipe.parts[2] == "目" else 0.38
            places = [(0.32, 0, 0.36, 0.19), (0.06, 0.16, 0.4, 0.19), (0.54, 0.16, 0.4, 0.19)]
            places += [(0, 0.3, 1, 0.36), (0.25, 1 - high, 0.5, high)]
            return _placed([parts[0]] * 3 + parts[1:], places, 0.98, 1.16)
        case Form.FRAMED:
            pen = min(pen, 11)
            frame = np.zeros((EM // 2, EM // 2 + pen), np.uint8)
            cv2.rectangle(frame, (pen, pen), (EM // 2 - 1, EM // 2 - pen), 255, pen)
            places = [(0.2, 0, 0.6, 0.27), (0, 0.18, 1, 0.38), (0.3, 0.61, 0.4, 0.3)]
            places += [(0.2, 0.51, 0.6, 0.49)]
            return _placed([*parts, frame], places, 0.95, 1.22)
        case Form.TALL:
            dots = np.zeros((EM // 5, EM // 2), np.uint8)
            h, w = dots.shape
            cv2.line(dots, (w // 5, pen // 2), (w // 10, h - pen // 2), 255, pen)
            cv2.line(dots, (w * 4 // 5, pen // 2), (w * 9 // 10, h - pen // 2), 255, pen)
            places = [(0, 0, 1, 0.46), (0.24, 0.5, 0.52, 0.44), (0.26, 0.4, 0.48, 0.13)]
            return _placed([*parts, dots], places, 0.85, 1.2)
        case Form.SMALL_LEFT:
            left, right = _halves(parts[0])
            return _placed([left, right], [(0, 0.16, 0.28, 0.6), (0.31, 0, 0.69, 1)], 0.95, 1.08)
        case Form.WIDE_LEFT:
            left, right = _halves(parts[0])
            return _placed([left, right], [(0, 0, 0.44, 0.96), (0.47, 0.06, 0.53, 0.94)], 0.95, 1.1)
        case Form.HOOKED:
            left, right = _halves(parts[0])
            hooked = _hooked(left, pen)
            return _placed([hooked, right], [(0, 0, 0.44, 1), (0.44, 0.0, 0.56, 0.86)], 0.98, 1.1)
        case Form.JADE:
            left, right = _halves(parts[0])
            left = np.pad(left, ((0, 0), (0, pen)))
            h, w = left.shape
            end = (w - 1 - pen // 2, h * 7 // 8)
            cv2.line(left, (w * 3 // 5, h * 5 // 8), end, 255, pen)
            return _placed([left, right], [(0, 0, 0.42, 0.8), (0.44, 0.1, 0.56, 0.9)], 0.98, 1.05)


def _halves(mask: Mask) -> tuple[Mask, Mask]:
    """The left part of a character and the rest."""
    cut = _gap(mask[:, : mask.shape[1] * 5 // 6])  # radicals at the left are narrow
    return tight(mask[:, :cut]), tight(mask[:, cut:])


def _hooked(left: Mask, pen: int) -> Mask:
    """A hand radical whose upright goes on below into a hook that rises to the left."""
    h, w = left.shape
    foot = np.nonzero(left[int(h * 0.85) :].max(axis=0) > 64)[0]
    x = int(foot.max()) if foot.size else w // 2
    out = np.pad(left, ((0, h // 8), (pen, 0)))
    low = (x + pen - pen // 2, out.shape[0] - 1 - pen // 2)
    cv2.line(out, (low[0], int(h * 0.8)), low, 255, pen)
    tip = (max(0, low[0] - w * 2 // 3), low[1] - h // 7)
    hook = np.array([tip, (low[0], low[1] - pen), (low[0] + pen // 2, low[1] + pen // 2)])
    cv2.fillConvexPoly(out, hook, 255, cv2.LINE_AA)
    return tight(out)


def _placed(
    parts: list[Mask], places: list[tuple[float, float, float, float]], width: float, height: float
) -> Mask:
    """Parts put into places (x, y, w, h as shares) of a canvas width x height EM, tight."""
    w_px, h_px = width * EM, height * EM
    canvas = np.zeros((round(h_px) + 2, round(w_px) + 2), np.uint8)
    for part, (x, y, w, h) in zip(parts, places, strict=True):
        flat = part.shape[0] < 0.3 * part.shape[1]  # a lone bar keeps its thickness
        fitted = resized(part, w * w_px, part.shape[0] if flat else h * h_px)
        top, left = round(y * h_px), round(x * w_px)
        spot = canvas[top : top + fitted.shape[0], left : left + fitted.shape[1]]
        np.maximum(spot, fitted[: spot.shape[0], : spot.shape[1]], out=spot)
    return tight(canvas)


def _gap(mask: Mask) -> int:
    """The column with least ink between the left part and the rest."""
    columns = (mask > 64).sum(axis=0)
    low, high = mask.shape[1] // 4, mask.shape[1] * 11 // 20
    return int(low + np.argmin(columns[low:high]))


def _tailed(mask: Mask, stretch: float) -> Mask:
    """The lower end of the glyph, where only the vertical is left, drawn out."""
    ink = (mask > 64).sum(axis=1)
    wide = np.nonzero(ink > 0.35 * mask.shape[1])[0]
    start = min(int(wide[-1]) + 4, mask.shape[0] - 4) if wide.size else mask.shape[0] * 3 // 4
    tail = mask[start:]
    longer = max(tail.shape[0] * stretch, 0.3 * mask.shape[0])
    return tight(np.vstack([mask[:start], resized(tail, mask.shape[1], longer)]))


def thickened(mask: Mask, pixels: float | NDArray[np.float32]) -> Mask:
    """Ink grown outward by some pixels (shrunk if negative), with soft edges; not cut tight.

    pixels: one number, or (h, w) for each pixel its own.
    """
    ink = (mask > 80).astype(np.uint8)  # low, so that hairlines survive
    inside = cv2.distanceTransform(ink, cv2.DIST_L2, 3)
    outside = cv2.distanceTransform(1 - ink, cv2.DIST_L2, 3)
    return np.asarray(np.clip((inside - outside + pixels) * 127 + 127, 0, 255), np.uint8)


def stroke(mask: Mask) -> float:
    """Usual stroke thickness in pixels: a stroke of thickness t has mean inner distance t / 4."""
    ink = np.pad(mask > 80, 1).astype(np.uint8)
    inside = cv2.distanceTransform(ink, cv2.DIST_L2, 3)
    return float(4 * inside[ink > 0].mean()) if ink.any() else 0.0


@lru_cache(maxsize=256)
def usual_stroke(font: str) -> float:
    """The stroke thickness of the font's full characters, in pixels at EM."""
    return float(np.median([stroke(_scaled(font, c)) for c in "伍玖拾"]))


@lru_cache(maxsize=256)
def hairline(font: str) -> float:
    """The thickness of the font's level strokes (those of 一), in pixels at EM."""
    columns = (_scaled(font, "一") > 80).sum(axis=0)
    return float(np.median(columns))
