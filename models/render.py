"""Render a layout of cards as a camera above the table would see it, with its label."""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.clutter import put_things, reach_over
from models.deck import WIDTHS, Deck
from models.layout import Layout, Placed
from models.light import Light, sample_light, shine
from models.surfaces import surface

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Look:
    """How one shot is taken: size (w,h) px, scale, camera pose (degrees, mm), clutter, light."""

    size: tuple[int, int] = (2304, 1296)
    px_per_mm: float = 1.85
    turn: float = 0.0
    tilt: tuple[float, float] = (0.0, 0.0)  # degrees about the picture's x and y axes
    offset_mm: tuple[float, float] = (0.0, 0.0)  # where the camera looks, from the table's middle
    things: int = 0
    arms: int = 0
    shadow: float = 0.35
    top: str | None = None  # a kind of models.surfaces, None = any
    light: Light = field(default_factory=Light)


def sample_look(rng: Generator, size: tuple[int, int] = (2304, 1296)) -> Look:
    """A shot of the variety a network has to stand."""
    fit = size[0] / 2304
    return Look(
        size=size,
        px_per_mm=float(np.exp(rng.normal(np.log(1.85), 0.22))) * fit,
        turn=float(rng.normal(0, 2.5) + (rng.integers(4) * 90 if rng.random() < 0.3 else 0)),
        tilt=(float(rng.normal(0, 4.0)), float(rng.normal(0, 4.0))),
        offset_mm=(float(rng.normal(0, 45)), float(rng.normal(0, 45))),
        things=int(rng.integers(0, 9)),
        arms=int(rng.choice([0, 0, 1, 2])),
        shadow=float(rng.uniform(0.02, 0.55)),
        light=sample_light(rng),
    )


def camera_matrix(look: Look, table_mm: tuple[float, float]) -> Matrix:
    """The homography (3,3) from mm on the table plane to px; a pinhole camera 66 degrees wide."""
    w, h = look.size
    focal = w / 2 / np.tan(np.radians(33))
    height = focal / look.px_per_mm
    c, s = np.cos(np.radians(look.turn)), np.sin(np.radians(look.turn))
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    ax, ay = np.radians(look.tilt)
    rx = np.array([[1, 0, 0], [0, np.cos(ax), -np.sin(ax)], [0, np.sin(ax), np.cos(ax)]])
    ry = np.array([[np.cos(ay), 0, np.sin(ay)], [0, 1, 0], [-np.sin(ay), 0, np.cos(ay)]])
    rotation = rx @ ry @ spin
    x0, y0 = table_mm[0] / 2 + look.offset_mm[0], table_mm[1] / 2 + look.offset_mm[1]
    # a point (x, y, 0) relative to the aim, rotated, then `height` in front of the lens
    plane = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    pose = np.column_stack([rotation[:, 0], rotation[:, 1], np.array([0, 0, height])])
    lens = np.array([[focal, 0, w / 2], [0, focal, h / 2], [0, 0, 1]])
    return np.asarray(lens @ pose @ plane)


def to_px(matrix: Matrix, points: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Points (N,2) mm through a homography to (N,2) px."""
    p = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(p[:, :2] / p[:, 2:])


def card_frame(card: Placed, card_mm: tuple[float, float]) -> NDArray[np.float64]:
    """Corners (4,2) mm of a card: left and right of end A, then right and left of the other end."""
    turn = np.radians(card.angle)
    along = np.array([np.cos(turn), np.sin(turn)]) * card_mm[0] / 2
    right = np.array([-np.sin(turn), np.cos(turn)]) * card_mm[1] / 2
    middle = np.array([card.x, card.y])
    a, b = middle + along, middle - along
    return np.array([a - right, a + right, b + right, b - right])


def _lay(
    picture: Picture,
    ids: NDArray[np.int16],
    art: NDArray[np.uint8],
    quad: NDArray[np.float64],
    number: int,
    look: Look,
    rng: Generator,
) -> None:
    """Paint one card with its shadow and enter its number where it now is on top."""
    h, w = ids.shape
    pad = 7
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + pad + 1, (w, h))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    ah, aw = art.shape[:2]
    flat = np.array([[0, 0], [aw, 0], [aw, ah], [0, ah]], np.float32)
    turn = cv2.getPerspectiveTransform(flat, (quad - (x0, y0)).astype(np.float32))
    laid = cv2.warpPerspective(art, turn, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    alpha = laid[..., 3].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    if look.shadow:
        dx, dy = rng.normal(1.0, 0.8), rng.normal(1.0, 0.8)
        shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        dark = cv2.warpAffine(alpha, shift, (alpha.shape[1], alpha.shape[0]))
        dark = cv2.GaussianBlur(dark, (0, 0), 1.0 + 1.2 * look.px_per_mm)
        part[:] = (part * (1 - look.shadow * dark)[..., None]).astype(np.uint8)
    bend = np.linspace(1 + rng.normal(0, 0.03), 1 + rng.normal(0, 0.03), alpha.shape[0])
    ink = laid[..., :3] * bend[:, None, None].astype(np.float32)
    a = alpha[..., None]
    part[:] = np.clip(part * (1 - a) + ink * a, 0, 255).astype(np.uint8)
    ids[y0:y1, x0:x1][alpha > 0.5] = number


def render(
    layout: Layout, deck: Deck, look: Look, rng: Generator
) -> tuple[Picture, dict[str, Any]]:
    """Render a layout with one deck; returns the picture (h,w,3) BGR and its label.

    The label has the shape of the evaluation scenes: size, seats, px_per_mm, table_corners_px,
    table_mm, card_mm, cards (face, up, quad_px, ends with visible share, readable, zone, seat,
    group) and groups.
    """
    matrix = camera_matrix(look, layout.table_mm)
    w, h = look.size
    picture = surface(rng, look.size)
    tw, th = layout.table_mm
    corners = to_px(matrix, np.array([[0, th], [tw, th], [tw, 0], [0, 0]]))  # SW SE NE NW
    mask = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 255)
    picture = np.where(mask[..., None] > 0, surface(rng, look.size, look.top), picture)
    put_things(picture, rng, look.things, look.px_per_mm)

    ids = np.full((h, w), -1, np.int16)
    quads = []
    for number, card in enumerate(layout.cards):
        quad = to_px(matrix, card_frame(card, deck.card_mm))
        quads.append(quad)
        wide = float(np.linalg.norm(quad[0] - quad[1]))
        level = int(np.argmin([abs(np.log(width / (wide * 1.25))) for width in WIDTHS]))
        art = deck.faces[level][card.face] if card.up else deck.backs[level]
        _lay(picture, ids, art, quad, number, look, rng)
    arms = reach_over(picture, rng, look.arms, look.px_per_mm)
    ids[arms > 0] = -1
    picture = shine(picture, ids >= 0, look.light, rng)
    return picture, _label(layout, deck, look, corners, quads, ids)


def _label(layout: Layout, deck: Deck, look: Look, corners: NDArray[np.float64],
           quads: list[NDArray[np.float64]], ids: NDArray[np.int16]) -> dict[str, Any]:  # fmt: skip
    h, w = ids.shape

    def share(points: NDArray[np.float64], number: int) -> float:
        xy = points.round().astype(int)
        inside = (xy[:, 0] >= 0) & (xy[:, 0] < w) & (xy[:, 1] >= 0) & (xy[:, 1] < h)
        return float(np.mean([inside[i] and ids[y, x] == number for i, (x, y) in enumerate(xy)]))

    grid = np.stack(np.meshgrid(np.linspace(0.1, 0.9, 5), np.linspace(0.04, 0.96, 12)), -1)
    body = grid.reshape(-1, 2).astype(np.float32)
    at = deck.glyph_at * deck.card_mm[1] / deck.card_mm[0]
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    cards = []
    for number, (card, quad) in enumerate(zip(layout.cards, quads, strict=True)):
        turn = np.asarray(cv2.getPerspectiveTransform(unit, quad.astype(np.float32)), np.float64)
        ends = []
        middle = to_px(turn, np.array([[0.5, 0.5]]))[0]
        for flip in (False, True) if card.up else ():
            ink = deck.ink[card.face]
            ink = 1 - ink if flip else ink
            tip = np.array([[0.5, 1 - at if flip else at]])
            center = to_px(turn, tip)[0]
            way = center - middle
            ends.append(
                {
                    "center_px": center.tolist(),
                    "angle_deg": float(np.degrees(np.arctan2(way[1], way[0]))),
                    "visible": share(to_px(turn, ink), number),
                }
            )
        cards.append(
            {
                "id": number,
                "face": str(card.face),
                "up": card.up,
                "quad_px": quad.tolist(),
                "ends": ends,
                "visible": share(to_px(turn, body), number),
                "readable": any(e["visible"] >= 0.6 for e in ends),
                "group": card.group,
                "zone": card.zone,
                "seat": card.seat,
            }
        )
    return {
        "size": [w, h],
        "seats": list(layout.seats),
        "px_per_mm": look.px_per_mm,
        "card_mm": list(deck.card_mm),
        "table_mm": list(layout.table_mm),
        "table_corners_px": corners.tolist(),
        "cards": cards,
        "groups": [
            {"id": g.id, "seat": g.seat, "kind": g.kind, "layout": g.layout, "cards": list(g.cards)}
            for g in layout.groups
        ],
    }
