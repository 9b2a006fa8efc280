"""Who may claim what: exactly where the hands are known, otherwise what cannot be ruled out."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import COPIES, Card, parse
from engine.claims import Claim, as_event, claims
from engine.events import Chi, Peng, Turn, Wei, dump, parse_lines
from engine.legality import chi_ways
from engine.round import apply, replay, undo
from engine.rules import load
from engine.state import Phase

GUOJI, SIZES = load("guoji"), {0: 20, 1: 20, 2: 20}
G = "start guoji 012 叁 | 0 takes | "


def say(claim):
    groups = [" " + "".join(map(str, group)) for group in claim.groups]
    return f"{claim.seat} {claim.type} {claim.card or '?'}{''.join(groups)}{' !' * claim.must}"


def said(round):
    return [say(claim) for claim in claims(round)]


WAYS = [
    pytest.param("一", "二三四", ["一二三"], id="顺"),
    pytest.param("二", "一三四七十", ["二一三", "二三四", "二七十"], id="一二三, 顺, 二七十"),
    pytest.param("二", "二贰贰", ["二二贰"], id="二贰贰 would leave the own 二 without 比"),
    pytest.param("一", "一二三", [], id="002: a copy that cannot be laid as 比: no 吃"),
    pytest.param("一", "一二三壹壹", ["一一壹", "一二三 一壹壹", "一壹壹 一二三"], id="一吃一比"),
    pytest.param("一", "一壹", ["一一壹"], id="the copy within the eaten group"),
    pytest.param("一", "二二二三三三", [], id="拆对不拆坎"),
    pytest.param("四", "四四四五六", [], id="a 坎 of the face cannot be laid as 比"),
    pytest.param("九", "玖玖", ["九玖玖"], id="绞"),
    pytest.param("玖", "九捌拾", ["玖捌拾"], id="sizes do not mix"),
    pytest.param("拾", "玖壹", [], id="there is no 玖拾壹"),
    pytest.param(
        "二",
        "一二二三三四贰贰",
        [
            "二一三 二二贰",
            "二一三 二三四 二贰贰",
            "二二贰 二一三",
            "二二贰 二三四",
            "二三四 二一三 二贰贰",
            "二三四 二二贰",
            "二贰贰 二一三 二三四",
        ],
        id="002 比牌 example 2",
    ),
]


@pytest.mark.parametrize(("card", "hand", "ways"), WAYS)
def test_every_way_to_eat_a_card(card, hand, ways):
    found = chi_ways(Card[card], parse(hand))
    assert sorted(" ".join("".join(map(str, g)) for g in way) for way in found) == sorted(ways)


@pytest.fixture
def offered(deal, log):
    """The round in which a card is offered to known hands."""

    def build(text, wanted, sizes=SIZES, spare=""):
        events = log(text)
        hands = deal(sizes, wanted, spare)
        return replay(events, load(events[0].rules), hands)

    return build


def only(round, face, *types):
    """The claims of some types, as text."""
    return [say(claim) for claim in claims(round) if claim.type in types and claim.card is face]


def test_peng_goes_before_chi_and_only_the_next_player_eats(offered):
    now = offered(G + "0 plays 七", {0: "七", 1: "八九", 2: "七七八九"}, spare="叁")
    assert only(now, Card.七, "peng")[0] == "2 peng 七"
    assert {claim.seat for claim in claims(now) if claim.type == "chi"} == {1}
    ranks = [now.claim_rules.rank(claim.type) for claim in claims(now)]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("start", "sizes", "must"),
    [
        pytest.param("start guoji 012 叁 | 0 takes", SIZES, True, id="guoji"),
        pytest.param("start anhua 012", SIZES | {0: 21}, True, id="anhua"),
        pytest.param("start loudi 012", SIZES | {0: 21}, False, id="loudi: a choice"),
    ],
)
def test_a_pao_is_compulsory_or_a_choice(offered, start, sizes, must):
    now = offered(start + " | 0 plays 七", {0: "七", 1: "八九", 2: "七七七"}, sizes, "叁")
    types = {claim.type: claim for claim in claims(now) if claim.card is Card.七}
    assert types["pao"] == Claim(2, "pao", Card.七, must=must)
    assert ("chi" in types) is not must
    assert "peng" not in types


def test_an_own_draw_on_a_pair_is_a_wei_and_nothing_else(offered):
    now = offered(G + "0 plays 十 | 1 turns 七", {0: "十", 1: "七七八九", 2: "八九"}, spare="叁七")
    assert [say(one) for one in claims(now) if one.card is not Card.十] == ["1 wei ? !"]


def test_a_stinky_wei_shows_its_face(offered):
    text = G + "0 plays 七 | 1 turns 二 | 2 turns 八 | 0 turns 九 | 1 turns 七"
    singles = "一二三四五六八九十壹贰肆伍陆柒捌玖拾"
    hands = {0: singles + "七叁", 1: singles + "七七", 2: singles + "叁拾"}
    now = offered(text, hands)
    assert "1 wei 七 !" in said(now)


def test_an_own_draw_on_a_kan_is_a_ti(offered):
    now = offered(G + "0 plays 十 | 1 turns 七", {0: "十", 1: "七七七", 2: "八九"}, spare="叁七")
    assert said(now) == ["1 ti 七 !"]


def test_a_dealt_ti_is_shown_at_once(offered):
    now = offered("start guoji 012 叁", {1: "七七七七"}, spare="叁")
    assert "1 ti 七 !" in said(now)


def test_a_draw_that_only_its_turner_has_seen(play):
    assert said(play(G + "0 plays 七 | 1 turns ?")) == ["1 ti ?", "1 wei ?", "1 hu ?"]


def test_of_unknown_hands_everything_is_possible_that_is_not_ruled_out(play):
    anybody = [f"{seat} {claim} 七" for seat in (1, 2) for claim in ("peng", "pao")]
    assert said(play(G + "0 plays 七")) == [*anybody, "1 chi 七"]


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        pytest.param("1 turns 八 | 2 turns 七", {"1 peng 七", "1 chi 七"}, id="臭"),
        pytest.param("1 turns 七 | 2 turns 七", {"1 peng 七", "0 peng 七"}, id="only one is left"),
    ],
)
def test_of_unknown_hands_too_a_stale_card_is_out(play, text, gone):
    assert not gone & set(said(play(G + "0 plays 七 | " + text)))


def test_a_laid_peng_must_become_a_pao(play):
    now = play(G + "0 plays 七 | 1 peng 七 | 1 plays 一 | 2 turns 七")
    assert said(now) == ["2 hu 七", "0 hu 七", "1 hu 七", "1 pao 七 !"]


def test_no_discard_is_won_but_in_loudi(play):
    assert not any(claim.type == "hu" for claim in claims(play(G + "0 plays 七")))
    now = play("start loudi 012 | 0 plays 七")
    assert {claim.seat for claim in claims(now) if claim.type == "hu"} == {1, 2}


def test_a_complete_hand_may_win_and_the_dealer_goes_first(offered):
    mine = "一一一二二二五五五陆陆陆柒捌玖壹贰七八九"
    now = offered("start guoji 012 叁", {2: mine}, spare="叁")
    assert [one.seat for one in claims(now) if one.type == "hu"] == [2]
    dealer = offered("start loudi 012 叁", {0: mine + "叁"}, SIZES | {0: 21})
    assert [one.seat for one in claims(dealer) if one.type == "hu"] == [0]


def test_the_dealer_may_win_as_dealt_with_his_last_card_in_a_shown_ti(offered):
    mine = "叁叁叁叁一一一二二二五五五陆陆陆七八九捌捌"
    now = offered("start loudi 012 叁 | 0 ti 叁", {0: mine}, SIZES | {0: 21})
    assert [one.seat for one in claims(now) if one.type == "hu"] == [0]
    poor = mine.replace("九", "十")
    now = offered("start loudi 012 叁 | 0 ti 叁", {0: poor}, SIZES | {0: 21})
    assert not [one for one in claims(now) if one.type == "hu"]


def test_as_event_needs_known_cards():
    chi = Claim(1, "chi", Card.七, ((Card.七, Card.八, Card.九),))
    assert as_event(chi, 5) == Chi(seq=5, seat=1, card=Card.七, groups=chi.groups)
    assert as_event(Claim(1, "wei", None), 5) == Wei(seq=5, seat=1, card=None)
    assert as_event(Claim(1, "peng", Card.七), 5) == Peng(seq=5, seat=1, card=Card.七)
    with pytest.raises(ValueError, match="whose cards are known"):
        as_event(Claim(1, "chi", Card.七), 5)


seeds = st.integers(0, 10_000)
few = settings(max_examples=4, deadline=None)


@pytest.mark.parametrize("name", ["guoji", "anhua", "loudi"])
class TestLegalRounds:
    @few
    @given(seed=seeds)
    def test_whoever_keeps_to_the_claims_breaks_no_rule(self, random_round, name, seed):
        """Legal claims are accepted one by one, from known hands and from what a camera sees."""
        hands, log, seen = random_round(name, random.Random(seed))
        rules = load(name)
        for record, given_hands in ((log, hands), (seen, hands), (seen, None)):
            end = replay(record, rules, given_hands)
            assert end.stock == replay(log[:1], rules).stock - sum(
                isinstance(event, Turn) for event in log
            )

    @few
    @given(seed=seeds)
    def test_cards_are_conserved(self, random_round, name, seed):
        hands, log, _ = random_round(name, random.Random(seed))
        now = replay(log[:1], load(name), hands)
        shown = now.phase is Phase.SHOWN
        for event in log[1:]:
            now = apply(now, event)
            held = sum(seat.holdings[0].total for seat in now.seats)
            assert held + len(now.lying) + now.stock == 80
            assert all(now.copies(face) <= COPIES for face in Card)
        assert shown is (name == "guoji")

    @few
    @given(seed=seeds, back=st.integers(1, 30))
    def test_undo_is_the_replay_of_the_shorter_record(self, random_round, name, seed, back):
        _, _, seen = random_round(name, random.Random(seed))
        record, rules = tuple(seen), load(name)
        for _ in range(back):
            record = undo(record)
        assert replay(record, rules) == replay(seen[: len(seen) - back], rules)

    @few
    @given(seed=seeds)
    def test_a_record_survives_its_lines(self, random_round, name, seed):
        _, _, seen = random_round(name, random.Random(seed))
        assert list(parse_lines(map(dump, seen))) == seen
