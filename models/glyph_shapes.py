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


def thickened(mask: Mask, pixels: float) -> Mask:
    """Ink grown outward by some pixels (shrunk if negative), with soft edges; not cut tight."""
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
