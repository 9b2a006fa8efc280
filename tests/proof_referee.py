"""The large proof of the referee: clean rounds give no finding, planted offences are all found.

    python tests/proof_referee.py [--rounds 10000] [--planted 200] [RULES ...]

Run by itself it takes the better part of an hour; a proof command may call `clean_rounds` and
`planted` for whatever rule sets and numbers it likes, and the tests do so with small ones.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.careless import as_seen, whole_round
from engine.findings import Finding
from engine.occasions import KINDS
from engine.offences import Planted, plant
from engine.referee import Report, review
from engine.round import replay
from engine.rules import RuleSet, load

NAMES = ("guoji", "anhua", "loudi")
NOWHERE = {"loudi": {"走跑"}}  # there 跑 is a choice (seed 004 §2.6)
TRIES = 60  # rounds looked through for one occasion


@dataclass(frozen=True)
class Clean:
    """How many rounds were reviewed, how they ended, and every finding in them, all of them false.

    forced: rounds left out because a player had nothing but 坎 to discard from.
    """

    rounds: int
    won: int
    forced: int
    false: tuple[tuple[int, Finding], ...]


def clean_rounds(n: int, name: str, seed: int = 0) -> Clean:
    """Review n legal rounds with all hands open, and as the table saw them."""
    rules = load(name)
    won = forced = done = 0
    false: list[tuple[int, Finding]] = []
    while done < n:
        log, hands = whole_round(rules, Random(seed))
        if replay(log, rules, hands, lenient=True).offences:
            forced += 1
        else:
            done += 1
            won += log[-1].type == "hu"
            for report in (review(log, rules, hands), review(as_seen(log), rules)):
                assert report.stopped is None, (name, seed, report.stopped)
                false += ((seed, one) for one in report.findings)
        seed += 1
    return Clean(n, won, forced, tuple(false))


@dataclass(frozen=True)
class Found:
    """planted: offences; found: with all hands open, the right events and nothing else beside it;
    alone: proven by the table and the winner's hand; doubted: the rest, told as not to be known.
    less: a copy kept back (烧比) or a 坎 broken up, which excuse from 臭张 who eats what he let go:
    while the hand is hidden only the 臭张 is to be seen.
    wrong: by seed, what was said instead.
    """

    planted: int
    found: int
    alone: int
    doubted: int
    less: int
    wrong: tuple[tuple[int, Planted, Report], ...]


def planted(n: int, kind: str, name: str, seed: int = 0) -> Found:
    """Plant an offence n times, each in another round, and ask the referee."""
    rules = load(name)
    count = Counter[str]()
    wrong: list[tuple[int, Planted, Report]] = []
    tried = 0
    while count["planted"] < n:
        tried += 1
        assert tried <= n * TRIES, f"{name}: no occasion for {kind}"
        one = _planted(kind, rules, seed)
        seed += 1
        if one is None:
            continue
        count["planted"] += 1
        count["found"] += 1
        report = review(one.log, rules, one.hands)
        if not _is(report.findings, one.finding):
            count["found"] -= 1
            wrong.append((seed - 1, one, report))
        seen = review(as_seen(one.log), rules)
        # of two 偎 face down nobody can tell which is which, so an event may be missing here
        if _is(seen.findings, replace(one.finding, events=(one.finding.seq,))):
            count["alone"] += 1
        elif _less(seen, one.finding):
            count["less"] += 1
        elif seen.findings:
            wrong.append((seed - 1, one, seen))
        else:
            same = {(told.rule, told.seat) for told in seen.doubts}
            count["doubted"] += (one.finding.rule, one.finding.seat) in same
    return Found(
        planted=count["planted"],
        found=count["found"],
        alone=count["alone"],
        doubted=count["doubted"],
        less=count["less"],
        wrong=tuple(wrong),
    )


def _planted(kind: str, rules: RuleSet, seed: int) -> Planted | None:
    rng = Random(seed)
    log, hands = whole_round(rules, rng)
    if replay(log, rules, hands, lenient=True).offences:
        return None
    return plant(log, hands, rules, kind, rng)


def _is(findings: tuple[Finding, ...], expected: Finding) -> bool:
    """Whether this is the one finding, with the events that prove it among its own."""
    if len(findings) != 1:
        return False
    (one,) = findings
    same = (one.rule, one.seat, one.seq) == (expected.rule, expected.seat, expected.seq)
    card = expected.card is None or one.card is expected.card
    return same and card and set(expected.events) <= set(one.events)


def _less(seen: Report, expected: Finding) -> bool:
    told = {(one.rule, one.seat) for one in seen.findings}
    return expected.rule in ("烧比", "拆坎") and told == {("臭张", expected.seat)}


def main(rounds: int, offences: int, names: Sequence[str] = NAMES) -> bool:
    """Print the figures; whether all is as it should be."""
    fine = True
    for name in names:
        clean = clean_rounds(rounds, name)
        fine &= not clean.false
        print(
            f"{name}: {clean.rounds} clean rounds, {clean.won} won: {len(clean.false)} findings",
            flush=True,
        )
        for kind in (one for one in KINDS if one not in NOWHERE.get(name, set())):
            one = planted(offences, kind, name, 1_000_000)
            fine &= one.found == one.planted and not one.wrong
            print(
                f"{name}: {kind} planted {one.planted}, found {one.found}, wrong {len(one.wrong)};"
                f" with the losers' hands hidden {one.alone} proven, {one.doubted} told as unknown,"
                f" {one.less} taken for 臭张",
                flush=True,
            )
    return fine


if __name__ == "__main__":
    reader = ArgumentParser()
    reader.add_argument("--rounds", type=int, default=10_000)
    reader.add_argument("--planted", type=int, default=200)
    reader.add_argument("names", nargs="*", default=NAMES)
    told = reader.parse_args()
    sys.exit(not main(told.rounds, told.planted, told.names))
