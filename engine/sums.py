"""The search without groups: what free cards can be worth, and nothing else about them.

Only 绞 join small and big cards. Where few ranks can have one, every choice of 绞 is tried and what
is left of both halves looked up in their tables. Where many can, each half is asked alone what runs
can leave of it, which is remembered, as many hands share a half; two leftovers fit if they are 绞
rank by rank, and finding those is one intersection of keys.
"""

from functools import lru_cache

from engine.halves import HALF, LOW, ONES, WEIGHT, Sums, Table, Tables, faces

FEW = 3  # ranks that can have a 绞, up to which all choices are tried
_ONES = ONES & LOW
_GUARD = 16 * _ONES  # set in every digit before a subtraction, lost by a digit that borrows
_Halves = tuple[int, int, int]  # what is left of the small and of the big cards; the sum so far


@lru_cache(maxsize=1 << 17)
def totals(free: int, jiang: bool, ours: Tables) -> Sums:
    """All distinct sums of the free cards, divided into chi and, iff `jiang`, one pair.

    No face may have more than three of them, and only one may have three.
    """
    small, big = free & LOW, free >> HALF
    some_small, some_big = (small | small >> 1) & _ONES, (big | big >> 1) & _ONES
    two, one = small >> 1 & some_big, big >> 1 & some_small
    if ours.jiao is None:
        two = one = 0
    if (two | one).bit_count() <= FEW:
        return tuple(_looked_up(_choices(small, big, two, one, ours.jiao or 0), jiang, ours))
    if not jiang:
        return tuple(_joined(_small_left(small, False, ours), _big_left(big, False, ours)))
    found = _joined(_small_left(small, True, ours), _big_left(big, False, ours))
    return tuple(found | _joined(_small_left(small, False, ours), _big_left(big, True, ours)))


def _choices(small: int, big: int, two: int, one: int, jiao: int) -> list[_Halves]:
    """Every choice of 绞: two small cards and a big one, or one and two, where there are enough."""
    found = [(small, big, 0)]
    for face in faces(two | one):
        at = WEIGHT[face]
        more = []
        if two & at:
            more += [(low - 2 * at, high - at, sum_ + jiao) for low, high, sum_ in found]
        if one & at:
            more += [(low - at, high - 2 * at, sum_ + jiao) for low, high, sum_ in found]
        found += more
    return found


def _looked_up(choices: list[_Halves], jiang: bool, ours: Tables) -> set[int]:
    found: set[int] = set()
    ways = [(ours.plain[0], ours.plain[1])]
    if jiang:
        ways = [(ours.plain[0], ours.paired[1]), (ours.paired[0], ours.plain[1])]
    for lows_of, highs_of in ways:
        for low, high, sum_ in choices:
            if low in lows_of and high in highs_of:
                found.update(a + b + sum_ for a in lows_of[low] for b in highs_of[high])
    return found


def _joined(smalls: Table, bigs: Table) -> set[int]:
    return {a + b for fit in smalls.keys() & bigs.keys() for a in smalls[fit] for b in bigs[fit]}


@lru_cache(maxsize=1 << 16)
def _small_left(half: int, pair: bool, ours: Tables) -> Table:
    """By what can be left of the small cards, the sums; its 绞 are counted here."""
    return {
        cards: tuple(one + more for one in sums)
        for cards, sums in _left(half, False, pair, ours).items()
        if not cards & cards >> 1 & _ONES  # three of a face are no part of one 绞
        for more in [(ours.jiao or 0) * ((cards | cards >> 1) & _ONES).bit_count()]
    }


@lru_cache(maxsize=1 << 16)
def _big_left(half: int, pair: bool, ours: Tables) -> Table:
    """The same of the big cards, told as the small cards that make 绞 of them."""
    return {
        (cards & _ONES) << 1 | cards >> 1 & _ONES: sums
        for cards, sums in _left(half, True, pair, ours).items()
        if not cards & cards >> 1 & _ONES
    }


def _left(half: int, big: bool, pair: bool, ours: Tables) -> Table:
    """By what can be left of a half once runs, and if wanted one pair, are taken out, the sums."""
    found = {half: {0}}
    for run, sum_ in ours.runs[big]:
        for left in list(found) if _holds(half, run) else ():
            sums = found[left]
            while _holds(left, run):
                left -= run
                sums = {one + sum_ for one in sums}
                found[left] = found[left] | sums if left in found else sums
    if pair:
        unpaired, found = found, {}
        for left, sums in unpaired.items():
            for face in faces(left >> 1 & _ONES):
                at = left - 2 * WEIGHT[face]
                found.setdefault(at, set()).update(one + ours.pairs[big] for one in sums)
    return {left: tuple(sums) for left, sums in found.items()}


def _holds(half: int, run: int) -> bool:
    return half + _GUARD - run & _GUARD == _GUARD


def forget() -> None:
    """Empty the memory: the next search is a cold one."""
    for memory in (totals, _small_left, _big_left):
        memory.cache_clear()
