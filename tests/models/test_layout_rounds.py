"""A won round on the table: it grows, and then the hand lies open."""

from collections import Counter

import numpy as np
import pytest

from engine.cards import COPIES
from engine.rules import load
from models.hands import random_hand
from models.layout import corners
from models.rounds import round_layouts, showdown_layout

CARD = (90.0, 22.0)
TABLE = (900.0, 900.0)
SEEDS = range(12)


def make(seed, winner=None, **options):
    rng = np.random.default_rng(seed)
    hand = random_hand(rng, load("guoji"))
    winner = seed % 3 if winner is None else winner
    return hand, winner, round_layouts(rng, hand, winner, CARD, TABLE, **options)


@pytest.fixture(scope="module")
def rounds():
    return [make(seed) for seed in SEEDS]


def test_the_winners_hand_lies_open_and_whole(rounds):
    for hand, winner, tables in rounds:
        opened = [c for c in tables[-1].cards if c.zone == "showdown"]
        assert Counter(c.face for c in opened) == Counter(hand.cards)
        assert all(c.up and c.seat == winner for c in opened)
        groups = [g for g in tables[-1].groups if g.seat == winner]
        assert sorted(g.kind for g in groups) == sorted(g.kind for g in hand.groups)


def test_the_winners_hand_lies_wholly_inside_the_picture(rounds):
    for _, _, tables in rounds:
        mine = [i for i, c in enumerate(tables[-1].cards) if c.zone == "showdown"]
        points = corners(tables[-1])[mine].reshape(-1, 2)
        assert points[:, 0].min() > 0
        assert points[:, 0].max() < TABLE[0]
        # A camera of 16:9 that sees a little more than the table's width cuts 100 mm off both ends.
        assert points[:, 1].min() > 100
        assert points[:, 1].max() < TABLE[1] - 100


def test_nothing_lies_on_the_winners_cards(rounds):
    for _, _, tables in rounds:
        zones = [c.zone for c in tables[-1].cards]
        assert set(zones[zones.index("showdown") :]) == {"showdown"}


def test_the_deck_is_never_exceeded(rounds):
    for _, _, tables in rounds:
        for table in tables:
            assert max(Counter(c.face for c in table.cards).values()) <= COPIES


def test_groups_hold_the_cards_that_name_them(rounds):
    for _, _, tables in rounds:
        for table in tables:
            for number, group in enumerate(table.groups):
                assert group.id == number
                assert [table.cards[i].group for i in group.cards] == [number] * len(group.cards)


def test_before_the_win_the_table_only_grows(rounds):
    for _, _, tables in rounds:
        sizes = [len(table.cards) for table in tables[:-1]]
        assert sizes == sorted(sizes)
        assert sizes[0] < sizes[-1]
        places = [{(c.face, c.x, c.y) for c in table.cards} for table in tables[:-1]]
        assert places[0] < places[-1]


def test_the_winners_melds_lie_before_him_in_mid_game(rounds):
    for hand, winner, tables in rounds:
        laid = [g for g in tables[-2].groups if g.seat == winner]
        assert [g.kind for g in laid] == [m.kind for m in hand.melds]
        assert {tables[-2].cards[i].zone for g in laid for i in g.cards} <= {"meld"}


def test_the_losers_melds_and_discards_stay_where_they_lay(rounds):
    for _, winner, tables in rounds:
        kept = {
            (c.face, c.x, c.y)
            for c in tables[-2].cards
            if c.zone in ("discard", "stock") or (c.zone == "meld" and c.seat != winner)
        }
        assert kept <= {(c.face, c.x, c.y) for c in tables[-1].cards}


def test_the_same_seed_plays_the_same_round(rounds):
    assert make(3) == rounds[3]


def test_a_showdown_alone():
    rng = np.random.default_rng(5)
    hand = random_hand(rng, load("guoji"))
    table = showdown_layout(rng, hand, 3, CARD, TABLE, seats=(0, 1, 3))
    assert table.seats == (0, 1, 3)
    assert {c.seat for c in table.cards if c.zone == "showdown"} == {3}


def test_a_winner_without_a_seat_is_refused():
    with pytest.raises(ValueError, match="seats"):
        make(0, winner=3)
