"""Rule sets are data: what groups are worth, when a hand opens, what an option changes."""

from importlib.resources import files

import pytest

from engine.cards import parse
from engine.melds import Kind, Meld
from engine.rules import BadRuleSet, load, names

TEXT = files("engine").joinpath("rulesets", "guoji.toml").read_text("utf-8")


def test_the_three_rule_systems_of_the_seeds_are_verified():
    assert {name for name in names() if load(name).verified} == {"anhua", "guoji", "loudi"}


def test_a_regional_set_says_that_no_player_has_confirmed_it():
    for name in names():
        rules = load(name)
        assert ("unverified with players" in rules.description) is not rules.verified
        assert ("未经牌友核对" in rules.description) is not rules.verified


@pytest.mark.parametrize(
    ("kind", "cards", "xi"),
    [
        pytest.param("peng", "五五五", 1),
        pytest.param("peng", "伍伍伍", 3),
        pytest.param("wei", "五五五", 3),
        pytest.param("kan", "伍伍伍", 6),
        pytest.param("pao", "五五五五", 6),
        pytest.param("pao", "伍伍伍伍", 9),
        pytest.param("ti", "五五五五", 9),
        pytest.param("ti", "伍伍伍伍", 12),
        pytest.param("chi", "一二三", 3),
        pytest.param("chi", "壹贰叁", 6),
        pytest.param("chi", "二七十", 3),
        pytest.param("chi", "贰柒拾", 6),
        pytest.param("chi", "四五六", 0),
        pytest.param("chi", "六陆陆", 0),
        pytest.param("jiang", "拾拾", 0),
    ],
)
def test_what_a_group_is_worth(rules, kind, cards, xi):
    assert rules.xi(Meld(Kind(kind), parse(cards))) == xi


def test_a_rule_file_may_lie_anywhere(tmp_path):
    path = tmp_path / "hard.toml"
    path.write_text(TEXT.replace("opening = 15", "opening = 21"), "utf-8")
    assert load(path).opening == 21


@pytest.mark.parametrize("name", ["mars", "nowhere.toml"])
def test_an_unknown_rule_set_is_an_error(name):
    with pytest.raises(BadRuleSet, match=name):
        load(name)


@pytest.mark.parametrize(
    ("name", "playing", "opening"),
    [
        pytest.param("guoji", 3, 15, id="three"),
        pytest.param("guoji", 2, 21, id="two: the harder table of 000 §1-3"),
        pytest.param("guoji+two_open_15", 2, 15, id="two: by agreement"),
        pytest.param("guoji+open_21", 3, 21, id="three: by agreement"),
        pytest.param("anhua", 2, 15, id="安化"),
    ],
)
def test_the_opening_value_depends_on_how_many_play(name, playing, opening):
    assert load(name).at(playing).opening == opening


@pytest.mark.parametrize(
    ("name", "factors"),
    [
        pytest.param("guoji", (1, 1, 1, 1), id="no 爬坡"),
        pytest.param("anhua", (1, 2, 4, 6), id="爬坡 2n"),
    ],
)
def test_after_drawn_rounds_the_next_win_is_multiplied(name, factors):
    assert tuple(load(name).climb(drawn) for drawn in range(4)) == factors
