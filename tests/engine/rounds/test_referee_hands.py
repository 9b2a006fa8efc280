"""The referee and the hands laid open: what they take back, several winners, house chi."""

import pytest

from engine.referee import outcome, review
from engine.rules import load

KEPT = "kan:一一一 kan:五五五 kan:陆陆陆 chi:七八九 chi:六七八 chi:壹贰叁 chi:捌玖拾"  # xi 18


@pytest.fixture
def judged(log):
    """What the referee says of a record in the short notation."""

    def report(text):
        events = log(text)
        return review(events, load(events[0].rules))

    return report


def said(report):
    return [(one.rule, one.seat, str(one.card), one.events) for one in report.findings]


LET_GO = "0 plays 七 | 1 turns 拾 | 2 turns 二 | 0 turns 七 | 1 chi 七 七八九 | 1 plays 十"


@pytest.mark.parametrize(
    ("start", "first"),
    [
        pytest.param("start loudi 012 叁", 1, id="004 §2.9 有机会吃碰, §2.10 比牌"),
        pytest.param("start guoji 012 叁 | 0 takes", 2, id="000 §3-2"),
    ],
)
def test_what_could_not_be_compared_could_not_be_eaten(judged, start, first):
    """His hand held 七八八九: 七八九 would leave no 比 for his own 七, so he let nothing go."""
    table = judged(f"{start} | {LET_GO}")
    assert said(table) == [("臭张", 1, "七", (first, first + 4))]
    opened = judged(f"{start} | {LET_GO} | 2 turns 六 | 1 hu 六 other 18 {KEPT}")
    assert said(opened) == [("烧比", 1, "七", (first + 4, first + 7))]


FIRST = "kan:一一一 kan:二二二 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:壹贰叁 chi:七八九"
SECOND = "kan:三三三 kan:四四四 kan:十十十 kan:壹壹壹 chi:贰叁肆 chi:伍陆柒 chi:捌玖拾"
FALSE = SECOND.replace("捌玖拾", "捌玖九")
ALL = "start loudi+all_win 012 八 | 0 plays 叁 | 1 hu 叁 discard 21 {} | 2 hu 叁 discard {} {}"


@pytest.mark.parametrize(
    ("xi", "second", "findings"),
    [
        pytest.param(15, SECOND, [], id="both win"),
        pytest.param(18, SECOND, [("错戏", 2, "None", (3,))], id="the second counts wrong"),
        pytest.param(15, FALSE, [("诈胡", 2, "None", (3,))], id="the second is no win"),
    ],
)
def test_every_hand_laid_open_is_judged_and_booked(judged, xi, second, findings):
    report = judged(ALL.format(FIRST, xi, second))
    assert said(report) == findings
    told = outcome(report, load("loudi+all_win"))
    void = second is FALSE
    assert (told.hu.seat, told.hu.discarder) == (1, 0)
    assert [one.seat for one in told.also] == ([] if void else [2])
    assert sorted(report.scores) == ([1] if void else [1, 2])
    assert (report.void, report.voids(2)) == (False, void)


WITH_TI = "ti:一一一一 jiang:叁叁 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:七八九 chi:六七八"  # xi 18


@pytest.mark.parametrize(
    "opening",
    [
        pytest.param("start loudi 012 一 | 0 ti 一 | 0 hu 一", id="in the 提 that is shown"),
        pytest.param("start loudi 012 一 | 0 hu 一", id="in the 提 in the hand"),
        pytest.param("start loudi 012 叁 | 0 ti 一 | 0 hu 叁", id="elsewhere"),
    ],
)
def test_a_hand_won_as_dealt_counts_wherever_the_shown_card_lies(judged, opening):
    """天胡: the 挡底 is the last card dealt (004); which one it is changes nothing."""
    report = judged(f"{opening} self 18 {WITH_TI}")
    assert said(report) == []
    assert report.score.names[0] == "天胡"
    assert report.score.payoff >= 100


def test_a_chi_of_the_house_let_go_is_chou_zhang(judged):
    start = "start liuhuqiang+yi_wu_shi 0123 | 0 plays 五 | 1 turns 八 | 2 turns 九 | 3 turns 二"
    assert said(judged(f"{start} | 0 turns 五 | 1 chi 五 一五十")) == [("臭张", 1, "五", (1, 6))]


def test_of_two_wei_face_down_either_may_be_the_one_that_was_let_go(judged):
    """He let 三 go at 2; the opened hand holds 偎 of 三 and of 四, laid at 7 and 12."""
    others = "2 turns 玖 | 0 turns 捌 | 1 turns ? | 1 wei ?"
    two = f"1 turns 拾 | {others} | 1 plays 六 | {others} | 1 plays 十 | 2 turns 叁"
    hand = "wei:三三三 wei:四四四 kan:五五五 kan:陆陆陆 chi:壹贰叁 chi:七八九 chi:一一壹"
    report = judged(f"start guoji 012 叁 | 0 takes | 0 plays 三 | {two} | 1 hu 叁 other 21 {hand}")
    assert said(report) == [("臭偎", 1, "三", (2, 7, 12, 15))]
    assert report.findings[0].seq == 12


PLAYED = "0 plays 三 | 1 turns 拾 | 2 turns 玖 | 0 turns 七 | 1 chi 七 七八九 | 1 plays 三"


def test_whether_he_could_have_eaten_it_then_may_stay_unknown(judged):
    """His own 三 would have needed a 比 when he let 三 go; since he has played it."""
    text = f"start guoji 012 叁 | 0 takes | {PLAYED} | 2 turns 捌 | 0 turns 三 | 1 chi 三 三二四"
    report = judged(text)
    assert report.findings == ()
    assert ("臭张", 1, "三") in {(one.rule, one.seat, str(one.card)) for one in report.doubts}
    first = judged("start guoji 012 叁 | 0 takes | 0 plays 三 | 1 chi 三 三二四 | 1 plays 十")
    assert "臭张" not in {one.rule for one in first.doubts}
