"""Events that no rule set allows at a point of a round: for trying the fold, not for play.

Each is wrong by how it is made (cards that are not there, somebody else's turn), as the hands show.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from engine.cards import COPIES, Card
from engine.choices import Source
from engine.events import Chi, Discard, Event, Exhausted, Pao, Peng, TakeShown, Ti, Turn, Wei
from engine.legality import KAN
from engine.melds import Kind
from engine.showdown import laid_open
from engine.splitting import chis
from engine.state import Phase, Round

PAIR = 2
SEATS = {0, 1, 2, 3}


def impossible(round: Round, rng: Random, kinds: int) -> Iterator[Event]:
    """One event of each of so many kinds, where there are any; every hand must be known."""
    for kind in rng.sample(KINDS, kinds):
        if found := list(kind(round, rng)):
            yield rng.choice(found)


def _hand(round: Round, seat: int) -> Counter[Card]:
    return Counter(round.seat(seat).holdings[0].hand or ())


def _foreign_discard(round: Round, rng: Random) -> Iterator[Event]:
    """Of a card that is not in the hand; by somebody whose turn it is not."""
    seq = round.seq + 1
    for seat in round.order:
        hand = _hand(round, seat)
        owes = round.phase is Phase.DISCARD and round.actor == seat
        if faces := [one for one in Card if bool(hand[one]) is not owes]:
            yield Discard(seq=seq, seat=seat, card=rng.choice(faces))


def _split_kan(round: Round, rng: Random) -> Iterator[Event]:
    """A card of a 坎 is played."""
    for seat in round.order:
        for face, n in _hand(round, seat).items():
            if n >= KAN:
                yield Discard(seq=round.seq + 1, seat=seat, card=face)


def _foreign_turn(round: Round, rng: Random) -> Iterator[Event]:
    """By somebody whose turn it is not, or while a discard is owed, or of a fifth card."""
    seq, owed = round.seq + 1, round.phase is Phase.DISCARD
    for seat in round.order:
        others_turn = round.phase in (Phase.OFFER, Phase.TURN) and seat != round.actor
        if others_turn or (owed and not round.opening):
            yield Turn(seq=seq, seat=seat, card=None)
    gone = [face for face in Card if round.copies(face) == COPIES]
    yield from (Turn(seq=seq, seat=seat, card=face) for face in gone for seat in round.order)
    if round.stock or owed:
        yield Exhausted(seq=seq)


def _claim_without_cards(round: Round, rng: Random) -> Iterator[Event]:
    """Of the card in question by those who have not the cards for it, and of another card."""
    offer, seq = round.offer, round.seq + 1
    in_question = offer.card if offer else None
    for seat in round.order:
        (story,) = round.seat(seat).holdings
        hand = _hand(round, seat)
        for face in {in_question or rng.choice(list(Card)), rng.choice(list(Card))}:
            melds = [laid.face for laid in story.melds if laid.kind in (Kind.WEI, Kind.PENG)]
            own = offer is not None and offer.seat == seat
            drew = own and offer is not None and offer.turned
            if face is not in_question or hand[face] < PAIR or own:
                yield Peng(seq=seq, seat=seat, card=face)
            if face is not in_question or (hand[face] < KAN and face not in melds):
                yield Pao(seq=seq, seat=seat, card=face)
            if hand[face] < KAN and face not in melds:
                yield Ti(seq=seq, seat=seat, card=face)
            if face is not in_question or hand[face] != PAIR or not drew:
                yield Wei(seq=seq, seat=seat, card=face)


def _foreign_chi(round: Round, rng: Random) -> Iterator[Event]:
    """Across a seat, of cards that are not there, or keeping a copy back without 比."""
    offer, seq = round.offer, round.seq + 1
    if offer is None or offer.card is None:
        return
    face = offer.card
    shapes = [meld.cards for meld in chis(round.rules.chi) if face in meld.cards]
    for seat in round.order:
        hand = _hand(round, seat)
        near = seat == round.after(offer.seat) or (seat == offer.seat and offer.turned)
        group = list(rng.choice(shapes))
        group.remove(face)
        has = not Counter(group) - hand
        if not near or not has or hand[face] > group.count(face):
            yield Chi(seq=seq, seat=seat, card=face, groups=((face, *group),))
        yield Chi(seq=seq, seat=seat, card=face, groups=((face, face, face),))
        yield Chi(seq=seq, seat=seat, card=face, groups=())


def _foreign_hu(round: Round, rng: Random) -> Iterator[Event]:
    """Upon a card that is not in question, with cards that are another's, from a wrong source."""
    offer, seq = round.offer, round.seq + 1
    for seat in round.order:
        won = laid_open(round, seat, seq) if offer is not None and offer.card is not None else None
        if won is None:
            continue
        yield from (replace(won, source=one) for one in Source if one is not won.source)
        yield replace(won, card=rng.choice([one for one in Card if one is not won.card]))
        yield replace(won, groups=won.groups[1:])
        yield from (replace(won, seat=other) for other in round.order if other != seat)


def _foreign_seat(round: Round, rng: Random) -> Iterator[Event]:
    """By somebody who does not play; a shown card that is not his to take."""
    seq = round.seq + 1
    for seat in SEATS - set(round.order):
        yield Turn(seq=seq, seat=seat, card=None)
        yield Discard(seq=seq, seat=seat, card=rng.choice(list(Card)))
    if round.phase is not Phase.SHOWN:
        yield TakeShown(seq=seq, seat=rng.choice(round.order))
    yield from (TakeShown(seq=seq, seat=seat) for seat in round.order if seat != round.actor)


KINDS: Sequence[Callable[[Round, Random], Iterator[Event]]] = (
    _foreign_discard,
    _split_kan,
    _foreign_turn,
    _claim_without_cards,
    _foreign_chi,
    _foreign_hu,
    _foreign_seat,
)
