"""Who may claim what now, best priority first (RULES.md §5: 提/偎 > 胡 > 碰/跑 > 吃).

Where the hands are known the answer is exact; otherwise it is what cannot be ruled out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import COPIES, Card
from engine.choices import Several
from engine.events import Chi, Event, Pao, Peng, Ti, Wei
from engine.legality import Groups, chi_ways, forced, may_chi, may_show_dealt
from engine.round import apply
from engine.splitting import chis
from engine.state import IllegalEvent, Phase, Round, Seat
from engine.winning import in_turn, may_win, must_win


@dataclass(frozen=True)
class Claim:
    """A seat may take the card in question (or show a dealt 提, or open a hand as dealt).

    type: of the event it would be. card None: a card that only its turner has seen. groups: of a
    吃, () where the hand is unknown. must: it is compulsory as far as is known.
    """

    seat: int
    type: str
    card: Card | None
    groups: Groups = ()
    must: bool = False


def claims(round: Round) -> tuple[Claim, ...]:
    """Every legal claim, in the order in which they go; on one place the turn order decides.

    A player who must win (必胡) is offered nothing else.
    """
    if round.phase is Phase.OVER:
        return tuple(_further(round))
    found: list[Claim] = []
    for number in in_turn(round):
        held_to = any(one.must and one.type == "hu" for one in found)
        mine = _of(round, round.seat(number))
        found += (one for one in mine if not (held_to and one.type == "hu" and _alone(round)))
    return tuple(sorted(found, key=lambda claim: round.claim_rules.rank(claim.type)))


def _alone(round: Round) -> bool:
    """Whether one player wins, so that nobody comes after one who must (必胡)."""
    return round.rules.win_several is not Several.ALL


def _further(round: Round) -> Iterator[Claim]:
    """Who else may win upon the card that was won, where all win; in turn order."""
    offer, won = round.offer, round.won
    if won is None or offer is None or round.rules.win_several is not Several.ALL:
        return
    for number in in_turn(round):
        open_already = number in {won.seat, *(one.seat for one in round.also)}
        if not open_already and may_win(round, round.seat(number)):
            yield Claim(number, "hu", offer.card)


def as_event(claim: Claim, seq: int) -> Event:
    """The event of a claim other than 胡; raises ValueError where its cards are not known."""
    if claim.type == "wei":
        return Wei(seq=seq, seat=claim.seat, card=claim.card)
    if claim.card is None or claim.type == "hu" or (claim.type == "chi" and not claim.groups):
        raise ValueError(f"expected a claim whose cards are known, got {claim}")
    if claim.type == "chi":
        return Chi(seq=seq, seat=claim.seat, card=claim.card, groups=claim.groups)
    kind = {"peng": Peng, "pao": Pao, "ti": Ti}[claim.type]
    return kind(seq=seq, seat=claim.seat, card=claim.card)


def _of(round: Round, seat: Seat) -> Iterator[Claim]:
    offer, number = round.offer, seat.number
    yield from _dealt_ti(round, seat)
    if may_win(round, seat):
        card, must = offer.card if offer else round.shown, must_win(round, seat)
        yield Claim(number, "hu", card, must=must)
        if must:
            return
    if offer is None:
        return
    if offer.card is None:
        if offer.seat == number:
            yield from (Claim(number, kind, None) for kind in ("ti", "wei"))
        return
    musts = {forced(round, number, one) for one in seat.holdings}
    own = offer.turned and offer.seat == number
    seq = round.seq + 1
    events: list[Event] = []
    if own:
        events += [Ti(seq=seq, seat=number, card=offer.card)]
        faces = (None, offer.card)
        events += [Wei(seq=seq, seat=number, card=face) for face in faces]
    else:
        events += [Peng(seq=seq, seat=number, card=offer.card)]
    events += [Pao(seq=seq, seat=number, card=offer.card)]
    for event in events:
        if accepts(round, event):
            shown = event.card if isinstance(event, Wei) else offer.card
            yield Claim(number, event.type, shown, must=musts == {event.type})
    if may_chi(round, offer, number):
        yield from _chis(round, seat, offer.card)


def _dealt_ti(round: Round, seat: Seat) -> Iterator[Claim]:
    if not may_show_dealt(round, seat):
        return
    hands = [one.hand for one in seat.holdings if one.hand is not None]
    if not hands:
        if any(one.held >= COPIES for one in seat.holdings):
            yield Claim(seat.number, "ti", None)
        return
    for card in sorted(
        {face for hand in hands for face, n in Counter(hand).items() if n == COPIES}
    ):
        must = all(hand.count(card) == COPIES for hand in hands)
        yield Claim(seat.number, "ti", card, must=must)


def _chis(round: Round, seat: Seat, card: Card) -> Iterator[Claim]:
    hands = [one.hand for one in seat.holdings if one.hand is not None]
    if hands:
        ways = {groups for hand in hands for groups in chi_ways(card, hand, round.rules.chi)}
        for groups in sorted(ways):
            event = Chi(seq=round.seq + 1, seat=seat.number, card=card, groups=groups)
            if accepts(round, event):
                yield Claim(seat.number, "chi", card, groups)
        return
    for meld in chis(round.rules.chi):
        if card in meld.cards:
            event = Chi(seq=round.seq + 1, seat=seat.number, card=card, groups=(meld.cards,))
            if accepts(round, event):
                yield Claim(seat.number, "chi", card)
                return


def accepts(round: Round, event: Event) -> bool:
    """Whether the rules allow an event now."""
    try:
        apply(round, event)
    except IllegalEvent:
        return False
    return True
