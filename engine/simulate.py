"""Whole rounds played by bots: every hand known, every event legal, all from one seed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engine.bots import decide, discards, hand_of
from engine.cards import COPIES, Card
from engine.claim_rules import Shown
from engine.claim_rules import of as claim_rules_of
from engine.events import Discard, Event, Exhausted, Start, Turn
from engine.judge import Judgement, judge
from engine.legality import replacement_due
from engine.match import Hu, Points, RoundResult, Table, points
from engine.opened import circumstances, position_of
from engine.position import Position
from engine.round import apply, begin, replay
from engine.rules import BadRuleSet, RuleSet
from engine.state import Phase, Round

Hands = dict[int, tuple[Card, ...]]


@dataclass(frozen=True)
class Played:
    """One round. hands: as dealt, by seat; left: the cards that nobody turned, the next one last.

    before: the round before its last event; end: after it.
    """

    seed: int
    rules: RuleSet
    hands: Hands
    log: tuple[Event, ...]
    left: tuple[Card, ...]
    before: Round
    end: Round

    @property
    def clean(self) -> bool:
        """Whether no player was forced to break a rule."""
        return not self.end.offences

    @property
    def winner(self) -> int | None:
        """The seat that won, None after 荒."""
        return self.end.won.seat if self.end.won else None

    @property
    def position(self) -> Position | None:
        """What the winner had before the winning card, and this; None after 荒."""
        won = self.end.won
        if won is None:
            return None
        return position_of(self.before.seat(won.seat).holdings[0], won, self.before)

    @property
    def circumstances(self) -> frozenset[str]:
        """天胡, 地胡 and 海底胡, where they hold."""
        won = self.end.won
        return circumstances(self.log, self.before, won) if won else frozenset()

    @cached_property
    def judgement(self) -> Judgement | None:
        """What the judge says of the won hand; None after 荒."""
        if self.position is None:
            return None
        return judge(self.position, self.end.rules, self.circumstances)

    def points(self, xingjia: int | None = None) -> Points:
        """Points by seat of the cards alone; xingjia: the seat that counts, if one does."""
        return points(self.result(xingjia), self.end.rules)

    def result(self, xingjia: int | None = None) -> RoundResult:
        """How the round ended, as the match books it."""
        table, won = Table(self.end.order, xingjia), self.end.won
        dealt = Counter(self.hands[self.end.dealer]).values()
        hu = None
        if won is not None and self.judgement is not None:
            brought = [one for one in self.log if isinstance(one, Discard | Turn)]
            last = brought[-1] if brought else None
            discarder = last.seat if isinstance(last, Discard) else None
            hu = Hu(won.seat, self.judgement.score, discarder)
        return RoundResult(table, hu, dealt_ti=sum(n == COPIES for n in dealt))

    def hands_at(self, seq: int) -> Hands:
        """The true hands after the event of that seq."""
        upto = [event for event in self.log if event.seq <= seq]
        round = replay(upto, self.rules, self.hands, lenient=True)
        return {seat: hand_of(round, seat) for seat in round.order}


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
    before = round = begin(start, rules, hands)
    events: list[Event] = [start]
    while round.phase is not Phase.OVER:
        before = round
        event, round = _next(round, deck, rng)
        if isinstance(event, Turn):
            deck.pop()
        events.append(event)
    return Played(seed, rules, hands, tuple(events), tuple(deck), before, round)


def cards_of(round: Round) -> Counter[Card]:
    """The cards in hands, laid down and lying on the table, where all hands are known."""
    cards = Counter(one.card for one in round.lying)
    for seat in round.seats:
        (story,) = seat.holdings
        cards.update(story.hand or ())
        cards.update(card for laid in story.melds for card in laid.cards if card is not None)
    return cards


def _next(round: Round, deck: Sequence[Card], rng: Random) -> tuple[Event, Round]:
    due = _due(round, deck)
    if due is None and (decided := decide(round, rng)) is not None:
        return decided
    event = due or _else(round, deck)
    return event, apply(round, event, lenient=True)


def _else(round: Round, deck: Sequence[Card]) -> Event:
    """What happens where the players do nothing."""
    if round.phase is Phase.DISCARD:
        # a hand of nothing but 坎 has no legal discard: then a rule must be broken
        return discards(round)[0]
    if round.stock == 0:
        return Exhausted(seq=round.seq + 1)
    turner = round.after(round.actor) if round.phase is Phase.SHOWN else round.actor
    return Turn(seq=round.seq + 1, seat=turner, card=deck[-1])


def _due(round: Round, deck: Sequence[Card]) -> Turn | None:
    """The replacement that must be turned before anything else."""
    if round.phase is Phase.DISCARD:
        for seat in round.seats:
            if replacement_due(round, seat):
                return Turn(seq=round.seq + 1, seat=seat.number, card=deck[-1])
    return None
