"""The complete hands against a plain reading of RULES.md §3 that tries every partition."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from engine.arrangements import arrangements
from engine.cards import Card, parse
from engine.melds import Kind, Meld, is_legal, shape_of
from engine.position import Position, Win
from engine.rules import Source, load

# Four big groups worth nothing lie open; eight small cards are in the hand.
LAID = tuple(
    Meld(Kind.CHI, parse(cards)) for cards in ("叁肆伍", "叁肆伍", "陆柒捌", "陆柒捌")
)  # fmt: skip
WORTH = {Kind.PENG: 1, Kind.WEI: 3, Kind.KAN: 3, Kind.PAO: 6, Kind.TI: 9}


def partitions(cards):
    """Every way to cut the cards into pairs, chi, and three or four alike."""
    if not cards:
        yield []
    for size in (1, 2, 3):
        for others in set(combinations(cards[1:], size)) if cards else ():
            if len({cards[0], *others}) > 1 and not is_legal(Kind.CHI, (cards[0], *others)):
                continue
            rest = Counter(cards[1:]) - Counter(others)
            for more in partitions(tuple(sorted(rest.elements()))):
                yield [(cards[0], *others), *more]


def kind_of(group, held, win):
    """What a group of the hand is."""
    face, n = group[0], len(group)
    if len(set(group)) > 1:
        return Kind.CHI
    own = win.source is Source.SELF
    if n == 4:
        return Kind.TI if own or held[face] == 4 else Kind.PAO
    if n == 3:
        completed = Kind.WEI if own else Kind.PENG
        return Kind.KAN if held[face] == 3 else completed
    return Kind.JIANG


def plainly(position, free_po_pao):
    """The xi of all complete hands."""
    win, held = position.win, Counter(position.hand)
    found = {"po_pao": set(), "rest": set()}
    for groups in partitions(tuple(sorted((*position.hand, win.card)))):
        kinds = [kind_of(group, held, win) for group in groups]
        fours = sum(kind in (Kind.PAO, Kind.TI) for kind in kinds)
        sizes = sorted(len(group) for group in groups)
        if sizes != ([3, 3, 3] if not fours else [2, 3, 4]):
            continue
        whole = all(any(g.count(face) >= n for g in groups) for face, n in held.items() if n >= 3)
        alike = max(g.count(win.card) for g in groups if len(set(g)) == 1 or win.card in g)
        forced = win.source is Source.SELF and held[win.card] in (2, 3)
        if not whole or (forced and alike != held[win.card] + 1):
            continue
        out = held[win.card] == 3 and alike == 3
        xi = sum(
            WORTH.get(kind, 0)
            + (3 if kind is Kind.CHI and shape_of(group) in ("123", "2710") else 0)
            for kind, group in zip(kinds, groups, strict=True)
        )
        found["po_pao" if out else "rest"].add(xi)
    pao = held[win.card] == 3 and found["rest"]
    return found["rest"] | (set() if pao and not free_po_pao else found["po_pao"])


SMALL = [card for card in Card if not card.big for _ in range(4)]
TRIOS = [
    meld
    for meld in ("一二三", "二七十", "四五六", "五六七", "一一一", "二二二", "六六六", "七八九")
]


@st.composite
def nine_cards(draw):
    anything = st.lists(st.sampled_from(SMALL), min_size=9, max_size=9)
    melds = st.lists(st.sampled_from(TRIOS), min_size=3, max_size=3).map("".join).map(parse)
    with_pair = st.builds(
        lambda four, pair, three: parse(four * 4 + pair * 2 + three),
        st.sampled_from("一二六七"),
        st.sampled_from("三四八"),
        st.sampled_from(TRIOS),
    )
    cards = sorted(draw(st.one_of(melds, with_pair, anything)))
    assume(max(Counter(cards).values()) <= 4)
    won = cards.pop(draw(st.integers(0, 8)))
    source = draw(st.sampled_from([Source.SELF, Source.OTHER]))
    return Position(LAID, tuple(cards), Win(won, source))


@settings(max_examples=120, deadline=None)
@given(nine_cards())
@example(Position(LAID, parse("一二三二二二三四"), Win(Card.五, Source.OTHER)))
@example(Position(LAID, parse("六六六四五七七八"), Win(Card.六, Source.OTHER)))
def test_the_complete_hands_are_those_of_the_written_rules(position):
    for name, free in (("guoji", False), ("anhua", True)):
        found = {one.xi for one in arrangements(position, load(name))}
        assert found == plainly(position, free), name


@pytest.mark.parametrize(
    ("hand", "card", "source", "how"),
    [
        pytest.param("六六四五七八九九", "六", "self", set(), id="own draw on a pair is 偎"),
        pytest.param("六六四五五七七八", "六", "other", {"plain_hu"}, id="another's may join"),
        pytest.param("六六六四五五七八", "七", "other", set(), id="a 坎 is never split"),
        pytest.param("六六六四五七八九", "六", "other", {"po_pao_hu"}, id="破跑"),
        pytest.param("六六六四五七八九", "六", "self", set(), id="破跑不破提"),
        pytest.param("六六六四五三九九", "六", "self", {"ti_hu"}, id="提"),
        pytest.param("六六四五三七八九", "六", "self", {"wei_hu"}, id="偎"),
    ],
)
def test_what_the_winning_card_becomes(hand, card, source, how):
    position = Position(LAID, parse(hand), Win(Card[card], Source(source)))
    assert {one.how for one in arrangements(position, load("guoji"))} == how
