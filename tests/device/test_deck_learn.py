"""`xingjia deck learn` and `--deck` with the shipped networks, on a drawn held-out deck."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli import main
from device.decks import deck_beside, learn
from device.reading import known_deck, model_files
from engine.cards import FACES, Card
from models.calibrate_deck import teaching_layout
from models.camera import Look
from models.deck import print_deck
from models.glyphs import glyph_mask, held_out_designs
from models.light import Light
from models.render import render
from vision.deck import BadDeck, load_deck


def xingjia(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.fixture(scope="module")
def printed():
    """A deck in the kai hand of a font that no network was trained on."""
    rng = np.random.default_rng(21)
    design = next(d for d in held_out_designs() if d.name == "tw-kai")
    return print_deck(rng, lambda card, height: glyph_mask(design, card, height, rng))


@pytest.fixture(scope="module")
def shoot(printed, tmp_path_factory):
    """shoot(name[, faces]) → the file of a picture of these faces laid in rows of ten."""
    folder = tmp_path_factory.mktemp("deck")
    look = Look(size=(1400, 800), px_per_mm=1.8, top="felt", light=Light(falloff=0.1))

    def shot(name, faces=tuple(Card), change=lambda picture: picture):
        layout = teaching_layout(printed, faces)
        picture, label = render(layout, printed, look, np.random.default_rng(4))
        file = folder / f"{name}.jpg"
        cv2.imwrite(str(file), change(picture))
        corners = {"corners_px": label["table_corners_px"], "size_mm": label["table_mm"]}
        file.with_suffix(".table.json").write_text(json.dumps(corners))
        return file

    return shot


@pytest.fixture(scope="module")
def picture(shoot):
    """The teaching picture."""
    return shoot("deck")


@pytest.fixture(scope="module")
def learnt(picture):
    """The file of the learnt deck."""
    out = picture.with_name("D.json")
    result = xingjia("deck", "learn", picture, "--out", out)
    assert (result.exit_code, result.stderr) == (0, "")
    assert str(out) in result.stdout
    return out


def faces_read(result):
    cards = json.loads(result.stdout)["cards"]
    return sorted(FACES.index(c["face"]) for c in cards if c["up"] and c["confidence"] > 0.5)


def test_a_deck_is_learnt_and_read_with(picture, learnt):
    assert faces_read(xingjia("read", picture, "--json")) == list(range(20))
    assert faces_read(xingjia("read", picture, "--deck", learnt, "--json")) == list(range(20))


def test_the_file_tells_what_the_deck_is_like(printed, learnt):
    deck = load_deck(learnt)
    assert deck.width_mm == pytest.approx(printed.card_mm[1], rel=0.12)
    assert min(deck.counts) == 2
    assert learnt.stat().st_size < 100_000


def test_a_picture_from_the_other_side_teaches_the_same(shoot, learnt):
    turned = shoot("turned", change=lambda picture: picture[::-1, ::-1])
    turned.with_suffix(".table.json").unlink()
    like = (learn([turned]).prototypes * load_deck(learnt).prototypes).sum(axis=1)
    assert like.min() > 0.95


def test_confirmed_readings_teach_too(picture, learnt, tmp_path):
    readings = tmp_path / "R.jsonl"
    readings.write_text(xingjia("read", picture, "--json").stdout, "utf-8")
    out = tmp_path / "D2.json"
    assert xingjia("deck", "learn", picture, "--out", out, "--readings", readings).exit_code == 0
    like = (load_deck(out).prototypes * load_deck(learnt).prototypes).sum(axis=1)
    assert like.min() > 0.9


@pytest.mark.parametrize(
    ("name", "faces", "change", "says"),
    [
        pytest.param("less", [f for f in Card if f != Card.叁], None, "叁", id="叁 is missing"),
        pytest.param("swapped", [*Card][10:] + [*Card][:10], None, "over", id="big ones above"),
        pytest.param("soft", [*Card], lambda p: cv2.GaussianBlur(p, (0, 0), 5), "", id="blurred"),
        pytest.param("far", [*Card], lambda p: cv2.resize(p, None, fx=0.35, fy=0.35), "", id="far"),
        pytest.param("blank", [], None, "no laid cards", id="an empty table"),
    ],
)
def test_a_bad_teaching_picture_gets_one_clear_line(shoot, tmp_path, name, faces, change, says):
    bad = shoot(name, tuple(faces), change or (lambda picture: picture))
    bad.with_suffix(".table.json").unlink()
    result = xingjia("deck", "learn", bad, "--out", tmp_path / "D.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert says in result.stderr
    assert f"{name}.jpg" in result.stderr
    assert not (tmp_path / "D.json").exists()


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(["deck", "learn", "none.jpg", "--out", "D.json"], id="no such picture"),
        pytest.param(["deck", "learn", "letter.txt", "--out", "D.json"], id="not a picture"),
        pytest.param(["deck", "learn", "--out", "D.json"], id="no picture named"),
        pytest.param(["deck", "learn", "letter.txt"], id="no file to write"),
        pytest.param(["deck"], id="no command"),
        pytest.param(["read", "letter.txt", "--deck", "letter.txt"], id="not a deck"),
        pytest.param(["read", "letter.txt", "--deck", "other.json"], id="of another network"),
        pytest.param(["serve", "--source", ".", "--deck", "other.json"], id="served with it"),
        pytest.param(["serve", "--source", "here", "--port", "0"], id="its folder's own"),
        pytest.param(["serve", "--source", "virtual", "--deck", "other.json"], id="virtual"),
    ],
)
def test_a_wrong_call_gets_one_clear_line(learnt, tmp_path, monkeypatch, call):
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("dear table")
    other = learnt.read_text("utf-8").replace(load_deck(learnt).model, "0" * 64)
    Path("other.json").write_text(other, "utf-8")
    Path("here").mkdir()
    Path("here/deck.json").write_text(other, "utf-8")
    cv2.imwrite("here/1.png", np.zeros((40, 60, 3), np.uint8))
    cv2.imwrite("1.png", np.zeros((40, 60, 3), np.uint8))
    result = xingjia(*call)
    if call == ["deck"]:
        assert "learn" in result.output
        return
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


def test_a_folder_brings_its_deck(learnt, tmp_path):
    assert deck_beside(str(tmp_path)) is None
    (tmp_path / "deck.json").write_bytes(learnt.read_bytes())
    assert deck_beside(str(tmp_path)) == tmp_path / "deck.json"
    assert deck_beside("picamera2") is None


def test_a_deck_of_another_network_says_so(learnt, tmp_path):
    assert known_deck(learnt).model == load_deck(learnt).model
    assert known_deck(None) is None
    data = json.loads(learnt.read_text("utf-8"))
    other = tmp_path / "other.json"
    other.write_text(json.dumps(data | {"model": "0" * 64}))
    with pytest.raises(BadDeck, match="teach it again"):
        known_deck(other)
    assert model_files()[1].name == "glyphs.onnx"


def test_two_pictures_are_learnt_together(picture, shoot):
    again = shoot("again", change=lambda p: cv2.convertScaleAbs(p, alpha=0.8))
    deck = learn([picture, again])
    assert sum(deck.counts) == 80
    assert replace(deck, counts=(2,) * 20).trusted
