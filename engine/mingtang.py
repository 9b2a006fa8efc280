"""名堂: what a won hand must look like to have a name, and what the name does to its payment."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from engine.choices import Source
from engine.schema import (
    COUNT,
    FLAG,
    POSITIVE,
    SPAN,
    TEXT,
    WHOLE,
    Place,
    Reader,
    choice,
    every,
    member,
    table,
)

Range = tuple[int, int]  # both ends belong to it
CIRCUMSTANCES = ("天胡", "地胡", "海底胡", "听胡")


class Block(StrEnum):
    """一块扁: any group of three or four alike or any two alike; or only a 坎 or the 将."""

    ANY = "any"
    KAN_OR_JIANG = "kan_or_jiang"


class AllXi(StrEnum):
    """行行息: every group is worth xi, and a 将 spoils it; or the 将 is not looked at."""

    EVERY_GROUP = "every_group"
    BUT_JIANG = "but_jiang"


class Counted(StrEnum):
    """What a name can grow with."""

    RED = "red"
    SMALL = "small"
    BIG = "big"


class Grows(StrEnum):
    """What grows."""

    TIMES = "times"
    REPLACES = "replaces"
    UNITS = "units"


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What the names of a won hand look at.

    xi: with 自摸's addition. copies: of the winning card among all. all_xi: every group is worth
    xi, but_jiang: every group but the 将. reunions: ranks of which both fours are there.
    alone: nothing but one card was in the hand.
    """

    xi: int
    red: int
    small: int
    duizi: bool
    one_block: bool
    source: Source
    big: int = 0
    one_kan_or_jiang: bool = False
    copies: int = 0
    all_xi: bool = False
    but_jiang: bool = False
    reunions: int = 0
    alone: bool = False
    circumstances: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Grow:
    """A progression: `what` grows `by` for every card of a count beyond `above`."""

    what: Grows
    of: Counted
    above: int
    by: int

    def more(self, what: Grows, facts: Facts) -> int:
        """How much more of `what` the hand gets."""
        counts = {Counted.RED: facts.red, Counted.SMALL: facts.small, Counted.BIG: facts.big}
        return self.by * max(0, counts[self.of] - self.above) if self.what is what else 0


@dataclass(frozen=True, kw_only=True)
class Name:
    """A 名堂: conditions that must all hold, and effects.

    times: a factor, combined with those of other names as the rule set says. xi_times: of the xi,
    before they are units. replaces: the units a hand pays, whatever its xi. units: so many more.
    excludes: names that do not count beside it.
    """

    name: str
    times: int | None = None
    xi_times: int | None = None
    replaces: int | None = None
    units: int | None = None
    grow: Grow | None = None
    excludes: tuple[str, ...] = ()
    red: Range | None = None
    small: Range | None = None
    big: Range | None = None
    xi: Range | None = None
    duizi: bool = False
    one_block: Block | None = None
    all_xi: AllXi | None = None
    reunions: int | None = None
    alone: bool = False
    source: Source | None = None
    circumstance: str | None = None

    def holds(self, facts: Facts) -> bool:
        """Whether a hand has this name, those that exclude it aside."""
        return (
            _within(facts.red, self.red)
            and _within(facts.small, self.small)
            and _within(facts.big, self.big)
            and _within(facts.xi, self.xi)
            and (facts.duizi or not self.duizi)
            and (facts.one_block or self.one_block is not Block.ANY)
            and (facts.one_kan_or_jiang or self.one_block is not Block.KAN_OR_JIANG)
            and (facts.all_xi or self.all_xi is not AllXi.EVERY_GROUP)
            and (facts.but_jiang or self.all_xi is not AllXi.BUT_JIANG)
            and (self.reunions is None or facts.reunions >= self.reunions)
            and (facts.alone or not self.alone)
            and self.source in (None, facts.source)
            and (self.circumstance is None or self.circumstance in facts.circumstances)
        )

    def factor(self, facts: Facts) -> int | None:
        """By how much it multiplies this hand; None where it does not."""
        return None if self.times is None else self.times + self._grown(Grows.TIMES, facts)

    def replacing(self, facts: Facts) -> int | None:
        """What stands in place of this hand's units; None where they remain."""
        return None if self.replaces is None else self.replaces + self._grown(Grows.REPLACES, facts)

    def added(self, facts: Facts) -> int:
        """How many units it adds to this hand."""
        return (self.units or 0) + self._grown(Grows.UNITS, facts)

    def _grown(self, what: Grows, facts: Facts) -> int:
        return self.grow.more(what, facts) if self.grow else 0

    def __str__(self) -> str:
        """The name with all that it is, in one line: "红胡: times 2, red 10-12"."""
        parts = []
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "name" or value in (None, False, ()):
                continue
            if isinstance(value, Grow):
                value = f"{value.what} +{value.by} for every {value.of} above {value.above}"
            elif isinstance(value, tuple):
                value = ("、" if isinstance(value[0], str) else "-").join(map(str, value))
            parts.append(field.name if value is True else f"{field.name} {value}")
        return f"{self.name}: {', '.join(parts)}"


def _within(value: int, limits: Range | None) -> bool:
    return limits is None or limits[0] <= value <= limits[1]


EFFECTS = ("times", "xi_times", "replaces", "units", "grow")
CONDITIONS = (
    "red", "small", "big", "xi", "duizi", "one_block", "all_xi", "reunions", "alone", "source",
    "circumstance",
)  # fmt: skip

_GROW = table({"what": member(Grows), "of": member(Counted), "above": COUNT, "by": WHOLE})
_ENTRY = table(
    {
        "name": TEXT,
        "times": POSITIVE,
        "xi_times": POSITIVE,
        "replaces": COUNT,
        "units": WHOLE,
        "grow": Reader(_GROW.expected, lambda value, place: Grow(**_GROW.take(value, place))),
        "excludes": every(TEXT),
        "red": SPAN,
        "small": SPAN,
        "big": SPAN,
        "xi": SPAN,
        "duizi": FLAG,
        "one_block": member(Block),
        "all_xi": member(AllXi),
        "reunions": POSITIVE,
        "alone": FLAG,
        "source": member(Source),
        "circumstance": choice(*CIRCUMSTANCES),
    },
    needed=("name",),
)


def _names(value: Any, place: Place) -> tuple[Name, ...]:
    if not isinstance(value, list):
        raise place.wrong(NAMES.expected, value)
    found = []
    for index, entry in enumerate(value):
        there = place.at(f"[{index}]")
        taken = _ENTRY.take(entry, there)
        for wanted in (EFFECTS, CONDITIONS):
            if not set(wanted) & set(taken):
                raise there.wrong(f"{taken['name']} to have one of {', '.join(wanted)}", entry)
        grow = taken.get("grow")
        if grow and grow.what is not Grows.UNITS and grow.what not in taken:
            raise there.at("grow").wrong(f"{grow.what} beside it, which grows", entry)
        found.append(Name(**taken))
    known = {one.name for one in found}
    for index, one in enumerate(found):
        for other in one.excludes:
            if other not in known:
                raise place.at(f"[{index}]").at("excludes").wrong("names of this file", other)
    return tuple(found)


NAMES = Reader("a list of names", _names)
