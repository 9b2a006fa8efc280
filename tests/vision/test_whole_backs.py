"""Strips of face-down cards, of 22 × 92 mm, as a camera sees them in staggers and rows."""

import numpy as np
import pytest

from vision.backs import LENGTH, whole_backs
from vision.detections import Backs

PX, WIDTH, CARD = 2.0, 22.0, 22.0 * LENGTH


def strips(*parts):
    """Backs of (x, y, angle, visible length), mm and degrees."""
    n = len(parts)
    return Backs(
        np.array([(x * PX, y * PX) for x, y, *_ in parts], np.float32).reshape(n, 2),
        np.array([a % 180 for _, _, a, _ in parts], np.float32),
        np.full(n, WIDTH * PX, np.float32),
        np.array([length * PX for *_, length in parts], np.float32),
        np.full(n, 0.9, np.float32),
    )


def chain(steps, angle=90.0, x=400.0, y=300.0):
    """Cards one behind the other: of each but the last `step` mm are seen; the true middles."""
    turn = np.radians(angle)
    axis, starts = np.array([np.cos(turn), np.sin(turn)]), np.cumsum([0, *steps])
    shown = [*steps, CARD]
    seen = [(*(np.array([x, y]) + axis * (s + v / 2)), angle, v) for s, v in
            zip(starts, shown, strict=True)]  # fmt: skip
    return seen, [np.array([x, y]) + axis * (s + CARD / 2) for s in starts]


def middles(parts, table, quads=(), both=()):
    backs, up, both = strips(*parts), np.array(quads, float).reshape(-1, 4, 2), np.array(both, bool)
    whole = whole_backs(backs, backs.scores.astype(float), up, both, table)
    return dict(zip(whole.source.tolist(), whole.centers, strict=True)), whole


@pytest.mark.parametrize("angle", [0, 35, 90, 135, 180, 250, 300])
@pytest.mark.parametrize("steps", [[25], [25, 30], [21, 34, 28]], ids=len)
def test_the_strips_of_a_chain_reach_toward_the_card_that_is_whole(table, steps, angle):
    parts, true = chain(steps, angle)
    found, whole = middles(parts, table)
    assert len(found) == len(steps) + 1
    assert all(np.linalg.norm(found[k] - t) < 1 for k, t in enumerate(true))
    assert np.allclose(whole.lengths, CARD, atol=0.5)


def test_a_chain_reaches_under_the_face_up_card_on_top(table):
    parts, true = chain([25, 30, 28])
    x, y = true[3]
    long, wide = CARD / 2, WIDTH / 2
    quad = [[x - wide, y + long], [x + wide, y + long], [x + wide, y - long], [x - wide, y - long]]
    found, _ = middles(parts[:3], table, [quad], [True])
    assert all(np.linalg.norm(found[k] - true[k]) < 1 for k in range(3))


def test_a_whole_card_stays_where_it_is(table):
    found, _ = middles([(400, 300, 90, CARD)], table)
    assert np.allclose(found[0], (400, 300), atol=0.1)


def test_a_strip_that_nothing_touches_is_told_as_it_is_seen(table):
    found, whole = middles([(400, 300, 90, 30)], table)
    assert np.allclose(found[0], (400, 300), atol=0.1)
    assert whole.lengths[0] == pytest.approx(30, abs=0.1)


def test_cards_side_by_side_do_not_reach_for_each_other(table):
    found, _ = middles([(400 + 22 * k, 300, 90, 70 if k else CARD) for k in range(3)], table)
    assert np.allclose(found[2], (444, 300), atol=0.1)


def test_a_card_across_is_of_no_chain(table):
    found, _ = middles([(400, 300, 90, 30), (400, 327, 0, CARD)], table)
    assert np.allclose(found[0], (400, 300), atol=0.1)


def test_a_card_found_twice_is_one(table):
    assert len(middles([(400, 300, 90, CARD), (402, 303, 92, CARD)], table)[0]) == 1


def test_a_back_in_the_middle_of_a_face_up_card_is_none(table):
    quad = [[389, 342], [411, 342], [411, 258], [389, 258]]
    assert not middles([(400, 302, 90, 80)], table, [quad], [False])[0]


def test_no_backs_are_none(table):
    assert middles([], table)[0] == {}
