"""Many rounds of bots for every rule set: `python tests/proof_rounds.py --rounds 10000`."""

import sys
from argparse import ArgumentParser
from time import perf_counter

from engine import events
from engine.claim_rules import of
from engine.referee import review
from engine.round import apply, begin, replay
from engine.rules import load, names
from engine.simulate import in_play, play


def broken(seed: int, name: str, seats: int) -> tuple[list[str], bool, bool]:
    """The invariants a round breaks, whether it was won, and whether it was clean."""
    rules = load(name)
    one, wrong = play(seed, rules, seats), []
    round = begin(one.log[0], rules, one.hands)
    cards = in_play(round)
    for event in one.log[1:]:
        round = apply(round, event, lenient=True)
        if event.type != "hu" and in_play(round) != cards:
            wrong.append(f"{in_play(round)} cards, not {cards}, after {event}")
    if round != one.end:
        wrong.append("another state when replayed")
    read = [events.parse_line(events.dump(event)) for event in one.log]
    if replay(read, rules, one.hands, lenient=True) != one.end:
        wrong.append("another state after JSON")
    if one.clean:
        wrong += [f"finding {found}" for found in review(one.log, rules, one.hands).findings]
    return wrong, one.winner is not None, one.clean


def main(rounds: int, sets: list[str], seconds: float) -> bool:
    """Print the figures of each rule set; whether nothing broke."""
    fine = True
    tables = [(one, n) for one in sets for n in load(one).playing if of(load(one)).stock(n) > 0]
    for name, seats in tables:
        began, done, won, clean, bad = perf_counter(), 0, 0, 0, 0
        while done < rounds and perf_counter() - began < seconds:
            wrong, hu, lawful = broken(done, name, seats)
            done, won, clean, bad = done + 1, won + hu, clean + lawful, bad + bool(wrong)
            if wrong:
                print(f"{name} of {seats} seed {done - 1}: {wrong[0]}", flush=True)
        fine &= not bad
        rate = done / (perf_counter() - began)
        print(
            f"{name} of {seats}: {done} of {rounds} rounds, {won} won, {clean} clean, "
            f"{bad} broken, {rate:.0f}/s",
            flush=True,
        )
    return fine


if __name__ == "__main__":
    reader = ArgumentParser()
    reader.add_argument("--rounds", type=int, default=10_000)
    reader.add_argument("--seconds", type=float, default=float("inf"), help="at most, per rule set")
    reader.add_argument("names", nargs="*")
    told = reader.parse_args()
    sys.exit(not main(told.rounds, told.names or list(names()), told.seconds))
