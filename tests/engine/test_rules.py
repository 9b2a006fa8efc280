"""Rule sets are data; a wrong file is named with its key."""

from importlib.resources import files

import pytest

from engine.cards import parse
from engine.melds import Kind, Meld
from engine.rules import BadRuleSet, from_toml, load, names

TEXT = files("engine").joinpath("rulesets", "guoji.toml").read_text("utf-8")


def test_three_rule_systems_come_along():
    assert names() == ("anhua", "guoji", "loudi")


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


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        pytest.param("opening = 15", "opning = 15", "unknown key opning, expected id", id="typo"),
        pytest.param("opening = 15", "", "missing key opening, expected int", id="missing"),
        pytest.param(
            "opening = 15", "opening = '15'", "opening: expected int, got '15'", id="type"
        ),
        pytest.param("ti = [9, 12]", "", "missing key values.ti", id="value missing"),
        pytest.param("ti = [9, 12]", "ti = [9]", "values.ti: expected two whole", id="one column"),
        pytest.param("red = [1, 1]", "rot = [1, 1]", r"unknown key names\[1\].rot", id="condition"),
        pytest.param(
            '"if_pao_incomplete"', '"often"', "po_pao: expected one of never", id="choice"
        ),
        pytest.param('["self", "other"]', '["sky"]', "win_sources: expected one of", id="source"),
        pytest.param("step = 3", "step = 0", "units.step: expected 1 or more", id="step"),
        pytest.param('id = "guoji"', "id = ", "is not TOML", id="syntax"),
    ],
)
def test_a_wrong_key_is_named_with_its_file(old, new, words):
    assert old in TEXT
    with pytest.raises(BadRuleSet, match=f"^x.toml: .*{words}"):
        from_toml(TEXT.replace(old, new, 1), "x.toml")


@pytest.mark.parametrize("name", ["mars", "nowhere.toml"])
def test_an_unknown_rule_set_is_an_error(name):
    with pytest.raises(BadRuleSet, match=name):
        load(name)
