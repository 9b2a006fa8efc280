"""Every rule set can be played by its own claims, options and number of players."""

import pytest

from engine.cards import Card, parse
from engine.claim_rules import of
from engine.claims import claims
from engine.events import Start
from engine.evidence import Evidence, EvidenceGroup, loose_groups
from engine.legality import chi_ways
from engine.melds import Kind
from engine.referee import review
from engine.round import begin, replay
from engine.rules import BadRuleSet, from_toml, load, names
from engine.state import IllegalEvent

SHOWN = {"stock": parse("叁")[0], "hand": None, "none": None}


def dealt(key, players, hands=None):
    rules = load(key)
    shown = SHOWN[of(rules).shown]
    start = Start(seq=0, rules=key, dealer=0, seats=tuple(range(players)), shown=shown)
    return begin(start, rules, hands)


@pytest.mark.parametrize("name", names())
def test_every_rule_set_can_be_dealt(name):
    now = dealt(name, min(load(name).playing))
    cards = sum(seat.held for seat in now.seats) + now.stock + len(now.lying)
    assert cards == 80 - (of(load(name)).set_aside if len(now.seats) == 2 else 0)


@pytest.mark.parametrize(
    ("key", "field", "value"),
    [
        pytest.param("guoji", "shown_claimable", False, id="RULES.md §6: not eaten"),
        pytest.param("guoji+shown_may_be_claimed", "shown_claimable", True, id="or eaten"),
        pytest.param("guoji+two_open_15", "set_aside", 20, id="000 §1-3: twenty set aside"),
        pytest.param("loudi+no_turned_chi", "chi_previous_turned", False, id="only discards"),
        pytest.param("xiangxiang", "pao_compulsory", False, id="like loudi"),
        pytest.param("chenzhou+fifteen_cards", "dealer_cards", 15, id="another's claims"),
    ],
)
def test_an_option_changes_how_it_is_played(key, field, value):
    assert getattr(of(load(key)), field) == value


def test_a_wrong_claim_of_a_rule_set_is_one_clear_error():
    text = 'like = "guoji"\nid = "ours"\nname = "x"\norigin = "x"\nverified = false\n'
    ours = from_toml(text + "claims = { set_asid = 3 }", "ours.toml")
    with pytest.raises(BadRuleSet, match="claims of ours: unknown key set_asid"):
        of(ours)


@pytest.mark.parametrize(
    ("key", "players", "opening"),
    [
        pytest.param("guoji", 3, 15, id="000: three"),
        pytest.param("guoji", 2, 21, id="000 §1-3: two play the harder table"),
        pytest.param("guoji+two_open_15", 2, 15, id="or set cards aside"),
        pytest.param("anhua", 2, 15, id="002"),
    ],
)
def test_the_opening_value_is_that_for_so_many_players(key, players, opening):
    now = dealt(key, players)
    assert now.rules.opening == opening
    assert dealt(key, players).rules is now.rules


@pytest.mark.parametrize(
    ("key", "players", "expected"),
    [
        pytest.param("guoji", 4, "2 or 3 different seats", id="the 醒家 does not play"),
        pytest.param("liuhuqiang", 3, "4 different seats", id="六胡抢: four"),
        pytest.param("bopi", 4, "2 or 3 different seats", id="twenty cards do not go round"),
    ],
)
def test_too_many_or_few_players(key, players, expected):
    with pytest.raises(IllegalEvent, match=expected):
        dealt(key, players)


def test_a_deck_that_does_not_go_round_is_one_clear_error():
    text = 'like = "anhua"\nid = "ours"\nname = "x"\norigin = "x"\nverified = false\n'
    ours = from_toml(text + "playing = [4]", "ours.toml")
    with pytest.raises(IllegalEvent, match="fewer players: the cards do not go round for 4"):
        begin(Start(seq=0, rules="ours", dealer=0, seats=(0, 1, 2, 3)), ours)


def test_a_record_names_its_options(log):
    with pytest.raises(IllegalEvent, match=r"a round of guoji\+open_21, not of guoji"):
        replay(log("start guoji 012 叁"), load("guoji+open_21"))


def test_fifteen_cards_owe_a_discard_above_fourteen(play):
    text = "start liuhuqiang 0123 | 0 plays 七 | 2 peng 七"
    assert (play(text).phase, play(text).actor) == ("discard", 2)


@pytest.mark.parametrize(
    ("key", "source"),
    [
        pytest.param("guoji", "self", id="RULES.md §6: as drawn"),
        pytest.param("guoji+shown_pair_is_peng", "other", id="or as another's"),
    ],
)
def test_what_the_shown_card_is_for_the_dealer(key, source):
    assert dealt(key, 3).offer.source(0) == source
    assert dealt(key, 3).offer.source(1) == "other"


RARE = "start liuhuqiang{} 0123 | 0 plays 五 | 1 chi 五 一五十"


def test_yi_wu_shi_is_eaten_only_where_it_is_a_chi(play):
    play(RARE.format("+yi_wu_shi"))
    with pytest.raises(IllegalEvent, match="a chi of these rules"):
        play(RARE.format(""))


def test_every_way_to_eat_knows_yi_wu_shi():
    shapes = load("liuhuqiang+yi_wu_shi").chi
    ways = chi_ways(Card.五, parse("一十"), shapes)
    assert ways == [(parse("五一十"),)]
    assert chi_ways(Card.五, parse("一十")) == []


def test_cards_of_no_clear_group_may_hold_yi_wu_shi():
    group = EvidenceGroup(parse("一五十"), frozenset({Kind.CHI}), True)
    evidence = Evidence((group,))
    assert loose_groups(evidence) == {0}
    assert loose_groups(evidence, load("liuhuqiang+yi_wu_shi").chi) == frozenset()


def test_a_dealer_need_not_take_the_shown_card_where_others_may_claim_it(deal, log):
    hands = deal({0: 20, 1: 20, 2: 20}, {0: "叁叁"}, "叁七")
    rules = load("guoji+shown_may_be_claimed")
    events = log("start guoji+shown_may_be_claimed 012 叁 | 1 turns 七")
    assert replay(events, rules, hands).offences == ()


OPEN = "kan:一一一 kan:二二二 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:壹贰叁 chi:七八九"
BOTH = "start loudi{} 012 四 | 0 plays 叁 | 1 hu 叁 discard 27 " + OPEN


def test_all_win_upon_one_card_where_the_rules_say_so(play):
    other = "kan:三三三 kan:四四四 kan:十十十 kan:壹壹壹 chi:贰叁肆 chi:伍陆柒 chi:捌玖拾"
    end = play(BOTH.format("+all_win") + f" | 2 hu 叁 discard 21 {other}")
    assert (end.won.seat, [one.seat for one in end.also], end.phase) == (1, [2], "over")


def test_one_wins_otherwise(play):
    other = "kan:三三三 kan:四四四 kan:十十十 kan:壹壹壹 chi:贰叁肆 chi:伍陆柒 chi:捌玖拾"
    with pytest.raises(IllegalEvent, match="the round is over"):
        play(BOTH.format("") + f" | 2 hu 叁 discard 21 {other}")


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        pytest.param(f"1 hu 叁 discard 27 {OPEN}", "胡", id="nobody twice"),
        pytest.param("exhausted", "轮次", id="only further winners"),
        pytest.param(f"2 hu 叁 discard 27 {OPEN}", "四张", id="not with the same cards"),
    ],
)
def test_what_may_not_follow_a_win(play, more, rule):
    with pytest.raises(IllegalEvent) as refused:
        play(BOTH.format("+all_win") + " | " + more)
    assert refused.value.rule == rule


PASSED = (
    "start guoji{} 012 八 | 0 takes | 0 plays 叁 | 1 turns 四 | 2 turns 四 | 0 turns 叁 "
    "| 1 hu 叁 other 27 " + OPEN
)


def test_a_passed_card_may_be_won_or_not(play):
    """RULES.md §6: 1 had 壹贰 beside the 叁 that he did not eat."""
    assert play(PASSED.format("")).offences == ()
    with pytest.raises(IllegalEvent, match="臭张"):
        play(PASSED.format("+no_passed_card"))


def test_two_dealt_ti_bring_a_card_by_agreement(play):
    text = "start guoji{} 012 叁 | 0 takes | 1 ti 一 | 1 ti 二 | {}"
    assert play(text.format("", "0 plays 七")).phase == "offer"
    now = play(text.format("+two_ti_replace", "1 turns 三 | 1 takes | 0 plays 七"))
    assert now.seat(1).held == 13
    with pytest.raises(IllegalEvent, match="补牌"):
        play(text.format("+two_ti_replace", "0 plays 七"))


@pytest.mark.parametrize(
    ("key", "must"),
    [
        pytest.param("guilin", False, id="a choice"),
        pytest.param("chenzhou", True, id="放炮必胡"),
        pytest.param("shihuka", True, id="有胡必胡"),
    ],
)
def test_a_win_is_a_duty_where_the_rules_say_so(deal, log, key, must):
    wanted = {0: "叁", 1: "一一一二二二五五五陆陆陆柒捌玖壹贰七八九"}
    hands = deal({0: 21, 1: 20, 2: 20}, wanted, "")
    now = replay(log(f"start {key} 012 | 0 plays 叁"), load(key), hands)
    (won,) = [claim for claim in claims(now) if claim.type == "hu"]
    assert (won.seat, won.must) == (1, must)


MINE = "一一一二二二五五五陆陆陆柒捌玖壹贰七八九"  # waits for 叁 alone; or eats it


WAITING = {
    0: parse("叁六六七七八八九九十十肆肆伍伍柒柒捌捌玖玖"),
    1: parse(MINE),
    2: parse("叁叁三三三四四四十十伍伍拾拾拾壹壹贰贰肆"),
}


def waiting(log, key, after):
    """Three of a known deal in which seat 1 waits for 叁 and seat 2 has a pair of it."""
    return replay(log(f"start {key} 012 | {after}"), load(key), WAITING)


@pytest.mark.parametrize("key", ["chenzhou", "shihuka"])
def test_who_must_win_is_offered_nothing_else(log, key):
    offered = claims(waiting(log, key, "0 plays 叁"))
    assert [(one.seat, one.type, one.must) for one in offered] == [(1, "hu", True)]


def test_who_may_win_is_offered_other_claims_too(log):
    offered = claims(waiting(log, "guilin", "0 plays 叁"))
    assert {one.type for one in offered} == {"hu", "peng", "chi"}


PASSING = [
    pytest.param("0 plays 叁 | 1 turns 一", id="the next turns"),
    pytest.param("0 plays 叁 | 2 peng 叁", id="another takes it"),
    pytest.param("0 plays 叁 | 1 chi 叁 壹贰叁 | 1 plays 七", id="he eats it and plays on"),
]


@pytest.mark.parametrize("key", ["chenzhou", "shihuka"])
@pytest.mark.parametrize("after", PASSING)
def test_a_win_that_must_be_made_is_not_passed(log, key, after):
    with pytest.raises(IllegalEvent, match="必胡: expected hu of seat 1 on 叁"):
        waiting(log, key, after)


@pytest.mark.parametrize("key", ["chenzhou", "shihuka"])
@pytest.mark.parametrize(
    ("after", "events"),
    [
        pytest.param(PASSING[0].values[0], (1, 2), id=PASSING[0].id),
        pytest.param(PASSING[1].values[0], (1, 2), id=PASSING[1].id),
        pytest.param(PASSING[2].values[0], (1, 3), id=PASSING[2].id),
    ],
)
def test_the_referee_finds_a_win_that_was_passed(log, key, after, events):
    """It costs what the rule set has printed for it, here nothing."""
    record = log(f"start {key} 012 | {after}")
    (found,) = review(record, load(key), WAITING).findings
    assert (found.rule, found.seat, str(found.card)) == ("必胡", 1, "叁")
    assert (found.events, found.seq, found.cost) == (events, events[-1], None)
    assert review(record, load(key)).findings == ()


@pytest.mark.parametrize("after", PASSING)
def test_elsewhere_it_may_be(log, after):
    assert waiting(log, "guilin", after).offences == ()


def test_a_hand_may_be_opened_upon_a_claim_of_ones_own(log):
    groups = "kan:一一一 kan:二二二 kan:五五五 kan:陆陆陆 chi:柒捌玖 chi:壹贰叁 chi:七八九"
    after = f"0 plays 叁 | 1 chi 叁 壹贰叁 | 1 hu 叁 discard 21 {groups}"
    assert waiting(log, "shihuka", after).won.seat == 1


def test_nobody_is_held_to_a_win_that_nobody_can_know(play):
    assert play("start shihuka 012 | 0 plays 叁 | 1 turns 一").offences == ()


def test_a_turned_card_may_be_passed_where_only_a_discard_must_be_won(log):
    after = "0 plays 六 | 1 turns 叁 | 2 turns 九"
    assert waiting(log, "chenzhou", after).offences == ()
    with pytest.raises(IllegalEvent, match="必胡"):
        waiting(log, "shihuka", after)


def test_who_else_may_win_is_among_the_claims(play):
    assert [one.seat for one in claims(play(BOTH.format("+all_win")))] == [2]
    assert claims(play(BOTH.format(""))) == ()
