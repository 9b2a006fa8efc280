"""What a referee says: which rule a seat broke, the events that prove it, what it costs.

The offences are those of seed 000 §3-§4 and 罚则; their prices stand in the rule set's penalties.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.cards import Card
from engine.match import FALSE_WIN
from engine.questions import Text
from engine.rules import RuleSet


class Certainty(StrEnum):
    """Whether the record proves it, or only cards that nobody has seen could tell."""

    PROVEN = "proven"
    UNKNOWN = "cannot be known"


@dataclass(frozen=True)
class Offence:
    """A rule that can be broken. forfeits: the offender can no longer win the round (000 §4-11).

    as_false_win: without a price of its own, a hand won after it costs what 诈胡 costs.
    """

    name: Text
    forfeits: bool = False
    as_false_win: bool = False


WRONG_XI = "错戏"

OFFENCES: Mapping[str, Offence] = {
    FALSE_WIN: Offence(Text("诈胡", "a false win"), forfeits=True),
    "走跑": Offence(Text("走跑", "a 跑 that was not made"), forfeits=True),
    "失提": Offence(Text("失提", "a 提 that was not made or not shown"), forfeits=True),
    "烧比": Offence(Text("烧比", "a 吃 without its 比"), forfeits=True),
    "臭张": Offence(Text("臭张", "a 吃 of a card once let go"), forfeits=True),
    "拆坎": Offence(Text("拆坎", "a 坎 broken up"), forfeits=True, as_false_win=True),
    "重跑": Offence(Text("重跑出牌", "a discard after 重跑"), forfeits=True, as_false_win=True),
    "碰一不碰二": Offence(Text("碰一不碰二", "a 碰 of a card once let go")),
    "臭偎": Offence(Text("臭偎不亮", "a 臭偎 that shows no card")),
    "暗偎": Offence(Text("暗偎亮张", "a card shown of a 偎 that is not 臭")),
    "失偎": Offence(Text("失偎", "a 偎 that was not made")),
    "必胡": Offence(Text("有胡不胡", "a win passed that had to be made")),
    WRONG_XI: Offence(Text("报错戏", "a wrong number declared")),
}


@dataclass(frozen=True)
class Finding:
    """One offence of one seat. seq: the event that breaks the rule; events: what proves it, in
    order, that event among them.

    card: the face it is about, if it is about one. cost: what every other player gets, None where
    no price is printed. charged: the penalty under which it is booked. voids: a win is void by it.
    right: for a wrong number, the numbers that would have been right.
    """

    rule: str
    seat: int
    seq: int
    events: tuple[int, ...]
    card: Card | None = None
    certainty: Certainty = Certainty.PROVEN
    cost: int | None = None
    charged: str | None = None
    voids: bool = False
    rule_set: str = ""
    right: tuple[int, ...] = ()

    @property
    def name(self) -> Text:
        """The offence in words."""
        return OFFENCES[self.rule].name

    @property
    def text(self) -> Text:
        """The finding in words: the offence, its card, its events, its price."""
        name = self.name
        of = f" {self.card}" if self.card is not None else ""
        where = ", ".join(map(str, self.events))
        zh, en = f"{name.zh}{of} (记录{where})", f"{name.en}{of and ':' + of} (events {where})"
        if self.right:
            right = " / ".join(map(str, self.right))
            zh, en = f"{zh}, 应是{right}", f"{en}, right is {right}"
        if self.certainty is Certainty.UNKNOWN:
            return Text(f"{zh}: 看不到手牌, 无法判断", f"{en}: cannot be known, the hand is hidden")
        if self.cost is not None:
            zh, en = f"{zh}, 罚每家{self.cost}", f"{en}, {self.cost} to every other player"
        if self.voids:
            zh, en = f"{zh}, 胡牌无效", f"{en}, the win is void"
        return Text(zh, en)


def priced(finding: Finding, rules: RuleSet, winners: Container[int]) -> Finding:
    """The finding with what it costs under a rule set; winners: who laid a hand open as won.

    Only where penalties are printed does an offence forfeit the win (000 罚则 F); a hand that is
    no win never counts.
    """
    offence = OFFENCES[finding.rule]
    won = finding.seat in winners
    charged: str | None = finding.rule
    if won and offence.as_false_win and finding.rule not in rules.penalties:
        charged = FALSE_WIN
    if charged not in rules.penalties:
        charged = None
    return replace(
        finding,
        cost=None if charged is None else rules.penalties[charged],
        charged=charged,
        voids=won and offence.forfeits and (finding.rule == FALSE_WIN or bool(rules.penalties)),
        rule_set=rules.name,
    )
