"""Simple bots: duties first, then a win, then what helps the hand; now and then one declines."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from engine.cards import COPIES, Card
from engine.claims import claims
from engine.events import Chi, Discard, Event, Hu, Pao, Peng, TakeShown, Ti, Wei
from engine.legality import KAN, chi_ways, forced, may_chi, may_show_dealt
from engine.melds import Kind
from engine.round import apply
from engine.showdown import laid_open
from engine.state import IllegalEvent, Offer, Phase, Round
from engine.steps import may_tianhu
from engine.winning import in_turn, must_win

DECLINES = 0.1  # how often a helpful claim is let go, so that 臭 occurs
PAIR = 2


def decide(round: Round, rng: Random) -> tuple[Event, Round] | None:
    """What the players do now and the round after it; None where a card must be turned."""
    for event in _options(round, rng):
        try:
            return event, apply(round, event)
        except IllegalEvent:
            continue
    return None


def another(round: Round, rng: Random) -> tuple[Event, Round] | None:
    """A further hand opened upon the card that was won, where all win; None if nobody has one."""
    for claim in claims(round):
        for event in _wins(round, [claim.seat], rng):
            return event, apply(round, event)
    return None


def worth(face: Card, hand: Sequence[Card]) -> int:
    """How much of the hand a card can lie with: copies, its other size, neighbours, 二七十."""
    near = _NEAR[face]
    return sum(near[one] for one in hand)


def _near(face: Card, one: Card) -> int:
    if one.rank == face.rank:
        return 4 if one is face else 2
    if one.big != face.big:
        return 0
    return 2 if face.red and one.red else int(abs(one.rank - face.rank) <= PAIR)


_NEAR = tuple(tuple(_near(face, one) for one in Card) for face in Card)


def hand_of(round: Round, seat: int) -> tuple[Card, ...]:
    """The true hand of a seat in a round in which all hands are known."""
    return round.seat(seat).holdings[0].hand or ()


def discards(round: Round) -> list[Discard]:
    """What the player to move could play, the least useful card first."""
    hand = hand_of(round, round.actor)
    faces = sorted(set(hand), key=lambda face: (worth(face, hand), face))
    return [Discard(seq=round.seq + 1, seat=round.actor, card=face) for face in faces]


def _options(round: Round, rng: Random) -> Iterator[Event]:
    """What could be done, best first; not all of it is legal."""
    seq, offer = round.seq + 1, round.offer
    for player in round.seats:
        if may_show_dealt(round, player):
            for face, n in Counter(hand_of(round, player.number)).items():
                if n == COPIES:
                    yield Ti(seq=seq, seat=player.number, card=face)
    if offer is not None and offer.card is not None:
        yield from _claims(round, offer, offer.card, rng)
    if may_tianhu(round, round.dealer):
        yield from _wins(round, [round.dealer], rng)
    if round.phase is Phase.SHOWN:
        yield TakeShown(seq=seq, seat=round.actor)
    elif round.phase is Phase.DISCARD:
        yield from discards(round)


def _claims(round: Round, offer: Offer, card: Card, rng: Random) -> Iterator[Event]:
    seq, order = round.seq + 1, in_turn(round)
    duties = {seat: forced(round, seat, round.seat(seat).holdings[0]) for seat in order}
    if offer.turned:
        yield from _wins(round, order[:1], rng)
        if duties[offer.seat] == "ti":
            yield Ti(seq=seq, seat=offer.seat, card=card)
        if duties[offer.seat] == "wei":
            yield from (Wei(seq=seq, seat=offer.seat, card=lying) for lying in (None, card))
    yield from _wins(round, order[1:], rng)
    if not offer.claimable:
        return
    for seat in order:
        three = _three(round, offer, seat, card)
        if duties[seat] == "pao" or (three and rng.random() >= DECLINES):
            yield Pao(seq=seq, seat=seat, card=card)
    for seat in order:
        pair = seat != offer.seat and hand_of(round, seat).count(card) == PAIR
        if pair and _can_play_on(round, seat, (card,) * PAIR) and rng.random() >= DECLINES:
            yield Peng(seq=seq, seat=seat, card=card)
    for seat in order:
        if may_chi(round, offer, seat) and rng.random() >= DECLINES:
            hand = hand_of(round, seat)
            ways = chi_ways(card, hand, round.rules.chi)
            for groups in sorted(ways, key=lambda way: _given(way, hand)):
                if _can_play_on(round, seat, [one for group in groups for one in group][1:]):
                    yield Chi(seq=seq, seat=seat, card=card, groups=groups)


def _wins(round: Round, order: Sequence[int], rng: Random) -> Iterator[Hu]:
    for seat in order:
        won = laid_open(round, seat, round.seq + 1)
        if won and (round.stock == 0 or rng.random() >= DECLINES or _held_to(round, seat)):
            yield won


def _held_to(round: Round, seat: int) -> bool:
    return must_win(round, round.seat(seat))


def _three(round: Round, offer: Offer, seat: int, card: Card) -> bool:
    """Whether the seat has three to make a 跑 with."""
    (story,) = round.seat(seat).holdings
    if story.laid(Kind.WEI, card) or hand_of(round, seat).count(card) == KAN:
        return True
    return offer.turned and story.laid(Kind.PENG, card) is not None


def _can_play_on(round: Round, seat: int, given: Sequence[Card]) -> bool:
    """Whether a card that is of no 坎 stays in the hand, so that a discard can be played."""
    left = Counter(hand_of(round, seat))
    left.subtract(given)
    return any(0 < n < KAN for n in left.values())


def _given(groups: Sequence[Sequence[Card]], hand: Sequence[Card]) -> int:
    """What the cards of a 吃 would have been worth in the hand."""
    return sum(worth(card, hand) for group in groups for card in group)
