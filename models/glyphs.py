"""Glyphs of the twenty faces as printed decks draw them: font forms, old forms, composed forms."""

import tomllib
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from engine.cards import Card

FONTS = Path(__file__).parent / "fonts"
EM = 144  # pixels of the square in which every form is drawn once, before any variation
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


@dataclass(frozen=True)
class Style:
    """What one deck keeps for all its glyphs: stroke weight (of the height), width, shear."""

    weight: float = 0.0
    width: float = 1.0
    shear: float = 0.0
    rough: float = 0.0
    dry: float = 0.0


@dataclass(frozen=True)
class Design:
    """The glyphs of one deck: a recipe for each face (in Card order) and their common style."""

    name: str
    recipes: tuple[Recipe, ...]
    style: Style = field(default_factory=Style)


@dataclass(frozen=True)
class Font:
    """One glyph set of fonts.toml."""

    key: str
    style: str
    held_out: bool
    glyphs: str


@lru_cache
def fonts() -> dict[str, Font]:
    """All glyph sets by key."""
    rows = tomllib.loads((FONTS / "fonts.toml").read_text("utf-8"))["font"]
    return {r["key"]: Font(r["key"], r["style"], r["held_out"], r["glyphs"]) for r in rows}


def forms(font: Font, face: Card) -> list[tuple[Recipe, float]]:
    """The ways a font can draw a face, each with its share among the decks."""
    glyphs = font.glyphs
    found: list[tuple[Recipe, float]] = []

    def offer(form: Form, parts: str, share: float) -> None:
        if set(parts) <= set(glyphs):
            found.append((Recipe(font.key, form, parts), share))

    match face:
        case Card.贰:
            for char, share in zip("贰貳貮弍", (0.37, 0.5, 0.1, 0.03), strict=True):
                offer(Form.PLAIN, char, share)
        case Card.叁:
            for char, share in zip("叁叄參叅㕘", (0.3, 0.08, 0.08, 0.1, 0.2), strict=True):
                offer(Form.PLAIN, char, share)
            for parts, share in (("厶大目", 0.25), ("厶大日", 0.12), ("厶大三", 0.1)):
                offer(Form.STACK, parts, share)
        case Card.肆:
            offer(Form.PLAIN, "肆", 0.55)
            offer(Form.SHRUNK, "肆", 0.15)
            offer(Form.DOTS, "聿三", 0.13)
            offer(Form.TAIL, "津", 0.12)
            offer(Form.TAIL, "肂", 0.08)
        case Card.陆:
            offer(Form.PLAIN, "陆", 0.4)
            offer(Form.PLAIN, "陸", 0.6)
        case Card.柒:
            offer(Form.PLAIN, "柒", 0.75)
            offer(Form.SEVEN, "七木汁", 0.15)
            offer(Form.SEVEN, "七木", 0.1)
        case _:
            offer(Form.PLAIN, str(face), 1.0)
    if not found:
        raise BadGlyph(
            f"font {font.key} cannot draw {face}; give it the character or drop the font"
        )
    return found


def _designs(held_out: bool) -> tuple[Design, ...]:
    chosen = [font for font in fonts().values() if font.held_out == held_out]
    return tuple(Design(font.key, tuple(forms(font, c)[0][0] for c in Card)) for font in chosen)


@lru_cache
def training_designs() -> tuple[Design, ...]:
    """The designs a network may be trained on, each in the first form its font offers."""
    return _designs(held_out=False)


@lru_cache
def held_out_designs() -> tuple[Design, ...]:
    """Designs of other font families, for measuring only."""
    return _designs(held_out=True)


def sample_design(rng: np.random.Generator, held_out: bool = False) -> Design:
    """A deck: one font (brush and kai half of the time), one form of each face, one style."""
    pool = [font for font in fonts().values() if font.held_out == held_out]
    brushes = [font for font in pool if font.style in ("brush", "kai")]
    font = _pick(rng, brushes if rng.random() < 0.5 else pool)
    recipes = []
    for face in Card:
        offers = forms(font, face)
        shares = np.array([share for _, share in offers])
        recipes.append(offers[int(rng.choice(len(offers), p=shares / shares.sum()))][0])
    heavy = font.style in ("brush", "kai") or rng.random() < 0.5
    style = Style(
        weight=float(rng.uniform(-0.004, 0.022) if heavy else rng.uniform(-0.008, 0.01)),
        width=float(rng.uniform(0.72, 1.12)),
        shear=float(rng.normal(0, 0.03)),
        rough=float(rng.uniform(0, 1) ** 2),
        dry=float(max(0.0, rng.uniform(-0.6, 0.5))),
    )
    return Design(font.key, tuple(recipes), style)


def _pick(rng: np.random.Generator, pool: list[Font]) -> Font:
    return pool[int(rng.integers(len(pool)))]


def glyph_mask(
    design: Design, card: Card, height_px: int, rng: np.random.Generator | None = None
) -> Mask:
    """The ink of a card's glyph: (h, w) uint8, 255 = ink, cut tight.

    height_px is the side of the square a full character such as 壹 fills; 一 comes out flat, a
    long-tailed 肆 up to a third taller. With rng, no two prints are quite alike: slight warp,
    ragged edges, dry specks. Raises BadGlyph below 8 px.
    """
    if height_px < 8:
        raise BadGlyph(f"a glyph needs at least 8 px, got {height_px}")
    mask = _styled(design.recipes[card], design.style)
    if rng is not None:
        mask = _printed(mask, design.style, rng)
    scale = height_px / EM
    size = (max(2, round(mask.shape[1] * scale)), max(2, round(mask.shape[0] * scale)))
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    return np.asarray(small, np.uint8)


def _tight(mask: Mask) -> Mask:
    x, y, w, h = cv2.boundingRect((mask > 64).astype(np.uint8))
    return mask[y : y + h, x : x + w]


def _resized(mask: Mask, width: float, height: float) -> Mask:
    size = (max(1, round(width)), max(1, round(height)))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=4096)
def _character(font: str, char: str) -> Mask:
    """A character, tight, at EM pixels for the font's usual character."""
    face = ImageFont.truetype(str(FONTS / f"{font}.ttf"), EM)
    picture = Image.new("L", (2 * EM, 2 * EM))
    ImageDraw.Draw(picture).text((EM // 2, EM * 3 // 2), char, font=face, fill=255, anchor="ls")
    mask = _tight(np.asarray(picture, np.uint8))
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
    return _resized(mask, mask.shape[1] * scale, mask.shape[0] * scale)


@lru_cache(maxsize=4096)
def _drawn(recipe: Recipe) -> Mask:
    """A recipe without style, tight."""
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
            left, right = _tight(parts[0][:, :cut]), _tailed(_tight(parts[0][:, cut:]), 1.9)
            return _placed([left, right], [(0, 0.06, 0.36, 0.5), (0.4, 0, 0.6, 1)], 0.9, 1.25)
        case Form.SEVEN:
            seven, tree = parts[:2]
            if len(parts) == 2:
                return _placed([seven, tree], [(0.1, 0, 0.8, 0.5), (0, 0.46, 1, 0.54)], 0.95, 1)
            dots = _tight(parts[2][:, : _gap(parts[2])])
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
        fitted = _resized(part, w * w_px, part.shape[0] if flat else h * h_px)
        top, left = round(y * h_px), round(x * w_px)
        spot = canvas[top : top + fitted.shape[0], left : left + fitted.shape[1]]
        np.maximum(spot, fitted[: spot.shape[0], : spot.shape[1]], out=spot)
    return _tight(canvas)


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
    return _tight(np.vstack([mask[:start], _resized(tail, mask.shape[1], longer)]))


@lru_cache(maxsize=8192)
def _styled(recipe: Recipe, style: Style) -> Mask:
    """A recipe in a deck's style: weight, width, shear."""
    mask = _drawn(recipe)
    pad = 12
    mask = np.pad(mask, pad)
    if style.shear:
        move = np.array([[1, style.shear, -style.shear * mask.shape[0] / 2], [0, 1, 0]], np.float32)
        mask = np.asarray(cv2.warpAffine(mask, move, (mask.shape[1], mask.shape[0])), np.uint8)
    if style.weight:
        sigma = max(1.0, abs(style.weight) * EM)
        soft = cv2.GaussianBlur(mask, (0, 0), sigma)
        level = 127 - 90 * np.tanh(style.weight * 60)
        if (soft > level).any():
            mask = np.clip((soft.astype(np.float32) - level) * 4 + 127, 0, 255).astype(np.uint8)
    mask = _tight(mask)
    return _resized(mask, mask.shape[1] * style.width, mask.shape[0]) if style.width != 1 else mask


def _noise(rng: np.random.Generator, shape: tuple[int, int], cells: int) -> NDArray[np.float32]:
    """Smooth noise of about unit size: cells x cells normal values, enlarged."""
    coarse = rng.standard_normal((cells, cells), dtype=np.float32)
    big = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(big, np.float32)


def _printed(mask: Mask, style: Style, rng: np.random.Generator) -> Mask:
    """One print of a styled glyph: warped a little, edges ragged, ink dry in places."""
    mask = np.pad(mask, 6)
    shape = (mask.shape[0], mask.shape[1])
    rows, columns = np.indices(shape, dtype=np.float32)
    rows += 1.6 * _noise(rng, shape, 4)
    columns += 1.6 * _noise(rng, shape, 4)
    ink = cv2.remap(mask, columns, rows, cv2.INTER_LINEAR).astype(np.float32)
    if style.rough > 0.05:
        ink = cv2.GaussianBlur(ink, (0, 0), 1.5) + 45 * style.rough * _noise(rng, shape, 36)
        ink = (ink - 127) * 3 + 127
    if style.dry > 0.05:
        ink -= 255 * np.clip(_noise(rng, shape, 48) + 1.2 * style.dry - 2.0, 0, 1)
    printed = _tight(np.clip(ink, 0, 255).astype(np.uint8))
    return printed if printed.size else mask
