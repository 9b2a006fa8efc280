"""Regional rule sets: positions worked by hand from their data. Every sum stands in a comment.

Nobody who plays them has confirmed these rules; the tests hold what the files say.
"""

import pytest

from engine.judge import declarable, judge, outcome
from engine.position import from_json
from engine.rules import load, names, options

# Worth nothing, six black cards and 七: three groups that fill a hand up.
FILL = "chi:六七八 chi:叁肆伍 chi:肆伍陆"
# Hands that wait for 玖 with 九九, a 绞; two or more cards in hand, so no 耍猴.
NINE = f"wei:捌捌捌 chi:一二三 chi:二三四 {FILL}"  # 6 + 3 = 9
TEN = f"wei:捌捌捌 chi:一二三 peng:五五五 {FILL}"  # 6 + 3 + 1 = 10; red 二 七
SEVEN = f"wei:捌捌捌 chi:二三四 peng:五五五 {FILL}"  # 6 + 1 = 7
TEN_ONE_RED = "wei:捌捌捌 chi:一二三 peng:五五五 chi:叁肆伍 chi:肆伍陆 chi:四五六"  # red 二
FIFTEEN = (
    "wei:捌捌捌 chi:一二三 wei:伍伍伍 chi:六七八 chi:叁肆伍 chi:贰叁肆"  # 6 + 3 + 6; red 二 七 贰
)
FIFTEEN_ONE_RED = "wei:捌捌捌 chi:一二三 wei:伍伍伍 chi:叁肆伍 chi:四五六 chi:四五六"  # red 二
EIGHTEEN = (
    "wei:捌捌捌 chi:壹贰叁 wei:伍伍伍 chi:六七八 chi:叁肆伍 chi:二三四"  # 6 + 6 + 6; red 贰 七 二
)
# 6 + 6 + 3 + 3 = 18; red 拾拾拾 柒柒柒 二七十 二七十 = 12
TWELVE_RED = "wei:拾拾拾 wei:柒柒柒 chi:二七十 chi:二七十 chi:四五六 chi:叁肆伍"
ZERO = "chi:四五六 chi:六七八 chi:叁肆伍 chi:肆伍陆 chi:八捌捌 chi:二三四"  # nothing; red 七 二
# 6 + 3 + 6 + 3 + 1, 一一一 in hand a 坎 3, and 玖玖 becomes 偎 6 with the drawn 玖: 28; no red
ALIKE = "wei:捌捌捌 peng:伍伍伍 wei:陆陆陆 wei:八八八 peng:六六六"
# 6 + 3 = 9, 玖玖玖 becomes 提 12 with the drawn 玖, 十十 is 将: 21; red 二 七 十十
DRAGON = "wei:捌捌捌 chi:一二三 chi:四五六 chi:叁肆伍 chi:六七八"


def position(exposed, source, hand="九九"):
    laid = [meld.split(":") for meld in exposed.split()]
    return from_json(
        {
            "exposed": [{"type": kind, "cards": list(cards)} for kind, cards in laid],
            "hand": list(hand),
            "win": {"card": "玖", "source": source},
        }
    )


def judged(name, exposed, source, hand="九九", circumstances=()):
    return judge(position(exposed, source, hand), load(name), frozenset(circumstances))


def won(name, exposed, win, pays, id, **more):
    """pays: xi, units, names, factor, what one loser pays."""
    return pytest.param(name, exposed, win, more, pays, id=f"{name} {id}")


WORKED = [
    # 邵阳字牌: (xi − 5) ÷ 5
    won("shaoyang", TEN, "other", (10, 1, "", 1, 1), "10 is one 囤"),
    won("shaoyang", FIFTEEN, "other", (15, 2, "", 1, 2), "15: (15 − 5) ÷ 5 = 2"),
    won("shaoyang", EIGHTEEN, "self", (18, 2, "", 1, 2), "18: 13 ÷ 5 → 2"),
    won("shaoyang+step_3", EIGHTEEN, "self", (18, 3, "", 1, 3), "18: (18 − 7) ÷ 3 → 3"),
    # 邵阳剥皮: every xi a point
    won("bopi", TEN, "other", (10, 10, "", 1, 10), "raw 10"),
    # 坎捌 6, 坎五 3, 一二三 3 = 12, and 10 more
    won(
        "bopi",
        "",
        "self",
        (12, 22, "天胡", 1, 22),
        "天胡 adds 10",
        hand="捌捌捌五五五一二三六七八叁肆伍肆伍陆九九",
        circumstances=["天胡"],
    ),
    won("bopi", FIFTEEN, "self", (15, 15, "", 1, 15), "raw 15, 自摸 adds nothing"),
    won("bopi+red_black", TEN_ONE_RED, "self", (10, 10, "一点朱", 2, 20), "10 × 2"),
    won("bopi+red_black", TWELVE_RED, "other", (18, 18, "小红胡", 2, 36), "18 × 2"),
    # 常德全名堂: (xi − 12) ÷ 3, one more for 自摸, × the sum of the names
    won("changde", FIFTEEN, "other", (15, 1, "", 1, 1), "15 plain"),
    # 28: 16 ÷ 3 → 5, 自摸 6; no red 8, all alike 8, every group worth xi 8
    won(
        "changde",
        ALIKE,
        "self",
        (28, 6, "黑胡 对子胡 行行息", 24, 144),
        "6 × (8 + 8 + 8)",
        hand="一一一玖玖",
    ),
    won("changde", TWELVE_RED, "other", (18, 2, "红胡", 5, 10), "12 red: 3 + 2"),
    won("changde+small_scale", TWELVE_RED, "other", (18, 2, "红胡", 4, 8), "12 red: 2 + 2"),
    won(
        "changde",
        FIFTEEN,
        "self",
        (15, 2, "海底胡", 6, 12),
        "海底: (1 + 1) × 6",
        circumstances=["海底胡"],
    ),
    # 提三 9 + 提叁 12 = 21: 9 ÷ 3 = 3; all eight cards of rank 3; red 七 柒 and 将 十十
    won(
        "changde",
        "ti:三三三三 ti:叁叁叁叁 chi:四五六 chi:五六七 chi:伍陆柒",
        "other",
        (21, 3, "团圆 四七红", 10, 30),
        "团 8 and 四红 2",
        hand="十十九九",
    ),
    # 汉寿土炮胡: (xi − 12) ÷ 3, the largest name
    won("hanshou", FIFTEEN, "other", (15, 1, "", 1, 1), "15 plain"),
    won("hanshou", TWELVE_RED, "other", (18, 2, "红胡", 2, 4), "2 囤 × 2"),
    # 28 + 3 = 31: 19 ÷ 3 → 6
    won("hanshou", ALIKE, "self", (31, 6, "黑胡", 6, 36), "6 囤 × 6", hand="一一一玖玖"),
    # 怀化红拐弯: 18, or 15 with a name; one 囤 more for 自摸
    won("huaihua", FIFTEEN_ONE_RED, "other", (15, 1, "点胡", 3, 3), "15 opens with 点胡"),
    won("huaihua", EIGHTEEN, "self", (18, 3, "", 1, 3), "18: 2 囤 and one"),
    won("huaihua", TWELVE_RED, "other", (18, 2, "红胡", 2, 4), "2 囤 × 2"),
    won("huaihua+scale_468", TWELVE_RED, "other", (18, 2, "红胡", 4, 8), "2 囤 × 4"),
    # 衡阳十胡卡: (xi − 6) ÷ 3, 10 counts 15, one more a copy of the won card
    won("shihuka", TEN, "other", (10, 4, "", 1, 4), "15 − 6 = 9: 3, and one 玖"),
    # 18 − 6 = 12: 4, two red above ten, one 玖
    won("shihuka", TWELVE_RED, "other", (18, 7, "小红", 3, 21), "(4 + 2 + 1) × 3"),
    # 21 − 6 = 15: 5, four 玖
    won("shihuka", DRAGON, "self", (21, 9, "", 2, 18), "(5 + 4) × 自摸 2", hand="玖玖玖十十"),
    # 衡阳六胡抢: five groups, (xi − 3) ÷ 3
    won(
        "liuhuqiang",
        "wei:捌捌捌 chi:叁肆伍 chi:二三四 chi:六七八",
        "other",
        (6, 1, "", 1, 1),
        "6 is one 屯",
    ),
    # 6 + 3 = 9: 2; no red × 5, 自摸 × 2
    won(
        "liuhuqiang",
        "wei:捌捌捌 peng:伍伍伍 chi:四五六 chi:叁肆伍",
        "self",
        (9, 2, "黑胡", 10, 20),
        "2 × 5 × 2",
    ),
    # 3 + 3 + 6 = 12: 3; nine red × 2
    won(
        "liuhuqiang",
        "chi:二七十 chi:二七十 chi:贰柒拾 chi:叁肆伍",
        "other",
        (12, 3, "小红", 2, 6),
        "3 × 2",
    ),
    # 6 and 一五十 3 = 9: 2
    won(
        "liuhuqiang+yi_wu_shi",
        "wei:捌捌捌 chi:一五十 chi:二三四 chi:叁肆伍",
        "other",
        (9, 2, "", 1, 2),
        "一五十 is worth 3",
    ),
    # 耒阳字牌: 10 and 20 by the card, 21 and above (xi − 12) ÷ 3
    won("leiyang", TEN, "other", (10, 2, "", 1, 2), "10 is 卡胡, two 敦"),
    won("leiyang", ZERO, "other", (0, 3, "", 1, 3), "无胡 counts 21: 9 ÷ 3 = 3"),
    # 10 × 2 = 20 is 卡胡, four 敦; 自摸 × 2
    won("leiyang", TEN_ONE_RED, "self", (10, 4, "一点红", 2, 8), "一点红 makes 20 of 10"),
    won("leiyang", EIGHTEEN, "other", (18, 2, "", 1, 2), "16 to 19 are two 敦"),
    # 郴州毛胡: (xi − 6) ÷ 3
    won("chenzhou", NINE, "other", (9, 1, "", 1, 1), "9 is one 囤"),
    won("chenzhou", ZERO, "other", (0, 3, "", 1, 3), "毛胡 counts 15: 9 ÷ 3 = 3"),
    won("chenzhou", FIFTEEN, "self", (15, 3, "", 1, 3), "15: 9 ÷ 3 = 3"),
    # 湘乡告胡子: raw
    won("xiangxiang", FIFTEEN, "other", (15, 15, "", 1, 15), "raw 15"),
    won("xiangxiang", TWELVE_RED, "discard", (18, 18, "", 1, 18), "a discard wins; no names"),
    won("xiangxiang+open_10", TEN, "other", (10, 10, "", 1, 10), "opens at 10"),
    won("xiangxiang+by_tun", EIGHTEEN, "other", (18, 2, "", 1, 2), "(18 − 12) ÷ 3 = 2"),
    # 桂林字牌: (xi − 7) ÷ 3
    won("guilin", TEN, "other", (10, 1, "", 1, 1), "10 is one 子"),
    won("guilin", FIFTEEN, "self", (15, 2, "", 2, 4), "8 ÷ 3 → 2, 自摸 × 2"),
    won("guilin+step_5", EIGHTEEN, "other", (18, 2, "", 1, 2), "13 ÷ 5 → 2"),
]


@pytest.mark.parametrize(("name", "exposed", "win", "more", "pays"), WORKED)
def test_a_hand_worked_position(name, exposed, win, more, pays):
    answer = judged(name, exposed, win, **more)
    assert answer.reason is None
    score = answer.score
    found = (declarable(answer, load(name)), score.units, " ".join(score.names))
    assert (*found, score.times, score.payoff) == pays
    assert score.alone is None


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("exposed", [SEVEN, NINE, TEN, FIFTEEN, FIFTEEN_ONE_RED, TWELVE_RED, ZERO])
@pytest.mark.parametrize("source", ["self", "other", "discard"])
def test_the_short_form_says_what_the_judge_says_of_every_set(name, exposed, source):
    answer = judged(name, exposed, source)
    short = outcome(position(exposed, source), load(name))
    assert short == (answer.reason, declarable(answer, load(name)))


@pytest.mark.parametrize(
    ("name", "exposed", "hand", "payoff", "alone"),
    [
        # 18: 7 敦 × 3 as above, three shares
        pytest.param("shihuka", TWELVE_RED, "九九", 21, 63, id="十胡卡 × 3"),
        # 12: 3 屯 × 2, three shares
        pytest.param(
            "liuhuqiang", "chi:二七十 chi:二七十 chi:贰柒拾 chi:叁肆伍", "九九", 6, 18, id="六胡抢"
        ),
        # 无胡: 3 敦, two shares
        pytest.param("leiyang", ZERO, "九九", 3, 6, id="耒阳 × 2"),
        # 18: 11 ÷ 3 → 3, two shares; four by agreement
        pytest.param("guilin", EIGHTEEN, "九九", 3, 6, id="桂林 × 2"),
        pytest.param("guilin+discard_times_4", EIGHTEEN, "九九", 3, 12, id="桂林 × 4"),
        # 9: 1 囤; everybody pays, or the discarder for both
        pytest.param("chenzhou", NINE, "九九", 1, None, id="郴州: everybody"),
        pytest.param("chenzhou+discarder_pays_alone", NINE, "九九", 1, 2, id="郴州: alone"),
        pytest.param("shaoyang+discard_wins", TEN, "九九", 1, None, id="邵阳: everybody"),
    ],
)
def test_who_pays_for_a_discard(name, exposed, hand, payoff, alone):
    score = judged(name, exposed, "discard", hand).score
    assert (score.payoff, score.alone) == (payoff, alone)


@pytest.mark.parametrize(
    ("name", "exposed", "win", "reason"),
    [
        pytest.param("shaoyang", NINE, "other", "below_10", id="邵阳 9"),
        pytest.param("shaoyang", TEN, "discard", "illegal_source", id="邵阳: no discard"),
        pytest.param("bopi", NINE, "other", "below_10", id="剥皮 9"),
        pytest.param("changde", TEN, "other", "below_15", id="常德 10"),
        pytest.param("hanshou", TEN, "self", "below_15", id="汉寿 10 + 3"),
        pytest.param("huaihua", FIFTEEN, "other", "below_18", id="怀化 15 without a name"),
        pytest.param("shihuka", NINE, "other", "below_10", id="十胡卡 9"),
        pytest.param("leiyang", NINE, "other", "below_10", id="耒阳 9"),
        pytest.param("leiyang+no_wuhu", ZERO, "other", "below_10", id="耒阳 without 无胡"),
        pytest.param("chenzhou", SEVEN, "other", "below_9", id="郴州 7"),
        pytest.param("xiangxiang", TEN, "other", "below_15", id="湘乡 10"),
        pytest.param("guilin", NINE, "other", "below_10", id="桂林 9"),
        pytest.param("liuhuqiang", TEN, "other", "wrong_card_count", id="六胡抢: 15 cards"),
    ],
)
def test_a_hand_that_does_not_win(name, exposed, win, reason):
    assert judged(name, exposed, win).reason == reason


def test_yi_wu_shi_is_a_group_only_where_it_is_played():
    exposed = "wei:捌捌捌 chi:一五十 chi:二三四 chi:叁肆伍"
    answer = judged("liuhuqiang", exposed, "other")
    assert answer.reason == "bad_input:exposed_chi_is_no_legal_group"


@pytest.mark.parametrize("name", names())
def test_every_set_nobody_has_confirmed_has_three_hand_worked_positions(name):
    worked = [param for param in WORKED if param.values[0].partition("+")[0] == name]
    assert load(name).verified or len(worked) >= 3


@pytest.mark.parametrize("name", names())
def test_every_option_of_a_set_can_be_chosen_and_says_what_it_is(name):
    for option, says in options(name).items():
        changed = load(f"{name}+{option}")
        assert changed.options == (option,)
        assert " · " in says
        assert vars(changed) | {"options": ()} != vars(load(name)), option


def test_options_are_chosen_together():
    rules = load("guilin+open_15+zimo_times_4")
    assert (rules.opening, rules.zimo_value) == (15, 4)
    assert rules.description.startswith("桂林字牌 + open_15 + zimo_times_4 (")
