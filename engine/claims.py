"""Who may claim what now, best priority first (RULES.md §5: 提/偎 > 胡 > 碰/跑 > 吃).

Where the hands are known the answer is exact; otherwise it is what cannot be ruled out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import COPIES, Card
from engine.choices import MustWin, Several
from engine.events import Chi, Event, Pao, Peng, Ti, Wei
from engine.judge import judge
from engine.legality import Groups, barring, chi_ways, forced, may_chi, may_show_dealt
from engine.melds import Meld
from engine.position import Position, Win
from engine.round import apply
from engine.rules import Source
from engine.splitting import chis
from engine.state import Holding, IllegalEvent, Offer, Phase, Round, Seat
from engine.steps import may_tianhu


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
    """Every legal claim, in the order in which they go; on one place the turn order decides."""
    if round.phase is Phase.OVER:
        return tuple(_further(round))
    first = round.offer.seat if round.offer else round.dealer
    start = round.order.index(first)
    order = round.order[start:] + round.order[:start]
    found = [claim for seat in order for claim in _of(round, round.seat(seat))]
    return tuple(sorted(found, key=lambda claim: round.claim_rules.rank(claim.type)))


def _further(round: Round) -> Iterator[Claim]:
    """Who else may win upon the card that was won, where all win; in turn order."""
    offer, won = round.offer, round.won
    if won is None or offer is None or round.rules.win_several is not Several.ALL:
        return
    start = round.order.index(offer.seat)
    for number in round.order[start:] + round.order[:start]:
        open_already = number in {won.seat, *(one.seat for one in round.also)}
        if not open_already and _may_win(round, round.seat(number)):
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
    if _may_win(round, seat):
        card, must = offer.card if offer else round.shown, _must_win(round, seat)
        yield Claim(number, "hu", card, must=must)
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


def _may_win(round: Round, seat: Seat) -> bool:
    """胡, unless another seat must make 提 or 偎 of the card; the judge decides on known hands."""
    if may_tianhu(round, seat.number):
        return any(_dealt_wins(round, one) for one in seat.holdings)
    offer = round.offer
    if offer is None or (offer.card is None and offer.seat != seat.number):
        return False
    source = offer.source(seat.number)
    if (
        not round.rules.win_passed
        and offer.card is not None
        and _all_stale(round, seat, offer.card)
    ):
        return False
    if source not in round.rules.win_sources or (source is Source.DISCARD and _own(offer, seat)):
        return False
    higher = {
        forced(round, other.number, one)
        for other in round.seats
        if other.number != seat.number
        for one in other.holdings
    }
    if higher & {"ti", "wei"}:
        return False
    return any(_wins(round, one, offer.card, source) for one in seat.holdings)


def _must_win(round: Round, seat: Seat) -> bool:
    """必胡 (win.must): whether a known hand that wins may not be passed."""
    offer, must = round.offer, round.rules.win_must
    if any(one.hand is None for one in seat.holdings) or (offer and offer.card is None):
        return False
    discard = offer is not None and not offer.turned
    return must is MustWin.ALWAYS or (must is MustWin.DISCARD and discard)


def _all_stale(round: Round, seat: Seat, card: Card) -> bool:
    """Whether the card is 臭 in every story, and no 偎, 提 or 跑 must be made of it."""
    return all(
        forced(round, seat.number, one) is None
        and barring(seat, one, (), card, round.rules.chi) is not None
        for one in seat.holdings
    )


def _own(offer: Offer, seat: Seat) -> bool:
    return offer.seat == seat.number


def _dealt_wins(round: Round, holding: Holding) -> bool:
    if holding.hand is None:
        return True
    counts = Counter(holding.hand)  # any card can stand for the last one, but none of a dealt 提
    single = [card for card in counts if counts[card] < COPIES]
    if not single:
        return False
    card = round.shown if round.shown in single else single[-1]
    hand = list(holding.hand)
    hand.remove(card)
    return _judged(round, holding, tuple(hand), Win(card, Source.SELF))


def _wins(round: Round, holding: Holding, card: Card | None, source: Source) -> bool:
    if holding.hand is None or card is None:
        return True
    return _judged(round, holding, holding.hand, Win(card, source))


def _judged(round: Round, holding: Holding, hand: tuple[Card, ...], win: Win) -> bool:
    exposed = tuple(
        Meld(laid.kind, tuple(sorted(card for card in laid.cards if card is not None)))
        for laid in holding.melds
    )
    return judge(Position(exposed, hand, win), round.rules).hu
