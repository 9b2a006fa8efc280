"""A played round on the table: it grows as its record has it, and then the hand lies open."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from engine.bots import hand_of
from engine.cards import COPIES
from engine.events import Exhausted
from engine.rules import load
from engine.simulate import play
from models.layout import corners
from models.rounds import moments, round_layouts, spread

CARD = (90.0, 22.0)
TABLE = (900.0, 900.0)
DECK = 80
SEATS = (1, 2, 0)  # the east deals


def make(played, seed=0, **options):
    return round_layouts(np.random.default_rng(seed), played, CARD, TABLE, **options)


@pytest.fixture(scope="module")
def rounds():
    """Won rounds of three rule sets, and their tables."""
    found = []
    for name, seeds in (("guoji", range(8)), ("anhua", range(4)), ("loudi", range(4))):
        played = [play(seed, load(name)) for seed in seeds]
        found += [one for one in played if len(one.wins) == 1 and len(moments(one)) >= 3]
    assert len(found) >= 10
    return [(one, make(one, seed, seats=SEATS)) for seed, one in enumerate(found)]


def lying(table, zone=None):
    """The cards of a table but for the stock, or those of one zone."""
    return [c for c in table.cards if (c.zone != "stock" if zone is None else c.zone == zone)]


def test_the_winners_hand_lies_open_and_whole(rounds):
    for played, tables in rounds:
        groups = played.end.won.groups
        opened = lying(tables[-1], "showdown")
        assert Counter(c.face for c in opened) == Counter(c for g in groups for c in g.cards)
        assert all(c.up and c.seat == SEATS[played.winner] for c in opened)
        laid = [g for g in tables[-1].groups if g.seat == SEATS[played.winner]]
        assert sorted(g.kind for g in laid) == sorted(g.kind for g in groups)


def test_the_winners_hand_lies_wholly_inside_the_picture(rounds):
    for _, tables in rounds:
        mine = [i for i, c in enumerate(tables[-1].cards) if c.zone == "showdown"]
        points = corners(tables[-1])[mine].reshape(-1, 2)
        assert points[:, 0].min() > 0
        assert points[:, 0].max() < TABLE[0]
        # A camera of 16:9 that sees a little more than the table's width cuts 100 mm off both ends.
        assert points[:, 1].min() > 100
        assert points[:, 1].max() < TABLE[1] - 100


def test_nothing_lies_on_the_winners_cards(rounds):
    for _, tables in rounds:
        zones = [c.zone for c in tables[-1].cards]
        assert set(zones[zones.index("showdown") :]) == {"showdown"}


def test_eighty_cards_lie_on_the_table_or_are_held(rounds):
    """Before the win; and after it, whether the losers lay their hands down or not."""
    for played, tables in rounds:
        for table, now in zip(tables[:-1], spread(moments(played), 3), strict=True):
            held = sum((hand_of(now, seat) for seat in now.order), ())
            assert len(table.cards) + len(held) == DECK
            assert len(lying(table, "stock")) == now.stock
            assert set(Counter((*held, *(c.face for c in table.cards))).values()) == {COPIES}
        laid_down = {c.seat for c in lying(tables[-1], "other")}
        kept = [
            hand_of(played.before, seat)
            for seat in played.end.order
            if seat != played.winner and SEATS[seat] not in laid_down
        ]
        faces = Counter((*sum(kept, ()), *(c.face for c in tables[-1].cards)))
        assert set(faces.values()) == {COPIES}


def test_the_losers_hands_lie_face_down_or_are_held(rounds):
    down = [lying(tables[-1], "other") for _, tables in rounds]
    assert any(down)
    assert not all(down)
    assert not any(card.up for cards in down for card in cards)


def test_groups_hold_the_cards_that_name_them(rounds):
    for _, tables in rounds:
        for table in tables:
            for number, group in enumerate(table.groups):
                assert group.id == number
                assert [table.cards[i].group for i in group.cards] == [number] * len(group.cards)
                assert {table.cards[i].seat for i in group.cards} == {group.seat}


def test_before_the_win_the_table_only_grows_and_the_stock_shrinks(rounds):
    for _, tables in rounds:
        places = [{(c.face, c.x, c.y) for c in lying(table)} for table in tables[:-1]]
        assert all(one < other for one, other in pairwise(places))
        stocks = [lying(table, "stock") for table in tables]
        for pile, later in pairwise(stocks):
            assert pile[: len(later)] == later
        assert len(stocks[0]) > len(stocks[-1])


def test_what_the_losers_have_stays_where_it_lay(rounds):
    for played, tables in rounds:
        winner = SEATS[played.winner]
        kept = [
            (c.face, c.up, c.x, c.y)
            for c in lying(tables[-2])
            if c.zone == "discard" or c.seat != winner
        ]
        assert set(kept) <= {(c.face, c.up, c.x, c.y) for c in tables[-1].cards}


def test_the_last_table_has_every_meld_of_the_record_as_it_lies(rounds):
    for played, tables in rounds:
        table = tables[-2]
        for number, seat in enumerate(SEATS):
            melds = played.before.seat(number).holdings[0].melds
            laid = [g for g in table.groups if g.seat == seat]
            assert [
                [(table.cards[i].face, table.cards[i].up) for i in group.cards] for group in laid
            ] == [list(zip(meld.cards, meld.up, strict=True)) for meld in melds]


def test_a_card_that_nobody_took_lies_before_who_brought_it(rounds):
    for played, tables in rounds:
        there = Counter((c.face, c.seat) for c in lying(tables[-2], "discard"))
        assert there == Counter((c.card, SEATS[c.seat]) for c in played.before.lying[:-1])


def test_melds_lie_face_down_and_up_as_the_rules_have_it(rounds):
    shown = {
        (group.kind, sum(table.cards[i].up for i in group.cards))
        for _, tables in rounds
        for table in tables[:-1]
        for group in table.groups
    }
    assert shown >= {("chi", 3), ("peng", 3), ("wei", 0), ("pao", 4), ("ti", 1)}
    assert shown <= {("chi", 3), ("peng", 3), ("wei", 0), ("stinky_wei", 1), ("pao", 4), ("ti", 1)}


def test_the_same_seed_lays_the_same_tables(rounds):
    played, tables = rounds[3]
    assert make(played, 3, seats=SEATS) == tables


def test_a_round_that_nobody_won_or_too_short_a_one_is_refused(rounds):
    exhausted = next(
        one
        for seed in range(99)
        if isinstance((one := play(seed, load("guoji"))).log[-1], Exhausted)
    )
    with pytest.raises(ValueError, match="won"):
        make(exhausted)
    with pytest.raises(ValueError, match="99 moments"):
        make(rounds[0][0], settled=99)
