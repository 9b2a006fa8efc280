"""The complete hands a position can be: what the winning card must, may and may not become (§3)."""

from collections import Counter
from dataclasses import dataclass
from functools import cache

from engine.cards import COPIES, Card
from engine.choices import PoPao, Source, Zimo
from engine.melds import FOURS, Kind, Meld, Shape
from engine.position import Position, Win
from engine.rules import RuleSet
from engine.scoring import counted
from engine.splitting import MELDS, Split, pack, splits

Fixed = tuple[tuple[Meld, str], ...]  # with where it lies: exposed, hand, exposed+win, hand+win


@dataclass(frozen=True)
class Arrangement:
    """One complete hand: groups that are settled, and how the free cards are split; xi of all."""

    how: str
    fixed: Fixed
    split: Split
    xi: int

    @property
    def melds(self) -> tuple[Meld, ...]:
        """All groups."""
        return tuple(meld for meld, _ in self.fixed) + tuple(MELDS[index] for index in self.split)

    @property
    def menzi(self) -> Fixed:
        """All groups, ordered by name and cards."""
        free = tuple((MELDS[index], "hand") for index in self.split)
        return tuple(sorted(self.fixed + free, key=lambda m: (m[0].name, m[0].cards, m[1])))

    @property
    def k(self) -> int:
        """How many 跑 and 提 it has."""
        return sum(meld.kind in FOURS for meld, _ in self.fixed)

    @property
    def duizi(self) -> bool:
        """Whether it is 对子胡: nothing but alike cards."""
        return not any(meld.kind is Kind.CHI for meld, _ in self.fixed) and not any(
            MELDS[index].kind is Kind.CHI for index in self.split
        )


@dataclass(frozen=True)
class _Way:
    """One thing the winning card may become."""

    how: str
    fixed: Fixed
    free: tuple[Card, ...]


def arrangements(position: Position, rules: RuleSet) -> list[Arrangement]:
    """Every complete hand that the forced 偎 and 提 and the rule set's 破跑 leave; needs a win."""
    if position.win is None:
        raise ValueError("expected a position with a winning card")
    fixed = tuple((meld, "exposed") for meld in position.exposed)
    free: list[Card] = []
    for face, n in sorted(Counter(position.hand).items()):
        if n >= 3:
            kind = Kind.TI if n == COPIES else Kind.KAN
            fixed += ((Meld(kind, (face,) * n), "hand"),)
        else:
            free += [face] * n
    for at, (meld, _) in enumerate(fixed):
        if meld.kind in (Kind.PENG, Kind.WEI, Kind.KAN) and meld.cards[0] is position.win.card:
            return _fourth(fixed, at, tuple(free), position.win, rules)
    if free.count(position.win.card) == 2:
        return _third(fixed, tuple(free), position.win, rules)
    return _complete(_Way("plain_hu", fixed, (*free, position.win.card)), rules)


def _fourth(
    fixed: Fixed, at: int, free: tuple[Card, ...], win: Win, rules: RuleSet
) -> list[Arrangement]:
    """The winning card is the fourth of the group fixed[at]: 提, 跑 or 破跑."""
    meld, where = fixed[at]
    concealed = meld.kind is not Kind.PENG

    def four(kind: Kind, how: str) -> list[Arrangement]:
        whole = (Meld(kind, (win.card,) * COPIES), f"{where}+win")
        return _complete(_Way(how, (*fixed[:at], whole, *fixed[at + 1 :]), free), rules)

    if concealed and win.source is Source.SELF:
        return four(Kind.TI, "ti_hu") if rules.own_wei_ti_wins else []
    if not concealed and win.source is Source.DISCARD:  # never a 跑, so nothing is broken
        return _complete(_Way("plain_hu", fixed, (*free, win.card)), rules)
    pao = four(Kind.PAO, "pao_hu")
    opens = any(opened(arrangement.xi, win.source, rules) for arrangement in pao)
    barred = {
        PoPao.NEVER: True,
        PoPao.IF_PAO_INCOMPLETE: bool(pao),
        PoPao.IF_PAO_BELOW_OPENING: opens,
        PoPao.FREE: False,
    }
    if barred[rules.po_pao]:
        return pao
    return pao + _complete(_Way("po_pao_hu", fixed, (*free, win.card)), rules)


def _third(fixed: Fixed, free: tuple[Card, ...], win: Win, rules: RuleSet) -> list[Arrangement]:
    """The winning card meets a pair of the hand: forced 偎, or 碰, or it joins other cards."""
    rest = tuple(card for card in free if card is not win.card)
    trio = (win.card,) * 3
    if win.source is Source.SELF:
        wei = _Way("wei_hu", (*fixed, (Meld(Kind.WEI, trio), "hand+win")), rest)
        return _complete(wei, rules) if rules.own_wei_ti_wins else []
    peng = _Way("peng_hu", (*fixed, (Meld(Kind.PENG, trio), "hand")), rest)
    return _complete(peng, rules) + _complete(_Way("plain_hu", fixed, (*free, win.card)), rules)


def _complete(way: _Way, rules: RuleSet) -> list[Arrangement]:
    jiang = any(meld.kind in FOURS for meld, _ in way.fixed)
    threes = rules.menzi - len(way.fixed) - jiang
    if threes < 0 or len(way.free) != 3 * threes + 2 * jiang:
        return []
    values = _values(rules)
    xi = sum(rules.xi(meld) for meld, _ in way.fixed)
    return [
        Arrangement(way.how, way.fixed, split, xi + sum(values[index] for index in split))
        for split in sorted(splits(pack(way.free), jiang, Shape.ONE_FIVE_TEN in rules.chi))
        if values.keys() >= set(split)
    ]


@cache
def _values(rules: RuleSet) -> dict[int, int]:
    """What a group of the search is worth, of those that the rule set has."""
    return {
        index: rules.xi(meld)
        for index, meld in enumerate(MELDS)
        if meld.kind is Kind.JIANG or meld.name in rules.chi
    }


def with_zimo(xi: int, source: Source, rules: RuleSet) -> int:
    """The xi of the groups and what 自摸 adds to it."""
    add = rules.zimo_kind is Zimo.ADD and source is Source.SELF
    return xi + rules.zimo_value if add else xi


def opened(xi: int, source: Source, rules: RuleSet) -> bool:
    """Whether groups worth so much open."""
    opening = with_zimo(xi, source, rules) if rules.zimo_opens else xi
    return counted(opening, rules) >= rules.opening
