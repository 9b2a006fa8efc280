"""How sure the networks' numbers make us: measured on held-out scenes, not assumed.

`python -m models.calibrate` measures; the numbers lie in certainty.json beside this file.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

FILE = Path(__file__).with_name("certainty.json")
MISFIT, MISFIT_LIMIT = 10.0, 0.6  # counted in tenths; beyond this no width is any stranger
KEYS = "one", "two", "temper", "back", "said"
BOUND = 8.0  # log-odds beyond which a network's own certainty says no more


class BadCertainty(ValueError):
    """A table of certainties cannot be used."""


@dataclass(frozen=True)
class Certainty:
    """Weights that turn scores into probabilities; all are of log-odds.

    one, two: of a card seen by one end or by both, a constant, then what the detector's score, the
    classifier's "some glyph", its best face among the faces, and a width that is not that of the
    other cards count (of two ends: their means); temper: what a glyph's
    log-probabilities count, of one end and of the sum of two; back: constant and score's weight;
    said: constant and weight by which the log-odds of all this together are set right in the end.
    """

    one: tuple[float, ...]
    two: tuple[float, ...]
    temper: tuple[float, float]
    back: tuple[float, float]
    said: tuple[float, float] = (0.0, 1.0)


def load(path: Path = FILE) -> Certainty:
    """The certainties in a file; raises BadCertainty."""
    try:
        data: Any = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadCertainty(f"{path}: {error}") from None
    try:
        one, two, temper, back, said = (data[key] for key in KEYS)
        return Certainty(_several(one), _several(two), _two(temper), _two(back), _two(said))
    except (KeyError, TypeError, ValueError) as error:
        raise BadCertainty(f"{path}: expected {', '.join(KEYS)}: {error}") from None


def _several(numbers: Iterable[float], count: int = 5) -> tuple[float, ...]:
    found = tuple(map(float, numbers))
    if len(found) != count:
        raise ValueError(f"{count} numbers, got {len(found)}")
    return found


def _two(numbers: Iterable[float]) -> tuple[float, float]:
    a, b = map(float, numbers)
    return a, b


def log_odds(p: Array) -> Array:
    """Of probabilities, held within ±BOUND."""
    edge = 1 / (1 + np.exp(BOUND))
    p = np.clip(p, edge, 1 - edge)
    return np.asarray(np.log(p / (1 - p)), np.float64)


def probability(odds: Array) -> Array:
    """Of log-odds."""
    return np.asarray(1 / (1 + np.exp(-odds)), np.float64)


def evidence(scores: Array, logp: Array, misfit: Array) -> Array:
    """(N,5) what ends say of a card's being there, in the order of Certainty.one.

    scores (N,) of the detector, logp (N,21) of the classifier; misfit (N,): |ln| of how far a
    find's width is off the width of cards there.
    """
    glyph = log_odds(1 - np.exp(logp[:, -1]))
    best = log_odds(tempered(logp, np.ones(len(logp))).max(axis=1, initial=0))
    off = MISFIT * np.minimum(misfit, MISFIT_LIMIT)
    return np.column_stack([np.ones(len(scores)), log_odds(scores), glyph, best, off])


def tempered(logp: Array, temper: Array) -> Array:
    """(N,20) probabilities of the faces, given that a glyph is there; temper (N,)."""
    faces = logp[:, :-1] - logp[:, :-1].max(axis=1, keepdims=True, initial=-np.inf)
    p = np.exp(temper[:, None] * faces)
    return np.asarray(p / p.sum(axis=1, keepdims=True), np.float64)


def named(odds: Array, two: NDArray[np.bool_], votes: Array, sure: Certainty) -> Array:
    """(N,20) probability that a card with this face lies there; the rest to 1: that none does.

    odds (N,5) of `evidence`, two (N,) whether both ends are seen, votes (N,21) log-probabilities.
    """
    here = probability(np.where(two, odds @ sure.two, odds @ sure.one))
    p = tempered(votes, np.where(two, sure.temper[1], sure.temper[0])) * here[:, None]
    best = p.max(axis=1, initial=1e-9)
    constant, weight = sure.said
    right = probability(constant + weight * log_odds(best))
    others = p * ((1 - right) / np.maximum(1 - best, 1e-9))[:, None]
    return np.asarray(np.where(p == best[:, None], right[:, None], others), np.float64)


CERTAINTY = load()
