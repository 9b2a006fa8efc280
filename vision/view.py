"""What was seen on one picture: cards, groups, and the line of JSON that says so."""

import json
from dataclasses import dataclass
from typing import Any

from engine.cards import Card

Point = tuple[float, float]


@dataclass(frozen=True)
class SeenEnd:
    """A visible glyph: its middle, and the direction (y down) from the card's centre to it."""

    center_px: Point
    angle_deg: float


@dataclass(frozen=True)
class SeenCard:
    """One card. `face` is the best guess (None only for a back), `confidence` its probability."""

    face: Card | None
    up: bool
    confidence: float
    alternatives: tuple[tuple[Card, float], ...]  # best first, the face itself included
    quad_px: tuple[Point, Point, Point, Point]
    ends: tuple[SeenEnd, ...]
    group: int | None = None
    seat: int | None = None
    zone: str = "other"  # meld | showdown | discard | stock | other


@dataclass(frozen=True)
class SeenGroup:
    """Cards that lie together as one meld; `cards` are indices into TableView.cards."""

    id: int
    seat: int
    kind: str  # the likeliest of kinds_possible
    kinds_possible: tuple[str, ...]  # chi peng wei kan pao ti jiang
    cards: tuple[int, ...]


@dataclass(frozen=True)
class TableView:
    """Everything seen on one picture of `size` (width, height) px."""

    size: tuple[int, int]
    cards: tuple[SeenCard, ...]
    groups: tuple[SeenGroup, ...]


def as_json(view: TableView, image: str) -> str:
    """The line that `xingjia read --json` prints for one picture."""

    def point(p: Point) -> list[float]:
        return [round(float(p[0]), 1), round(float(p[1]), 1)]

    def card(c: SeenCard) -> dict[str, Any]:
        return {
            "face": None if c.face is None else str(c.face),
            "up": c.up,
            "confidence": round(c.confidence, 4),
            "alternatives": [[str(f), round(p, 4)] for f, p in c.alternatives],
            "quad_px": [point(p) for p in c.quad_px],
            "ends": [
                {"center_px": point(e.center_px), "angle_deg": round(float(e.angle_deg), 1)}
                for e in c.ends
            ],
            "group": c.group,
            "seat": c.seat,
            "zone": c.zone,
        }

    def group(g: SeenGroup) -> dict[str, Any]:
        return {
            "id": g.id,
            "seat": g.seat,
            "kind": g.kind,
            "kinds_possible": list(g.kinds_possible),
            "cards": list(g.cards),
        }

    return json.dumps(
        {
            "image": image,
            "size": list(view.size),
            "cards": [card(c) for c in view.cards],
            "groups": [group(g) for g in view.groups],
        },
        ensure_ascii=False,
    )
