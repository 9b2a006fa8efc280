"""Whole rounds played by bots: every hand known, every event legal, all from one seed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engine.bots import another, decide, discards, hand_of
from engine.cards import COPIES, Card
from engine.claim_rules import Shown
from engine.claim_rules import of as claim_rules_of
from engine.events import Event, Exhausted, Start, Turn
from engine.events import Hu as HuEvent
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
class Won:
    """A won hand of a round. position: what its player had before the winning card, and this."""

    hu: HuEvent
    position: Position
    circumstances: frozenset[str]
    judgement: Judgement
    discarder: int | None


@dataclass(frozen=True)
class Played:
    """One round. hands: as dealt, by seat; left: the cards that nobody turned, the next one last.

    before: the round before it was over; end: after it, all winners among it.
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
        """The seat that won first, None after 荒."""
        return self.end.won.seat if self.end.won else None

    @cached_property
    def wins(self) -> tuple[Won, ...]:
        """Every won hand, the first winner first; none after 荒."""
        end = self.end
        return tuple(self._won(one) for one in (end.won, *end.also) if one is not None)

    def _won(self, hu: HuEvent) -> Won:
        position = position_of(self.before.seat(hu.seat).holdings[0], hu, self.before)
        held = circumstances(self.log, self.before, hu)
        offer = self.before.offer
        discarder = offer.seat if offer is not None and not offer.turned else None
        return Won(hu, position, held, judge(position, self.end.rules, held), discarder)

    def points(self, xingjia: int | None = None) -> Points:
        """Points by seat of the cards alone; xingjia: the seat that counts, if one does."""
        return points(self.result(xingjia), self.end.rules)

    def result(self, xingjia: int | None = None) -> RoundResult:
        """How the round ended, as the match books it."""
        table = Table(self.end.order, xingjia)
        dealt = sum(n == COPIES for n in Counter(self.hands[self.end.dealer]).values())
        won = [Hu(one.hu.seat, one.judgement.score, one.discarder) for one in self.wins]
        return RoundResult(table, won[0] if won else None, dealt_ti=dealt, also=tuple(won[1:]))

    def hands_at(self, seq: int) -> Hands:
        """The true hands after the event of that seq."""
        upto = [event for event in self.log if event.seq <= seq]
        round = replay(upto, self.rules, self.hands, lenient=True)
        return {seat: hand_of(round, seat) for seat in round.order}


def play(seed: int, rules: RuleSet, seats: int = 3, deck: Sequence[Card] | None = None) -> Played:
    """A whole round; raises BadRuleSet without claim rules or for more seats than cards.

    deck: the cards in another order than the seed's; the last is dealt first, to the dealer.
    """
    rng, numbers, own = Random(seed), tuple(range(seats)), claim_rules_of(rules)
    if own.stock(seats) < 1:
        raise BadRuleSet(f"{rules.key}: {seats} players leave no stock in a deck of 80")
    shuffled = [face for face in Card for _ in range(COPIES)]
    rng.shuffle(shuffled)
    left = shuffled if deck is None else list(deck)
    sizes = [own.dealer_cards] + [own.player_cards] * (seats - 1)
    hands = {seat: tuple(left.pop() for _ in range(n)) for seat, n in enumerate(sizes)}
    shown = {Shown.STOCK: left[-1], Shown.HAND: hands[0][-1], Shown.NONE: None}[own.shown]
    if own.shown is Shown.STOCK:
        left.pop()
    start = Start(seq=0, rules=rules.key, dealer=0, seats=numbers, shown=shown)
    before = round = begin(start, rules, hands)
    events: list[Event] = [start]
    while round.phase is not Phase.OVER:
        before = round
        event, round = go_on(round, left, rng)
        if isinstance(event, Turn):
            left.pop()
        events.append(event)
    while (further := another(round, rng)) is not None:
        events.append(further[0])
        round = further[1]
    return Played(seed, rules, hands, tuple(events), tuple(left), before, round)


def cards_of(round: Round) -> Counter[Card]:
    """The cards in hands, laid down and lying on the table, where all hands are known."""
    cards = Counter(one.card for one in round.lying)
    for seat in round.seats:
        (story,) = seat.holdings
        cards.update(story.hand or ())
        cards.update(card for laid in story.melds for card in laid.cards if card is not None)
    return cards


def go_on(round: Round, deck: Sequence[Card], rng: Random) -> tuple[Event, Round]:
    """The next event and what it leads to: what is owed, what a bot likes, or what must follow.

    The deck's last card is the next one; where it is turned, the caller takes it off.
    """
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
