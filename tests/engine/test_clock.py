"""The sixty minutes of a match and its last deal."""

import pytest

from engine.cards import Card
from engine.clock import MATCH_S, Deal, began_s, counts, deal, left_s
from engine.events import Discard, Start, TakeShown, Ti

START = Start(seq=0, t=3500.0, rules="guoji", dealer=0, seats=(0, 1, 3), shown=Card.五)


@pytest.mark.parametrize(
    ("began", "now", "says"),
    [
        pytest.param(None, 3599.9, Deal.PLAY, id="dealt in time"),
        pytest.param(None, 3600.0, Deal.ABANDON, id="60:00 without 收张"),
        pytest.param(3590.0, 3595.0, Deal.PLAY, id="收张, time left"),
        pytest.param(3590.0, 3600.0, Deal.PLAY_OUT, id="60:00 after 收张"),
        pytest.param(3590.0, 5000.0, Deal.PLAY_OUT, id="however long it takes"),
        pytest.param(3600.5, 3601.0, Deal.ABANDON, id="收张 too late"),
    ],
)
def test_what_becomes_of_the_deal(began, now, says):
    assert deal(began, 0.0, now) is says
    assert deal(None if began is None else began + 50, 50.0, now + 50) is says


@pytest.mark.parametrize(
    ("began", "belongs"), [(3599.0, True), (3600.0, True), (3600.1, False), (None, False)]
)
def test_which_rounds_belong_to_the_match(began, belongs):
    assert counts(began, 0.0) is belongs


def test_the_clock_runs_down_and_stays_at_zero():
    assert [left_s(10.0, now) for now in (10.0, 70.0, 9999.0)] == [MATCH_S, MATCH_S - 60, 0]
    assert left_s(0.0, 100.0, length_s=300.0) == 200.0


@pytest.mark.parametrize(
    ("events", "began"),
    [
        pytest.param([START], None, id="only dealt"),
        pytest.param([START, Ti(seq=1, t=3510.0, seat=1, card=Card.二)], None, id="a dealt 提"),
        pytest.param([START, TakeShown(seq=1, t=3520.0, seat=0)], 3520.0, id="收张"),
        pytest.param(
            [START, Discard(seq=1, t=3530.0, seat=0, card=Card.一)], 3530.0, id="亮张 left lying"
        ),
    ],
)
def test_a_round_begins_with_shou_zhang(events, began):
    assert began_s(events) == began
