"""From xi to payment: 等 × 番, 底 × 名堂, or the tally to a hundred (RULES.md §4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from engine.choices import Combine, Discard, Once, Rounding, Source, Zimo
from engine.mingtang import Facts as Facts
from engine.mingtang import Name
from engine.rules import RuleSet


@dataclass(frozen=True)
class Score:
    """What a won hand pays: units (等, 底, 胡) times `times` under its names; payoff is capped.

    alone: what the discarder pays in place of everybody; None where all pay the payoff.
    """

    units: int
    names: tuple[str, ...]
    times: int
    payoff: int
    source: Source
    alone: int | None = None


def score(facts: Facts, rules: RuleSet) -> Score:
    """The payment of a hand that opens."""
    held = _held(facts, rules)
    xi = counted(facts.xi, rules) * prod(name.xi_times or 1 for name in held)
    units = units_of(xi, rules) + facts.copies * rules.unit_won_card
    own = facts.source is Source.SELF
    if rules.zimo_kind is Zimo.UNITS and own:
        units += rules.zimo_value
    hundreds = [by for name in held if (by := name.replacing(facts)) is not None]
    if hundreds:
        base = sum(hundreds) if rules.replaces is Once.EACH else max(hundreds)
    else:
        units += sum(name.added(facts) for name in held)
        base = units
    times = _times([by for name in held if (by := name.factor(facts)) is not None], rules)
    if rules.zimo_kind is Zimo.TIMES and own:
        times *= rules.zimo_value
    if rules.cap_times:
        times = min(times, rules.cap_times)
    payoff = base * times
    if rules.cap:
        payoff = min(payoff, rules.cap)
    alone = rules.discard is Discard.ALONE and facts.source is Source.DISCARD
    return Score(
        units=units,
        names=tuple(name.name for name in held),
        times=times,
        payoff=payoff,
        source=facts.source,
        alone=payoff * rules.discard_times if alone else None,
    )


def counted(xi: int, rules: RuleSet) -> int:
    """As how many xi a hand counts: some totals stand for more (毛胡, 10 for 15)."""
    return rules.counts_as.get(xi, xi)


def units_of(xi: int, rules: RuleSet) -> int:
    """How many units so many xi are."""
    if xi in rules.unit_exact:
        return rules.unit_exact[xi]
    over = xi - rules.unit_offset
    part = {Rounding.DOWN: 0, Rounding.NEAREST: rules.unit_step // 2}
    return (over + part.get(rules.unit_round, rules.unit_step - 1)) // rules.unit_step


def _held(facts: Facts, rules: RuleSet) -> list[Name]:
    """The names that count: none that another excludes, of factors only the largest if so ruled."""
    held = [name for name in rules.names if name.holds(facts)]
    barred = {other for name in held for other in name.excludes}
    held = [name for name in held if name.name not in barred]
    factors = [name for name in held if name.times is not None]
    if rules.combine is Combine.MAX and factors:
        largest = max(factors, key=lambda name: name.factor(facts) or 0)
        held = [name for name in held if name.times is None or name is largest]
    return held


def _times(factors: Sequence[int], rules: RuleSet) -> int:
    if rules.combine is Combine.SUM:
        return sum(factors) or 1
    return prod(factors)
