"""Which cards lie together as one meld: how near they lie, and what makes sense as a meld."""

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.melds import shape_of
from vision.view import SeenCard

Array = NDArray[np.float64]
Faces = tuple[Card | None, ...]  # None: face down

LINK = 0.6  # card widths: cards of one meld lie at most this far from their next one
EVEN, SLOPE, SURE = 0.22, 0.15, 3.0  # gap at which both answers are equally likely, in widths
LEGAL, PARTIAL, ILLEGAL, ALONE = 1.5, -2.0, -5.0, -1.5  # log-odds of what a set of cards shows
PAIR_IN_PLAY = -4.0  # a pair is laid down only in an opened hand


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


def kinds_if_incomplete(faces: Faces) -> tuple[str, ...]:
    """The kinds these cards can be if one more is hidden, or else if one is misread."""
    if len(faces) == 2:
        guesses: list[Faces] = [(*faces, c) for c in Card]
    else:
        guesses = [(*faces[:k], c, *faces[k + 1 :]) for k in range(len(faces)) for c in Card]
    return tuple(dict.fromkeys(kind for g in guesses for kind in kinds_of(g)))


def _likelihood(cards: Sequence[SeenCard], opened: bool) -> float:
    """Log-odds for or against these cards being one meld, by their faces alone."""
    options = [_options(c) for c in cards]
    legal = partial = 0.0
    for choice in product(*options):
        p = float(np.prod([p for _, p in choice]))
        faces = tuple(sorted((f for f, _ in choice), key=lambda f: -1 if f is None else f))
        if kinds_of(faces, opened):
            legal += p
        elif len(faces) < 3 and _part_of_meld(faces):
            partial += p
    pair = len(cards) == 2 and not opened and legal > 0
    terms = [
        np.log(legal + 1e-9) + (PAIR_IN_PLAY if pair else LEGAL),
        np.log(partial + 1e-9) + PARTIAL,
        ILLEGAL,
    ]
    return float(max(terms))


def _options(card: SeenCard) -> list[tuple[Card | None, float]]:
    if card.face is None:
        return [(None, 1.0)]
    total = sum(p for _, p in card.alternatives) or 1.0
    return [(f, p / total) for f, p in card.alternatives[:3] if p >= 0.02 * total] or [
        (card.face, 1.0)
    ]


@cache
def _part_of_meld(faces: Faces) -> bool:
    """Whether a third card, hidden from the camera, could make a meld of these two."""
    return bool(kinds_if_incomplete(faces))


def partition(
    cards: Sequence[SeenCard], gap: Array, along: Array, opened: bool
) -> list[tuple[int, ...]]:
    """The likeliest way to divide cards into melds; cards that fit nowhere stand alone.

    gap (N,N) card widths between every two cards; along (N,) orders them, for speed only.
    """
    order = [int(i) for i in np.argsort(along, kind="stable")]
    place = {i: k for k, i in enumerate(order)}
    starts: dict[int, list[tuple[int, float, tuple[int, ...]]]] = {k: [] for k in range(len(order))}
    for members in _connected(order, gap <= LINK):
        bits = sum(1 << place[i] for i in members)
        worth = ALONE if len(members) == 1 else _worth(members, cards, gap, opened)
        starts[min(place[i] for i in members)].append((bits, worth, members))

    @cache
    def best(left: int) -> tuple[float, tuple[tuple[int, ...], ...]]:
        if not left:
            return 0.0, ()
        first = (left & -left).bit_length() - 1
        choices = []
        for bits, worth, members in starts[first]:
            if bits & ~left == 0:
                rest, groups = best(left & ~bits)
                choices.append((worth + rest, (members, *groups)))
        return max(choices, key=lambda c: c[0])

    return list(best((1 << len(order)) - 1)[1])


def _connected(order: Sequence[int], near: NDArray[np.bool_]) -> set[tuple[int, ...]]:
    """All connected sets of one to four cards."""
    sets: set[tuple[int, ...]] = {(i,) for i in order}
    every = set(sets)
    for _ in range(3):
        sets = {
            tuple(sorted((*s, int(j))))
            for s in sets
            for j in np.nonzero(near[list(s)].any(axis=0))[0]
            if j not in s
        }
        every |= sets
    return every


def _worth(members: tuple[int, ...], cards: Sequence[SeenCard], gap: Array, opened: bool) -> float:
    """Log-odds that these cards are one meld: their links, and their faces."""
    links, tree = 0.0, [members[0]]
    while len(tree) < len(members):
        away, nearest = min((gap[i, j], j) for i in tree for j in members if j not in tree)
        links += float(np.clip((EVEN - away) / SLOPE, -SURE, SURE))
        tree.append(nearest)
    return links + _likelihood([cards[i] for i in members], opened)
