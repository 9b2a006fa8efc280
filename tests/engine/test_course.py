"""A match as a fold: who deals, 爬坡, totals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.course import Outcome, after, begin, played
from engine.match import Hu, Offence
from engine.rules import Source, load
from engine.scoring import Facts, score
from engine.seating import BadSeats

GUOJI, ANHUA, LOUDI = load("guoji"), load("anhua"), load("loudi")
DRAWN = Outcome()


def wins(rules, seat, xi=15, discarder=None):
    source = Source.OTHER if discarder is None else Source.DISCARD
    facts = Facts(xi=xi, red=5, small=10, duizi=False, one_block=False, source=source)
    return Outcome(Hu(seat, score(facts, rules), discarder))


def dealers(standing):
    return [result.table.dealer for result, _ in standing.booked] + [standing.table.dealer]


def test_four_players_take_the_deal_from_each_other():
    now = played((0, 1, 2, 3), 0, [DRAWN, wins(GUOJI, 1), wins(GUOJI, 0, xi=21)], GUOJI)
    assert dealers(now) == [0, 0, 1, 0]
    assert [result.table.xingjia for result, _ in now.booked] == [2, 2, 3]
    assert now.totals == {0: -2 - 2 + 6, 1: 2 - 4, 2: 2 + 2 - 4, 3: -2 + 2}


def test_three_players_pass_a_drawn_deal_on():
    assert dealers(played((0, 1, 2), 2, [DRAWN, DRAWN, wins(GUOJI, 0)], GUOJI)) == [2, 0, 1, 0]


@pytest.mark.parametrize(
    ("outcomes", "factors"),
    [
        pytest.param("荒闲闲", [1, 2, 1], id="one drawn round doubles the next win"),
        pytest.param("荒荒荒闲", [1, 2, 4, 6], id="two, four, six"),
        pytest.param("荒庄闲闲", [1, 2, 2, 1], id="it goes on if the dealer wins"),
        pytest.param("荒庄荒闲闲", [1, 2, 2, 4, 1], id="and grows with the next drawn round"),
        pytest.param("庄庄", [1, 1], id="without a drawn round there is none"),
    ],
)
def test_pa_po(outcomes, factors):
    now = begin((0, 1, 2), 0)
    for kind in outcomes:
        dealer = now.table.dealer
        winner = {"荒": None, "庄": dealer, "闲": (dealer + 1) % 3}[kind]
        now = after(now, DRAWN if winner is None else wins(ANHUA, winner), ANHUA)
    assert [result.climb for result, _ in now.booked] == factors


def test_pa_po_multiplies_what_every_loser_pays():
    now = played((0, 1, 2), 0, [DRAWN, DRAWN, wins(ANHUA, 0, xi=18)], ANHUA)
    assert now.totals == {0: 16, 1: -8, 2: -8}


def test_guoji_does_not_climb():
    assert played((0, 1, 2), 0, [DRAWN, wins(GUOJI, 0)], GUOJI).booked[-1][0].climb == 1


def test_loudi_tallies_to_a_hundred():
    rounds = [wins(LOUDI, 0, 50), wins(LOUDI, 1, 33, discarder=2), wins(LOUDI, 0, 51)]
    assert played((0, 1, 2), 0, rounds, LOUDI).totals == {0: 101, 1: 33, 2: -33}


def test_a_match_needs_two_players():
    with pytest.raises(BadSeats):
        begin((0,), 0)


@st.composite
def matches(draw):
    rules = draw(st.sampled_from([GUOJI, ANHUA]))
    seats = draw(st.sampled_from([(0, 1, 2, 3), (0, 1, 2), (0, 1, 3), (0, 2)]))
    now = begin(seats, draw(st.sampled_from(seats)))
    for _ in range(draw(st.integers(0, 6))):
        winner = draw(st.none() | st.sampled_from(now.table.players))
        outcome = DRAWN if winner is None else wins(rules, winner, draw(st.integers(15, 75)))
        offences = ()
        if rules.penalties and draw(st.booleans()):
            name = draw(st.sampled_from(list(rules.penalties)))
            offences = (Offence(draw(st.sampled_from(seats)), name),)
        now = after(now, Outcome(outcome.hu, offences), rules)
    return now


@settings(max_examples=40, deadline=None)
@given(matches())
def test_totals_are_the_sum_of_the_rounds_and_zero_together(standing):
    assert sum(standing.totals.values()) == 0
    for seat, total in standing.totals.items():
        assert total == sum(got[seat] for _, got in standing.booked)
    assert set(standing.totals) == set(standing.table.seats)
