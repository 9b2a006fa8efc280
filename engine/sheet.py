"""The score sheet (积分表) that all sign: a line a round, totals, ranks (seed 000 赛规 5, 罚则)."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.choices import Payment
from engine.match import Points, RoundResult, totals
from engine.questions import Text
from engine.ranking import must_draw, ranking
from engine.rules import RuleSet
from engine.settlement import bets, finished, settle

Cell = str | int


@dataclass(frozen=True)
class Line:
    """One round: what everybody got, and why. winner None: 荒; what is not known is None.

    xi, units, times: 戏, 等, 番 under the rule set's own words; offences: (seat, name).
    """

    number: int
    points: Points
    winner: int | None = None
    xi: int | None = None
    units: int | None = None
    times: int | None = None
    dealer: int | None = None
    offences: tuple[tuple[int, str], ...] = ()

    @property
    def void(self) -> bool:
        """Whether the winner's own offence voids the win."""
        return self.winner in {seat for seat, _ in self.offences}


@dataclass(frozen=True)
class Row:
    """A line at the foot, such as the totals: what it is, and a cell for every seat."""

    label: Text
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Sheet:
    """A table of rows; `seats` are the columns that belong to somebody, from column `first` on.

    wrong: rounds whose points do not sum to zero though the rule set says so; tied: names of those
    who still have to draw cards for their ranks.
    """

    columns: tuple[Text, ...]
    rows: tuple[tuple[Cell, ...], ...]
    foot: tuple[Row, ...]
    seats: tuple[int, ...]
    first: int
    wrong: tuple[int, ...] = ()
    tied: tuple[tuple[Text, ...], ...] = ()


TOTAL, SETTLED, BIRDS = Text("总分", "Total"), Text("结算", "Settled"), Text("打鸟", "Birds")
RANK, SIGNATURE = Text("名次", "Rank"), Text("签字", "Signature")
_WORDS = {"戏": "xi", "胡息": "xi", "胡": "xi", "息": "xi"}


def line_of(number: int, result: RoundResult, got: Points, xi: int | None = None) -> Line:
    """The line of a round that engine.course has booked."""
    score = result.hu.score if result.hu else None
    return Line(
        number,
        got,
        winner=result.hu.seat if result.hu else None,
        xi=xi,
        units=score.units if score else None,
        times=score.times if score else None,
        dealer=result.table.dealer,
        offences=tuple((offence.seat, offence.name) for offence in result.offences),
    )


def sheet(
    lines: Sequence[Line],
    names: Mapping[int, Text],
    rules: RuleSet,
    drawn: Mapping[int, Sequence[Card]] | None = None,
) -> Sheet:
    """The sheet of a match as it stands; names: who sits where, in the order of the columns.

    drawn: the cards that tied players have drawn for their ranks. Raises BadDraw, see ranking.
    """
    seats = tuple(names)
    before = (
        Text("局", "Round"),
        Text("庄", "Dealer"),
        Text("胡", "Winner"),
        Text(rules.quantity, _WORDS.get(rules.quantity, "count")),
        Text(rules.unit_name, "units"),
        Text("番", "times"),
    )
    standing = {seat: totals(line.points for line in lines).get(seat, 0) for seat in seats}
    places = ranking(standing, drawn)
    zero_sum = rules.payment is not Payment.HUNDRED
    return Sheet(
        columns=(*before, *names.values(), Text("罚", "Penalties")),
        rows=tuple(_row(line, names) for line in lines),
        foot=tuple(_foot(standing, {p.player: (p.rank, p.shared) for p in places}, rules)),
        seats=seats,
        first=len(before),
        wrong=tuple(line.number for line in lines if zero_sum and sum(line.points.values()) != 0),
        tied=tuple(tuple(names[seat] for seat in tie) for tie in must_draw(places) if lines),
    )


def csv_text(made: Sheet) -> str:
    """The sheet as comma-separated values, a spreadsheet's way: header, rounds, foot."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_harmless(f"{column.zh} {column.en}") for column in made.columns])
    writer.writerows([[_harmless(cell) for cell in row] for row in made.rows])
    for row in made.foot:
        label = f"{row.label.zh} {row.label.en}"
        writer.writerow([label, *[""] * (made.first - 1), *row.cells, ""])
    return out.getvalue()


def _row(line: Line, names: Mapping[int, Text]) -> tuple[Cell, ...]:
    def known(value: int | None) -> Cell:
        return "" if value is None else value

    if line.winner is None:
        winner = "荒"
    else:
        winner = names[line.winner].zh + ("（无效）" if line.void else "")
    return (
        line.number,
        "" if line.dealer is None else names[line.dealer].zh,
        winner,
        known(line.xi),
        known(line.units),
        known(line.times),
        *(known(line.points.get(seat)) for seat in names),
        "、".join(f"{names[seat].zh}{name}" for seat, name in line.offences),
    )


def _foot(standing: Points, ranks: Mapping[int, tuple[int, bool]], rules: RuleSet) -> Sequence[Row]:
    rows = [Row(TOTAL, tuple(standing.values()))]
    if finished(standing, rules):
        rows.append(Row(SETTLED, tuple(settle(standing, rules).values())))
        if rules.bird_bet:
            rows.append(Row(BIRDS, tuple(bets(standing, rules).values())))
    shown = [f"{rank}=" if shared else rank for rank, shared in map(ranks.__getitem__, standing)]
    return [*rows, Row(RANK, tuple(shown)), Row(SIGNATURE, ("",) * len(standing))]


def _harmless(cell: Cell) -> Cell:
    """A text that a spreadsheet would take for a formula gets a mark in front."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@") else cell
