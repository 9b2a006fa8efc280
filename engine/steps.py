"""Steps of a round that are no claim: the deal, discards, turned cards, 胡 and 荒 (RULES.md §5).

A step answers with the round after it and the offences in it; what cannot have happened at all
raises IllegalEvent.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from engine import holding as cards_of
from engine.cards import COPIES, Card
from engine.events import Discard, Exhausted, Hu, TakeShown, Turn
from engine.legality import barring, replacement_due, shedding
from engine.melds import Kind, Meld
from engine.rules import Source
from engine.state import Breach, Claimed, Holding, Lying, Offer, Pass, Phase, Round, Seat
from engine.stories import Breaches, Step, put, refuse, stories_of, to_move


def discard(round: Round, event: Discard) -> Step:
    """A card is played."""
    seat, before = round.seat(event.seat), round
    extra: Breaches = ()
    if round.phase is not Phase.DISCARD or round.actor != event.seat:
        claimed = round.claimed
        if round.phase is not Phase.TURN or not claimed or claimed.before.number != event.seat:
            raise refuse(round, event, "轮次", to_move(round))
        extra = (Breach(event.seq, event.seat, "重跑", "no discard after 重跑", True),)
    for one in round.seats:
        if replacement_due(round, one):
            raise refuse(round, event, "补牌", f"a turn of seat {one.number} for his second 提")
    round = replace(
        round,
        lying=(*round.lying, Lying(event.card, event.seat, event.seq, False)),
        offer=Offer(event.card, event.seat, False),
        phase=Phase.OFFER,
        actor=round.after(event.seat),
        claimed=None,
        opening=False,
    )
    holdings, breaches = stories_of(
        before,
        event,
        (
            (left, shedding(seat, story, [event.card], event.seq))
            for story in seat.holdings
            for left in cards_of.shed(story, [event.card], event.seq)
            if round.fits(event.seat, left, event.card)
        ),
        f"a card of his hand: a fifth {event.card}, or not there",
    )
    own = (Pass(event.card, event.seq, False, False, True),)
    passes = seat.passes + (own if round.claim_rules.own_discard_bars else ())
    return put(round, replace(seat, holdings=holdings, passes=passes)), extra + breaches


def turn(round: Round, event: Turn) -> Step:
    """A stock card is turned, or a replacement in the opening."""
    replaces = round.phase is Phase.DISCARD and replacement_due(round, round.seat(event.seat))
    declined = round.phase is Phase.SHOWN and round.offer is not None
    turner = round.after(round.actor) if declined else round.actor
    unseen = round.offer is not None and round.offer.card is None
    if not replaces and (
        not (declined or round.phase in (Phase.OFFER, Phase.TURN)) or turner != event.seat or unseen
    ):
        raise refuse(round, event, "轮次", to_move(round))
    if round.stock == 0:
        raise refuse(round, event, "荒", "exhausted, the stock is empty")
    if replaces and event.card is None:
        raise refuse(round, event, "补牌", "a replacement that all can see")
    lying = round.lying
    if event.card is not None:
        lying = (*lying, Lying(event.card, event.seat, event.seq, True))
    after = replace(round, lying=lying, stock=round.stock - 1, claimed=None)
    if event.card is not None and after.copies(event.card) > COPIES:
        raise refuse(round, event, "四张", f"no fifth {event.card}")
    if replaces:
        return replace(after, phase=Phase.SHOWN, actor=event.seat), ()
    return replace(
        after,
        offer=Offer(event.card, event.seat, True),
        phase=Phase.OFFER,
        actor=round.after(event.seat),
        opening=False,
    ), ()


def take_shown(round: Round, event: TakeShown) -> Step:
    """收张: the dealer takes the 亮张; or a replacement goes into the hand."""
    if round.phase is not Phase.SHOWN or round.actor != event.seat:
        raise refuse(round, event, "收张", to_move(round))
    seat, card = round.seat(event.seat), round.lying[-1].card
    holdings = tuple(cards_of.take(story, card) for story in seat.holdings)
    after = replace(
        round,
        lying=round.lying[:-1],
        phase=Phase.DISCARD,
        actor=round.dealer,
        claimed=Claimed(round.offer, seat) if round.offer else None,
        offer=None,
    )
    return put(after, replace(seat, holdings=holdings)), ()


def hu(round: Round, event: Hu) -> Step:
    """胡: the hand is opened; whether it is a win is the judge's to say.

    Where all win who can (win.several), further hands may be opened upon the same card.
    """
    claimed, seat, extra = round.claimed, round.seat(event.seat), 1
    offer, winners = round.offer, _winners(round)
    if event.seat in [one.seat for one in winners]:
        raise refuse(round, event, "胡", "another player's hand, his own is open")
    if winners and claimed and claimed.before.number == winners[0].seat:
        offer = claimed.offer
    elif claimed and claimed.before.number == event.seat:
        offer, seat = claimed.offer, claimed.before
    elif may_tianhu(round, event.seat):
        offer, extra = Offer(round.shown, round.dealer, True), 0
    if offer is None or (offer.seat == event.seat and not offer.turned):
        raise refuse(round, event, "胡", to_move(round))
    if event.card is not offer.card and (offer.card is not None or event.seat != offer.seat):
        raise refuse(round, event, "胡", f"the card in question, {offer.card or 'still unseen'}")
    source = offer.source(event.seat)
    if event.source is not source:
        raise refuse(round, event, "胡", f"the source {source}, as the turn order tells")
    false: Breaches = ()
    if source not in round.rules.win_sources:
        legal = " or ".join(one for one in Source if one in round.rules.win_sources)
        false = (Breach(event.seq, event.seat, "诈胡", f"a card from {legal}", True),)
    seen = Counter(card for meld in event.groups for card in meld.cards)
    taken = Counter(card for one in winners for card in _cards(one.groups))
    for card, n in seen.items():
        here = offer.card is card and (offer is round.offer or bool(winners))
        if round.copies(card, but=event.seat) - here + n > COPIES:
            raise refuse(round, event, "四张", f"no fifth {card}")
        if taken[card] - len(winners) * (card is event.card) + n > COPIES:
            raise refuse(round, event, "四张", f"no fifth {card}, others have laid theirs open")
    holdings, stale = stories_of(
        round,
        event,
        (
            (story, _stale(round, seat, story, event))
            for story in cards_of.opened(seat.holdings, event.groups, event.card, extra)
        ),
        "groups that hold what lies there, the hand and the winning card",
    )
    after = put(round, replace(seat, holdings=holdings))
    if winners:
        return replace(after, also=(*round.also, event)), false + stale
    return replace(after, phase=Phase.OVER, won=event), false + stale


def _winners(round: Round) -> tuple[Hu, ...]:
    return () if round.won is None else (round.won, *round.also)


def _cards(groups: Iterable[Meld]) -> list[Card]:
    return [card for meld in groups for card in meld.cards]


def _stale(round: Round, seat: Seat, story: Holding, event: Hu) -> Breaches:
    """A 臭 card is won where the rules bar it (win.passed); a 偎, 提 or 跑 is never 臭."""
    if round.rules.win_passed or any(
        meld.kind in (Kind.WEI, Kind.TI, Kind.PAO) and event.card in meld.cards
        for meld in event.groups
    ):
        return ()
    hand = Counter(_cards(event.groups))
    hand.subtract(card for laid in story.melds for card in laid.cards if card is not None)
    hand[event.card] -= 1
    if one := barring(seat, story, sorted((+hand).elements()), event.card, round.rules.chi):
        why = f"no {event.card}: let go at event {one.seq}"
        return (Breach(event.seq, event.seat, "臭张", why, True),)
    return ()


def may_tianhu(round: Round, seat: int) -> bool:
    """天胡: the dealer may win with the cards as dealt, before he discards."""
    dealt = round.opening and round.phase is Phase.DISCARD and seat == round.dealer
    return dealt and round.claim_rules.tianhu


def exhausted(round: Round, event: Exhausted) -> Step:
    """荒."""
    unseen = round.offer is not None and round.offer.card is None
    if round.stock or round.phase not in (Phase.OFFER, Phase.TURN) or unseen:
        raise refuse(round, event, "荒", to_move(round))
    return replace(round, phase=Phase.OVER, offer=None, claimed=None), ()
