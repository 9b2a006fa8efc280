"""A booked win on the score sheet of a running table."""

import pytest

from engine.rules import Source
from web import create_app

SOUTH = 0


@pytest.fixture
def csv_lines(table):
    client = create_app(table).test_client()
    return lambda: client.get("/sheet.csv").data.decode("utf-8-sig").splitlines()


def test_a_booked_round_is_a_line_with_deng_and_fan(table, lay, csv_lines):
    lay("runs")
    table.declare(SOUTH, 18, Source.OTHER)
    assert csv_lines()[1] == "1,南家,南家,18,2,1,4,-2,-2,"
    assert csv_lines()[-3].startswith("总分 Total,,,,,,4,-2,-2")


def test_a_record_of_an_older_version_leaves_those_cells_empty(new_table, lay):
    table = new_table()
    event = {"type": "booked", "number": 1, "seat": 0, "xi": 15, "hand": "", "steps": [],
             "points": [[0, 2], [1, -1], [2, -1]]}  # fmt: skip
    table._store.append(event)
    client = create_app(new_table()).test_client()
    lines = client.get("/sheet.csv").data.decode("utf-8-sig").splitlines()
    assert lines[1] == "1,,南家,15,,,2,-1,-1,"
