"""The record of a round: lines and events are two writings of one thing."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.events import (
    TYPES,
    BadEvent,
    Chi,
    Discard,
    Exhausted,
    Hu,
    Pao,
    Peng,
    Start,
    TakeShown,
    Ti,
    Turn,
    Wei,
    dump,
    parse_line,
    parse_lines,
)
from engine.melds import Kind, Meld
from engine.rules import Source

LINES = [
    '{"seq": 0, "frame": 0, "type": "start", "rules": "guoji", "dealer": 1, "seats": [1, 2, 0], "shown": "叁"}',  # noqa: E501 - one event is one line
    '{"seq": 1, "type": "start", "rules": "anhua", "dealer": 0, "seats": [0, 1], "shown": null}',
    '{"seq": 1, "t": 3.5, "type": "take_shown", "seat": 1}',
    '{"seq": 2, "type": "discard", "seat": 1, "card": "七", "confidence": 0.98}',
    '{"seq": 4, "type": "turn", "seat": 0, "card": null}',
    '{"seq": 5, "type": "wei", "seat": 0, "card": null}',
    '{"seq": 6, "type": "wei", "seat": 3, "card": "玖", "by": "醒家"}',
    '{"seq": 7, "type": "chi", "seat": 1, "card": "壹", "groups": [["壹", "贰", "叁"], ["壹", "一", "一"]]}',  # noqa: E501 - one event is one line
    '{"seq": 8, "type": "peng", "seat": 1, "card": "九"}',
    '{"seq": 8, "type": "pao", "seat": 1, "card": "九"}',
    '{"seq": 8, "type": "ti", "seat": 1, "card": "九"}',
    '{"seq": 9, "type": "hu", "seat": 1, "card": "六", "source": "other", "groups": [{"kind": "jiang", "cards": ["捌", "捌"]}], "declared": 28}',  # noqa: E501 - one event is one line
    '{"seq": 9, "type": "exhausted"}',
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_written_again_as_it_was_read(line):
    assert dump(parse_line(line)) == line


cards = st.sampled_from(Card)
seats = st.integers(0, 3)
texts = st.text(max_size=5)
common = {
    "seq": st.integers(0, 999),
    "t": st.none() | st.floats(0, 1e6, allow_nan=False),
    "frame": st.none() | st.integers(0, 999),
    "confidence": st.none() | st.floats(0, 1),
    "by": st.none() | texts,
}
groups = st.lists(st.lists(cards, max_size=4).map(tuple), max_size=4).map(tuple)
melds = st.lists(
    st.builds(Meld, st.sampled_from(Kind), st.lists(cards, max_size=4).map(tuple)), max_size=7
).map(tuple)
events = st.one_of(
    st.builds(
        Start,
        **common,
        rules=texts,
        dealer=seats,
        seats=st.lists(seats, max_size=4).map(tuple),
        shown=st.none() | cards,
    ),
    st.builds(TakeShown, **common, seat=seats),
    *(st.builds(kind, **common, seat=seats, card=cards) for kind in (Discard, Peng, Pao, Ti)),
    *(st.builds(kind, **common, seat=seats, card=st.none() | cards) for kind in (Turn, Wei)),
    st.builds(Chi, **common, seat=seats, card=cards, groups=groups),
    st.builds(
        Hu,
        **common,
        seat=seats,
        card=cards,
        source=st.sampled_from(Source),
        groups=melds,
        declared=st.none() | st.integers(0, 200),
    ),
    st.builds(Exhausted, **common),
)


@given(st.lists(events, max_size=4))
def test_reading_is_the_inverse_of_writing(log):
    assert list(parse_lines(map(dump, log))) == log


def test_empty_lines_say_nothing_but_are_counted():
    log = parse_lines(["", '{"seq": 0, "type": "exhausted"}\n', "  ", "{}"])
    assert next(log) == Exhausted(seq=0)
    with pytest.raises(BadEvent, match="line 4: type: expected one of"):
        next(log)


def test_a_variant_form_of_a_glyph_is_the_same_card():
    assert parse_line('{"seq":1,"type":"peng","seat":0,"card":"貳"}').card is Card.贰


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        pytest.param("{", "is not JSON", id="not JSON"),
        pytest.param("[]", "expected an object", id="no object"),
        pytest.param('{"seq": 1}', "type: expected one of start", id="no type"),
        pytest.param('{"seq": 1, "type": ["hu"]}', "type: expected one of", id="a list as type"),
        pytest.param('{"seq": 1, "type": "kong"}', "got 'kong'", id="unknown type"),
        pytest.param(
            '{"seq": 1, "type": "peng", "seat": 0, "card": "一", "colour": 1}',
            "unknown field 'colour' of peng, expected seq",
            id="unknown field",
        ),
        pytest.param('{"seq": 1, "type": "peng", "seat": 0}', "missing field 'card'", id="missing"),
        pytest.param('{"type": "exhausted"}', "missing field 'seq'", id="no seq"),
        pytest.param(
            '{"seq": 1, "type": "peng", "seat": 0, "card": "马"}',
            "card: expected one of 一二三",
            id="unknown face",
        ),
        pytest.param(
            '{"seq": 1, "type": "peng", "seat": 0, "card": null}',
            "card: expected a text",
            id="a 碰 is always seen",
        ),
        pytest.param(
            '{"seq": 1, "type": "peng", "seat": 4, "card": "一"}', "seat: expected", id="seat"
        ),
        pytest.param(
            '{"seq": 1, "type": "peng", "seat": true, "card": "一"}', "seat: expected", id="bool"
        ),
        pytest.param(
            '{"seq": 1, "type": "chi", "seat": 0, "card": "一", "groups": ["一二三"]}',
            "groups: expected a list",
            id="groups",
        ),
        pytest.param(
            '{"seq": 1, "type": "chi", "seat": 0, "card": "一", "groups": [[1, 2, 3]]}',
            "groups: expected a text",
            id="numbers are no faces",
        ),
        pytest.param('{"seq": -1, "type": "exhausted"}', "seq: expected a whole", id="seq"),
        pytest.param('{"seq": 1, "t": NaN, "type": "exhausted"}', "t: expected", id="NaN"),
        pytest.param('{"seq": 1, "type": "exhausted", "confidence": 2}', "0…1", id="confidence"),
        pytest.param('{"seq": 1, "type": "exhausted", "by": 7}', "by: expected a text", id="by"),
    ],
)
def test_a_bad_line_is_one_clear_error_with_its_number(line, complaint):
    with pytest.raises(BadEvent, match=f"^line 7: .*{complaint}"):
        parse_line(line, 7)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        pytest.param({"source": "luck"}, "source: expected one of self, other", id="source"),
        pytest.param({"groups": [["一"]]}, "groups: expected {kind, cards}", id="groups"),
        pytest.param(
            {"groups": [{"kind": "gang", "cards": []}]}, "groups: kind: expected one of", id="kind"
        ),
        pytest.param({"declared": 2.5}, "declared: expected a whole", id="declared"),
    ],
)
def test_a_bad_hu_is_one_clear_error(change, complaint):
    good = {"seq": 1, "type": "hu", "seat": 0, "card": "一", "source": "self", "groups": []}
    with pytest.raises(BadEvent, match=complaint):
        parse_line(json.dumps(good | {"declared": 15} | change))


def test_every_event_of_the_record_has_a_type():
    assert list(TYPES) == [
        *("start", "take_shown", "discard", "turn", "chi", "peng", "pao", "wei", "ti"),
        *("hu", "exhausted"),
    ]
