"""Simple bots: duties first, then a win, then what helps the hand; now and then one declines."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from engine.cards import COPIES, Card
from engine.careless import opened
from engine.claims import accepts
from engine.events import Chi, Discard, Event, Hu, Pao, Peng, TakeShown, Ti, Wei
from engine.legality import chi_ways, forced, may_chi, may_show_dealt
from engine.state import Phase, Round

DECLINES = 0.1  # how often a helpful claim is let go, so that 臭 occurs
PAIR = 2


def decide(round: Round, rng: Random) -> Event | None:
    """What the players do now; None where nobody claims and a card must be turned."""
    for event in _options(round, rng):
        if accepts(round, event):
            return event
    return None


def worth(face: Card, hand: Sequence[Card]) -> int:
    """How much of the hand a card can lie with: copies, its other size, neighbours, 二七十."""
    value = 0
    for one in hand:
        if one.rank == face.rank:
            value += 4 if one is face else 2
        elif one.big == face.big:
            red = {one.rank, face.rank} <= {2, 7, 10}
            value += 2 if red else abs(one.rank - face.rank) <= PAIR
    return value


def hand_of(round: Round, seat: int) -> tuple[Card, ...]:
    """The true hand of a seat in a round in which all hands are known."""
    return round.seat(seat).holdings[0].hand or ()


def discards(round: Round) -> list[Discard]:
    """What the player to move could play, the least useful card first."""
    hand = hand_of(round, round.actor)
    faces = sorted(set(hand), key=lambda face: (worth(face, hand), face))
    return [Discard(seq=round.seq + 1, seat=round.actor, card=face) for face in faces]


def _options(round: Round, rng: Random) -> Iterator[Event]:
    seq, offer = round.seq + 1, round.offer
    for player in round.seats:
        if may_show_dealt(round, player):
            for face, n in Counter(hand_of(round, player.number)).items():
                if n == COPIES:
                    yield Ti(seq=seq, seat=player.number, card=face)
    declined: list[Hu] = []
    if offer is not None and offer.card is not None:
        card, first = offer.card, round.order.index(offer.seat)
        order = round.order[first:] + round.order[:first]
        duties = {seat: forced(round, seat, round.seat(seat).holdings[0]) for seat in order}
        if offer.turned and duties[offer.seat] == "ti":
            yield Ti(seq=seq, seat=offer.seat, card=card)
        if offer.turned and duties[offer.seat] == "wei":
            for lying in (None, card):
                yield Wei(seq=seq, seat=offer.seat, card=lying)
        for seat in order:
            if won := opened(round, seat, seq):
                if rng.random() < DECLINES:
                    declined.append(won)
                else:
                    yield won
        if offer.claimable:
            yield from _helpful(round, card, order, duties, rng)
    if round.phase is Phase.SHOWN:
        yield TakeShown(seq=seq, seat=round.actor)
    elif round.phase is Phase.DISCARD:
        yield from discards(round)
    yield from declined if round.stock == 0 else ()


def _helpful(
    round: Round, card: Card, order: Sequence[int], duties: dict[int, str | None], rng: Random
) -> Iterator[Event]:
    seq, offer = round.seq + 1, round.offer
    for seat in order:
        if duties[seat] == "pao" or rng.random() >= DECLINES:
            yield Pao(seq=seq, seat=seat, card=card)
    for seat in order:
        if hand_of(round, seat).count(card) == PAIR and rng.random() >= DECLINES:
            yield Peng(seq=seq, seat=seat, card=card)
    for seat in order:
        if offer is not None and may_chi(round, offer, seat) and rng.random() >= DECLINES:
            hand = hand_of(round, seat)
            ways = chi_ways(card, hand)
            for groups in sorted(ways, key=lambda way: _given(way, hand)):
                yield Chi(seq=seq, seat=seat, card=card, groups=groups)


def _given(groups: Sequence[Sequence[Card]], hand: Sequence[Card]) -> int:
    """What the cards of a 吃 would have been worth in the hand."""
    return sum(worth(card, hand) for group in groups for card in group)
