"""How ink lies on the stock: ragged, spread, dry, worn, outlined, printed twice, embossed."""

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.random import Generator

from models.glyph_shapes import EM, Mask, thickened, tight
from models.glyph_warp import Field, noise


class Print(StrEnum):
    """What is peculiar to the printing of one deck."""

    CLEAN = "clean"
    SPREAD = "spread"  # ink ran into the stock
    STREAKED = "streaked"  # a dry brush left pale streaks along its way
    WORN = "worn"  # specks rubbed off
    OUTLINED = "outlined"  # a rim darker than the inside
    DOUBLE = "double"  # printed twice, a little apart
    EMBOSSED = "embossed"  # one side of each stroke catches the light


@dataclass(frozen=True)
class Ink:
    """A deck's ink: ragged edges and dry specks in 0…1, and its printing."""

    rough: float = 0.0
    dry: float = 0.0
    kind: Print = Print.CLEAN
    amount: float = 0.0


def printed(mask: Mask, how: Ink, rng: Generator) -> Mask:
    """One print of a glyph: no two are quite alike."""
    mask = np.pad(mask, 8)
    h, w = mask.shape
    rows, columns = np.indices((h, w), dtype=np.float32)
    move = 1.6 * noise(rng, (h, w), 4, 2)
    moved = cv2.remap(mask, columns + move[..., 0], rows + move[..., 1], cv2.INTER_LINEAR)
    mask = np.asarray(moved, np.uint8)
    ink = _laid(mask, how, rng)
    if how.rough > 0.05:
        whole = ink
        soft = cv2.GaussianBlur(ink, (0, 0), 1.2)
        ragged = 45 * how.rough * noise(rng, (h, w), 36)
        ink = soft + ragged * np.minimum(soft / 40, 1)  # no specks beside the glyph
        ink = np.maximum((ink - 110) * 3 + 127, 0.65 * whole)  # hairlines fade but do not break
    if how.dry > 0.05:
        ink = ink - 255 * np.clip(noise(rng, (h, w), 48) + 1.2 * how.dry - 2.0, 0, 1)
    ink = np.maximum(ink, 0.5 * mask)  # pale, but every stroke is there
    out = tight(np.clip(ink, 0, 255).astype(np.uint8))
    return out if out.size else mask


def _laid(mask: Mask, how: Ink, rng: Generator) -> Field:
    """The ink of a printing, as float in 0…255."""
    h, w = mask.shape
    ink = mask.astype(np.float32)
    much = how.amount
    match how.kind:
        case Print.SPREAD:
            halo = cv2.GaussianBlur(ink, (0, 0), 1.5 + 3 * much)
            ink = np.maximum(ink, halo * (0.6 + 0.25 * noise(rng, (h, w), 24)))
        case Print.STREAKED:
            turn = rng.normal(0, 0.5)
            grain = rng.standard_normal((h, w), dtype=np.float32)
            way = np.zeros((31, 31), np.float32)
            dx, dy = round(15 * np.cos(turn)), round(15 * np.sin(turn))
            cv2.line(way, (15 - dx, 15 - dy), (15 + dx, 15 + dy), 1.0)
            fine = cv2.GaussianBlur(grain, (0, 0), 0.8)
            lines = np.asarray(cv2.filter2D(fine, -1, way / way.sum()), np.float32) * 9
            where = np.clip(noise(rng, (h, w), 3) + 0.6 * much - 0.4, 0, 0.7)
            ink *= 1 - np.clip(lines - 0.4, 0, 0.85) * where
        case Print.WORN:
            ink *= 1 - np.clip((noise(rng, (h, w), 22) - 2.1 + 0.6 * much) * 3, 0, 0.9)
        case Print.OUTLINED:
            inside = thickened(mask, -2.0 - 2.5 * much).astype(np.float32)
            ink -= inside * (0.15 + 0.3 * much)
        case Print.DOUBLE:
            move = rng.normal(0, 0.014 * EM * (0.6 + much), 2)
            shift = np.array([[1, 0, move[0]], [0, 1, move[1]]], np.float32)
            ink = np.maximum(ink, cv2.warpAffine(ink, shift, (w, h)) * (0.4 + 0.5 * much))
        case Print.EMBOSSED:
            soft = cv2.GaussianBlur(ink, (0, 0), 2.0)
            slope = soft - np.roll(soft, (3, 2), (0, 1))
            ink -= np.clip(slope, 0, 255) * (0.4 + 0.5 * much) * (ink / 255)
    return ink
