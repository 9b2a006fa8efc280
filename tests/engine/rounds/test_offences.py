"""Planted offences are found, clean rounds give nothing: a small part of tests/proof_referee.py."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest

from engine.claim_rules import of
from engine.findings import OFFENCES
from engine.occasions import KINDS, kinds
from engine.offences import games_of, plant
from engine.opened import as_seen
from engine.referee import outcome, review
from engine.round import replay
from engine.rules import load
from engine.simulate import play
from engine.state import IllegalEvent, Phase

SPEC = spec_from_file_location("proof_referee", Path(__file__).parents[2] / "proof_referee.py")
PROOF = module_from_spec(SPEC)
SPEC.loader.exec_module(PROOF)
CLEAN, PLANTED = 200, 4  # a fiftieth of the proof
PLACES = [(name, kind) for name in PROOF.NAMES for kind in kinds(of(load(name)))]


@cache
def planted(name):
    return PROOF.planted(PLANTED, name)


@pytest.mark.parametrize(("name", "kind"), PLACES)
def test_a_planted_offence_is_found_and_nothing_else(name, kind):
    found = planted(name)[kind]
    assert (found.planted, found.found, found.wrong) == (PLANTED, PLANTED, [])


@pytest.mark.parametrize("name", PROOF.NAMES)
def test_a_clean_round_gives_no_finding(name):
    clean = PROOF.clean_rounds(CLEAN, name)
    assert (clean.rounds, clean.false) == (CLEAN, ())
    assert 0 < clean.won < CLEAN


@pytest.fixture(scope="module")
def split():
    """A round with a 坎 broken up."""
    game = next(games_of(play(1, load("guoji")), Random(1)))
    return game.log, plant(game, "拆坎", Random(0))


def test_the_record_is_the_played_one_up_to_the_offence(split):
    log, one = split
    at = one.finding.seq
    assert one.log[:at] == log[:at]
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
    for game in games_of(play(3, load("loudi")), Random(3)):
        assert plant(game, "走跑", Random(0)) is None
    assert set(KINDS) - set(kinds(of(load("loudi")))) == {"走跑"}


def test_every_named_offence_that_costs_can_be_planted():
    assert set(OFFENCES) - set(KINDS) == {"暗偎", "必胡"}
    assert set(load("guoji").penalties) <= set(KINDS)


@pytest.mark.parametrize("name", PROOF.NAMES)
def test_absent_minded_players_keep_the_rules_and_let_more_go(name):
    for seed in range(3):
        bots, absent = games_of(play(seed, load(name)), Random(seed))
        assert bots.log[0] == absent.log[0]
        claims = [sum(one.type in ("chi", "peng") for one in game.log) for game in (bots, absent)]
        assert claims[0] > claims[1]
        assert replay(absent.log, load(name), absent.hands).phase is Phase.OVER
        assert replay(as_seen(absent.log), load(name)).phase is Phase.OVER


def test_the_same_seed_plants_the_same_offence():
    games = [next(games_of(play(5, load("anhua")), Random(5))) for _ in range(2)]
    assert games[0] == games[1]
    assert plant(games[0], "烧比", Random(2)) == plant(games[1], "烧比", Random(2))
