"""Glyphs of the twenty faces as printed decks draw them: font forms, old forms, composed forms."""

import tomllib
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from models.glyph_shapes import (
    EM,
    FONTS,
    BadGlyph,
    Form,
    Mask,
    Recipe,
    drawn,
    hairline,
    resized,
    thickened,
    tight,
    usual_stroke,
)


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
    # Decks are printed heavily: thin fonts are thickened towards 5…12 % of the height.
    share = usual_stroke(font.key) / EM
    lightest = max(-0.15 * share, (0.035 - hairline(font.key) / EM) / 2)  # level strokes stay
    style = Style(
        weight=float(np.clip((rng.uniform(0.05, 0.12) - share) / 2, lightest, 0.022)),
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


@lru_cache(maxsize=8192)
def _styled(recipe: Recipe, style: Style) -> Mask:
    """A recipe in a deck's style: weight, width, shear."""
    mask = drawn(recipe)
    pad = 12
    mask = np.pad(mask, pad)
    if style.shear:
        move = np.array([[1, style.shear, -style.shear * mask.shape[0] / 2], [0, 1, 0]], np.float32)
        mask = np.asarray(cv2.warpAffine(mask, move, (mask.shape[1], mask.shape[0])), np.uint8)
    if style.weight:
        mask = thickened(mask, style.weight * EM)
    mask = tight(mask)
    return resized(mask, mask.shape[1] * style.width, mask.shape[0]) if style.width != 1 else mask


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
        whole = ink
        ink = cv2.GaussianBlur(ink, (0, 0), 1.2) + 45 * style.rough * _noise(rng, shape, 36)
        ink = np.maximum((ink - 110) * 3 + 127, 0.65 * whole)  # hairlines fade but do not break
    if style.dry > 0.05:
        ink -= 255 * np.clip(_noise(rng, shape, 48) + 1.2 * style.dry - 2.0, 0, 1)
    printed = tight(np.clip(ink, 0, 255).astype(np.uint8))
    return printed if printed.size else mask
