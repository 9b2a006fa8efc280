"""A picture of every design: one row a design, twenty faces (python -m models.glyph_sheet OUT)."""

import sys

import cv2
import numpy as np

from engine.cards import Card
from models.glyph_shapes import Mask
from models.glyphs import (
    Design,
    glyph_mask,
    held_out_designs,
    sample_design,
    training_designs,
)


def sheet(designs: list[Design], rng: np.random.Generator | None, height_px: int = 48) -> Mask:
    """Draw designs x faces, black on white: (rows, columns) uint8."""
    cell = height_px * 3 // 2
    page = np.full((cell * len(designs), cell * len(Card)), 255, np.uint8)
    for row, design in enumerate(designs):
        for card in Card:
            mask = glyph_mask(design, card, height_px, rng)[:cell, :cell]
            y, x = row * cell, card * cell
            page[y : y + mask.shape[0], x : x + mask.shape[1]] = 255 - mask
    return page


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    every = [*training_designs(), *held_out_designs()]
    drawn = [sample_design(rng, held_out=i % 4 == 3) for i in range(40)]
    cv2.imwrite(f"{sys.argv[1]}-designs.png", sheet(every, None))
    cv2.imwrite(f"{sys.argv[1]}-decks.png", sheet(drawn, rng))
