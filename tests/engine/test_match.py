"""Points per round, against the printed sheets; and sums that are always zero."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.match import (
    BadRound,
    Hu,
    Offence,
    RoundResult,
    Table,
    birds,
    points,
    settle,
    totals,
)
from engine.rules import Source, load
from engine.scoring import Facts, score

GUOJI, ANHUA, LOUDI = load("guoji"), load("anhua"), load("loudi")
DEALER, NEXT, XINGJIA, LAST = 0, 1, 2, 3
FOUR = Table((DEALER, NEXT, LAST), XINGJIA)
THREE = Table((0, 1, 2))


def hand(rules, xi, red=5, small=10, source=Source.OTHER, duizi=False):
    facts = Facts(xi=xi, red=red, small=small, duizi=duizi, one_block=False, source=source)
    return score(facts, rules)


def sheet(result, rules):
    """dealer, next, last, 醒家"""
    got = points(result, rules)
    return tuple(got[seat] for seat in (DEALER, NEXT, LAST, XINGJIA) if seat in got)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param(
            RoundResult(FOUR, Hu(LAST, hand(GUOJI, 21, red=10)), (Offence(DEALER, "失提"),)),
            (-17, -5, 15, 7),
            id="dealer 失提, 上家 18 戏 自摸 红胡",
        ),
        pytest.param(
            RoundResult(FOUR, Hu(DEALER, hand(GUOJI, 15))), (2, -2, -2, 2), id="15 戏 is one 等"
        ),
        pytest.param(
            RoundResult(FOUR, Hu(NEXT, hand(GUOJI, 21))), (-4, 6, -4, 2), id="21 戏 is three 等"
        ),
        pytest.param(RoundResult(FOUR), (-2, 0, 0, 2), id="荒牌"),
        pytest.param(
            RoundResult(FOUR, Hu(NEXT, hand(GUOJI, 75))), (-22, 42, -22, 2), id="75 戏 is 21 等"
        ),
        pytest.param(
            RoundResult(FOUR, Hu(NEXT, hand(GUOJI, 15)), (Offence(NEXT, "诈胡"),)),
            (10, -30, 10, 10),
            id="诈胡 voids the win",
        ),
        pytest.param(
            RoundResult(FOUR, None, (Offence(LAST, "走跑"),)), (3, 5, -15, 7), id="走跑 and 荒牌"
        ),
        pytest.param(
            RoundResult(FOUR, Hu(DEALER, hand(GUOJI, 15)), (Offence(XINGJIA, "臭张"),)),
            (3, -1, -1, -1),
            id="an offence of the 醒家",
        ),
    ],
)
def test_four_players_one_of_them_the_xingjia(result, expected):
    assert sheet(result, GUOJI) == expected


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param(RoundResult(THREE, Hu(0, hand(GUOJI, 21))), (6, -3, -3), id="21 戏"),
        pytest.param(RoundResult(THREE), (0, 0, 0), id="荒牌: nobody pays"),
        pytest.param(
            RoundResult(THREE, Hu(0, hand(GUOJI, 15)), (Offence(1, "烧比"),)),
            (2 + 2, -1 - 4, -1 + 2),
            id="烧比 without the 醒家's share",
        ),
    ],
)
def test_three_players(result, expected):
    assert tuple(points(result, GUOJI).values()) == expected


@pytest.mark.parametrize(
    ("name", "each"), [("诈胡", 10), ("走跑", 5), ("失提", 3), ("烧比", 2), ("臭张", 1)]
)
def test_the_printed_penalties(name, each):
    got = points(RoundResult(FOUR, Hu(NEXT, hand(GUOJI, 15)), (Offence(NEXT, name),)), GUOJI)
    assert got == {DEALER: each, NEXT: -3 * each, LAST: each, XINGJIA: each}


@pytest.mark.parametrize(
    ("won", "climb", "each"),
    [
        pytest.param(hand(ANHUA, 15), 1, 1, id="15"),
        pytest.param(hand(ANHUA, 18, red=10), 1, 4, id="18 红胡"),
        pytest.param(hand(ANHUA, 21, small=18, source=Source.SELF), 1, 36, id="21 自摸 十八小"),
        pytest.param(hand(ANHUA, 15), 4, 4, id="爬坡 after two drawn rounds"),
    ],
)
def test_anhua_each_loser_pays_and_the_winner_gets_the_sum(won, climb, each):
    got = points(RoundResult(THREE, Hu(1, won), climb=climb), ANHUA)
    assert got == {0: -each, 1: 2 * each, 2: -each}


@pytest.mark.parametrize(
    ("won", "discarder", "expected"),
    [
        pytest.param(hand(LOUDI, 18), None, (18, 0, 0), id="a turned card: only the winner gains"),
        pytest.param(hand(LOUDI, 18, source=Source.DISCARD), 2, (18, 0, -18), id="放炮"),
        pytest.param(
            hand(LOUDI, 30, red=10, source=Source.DISCARD), 1, (200, -100, 0), id="the fine's cap"
        ),
    ],
)
def test_loudi_tallies_the_winner_and_fines_the_discarder(won, discarder, expected):
    got = points(RoundResult(THREE, Hu(0, won, discarder)), LOUDI)
    assert tuple(got.values()) == expected


@pytest.mark.parametrize(
    ("tallies", "settled", "bird"),
    [
        pytest.param((101, 85, 22, 43), (150, 110, -170, -90), (300, 100, -300, -100), id="four"),
        pytest.param((101, 85, 22), (90, 60, -150), (200, 0, -200), id="three"),
        pytest.param((100, 20, 20), (160, -80, -80), (200, -100, -100), id="a tie"),
    ],
)
def test_a_match_to_a_hundred_is_settled_as_printed(tallies, settled, bird):
    by_seat = dict(enumerate(tallies))
    assert tuple(settle(by_seat).values()) == settled
    assert tuple(birds(by_seat).values()) == bird


@pytest.mark.parametrize(
    ("result", "words"),
    [
        pytest.param(RoundResult(FOUR, Hu(XINGJIA, hand(GUOJI, 15))), "winner", id="醒家 wins"),
        pytest.param(
            RoundResult(THREE, None, (Offence(3, "失提"),)), "offender", id="nobody there"
        ),
        pytest.param(RoundResult(THREE, None, (Offence(0, "咳嗽"),)), "offence among", id="cough"),
        pytest.param(RoundResult(Table((0, 0, 1))), "different seats", id="one seat twice"),
    ],
)
def test_a_result_that_cannot_be_is_an_error(result, words):
    with pytest.raises(BadRound, match=words):
        points(result, GUOJI)


def test_a_win_on_a_discard_needs_its_discarder():
    won = Hu(0, hand(LOUDI, 18, source=Source.DISCARD))
    with pytest.raises(BadRound, match="discarder"):
        points(RoundResult(THREE, won), LOUDI)


@st.composite
def guoji_rounds(draw):
    table = draw(st.sampled_from([FOUR, THREE, Table((3, 0, 1), 2), Table((2, 3, 1), 0)]))
    offences = st.builds(
        Offence, st.sampled_from(table.seats), st.sampled_from(list(GUOJI.penalties))
    )
    won = st.builds(
        hand,
        st.just(GUOJI),
        st.integers(15, 75),
        red=st.integers(0, 20),
        duizi=st.booleans(),
    )
    hu = draw(st.none() | st.builds(Hu, st.sampled_from(table.players), won))
    return RoundResult(table, hu, tuple(draw(st.lists(offences, max_size=3))))


@settings(max_examples=40, deadline=None)
@given(st.lists(guoji_rounds(), max_size=4))
def test_every_round_and_every_total_sums_to_zero(rounds):
    booked = [points(result, GUOJI) for result in rounds]
    assert all(sum(one.values()) == 0 for one in booked)
    assert sum(totals(booked).values()) == 0


def test_running_totals_are_a_fold_over_the_rounds():
    booked = [points(RoundResult(FOUR), GUOJI), points(RoundResult(THREE), GUOJI)]
    assert totals(booked) == {0: -2, 1: 0, 2: 2, 3: 0}
    assert totals([]) == {}
