"""Which two visible ends belong to one card, by geometry and by what they show."""

from dataclasses import dataclass, replace
from math import atan2, degrees

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision.detections import Ends
from vision.table import Table

Array = NDArray[np.float64]

SAME_GLYPH = 0.4  # card widths: two finds this close are one glyph
LINE_DEG = 5.5  # how far the ends of a card usually point past each other
ALONG_UNSEEN, ALONG = 0.5, 0.21  # … and stray in distance, card widths: any deck, this deck
SHOWN_BY = 5  # pairs beyond doubt from which the length of this deck's cards is taken
SURE_PAIR = 1.0  # log-odds of such a pair
STRAY_LIMIT = 9.0  # one bad measure must not outvote all the others
PAIR_BONUS = 2.2  # log-odds that ends which fit perfectly are one card
ALIKE, ALIKE_AT_MOST = 0.6, 3.0  # how far what two ends show counts; neighbours are often alike
FLIP_PRICE = 1.0, 4.0  # log-odds against a direction wrong by 180°: at all, and when read well
BRANCHES = 14  # more candidate pairs than this in one knot are settled greedily


@dataclass(frozen=True)
class FlatEnds:
    """N ends on the table plane (mm, radians), their card's width and reach made consistent.

    centers (N,2), angles (N,), widths (N,), reach (N,); misfit (N,): how far the measured width was
    off, as a natural logarithm.
    """

    centers: Array
    angles: Array
    widths: Array
    reach: Array
    misfit: Array

    def directions(self) -> Array:
        """(N,2) unit vectors from the card's centre to the end."""
        return np.stack([np.cos(self.angles), np.sin(self.angles)], axis=1)


@dataclass(frozen=True)
class Pair:
    """The ends of one card: indices `a` and `b` (None when only one is seen).

    `turned` names the end whose direction was wrong by 180°, if any.
    """

    a: int
    b: int | None = None
    turned: int | None = None


def flatten(ends: Ends, table: Table) -> FlatEnds:
    """The ends as they lie on the table plane; one deck, so widths vary smoothly or not at all."""
    angle = np.radians(ends.angles.astype(np.float64))
    along = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    half = ends.widths[:, None] / 2.0
    c = ends.centers.astype(np.float64)
    ahead = (table.to_mm(c + along * half) - table.to_mm(c - along * half)) / (2 * half)
    widths = np.linalg.norm(table.to_mm(c + across * half) - table.to_mm(c - across * half), axis=1)
    reach = ends.reach * np.linalg.norm(ahead, axis=1)
    centers = table.to_mm(c)
    smooth = _smooth_widths(centers, widths)
    ratio = float(np.median(reach / np.maximum(widths, 1e-9))) if len(widths) else 1.0
    misfit = np.abs(np.log(np.maximum(widths, 1e-9) / np.maximum(smooth, 1e-9)))
    angles = np.arctan2(ahead[:, 1], ahead[:, 0])
    return FlatEnds(centers, angles, smooth, ratio * smooth, misfit)


def some(flat: FlatEnds, which: NDArray[np.intp]) -> FlatEnds:
    """The ends at these indices."""
    return FlatEnds(
        flat.centers[which],
        flat.angles[which],
        flat.widths[which],
        flat.reach[which],
        flat.misfit[which],
    )


def _smooth_widths(centers: Array, widths: Array) -> Array:
    """A plane through the measured widths: it removes their noise and keeps the perspective."""
    if len(widths) < 12:
        return np.full(len(widths), np.median(widths) if len(widths) else 0.0)
    scale = np.ptp(centers, axis=0).max() + 1e-9
    basis = np.column_stack([np.ones(len(widths)), (centers - centers.mean(axis=0)) / scale])
    keep = np.ones(len(widths), bool)
    fit = np.zeros(3)
    for _ in range(3):
        fit = np.linalg.lstsq(basis[keep], widths[keep], rcond=None)[0]
        error = np.abs(basis @ fit - widths)
        keep = error <= np.maximum(3 * np.median(error), 0.05 * np.median(widths))
    return np.clip(basis @ fit, 0.5 * np.median(widths), 2 * np.median(widths))


def pair_ends(flat: FlatEnds, faces: Array) -> tuple[FlatEnds, list[Pair]]:
    """Every end in exactly one Pair; faces (N,20): probability of each face, per end.

    The ends come back with the reach that this deck's two-ended cards show.
    """
    near = _near(flat, faces)
    reach = _shown_reach(flat, _candidates(near, near.foreseen, ALONG_UNSEEN))
    if reach is None:
        edges = _candidates(near, near.foreseen, ALONG_UNSEEN)
    else:
        flat = replace(flat, reach=reach * flat.widths)
        edges = _candidates(near, np.full(len(near.a), 2 * reach), ALONG)
    pairs: list[Pair] = []
    for knot in _knots(edges):
        pairs += [pair for _, pair in (_best(knot) if len(knot) <= BRANCHES else _greedy(knot))]
    taken = {i for p in pairs for i in (p.a, p.b)}
    return flat, pairs + [Pair(i) for i in range(len(flat.centers)) if i not in taken]


def straighten(ends: Ends, table: Table) -> Ends:
    """The ends with the directions of two-ended cards taken from the line that joins their glyphs.

    It is sharper than what one end tells, and it mends directions that are wrong by 180°.
    """
    angles = ends.angles.copy()
    faces = np.exp(ends.logp[:, :20].astype(np.float64))
    for pair in pair_ends(flatten(ends, table), faces)[1]:
        if pair.b is not None:
            dx, dy = (ends.centers[pair.a] - ends.centers[pair.b]).tolist()
            angles[pair.a], angles[pair.b] = degrees(atan2(dy, dx)), degrees(atan2(-dy, -dx))
    return replace(ends, angles=angles)


def distinct(flat: FlatEnds, strength: Array) -> NDArray[np.intp]:
    """Indices of the ends that remain when every glyph counts once, the strongest first."""
    order = np.argsort(-strength, kind="stable")
    away = flat.centers[:, None] - flat.centers[None]
    near = np.hypot(away[..., 0], away[..., 1]) < SAME_GLYPH * flat.widths[:, None]
    kept = np.zeros(len(order), np.bool_)
    for i in order.tolist():
        kept[i] = not (near[i] & kept).any()
    return np.array([i for i in order if kept[i]], np.intp)


Edge = tuple[float, Pair]


@dataclass(frozen=True)
class _Near:
    """P pairs of ends that may be of one card: indices a, b; mm from glyph to glyph and as foreseen
    for a card, in card widths; fit (3,P): log-odds by all else, as they are and with one turned."""

    a: NDArray[np.intp]
    b: NDArray[np.intp]
    lengths: Array
    foreseen: Array
    fit: Array


@dataclass(frozen=True)
class _Edges:
    """E candidate pairs: indices a, b, the turned end (−1: none), log-odds, mm from glyph to
    glyph in card widths."""

    a: NDArray[np.intp]
    b: NDArray[np.intp]
    turned: NDArray[np.intp]
    odds: Array
    lengths: Array


def _near(flat: FlatEnds, faces: Array) -> _Near:
    x, y = flat.centers.T
    dx, dy = x[:, None] - x, y[:, None] - y  # [i, j]: from j to i
    ratio = flat.reach / np.maximum(flat.widths, 1e-9)
    length = 2 * np.hypot(dx, dy) / (flat.widths[:, None] + flat.widths)
    i, j = np.nonzero(np.triu(np.abs(length - ratio[:, None] - ratio) < 4 * ALONG_UNSEEN, 1))
    bearing = np.arctan2(dy[i, j], dx[i, j])
    ai, aj = _turn(flat.angles[i] - bearing), _turn(flat.angles[j] - bearing - np.pi)
    flips = np.pi * np.array([[0, 0], [1, 0], [0, 1]])  # no end, i, or j is turned by 180°
    line = np.abs(_turn(ai + flips[:, :1])) + np.abs(_turn(aj + flips[:, 1:]))
    miss = line / 2 / np.radians(LINE_DEG)
    alike = np.log(len(Card) * np.einsum("kf,kf->k", faces[i], faces[j]) + 1e-9)
    alike = ALIKE * np.clip(alike, -ALIKE_AT_MOST, ALIKE_AT_MOST)
    flip = FLIP_PRICE[0] + FLIP_PRICE[1] * faces.max(axis=1, initial=0) ** 2
    # A glyph turned the wrong way cannot be read well, and its face proves nothing.
    fit = np.stack([alike, -flip[i], -flip[j]]) - np.minimum(miss**2, STRAY_LIMIT) / 2
    return _Near(i, j, length[i, j], ratio[i] + ratio[j], fit)


def _candidates(near: _Near, lengths: Array, along: float) -> _Edges:
    """Pairs whose log-odds of being one card of these lengths (P,) are positive, best first."""
    stray = (near.lengths - lengths) / along
    which = near.fit.argmax(axis=0)
    odds = PAIR_BONUS + near.fit.max(axis=0) - np.minimum(stray**2, STRAY_LIMIT) / 2
    good = np.flatnonzero((odds > 0) & (np.abs(stray) < 4))
    best = good[np.argsort(-odds[good], kind="stable")]
    a, b = near.a[best], near.b[best]
    turned = np.choose(which[best], [np.full(len(best), -1), a, b])
    return _Edges(a, b, turned, odds[best], near.lengths[best])


def _turn(angle: Array) -> Array:
    """Angles, −π…π."""
    return np.asarray((angle + np.pi) % (2 * np.pi) - np.pi, np.float64)


def _shown_reach(flat: FlatEnds, edges: _Edges) -> float | None:
    """The reach, in card widths, of this deck's cards, where enough pairs are beyond doubt."""
    used = np.bincount(np.concatenate([edges.a, edges.b]), minlength=len(flat.centers))
    alone = (used[edges.a] == 1) & (used[edges.b] == 1)
    clear = edges.lengths[alone & (edges.odds > SURE_PAIR) & (edges.turned < 0)]
    return float(np.median(clear)) / 2 if len(clear) >= SHOWN_BY else None


def _knots(edges: _Edges) -> list[list[Edge]]:
    """The edges in groups that share no end, each best first."""
    root: dict[int, int] = {}

    def find(i: int) -> int:
        while root.setdefault(i, i) != i:
            i = root[i]
        return i

    listed = list(
        zip(*(x.tolist() for x in (edges.odds, edges.a, edges.b, edges.turned)), strict=True)
    )
    for _, a, b, _ in listed:
        root[find(a)] = find(b)
    knots: dict[int, list[Edge]] = {}
    for odds, a, b, turned in listed:
        pair = Pair(a, b, None if turned < 0 else turned)
        knots.setdefault(find(a), []).append((odds, pair))
    return list(knots.values())


def _apart(edge: Edge, others: list[Edge]) -> list[Edge]:
    ends = {edge[1].a, edge[1].b}
    return [o for o in others if not ends & {o[1].a, o[1].b}]


def _best(edges: list[Edge]) -> list[Edge]:
    """The heaviest choice of pairs in which no end is used twice."""
    if not edges:
        return []
    first, rest = edges[0], edges[1:]
    free = _apart(first, rest)
    taken = [first, *_best(free)]
    if len(free) == len(rest):
        return taken
    left = _best(rest)
    return max(taken, left, key=lambda chosen: sum(odds for odds, _ in chosen))


def _greedy(edges: list[Edge]) -> list[Edge]:
    chosen: list[Edge] = []
    while edges:
        chosen.append(edges[0])
        edges = _apart(edges[0], edges[1:])
    return chosen
