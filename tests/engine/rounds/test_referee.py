"""The referee, rule by rule: small records that break one rule, and what he says of them."""

import json
from pathlib import Path

import pytest

from engine.cards import Card, parse
from engine.events import parse_lines
from engine.findings import OFFENCES, Certainty
from engine.match import RoundResult, points
from engine.referee import outcome, review
from engine.rules import load
from engine.seating import table_of

ROUNDS = json.loads(Path(__file__).with_name("two_rounds.json").read_text("utf-8"))
G = "start guoji 012 叁 | 0 takes | "
A = "start anhua 012 | "
L = "start loudi 012 叁 | "
P = "0 plays 七 | "


@pytest.fixture
def judged(log):
    """What the referee says of a record in the short notation."""

    def report(text, hands=None):
        events = log(text)
        return review(events, load(events[0].rules), hands)

    return report


def said(finding):
    return finding.rule, finding.seat, str(finding.card), finding.events


# What everybody at the table can see: the offence, its seat, its card, the events that prove it.
VISIBLE = [
    pytest.param(G + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 0 turns 八",
                 ("走跑", 1, "七", (3, 5, 6)), id="000 §3-4 走跑: 碰, and the fourth is turned"),
    pytest.param(A + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 0 turns 八",
                 ("走跑", 1, "七", (2, 4, 5)), id="002 跑② 必须跑牌"),
    pytest.param(G + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 2 chi 七 七八九",
                 ("走跑", 1, "七", (3, 5, 6)), id="000 §3-2: eaten by another instead"),
    pytest.param(G + P + "1 turns 八 | 2 turns 九 | 0 turns 十 | 1 turns 七 | 1 wei 七", None,
                 id="a 臭偎 shown is in order"),
    pytest.param(G + P + "1 chi 七 七八九 | 1 plays 七", ("烧比", 1, "七", (3, 4)),
                 id="000 §3-2 烧比: a copy stayed in the hand"),
    pytest.param(A + P + "1 chi 七 七八九 | 1 plays 七", ("烧比", 1, "七", (2, 3)),
                 id="002 比牌: 如果要比的牌有两张, 则都要比出来"),
    pytest.param(L + P + "1 chi 七 七八九 | 1 plays 七", ("烧比", 1, "七", (2, 3)),
                 id="004 §2.10 比牌"),
    pytest.param(G + P + "1 chi 七 七八九 | 1 plays 一 | 2 turns 八 | 0 turns 六 | 1 chi 六 五六七",
                 ("烧比", 1, "七", (3, 7)), id="000 §3-2: the copy is eaten with later"),
    pytest.param(G + P + "1 turns 八 | 2 turns 九 | 0 turns 七 | 1 chi 七 五六七",
                 ("臭张", 1, "七", (2, 6)), id="000 §3-2 不吃臭张"),
    pytest.param(A + "0 plays 四 | 1 turns 七 | 2 turns 八 | 0 turns 七 | 1 chi 七 五六七",
                 ("臭张", 1, "七", (2, 5)), id="002 臭牌: one's own draw let go"),
    pytest.param(A + P + "1 turns 八 | 2 turns 七 | 0 chi 七 五六七",
                 ("臭张", 0, "七", (1, 4)), id="002: nobody eats what he has discarded"),
    pytest.param(G + P + "1 turns 八 | 2 turns 七 | 0 chi 七 五六七", None,
                 id="000 says nothing of one's own discards"),
    pytest.param(L + P + "1 turns 八 | 2 turns 七 | 1 peng 七", ("碰一不碰二", 1, "七", (1, 4)),
                 id="004 §2.9 臭牌"),
    pytest.param(G + P + "1 turns 八 | 2 turns 七 | 1 peng 七", ("碰一不碰二", 1, "七", (2, 5)),
                 id="000 §3-1 碰一不碰二"),
    pytest.param(A + P + "1 turns 八 | 2 turns 七 | 1 peng 七", ("碰一不碰二", 1, "七", (1, 4)),
                 id="002 忍碰"),
    pytest.param(G + P + "1 turns 八 | 2 turns 九 | 0 turns 十 | 1 turns 七 | 1 wei ?",
                 ("臭偎", 1, "七", (2, 7)), id="000 §3-3 臭偎必须亮张"),
    pytest.param(A + P + "1 turns 八 | 2 turns 九 | 0 turns 十 | 1 turns 七 | 1 wei ?",
                 ("臭偎", 1, "七", (1, 6)), id="002 臭栽"),
    pytest.param(G + P + "1 turns 八 | 1 wei 八", ("暗偎", 1, "八", (4,)),
                 id="000 §3-3 暗偎: an ordinary 偎 shows nothing"),
    pytest.param(G + "0 plays 七 | 1 turns 八 | 2 peng 八 | 2 plays 九 | 0 turns 十 | 1 turns 一 "
                 "| 2 turns 二 | 0 peng 二 | 0 plays 二", ("拆坎", 0, "二", (9, 10)),
                 id="000 §3-3 拆对不拆坎: a 碰 out of three"),
    pytest.param(G + P + "1 pao 七 | 1 plays 一 | 2 turns 八 | 1 pao 八 | 1 plays 九",
                 ("重跑", 1, "九", (6, 7)), id="000 §3-5 八块不打牌"),
    pytest.param(A + P + "1 pao 七 | 1 plays 一 | 2 turns 八 | 1 pao 八 | 1 plays 九",
                 ("重跑", 1, "九", (5, 6)), id="002 八页"),
    pytest.param(G + P + "1 ti 八", ("失提", 1, "八", (0, 3)), id="000 §3-5 明提: shown too late"),
    pytest.param(A + P + "0 ti 九", ("失提", 0, "九", (0, 2)),
                 id="002: the dealer before his first discard"),
    pytest.param(L + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 0 turns 八", None,
                 id="004 §2.6: 跑 is a choice"),
    pytest.param(A + P + "1 turns 八 | 2 turns 九", None, id="letting go is no offence"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), VISIBLE)
def test_what_the_table_shows(judged, text, expected):
    report = judged(text)
    assert [said(one) for one in report.findings] == ([expected] if expected else [])
    assert report.stopped is None


# What only the opened hand of the winner proves; its event is among the proofs.
TENPAI = "kan:一一一 kan:二二二 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:壹贰叁 chi:七八九"
OPENED = [
    pytest.param(f"{G}0 plays 二 | 1 turns 叁 | 1 hu 叁 self 24 {TENPAI}",
                 ("走跑", 1, "二", (2, 3, 4)), id="000 §3-4: he held the 坎"),
    pytest.param(f"{L}0 plays 二 | 1 turns 叁 | 1 hu 叁 self 21 {TENPAI}", None,
                 id="004 §2.6: 可跑牌, so not there"),
    pytest.param(f"{G}{P}1 turns 二 | 2 turns 叁 | 1 hu 叁 other 21 {TENPAI}",
                 ("失提", 1, "二", (3, 4, 5)), id="000 §3-5 失提: his own draw"),
    pytest.param(f"{L}{P}1 turns 二 | 2 turns 叁 | 1 hu 叁 other 21 {TENPAI}",
                 ("失提", 1, "二", (2, 3, 4)), id="004 §2.7 强制性"),
    pytest.param(f"{G}{P}1 turns 叁 | 1 hu 叁 self 27 ti:二二二二 kan:五五五 kan:陆陆陆 jiang:十十 "
                 "chi:柒捌玖 chi:壹贰叁 chi:七八九", ("失提", 1, "二", (0, 2, 4)),
                 id="000 §3-5 亮提: a dealt 提 kept in the hand"),
    pytest.param(G + P + "1 chi 七 七八九 | 1 plays 十 | 2 turns 叁 | 1 hu 叁 other 18 "
                 "chi:七八九 kan:一一一 kan:五五五 kan:陆陆陆 chi:六七八 chi:壹贰叁 chi:柒捌玖",
                 ("烧比", 1, "七", (3, 6)), id="000 §3-2: a copy is in the opened hand"),
    pytest.param(G + P + "1 chi 七 七八九 | 1 plays 二 | 2 turns 叁 | 1 hu 叁 other 15 "
                 "chi:七八九 kan:五五五 kan:陆陆陆 chi:二二贰 chi:八九十 chi:壹贰叁 chi:柒捌玖",
                 ("拆坎", 1, "二", (4, 6)), id="000 §3-3: two more of them are in the opened hand"),
    pytest.param(G + "0 plays 十 | 1 turns 九 | 2 turns 叁 | 1 hu 叁 other 15 "
                 "kan:五五五 kan:陆陆陆 chi:九九玖 chi:二三四 chi:壹贰叁 chi:柒捌玖 chi:六七八",
                 ("失偎", 1, "九", (3, 4, 5)), id="000 §3-3: his own draw on a pair"),
    pytest.param(G + "0 plays 三 | 1 turns 四 | 2 turns 七 | 0 turns 十 | 1 turns ? | 1 wei ? "
                 "| 1 plays 六 | 2 turns 叁 | 1 hu 叁 other 18 wei:三三三 kan:五五五 kan:陆陆陆 "
                 "chi:壹贰叁 chi:柒捌玖 chi:七八九 chi:一一壹", ("臭偎", 1, "三", (2, 7, 10)),
                 id="000 §3-3: the 偎 face down was a card let go"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), OPENED)
def test_what_the_opened_hand_shows(judged, text, expected):
    report = judged(text)
    assert [said(one) for one in report.findings] == ([expected] if expected else [])
    assert report.score is not None
    assert report.stopped is None


# The hand itself: what is no win, and what was counted wrong (000 §4-11, §5).
LOW = "kan:一一一 kan:二二二 kan:五五五 chi:柒捌玖 chi:肆伍陆 chi:壹贰叁 chi:七八九"
LOWER = "kan:一一一 chi:三四五 chi:八八捌 chi:柒捌玖 chi:肆伍陆 chi:壹贰叁 chi:七八九"
MIXED = "kan:一一一 kan:二二二 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:壹贰叁 chi:七八玖"
HU = [
    pytest.param(f"{G}{P}1 turns 八 | 2 turns 叁 | 1 hu 叁 other 21 {TENPAI}", [], id="right"),
    pytest.param(f"{G}{P}1 turns 叁 | 1 hu 叁 self 24 {TENPAI}", [], id="000 §5: 自摸 +3"),
    pytest.param(f"start guoji 012 叁 | 0 hu 叁 self 24 {TENPAI}", [],
                 id="000 §4-1 起手胡: the dealer's 亮张 counts as drawn"),
    pytest.param(f"start guoji 012 叁 | 1 hu 叁 other 21 {TENPAI}", [], id="and is another's"),
    pytest.param(f"{G}{P}1 turns 叁 | 1 hu 叁 self 21 {TENPAI}", [("错戏", (24,), None, False)],
                 id="000 §5 报戏数字相符: the +3 forgotten"),
    pytest.param(f"{A}{P}1 turns 叁 | 1 hu 叁 self 24 {TENPAI}", [("错戏", (21,), None, False)],
                 id="002: 自摸 adds no 胡息"),
    pytest.param(f"{G}{P}1 turns 陆 | 2 turns 叁 | 1 hu 叁 other 15 {LOW}", [], id="15 opens"),
    pytest.param(f"{G}{P}1 turns 陆 | 2 turns 叁 | 1 hu 叁 other 15 {LOWER}",
                 [("诈胡", (), 10, True)], id="000 §4-11: below 15"),
    pytest.param(f"{A}{P}1 turns 陆 | 2 turns 叁 | 1 hu 叁 other 15 {LOWER}",
                 [("诈胡", (), None, True)], id="002: no price is printed, but it is no win"),
    pytest.param(f"{G}{P}1 turns 八 | 2 turns 叁 | 1 hu 叁 other 21 {MIXED}",
                 [("诈胡", (), 10, True)], id="000 §4-11: 大小字编一起组成顺子"),
    pytest.param(f"start guoji 012 八 | 0 takes | 0 plays 叁 | 1 hu 叁 discard 21 {TENPAI}",
                 [("诈胡", (), 10, True)], id="000 §4: a discard is not won"),
    pytest.param(f"start loudi 012 八 | 0 plays 叁 | 1 hu 叁 discard 21 {TENPAI}", [],
                 id="004 放炮: a discard is won"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), HU)
def test_the_number_and_the_hand_itself(judged, text, expected):
    findings = judged(text).findings
    assert [(one.rule, one.right, one.cost, one.voids) for one in findings] == expected
    assert all(one.events == (one.seq,) for one in findings)


@pytest.fixture(params=ROUNDS, ids=[played["name"] for played in ROUNDS])
def clean(request):
    lines = [json.dumps(event, ensure_ascii=False) for event in request.param["events"]]
    hands = {int(seat): parse(cards) for seat, cards in request.param["hands"].items()}
    return list(parse_lines(lines)), hands


def test_two_whole_rounds_give_no_finding(clean):
    log, _ = clean
    report = review(log, load("guoji"))
    assert report.findings == ()
    assert all(one.certainty is Certainty.UNKNOWN for one in report.doubts)
    assert outcome(report, load("guoji")).hu.score == report.score


def test_with_all_hands_open_no_doubt_remains(clean):
    log, hands = clean
    report = review(log, load("guoji"), hands)
    assert (report.findings, report.doubts) == ((), ())


def test_every_part_of_a_round_gives_no_finding(clean):
    log, hands = clean
    for end in range(1, len(log)):
        assert review(log[:end], load("guoji"), hands).findings == ()


DOUBTS = [
    pytest.param(G + P + "1 turns 八 | 2 turns 九", ("走跑", 1, "七"), True,
                 id="走跑: three more 七 may be in the hand"),
    pytest.param(G + P + "2 peng 七 | 2 plays 八", ("走跑", 1, "七"), False,
                 id="not where the others lie open"),
    pytest.param(L + P + "1 turns 八 | 2 turns 九", ("走跑", 1, "七"), False,
                 id="not in loudi, where 跑 is a choice"),
    pytest.param(G + P + "1 turns 八 | 2 turns 九", ("失提", 1, "八"), True,
                 id="失提: his own draw may be the fourth"),
    pytest.param(G + P + "1 turns 八 | 2 turns 九", ("失提", 2, "None"), True,
                 id="失提: four alike may be dealt"),
    pytest.param(G + P + "1 chi 七 七八九 | 1 plays 一", ("烧比", 1, "七"), True,
                 id="烧比: a copy may be left"),
    pytest.param(G + P + "1 chi 七 七八九 七七柒 | 1 plays 一 | 2 turns 七",
                 ("烧比", 1, "七"), False, id="not if all four lie open"),
    pytest.param(G + P + "1 turns 八 | 2 turns ? | 2 wei ? | 2 plays 三", ("臭偎", 2, "None"), True,
                 id="臭偎: face down it may be 七"),
    pytest.param(G + "0 plays 七 | 1 turns ? | 1 wei ? | 1 plays 三", ("臭偎", 1, "None"), True,
                 id="臭偎: he let 七 go"),
    pytest.param(G + P + "2 peng 七 | 2 plays 八 | 0 turns ? | 0 wei ? | 0 plays 三",
                 ("臭偎", 0, "None"), True, id="臭偎: he let 八 go"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "doubt", "told"), DOUBTS)
def test_what_cannot_be_known(judged, text, doubt, told):
    report = judged(text)
    assert report.findings == ()
    doubts = {(one.rule, one.seat, str(one.card)): one for one in report.doubts}
    assert (doubt in doubts) is told
    assert not told or "看不到手牌" in doubts[doubt].text.zh


def test_a_hand_laid_open_settles_the_doubt(judged, deal):
    text = G + P + "1 turns 八 | 2 turns 九"
    sizes = {0: 20, 1: 20, 2: 20}
    clean = judged(text, deal(sizes, {0: "七"}, spare="叁八八八九九九"))
    assert (clean.findings, clean.doubts) == ((), ())
    kept = judged(text, {1: deal(sizes, {0: "七", 1: "七七七"}, spare="叁八八八九")[1]})
    assert [said(one) for one in kept.findings] == [("走跑", 1, "七", (2, 3))]
    assert {one.seat for one in kept.doubts} == {0, 2}


# Four players: seats 0 and 1 and 3 play, 2 is the 醒家. Points of seats 0 1 2 3.
WIN3 = "chi:贰柒拾 chi:贰柒拾 chi:二七十 kan:一一一 chi:六七八 chi:三四五 chi:肆伍陆"
NONE3 = WIN3.replace("贰柒拾", "柒捌玖")
TURNS = zip("三四五六七八九十壹贰叁肆伍陆柒捌玖拾一", "301" * 7, strict=False)
DRAWN = " | ".join(f"{seat} turns {face}" for face, seat in TURNS) + " | exhausted"
F = "start guoji 013 九 | 0 takes | 0 plays 玖 | "
POINTS = [
    pytest.param(F + f"1 turns 捌 | 0 ti 八 | 3 turns 四 | 3 hu 四 self 21 {WIN3}".replace(
        "chi:六七八", "chi:五六七"), [-17, -5, 7, 15],
        id="罚则: 庄家失提, 上家18戏自摸红胡"),
    pytest.param(F + f"1 turns 捌 | 3 turns 四 | 3 hu 四 self 21 {WIN3}", [-8, -8, 4, 12],
                 id="the same win, nobody offends"),
    pytest.param(F + f"1 turns 一 | 3 turns 四 | 3 hu 四 self 21 {WIN3}", [5, 5, 5, -15],
                 id="罚则 F: the winner's 走跑 voids the win"),
    pytest.param(F + f"1 turns 捌 | 3 turns 四 | 3 hu 四 self 18 {NONE3}",
                 [10, 10, 10, -30], id="诈胡 -30, +10 each"),
    pytest.param(F.replace("玖", "二") + f"1 chi 二 一二三 | 1 plays 二 | {DRAWN}",
                 [0, -6, 4, 2], id="a drawn round with 烧比: -6, +2 each, and 荒醒 -2, +2"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), POINTS)
def test_what_the_penalties_do_to_the_points_of_a_round(judged, text, expected):
    rules = load("guoji")
    told = outcome(judged(text), rules)
    result = RoundResult(table_of((0, 1, 2, 3), 0), told.hu, told.offences, 1, told.dealt_ti)
    assert [points(result, rules)[seat] for seat in range(4)] == expected


@pytest.mark.parametrize("end", ["1 plays 一 | 2 turns 叁 | 0 pao 叁", "1 plays 一 | 2 turns 四"])
def test_a_wei_face_down_may_hold_the_shown_card_that_was_taken(judged, end):
    """收张 叁, a 偎 face down of three 叁, and then the fourth is turned."""
    before = "0 plays 七 | 1 turns 八 | 2 turns 九 | 0 turns ? | 0 wei ? | 0 plays 二 | 1 peng 二"
    text = f"{G}{before} | {end}"
    report = judged(text)
    assert (report.stopped, report.findings) == (None, ())


def test_only_a_round_that_is_over_is_booked(judged):
    with pytest.raises(ValueError, match="a round that is over"):
        outcome(judged(G + P + "1 turns 八"), load("guoji"))


def test_every_rule_that_a_player_can_break_has_a_name():
    assert {name for name in load("guoji").penalties} <= set(OFFENCES)
    assert all(offence.name.zh and offence.name.en for offence in OFFENCES.values())


def test_a_record_that_cannot_be_is_said_to_stop_there(judged):
    report = judged(G + P + "1 peng 七 | 2 turns 八")
    assert (report.stopped.seq, report.findings) == (4, ())
    assert report.end.seat(1).held == 18


def test_a_finding_says_what_and_where_and_how_much(judged):
    (one,) = judged(f"{G}0 plays 二 | 1 turns 叁 | 1 hu 叁 self 24 {TENPAI}").findings
    assert one.text.zh == "走跑 二 (记录2, 3, 4), 罚每家5, 胡牌无效"
    assert one.text.en.startswith("a 跑 that was not made: 二 (events 2, 3, 4), 5 to every other")
    assert (one.rule_set, one.card, one.seq) == ("国际通用", Card.二, 3)
