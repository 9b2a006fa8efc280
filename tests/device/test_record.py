"""The record as a fold: rows of events, and the dealer and totals they lead to."""

from dataclasses import asdict

import pytest

from device.record import bookings, last_booking, match_of, names, played
from engine.rules import Source, load
from engine.scoring import Score

SOUTH, EAST, NORTH, WEST = 0, 1, 2, 3
THREE, FOUR = [SOUTH, EAST, NORTH], [SOUTH, EAST, NORTH, WEST]
UNDONE = {"type": "undone"}


def won(seat, payoff=2, seats=THREE, rules="guoji", source=Source.OTHER, discarder=None):
    score = asdict(Score(payoff, (), 1, payoff, source))
    return {"type": "booked", "seat": seat, "xi": 18, "hand": "", "score": score, "verdict": 1,
            "discarder": discarder, "seats": seats, "rules": rules}  # fmt: skip


def drawn(seats=THREE, rules="guoji"):
    return {"type": "drawn", "seats": seats, "rules": rules}


def false_win(seat):
    return {"type": "false_win", "seat": seat, "verdict": 1, "seats": THREE, "rules": "guoji"}


def offence(seat, name, round):
    return {"type": "offence", "seat": seat, "name": name, "round": round}


def old(seat, *points):
    return {"type": "booked", "number": 1, "seat": seat, "xi": 15, "hand": "", "steps": [],
            "points": list(map(list, enumerate(points)))}  # fmt: skip


TABLE = [
    pytest.param([], SOUTH, [0, 0, 0], id="nothing yet"),
    pytest.param([won(EAST)], EAST, [-2, 4, -2], id="抢庄"),
    pytest.param([drawn()], EAST, [0, 0, 0], id="荒庄 among three: the next deals"),
    pytest.param([false_win(EAST)], EAST, [10, -20, 10], id="诈胡: 10 to each, nobody's win"),
    pytest.param([won(EAST), offence(EAST, "失提", 1)], EAST, [3, -6, 3], id="the winner's voids"),
    pytest.param([won(EAST), offence(NORTH, "臭张", 1)], EAST, [-1, 5, -4], id="a loser's too"),
    pytest.param([offence(NORTH, "臭张", 1)], SOUTH, [0, 0, 0], id="paid when the round ends"),
    pytest.param([offence(NORTH, "臭张", 1), drawn()], EAST, [1, 1, -2], id="荒牌 with an offence"),
    pytest.param([won(EAST), UNDONE], SOUTH, [0, 0, 0], id="undone"),
    pytest.param([won(EAST), drawn(), UNDONE], EAST, [-2, 4, -2], id="only the last is undone"),
    pytest.param([won(EAST), drawn(), UNDONE, UNDONE], SOUTH, [0, 0, 0], id="both undone"),
    pytest.param([old(EAST, -1, 2, -1), won(NORTH)], NORTH, [-3, 0, 3], id="a record of 0.1"),
]  # fmt: skip


@pytest.mark.parametrize(("events", "dealer", "totals"), TABLE)
def test_the_record_of_three(events, dealer, totals):
    standing = match_of(events, THREE, load("guoji")).standing
    assert standing.table.dealer == dealer
    assert [standing.totals[seat] for seat in THREE] == totals


def test_among_four_the_counter_is_paid_after_a_drawn_round_and_the_dealer_stays():
    standing = match_of([drawn(FOUR)], FOUR, load("guoji")).standing
    assert (standing.table.dealer, standing.table.xingjia) == (SOUTH, NORTH)
    assert standing.totals[NORTH] == -standing.totals[SOUTH] > 0


def test_in_anhua_the_win_after_drawn_rounds_is_multiplied():
    rules = load("anhua")
    events = [drawn(rules="anhua"), drawn(rules="anhua"), won(SOUTH, rules="anhua")]
    match = match_of(events, THREE, rules)
    assert match.rounds[-1].climb == rules.climb(2) > 1
    assert match.standing.totals[SOUTH] == 2 * 2 * rules.climb(2)


@pytest.mark.parametrize(
    ("events", "seats"),
    [pytest.param([won(EAST), offence(SOUTH, "走跑", 1), drawn(), false_win(NORTH)], THREE,
                  id="three"),
     pytest.param([won(EAST, seats=FOUR), drawn(FOUR), offence(WEST, "烧比", 2)], FOUR, id="four")],
)  # fmt: skip
def test_every_round_sums_to_zero(events, seats):
    match = match_of(events, seats, load("guoji"))
    assert [sum(one.points.values()) for one in match.rounds] == [0] * len(match.rounds)


def test_a_round_is_counted_by_the_rules_it_was_played_by():
    events = [won(EAST), drawn(), offence(NORTH, "臭张", 2)]
    assert match_of(events, THREE, load("anhua")).standing.totals == {0: -1, 1: 5, 2: -4}


def test_somebody_who_sits_down_later_keeps_everybody_elses_points():
    standing = match_of([won(EAST)], FOUR, load("guoji")).standing
    assert (standing.table.dealer, standing.table.xingjia) == (EAST, WEST)
    assert standing.totals[EAST] == 4


def test_a_drawn_round_and_a_void_win_on_the_sheet():
    one, two = played(match_of([drawn(), false_win(EAST)], THREE, load("guoji")))
    assert (one.seat, one.xi, one.dealer) == (None, None, SOUTH)
    assert (two.seat, two.offences) == (EAST, ((EAST, "诈胡"),))


def test_undo_takes_back_what_stands_and_deletes_nothing():
    events = [won(EAST), drawn(), UNDONE]
    assert bookings(events) == events[:1]
    assert last_booking(events).zh == "东家胡 18"
    assert last_booking([*events, UNDONE]) is None


def test_the_last_name_holds_and_an_empty_one_is_the_seats_own():
    def named(name):
        return {"type": "named", "seat": EAST, "name": name}

    assert names([named("老王"), named("小李")])[EAST].zh == "小李"
    assert names([named("老王"), named("")])[EAST].zh == "东家"
