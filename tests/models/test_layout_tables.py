"""Random tables: one deck, melds before their players, nothing off the table."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from engine.cards import COPIES, FACES
from models.layout import corners
from models.tables import KINDS, random_layout

CARD = (90.0, 22.0)
TABLE = (900.0, 880.0)
DOWN = {"wei": 3, "stinky_wei": 2, "ti": 3}
SIZES = {"pao": 4, "ti": 4, "jiang": 2}
EDGES = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}


def make(kind, seed):
    return random_layout(np.random.default_rng(seed), CARD, TABLE, kind)


@cache
def tables(kind):
    return [make(kind, seed) for seed in range(25)]


@pytest.fixture(params=KINDS)
def some(request):
    return request.param, tables(request.param)


def test_no_face_lies_there_more_often_than_the_deck_has_it(some):
    for layout in some[1]:
        assert max(Counter(c.face for c in layout.cards).values()) <= COPIES
        assert {c.face for c in layout.cards} <= set(range(len(FACES)))


def test_the_same_seed_lays_the_same_table(some):
    kind, layouts = some
    assert make(kind, 2) == layouts[2]
    assert len(set(layouts)) == len(layouts)


def test_every_card_lies_on_the_table(some):
    for layout in some[1]:
        middles = np.array([(c.x, c.y) for c in layout.cards])
        assert (middles >= 0).all()
        assert (middles <= TABLE).all()


def test_the_cards_of_a_group_know_their_group(some):
    for layout in some[1]:
        for number, group in enumerate(layout.groups):
            assert group.id == number
            assert {layout.cards[i].group for i in group.cards} == {number}
            assert {layout.cards[i].seat for i in group.cards} == {group.seat}
        grouped = [i for group in layout.groups for i in group.cards]
        assert len(grouped) == len(set(grouped))
        assert len(grouped) == sum(c.group is not None for c in layout.cards)


@pytest.mark.parametrize("kind", ["midgame", "showdown"])
def test_a_meld_shows_what_its_kind_shows(kind):
    seen = set()
    for layout in tables(kind):
        for group in layout.groups:
            cards = [layout.cards[i] for i in group.cards]
            seen.add(group.kind)
            assert len(cards) == SIZES.get(group.kind, 3)
            opened = cards[0].zone == "showdown"
            down = 0 if opened else DOWN.get(group.kind, 0)
            assert sum(not c.up for c in cards) == down
            if group.kind != "chi":
                assert len({c.face for c in cards}) == 1
    wanted = {"chi", "peng", "wei", "stinky_wei", "pao", "ti"}
    assert seen >= (wanted if kind == "midgame" else wanted | {"kan", "jiang"})


@pytest.mark.parametrize("kind", ["midgame", "showdown"])
def test_melds_lie_on_their_players_side(kind):
    for layout in tables(kind):
        for group in layout.groups:
            middle = np.mean([(layout.cards[i].x, layout.cards[i].y) for i in group.cards], axis=0)
            assert (middle - np.array(TABLE) / 2) @ EDGES[group.seat] > 0
            assert group.seat in layout.seats


def test_in_a_showdown_one_player_has_seven_groups_open():
    for layout in tables("showdown"):
        opened = [c for c in layout.cards if c.zone == "showdown"]
        assert all(c.up for c in opened)
        assert len({c.seat for c in opened}) == 1
        assert len({c.group for c in opened}) == 7
        assert 21 <= len(opened) <= 24


def test_all_ways_of_laying_a_group_occur():
    found = {g.layout for layout in tables("midgame") for g in layout.groups}
    assert found == {"row", "stagger", "fan", "untidy"}


def test_hidden_cards_lie_one_behind_the_other_a_third_of_each_seen():
    steps, opens = [], Counter()
    for layout in tables("midgame"):
        for group in layout.groups:
            cards = [layout.cards[i] for i in group.cards]
            if group.layout != "stagger" or all(c.up for c in cards):
                continue
            middles = np.array([(c.x, c.y) for c in cards])
            steps += np.linalg.norm(np.diff(middles, axis=0), axis=1).tolist()
            opens[[c.up for c in cards].index(True) if any(c.up for c in cards) else None] += 1
    assert np.percentile(steps, 10) > 18
    assert np.percentile(steps, 90) < 36
    assert set(opens) == {None, 0, 2, 3}  # the open one on top, at the bottom, or none


def test_tables_for_training_have_tiers_of_backs():
    lone = 0
    for layout in tables("scatter"):
        up = [c.up for c in layout.cards]
        lone += any(up[i : i + 3] == [False] * 3 for i in range(len(up)))
    assert lone > len(tables("scatter")) / 2


def test_the_stock_and_the_losers_hands_are_face_down():
    for layout in tables("showdown"):
        assert not any(c.up for c in layout.cards if c.zone in ("stock", "other"))
        assert any(c.zone == "stock" for c in layout.cards)


def test_corners_are_those_of_cards_of_the_right_size():
    layout = make("scatter", 1)
    quads = corners(layout)
    assert quads.shape == (len(layout.cards), 4, 2)
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    assert np.allclose(sides, [CARD[1], CARD[0], CARD[1], CARD[0]])


def test_an_unknown_kind_of_table_is_refused():
    with pytest.raises(ValueError, match="midgame"):
        random_layout(np.random.default_rng(0), CARD, TABLE, "picnic")
