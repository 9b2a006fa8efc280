"""What the detector should say of a picture: maps drawn from the places of ends and backs."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.dataset import STORED_WIDTH, Scene
from vision.detector import CHANNELS, NOMINAL_WIDTH, STRIDE

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]

INPUT = 320  # px: side of a training crop
SCALES = 0.6, 1.5  # of a card's nominal width
SEEN, IGNORED = 0.55, 0.25  # visible share from which an end counts; below which it does not exist
BACK_SEEN, BACK_IGNORED = 0.15, 0.08
SURFACES = CHANNELS.index("face_surface")


def crop(scene: Scene, rng: Generator) -> tuple[Picture, NDArray[np.uint8], Floats, Floats]:
    """A random piece of a scene at a random scale and quarter turn, ends and backs turned along.

    Returns the piece (INPUT,INPUT,3), its surface (INPUT/4,INPUT/4) and both tables (N,6), in px of
    the piece.
    """
    picture, ends, backs = scene.picture, scene.ends, scene.backs
    h, w = picture.shape[:2]
    scale = np.exp(rng.uniform(*np.log(SCALES)))
    zoom = float(scale * NOMINAL_WIDTH / STORED_WIDTH)
    side = min(round(INPUT / zoom), h)
    zoom = INPUT / side
    if len(ends) + len(backs) and rng.random() < 0.8:  # look where something lies
        table = ends if len(ends) and (rng.random() < 0.7 or not len(backs)) else backs
        x, y = table[rng.integers(len(table)), :2] + rng.uniform(-side / 2, side / 2, 2)
    else:
        x, y = rng.uniform(0, w), rng.uniform(0, h)
    x0 = int(np.clip(x - side / 2, 0, w - side))
    y0 = int(np.clip(y - side / 2, 0, h - side))
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    part = picture[y0 : y0 + side, x0 : x0 + side]
    piece = np.asarray(cv2.resize(part, (INPUT, INPUT), interpolation=how), np.uint8)
    n = INPUT // STRIDE
    at = (np.arange(n) + 0.5) * STRIDE / zoom  # the middles of the cells, in px of the part
    last = np.array(scene.surface.shape) - 1
    rows = np.minimum(((y0 + at) / STRIDE).astype(int), last[0])
    columns = np.minimum(((x0 + at) / STRIDE).astype(int), last[1])
    surface = scene.surface[np.ix_(rows, columns)]
    turns = int(rng.integers(4))
    # clockwise, as angles grow (y down)
    piece = np.ascontiguousarray(np.rot90(piece, -turns))
    surface = np.ascontiguousarray(np.rot90(surface, -turns))

    def moved(table: Floats) -> Floats:
        out = table.copy()
        out[:, 0] = (out[:, 0] - x0) * zoom
        out[:, 1] = (out[:, 1] - y0) * zoom
        out[:, 3:5] *= zoom
        for _ in range(turns):
            out[:, 0], out[:, 1] = INPUT - out[:, 1], out[:, 0].copy()
        out[:, 2] += 90 * turns
        inside = ((out[:, :2] > -8) & (out[:, :2] < INPUT + 8)).all(1)
        return np.asarray(out[inside], np.float32)

    return piece, surface, moved(ends), moved(backs)


def maps(surface: NDArray[np.uint8], ends: Floats, backs: Floats) -> tuple[Floats, Floats]:
    """Targets (16,h,w) in the order of detector.CHANNELS and weights (4,h,w).

    The weights: of the end heat, the back heat (0 where a half-hidden thing lies), and of the
    regressions for ends and for backs (above 0 near a centre).
    """
    n = INPUT // STRIDE
    at = {name: i for i, name in enumerate(CHANNELS)}
    out = np.zeros((len(CHANNELS), n, n), np.float32)
    weight = np.zeros((4, n, n), np.float32)
    weight[:2] = 1
    _draw(out, weight, ends, at, "end", 1)
    _draw(out, weight, backs, at, "back", 2)
    out[SURFACES] = surface == 1
    out[SURFACES + 1] = surface == 2
    return out, weight


def _draw(
    out: Floats, weight: Floats, table: Floats, at: dict[str, int], kind: str, folds: int
) -> None:
    n = out.shape[1]
    heat, mine = at[kind], 0 if kind == "end" else 1
    last = "end_reach" if kind == "end" else "back_length"
    seen_from, ignored = (SEEN, IGNORED) if kind == "end" else (BACK_SEEN, BACK_IGNORED)
    for x, y, angle, width, far, visible in table[np.argsort(table[:, 5])]:
        if visible < ignored or width < 2 or far < 2:
            continue
        cx, cy = x / STRIDE, y / STRIDE
        sigma = max(0.7, 0.14 * width / STRIDE)
        r = int(3 * sigma) + 1
        x0, x1 = max(0, int(cx) - r), min(n, int(cx) + r + 1)
        y0, y1 = max(0, int(cy) - r), min(n, int(cy) + r + 1)
        if x0 >= x1 or y0 >= y1:
            continue
        dx = cx - (np.arange(x0, x1, dtype=np.float32) + 0.5)
        dy = cy - (np.arange(y0, y1, dtype=np.float32) + 0.5)
        bump = np.exp(-(dx[None] ** 2 + dy[:, None] ** 2) / (2 * sigma**2))
        part = (slice(y0, y1), slice(x0, x1))
        if visible < seen_from:
            weight[mine][part] = np.where(bump > 0.3, 0, weight[mine][part])
            continue
        px, py = int(cx), int(cy)
        inside = 0 <= px < n and 0 <= py < n
        if inside:
            bump[py - y0, px - x0] = 1.0
        better = bump > out[heat][part]
        out[heat][part] = np.where(better, bump, out[heat][part])
        near = better & (bump > 0.4)
        if inside:
            weight[mine, py, px] = 1
        turn = np.radians(angle * folds)
        values = {
            f"{kind}_dx": np.broadcast_to(dx[None], bump.shape),
            f"{kind}_dy": np.broadcast_to(dy[:, None], bump.shape),
            f"{kind}_cos" + ("2" if folds == 2 else ""): np.full(bump.shape, np.cos(turn)),
            f"{kind}_sin" + ("2" if folds == 2 else ""): np.full(bump.shape, np.sin(turn)),
            f"{kind}_width": np.full(bump.shape, np.log(width / NOMINAL_WIDTH)),
            last: np.full(bump.shape, np.log(far / width)),
        }
        for name, value in values.items():
            target = out[at[name]][part]
            target[near] = value[near]
        weight[2 + mine][part][near] = bump[near]


def dress(piece: Picture, rng: Generator) -> Picture:
    """Small changes of light that cost nothing to draw."""
    gain = rng.uniform(0.75, 1.25) * (1 + rng.normal(0, 0.05, 3))
    out = np.clip(piece * gain.astype(np.float32) + rng.uniform(-18, 18), 0, 255).astype(np.uint8)
    if rng.random() < 0.08:
        out = np.repeat(out.mean(2, keepdims=True).astype(np.uint8), 3, 2)
    return np.asarray(cv2.GaussianBlur(out, (3, 3), 0)) if rng.random() < 0.15 else out
