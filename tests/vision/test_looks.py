import dataclasses

import numpy as np
import pytest

from engine.cards import Card
from vision.classifier import Looks
from vision.looks import FARTHEST, read_glyphs


@pytest.fixture
def classifier():
    """classifier(truth)(ends): reads the glyphs of `truth` where they are looked at upright."""

    def build(truth, tells_turn=False, tells_shift=False):
        asked = []

        def glance(ends):
            asked.append(len(ends.scores))
            away = np.linalg.norm(ends.centers[:, None] - truth.centers[None], axis=2)
            which = away.argmin(axis=1) if len(ends.scores) else np.zeros(0, int)
            miss = (truth.angles[which] - ends.angles + 180) % 360 - 180
            unread = np.full(21, np.log(0.05 / 20))
            unread[20] = np.log(0.95)
            logp = np.where(np.abs(miss)[:, None] < 15, truth.logp[which], unread)
            turns = miss.astype(np.float32) if tells_turn else np.zeros(len(miss), np.float32)
            shifts = truth.centers[which] - ends.centers if tells_shift else 0 * ends.centers
            return Looks(logp.astype(np.float32), np.zeros((len(miss), 64)), turns, shifts)

        glance.asked = asked
        return glance

    return build


@pytest.mark.parametrize("miss", [-35, -20, 20, 35])
def test_a_single_end_that_is_not_read_is_looked_at_from_other_sides(lay, table, classifier, miss):
    truth = lay(("七", 400, 500, 90, "a"))
    found = dataclasses.replace(truth, angles=truth.angles + np.float32(miss))
    ends = read_glyphs(classifier(truth), found, table)
    assert ends.logp[0].argmax() == Card.七
    assert abs(ends.angles[0] - truth.angles[0]) < 15


@pytest.mark.parametrize("miss", [-60, 100, 180])
def test_a_classifier_that_tells_the_missing_turn_is_believed(lay, table, classifier, miss):
    truth = lay(("七", 400, 500, 90, "a"))
    found = dataclasses.replace(truth, angles=truth.angles + np.float32(miss))
    ends = read_glyphs(classifier(truth, tells_turn=True), found, table)
    assert ends.logp[0].argmax() == Card.七


@pytest.mark.parametrize(
    ("widths", "follows"),
    [pytest.param(0.1, 0.1, id="near"), pytest.param(0.8, FARTHEST, id="far")],
)
def test_a_find_is_moved_to_its_glyph_but_not_far(lay, table, classifier, widths, follows):
    truth = lay(("七", 400, 500, 90, "a"))
    away = np.float32([widths, 0]) * truth.widths
    found = dataclasses.replace(truth, centers=truth.centers + away)
    ends = read_glyphs(classifier(truth, tells_shift=True), found, table)
    moved = np.linalg.norm(ends.centers - found.centers) / truth.widths[0]
    assert moved == pytest.approx(follows, abs=1e-5)


def test_the_two_ends_of_a_card_are_looked_at_along_the_line_that_joins_them(
    lay, table, classifier
):
    truth = lay(("七", 400, 500, 90))
    found = dataclasses.replace(truth, angles=truth.angles + np.float32([12, -8]))
    ends = read_glyphs(classifier(truth), found, table)
    assert np.allclose(np.mod(ends.angles - truth.angles + 180, 360), 180, atol=0.5)


def test_what_was_seen_upright_is_not_looked_at_again(lay, table, classifier):
    truth = lay(("七", 400, 500, 90), ("一", 600, 500, 90))
    glance = classifier(truth)
    read_glyphs(glance, truth, table)
    assert sum(glance.asked) == 4


def test_a_find_that_shows_no_glyph_from_any_side_stays_one_without(lay, table, classifier):
    nothing = lay(("?", 400, 500, 90, "a"))
    assert read_glyphs(classifier(nothing), nothing, table).logp[0].argmax() == 20


def test_no_finds_are_no_glyphs(lay, table, classifier):
    assert len(read_glyphs(classifier(lay(("七", 1, 1, 0))), lay(), table).logp) == 0
