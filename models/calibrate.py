"""Measure what the networks' numbers are worth, on held-out scenes of our own.

    python -m models.calibrate --scenes 80 [--write]

Fits the weights of vision/certainty.json by likelihood, on scenes that no other figure is told of,
and prints them, and the reliability of readings with them; with --write they are stored.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import card
from models.judging import REACH_MM, judge
from models.measuring import LOOKS, own_scenes, table_of
from models.reliability import reliability
from vision import certainty
from vision.cards import Sightings, sight
from vision.certainty import FILE, Certainty, log_odds, named, tempered
from vision.detections import Backs, Ends
from vision.reader import Reader, understand

Array = NDArray[np.float64]

SEED = 800_000  # of its own: neither trained on nor evaluated
HELD = 0.02  # how far weights are held back: rare kinds of find must not get wild ones
CLEAR, GLIMPSED = 0.6, 0.1  # visible share of an end: readable, and at all
NONE, HALF = -1, -2  # no card lies there; one that is half hidden does, and nothing is asked of it
TOLD = 0.3  # probability from which a find matters
TEMPERS = np.arange(0.4, 1.61, 0.05)


@dataclass(frozen=True)
class Lessons:
    """Finds with the truth: odds (N,5), two (N,), real (N,), votes (N,21), faces (N,) or NONE;
    back_odds (K,), back_real (K,)."""

    odds: Array
    two: NDArray[np.bool_]
    real: NDArray[np.bool_]
    votes: Array
    faces: NDArray[np.intp]
    back_odds: Array
    back_real: NDArray[np.bool_]


def gather(seen: Iterable[tuple[Ends, Backs, dict[str, Any]]]) -> Lessons:
    """Lessons from what the networks said of labelled pictures."""
    parts = []
    for ends, backs, label in seen:
        cards = sight(ends, table_of(label))
        faces = true_faces(cards, label)
        odds = log_odds(backs.scores.astype(np.float64))
        parts.append(
            (cards.odds, cards.b >= 0, cards.votes, faces, odds, _true_backs(backs, label))
        )
    odds, two, votes, faces, back_odds, back_real = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    asked = faces != HALF
    return Lessons(
        odds[asked], two[asked], faces[asked] >= 0, votes[asked], faces[asked], back_odds, back_real
    )


def true_faces(cards: Sightings, label: dict[str, Any]) -> NDArray[np.intp]:
    """(M,) the face of the card that each find is, NONE or HALF; every card is found once."""
    truth = [
        (number, int(card(c["face"])) if c["readable"] else HALF, end["center_px"])
        for number, c in enumerate(label["cards"])
        if c["up"]
        for end in c["ends"]
        if end["visible"] >= (CLEAR if c["readable"] else GLIMPSED)
    ]
    at = np.array([t[2] for t in truth], np.float64).reshape(-1, 2)
    places = table_of(label).to_px(cards.flat.centers)
    away = np.linalg.norm(places[:, None] - at[None], axis=2)
    near = sorted(
        (truth[t][1] == HALF, float(away[i, t]), k, t)
        for k, both in enumerate(zip(cards.a.tolist(), cards.b.tolist(), strict=True))
        for i in both
        if i >= 0
        for t in np.flatnonzero(away[i] <= REACH_MM * label["px_per_mm"]).tolist()
    )
    faces, used = np.full(len(cards.a), NONE, np.intp), set[int]()
    for _, _, k, t in near:
        if faces[k] == NONE and truth[t][0] not in used:
            faces[k] = truth[t][1]
            used.add(truth[t][0])
    return faces


def _true_backs(backs: Backs, label: dict[str, Any]) -> NDArray[np.bool_]:
    down = [np.mean(c["quad_px"], axis=0) for c in label["cards"] if not c["up"]]
    length = label["card_mm"][0] * label["px_per_mm"]
    delta = backs.centers[:, None] - np.array(down, np.float64).reshape(-1, 2)[None]
    reach = length / 2  # the visible part may be any part of the card
    return np.asarray((np.linalg.norm(delta, axis=2) < reach).any(axis=1), np.bool_)


def fit(lessons: Lessons) -> Certainty:
    """The certainties that make the lessons likeliest."""
    one, two = ~lessons.two, lessons.two
    back = np.column_stack([np.ones(len(lessons.back_odds)), lessons.back_odds])
    w1, w2 = (_logistic(lessons.odds[kind], lessons.real[kind]) for kind in (one, two))
    wb = _logistic(back, lessons.back_real)
    t1, t2 = (_temper(lessons, kind & lessons.real) for kind in (one, two))
    found = Certainty(
        tuple(w1.tolist()), tuple(w2.tolist()), (t1, t2), (float(wb[0]), float(wb[1]))
    )
    return replace(found, said=_said(lessons, found))


def _said(lessons: Lessons, found: Certainty) -> tuple[float, float]:
    """What sets right the probabilities of what would be reported."""
    p = named(lessons.odds, lessons.two, lessons.votes, found)
    told = p.max(axis=1, initial=0) > TOLD
    if not told.any():
        return found.said
    right = p.argmax(axis=1) == lessons.faces
    x = np.column_stack([np.ones(len(p)), log_odds(p.max(axis=1))])
    w = _logistic(x[told], right[told])
    return float(w[0]), float(w[1])


def _logistic(x: Array, y: NDArray[np.bool_]) -> Array:
    """Weights of x (N,K) by penalised likelihood, Newton's method; the first is a constant."""
    w, hold = np.zeros(x.shape[1]), HELD * np.eye(x.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-x @ w))
        slope = x.T @ (p - y) + hold @ w
        w = w - np.linalg.solve((x.T * (p * (1 - p))) @ x + hold, slope)
    return np.asarray(w, np.float64)


def _temper(lessons: Lessons, which: NDArray[np.bool_]) -> float:
    votes, faces = lessons.votes[which], lessons.faces[which]
    if not len(faces):
        return 1.0
    losses = []
    for temper in TEMPERS:
        p = tempered(votes, np.full(len(votes), temper))
        losses.append(-np.log(np.maximum(p[np.arange(len(faces)), faces], 1e-12)).mean())
    return float(round(TEMPERS[int(np.argmin(losses))], 2))


def main() -> None:
    """The command; see the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=80, help="of each setting")
    parser.add_argument("--models", type=Path, help="folder with ends.onnx and glyphs.onnx")
    parser.add_argument("--write", action="store_true", help="store what was measured")
    chosen = parser.parse_args()
    folder = chosen.models or Path(str(files("models")))
    reader = Reader(folder / "ends.onnx", folder / "glyphs.onnx")
    seen = []
    scenes = (own_scenes(chosen.scenes, SEED + i, setting) for i, setting in enumerate(LOOKS))
    for picture, label in chain.from_iterable(scenes):
        size = (picture.shape[1], picture.shape[0])
        seen.append((*reader.sense(picture, table_of(label)), label, size))
    found = fit(gather((ends, backs, label) for ends, backs, label, _ in seen))
    text = json.dumps({k: [round(x, 3) for x in v] for k, v in asdict(found).items()})
    print(text)
    certainty.CERTAINTY = found
    finds = [
        find
        for ends, backs, label, size in seen
        for find in judge(label, understand(ends, backs, size, table_of(label))).finds
    ]
    for row in reliability(finds):
        print(*row.values(), file=sys.stderr)
    if chosen.write:
        FILE.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
