"""A declared number against what was seen. Every checked win serves as evidence."""

from dataclasses import replace

import pytest

from engine.cards import Card, parse
from engine.evidence import Evidence, EvidenceGroup, evidence_from_known, known_from_json
from engine.judge import judge
from engine.melds import Kind, Meld
from engine.position import BadPosition, from_json
from engine.questions import answered
from engine.questions import as_json as question_json
from engine.rules import Source, load
from engine.verify import Answer, as_json, verify

GUOJI = load("guoji")
COULD_BE = {
    2: frozenset({Kind.JIANG}),
    3: frozenset({Kind.PENG, Kind.WEI, Kind.KAN}),
    4: frozenset({Kind.PAO, Kind.TI}),
}


def seen(cards, kinds=None, exposed=None):
    cards = parse(cards)
    alike = len(set(cards)) == 1
    could_be = COULD_BE[len(cards)] if alike else frozenset({Kind.CHI})
    return EvidenceGroup(
        cards, could_be if kinds is None else frozenset(map(Kind, kinds.split())), exposed
    )


def table(text, **known):
    """Groups such as "陆陆陆 一二三:exposed 四五六:hand", their kinds unknown."""
    words = {"": None, "exposed": True, "hand": False}
    groups = tuple(
        seen(cards, exposed=words[how])
        for cards, _, how in (group.partition(":") for group in text.split())
    )
    return Evidence(groups, **known)


def as_laid_open(expected):
    """The groups of a best arrangement, as a picture shows them: kinds and story unknown."""
    return [seen("".join(menzi["cards"])) for menzi in expected["best"]["menzi"]]


def evidence_of(position, expected, **known):
    win = {"win_card": position.win.card, "source": position.win.source}
    return evidence_from_known(as_laid_open(expected), position.exposed, position.hand, **win)


def test_with_full_evidence_the_true_total_is_confirmed(wins):
    for name, position, rules, expected in wins:
        verdict = verify(evidence_of(position, expected), expected["xi"], rules)
        assert verdict.answer is Answer.CONFIRMED, name
        assert sum(line.xi for line in verdict.breakdown) == expected["xi"], name


@pytest.mark.parametrize("off", [-3, -1, 1, 3, 100])
def test_with_full_evidence_another_number_is_miscounted(wins, off):
    for name, position, rules, expected in wins:
        verdict = verify(evidence_of(position, expected), expected["xi"] + off, rules)
        assert (verdict.answer, verdict.xi) == (Answer.MISCOUNTED, expected["xi"]), name


def test_what_lay_open_before_is_enough_the_rest_is_the_hand(wins):
    for name, position, rules, expected in wins:
        evidence = evidence_from_known(
            as_laid_open(expected),
            position.exposed,
            None,
            win_card=position.win.card,
            source=position.win.source,
        )
        assert verify(evidence, expected["xi"], rules).answer is Answer.CONFIRMED, name


@pytest.mark.parametrize("hand_known", [True, False])
def test_with_less_evidence_a_true_number_is_never_refused(wins, hand_known):
    for name, position, rules, expected in wins[::2]:
        evidence = evidence_from_known(
            as_laid_open(expected),
            None,
            position.hand if hand_known else None,
            win_card=position.win.card,
            source=position.win.source,
        )
        verdict = verify(evidence, expected["xi"], rules)
        assert verdict.answer in (Answer.CONFIRMED, Answer.UNSURE), name
        assert expected["xi"] in verdict.xi_possible, name


def test_a_card_that_cannot_be_seen_makes_it_unsure(wins):
    for name, position, rules, expected in wins[::3]:
        groups = as_laid_open(expected)
        short = [replace(groups[0], cards=groups[0].cards[1:]), *groups[1:]]
        win = {"win_card": position.win.card, "source": position.win.source}
        known = evidence_from_known(short, position.exposed, position.hand, **win)
        assert verify(known, expected["xi"], rules).answer is Answer.UNSURE, name
        assert groups[0].cards[0] in known.missing, name


@pytest.mark.parametrize("category", ["below", "rnd_below15", "rnd_none"])
def test_a_hand_that_is_no_win_is_a_false_win(category):
    import json
    from pathlib import Path

    rows = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))["vectors"]
    for row in rows:
        if row["category"] != category:
            continue
        position, rules = from_json(row["input"]), load(row["ruleset"])
        pool = [EvidenceGroup(position.cards, frozenset(), False)]
        evidence = evidence_from_known(
            pool,
            position.exposed,
            position.hand,
            win_card=position.win.card,
            source=position.win.source,
        )
        verdict = verify(evidence, 15, rules)
        assert verdict.answer is Answer.FALSE_WIN, row["id"]
        assert verdict.xi == row["expected"]["xi"], row["id"]


# 一二三 3 + 壹贰叁 6 + 贰柒拾 6 = 15, and 陆: 碰 3 or 坎 6
LU = "陆陆陆 一二三:hand 壹贰叁:hand 贰柒拾:hand 四五六:hand 五六七:hand 柒捌玖:hand"
BY_OTHER = {"win_card": Card.九, "source": Source.OTHER}


def test_three_alike_without_evidence_are_asked_about_and_the_answer_settles_it():
    evidence = table(LU, win_card=Card.七, source=Source.OTHER, seat=0)
    verdict = verify(evidence, 18, GUOJI)
    assert verdict.answer is Answer.UNSURE
    assert verdict.xi_possible == (18, 21)
    assert str(verdict.question.text) == ("南家的陆: 碰还是偎/坎? / South's 陆: peng or wei/kan?")
    results = [
        verify(answered(evidence, verdict.question, i), 18, GUOJI)
        for i in range(len(verdict.question.choices))
    ]
    assert [result.answer for result in results] == [Answer.CONFIRMED, Answer.MISCOUNTED]
    assert results[1].xi == 21


def test_the_question_offers_only_what_the_group_could_be():
    evidence = table(LU, win_card=Card.七, source=Source.OTHER, seat=0)
    lu = replace(evidence.groups[0], kinds=frozenset({Kind.PENG, Kind.WEI}))
    evidence = replace(evidence, groups=(lu, *evidence.groups[1:]))
    assert verify(evidence, 18, GUOJI).question.text.zh == "南家的陆: 碰还是偎?"


def test_a_number_outside_every_total_is_miscounted_even_if_several_remain():
    verdict = verify(table(LU, win_card=Card.七, source=Source.OTHER), 30, GUOJI)
    assert (verdict.answer, verdict.xi, verdict.xi_possible) == (Answer.MISCOUNTED, None, (18, 21))


def test_an_unknown_source_is_asked_for():
    laid = "陆陆陆:hand 一二三:hand 壹贰叁:hand 贰柒拾:hand 四五六:hand 五六七:hand 柒捌玖:hand"
    evidence = table(laid, win_card=Card.七, seat=3)
    verdict = verify(evidence, 24, GUOJI)
    assert verdict.question.text.zh == "西家胡的牌: 自摸还是别人翻的?"
    assert verify(answered(evidence, verdict.question, 0), 24, GUOJI).answer is Answer.CONFIRMED


def test_an_unknown_winning_card_is_asked_for_where_it_matters():
    # on the 陆 itself it is 碰, on any other card it was 坎
    laid = "陆陆陆:hand 一二三:hand 壹贰叁:hand 贰柒拾:hand 四五六:hand 五六七:hand 柒捌玖:hand"
    evidence = table(laid, source=Source.OTHER, seat=1)
    verdict = verify(evidence, 18, GUOJI)
    assert verdict.question.text.zh == "东家胡的是哪张?"
    choice = [c.card for c in verdict.question.choices].index(Card.陆)
    answer = verify(answered(evidence, verdict.question, choice), 18, GUOJI)
    assert answer.answer is Answer.CONFIRMED


def test_what_zimo_adds_is_a_line_of_the_sum():
    laid = "陆陆陆:hand 一二三:hand 壹贰叁:hand 贰柒拾:hand 四五六:hand 五六七:hand 柒捌玖:hand"
    verdict = verify(table(laid, win_card=Card.七, source=Source.SELF), 24, GUOJI)
    assert [(line.kind, line.xi) for line in verdict.breakdown][-1] == ("zimo", 3)


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        pytest.param(table("一二三"), "只看到3张牌", id="too few cards"),
        pytest.param(table(LU + " 八八八:hand"), "看到24张牌, 张数不对", id="too many"),
        pytest.param(table(LU, unsure_cards=(4,)), "有1张牌看不清", id="unsure card"),
        pytest.param(table(LU, expected=22), "至少要有22张", id="a hidden card is known of"),
        pytest.param(table(LU, win_card=Card.九), "没看到胡的九", id="no winning card"),
        pytest.param(table(LU, missing=(Card.九,)), "没看到九", id="a known card missing"),
    ],
)
def test_what_cannot_be_seen_is_never_judged(evidence, words):
    verdict = verify(evidence, 18, GUOJI)
    assert verdict.answer is Answer.UNSURE
    assert words in verdict.reason.zh


def test_groups_that_run_together_are_still_sound():
    apart = table("陆陆陆:exposed 一二三:exposed 壹贰叁 贰柒拾 四五六 五六七 柒捌玖")
    merged = EvidenceGroup(parse("壹贰叁贰柒拾"), frozenset({Kind.CHI}))
    groups = tuple(g for g in apart.groups if g.cards not in (parse("壹贰叁"), parse("贰柒拾")))
    evidence = Evidence((merged, *groups), win_card=Card.七, source=Source.OTHER)
    verdict = verify(evidence, 18, GUOJI)
    assert 18 in verdict.xi_possible
    assert verdict.answer in (Answer.CONFIRMED, Answer.UNSURE)


def test_a_table_of_loose_cards_is_unsure():
    heap = EvidenceGroup(parse("陆陆陆一二三壹贰叁贰柒拾四五六五六七柒捌玖"), frozenset({Kind.CHI}))
    verdict = verify(Evidence((heap,), win_card=Card.七, source=Source.OTHER), 18, GUOJI)
    assert verdict.answer is Answer.UNSURE
    assert "摆开" in verdict.reason.zh


def test_a_table_too_vague_without_its_winning_card_asks_for_it():
    heap = EvidenceGroup(parse("陆陆陆一二三壹贰叁贰柒拾四五六五六七柒捌玖"), frozenset({Kind.CHI}))
    verdict = verify(Evidence((heap,), seat=2), 18, GUOJI)
    assert verdict.question.text.zh == "北家胡的是哪张?"
    settled = answered(Evidence((heap,), seat=2), verdict.question, 0)
    assert verify(settled, 18, GUOJI).question.text.zh == "北家胡的牌: 自摸还是别人翻的?"


def test_nobody_is_accused_while_a_fourth_card_may_lie_hidden():
    # 提一 9 + 坎八 3 = 12 opens nothing; were there a fourth 八 it would be 9 + 6 or more
    laid = "一一一一 八八八 九九:hand 四五六:hand 三叁叁:hand 捌玖拾:hand 伍陆柒:hand"
    evidence = table(laid, win_card=Card.四, source=Source.OTHER, seat=2)
    verdict = verify(evidence, 15, GUOJI)
    assert verdict.answer is Answer.UNSURE
    assert verdict.question.text.zh == "北家的八: 三张还是四张?"
    three = answered(evidence, verdict.question, 0)
    assert verify(three, 15, GUOJI).answer is Answer.FALSE_WIN
    four = answered(evidence, verdict.question, 1)
    assert verify(four, 15, GUOJI).answer is not Answer.FALSE_WIN


def test_a_number_that_a_hidden_fourth_card_would_make_right_is_not_called_wrong():
    # 一二三 3, 贰柒拾 6, 伍 as 碰 3 or 坎 6, 玖 as 跑 9 or 提 12; a fourth 伍 would count 9 or 12
    groups = "伍伍伍 玖玖玖玖 十十 一二三 贰柒拾 四五六 七八九"
    evidence = table(groups, win_card=Card.四, source=Source.OTHER)
    verdict = verify(evidence, 33, GUOJI)
    assert verdict.answer is Answer.UNSURE
    assert "三张还是四张" in verdict.question.text.zh
    three = answered(evidence, verdict.question, 0)
    assert verify(three, 33, GUOJI).answer is Answer.MISCOUNTED
    assert verify(evidence, 50, GUOJI).answer is Answer.MISCOUNTED


def test_nobody_is_accused_until_all_cards_are_known_to_be_seen():
    # with a 六 in the place of the 八 the hand would win: a stray card, and one unseen?
    laid = "陆陆陆 一二三:hand 壹贰叁:hand 贰柒拾:hand 四五八:hand 五六七:hand 柒捌玖:hand"
    evidence = table(laid, win_card=Card.七, source=Source.OTHER, seat=0)
    verdict = verify(evidence, 18, GUOJI)
    assert verdict.answer is Answer.UNSURE
    assert verdict.question.text.zh == "南家的牌就是这21张吗?"
    assert verify(answered(evidence, verdict.question, 0), 18, GUOJI).answer is Answer.FALSE_WIN
    hidden = verify(answered(evidence, verdict.question, 1), 18, GUOJI)
    assert (hidden.answer, hidden.reason.zh) == (Answer.UNSURE, "只看到21张牌, 至少要有22张")


def test_evidence_of_an_exposed_group_fixes_its_kind():
    groups = table(LU).groups
    peng = [Meld(Kind.PENG, parse("陆陆陆"))]
    evidence = evidence_from_known(groups, peng, None, win_card=Card.七, source=Source.OTHER)
    assert verify(evidence, 18, GUOJI).answer is Answer.CONFIRMED


def test_known_groups_that_leave_no_hand_are_unsure():
    everything = [Meld(Kind.CHI, group.cards) for group in table(LU).groups[1:]]
    everything.append(Meld(Kind.PENG, parse("陆陆陆")))
    evidence = evidence_from_known(table(LU).groups, everything, None, source=Source.OTHER)
    assert verify(evidence, 18, GUOJI).answer is Answer.UNSURE


def test_a_discard_may_not_be_won_where_the_rule_set_says_so():
    verdict = verify(table(LU, win_card=Card.七, source=Source.DISCARD), 18, GUOJI)
    assert verdict.answer is Answer.FALSE_WIN
    assert verdict.reason.zh == "手里打出的牌不能胡"


def test_the_json_form_has_the_documented_keys():
    verdict = as_json(verify(table(LU, win_card=Card.七, source=Source.OTHER), 18, GUOJI))
    assert list(verdict) == [
        "verdict",
        "declared",
        "xi",
        "xi_possible",
        "breakdown",
        "reason",
        "question",
        "unsure_cards",
    ]
    assert verdict["verdict"] == "unsure"
    assert "碰还是偎" in verdict["question"]


def test_the_judge_and_the_verdict_agree_on_a_known_hand():
    position = from_json(
        {
            "exposed": [{"type": "peng", "cards": list("陆陆陆")}],
            "hand": list("一二三壹贰叁贰柒拾四五六五六柒捌玖"),
            "win": {"card": "七", "source": "other"},
        }
    )
    judged = judge(position, GUOJI)
    pool = [EvidenceGroup(position.cards, frozenset(), False)]
    evidence = evidence_from_known(pool, position.exposed, position.hand, source=Source.OTHER)
    assert evidence.win_card is Card.七
    assert verify(evidence, judged.xi, GUOJI).answer is Answer.CONFIRMED


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param({}, (None, None), id="nothing"),
        pytest.param({"hand": ["一"]}, (None, (Card.一,)), id="the hand"),
        pytest.param(
            {"exposed": [{"type": "peng", "cards": ["陆", "陸", "陆"]}]},
            ((Meld(Kind.PENG, (Card.陆,) * 3),), None),
            id="what lies open",
        ),
    ],
)
def test_known_evidence_may_lack_either_key(data, expected):
    assert known_from_json(data) == expected


@pytest.mark.parametrize("data", [[], {"hnad": []}, {"hand": ["Q"]}, {"exposed": [{}]}])
def test_bad_evidence_is_one_clear_error(data):
    with pytest.raises(BadPosition, match="expected"):
        known_from_json(data)


def test_a_question_beside_a_confirmed_number_says_that_only_the_payment_is_open():
    """安化: 自摸 adds no 胡息, it doubles what the hand pays."""
    evidence = table(LU, win_card=Card.七, seat=0)
    groups = (replace(evidence.groups[0], kinds=frozenset({Kind.KAN})), *evidence.groups[1:])
    verdict = verify(replace(evidence, groups=groups), 21, load("anhua"))
    assert (verdict.answer, verdict.xi, verdict.score) == (Answer.CONFIRMED, 21, None)
    assert verdict.question.text.zh == "21胡息已确认, 付多少还差一问: 南家胡的牌: 自摸还是别人翻的?"
    assert verdict.question.text.en.startswith("21 is confirmed, only what it pays is open: South")
    assert verify(replace(evidence, groups=groups, source=Source.OTHER), 21, load("anhua")).score


def test_a_name_of_the_moment_may_open_a_hand():
    """怀化: 18 opens, 15 with a name; 海底胡 is one."""
    evidence = table(LU, win_card=Card.七, source=Source.OTHER, seat=0)
    groups = (replace(evidence.groups[0], kinds=frozenset({Kind.PENG})), *evidence.groups[1:])
    groups = (replace(groups[0], cards=parse("八八八"), settled=True), *groups[1:])
    evidence, huaihua = replace(evidence, groups=groups), load("huaihua")
    assert verify(evidence, 16, huaihua).answer is Answer.FALSE_WIN
    verdict = verify(evidence, 16, huaihua, frozenset({"海底胡"}))
    assert (verdict.answer, verdict.score.names) == (Answer.CONFIRMED, ("海底胡",))


def test_a_question_for_a_page_lists_its_choices_in_order():
    verdict = verify(table(LU, win_card=Card.七, source=Source.OTHER, seat=0), 18, GUOJI)
    page = question_json(verdict.question)
    assert (page["seat"], page["group"]) == (0, 0)
    assert [choice["zh"] for choice in page["choices"]] == ["碰", "偎/坎"]


def test_taps_lead_from_no_evidence_at_all_to_the_truth(wins):
    for name, position, rules, expected in wins[::25]:
        evidence = evidence_from_known(as_laid_open(expected), None, None)
        verdict = verify(evidence, expected["xi"], rules)
        while verdict.question is not None:
            evidence = answered(
                evidence, verdict.question, truth(verdict.question, position, expected)
            )
            verdict = verify(evidence, expected["xi"], rules)
        assert verdict.answer is Answer.CONFIRMED, name


def truth(question, position, expected):
    """The choice that somebody who saw the round would tap."""
    menzi = expected["best"]["menzi"][question.group or 0]
    for index, choice in enumerate(question.choices):
        if question.group is None:
            true = choice.card is position.win.card or choice.source is position.win.source
        elif menzi["type"] in list(Kind):
            true = menzi["type"] in choice.kinds
        else:
            true = choice.exposed == (menzi["where"] == "exposed")
        if true:
            return index
    raise AssertionError(f"no true choice in {question}")
