"""The short judgement says what the long one says, and both what trying everything says."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from engine import sums
from engine.brief import brief
from engine.cards import Card, parse
from engine.halves import WEIGHT, XI, tables, values_of
from engine.judge import declarable, judge, short
from engine.melds import Kind, Meld
from engine.position import Position, Win, from_json
from engine.rules import Source, load, names, options
from engine.samples import positions

SPEC = spec_from_file_location("proof_search", Path(__file__).parents[1] / "proof_search.py")
proof = module_from_spec(SPEC)
SPEC.loader.exec_module(proof)

ASKED = [f"{name}+{option}" for name in names() for option in options(name)]


def in_short(position, rules):
    judged = judge(position, rules)
    return judged.reason, judged.xi, declarable(judged, rules), judged.score


def test_every_checked_position_is_judged_alike(vector):
    position, rules = from_json(vector["input"]), load(vector["ruleset"])
    assert tuple(short(position, rules)) == in_short(position, rules)


@pytest.mark.parametrize("name", names())
def test_a_fiftieth_of_the_proof(name):
    wrong, reasons, asked = proof.compare(name, 400, seed=7)
    assert not wrong
    assert len(reasons) > 2
    assert asked < 40


@pytest.mark.parametrize("key", ASKED)
def test_every_option_is_judged_alike(key):
    rules = load(key)
    for position in positions(3, 40, rules.menzi) + positions(3, 10, rules.menzi, dense=True):
        assert tuple(short(position, rules)) == in_short(position, rules)


def test_the_proof_sees_a_fault(monkeypatch):
    honest = sums.totals
    monkeypatch.setattr("engine.sums.totals", lambda *free: honest(*free)[1:])
    wrong, _, _ = proof.compare("guoji", 60, seed=7)
    assert wrong


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(
            Position((), parse("一一一一") * 5, Win(Card.一, Source.SELF)), id="too many of a face"
        ),
        pytest.param(
            Position(
                (Meld(Kind.CHI, parse("一三五")),),
                parse("二二二四四四六六六八八八壹壹壹贰贰"),
                Win(Card.叁, Source.OTHER),
            ),
            id="no legal group",
        ),
        pytest.param(
            Position(
                (Meld(Kind.TI, parse("一一一一")),),
                parse("贰贰三四五三四五叁肆伍叁肆伍八八"),
                Win(Card.捌, Source.SELF),
            ),
            id="two red cards alike, where 一块扁 is a name",
        ),
    ],
)
def test_where_the_short_way_cannot_tell_it_says_nothing(position):
    assert brief(position, load("loudi")) is None
    assert tuple(short(position, load("loudi"))) == in_short(position, load("loudi"))


def worth(text, jiang, rules):
    counts = sum(WEIGHT[card] for card in parse(text))
    found = sums.totals(counts, jiang, tables(rules.chi, values_of(rules)))
    return {one & XI for one in found}


@pytest.mark.parametrize(
    ("text", "jiang", "xi"),
    [
        pytest.param("", False, {0}, id="nothing is complete"),
        pytest.param("", True, set(), id="nothing holds no pair"),
        pytest.param("一二三壹贰叁", False, {9}, id="123, small and big"),
        pytest.param("二七十", False, {3}, id="2710"),
        pytest.param("一一壹", False, {0}, id="绞"),
        pytest.param("一一二二三三", False, {6}, id="twice 123"),
        pytest.param("一二", False, set(), id="two cards are no group"),
        pytest.param("一二三四四", True, {3}, id="a pair"),
        pytest.param(
            "一一二二三三壹贰叁", False, {15 - 3, 0}, id="123 or 绞: three, or six and three"
        ),
    ],
)
def test_what_free_cards_can_be_worth(text, jiang, xi):
    assert worth(text, jiang, load("guoji")) == xi


def test_a_cold_search_finds_what_a_warm_one_found():
    rules, hands = load("anhua"), positions(5, 30)
    warm = [short(one, rules) for one in hands]
    sums.forget()
    assert [short(one, rules) for one in hands] == warm


@pytest.mark.parametrize("dense", [False, True])
def test_random_positions_are_distinct_and_repeatable(dense):
    found = positions(4, 200, dense=dense)
    assert found == positions(4, 200, dense=dense)
    assert len(set(found)) == 200


def test_dense_hands_are_free_cards_of_few_ranks():
    for one in positions(4, 50, dense=True):
        assert not one.exposed
        assert len({card.rank for card in (*one.hand, one.win.card)}) <= 7
        assert max(map(one.hand.count, one.hand)) <= 2


def test_yi_wu_shi_is_found_where_it_is_played():
    assert worth("一五十壹伍拾", False, load("liuhuqiang")) == set()
    assert len(worth("一五十壹伍拾", False, load("liuhuqiang+yi_wu_shi"))) == 1
