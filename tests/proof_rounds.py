"""The large proof of the round: bots play, and nothing that must hold is broken.

    python tests/proof_rounds.py [--rounds 10000] [--seconds S] [--every N] [RULES ...]

The rounds of a rule set are shared among the numbers of players it allows. Figures go to stdout as
each table is done, progress to stderr. The tests call `broken` with some rounds of each.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter

from engine import events
from engine.cards import COPIES, Card
from engine.choices import Payment
from engine.claim_rules import of
from engine.claims import accepts, as_event, claims
from engine.events import Event, Hu, Turn
from engine.evidence import EvidenceGroup, evidence_from_known
from engine.impossible import impossible
from engine.judge import declarable
from engine.match import transfers
from engine.melds import Kind
from engine.referee import review
from engine.round import apply, begin, evidence_of, replay
from engine.rules import RuleSet, load, names
from engine.showdown import laid_open
from engine.simulate import Played, Won, cards_of, play
from engine.state import IllegalEvent, Phase, Round
from engine.verify import Answer, verify
from engine.winning import circumstances

DECK = Counter({face: COPIES for face in Card})
FIRST_SEED = 0
RARE = ("loudi+all_win", "liuhuqiang+yi_wu_shi")  # what no rule set has without an option
TOLD = 5  # broken rounds that are told in full, of each table
LOOKS = 0.25  # how often, between two events, all claims are asked for and illegal events tried
KINDS = 3  # kinds of illegal events tried then


@dataclass(frozen=True)
class Found:
    """What a round breaks, and how much was looked at."""

    wrong: tuple[str, ...]
    won: bool
    clean: bool
    events: int
    claims: int
    mutants: int


def tables(sets: Sequence[str]) -> list[tuple[str, int]]:
    """Every rule set with each number of players for whom the deck suffices."""
    return [(name, n) for name in sets for n in load(name).playing if of(load(name)).stock(n) > 0]


def shares(rounds: int, sets: Sequence[str]) -> list[tuple[str, int, int]]:
    """Every table, and how many rounds of its rule set are played at it; a rest at the last."""
    shared = []
    for name in sets:
        seats = [n for _, n in tables([name])]
        share = rounds // len(seats)
        parts = [share] * (len(seats) - 1) + [rounds - share * (len(seats) - 1)]
        shared += [(name, n, part) for n, part in zip(seats, parts, strict=True)]
    return shared


def broken(seed: int, name: str, seats: int) -> Found:
    """Everything that one round breaks."""
    one = play(seed, load(name), seats)
    rng, count = Random(seed), Counter[str]()
    wrong = [*_replayed(one), *_on_the_way(one, rng, count), *_at_the_end(one)]
    return Found(
        tuple(wrong),
        won=one.winner is not None,
        clean=one.clean,
        events=len(one.log),
        claims=count["claims"],
        mutants=count["mutants"],
    )


def _replayed(one: Played) -> Iterator[str]:
    """The record leads to the same round, written and read too; the referee has nothing to say."""
    if replay(one.log, one.rules, one.hands, lenient=True) != one.end:
        yield "another state when replayed"
    read = [events.parse_line(events.dump(event)) for event in one.log]
    if read != list(one.log):
        yield "another record after JSON"
    # the hands unknown, every card seen: the record alone must be as legal as it is
    if one.clean and replay(one.log, one.rules).phase is not Phase.OVER:
        yield "the record alone does not end"
    if one.clean:
        for finding in review(one.log, one.rules, one.hands).findings:
            yield f"the referee finds {finding}"


def _on_the_way(one: Played, rng: Random, count: Counter[str]) -> Iterator[str]:
    """After every event: 80 cards, legal claims are accepted, illegal events are refused."""
    to_come = Counter(event.card for event in one.log if isinstance(event, Turn))
    now = begin(one.log[0], one.rules, one.hands)
    left = Counter(one.left)
    for event in one.log[1:]:
        if now.won is None:
            yield from _cards(now, to_come + left, event)
        if one.clean and rng.random() < LOOKS:
            yield from _claims(now, event, count)
            for mutant in (_late(now, event, rng), *impossible(now, rng, KINDS)):
                count["mutants"] += 1
                if accepts(now, mutant):
                    yield f"accepts {mutant} before {event}"
        try:
            now = apply(now, event, lenient=not one.clean)
        except IllegalEvent as refused:
            yield f"refuses what was played: {refused}"
            return
        if isinstance(event, Turn):
            to_come[event.card] -= 1
    if not isinstance(one.log[-1], Hu):
        yield from _cards(now, to_come + left, one.log[-1])
    again: Event = one.log[rng.randrange(1, len(one.log))]
    if accepts(now, replace(again, seq=now.seq + 1)):
        yield f"goes on with {again} when it is over"


def _cards(now: Round, unseen: Counter[Card], event: Event) -> Iterator[str]:
    if cards_of(now) + unseen != DECK:
        yield f"{(cards_of(now) + unseen).total()} cards, or other ones, by {event}"
    aside = of(now.rules).set_aside if len(now.seats) == 2 else 0
    if now.stock + aside != unseen.total():
        yield f"a stock of {now.stock}, not {unseen.total() - aside}, by {event}"


def _claims(now: Round, done: Event, count: Counter[str]) -> Iterator[str]:
    """What the engine offers to the players it accepts; what they did was among it."""
    seq, taken = now.seq + 1, done.type in ("chi", "peng", "pao", "wei", "ti", "hu")
    for claim in claims(now):
        count["claims"] += 1
        event: Event | None
        event = laid_open(now, claim.seat, seq) if claim.type == "hu" else as_event(claim, seq)
        if event is None or not accepts(now, event):
            yield f"{claim} is offered and refused"
        if (claim.type, claim.seat) == (done.type, getattr(done, "seat", None)):
            taken = False
    if taken:
        yield f"{done} was not among the claims"


def _late(now: Round, event: Event, rng: Random) -> Event:
    return replace(event, seq=rng.randrange(now.seq + 1))


def _at_the_end(one: Played) -> Iterator[str]:
    """Points that add up; the opened hand is the declared one and confirmed as such."""
    rules: RuleSet = one.end.rules
    for xingjia in {None, *{0, 1, 2, 3} - set(one.end.order)}:
        total = sum(one.points(xingjia).values())
        nobody = sum(
            paid.amount * ((paid.payee is not None) - (paid.payer is not None))
            for paid in transfers(one.result(xingjia), rules)
        )
        if total != (nobody if rules.payment is Payment.HUNDRED else 0):
            yield f"points that sum to {total}"
    if not one.wins and one.end.stock:
        yield "荒 with a stock"
    for won in one.wins:
        yield from _won(one, won)


def _won(one: Played, won: Won) -> Iterator[str]:
    """The opened hand wins as it was said, by the cards and by what can be seen of them."""
    rules, hu, judged = one.end.rules, won.hu, won.judgement
    if not judged.hu or declarable(judged, rules) != hu.declared:
        yield f"{hu.declared} declared, the judge says {judged.reason} {judged.xi}"
    if Counter(card for meld in hu.groups for card in meld.cards) != Counter(won.position.cards):
        yield "other cards are laid open than were held"
    if circumstances(one.before, hu.seat) != won.circumstances:
        yield f"{won.circumstances} by the record, not by the round as it stood"
    assert won.position.win is not None
    assert hu.declared is not None
    evidence = evidence_from_known(
        [EvidenceGroup(meld.cards, frozenset(Kind)) for meld in hu.groups],
        evidence_of(one.before, hu.seat),
        None,
        win_card=hu.card,
        source=won.position.win.source,
    )
    verdict = verify(evidence, hu.declared, rules, won.circumstances)
    if (verdict.answer, verdict.xi) != (Answer.CONFIRMED, hu.declared):
        yield f"{hu.declared} declared, verified {verdict.answer} {verdict.xi}"
    elif verdict.score != judged.score:
        yield f"pays {verdict.score} by the evidence, {judged.score} by the cards"
    more = verify(evidence, hu.declared + 1, rules, won.circumstances)
    if more.answer is not Answer.MISCOUNTED:
        yield f"{hu.declared + 1} is no miscount"


def main(rounds: int, sets: list[str], seconds: float, every: int) -> bool:
    """Print the figures of each table; whether nothing broke."""
    fine = True
    for name, seats, share in shares(rounds, sets):
        began, done, bad, count = perf_counter(), 0, 0, Counter[str]()
        while done < share and perf_counter() - began < seconds:
            found = broken(FIRST_SEED + done, name, seats)
            done, bad = done + 1, bad + bool(found.wrong)
            for key in ("won", "clean", "events", "claims", "mutants"):
                count[key] += int(getattr(found, key))
            if found.wrong and bad <= TOLD:
                print(f"{name} of {seats} seed {done - 1}: {found.wrong[0]}", flush=True)
            if done % every == 0:
                print(f"{name} of {seats}: {done} rounds …", file=sys.stderr, flush=True)
        fine &= not bad
        rate = done / (perf_counter() - began)
        print(
            f"{name} of {seats}: {done} of {share} rounds, {count['won']} won, {count['clean']}"
            f" clean; {count['events']} events, {count['claims']} claims offered,"
            f" {count['mutants']} illegal events; {bad} rounds broken; {rate:.0f}/s",
            flush=True,
        )
    return fine


if __name__ == "__main__":
    reader = ArgumentParser()
    reader.add_argument("--rounds", type=int, default=10_000, help="of each rule set")
    reader.add_argument("--seconds", type=float, default=float("inf"), help="at most, per table")
    reader.add_argument("--every", type=int, default=1000, help="rounds between progress lines")
    reader.add_argument("names", nargs="*")
    told = reader.parse_args()
    sys.exit(not main(told.rounds, told.names or [*names(), *RARE], told.seconds, told.every))
