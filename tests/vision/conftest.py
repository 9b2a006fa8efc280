"""Small tables: cards are laid in mm on a table of 900 mm that fills a picture of 1800 px."""

import math

import numpy as np
import pytest

from engine.cards import card as by_face
from vision import certainty
from vision.certainty import Certainty
from vision.detections import Backs, Ends
from vision.table import Table

PX = 2.0  # per mm
WIDTH, LENGTH, REACH = 22.0, 90.0, 33.0  # mm


@pytest.fixture
def table():
    return Table(((0, 1800), (1800, 1800), (1800, 0), (0, 0)), (900.0, 900.0), (0, 1, 2, 3))


@pytest.fixture(autouse=True)
def plain_certainty(monkeypatch):
    """Certainties of round numbers, so that no test turns on what was measured last."""
    plain = Certainty(
        (-1.0, 2.0, 0.5, 0.5, -1.0), (2.0, 2.0, 0.5, 0.5, -1.0), (1.0, 0.8), (2.0, 4.0)
    )
    monkeypatch.setattr(certainty, "CERTAINTY", plain)
    return plain


@pytest.fixture
def lay():
    """lay((face, x, y, angle[, "a" | "b" | "ab"]), …) → the Ends of cards lying there.

    x, y in mm, angle of end a in degrees (y down); the last entry says which ends are seen. A face
    of "?" is read as none.
    """

    def laid(*cards, p=0.97, score=0.8):
        rows = []
        for face, x, y, angle, *shown in cards:
            for name in shown[0] if shown else "ab":
                turn = math.radians(angle + 180 * (name == "b"))
                at = (x + REACH * math.cos(turn), y + REACH * math.sin(turn))
                rows.append((at[0] * PX, at[1] * PX, math.degrees(turn), logp(face, p), score))
        n = len(rows)
        return Ends(
            np.array([r[:2] for r in rows], np.float32).reshape(n, 2),
            np.array([r[2] for r in rows], np.float32),
            np.full(n, WIDTH * PX, np.float32),
            np.full(n, REACH * PX, np.float32),
            np.array([r[4] for r in rows], np.float32),
            np.array([r[3] for r in rows], np.float32).reshape(n, 21),
        )

    return laid


def logp(face, p):
    spread = np.full(21, np.log((1 - p) / 20))
    spread[20 if face == "?" else by_face(face)] = np.log(p)
    return spread


@pytest.fixture
def lay_down():
    """lay_down((x, y, angle), …) → the Backs of face-down cards lying there (mm, degrees)."""

    def laid(*cards, score=0.8):
        n = len(cards)
        return Backs(
            np.array([(x * PX, y * PX) for x, y, _ in cards], np.float32).reshape(n, 2),
            np.array([angle % 180 for *_, angle in cards], np.float32),
            np.full(n, WIDTH * PX, np.float32),
            np.full(n, LENGTH * PX, np.float32),
            np.full(n, score, np.float32),
        )

    return laid


@pytest.fixture
def find(lay_down, table):
    """find(ends[, backs]) → the cards that the ends make on the table."""
    from vision.cards import find_cards

    return lambda ends, backs=None: find_cards(ends, backs or lay_down(), table)


@pytest.fixture
def look(lay_down, table):
    """look(ends[, backs]) → the whole TableView."""
    from vision.arranging import arrange
    from vision.cards import find_cards
    from vision.view import TableView

    def looked(ends, backs=None, table=table):
        cards, groups = arrange(find_cards(ends, backs or lay_down(), table), table)
        return TableView((1800, 1800), cards, groups)

    return looked
