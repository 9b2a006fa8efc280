"""Which cards lie together as one meld: how near they lie, and what makes sense as a meld."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.boxes import clusters
from vision.melds import kinds_if_incomplete, kinds_of, likelihoods
from vision.view import SeenCard

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

TOGETHER = 0.35  # card widths between the cards of one heap
LINK = 0.6  # card widths: cards of one meld lie at most this far from their next one
EVEN, SLOPE, SURE = 0.22, 0.15, 3.0  # gap at which both answers are equally likely, in widths
ALONE = -1.5  # log-odds of a card that belongs to no other
NEAREST = 4  # how many neighbours of a card may be linked to it
WAYS = 100  # so many divisions are kept in mind while the cards are settled one by one


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
    starting = [[(1 << k, ALONE, (i,))] for k, i in enumerate(order)]
    for sets in _connected(gap):
        worths = _links(sets, gap) + likelihoods(cards, sets, opened)
        good = np.flatnonzero(worths > ALONE * sets.shape[1])
        for members, worth in zip(sets[good].tolist(), worths[good].tolist(), strict=True):
            places = [place[i] for i in members]
            bits = sum(1 << k for k in places)
            starting[min(places)].append((bits, worth, tuple(members)))
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


def _connected(gap: Array) -> list[Indices]:
    """All connected sets of two, three and four cards, as rows (S,n) of ascending indices.

    A card is linked to its nearest ones only.
    """
    n = len(gap)
    nearest = np.argsort(gap + np.diag(np.full(n, np.inf)), axis=1)[:, :NEAREST]
    near = np.zeros(gap.shape, np.bool_)
    np.put_along_axis(near, nearest, True, axis=1)
    near = (near | near.T) & (gap <= LINK)
    np.fill_diagonal(near, False)
    beside = [np.flatnonzero(row).tolist() for row in near]
    sets: set[frozenset[int]] = {frozenset((i,)) for i in range(n)}
    found = []
    for _ in range(3):
        sets = {s | {j} for s in sets for i in s for j in beside[i] if j not in s}
        if not sets:
            break
        found.append(np.array([sorted(s) for s in sets], np.intp))
    return found


def _links(sets: Indices, gap: Array) -> Array:
    """(S,) log-odds that the cards of each set are one meld, by the gaps between them.

    Its cards are linked by the tree whose gaps are smallest.
    """
    size = sets.shape[1]
    edges = list(combinations(range(size), 2))
    steps = np.stack([gap[sets[:, i], sets[:, j]] for i, j in edges], axis=1)
    odds = np.clip((EVEN - steps) / SLOPE, -SURE, SURE)
    return np.asarray((odds @ _trees(size).T).max(axis=1), np.float64)


@cache
def _trees(size: int) -> Array:
    """(T,E) all spanning trees of `size` cards, as 0 and 1 for each edge between two of them."""
    edges = list(combinations(range(size), 2))
    trees = []
    for chosen in combinations(range(len(edges)), size - 1):
        reached = {0}
        for _ in range(size):
            reached |= {i for e in chosen if reached & set(edges[e]) for i in edges[e]}
        if len(reached) == size:
            trees.append([float(e in chosen) for e in range(len(edges))])
    return np.array(trees)


def parts_of(cards: Sequence[SeenCard], gap: Array, free: Sequence[int]) -> list[Part]:
    """The cards `free`, heap by heap, divided into likely melds and single cards."""
    heaps = clusters(gap[np.ix_(free, free)] < TOGETHER)
    mine = [free[i] for heap in heaps for i in heap]
    of_heap = np.repeat(np.arange(len(heaps)), [len(heap) for heap in heaps])
    near = np.where(of_heap[:, None] == of_heap, gap[np.ix_(mine, mine)], np.inf)
    parts = []
    for members in partition([cards[i] for i in mine], near, of_heap.astype(float), opened=True):
        faces = tuple(cards[mine[i]].face for i in members)
        legal, partial = bool(kinds_of(faces)), bool(kinds_if_incomplete(faces))
        parts.append(Part([mine[i] for i in members], legal, partial, int(of_heap[members[0]])))
    return parts
