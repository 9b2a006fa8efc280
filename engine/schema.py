"""Taking values out of a rule file: an error names the file, the key and what was expected."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class BadRuleSet(ValueError):
    """A rule file has a missing, unknown or impossible value, or there is no such file."""


@dataclass(frozen=True)
class Place:
    """Where in which file a value stands: "guoji.toml", "units.step"."""

    file: str
    key: str = ""

    def at(self, key: str) -> "Place":
        """A key or an entry, such as "[3]", inside this place."""
        dot = "." if self.key and not key.startswith("[") else ""
        return Place(self.file, f"{self.key}{dot}{key}")

    def wrong(self, expected: str, got: Any) -> BadRuleSet:
        """The error that something else was expected here."""
        where = f"{self.file}: {self.key}" if self.key else self.file
        return BadRuleSet(f"{where}: expected {expected}, got {got!r:.80}")


@dataclass(frozen=True)
class Reader:
    """What is expected in words, and how it is taken; `take` raises BadRuleSet."""

    expected: str
    take: Callable[[Any, Place], Any]


def _plain(kind: type[Any], expected: str, least: int | None = None) -> Reader:
    def take(value: Any, place: Place) -> Any:
        if type(value) is not kind or (least is not None and value < least):
            raise place.wrong(expected, value)
        return value

    return Reader(expected, take)


TEXT = _plain(str, "a text")
FLAG = _plain(bool, "true or false")
WHOLE = _plain(int, "a whole number")
COUNT = _plain(int, "a whole number, 0 or more", 0)
POSITIVE = _plain(int, "a whole number, 1 or more", 1)


ANY = Reader("a value", lambda value, _: value)  # that somebody else looks at


def choice(*allowed: str) -> Reader:
    """One of these texts."""
    expected = f"one of {', '.join(allowed)}"

    def take(value: Any, place: Place) -> Any:
        if value not in allowed:
            raise place.wrong(expected, value)
        return value

    return Reader(expected, take)


def member(enum: type[StrEnum], *allowed: StrEnum) -> Reader:
    """One of an enum's values, as its member; allowed: of these alone."""
    named = choice(*(allowed or enum))
    return Reader(named.expected, lambda value, place: enum(named.take(value, place)))


def _span(value: Any, place: Place) -> tuple[int, int]:
    low, high = PAIR.take(value, place)
    if low > high:
        raise place.wrong(SPAN.expected, value)
    return low, high


def _pair(value: Any, place: Place) -> tuple[int, int]:
    if not (isinstance(value, list) and len(value) == 2 and all(type(v) is int for v in value)):
        raise place.wrong(PAIR.expected, value)
    return value[0], value[1]


PAIR = Reader("two whole numbers", _pair)
SPAN = Reader("two whole numbers [least, most]", _span)


def every(reader: Reader, least: int = 0) -> Reader:
    """A list of such values, without one twice."""
    expected = f"a list of {reader.expected.removeprefix('one of ')}"

    def take(value: Any, place: Place) -> Any:
        if not isinstance(value, list) or len(value) < least:
            raise place.wrong(expected, value)
        taken = tuple(reader.take(v, place.at(f"[{i}]")) for i, v in enumerate(value))
        if len(set(taken)) < len(taken):
            raise place.wrong(f"{expected}, none twice", value)
        return taken

    return Reader(expected, take)


def by_number(reader: Reader) -> Reader:
    """A table whose keys are whole numbers."""
    expected = f"a table from a number to {reader.expected}"

    def take(value: Any, place: Place) -> Any:
        if not isinstance(value, dict):
            raise place.wrong(expected, value)
        for key in value:
            if not (key.isascii() and key.isdigit()):
                raise place.wrong("a whole number as key", key)
        return {int(key): reader.take(v, place.at(key)) for key, v in value.items()}

    return Reader(expected, take)


def by_name(reader: Reader) -> Reader:
    """A table with free names."""
    expected = f"a table from a name to {reader.expected}"

    def take(value: Any, place: Place) -> Any:
        if not isinstance(value, dict):
            raise place.wrong(expected, value)
        return {key: reader.take(v, place.at(key)) for key, v in value.items()}

    return Reader(expected, take)


def table(fields: Mapping[str, Reader], needed: tuple[str, ...] | None = None) -> Reader:
    """A table with exactly these keys; needed: those that may not be missing, None for all."""

    def take(value: Any, place: Place) -> Any:
        if not isinstance(value, dict):
            raise place.wrong(expected, value)
        for key in value:
            if key not in fields:
                raise BadRuleSet(
                    f"{place.file}: unknown key {place.at(key).key}, expected {', '.join(fields)}"
                )
        for key in fields if needed is None else needed:
            if key not in value:
                raise BadRuleSet(
                    f"{place.file}: missing key {place.at(key).key},"
                    f" expected {fields[key].expected}"
                )
        return {key: fields[key].take(v, place.at(key)) for key, v in value.items()}

    expected = f"a table with {', '.join(fields)}"
    return Reader(expected, take)
