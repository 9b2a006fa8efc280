import sqlite3

import pytest

from device.cameras import CameraLost
from device.table import HEARD, LAID_OPEN, LOST, MOVING, WAITING
from engine.rules import Source
from engine.verify import Answer
from web.table import Refused, Role

SOUTH, EAST, NORTH, WEST = 0, 1, 2, 3
OTHER, SELF = Source.OTHER, Source.SELF


def totals(table):
    return [player.total for player in table.state().players]


def test_a_right_number_is_confirmed_booked_and_spelt_out(table, lay):
    lay("runs")
    table.declare(SOUTH, 18, OTHER)
    ruling = table.state().ruling
    assert ruling.answer is Answer.CONFIRMED
    assert sum(group.xi for group in ruling.groups) == 18
    assert ruling.points == ((SOUTH, 4), (EAST, -2), (NORTH, -2))
    assert totals(table) == [4, -2, -2]
    assert table.picture(ruling.picture).startswith(b"\xff\xd8")


def test_the_bonus_of_an_own_draw_stands_apart(table, lay):
    lay("runs")
    table.declare(SOUTH, 21, SELF)
    ruling = table.state().ruling
    assert (ruling.xi, ruling.bonus) == (21, 3)
    assert sum(group.xi for group in ruling.groups) + ruling.bonus == ruling.xi


def test_a_wrong_number_books_nothing_and_names_the_right_one(table, lay):
    lay("runs")
    table.declare(SOUTH, 20, OTHER)
    ruling = table.state().ruling
    assert (ruling.answer, ruling.xi) == (Answer.MISCOUNTED, 18)
    assert totals(table) == [0, 0, 0]
    table.declare(SOUTH, 18, OTHER)
    assert totals(table) == [4, -2, -2]


def test_an_open_question_is_settled_by_one_tap(table, lay):
    lay("nines")
    table.declare(SOUTH, 21, OTHER)
    asked = table.state().ruling.question
    assert {choice.text.zh for choice in asked.choices} == {"碰", "偎/坎"}
    kan = next(choice.value for choice in asked.choices if "坎" in choice.text.zh)
    table.answer(asked.id, kan)
    assert table.state().ruling.answer is Answer.CONFIRMED
    assert totals(table) == [6, -3, -3]


def test_the_other_answer_shows_the_miscount(table, lay):
    lay("nines")
    table.declare(SOUTH, 21, OTHER)
    asked = table.state().ruling.question
    table.answer(asked.id, next(c.value for c in asked.choices if c.text.zh == "碰"))
    ruling = table.state().ruling
    assert (ruling.answer, ruling.xi) == (Answer.MISCOUNTED, 19)


def test_cards_that_are_read_badly_are_unsure(table, lay):
    lay("dim")
    table.declare(SOUTH, 18, OTHER)
    assert table.state().ruling.answer is Answer.UNSURE
    assert totals(table) == [0, 0, 0]


def test_a_hand_is_booked_once(table, lay):
    lay("runs")
    table.declare(SOUTH, 18, OTHER)
    with pytest.raises(Refused, match="booked already"):
        table.declare(SOUTH, 18, OTHER)
    assert totals(table) == [4, -2, -2]


@pytest.mark.parametrize(
    ("question", "choice"), [("0", "0"), ("1", "9"), ("1", "x")], ids=["gone", "none", "a word"]
)
def test_an_answer_to_no_question_is_refused(table, lay, question, choice):
    lay("nines")
    table.declare(SOUTH, 21, OTHER)
    with pytest.raises(Refused):
        table.answer(question, choice)


def test_a_new_declaration_closes_the_question(table, lay):
    lay("nines")
    table.declare(SOUTH, 21, OTHER)
    asked = table.state().ruling.question
    table.declare(SOUTH, 22, OTHER)
    with pytest.raises(Refused, match="closed"):
        table.answer(asked.id, "0")


def test_a_win_declared_too_early_waits_for_the_table(table, lay):
    table.moving()
    table.declare(SOUTH, 18, OTHER)
    assert table.state().status == HEARD
    assert table.state().ruling is None
    lay("runs")
    assert table.state().ruling.answer is Answer.CONFIRMED


def test_a_hand_that_only_passed_over_the_table_changes_nothing(table, lay):
    lay("runs")
    table.moving()
    assert (table.state().status, table.state().ready) == (MOVING, False)
    table.still()
    assert (table.state().status, table.state().ready) == (LAID_OPEN, True)
    table.declare(SOUTH, 18, OTHER)
    assert totals(table) == [4, -2, -2]


def test_an_open_hand_is_noticed_and_its_seat_offered(table, lay):
    lay("midgame")
    assert (table.state().status, table.state().open_seat) == (WAITING, None)
    lay("east")
    assert (table.state().status, table.state().open_seat) == (LAID_OPEN, EAST)


def test_a_lost_camera_is_told_and_loses_nothing(table, lay):
    lay("runs")
    table.declare(SOUTH, 18, OTHER)
    table.lost(CameraLost("the cable is out"))
    state = table.state()
    assert (state.status, state.ready) == (LOST, False)
    assert "the cable is out" in state.warning.en
    assert totals(table) == [4, -2, -2]
    lay("midgame")
    assert table.state().warning is None


def test_the_winner_deals_next(table, lay):
    lay("east")
    table.declare(EAST, 19, OTHER)
    asked = table.state().ruling.question
    table.answer(asked.id, next(c.value for c in asked.choices if c.text.zh == "碰"))
    assert [p.role for p in table.state().players] == [Role.PLAYER, Role.DEALER, Role.PLAYER]


def test_among_four_the_counter_gets_his_share(new_table, table, lay):
    table.sit((SOUTH, EAST, NORTH, WEST))
    assert table.state().players[NORTH].role is Role.COUNTER
    lay("runs")
    table.declare(SOUTH, 18, OTHER)
    assert totals(table) == [4, -3, 2, -3]


def test_the_score_survives_a_restart(new_table, table, lay):
    lay("runs")
    table.declare(SOUTH, 18, OTHER)
    again = new_table()
    assert totals(again) == [4, -2, -2]
    assert again.state().rounds == table.state().rounds
    assert again.state().ruling == table.state().ruling
    assert again.picture(table.state().ruling.picture) is not None


def test_what_cannot_be_written_is_neither_shown_nor_counted(new_table, table, lay):
    lay("runs")
    table._store._db.execute("PRAGMA query_only = 1")
    with pytest.raises(Refused, match="Not recorded"):
        table.declare(SOUTH, 18, OTHER)
    assert table.state().ruling is None
    assert totals(table) == [0, 0, 0]
    assert totals(new_table()) == [0, 0, 0]


def test_every_verdict_is_on_record(tmp_path, table, lay):
    lay("runs")
    table.declare(SOUTH, 20, OTHER)
    table.declare(SOUTH, 18, OTHER)
    lines = sqlite3.connect(tmp_path / "table.db").execute("SELECT line FROM events").fetchall()
    assert ["miscounted" in line for (line,) in lines] == [True, False, False]
