"""What names look at, read off a hand; and the open questions about names (RULES.md §6).

Most hands hold 九九 and win on 玖, which makes a 绞 that is worth nothing.
"""

import pytest

from engine.facts import facts
from engine.judge import judge
from engine.position import Position, from_json
from engine.rules import load


def position(exposed, hand, card, source):
    return from_json(
        {
            "exposed": [
                {"type": kind, "cards": list(cards)}
                for kind, cards in (meld.split(":") for meld in exposed.split())
            ],
            "hand": list(hand),
            "win": {"card": card, "source": source},
        }
    )


def read(exposed, hand="九九", card="玖", source="other", rules="loudi"):
    won = position(exposed, hand, card, source)
    answer = judge(won, load(rules))
    return facts(won, answer.top, load(rules))


@pytest.mark.parametrize(
    ("exposed", "hand", "any_block", "strict"),
    [
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:四五六 chi:壹壹一 chi:叁肆伍",
            "九九",
            False,
            False,
            id="no red",
        ),
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:四五六 chi:壹壹一",
            "九九七七七",
            True,
            True,
            id="坎七",
        ),
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:四五六 chi:壹壹一 peng:七七七",
            "九九",
            True,
            False,
            id="碰七",
        ),
        pytest.param(
            "pao:伍伍伍伍 wei:捌捌捌 chi:四五六 chi:四五六 chi:壹壹一",
            "九九七七",
            True,
            True,
            id="将七",
        ),
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:六七八 chi:五六七 chi:壹壹一",
            "九九",
            True,
            False,
            id="two 七 apart",
        ),
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:一二三 chi:五六七 chi:壹壹一",
            "九九",
            False,
            False,
            id="七 and 二",
        ),
    ],
)
def test_a_single_block_of_red(exposed, hand, any_block, strict):
    got = read(exposed, hand)
    assert (got.one_block, got.one_kan_or_jiang) == (any_block, strict)


def test_yi_kuai_bian_by_the_strict_reading_wants_a_kan_or_the_jiang():
    won = position(
        "wei:捌捌捌 wei:伍伍伍 wei:壹壹壹 chi:四五六 chi:四五六 peng:七七七", "九九", "玖", "other"
    )
    assert judge(won, load("loudi")).score.names == ("一块扁",)  # 6 + 6 + 6 + 1 = 19
    assert judge(won, load("loudi+strict_one_block")).score.names == ()


@pytest.mark.parametrize(
    ("exposed", "hand", "source", "field", "value"),
    [
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:四五六 chi:壹壹一 peng:七七七",
            "九九",
            "other",
            "copies",
            1,
            id="one 玖",
        ),
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:四五六 chi:壹壹一",
            "十十玖玖玖",
            "self",
            "copies",
            4,
            id="提玖",
        ),
        pytest.param(
            "ti:三三三三 ti:叁叁叁叁 chi:四五六 chi:五六七 chi:伍陆柒",
            "十十九九",
            "other",
            "reunions",
            1,
            id="all eight 三",
        ),
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:四五六 pao:壹壹壹壹 peng:七七七",
            "玖",
            "other",
            "alone",
            True,
            id="one card waits for its pair",
        ),
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:四五六 chi:壹壹一 peng:七七七",
            "九九",
            "other",
            "alone",
            False,
            id="two cards",
        ),
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 wei:四四四 chi:一二三 pao:壹壹壹壹 peng:七七七",
            "玖",
            "other",
            "but_jiang",
            True,
            id="every group but the 将 is worth xi",
        ),
        pytest.param(
            "wei:捌捌捌 wei:伍伍伍 wei:四四四 chi:一二三 pao:壹壹壹壹 peng:七七七",
            "玖",
            "other",
            "all_xi",
            False,
            id="the 将 is worth nothing",
        ),
    ],
)
def test_what_a_hand_shows(exposed, hand, source, field, value):
    assert getattr(read(exposed, hand, source=source), field) == value


def test_the_single_wait_has_its_name_where_it_is_played():
    exposed = "wei:捌捌捌 wei:伍伍伍 chi:四五六 chi:四五六 pao:壹壹壹壹 peng:七七七"
    judged = judge(position(exposed, "玖", "玖", "other"), load("changde"))
    assert judged.score.names == ("耍猴",)
    assert judged.score.payoff == 3 * 8  # 6 + 6 + 9 + 1 = 22: 10 ÷ 3 → 3


@pytest.mark.parametrize(
    ("name", "payoff"),
    [
        pytest.param("loudi", 100, id="15 or more"),
        pytest.param("loudi+dihu_exactly_15", 18, id="15"),
    ],
)
def test_di_hu_with_more_than_fifteen(name, payoff):
    # 偎捌 6 + 偎伍 6 + 壹贰叁 6 = 18; red 贰 七 二
    exposed = "wei:捌捌捌 chi:壹贰叁 wei:伍伍伍 chi:六七八 chi:叁肆伍 chi:二三四"
    won = position(exposed, "九九", "玖", "discard")
    assert judge(won, load(name), frozenset({"地胡"})).score.payoff == payoff


@pytest.mark.parametrize(
    ("name", "names"),
    [
        pytest.param("guoji", ("红胡",), id="counts"),
        pytest.param("guoji+red_exact", (), id="does not"),
    ],
)
def test_twelve_red_for_hong_hu(name, names):
    exposed = "wei:拾拾拾 wei:柒柒柒 chi:二七十 chi:二七十 chi:四五六 chi:叁肆伍"
    assert judge(position(exposed, "九九", "玖", "other"), load(name)).score.names == names


def test_a_position_without_a_winning_card_shows_nothing():
    with pytest.raises(ValueError, match="winning card"):
        facts(Position((), ()), None, load("guoji"))


def test_a_chi_that_a_rule_set_has_not_is_no_group(tmp_path):
    path = tmp_path / "no_jiao.toml"
    path.write_text(
        'like = "guoji"\nid = "x"\nname = "x"\norigin = "x"\nverified = false\n'
        'chi = ["shun", "123", "2710"]',
        "utf-8",
    )
    won = position(
        "wei:捌捌捌 chi:壹贰叁 wei:伍伍伍 chi:六七八 chi:叁肆伍 chi:二三四", "九九", "玖", "other"
    )
    assert judge(won, load("guoji")).hu
    assert judge(won, load(path)).reason == "no_arrangement"
