"""Which cards lie together as one meld: how near they lie, and what makes sense as a meld."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boxes import clusters
from vision.melds import kinds_if_incomplete, kinds_of, likelihood
from vision.view import SeenCard

Array = NDArray[np.float64]

TOGETHER = 0.35  # card widths between the cards of one heap
LINK = 0.6  # card widths: cards of one meld lie at most this far from their next one
EVEN, SLOPE, SURE = 0.22, 0.15, 3.0  # gap at which both answers are equally likely, in widths
ALONE = -1.5  # log-odds of a card that belongs to no other
NEAREST = 6  # how many neighbours of a card may be linked to it
WAYS = 400  # so many divisions are kept in mind while the cards are settled one by one


@dataclass(frozen=True)
class Part:
    """Cards that seem to belong together, and whether they make a meld or two thirds of one."""

    cards: list[int]
    legal: bool
    partial: bool
    heap: int


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
    return links + likelihood([cards[i] for i in members], opened)


def parts_of(cards: Sequence[SeenCard], gap: Array, free: Sequence[int]) -> list[Part]:
    """The cards `free`, heap by heap, divided into likely melds and single cards."""
    parts = []
    for number, heap in enumerate(clusters(gap[np.ix_(free, free)] < TOGETHER)):
        heap = [free[i] for i in heap]
        mine = [cards[i] for i in heap]
        ranks = np.arange(len(heap), dtype=np.float64)
        for members in partition(mine, gap[np.ix_(heap, heap)], ranks, opened=True):
            faces = tuple(mine[i].face for i in members)
            legal, partial = bool(kinds_of(faces)), bool(kinds_if_incomplete(faces))
            parts.append(Part([heap[i] for i in members], legal, partial, number))
    return parts
