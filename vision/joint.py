"""All cards of a table read at once: the deck has four of each face."""

import numpy as np
from numpy.typing import NDArray

from engine.cards import COPIES

Array = NDArray[np.float64]

SLIGHT = 1e-3  # a claim on a face below this probability takes no copy from others
ROUNDS = 5  # of passing messages between cards and faces
MOST = 16  # claims on one face that are weighed


def hold_to_deck(p: Array, copies: int = COPIES) -> Array:
    """(M,F) the probabilities of F faces of M cards when no face is there more than `copies` times.

    Each row of p sums to at most 1; the rest is the probability that no card lies there. Cards and
    faces pass messages (sum-product): a face tells each card how likely the other cards leave it
    a copy. Where they surely do, nothing changes.
    """
    claims = int(min((p > SLIGHT).sum(axis=0).max(initial=0), MOST))
    if claims <= copies:
        return p
    rows = np.argsort(-p, axis=0)[:claims]
    nothing = np.maximum(1 - p.sum(axis=1), 1e-9)
    left = np.ones_like(p)  # message to each card: the share of cases in which a copy is left
    for _ in range(ROUNDS):
        weight = p * left
        others = weight.sum(axis=1, keepdims=True) - weight + nothing[:, None]
        told = np.take_along_axis(p / (p + others), rows, axis=0)
        new = np.ones_like(p)
        np.put_along_axis(new, rows, _copy_left(told, copies), axis=0)
        left = np.sqrt(left * new)  # damped: two cards that contend must not swing
    weight = p * left
    return np.asarray(weight / (weight.sum(axis=1) + nothing)[:, None], np.float64)


def _copy_left(p: Array, copies: int) -> Array:
    """(K,F) for each of K claims: P(fewer than `copies` of the others) over P(at most `copies`)."""
    claims, faces = p.shape
    counts = np.zeros((copies + 1, claims, faces))  # of the others, by how many hold
    counts[0] = 1.0
    for k in range(claims):
        mine = counts[:, k].copy()
        moved = counts * p[k]
        counts -= moved
        counts[1:] += moved[:-1]
        counts[:, k] = mine
    within = counts.sum(axis=0)
    return np.asarray((within - counts[copies]) / np.maximum(within, 1e-300), np.float64)
