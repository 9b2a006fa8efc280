"""Decks of every kind: what is printed on them, and that nothing is printed over the glyphs."""

import numpy as np
import pytest

from engine.cards import Card
from models.backs import print_back
from models.deck import print_deck
from models.glyphs import glyph_mask, sample_design
from models.scribble import flower, ink_on, scroll, sign, word


def deck_of(seed):
    rng = np.random.default_rng(seed)
    design = sample_design(rng)
    return print_deck(rng, lambda card, height: glyph_mask(design, card, height, rng))


@pytest.fixture(scope="module")
def decks():
    return [deck_of(seed) for seed in range(8)]


def test_the_same_seed_prints_the_same_deck(decks):
    again = deck_of(0)
    assert all((a == b).all() for a, b in zip(again.faces[0], decks[0].faces[0], strict=True))
    assert (again.backs[0] == decks[0].backs[0]).all()


def test_a_deck_keeps_to_the_sizes_of_real_ones(decks):
    for deck in decks:
        length, width = deck.card_mm
        assert 3.0 <= length / width <= 4.4
        assert 0.40 <= deck.glyph_at <= 0.72


@pytest.mark.parametrize("card", [Card.一, Card.陆, Card.拾])
def test_a_glyph_stands_out_from_the_stock(decks, card):
    for deck in decks:
        face, ink = deck.faces[0][card], deck.ink[card]
        length, width = face.shape[:2]
        x, y = (ink * (width, length)).astype(int).T
        printed = face[y, x, :3].min(axis=1).mean()
        assert np.median(face[..., :3]) - printed > 60


def test_backs_are_of_many_colours():
    backs = [print_back(np.random.default_rng(seed), 44, 160) for seed in range(40)]
    means = np.array([back.mean((0, 1)) for back in backs])
    assert all(back.shape == (160, 44, 3) for back in backs)
    assert (means.min(axis=1) > 190).any()  # almost white
    assert (means.max(axis=1) < 90).any()  # dark
    assert (np.ptp(means, axis=1) > 90).any()  # of a strong colour


def test_what_juts_out_of_the_paper_is_cut_off():
    art = np.zeros((20, 10, 3), np.float32)
    ink_on(art, np.full((30, 30), 255, np.uint8), (200.0, 100.0, 50.0), (9, 1), 8)
    assert art[0, 9].tolist() == [200.0, 100.0, 50.0]
    assert not art[10:].any()
    ink_on(art, np.full((30, 30), 255, np.uint8), (9.0, 9.0, 9.0), (90, 90), 8)
    assert art.max() == 200.0


@pytest.mark.parametrize("draw", [sign, word, flower, scroll])
def test_every_device_has_ink(draw):
    for seed in range(6):
        assert (draw(np.random.default_rng(seed)) > 127).sum() > 20
