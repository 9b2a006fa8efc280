"""循环制 and 淘汰制 at tables of four: who sits with whom (seed 000 赛规 3, 罚则 at the end).

The seed leaves open how many go on from a table: here two of four, until four play the final.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic

from engine import starters
from engine.lots import P

SEATS = 4


class BadTournament(ValueError):
    """There is no such schedule for these players, or results do not fit it."""


@dataclass(frozen=True)
class Sitting(Generic[P]):
    """One round: who sits at each table (where, 摸庄 tells), and who has a bye."""

    tables: tuple[tuple[P, ...], ...]
    byes: tuple[P, ...] = ()


@dataclass(frozen=True)
class Stage(Generic[P]):
    """One stage of a knock-out: its tables and byes, and how many go on from each table."""

    sitting: Sitting[P]
    advance: tuple[int, ...]

    @property
    def final(self) -> bool:
        """Whether the winner of its one table has won the competition."""
        return self.advance == (1,) and not self.sitting.byes


def round_robin(players: Sequence[P], once: bool = False) -> tuple[Sitting[P], ...]:
    """循环制 for 4…32 players; all play the same number of matches. Raises BadTournament.

    N = 4m or 4m + 1: everybody meets everybody three times, in N - 1 rounds, or in N with one bye
    each. Otherwise two or three times, in N rounds with as many byes for all. once: everybody
    meets everybody exactly once; there is such a schedule for 4 (one round) and for 16 (five).
    """
    _check(players)
    known = starters.sizes_once() if once else starters.sizes()
    if len(players) not in known:
        numbers = " ".join(map(str, known)) if once else f"{known[0]} to {known[-1]}"
        raise BadTournament(f"expected {numbers} players, got {len(players)}")
    rounds = starters.once(len(players)) if once else starters.turned(len(players))
    return tuple(_sitting(players, tables) for tables in rounds)


def meetings(rounds: Iterable[Sitting[P]]) -> Counter[frozenset[P]]:
    """How often every two have sat at one table."""
    return Counter(
        frozenset(pair)
        for sitting in rounds
        for table in sitting.tables
        for pair in combinations(table, 2)
    )


def knock_out(players: Sequence[P], met: Collection[frozenset[P]] = ()) -> Stage[P]:
    """淘汰制: the next stage for those who are left, best seeded first. Raises BadTournament.

    Byes, to the best seeded, are only given in the first stage: it leaves 4, 8, 16 … players.
    met: the pairs that should not meet again as long as that can be (see meetings).
    """
    _check(players)
    if len(players) < SEATS:
        raise BadTournament(f"expected {SEATS} or more players, got {len(players)}")
    advance = _advance(len(players))
    byes = len(players) - SEATS * len(advance)
    tables = _spread(players[byes:], len(advance), met)
    return Stage(Sitting(tables, tuple(players[:byes])), advance)


def going_on(stage: Stage[P], places: Sequence[Sequence[P]]) -> tuple[P, ...]:
    """Who is left, best seeded first: byes, then the first of every table, then the seconds.

    places: the players of every table, best first. Raises BadTournament.
    """
    tables = stage.sitting.tables
    if [set(order) for order in places] != [set(table) for table in tables]:
        raise BadTournament(f"expected the places at the tables {tables}, got {tuple(places)}")
    ranks = range(max(stage.advance))
    rows = [[o[r] for o, n in zip(places, stage.advance, strict=True) if r < n] for r in ranks]
    return (*stage.sitting.byes, *(player for row in rows for player in row))


def _check(players: Sequence[P]) -> None:
    if len(set(players)) != len(players):
        raise BadTournament(f"expected different players, got {list(players)}")


def _sitting(players: Sequence[P], tables: starters.Tables) -> Sitting[P]:
    seated = {number for table in tables for number in table}
    return Sitting(
        tuple(tuple(players[number] for number in table) for table in tables),
        tuple(player for number, player in enumerate(players) if number not in seated),
    )


def _advance(players: int) -> tuple[int, ...]:
    """How many go on from each table of this stage."""
    if players == SEATS:
        return (1,)
    target = SEATS
    while 2 * target <= players:
        target *= 2
    if target == players:
        return (2,) * (players // SEATS)
    pairs, odd = divmod(players - target, 2)
    if not odd:
        return (2,) * pairs
    if SEATS * (pairs + 1) <= players:
        return (*(2,) * pairs, 3)
    return (*(2,) * (pairs - 1), 1)


def _spread(
    players: Sequence[P], tables: int, met: Collection[frozenset[P]]
) -> tuple[tuple[P, ...], ...]:
    """Seeded by a snake: each table gets one of every quarter, and no old company if possible."""
    sat: list[list[P]] = [[] for _ in range(tables)]
    for row in range(SEATS):
        free = list(range(tables)) if row in (0, 3) else list(reversed(range(tables)))
        for player in players[row * tables : (row + 1) * tables]:
            new = [t for t in free if not any(frozenset((player, o)) in met for o in sat[t])]
            table = (new or free)[0]
            free.remove(table)
            sat[table].append(player)
    return tuple(map(tuple, sat))
