"""Who pays whom after a round, and so the points of every seat (RULES.md §4)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from engine.choices import Binds, Payment, Source, WinnerOffence
from engine.rules import RuleSet
from engine.scoring import Score

Points = Mapping[int, int]  # by seat

FALSE_WIN = "诈胡"


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
    """A hand laid open as won: whose, what it pays, who discarded the winning card, if anybody did.

    score: None where an offence of the winner voids the win, so that nothing need be counted.
    """

    seat: int
    score: Score | None = None
    discarder: int | None = None


@dataclass(frozen=True)
class Offence:
    """A named offence (a key of the rule set's penalties) and whose it is."""

    seat: int
    name: str


@dataclass(frozen=True)
class RoundResult:
    """How a round ended: hu None means 荒牌.

    climb: 爬坡's factor (RuleSet.climb); dealt_ti: 提 that were dealt to the dealer; also: further
    winners of the same card, where all win.
    """

    table: Table
    hu: Hu | None = None
    offences: tuple[Offence, ...] = ()
    climb: int = 1
    dealt_ti: int = 0
    also: tuple[Hu, ...] = ()


@dataclass(frozen=True)
class Transfer:
    """So many points from one seat to another, and what for; None: the tally, nobody's points."""

    payer: int | None
    payee: int | None
    amount: int
    why: str


def winners(result: RoundResult) -> tuple[int, ...]:
    """The seats whose win stands, the first winner first: none after a 荒牌 or a void win."""
    offenders = {offence.seat for offence in result.offences}
    return tuple(hu.seat for hu in _laid_open(result) if hu.seat not in offenders)


def transfers(result: RoundResult, rules: RuleSet) -> tuple[Transfer, ...]:
    """Every payment of a round; a winner's own offence voids the win (000 罚则 F). Raises BadRound.

    An offence of anybody else is added to what the round pays (罚则 G).
    """
    _check(result, rules)
    won = winners(result)
    paid = [
        transfer
        for hu in _laid_open(result)
        if hu.seat in won
        for transfer in _won(result, hu, won, rules)
    ]
    if result.hu is None:
        paid += _drawn(result, rules)
    for offence in _charged(result, rules):
        paid += _penalty(result.table, offence, rules)
    return tuple(transfer for transfer in paid if transfer.amount)


def points(result: RoundResult, rules: RuleSet) -> Points:
    """What every seat gets from a round. Raises BadRound.

    The sum is zero, but where the rule set only tallies the winner's xi (payment "hundred").
    """
    return summed(transfers(result, rules), result.table.seats)


def summed(paid: Iterable[Transfer], seats: Sequence[int]) -> Points:
    """What so many payments leave with each of the seats."""
    total = dict.fromkeys(seats, 0)
    for transfer in paid:
        if transfer.payer is not None:
            total[transfer.payer] -= transfer.amount
        if transfer.payee is not None:
            total[transfer.payee] += transfer.amount
    return total


def totals(rounds: Iterable[Points]) -> Points:
    """The running totals: a fold over the points of the rounds."""

    def book(standing: Points, one: Points) -> Points:
        seats = standing.keys() | one.keys()
        return {seat: standing.get(seat, 0) + one.get(seat, 0) for seat in sorted(seats)}

    start: Points = {}
    return reduce(book, rounds, start)


def _laid_open(result: RoundResult) -> tuple[Hu, ...]:
    return () if result.hu is None else (result.hu, *result.also)


def _won(result: RoundResult, hu: Hu, won: Sequence[int], rules: RuleSet) -> Iterator[Transfer]:
    score = hu.score
    assert score is not None  # checked
    losers = [seat for seat in result.table.players if seat not in won]
    fined = rules.payment is Payment.HUNDRED and score.source is Source.DISCARD
    if (fined or score.alone is not None) and hu.discarder not in losers:
        raise BadRound(f"expected the discarder among the seats {losers}, got {hu.discarder}")
    if rules.payment is Payment.HUNDRED:
        tally = score.payoff
        if fined:
            fine = min(tally, rules.fine_cap) if rules.fine_cap else tally
            yield Transfer(hu.discarder, None, fine, "放炮")
            tally = fine if rules.fine_cap_binds is Binds.BOTH else tally
        yield Transfer(None, hu.seat, tally, "胡")
        return
    if score.alone is not None:
        yield Transfer(hu.discarder, hu.seat, score.alone * result.climb, "放炮")
    else:
        for seat in losers:
            yield Transfer(seat, hu.seat, score.payoff * result.climb, "胡")
    if rules.payment is Payment.XINGJIA and result.table.xingjia is not None:
        chips = 1 + rules.dealt_ti * result.dealt_ti
        for seat in losers:
            yield Transfer(seat, result.table.xingjia, chips * score.times, "醒")


def _drawn(result: RoundResult, rules: RuleSet) -> Iterator[Transfer]:
    """荒牌: the dealer pays the 醒家 (开荒醒), what the losers would pay him together."""
    table = result.table
    if table.xingjia is not None:
        chips = 1 + rules.dealt_ti * result.dealt_ti
        yield Transfer(table.dealer, table.xingjia, rules.draw * chips, "荒")


def _charged(result: RoundResult, rules: RuleSet) -> Iterator[Offence]:
    """The offences as they are punished: a winner's own may cost what 诈胡 costs, once."""
    laid_open = {hu.seat for hu in _laid_open(result)}
    as_false = rules.winner_offence is WinnerOffence.FALSE_WIN and FALSE_WIN in rules.penalties
    done = set()
    for offence in result.offences:
        if as_false and offence.seat in laid_open:
            offence = replace(offence, name=FALSE_WIN)
            if offence.seat in done:
                continue
            done.add(offence.seat)
        yield offence


def _penalty(table: Table, offence: Offence, rules: RuleSet) -> Iterator[Transfer]:
    """The printed share for every other seat; the offender pays their sum."""
    for seat in table.seats:
        if seat != offence.seat:
            yield Transfer(offence.seat, seat, rules.penalties[offence.name], offence.name)


def _check(result: RoundResult, rules: RuleSet) -> None:
    table, laid_open = result.table, _laid_open(result)
    if len(set(table.seats)) != len(table.seats):
        raise BadRound(f"expected different seats, got {table.seats}")
    if result.also and result.hu is None:
        raise BadRound("expected a first winner where there are more")
    if len({hu.seat for hu in laid_open}) != len(laid_open):
        raise BadRound(f"expected different winners, got {[hu.seat for hu in laid_open]}")
    for offence in result.offences:
        if offence.seat not in table.seats:
            raise BadRound(f"expected an offender among {table.seats}, got seat {offence.seat}")
        if offence.name not in rules.penalties:
            known = ", ".join(rules.penalties) or "none"
            raise BadRound(f"expected an offence among {known}, got {offence.name!r}")
    won = winners(result)
    for hu in laid_open:
        if hu.seat not in table.players:
            raise BadRound(f"expected a winner among {table.players}, got seat {hu.seat}")
        if hu.score is None and hu.seat in won:
            raise BadRound(f"expected what the hand of seat {hu.seat} pays, or its offence")
