"""What a page may see and ask of a table; whoever runs the table implements TableService."""

import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from engine.questions import Text
from engine.rules import RuleSet, Source
from engine.verify import Answer


class Refused(ValueError):
    """A request the table cannot grant now; `text` tells the player what to do."""

    def __init__(self, zh: str, en: str) -> None:
        """Say it in both languages."""
        super().__init__(f"{zh} / {en}")
        self.text = Text(zh, en)


class Role(StrEnum):
    """What a player does in this round."""

    DEALER = "dealer"
    PLAYER = "player"
    COUNTER = "counter"  # the 醒家


@dataclass(frozen=True)
class Player:
    """One seat (0 south, 1 east, 2 north, 3 west) and its points so far."""

    seat: int
    name: Text
    total: int
    role: Role


@dataclass(frozen=True)
class Group:
    """One line of the sum: a group's kind, its cards as printed faces, its xi."""

    kind: str
    cards: str
    xi: int


@dataclass(frozen=True)
class Choice:
    """One tap that answers a question."""

    value: str
    text: Text


@dataclass(frozen=True)
class Question:
    """The one thing that would settle an unsure verdict."""

    id: str
    text: Text
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Ruling:
    """The last verdict as the page shows it.

    `bonus` is the xi of 自摸 contained in `xi`; `steps` spell out how xi becomes points;
    `points` are (seat, points) pairs, empty when nothing was booked.
    """

    number: int
    seat: int
    answer: Answer
    declared: int
    xi: int | None
    xi_possible: tuple[int, ...]
    groups: tuple[Group, ...] = ()
    bonus: int = 0
    reason: Text | None = None
    question: Question | None = None
    steps: tuple[Text, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    picture: str | None = None
    offence: str | None = None  # what one tap would book, 诈胡


@dataclass(frozen=True)
class Played:
    """One booked round: who won (None: 荒牌) with how many xi, and what everybody got.

    units and times (等, 番), the dealer and offences (seat, name) are for the score sheet.
    """

    number: int
    seat: int | None
    xi: int | None
    points: tuple[tuple[int, int], ...]
    units: int | None = None
    times: int | None = None
    dealer: int | None = None
    offences: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class State:
    """Everything a page shows; `version` grows by one with every change."""

    status: Text
    players: tuple[Player, ...]
    rounds: tuple[Played, ...] = ()
    ruling: Ruling | None = None
    picture: str | None = None  # the table as last seen
    ready: bool = False  # whether a declaration would be checked at once
    open_seat: int | None = None  # whose hand seems to lie open
    warning: Text | None = None
    hint: Text | None = None  # what a demonstration tells its visitors
    pending: tuple[tuple[int, str], ...] = ()  # offences (seat, name) of the round being played
    bookings: int = 0  # how many stand; a page says it with a booking, so that none is made twice
    last: Text | None = None  # what undo would take back
    version: int = 0

    def as_json(self) -> dict[str, Any]:
        """The body of /api/state and of every live event."""
        return asdict(self)


class TableService(Protocol):
    """A running table. Methods may be called from many threads."""

    @property
    def rules(self) -> RuleSet:
        """The rule set that it plays by."""
        ...

    def state(self) -> State:
        """The table now."""
        ...

    def newer(self, version: int, timeout_s: float) -> State | None:
        """The table as soon as it is newer than `version`, None after the time, None if closed."""
        ...

    @property
    def closed(self) -> bool:
        """Whether the table is shutting down and its streams must end."""
        ...

    def declare(
        self,
        seat: int,
        xi: int,
        source: Source | None,
        discarder: int | None = None,
        circumstances: frozenset[str] = frozenset(),
    ) -> None:
        """A player says 胡 and his xi, who discarded the card, 天胡 and the like; or Refused."""
        ...

    def draw(self, bookings: int) -> None:
        """Book 荒牌; raises Refused."""
        ...

    def false_win(self, ruling: int) -> None:
        """Book the 诈胡 of the ruling with this number; raises Refused."""
        ...

    def offend(self, seat: int, name: str, round: int, bookings: int) -> None:
        """Book an offence into the last round or the one being played; raises Refused."""
        ...

    def undo(self, bookings: int) -> None:
        """Take back the last booking; raises Refused."""
        ...

    def rename(self, seat: int, name: str) -> None:
        """Give a seat a name, its own again for an empty one; raises Refused."""
        ...

    def answer(self, question: str, choice: str) -> None:
        """A player taps the answer to the open question; raises Refused."""
        ...

    def picture(self, name: str) -> bytes | None:
        """A JPEG named in the state, None if there is none of this name."""
        ...


class Board:
    """The newest state of a table, and a bell for those who wait for a newer one.

    A page that falls behind simply gets the newest state next, so nothing queues up behind a
    sleeping phone.
    """

    def __init__(self, state: State) -> None:
        """Begin with this state."""
        self._state = state
        self._bell = threading.Condition()
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether nothing newer will come."""
        return self._closed

    def state(self) -> State:
        """The newest state."""
        return self._state

    def publish(self, changes: Mapping[str, Any]) -> None:
        """Replace some fields; wakes the waiting pages if anything differs."""
        with self._bell:
            changed = replace(self._state, **changes)
            if changed != self._state:
                self._state = replace(changed, version=self._state.version + 1)
                self._bell.notify_all()

    def newer(self, version: int, timeout_s: float) -> State | None:
        """See TableService.newer."""
        with self._bell:
            self._bell.wait_for(lambda: self._closed or self._state.version > version, timeout_s)
            return self._state if self._state.version > version else None

    def close(self) -> None:
        """Wake everybody for the last time."""
        with self._bell:
            self._closed = True
            self._bell.notify_all()
