"""打鸟 of the fifth and further players (seed 000 §1-3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.birds import FIRST_BIRD, followed, with_birds
from engine.cards import Card, parse
from engine.match import BadRound, Hu, Offence, RoundResult, Table, summed, transfers
from engine.rules import Source, load
from engine.scoring import Score

DEALER, NEXT, XINGJIA, LAST = 0, 1, 2, 3
FOUR = Table((DEALER, NEXT, LAST), XINGJIA)
GUOJI = load("guoji")
RED = Score(3, ("红胡",), 2, 6, Source.SELF)  # 21 戏 红胡


@pytest.mark.parametrize(
    ("cards", "seat"),
    [("一壹五伍九玖", DEALER), ("二贰六陆十拾", NEXT), ("三叁七柒", XINGJIA), ("四肆八捌", LAST)],
)
def test_the_last_stock_card_names_the_seat(cards, seat):
    assert {followed(card, FOUR) for card in parse(cards)} == {seat}


def test_it_counts_from_whoever_deals():
    assert followed(Card.一, Table((3, 0, 2), 1)) == 3
    assert followed(Card.三, Table((3, 0, 2), 1)) == 1


def test_three_at_a_table_have_no_birds():
    with pytest.raises(BadRound, match="four at the table"):
        followed(Card.一, Table((0, 1, 2)))


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        pytest.param(LAST, (-14, -14, 4, 12, 12), id="the winner: the losers pay once more"),
        pytest.param(DEALER, (-8, -8, 6, 18, -8), id="a loser: it pays as he does"),
        pytest.param(XINGJIA, (-10, -10, 4, 12, 4), id="the 醒家"),
    ],
)
def test_a_bird_shares_the_result_of_its_seat(seat, expected):
    paid = transfers(RoundResult(FOUR, Hu(LAST, RED)), GUOJI)
    got = summed(with_birds(paid, seat, [FIRST_BIRD]), (*sorted(FOUR.seats), FIRST_BIRD))
    assert tuple(got.values()) == expected


@given(
    st.sampled_from(FOUR.seats),
    st.integers(0, 4),
    st.none() | st.sampled_from(FOUR.players).map(lambda seat: Hu(seat, RED)),
    st.lists(
        st.builds(Offence, st.sampled_from(FOUR.seats), st.sampled_from(list(GUOJI.penalties))),
        max_size=2,
    ),
)
def test_with_any_number_of_birds_every_round_sums_to_zero(seat, many, hu, offences):
    birds = range(FIRST_BIRD, FIRST_BIRD + many)
    paid = transfers(RoundResult(FOUR, hu, tuple(offences)), GUOJI)
    alone = summed(paid, FOUR.seats)
    got = summed(with_birds(paid, seat, birds), (*FOUR.seats, *birds))
    assert sum(got.values()) == 0
    assert all(got[bird] == got[seat] == alone[seat] for bird in birds)
