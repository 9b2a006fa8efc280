"""Cards as rectangles on the table plane, and how far apart they lie."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.table import Table
from vision.view import SeenCard

Array = NDArray[np.float64]

LAPPED = -0.25  # card widths
FAN_DEG, ACROSS = 25.0, 0.01  # what a fan opens from card to card; widths a degree beyond it


@dataclass(frozen=True)
class Boxes:
    """N cards in mm: centers, axes (N,2), unit vectors of the long side; lengths, widths (N,)."""

    centers: Array
    axes: Array
    lengths: Array
    widths: Array


def boxes_of(cards: Sequence[SeenCard], table: Table) -> Boxes:
    """The cards' quads, which start at a short side, as rectangles on the table plane."""
    quads = table.to_mm(np.array([c.quad_px for c in cards], np.float64).reshape(-1, 4, 2))
    a, b, c, d = (quads[:, k] for k in range(4))
    long = (a + b - c - d) / 2
    lengths = np.linalg.norm(long, axis=1)
    widths = np.linalg.norm((a + d - b - c) / 2, axis=1)
    return Boxes(quads.mean(axis=1), long / lengths[:, None], lengths, widths)


def gaps(boxes: Boxes) -> Array:
    """(N,N) mm between every two cards along the axis that parts them best; < 0: they overlap."""
    n = len(boxes.centers)
    across = np.stack([-boxes.axes[:, 1], boxes.axes[:, 0]], axis=1)
    delta = boxes.centers[None] - boxes.centers[:, None]
    best = np.full((n, n), -np.inf)
    for axis in (boxes.axes, across):  # of the first card; the transpose adds the second's
        apart = np.abs(np.einsum("ijk,ik->ij", delta, axis))
        along_half = np.abs(axis @ boxes.axes.T) * boxes.lengths[None] / 2
        across_half = np.abs(axis @ across.T) * boxes.widths[None] / 2
        own = boxes.lengths if axis is boxes.axes else boxes.widths
        best = np.maximum(best, apart - along_half - across_half - own[:, None] / 2)
    return np.asarray(np.maximum(best, best.T), np.float64)


def looseness(boxes: Boxes) -> Array:
    """(N,N) how little every two cards look laid together, in card widths: the gap between them,
    and more where they point different ways than a fan opens."""
    gap = gaps(boxes) / float(np.median(boxes.widths))
    lapped = np.minimum(gap - LAPPED, 0) * 0.05  # how far one covers the other says nothing
    cos = np.abs(boxes.axes @ boxes.axes.T).clip(0, 1)
    across = np.maximum(np.degrees(np.arccos(cos)) - FAN_DEG, 0)
    return np.asarray(np.maximum(gap, LAPPED) + lapped + ACROSS * across, np.float64)


def clusters(near: NDArray[np.bool_]) -> list[list[int]]:
    """Connected components of an (N,N) neighbourhood, each sorted."""
    labels = np.arange(len(near))
    while True:  # every card takes the lowest label around it, until none is lower
        lowest = np.where(near, labels, len(near)).min(axis=1, initial=len(near))
        new = np.minimum(labels, lowest)
        new = new[new]
        if (new == labels).all():
            break
        labels = new
    return [np.flatnonzero(labels == k).tolist() for k in np.unique(labels)]
