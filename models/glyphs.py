"""Glyphs of the twenty faces as printed decks draw them: font forms, old forms, composed forms."""

import tomllib
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np

from engine.cards import Card
from models.glyph_ink import Ink, Print, printed
from models.glyph_shapes import (
    EM,
    FONTS,
    BadGlyph,
    Form,
    Mask,
    Recipe,
    drawn,
    hairline,
    usual_stroke,
)
from models.glyph_warp import Bend, Pen, bent, penned
from models.strokes import SIMPLE, Family, Hand, written

HANDS = (Family.STELE, Family.STELE, Family.KAI, Family.RUNNING, Family.CLERICAL)


@dataclass(frozen=True)
class Style:
    """What one deck keeps for all its glyphs: how they are bent, penned and printed."""

    bend: Bend = field(default_factory=Bend)
    pen: Pen = field(default_factory=Pen)
    ink: Ink = field(default_factory=Ink)


@dataclass(frozen=True)
class Design:
    """The glyphs of one deck: a recipe for each face (in Card order), their common style.

    With a hand, the simple faces are written by it and not taken from their recipes.
    """

    name: str
    recipes: tuple[Recipe, ...]
    style: Style = field(default_factory=Style)
    hand: Hand | None = None


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
            for char, share in zip("贰貳貮弍", (0.37, 0.47, 0.1, 0.06), strict=True):
                offer(Form.PLAIN, char, share)
        case Card.叁:
            for char, share in zip("叁叄參叅㕘", (0.28, 0.08, 0.08, 0.1, 0.2), strict=True):
                offer(Form.PLAIN, char, share)
            for parts, share in (("厶大目", 0.2), ("厶大日", 0.1), ("厶大三", 0.08)):
                offer(Form.STACK, parts, share)
            for parts, share in (("厶大目", 0.05), ("厶大日", 0.04), ("厶大三", 0.05)):
                offer(Form.TRIPLE, parts, share)
            offer(Form.FRAMED, "厶大三", 0.05)
            offer(Form.TALL, "大日", 0.05)
            offer(Form.TALL, "大目", 0.04)
        case Card.肆:
            offer(Form.PLAIN, "肆", 0.5)
            offer(Form.SHRUNK, "肆", 0.15)
            offer(Form.DOTS, "聿三", 0.15)
            offer(Form.TAIL, "津", 0.12)
            offer(Form.TAIL, "肂", 0.08)
        case Card.陆:
            offer(Form.PLAIN, "陆", 0.3)
            offer(Form.PLAIN, "陸", 0.4)
            offer(Form.SMALL_LEFT, "陸", 0.14)
            offer(Form.WIDE_LEFT, "陸", 0.08)
            offer(Form.SMALL_LEFT, "陆", 0.08)
        case Card.柒:
            offer(Form.PLAIN, "柒", 0.72)
            offer(Form.SEVEN, "七木汁", 0.15)
            offer(Form.SEVEN, "七木", 0.13)
        case Card.伍 | Card.捌 | Card.玖 | Card.拾:
            offer(Form.PLAIN, str(face), 0.62)
            offer(Form.SMALL_LEFT, str(face), 0.13)
            offer(Form.WIDE_LEFT, str(face), 0.1)
            if face is Card.玖:
                offer(Form.JADE, "玖", 0.15)
            elif face is not Card.伍:
                offer(Form.HOOKED, str(face), 0.15)
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
    """A deck: one font, one form of each face, one style, and in 30 % a hand for simple faces.

    For training, a brush or kai font half of the time, then bent, re-penned and printed in many
    ways. With held_out, for measuring: a font that is never trained on, with its own outlines or
    forms composed of them, and only mild weight, width, shear and print; in 20 % the simple faces
    are of a family of hands that is never trained on (WEDGE, ROUND).
    """
    pool = [font for font in fonts().values() if font.held_out == held_out]
    if rng.random() < 0.5:
        wanted = ("brush", "kai") if held_out else ("brush",) if rng.random() < 0.6 else ("kai",)
        pool = [font for font in pool if font.style in wanted]
    font = pool[int(rng.integers(len(pool)))]
    recipes = []
    for face in Card:
        offers = forms(font, face)
        shares = np.array([share for _, share in offers])
        recipes.append(offers[int(rng.choice(len(offers), p=shares / shares.sum()))][0])
    target = _stroke_share(rng, held_out)
    style = _mild_style(font, target, rng) if held_out else _style(font, target, rng)
    hand = None
    if rng.random() < (0.2 if held_out else 0.3):
        families = (Family.WEDGE, Family.ROUND) if held_out else HANDS
        heavy = max(target, 0.8 * usual_stroke(font.key) / EM)
        weight = float(np.clip(heavy * rng.uniform(1.0, 1.7), 0.06, 0.13 if held_out else 0.2))
        family = families[int(rng.integers(len(families)))]
        hand = Hand(family, weight, int(rng.integers(1 << 31)))
    return Design(font.key, tuple(recipes), style, hand)


def _stroke_share(rng: np.random.Generator, held_out: bool) -> float:
    """How thick a deck's strokes are, of the glyph's height: most decks are printed heavily."""
    if held_out:
        return float(rng.uniform(0.05, 0.12))
    low, high = ((0.035, 0.06), (0.05, 0.1), (0.09, 0.15))[rng.choice(3, p=[0.12, 0.43, 0.45])]
    return float(rng.uniform(low, high))


def _weight(font: Font, target: float, width: float, most: float) -> float:
    """What to add on each side of the font's strokes, so that level hairlines stay visible."""
    share = usual_stroke(font.key) / EM * min(1.0, (1 + width) / 2)  # narrowing thins uprights
    lightest = max(-0.15 * share, (0.035 - hairline(font.key) / EM) / 2)
    return float(np.clip((target - share) / 2, lightest, max(most, lightest)))


def _mild_style(font: Font, target: float, rng: np.random.Generator) -> Style:
    """The style of a deck for measuring: the font's own outlines."""
    return Style(
        Bend(width=float(rng.uniform(0.72, 1.12)), shear=float(rng.normal(0, 0.03))),
        Pen(weight=_weight(font, target, 1.0, 0.022)),
        Ink(float(rng.uniform(0, 1) ** 2), float(max(0.0, rng.uniform(-0.6, 0.5)))),
    )


def _style(font: Font, target: float, rng: np.random.Generator) -> Style:
    """The style of a deck to train on."""
    u, seed = rng.uniform, int(rng.integers(1 << 31))
    narrow = 0.8 if usual_stroke(font.key) > 0.12 * EM else 0.56  # heavy fonts would clog
    bend = Bend(
        seed,
        bend=float(0.034 * u(0, 1) ** 0.7),
        parts=float(0.04 * u(0, 1)) if u() < 0.7 else 0.0,
        keystone=float(np.clip(rng.normal(0, 0.1), -0.22, 0.22)),
        shear=float(np.clip(rng.normal(0, 0.06), -0.14, 0.14)),
        width=float(u(narrow, 0.82) if u() < 0.4 else u(max(narrow, 0.75), 1.3)),
    )
    pen = Pen(
        seed,
        weight=_weight(font, target, bend.width, 0.035),
        small=float(max(0.0, u(-0.02, 0.025))),
        nib=float(u(0.02, 0.07)) if u() < 0.4 else 0.0,
        nib_turn=float(rng.choice([u(-0.3, 0.3), u(1.3, 1.8), u(-1.1, -0.4), u(0, np.pi)])),
        swell=float(u(0.002, 0.014)) if u() < 0.7 else 0.0,
        tips=float(u(0.3, 1.0)) if u() < 0.45 else 0.0,
        hooks=bool(u() < 0.4),
    )
    kind = list(Print)[int(rng.choice(len(Print), p=[0.42, 0.18, 0.08, 0.12, 0.05, 0.08, 0.07]))]
    rough, dry = float(u(0, 1) ** 2), float(max(0.0, u(-0.6, 0.5)))
    return Style(bend, pen, Ink(rough, dry, kind, float(u(0, 1))))


def glyph_mask(
    design: Design, card: Card, height_px: int, rng: np.random.Generator | None = None
) -> Mask:
    """The ink of a card's glyph: (h, w) uint8, 255 = ink, cut tight.

    height_px is the side of the square a full character such as 壹 fills; 一 comes out flat, a
    long-tailed 肆 up to a third taller. With rng, no two prints are quite alike: slight warp,
    ragged edges, specks, whatever the deck's ink does. Raises BadGlyph below 8 px.
    """
    if height_px < 8:
        raise BadGlyph(f"a glyph needs at least 8 px, got {height_px}")
    mask = _styled(design, card)
    if rng is not None:
        mask = printed(mask, design.style.ink, rng)
    scale = height_px / EM
    size = (max(2, round(mask.shape[1] * scale)), max(2, round(mask.shape[0] * scale)))
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    return np.asarray(small, np.uint8)


@lru_cache(maxsize=2048)
def _styled(design: Design, card: Card) -> Mask:
    """A face in a deck's own writing, before it is printed."""
    if design.hand is not None and card in SIMPLE:
        mask = written(card, design.hand)
        pen = replace(design.style.pen, weight=0.0, small=0.0)  # the hand has its own weight
    else:
        mask, pen = drawn(design.recipes[card]), design.style.pen
    mask = bent(mask, card, design.style.bend)
    return penned(mask, card, pen) if pen != Pen() else mask
