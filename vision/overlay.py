"""The picture with everything that was read drawn over it, for a person to judge."""

from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.cards import Card
from vision.pictures import Picture
from vision.view import SeenCard, SeenGroup, TableView

SURE = 0.9
GREEN, AMBER, GREY, BLUE = (64, 200, 64), (255, 170, 0), (170, 170, 170), (90, 170, 255)  # RGB
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def draw(picture: Picture, view: TableView, font_path: str | Path | None = None) -> Picture:
    """A copy of a picture (H,W,3) BGR with the cards, groups and zones of its view.

    Green: read with at least 0.9; amber: less; grey: face down. The font must hold the twenty
    faces; without one a face is written s7 (small seven) or B7 (big seven).
    """
    image = Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1]))
    pen = ImageDraw.Draw(image)
    size = max(12, round(_card_width(view) * 0.8))
    thick = max(2, size // 12)
    small = ImageFont.load_default(max(11, size // 2))
    font: Font = ImageFont.truetype(str(font_path), size) if font_path else small
    for group in view.groups:
        _group(pen, group, view, small, thick)
    for card in view.cards:
        _card(pen, card, font, small, font_path is not None, thick)
    return np.ascontiguousarray(np.asarray(image, np.uint8)[:, :, ::-1])


def _card_width(view: TableView) -> float:
    sides = [np.linalg.norm(np.subtract(c.quad_px[0], c.quad_px[1])) for c in view.cards]
    return float(np.median(sides)) if sides else 24.0


def _card(
    pen: ImageDraw.ImageDraw, card: SeenCard, font: Font, small: Font, chinese: bool, thick: int
) -> None:
    colour = GREY if not card.up else GREEN if card.confidence >= SURE else AMBER
    pen.polygon(card.quad_px, outline=colour, width=thick)
    if card.face is None:
        return
    # The face stands on the middle of the card, where nothing is printed, and hides no glyph.
    x, y = np.mean(card.quad_px, axis=0)
    face = str(card.face) if chinese else _ascii(card.face)
    pen.text((x, y), face, colour, font, anchor="mm", stroke_width=thick, stroke_fill="black")
    if card.confidence < SURE:
        _label(pen, (float(x), float(y) + 24), f"{card.confidence:.2f}", AMBER, small)


def _ascii(face: Card) -> str:
    return f"{'B' if face.big else 's'}{face.rank}"


def _group(
    pen: ImageDraw.ImageDraw, group: SeenGroup, view: TableView, font: Font, thick: int
) -> None:
    quads = np.array([view.cards[i].quad_px for i in group.cards], np.float32).reshape(-1, 2)
    hull = cv2.convexHull(quads).reshape(-1, 2)
    middle = hull.mean(axis=0)
    wide = middle + (hull - middle) * 1.08
    pen.polygon([(float(x), float(y)) for x, y in wide], outline=BLUE, width=thick)
    zone = view.cards[group.cards[0]].zone
    top = wide[int(np.argmin(wide[:, 1]))]
    kinds = "/".join(group.kinds_possible) or "?"
    _label(pen, (float(top[0]), float(top[1])), f"{kinds} {'SENW'[group.seat]} {zone}", BLUE, font)


def _label(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    colour: tuple[int, int, int],
    font: Font,
) -> None:
    pen.text(at, text, colour, font, anchor="mb", stroke_width=2, stroke_fill="black")
