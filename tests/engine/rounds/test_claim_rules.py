"""How a round is played is data; a damaged file is one clear error."""

from importlib.resources import files

import pytest

from engine.claim_rules import from_toml, load
from engine.rules import BadRuleSet

TEXT = files("engine").joinpath("rulesets", "claims", "guoji.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "players", "stock"),
    [
        pytest.param("guoji", 3, 20, id="000 §2: twenty, the 亮张 among them"),
        pytest.param("anhua", 3, 19, id="002: 墩上留19只"),
        pytest.param("loudi", 3, 19, id="004: 留19张在墩上"),
        pytest.param("guoji", 2, 40, id="000 §1-3: two players"),
    ],
)
def test_what_is_left_after_the_deal(name, players, stock):
    assert load(name).stock(players) == stock


def test_two_players_may_set_cards_aside():
    assert from_toml(TEXT.replace("set_aside = 0", "set_aside = 20"), "x.toml").stock(2) == 20


@pytest.mark.parametrize("name", ["guoji", "anhua", "loudi"])
def test_the_order_of_claims(name):
    ranks = [load(name).rank(claim) for claim in ("ti", "wei", "hu", "peng", "pao", "chi")]
    assert ranks == [0, 0, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        pytest.param("player_cards = 20", "", "missing key player_cards, expected int", id="gone"),
        pytest.param("set_aside", "setaside", "unknown key setaside", id="unknown"),
        pytest.param("dealer_cards = 20", "dealer_cards = true", "expected int", id="bool"),
        pytest.param("dealer_cards = 20", "dealer_cards = -1", "expected int", id="negative"),
        pytest.param('"at_once"', '"later"', "dealt_ti: expected one of at_once", id="word"),
        pytest.param('["hu"], ', "", "priority: expected lists", id="a claim without place"),
        pytest.param('["hu"]', '"hu"', "priority: expected lists", id="no list"),
        pytest.param("shown =", "shown", "is not TOML", id="not TOML"),
    ],
)
def test_a_damaged_file_is_one_clear_error(old, new, complaint):
    with pytest.raises(BadRuleSet, match=f"^x.toml: .*{complaint}"):
        from_toml(TEXT.replace(old, new, 1), "x.toml")


def test_a_rule_set_without_claim_rules_says_so():
    with pytest.raises(BadRuleSet, match="no claim rules for 'nowhere'"):
        load("nowhere")
