"""Whole rounds played by bots: every hand known, every event legal, all from one seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.bots import decide, discards
from engine.cards import COPIES, Card
from engine.claim_rules import Shown
from engine.claim_rules import of as claim_rules_of
from engine.events import Event, Exhausted, Hu, Start, Turn
from engine.legality import replacement_due
from engine.round import apply, begin, replay
from engine.rules import BadRuleSet, RuleSet
from engine.state import Phase, Round

Hands = dict[int, tuple[Card, ...]]


@dataclass(frozen=True)
class Played:
    """One round. hands: as dealt, by seat; clean: no player was forced to break a rule."""

    seed: int
    rules: RuleSet
    hands: Hands
    log: tuple[Event, ...]
    end: Round

    @property
    def clean(self) -> bool:
        """Whether no rule had to be broken."""
        return not self.end.offences

    @property
    def winner(self) -> int | None:
        """The seat that won, None after 荒."""
        last = self.log[-1]
        return last.seat if isinstance(last, Hu) else None

    def hands_at(self, seq: int) -> Hands:
        """The true hands after the event of that seq."""
        upto = [event for event in self.log if event.seq <= seq]
        round = replay(upto, self.rules, self.hands, lenient=True)
        return {seat.number: seat.holdings[0].hand or () for seat in round.seats}


def play(seed: int, rules: RuleSet, seats: int = 3) -> Played:
    """A whole round; raises BadRuleSet without claim rules or for more seats than cards."""
    rng, numbers, own = Random(seed), tuple(range(seats)), claim_rules_of(rules)
    if own.stock(seats) < 1:
        raise BadRuleSet(f"{rules.key}: {seats} players leave no stock in a deck of 80")
    deck = [face for face in Card for _ in range(COPIES)]
    rng.shuffle(deck)
    sizes = [own.dealer_cards] + [own.player_cards] * (seats - 1)
    hands = {seat: tuple(deck.pop() for _ in range(n)) for seat, n in enumerate(sizes)}
    shown = {Shown.STOCK: deck[-1], Shown.HAND: hands[0][-1], Shown.NONE: None}[own.shown]
    if own.shown is Shown.STOCK:
        deck.pop()
    start = Start(seq=0, rules=rules.key, dealer=0, seats=numbers, shown=shown)
    round = begin(start, rules, hands)
    events: list[Event] = [start]
    while round.phase is not Phase.OVER:
        event = _next(round, deck, rng)
        if isinstance(event, Turn):
            deck.pop()
        events.append(event)
        # a hand of nothing but 坎 has no legal discard: then a rule must be broken
        round = apply(round, event, lenient=True)
    return Played(seed, rules, hands, tuple(events), round)


def in_play(round: Round) -> int:
    """Cards in hands, laid down, lying on the table and in the stock."""
    held = (seat.holdings[0] for seat in round.seats)
    mine = sum(len(one.hand or ()) + sum(len(m.cards) for m in one.melds) for one in held)
    return mine + len(round.lying) + round.stock


def _next(round: Round, deck: Sequence[Card], rng: Random) -> Event:
    seq = round.seq + 1
    if round.phase is Phase.DISCARD:
        for seat in round.seats:
            if replacement_due(round, seat):
                return Turn(seq=seq, seat=seat.number, card=deck[-1])
    if (event := decide(round, rng)) is not None:
        return event
    if round.phase is Phase.DISCARD:
        return discards(round)[0]
    if round.stock:
        turner = round.after(round.actor) if round.phase is Phase.SHOWN else round.actor
        return Turn(seq=seq, seat=turner, card=deck[-1])
    return Exhausted(seq=seq)
