"""A damaged rule file: one clear error that names the file, the key and what was expected."""

from importlib.resources import files

import pytest

from engine.rules import BadRuleSet, from_toml

GUOJI = files("engine").joinpath("rulesets", "guoji.toml").read_text("utf-8")
LIKE = 'like = "guoji"\nid = "ours"\nname = "ours"\norigin = "us"\nverified = false\n'


def row(old, new, words, id):
    return pytest.param(old, new, words, id=id)


DAMAGED = [
    row('id = "guoji"', "id = ", "is not TOML: ", "syntax"),
    row("[units]", "[units", "is not TOML: ", "a bracket is missing"),
    row("opening = 15", "opening = 15\nopening = 21", "is not TOML: ", "a key twice"),
    row("opening = 15", "opning = 15", "unknown key opning, expected id, name, ", "a typo"),
    row(
        "step = 3", "stepp = 3", "unknown key units.stepp, expected name, offset, ", "in a section"
    ),
    row("[climb]", "[clmb]", "unknown key clmb, expected id, ", "a section"),
    row("opening = 15", "", "missing key opening, expected a whole number, 0 or more", "missing"),
    row(
        "step = 3", "", "missing key units.step, expected a whole number, 1 or more", "in a section"
    ),
    row("ti = [9, 12]", "", "missing key values.ti, expected two whole numbers", "a group"),
    row("jiao = [0, 0]", "", "missing key values.jiao, expected two whole numbers", "a chi"),
    row(
        "opening = 15",
        "opening = '15'",
        "opening: expected a whole number, 0 or more, got '15'",
        "text",
    ),
    row(
        "opening = 15",
        "opening = 15.5",
        "opening: expected a whole number, 0 or more, got 15.5",
        "15.5",
    ),
    row(
        "opening = 15",
        "opening = true",
        "opening: expected a whole number, 0 or more, got True",
        "yes",
    ),
    row(
        "opening = 15",
        "opening = -1",
        "opening: expected a whole number, 0 or more, got -1",
        "below 0",
    ),
    row("verified = true", "verified = 1", "verified: expected true or false, got 1", "no flag"),
    row('quantity = "戏"', "quantity = 3", "quantity: expected a text, got 3", "no text"),
    row("step = 3", "step = 0", "units.step: expected a whole number, 1 or more, got 0", "no step"),
    row("menzi = 7", "menzi = 0", "menzi: expected a whole number, 1 or more, got 0", "no 门子"),
    row(
        "ti = [9, 12]",
        "ti = [9]",
        r"values.ti: expected two whole numbers, got \[9\]",
        "one column",
    ),
    row("ti = [9, 12]", "ti = 9", "values.ti: expected two whole numbers, got 9", "no columns"),
    row(
        "ti = [9, 12]",
        "ti = [9, 12]\nlong = [1, 1]",
        "unknown key values.long, expected shun",
        "group",
    ),
    row(
        '"if_pao_incomplete"', '"often"', "po_pao: expected one of never, .*, got 'often'", "choice"
    ),
    row('["self", "other"]', '["sky"]', r"win.sources\[0\]: expected one of self, other", "source"),
    row(
        '["self", "other"]',
        "[]",
        r"win.sources: expected a list of self, other, .*\[\]",
        "no source",
    ),
    row(
        '["self", "other"]',
        '["self", "self"]',
        "win.sources: expected a list .* none twice",
        "twice",
    ),
    row(
        '["shun", "123", ',
        '["shun", "124", ',
        r"chi\[1\]: expected one of shun, 123, ",
        "a chi 124",
    ),
    row(
        "counts_as = {}",
        'counts_as = { "ten" = 15 }',
        "counts_as: expected a whole number as key",
        "k",
    ),
    row(
        "counts_as = {}",
        "counts_as = { 10 = '15' }",
        "counts_as.10: expected a whole number",
        "value",
    ),
    row(
        "counts_as = {}",
        "counts_as = []",
        "counts_as: expected a table from a number to",
        "no table",
    ),
    row(
        '"诈胡" = 10',
        '"诈胡" = -10',
        "penalties.诈胡: expected a whole number, 0 or more",
        "a gift",
    ),
    row(
        "red = [1, 1]", "rot = [1, 1]", r"unknown key names\[1\].rot, expected name, ", "condition"
    ),
    row(
        "red = [1, 1]",
        "red = [2, 1]",
        r"names\[1\].red: expected two whole numbers \[least",
        "span",
    ),
    row(
        "red = [1, 1]", "", r"names\[1\]: expected 点胡 to have one of red, small, ", "always 点胡"
    ),
    row(
        "times = 3", "", r"names\[1\]: expected 点胡 to have one of times, xi_times, ", "no effect"
    ),
    row(
        "times = 3", "times = 0", r"names\[1\].times: expected a whole number, 1 or more", "times 0"
    ),
    row('name = "点胡"', "", r"missing key names\[1\].name, expected a text", "no name"),
    row(
        "times = 3", 'times = 3\nexcludes = ["红湖"]', r"names\[1\].excludes: .* '红湖'", "excludes"
    ),
    row(
        "times = 3",
        "times = 3\ngrow = 1",
        r"names\[1\].grow: expected a table with what, of",
        "grow",
    ),
    row(
        "times = 3",
        'times = 3\ngrow = { what = "replaces", of = "red", above = 1, by = 1 }',
        r"names\[1\].grow: expected replaces beside it",
        "growth of nothing",
    ),
    row(
        "times = 3",
        'times = 3\ncircumstance = "雨"',
        r"names\[1\].circumstance: expected one of 天胡",
        "rain",
    ),
    row(
        "set = { opening = 21 }", "", "missing key options.open_21.set, expected a table", "option"
    ),
    row("set = { opening = 21 }", "set = 21", "options.open_21.set: expected a table", "option 21"),
]


@pytest.mark.parametrize(("old", "new", "words"), DAMAGED)
def test_a_damaged_file_is_one_clear_error(old, new, words):
    assert old in GUOJI
    with pytest.raises(BadRuleSet, match=f"^x.toml: {words}") as error:
        from_toml(GUOJI.replace(old, new, 1), "x.toml")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param('like = "guoji"', "missing key id, expected its own beside like", id="no id"),
        pytest.param(LIKE.replace("guoji", "mars"), "like: expected one of .*guoji", id="mars"),
        pytest.param(LIKE.replace('"guoji"', "3"), "like: expected a text, got 3", id="three"),
        pytest.param(LIKE + "[units]\nsteps = 1", "unknown key units.steps", id="typo below like"),
        pytest.param(
            LIKE + 'names."红湖".times = 3', r"names\[8\]: .*红湖", id="a 名堂 with a typo"
        ),
        pytest.param(LIKE + 'names."红胡" = 3', "names.红胡: expected a table", id="a bare number"),
        pytest.param(LIKE + "names = 3", "names: expected a list of names, got 3", id="no names"),
        pytest.param(LIKE + "win = 3", "win: expected a table with sources", id="a section bare"),
        pytest.param(LIKE + "options = 3", "options: expected a table of options", id="no options"),
        pytest.param("", "missing key id, expected a text", id="empty"),
    ],
)
def test_a_damaged_file_that_is_like_another_is_one_clear_error(text, words):
    with pytest.raises(BadRuleSet, match=f"^x.toml: {words}"):
        from_toml(text, "x.toml")


def test_a_file_may_only_be_like_a_set_that_stands_for_itself():
    with pytest.raises(BadRuleSet, match=r"^x.toml: like: expected a rule set that is like no"):
        from_toml(LIKE.replace("guoji", "hanshou"), "x.toml")


def test_a_file_like_another_needs_only_what_differs():
    rules = from_toml(LIKE + 'opening = 21\nnames."红胡".times = 3', "x.toml")
    assert (rules.id, rules.opening, rules.unit_name) == ("ours", 21, "等")
    assert {name.name: name.times for name in rules.names if name.times in (2, 3)} == {
        "红胡": 3,
        "点胡": 3,
    }
