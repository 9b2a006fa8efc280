"""Cards from what the networks found: both ends of a card vote, the deck has four of a face."""

from collections import Counter
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.cards import COPIES, Card
from vision.detections import Backs, Ends
from vision.pairing import FlatEnds, Pair, distinct, flatten, pair_ends
from vision.table import Table
from vision.view import Point, SeenCard, SeenEnd

Array = NDArray[np.float64]

TEMPER = 1.0, 0.8  # for one end, and for two: they are not quite independent witnesses
# Detector score → probability of a card there (middle, slope); fitted on 80 own held-out scenes.
END_SURE, BACK_SURE = (0.475, 14.0), (0.375, 16.0)
LEAST = 0.3  # finds less likely than this are not reported
EDGE = 0.52  # card widths from the middle of a glyph to the short edge (real decks: 0.42…0.59)
PLAUSIBLE = 0.02  # an alternative that may replace a fifth copy of a face
MOVED_AT_MOST = 0.85  # such a card is never quite sure
FACES = len(Card)


def find_cards(ends: Ends, backs: Backs, table: Table) -> tuple[SeenCard, ...]:
    """All cards, face-up ones first; group, seat and zone are left open."""
    flat = flatten(ends, table)
    here = existence(ends)
    keep = distinct(flat, here)
    keep = keep[here[keep] >= LEAST / 2]
    flat = FlatEnds(flat.centers[keep], flat.angles[keep], flat.widths[keep], flat.reach[keep])
    logp, scores = ends.logp[keep].astype(np.float64), ends.scores[keep].astype(np.float64)
    faces = _probabilities(logp)[:, :FACES]
    flat, pairs = pair_ends(flat, faces)
    up = [_face_up(pair, flat, logp, scores, table) for pair in pairs]
    up = [card for card in up if sum(p for _, p in card.alternatives) >= LEAST]
    return hold_to_deck((*up, *_face_down(backs, up, table)))


def existence(ends: Ends) -> Array:
    """(N,) probability that a readable end lies at each find."""
    none = _probabilities(ends.logp.astype(np.float64))[:, FACES]
    return _certainty(ends.scores.astype(np.float64)) * (1 - none)


def _certainty(scores: Array, sure: tuple[float, float] = END_SURE) -> Array:
    return np.asarray(1 / (1 + np.exp(-sure[1] * (scores - sure[0]))), np.float64)


def _probabilities(logp: Array, temper: float = TEMPER[0]) -> Array:
    """(N,21) tempered and normalised."""
    p = np.exp(temper * (logp - logp.max(axis=1, keepdims=True)))
    return np.asarray(p / p.sum(axis=1, keepdims=True), np.float64)


def _face_up(pair: Pair, flat: FlatEnds, logp: Array, scores: Array, table: Table) -> SeenCard:
    ends = [i for i in (pair.a, pair.b) if i is not None]
    read = [i for i in ends if i != pair.turned]
    missed = np.prod(1 - _certainty(scores[ends]))
    votes = logp[read].sum(axis=0, keepdims=True)
    p = _probabilities(votes, TEMPER[len(read) - 1])[0] * (1 - missed)
    order = np.argsort(-p[:FACES], kind="stable")
    best = [(Card(int(f)), float(p[f])) for f in order[:5] if p[f] >= 0.001]
    u = flat.directions()
    a, width = pair.a, float(flat.widths[ends].mean())
    if pair.b is None:
        axis, centre = u[a], flat.centers[a] - flat.reach[a] * u[a]
        half = float(flat.reach[a]) + EDGE * width
    else:
        across = flat.centers[a] - flat.centers[pair.b]
        distance = float(np.linalg.norm(across))
        axis, centre = across / distance, (flat.centers[a] + flat.centers[pair.b]) / 2
        half = distance / 2 + EDGE * width
    quad = table.to_px(_rectangle(centre, axis, half, width / 2))
    middle = quad.mean(axis=0)
    seen = []
    for i in ends:
        x, y = table.to_px(flat.centers[i])
        angle = float(np.degrees(np.arctan2(y - middle[1], x - middle[0])))
        seen.append(SeenEnd((float(x), float(y)), angle))
    face, alternatives = Card(int(order[0])), tuple(best)
    return SeenCard(face, True, float(p[order[0]]), alternatives, _corners(quad), tuple(seen))


def _rectangle(centre: Array, axis: Array, half_length: float, half_width: float) -> Array:
    """(4,2) corners, starting and ending at the short side that `axis` points to."""
    along, across = axis * half_length, np.array([-axis[1], axis[0]]) * half_width
    return centre + np.stack([along - across, along + across, across - along, -along - across])


def _corners(quad: Array) -> tuple[Point, Point, Point, Point]:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return (a, b, c, d)


def _face_down(backs: Backs, up: list[SeenCard], table: Table) -> list[SeenCard]:
    """Backs that are neither a face-up card nor found twice."""
    taken = [np.mean(c.quad_px, axis=0) for c in up]
    found: list[SeenCard] = []
    for i in np.argsort(-backs.scores, kind="stable"):
        p = float(_certainty(backs.scores[i : i + 1].astype(np.float64), BACK_SURE)[0])
        centre = backs.centers[i].astype(np.float64)
        near = 0.45 * backs.widths[i]
        if p < LEAST or any(np.linalg.norm(centre - t) < near for t in taken):
            continue
        taken.append(centre)
        angle = np.radians(float(backs.angles[i]))
        axis = np.array([np.cos(angle), np.sin(angle)])
        quad = _rectangle(centre, axis, backs.lengths[i] / 2, backs.widths[i] / 2)
        found.append(SeenCard(None, False, p, (), _corners(quad), ()))
    return found


def hold_to_deck(cards: tuple[SeenCard, ...]) -> tuple[SeenCard, ...]:
    """The cards with at most four of each face, where plausible alternatives allow it.

    The weakest claims move to their next face; one without such a face stays but is not sure.
    """
    held = list(cards)
    claims = Counter(c.face for c in cards)
    for face in [f for f, n in claims.items() if f is not None and n > COPIES]:
        mine = [i for i, c in enumerate(held) if c.face == face]
        for i in sorted(mine, key=lambda i: held[i].confidence)[: len(mine) - COPIES]:
            held[i] = _second_thought(held[i], claims)
            claims.update([held[i].face])
            claims.subtract([face])
    return tuple(held)


def _second_thought(card: SeenCard, claims: Counter[Card | None]) -> SeenCard:
    others = card.alternatives[1:]
    free = [(f, p) for f, p in others if p >= PLAUSIBLE and claims[f] < COPIES]
    if not free:
        return replace(card, confidence=min(card.confidence, 0.5))
    share = sum(p for _, p in card.alternatives) / sum(p for _, p in free)
    left = tuple((f, min(MOVED_AT_MOST, p * share)) for f, p in free)
    return replace(card, face=left[0][0], confidence=left[0][1], alternatives=left)
