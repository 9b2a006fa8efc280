"""What a table books besides wins."""

import pytest

from engine.rules import Source
from web.table import Refused

SOUTH, EAST, NORTH = 0, 1, 2


def totals(table):
    return [player.total for player in table.state().players]


def test_a_drawn_round_is_booked_and_undone(new_table, table):
    table.draw(0)
    assert [one.seat for one in table.state().rounds] == [None]
    assert table.state().players[EAST].role == "dealer"
    table.undo(1)
    assert table.state().rounds == ()
    assert new_table().state().rounds == ()


def test_two_phones_book_a_round_once(table):
    table.draw(0)
    with pytest.raises(Refused, match="look again"):
        table.draw(0)


def test_nothing_to_undo_is_refused(table):
    with pytest.raises(Refused, match="nothing to undo"):
        table.undo(0)


def test_a_false_win_is_booked_once(table, lay):
    lay("runs")
    table.declare(SOUTH, 18, Source.DISCARD)
    ruling = table.state().ruling
    assert (ruling.answer, ruling.offence) == ("false_win", "诈胡")
    table.false_win(ruling.number)
    assert totals(table) == [-20, 10, 10]
    assert table.state().ruling.offence is None
    with pytest.raises(Refused, match="cannot be booked"):
        table.false_win(ruling.number)


def test_the_winners_offence_voids_the_win_and_undo_brings_it_back(table, lay):
    lay("runs")
    table.declare(SOUTH, 18, Source.OTHER)
    table.offend(SOUTH, "失提", 1, 1)
    assert totals(table) == [-6, 3, 3]
    assert table.state().ruling.points == ((SOUTH, -6), (EAST, 3), (NORTH, 3))
    table.undo(2)
    assert totals(table) == [4, -2, -2]


def test_an_undone_win_can_be_declared_again(table, lay):
    lay("runs")
    table.declare(SOUTH, 18, Source.OTHER)
    table.undo(1)
    assert table.state().ruling.points == ()
    table.declare(SOUTH, 18, Source.OTHER)
    assert totals(table) == [4, -2, -2]


@pytest.mark.parametrize(
    ("seat", "name", "round"),
    [
        pytest.param(SOUTH, "打牌慢", 1, id="no such offence"),
        pytest.param(3, "诈胡", 1, id="nobody sits there"),
        pytest.param(SOUTH, "诈胡", 2, id="a round to come"),
        pytest.param(SOUTH, "诈胡", 0, id="before the first"),
    ],
)
def test_an_offence_that_cannot_be_is_refused(table, seat, name, round):
    with pytest.raises(Refused):
        table.offend(seat, name, round, 0)


def test_a_name_lasts_and_a_long_one_is_refused(new_table, table):
    table.rename(EAST, " 老王 ")
    assert new_table().state().players[EAST].name.zh == "老王"
    with pytest.raises(Refused, match="at most"):
        table.rename(EAST, "一" * 9)
