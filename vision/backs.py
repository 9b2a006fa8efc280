"""Whole face-down cards from the parts of them that can be seen.

A back shows no end, so a strip of it does not tell where the rest of its card lies: what covers it
does. In a lengthwise chain of strips all cards reach toward the one on top, which shows most.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boxes import clusters
from vision.detections import Backs
from vision.table import Table

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

WHOLE = 0.85  # visible share of a card's length from which nothing is missing
LENGTH = 3.8  # card widths: a common card, where no whole one is seen
TWICE = 0.3  # card widths: two finds this close are one card
COVERED = 0.45  # card widths: a find this close to a face-up card's middle is that card
IN_LINE, ASIDE = 0.94, 0.5  # |cos| and card widths aside: strips of one chain
JOIN = 0.45  # card widths of gap, or of overlap, between a strip and what covers it


@dataclass(frozen=True)
class Strips:
    """N parts of cards on the table plane (mm): centers (N,2), axes (N,2) unit vectors of the long
    side, widths and lengths (N,), and which finds they were: source (N,)."""

    centers: Array
    axes: Array
    widths: Array
    lengths: Array
    source: NDArray[np.intp]


def whole_backs(backs: Backs, likely: Array, up: Array, both_seen: Flags, table: Table) -> Strips:
    """The face-down cards as wholes, each once, the likeliest first.

    likely (N,) probability of each find; up (M,4,2) mm, the quads of the face-up cards, and
    both_seen (M,) which of these show both ends: those lie on top.
    """
    found = _once(_flatten(backs, table), likely, up.mean(axis=1))
    if not len(found.source):
        return found
    long, short = (
        np.linalg.norm(up[:, 1] - up[:, 2], axis=1),
        np.linalg.norm(up[:, 0] - up[:, 1], axis=1),
    )
    shown = (long / np.maximum(short, 1e-9))[both_seen]
    ratio = float(np.median(shown)) if len(shown) else LENGTH
    tops = _as_strips(up[both_seen])
    return _stretched(found, tops, ratio * found.widths)


def _flatten(backs: Backs, table: Table) -> Strips:
    c = backs.centers.astype(np.float64)
    turn = np.radians(backs.angles.astype(np.float64))
    along = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    half, side = backs.lengths[:, None] / 2.0, backs.widths[:, None] / 2.0
    long = table.to_mm(c + along * half) - table.to_mm(c - along * half)
    wide = table.to_mm(c + across * side) - table.to_mm(c - across * side)
    lengths = np.linalg.norm(long, axis=1)
    axes = long / np.maximum(lengths, 1e-9)[:, None]
    return Strips(table.to_mm(c), axes, np.linalg.norm(wide, axis=1), lengths, np.arange(len(c)))


def _as_strips(quads: Array) -> Strips:
    long = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
    lengths = np.linalg.norm(long, axis=1)
    widths = np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1)
    axes = long / np.maximum(lengths, 1e-9)[:, None]
    return Strips(quads.mean(axis=1), axes, widths, lengths, np.arange(len(quads)))


def _once(strips: Strips, likely: Array, taken: Array) -> Strips:
    """Every card once, and none that is a face-up card (middles `taken`)."""
    kept: list[int] = []
    for i in np.argsort(-likely, kind="stable").tolist():
        here, width = strips.centers[i], strips.widths[i]
        to_up = np.linalg.norm(taken - here, axis=1)
        to_kept = np.linalg.norm(strips.centers[kept] - here, axis=1)
        if not ((to_up < COVERED * width).any() or (to_kept < TWICE * width).any()):
            kept.append(i)
    return _some(strips, np.array(kept, np.intp))


def _some(strips: Strips, which: NDArray[np.intp]) -> Strips:
    return Strips(
        strips.centers[which],
        strips.axes[which],
        strips.widths[which],
        strips.lengths[which],
        strips.source[which],
    )


def _stretched(strips: Strips, tops: Strips, lengths: Array) -> Strips:
    """The strips as cards of these lengths (N,) mm, toward what lies on top of their chain."""
    n = len(strips.source)
    every = Strips(
        np.concatenate([strips.centers, tops.centers]),
        np.concatenate([strips.axes, tops.axes]),
        np.concatenate([strips.widths, tops.widths]),
        np.concatenate([strips.lengths, tops.lengths]),
        np.arange(n + len(tops.source)),
    )
    joined = _joined(every)
    joined[n:, n:] = False  # two face-up cards are not of one chain of backs
    centers, long = strips.centers.copy(), strips.lengths.copy()
    for chain in clusters(joined):
        backs = [i for i in chain if i < n]
        if len(chain) == 1 or not backs:
            continue
        top = max(chain, key=lambda i: (i >= n, every.lengths[i]))
        for i in backs:
            if i == top or strips.lengths[i] > WHOLE * lengths[i]:
                continue
            axis = strips.axes[i]
            toward = np.sign((every.centers[top] - strips.centers[i]) @ axis)
            centers[i] += axis * toward * (lengths[i] - strips.lengths[i]) / 2
            long[i] = lengths[i]
    return Strips(centers, strips.axes, strips.widths, long, strips.source)


def _joined(strips: Strips) -> Flags:
    """(N,N) which two lie one behind the other, edge to edge."""
    delta = strips.centers[None] - strips.centers[:, None]
    along = np.abs(np.einsum("ijk,ik->ij", delta, strips.axes))
    across = np.stack([-strips.axes[:, 1], strips.axes[:, 0]], axis=1)
    aside = np.abs(np.einsum("ijk,ik->ij", delta, across))
    width = (strips.widths[:, None] + strips.widths[None]) / 2
    gap = along - (strips.lengths[:, None] + strips.lengths[None]) / 2
    close = (np.abs(gap) < JOIN * width) & (aside < ASIDE * width)
    near = close & (np.abs(strips.axes @ strips.axes.T) > IN_LINE)
    return np.asarray(near | near.T, np.bool_)
