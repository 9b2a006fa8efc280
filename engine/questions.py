"""The one question that best settles a hand, and what its answer adds to the evidence."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.cards import Card, show
from engine.evidence import Evidence, EvidenceGroup, Hypothesis
from engine.melds import ALIKE, FOURS, Kind
from engine.rules import Source


@dataclass(frozen=True)
class Text:
    """Words for the people at the table, Chinese first."""

    zh: str
    en: str

    def __str__(self) -> str:
        """Both, as one line."""
        return f"{self.zh} / {self.en}"


@dataclass(frozen=True)
class Choice:
    """One answer to tap: what it says of a group, or of the winning card, or where that came from.

    hides: the group's fourth card lies hidden under it (True) or does not exist (False).
    all_seen: the cards seen are all there are (True), or one is hidden (False).
    """

    text: Text
    kinds: frozenset[Kind] | None = None
    exposed: bool | None = None
    card: Card | None = None
    source: Source | None = None
    hides: bool | None = None
    all_seen: bool | None = None


@dataclass(frozen=True)
class Question:
    """What to ask; group is an index into the evidence's groups, None for the winning card."""

    text: Text
    choices: tuple[Choice, ...]
    seat: int | None
    group: int | None


SEATS = (Text("南家", "South"), Text("东家", "East"), Text("北家", "North"), Text("西家", "West"))
_NOBODY = Text("赢家", "Winner")
KINDS = {
    Kind.CHI: "吃", Kind.PENG: "碰", Kind.WEI: "偎", Kind.KAN: "坎",
    Kind.PAO: "跑", Kind.TI: "提", Kind.JIANG: "将",
}  # fmt: skip
_SOURCES = {
    Source.SELF: Text("自摸", "own draw"),
    Source.OTHER: Text("别人翻的", "turned by another"),
    Source.DISCARD: Text("别人打的", "discarded by another"),
}


def best_question(
    evidence: Evidence, outcomes: Sequence[tuple[Hypothesis, Hashable]]
) -> Question | None:
    """The question whose answers leave the fewest different outcomes; None if none helps."""
    asked: list[tuple[tuple[int, int], Question]] = []

    def consider(answers: Sequence[Hashable], question: Question) -> None:
        """Keep it with the most outcomes that one answer leaves, and the sum over all answers."""
        left: dict[Hashable, set[Hashable]] = defaultdict(set)
        for answer, (_, outcome) in zip(answers, outcomes, strict=True):
            left[answer].add(outcome)
        if len(left) > 1:
            sizes = [len(results) for results in left.values()]
            asked.append(((max(sizes), sum(sizes)), question))

    for group in range(len(evidence.groups)):
        readings = [hypothesis.readings[group] for hypothesis, _ in outcomes]
        answers = [(r.kinds, r.exposed) for r in readings if r.kinds is not None]
        if len(answers) == len(outcomes):
            consider(answers, _about_group(evidence, group, set(answers)))
    wins = [hypothesis.win for hypothesis, _ in outcomes]
    consider([win.source for win in wins], about_source(evidence, {win.source for win in wins}))
    consider([win.card for win in wins], about_card(evidence, {win.card for win in wins}))
    return min(asked, key=lambda entry: entry[0])[1] if asked else None


def hidden_fourth(evidence: Evidence, group: int) -> Question:
    """Is there a fourth card under three alike?"""
    who = seat_name(evidence.seat)
    face = evidence.groups[group].cards[0]
    return Question(
        Text(f"{who.zh}的{face}: 三张还是四张?", f"{who.en}'s {face}: three cards or four?"),
        (Choice(Text("三张", "three"), hides=False), Choice(Text("四张", "four"), hides=True)),
        evidence.seat,
        group,
    )


def all_seen(evidence: Evidence) -> Question:
    """Are these all the cards, and no others?"""
    who, count = seat_name(evidence.seat), len(evidence.cards)
    return Question(
        Text(f"{who.zh}的牌就是这{count}张吗?", f"are these {count} all of {who.en}'s cards?"),
        (
            Choice(Text("就这些", "these are all"), all_seen=True),
            Choice(Text("不是, 重新摆开", "no, we spread them again"), all_seen=False),
        ),
        evidence.seat,
        None,
    )


def as_json(question: Question) -> dict[str, Any]:
    """A question for a page: the choices in the order that `answered` counts them."""
    return {
        "seat": question.seat,
        "group": question.group,
        "zh": question.text.zh,
        "en": question.text.en,
        "choices": [{"zh": choice.text.zh, "en": choice.text.en} for choice in question.choices],
    }


def answered(evidence: Evidence, question: Question, choice: int) -> Evidence:
    """The evidence with the answer question.choices[choice] added; raises IndexError."""
    answer = question.choices[choice]
    if answer.all_seen is not None:  # where it is not all, one is missing at least
        return replace(evidence, expected=len(evidence.cards) + (not answer.all_seen))
    if question.group is None:
        return replace(
            evidence,
            win_card=evidence.win_card if answer.card is None else answer.card,
            source=evidence.source if answer.source is None else answer.source,
        )
    groups = list(evidence.groups)
    groups[question.group] = _answered_group(groups[question.group], answer)
    return replace(evidence, groups=tuple(groups))


def _answered_group(group: EvidenceGroup, answer: Choice) -> EvidenceGroup:
    if answer.hides is False:
        return replace(group, settled=True)
    if answer.hides:
        return with_fourth(group)
    assert answer.kinds is not None
    return replace(group, kinds=answer.kinds, exposed=answer.exposed)


def with_fourth(group: EvidenceGroup) -> EvidenceGroup:
    """Three alike with their hidden fourth card."""
    return replace(group, cards=(*group.cards, group.cards[0]), kinds=FOURS)


def seat_name(seat: int | None) -> Text:
    """南家 … 西家; 赢家 where the seat is unknown."""
    return _NOBODY if seat is None else SEATS[seat]


def _about_group(
    evidence: Evidence, group: int, answers: set[tuple[frozenset[Kind], bool | None]]
) -> Question:
    who, cards = seat_name(evidence.seat), evidence.groups[group].cards
    alike = len(set(cards)) == 1
    what = str(cards[0]) if alike else show(sorted(cards))
    choices = tuple(
        sorted(
            (_group_choice(kinds, exposed, alike) for kinds, exposed in answers),
            key=lambda choice: (
                choice.exposed is False,
                not {Kind.PENG, Kind.PAO} & (choice.kinds or set()),
            ),
        )
    )
    return Question(
        Text(
            f"{who.zh}的{what}: {'还是'.join(choice.text.zh for choice in choices)}?",
            f"{who.en}'s {what}: {' or '.join(choice.text.en for choice in choices)}?",
        ),
        choices,
        evidence.seat,
        group,
    )


def _group_choice(kinds: frozenset[Kind], exposed: bool | None, alike: bool) -> Choice:
    if not alike:
        laid = Text("早已落地", "laid down before")
        hand = Text("手里的", "from the hand")
        return Choice(laid if exposed else hand, kinds, exposed)
    named = [kind for kind in ALIKE if kind in kinds]
    text = Text("/".join(KINDS[kind] for kind in named), "/".join(named))
    return Choice(text, kinds, exposed)


def about_source(evidence: Evidence, sources: set[Source]) -> Question:
    """Where did the winning card come from?"""
    who = seat_name(evidence.seat)
    given = [source for source in Source if source in sources]
    choices = tuple(Choice(_SOURCES[source], source=source) for source in given)
    return Question(
        Text(
            f"{who.zh}胡的牌: {'还是'.join(choice.text.zh for choice in choices)}?",
            f"{who.en}'s winning card: {' or '.join(choice.text.en for choice in choices)}?",
        ),
        choices,
        evidence.seat,
        None,
    )


def about_card(evidence: Evidence, faces: set[Card]) -> Question:
    """Which card won?"""
    who = seat_name(evidence.seat)
    given = sorted(faces)
    return Question(
        Text(f"{who.zh}胡的是哪张?", f"Which card did {who.en} win on?"),
        tuple(Choice(Text(str(card), str(card)), card=card) for card in given),
        evidence.seat,
        None,
    )


def either(totals: list[int]) -> tuple[str, str]:
    """The totals in words; many of them as a span."""
    if len(totals) > 3:
        return f"{totals[0]}到{totals[-1]}", f"{totals[0]} to {totals[-1]}"
    return "或".join(map(str, totals)), " or ".join(map(str, totals))
