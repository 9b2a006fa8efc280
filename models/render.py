"""Render a layout of cards as a camera above the table would see it, with its label."""

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.arms import leave_over, reach_over, sit_around
from models.camera import Look, camera_matrix, card_frame, sample_look, to_px
from models.clutter import put_things
from models.deck import WIDTHS, Deck
from models.label import label_of
from models.layout import Layout
from models.light import shine
from models.surfaces import surface

Picture = NDArray[np.uint8]
Surface = NDArray[np.uint8]

__all__ = [
    "Look",
    "camera_matrix",
    "card_frame",
    "render",
    "render_with_map",
    "sample_look",
    "to_px",
]


def render(
    layout: Layout, deck: Deck, look: Look, rng: Generator
) -> tuple[Picture, dict[str, Any]]:
    """Render a layout with one deck; returns the picture (h,w,3) BGR and its label.

    The label has the shape of the evaluation scenes: size, seats, px_per_mm, table_corners_px,
    table_mm, card_mm, cards (face, up, quad_px, ends with visible share, readable, zone, seat,
    group) and groups. A face-down card of which 8 % or more is seen has seen_quad_px: the box
    (4,2) px along its axes about its visible part, first the two corners at end A.
    """
    return render_with_map(layout, deck, look, rng)[:2]


def render_with_map(
    layout: Layout, deck: Deck, look: Look, rng: Generator
) -> tuple[Picture, dict[str, Any], Surface]:
    """Like `render`, and the map (h,w) of what is seen: 1 face-up card, 2 face-down card, 0 else.

    Arms and things that lie over cards count as 0.
    """
    matrix = camera_matrix(look, layout.table_mm)
    w, h = look.size
    picture = _ground(layout, look, matrix, rng)
    sit_around(picture, rng, look.players, look.px_per_mm)
    put_things(picture, rng, look.things, look.px_per_mm)

    ids = np.full((h, w), -1, np.int16)
    hand = rng.spawn(1)[0]  # so that more cards do not change what is drawn after them
    fall = hand.normal(0.0, 0.7, 2) * look.px_per_mm
    quads = []
    for number, card in enumerate(layout.cards):
        quad = to_px(matrix, card_frame(card, deck.card_mm))
        quads.append(quad)
        wide = float(np.linalg.norm(quad[0] - quad[1]))
        level = int(np.argmin([abs(np.log(width / (wide * 1.25))) for width in WIDTHS]))
        art = deck.faces[level][card.face] if card.up else deck.backs[level]
        _lay(picture, ids, art, quad, number, look, fall, hand)
    over = leave_over(picture, rng, look.over, look.px_per_mm)
    over |= reach_over(picture, rng, look.arms, look.px_per_mm)
    ids[over > 0] = -1
    kinds = np.array([0, *(1 if card.up else 2 for card in layout.cards)], np.uint8)
    seen = kinds[ids + 1]
    gloss = None
    if look.light.glare:  # no two cards lie quite level
        gloss = np.array([0, *hand.uniform(50, 140, len(layout.cards))]).astype(np.uint8)[ids + 1]
    picture = shine(picture, gloss, look.light, rng)
    corners = to_px(matrix, _table_corners(layout))
    return picture, label_of(layout, deck, look, corners, quads, ids), seen


def _table_corners(layout: Layout) -> NDArray[np.float64]:
    tw, th = layout.table_mm
    return np.array([[0, th], [tw, th], [tw, 0], [0, 0.0]])  # SW SE NE NW


def _ground(
    layout: Layout, look: Look, matrix: NDArray[np.float64], rng: Generator
) -> Picture:  # fmt: skip
    """The floor and the table top on it."""
    w, h = look.size
    picture = surface(rng, look.size)
    corners = to_px(matrix, _table_corners(layout))
    mask = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 255)
    cv2.copyTo(surface(rng, look.size, look.top), mask, picture)
    return picture


def _lay(
    picture: Picture,
    ids: NDArray[np.int16],
    art: NDArray[np.uint8],
    quad: NDArray[np.float64],
    number: int,
    look: Look,
    fall: NDArray[np.float64],
    rng: Generator,
) -> None:
    """Paint one card with its shadow and enter its number where it now is on top."""
    h, w = ids.shape
    soft = 0.8 + 1.0 * look.px_per_mm
    pad = int(2.2 * soft) + 3
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + pad + 1, (w, h))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    ah, aw = art.shape[:2]
    flat = np.array([[0, 0], [aw, 0], [aw, ah], [0, ah]], np.float32)
    turn = cv2.getPerspectiveTransform(flat, (quad - (x0, y0)).astype(np.float32))
    laid = cv2.warpPerspective(art, turn, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    alpha = np.ascontiguousarray(laid[..., 3])
    part = picture[y0:y1, x0:x1]
    if look.shadow or look.contact:
        dx, dy = fall + rng.normal(0, 0.4, 2)
        shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        dark = cv2.warpAffine(alpha, shift, (alpha.shape[1], alpha.shape[0]))
        dark = cv2.GaussianBlur(dark, (0, 0), soft).astype(np.float32) * (look.shadow / 255)
        if look.contact:
            near = cv2.GaussianBlur(alpha, (0, 0), 0.5 + 0.3 * look.px_per_mm)
            dark += near * np.float32(look.contact * rng.uniform(0.5, 1.2) / 255)
        part[:] = part * np.clip(1 - dark, 0, 1)[..., None]
    bend = np.linspace(1 + rng.normal(0, 0.02), 1 + rng.normal(0, 0.02), alpha.shape[0])
    a = alpha.astype(np.float32)[..., None] * np.float32(1 / 255)
    ink = np.minimum(laid[..., :3] * bend[:, None, None].astype(np.float32), 255)
    ink -= part
    ink *= a
    ink += part
    part[:] = ink
    ids[y0:y1, x0:x1][alpha > 127] = number
