"""Schedules: nobody at two tables, everybody equally often, company as promised."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament import BadTournament, going_on, knock_out, meetings, round_robin


def company(players, rounds):
    met = meetings(rounds)
    return {met[frozenset(pair)] for pair in combinations(players, 2)}


def assert_everybody_sits_once(players, sitting):
    seated = [player for table in sitting.tables for player in table]
    assert all(len(table) == 4 for table in sitting.tables)
    assert sorted([*seated, *sitting.byes]) == sorted(players)


@pytest.mark.parametrize("number", range(4, 33))
def test_in_a_round_robin_everybody_meets_everybody(number):
    players = range(number)
    rounds = round_robin(players)
    for sitting in rounds:
        assert_everybody_sits_once(players, sitting)
    times = company(players, rounds)
    assert times == {3} if number % 4 in (0, 1) else times <= {2, 3}
    assert len(rounds) == (number - 1 if number % 4 == 0 else number)


@pytest.mark.parametrize("number", range(4, 33))
def test_everybody_plays_and_rests_equally_often(number):
    rounds = round_robin(range(number))
    byes = Counter(player for sitting in rounds for player in sitting.byes)
    assert {byes[player] for player in range(number)} == {number % 4}


@pytest.mark.parametrize(("number", "rounds"), [(4, 1), (16, 5)])
def test_everybody_meets_everybody_once(number, rounds):
    players = [f"选手{i}" for i in range(number)]
    schedule = round_robin(players, once=True)
    assert len(schedule) == rounds
    assert company(players, schedule) == {1}
    for sitting in schedule:
        assert_everybody_sits_once(players, sitting)


@pytest.mark.parametrize(
    ("players", "once", "words"),
    [
        pytest.param(range(3), False, "4 to 32 players, got 3", id="too few"),
        pytest.param(range(33), False, "got 33", id="too many"),
        pytest.param(range(8), True, "4 16 players, got 8", id="no such schedule"),
        pytest.param("甲乙丙甲", False, "different players", id="one twice"),
    ],
)
def test_a_round_robin_that_cannot_be(players, once, words):
    with pytest.raises(BadTournament, match=words):
        round_robin(players, once)


def played(stage, better):
    """Each table's places, decided by a key."""
    return [sorted(table, key=better) for table in stage.sitting.tables]


@pytest.mark.parametrize(
    ("number", "advance", "byes"),
    [
        pytest.param(4, (1,), 0, id="4: the final"),
        pytest.param(5, (3,), 1, id="5: one is out"),
        pytest.param(6, (2,), 2, id="6"),
        pytest.param(7, (1,), 3, id="7: three are out"),
        pytest.param(8, (2, 2), 0, id="8"),
        pytest.param(13, (2, 2, 3), 1, id="13"),
        pytest.param(15, (2, 2, 1), 3, id="15"),
        pytest.param(16, (2, 2, 2, 2), 0, id="16"),
        pytest.param(20, (2, 2), 12, id="20"),
    ],
)
def test_the_first_stage(number, advance, byes):
    stage = knock_out(range(number))
    assert stage.advance == advance
    assert stage.sitting.byes == tuple(range(byes))


@given(st.integers(4, 80).flatmap(lambda number: st.permutations(range(number))))
def test_a_knock_out_leaves_one_winner(order):
    number, strength = len(order), {player: i for i, player in enumerate(order)}
    left, stages, met = tuple(range(number)), [], set()
    while not stages or not stages[-1].final:
        stage = knock_out(left, met)
        assert_everybody_sits_once(left, stage.sitting)
        assert not (stages and stage.sitting.byes)  # byes only at first
        stages.append(stage)
        met |= set(meetings([stage.sitting]))
        left = going_on(stage, played(stage, strength.get))
    assert len(left) == 1
    assert len(stages[-1].sitting.tables) == 1
    assert left[0] == min(strength, key=strength.get)


@pytest.mark.parametrize("number", [16, 32, 64])
def test_old_company_is_kept_apart_until_the_final(number):
    stage = knock_out(range(number))
    met = meetings([stage.sitting])
    while len(stage.advance) > 2:
        stage = knock_out(going_on(stage, stage.sitting.tables), met)
        assert not set(met) & set(meetings([stage.sitting]))
        met += meetings([stage.sitting])


def test_seeds_are_spread_and_the_best_go_on_in_order():
    stage = knock_out(range(8))
    assert [set(table) for table in stage.sitting.tables] == [{0, 3, 5, 6}, {1, 2, 4, 7}]
    assert going_on(stage, [(5, 0, 3, 6), (1, 7, 2, 4)]) == (5, 1, 0, 7)


def test_results_must_fit_the_tables():
    with pytest.raises(BadTournament, match="places"):
        going_on(knock_out(range(4)), [(0, 1, 2)])
    with pytest.raises(BadTournament, match="4 or more"):
        knock_out(range(3))
