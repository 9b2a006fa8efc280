"""A round as it stands, frozen: what lies where, what is known of each hand, whose turn it is.

Hands are hidden from the camera. Where the record leaves room for two stories (a 跑 out of a 坎 or
out of a 偎 lying face down) a seat keeps both, as holdings; later events rule some out.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from engine.cards import COPIES, Card
from engine.claim_rules import ClaimRules
from engine.events import Event, Hu
from engine.melds import FOURS, Kind
from engine.rules import RuleSet, Source


class Phase(StrEnum):
    """What the round waits for."""

    SHOWN = "shown"  # `actor` may take the shown card into his hand
    DISCARD = "discard"  # `actor` owes a discard
    OFFER = "offer"  # a card may be claimed; if nobody does, `actor` turns the next
    TURN = "turn"  # nothing is offered, `actor` turns the next card
    OVER = "over"


@dataclass(frozen=True)
class Breach:
    """A rule that an event breaks, by whom, and what was expected instead.

    offence: a player can do so against the rules; otherwise it cannot have happened at all.
    """

    seq: int
    seat: int | None
    rule: str
    expected: str
    offence: bool = False


class IllegalEvent(ValueError):
    """An event that the rules do not allow here; `before` is the round up to it, if there is one.

    rule: its short name; seq: of the event; expected: what would have been right.
    """

    def __init__(self, breach: Breach, event: Event, before: "Round | None" = None) -> None:
        self.breach, self.event, self.before = breach, event, before
        self.rule, self.seq, self.expected = breach.rule, event.seq, breach.expected
        seat = getattr(event, "seat", None)
        who = event.type if seat is None else f"{event.type} by seat {seat}"
        super().__init__(f"event {event.seq} ({who}): {self.rule}: expected {self.expected}")


@dataclass(frozen=True)
class Laid:
    """A group on the table, lowest card first; a face is None while nobody has seen it.

    up: which cards lie face up. seq: the event that made it what it is; since: the event that laid
    its first cards; was: what it grew out of, None if it came from the hand in one go.
    """

    kind: Kind
    cards: tuple[Card | None, ...]
    up: tuple[bool, ...]
    seq: int
    since: int
    was: Kind | None = None

    @property
    def face(self) -> Card | None:
        """The face of its lowest card."""
        return self.cards[0]


@dataclass(frozen=True)
class Lying:
    """An unclaimed card, face up between `seat`, who played or turned it, and the next player."""

    card: Card
    seat: int
    seq: int
    turned: bool


@dataclass(frozen=True)
class Offer:
    """The card in question; None while only its turner has seen it. claimable: not only to win.

    own: what the card counts as if its turner wins with it.
    """

    card: Card | None
    seat: int
    turned: bool
    claimable: bool = True
    own: Source = Source.SELF

    def source(self, seat: int) -> Source:
        """Where the card comes from for this seat."""
        if not self.turned:
            return Source.DISCARD
        return self.own if seat == self.seat else Source.OTHER


@dataclass(frozen=True)
class Pass:
    """A card that a seat let go: it could have been eaten, 碰, or was its own discard."""

    card: Card
    seq: int
    chi: bool
    peng: bool
    own: bool = False


@dataclass(frozen=True)
class Holding:
    """What a seat's cards are, in one story. held: cards in the hand.

    shed: cards that left the hand and the event in which they did; they were in it from the deal.
    hand: the hand itself where it is known. open_cards: hand cards that everybody saw (亮张 挡底).
    size: cards of a hand that waits for its last one, without a four (RULES.md §3).
    """

    held: int
    melds: tuple[Laid, ...] = ()
    shed: tuple[tuple[int, Card | None], ...] = ()
    hand: tuple[Card, ...] | None = None
    open_cards: tuple[Card, ...] = ()
    size: int = 20

    @property
    def total(self) -> int:
        """Cards held and laid down."""
        return self.held + sum(len(laid.cards) for laid in self.melds)

    @property
    def fours(self) -> int:
        """How many 跑 and 提 are laid down."""
        return sum(laid.kind in FOURS for laid in self.melds)

    @property
    def one_too_many(self) -> bool:
        """Whether a claim calls for a discard: every four after the first keeps one (§3, 八块)."""
        return self.total > self.size + max(0, self.fours - 1)

    def laid(self, kind: Kind, face: Card | None) -> Laid | None:
        """The group of that kind and face, if it lies there."""
        for laid in self.melds:
            if laid.kind is kind and laid.face is face:
                return laid
        return None

    def copies(self, face: Card) -> int:
        """How many cards of a face are known to be here."""
        known = self.open_cards if self.hand is None else self.hand
        return known.count(face) + sum(laid.cards.count(face) for laid in self.melds)


@dataclass(frozen=True)
class Seat:
    """A player: the stories of his cards, what he let go and what he ate."""

    number: int
    holdings: tuple[Holding, ...]
    passes: tuple[Pass, ...] = ()
    eaten: tuple[Card, ...] = ()
    claims: int = 0

    @property
    def held(self) -> int:
        """Cards in the hand; where stories differ, the fewest."""
        return min(holding.held for holding in self.holdings)


@dataclass(frozen=True)
class Claimed:
    """The last thing taken, until the next event: a hand may be opened upon it."""

    offer: Offer
    before: Seat


@dataclass(frozen=True)
class Round:
    """The fold of the events so far. seats: in turn order from the dealer; stock: face down.

    offer: the card that may be claimed; it is the last of `lying` if all have seen it.
    opening: nobody has played or turned a card yet. also: further winners upon the same card.
    """

    rules: RuleSet
    claim_rules: ClaimRules
    seats: tuple[Seat, ...]
    phase: Phase
    actor: int
    stock: int
    seq: int
    shown: Card | None = None
    offer: Offer | None = None
    lying: tuple[Lying, ...] = ()
    claimed: Claimed | None = None
    opening: bool = True
    won: Hu | None = None
    also: tuple[Hu, ...] = ()
    offences: tuple[Breach, ...] = ()

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self.seats[0].number

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The seats' numbers in turn order from the dealer."""
        return tuple(seat.number for seat in self.seats)

    def seat(self, number: int) -> Seat:
        """The player on a seat; raises ValueError where nobody plays."""
        return self.seats[self.order.index(number)]

    def after(self, number: int) -> int:
        """Who comes next."""
        return self.order[(self.order.index(number) + 1) % len(self.seats)]

    def copies(self, face: Card, but: int | None = None) -> int:
        """How many cards of a face are certainly seen (or in known hands), one seat left out."""
        return sum(one.card is face for one in self.lying) + sum(
            min(holding.copies(face) for holding in seat.holdings)
            for seat in self.seats
            if seat.number != but
        )

    def fits(self, seat: int, holding: Holding, face: Card) -> bool:
        """Whether this story of a seat leaves no fifth card of a face."""
        return self.copies(face, but=seat) + holding.copies(face) <= COPIES
