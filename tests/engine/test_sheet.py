"""The score sheet: the printed rounds, totals, ranks, signatures; and as CSV."""

import csv
import io

import pytest

from engine.cards import parse
from engine.course import Outcome, played
from engine.match import Hu, Offence
from engine.questions import SEATS, Text
from engine.rules import Source, load
from engine.scoring import Facts, score
from engine.sheet import Line, csv_text, line_of, sheet

GUOJI, LOUDI = load("guoji"), load("loudi")
NAMES = dict(enumerate(SEATS))
HEAD = ["局", "庄", "胡", "戏", "等", "番", "南家", "东家", "北家", "西家", "罚"]


def wins(seat, xi, red=5, offences=()):
    facts = Facts(xi=xi, red=red, small=9, duizi=False, one_block=False, source=Source.OTHER)
    return Outcome(Hu(seat, score(facts, GUOJI)), offences)


def lines(*outcomes, xi):
    booked = played((0, 1, 2, 3), 0, outcomes, GUOJI).booked
    return [
        line_of(i + 1, result, got, one)
        for i, ((result, got), one) in enumerate(zip(booked, xi, strict=True))
    ]


PRINTED = lines(
    wins(3, 21, red=10, offences=(Offence(0, "失提"),)),  # west wins and deals: east counts
    wins(3, 15),
    Outcome(),
    wins(0, 21),
    xi=[21, 15, None, 21],
)


def test_the_printed_rounds_line_by_line():
    made = sheet(PRINTED, NAMES, GUOJI)
    assert [column.zh for column in made.columns] == HEAD
    assert made.rows == (
        (1, "南家", "西家", 21, 3, 2, -17, -5, 7, 15, "南家失提"),
        (2, "西家", "西家", 15, 1, 1, -2, 2, -2, 2, ""),
        (3, "西家", "荒", "", "", "", 0, 2, 0, -2, ""),
        (4, "西家", "南家", 21, 3, 1, 6, 2, -4, -4, ""),
    )
    assert made.wrong == ()


def test_the_foot_has_totals_ranks_and_room_to_sign():
    foot = {row.label.zh: row.cells for row in sheet(PRINTED, NAMES, GUOJI).foot}
    assert foot == {
        "总分": (-13, 1, 1, 11), "名次": (4, "2=", "2=", 1), "签字": ("", "", "", ""),
    }  # fmt: skip


def test_tied_players_are_named_until_they_have_drawn():
    assert sheet(PRINTED, NAMES, GUOJI).tied == ((SEATS[1], SEATS[2]),)
    drawn = sheet(PRINTED, NAMES, GUOJI, {1: parse("九"), 2: parse("玖")})
    assert drawn.tied == ()
    assert drawn.foot[1].cells == (4, 3, 2, 1)


def test_a_void_win_is_marked():
    void = lines(wins(1, 15, offences=(Offence(1, "诈胡"),)), xi=[15])
    assert sheet(void, NAMES, GUOJI).rows[0][2:] == (
        "东家（无效）", 15, 1, 1, 10, -30, 10, 10, "东家诈胡",
    )  # fmt: skip


def test_a_round_that_does_not_balance_is_told():
    made = sheet([Line(1, {0: 1, 1: -1}), Line(2, {0: 1, 1: 0})], NAMES, GUOJI)
    assert made.wrong == (2,)


@pytest.mark.parametrize(
    ("tallies", "foot"),
    [
        pytest.param((99, 85, 22, 43), [(99, 85, 22, 43), (1, 2, 4, 3)], id="not yet a hundred"),
        pytest.param(
            (101, 85, 22, 43),
            [(101, 85, 22, 43), (150, 110, -170, -90), (300, 100, -300, -100), (1, 2, 4, 3)],
            id="a hundred: settled, and the birds",
        ),
    ],
)
def test_a_match_to_a_hundred_is_settled_at_the_foot(tallies, foot):
    made = sheet([Line(1, dict(enumerate(tallies)))], NAMES, LOUDI)
    assert [row.cells for row in made.foot[:-1]] == foot
    assert made.columns[3].zh == "胡"
    assert made.wrong == ()  # tallies need not sum to zero


def test_an_empty_sheet_can_be_printed_before_the_match():
    made = sheet([], {seat: SEATS[seat] for seat in (0, 1, 3)}, GUOJI)
    assert made.rows == ()
    assert made.foot[0].cells == (0, 0, 0)
    assert made.tied == ()


def test_csv_reads_back_as_the_same_table():
    rows = list(csv.reader(io.StringIO(csv_text(sheet(PRINTED, NAMES, GUOJI)))))
    assert rows[0][0] == "局 Round"
    assert rows[1] == ["1", "南家", "西家", "21", "3", "2", "-17", "-5", "7", "15", "南家失提"]
    assert {len(row) for row in rows} == {len(HEAD)}
    assert [row[0] for row in rows[5:]] == ["总分 Total", "名次 Rank", "签字 Signature"]


def test_a_name_is_no_formula():
    made = sheet([Line(1, {0: 0}, winner=0)], {0: Text("=1+1", "")}, GUOJI)
    head, first, *_ = csv.reader(io.StringIO(csv_text(made)))
    assert head[6].startswith("'=1+1")
    assert first[2] == "'=1+1"
