"""Steps of a round that take a card: 吃 碰 偎 跑 提 (RULES.md §5).

A step answers with the round after it and the offences in it; what cannot have happened at all
raises IllegalEvent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine import holding as cards_of
from engine.cards import Card
from engine.events import Chi, Pao, Peng, Ti, Wei
from engine.legality import barring, left_over, may_chi, may_show_dealt, shedding, wrong_chi
from engine.melds import Kind
from engine.state import Breach, Claimed, Holding, Offer, Phase, Round
from engine.stories import Step, Story, put, refuse, stories_of, to_move

Claim = Chi | Peng | Pao | Wei | Ti


def chi(round: Round, event: Chi) -> Step:
    """吃 and 比."""
    offer = _offered(round, event, event.card)
    seat = round.seat(event.seat)
    if not may_chi(round, offer, event.seat):
        raise refuse(
            round, event, "不吃隔山牌", "the previous player's card or one's own turned card"
        )
    if wrong := wrong_chi(event, round.rules.chi):
        raise refuse(round, event, "吃", wrong)
    own = [card for group in event.groups for card in group]
    own.remove(event.card)

    def breaches(story: Holding, left: Holding) -> Iterable[Breach]:
        if one := barring(seat, story, own, event.card, round.rules.chi):
            why = f"no {event.card}: let go at event {one.seq}"
            yield Breach(event.seq, event.seat, "臭张", why, True)
        yield from shedding(seat, story, own, event.seq)
        yield from left_over(seat, left, event.card, event.seq)

    stories = (
        (left, breaches(story, left))
        for story in seat.holdings
        for left in cards_of.chi(story, event.card, event.groups, event.seq)
        if _room(round, offer, event.seat, left)
    )
    after, found = _claimed(round, event, stories, own)
    eaten = after.seat(event.seat)
    return put(after, replace(eaten, eaten=(*eaten.eaten, event.card))), found


def peng(round: Round, event: Peng) -> Step:
    """碰."""
    offer = _offered(round, event, event.card)
    seat, own = round.seat(event.seat), [event.card] * 2
    if event.seat == offer.seat:
        raise refuse(round, event, "碰", "another player's card; one's own draw on a pair is a 偎")

    def breaches(story: Holding) -> Iterable[Breach]:
        if one := barring(seat, story, own, event.card, round.rules.chi):
            why = f"no {event.card}: let go at event {one.seq}"
            yield Breach(event.seq, event.seat, "碰一不碰二", why, True)
        yield from shedding(seat, story, own, event.seq)

    stories = (
        (left, breaches(story))
        for story in seat.holdings
        for left in cards_of.peng(story, event.card, event.seq)
        if _room(round, offer, event.seat, left)
    )
    return _claimed(round, event, stories, own)


def pao(round: Round, event: Pao) -> Step:
    """跑; one's own draw can only join a 碰."""
    offer = _offered(round, event, event.card)
    own = event.seat == offer.seat
    if own and not offer.turned:
        raise refuse(round, event, "跑", "another player's discard")
    stories = (
        (grown, ())
        for story in round.seat(event.seat).holdings
        for grown in cards_of.pao(story, event.card, offer.turned, event.seq)
        if not own or any(laid.seq == event.seq and laid.was is Kind.PENG for laid in grown.melds)
    )
    return _claimed(round, event, stories, [event.card])


def wei(round: Round, event: Wei) -> Step:
    """偎 and 臭偎."""
    offer = round.offer
    if round.phase is not Phase.OFFER or offer is None or not offer.turned:
        raise refuse(round, event, "偎", to_move(round))
    if offer.seat != event.seat:
        raise refuse(round, event, "偎", f"his own draw, but seat {offer.seat} turned the card")
    if event.card is not None and offer.card not in (None, event.card):
        raise refuse(round, event, "偎", f"the turned {offer.card}")
    seat, face = round.seat(event.seat), event.card if offer.card is None else offer.card

    def breaches(story: Holding, card: Card | None) -> Iterable[Breach]:
        if card is None:
            return
        yield from shedding(seat, story, [card] * 2, event.seq)
        stinky = any(one.card is card and one.peng for one in seat.passes)
        if stinky and event.card is None and round.claim_rules.stinky_wei_shown:
            yield Breach(event.seq, event.seat, "臭偎", f"one {card} shown, it was let go", True)
        if event.card is not None and not stinky:
            yield Breach(
                event.seq, event.seat, "暗偎", f"{card} face down, it was not let go", True
            )

    stories = (
        (left, breaches(story, left.melds[-1].face))
        for story in seat.holdings
        for left in cards_of.wei(story, face, event.card is not None, event.seq)
    )
    return _claimed(round, event, stories, [] if face is None else [face])


def ti(round: Round, event: Ti) -> Step:
    """提 by one's own draw, or shown from the deal."""
    seat = round.seat(event.seat)
    if is_drawn(round, event):
        stories: Iterable[Story] = (
            (grown, ())
            for story in seat.holdings
            for grown in cards_of.drawn_ti(story, event.card, event.seq)
        )
        return _claimed(round, event, stories, [event.card])
    late = (
        ()
        if may_show_dealt(round, seat)
        else (Breach(event.seq, event.seat, "失提", "a dealt 提 shown in its time", True),)
    )
    holdings, breaches = stories_of(
        round,
        event,
        (
            (left, late)
            for story in seat.holdings
            for left in cards_of.dealt_ti(story, event.card, event.seq)
            if round.fits(event.seat, left, event.card)
        ),
        f"four {event.card} from the deal, or his own draw",
    )
    after = put(round, replace(seat, holdings=holdings))
    if round.claimed and round.claimed.before.number == event.seat and not round.opening:
        after = _owing(after, event.seat)
    return after, breaches


def is_drawn(round: Round, event: Ti) -> bool:
    """Whether the fourth is the card just turned by this seat, not one of a dealt 提."""
    offer = round.offer
    if round.phase is not Phase.OFFER or offer is None or not offer.turned:
        return False
    return offer.seat == event.seat and offer.card in (None, event.card)


def _offered(round: Round, event: Claim, card: Card) -> Offer:
    """The card in question, if it may be claimed and is the one that the event names."""
    offer = round.offer
    if offer is None or not offer.claimable or offer.card is None:
        raise refuse(round, event, "轮次", to_move(round))
    if offer.card is not card:
        raise refuse(round, event, "轮次", f"a claim of {offer.card}, the card in question")
    return offer


def _room(round: Round, offer: Offer, seat: int, left: Holding) -> bool:
    """Whether a card is left to discard, or the claim may be the win itself."""
    wins = offer.source(seat) in round.rules.win_sources
    return wins or left.held > 0 or not left.one_too_many


def _claimed(round: Round, event: Claim, stories: Iterable[Story], faces: Sequence[Card]) -> Step:
    """The claimant has the card and what he laid down; now he owes a discard, or does not."""
    offer, before = round.offer, round.seat(event.seat)
    assert offer is not None  # every claim has looked at it
    lying = round.lying if offer.card is None else round.lying[:-1]
    after = replace(round, lying=lying, offer=None, claimed=Claimed(offer, before), opening=False)

    def fits(left: Holding) -> bool:
        touched = {*faces, left.melds[-1].face} - {None}
        return all(after.fits(event.seat, left, face) for face in touched if face is not None)

    holdings, breaches = stories_of(
        round,
        event,
        ((left, broken) for left, broken in stories if fits(left)),
        f"the cards for it in the hand of seat {event.seat}",
    )
    seat = replace(before, holdings=holdings, claims=before.claims + 1)
    return _owing(put(after, seat), event.seat), breaches


def _owing(round: Round, seat: int) -> Round:
    """Whether the claimant discards or, after 重跑, the next player turns."""
    holding = round.seat(seat).holdings[0]
    if holding.one_too_many and holding.held:
        return replace(round, phase=Phase.DISCARD, actor=seat)
    return replace(round, phase=Phase.TURN, actor=round.after(seat))
