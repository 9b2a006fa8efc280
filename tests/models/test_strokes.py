"""The simple faces in hands of our own: whole, in their proportions, apart from each other."""

from itertools import combinations

import cv2
import numpy as np
import pytest

from engine.cards import Card
from models.strokes import HEAVIEST, SIMPLE, Family, Hand, written

HANDS = [Hand(family, weight, seed) for family in Family for weight, seed in ((0.07, 1), (0.13, 2))]
STROKES = {Card.一: 1, Card.二: 2, Card.三: 3, Card.六: 4, Card.八: 2}


def parts(mask):
    """How many unconnected strokes a mask shows."""
    return cv2.connectedComponents((mask > 127).astype(np.uint8))[0] - 1


@pytest.mark.parametrize("hand", HANDS, ids=lambda h: f"{h.family}-{h.weight}")
def test_the_faces_of_a_hand_differ(hand):
    small = [cv2.resize(written(face, hand), (24, 24)).astype(int) for face in SIMPLE[1:]]
    assert all(np.abs(a - b).mean() > 20 for a, b in combinations(small, 2))


@pytest.mark.parametrize("family", Family)
@pytest.mark.parametrize("face", [Card.二, Card.三, Card.八], ids=str)
def test_separate_strokes_stay_apart(family, face):
    for seed in range(6):
        if family is not Family.RUNNING:
            assert parts(written(face, Hand(family, 0.1, seed))) == STROKES[face]


@pytest.mark.parametrize("family", Family)
def test_crossed_strokes_are_one_piece(family):
    for seed in range(6):
        for face in (Card.七, Card.九, Card.十):
            assert parts(written(face, Hand(family, 0.1, seed))) == 1


def test_one_is_flat_and_ten_is_not():
    for hand in HANDS:
        one, ten = written(Card.一, hand), written(Card.十, hand)
        assert one.shape[1] > 2 * one.shape[0]
        assert 0.6 < ten.shape[1] / ten.shape[0] < 1.6


def test_seven_turns_right_at_its_foot_and_ten_does_not():
    for hand in HANDS:
        foot = written(Card.七, hand)[-25:]
        foot_of_ten = written(Card.十, hand)[-25:]
        assert (foot > 127).any(0).sum() > 2 * (foot_of_ten > 127).any(0).sum()


def test_a_face_of_many_strokes_is_never_so_heavy_that_they_flow_together():
    for face, most in HEAVIEST.items():
        assert np.array_equal(
            written(face, Hand(Family.KAI, most, 3)), written(face, Hand(Family.KAI, 0.3, 3))
        )


def test_other_faces_are_left_to_fonts():
    with pytest.raises(ValueError, match="draw it from a font"):
        written(Card.拾, HANDS[0])
