"""A round as one pure fold over its record: deal, apply, replay, undo, correct (DESIGN.md).

The record holds what a camera sees; hands may be given besides it (a simulator knows them), and
then every rule about hidden cards is checked exactly.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import claiming, steps
from engine.cards import COPIES, Card
from engine.choices import Several
from engine.claim_rules import Shown
from engine.claim_rules import of as claim_rules_of
from engine.events import Event, Hu, Start, Ti
from engine.legality import hidden_dealt, missed, passed
from engine.melds import Meld
from engine.rules import RuleSet
from engine.state import Breach, Holding, IllegalEvent, Lying, Offer, Phase, Round, Seat
from engine.stories import Breaches, refuse, stories_of, to_move
from engine.winning import passed_over

Hands = Mapping[int, Sequence[Card]]

_STEPS: Mapping[str, Callable[[Round, Any], tuple[Round, Breaches]]] = {
    "discard": steps.discard,
    "turn": steps.turn,
    "take_shown": steps.take_shown,
    "chi": claiming.chi,
    "peng": claiming.peng,
    "pao": claiming.pao,
    "wei": claiming.wei,
    "ti": claiming.ti,
    "hu": steps.hu,
    "exhausted": steps.exhausted,
}


def begin(start: Event, rules: RuleSet, hands: Hands | None = None) -> Round:
    """The round as dealt. hands: by seat, without the 亮张, with the 挡底. Raises IllegalEvent.

    Raises ValueError for hands that do not fit, BadRuleSet where a rule set has no claim rules.
    """

    def wrong(rule: str, expected: str) -> IllegalEvent:
        return IllegalEvent(Breach(start.seq, None, rule, expected), start)

    if not isinstance(start, Start):
        raise wrong("起牌", "a start")
    if start.rules != rules.key:
        raise wrong("起牌", f"a round of {rules.key}, not of {start.rules}")
    players, playing = len(set(start.seats)), " or ".join(map(str, rules.playing))
    if players != len(start.seats) or players not in rules.playing:
        raise wrong("起牌", f"{playing} different seats")
    if start.dealer not in start.seats:
        raise wrong("起牌", "the dealer among the seats")
    claim_rules = claim_rules_of(rules)
    if claim_rules.stock(players) < 1:
        raise wrong("起牌", f"fewer players: the cards do not go round for {players}")
    if start.shown is None and claim_rules.shown is Shown.STOCK:
        raise wrong("亮张", "the shown card of the stock")
    if start.shown is not None and claim_rules.shown is Shown.NONE:
        raise wrong("亮张", "no shown card")
    first = start.seats.index(start.dealer)
    order = start.seats[first:] + start.seats[:first]
    dealt = [claim_rules.dealer_cards] + [claim_rules.player_cards] * (players - 1)
    on_stock = claim_rules.shown is Shown.STOCK
    size = 3 * rules.menzi - 1
    seats = tuple(
        Seat(seat, (_dealt(seat, n, size, hands),)) for seat, n in zip(order, dealt, strict=True)
    )
    round = Round(
        rules=rules.at(players),
        claim_rules=claim_rules,
        seats=seats,
        phase=Phase.SHOWN if on_stock else Phase.DISCARD,
        actor=start.dealer,
        stock=claim_rules.stock(players) - on_stock,
        seq=start.seq,
        shown=start.shown,
    )
    if on_stock and start.shown is not None:
        own, claimable = rules.win_shown, claim_rules.shown_claimable
        offer = Offer(start.shown, start.dealer, True, claimable, own)
        lying = (Lying(start.shown, start.dealer, start.seq, True),)
        round = replace(round, offer=offer, lying=lying)
    elif start.shown is not None:
        holding = replace(seats[0].holdings[0], open_cards=(start.shown,))
        round = replace(round, seats=(replace(seats[0], holdings=(holding,)), *seats[1:]))
    if hands is not None:
        _check_deck(round, hands)
    return round


def _dealt(seat: int, cards: int, size: int, hands: Hands | None) -> Holding:
    if hands is None:
        return Holding(cards, size=size)
    if seat not in hands or len(hands[seat]) != cards:
        raise ValueError(f"hands: expected {cards} cards of seat {seat}")
    return Holding(cards, hand=tuple(sorted(hands[seat])), size=size)


def _check_deck(round: Round, hands: Hands) -> None:
    counts = Counter(card for hand in hands.values() for card in hand)
    counts.update(one.card for one in round.lying)
    if max(counts.values()) > COPIES:
        raise ValueError("hands: expected at most four cards of a face")


def apply(round: Round, event: Event, *, lenient: bool = False) -> Round:
    """The round after one more event; raises IllegalEvent.

    lenient: what a player can do against the rules is done, and noted in `offences`.
    """
    if event.seq <= round.seq:
        raise refuse(round, event, "次序", f"a seq above {round.seq}")
    several = round.won is not None and round.rules.win_several is Several.ALL
    further = several and isinstance(event, Hu)
    if (round.phase is Phase.OVER and not further) or event.type not in _STEPS:
        over = "nothing more, the round is over"
        raise refuse(round, event, "轮次", over if round.phase is Phase.OVER else to_move(round))
    seat = getattr(event, "seat", None)
    if seat is not None and seat not in round.order:
        raise refuse(round, event, "座位", f"one of the players {', '.join(map(str, round.order))}")
    waiting = round
    let_go: Breaches = ()
    if not further and (not isinstance(event, Ti) or claiming.is_drawn(round, event)):
        waiting, let_go = _let_go(round, event)
    after, broken = _STEPS[event.type](waiting, event)
    offences = let_go + broken
    if not further and (lenient or not offences):
        offences += tuple(passed_over(round, event))
    if offences and not lenient:
        raise IllegalEvent(offences[0], event, round)
    return replace(after, seq=event.seq, offences=round.offences + offences)


def _let_go(round: Round, event: Event) -> tuple[Round, Breaches]:
    """What everybody lets go by this event, and what somebody must not have let go."""
    passes = passed(round, event)
    seats: list[Seat] = []
    offences: Breaches = ()
    waiting = to_move(round)
    for seat in round.seats:
        holdings, broken = stories_of(
            round,
            event,
            (
                (one, (*missed(round, seat, one, event), *hidden_dealt(round, seat, one, event)))
                for one in seat.holdings
            ),
            waiting,
        )
        more = (passes[seat.number],) if seat.number in passes else ()
        if more or len(holdings) < len(seat.holdings):
            seat = replace(seat, holdings=holdings, passes=seat.passes + more)
        seats.append(seat)
        offences += broken
    return replace(round, seats=tuple(seats)), offences


def replay(
    events: Iterable[Event], rules: RuleSet, hands: Hands | None = None, *, lenient: bool = False
) -> Round:
    """The fold of a whole record. Raises IllegalEvent, and ValueError for an empty record."""
    round = None
    for event in events:
        if round is None:
            round = begin(event, rules, hands)
        else:
            round = apply(round, event, lenient=lenient)
    if round is None:
        raise ValueError("expected a record that begins with a start")
    return round


def undo(events: Sequence[Event]) -> tuple[Event, ...]:
    """The record without its last event."""
    return tuple(events[:-1])


def correct(events: Sequence[Event], right: Event) -> tuple[Event, ...]:
    """The record with the event of the same seq replaced; replay tells whether the rest still fits.

    Raises ValueError where no event has that seq.
    """
    if right.seq not in {event.seq for event in events}:
        raise ValueError(f"expected an event {right.seq} in the record")
    return tuple(right if event.seq == right.seq else event for event in events)


def evidence_of(round: Round, seat: int) -> tuple[Meld, ...]:
    """What a seat had laid down before the winning card, with its kinds; sorted.

    After a 胡 also the 偎 that lay face down. Where stories differ, what they have in common.
    """
    common: Counter[Meld] | None = None
    for holding in round.seat(seat).holdings:
        melds = Counter(
            Meld(laid.kind, tuple(sorted(card for card in laid.cards if card is not None)))
            for laid in holding.melds
            if laid.face is not None
        )
        common = melds if common is None else common & melds
    return tuple(sorted((common or Counter()).elements()))
