"""Planting an offence into a played round, so that a referee can be tried (seed 000 §3-§4).

A round is cut where the rules leave an occasion, the offence is put there, and careless players
play on to the end by the rules. The proof of the referee (tests/proof_referee.py) plants many.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.cards import COPIES, Card
from engine.careless import play_on
from engine.events import Event, Turn
from engine.findings import WRONG_XI, Finding
from engine.match import FALSE_WIN
from engine.occasions import KINDS, Occasion
from engine.round import apply, begin
from engine.rules import RuleSet
from engine.state import IllegalEvent, Round

Hands = Mapping[int, Sequence[Card]]


@dataclass(frozen=True)
class Planted:
    """A record with one offence in it, the hands as dealt, and what is to be found.

    finding.events: the events that must be among the proofs.
    """

    log: tuple[Event, ...]
    hands: Hands
    finding: Finding


def plant(
    log: Sequence[Event], hands: Hands, rules: RuleSet, kind: str, rng: Random
) -> Planted | None:
    """A record with this offence (one of KINDS); None where the round offers no occasion for it.

    log: a whole legal round in which every turned card is named; hands: as dealt, all of them.
    Raises IllegalEvent for a record that is not legal.
    """
    rounds = [begin(log[0], rules, hands)]
    for event in log[1:]:
        rounds.append(apply(rounds[-1], event))
    deck = _deck(rounds[0], log, hands, rng)
    places = list(range(1, len(log)))
    rng.shuffle(places)
    for at in places:
        occasion = Occasion(tuple(log), (rounds[0], *rounds), deck, at)
        ways = list(KINDS[kind](occasion))
        rng.shuffle(ways)
        for events, finding in ways:
            after = _breaking(occasion.now, events, finding)
            if after is not None:
                left = occasion.left[
                    : len(occasion.left) - sum(isinstance(e, Turn) for e in events)
                ]
                begun = (*log[:at], *events)
                rest = play_on(after, left, rng)
                if not _broken(after, rest, finding):
                    return Planted((*begun, *rest), hands, finding)
    return None


def _broken(now: Round, rest: Sequence[Event], finding: Finding) -> bool:
    """Whether a player had to break another rule later: with nothing but 坎 in his hand, say."""
    before = len(now.offences)
    for event in rest:
        now = apply(now, event, lenient=True)
    return any(
        (one.rule, one.seat) != (finding.rule, finding.seat) for one in now.offences[before:]
    )


def _deck(first: Round, log: Sequence[Event], hands: Hands, rng: Random) -> tuple[Card, ...]:
    """The cards that are turned one after the other, the first one last; the end is shuffled."""
    turned = [one.card for one in log if isinstance(one, Turn) and one.card is not None]
    rest = Counter(dict.fromkeys(Card, COPIES))
    rest.subtract(card for hand in hands.values() for card in hand)
    rest.subtract([*turned, *(one.card for one in first.lying)])
    unseen = list(rest.elements())
    rng.shuffle(unseen)
    return (*unseen, *reversed(turned))


def _breaking(now: Round, events: Sequence[Event], finding: Finding) -> Round | None:
    """The round after these events if they break that rule and no other."""
    before = len(now.offences)
    for event in events:
        try:
            now = apply(now, event, lenient=True)
        except IllegalEvent:
            return None
    broken = {(one.rule, one.seat) for one in now.offences[before:]}
    silent = finding.rule in (FALSE_WIN, WRONG_XI)  # the fold leaves these to the judge
    fits = broken <= {(finding.rule, finding.seat)} and (silent or bool(broken))
    return now if fits else None
