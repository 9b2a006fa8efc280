"""摸庄, 定庄牌, who sits out, who deals next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, card, parse
from engine.choices import Source
from engine.lots import BadDraw, by_points, settled, strength
from engine.match import Hu, Offence, RoundResult, Table
from engine.rules import load
from engine.scoring import Score
from engine.seating import BadSeats, next_dealer, role, seat_by_points, seat_four, table_of

WON = Score(1, (), 1, 1, Source.OTHER)


def test_the_order_of_bi_dian():
    order = sorted(Card, key=strength, reverse=True)
    assert "".join(map(str, order)) == "拾十玖九捌八柒七陆六伍五肆四叁三贰二壹一"


@pytest.mark.parametrize(
    ("drawn", "places"),
    [
        pytest.param({"A": "九", "B": "玖", "C": "十"}, [["C"], ["B"], ["A"]], id="big over small"),
        pytest.param(
            {"A": "五", "B": "五", "C": "拾"}, [["C"], ["A", "B"]], id="equal: draw again"
        ),
        pytest.param(
            {"A": "五一", "B": "五二", "C": "拾"}, [["C"], ["B"], ["A"]], id="drawn again"
        ),
        pytest.param({"A": "五一", "B": "五一"}, [["A", "B"]], id="equal again"),
    ],
)
def test_bi_dian(drawn, places):
    got = by_points({player: parse(cards) for player, cards in drawn.items()})
    assert [sorted(equal) for equal in got] == places


@pytest.mark.parametrize(
    "drawn", [{"A": "五一", "B": "五"}, {"A": "五", "B": ""}], ids=["only one again", "no card"]
)
def test_whoever_must_draw_and_did_not_is_named(drawn):
    with pytest.raises(BadDraw, match="B"):
        by_points({player: parse(cards) for player, cards in drawn.items()})


@given(st.dictionaries(st.integers(0, 9), st.lists(st.sampled_from(Card), min_size=2, max_size=2)))
def test_bi_dian_orders_everybody_and_never_by_name(drawn):
    places = by_points(drawn)
    assert sorted(player for equal in places for player in equal) == sorted(drawn)
    keys = [{tuple(map(strength, drawn[player])) for player in equal} for equal in places]
    assert all(len(key) == 1 for key in keys)
    assert keys == sorted(keys, key=list, reverse=True)


def test_four_take_the_face_down_cards_in_the_order_of_their_points():
    order = settled(by_points({"甲": [card("三")], "乙": [card("拾")], "丙": [card("十")],
                               "丁": [card("一")]}))  # fmt: skip
    assert order == ("乙", "丙", "甲", "丁")
    dealer, _, xingjia, _ = seat_four(order, [3, 1, 4, 2])
    assert (dealer, xingjia) == ("丙", "乙")


def test_three_sit_by_their_points():
    drawn = {"甲": parse("三三"), "乙": parse("三拾"), "丙": parse("十")}
    assert seat_by_points(drawn) == ("丙", "乙", "甲")
    with pytest.raises(BadDraw, match="甲, 乙"):
        seat_by_points({"甲": parse("三"), "乙": parse("三"), "丙": parse("十")})


@pytest.mark.parametrize("lots", [[1, 2, 3], [1, 1, 2, 3], [0, 1, 2, 3]])
def test_the_four_lots_are_one_to_four(lots):
    with pytest.raises(BadDraw, match="1 2 3 4"):
        seat_four("甲乙丙丁", lots)


@pytest.mark.parametrize(
    ("seats", "dealer", "table"),
    [
        pytest.param((0, 1, 2, 3), 0, Table((0, 1, 3), 2), id="south deals, north counts"),
        pytest.param((0, 1, 2, 3), 3, Table((3, 0, 2), 1), id="west deals, east counts"),
        pytest.param((0, 1, 3), 3, Table((3, 0, 1)), id="three"),
        pytest.param((0, 2), 2, Table((2, 0)), id="two"),
    ],
)
def test_who_plays(seats, dealer, table):
    assert table_of(seats, dealer) == table


@pytest.mark.parametrize(
    ("seats", "dealer", "words"),
    [((0,), 0, "two to four"), ((0, 0, 1), 0, "different"), ((0, 1, 4), 0, "0 1 2 3"),
     ((0, 1, 2), 3, "dealer")],
)  # fmt: skip
def test_seats_that_cannot_be(seats, dealer, words):
    with pytest.raises(BadSeats, match=words):
        table_of(seats, dealer)


def test_roles_count_from_the_dealer():
    table = table_of((0, 1, 2, 3), 1)
    assert [role(table, seat).zh for seat in (1, 2, 3, 0)] == ["庄家", "下家", "醒家", "上家"]
    assert [role(table_of((0, 2), 0), seat).zh for seat in (0, 2)] == ["庄家", "对家"]


FOUR, THREE = table_of((0, 1, 2, 3), 0), table_of((0, 1, 2), 0)
OFFENCE = (Offence(1, "走跑"),)


@pytest.mark.parametrize(
    ("name", "table", "hu", "dealer"),
    [
        pytest.param("guoji", FOUR, Hu(1, WON), 1, id="抢庄: the winner deals"),
        pytest.param("guoji", FOUR, None, 0, id="荒牌 of four: the dealer goes on"),
        pytest.param("guoji", THREE, None, 1, id="荒牌荒庄 of three: the 下家"),
        pytest.param("anhua", THREE, None, 1, id="anhua, three: the 下家"),
        pytest.param("anhua", FOUR, None, 0, id="anhua, four"),
        pytest.param("loudi", THREE, None, 0, id="loudi: the dealer stays"),
        pytest.param("loudi+drawn_next_deals", THREE, None, 1, id="loudi, otherwise agreed"),
        pytest.param("loudi", THREE, Hu(2, WON), 2, id="loudi: the winner deals"),
    ],
)
def test_who_deals_next(name, table, hu, dealer):
    assert next_dealer(RoundResult(table, hu), load(name)) == dealer


def test_a_void_win_does_not_win_the_deal():
    rules = load("guoji")
    assert next_dealer(RoundResult(FOUR, Hu(1, WON), OFFENCE), rules) == 0
    assert next_dealer(RoundResult(FOUR, Hu(3, WON), OFFENCE), rules) == 3
