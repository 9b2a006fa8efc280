"""Cards from what the networks found: both ends of a card vote, the deck has four of a face."""

from dataclasses import dataclass
from math import atan2, degrees
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision import certainty
from vision.backs import whole_backs
from vision.certainty import evidence, named, probability
from vision.detections import Backs, Ends
from vision.joint import hold_to_deck
from vision.pairing import FlatEnds, Pair, distinct, flatten, pair_ends, some
from vision.table import Table
from vision.view import Point, SeenCard, SeenEnd

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

LEAST, LEAST_BACK = 0.3, 0.45  # finds less likely than this are not reported
FAINT = 0.1  # … and ends less likely than this are not paired
EDGE = 0.52  # card widths from the middle of a glyph to the short edge (real decks: 0.42…0.59)
NAMED, SHOWN = 5, 0.001  # how many alternatives are told, and how likely they must be


@dataclass(frozen=True)
class Sightings:
    """M face-up cards as their ends show them, and what these say.

    a, b (M,) indices of ends (b = −1: one end is seen); odds (M,5) the evidence that a card is
    there; votes (M,21) summed log-probabilities.
    """

    flat: FlatEnds
    a: Indices
    b: Indices
    odds: Array
    votes: Array


def find_cards(ends: Ends, backs: Backs, table: Table) -> tuple[SeenCard, ...]:
    """All cards, face-up ones first; group, seat and zone are left open."""
    seen = sight(ends, table)
    faces = hold_to_deck(face_probabilities(seen))
    keep = np.flatnonzero(faces.sum(axis=1) >= LEAST)
    seen = _some(seen, keep)
    quads = _quads(seen)
    up = _face_up(seen, faces[keep], quads, table)
    return (*up, *_face_down(backs, quads, seen.b >= 0, table))


def sight(ends: Ends, table: Table) -> Sightings:
    """The ends as cards: every glyph once, both ends of a card together."""
    flat = flatten(ends, table)
    logp = ends.logp.astype(np.float64)
    odds = evidence(ends.scores.astype(np.float64), logp, flat.misfit)
    here = probability(odds @ certainty.CERTAINTY.one)
    keep = distinct(flat, here)
    keep = keep[here[keep] >= FAINT]
    flat, logp, odds = some(flat, keep), logp[keep], odds[keep]
    flat, pairs = pair_ends(flat, np.exp(logp[:, :-1]))
    return _told(flat, pairs, odds, logp)


def _told(flat: FlatEnds, pairs: list[Pair], odds: Array, logp: Array) -> Sightings:
    a = np.array([p.a for p in pairs], np.intp)
    b = np.array([-1 if p.b is None else p.b for p in pairs], np.intp)
    turned = np.array([-1 if p.turned is None else p.turned for p in pairs], np.intp)
    two = (b >= 0)[:, None]
    both = np.where(two, (odds[a] + odds[b]) / 2, odds[a]) if len(pairs) else odds[:0]
    if not len(pairs):
        return Sightings(flat, a, b, both, logp[:0])
    # an end that is seen upside down is there, but its reading proves nothing
    counts_a, counts_b = (a != turned)[:, None], two & (b != turned)[:, None]
    return Sightings(flat, a, b, both, logp[a] * counts_a + logp[b] * counts_b)


def face_probabilities(seen: Sightings) -> Array:
    """(M,20) probability that a card with this face lies there; the rest to 1: that none does."""
    return named(seen.odds, seen.b >= 0, seen.votes, certainty.CERTAINTY)


def _some(seen: Sightings, keep: Indices) -> Sightings:
    return Sightings(seen.flat, seen.a[keep], seen.b[keep], seen.odds[keep], seen.votes[keep])


def _quads(seen: Sightings) -> Array:
    """(M,4,2) mm: the whole cards, starting at the short side of end a."""
    flat, a, b = seen.flat, seen.a, seen.b
    if not len(a):
        return np.zeros((0, 4, 2))
    two = b >= 0
    away = flat.centers[a] - flat.centers[b]
    distance = np.where(two, np.hypot(away[:, 0], away[:, 1]), 2 * flat.reach[a])
    axis = np.where(two[:, None], away / np.maximum(distance, 1e-9)[:, None], flat.directions()[a])
    width = np.where(two, (flat.widths[a] + flat.widths[b]) / 2, flat.widths[a])
    return rectangles(
        flat.centers[a] - axis * distance[:, None] / 2, axis, distance + 2 * EDGE * width, width
    )


def rectangles(centers: Array, axes: Array, lengths: Array, widths: Array) -> Array:
    """(M,4,2) corners, starting and ending at the short side that `axes` (M,2) point to."""
    along = axes * lengths[:, None] / 2
    across = np.stack([-axes[:, 1], axes[:, 0]], axis=1) * widths[:, None] / 2
    corners = [along - across, along + across, across - along, -along - across]
    return np.asarray(centers[:, None] + np.stack(corners, axis=1), np.float64)


def _face_up(seen: Sightings, faces: Array, quads: Array, table: Table) -> list[SeenCard]:
    quads_px: list[list[Point]] = _points(table.to_px(quads))
    ends_px: list[Point] = _points(table.to_px(seen.flat.centers))
    order = np.argsort(-faces, axis=1, kind="stable")[:, :NAMED]
    ranked = np.take_along_axis(faces, order, axis=1).tolist()
    cards = []
    for k, (names, ps) in enumerate(zip(order.tolist(), ranked, strict=True)):
        (x0, y0), (x1, y1) = quads_px[k][0], quads_px[k][2]
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        glyphs = []
        for i in (int(seen.a[k]), int(seen.b[k])):
            if i >= 0:
                x, y = ends_px[i]
                glyphs.append(SeenEnd((x, y), degrees(atan2(y - middle[1], x - middle[0]))))
        told = tuple((Card(f), p) for f, p in zip(names, ps, strict=True) if p >= SHOWN)
        a, b, c, d = quads_px[k]
        cards.append(SeenCard(Card(names[0]), True, ps[0], told, (a, b, c, d), tuple(glyphs)))
    return cards


def _points(array: Array) -> list[Any]:
    """Nested lists whose innermost pairs are tuples."""
    if array.ndim == 2:
        return [(x, y) for x, y in array.tolist()]
    return [_points(part) for part in array]


def _face_down(
    backs: Backs, up: Array, both_seen: NDArray[np.bool_], table: Table
) -> list[SeenCard]:
    """Backs that are neither a face-up card nor found twice."""
    likely = back_probabilities(backs)
    at = np.flatnonzero(likely >= LEAST_BACK)
    backs = Backs(
        backs.centers[at], backs.angles[at], backs.widths[at], backs.lengths[at], backs.scores[at]
    )
    whole = whole_backs(backs, likely[at], up, both_seen, table)
    quads = table.to_px(rectangles(whole.centers, whole.axes, whole.lengths, whole.widths))
    return [
        SeenCard(None, False, float(likely[at[i]]), (), (a, b, c, d), ())
        for i, (a, b, c, d) in zip(whole.source.tolist(), _points(quads), strict=True)
    ]


def back_probabilities(backs: Backs) -> Array:
    """(N,) probability that a face-down card lies at each find."""
    constant, weight = certainty.CERTAINTY.back
    return probability(constant + weight * certainty.log_odds(backs.scores.astype(np.float64)))
