"""The large proof of the referee: clean rounds give no finding, planted offences are all found.

    python tests/proof_referee.py [--rounds N] [--planted N] [--part clean|planted] [RULES ...]

Bots play every round, and often let cards go in those where offences are planted; each rule set is
played with each number of players it allows. Figures go to stdout as they come, progress to stderr.
By itself it takes about half an hour of one core; parts and rule sets can run side by side.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter

from engine.claim_rules import of
from engine.findings import Finding
from engine.occasions import kinds
from engine.offences import Planted, games_of, plant
from engine.opened import as_seen
from engine.referee import Report, review
from engine.rules import load
from engine.simulate import Played, play

NAMES = ("guoji", "anhua", "loudi")
FIRST_PLANTED = 1_000_000  # seed: other rounds than the clean ones
TRIES = 60  # rounds looked through for one occasion
EVERY = 500  # rounds between two words on the progress


@dataclass(frozen=True)
class Clean:
    """How many rounds were reviewed, how they ended, and every finding in them, all of them false.

    forced: rounds left out because a player had nothing but 坎 to discard from.
    """

    rounds: int
    won: int
    forced: int
    false: tuple[tuple[int, Finding], ...]


def rounds(name: str, seed: int) -> Iterator[Played]:
    """Played rounds from a seed on, with each number of players in turn."""
    rules = load(name)
    players = [n for n in rules.playing if of(rules).stock(n) > 0]
    while True:
        yield play(seed, rules, players[seed % len(players)])
        seed += 1


def clean_rounds(n: int, name: str, seed: int = 0) -> Clean:
    """Review n legal rounds with all hands open, and as the table saw them."""
    won = forced = done = 0
    false: list[tuple[int, Finding]] = []
    for one in rounds(name, seed):
        if done == n:
            break
        if not one.clean:
            forced += 1
            continue
        done += 1
        won += one.winner is not None
        for report in (review(one.log, one.rules, one.hands), review(as_seen(one.log), one.rules)):
            assert report.stopped is None, (name, one.seed, report.stopped)
            false += ((one.seed, finding) for finding in report.findings)
        _progress(f"{name}: {done} clean rounds", done)
    return Clean(n, won, forced, tuple(false))


@dataclass
class Found:
    """planted: offences; found: with all hands open, the right events and nothing else beside it;
    alone: proven by the table and the winner's hand; doubted: the rest, told as not to be known.
    less: a copy kept back (烧比) or a 坎 broken up, which excuse from 臭张 who eats what he let go:
    while the hand is hidden only the 臭张 is to be seen.
    wrong: by seed, what was said instead.
    """

    planted: int = 0
    found: int = 0
    alone: int = 0
    doubted: int = 0
    less: int = 0
    wrong: list[tuple[int, Planted, Report]] = field(default_factory=list)


def planted(
    n: int, name: str, of_kinds: Collection[str] = (), seed: int = FIRST_PLANTED
) -> Mapping[str, Found]:
    """Plant each kind of offence n times, each time in another round, and ask the referee.

    of_kinds: those that are tried; () are all that exist in the rule set.
    """
    told = {kind: Found() for kind in of_kinds or kinds(of(load(name)))}
    for tried, one in enumerate(rounds(name, seed)):
        missing = [kind for kind, found in told.items() if found.planted < n]
        if not missing:
            break
        assert tried <= n * TRIES, f"{name}: no occasion for {missing}"
        rng = Random(one.seed)
        for game in games_of(one, rng):
            for kind in missing:
                found = told[kind]
                if found.planted < n and (bad := plant(game, kind, rng)) is not None:
                    _ask(bad, one, found)
        _progress(f"{name}: {tried} rounds, missing {', '.join(missing)}", tried)
    return told


def _ask(one: Planted, played: Played, found: Found) -> None:
    """What the referee says with all hands open, and as the table saw it."""
    found.planted += 1
    report = review(one.log, played.rules, one.hands)
    if _is(report.findings, one.finding):
        found.found += 1
    else:
        found.wrong.append((played.seed, one, report))
    seen = review(as_seen(one.log), played.rules)
    if _is(seen.findings, _told_apart(one.finding, seen)):
        found.alone += 1
    elif _less(seen, one.finding):
        found.less += 1
    elif seen.findings:
        found.wrong.append((played.seed, one, seen))
    else:
        same = {(doubt.rule, doubt.seat) for doubt in seen.doubts}
        found.doubted += (one.finding.rule, one.finding.seat) in same


def _is(findings: tuple[Finding, ...], expected: Finding) -> bool:
    """Whether this is the one finding, with the events that prove it among its own."""
    if len(findings) != 1:
        return False
    (one,) = findings
    same = (one.rule, one.seat, one.seq) == (expected.rule, expected.seat, expected.seq)
    card = expected.card is None or one.card is expected.card
    return same and card and set(expected.events) <= set(one.events)


def _told_apart(expected: Finding, seen: Report) -> Finding:
    """What the table can say: of two 偎 face down nobody can tell which of them was 臭."""
    at = expected.seq
    if expected.rule == "臭偎":
        at = max((one.seq for one in seen.findings if expected.seq in one.events), default=at)
    return replace(expected, seq=at, events=(expected.seq,))


def _less(seen: Report, expected: Finding) -> bool:
    """Whether the table takes it for 臭张, and the hand that could tell is hidden."""
    told = {(one.rule, one.seat) for one in seen.findings}
    hidden = expected.seat not in seen.scores
    return hidden and expected.rule in ("烧比", "拆坎") and told == {("臭张", expected.seat)}


def _progress(words: str, done: int) -> None:
    if done % EVERY == 0 and done:
        print(words, file=sys.stderr, flush=True)


def tell_clean(n: int, name: str) -> bool:
    """Print the figures of clean rounds; whether all is as it should be."""
    start, clean = perf_counter(), clean_rounds(n, name)
    print(
        f"{name}: {clean.rounds} clean rounds, {clean.won} won: {len(clean.false)} findings"
        f" ({perf_counter() - start:.0f} s)",
        flush=True,
    )
    for seed, finding in clean.false[:5]:
        print(f"{name}: round {seed}: {finding}", flush=True)
    return not clean.false


def tell_planted(n: int, name: str) -> bool:
    """Print the figures of planted offences; whether all is as it should be."""
    start, fine = perf_counter(), True
    for kind, one in planted(n, name).items():
        fine &= one.found == one.planted and not one.wrong
        print(
            f"{name}: {kind} planted {one.planted}, found {one.found}, wrong {len(one.wrong)};"
            f" with the losers' hands hidden {one.alone} proven, {one.doubted} told as unknown,"
            f" {one.less} taken for 臭张",
            flush=True,
        )
        for seed, plan, report in one.wrong[:5]:
            print(f"{name}: round {seed}: {plan.finding}, not {report.findings}", flush=True)
    print(f"{name}: planted offences took {perf_counter() - start:.0f} s", flush=True)
    return fine


PARTS = {"clean": tell_clean, "planted": tell_planted}


def main(numbers: Mapping[str, int], names: Sequence[str] = NAMES) -> bool:
    """Run these parts, each with its number, for each rule set; whether all is as it should be."""
    return all([PARTS[part](n, name) for name in names for part, n in numbers.items()])


if __name__ == "__main__":
    reader = ArgumentParser()
    reader.add_argument("--rounds", type=int, default=10_000)
    reader.add_argument("--planted", type=int, default=200)
    reader.add_argument("--part", choices=PARTS)
    reader.add_argument("names", nargs="*", default=NAMES)
    asked = reader.parse_args()
    numbers = {"clean": asked.rounds, "planted": asked.planted}
    wanted = {part: n for part, n in numbers.items() if asked.part in (None, part)}
    sys.exit(not main(wanted, asked.names))
