"""The networks that are shipped: what their files say, and what they read."""

import json
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest

from engine.cards import FACES
from models.card import model_card
from models.dataset import make_scene
from models.evaluate import evaluate, main
from models.light import Light
from models.nothing import on_nothing
from models.render import Look
from vision.detector import CHANNELS, BadModel, Detector
from vision.reader import Reader

FOLDER = Path(str(files("models")))
CALM = Look(light=Light(falloff=0.1), shadow=0.3, things=2)


@pytest.fixture(scope="module")
def reader():
    return Reader(FOLDER / "ends.onnx", FOLDER / "glyphs.onnx")


def words(name):
    session = onnxruntime.InferenceSession(FOLDER / name, providers=["CPUExecutionProvider"])
    return session.get_modelmeta().custom_metadata_map


def test_a_model_says_what_its_outputs_mean():
    assert json.loads(words("glyphs.onnx")["classes"]) == [*FACES, "none"]
    assert json.loads(words("ends.onnx")["channels"]) == list(CHANNELS)
    assert words("ends.onnx")["version"] == words("glyphs.onnx")["version"]


@pytest.mark.parametrize("name", ["ends.onnx", "glyphs.onnx"])
def test_a_model_stays_small_and_its_card_tells_its_seed(name):
    assert (FOLDER / name).stat().st_size < 6_000_000
    seed = json.loads(words(name)["plan"])["seed"]
    assert f"--seed {seed}" in (FOLDER / "MODEL_CARD.md").read_text("utf-8")


def test_a_held_out_deck_in_calm_light_is_read(reader):
    rngs = [np.random.default_rng([77, number]) for number in range(3)]
    scenes = [make_scene(rng, held_out=True, kind="showdown", look=CALM) for rng in rngs]
    figures = evaluate(reader, scenes)
    assert figures["recall"] > 0.9
    assert figures["faces"] > 0.95
    assert figures["precision"] > 0.9


def test_the_card_quotes_a_report(reader):
    own = {"own, device": evaluate(reader, [])}
    seen = on_nothing(reader, [])
    times = dict.fromkeys(("detect", "classify", "pair_and_group", "total"), 1.0)
    time = {
        "picture": [2304, 1296], "glyphs": 100, "times": 1, "ms": times | {"reference": 1.0},
        "reference_gflop": 6.4, "ratio": times,
    }  # fmt: skip
    told = {
        "command": "python -m models.evaluate", "seeds": {"own": 1, "nothing": 2},
        "looked_at": ["one"], "sets": own, "nothing": {"own": seen}, "time": time,
        "decks": {"learnt": ["a"], "refused": {"b": "blurred"}},
    }  # fmt: skip
    text = model_card(FOLDER, told)
    assert "Synthetic accuracy is not accuracy" in text
    assert "| own | known | 0 | 0 | 0 | 0.000 | 0 |" in text
    assert "- b: blurred" in text


def test_one_command_reports_and_writes_the_card(tmp_path, monkeypatch, table):
    pictures = tmp_path / "others"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "a.jpg"), np.zeros((324, 576, 3), np.uint8))
    (pictures / "a.json").write_text(json.dumps(table([], image="a.jpg")))
    asked = [
        "evaluate", "--scenes", "1", "--nothing", "1", "--folder", str(pictures),
        "--looked-at", "a", "--negatives", str(pictures),
        "--card", str(tmp_path / "card.md"), "--json", str(tmp_path / "report.json"),
    ]  # fmt: skip
    monkeypatch.setattr("sys.argv", asked)
    monkeypatch.setattr("models.evaluate.TIMES", 1)
    main()
    told = json.loads((tmp_path / "report.json").read_text())
    assert list(told["sets"]) == [
        "own, device", "own, hard", "others", "others, never looked at",
    ]  # fmt: skip
    assert told["sets"]["own, device"]["readable_cards"] > 10
    assert told["sets"]["others, never looked at"]["pictures"] == 0
    assert told["nothing"]["others'"]["scale known"]["pictures"] == 1
    text = (tmp_path / "card.md").read_text("utf-8")
    assert "python -m models.evaluate --scenes 1 --nothing 1 --folder others --negatives" in text
    assert str(tmp_path) not in text


def test_a_file_of_another_kind_is_refused():
    with pytest.raises(BadModel, match="expected a model of kind 'ends'"):
        Detector(FOLDER / "glyphs.onnx")


def test_a_missing_file_is_named():
    with pytest.raises(BadModel, match=r"none\.onnx"):
        Detector(FOLDER / "none.onnx")
