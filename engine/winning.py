"""Who can win on the card in question, and who must (必胡, win.must of a rule set).

Where the hands are known the judge decides; otherwise a win is what cannot be ruled out, and
nobody is held to a duty.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.cards import COPIES, Card
from engine.choices import MustWin, Several, Source
from engine.events import Discard, Event, Hu, Ti, Turn, Wei
from engine.judge import outcome
from engine.legality import barring, forced
from engine.melds import Meld
from engine.position import Position, Win
from engine.state import Breach, Holding, Phase, Round, Seat
from engine.steps import may_tianhu
from engine.stories import put


def may_win(round: Round, seat: Seat) -> bool:
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
    own = offer.seat == seat.number
    if source not in round.rules.win_sources or (source is Source.DISCARD and own):
        return False
    higher = {
        forced(round, other.number, one)
        for other in round.seats
        if other.number != seat.number
        for one in other.holdings
    }
    if higher & {"ti", "wei"}:
        return False
    return any(_wins(round, seat.number, one, offer.card, source) for one in seat.holdings)


def must_win(round: Round, seat: Seat) -> bool:
    """必胡: whether this seat wins now with a known hand and may not pass."""
    offer, must = round.offer, round.rules.win_must
    if must is MustWin.NEVER or (must is MustWin.DISCARD and (offer is None or offer.turned)):
        return False
    if any(one.hand is None for one in seat.holdings) or (offer and offer.card is None):
        return False
    return may_win(round, seat)


def passed_over(round: Round, event: Event) -> Iterator[Breach]:
    """必胡: every win that somebody must make and that this event passes over.

    A claim of the winner's own is none yet: he may open his hand upon it, in the next event.
    """
    if round.rules.win_must is MustWin.NEVER or round.phase is Phase.OVER:
        return
    mine = getattr(event, "seat", None)
    if claimed := round.claimed:
        if not (isinstance(event, Hu) and mine == claimed.before.number):
            again = replace(put(round, claimed.before), offer=claimed.offer, phase=Phase.OFFER)
            yield from _must(again, claimed.before, event)
        return
    if round.offer is None:
        if isinstance(event, Discard) and round.opening:
            yield from _must(round, round.seat(round.dealer), event)
        return
    if isinstance(event, Ti | Wei):  # they go before a 胡, or are shown from the deal
        return
    for number in in_turn(round):
        if isinstance(event, Hu) and (number == mine or round.rules.win_several is Several.ALL):
            return
        if number != mine or isinstance(event, Turn | Discard):
            yield from _must(round, round.seat(number), event)


def in_turn(round: Round) -> tuple[int, ...]:
    """The seats in the order in which they go on the card in question."""
    first = round.order.index(round.offer.seat if round.offer else round.dealer)
    return round.order[first:] + round.order[:first]


def _must(round: Round, seat: Seat, event: Event) -> Iterator[Breach]:
    if must_win(round, seat):
        card = round.offer.card if round.offer else round.shown
        yield Breach(event.seq, seat.number, "必胡", f"hu of seat {seat.number} on {card}", True)


def _all_stale(round: Round, seat: Seat, card: Card) -> bool:
    """Whether the card is 臭 in every story, and no 偎, 提 or 跑 must be made of it."""
    return all(
        forced(round, seat.number, one) is None
        and barring(seat, one, (), card, round.rules.chi) is not None
        for one in seat.holdings
    )


def _dealt_wins(round: Round, holding: Holding) -> bool:
    win = dealt_win(round, holding)
    dealer = round.dealer
    return holding.hand is None or (win is not None and _judged(round, dealer, holding, *win))


def dealt_win(round: Round, holding: Holding) -> tuple[tuple[Card, ...], Win] | None:
    """天胡: a known hand without its last card, and this; None where every card is of a 提.

    Any card can stand for the last one: the 挡底 where it is in the hand.
    """
    counts = Counter(holding.hand)
    single = [card for card in counts if counts[card] < COPIES]
    if not single:
        return None
    card = round.shown if round.shown in single else single[-1]
    hand = list(holding.hand or ())
    hand.remove(card)
    return tuple(hand), Win(card, Source.SELF)


def _wins(round: Round, seat: int, holding: Holding, card: Card | None, source: Source) -> bool:
    if holding.hand is None or card is None:
        return True
    return _judged(round, seat, holding, holding.hand, Win(card, source))


def _judged(round: Round, seat: int, holding: Holding, hand: tuple[Card, ...], win: Win) -> bool:
    position = Position(laid_down(holding), hand, win)
    return outcome(position, round.rules, circumstances(round, seat)).reason is None


def circumstances(round: Round, seat: int) -> frozenset[str]:
    """天胡, 地胡 and 海底胡, as they hold for a win of this seat now (seed 004)."""
    found, offer = set(), round.offer
    if may_tianhu(round, seat):
        found.add("天胡")
    if offer is not None and not offer.turned:
        claimed = any(one.claims for one in round.seats)  # a second discard follows a claim
        if not claimed and offer.seat == round.dealer != seat:
            found.add("地胡")
    if offer is not None and round.stock == 0 and (offer.turned or round.rules.win_haidi_discard):
        found.add("海底胡")
    return frozenset(found)


def laid_down(holding: Holding) -> tuple[Meld, ...]:
    """The groups that lie before a seat, where all their cards are known."""
    return tuple(
        Meld(laid.kind, tuple(sorted(card for card in laid.cards if card is not None)))
        for laid in holding.melds
    )
