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
    Transfer,
    points,
    totals,
    transfers,
    winners,
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


CAPPED = load("loudi+cap_binds_winner")


def test_an_agreed_cap_binds_the_winner_of_a_discard_too():
    won = Hu(0, hand(CAPPED, 30, red=10, source=Source.DISCARD), 1)
    assert points(RoundResult(THREE, won), CAPPED) == {0: 100, 1: -100, 2: 0}


def test_several_winners_of_one_discard_are_each_paid():
    first, second = (
        Hu(seat, hand(LOUDI, xi, source=Source.DISCARD), 1) for seat, xi in ((2, 18), (0, 15))
    )
    result = RoundResult(THREE, first, also=(second,))
    assert points(result, LOUDI) == {0: 15, 1: -33, 2: 18}
    assert winners(result) == (2, 0)


def test_every_payment_tells_who_to_whom_and_what_for():
    result = RoundResult(FOUR, Hu(LAST, hand(GUOJI, 21, red=10)), (Offence(DEALER, "失提"),))
    assert transfers(result, GUOJI) == (
        Transfer(DEALER, LAST, 6, "胡"),
        Transfer(NEXT, LAST, 6, "胡"),
        Transfer(DEALER, XINGJIA, 2, "醒"),
        Transfer(NEXT, XINGJIA, 2, "醒"),
        Transfer(DEALER, NEXT, 3, "失提"),
        Transfer(DEALER, LAST, 3, "失提"),
        Transfer(DEALER, XINGJIA, 3, "失提"),
    )


AGREED = load("guoji+dealt_ti_counts")


@pytest.mark.parametrize(
    ("rules", "hu", "expected"),
    [
        pytest.param(GUOJI, Hu(NEXT, hand(GUOJI, 18)), (-3, 4, -3, 2), id="not agreed"),
        pytest.param(AGREED, Hu(NEXT, hand(GUOJI, 18)), (-4, 4, -4, 4), id="one more 醒筹 each"),
        pytest.param(AGREED, None, (-4, 0, 0, 4), id="荒醒 with it"),
    ],
)
def test_a_dealers_dealt_ti_adds_xing_chips_by_agreement(rules, hu, expected):
    assert sheet(RoundResult(FOUR, hu, dealt_ti=1), rules) == expected


STRICT = load("guoji+winner_offence_is_false_win")


@pytest.mark.parametrize(
    ("rules", "names", "each"),
    [
        pytest.param(GUOJI, ["烧比"], 2, id="its own penalty"),
        pytest.param(GUOJI, ["烧比", "走跑"], 7, id="every offence its own"),
        pytest.param(STRICT, ["烧比"], 10, id="as 诈胡, where so agreed"),
        pytest.param(STRICT, ["烧比", "走跑"], 10, id="as one 诈胡"),
    ],
)
def test_a_winners_own_offence_voids_the_win(rules, names, each):
    offences = tuple(Offence(NEXT, name) for name in names)
    result = RoundResult(FOUR, Hu(NEXT, hand(GUOJI, 75)), offences)
    assert sheet(result, rules) == (each, -3 * each, each, each)
    assert winners(result) == ()


def test_a_false_win_needs_no_count_and_is_no_huang():
    result = RoundResult(FOUR, Hu(NEXT), (Offence(NEXT, "诈胡"),))
    assert sheet(result, GUOJI) == (10, -30, 10, 10)


def test_an_offence_of_another_leaves_the_win_and_is_added():
    result = RoundResult(FOUR, Hu(NEXT, hand(GUOJI, 15)), (Offence(LAST, "诈胡"),))
    assert sheet(result, GUOJI) == (-2 + 10, 2 + 10, -2 - 30, 2 + 10)


def test_two_players_pay_each_other():
    two = Table((0, 2))
    assert points(RoundResult(two, Hu(2, hand(GUOJI, 21))), GUOJI) == {0: -3, 2: 3}
    assert points(RoundResult(two, None, (Offence(0, "走跑"),)), GUOJI) == {0: -5, 2: 5}


@pytest.mark.parametrize("rules", [GUOJI, ANHUA, LOUDI], ids=lambda rules: rules.id)
def test_with_four_the_one_who_sits_out_is_paid_only_in_guoji(rules):
    got = points(RoundResult(FOUR, Hu(NEXT, hand(rules, 15))), rules)
    assert (got[XINGJIA] > 0) == (rules is GUOJI)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        pytest.param(RoundResult(FOUR, Hu(XINGJIA, hand(GUOJI, 15))), "winner", id="醒家 wins"),
        pytest.param(
            RoundResult(THREE, None, (Offence(3, "失提"),)), "offender", id="nobody there"
        ),
        pytest.param(RoundResult(THREE, None, (Offence(0, "咳嗽"),)), "offence among", id="cough"),
        pytest.param(RoundResult(Table((0, 0, 1))), "different seats", id="one seat twice"),
        pytest.param(RoundResult(THREE, Hu(1)), "what the hand of seat 1 pays", id="no score"),
        pytest.param(
            RoundResult(THREE, also=(Hu(1, hand(GUOJI, 15)),)), "first winner", id="only a second"
        ),
        pytest.param(
            RoundResult(THREE, Hu(1, hand(GUOJI, 15)), also=(Hu(1, hand(GUOJI, 15)),)),
            "different winners",
            id="one winner twice",
        ),
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
