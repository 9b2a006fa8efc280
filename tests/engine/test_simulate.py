"""Whole rounds of bots: a small part of tests/proof_rounds.py, and that it would see a fault."""

from collections import Counter
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random

import pytest

from engine.cards import COPIES, Card, parse
from engine.events import Discard
from engine.match import winners
from engine.rules import BadRuleSet, load, names
from engine.simulate import cards_of, play

SPEC = spec_from_file_location("proof_rounds", Path(__file__).parents[1] / "proof_rounds.py")
PROOF = module_from_spec(SPEC)
SPEC.loader.exec_module(PROOF)
TABLES = PROOF.tables(list(names()))
SEEDS = ("guoji", "anhua", "loudi")
OTHERS = [name for name in (*names(), *PROOF.RARE) if name not in SEEDS]
GUOJI = load("guoji")


def wins(name, n, start=0):
    found = (play(seed, load(name)) for seed in range(start, start + 40 * n))
    return [one for _, one in zip(range(n), (one for one in found if one.end.won), strict=False)]


@pytest.mark.parametrize(
    ("name", "seats", "rounds"), PROOF.shares(200, SEEDS) + PROOF.shares(40, OTHERS)
)
def test_nothing_that_must_hold_is_broken(name, seats, rounds):
    """A fiftieth of the proof; less of the rule sets that differ from these in numbers only."""
    wrong = {seed: PROOF.broken(seed, name, seats).wrong for seed in range(100, 100 + rounds)}
    assert {seed: told for seed, told in wrong.items() if told} == {}


def test_the_rounds_of_a_rule_set_are_shared_among_its_tables():
    assert PROOF.shares(9, ["guoji", "loudi"]) == [
        ("guoji", 2, 4),
        ("guoji", 3, 5),
        ("loudi", 3, 9),
    ]


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


def planted(rng, hands, *stock):
    """A deck with these hands (the dealer's last card is the 挡底) and these cards turned first."""
    given = [parse(hand) for hand in hands]
    top = parse("".join(stock))
    left = Counter({face: COPIES for face in Card})
    left.subtract(card for hand in (*given, top) for card in hand)
    rest = list(left.elements())
    rng.shuffle(rest)
    for at, size in enumerate((21, 20, 20)[: len(given)]):
        missing = size - len(given[at])
        given[at] = (*(rest.pop() for _ in range(missing)), *given[at])
    if len(given) < 3:
        given.append(tuple(rest.pop() for _ in range(20)))
    return tuple(reversed([card for hand in (*given, top) for card in hand] + rest))


SOUTH = "一一一二二二五五五陆陆陆柒捌玖壹贰七八九"  # waits for 叁
EAST = "三三三四四四十十十壹壹壹贰肆伍陆柒捌玖拾"  # too
COMPLETE = "一一一二二二五五五陆陆陆柒捌玖七八九壹贰叁"
WITH_TI = "一一一一二二二五五五陆陆陆柒捌玖十十壹贰叁"


def with_wins(key, number, hands, *stock):
    """The first round from such a deck, the other cards shuffled, with so many won hands."""
    decks = (planted(Random(seed), hands, *stock) for seed in range(30))
    rounds = (play(seed, load(key), deck=deck) for seed, deck in enumerate(decks))
    return next(one for one in rounds if len(one.wins) == number)


def test_all_win_upon_one_card_where_the_rules_say_so():
    one = with_wins("loudi+all_win", 2, ["", SOUTH, EAST], "叁")
    assert [(won.hu.seat, won.hu.source) for won in one.wins] == [(1, "self"), (2, "other")]
    points = one.points()
    assert points[1] > 0
    assert points[2] > 0
    assert winners(one.result()) == (1, 2)
    assert [*PROOF._replayed(one), *PROOF._at_the_end(one)] == []
    assert list(PROOF._on_the_way(one, Random(1), PROOF.Counter())) == []


def test_one_wins_otherwise():
    one = with_wins("loudi", 1, ["", SOUTH, EAST], "叁")
    assert (one.winner, one.end.also) == (1, ())


@pytest.mark.parametrize(
    ("key", "hand", "points"),
    [
        pytest.param("loudi", COMPLETE, 100, id="004: 天胡 counts 100"),
        pytest.param("loudi", WITH_TI, 100, id="with a dealt 提"),
    ],
)
def test_the_dealer_wins_as_dealt(key, hand, points):
    one = with_wins(key, 1, [hand])
    (won,) = one.wins
    assert (won.hu.seat, one.log[-1].type, won.circumstances) == (0, "hu", {"天胡"})
    assert one.points()[0] >= points
    assert {event.type for event in one.log[1:-1]} <= {"ti"}
    assert [*PROOF._replayed(one), *PROOF._at_the_end(one)] == []


def test_the_first_discard_is_won_by_another():
    dealer = "六六七七八八九九十陆捌捌玖玖拾拾柒柒拾叁"
    one = with_wins("loudi", 1, [dealer, SOUTH])
    (won,) = one.wins
    assert (won.hu.seat, won.circumstances, won.discarder) == (1, {"地胡"}, 0)
    assert one.points()[1] >= 100
    assert one.points()[0] == -100
    assert [*PROOF._replayed(one), *PROOF._at_the_end(one)] == []


def test_who_must_win_never_passes():
    """六胡抢: 有胡必胡. Bots elsewhere pass now and then."""
    for seed in range(60):
        one = play(seed, load("liuhuqiang"), 4)
        assert one.clean or one.end.offences
        if one.clean:
            PROOF.replay(one.log, one.rules, one.hands)


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
