"""Measure what a learnt deck is worth beside the glyph network, on decks in held-out fonts.

    python -m models.calibrate_deck --decks 24 [--write]

Each deck is taught by a drawn teaching picture and then seen on two tables. Half of the decks fit
the weights of vision/likeness.json by likelihood (with --write they are stored); the other half are
read without and with their deck, and the figures are printed, one line a deck.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.cards import Card
from engine.cards import card as card_of
from models.camera import Look
from models.deck import Deck as PrintedDeck
from models.deck import print_deck
from models.glyphs import glyph_mask, sample_design
from models.judging import judge
from models.layout import NOBODY, Layout, Placed
from models.light import sample_light
from models.measuring import device_look, table_of
from models.render import render
from models.tables import random_layout
from vision import deck as likeness
from vision.classifier import NONE, Classifier
from vision.deck import Deck, features, fingerprint
from vision.detections import Ends
from vision.detector import Detector
from vision.lessons import BadTeaching, deck_of
from vision.reader import Reader
from vision.teaching import lesson_of_rows

Array = NDArray[np.float64]
Label = dict[str, Any]
Scene = tuple[NDArray[np.uint8], Label]

SEED = 820_000  # of its own: neither trained on nor evaluated
TABLE_MM = (900.0, 900.0)
GAPS = 1.3, 1.12  # from card to card and from row to row, in card widths and lengths
CLEAR, HIDDEN = 0.6, 0.3  # visible share of a glyph that can be read, and that cannot
STRAIGHT, ASTRAY = 25.0, 120.0  # degrees by which a find is turned: still readable, not readable
COLUMNS = ("readable", "right", "found", "confident_wrong", "unsure")


@dataclass(frozen=True)
class Own:
    """A printed deck: its teaching picture, and tables with their labels."""

    name: str
    teaching: Scene
    tables: tuple[Scene, ...]


def teaching_layout(deck: PrintedDeck, faces: tuple[Card, ...] = tuple(Card)) -> Layout:
    """Cards laid in rows of ten, upright, in the middle of a table."""
    length, width = deck.card_mm
    placed = []
    for number, face in enumerate(faces):
        row, column = divmod(number, 10)
        x = TABLE_MM[0] / 2 + (column - 4.5) * width * GAPS[0]
        y = TABLE_MM[1] / 2 + (row - 0.5) * length * GAPS[1]
        placed.append(Placed(face, True, x, y, -90.0, "other", NOBODY, None))
    return Layout(TABLE_MM, deck.card_mm, (0, 1, 2, 3), tuple(placed), ())


def own_decks(count: int, seed: int = SEED, tables: int = 2) -> Iterator[Own]:
    """Decks in held-out fonts, as the device sees them."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        name, deck = _printed(rng)
        calm = Look(
            px_per_mm=float(rng.uniform(1.6, 2.1)),
            turn=float(rng.normal(0, 3)),
            light=replace(sample_light(rng, 0.0), grey=False, glare=0.0),
        )
        taught = render(teaching_layout(deck), deck, calm, rng)
        kinds = ["showdown" if k % 2 == 0 else "midgame" for k in range(tables)]
        scenes = [
            render(random_layout(rng, deck.card_mm, TABLE_MM, kind), deck, device_look(rng), rng)
            for kind in kinds
        ]
        yield Own(name, taught, tuple(scenes))


def _printed(rng: Generator) -> tuple[str, PrintedDeck]:
    design = sample_design(rng, held_out=True)
    return design.name, print_deck(rng, lambda c, height: glyph_mask(design, c, height, rng))


def truth_of(ends: Ends, label: Label) -> NDArray[np.intp]:
    """(N,) the face that a find shows, NONE where there is no readable glyph, −1 in doubt."""
    glyphs = [
        (*end["center_px"], end["angle_deg"], end["visible"], int(card_of(card["face"])))
        for card in label["cards"]
        if card["up"]
        for end in card["ends"]
    ]
    if not glyphs:
        return np.full(len(ends.scores), NONE, np.intp)
    known = np.array(glyphs, np.float64)
    out = np.full(len(ends.scores), NONE, np.intp)
    for i, centre in enumerate(ends.centers):
        off = np.linalg.norm(known[:, :2] - centre, axis=1)
        _, _, angle, visible, face = known[int(off.argmin())]
        if off.min() > 0.4 * ends.widths[i]:
            continue
        turn = abs((ends.angles[i] - angle + 180) % 360 - 180)
        if visible >= CLEAR and turn <= STRAIGHT:
            out[i] = int(face)
        elif visible >= HIDDEN and turn < ASTRAY:
            out[i] = -1
    return out


def fit(logp: Array, like: Array, truth: NDArray[np.intp]) -> Array:
    """The weights of vision.deck.features under which the truth is likeliest (Newton's method)."""
    seen = features(logp.astype(np.float32), like)
    true = seen[np.arange(len(truth)), truth]
    weights, held = likeness.WEIGHTS.copy(), 1e-3 * np.eye(seen.shape[2])
    for _ in range(30):
        scores = seen @ weights
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        mean = (p[..., None] * seen).sum(axis=1)
        spread = np.einsum("nk,nki,nkj->ij", p, seen, seen) - mean.T @ mean
        step = np.linalg.solve(spread / len(truth) + held, (true - mean).mean(axis=0))
        weights = weights + step
        if np.abs(step).max() < 1e-4:
            break
    return np.asarray(weights)


class _Bench:
    """Both networks, and what they make of own decks."""

    def __init__(self, folder: Path) -> None:
        self.paths = folder / "ends.onnx", folder / "glyphs.onnx"
        self.detector, self.eye = Detector(self.paths[0]), Classifier(self.paths[1])
        self.plain = Reader(*self.paths)
        self.model = fingerprint(self.paths[1])

    def taught(self, own: Own) -> Deck | None:
        """The deck, or None where its teaching picture is refused."""
        picture, label = own.teaching
        try:
            lesson = lesson_of_rows(picture, table_of(label), self.detector, self.eye)
            return deck_of([lesson], self.model)
        except BadTeaching as error:
            print(f"{own.name}: {error}", flush=True)
            return None

    def finds(self, own: Own, deck: Deck) -> tuple[Array, Array, NDArray[np.intp]]:
        """logp (N,21), likeness (N,20) and truth (N,) of all finds on the tables."""
        logp, like, truth = [], [], []
        for picture, label in own.tables:
            ends, _ = self.plain.sense(picture, table_of(label))
            looks, true = self.eye.look(picture, ends), truth_of(ends, label)
            known = true >= 0
            logp.append(looks.logp[known])
            like.append(deck.likeness(looks.embeddings[known]))
            truth.append(true[known])
        return np.concatenate(logp), np.concatenate(like), np.concatenate(truth)

    def judged(self, own: Own, deck: Deck | None) -> Counter[str]:
        """Counts of models.judging over the tables."""
        reader = Reader(*self.paths, deck)
        return sum(
            (judge(label, reader.read(picture, table_of(label))).counts
             for picture, label in own.tables),
            Counter[str](),
        )  # fmt: skip


def line(name: str, without: Counter[str], joined: Counter[str]) -> str:
    """Cards read, confident and wrong, unsure; without → with the deck."""
    pairs = (f"{key} {without[key]}→{joined[key]}" for key in COLUMNS[1:])
    return f"{name:16} of {without['readable']}: {', '.join(pairs)}"


def main() -> None:
    """The command; see the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=24)
    parser.add_argument("--models", type=Path, help="folder with ends.onnx and glyphs.onnx")
    parser.add_argument("--write", action="store_true", help="store the weights")
    chosen = parser.parse_args()
    bench = _Bench(chosen.models or Path(str(files("models"))))
    half = chosen.decks // 2
    parts = []
    for own in own_decks(half):
        deck = bench.taught(own)
        if deck is not None:
            parts.append(bench.finds(own, deck))
    logp, like, truth = (np.concatenate(part) for part in zip(*parts, strict=True))
    weights = [round(float(w), 3) for w in fit(logp, like, truth)]
    shown = (truth < NONE).sum()
    print(f"{shown} glyphs and {len(truth) - shown} others: weights {weights}", flush=True)
    if chosen.write:
        likeness.FILE.write_text(json.dumps({"weights": weights}) + "\n", "utf-8")
    likeness.WEIGHTS[:] = weights
    total: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for own in own_decks(chosen.decks - half, SEED + 1):
        deck = bench.taught(own)
        counts = bench.judged(own, None), bench.judged(own, deck)
        for whole, part in zip(total, counts, strict=True):
            whole.update(part)
        trust = "" if deck is None or deck.trusted else " (not trusted)"
        print(line(own.name, *counts) + trust, flush=True)
    print(line("all", *total))


if __name__ == "__main__":
    main()
