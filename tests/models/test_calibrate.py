import numpy as np
import pytest

from models.calibrate import Lessons, fit
from vision.certainty import log_odds, probability


@pytest.fixture
def lessons():
    """Finds whose truth is drawn from known weights: 4,000 single ends, all else without a say."""
    rng = np.random.default_rng(5)
    n = 4000
    scores = rng.uniform(0.2, 0.95, n)
    odds = np.column_stack([np.ones(n), log_odds(scores), np.zeros((n, 3))])
    real = rng.random(n) < probability(odds @ [-0.5, 2.0, 0, 0, 0])
    logp = np.log(rng.dirichlet(np.full(21, 0.2), n) + 1e-9)
    sure = np.exp(logp[:, :20]) ** 0.7  # the classifier is surer than it should be
    sure /= sure.sum(axis=1, keepdims=True)
    faces = np.array([rng.choice(20, p=p) for p in sure])
    two = np.zeros(n, bool)
    two[:1000] = True
    return Lessons(odds, two, real, logp, np.where(real, faces, -1), odds[:, 1], real)


def test_the_weights_that_made_the_lessons_are_found_again(lessons):
    found = fit(lessons)
    assert found.one[:2] == pytest.approx((-0.5, 2.0), abs=0.3)
    assert found.back == pytest.approx((-0.5, 2.0), abs=0.3)


def test_a_classifier_that_is_too_sure_is_tempered(lessons):
    assert fit(lessons).temper == pytest.approx((0.7, 0.7), abs=0.11)


def test_without_a_lesson_nothing_is_tempered():
    none = np.zeros(0, bool)
    empty = Lessons(
        np.zeros((0, 5)), none, none, np.zeros((0, 21)), np.zeros(0, int), np.zeros(0), none
    )
    assert fit(empty).temper == (1.0, 1.0)
