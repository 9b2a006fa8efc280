"""The checked positions and waiting hands. Marked ones rest on a default of an open question."""

import json

import pytest

from engine.arrangements import arrangements
from engine.cards import Card, parse
from engine.check import answer
from engine.judge import judge, outcome, waits
from engine.melds import Kind, Meld
from engine.position import Position, Win, from_json
from engine.rules import Source, from_toml, load


def test_a_checked_position_is_judged_in_every_field(vector):
    got = answer(json.dumps(vector))
    assert {key: got[key] for key in vector["expected"]} == vector["expected"]


def test_a_waiting_hand_waits_for_exactly_these_cards(waiting):
    got = answer(json.dumps(waiting))["waits"]
    assert {key: got[key] for key in waiting["expected_waits"]} == waiting["expected_waits"]


def test_a_wait_names_no_source_that_may_not_be_won():
    position = Position((), parse("一"), None)
    assert set(waits(position, load("guoji"))) == {Source.SELF, Source.OTHER}


def with_options(name, **changes):
    from importlib.resources import files

    text = files("engine").joinpath("rulesets", f"{name}.toml").read_text("utf-8")
    for key, value in changes.items():
        lines = [f"{key} = {value}" if x.startswith(f"{key} ") else x for x in text.splitlines()]
        text = "\n".join(lines)
    return from_toml(text, f"{name} changed")


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


@pytest.mark.parametrize(
    ("mode", "totals"),
    [
        pytest.param('"never"', (15,), id="破跑 never"),
        pytest.param('"if_pao_incomplete"', (15,), id="the 跑 completes"),
        pytest.param('"if_pao_below_opening"', (15,), id="the 跑 opens"),
        pytest.param('"free"', (12, 15), id="free choice"),
    ],
)
def test_po_pao_is_an_option(mode, totals):
    won = position("wei:拾拾拾 wei:八八八", "三三三四四五五六六叁叁柒捌玖", "三", "other")
    assert judge(won, with_options("anhua", po_pao=mode)).xi_options == totals


@pytest.mark.parametrize(
    ("opens", "reason"), [pytest.param("true", None), pytest.param("false", "below_15")]
)
def test_whether_zimo_may_lift_a_hand_to_its_opening_is_an_option(opens, reason):
    won = position("peng:捌捌捌 wei:四四四", "五六六七七八九十贰叁肆伍柒拾", "八", "self")
    assert judge(won, with_options("guoji", opens=opens)).reason == reason


def test_whether_an_own_wei_may_complete_the_hand_is_an_option():
    won = position("", "一二三四五五六六七八八壹贰贰叁柒柒捌玖拾", "八", "self")
    assert judge(won, load("anhua")).hu
    letter = with_options("anhua", own_wei_ti_wins="false")
    assert judge(won, letter).reason == "no_arrangement"


def test_a_harder_table_names_its_opening():
    won = position("", "一二三四五五六六七八八壹贰贰叁柒柒捌玖拾", "八", "other")
    assert judge(won, with_options("guoji", opening=21)).reason == "below_21"


# 碰十 makes 21 xi; 十十 as 将 with 十拾拾 leaves 20, which is 20胡卡 and pays twice
TWENTY = (
    "ti:壹壹壹壹 wei:捌捌捌 peng:九九九 peng:八八八 chi:二三四", "十十拾拾", "十", "other"
)  # fmt: skip


def test_an_exact_name_makes_a_smaller_total_pay_more():
    judged = judge(position(*TWENTY), load("loudi"))
    assert (judged.xi, judged.xi_options) == (21, (20, 21))
    assert (judged.score.units, judged.score.names, judged.score.payoff) == (20, ("20胡卡",), 40)


@pytest.mark.parametrize(
    ("declared", "xi"), [pytest.param('"maximum"', 21), pytest.param('"best_paying"', 20)]
)
def test_which_of_two_totals_must_be_declared_is_an_option(declared, xi):
    assert outcome(position(*TWENTY), with_options("loudi", declared=declared)).xi == xi


def test_circumstances_are_told_to_the_judge():
    won = position("", "一二三四五五六六七八八壹贰贰叁柒柒捌玖拾", "八", "other")
    judged = judge(won, load("loudi"), frozenset({"地胡"}))
    assert judged.score.names == ("地胡",)
    assert judged.score.payoff == 100


@pytest.mark.parametrize(
    ("exposed", "reason"),
    [
        pytest.param("peng:五五六", "bad_input:exposed_peng_is_no_legal_group", id="unlike"),
        pytest.param("pao:五五五", "bad_input:exposed_pao_is_no_legal_group", id="three are no 跑"),
        pytest.param("chi:一二", "bad_input:exposed_chi_is_no_legal_group", id="two are no chi"),
        pytest.param("chi:九十壹", "bad_input:exposed_chi_is_no_legal_group", id="over the edge"),
        pytest.param("ti:一一一一 chi:一二三", "bad_input:more_than_four_of_一", id="five alike"),
        pytest.param("chi:一二三", "wrong_card_count", id="too few"),
    ],
)
def test_an_impossible_position_is_an_answer(exposed, reason):
    assert judge(position(exposed, "七", "八", "other"), load("guoji")).reason == reason


def test_a_position_without_a_winning_card_cannot_be_judged():
    with pytest.raises(ValueError, match="winning card"):
        judge(Position((), (), None), load("guoji"))
    with pytest.raises(ValueError, match="winning card"):
        arrangements(Position((), (), None), load("guoji"))


def test_the_largest_hand_there_is():
    six = tuple(Meld(Kind.TI, (Card(c),) * 4) for c in range(11, 17))
    judged = judge(Position(six, parse("捌"), Win(Card.捌, Source.SELF)), load("guoji"))
    assert (judged.xi, judged.score.units) == (75, 21)


def test_the_short_form_says_what_the_judge_says(vector):
    won, rules = from_json(vector["input"]), load(vector["ruleset"])
    judged = judge(won, rules)
    if judged.valid_input:
        assert outcome(won, rules) == (judged.reason, judged.xi)
