"""The course of a match: a fold over how its rounds ended (dealer, 爬坡, totals)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from engine.match import Hu, Offence, Points, RoundResult, Table, points, totals, winners
from engine.rules import RuleSet
from engine.seating import next_dealer, table_of


@dataclass(frozen=True)
class Outcome:
    """How a round ended, whoever dealt: see RoundResult."""

    hu: Hu | None = None
    offences: tuple[Offence, ...] = ()
    dealt_ti: int = 0
    also: tuple[Hu, ...] = ()


@dataclass(frozen=True)
class Standing:
    """Where a match stands: who deals and plays now, drawn rounds that 爬坡 counts, points so far.

    booked: (result, points) of every round, oldest first.
    """

    table: Table
    drawn: int = 0
    booked: tuple[tuple[RoundResult, Points], ...] = ()
    totals: Points = field(default_factory=dict)


def begin(seats: Sequence[int], dealer: int) -> Standing:
    """A match before its first round. Raises BadSeats."""
    table = table_of(seats, dealer)
    return Standing(table, totals=dict.fromkeys(sorted(table.seats), 0))


def after(standing: Standing, outcome: Outcome, rules: RuleSet) -> Standing:
    """The match one round later. Raises BadRound."""
    result = RoundResult(
        standing.table,
        outcome.hu,
        outcome.offences,
        rules.climb(standing.drawn),
        outcome.dealt_ti,
        outcome.also,
    )
    got = points(result, rules)
    return replace(
        standing,
        table=table_of(standing.table.seats, next_dealer(result, rules)),
        drawn=_drawn(standing.drawn, result, rules),
        booked=(*standing.booked, (result, got)),
        totals=totals((standing.totals, got)),
    )


def played(
    seats: Sequence[int], dealer: int, outcomes: Iterable[Outcome], rules: RuleSet
) -> Standing:
    """Where so many rounds lead. Raises BadSeats, BadRound."""
    return reduce(lambda now, one: after(now, one, rules), outcomes, begin(seats, dealer))


def _drawn(before: int, result: RoundResult, rules: RuleSet) -> int:
    """爬坡 counts on with every 荒; a win ends it, if not the dealer's; a void one is neither."""
    if result.hu is None:
        return before + 1
    won = winners(result)
    if not won or (rules.climb_dealer_keeps and result.table.dealer in won):
        return before
    return 0
