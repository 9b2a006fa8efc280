"""`xingjia bench`: how long one picture takes, stage by stage, beside a fixed network."""

from collections.abc import Iterable
from dataclasses import replace
from importlib.resources import files
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from device.reference import SIDE, flops, session
from models.dataset import make_scene
from vision.classifier import Classifier
from vision.detector import Detector
from vision.pairing import straighten
from vision.reader import understand
from vision.table import edges_of

SCENE = 26  # seed: a hundred glyphs
STAGES = ("detect", "classify", "pair_and_group")


def measure_vision(times: int) -> dict[str, Any]:
    """Median ms of each stage of `Reader.read` without a table file, and of the reference network.

    Both are run in turn; ratio: our time in times of the reference.
    """
    picture, label = make_scene(np.random.default_rng(SCENE), kind="showdown")
    models = files("models")
    detector = Detector(str(models / "ends.onnx"))
    classifier = Classifier(str(models / "glyphs.onnx"))
    yardstick = session()
    noise = np.random.default_rng(SCENE).random((1, 3, SIDE, SIDE), np.float32)
    size = picture.shape[1], picture.shape[0]
    table = edges_of(size)
    spent: dict[str, list[float]] = {name: [] for name in (*STAGES, "reference")}
    cards = 0
    for turn in range(times + 1):
        marks = [perf_counter()]
        ends, backs = detector.detect(picture)
        marks.append(perf_counter())
        ends = replace(ends, logp=classifier.classify(picture, ends))
        ends = straighten(ends, table)
        ends = replace(ends, logp=classifier.classify(picture, ends))
        marks.append(perf_counter())
        cards = len(understand(ends, backs, size, table).cards)
        marks.append(perf_counter())
        yardstick.run(None, {"picture": noise})
        marks.append(perf_counter())
        if turn:  # the first warms up
            for name, a, b in zip(spent, marks, marks[1:], strict=False):
                spent[name].append(1000 * (b - a))
    ms = {name: round(median(taken), 1) for name, taken in spent.items()}
    total = sum(ms[name] for name in STAGES)
    return {
        "picture": list(size),
        "glyphs": sum(end["visible"] >= 0.6 for card in label["cards"] for end in card["ends"]),
        "cards_read": cards,
        "times": times,
        "ms": {**ms, "total": round(total, 1)},
        "reference_gflop": round(flops() / 1e9, 2),
        "ratio": {
            name: round(took / ms["reference"], 2)
            for name, took in [*((name, ms[name]) for name in STAGES), ("total", total)]
        },
    }


def vision_in_words(found: dict[str, Any]) -> Iterable[str]:
    """The lines a person reads."""
    width, height = found["picture"]
    yield (
        f"vision: one picture {width}×{height} with {found['glyphs']} visible glyphs, one core, "
        f"median of {found['times']}"
    )
    for name, ratio in found["ratio"].items():
        yield f"  {name:15} {found['ms'][name]:8.1f} ms   × {ratio:.2f} of the reference"
    took, gflop = found["ms"]["reference"], found["reference_gflop"]
    yield f"  {'reference':15} {took:8.1f} ms   {gflop} GFLOP of plain convolutions"
