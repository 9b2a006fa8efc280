"""The map of what is seen, and where the visible part of a face-down card lies."""

import numpy as np
import pytest

from engine.cards import Card
from models.deck import print_deck
from models.glyphs import glyph_mask, sample_design
from models.layout import Layout, Placed
from models.light import Light
from models.render import Look, render, render_with_map

LOOK = Look(size=(640, 360), px_per_mm=1.85, top="felt", light=Light(noise=0, blur=0.3))
STEP = 25.0


@pytest.fixture(scope="module")
def deck():
    rng = np.random.default_rng(1)
    design = sample_design(rng)
    return print_deck(rng, lambda card, height: glyph_mask(design, card, height))


def lying(x, up=False, angle=0.0):
    return Placed(Card.柒, up, x, 150, angle, "meld", 0, None)


def drawn(deck, *cards, look=LOOK):
    layout = Layout((400.0, 300.0), deck.card_mm, (0, 1, 2), cards, ())
    return render_with_map(layout, deck, look, np.random.default_rng(2))


def middle_of(quad):
    x, y = np.array(quad).mean(0).round().astype(int)
    return y, x


def test_the_picture_and_the_label_are_those_of_render(deck):
    layout = Layout((400.0, 300.0), deck.card_mm, (0, 1, 2), (lying(200, up=True),), ())
    picture, label = render(layout, deck, LOOK, np.random.default_rng(2))
    again, label_again, _ = drawn(deck, lying(200, up=True))
    assert (picture == again).all()
    assert label == label_again


@pytest.mark.parametrize(("up", "kind"), [pytest.param(True, 1), pytest.param(False, 2)])
def test_a_card_is_one_where_it_shows_its_face_and_two_where_its_back(deck, up, kind):
    _, label, seen = drawn(deck, lying(200, up))
    assert seen.dtype == np.uint8
    assert seen[middle_of(label["cards"][0]["quad_px"])] == kind
    assert set(np.unique(seen)) == {0, kind}


def test_an_arm_over_a_card_is_not_a_card(deck):
    cards = [lying(x, angle=90.0) for x in range(40, 380, 30)]
    clear = (drawn(deck, *cards)[2] > 0).sum()
    arms = Look(size=LOOK.size, px_per_mm=LOOK.px_per_mm, top="felt", arms=3, light=LOOK.light)
    assert (drawn(deck, *cards, look=arms)[2] > 0).sum() < clear


def test_a_whole_back_is_seen_as_a_whole(deck):
    _, label, _ = drawn(deck, lying(200, angle=30.0))
    card = label["cards"][0]
    assert np.abs(np.array(card["seen_quad_px"]) - card["quad_px"]).max() < 5


@pytest.mark.parametrize("angle", [pytest.param(0.0, id="end A"), pytest.param(180.0, id="end B")])
def test_of_a_covered_back_the_strip_that_peeps_out_is_seen(deck, angle):
    """Cards one behind the other: STEP mm of each lower one lie free, on its western side."""
    cards = [lying(180 + i * STEP, angle=angle) for i in range(3)]
    _, label, _ = drawn(deck, *cards)
    px = LOOK.px_per_mm
    for card in label["cards"][:2]:
        quad, seen = np.array(card["quad_px"]), np.array(card["seen_quad_px"])
        assert np.linalg.norm(seen[1] - seen[2]) == pytest.approx(STEP * px, abs=4)
        assert np.linalg.norm(seen[0] - seen[1]) == pytest.approx(deck.card_mm[1] * px, abs=4)
        assert seen.mean(0)[0] == pytest.approx(quad[:, 0].min() + STEP * px / 2, abs=4)
        way, whole = seen[0] - seen[3], quad[0] - quad[3]
        assert way @ whole > 0


def test_a_sliver_beside_the_visible_strip_does_not_widen_it(deck):
    over = Placed(Card.柒, False, 180 + STEP, 151.5, 0.0, "meld", 0, None)
    _, label, _ = drawn(deck, lying(180), over)
    seen = np.array(label["cards"][0]["seen_quad_px"])
    assert np.linalg.norm(seen[1] - seen[2]) == pytest.approx(STEP * LOOK.px_per_mm, abs=4)


def test_of_an_l_shape_the_broader_arm_counts(deck):
    over = Placed(Card.柒, False, 180 + STEP, 154.0, 0.0, "meld", 0, None)
    _, label, seen = drawn(deck, lying(180), over)
    quad = np.array(label["cards"][0]["seen_quad_px"])
    assert np.linalg.norm(quad[1] - quad[2]) == pytest.approx(STEP * LOOK.px_per_mm, abs=4)
    assert seen[middle_of(quad)] == 2


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param([(200, True)], id="face up"),
        pytest.param([(200, False), (200, False)], id="covered"),
    ],
)
def test_other_cards_have_no_visible_part(deck, cards):
    _, label, _ = drawn(deck, *(lying(x, up) for x, up in cards))
    assert "seen_quad_px" not in label["cards"][0]
