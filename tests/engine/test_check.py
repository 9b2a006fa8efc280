"""`xingjia check` line by line: answers, and errors that name the line."""

import json

import pytest

from engine.check import BadLine, check_lines

HAND = {"exposed": [], "hand": list("一二三四五五六六七八八壹贰贰叁柒柒捌玖拾")}
WON = {**HAND, "win": {"card": "八", "source": "self"}}


def line(**changes):
    return json.dumps({"id": "a", "ruleset": "guoji", "input": WON} | changes)


def test_an_answer_carries_the_id_and_every_fact():
    [(number, answer)] = check_lines([line()])
    assert (number, answer["id"], answer["hu"], answer["xi"]) == (1, "a", True, 21)


def test_without_a_winning_card_the_question_is_what_it_waits_for():
    [(_, answer)] = check_lines([line(input=HAND)])
    assert set(answer) == {"id", "waits"}
    assert ["八", 21] in answer["waits"]["self"]
    assert set(answer["waits"]) == {"self", "other"}


def test_printed_variants_of_a_face_are_the_same_card():
    variant = json.loads(line().replace("\\u8d30", "貳"))
    [(_, answer)] = check_lines([json.dumps(variant)])
    assert answer["xi"] == 21


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("{", "is not JSON", id="cut off"),
        pytest.param("3", "expected an object", id="a number"),
        pytest.param("{}", 'expected the key "id"', id="empty object"),
        pytest.param(line(ruleset="mars"), "expected one of anhua, .*, guoji, ", id="rule set"),
        pytest.param(line(ruleset=3), "ruleset: expected a name", id="rule set as number"),
        pytest.param(line(input=[]), "input: expected an object", id="input"),
        pytest.param(line(input={"hand": []}), 'expected the key "exposed"', id="key missing"),
        pytest.param(line(input=WON | {"x": 1}), 'unknown key "x"', id="key unknown"),
        pytest.param(line(input=WON | {"hand": ["Q"]}), "hand: expected one of 一二", id="face"),
        pytest.param(line(input=WON | {"hand": [1]}), "hand: expected a list of faces", id="1"),
        pytest.param(line(input=WON | {"exposed": 1}), "exposed: expected a list", id="groups"),
        pytest.param(
            line(input=WON | {"exposed": [{"type": "run", "cards": []}]}),
            r"exposed\[0\].type: expected one of chi",
            id="kind",
        ),
        pytest.param(
            line(input=WON | {"win": {"card": "八", "source": "sky"}}),
            "win.source: expected one of self, other, discard",
            id="source",
        ),
        pytest.param(
            line(input=WON | {"win": {"card": "Q", "source": "self"}}), "win.card: exp", id="win"
        ),
        pytest.param(
            line(input=WON | {"win": {"card": 8, "source": "self"}}), "win.card: exp", id="win 8"
        ),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_answered(text, words):
    before, bad, after = check_lines([line(), text, line(id="c")])
    assert before[1]["hu"]
    assert after[1]["hu"]
    assert isinstance(bad[1], BadLine)
    with pytest.raises(BadLine, match=f"^line 2: .*{words}"):
        raise bad[1]


def test_empty_lines_are_passed_over_and_still_counted():
    assert [number for number, _ in check_lines(["", line(), "\n", line()])] == [2, 4]
