"""Which cards lie together as one meld: how near they lie, and what makes sense as a meld."""

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import log, prod

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
NEAREST = 6  # how many neighbours of a card may be linked to it
WAYS = 400  # so many divisions are kept in mind while the cards are settled one by one
PAIR_IN_PLAY = -4.0  # a pair is laid down only in an opened hand


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
        p = prod(p for _, p in choice)
        faces = tuple(sorted((f for f, _ in choice), key=lambda f: -1 if f is None else f))
        if kinds_of(faces, opened):
            legal += p
        elif len(faces) < 3 and _part_of_meld(faces):
            partial += p
    pair = len(cards) == 2 and not opened and legal > 0
    return max(
        log(legal + 1e-9) + (PAIR_IN_PLAY if pair else LEGAL),
        log(partial + 1e-9) + PARTIAL,
        ILLEGAL,
    )


def _options(card: SeenCard) -> list[tuple[Card | None, float]]:
    if card.face is None:
        return [(None, 1.0)]
    total = sum(p for _, p in card.alternatives) or 1.0
    return [(f, p / total) for f, p in card.alternatives[:2] if p >= 0.02 * total] or [
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

    gap (N,N) card widths between every two cards; along (N,) is the order in which they are
    settled, one side of the table to the other: so few of them are ever half settled.
    """
    order = [int(i) for i in np.argsort(along, kind="stable")]
    place = {i: k for k, i in enumerate(order)}
    away: list[list[float]] = gap.tolist()
    starting: list[list[tuple[int, float, tuple[int, ...]]]] = [[] for _ in order]
    for members in _connected(order, gap):
        worth = _worth(members, cards, away, opened) if len(members) > 1 else ALONE
        if len(members) == 1 or worth > ALONE * len(members):
            bits = sum(1 << place[i] for i in members)
            starting[min(place[i] for i in members)].append((bits, worth, members))
    ways: dict[int, tuple[float, tuple[tuple[int, ...], ...]]] = {0: (0.0, ())}
    for k in range(len(order)):  # ways maps the cards settled so far to the best way to do it
        further: dict[int, tuple[float, tuple[tuple[int, ...], ...]]] = {}
        for settled, (score, groups) in ways.items():
            choices = starting[k] if not settled >> k & 1 else [(0, 0.0, ())]
            for bits, worth, members in choices:
                if settled & bits:
                    continue
                now, total = settled | bits, score + worth
                if now not in further or total > further[now][0]:
                    further[now] = (total, (*groups, members) if members else groups)
        ways = dict(sorted(further.items(), key=lambda way: -way[1][0])[:WAYS])
    return list(ways[(1 << len(order)) - 1][1])


def _connected(order: Sequence[int], gap: Array) -> set[tuple[int, ...]]:
    """All connected sets of one to four cards; a card is linked to its nearest ones only."""
    nearest = np.argsort(gap + np.diag(np.full(len(gap), np.inf)), axis=1)[:, :NEAREST]
    near = np.zeros(gap.shape, np.bool_)
    np.put_along_axis(near, nearest, True, axis=1)
    near = (near | near.T) & (gap <= LINK)
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


def _worth(
    members: tuple[int, ...], cards: Sequence[SeenCard], away: list[list[float]], opened: bool
) -> float:
    """Log-odds that these cards are one meld: their links, and their faces."""
    links, tree, others = 0.0, members[:1], members[1:]
    while others:
        step, nearest = min((away[i][j], j) for i in tree for j in others)
        links += min(max((EVEN - step) / SLOPE, -SURE), SURE)
        tree, others = (*tree, nearest), tuple(j for j in others if j != nearest)
    return links + _likelihood([cards[i] for i in members], opened)
