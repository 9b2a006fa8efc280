"""Places, ties and titles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, parse
from engine.lots import BadDraw, strength
from engine.ranking import must_draw, ranking
from engine.titles import Level, held, title

TOTALS = {"甲": 12, "乙": -5, "丙": 12, "丁": -19}


def places(totals, drawn=()):
    cards = {player: parse(text) for player, text in dict(drawn).items()}
    return {place.player: place.rank for place in ranking(totals, cards)}


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        pytest.param({}, {"甲": 1, "丙": 1, "乙": 3, "丁": 4}, id="a shared first place"),
        pytest.param({"甲": "九", "丙": "拾"}, {"丙": 1, "甲": 2, "乙": 3, "丁": 4}, id="比点"),
        pytest.param({"甲": "五", "丙": "五"}, {"甲": 1, "丙": 1, "乙": 3, "丁": 4}, id="again"),
        pytest.param(
            {"甲": "五十", "丙": "五玖"}, {"甲": 1, "丙": 2, "乙": 3, "丁": 4}, id="settled"
        ),
        pytest.param(
            {"丁": "拾"}, {"甲": 1, "丙": 1, "乙": 3, "丁": 4}, id="only ties are drawn for"
        ),
    ],
)
def test_ranks(drawn, expected):
    assert places(TOTALS, drawn) == expected


def test_who_must_draw():
    assert must_draw(ranking(TOTALS)) == (("甲", "丙"),)
    assert must_draw(ranking(dict.fromkeys("甲乙丙", 0) | {"丁": 3})) == (("甲", "乙", "丙"),)
    assert must_draw(ranking({"甲": 1, "乙": 0})) == ()


def test_of_two_tied_players_both_draw():
    with pytest.raises(BadDraw, match="丙"):
        ranking(TOTALS, {"甲": parse("九")})


@given(st.dictionaries(st.integers(), st.integers(-20, 20)), st.data())
def test_ranking_is_a_total_order_once_all_have_drawn_differently(totals, data):
    cards = data.draw(st.permutations(Card)) if len(totals) <= 20 else list(Card)
    drawn = {player: [cards[i]] for i, player in enumerate(totals) if i < 20}
    totals = {player: totals[player] for player in drawn}
    order = ranking(totals, drawn)
    assert [place.rank for place in order] == list(range(1, len(totals) + 1))
    keys = [(place.total, strength(drawn[place.player][0])) for place in order]
    assert keys == sorted(keys, reverse=True)
    assert not must_draw(order)


@given(st.dictionaries(st.integers(), st.integers(-3, 3)))
def test_without_cards_equal_totals_share_the_best_rank(totals):
    order = ranking(totals)
    for place in order:
        assert place.rank == 1 + sum(total > place.total for total in totals.values())
        assert place.shared == (list(totals.values()).count(place.total) > 1)


def test_titles_by_level():
    assert [title(level).zh for level in Level] == ["四段", "五段", "六段", "七段", "八段", "九段"]
    assert Level.PROVINCE.text.zh == "省级"
    assert held((Level.CITY, Level.BASE)) is Level.CITY
    assert held(()) is None
