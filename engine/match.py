"""Points of one round per seat, and the running totals of a match (RULES.md §4)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

from engine.rules import Payment, RuleSet, Source
from engine.scoring import Score

Points = Mapping[int, int]  # by seat


class BadRound(ValueError):
    """The result of a round names somebody who does not sit there, or an unknown offence."""


@dataclass(frozen=True)
class Table:
    """Who sits where: the players' seats in turn order from the dealer, and the 醒家's, if any."""

    players: tuple[int, ...]
    xingjia: int | None = None

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self.players[0]

    @property
    def seats(self) -> tuple[int, ...]:
        """Everybody who receives points."""
        return self.players if self.xingjia is None else (*self.players, self.xingjia)


@dataclass(frozen=True)
class Hu:
    """A won hand: whose, what it pays, and who discarded the winning card, if anybody did."""

    seat: int
    score: Score
    discarder: int | None = None


@dataclass(frozen=True)
class Offence:
    """A named offence (a key of the rule set's penalties) and whose it is."""

    seat: int
    name: str


@dataclass(frozen=True)
class RoundResult:
    """How a round ended: hu None means 荒牌. climb: 爬坡's factor, 2n after n drawn rounds."""

    table: Table
    hu: Hu | None = None
    offences: tuple[Offence, ...] = ()
    climb: int = 1


def points(result: RoundResult, rules: RuleSet) -> Points:
    """What every seat gets from a round; a winner's own offence voids the win. Raises BadRound.

    The sum is zero, but where the rule set only tallies the winner's xi (payment "hundred").
    """
    _check(result, rules)
    total = dict.fromkeys(result.table.seats, 0)
    void = result.hu is not None and any(o.seat == result.hu.seat for o in result.offences)
    if not void:
        played = _won(result, result.hu, rules) if result.hu else _drawn(result.table, rules)
        _add(total, played)
    for offence in result.offences:
        _add(total, _penalty(result.table, offence, rules))
    return total


def totals(rounds: Iterable[Points]) -> Points:
    """The running totals: a fold over the points of the rounds."""

    def book(standing: Points, one: Points) -> Points:
        seats = standing.keys() | one.keys()
        return {seat: standing.get(seat, 0) + one.get(seat, 0) for seat in sorted(seats)}

    start: Points = {}
    return reduce(book, rounds, start)


def settle(tallies: Points) -> Points:
    """A match to a hundred: tens, less the lowest, times the others, less their results."""
    tens = {seat: (tally + 5) // 10 * 10 for seat, tally in tallies.items()}
    above = {seat: value - min(tens.values()) for seat, value in tens.items()}
    everybody = sum(above.values())
    return {seat: value * len(above) - everybody for seat, value in above.items()}


def birds(tallies: Points, bet: int = 50) -> Points:
    """打鸟: every two players with unequal raw tallies exchange both bets, lower to higher."""
    return {
        seat: 2 * bet * sum((tally > other) - (tally < other) for other in tallies.values())
        for seat, tally in tallies.items()
    }


def _won(result: RoundResult, hu: Hu, rules: RuleSet) -> Points:
    table = result.table
    losers = [seat for seat in table.players if seat != hu.seat]
    if rules.payment is Payment.HUNDRED:
        if hu.score.source is not Source.DISCARD:
            return {hu.seat: hu.score.payoff}
        if hu.discarder not in losers:
            raise BadRound(f"expected the discarder among the seats {losers}, got {hu.discarder}")
        return {hu.seat: hu.score.payoff, hu.discarder: -min(hu.score.payoff, rules.fine_cap)}
    pay = hu.score.payoff * result.climb
    gained = {hu.seat: pay * len(losers)}
    share = 0
    if rules.payment is Payment.XINGJIA and table.xingjia is not None:
        share = hu.score.times
        gained[table.xingjia] = share * len(losers)
    return gained | dict.fromkeys(losers, -pay - share)


def _drawn(table: Table, rules: RuleSet) -> Points:
    """荒牌: the dealer pays the 醒家."""
    if table.xingjia is None:
        return {}
    return {table.dealer: -rules.draw, table.xingjia: rules.draw}


def _penalty(table: Table, offence: Offence, rules: RuleSet) -> Points:
    """The printed share for every other seat; the offender pays their sum."""
    share = rules.penalties[offence.name]
    others = [seat for seat in table.seats if seat != offence.seat]
    return {offence.seat: -share * len(others)} | dict.fromkeys(others, share)


def _add(total: dict[int, int], more: Points) -> None:
    for seat, value in more.items():
        total[seat] += value


def _check(result: RoundResult, rules: RuleSet) -> None:
    table = result.table
    if len(set(table.seats)) != len(table.seats):
        raise BadRound(f"expected different seats, got {table.seats}")
    if result.hu and result.hu.seat not in table.players:
        raise BadRound(f"expected a winner among {table.players}, got seat {result.hu.seat}")
    for offence in result.offences:
        if offence.seat not in table.seats:
            raise BadRound(f"expected an offender among {table.seats}, got seat {offence.seat}")
        if offence.name not in rules.penalties:
            known = ", ".join(rules.penalties) or "none"
            raise BadRound(f"expected an offence among {known}, got {offence.name!r}")
