"""What counts as found, right, wrong and invented."""

import pytest

from models.judging import judge


def figures(judged, *names):
    return tuple(judged.counts[name] for name in names)


def test_a_card_found_at_one_end_with_its_face_is_right(table, reading, true, seen):
    label = table([true(0, "五", 100)])
    judged = judge(label, reading([seen("五", 105, ends=(1,))]))
    assert figures(judged, "readable", "found", "right", "whole", "confident_wrong") == (
        1, 1, 1, 1, 0,
    )  # fmt: skip
    assert [find.right for find in judged.finds] == [True]


def test_what_lies_farther_than_eight_mm_is_another_thing(table, reading, true, seen):
    judged = judge(table([true(0, "五", 100)]), reading([seen("五", 109)]))
    assert figures(judged, "found", "claimed", "confident_wrong", "whole") == (0, 1, 1, 0)
    assert not judged.finds[0].right


@pytest.mark.parametrize(
    ("sure", "unsure", "wrong"),
    [pytest.param(0.9, 0, 1, id="confident"), pytest.param(0.8999, 1, 0, id="unsure")],
)
def test_a_wrong_face_counts_against_who_was_sure(table, reading, true, seen, sure, unsure, wrong):
    judged = judge(table([true(0, "五", 100)]), reading([seen("伍", 100, sure=sure)]))
    assert figures(judged, "found", "right", "unsure", "confident_wrong") == (1, 0, unsure, wrong)
    assert (judged.cards[0].face, judged.cards[0].said) == ("五", "伍")


def test_a_card_reported_twice_is_invented_once(table, reading, true, seen):
    label = table([true(0, "五", 100)])
    judged = judge(label, reading([seen("五", 100), seen("五", 102)]))
    assert figures(judged, "found", "claimed", "whole") == (1, 2, 0)


def test_the_nearest_find_is_the_card(table, reading, true, seen):
    label = table([true(0, "五", 100), true(1, "六", 106)])
    judged = judge(label, reading([seen("六", 105), seen("五", 101)]))
    assert figures(judged, "right", "confident_wrong") == (2, 0)


def test_a_mostly_hidden_card_may_be_found_but_need_not(table, reading, true, seen):
    label = table([true(0, "五", 100, seen=(0.3, 0.0))])
    assert figures(judge(label, reading([])), "readable", "whole") == (0, 1)
    judged = judge(label, reading([seen("五", 100, ends=(-1,))]))
    assert figures(judged, "claimed", "confident_wrong", "whole") == (0, 0, 1)
    assert judged.finds[0].right, "it lies there, with this face"


def test_each_readable_card_says_what_made_it_hard(table, reading, true, seen):
    cards = [true(0, "五", 100, seen=(1.0, 0.2), group=0), true(1, "六", 200)]
    label = table(cards, [("chi", "fan", (0,))], light="dim", hard=True)
    rows = judge(label, reading([seen("五", 100)])).cards
    assert [(row.ends, row.layout, row.light, row.hard) for row in rows] == [
        (1, "fan", "dim", True), (2, "none", "dim", True),
    ]  # fmt: skip
    assert (rows[1].found, rows[1].said, rows[1].confidence) == (False, None, 0.0)


HANDS = [
    pytest.param("五六", "showdown", 0, 1, id="all there"),
    pytest.param("五", "showdown", 0, 0, id="one missing"),
    pytest.param("五伍", "showdown", 0, 0, id="one misread"),
    pytest.param("五六", "discard", 0, 0, id="taken for discards"),
    pytest.param("五六", "showdown", 1, 0, id="given to another seat"),
]


@pytest.mark.parametrize(("faces", "zone", "seat", "right"), HANDS)
def test_a_winners_hand_is_right_or_not(table, reading, true, seen, faces, zone, seat, right):
    cards = [true(i, face, 100 + 50 * i, zone="showdown") for i, face in enumerate("五六")]
    view = reading([seen(f, 100 + 50 * i, zone=zone, seat=seat) for i, f in enumerate(faces)])
    judged = judge(table(cards, win={"seat": 0}), view)
    assert figures(judged, "hands", "hands_right") == (1, right)


GROUPS = [
    pytest.param("五五五", "peng", [(("peng", "wei"), (0, 1, 2))], (1, 1), id="whole"),
    pytest.param("五五五", "peng", [(("peng",), (0, 1))], (0, 0), id="one left out"),
    pytest.param("五五五", "peng", [(("wei", "kan"), (0, 1, 2))], (1, 0), id="not its kind"),
    pytest.param("五五五", "peng", [(("peng", "chi"), (0, 1, 2))], (1, 0), id="an impossible kind"),
    pytest.param("五六七", "chi", [(("chi",), (0, 1, 2))], (1, 1), id="a chi"),
]


@pytest.mark.parametrize(("faces", "kind", "groups", "right"), GROUPS)
def test_a_group_is_found_whole_with_its_kind(
    table, reading, true, seen, faces, kind, groups, right
):
    cards = [true(i, face, 100 + 25 * i, group=0) for i, face in enumerate(faces)]
    label = table(cards, [(kind, "row", range(3))])
    view = reading([seen(face, 100 + 25 * i) for i, face in enumerate(faces)], groups)
    judged = judge(label, view)
    assert figures(judged, "groups", "groups_right", "kinds_right") == (1, *right)


def test_a_group_with_a_neighbour_in_it_is_not_whole(table, reading, true, seen):
    cards = [true(i, "五", 100 + 25 * i, group=0) for i in range(3)] + [true(3, "五", 175)]
    view = reading([seen("五", 100 + 25 * i) for i in range(4)], [(("pao",), range(4))])
    judged = judge(table(cards, [("peng", "row", range(3))]), view)
    assert figures(judged, "groups", "groups_right") == (1, 0)


@pytest.mark.parametrize(
    ("x", "found"), [pytest.param(140, 1, id="near"), pytest.param(170, 0, id="too far")]
)
def test_a_hidden_group_is_found_by_a_back_near_its_middle(table, reading, true, seen, x, found):
    cards = [true(i, "五", 100 + 25 * i, up=False, group=0) for i in range(3)]
    judged = judge(table(cards, [("wei", "row", range(3))]), reading([seen(None, x)]))
    assert figures(judged, "back_groups", "back_groups_found", "groups") == (1, found, 0)
