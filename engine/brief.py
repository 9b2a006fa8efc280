"""A judgement in short, fast: the reason, the xi and the payment without the groups behind them.

Where the short way cannot tell (impossible input, 一块扁, two payments alike), it says nothing and
`judge` is asked.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from engine import sums
from engine.arrangements import opened, with_zimo
from engine.cards import COPIES, Card
from engine.choices import Declared, PoPao, Source
from engine.halves import (
    BITS,
    CHI,
    FOUR,
    FOUR_FIELD,
    HALF,
    ONES,
    WEIGHT,
    WORTHLESS,
    WORTHLESS_JIANG,
    XI,
    Tables,
    Values,
    faces,
    tables,
    values_of,
    worth,
)
from engine.melds import Kind, Meld, is_legal
from engine.mingtang import Facts
from engine.position import Position, Win
from engine.rules import RuleSet
from engine.scoring import Score, score

_WEIGHT = WEIGHT.__getitem__
_REDS = 31 * sum(WEIGHT[card] for card in Card if card.red)
_ONE_FACE = {n * WEIGHT[card] for card in Card if card.red for n in range(2, COPIES + 1)}
_SMALL = (1 << HALF) - 1
_DIGIT = (1 << BITS) - 1
_TOO_MANY, _THREE_OR_MORE = 24 * ONES, 4 * ONES  # marks, once three or one is added to each digit


class Brief(NamedTuple):
    """What `judge` says, in short: declared is the xi that must be said where it is a win."""

    reason: str | None
    xi: int | None
    declared: int | None
    score: Score | None


class _Laid(NamedTuple):
    """A group: its cards packed, its sum, and the face of which it takes a fourth (or none)."""

    packed: int
    sum: int
    fourth: Card | None


@dataclass(frozen=True, eq=False)
class _House:
    """What the short way remembers about one rule set."""

    rules: RuleSet
    values: Values
    free: Tables
    alike: dict[Kind, tuple[int, ...]]  # the sums of three or four alike, by face
    block: bool  # whether a name looks at 一块扁
    reunions: bool  # whether a name looks at 团
    laid: dict[tuple[Kind, tuple[Card, ...]], _Laid | None] = field(default_factory=dict)
    scores: dict[tuple[object, ...], Score] = field(default_factory=dict)
    opens: dict[tuple[int, Source], bool] = field(default_factory=dict)


MOST_SCORES = 1 << 16
MOST_XI = XI // 10  # of one group, so that the sum of a hand keeps to its field


@lru_cache(maxsize=64)
def _house(rules: RuleSet) -> _House | None:
    values = values_of(rules)
    if not all(0 <= xi <= MOST_XI for _, column in values for xi in column):
        return None
    alike = {
        kind: tuple(worth(Meld(kind, (card,) * n), values) for card in Card)
        for kind, n in ((Kind.PENG, 3), (Kind.WEI, 3), (Kind.KAN, 3), (Kind.PAO, 4), (Kind.TI, 4))
    }
    return _House(
        rules,
        values,
        tables(rules.chi, values),
        alike,
        block=any(name.one_block is not None for name in rules.names),
        reunions=any(name.reunions is not None for name in rules.names),
    )


def forget() -> None:
    """Empty the memory of the short way, its tables too: the next position finds it cold."""
    sums.forget()
    tables.cache_clear()
    _house.cache_clear()


def brief(
    position: Position, rules: RuleSet, circumstances: frozenset[str] = frozenset()
) -> Brief | None:
    """The short judgement of a position with a winning card; None where `judge` must be asked."""
    win, house = position.win, _house(rules)
    if win is None or house is None:
        return None
    held = sum(map(_WEIGHT, position.hand))
    cards, fixed, joins = held + WEIGHT[win.card], 0, None
    for meld in position.exposed:
        key = meld.kind, meld.cards
        one = house.laid[key] if key in house.laid else _lay(meld, house)
        if one is None:
            return None
        cards += one.packed
        fixed += one.sum
        if one.fourth is win.card and joins is None:
            joins = meld.kind
    made, size = len(position.exposed), len(position.hand)
    count = size + 3 * made + (fixed & FOUR_FIELD) // FOUR + 1
    if count >= _DIGIT or cards + 3 * ONES & _TOO_MANY:
        return None
    free = held
    for face in faces(held + ONES & _THREE_OR_MORE):
        n = held >> BITS * face & _DIGIT
        free -= n * WEIGHT[face]
        size -= n
        made += 1
        fixed += house.alike[Kind.KAN if n == 3 else Kind.TI][face]
        if face == win.card:
            joins = Kind.KAN
    fours = (fixed & FOUR_FIELD) // FOUR
    menzi = rules.menzi
    if fours >= menzi or count != 3 * menzi + max(0, fours - 1):
        return Brief("wrong_card_count", None, None, None)
    found = _found(house, win, joins, free, size, made, fixed)
    if not found:
        return Brief("no_arrangement", None, None, None)
    return _paid(house, position, win, cards, count, found, circumstances)


def _lay(meld: Meld, house: _House) -> _Laid | None:
    """Remember a group that lies open; None where it is no legal one."""
    one = None
    if is_legal(meld.kind, meld.cards, house.rules.chi) and meld.kind is not Kind.JIANG:
        fourth = meld.cards[0] if meld.kind in (Kind.PENG, Kind.WEI, Kind.KAN) else None
        packed = sum(WEIGHT[card] for card in meld.cards)
        one = _Laid(packed, worth(meld, house.values), fourth)
        house.laid[meld.kind, meld.cards] = one
    return one


def _found(
    house: _House, win: Win, joins: Kind | None, free: int, size: int, made: int, fixed: int
) -> list[int]:
    """The sums of all complete hands; the cases are those of engine.arrangements."""
    card, rules = win.card, house.rules
    own = win.source is Source.SELF
    extra = WEIGHT[card]
    if joins is not None:
        less = fixed - house.alike[joins][card]
        if own and joins is not Kind.PENG:
            ti = less + house.alike[Kind.TI][card]
            return _complete(house, free, size, made, ti) if rules.own_wei_ti_wins else []
        plain = _complete(house, free + extra, size + 1, made, fixed)
        if joins is Kind.PENG and win.source is Source.DISCARD:
            return plain
        pao = _complete(house, free, size, made, less + house.alike[Kind.PAO][card])
        how = rules.po_pao
        barred = (
            how is PoPao.NEVER
            or (how is PoPao.IF_PAO_INCOMPLETE and bool(pao))
            or (how is PoPao.IF_PAO_BELOW_OPENING and any(_opens(house, s, win) for s in pao))
        )
        return pao if barred else pao + plain
    if free >> BITS * card & _DIGIT != 2:
        return _complete(house, free + extra, size + 1, made, fixed)
    third = Kind.WEI if own else Kind.PENG
    three = fixed + house.alike[third][card]
    if own:
        rest = free - 2 * extra
        return _complete(house, rest, size - 2, made + 1, three) if rules.own_wei_ti_wins else []
    return _complete(house, free - 2 * extra, size - 2, made + 1, three) + _complete(
        house, free + extra, size + 1, made, fixed
    )


def _complete(house: _House, free: int, size: int, made: int, fixed: int) -> list[int]:
    jiang = fixed & FOUR_FIELD != 0
    threes = house.rules.menzi - made - jiang
    if threes < 0 or size != 3 * threes + 2 * jiang:
        return []
    return [fixed + one for one in sums.totals(free, jiang, house.free)]


def _opens(house: _House, total: int, win: Win) -> bool:
    key = total & XI, win.source
    if key not in house.opens:
        house.opens[key] = opened(*key, house.rules)
    return house.opens[key]


def _paid(
    house: _House,
    position: Position,
    win: Win,
    cards: int,
    count: int,
    found: list[int],
    circumstances: frozenset[str],
) -> Brief | None:
    """The reason, the xi and the best payment of complete hands with these sums."""
    rules = house.rules
    most = max(one & XI for one in found)
    xi = with_zimo(most, win.source, rules)
    if win.source not in rules.win_sources:
        return Brief("illegal_source", xi, xi, None)
    reds = cards & _REDS
    red = reds % _DIGIT  # the sum of the digits
    if house.block and reds in _ONE_FACE:
        return None
    look = (
        red,
        (cards & _SMALL) % _DIGIT,
        count,
        cards >> BITS * win.card & _DIGIT,
        _reunions(cards) if house.reunions else 0,
        len(position.hand) == 1,
        win.source,
        circumstances,
    )
    best, paid, tied = most, None, False
    for one in found:
        of = one & XI
        opens = _opens(house, one, win)
        if not (opens or 0 < rules.opening_named <= of):
            continue
        key = one & ~FOUR_FIELD, *look
        pays = house.scores.get(key) or _score(house, key, one, look)
        if not (opens or pays.names):
            continue
        if paid is None or (pays.payoff, of) > (paid.payoff, best):
            best, paid, tied = of, pays, False
        elif (pays.payoff, of) == (paid.payoff, best) and pays != paid:
            tied = True
    if tied:
        return None
    declared = xi
    if rules.declared is Declared.BEST_PAYING:
        declared = with_zimo(best, win.source, rules)
    return Brief(None if paid else f"below_{rules.opening}", xi, declared, paid)


def _reunions(cards: int) -> int:
    """Of how many ranks all eight cards are there."""
    fours = cards >> 2 & ONES
    return (fours & fours >> HALF).bit_count()


def _score(house: _House, key: tuple[object, ...], one: int, look: tuple[Any, ...]) -> Score:
    """Work out and remember what a hand with this sum pays."""
    red, small, count, copies, reunions, alone, source, circumstances = look
    every = not one // WORTHLESS % 16
    facts = Facts(
        xi=with_zimo(one & XI, source, house.rules),
        red=red,
        small=small,
        big=count - small,
        duizi=one < CHI,
        one_block=False,
        source=source,
        copies=copies,
        all_xi=every and not one // WORTHLESS_JIANG % 4,
        but_jiang=every,
        reunions=reunions,
        alone=alone,
        circumstances=circumstances,
    )
    if len(house.scores) >= MOST_SCORES:
        house.scores.clear()
    house.scores[key] = pays = score(facts, house.rules)
    return pays
