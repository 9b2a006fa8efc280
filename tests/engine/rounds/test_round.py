"""The course of a round: turn order, what lies where, what is owed (RULES.md §5)."""

import json
from pathlib import Path

import pytest

from engine.cards import Card, parse
from engine.events import Discard, Hu, Start, dump, parse_lines
from engine.evidence import EvidenceGroup, evidence_from_known
from engine.judge import judge
from engine.melds import Kind, Meld
from engine.position import Position, Win
from engine.round import apply, correct, evidence_of, replay, undo
from engine.rules import Source, load
from engine.state import IllegalEvent, Phase
from engine.verify import Answer, verify

ROUNDS = json.loads(Path(__file__).with_name("two_rounds.json").read_text("utf-8"))
G = "start guoji 012 叁 | 0 takes | "
A = "start anhua 012 | "
L = "start loudi 012 叁 | "


@pytest.fixture(params=ROUNDS, ids=[played["name"] for played in ROUNDS])
def played(request):
    """A whole round: its record, the hands as dealt, who won and for how much."""
    lines = [json.dumps(event, ensure_ascii=False) for event in request.param["events"]]
    hands = {int(seat): parse(cards) for seat, cards in request.param["hands"].items()}
    return list(parse_lines(lines)), hands, request.param


def test_a_whole_round_replays_from_what_a_camera_sees(played):
    log, _, truth = played
    end = replay(log, load("guoji"))
    assert (end.phase, end.won.seat) == (Phase.OVER, truth["winner"])
    assert end.stock == 19 - sum(event.type == "turn" for event in log)


def test_a_whole_round_replays_with_its_true_hands(played):
    log, hands, truth = played
    end = replay(log, load("guoji"), hands)
    assert end.won.seat == truth["winner"]


def test_what_the_winner_had_laid_down_is_evidence_for_the_judge(played):
    log, _, truth = played
    end = replay(log, load("guoji"))
    laid = evidence_of(end, end.won.seat)
    assert sorted(f"{meld.kind}:{''.join(map(str, meld.cards))}" for meld in laid) == truth["laid"]
    hand = [card for meld in end.won.groups for card in meld.cards]
    for card in (*(card for meld in laid for card in meld.cards), end.won.card):
        hand.remove(card)
    win = Win(end.won.card, end.won.source)
    assert judge(Position(laid, tuple(sorted(hand)), win), end.rules).xi == end.won.declared


def test_the_record_makes_the_declared_number_sure(played):
    """Three alike, face up at the end, may be 碰, 偎 or 坎: the record of the round tells."""
    log, _, _ = played
    end = replay(log, load("guoji"))
    laid, hu = evidence_of(end, end.won.seat), end.won
    alike = frozenset({Kind.PENG, Kind.WEI, Kind.KAN, Kind.PAO, Kind.TI})
    seen = [
        EvidenceGroup(meld.cards, alike if len(set(meld.cards)) == 1 else frozenset({Kind.CHI}))
        for meld in hu.groups
    ]
    known = evidence_from_known(seen, laid, None, win_card=hu.card, source=hu.source)
    assert verify(known, hu.declared, end.rules).answer is Answer.CONFIRMED
    assert verify(known, hu.declared + 3, end.rules).answer is Answer.MISCOUNTED


def test_one_of_two_stories_of_a_pao_remains_when_the_hand_is_opened(play):
    """A 跑 may come out of a 坎 or of the 偎 lying face down; the opened hand tells."""
    before = (
        G + "0 plays 七 | 1 turns ? | 1 wei ? | 1 plays 一 | 2 turns 玖 | 1 pao 玖 | 1 plays 二"
    )
    stories = play(before).seat(1).holdings
    assert {len(story.melds) for story in stories} == {1, 2}
    opened = "pao:玖玖玖玖 kan:五五五 jiang:捌捌 chi:四五六 chi:壹贰叁 chi:三三叁"
    end = play(f"{before} | 2 turns 六 | 1 hu 六 other 21 {opened} wei:八八八")
    assert [laid.was for laid in end.seat(1).holdings[0].melds if laid.kind == "pao"] == [None]
    end = play(f"{before} | 2 turns 六 | 1 hu 六 other 21 {opened} kan:八八八")
    assert [laid.was for laid in end.seat(1).holdings[0].melds] == [Kind.WEI]


WAITING = [
    pytest.param("start guoji 012 叁", "shown", 0, 19, id="guoji: the dealer may take the 亮张"),
    pytest.param("start guoji 12 叁", "shown", 1, 39, id="guoji: two players"),
    pytest.param(G, "discard", 0, 19, id="guoji 收张: then he owes a discard"),
    pytest.param("start guoji 012 叁 | 1 turns 一", "offer", 2, 18, id="guoji: 亮张 declined"),
    pytest.param("start anhua 012", "discard", 0, 19, id="anhua: the dealer has 21"),
    pytest.param("start loudi 012 叁", "discard", 0, 19, id="loudi: 挡底 is in the hand"),
    pytest.param("start loudi 012", "discard", 0, 19, id="loudi: 挡底 unseen"),
    pytest.param(G + "0 plays 七", "offer", 1, 19, id="after a discard the next may turn"),
    pytest.param(G + "0 plays 七 | 1 turns 八", "offer", 2, 18, id="and after him the next"),
    pytest.param(G + "0 plays 七 | 2 peng 七", "discard", 2, 19, id="a claim owes a discard"),
    pytest.param(
        G + "0 plays 七 | 2 peng 七 | 2 plays 一", "offer", 0, 19, id="and the turn goes on there"
    ),
    pytest.param(G + "0 plays 七 | 1 turns ? | 1 wei ?", "discard", 1, 18, id="a 偎 too"),
    pytest.param(
        G + "0 plays 七 | 1 pao 七 | 1 plays 一 | 2 turns ? | 2 wei ? | 2 plays 二 | 1 pao 二",
        "turn",
        2,
        18,
        id="重跑: the next player turns at once (八块不打牌)",
    ),
    pytest.param(
        G + "0 plays 七 | 1 pao 七 | 1 plays 一 | 2 turns 八 | 0 turns 九 | 1 turns ? | 1 ti 二",
        "turn",
        2,
        16,
        id="a 提 after a 跑 is 重跑 too",
    ),
]


@pytest.mark.parametrize(("text", "phase", "actor", "stock"), WAITING)
def test_what_the_round_waits_for(play, text, phase, actor, stock):
    now = play(text)
    assert (now.phase, now.actor, now.stock) == (phase, actor, stock)


DEALT_TI = [
    pytest.param(G + "0 ti 一 | 0 plays 七 | 1 turns ? | 1 wei ?", 1, "discard", id="one: nothing"),
    pytest.param(
        "start guoji 012 叁 | 1 ti 一 | 1 ti 二 | 0 takes | 0 plays 七 | 1 peng 七",
        2,
        "turn",
        id="guoji: two dealt 提 skip one discard, as anhua (RULES.md §6)",
    ),
    pytest.param(
        "start guoji 012 叁 | 1 ti 一 | 1 ti 二 | 0 takes | 0 plays 七 | 1 peng 七 | 2 turns 八 "
        "| 1 peng 八",
        1,
        "discard",
        id="guoji: and only one",
    ),
    pytest.param(A + "0 plays 七 | 1 peng 七 | 1 ti 一", 1, "discard", id="anhua: one dealt 提"),
    pytest.param(A + "0 plays 七 | 1 peng 七 | 1 ti 一 | 1 ti 二", 2, "turn", id="anhua: two"),
    pytest.param(
        A + "0 plays 七 | 1 pao 七 | 1 ti 一 | 1 ti 二 | 2 turns 八 | 1 peng 八",
        2,
        "turn",
        id="anhua: a first claim that is 跑 moves the skip on",
    ),
    pytest.param(
        A + "0 plays 七 | 1 pao 七 | 1 ti 一 | 1 ti 二 | 2 turns 八 | 1 peng 八 | 2 turns 九 "
        "| 1 peng 九",
        1,
        "discard",
        id="anhua: and then he discards",
    ),
    pytest.param(
        A + "0 plays 七 | 1 peng 七 | 1 ti 一 | 1 ti 二 | 1 ti 三 | 2 turns 八 | 1 peng 八",
        2,
        "turn",
        id="anhua: 闲家 with three skips k - 1 discards (RULES.md §6)",
    ),
    pytest.param(
        A + "0 ti 一 | 0 ti 二 | 0 plays 七 | 1 turns 八 | 0 peng 八",
        1,
        "turn",
        id="anhua: the dealer with two discards, then owes none at his next claim",
    ),
    pytest.param(
        A + "0 ti 一 | 0 ti 二 | 0 ti 三 | 0 plays 七 | 1 turns 八 | 0 peng 八 | 1 turns 九 "
        "| 0 peng 九 | 1 turns 十 | 0 peng 十",
        0,
        "discard",
        id="anhua: the dealer with three skips two",
    ),
    pytest.param(
        L + "1 ti 一 | 1 ti 二 | 1 turns 四 | 1 takes | 0 plays 七 | 1 peng 七",
        1,
        "discard",
        id="loudi: two dealt 提 were replaced by a card, so nothing is skipped",
    ),
    pytest.param(
        L + "0 ti 一 | 0 ti 二 | 0 turns 四 | 0 takes | 0 plays 七 | 1 turns 八 | 0 peng 八",
        0,
        "discard",
        id="loudi: the dealer's too",
    ),
]


@pytest.mark.parametrize(("text", "actor", "phase"), DEALT_TI)
def test_dealt_ti_and_the_discards_they_save(play, text, actor, phase):
    now = play(text)
    assert (now.phase, now.actor) == (phase, actor)


LAYOUT = [
    pytest.param("0 plays 七 | 1 chi 七 八九七", "七八九 ↑↑↑", id="吃: the taken card lowest"),
    pytest.param("0 plays 七 | 1 peng 七", "七七七 ↑↑↑", id="碰: three up"),
    pytest.param("0 plays 七 | 1 turns ? | 1 wei ?", "??? ↓↓↓", id="偎: three down (暗偎)"),
    pytest.param("0 plays 七 | 1 turns ? | 1 wei 七", "七七七 ↓↓↑", id="臭偎: one up on top"),
    pytest.param("0 plays 七 | 1 pao 七", "七七七七 ↑↑↑↑", id="跑: four up"),
    pytest.param("0 plays 七 | 1 turns ? | 1 ti 八", "八八八八 ↓↓↓↑", id="提: the top up"),
    pytest.param("1 ti 八", "八八八八 ↑↓↓↓", id="dealt 提: the lowest up"),
]


@pytest.mark.parametrize(("text", "looks"), LAYOUT)
def test_how_a_group_lies(play, text, looks):
    (laid,) = play(G + text).seat(1).holdings[0].melds
    faces = "".join("?" if card is None else str(card) for card in laid.cards)
    assert f"{faces} {''.join('↑' if up else '↓' for up in laid.up)}" == looks


def test_every_bi_group_has_the_eaten_face_lowest(play):
    melds = play(G + "0 plays 七 | 1 chi 七 九八七 二十七 柒七柒").seat(1).holdings[0].melds
    assert [laid.cards[0] for laid in melds] == [Card.七] * 3


def test_unclaimed_cards_lie_between_their_player_and_the_next(play):
    now = play(G + "0 plays 七 | 1 turns 八 | 2 turns 九 | 1 peng 九 | 1 plays 一")
    assert [(str(one.card), one.seat, one.turned) for one in now.lying] == [
        ("七", 0, False),
        ("八", 1, True),
        ("一", 1, False),
    ]


def test_the_hand_is_counted_though_nobody_sees_it(play):
    now = play(G + "0 plays 七 | 1 chi 七 七八九 七二十 | 1 plays 一 | 2 turns ? | 2 wei ?")
    assert [seat.held for seat in now.seats] == [20, 14, 18]
    assert {str(card) for _, card in now.seat(1).holdings[0].shed} == set("八九七二十一")


TIANHU = "kan:一一一 kan:二二二 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:壹贰叁 chi:七八九"
WINS = [
    pytest.param("start guoji 012 叁", "0", "self", id="guoji 起手胡: the dealer on the 亮张"),
    pytest.param("start guoji 012 叁", "2", "other", id="guoji 起手胡: anybody"),
    pytest.param(G, "0", "self", id="guoji: the dealer, with the 亮张 already taken"),
    pytest.param(G + "0 plays 七 | 1 turns 叁", "1", "self", id="自摸"),
    pytest.param(G + "0 plays 七 | 1 turns ?", "1", "self", id="a draw that nobody has seen"),
    pytest.param(G + "0 plays 七 | 1 turns 叁", "2", "other", id="another's draw"),
    pytest.param("start loudi 012 八 | 0 plays 叁", "2", "discard", id="loudi 地胡, 放炮"),
    pytest.param("start loudi 012 叁", "0", "self", id="loudi 天胡"),
]


@pytest.mark.parametrize(("text", "seat", "source"), WINS)
def test_where_the_winning_card_comes_from_follows_from_the_turn_order(play, text, seat, source):
    end = play(f"{text} | {seat} hu 叁 {source} 27 {TIANHU}")
    assert (end.phase, end.won.source) == (Phase.OVER, source)
    for wrong in {"self", "other", "discard"} - {source}:
        with pytest.raises(IllegalEvent, match=f"the source {source}"):
            play(f"{text} | {seat} hu 叁 {wrong} 27 {TIANHU}")


def test_a_hand_may_be_opened_upon_a_claim_just_made(play):
    """The evidence is what lay there before the winning card (碰胡)."""
    groups = "peng:叁叁叁 kan:二二二 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:七八九 chi:四五六"
    end = play(G + f"0 plays 七 | 1 turns 叁 | 2 peng 叁 | 2 hu 叁 other 21 {groups}")
    assert (end.won.source, evidence_of(end, 2)) == (Source.OTHER, ())


def test_the_win_shows_what_the_face_down_wei_was(play):
    groups = "wei:三三三 kan:二二二 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:七八九 chi:四五六"
    text = G + "0 plays 七 | 1 turns ? | 1 wei ? | 1 plays 八 | 2 turns 柒"
    assert evidence_of(play(text), 1) == ()
    end = play(f"{text} | 1 hu 柒 other 21 {groups}")
    assert evidence_of(end, 1) == (Meld(Kind.WEI, (Card.三,) * 3),)


def test_the_stock_is_empty_and_nobody_won(play):
    faces = "一二三四五六七八九十壹贰肆伍陆柒捌玖拾"
    turns = " | ".join(f"{(i + 1) % 3} turns {face}" for i, face in enumerate(faces))
    text = G + f"0 plays 叁 | {turns}"
    assert play(text).stock == 0
    assert play(text + " | exhausted").phase is Phase.OVER
    with pytest.raises(IllegalEvent, match="expected exhausted, the stock is empty"):
        play(text + " | 2 turns 一")
    with pytest.raises(IllegalEvent, match="荒"):
        play(G + "0 plays 叁 | exhausted")


def test_undo_is_the_record_without_its_last_event(log):
    events = log(G + "0 plays 七 | 1 peng 七")
    assert replay(undo(events), load("guoji")) == replay(events[:-1], load("guoji"))


def test_a_correction_is_another_record(log):
    events = log(G + "0 plays 七 | 1 turns 八 | 1 chi 八 七八九 | 1 plays 四")
    right = Discard(seq=2, seat=0, card=Card.九, by="醒家")
    now = replay(correct(events, right), load("guoji"))
    assert now.lying[0].card is Card.九


def test_a_later_event_that_a_correction_makes_illegal_is_named(log):
    events = log(G + "0 plays 七 | 1 peng 七 | 1 plays 四")
    wrong = correct(events, Discard(seq=2, seat=0, card=Card.九))
    with pytest.raises(IllegalEvent, match=r"event 3 \(peng by seat 1\)") as refused:
        replay(wrong, load("guoji"))
    assert refused.value.seq == 3
    assert refused.value.before == replay(wrong[:3], load("guoji"))


def test_only_an_event_of_the_record_can_be_corrected(log):
    with pytest.raises(ValueError, match="expected an event 9"):
        correct(log(G), Discard(seq=9, seat=0, card=Card.九))


def test_the_fold_leaves_the_round_before_as_it_was(log):
    *before, last = log(G + "0 plays 七 | 1 peng 七")
    now = replay(before, load("guoji"))
    apply(now, last)
    assert now == replay(before, load("guoji"))


STARTS = [
    pytest.param("start guoji 012", "亮张", id="guoji without a 亮张"),
    pytest.param("start anhua 012 叁", "亮张", id="anhua shows no card"),
    pytest.param("start guoji 011 叁", "起牌", id="a seat twice"),
    pytest.param("start guoji 0123 叁", "起牌", id="the 醒家 plays no cards"),
    pytest.param("start guoji 0 叁", "起牌", id="alone"),
]


@pytest.mark.parametrize(("text", "rule"), STARTS)
def test_a_start_that_cannot_be(play, text, rule):
    with pytest.raises(IllegalEvent) as refused:
        play(text)
    assert refused.value.rule == rule


def test_a_record_begins_with_a_start_of_its_rules(log):
    with pytest.raises(IllegalEvent, match="a round of anhua, not of guoji"):
        replay(log(G), load("anhua"))
    with pytest.raises(IllegalEvent, match="a start"):
        replay(log(G)[1:], load("guoji"))
    with pytest.raises(ValueError, match="begins with a start"):
        replay([], load("guoji"))


def test_the_dealer_need_not_be_named_first():
    start = Start(seq=0, rules="anhua", dealer=2, seats=(0, 1, 2))
    assert replay([start], load("anhua")).order == (2, 0, 1)


def test_hands_that_are_no_deal_are_refused(log, deal):
    start = log("start guoji 012 叁")
    good = deal({0: 20, 1: 20, 2: 20}, {}, spare="叁")
    assert replay(start, load("guoji"), good).seat(1).holdings[0].hand == tuple(sorted(good[1]))
    with pytest.raises(ValueError, match="20 cards of seat 1"):
        replay(start, load("guoji"), good | {1: good[1][1:]})
    with pytest.raises(ValueError, match="four cards of a face"):
        replay(start, load("guoji"), good | {1: (Card.一,) * 20})


def test_the_winner_cannot_open_other_cards_than_he_was_dealt(deal, log):
    mine = "一一一二二二五五五陆陆陆柒捌玖壹贰七八九"
    text = f"start guoji 012 叁 | 0 takes | 0 plays 十 | 1 turns 叁 | 1 hu 叁 self 27 {TIANHU}"
    good = deal({0: 20, 1: 20, 2: 20}, {0: "十", 1: mine}, spare="叁叁")
    assert replay(log(text), load("guoji"), good).won.seat == 1
    other = deal({0: 20, 1: 20, 2: 20}, {0: "十", 1: mine.replace("九", "四")}, spare="叁叁")
    with pytest.raises(IllegalEvent, match=r"四张|手牌"):
        replay(log(text), load("guoji"), other)


def test_events_written_to_lines_fold_to_the_same_round(log):
    events = log(G + "0 plays 七 | 1 turns ? | 1 wei ? | 1 plays 八 | 2 chi 八 八七九")
    read = list(parse_lines(map(dump, events)))
    assert replay(read, load("guoji")) == replay(events, load("guoji"))
    assert not isinstance(read[-1], Hu)
