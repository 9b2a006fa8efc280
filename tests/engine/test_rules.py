"""Rule sets are data: what groups are worth, when a hand opens, what an option changes."""

import re
import tomllib
from importlib.resources import files

import pytest

from engine.cards import parse
from engine.melds import Kind, Meld
from engine.rules import BadRuleSet, Source, load, names, options

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
    path = tmp_path / "a+b.toml"
    path.write_text(TEXT.replace("opening = 15", "opening = 21"), "utf-8")
    assert load(path).opening == 21
    assert load(f"{path}+two_open_15+red_exact").opening_by_players == {2: 15}


@pytest.mark.parametrize("name", ["mars", "nowhere.toml", "mars+open_21", "guoji+open 21"])
def test_an_unknown_rule_set_is_an_error(name):
    with pytest.raises(BadRuleSet, match=re.escape(name.removesuffix("+open_21"))):
        load(name)


def test_an_unknown_option_is_an_error_that_names_the_others():
    with pytest.raises(BadRuleSet, match=r"^anhua.toml: has no option 'open_21', .* red_exact$"):
        load("anhua+open_21")


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


def test_for_one_number_of_players_the_rules_are_one_object():
    guoji = load("guoji")
    assert guoji.at(3) is guoji
    assert guoji.at(2) is guoji.at(2)
    assert guoji.at(2).at(2) is guoji.at(2)


def test_the_source_of_a_shown_card_is_a_source():
    assert type(load("guoji+shown_pair_is_peng").win_shown) is Source


@pytest.mark.parametrize(
    ("name", "factors"),
    [
        pytest.param("guoji", (1, 1, 1, 1), id="no 爬坡"),
        pytest.param("anhua", (1, 2, 4, 6), id="爬坡 2n"),
    ],
)
def test_after_drawn_rounds_the_next_win_is_multiplied(name, factors):
    assert tuple(load(name).climb(drawn) for drawn in range(4)) == factors


@pytest.mark.parametrize(
    ("option", "field", "default", "other"),
    [
        pytest.param("guoji+zimo_never_opens", "zimo_opens", True, False, id="+3 lifts"),
        pytest.param(
            "guoji+shown_pair_is_peng", "win_shown", "self", "other", id="起手胡 on a pair"
        ),
        pytest.param(
            "guoji+po_pao_below_opening",
            "po_pao",
            "if_pao_incomplete",
            "if_pao_below_opening",
            id="破跑",
        ),
        pytest.param(
            "guoji+winner_offence_is_false_win", "winner_offence", "own", "false_win", id="offence"
        ),
        pytest.param("guoji+no_passed_card", "win_passed", True, False, id="臭 card"),
        pytest.param(
            "guoji+declare_best_paying", "declared", "maximum", "best_paying", id="declared"
        ),
        pytest.param(
            "guoji+shown_may_be_claimed", "claims", {}, {"shown_claimable": True}, id="亮张"
        ),
        pytest.param(
            "guoji+no_turned_chi", "claims", {}, {"chi_previous_turned": False}, id="turned card"
        ),
        pytest.param("anhua+letter_of_wei_ti", "own_wei_ti_wins", True, False, id="own 偎"),
        pytest.param("anhua+climb_ends", "climb_dealer_keeps", True, False, id="爬坡"),
        pytest.param("loudi+hundreds_add", "replaces", "once", "each", id="hundreds"),
        pytest.param("loudi+cap_binds_winner", "fine_cap_binds", "discarder", "both", id="fine"),
        pytest.param("loudi+drawn_next_deals", "deal_drawn", "dealer", "next", id="荒"),
        pytest.param("loudi+all_win", "win_several", "next_seat", "all", id="several winners"),
        pytest.param("loudi+haidi_on_discard", "win_haidi_discard", False, True, id="海底"),
        pytest.param("loudi+birds_rounded", "bird_compares", "raw", "rounded", id="birds"),
        pytest.param("loudi+no_cap", "cap", 200, 0, id="the cap by agreement"),
    ],
)
def test_an_open_question_is_an_option_with_its_default(option, field, default, other):
    """RULES.md §6; the questions about names stand in test_facts.py."""
    assert getattr(load(option.partition("+")[0]), field) == default
    assert getattr(load(option), field) == other


def test_a_chosen_option_stays_in_the_key_that_a_record_names():
    rules = load("guoji+open_21+red_exact")
    assert rules.key == "guoji+open_21+red_exact"
    assert load(rules.key).opening == 21


def test_every_set_names_rules_by_which_its_rounds_are_played():
    played = files("engine").joinpath("rulesets", "claims")
    for name in names():
        for key in (name, *(f"{name}+{option}" for option in options(name))):
            rules = load(key)
            keys = tomllib.loads(played.joinpath(f"{rules.round}.toml").read_text("utf-8"))
            assert rules.claims.keys() <= keys.keys(), key
            assert all(type(keys[k]) is type(v) for k, v in rules.claims.items()), key


def test_no_module_of_the_engine_is_long():
    for module in files("engine").iterdir():
        if module.name.endswith(".py"):
            assert len(module.read_text("utf-8").splitlines()) <= 300, module.name
