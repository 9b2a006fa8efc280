"""What the rules refuse, one small record each; the last event is the one refused."""

import pytest

from engine.cards import parse
from engine.state import IllegalEvent

G = "start guoji 012 叁 | 0 takes | "
A = "start anhua 012 | "
L = "start loudi 012 叁 | "
P = "0 plays 七 | "  # the dealer's first discard

ORDER = [
    pytest.param(G + P + "2 turns 八", "轮次", id="the next player turns, not the one after"),
    pytest.param(G + "1 plays 七", "轮次", id="the dealer discards first"),
    pytest.param(G + P + "1 plays 八", "轮次", id="who claimed nothing owes nothing"),
    pytest.param(G + P + "1 peng 七 | 2 turns 八", "轮次", id="after a claim he owes a discard"),
    pytest.param(G + P + "1 turns 八 | 1 plays 九", "轮次", id="a turned card is no hand card"),
    pytest.param(G + P + "1 turns ? | 2 turns 八", "轮次", id="an unseen card is 偎, 提 or a win"),
    pytest.param(G + P + "1 turns ? | 2 peng 八", "轮次", id="and nobody else can claim it"),
    pytest.param(G + P + "1 peng 八", "轮次", id="only the card in question"),
    pytest.param(G + P + "1 turns 八 | 2 chi 七 七八九", "轮次", id="not an older card"),
    pytest.param(G + P + "3 turns 八", "座位", id="the 醒家 does not play"),
    pytest.param("start guoji 012 叁 | 1 takes", "收张", id="guoji 收张: only the dealer"),
    pytest.param(G + "0 takes", "收张", id="guoji 收张: once"),
    pytest.param("start guoji 012 叁 | 0 plays 七", "轮次", id="guoji: first 收张, then a discard"),
    pytest.param("start guoji 012 叁 | 2 turns 七", "轮次", id="declined 亮张: the next turns"),
    pytest.param("start guoji 012 叁 | 1 chi 叁 壹贰叁", "轮次", id="guoji: 亮张 is not eaten"),
    pytest.param("start anhua 012 | 0 takes", "收张", id="anhua: there is nothing to take"),
    pytest.param("start anhua 012 | 0 turns 七", "轮次", id="anhua: he discards without drawing"),
    pytest.param(G + P + "1 turns 叁 | 0 hu 八 other 15 kan:八八八", "胡", id="not that card"),
    pytest.param("start guoji 012 叁 | 0 takes | exhausted", "荒", id="the stock is not empty"),
]

FOUR = [
    pytest.param(G + "0 plays 叁 | 1 turns 叁 | 2 turns 叁 | 0 turns 叁 | 1 turns 叁", id="turned"),
    pytest.param(G + P + "1 peng 七 | 1 plays 七 | 2 turns 七", id="claimed and lying"),
    pytest.param(G + "0 plays 叁 | 1 turns 叁 | 2 pao 叁", id="跑 of a card seen elsewhere"),
]

CHI = [
    pytest.param(G + P + "2 chi 七 七八九", "不吃隔山牌", id="000 §3-2: the one after next"),
    pytest.param(
        G + P + "1 turns 八 | 2 turns 九 | 1 chi 九 七八九", "不吃隔山牌", id="004: 上家 cannot"
    ),
    pytest.param(G + P + "1 chi 七 七捌九", "吃", id="sizes do not mix in a 顺"),
    pytest.param(G + P + "1 chi 七 八九十", "吃", id="the eaten card is in the group"),
    pytest.param(G + P + "1 chi 七 七八九 四五六", "吃", id="a 比 group holds the eaten face"),
    pytest.param(G + P + "1 chi 七 七七七", "吃", id="three alike are no 吃"),
    pytest.param(G + P + "1 chi 七 七八九 | 1 plays 七", "烧比", id="000 §3-2: 烧比, by a discard"),
    pytest.param(
        G + P + "1 chi 七 七八九 | 1 plays 一 | 2 turns 八 | 0 turns 六 | 1 chi 六 五六七",
        "烧比",
        id="烧比, by a later 吃",
    ),
    pytest.param(
        G + P + "1 turns 七 | 2 turns 七 | 0 turns 六 | 1 chi 六 六七八 | 1 plays 六",
        "烧比",
        id="the same rule after one's own draw",
    ),
]

STALE = [
    pytest.param(
        G + P + "1 turns 八 | 2 turns 九 | 0 turns 七 | 1 chi 七 五六七",
        "臭张",
        id="000 §3-2 不吃臭张: what he did not eat",
    ),
    pytest.param(
        G + P + "1 turns 八 | 2 turns 九 | 0 turns 十 | 1 turns 七 | 1 chi 七 五六七",
        "臭张",
        id="not from his own draw either",
    ),
    pytest.param(
        A + "0 plays 四 | 1 turns 七 | 2 turns 八 | 0 turns 七 | 1 chi 七 五六七",
        "臭张",
        id="002: his own draw let go",
    ),
    pytest.param(
        G + P + "1 turns 八 | 2 turns 七 | 1 peng 七",
        "碰一不碰二",
        id="000 §3-1: what he did not 碰",
    ),
    pytest.param(
        A + "0 plays 四 | 1 turns 七 | 2 turns 七 | 0 peng 七", "碰一不碰二", id="002 忍碰"
    ),
    pytest.param(L + P + "1 turns 八 | 2 turns 七 | 1 peng 七", "碰一不碰二", id="004 §2.9"),
    pytest.param(
        G + P + "1 turns 八 | 2 turns 九 | 0 turns 十 | 1 turns 六 | 2 turns 七 | 0 turns 七 "
        "| 1 chi 七 二七十 七八九",
        "四张|臭张",
        id="passing a possible 碰 bars 吃: his 比 shows that he had the pair",
    ),
    pytest.param(
        G + P + "1 turns 八 | 2 turns 九 | 0 turns 八 | 1 peng 八",
        "碰一不碰二",
        id="with a pair his own draw was a 偎",
    ),
    pytest.param(
        A + P + "1 turns 八 | 2 turns 七 | 0 chi 七 五六七",
        "臭张",
        id="002: one's own discard is never eaten",
    ),
    pytest.param(
        A + P + "1 turns 八 | 2 turns 七 | 0 peng 七",
        "碰一不碰二",
        id="002: nor 碰",
    ),
]

FORCED = [
    pytest.param(
        G + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 0 turns 八", "走跑", id="000 §3-4: 碰 to 跑"
    ),
    pytest.param(
        A + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 0 turns 八", "走跑", id="002 跑②: must"
    ),
    pytest.param(
        G + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 2 chi 七 七八九",
        "走跑",
        id="碰/跑 > 吃: nobody eats what must be 跑",
    ),
    pytest.param(
        G + P + "1 peng 七 | 1 plays 一 | 2 plays 七", "轮次", id="a discard comes in turn"
    ),
    pytest.param(
        G + P + "1 peng 七 | 1 plays 一 | 2 peng 一 | 2 plays 七 | 1 pao 七",
        "手牌",
        id="a discarded card never turns a 碰 into a 跑",
    ),
    pytest.param(
        L + P + "1 peng 七 | 1 plays 一 | 2 peng 一 | 2 plays 七 | 1 pao 七",
        "手牌",
        id="004 §2.6: in no rule set",
    ),
    pytest.param(G + P + "1 turns 八 | 1 pao 八", "手牌", id="an own fourth is a 提, not a 跑"),
    pytest.param(G + P + "0 pao 七", "跑", id="nobody takes back his discard"),
    pytest.param(G + P + "0 peng 七", "碰", id="nobody 碰 his own card"),
    pytest.param(G + P + "1 turns 八 | 1 peng 八", "碰", id="an own draw on a pair is a 偎"),
    pytest.param(G + P + "1 turns 八 | 2 wei 八", "偎", id="偎 only by one's own draw"),
    pytest.param(G + P + "1 wei 七", "偎", id="a discard is no 偎"),
    pytest.param(G + P + "1 turns 八 | 1 wei 九", "偎", id="with the card that was turned"),
    pytest.param(G + P + "1 turns ? | 1 wei 八", "暗偎", id="000 §3-3: a 偎 lies face down"),
    pytest.param(
        G + P + "1 turns 八 | 2 turns 九 | 0 turns 十 | 1 turns 七 | 1 wei ?",
        "臭偎",
        id="000 §3-3: a 臭偎 shows one card",
    ),
    pytest.param(
        G + P + "1 pao 七 | 1 plays 一 | 2 turns 八 | 1 pao 八 | 1 plays 九",
        "重跑",
        id="000 §3-5 八块不打牌",
    ),
    pytest.param(G + P + "1 ti 八", "失提", id="000 §3-5 明提: dealt 提 are shown at once"),
    pytest.param(
        A + P + "1 turns 八 | 1 ti 九",
        "失提",
        id="002: 闲家 shows with the first claim, not before",
    ),
    pytest.param(
        A + P + "1 peng 七 | 1 plays 一 | 2 peng 一 | 2 plays 二 | 1 peng 二 | 1 ti 九",
        "失提",
        id="002: nor with the second",
    ),
    pytest.param(A + P + "0 ti 九", "失提", id="002: the dealer before his first discard"),
    pytest.param(
        L + "1 ti 一 | 1 ti 二 | 0 plays 七", "补牌", id="004 §2.11: first the replacement"
    ),
    pytest.param(L + "1 ti 一 | 1 turns 三", "轮次", id="004 §2.11: not for one dealt 提"),
]

SPLIT = [
    pytest.param(
        G + P + "1 chi 七 七八九 | 1 plays 八 | 2 turns 一 | 0 turns 九 | 1 chi 九 八九十",
        "拆坎",
        id="000 §3-3: three 八 out of one hand, one by one",
    ),
    pytest.param(
        G + P + "1 peng 七 | 1 plays 七", "拆坎", id="a 坎 is not 碰 and its rest discarded"
    ),
]

WIN = "kan:一一一 kan:二二二 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:壹贰叁 chi:七八九"
HU = [
    pytest.param(f"start guoji 012 八 | 0 takes | 0 plays 叁 | 1 hu 叁 discard 27 {WIN}", "诈胡",
                 id="000 §4 胡底牌: no discard is won"),
    pytest.param(f"start anhua 012 | 0 plays 叁 | 1 hu 叁 discard 27 {WIN}", "诈胡", id="002 C"),
    pytest.param(f"start loudi 012 | 0 plays 叁 | 0 hu 叁 discard 27 {WIN}", "胡",
                 id="not one's own discard"),
    pytest.param(f"start loudi 012 叁 | 1 hu 叁 other 27 {WIN}", "胡", id="天胡 is the dealer's"),
    pytest.param(f"start anhua 012 | 0 hu 叁 self 27 {WIN}", "胡", id="002 has no 天胡"),
    pytest.param(f"{G}{P}1 turns ? | 2 hu 叁 other 27 {WIN}", "胡", id="an unseen card"),
    pytest.param(f"{G}{P}1 turns 叁 | 1 hu 叁 self 27 {WIN[:-8]}", "手牌", id="too few cards"),
    pytest.param(f"{G}{P}1 peng 七 | 1 plays 十 | 2 turns 叁 | 1 hu 叁 other 27 {WIN}", "四张|手牌",
                 id="what lies there is not among them"),
    pytest.param(f"{G}0 plays 五 | 1 turns 五 | 2 turns 叁 | 1 hu 叁 other 27 {WIN}", "四张",
                 id="two of his cards lie elsewhere"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rule"), ORDER + CHI + STALE + FORCED + SPLIT + HU)
def test_the_last_event_breaks_a_rule(play, log, text, rule):
    with pytest.raises(IllegalEvent) as refused:
        play(text)
    assert refused.value.rule in rule.split("|"), str(refused.value)
    assert refused.value.seq == log(text)[-1].seq
    assert str(refused.value).startswith(f"event {refused.value.seq} (")


@pytest.mark.parametrize("text", FOUR)
def test_there_are_four_cards_of_a_face(play, text):
    with pytest.raises(IllegalEvent):
        play(text)


ALLOWED = [
    pytest.param(G + P + "1 chi 七 七八九", id="the previous player's discard"),
    pytest.param(G + P + "1 turns 八 | 2 chi 八 八九十", id="his turned card (RULES.md §6)"),
    pytest.param(G + P + "1 turns 八 | 1 chi 八 八九十", id="one's own turned card"),
    pytest.param(G + P + "2 peng 七", id="碰 from anybody"),
    pytest.param(G + P + "2 pao 七", id="跑 of a 坎 in the hand"),
    pytest.param(G + P + "1 turns ? | 1 wei ? | 1 plays 一 | 2 turns 八 | 1 pao 八", id="of a 偎"),
    pytest.param(
        L + P + "1 turns ? | 1 wei ? | 1 plays 一 | 2 peng 一 | 2 plays 八 | 1 pao 八",
        id="004 §2.6: 偎 to 跑 by a discard",
    ),
    pytest.param(G + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 1 pao 七", id="碰 to 跑, another"),
    pytest.param(
        G + P + "1 peng 七 | 1 plays 一 | 2 turns 八 | 0 turns 九 | 1 turns 七 | 1 pao 七",
        id="碰 to 跑 by one's own draw (whoever turns it)",
    ),
    pytest.param(
        L + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 0 turns 八", id="004: 跑 is a choice"
    ),
    pytest.param(G + P + "1 chi 七 七八九 七柒柒", id="吃 with one 比"),
    pytest.param(G + P + "1 chi 七 七八九 五六七 七柒柒", id="000 §3-3 一吃两比"),
    pytest.param(G + P + "1 chi 七 七八九 七七柒", id="002: one 绞 holds both copies"),
    pytest.param(G + P + "1 chi 七 七七柒", id="a copy within the eaten group"),
    pytest.param(
        G
        + P
        + "2 peng 七 | 2 plays 八 | 0 turns 二 | 1 turns 九 | 2 turns 六 | 0 turns 七 | 2 pao 七",
        id="000 §3-1: the 碰 goes before the next player's 吃",
    ),
    pytest.param(
        A + "0 plays 四 | 2 peng 四 | 2 plays 五 | 0 turns 四 | 2 pao 四", id="a 跑 is never 臭"
    ),
    pytest.param(
        A + P + "2 peng 七 | 2 plays 八 | 0 turns 八 | 1 chi 八 八九十",
        id="002 特殊 1: other faces stay free",
    ),
    pytest.param(
        G + P + "1 turns 八 | 2 turns 七 | 0 chi 七 五六七", id="000 is silent on own discards"
    ),
    pytest.param(
        G + P + "1 turns 八 | 2 turns 九 | 0 turns 十 | 1 turns 七 | 1 wei 七",
        id="臭偎 stays compulsory",
    ),
    pytest.param(
        L + P + "1 chi 七 七八九 | 1 plays 一 | 2 turns 三 | 0 turns 七 | 1 turns 二",
        id="letting go costs nothing",
    ),
]


@pytest.mark.parametrize("text", ALLOWED)
def test_the_rules_allow(play, text):
    assert play(text).offences == ()


def test_a_chi_lost_to_a_peng_is_not_stale(play):
    """002 特殊 1: seat 1 wanted the 七 that seat 2 碰; a later 七 would be the fourth, 跑.

    So the face that shows it is one of which seat 2 had the pair, and seat 1 let nothing go.
    """
    now = play(A + P + "2 peng 七 | 2 plays 八")
    assert [(str(one.card), one.chi, one.peng) for one in now.seat(1).passes] == []


def test_what_everybody_let_go_is_remembered(play):
    now = play(G + P + "1 turns 八 | 2 turns 九")
    assert [[(str(one.card), one.chi, one.peng) for one in seat.passes] for seat in now.seats] == [
        [("八", False, True)],
        [("七", True, True), ("八", True, False)],
        [("七", False, True), ("八", True, True)],
    ]


def test_the_next_player_loses_nothing_when_the_turner_eats(play):
    now = play(G + P + "1 turns 八 | 1 chi 八 八九十")
    assert [(str(one.card), one.chi, one.peng) for one in now.seat(2).passes] == [
        ("七", False, True),
        ("八", False, True),
    ]


UNDER = P + "1 turns 八 | 2 turns 九 | 0 turns ? | 0 wei ? | 0 plays 八 | "  # a 偎 face down
REST = "kan:一一一 kan:二二二 kan:五五五 chi:肆伍陆"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            L + UNDER + "1 turns 叁 | 0 pao 叁 | 0 plays 九 | 1 turns 十 | 0 hu 十 other 29 "
            f"pao:叁叁叁叁 jiang:拾拾 chi:八九十 {REST}",
            id="the 挡底, 偎 to 跑",
        ),
        pytest.param(
            G + UNDER + "1 turns 八 | 2 turns 九 | 0 turns 叁 | 0 ti 叁 | 0 plays 九 | 1 turns 十 "
            f"| 0 hu 十 other 32 ti:叁叁叁叁 jiang:拾拾 chi:八九十 {REST}",
            id="the taken 亮张, 偎 to 提",
        ),
        pytest.param(
            L + UNDER + f"1 turns 十 | 0 hu 十 other 26 wei:叁叁叁 {REST} chi:八九十 chi:柒捌玖",
            id="seen when the hand opens",
        ),
    ],
)
def test_a_card_that_all_saw_may_lie_in_a_hidden_wei(play, text):
    (story,) = play(text).seat(0).holdings
    (laid,) = story.melds
    assert (laid.face, story.open_cards) == (parse("叁")[0], ())


OFFENCES = [
    pytest.param(G + P + "1 turns 八 | 2 turns 九 | 0 turns 七 | 1 chi 七 五六七", "臭张", 1,
                 id="臭张"),
    pytest.param(G + P + "1 chi 七 七八九 | 1 plays 七", "烧比", 1, id="烧比"),
    pytest.param(G + P + "1 peng 七 | 1 plays 一 | 2 turns 七 | 0 turns 八", "走跑", 1, id="走跑"),
    pytest.param(G + P + "1 ti 八", "失提", 1, id="失提"),
    pytest.param(G + P + "1 pao 七 | 1 plays 一 | 2 turns 八 | 1 pao 八 | 1 plays 九", "重跑", 1,
                 id="a discard after 重跑"),
    pytest.param(f"{G}0 plays 叁 | 1 hu 叁 discard 27 {WIN}", "诈胡", 1, id="诈胡"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rule", "seat"), OFFENCES)
def test_what_a_player_can_do_against_the_rules_can_be_noted_instead(play, text, rule, seat):
    (offence,) = play(text, lenient=True).offences
    assert (offence.rule, offence.seat, offence.offence) == (rule, seat, True)


def test_what_cannot_have_happened_is_refused_even_so(play):
    with pytest.raises(IllegalEvent, match="expected a discard of seat 1"):
        play(G + P + "1 peng 七 | 2 turns 八", lenient=True)
