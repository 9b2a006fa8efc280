"""Labels and readings of a small table, one picture pixel a millimetre."""

import pytest

from engine.cards import card
from vision.view import SeenCard, SeenEnd, SeenGroup, TableView

LENGTH, WIDTH, GLYPH = 80.0, 20.0, 30.0  # mm; GLYPH from the middle of a card to a glyph


def box(x, y, length=LENGTH):
    half_w, half_l = WIDTH / 2, length / 2
    return (
        (x - half_w, y - half_l), (x + half_w, y - half_l),
        (x + half_w, y + half_l), (x - half_w, y + half_l),
    )  # fmt: skip


def true_card(number, face, x, y=100.0, *, seen=(1.0, 1.0), up=True, group=None, zone="meld"):
    ends = [
        {"center_px": [x, y + side * GLYPH], "angle_deg": side * 90, "visible": share}
        for side, share in zip((-1, 1), seen, strict=True)
        if up
    ]
    readable = up and max(seen) >= 0.6
    return {
        "id": number, "face": face, "up": up, "quad_px": box(x, y), "ends": ends, "visible": 1.0,
        "readable": readable, "group": group, "zone": zone, "seat": 0,
    }  # fmt: skip


def seen_card(face, x, y=100.0, *, sure=0.99, ends=(-1, 1), zone="meld", seat=0):
    places = [SeenEnd((x, y + side * GLYPH), side * 90.0) for side in ends]
    known = None if face is None else card(face)
    up = face is not None
    return SeenCard(known, up, sure, (), box(x, y), tuple(places if up else ()), None, seat, zone)


@pytest.fixture
def table():
    """A label of cards, with groups {kind: (layout, ids)}, and more keys."""

    def label(cards, groups=(), **more):
        return {
            "size": [2000, 1000],
            "seats": [0, 1, 2],
            "px_per_mm": 1.0,
            "table_mm": [2000.0, 1000.0],
            "table_corners_px": [[0, 1000], [2000, 1000], [2000, 0], [0, 0]],
            "cards": cards,
            "groups": [
                {"id": number, "seat": 0, "kind": kind, "layout": layout, "cards": list(ids)}
                for number, (kind, layout, ids) in enumerate(groups)
            ],
        } | more

    return label


@pytest.fixture
def reading():
    """A view of cards, with groups (kinds_possible, indices)."""

    def view(cards, groups=()):
        melds = [
            SeenGroup(number, 0, kinds[0], tuple(kinds), tuple(members))
            for number, (kinds, members) in enumerate(groups)
        ]
        return TableView((2000, 1000), tuple(cards), tuple(melds))

    return view


@pytest.fixture
def true():
    """Makes the label of one card."""
    return true_card


@pytest.fixture
def seen():
    """Makes one read card; ends: which of its glyphs were found."""
    return seen_card
