"""The label of a drawn table: what lies where, and how much of it the camera sees."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.camera import Look, to_px
from models.deck import Deck
from models.layout import Layout, Placed

Floats = NDArray[np.float64]
Ids = NDArray[np.int16]

SEEN_FROM = 0.08  # visible share of a face-down card from which its visible part has a place
_GRID = (24, 96)  # cells across and along a card
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
_BODY = np.stack(np.meshgrid(np.linspace(0.1, 0.9, 5), np.linspace(0.04, 0.96, 12)), -1)


def label_of(
    layout: Layout, deck: Deck, look: Look, corners: Floats, quads: list[Floats], ids: Ids
) -> dict[str, Any]:
    """The label of a table whose cards lie at `quads` px; ids (h,w): the card on top, -1 = none."""
    h, w = ids.shape
    cards = [
        _card(number, card, deck, quad, ids)
        for number, (card, quad) in enumerate(zip(layout.cards, quads, strict=True))
    ]
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


def _card(number: int, card: Placed, deck: Deck, quad: Floats, ids: Ids) -> dict[str, Any]:
    at = deck.glyph_at * deck.card_mm[1] / deck.card_mm[0]
    turn = np.asarray(cv2.getPerspectiveTransform(_UNIT, quad.astype(np.float32)), np.float64)
    middle = to_px(turn, np.array([[0.5, 0.5]]))[0]
    ends = []
    for flip in (False, True) if card.up else ():
        ink = 1 - deck.ink[card.face] if flip else deck.ink[card.face]
        center = to_px(turn, np.array([[0.5, 1 - at if flip else at]]))[0]
        way = center - middle
        ends.append(
            {
                "center_px": center.tolist(),
                "angle_deg": float(np.degrees(np.arctan2(way[1], way[0]))),
                "visible": _share(ids, to_px(turn, ink), number),
            }
        )
    visible = _share(ids, to_px(turn, _BODY.reshape(-1, 2)), number)
    label = {
        "id": number,
        "face": str(card.face),
        "up": card.up,
        "quad_px": quad.tolist(),
        "ends": ends,
        "visible": visible,
        "readable": any(e["visible"] >= 0.6 for e in ends),
        "group": card.group,
        "zone": card.zone,
        "seat": card.seat,
    }
    if not card.up and visible >= SEEN_FROM:
        seen = seen_box(ids, quad, number)
        if seen is not None:
            label["seen_quad_px"] = to_px(turn, seen).tolist()
    return label


def _share(ids: Ids, points: Floats, number: int) -> float:
    """How many of these points (N,2) px show the card."""
    h, w = ids.shape
    x, y = points.round().astype(int).T
    inside = (x >= 0) & (x < w) & (y >= 0) & (y < h)
    return float((ids[y[inside], x[inside]] == number).sum() / len(points))


def seen_box(ids: Ids, quad: Floats, number: int) -> Floats | None:
    """The box about the largest visible piece of a card, slivers left out.

    Corners (4,2) in fractions of the card's width and length, in the order of the quad; None
    where nothing of the card is seen.
    """
    h, w = ids.shape
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 1, (w, h))
    if x1 <= x0 or y1 <= y0:
        return None
    mine = (ids[y0:y1, x0:x1] == number).astype(np.uint8)
    across, along = _GRID
    flat = _UNIT * np.array(_GRID, np.float32) - 0.5
    turn = cv2.getPerspectiveTransform((quad - (x0, y0)).astype(np.float32), flat)
    grid = cv2.warpPerspective(mine, turn, _GRID, flags=cv2.INTER_NEAREST)
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(grid, connectivity=4)
    if count < 2:
        return None
    piece = pieces == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    v0, v1 = _reach(piece.sum(1))
    u0, u1 = _reach(piece[v0:v1].sum(0))
    low, high = np.array([u0 / across, v0 / along]), np.array([u1 / across, v1 / along])
    return np.asarray(low + _UNIT * (high - low))


def _reach(counts: NDArray[np.int64]) -> tuple[int, int]:
    """From where to where a profile is at least a third of its height, where it is fullest."""
    high = np.concatenate([[0], counts >= max(1, counts.max() / 3), [0]]).astype(int)
    starts, stops = np.nonzero(np.diff(high) > 0)[0], np.nonzero(np.diff(high) < 0)[0]
    sums = [counts[a:b].sum() for a, b in zip(starts, stops, strict=True)]
    best = int(np.argmax(sums))
    return int(starts[best]), int(stops[best])
