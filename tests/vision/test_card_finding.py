import dataclasses

import numpy as np
import pytest

from engine.cards import Card, parse, show


def faces(cards):
    return show(sorted(c.face for c in cards if c.up))


@pytest.mark.parametrize("angle", [0, 30, 90, 135, 180, 250])
def test_the_two_ends_of_a_card_are_one_card(lay, find, angle):
    (card,) = find(lay(("七", 400, 500, angle)))
    assert card.face is Card.七
    assert len(card.ends) == 2
    assert np.allclose(np.mean(card.quad_px, axis=0), (800, 1000), atol=1)
    assert card.confidence > 0.95


def test_one_end_is_a_card_whose_other_end_is_hidden(lay, find):
    (card,) = find(lay(("七", 400, 500, 90, "a")))
    assert card.face is Card.七
    assert len(card.ends) == 1
    assert np.allclose(np.mean(card.quad_px, axis=0), (800, 1000), atol=1)


def test_an_end_points_away_from_the_middle_of_its_card(lay, find):
    (card,) = find(lay(("七", 400, 500, -90, "a")))
    assert card.ends[0].angle_deg == pytest.approx(-90, abs=0.5)


LYING_CLOSE = [
    pytest.param([("一", 400, 500, 90), ("二", 424, 500, 90), ("三", 448, 500, 90)], id="a row"),
    pytest.param(
        [("二", 400, 475, 90, "b"), ("七", 400, 500, 90, "b"), ("十", 400, 525, 90)], id="a stagger"
    ),
    pytest.param(
        [("陆", 391, 502, -105, "a"), ("陆", 400, 500, -90, "a"), ("陆", 409, 502, -75)], id="a fan"
    ),
    pytest.param([("一", 400, 500, 90), ("一", 400, 592, 90)], id="two cards end to end"),
    pytest.param([("一", 400, 500, 90), ("九", 415, 490, 70, "a")], id="crossing cards"),
]


@pytest.mark.parametrize("cards", LYING_CLOSE)
def test_ends_of_different_cards_stay_apart(lay, find, cards):
    assert faces(find(lay(*cards))) == show(sorted(parse(c[0] for c in cards)))


@pytest.mark.parametrize("seed", range(5))
def test_pairing_bears_the_noise_of_a_network(lay, find, seed):
    rng = np.random.default_rng(seed)
    cards = [("一二三四五六七八九十"[k], 300 + 26 * k, 500, 90) for k in range(10)]
    ends = lay(*cards)
    noisy = dataclasses.replace(
        ends,
        centers=ends.centers + rng.normal(0, 2, ends.centers.shape).astype(np.float32),
        angles=ends.angles + rng.normal(0, 4, ends.angles.shape).astype(np.float32),
        reach=ends.reach * rng.uniform(0.95, 1.05, ends.reach.shape).astype(np.float32),
        widths=ends.widths * rng.uniform(0.95, 1.05, ends.widths.shape).astype(np.float32),
    )
    assert faces(find(noisy)) == "一二三四五六七八九十"


def test_an_end_seen_upside_down_joins_the_end_that_predicts_it(lay, find):
    ends = lay(("七", 400, 500, 90))
    ends.angles[1] += 180
    ends.logp[1] = np.log(1 / 21)  # a glyph on its head cannot be read
    (card,) = find(ends)
    assert card.face is Card.七
    assert len(card.ends) == 2


def test_a_glyph_found_twice_counts_once(lay, find):
    cards = find(lay(("七", 400, 500, 90), ("七", 401, 501, 92, "a")))
    assert faces(cards) == "七"


def test_a_find_without_a_glyph_is_no_card(lay, find):
    assert faces(find(lay(("七", 400, 500, 90), ("?", 600, 500, 90, "a")))) == "七"


def test_a_weak_find_is_no_card(lay, find):
    assert find(lay(("七", 400, 500, 90, "a"), p=0.7, score=0.1)) == ()


def test_a_weak_find_that_shows_a_clear_glyph_is_a_doubtful_card(lay, find):
    (card,) = find(lay(("七", 400, 500, 90, "a"), score=0.4))
    assert 0.5 < card.confidence < 0.95


def test_no_finds_make_no_cards(lay, find):
    assert find(lay()) == ()


def test_both_ends_vote(lay, find):
    ends = lay(("七", 400, 500, 90), p=0.6)
    (both,) = find(ends)
    (one,) = find(lay(("七", 400, 500, 90, "a"), p=0.6))
    assert both.confidence > one.confidence


def test_confidence_is_the_probability_of_the_first_alternative(lay, find):
    (card,) = find(lay(("七", 400, 500, 90, "a"), p=0.6))
    assert card.alternatives[0] == (card.face, card.confidence)
    assert sum(p for _, p in card.alternatives) <= 1


def test_a_fifth_copy_of_a_face_moves_to_its_next_alternative(lay, find):
    ends = lay(*[("一", 200 + 60 * k, 500, 90) for k in range(5)])
    for end in (8, 9):  # the fifth could also be a 壹
        ends.logp[end] = np.log(1e-4)
        ends.logp[end, Card.一], ends.logp[end, Card.壹] = np.log(0.55), np.log(0.44)
    cards = find(ends)
    assert faces(cards) == "一一一一壹"


def test_of_five_alike_without_an_alternative_none_is_sure(lay, find):
    cards = find(lay(*[("一", 200 + 60 * k, 500, 90) for k in range(5)], p=0.9999))
    assert faces(cards) == "一" * 5
    assert max(c.confidence for c in cards) < 0.9


def test_backs_are_cards_without_a_face(lay, lay_down, find):
    cards = find(lay(), lay_down((400, 500, 90), (440, 500, 80)))
    assert [(c.up, c.face, c.ends) for c in cards] == [(False, None, ())] * 2


def test_a_back_found_on_a_face_up_card_is_none(lay, lay_down, find):
    cards = find(lay(("七", 400, 500, 90)), lay_down((402, 501, 91)))
    assert [c.up for c in cards] == [True]
