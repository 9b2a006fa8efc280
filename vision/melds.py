"""What cards can be together, by their faces alone: the kinds of meld, and how likely any is."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from math import exp, prod

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.melds import COMMON, Shape, shape_of
from vision.view import SeenCard

Faces = tuple[Card | None, ...]  # None: face down
Indices = NDArray[np.intp]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

DOWN = len(Card)  # stands for a face-down card where faces are numbers

LEGAL, PARTIAL, ILLEGAL = 1.5, -2.0, -5.0  # log-odds of cards being one meld, by what they show
FOURTH = -3.0  # … and more against a fourth card: only four alike are a meld
PAIR_IN_PLAY = -4.0  # a pair is laid down only in an opened hand
JIANG = -1.5  # … and there once at most, so four alike are hardly ever two of them
RARE = frozenset(Shape) - COMMON  # chi of few rule sets: they are no reason to see a meld
SURE_AT_MOST = 0.85  # of a face that only its meld suggests


@cache
def kinds_of(faces: Faces, opened: bool = True) -> tuple[str, ...]:
    """The kinds of meld that these cards can be, the likeliest first; () when there is none.

    A pair is a jiang only in an opened hand (RULES.md §3); face-down cards make a wei or ti (§5).
    """
    up = [f for f in faces if f is not None]
    down, alike = len(faces) - len(up), len(set(up)) <= 1
    if down:
        if not alike or len(up) > (1 if down > 1 else 2) or len(faces) > 4:
            return ()
        return {2: ("wei", "ti"), 3: ("wei",), 4: ("ti",)}.get(len(faces), ())
    if alike:
        return {
            2: ("jiang",) if opened else ("peng",),
            3: ("peng", "wei", "kan") if opened else ("peng",),
            4: ("pao", "ti"),
        }.get(len(up), ())
    return ("chi",) if shape_of(tuple(up)) else ()


@cache
def kinds_if_incomplete(faces: Faces) -> tuple[str, ...]:
    """The kinds these cards can be if one more is hidden, or else if one is misread.

    Three that are a chi of some rule sets only (一五十) are one: what is played is not known here.
    """
    if None not in faces and shape_of(tuple(f for f in faces if f is not None), RARE):
        return ("chi",)
    if len(faces) == 2:
        guesses: list[Faces] = [(*faces, c) for c in Card]
    else:
        guesses = [(*faces[:k], c, *faces[k + 1 :]) for k in range(len(faces)) for c in Card]
    return tuple(dict.fromkeys(kind for g in guesses for kind in kinds_of(g)))


def likelihoods(cards: Sequence[SeenCard], sets: Indices, opened: bool) -> Floats:
    """(S,) log-odds for or against the cards of each set being one meld, by their faces alone.

    sets (S,n) are indices into cards, n = 2, 3 or 4.
    """
    faces, shares = (table[sets] for table in _likeliest(cards))
    size = sets.shape[1]
    whole, part = _tables(size, opened)
    legal, partial = np.zeros(len(sets)), np.zeros(len(sets))
    for choice in product((0, 1), repeat=size):
        p = shares[:, 0, choice[0]]
        for k in range(1, size):
            p = p * shares[:, k, choice[k]]
        rows = np.flatnonzero(p)  # most cards have no second face worth a thought
        if not len(rows):
            continue
        place = tuple(np.sort(faces[rows][:, range(size), choice], axis=1).T)
        legal[rows] += p[rows] * whole[place]
        partial[rows] += p[rows] * part[place]
    bonus = LEGAL if size > 2 else JIANG if opened else PAIR_IN_PLAY
    odds = np.maximum(np.log(legal + 1e-9) + bonus, np.log(partial + 1e-9) + PARTIAL)
    return np.maximum(odds, ILLEGAL + (FOURTH if size > 3 else 0.0))


def _likeliest(cards: Sequence[SeenCard]) -> tuple[Indices, Floats]:
    """(N,2) the two likeliest faces of each card, as numbers, and (N,2) their probabilities."""
    faces = np.full((len(cards), 2), DOWN, np.intp)
    shares = np.zeros((len(cards), 2))
    for i, card in enumerate(cards):
        if len(card.alternatives) == 1 and card.face is not None:
            faces[i, 0], shares[i, 0] = int(card.face), 1.0
            continue
        for k, (face, p) in enumerate(_options(card)):
            faces[i, k] = DOWN if face is None else int(face)
            shares[i, k] = p
    return faces, shares


@cache
def _tables(size: int, opened: bool) -> tuple[Flags, Flags]:
    """Which `size` faces, sorted and with DOWN last, are a meld, and which two thirds of one."""
    whole, part = (np.zeros((DOWN + 1,) * size, np.bool_) for _ in range(2))
    for place in combinations_with_replacement(range(DOWN + 1), size):
        faces = tuple(None if f == DOWN else Card(f) for f in place)
        whole[place] = bool(kinds_of(faces, opened))
        part[place] = size < 3 and not whole[place] and bool(kinds_if_incomplete(faces))
    return whole, part


def _options(card: SeenCard, most: int = 2) -> list[tuple[Card | None, float]]:
    if card.face is None:
        return [(None, 1.0)]
    total = sum(p for _, p in card.alternatives) or 1.0
    return [(f, p / total) for f, p in card.alternatives[:most] if p >= 0.02 * total] or [
        (card.face, 1.0)
    ]


def as_meld(cards: Sequence[SeenCard], opened: bool) -> tuple[SeenCard, ...]:
    """The cards of one meld, with the likeliest faces that make it legal where theirs do not.

    Players lay melds right far more often than one of two glyphs is misread; but such a card is
    never quite sure.
    """
    if len(cards) < 3 or kinds_of(tuple(c.face for c in cards), opened):
        return tuple(cards)
    choices = [
        (prod(p for _, p in choice), tuple(f for f, _ in choice))
        for choice in product(*(_options(c, 4) for c in cards))
    ]
    legal = [c for c in choices if kinds_of(c[1], opened)]
    p, faces = max(legal, key=lambda c: c[0], default=(0.0, ()))
    if p < exp(ILLEGAL - LEGAL) * max(choices, key=lambda c: c[0])[0]:
        return tuple(cards)
    return tuple(c if f == c.face else _with_face(c, f) for c, f in zip(cards, faces, strict=True))


def _with_face(card: SeenCard, face: Card | None) -> SeenCard:
    others = tuple(a for a in card.alternatives if a[0] != face)
    sure = min(SURE_AT_MOST, sum(p for _, p in card.alternatives))
    left = max(0.0, 1 - sure) / max(sum(p for _, p in others), 1e-9)
    first = () if face is None else ((face, sure),)
    ranked = first + tuple((f, min(p, p * left)) for f, p in others)
    return replace(card, face=face, confidence=sure, alternatives=ranked)
