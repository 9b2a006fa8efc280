"""Careless players: they keep the rules and nothing else. For trying records, not for a good game.

A deck is a list of the cards that may be turned, the next one last.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from random import Random

from engine.cards import COPIES, Card
from engine.claim_rules import Shown
from engine.claim_rules import load as load_claim_rules
from engine.claims import accepts
from engine.events import (
    Chi,
    Discard,
    Event,
    Exhausted,
    Hu,
    Pao,
    Peng,
    Start,
    TakeShown,
    Ti,
    Turn,
    Wei,
)
from engine.judge import judge, outcome
from engine.legality import chi_ways, forced, may_chi, may_show_dealt, replacement_due
from engine.melds import Meld
from engine.opened import rules_of
from engine.position import Position, Win
from engine.round import apply, begin
from engine.rules import RuleSet
from engine.state import Phase, Round

Hands = dict[int, tuple[Card, ...]]
PAIR = 2
EAGER = 0.6  # how often a claim that is no duty is made


def whole_round(rules: RuleSet, rng: Random) -> tuple[list[Event], Hands]:
    """A legal round of three, every turned card named, and the hands as dealt."""
    seats, claim_rules = (0, 1, 2), load_claim_rules(rules.round)
    deck = [face for face in Card for _ in range(COPIES)]
    rng.shuffle(deck)
    sizes = (claim_rules.dealer_cards, claim_rules.player_cards, claim_rules.player_cards)
    hands = {
        seat: tuple(deck.pop() for _ in range(n)) for seat, n in zip(seats, sizes, strict=True)
    }
    shown = {Shown.STOCK: deck[-1], Shown.HAND: hands[0][-1], Shown.NONE: None}[claim_rules.shown]
    if claim_rules.shown is Shown.STOCK:
        deck.pop()
    start = Start(seq=0, rules=rules.id, dealer=0, seats=seats, shown=shown)
    return [start, *play_on(begin(start, rules, hands), deck, rng)], hands


def play_on(round: Round, deck: Sequence[Card], rng: Random) -> list[Event]:
    """Legal events from here to the end of a round in which all hands are known."""
    left, log = list(deck), []
    while round.phase is not Phase.OVER:
        event = _next(round, left, rng)
        log.append(event)
        round = apply(round, event, lenient=True)
    return log


def as_seen(log: Sequence[Event]) -> list[Event]:
    """The record as a table sees it: a card that becomes a 偎 face down is seen by its turner."""
    seen = list(log)
    for at, event in enumerate(log):
        before = seen[at - 1]
        if isinstance(event, Wei) and event.card is None and isinstance(before, Turn):
            seen[at - 1] = replace(before, card=None)
    return seen


def _next(round: Round, deck: list[Card], rng: Random) -> Event:
    seq = round.seq + 1
    for event in chain(_claims(round, rng), _owed(round, deck)):
        if accepts(round, event):
            if isinstance(event, Turn):
                deck.pop()
            return event
    if round.phase is Phase.DISCARD:
        return _played(round, rng)
    if round.stock:  # somebody still breaks a rule by it: one that he broke before
        return Turn(seq=seq, seat=round.actor, card=deck.pop())
    return Exhausted(seq=seq)


def _owed(round: Round, deck: list[Card]) -> Iterator[Event]:
    """What goes on where nobody claims anything and no discard is owed."""
    seq = round.seq + 1
    for seat in round.seats:
        if round.phase is Phase.DISCARD and replacement_due(round, seat):
            yield Turn(seq=seq, seat=seat.number, card=deck[-1])
    if round.phase is Phase.SHOWN:
        yield TakeShown(seq=seq, seat=round.actor)
    elif round.phase is not Phase.DISCARD and round.stock:
        yield Turn(seq=seq, seat=round.actor, card=deck[-1])


def _claims(round: Round, rng: Random) -> Iterator[Event]:
    """What may be claimed, best first: duties, a win, and else what a player feels like."""
    seq, offer = round.seq + 1, round.offer
    for player in round.seats:
        if may_show_dealt(round, player):
            for face, n in Counter(_hand(round, player.number)).items():
                if n == COPIES:
                    yield Ti(seq=seq, seat=player.number, card=face)
    if offer is None or offer.card is None:
        return
    card, first = offer.card, round.order.index(offer.seat)
    order = round.order[first:] + round.order[:first]
    duties = {seat: forced(round, seat, round.seat(seat).holdings[0]) for seat in order}
    if offer.turned and duties[offer.seat] == "ti":
        yield Ti(seq=seq, seat=offer.seat, card=card)
    if offer.turned and duties[offer.seat] == "wei":
        yield from (Wei(seq=seq, seat=offer.seat, card=face) for face in (None, card))
    for seat in order:
        if won := opened(round, seat, seq):
            yield won
    if not offer.claimable:
        return
    for seat in order:
        if duties[seat] == "pao" or rng.random() < EAGER:
            yield Pao(seq=seq, seat=seat, card=card)
    for seat in order:
        if _hand(round, seat).count(card) == PAIR and rng.random() < EAGER:
            yield Peng(seq=seq, seat=seat, card=card)
    for seat in order:
        if may_chi(round, offer, seat) and rng.random() < EAGER:
            for groups in chi_ways(card, _hand(round, seat)):
                yield Chi(seq=seq, seat=seat, card=card, groups=groups)


def _hand(round: Round, seat: int) -> tuple[Card, ...]:
    return round.seat(seat).holdings[0].hand or ()


def _played(round: Round, rng: Random) -> Event:
    """The card with the fewest friends in the hand that may be played."""
    seq, seat = round.seq + 1, round.actor
    hand = _hand(round, seat)
    faces = sorted(set(hand), key=lambda face: (_friends(face, hand), rng.random()))
    plays = [Discard(seq=seq, seat=seat, card=face) for face in faces]
    # a hand of nothing but 坎 has no legal discard left; then a rule must be broken
    return next((one for one in plays if accepts(round, one)), plays[0])


def _friends(face: Card, hand: Sequence[Card]) -> int:
    """How much of the hand a card could lie with."""
    near = sum(0 < abs(one.rank - face.rank) <= PAIR for one in hand if one.big == face.big)
    return near + 2 * sum(one.rank == face.rank for one in hand) + 3 * hand.count(face)


def opened(round: Round, seat: int, seq: int) -> Hu | None:
    """The hand of a seat laid open on the card in question, if it wins; the xi said right."""
    offer = round.offer
    (story,) = round.seat(seat).holdings
    if offer is None or offer.card is None or story.hand is None:
        return None
    laid = tuple(
        Meld(one.kind, tuple(card for card in one.cards if card is not None)) for one in story.melds
    )
    source, rules = offer.source(seat), rules_of(round)
    position = Position(laid, story.hand, Win(offer.card, source))
    if outcome(position, rules).reason is not None:
        return None
    judged = judge(position, rules)
    assert judged.top is not None  # it is a win
    groups = tuple(meld for meld, _ in judged.top.menzi)
    won = Hu(seq=seq, seat=seat, card=offer.card, source=source, groups=groups, declared=judged.xi)
    return won if accepts(round, won) else None
