"""The record of a round: one JSON line an event; reading and writing are inverses.

Cards are written by their printed faces. `t` are seconds, `frame` counts pictures, `confidence`
is 0…1, `by` names the person who entered or changed the event; each may be missing.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from engine.cards import BadCard, Card, card
from engine.melds import Kind, Meld
from engine.rules import Source


class BadEvent(ValueError):
    """A line is no event of a round; the text names the line and what was expected."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """What every event carries; `seq` counts upwards within a round."""

    type: ClassVar[str] = "event"
    seq: int
    t: float | None = None
    frame: int | None = None
    confidence: float | None = None
    by: str | None = None


@dataclass(frozen=True, kw_only=True)
class Start(Event):
    """The cards are dealt. seats: the players in turn order; shown: the 亮张 or 挡底, if any."""

    type: ClassVar[str] = "start"
    rules: str
    dealer: int
    seats: tuple[int, ...]
    shown: Card | None = None


@dataclass(frozen=True, kw_only=True)
class TakeShown(Event):
    """A shown card goes into a hand: 收张, or the replacement after two dealt 提."""

    type: ClassVar[str] = "take_shown"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Discard(Event):
    """A card is played from a hand."""

    type: ClassVar[str] = "discard"
    seat: int
    card: Card


@dataclass(frozen=True, kw_only=True)
class Turn(Event):
    """A stock card is turned; card None while nobody else has seen it."""

    type: ClassVar[str] = "turn"
    seat: int
    card: Card | None


@dataclass(frozen=True, kw_only=True)
class Chi(Event):
    """吃: the first group is the eaten one, every other is a 比 group."""

    type: ClassVar[str] = "chi"
    seat: int
    card: Card
    groups: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, kw_only=True)
class Peng(Event):
    """碰."""

    type: ClassVar[str] = "peng"
    seat: int
    card: Card


@dataclass(frozen=True, kw_only=True)
class Pao(Event):
    """跑."""

    type: ClassVar[str] = "pao"
    seat: int
    card: Card


@dataclass(frozen=True, kw_only=True)
class Wei(Event):
    """偎; card None when it lies face down, its face for a 臭偎."""

    type: ClassVar[str] = "wei"
    seat: int
    card: Card | None


@dataclass(frozen=True, kw_only=True)
class Ti(Event):
    """提, dealt or drawn."""

    type: ClassVar[str] = "ti"
    seat: int
    card: Card


@dataclass(frozen=True, kw_only=True)
class Hu(Event):
    """胡: the opened hand, everything laid down before among it; declared None while unheard."""

    type: ClassVar[str] = "hu"
    seat: int
    card: Card
    source: Source
    groups: tuple[Meld, ...]
    declared: int | None = None


@dataclass(frozen=True, kw_only=True)
class Exhausted(Event):
    """荒: the stock is empty and nobody won."""

    type: ClassVar[str] = "exhausted"


TYPES: Mapping[str, type[Event]] = {
    kind.type: kind
    for kind in (Start, TakeShown, Discard, Turn, Chi, Peng, Pao, Wei, Ti, Hu, Exhausted)
}
_BEFORE, _AFTER = ("seq", "t", "frame"), ("confidence", "by")  # where they stand in a line


def dump(event: Event) -> str:
    """One JSON line, without its end; what is not known of t, frame, confidence, by is left out."""
    return json.dumps(as_json(event), ensure_ascii=False)


def as_json(event: Event) -> dict[str, Any]:
    """The object of an event's line."""
    own = [f.name for f in fields(event) if f.name not in _BEFORE + _AFTER]
    head = {name: getattr(event, name) for name in _BEFORE if getattr(event, name) is not None}
    tail = {name: getattr(event, name) for name in _AFTER if getattr(event, name) is not None}
    body = {name: _plain(getattr(event, name)) for name in own}
    return {**head, "type": event.type, **body, **tail}


def _plain(value: Any) -> Any:
    match value:
        case Card() | Source():
            return str(value)
        case Meld(kind, cards):
            return {"kind": str(kind), "cards": _plain(cards)}
        case tuple():
            return [_plain(one) for one in value]
        case _:
            return value


def parse_line(line: str, number: int = 1) -> Event:
    """The event of a line; raises BadEvent, which names the line's number."""
    try:
        return from_json(json.loads(line))
    except json.JSONDecodeError as error:
        raise BadEvent(f"line {number}: is not JSON: {error}") from error
    except BadEvent as error:
        raise BadEvent(f"line {number}: {error}") from error


def parse_lines(lines: Iterable[str]) -> Iterator[Event]:
    """The events of a log, counted from line 1; empty lines say nothing. Raises BadEvent."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield parse_line(line, number)


def from_json(data: Any) -> Event:
    """The event of a line's object; raises BadEvent."""
    if not isinstance(data, dict):
        raise BadEvent(f"expected an object, got {data!r}")
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        raise BadEvent(f"type: expected one of {', '.join(TYPES)}, got {kind!r}")
    readers = _COMMON | _READERS[kind]
    for key in data:
        if key != "type" and key not in readers:
            raise BadEvent(f"unknown field {key!r} of {kind}, expected {', '.join(readers)}")
    for key in ("seq", *_READERS[kind]):
        if key not in data:
            raise BadEvent(f"missing field {key!r} of {kind}")
    values = {}
    for key, value in data.items():
        if key != "type":
            try:
                values[key] = readers[key](value)
            except (BadCard, BadEvent) as error:
                raise BadEvent(f"{key}: {error}") from error
    return TYPES[kind](**values)


Reader = Callable[[Any], Any]


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise BadEvent(f"expected a whole number, 0 or more, got {value!r}")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise BadEvent(f"expected a number, got {value!r}")
    return float(value) if type(value) is float else int(value)


def _probability(value: Any) -> float:
    number = _number(value)
    if not 0 <= number <= 1:
        raise BadEvent(f"expected 0…1, got {value!r}")
    return number


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BadEvent(f"expected a text, got {value!r}")
    return value


def _seat(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 3:
        raise BadEvent(f"expected a seat 0…3, got {value!r}")
    return value


def _card(value: Any) -> Card:
    return card(_text(value))


def _source(value: Any) -> Source:
    if value not in tuple(Source):
        raise BadEvent(f"expected one of {', '.join(Source)}, got {value!r}")
    return Source(value)


def _meld(value: Any) -> Meld:
    if not isinstance(value, dict) or set(value) != {"kind", "cards"}:
        raise BadEvent(f"expected {{kind, cards}}, got {value!r}")
    if value["kind"] not in tuple(Kind):
        raise BadEvent(f"kind: expected one of {', '.join(Kind)}, got {value['kind']!r}")
    return Meld(Kind(value["kind"]), _each(_card)(value["cards"]))


def _each(reader: Reader) -> Reader:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise BadEvent(f"expected a list, got {value!r}")
        return tuple(reader(one) for one in value)

    return read


def _or_none(reader: Reader) -> Reader:
    return lambda value: None if value is None else reader(value)


_COMMON: dict[str, Reader] = {
    "seq": _whole, "t": _or_none(_number), "frame": _or_none(_whole),
    "confidence": _or_none(_probability), "by": _or_none(_text),
}  # fmt: skip
_SEEN: dict[str, Reader] = {"seat": _seat, "card": _card}
_HIDDEN: dict[str, Reader] = {"seat": _seat, "card": _or_none(_card)}
_READERS: dict[str, dict[str, Reader]] = {
    "start": {"rules": _text, "dealer": _seat, "seats": _each(_seat), "shown": _or_none(_card)},
    "take_shown": {"seat": _seat},
    "discard": _SEEN,
    "turn": _HIDDEN,
    "chi": {**_SEEN, "groups": _each(_each(_card))},
    "peng": _SEEN,
    "pao": _SEEN,
    "wei": _HIDDEN,
    "ti": _SEEN,
    "hu": {**_SEEN, "source": _source, "groups": _each(_meld), "declared": _or_none(_whole)},
    "exhausted": {},
}
