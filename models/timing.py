"""How long one picture takes, stage by stage, beside a fixed network."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from models.dataset import make_scene
from models.reference import SIDE, flops, session
from vision.classifier import Classifier
from vision.detector import Detector
from vision.reader import Reader

SCENE = 7  # seed: a hundred glyphs
STAGES = ("detect", "classify", "pair_and_group")
_NETWORKS = ((Detector, "detect", "detect"), (Classifier, "look", "classify"))

Spent = dict[str, float]


@contextmanager
def stage_clock() -> Iterator[Spent]:
    """Seconds spent in each network, by every reader, while this lasts."""
    spent = {stage: 0.0 for _, _, stage in _NETWORKS}
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in _NETWORKS]
    for (owner, name, method), (_, _, stage) in zip(before, _NETWORKS, strict=True):
        setattr(owner, name, _timed(method, stage, spent))
    try:
        yield spent
    finally:
        for owner, name, method in before:
            setattr(owner, name, method)


def _timed(method: Callable[..., Any], stage: str, spent: Spent) -> Callable[..., Any]:
    def timed(*given: Any, **named: Any) -> Any:
        began = perf_counter()
        try:
            return method(*given, **named)
        finally:
            spent[stage] += perf_counter() - began

    return timed


def in_stages(whole: float, spent: Spent) -> Spent:
    """Time of each stage; what is spent in no network is `pair_and_group`."""
    return {**spent, "pair_and_group": whole - sum(spent.values())}


def measure_vision(times: int, models: Path | None = None) -> dict[str, Any]:
    """Median ms of each stage of `Reader.read` without a table file, and of the reference network.

    Both are run in turn; ratio: our time in times of the reference. models: the folder with
    ends.onnx and glyphs.onnx, by default the shipped ones.
    """
    picture, label = make_scene(np.random.default_rng(SCENE), kind="showdown")
    folder = models or Path(str(files("models")))
    reader = Reader(folder / "ends.onnx", folder / "glyphs.onnx")
    yardstick = session()
    noise = np.random.default_rng(SCENE).random((1, 3, SIDE, SIDE), np.float32)
    spent: dict[str, list[float]] = {name: [] for name in (*STAGES, "reference")}
    cards = 0
    for turn in range(times + 1):
        with stage_clock() as networks:
            began = perf_counter()
            cards = len(reader.read(picture).cards)
            read = perf_counter()
        stages = in_stages(read - began, networks)
        yardstick.run(None, {"picture": noise})
        stages["reference"] = perf_counter() - read
        if turn:  # the first warms up
            for name, took in stages.items():
                spent[name].append(1000 * took)
    ms = {name: round(median(taken), 1) for name, taken in spent.items()}
    total = sum(ms[name] for name in STAGES)
    return {
        "picture": [picture.shape[1], picture.shape[0]],
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
