"""Planted offences are found, clean rounds give nothing: a small part of tests/proof_referee.py."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.careless import as_seen, whole_round
from engine.findings import OFFENCES
from engine.occasions import KINDS
from engine.offences import plant
from engine.referee import outcome, review
from engine.round import replay
from engine.rules import load
from engine.state import IllegalEvent, Phase

SPEC = spec_from_file_location("proof_referee", Path(__file__).parents[2] / "proof_referee.py")
PROOF = module_from_spec(SPEC)
SPEC.loader.exec_module(PROOF)
PLACES = [
    (name, kind)
    for name in PROOF.NAMES
    for kind in KINDS
    if kind not in PROOF.NOWHERE.get(name, ())
]


@pytest.mark.parametrize(("name", "kind"), PLACES)
def test_a_planted_offence_is_found_and_nothing_else(name, kind):
    found = PROOF.planted(1, kind, name, seed=7)
    assert (found.planted, found.found, found.wrong) == (1, 1, ())


@settings(max_examples=24, deadline=None)
@given(name=st.sampled_from(PROOF.NAMES), seed=st.integers(0, 10**6))
def test_a_clean_round_gives_no_finding(name, seed):
    assert PROOF.clean_rounds(1, name, seed).false == ()


@pytest.fixture(scope="module")
def split():
    """A round with a 坎 broken up."""
    log, hands = whole_round(load("guoji"), Random(1))
    return log, plant(log, hands, load("guoji"), "拆坎", Random(0))


def test_the_record_is_the_played_one_up_to_the_offence(split):
    log, one = split
    at = one.finding.seq
    assert list(one.log[:at]) == log[:at]
    assert one.log[at] != log[at]
    assert [event.seq for event in one.log] == list(range(len(one.log)))


def test_the_rules_refuse_the_planted_event_and_only_note_it_leniently(split):
    _, one = split
    with pytest.raises(IllegalEvent, match="拆坎") as refused:
        replay(one.log, load("guoji"), one.hands)
    assert refused.value.seq == one.finding.seq
    end = replay(one.log, load("guoji"), one.hands, lenient=True)
    assert end.phase is Phase.OVER


def test_a_planted_round_is_booked(split):
    _, one = split
    rules = load("guoji")
    report = review(one.log, rules, one.hands)
    told = outcome(report, rules)
    won = report.end.won
    assert (told.hu is None) is (won is None)
    assert (won is not None and won.seat == one.finding.seat) is report.void


def test_where_the_rules_leave_a_choice_there_is_no_occasion():
    log, hands = whole_round(load("loudi"), Random(3))
    assert plant(log, hands, load("loudi"), "走跑", Random(0)) is None


def test_every_named_offence_that_costs_can_be_planted():
    assert set(OFFENCES) - set(KINDS) == {"暗偎"}
    assert set(load("guoji").penalties) <= set(KINDS)


@pytest.mark.parametrize("name", PROOF.NAMES)
def test_careless_players_keep_the_rules(name):
    for seed in range(4):
        log, hands = whole_round(load(name), Random(seed))
        assert replay(log, load(name), hands).phase is Phase.OVER
        assert replay(as_seen(log), load(name)).phase is Phase.OVER


def test_the_same_seed_plays_the_same_round():
    assert whole_round(load("anhua"), Random(5)) == whole_round(load("anhua"), Random(5))
