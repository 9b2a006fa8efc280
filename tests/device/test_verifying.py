import dataclasses
import json

import pytest

from device.verifying import evidence_of, load_known, verify_view
from engine.cards import card, parse
from engine.melds import Kind, Meld
from engine.position import BadPosition
from engine.rules import Source, load
from engine.verify import Answer
from vision.view import SeenCard, SeenGroup, TableView

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 4.0), (0.0, 4.0))
HAND = [
    ("壹壹壹", ("peng", "wei", "kan")),
    ("贰柒拾", ("chi",)),
    ("捌捌捌", ("peng", "wei", "kan")),
    ("一二三", ("chi",)),
    ("四五六", ("chi",)),
    ("七八九", ("chi",)),
    ("伍陆柒", ("chi",)),
]
KNOWN = ((Meld(Kind.PENG, parse("壹壹壹")),), parse("贰柒拾捌捌捌一二三四五六七八伍陆柒"))
XI = 3 + 6 + 6 + 3  # 碰壹, 贰柒拾, 坎捌, 一二三 (RULES.md §2)


def seen(groups, seat=0, zone="showdown", **changes):
    """A TableView of these groups, and one stray discard."""
    cards, melds = [], []
    for number, (faces, kinds) in enumerate(groups):
        ours = range(len(cards), len(cards) + len(faces))
        melds.append(SeenGroup(number, seat, kinds[0], kinds, tuple(ours)))
        for face in faces:
            up = face != "_"
            known = card(face) if up else None
            cards.append(SeenCard(known, up, 0.99, (), QUAD, (), number, seat, zone))
    cards.append(SeenCard(card("玖"), True, 0.4, (), QUAD, (), None, 1, "discard"))
    for index, change in changes.get("change", {}).items():
        cards[index] = dataclasses.replace(cards[index], **change)
    return TableView((10, 10), tuple(cards), tuple(melds))


@pytest.fixture(scope="module")
def rules():
    return load("guoji")


SAID = [
    pytest.param(XI, Answer.CONFIRMED, id="the right number"),
    pytest.param(XI + 1, Answer.MISCOUNTED, id="one too many"),
]


@pytest.mark.parametrize(("declared", "answer"), SAID)
def test_with_all_evidence_the_number_decides(rules, declared, answer):
    verdict = verify_view(seen(HAND), 0, declared, rules, card("九"), Source.OTHER, KNOWN)
    assert (verdict.answer, verdict.xi) == (answer, XI)
    assert sum(line.xi for line in verdict.breakdown) == XI


def test_without_evidence_three_alike_are_asked_about(rules):
    verdict = verify_view(seen(HAND), 0, XI, rules)
    assert verdict.answer is Answer.UNSURE
    assert verdict.question is not None


def test_a_card_not_read_for_sure_is_named(rules):
    doubtful = seen(HAND, change={4: {"confidence": 0.6}})
    verdict = verify_view(doubtful, 0, XI, rules, card("九"), Source.OTHER, KNOWN)
    assert verdict.answer is Answer.UNSURE
    assert verdict.unsure_cards == (4,)


def test_a_card_that_was_not_seen_makes_it_unsure(rules):
    verdict = verify_view(seen(HAND[:-1]), 0, XI, rules, card("九"), Source.OTHER, KNOWN)
    assert verdict.answer is Answer.UNSURE


def test_another_seat_has_shown_nothing(rules):
    assert verify_view(seen(HAND), 2, XI, rules).answer is Answer.UNSURE


def test_the_face_a_ti_shows_stands_for_its_four_cards():
    view = seen([("___陆", ("ti",))])
    assert evidence_of(view, 0).cards == parse("陆陆陆陆")


def test_a_pair_with_a_covered_card_is_one_card():
    view = seen([("五_", ("jiang",))])
    assert evidence_of(view, 0).cards == parse("五")


def test_a_card_in_no_group_still_counts():
    view = seen(HAND[:1], change={3: {"seat": 0, "zone": "showdown"}})
    assert evidence_of(view, 0).cards == parse("壹壹壹玖")


def test_what_is_known_is_read_from_its_file(tmp_path):
    path = tmp_path / "E.json"
    path.write_text(json.dumps({"exposed": [{"type": "peng", "cards": list("壹壹壹")}]}))
    assert load_known(path) == ((Meld(Kind.PENG, parse("壹壹壹")),), None)


BAD = [
    pytest.param("[]", id="a list"),
    pytest.param("{", id="not JSON"),
    pytest.param('{"cards": []}', id="an unknown key"),
    pytest.param('{"hand": ["某"]}', id="an unknown face"),
    pytest.param('{"exposed": [{"type": "pung", "cards": []}]}', id="an unknown kind"),
]


@pytest.mark.parametrize("text", BAD)
def test_bad_evidence_is_one_clear_error_that_names_the_file(tmp_path, text):
    path = tmp_path / "E.json"
    path.write_text(text)
    with pytest.raises(BadPosition, match=r"E\.json"):
        load_known(path)


@pytest.mark.parametrize(
    ("confidence", "answer"),
    [
        pytest.param(0.95, Answer.CONFIRMED, id="surely backs of a meld that shows one card"),
        pytest.param(0.8, Answer.UNSURE, id="what may be no card stands for none"),
    ],
)
def test_backs_in_a_meld_count_as_its_cards_when_they_are_sure(rules, confidence, answer):
    groups = [HAND[0], HAND[1], ("_捌_", ("wei",)), *HAND[3:]]
    change = {i: {"confidence": confidence} for i in (6, 8)}
    view = seen(groups, change=change)
    assert verify_view(view, 0, XI, rules, card("九"), Source.OTHER, KNOWN).answer is answer
