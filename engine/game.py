"""A played round with every step of it, and the places in it where another event could stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from engine.claims import Claim, claims
from engine.events import Discard, Event, Start, Turn
from engine.state import Round

CLAIMED = ("chi", "peng", "pao", "wei", "ti")


@dataclass(frozen=True)
class Game:
    """A whole legal round, kept so that many an offence can be looked for in it.

    log: every turned card named; hands: as dealt; rounds: as it was before each event, the first
    twice; deck: the cards that are turned, the next one last, and those that nobody turned.
    """

    log: tuple[Event, ...]
    hands: Mapping[int, Sequence[Card]]
    rounds: tuple[Round, ...]
    deck: tuple[Card, ...]
    _claims: dict[int, tuple[Claim, ...]] = field(default_factory=dict, compare=False)

    def claims(self, at: int) -> tuple[Claim, ...]:
        """What may be claimed before event number `at`."""
        if at not in self._claims:
            self._claims[at] = claims(self.rounds[at])
        return self._claims[at]


@dataclass(frozen=True)
class Occasion:
    """A place in a round where an event may be replaced by an offence."""

    game: Game
    at: int

    @property
    def log(self) -> tuple[Event, ...]:
        """The whole record."""
        return self.game.log

    @property
    def now(self) -> Round:
        """The round before the event that may be replaced."""
        return self.game.rounds[self.at]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What may be claimed now."""
        return self.game.claims(self.at)

    @property
    def seq(self) -> int:
        """Of the event that is put there."""
        return self.now.seq + 1

    @property
    def left(self) -> tuple[Card, ...]:
        """The deck as it is now."""
        gone = sum(isinstance(one, Turn) for one in self.log[: self.at])
        return self.game.deck[: len(self.game.deck) - gone]

    def card_seq(self, before: int) -> int:
        """The event that brought the card in question in the round before event `before`."""
        return max(
            event.seq for event in self.log[:before] if isinstance(event, Discard | Turn | Start)
        )

    def first_let_go(self, seat: int, card: Card) -> int | None:
        """When a seat first let go a card that it could have eaten or 碰 (or played it)."""
        for at in range(1, self.at):
            round, event = self.game.rounds[at], self.log[at]
            own = isinstance(event, Discard) and (event.seat, event.card) == (seat, card)
            if own and round.claim_rules.own_discard_bars:
                return event.seq
            if round.offer is None or round.offer.card is not card:
                continue
            if self._could_take(at, seat):
                return self.card_seq(at)
        return None

    def _could_take(self, at: int, seat: int) -> bool:
        """Whether a seat could have had the card it let go: a lost 吃 is not 臭 (002 特殊)."""
        round, event = self.game.rounds[at], self.log[at]
        kinds = {one.type for one in self.game.claims(at) if one.seat == seat}
        taker = getattr(event, "seat", None) if event.type in (*CLAIMED, "hu") else None
        if taker == seat:
            return False
        turner = round.offer is not None and round.offer.seat == seat
        eaten = event.type == "chi"
        chi = taker is None or round.claim_rules.lost_chi_bars or (eaten and turner)
        return ("peng" in kinds and (taker is None or eaten)) or ("chi" in kinds and chi)
