"""How far the glyphs of one deck stray from a font: bent, parts moved, thick and thin strokes."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.cards import Card
from models.glyph_shapes import EM, Mask, thickened, tight

PAD = 20
Field = NDArray[np.float32]
BARE = (Card.一, Card.二, Card.三, Card.七, Card.九, Card.十)  # a hook would make another face


@dataclass(frozen=True)
class Bend:
    """The geometry of a deck's own writing; lengths are shares of the glyph's height.

    bend: elastic deformation; parts: how far unconnected parts move; keystone: top wider (> 0)
    or narrower; shear; width: of the usual width. The seed makes each face its own.
    """

    seed: int = 0
    bend: float = 0.0
    parts: float = 0.0
    keystone: float = 0.0
    shear: float = 0.0
    width: float = 1.0


@dataclass(frozen=True)
class Pen:
    """The pen of a deck; lengths are shares of the glyph's height.

    weight: ink grown outward on each side; small: more of it for the small figures; nib: breadth
    of a broad pen held at nib_turn radians; swell: weight changes along the strokes; tips: share
    of stroke ends that are formed anew, with blobs, cuts or (hooks) short hooks.
    """

    seed: int = 0
    weight: float = 0.0
    small: float = 0.0
    nib: float = 0.0
    nib_turn: float = 0.0
    swell: float = 0.0
    tips: float = 0.0
    hooks: bool = False


def noise(rng: Generator, shape: tuple[int, ...], cells: int, layers: int = 1) -> Field:
    """Smooth noise of about unit size, cells x cells normal values enlarged: (h, w[, layers])."""
    coarse = rng.standard_normal((cells, cells, layers), dtype=np.float32)
    smooth = cv2.INTER_CUBIC if cells < 8 else cv2.INTER_LINEAR  # fine noise needs no smoothness
    big = cv2.resize(coarse, (shape[1], shape[0]), interpolation=smooth)
    return np.asarray(big, np.float32)


def bent(mask: Mask, face: Card, how: Bend) -> Mask:
    """A glyph with its parts moved, then bent, sheared and stretched; tight."""
    rng = np.random.default_rng([how.seed, int(face), 1])
    if how.parts:
        mask = _parted(mask, how.parts, rng)
    mask = np.pad(mask, PAD)
    h, w = mask.shape
    wide = max(8, round(w * how.width))
    rows, columns = np.indices((h, wide), dtype=np.float32)
    y, x = rows / h - 0.5, columns / wide - 0.5
    rows, columns = y * h, x * w * (1 + how.keystone * 2 * y) + how.shear * y * h
    if how.bend:
        for cells, share in ((2, 0.8), (4, 0.45), (7, 0.18)):
            move = how.bend * share * EM * noise(rng, (h, wide), cells, 2)
            rows, columns = rows + move[..., 0], columns + move[..., 1]
    out = cv2.remap(mask, columns + w / 2, rows + h / 2, cv2.INTER_LINEAR)
    return tight(np.asarray(out, np.uint8))


def _parted(mask: Mask, far: float, rng: Generator) -> Mask:
    """Unconnected parts shifted, scaled and turned a little against each other."""
    count, labels, boxes, middles = cv2.connectedComponentsWithStats((mask > 64).astype(np.uint8))
    if not 3 <= count <= 9:
        return mask
    mask, near = np.pad(mask, PAD), np.pad(labels, PAD)
    near = cv2.dilate(near.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.int32)
    out = np.zeros_like(mask)
    for part in range(1, count):
        piece = np.where(near == part, mask, 0).astype(np.uint8)
        x, y = middles[part] + PAD
        loose = min(1.0, 0.35 * EM * EM / (1 + boxes[part][2] * boxes[part][3]))  # big ones stay
        turn, scale = rng.normal(0, 90 * far) * loose, np.exp(rng.normal(0, 2.2 * far))
        move = cv2.getRotationMatrix2D((float(x), float(y)), float(turn), float(scale))
        move[:, 2] = move[:, 2] + rng.normal(0, far * EM * 0.5, 2)
        out = np.maximum(out, cv2.warpAffine(piece, move, (mask.shape[1], mask.shape[0])))
    return tight(out)


def penned(mask: Mask, face: Card, pen: Pen) -> Mask:
    """A glyph in the weight of a pen, tight; less of it where its counters would fill up."""
    rng = np.random.default_rng([pen.seed, int(face), 2])
    mask = np.pad(mask, PAD)
    if pen.tips:
        mask = _tipped(mask, face, pen, rng)
    weight = pen.weight + (pen.small if face <= Card.十 else 0.0)
    swell = noise(rng, mask.shape, 5) if pen.swell else np.zeros(mask.shape, np.float32)
    open_before, parts_before = _counters(mask)
    for share in (1.0, 0.8, 0.6, 0.4, 0.2):
        grown = _grown(mask, pen, weight, share, swell)
        still_open, parts = _counters(grown)
        apart = parts >= (0.65 if face <= Card.十 else 0.4) * parts_before
        if apart and still_open >= 0.35 * open_before and not _filled(grown, face):
            return tight(grown)
    return tight(thickened(mask, -0.018 * EM) if _filled(mask, face) else mask)


def _filled(mask: Mask, face: Card) -> bool:
    """Whether a face of many strokes is so full of ink that it reads as a block."""
    return bool((mask > 100).sum() > 0.58 * tight(mask).size) and face >= Card.四


def _grown(mask: Mask, pen: Pen, weight: float, share: float, swell: Field) -> Mask:
    """A glyph grown by a share of a weight, of the swell and of the breadth of the nib."""
    breadth = pen.nib * EM * share
    change = weight * EM * (share if weight > 0 else 1.0)
    change = max(change - 0.35 * breadth, min(change, -0.01 * EM))  # hairlines stay
    out = thickened(mask, change + pen.swell * EM * share * swell)
    if breadth >= 2:
        size = 2 * int(breadth / 2) + 3
        nib = np.zeros((size, size), np.uint8)
        way = breadth / 2 * np.array([np.cos(pen.nib_turn), np.sin(pen.nib_turn)])
        middle = size // 2
        a, b = np.round(middle - way).astype(int), np.round(middle + way).astype(int)
        cv2.line(nib, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1, 1)
        out = np.asarray(cv2.dilate(out, nib), np.uint8)
    return out


def _counters(mask: Mask) -> tuple[int, int]:
    """Openings enclosed by the ink, and parts of the ink, that are large enough to see."""
    ink = (mask[::2, ::2] > 100).astype(np.uint8)
    sizes = [
        cv2.connectedComponentsWithStats(side, connectivity=4)[2][1:, cv2.CC_STAT_AREA]
        for side in (1 - ink, ink)
    ]
    return int((sizes[0] > 5).sum()), int((sizes[1] > 10).sum())


def _tipped(mask: Mask, face: Card, pen: Pen, rng: Generator) -> Mask:
    """Some stroke ends made anew: blobbed, cut short or with a small hook, alike in a deck."""
    ink = (mask > 100).astype(np.uint8)
    inner = cv2.distanceTransform(ink, cv2.DIST_L2, 3)
    if not ink.any():
        return mask
    broad = float(np.clip(2 * np.percentile(inner[ink > 0], 90), 5, 0.11 * EM))
    size = 2 * round(broad) + 1
    share = cv2.boxFilter(ink.astype(np.float32), -1, (size, size))
    outlines, _ = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    deck = np.random.default_rng(pen.seed)
    blob, hook_way = deck.uniform(0.4, 0.62), deck.uniform(-np.pi, np.pi)
    cutting, hooks = deck.random() < 0.3, pen.hooks and face not in BARE
    out = mask.copy()
    points = np.concatenate(outlines)[::2, 0]
    points = points[np.argsort(share[points[:, 1], points[:, 0]])]
    points = points[share[points[:, 1], points[:, 0]] < 0.36]
    left = points
    for _ in range(12):
        if not len(left):
            break
        x, y = left[0]
        left = left[np.abs(left - (x, y)).sum(1) > 2 * broad]
        if rng.random() > pen.tips:
            continue
        radius = max(2, round(broad * blob * rng.uniform(0.8, 1.2)))
        if hooks:
            far = broad * rng.uniform(0.7, 1.3)
            tip = (round(x + far * np.cos(hook_way)), round(y + far * np.sin(hook_way)))
            cv2.line(out, (int(x), int(y)), tip, 255, max(2, round(broad * 0.4)), cv2.LINE_AA)
        elif cutting:
            cv2.circle(out, (int(x), int(y)), max(2, radius // 3), 0, -1, cv2.LINE_AA)
        else:
            inside = np.clip(1 - share[y, x], 0.4, 0.9)
            way = points[np.hypot(*(points - (x, y)).T) < 2 * broad].mean(0) - (x, y)
            at = np.round((x, y) + way * (1 - inside)).astype(int)
            cv2.circle(out, (int(at[0]), int(at[1])), radius, 255, -1, cv2.LINE_AA)
    return out
