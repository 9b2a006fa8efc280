"""Scenes for training, drawn once into shards on disk and cropped many times."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
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
from models.negatives import negative_scene
from models.render import Look, render_with_map, sample_look
from models.tables import random_layout
from vision.classifier import CROP, NONE, SPAN, cut
from vision.detector import STRIDE

SHARD = 25  # scenes
STORED = 64  # px: a stored crop, wider than a network's crop so that it can still be moved about
STORED_WIDTH = 24.0  # px: the width of a card in a stored picture
SIZE = (2304, 1296)
EMPTY = 0.08  # of the scenes: tables on which nothing can be read
READABLE, GONE = 0.55, 0.3  # visible share from which a glyph has a name; below which it has none

Picture = NDArray[np.uint8]
Arrays = dict[str, NDArray[Any]]
Columns = NDArray[np.float32]


@dataclass(frozen=True)
class Scene:
    """One stored table, STORED_WIDTH px a card.

    picture (h,w,3); surface (h/4,w/4): 1 face-up card, 2 face-down card, 0 else; ends (N,6): x, y,
    angle, width, reach, visible; backs (M,6): x, y, angle, width, length of what is seen, visible.
    """

    picture: Picture
    surface: NDArray[np.uint8]
    ends: Columns
    backs: Columns


def make_scene(
    rng: Generator, *, held_out: bool = False, kind: str | None = None, look: Look | None = None
) -> tuple[Picture, dict[str, Any]]:
    """One random table with a random deck; held_out = glyph designs that are never trained on."""
    return _draw(rng, held_out, kind, look)[:2]


def _draw(
    rng: Generator, held_out: bool, kind: str | None = None, look: Look | None = None
) -> tuple[Picture, dict[str, Any], NDArray[np.uint8]]:
    design = sample_design(rng, held_out=held_out)
    deck = print_deck(rng, lambda c, height: glyph_mask(design, c, height, rng))
    kind = kind or str(rng.choice(["midgame", "showdown", "scatter"], p=[0.3, 0.25, 0.45]))
    side = rng.uniform(780, 980)
    layout = random_layout(rng, deck.card_mm, (side, side), kind)
    return render_with_map(layout, deck, look or sample_look(rng, SIZE), rng)


def _ends_of(label: dict[str, Any]) -> tuple[Columns, Columns, NDArray[np.int64]]:
    """Ends (N,6), backs (M,6) and the faces of the ends; the columns are those of Scene."""
    ends, backs, faces = [], [], []
    for seen in label["cards"]:
        quad = np.array(seen["quad_px"])
        middle = quad.mean(0)
        if "seen_quad_px" in seen:
            part = np.array(seen["seen_quad_px"])
            _, wide, long = _sides(part)
            backs.append([*part.mean(0), _sides(quad)[0], wide, long, seen["visible"]])
        for end in seen["ends"]:
            far = np.hypot(*(np.array(end["center_px"]) - middle))
            wide = _sides(quad)[1]
            ends.append([*end["center_px"], end["angle_deg"], wide, far, end["visible"]])
            faces.append(int(card(seen["face"])))
    return (
        np.array(ends, np.float32).reshape(-1, 6),
        np.array(backs, np.float32).reshape(-1, 6),
        np.array(faces, np.int64),
    )


def _sides(quad: NDArray[np.floating[Any]]) -> tuple[float, float, float]:
    """The direction of a card (degrees) and its width and length in px."""
    way = quad[0] + quad[1] - quad[2] - quad[3]
    wide = (np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[2] - quad[3])) / 2
    long = (np.linalg.norm(quad[1] - quad[2]) + np.linalg.norm(quad[3] - quad[0])) / 2
    return float(np.degrees(np.arctan2(way[1], way[0]))), float(wide), float(long)


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


def _striking(picture: Picture, rng: Generator, count: int) -> Columns:
    """Places of a picture without cards that could be taken for glyphs: where it has corners."""
    grey = cv2.cvtColor(cv2.resize(picture, None, fx=0.25, fy=0.25), cv2.COLOR_BGR2GRAY)
    found = cv2.goodFeaturesToTrack(grey, 4 * count, 0.02, 6)
    places = np.zeros((0, 2)) if found is None else found.reshape(-1, 2) * 4.0
    places = places[rng.permutation(len(places))[:count]]
    places = places + rng.normal(0, 6, places.shape)
    n = len(places)
    turns, widths = rng.uniform(-180, 180, n), rng.uniform(28, 75, n)
    return np.column_stack([places, turns, widths, 2 * widths, np.zeros(n)]).astype(np.float32)


def _stored(picture: Picture, surface: NDArray[np.uint8], ends: Columns, backs: Columns,
            card_px: float) -> Scene:  # fmt: skip
    """A scene in the size in which it is stored."""
    scale = min(1.0, STORED_WIDTH / card_px)
    size = round(picture.shape[1] * scale), round(picture.shape[0] * scale)
    cells = size[0] // STRIDE, size[1] // STRIDE
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    rough = np.asarray(cv2.resize(surface, cells, interpolation=cv2.INTER_NEAREST), np.uint8)
    by = np.array([scale, scale, 1, scale, scale, 1], np.float32)
    return Scene(small, rough, ends * by, backs * by)


def make_shard(path: Path, seed: int, index: int, held_out: bool = False) -> None:
    """Draw SHARD scenes into one .npz: pictures, their ends and backs, glyph crops."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, index, int(held_out)])
    out: Arrays = {}
    crops, names = [], []
    for number in range(SHARD):
        if rng.random() < EMPTY:
            picture = negative_scene(rng, SIZE)
            surface = np.zeros(picture.shape[:2], np.uint8)
            ends, backs, faces = (*np.zeros((2, 0, 6), np.float32), np.zeros(0, np.int64))
            card_px, rest = rng.uniform(30, 50), _striking(picture, rng, 40)
        else:
            picture, label, surface = _draw(rng, held_out)
            ends, backs, faces = _ends_of(label)
            keep = _inside(ends[:, :2], SIZE, 4.0)
            ends, faces = ends[keep], faces[keep]
            backs = backs[_inside(backs[:, :2], SIZE, 2.0)]
            gone = ends[ends[:, 5] < GONE][:12]
            rest = np.concatenate([gone, _blanks(rng, ends, 14)])
            card_px = label["card_mm"][1] * label["px_per_mm"]
        good = ends[:, 5] >= READABLE
        places = np.concatenate([ends[good], rest])
        crops.append(cut(picture, places[:, :2], places[:, 2], places[:, 3],
                         STORED, SPAN * STORED / CROP))  # fmt: skip
        names.append(np.concatenate([faces[good], np.full(len(rest), NONE)]))
        scene = _stored(picture, surface, ends, backs, card_px)
        for key, part in vars(scene).items():
            out[f"{key}_{number}"] = part
    part_path = path.with_suffix(".part.npz")
    out |= {"crops": np.concatenate(crops), "names": np.concatenate(names).astype(np.int64)}
    np.savez(part_path, allow_pickle=False, **out)
    part_path.rename(path)


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


def load_scenes(paths: list[Path]) -> list[Scene]:
    """All scenes of the shards, in memory."""
    found = []
    for path in paths:
        with np.load(path) as shard:
            for i in range(SHARD):
                found.append(Scene(**{key: shard[f"{key}_{i}"] for key in Scene.__annotations__}))
    return found


def load_crops(paths: list[Path]) -> tuple[Picture, NDArray[np.int64]]:
    """All glyph crops (N,64,64,3) of the shards and their names (N,): faces, or NONE."""
    crops, names = [], []
    for path in paths:
        with np.load(path) as shard:
            crops.append(shard["crops"])
            names.append(shard["names"])
    return np.concatenate(crops), np.concatenate(names)
