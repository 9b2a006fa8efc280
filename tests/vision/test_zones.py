import dataclasses

import pytest

from engine.cards import parse
from vision.table import Table

MELD = [("一", -24, 0), ("二", 0, 0), ("三", 24, 0)]  # mm: to the player's right, further in


def before(seat, cards, inward=120.0, aside=0.0):
    """Cards laid side by side before a player, pointing to him, as (face, x, y, angle)."""
    laid = []
    for face, right, further in cards:
        u, v = right + aside, inward + further
        x, y = {
            0: (450 + u, 900 - v),
            1: (900 - v, 450 - u),
            2: (450 - u, v),
            3: (v, 450 + u),
        }[seat]
        laid.append((face, x, y, (90, 0, -90, 180)[seat]))
    return laid


@pytest.mark.parametrize("seat", range(4))
def test_a_meld_belongs_to_the_player_it_lies_before(lay, look, seat):
    view = look(lay(*before(seat, MELD)))
    assert {(c.zone, c.seat) for c in view.cards} == {("meld", seat)}
    assert [g.seat for g in view.groups] == [seat]


def test_a_single_card_beside_a_meld_was_discarded(lay, look):
    view = look(lay(*before(0, MELD), *before(0, [("捌", 100, 60)])))
    assert [c.zone for c in view.cards].count("meld") == 3
    assert [c.zone for c in view.cards].count("discard") == 1


@pytest.mark.parametrize("seat", range(4))
def test_discards_lie_between_who_discarded_and_the_next(lay, look, seat):
    pile = [("四", 0, 0), ("玖", 30, 12), ("贰", 60, -9)]
    view = look(lay(*before(seat, pile, inward=330, aside=150)))
    assert {(c.zone, c.seat) for c in view.cards} == {("discard", seat)}
    assert view.groups == ()


def test_nobody_melds_before_an_empty_chair(lay, look, table):
    three = dataclasses.replace(table, seats=(0, 1, 3))
    view = look(lay(*before(2, MELD)), table=three)
    assert 2 not in {c.seat for c in view.cards}


def test_face_down_cards_in_the_middle_are_the_stock(lay, lay_down, look):
    view = look(lay(), lay_down((450, 450, 20), (452, 462, 20)))
    assert {(c.zone, c.seat) for c in view.cards} == {("stock", None)}
    assert view.groups == ()


def test_many_face_down_cards_in_one_heap_are_a_hand(lay, lay_down, look):
    view = look(lay(), lay_down(*[(420 + 12 * k, 800, 90) for k in range(6)]))
    assert {c.zone for c in view.cards} == {"other"}


HAND = ["一二三", "四五六", "壹壹壹", "贰柒拾", "陆陆陆", "七八九", "伍伍五"]


@pytest.mark.parametrize("seat", range(4))
def test_a_whole_hand_before_one_player_is_a_showdown(lay, look, seat):
    cards = [
        (face, 24 * k + 82 * (m - 3) - 24, 0)
        for m, meld in enumerate(HAND)
        for k, face in enumerate(meld)
    ]
    discards = before((seat + 1) % 4, [("玖", 0, 0), ("捌", 30, 10)], inward=330, aside=150)
    view = look(lay(*before(seat, cards, inward=110), *discards))
    opened = [c for c in view.cards if c.zone == "showdown"]
    assert len(opened) == 21
    assert {c.seat for c in opened} == {seat}
    melds = [sorted(view.cards[i].face for i in g.cards) for g in view.groups]
    assert sorted(melds) == sorted(sorted(parse(meld)) for meld in HAND)


def test_without_a_table_the_edges_of_the_picture_stand_in(lay, look):
    edges = Table(((0, 1800), (1800, 1800), (1800, 0), (0, 0)), (1800.0, 1800.0))
    view = look(lay(*before(0, MELD)), table=edges)
    assert {(c.zone, c.seat) for c in view.cards} == {("meld", 0)}
