"""Looking at glyphs again: at those whose direction was not right the first time."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.classifier import Looks
from vision.detections import Ends, Floats
from vision.pairing import straighten
from vision.table import Table

Glance = Callable[[Ends], Looks]

TURNED_DEG, MOVED = 3.0, 0.05  # a glyph seen straighter and nearer is not looked at again
FARTHEST = 0.3  # card widths that a find is moved at most
NONE = 20  # the class of a crop without a readable glyph
UNREAD = 0.3  # probability of it from which a find is looked at from other sides
WORTH = 0.3  # … if the detector is this sure of it
SIDES_DEG = (-75.0, -28.0, 28.0, 75.0)  # where the network could not tell the turn itself
FIRST = 0.5  # prior probability of the direction that was found; the others share the rest


def read_glyphs(glance: Glance, ends: Ends, table: Table) -> Ends:
    """The ends with what their glyphs show, each looked at as upright as can be.

    The first look tells what still is to be turned and moved; the second sees it so.
    """
    first = glance(ends)
    moved = np.hypot(first.shifts[:, 0], first.shifts[:, 1]) / ends.widths
    short = np.minimum(1, FARTHEST / np.maximum(moved, 1e-9))[:, None].astype(np.float32)
    seen = Ends(
        ends.centers + first.shifts * short, ends.angles + first.turns, ends.widths, ends.reach,
        ends.scores, first.logp,
    )  # fmt: skip
    upright = straighten(seen, table)
    turned = np.abs((upright.angles - ends.angles + 180) % 360 - 180)
    again = np.flatnonzero((turned > TURNED_DEG) | (moved > MOVED))
    seen = replace(upright, logp=_with(first.logp, again, glance(_some(upright, again)).logp))
    return _from_other_sides(glance, seen)


def _from_other_sides(glance: Glance, ends: Ends) -> Ends:
    """The ends where a find without a glyph may be a glyph that lies in another direction.

    Of every direction the classifier says how much likelier each face is than none; the true one
    is one of them.
    """
    none = np.exp(ends.logp[:, NONE])
    blank = np.flatnonzero((none > UNREAD) & (ends.scores > WORTH))
    if not len(blank):
        return ends
    tried = [ends.logp[blank]]
    for side in SIDES_DEG:
        part = _some(ends, blank)
        tried.append(glance(replace(part, angles=part.angles + np.float32(side))).logp)
    looks = np.stack(tried)  # (directions, blank, 21)
    prior = np.full(len(looks), (1 - FIRST) / (len(looks) - 1))
    prior[0] = FIRST
    odds = np.exp(looks - looks[..., NONE:]) * prior[:, None, None]
    mixed = odds.sum(axis=0)
    mixed[:, NONE] = 1.0
    mixed /= mixed.sum(axis=1, keepdims=True)
    best = odds[..., :NONE].sum(axis=2).argmax(axis=0)
    angles = ends.angles.copy()
    angles[blank] += np.array([0.0, *SIDES_DEG], np.float32)[best]
    logp = _with(ends.logp, blank, np.log(np.maximum(mixed, 1e-12)).astype(np.float32))
    return replace(ends, angles=angles, logp=logp)


def _some(ends: Ends, which: NDArray[np.intp]) -> Ends:
    return Ends(
        ends.centers[which], ends.angles[which], ends.widths[which], ends.reach[which],
        ends.scores[which], ends.logp[which],
    )  # fmt: skip


def _with(logp: Floats, which: NDArray[np.intp], new: Floats) -> Floats:
    out = logp.copy()
    out[which] = new
    return out
