"""Random won hands are legal wins of guoji, worth what they say."""

from collections import Counter

import numpy as np
import pytest

from engine.cards import COPIES
from engine.judge import judge
from engine.melds import Kind, is_legal
from engine.rules import load
from models.hands import random_hand

GUOJI = load("guoji")


@pytest.fixture(scope="module")
def hands():
    return [random_hand(np.random.default_rng(seed), GUOJI) for seed in range(60)]


def test_every_hand_wins_with_the_xi_it_names(hands):
    for hand in hands:
        answer = judge(hand.position, GUOJI)
        assert answer.hu
        assert answer.xi == hand.xi >= 15


def test_seven_legal_groups_lie_open_and_hold_all_cards(hands):
    for hand in hands:
        assert len(hand.groups) == 7
        assert Counter(hand.cards) == Counter(hand.position.cards)
        for group in hand.groups:
            assert all(group.up)
            assert is_legal(Kind(group.kind), group.faces)


def test_no_hand_has_more_cards_of_a_face_than_the_deck(hands):
    assert all(max(Counter(hand.cards).values()) <= COPIES for hand in hands)


def test_there_are_hands_with_no_one_and_two_fours_from_both_sources(hands):
    fours = {sum(len(g.faces) == 4 for g in hand.groups) for hand in hands}
    assert fours >= {0, 1, 2}
    assert {hand.position.win.source for hand in hands} == {"self", "other"}


def test_after_chi_no_copy_of_the_eaten_card_stays_in_hand(hands):
    for hand in hands:
        eaten = {m.cards[0] for m in hand.position.exposed if m.kind is Kind.CHI}
        assert not eaten & set(hand.position.hand)


def test_before_the_win_wei_lies_face_down_and_ti_shows_one_card(hands):
    shown = {m.kind: sum(m.up) for hand in hands for m in hand.melds}
    assert shown == {"chi": 3, "peng": 3, "wei": 0, "pao": 4, "ti": 1}


def test_the_same_seed_makes_the_same_hand(hands):
    again = [random_hand(np.random.default_rng(seed), GUOJI) for seed in range(5)]
    assert again == hands[:5]
