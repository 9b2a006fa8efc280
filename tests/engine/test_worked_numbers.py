"""Every number that the seeds work out, from the cards on the table to the points of all seats."""

import pytest

from engine.cards import Card, parse
from engine.course import Outcome, played
from engine.judge import judge
from engine.match import Hu, Offence, RoundResult, Table, points
from engine.melds import Kind, Meld
from engine.position import Position, Win
from engine.rules import Source, load
from engine.settlement import bets, settle

GUOJI, ANHUA, LOUDI = load("guoji"), load("anhua"), load("loudi")
DEALER, NEXT, XINGJIA, LAST = 0, 1, 2, 3
FOUR, THREE = Table((DEALER, NEXT, LAST), XINGJIA), Table((0, 1, 2))
SELF, OTHER = Source.SELF, Source.OTHER


def position(chi, hand, card, source, ti=""):
    laid = [Meld(Kind.TI, parse(face * 4)) for face in ti]
    laid += [Meld(Kind.CHI, parse(group)) for group in chi.split()]
    return Position(tuple(laid), parse(hand), Win(Card[card], source))


XI_15 = position("二七十 贰柒拾 壹贰叁 九九玖", "叁肆伍捌捌八四五", "六", OTHER)
XI_21 = position("二七十 贰柒拾 壹贰叁 九九玖", "陆陆陆捌捌八四五", "六", OTHER)
RED_18 = position("二七十 二七十 贰柒拾 贰柒拾", "叁肆伍捌捌八四五", "六", OTHER)
RED_18_OWN = position("二七十 二七十 贰柒拾 贰柒拾", "叁肆伍捌捌八四五", "六", SELF)
SMALL_21 = position("二七十 二七十 一二三 一二三 贰柒拾", "九九九四五", "六", SELF)
XI_75 = position("", "一", "一", SELF, ti="壹叁肆伍陆捌")


def won(seat, hand, rules):
    judged = judge(hand, rules)
    assert judged.hu
    return Hu(seat, judged.score)


@pytest.mark.parametrize(
    ("xi", "deng", "hand"),
    [(15, 1, XI_15), (18, 2, RED_18), (21, 3, XI_21), (21, 3, RED_18_OWN), (75, 21, XI_75)],
)
def test_xi_become_deng(xi, deng, hand):
    """000 §5 and §6: 15 戏 is one 等, 18 two, 21 three; the largest hand has 75 戏, 21 等."""
    judged = judge(hand, GUOJI)
    assert (judged.xi, judged.score.units) == (xi, deng)


@pytest.mark.parametrize(
    ("hu", "offences", "expected"),
    [
        pytest.param(won(NEXT, XI_15, GUOJI), (), (-2, 2, -2, 2), id="15 戏"),
        pytest.param(won(NEXT, XI_21, GUOJI), (), (-4, 6, -4, 2), id="21 戏"),
        pytest.param(None, (), (-2, 0, 0, 2), id="荒牌"),
        pytest.param(
            won(LAST, RED_18_OWN, GUOJI),
            (Offence(DEALER, "失提"),),
            (-17, -5, 15, 7),
            id="庄家失提, 上家 18 戏自摸红胡",
        ),
    ],
)
def test_the_sheet_of_guoji(hu, offences, expected):
    """000 赛规 5 and 罚则: dealer, 下家, 上家, 醒家."""
    got = points(RoundResult(FOUR, hu, offences), GUOJI)
    assert tuple(got[seat] for seat in (DEALER, NEXT, LAST, XINGJIA)) == expected


@pytest.mark.parametrize(
    ("hand", "each"),
    [
        pytest.param(XI_15, 1, id="15 胡息"),
        pytest.param(RED_18, 4, id="18 胡息红胡"),
        pytest.param(SMALL_21, 36, id="21 胡息自摸十八小"),
    ],
)
def test_the_sums_of_anhua(hand, each):
    """002 ③: each loser pays, the winner gets both."""
    got = points(RoundResult(THREE, won(1, hand, ANHUA)), ANHUA)
    assert got == {0: -each, 1: 2 * each, 2: -each}


@pytest.mark.parametrize(
    ("tallies", "settled", "birds"),
    [
        pytest.param((101, 85, 22, 43), (150, 110, -170, -90), (300, 100, -300, -100), id="四人"),
        pytest.param((101, 85, 22), (90, 60, -150), (200, 0, -200), id="三人"),
    ],
)
def test_the_settlement_of_loudi(tallies, settled, birds):
    """004 §5, 结算方法 and 打鸟."""
    standing = dict(enumerate(tallies))
    assert tuple(settle(standing, LOUDI).values()) == settled
    assert tuple(bets(standing, LOUDI).values()) == birds


def test_pa_po_of_anhua():
    """002: after one, two, three drawn rounds the next win is × 2, × 4, × 6."""
    for drawn, times in ((1, 2), (2, 4), (3, 6)):
        outcomes = [*[Outcome()] * drawn, Outcome(won(1, XI_15, ANHUA))]
        assert played((0, 1, 2), 0, outcomes, ANHUA).totals[1] == 2 * times
