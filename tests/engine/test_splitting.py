"""The search against a plain one that tries everything, and what it must never do."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.arrangements import arrangements
from engine.cards import Card, parse, show
from engine.judge import judge
from engine.melds import COMMON, Kind, Meld, Shape, is_legal
from engine.position import Position, Win, right_count
from engine.rules import Source, load
from engine.splitting import CHIS, MELDS, pack, splits

DECK = [card for card in Card for _ in range(4)]


def plainly(cards, jiang, chi=COMMON):
    """All divisions into chi and one pair iff jiang, as sorted texts; no table, no memory."""
    if not cards:
        return set() if jiang else {()}
    found = set()
    first, rest = cards[0], cards[1:]
    for size in (1, 2):
        for others in set(combinations(rest, size)):
            group = tuple(sorted((first, *others)))
            pair = size == 1 and len(set(group)) == 1
            if (pair and not jiang) or not (pair or (size == 2 and is_legal(Kind.CHI, group, chi))):
                continue
            left = tuple((Counter(rest) - Counter(others)).elements())
            for division in plainly(tuple(sorted(left)), jiang and not pair, chi):
                found.add(tuple(sorted((show(group), *division))))
    return found


some_cards = st.lists(st.sampled_from(DECK), min_size=0, max_size=9).filter(
    lambda cards: all(n <= 4 for n in Counter(cards).values())
)
few_ranks = st.lists(
    st.sampled_from([card for card in DECK if card.rank in (1, 2, 3, 7, 10)]), max_size=8
).filter(lambda cards: all(n <= 4 for n in Counter(cards).values()))


@settings(max_examples=150, deadline=None)
@given(st.one_of(some_cards, few_ranks), st.booleans())
def test_the_search_finds_what_trying_everything_finds(cards, jiang):
    found = {
        tuple(sorted(show(MELDS[index].cards) for index in split))
        for split in splits(pack(cards), jiang)
    }
    assert found == plainly(tuple(sorted(cards)), jiang)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from([card for card in DECK if card.rank in (1, 4, 5, 6, 10)]), max_size=8),
    st.booleans(),
)
def test_the_search_finds_yi_wu_shi_where_it_is_played(cards, jiang):
    assume(max(Counter(cards).values(), default=0) <= 4)
    found = {
        tuple(sorted(show(MELDS[index].cards) for index in split))
        for split in splits(pack(cards), jiang, rare=True)
    }
    assert found == plainly(tuple(sorted(cards)), jiang, frozenset(Shape))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CHIS), min_size=2, max_size=6), st.sampled_from(list(Card)))
def test_a_hand_built_of_groups_is_found_again(melds, pair):
    cards = [card for meld in melds for card in meld.cards] + [pair, pair]
    if max(Counter(cards).values()) > 4:
        return
    built = tuple(sorted([*(CHIS.index(meld) for meld in melds), len(CHIS) + pair]))
    assert built in splits(pack(cards), True)


def test_there_are_thirty_eight_chi():
    assert len(set(CHIS)) == 38
    assert all(is_legal(Kind.CHI, meld.cards) for meld in CHIS)


ALIKE = [Meld(Kind.KAN, (card,) * 3) for card in Card]


@st.composite
def full_hands(draw):
    """Seven threes, any of their cards the winning one: often complete, not always legally."""
    melds = draw(st.lists(st.sampled_from((*CHIS, *ALIKE)), min_size=7, max_size=7))
    cards = sorted(card for meld in melds for card in meld.cards)
    assume(max(Counter(cards).values()) <= 4)
    won = cards.pop(draw(st.integers(0, 20)))
    return Position((), tuple(cards), Win(won, draw(st.sampled_from(Source))))


@settings(max_examples=60, deadline=None)
@given(full_hands(), st.sampled_from(["guoji", "anhua", "loudi"]))
def test_every_arrangement_uses_every_card_and_never_splits_a_kan(position, name):
    for found in arrangements(position, load(name)):
        used = [card for meld, _ in found.menzi for card in meld.cards]
        assert sorted(used) == sorted(position.cards)
        assert all(is_legal(meld.kind, meld.cards) for meld, _ in found.menzi)
        for face, n in Counter(position.hand).items():
            if n >= 3:
                whole = (face,) * n
                assert any(meld.cards[:n] == whole for meld, _ in found.menzi)


@settings(max_examples=60, deadline=None)
@given(full_hands())
def test_a_judgement_is_never_a_win_without_its_opening(position):
    judged = judge(position, load("guoji"))
    assert not judged.hu or judged.xi >= 15
    assert judged.hu <= judged.complete


@settings(deadline=None)
@given(st.lists(st.sampled_from(list(Card)), max_size=21))
def test_parse_and_show_are_inverses(cards):
    assert list(parse(show(cards))) == cards


@pytest.mark.parametrize(
    ("fours", "held"),
    [pytest.param(0, 20), pytest.param(1, 20), pytest.param(2, 21), pytest.param(6, 25)],
)
def test_how_many_cards_a_waiting_hand_holds(fours, held):
    exposed = tuple(Meld(Kind.TI, (Card(c),) * 4) for c in range(fours))
    rest = [card for card in DECK if card >= 10]
    hand = tuple(rest[:: len(rest) // 20][: held - 4 * fours])
    assert right_count(Position(exposed, hand, None))
    assert not right_count(Position(exposed, hand[1:], None))


@pytest.mark.parametrize(
    ("fours", "held"),
    [pytest.param(0, 14), pytest.param(1, 14), pytest.param(2, 15), pytest.param(4, 17)],
)
def test_how_many_cards_a_waiting_hand_of_five_groups_holds(fours, held):
    exposed = tuple(Meld(Kind.TI, (Card(c),) * 4) for c in range(fours))
    hand = tuple(Card(10 + i % 10) for i in range(held - 4 * fours))
    assert right_count(Position(exposed, hand), menzi=5)
    assert not right_count(Position(exposed, hand[1:]), menzi=5)
    assert not right_count(Position(exposed, hand))
