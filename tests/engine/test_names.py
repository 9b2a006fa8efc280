"""名堂 are data: every one as names.txt lists it, and a changed value changes those hands only."""

from importlib.resources import files
from pathlib import Path

import pytest

from engine.judge import judge
from engine.mingtang import Facts
from engine.position import from_json
from engine.rules import Source, from_toml, load, names
from engine.scoring import score

LISTED = Path(__file__).with_name("names.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", names())
def test_the_names_of_a_rule_set_are_those_that_are_listed(name):
    """Who changes a 名堂 on purpose changes its line in names.txt too."""
    listed = [line for line in LISTED if line.startswith(f"{name} ")]
    assert [f"{name} {one}" for one in load(name).names] == listed


@pytest.mark.parametrize(
    ("name", "mingtang", "old", "new"),
    [
        pytest.param("guoji", "红胡", "times = 2", "times = 3", id="guoji 红胡"),
        pytest.param("guoji", "黑对胡", "times = 10", "times = 12", id="guoji 黑对胡"),
        pytest.param("anhua", "十八小", "times = 6", "times = 8", id="anhua 十八小"),
        pytest.param("loudi", "一点朱", "times = 2", "times = 3", id="loudi 一点朱"),
    ],
)
def test_one_line_changes_what_hands_of_that_name_pay_and_no_others(wins, name, mingtang, old, new):
    text = files("engine").joinpath("rulesets", f"{name}.toml").read_text("utf-8")
    head, entry = text.split(f'name = "{mingtang}"\n')
    changed = from_toml(f'{head}name = "{mingtang}"\n' + entry.replace(old, new, 1), "changed.toml")
    for id_, position, rules, _ in wins:
        if rules.id == name:
            before, after = judge(position, rules).score, judge(position, changed).score
            differs = before.payoff != after.payoff
            capped = before.payoff == rules.cap > 0
            assert differs or capped or mingtang not in before.names, id_
            assert mingtang in after.names or not differs, id_


def facts(**given):
    plain = {"xi": 15, "red": 5, "small": 10, "big": 11, "duizi": False, "one_block": False}
    return Facts(**plain | {"source": Source.OTHER} | given)


def made(combine, *entries, **keys):
    """A rule set like guoji with these names: one unit at 15."""
    lines = [f"{key} = {value}" for key, value in keys.items()]
    names_ = "\n".join(f"[[names]]\n{entry}" for entry in entries)
    return from_toml(
        'like = "guoji"\nid = "x"\nname = "x"\norigin = "x"\nverified = false\n'
        f'combine = "{combine}"\n' + "\n".join(lines) + f"\n{names_}",
        "x.toml",
    )


RED = 'name = "红"\nred = [10, 24]\ntimes = 2'
SMALL = 'name = "小"\nsmall = [16, 40]\ntimes = 5'


@pytest.mark.parametrize(
    ("combine", "times"),
    [
        pytest.param("max", 5, id="only the largest"),
        pytest.param("sum", 7, id="they add up"),
        pytest.param("product", 10, id="they multiply"),
    ],
)
def test_how_two_names_combine(combine, times):
    both = facts(red=10, small=16)
    assert score(both, made(combine, RED, SMALL)).times == times


@pytest.mark.parametrize("combine", ["max", "sum", "product"])
def test_a_hand_without_a_name_pays_its_units(combine):
    assert score(facts(), made(combine, RED, SMALL)).payoff == 1


def test_a_name_can_exclude_another():
    rules = made("sum", RED, SMALL + '\nexcludes = ["红"]')
    assert score(facts(red=10, small=16), rules).names == ("小",)


@pytest.mark.parametrize(
    ("entry", "given", "payoff"),
    [
        pytest.param("red = [10, 24]\ntimes = 2", {"red": 9}, 1, id="9 red"),
        pytest.param("red = [10, 24]\ntimes = 2", {"red": 10}, 2, id="10 red"),
        pytest.param("big = [18, 40]\ntimes = 2", {"big": 18}, 2, id="18 big"),
        pytest.param("big = [18, 40]\ntimes = 2", {"big": 17}, 1, id="17 big"),
        pytest.param("duizi = true\ntimes = 2", {"duizi": True}, 2, id="对子"),
        pytest.param("alone = true\ntimes = 2", {"alone": True}, 2, id="耍猴"),
        pytest.param('all_xi = "every_group"\ntimes = 2', {"all_xi": True}, 2, id="行行息"),
        pytest.param('all_xi = "every_group"\ntimes = 2', {"but_jiang": True}, 1, id="a 将 spoils"),
        pytest.param('all_xi = "but_jiang"\ntimes = 2', {"but_jiang": True}, 2, id="将 aside"),
        pytest.param("reunions = 2\ntimes = 2", {"reunions": 1}, 1, id="one 团"),
        pytest.param("reunions = 2\ntimes = 2", {"reunions": 2}, 2, id="two 团"),
        pytest.param('one_block = "any"\ntimes = 2', {"one_block": True}, 2, id="一块扁"),
        pytest.param(
            'one_block = "kan_or_jiang"\ntimes = 2', {"one_block": True}, 1, id="一块扁 of a 碰"
        ),
        pytest.param(
            'one_block = "kan_or_jiang"\ntimes = 2', {"one_kan_or_jiang": True}, 2, id="of a 坎"
        ),
        pytest.param('source = "discard"\ntimes = 2', {"source": Source.DISCARD}, 2, id="source"),
        pytest.param("xi = [15, 15]\nreplaces = 100", {}, 100, id="15胡卡"),
        pytest.param("xi = [15, 15]\nunits = 4", {}, 5, id="units beside"),
        pytest.param("red = [5, 5]\nxi_times = 2", {}, 6, id="30 xi are six 等"),
        pytest.param(
            'red = [3, 24]\ntimes = 2\ngrow = { what = "times", of = "red", above = 3, by = 2 }',
            {},
            6,
            id="2 and twice 2 more",
        ),
        pytest.param(
            'big = [1, 40]\nunits = 0\ngrow = { what = "units", of = "big", above = 9, by = 1 }',
            {},
            3,
            id="two units more",
        ),
        pytest.param(
            "small = [1, 40]\nreplaces = 80\n"
            'grow = { what = "replaces", of = "small", above = 8, by = 10 }',
            {},
            100,
            id="80 and twice 10",
        ),
    ],
)
def test_what_a_name_looks_at_and_does(entry, given, payoff):
    assert score(facts(**given), made("product", f'name = "名"\n{entry}')).payoff == payoff


HUNDRED = 'name = "百"\nxi = [15, 15]\nreplaces = 100'
EIGHTY = 'name = "八十"\nred = [5, 5]\nreplaces = 80'


@pytest.mark.parametrize(("replaces", "payoff"), [("once", 100), ("each", 180)])
def test_whether_several_names_replace_the_units_once_or_each(replaces, payoff):
    rules = made("product", HUNDRED, EIGHTY, replaces=f'"{replaces}"')
    assert score(facts(), rules).payoff == payoff


@pytest.mark.parametrize(
    ("keys", "payoff"),
    [
        pytest.param({}, 10, id="no cap"),
        pytest.param({"cap": 7}, 7, id="of the payment"),
        pytest.param({"cap_times": 4}, 4, id="of the factor"),
    ],
)
def test_caps(keys, payoff):
    assert score(facts(red=10, small=16), made("product", RED, SMALL, **keys)).payoff == payoff


@pytest.mark.parametrize(
    ("rounding", "units"),
    [
        pytest.param("down", (1, 1, 1, 2), id="down"),
        pytest.param("nearest", (1, 1, 2, 2), id="nearest"),
        pytest.param("up", (1, 2, 2, 2), id="up"),
    ],
)
def test_a_part_of_a_unit(rounding, units):
    rules = made("max", RED, units=f'{{ round = "{rounding}" }}')
    assert tuple(score(facts(xi=xi), rules).units for xi in (15, 16, 17, 18)) == units


def test_a_name_counts_the_cards_of_a_judged_hand():
    hand = {"exposed": [], "hand": list("一二三四五五六六七八八壹贰贰叁柒柒捌玖拾")}
    position = from_json(hand | {"win": {"card": "八", "source": "other"}})
    rules = made("max", 'name = "四红"\nred = [4, 8]\ntimes = 7')
    assert judge(position, rules).score.times == 7
