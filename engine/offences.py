"""Planting an offence into a played round, so that a referee can be tried (seed 000 §3-§4).

A round is cut where the rules leave an occasion, the offence is put there, and bots play on to
the end by the rules. The proof of the referee (tests/proof_referee.py) plants many.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import Card
from engine.events import Event, Turn
from engine.findings import WRONG_XI, Finding
from engine.game import Game, Occasion
from engine.match import FALSE_WIN
from engine.occasions import KINDS
from engine.round import apply, begin
from engine.simulate import Played, go_on
from engine.state import IllegalEvent, Phase, Round

Hands = Mapping[int, Sequence[Card]]
LAPSES = 0.5  # how often absent-minded players let a card go, so that 臭 occurs


@dataclass(frozen=True)
class Planted:
    """A record with one offence in it, the hands as dealt, and what is to be found.

    finding.events: the events that must be among the proofs.
    """

    log: tuple[Event, ...]
    hands: Hands
    finding: Finding


def games_of(played: Played, rng: Random) -> Iterator[Game]:
    """The round of bots and the same deal played absent-mindedly; none that breaks a rule."""
    first = begin(played.log[0], played.rules, played.hands)
    turned = [one.card for one in played.log if isinstance(one, Turn) and one.card is not None]
    deck = (*played.left, *reversed(turned))
    if played.clean:
        yield _game(first, played.log, played.hands, deck)
    log, end = _play_on(first, deck, rng, LAPSES)
    if not end.offences:
        yield _game(first, (played.log[0], *log), played.hands, deck)


def _game(first: Round, log: tuple[Event, ...], hands: Hands, deck: tuple[Card, ...]) -> Game:
    rounds = [first]
    for event in log[1:]:
        rounds.append(apply(rounds[-1], event))
    return Game(log, hands, (first, *rounds), deck)


def plant(game: Game, kind: str, rng: Random) -> Planted | None:
    """A record with this offence (one of KINDS); None where the round offers no occasion for it."""
    places = list(range(1, len(game.log)))
    rng.shuffle(places)
    for at in places:
        occasion = Occasion(game, at)
        ways = list(KINDS[kind](occasion))
        rng.shuffle(ways)
        for events, finding in ways:
            after = _breaking(occasion.now, events, finding)
            if after is None:
                continue
            turned = sum(isinstance(one, Turn) for one in events)
            rest, end = _play_on(after, occasion.left[: len(occasion.left) - turned], rng)
            if _only(finding, end, len(after.offences)):
                return Planted((*game.log[:at], *events, *rest), game.hands, finding)
    return None


def _breaking(now: Round, events: Sequence[Event], finding: Finding) -> Round | None:
    """The round after these events if they break that rule and no other."""
    before = len(now.offences)
    for event in events:
        try:
            now = apply(now, event, lenient=True)
        except IllegalEvent:
            return None
    silent = finding.rule in (FALSE_WIN, WRONG_XI)  # the fold leaves these to the judge
    fits = _only(finding, now, before) and (silent or len(now.offences) > before)
    return now if fits else None


def _only(finding: Finding, now: Round, before: int) -> bool:
    """Whether nothing else has been broken since so many offences: with nothing but 坎 in a hand,
    say, another rule must be.
    """
    broken = {(one.rule, one.seat) for one in now.offences[before:]}
    return broken <= {(finding.rule, finding.seat)}


def _play_on(
    round: Round, deck: Sequence[Card], rng: Random, lapses: float = 0
) -> tuple[list[Event], Round]:
    """What bots do until the round is over, and its end. deck: the next card last.

    lapses: how often all let a card go that nobody must take.
    """
    left, log = list(deck), []
    while round.phase is not Phase.OVER:
        lapse = rng.random() < lapses
        event, round = (lapse and _let_go(round, left)) or go_on(round, left, rng)
        if isinstance(event, Turn):
            left.pop()
        log.append(event)
    return log, round


def _let_go(round: Round, deck: Sequence[Card]) -> tuple[Event, Round] | None:
    """The next card is turned at once; None where the rules have something done first."""
    if round.phase is not Phase.OFFER or round.stock == 0:
        return None
    event = Turn(seq=round.seq + 1, seat=round.actor, card=deck[-1])
    try:
        return event, apply(round, event)
    except IllegalEvent:
        return None
