"""What is known of a deck beside the network's word, and the file that keeps it."""

import json
from dataclasses import replace

import numpy as np
import pytest

from engine.cards import FACES, Card
from vision.deck import (
    ALIKE,
    BadDeck,
    Deck,
    as_json,
    check_network,
    fingerprint,
    load_deck,
    parse_deck,
)

NONE = 20
PROTOTYPES = np.eye(64)[:20]


@pytest.fixture
def deck():
    inks = ((180, 60, 50), (40, 40, 40), (240, 235, 225))
    return Deck("a network", PROTOTYPES, (2,) * 20, 2.8, 22.1, inks)


def says(**shares):
    """(1,21) log-probabilities; what is not named shares the rest."""
    rest = (1 - sum(shares.values())) / (21 - len(shares))
    p = np.full(21, rest)
    for name, share in shares.items():
        p[NONE if name == "none" else FACES.index(name)] = share
    return np.log(p)[None].astype(np.float32)


def like(face, cosine=0.98):
    """(1,64) an embedding of that likeness to a face's prototype, and to no other."""
    out = np.zeros((1, 64), np.float32)
    out[0, Card(FACES.index(face))], out[0, 63] = cosine, np.sqrt(1 - cosine**2)
    return 5 * out


@pytest.mark.parametrize(
    ("logp", "seen", "face"),
    [
        pytest.param(says(叁=0.5, 柒=0.45), like("柒"), "柒", id="a doubt is settled"),
        pytest.param(says(叁=0.9, 柒=0.08), like("柒"), "柒", id="an odd form is known again"),
        pytest.param(says(叁=0.9, 柒=0.08), like("叁"), "叁", id="both agree"),
        pytest.param(says(叁=0.9, 柒=0.08), like("柒", 0.0), "叁", id="nothing like it is known"),
    ],
)
def test_the_deck_joins_the_networks_word(deck, logp, seen, face):
    joined = deck.weigh(logp, seen)
    assert FACES[int(joined[0, :20].argmax())] == face
    assert np.exp(joined).sum() == pytest.approx(1)


def test_a_known_glyph_between_whose_faces_the_network_wavered_is_read(deck):
    wavering = says(none=0.45, 柒=0.3, 叁=0.2)
    assert wavering[0].argmax() == NONE
    assert deck.weigh(wavering, like("柒"))[0].argmax() == Card.柒


@pytest.mark.parametrize("none", [0.0001, 0.1, 0.5, 0.99])
@pytest.mark.parametrize("cosine", [-0.5, 0.0, 0.5, ALIKE - 0.05])
def test_what_resembles_no_face_is_not_likelier_to_be_a_card(deck, none, cosine):
    logp = says(none=none, 柒=(1 - none) * 0.9)
    assert deck.weigh(logp, like("柒", cosine))[0, NONE] >= logp[0, NONE] - 1e-4


@pytest.mark.parametrize("none", [0.0001, 0.1, 0.5, 0.99])
def test_what_resembles_a_face_is_not_less_likely_to_be_a_card(deck, none):
    logp = says(none=none, 柒=(1 - none) * 0.9)
    assert deck.weigh(logp, like("柒"))[0, NONE] <= logp[0, NONE] + 1e-4


def test_a_deck_that_does_not_help_is_not_asked(deck):
    logp = says(叁=0.5, 柒=0.45)
    assert replace(deck, trusted=False).weigh(logp, like("柒")) is logp


def test_nothing_seen_is_nothing_said(deck):
    assert deck.weigh(np.zeros((0, 21), np.float32), np.zeros((0, 64), np.float32)).shape == (0, 21)


@pytest.mark.parametrize("width", [22.1, None])
def test_a_file_keeps_the_deck(deck, tmp_path, width):
    file = tmp_path / "D.json"
    file.write_text(as_json(replace(deck, width_mm=width)), "utf-8")
    again = load_deck(file)
    assert np.allclose(again.prototypes, deck.prototypes, atol=1e-3)
    assert replace(again, prototypes=PROTOTYPES) == replace(deck, width_mm=width)
    assert file.stat().st_size < 100_000


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param(lambda d: d.update(kind="table"), "not a deck file", id="another file"),
        pytest.param(lambda d: d.update(version=2), "version 2", id="another version"),
        pytest.param(lambda d: d["faces"].pop("叁"), "叁", id="a face is missing"),
        pytest.param(lambda d: d["faces"]["叁"].pop("count"), "count", id="no count"),
        pytest.param(lambda d: d["faces"]["叁"]["embedding"].pop(), "damaged", id="too short"),
        pytest.param(lambda d: d["faces"]["叁"].update(embedding=[0] * 64), "damaged", id="zero"),
        pytest.param(lambda d: d.pop("card"), "card", id="no card"),
        pytest.param(lambda d: d.update(inks_rgb={"red": [1, 2, 3]}), "damaged", id="no inks"),
    ],
)
def test_a_file_that_is_no_deck_is_refused(deck, change, says):
    data = json.loads(as_json(deck))
    change(data)
    with pytest.raises(BadDeck, match=says):
        parse_deck(data)


@pytest.mark.parametrize("text", ["", "{", "[]", "7"])
def test_a_broken_file_is_refused_with_its_name(tmp_path, text):
    file = tmp_path / "D.json"
    file.write_text(text)
    with pytest.raises(BadDeck, match=r"D\.json"):
        load_deck(file)


def test_a_deck_of_another_network_has_to_be_taught_again(deck, tmp_path):
    model = tmp_path / "glyphs.onnx"
    model.write_bytes(b"the network")
    check_network(replace(deck, model=fingerprint(model)), model)
    model.write_bytes(b"the next network")
    with pytest.raises(BadDeck, match="teach it again"):
        check_network(deck, model)
