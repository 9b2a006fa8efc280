"""Which two visible ends belong to one card, by geometry and by what they show."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detections import Ends
from vision.table import Table

Array = NDArray[np.float64]

SAME_GLYPH = 0.4  # card widths: two finds this close are one glyph
ALONG, LINE_DEG, OPPOSED_DEG = 0.25, 5.0, 9.0  # how far true pairs usually stray
STRAY_LIMIT = 9.0  # one bad measure must not outvote all the others
PAIR_BONUS = 4.0  # log-odds that ends which fit perfectly are one card
DISAGREE, AGREE = -3.0, 3.0  # log-odds, at most, by what two ends show
FLIP_PRICE = 1.0, 4.0  # log-odds against a direction wrong by 180°: at all, and when read well
BRANCHES = 14  # more candidate pairs than this in one knot are settled greedily


@dataclass(frozen=True)
class FlatEnds:
    """N ends on the table plane (mm, radians), their card's width and reach made consistent.

    centers (N,2), angles (N,), widths (N,), reach (N,).
    """

    centers: Array
    angles: Array
    widths: Array
    reach: Array

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
    return FlatEnds(centers, np.arctan2(ahead[:, 1], ahead[:, 0]), smooth, ratio * smooth)


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


def straighten(ends: Ends, table: Table) -> Ends:
    """The ends with the directions of two-ended cards taken from the line that joins their glyphs.

    It is sharper than what one end tells, and it mends directions that are wrong by 180°.
    """
    flat = flatten(ends, table)
    angles = ends.angles.copy()
    for pair in pair_with_deck(flat, np.exp(ends.logp[:, :20].astype(np.float64)))[1]:
        if pair.b is not None:
            dx, dy = ends.centers[pair.a] - ends.centers[pair.b]
            angles[pair.a] = np.degrees(np.arctan2(dy, dx))
            angles[pair.b] = np.degrees(np.arctan2(-dy, -dx))
    return replace(ends, angles=angles)


def _measured(flat: FlatEnds, pairs: list[Pair]) -> FlatEnds:
    """The ends with the reach that this deck's two-ended cards show, where enough are seen."""
    shown = [
        np.linalg.norm(flat.centers[p.a] - flat.centers[p.b])
        / (flat.widths[p.a] + flat.widths[p.b])
        for p in pairs
        if p.b is not None and p.turned is None
    ]
    if len(shown) < 5:
        return flat
    return replace(flat, reach=float(np.median(shown)) * flat.widths)


def distinct(flat: FlatEnds, strength: Array) -> NDArray[np.intp]:
    """Indices of the ends that remain when every glyph counts once, the strongest first."""
    kept: list[int] = []
    for i in np.argsort(-strength, kind="stable"):
        near = np.linalg.norm(flat.centers[kept] - flat.centers[i], axis=1)
        if not (near < SAME_GLYPH * flat.widths[i]).any():
            kept.append(int(i))
    return np.array(kept, np.intp)


def pair_ends(flat: FlatEnds, faces: Array) -> list[Pair]:
    """Every end in exactly one Pair; faces (N,20): probability of each face, per end."""
    edges = _candidates(flat, faces)
    pairs: list[Pair] = []
    for knot in _knots(edges):
        pairs += [pair for _, pair in (_best(knot) if len(knot) <= BRANCHES else _greedy(knot))]
    taken = {i for p in pairs for i in (p.a, p.b)}
    return pairs + [Pair(i) for i in range(len(flat.centers)) if i not in taken]


Edge = tuple[float, Pair]


def _candidates(flat: FlatEnds, faces: Array) -> list[Edge]:
    """Pairs whose log-odds of being one card are positive, best first."""
    toward = flat.centers[:, None] - flat.centers[None]  # [i, j]: from j to i
    distance = np.linalg.norm(toward, axis=2)
    width = (flat.widths[:, None] + flat.widths[None]) / 2
    stray = (distance - flat.reach[:, None] - flat.reach[None]) / width / ALONG
    bearing = np.arctan2(toward[..., 1], toward[..., 0])
    agree = np.clip(np.log(faces @ faces.T * 20 + 1e-9), DISAGREE, AGREE)
    flip = FLIP_PRICE[0] + FLIP_PRICE[1] * faces.max(axis=1, initial=0) ** 2
    found: list[Edge] = []
    for i, j in zip(*np.nonzero(np.triu(np.abs(stray) < 4, 1)), strict=True):
        for turned in (None, i, j):
            ai = flat.angles[i] + np.pi * (turned == i)
            aj = flat.angles[j] + np.pi * (turned == j)
            line = (abs(_turn(ai, bearing[i, j])) + abs(_turn(aj, bearing[j, i]))) / 2
            bend = _turn(ai, aj + np.pi)
            terms = (stray[i, j], line / np.radians(LINE_DEG), bend / np.radians(OPPOSED_DEG))
            fit = PAIR_BONUS - sum(min(t * t, STRAY_LIMIT) for t in terms) / 2
            # A glyph turned the wrong way cannot be read well, and its face proves nothing.
            odds = float(fit + (agree[i, j] if turned is None else -flip[turned]))
            if odds > 0:
                found.append((odds, Pair(int(i), int(j), None if turned is None else int(turned))))
    return sorted(found, key=lambda e: -e[0])


def _turn(a: float, b: float) -> float:
    """The angle from b to a, −π…π."""
    return float((a - b + np.pi) % (2 * np.pi) - np.pi)


def pair_with_deck(flat: FlatEnds, faces: Array) -> tuple[FlatEnds, list[Pair]]:
    """The pairs, once the first of them have told how long this deck's cards are."""
    flat = _measured(flat, pair_ends(flat, faces))
    return flat, pair_ends(flat, faces)


def _knots(edges: list[Edge]) -> list[list[Edge]]:
    """The edges in groups that share no end."""
    knots: list[tuple[set[int | None], list[Edge]]] = []
    for edge in edges:
        ends, mine = {edge[1].a, edge[1].b}, [edge]
        for knot in [k for k in knots if k[0] & ends]:
            knots.remove(knot)
            ends, mine = ends | knot[0], knot[1] + mine
        knots.append((ends, mine))
    return [sorted(edges, key=lambda e: -e[0]) for _, edges in knots]


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
