"""Scenes with nothing to read, and the things of which they are made."""

import numpy as np
import pytest

from models.clutter import lay_flat, put_things, quad_about
from models.negatives import negative_label, negative_scene
from models.othercards import OTHER_CARDS, back
from models.prints import PRINTS

SMALL = (640, 360)


def test_the_same_seed_draws_the_same_scene_and_another_seed_another():
    first, again, other = (negative_scene(np.random.default_rng(s), SMALL) for s in (1, 1, 2))
    assert first.shape == (360, 640, 3)
    assert first.dtype == np.uint8
    assert (first == again).all()
    assert (first != other).any()


def test_its_label_has_no_cards():
    label = negative_label(SMALL)
    assert label["size"] == [640, 360]
    assert label["cards"] == label["groups"] == []


@pytest.mark.parametrize("make", [*sorted(set(OTHER_CARDS), key=lambda f: f.__name__), back])
def test_cards_of_other_games_have_round_corners_and_something_on_them(make):
    art = make(np.random.default_rng(3))
    assert art.shape[2] == 4
    assert art[0, 0, 3] < 128 < art[art.shape[0] // 2, art.shape[1] // 2, 3]
    assert art[..., :3].std() > 2


@pytest.mark.parametrize("make", [make for make, _, _ in PRINTS])
def test_prints_have_something_on_them(make):
    art = make(np.random.default_rng(3))
    assert art.dtype == np.uint8
    assert art.std() > 2


def test_a_print_lies_where_it_is_laid_even_across_the_edge():
    picture = np.full((60, 100, 3), 100, np.uint8)
    art = np.full((20, 40, 3), 250, np.uint8)
    lay_flat(picture, art, quad_about(np.array([0.0, 30.0]), 0.0, 40, 20))
    assert (picture[30, :18] > 240).all()
    assert (picture[30, 40:] == 100).all()


def test_things_stay_beneath_what_is_drawn_later_and_change_the_picture():
    picture = np.full((360, 640, 3), 90, np.uint8)
    put_things(picture, np.random.default_rng(4), 6, 1.0)
    assert (picture != 90).any()
