"""A drawn table and its label belong together."""

import numpy as np
import pytest

from engine.cards import Card
from models.deck import WIDTHS, print_deck
from models.glyphs import glyph_mask, sample_design
from models.layout import Layout, Placed
from models.light import Light
from models.render import Look, camera_matrix, card_frame, render, to_px

SMALL = Look(size=(640, 360), px_per_mm=1.85, light=Light(noise=0, blur=0.3))


@pytest.fixture(scope="module")
def deck():
    rng = np.random.default_rng(1)
    design = sample_design(rng)
    return print_deck(rng, lambda card, height: glyph_mask(design, card, height))


def table(deck, *cards):
    return Layout((400.0, 300.0), deck.card_mm, (0, 1, 2), cards, ())


def lying(face, x, y, angle=-90.0, up=True):
    return Placed(face, up, x, y, angle, "meld", 0, None)


def test_a_deck_has_every_face_at_every_scale(deck):
    assert [len(level) for level in deck.faces] == [20] * len(WIDTHS)
    assert [level[0].shape[1] for level in deck.faces] == list(WIDTHS)


def test_a_lone_card_shows_both_ends(deck):
    _, label = render(table(deck, lying(Card.柒, 200, 150)), deck, SMALL, np.random.default_rng(2))
    card = label["cards"][0]
    assert [round(end["visible"], 1) for end in card["ends"]] == [1.0, 1.0]
    assert card["readable"]
    up, down = (end["angle_deg"] for end in card["ends"])
    assert (up, down) == (pytest.approx(-90), pytest.approx(90))


def test_a_covered_card_shows_none(deck):
    layout = table(deck, lying(Card.柒, 200, 150), lying(Card.一, 200, 150))
    _, label = render(layout, deck, SMALL, np.random.default_rng(2))
    under, over = label["cards"]
    assert not under["readable"]
    assert over["readable"]


def test_a_card_that_lies_face_down_has_no_ends(deck):
    layout = table(deck, lying(Card.柒, 200, 150, up=False))
    _, label = render(layout, deck, SMALL, np.random.default_rng(2))
    assert label["cards"][0]["ends"] == []


def test_the_card_is_where_the_label_says(deck):
    empty, _ = render(table(deck), deck, SMALL, np.random.default_rng(3))
    picture, label = render(
        table(deck, lying(Card.一, 200, 150)), deck, SMALL, np.random.default_rng(3)
    )
    changed = np.abs(picture.astype(int) - empty).sum(axis=2) > 60
    ys, xs = np.nonzero(changed)
    quad = np.array(label["cards"][0]["quad_px"])
    assert np.abs(np.median(xs) - quad[:, 0].mean()) < 6
    assert np.abs(np.median(ys) - quad[:, 1].mean()) < 6


@pytest.mark.parametrize("turn", [0.0, 90.0, -30.0])
def test_the_camera_keeps_lengths_at_its_aim(deck, turn):
    look = Look(size=(640, 360), px_per_mm=2.0, turn=turn)
    quad = to_px(
        camera_matrix(look, (400.0, 300.0)), card_frame(lying(Card.一, 200, 150), (90, 20))
    )
    assert np.linalg.norm(quad[1] - quad[2]) == pytest.approx(180, rel=0.01)
    assert np.linalg.norm(quad[0] - quad[1]) == pytest.approx(40, rel=0.01)
