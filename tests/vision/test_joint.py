import numpy as np
import pytest

from vision.joint import hold_to_deck


def claims(*rows):
    """Rows of {face: probability} as an array of 20 faces."""
    p = np.full((len(rows), 20), 1e-6)
    for k, row in enumerate(rows):
        for face, share in row.items():
            p[k, face] = share
    return p


def test_four_of_a_face_stay_as_they_were_read():
    p = claims(*[{0: 0.97, 1: 0.02}] * 4)
    assert np.allclose(hold_to_deck(p), p)


def test_a_doubtful_fifth_moves_to_its_other_face():
    held = hold_to_deck(claims(*[{0: 0.99, 1: 0.005}] * 4, {0: 0.6, 10: 0.39}))
    assert held.argmax(axis=1).tolist() == [0, 0, 0, 0, 10]
    assert held[:4, 0].min() > 0.9


def test_of_five_sure_ones_each_is_right_four_times_in_five():
    held = hold_to_deck(claims(*[{0: 0.999}] * 5))
    assert held[:, 0] == pytest.approx(0.8, abs=0.05)


def test_a_fifth_that_may_be_no_card_gives_way():
    held = hold_to_deck(claims(*[{0: 0.999}] * 4, {0: 0.5}))
    assert held[4].sum() < 0.1
    assert held[:4, 0].min() > 0.95


def test_what_one_card_cannot_be_another_may_have():
    held = hold_to_deck(claims(*[{0: 0.999}] * 3, {0: 0.9, 1: 0.09}, {0: 0.5, 1: 0.49}))
    assert held[4, 1] > held[4, 0]


@pytest.mark.parametrize("seed", range(4))
def test_probabilities_stay_probabilities(seed):
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.full(21, 0.05), 70)[:, :20]
    held = hold_to_deck(p)
    assert (held >= 0).all()
    assert held.sum(axis=1).max() <= 1 + 1e-9


@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_with_counting_every_case(seed):
    """Five cards, two faces, two copies: all 3^5 cases."""
    rng = np.random.default_rng(seed)
    p = rng.dirichlet([2, 2, 1], 5)[:, :2]
    full = np.column_stack([p, 1 - p.sum(axis=1)])
    cases = np.stack(np.meshgrid(*[range(3)] * 5, indexing="ij"), -1).reshape(-1, 5)
    weight = np.prod(full[np.arange(5), cases], axis=1)
    weight *= ((cases == 0).sum(1) <= 2) & ((cases == 1).sum(1) <= 2)
    true = np.stack([[weight[cases[:, k] == f].sum() for f in (0, 1)] for k in range(5)])
    assert np.abs(hold_to_deck(p, copies=2) - true / weight.sum()).max() < 0.1


def test_no_cards_are_no_claims():
    assert hold_to_deck(np.zeros((0, 20))).shape == (0, 20)
