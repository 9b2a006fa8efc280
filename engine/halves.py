"""Tables of what half a hand can be worth: small and big cards meet only in a 绞.

The runs of one half take no card of the other, and there are few halves that runs, or runs and one
pair, can make; their sums are worked out once.
Cards are counted five bits a face, so that no hand makes a digit carry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engine.cards import Card
from engine.melds import FOURS, Kind, Meld, Shape
from engine.rules import RuleSet
from engine.splitting import chis

BITS = 5
WEIGHT = tuple(1 << BITS * card for card in Card)
ONES = sum(WEIGHT)
HALF = BITS * len(Card) // 2
LOW = (1 << HALF) - 1  # the small cards
MOST_FREE = 3  # of a face: two stay free in a hand, the winning card is the third

# A sum adds up what counts of several groups: the xi, how many groups and pairs are worth none,
# how many 跑 and 提, and how many chi there are.
XI = (1 << 12) - 1
WORTHLESS, WORTHLESS_JIANG, FOUR, CHI = 1 << 12, 1 << 16, 1 << 18, 1 << 22
FOUR_FIELD = CHI - FOUR

Sums = tuple[int, ...]
Values = tuple[tuple[str, tuple[int, int]], ...]
Table = dict[int, Sums]  # by the counts of a half: all that it can be worth
Runs = tuple[tuple[int, int], ...]  # the counts and the sum of each


@dataclass(frozen=True, eq=False)
class Tables:
    """The runs, the pair and what a half can be worth, small and big; and a 绞.

    plain: halves of runs alone; paired: of runs and one pair.
    """

    runs: tuple[Runs, Runs]
    pairs: tuple[int, int]
    plain: tuple[Table, Table]
    paired: tuple[Table, Table]
    jiao: int | None


def values_of(rules: RuleSet) -> Values:
    """What groups are worth, as something to remember by."""
    return tuple(rules.values.items())


@cache
def worth(meld: Meld, values: Values) -> int:
    """The sum of one group."""
    xi = dict(values)[meld.name][meld.big]
    if meld.kind is Kind.JIANG:
        return xi + (0 if xi else WORTHLESS_JIANG)
    four = FOUR if meld.kind in FOURS else 0
    return xi + (0 if xi else WORTHLESS) + four + (CHI if meld.kind is Kind.CHI else 0)


@cache
def tables(shapes: frozenset[Shape], values: Values) -> Tables:
    """The tables where there are these chi and groups are worth so much."""
    runs: tuple[list[tuple[int, int]], ...] = ([], [])
    for one in chis(shapes):
        if one.name != Shape.JIAO:
            packed = sum(WEIGHT[card] for card in one.cards)
            runs[one.big].append((packed >> HALF * one.big, worth(one, values)))
    small, big = _made_of(tuple(runs[0])), _made_of(tuple(runs[1]))
    pair, big_pair = (worth(Meld(Kind.JIANG, (c, c)), values) for c in (Card.一, Card.壹))
    jiao = worth(Meld(Kind.CHI, (Card.一, Card.一, Card.壹)), values)
    return Tables(
        (tuple(runs[0]), tuple(runs[1])),
        (pair, big_pair),
        (small, big),
        (_with_pair(small, pair), _with_pair(big, big_pair)),
        jiao if Shape.JIAO in shapes else None,
    )


def _made_of(runs: Runs) -> Table:
    """All halves that runs make."""
    table: dict[int, set[int]] = {0: {0}}
    for run, sum_ in runs:
        for counts in list(table):
            sums = table[counts]
            while _holdable(counts := counts + run):
                sums = {one + sum_ for one in sums}
                table[counts] = table.get(counts, set()) | sums
    return {counts: tuple(sums) for counts, sums in table.items()}


def _with_pair(table: Table, pair: int) -> Table:
    found: dict[int, set[int]] = {}
    for counts, sums in table.items():
        for weight in WEIGHT[:10]:
            if _holdable(counts + 2 * weight):
                found.setdefault(counts + 2 * weight, set()).update(one + pair for one in sums)
    return {counts: tuple(sums) for counts, sums in found.items()}


def _holdable(half: int) -> bool:
    """Whether a half may have so many free cards: two of a face, of one face three."""
    digits = [half >> at & 31 for at in range(0, HALF, BITS)]
    return max(digits) <= MOST_FREE and digits.count(MOST_FREE) <= 1


def faces(marks: int) -> Iterator[int]:
    """The faces whose digit holds a mark."""
    while marks:
        bit = marks & -marks
        marks ^= bit
        yield (bit.bit_length() - 1) // BITS
