"""Rounds of bots: cards conserved, and every record replays to the same round."""

import pytest

from engine import events
from engine.referee import review
from engine.round import apply, begin, replay
from engine.rules import load
from engine.simulate import in_play, play

ROUNDS = [(name, seed) for name in ("guoji", "anhua", "loudi") for seed in range(4)]


@pytest.mark.parametrize(("name", "seed"), ROUNDS)
def test_no_card_is_lost_before_a_hand_is_opened(name, seed):
    one = play(seed, load(name))
    round = begin(one.log[0], one.rules, one.hands)
    cards = in_play(round)
    for event in one.log[1:]:
        round = apply(round, event, lenient=True)
        assert event.type == "hu" or in_play(round) == cards


@pytest.mark.parametrize(("name", "seed"), ROUNDS)
def test_a_record_written_and_read_replays_to_the_same_round(name, seed):
    one = play(seed, load(name))
    read = [events.parse_line(events.dump(event)) for event in one.log]
    assert replay(read, one.rules, one.hands, lenient=True) == one.end


@pytest.mark.parametrize(("name", "seed"), ROUNDS)
def test_the_referee_finds_nothing_in_a_clean_round(name, seed):
    one = play(seed, load(name))
    assert not one.clean or review(one.log, one.rules, one.hands).findings == ()
