"""Whole rounds of bots: a small part of tests/proof_rounds.py, and that it would see a fault."""

from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest

from engine.events import Discard
from engine.match import winners
from engine.rules import BadRuleSet, load, names
from engine.simulate import cards_of, play

SPEC = spec_from_file_location("proof_rounds", Path(__file__).parents[1] / "proof_rounds.py")
PROOF = module_from_spec(SPEC)
SPEC.loader.exec_module(PROOF)
TABLES = PROOF.tables(list(names()))
GUOJI = load("guoji")


def wins(name, n, start=0):
    found = (play(seed, load(name)) for seed in range(start, start + 40 * n))
    return [one for _, one in zip(range(n), (one for one in found if one.end.won), strict=False)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_nothing_that_must_hold_is_broken(name, seats):
    rounds = [PROOF.broken(seed, name, seats) for seed in (100, 101, 102)]
    assert [one.wrong for one in rounds] == [()] * 3


def test_every_rule_set_is_played_at_a_table():
    assert {name for name, _ in TABLES} == set(names())


@pytest.mark.parametrize("tamper", [lambda left: left[:-1], lambda left: (*left[:-1], left[0])])
def test_the_proof_sees_a_card_that_is_lost_or_exchanged(tamper):
    one = next(p for p in map(lambda seed: play(seed, GUOJI), range(20)) if len(set(p.left)) > 1)
    one = replace(one, left=tuple(sorted(one.left)))
    assert list(PROOF._on_the_way(replace(one, left=tamper(one.left)), Random(0), PROOF.Counter()))


def test_the_proof_sees_an_illegal_event_that_is_accepted(monkeypatch):
    monkeypatch.setattr(PROOF, "accepts", lambda now, event: True)
    told = list(PROOF._on_the_way(play(1, GUOJI), Random(0), PROOF.Counter()))
    assert any(line.startswith("accepts") for line in told)


def test_the_proof_sees_a_legal_claim_that_is_refused(monkeypatch):
    monkeypatch.setattr(PROOF, "accepts", lambda now, event: False)
    told = list(PROOF._on_the_way(play(1, GUOJI), Random(0), PROOF.Counter()))
    assert any(line.endswith("is offered and refused") for line in told)


def test_the_proof_sees_a_wrong_number():
    (one,) = wins("guoji", 1)
    said = replace(one.end.won, declared=one.end.won.declared + 1)
    told = list(PROOF._at_the_end(replace(one, end=replace(one.end, won=said))))
    assert any("verified miscounted" in line for line in told)


def test_one_seed_is_one_round():
    assert play(5, GUOJI).log == play(5, GUOJI).log
    assert play(5, GUOJI).log != play(6, GUOJI).log


def test_the_true_hands_are_known_after_every_event():
    one = play(3, GUOJI)
    for before, event in zip(one.log, one.log[1:], strict=False):
        if isinstance(event, Discard):
            had, has = one.hands_at(before.seq)[event.seat], one.hands_at(event.seq)[event.seat]
            assert sorted((*has, event.card)) == sorted(had)
    assert one.hands_at(0) == {seat: tuple(sorted(hand)) for seat, hand in one.hands.items()}


def test_the_whole_deck_is_dealt_or_left():
    one = play(3, GUOJI)
    first = cards_of(PROOF.begin(one.log[0], GUOJI, one.hands))
    assert first.total() == 61


@pytest.mark.parametrize(("name", "xingjia"), [("guoji", None), ("guoji", 3), ("anhua", None)])
def test_the_winner_gets_what_the_others_pay(name, xingjia):
    for one in wins(name, 5):
        points = one.points(xingjia)
        assert sum(points.values()) == 0
        assert points[one.winner] > 0
        assert winners(one.result(xingjia)) == (one.winner,)


def test_loudi_tallies_for_the_winner_and_fines_the_discarder():
    for one in wins("loudi", 20):
        points = one.points()
        fined = [seat for seat, got in points.items() if got < 0]
        assert points[one.winner] > 0
        assert bool(fined) == (one.end.won.source == "discard")


def test_players_win_turn_and_let_go():
    """Bots that never claim or never decline would prove little."""
    seen = {event.type for seed in range(30) for event in play(seed, GUOJI).log}
    assert seen >= {"chi", "peng", "pao", "wei", "ti", "hu", "exhausted", "take_shown"}


def test_more_players_than_the_deck_can_feed_are_refused():
    with pytest.raises(BadRuleSet, match="leave no stock"):
        play(0, GUOJI, seats=4)
