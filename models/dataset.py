"""Scenes for training, drawn once into shards on disk and cropped many times."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.cards import card
from models.deck import print_deck
from models.glyphs import glyph_mask, sample_design
from models.render import Look, render, sample_look
from models.tables import random_layout
from vision.classifier import CROP, NONE, SPAN, cut

SHARD = 25  # scenes
STORED = 64  # px: a stored crop, wider than a network's crop so that it can still be moved about
SIZE = (2304, 1296)
HALF = (1152, 648)

Arrays = dict[str, NDArray[Any]]
Columns = NDArray[np.float32]


def make_scene(
    rng: Generator, *, held_out: bool = False, kind: str | None = None, look: Look | None = None
) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """One random table with a random deck; held_out = glyph designs that are never trained on."""
    design = sample_design(rng, held_out=held_out)
    deck = print_deck(rng, lambda c, height: glyph_mask(design, c, height, rng))
    kind = kind or str(rng.choice(["midgame", "showdown", "scatter"], p=[0.3, 0.25, 0.45]))
    side = rng.uniform(780, 980)
    layout = random_layout(rng, deck.card_mm, (side, side), kind)
    return render(layout, deck, look or sample_look(rng, SIZE), rng)


def _ends_of(label: dict[str, Any]) -> tuple[Columns, Columns, NDArray[np.int64]]:
    """Ends (N,6), backs (M,6) and the faces of the ends; the columns are those of targets.crop."""
    ends, backs, faces = [], [], []
    for seen in label["cards"]:
        quad = np.array(seen["quad_px"])
        middle = quad.mean(0)
        wide = (np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[2] - quad[3])) / 2
        long = (np.linalg.norm(quad[1] - quad[2]) + np.linalg.norm(quad[3] - quad[0])) / 2
        if not seen["up"]:
            way = quad[0] + quad[1] - quad[2] - quad[3]
            turn = np.degrees(np.arctan2(way[1], way[0]))
            backs.append([*middle, turn, wide, long, seen["visible"]])
        for end in seen["ends"]:
            far = np.hypot(*(np.array(end["center_px"]) - middle))
            ends.append([*end["center_px"], end["angle_deg"], wide, far, end["visible"]])
            faces.append(int(card(seen["face"])))
    return (
        np.array(ends, np.float32).reshape(-1, 6),
        np.array(backs, np.float32).reshape(-1, 6),
        np.array(faces, np.int64),
    )


def _inside(points: Columns, size: tuple[int, int], margin: float) -> NDArray[np.bool_]:
    return np.asarray((points >= margin).all(1) & (points < np.array(size) - margin).all(1))


def _blanks(rng: Generator, ends: Columns, count: int) -> Columns:
    """Places where no glyph is centred: middles of cards, beside glyphs, anywhere."""
    out: list[list[float]] = []
    while len(out) < count:
        x, y, turn, wide, far, _ = (
            ends[rng.integers(len(ends))] if len(ends) else (0, 0, 0, 40, 90, 0)
        )
        kind = rng.integers(3)
        if kind == 0:  # along the card
            back = rng.uniform(0.9 * wide, far + 0.5 * wide)
            x, y = x - np.cos(np.radians(turn)) * back, y - np.sin(np.radians(turn)) * back
        elif kind == 1:
            side = rng.uniform(0.6, 1.2) * wide * rng.choice([-1, 1])
            x, y = x - np.sin(np.radians(turn)) * side, y + np.cos(np.radians(turn)) * side
        else:
            x, y, turn = rng.uniform(0, SIZE[0]), rng.uniform(0, SIZE[1]), rng.uniform(-180, 180)
        visible = ends[ends[:, 5] > 0.3]
        if len(visible) and np.hypot(*(visible[:, :2] - (x, y)).T).min() < 0.5 * wide:
            continue
        out.append([x, y, turn, wide, far, 0])
    return np.array(out, np.float32).reshape(-1, 6)


def make_shard(path: Path, seed: int, index: int, held_out: bool = False) -> None:
    """Draw SHARD scenes into one .npz: half-size pictures, their ends and backs, glyph crops."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, index, int(held_out)])
    halves, rows_e, rows_b, crops, names = [], [], [], [], []
    for number in range(SHARD):
        picture, label = make_scene(rng, held_out=held_out)
        halves.append(cv2.resize(picture, HALF, interpolation=cv2.INTER_AREA))
        ends, backs, faces = _ends_of(label)
        keep = _inside(ends[:, :2], SIZE, 4.0)
        ends, faces = ends[keep], faces[keep]
        backs = backs[_inside(backs[:, :2], SIZE, 2.0)]
        rows_e.append(np.column_stack([np.full(len(ends), number), ends]))
        rows_b.append(np.column_stack([np.full(len(backs), number), backs]))
        good, hidden = ends[:, 5] >= 0.55, ends[:, 5] < 0.3
        gone = ends[hidden][:12]
        blank = _blanks(rng, ends, 14)
        places = np.concatenate([ends[good], gone, blank])
        crops.append(cut(picture, places[:, :2], places[:, 2], places[:, 3],
                         STORED, SPAN * STORED / CROP))  # fmt: skip
        names.append(np.concatenate([faces[good], np.full(len(gone) + len(blank), NONE)]))
    part = path.with_suffix(".part.npz")
    np.savez(
        part,
        halves=np.stack(halves),
        ends=np.concatenate(rows_e).astype(np.float32),
        backs=np.concatenate(rows_b).astype(np.float32),
        crops=np.concatenate(crops),
        names=np.concatenate(names).astype(np.int64),
    )
    part.rename(path)


def make_scenes(folder: Path, scenes: int, seed: int, held_out: bool = False) -> list[Path]:
    """Draw the shards that are still missing, on all cores; a progress line for each."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"shard_{i:04d}.npz" for i in range(-(-scenes // SHARD))]
    todo = [(p, i) for i, p in enumerate(paths) if not p.exists()]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(make_shard, p, seed, i, held_out) for p, i in todo]
        for done, job in enumerate(jobs, 1):
            job.result()
            print(f"scenes: {(len(paths) - len(todo) + done) * SHARD}/{scenes}", flush=True)
    return paths


def load(paths: list[Path], keys: tuple[str, ...]) -> Arrays:
    """Some arrays of all shards in memory; "ends" and "backs" carry their picture in column 0."""
    parts: dict[str, list[NDArray[Any]]] = {key: [] for key in keys}
    for number, path in enumerate(paths):
        with np.load(path) as shard:
            for key in keys:
                part = shard[key]
                if key in ("ends", "backs"):
                    part[:, 0] += number * SHARD
                parts[key].append(part)
    return {key: np.concatenate(part) for key, part in parts.items()}
