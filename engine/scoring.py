"""From xi to payment: 等 × 番, 底 × 名堂, or the tally to a hundred (RULES.md §4)."""

from dataclasses import dataclass
from math import prod

from engine.rules import Name, Range, RuleSet, Source


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What the names of a won hand look at; xi with 自摸's addition, circumstances such as 天胡."""

    xi: int
    red: int
    small: int
    duizi: bool
    one_block: bool
    source: Source
    circumstances: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Score:
    """What a won hand pays: units (等, 底, 胡) times `times` under its names; payoff is capped."""

    units: int
    names: tuple[str, ...]
    times: int
    payoff: int
    source: Source


def score(facts: Facts, rules: RuleSet) -> Score:
    """The payment of a hand that opens."""
    units = (facts.xi - rules.unit_offset) // rules.unit_step
    held = [name for name in rules.names if _holds(name, facts)]
    if rules.combine == "max" and held:
        held = [max(held, key=lambda name: name.times)]
    times = prod(name.times for name in held)
    if rules.zimo_kind == "times" and facts.source is Source.SELF:
        times *= rules.zimo_value
    base = max((name.replaces for name in held if name.replaces is not None), default=units)
    payoff = base * times
    return Score(
        units=units,
        names=tuple(name.name for name in held),
        times=times,
        payoff=min(payoff, rules.cap) if rules.cap else payoff,
        source=facts.source,
    )


def _holds(name: Name, facts: Facts) -> bool:
    return (
        _within(facts.red, name.red)
        and _within(facts.small, name.small)
        and _within(facts.xi, name.xi)
        and (facts.duizi or not name.duizi)
        and (facts.one_block or not name.one_block)
        and name.source in (None, facts.source)
        and (name.circumstance is None or name.circumstance in facts.circumstances)
    )


def _within(value: int, limits: Range | None) -> bool:
    return limits is None or limits[0] <= value <= limits[1]
