"""A match to a hundred, against the sums printed in seed 004 §5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import load
from engine.settlement import bets, finished, rounded, settle

LOUDI, GUOJI = load("loudi"), load("guoji")
tables = st.lists(st.integers(-300, 300), min_size=2, max_size=8).map(lambda t: dict(enumerate(t)))


@pytest.mark.parametrize(
    ("tallies", "settled", "bird"),
    [
        pytest.param((101, 85, 22, 43), (150, 110, -170, -90), (300, 100, -300, -100), id="four"),
        pytest.param((101, 85, 22), (90, 60, -150), (200, 0, -200), id="three"),
        pytest.param((100, 20, 20), (160, -80, -80), (200, -100, -100), id="a tie exchanges none"),
        pytest.param((104, 96), (0, 0), (100, -100), id="two; birds compare what is not rounded"),
    ],
)
def test_the_printed_results(tallies, settled, bird):
    by_seat = dict(enumerate(tallies))
    assert tuple(settle(by_seat, LOUDI).values()) == settled
    assert tuple(bets(by_seat, LOUDI).values()) == bird


def test_results_are_multiplied_by_the_agreed_unit():
    assert settle({0: 101, 1: 85, 2: 22}, LOUDI, unit=2) == {0: 180, 1: 120, 2: -300}


def test_birds_compare_rounded_tallies_where_so_agreed():
    assert bets({0: 104, 1: 96}, load("loudi+birds_rounded")) == {0: 0, 1: 0}


@pytest.mark.parametrize(
    ("tally", "ten"), [(84, 80), (85, 90), (0, 0), (-4, 0), (-5, 0), (-6, -10)]
)
def test_five_goes_up(tally, ten):
    assert rounded({0: tally}, LOUDI) == {0: ten}


@pytest.mark.parametrize(
    ("rules", "tallies", "over"),
    [
        pytest.param(LOUDI, {0: 99, 1: 0}, False, id="99"),
        pytest.param(LOUDI, {0: 100, 1: 0}, True, id="100"),
        pytest.param(LOUDI, {}, False, id="nobody yet"),
        pytest.param(GUOJI, {0: 500, 1: -500}, False, id="guoji goes by time"),
    ],
)
def test_a_match_ends_at_its_target(rules, tallies, over):
    assert finished(tallies, rules) is over


@given(tables)
def test_settlements_and_bets_sum_to_zero_and_keep_the_order(tallies):
    for paid in (settle(tallies, LOUDI), bets(tallies, LOUDI)):
        assert sum(paid.values()) == 0
        order = sorted(tallies, key=tallies.get)
        assert [paid[seat] for seat in order] == sorted(paid.values())


def test_a_rule_set_without_bets_has_none():
    assert set(bets({0: 5, 1: -5}, GUOJI).values()) == {0}
