"""The networks that are shipped: what their files say, and what they read."""

import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from engine.cards import FACES
from models.dataset import make_scene
from models.evaluate import evaluate, judge_picture, report, table_of
from models.light import Light
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


def test_a_view_that_is_the_truth_counts_as_right(reader):
    picture, label = make_scene(np.random.default_rng(78), kind="showdown", look=CALM)
    view = reader.read(picture, table_of(label))
    counts = judge_picture(label, view)
    assert counts["found"] + counts["invented"] <= len(view.cards)
    assert 0 <= report(counts)["recall"] <= 1


def test_a_file_of_another_kind_is_refused():
    with pytest.raises(BadModel, match="expected a model of kind 'ends'"):
        Detector(FOLDER / "glyphs.onnx")


def test_a_missing_file_is_named():
    with pytest.raises(BadModel, match=r"none\.onnx"):
        Detector(FOLDER / "none.onnx")
