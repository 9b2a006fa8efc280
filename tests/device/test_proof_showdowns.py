"""The proof over showdowns sees wrong answers: a small part of tests/proof_showdowns.py."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from engine.cards import card, parse
from engine.melds import Kind, Meld
from engine.questions import Text
from engine.rules import Source
from engine.verify import Answer, Verdict

SPEC = spec_from_file_location("proof_showdowns", Path(__file__).parents[1] / "proof_showdowns.py")
proof = sys.modules[SPEC.name] = module_from_spec(SPEC)
SPEC.loader.exec_module(proof)

WIN = {
    "win_card": "九",
    "source": "self",
    "exposed": [{"type": "peng", "cards": ["壹", "壹", "壹"]}],
    "hand": ["七", "八"],
}
RULINGS = [
    pytest.param("the true xi", 18, Answer.CONFIRMED, "", id="right"),
    pytest.param("the true xi", 18, Answer.UNSURE, "", id="right, unsure"),
    pytest.param("the true xi", 18, Answer.MISCOUNTED, "wrong miscounted", id="right, denied"),
    pytest.param("a group more", 21, Answer.MISCOUNTED, "", id="too many, seen"),
    pytest.param("a group more", 21, Answer.CONFIRMED, "wrong confirmed", id="too many, believed"),
    pytest.param("a group less", 15, Answer.FALSE_WIN, "wrong false_win", id="called no win"),
    pytest.param("painted: 五 (3)", 18, Answer.CONFIRMED, "wrong confirmed", id="a card hidden"),
    pytest.param("painted: 五 (3)", 18, Answer.UNSURE, "", id="a card hidden, seen"),
]


@pytest.mark.parametrize(("said", "declared", "answer", "wrong"), RULINGS)
def test_an_answer_is_wrong_or_not(said, declared, answer, wrong):
    verdict = Verdict(answer, declared, Text("", ""))
    assert proof.Asked("one", proof.KNOWING[0], said, declared, 18, verdict).wrong == wrong


def test_what_is_known_grows():
    assert proof.known_of(WIN, proof.KNOWING[0]) == {}
    beside = {"win_card": card("九"), "source": Source.SELF}
    assert proof.known_of(WIN, proof.KNOWING[1]) == beside
    record = ((Meld(Kind.PENG, parse("壹壹壹")),), parse("七八"))
    assert proof.known_of(WIN, proof.KNOWING[2]) == beside | {"known": record}


def test_only_what_is_seen_of_a_card_is_painted_over():
    quads = [[[10, 10], [30, 10], [30, 90], [10, 90]], [[10, 50], [30, 50], [30, 130], [10, 130]]]
    cards = [{"id": i, "quad_px": quad} for i, quad in enumerate(quads)]
    label = {"cards": cards, "table_corners_px": [[0, 199], [99, 199], [99, 0], [0, 0]]}
    picture = np.full((200, 100, 3), (0, 80, 0), np.uint8)
    picture[10:131, 10:31] = 250
    colour = proof.colour_of_table(picture, label)
    assert colour == pytest.approx([0, 80, 0], abs=1)
    painted = proof.painted_over(picture, label, cards[0], colour)
    assert (painted[12:48, 12:29, 0] == 0).all()
    assert (painted[52:128, 12:29] == 250).all()
