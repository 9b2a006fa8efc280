"""A declared number against what was seen: confirmed, miscounted, false_win or unsure.

Every hypothesis the evidence allows is judged; under each the right total is the judge's, and only
what holds under all of them is said. A wrong confirmed or false_win is the worst answer there is.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product

from engine.cards import COPIES, Card, show
from engine.evidence import (
    MOST_HYPOTHESES,
    Evidence,
    EvidenceGroup,
    Hypothesis,
    TooVague,
    hypotheses,
)
from engine.judge import Judgement, Outcome, declared_arrangement, judge, outcome
from engine.position import Position, Win
from engine.questions import (
    Question,
    Text,
    about_card,
    about_source,
    all_seen,
    best_question,
    either,
    hidden_fourth,
    with_fourth,
)
from engine.rules import RuleSet
from engine.scoring import Score
from engine.verdicts import Answer, Line, Verdict, as_json

__all__ = ["Answer", "Evidence", "EvidenceGroup", "Line", "Verdict", "as_json", "verify"]


def verify(
    evidence: Evidence,
    declared: int,
    rules: RuleSet,
    circumstances: frozenset[str] = frozenset(),
) -> Verdict:
    """Compare the declared xi with every total that the evidence allows.

    circumstances: 天胡 地胡 海底胡 听胡 where they hold; they may open a hand, and pay.
    """

    def unsure(zh: str, en: str) -> Verdict:
        return Verdict(Answer.UNSURE, declared, Text(zh, en), unsure_cards=evidence.unsure_cards)

    if evidence.missing:
        faces = show(evidence.missing)
        return unsure(f"没看到{faces}", f"{faces} cannot be seen")
    count, least = len(evidence.cards), max(3 * rules.menzi, evidence.expected or 0)
    if count < least:
        return unsure(
            f"只看到{count}张牌, 至少要有{least}张", f"only {count} cards seen of at least {least}"
        )
    if evidence.unsure_cards:
        number = len(evidence.unsure_cards)
        return unsure(f"有{number}张牌看不清", f"{number} cards are not read for sure")
    if evidence.win_card is not None and evidence.win_card not in evidence.cards:
        face = evidence.win_card
        return unsure(f"没看到胡的{face}", f"the winning {face} cannot be seen")
    try:
        if judged := _judged(evidence, rules, circumstances):
            verdict = _decide(evidence, declared, rules, judged, circumstances)
            if verdict.answer is Answer.CONFIRMED:
                return _paid(verdict, evidence, rules, judged, circumstances)
            return verdict
    except TooVague:
        vague = unsure(
            "牌堆得分不清, 请摆开", "the groups cannot be told apart, please spread them"
        )
        return replace(vague, question=_about_win(evidence, rules))
    return unsure(f"看到{count}张牌, 张数不对", f"{count} cards seen: not the number of a won hand")


Held = frozenset[str]  # the circumstances that hold
Judged = list[tuple[Hypothesis, Outcome]]


def _judged(evidence: Evidence, rules: RuleSet, held: Held) -> Judged:
    """Every hypothesis with a possible number of cards, and its outcome; raises TooVague."""
    cards = {evidence.win_card} if evidence.win_card is not None else set(evidence.cards)
    sources = {evidence.source} if evidence.source is not None else set(rules.win_sources)
    if max(Counter(evidence.cards).values(), default=0) > COPIES:
        return []
    found: Judged = []
    for card, source in product(sorted(cards), sorted(sources)):
        for hypothesis in hypotheses(evidence, Win(card, source), rules.chi):
            found.append((hypothesis, outcome(hypothesis.position, rules, held)))
        if len(found) > MOST_HYPOTHESES:
            raise TooVague(f"more than {MOST_HYPOTHESES} possibilities")
    return [entry for entry in found if entry[1].reason != "wrong_card_count"]


def _about_win(evidence: Evidence, rules: RuleSet) -> Question | None:
    """What helps when there is too much to try: the winning card, then its source."""
    if evidence.win_card is None:
        return about_card(evidence, set(evidence.cards))
    if evidence.source is None:
        return about_source(evidence, set(rules.win_sources))
    return None


def _decide(
    evidence: Evidence, declared: int, rules: RuleSet, judged: Judged, held: Held
) -> Verdict:
    outcomes = [(h, one.xi if one.reason is None else None) for h, one in judged]
    totals = sorted({total for _, total in outcomes if total is not None})
    possible = tuple(totals)
    word = rules.quantity
    if not totals:
        return _no_win(evidence, declared, rules, judged, held)
    xi = totals[0] if len(totals) == 1 else None
    shown = declared if declared in totals else xi
    lines = _sum_of(shown, [h for h, total in outcomes if total == shown], rules, held)
    if declared not in totals:
        if hidden := _hidden(evidence, declared, rules, held, lambda one: one.xi == declared):
            return hidden
        zh, en = either(totals)
        return Verdict(
            Answer.MISCOUNTED,
            declared,
            Text(f"应是{zh}{word}, 报了{declared}{word}", f"it is {en}, not {declared}"),
            xi=xi,
            xi_possible=possible,
            breakdown=lines,
        )
    if all(total == declared for _, total in outcomes):
        text = Text(f"{declared}{word}, 报得对", f"{declared}, as declared")
        return Verdict(Answer.CONFIRMED, declared, text, declared, possible, lines)
    zh, en = either(totals)
    lost = any(total is None for _, total in outcomes)
    return Verdict(
        Answer.UNSURE,
        declared,
        Text(
            f"光看牌, 可能是{zh}{word}{', 也可能不能胡' if lost else ''}",
            f"the cards alone allow {en}{', or no win at all' if lost else ''}",
        ),
        xi_possible=possible,
        question=best_question(evidence, outcomes),
    )


def _paid(
    verdict: Verdict,
    evidence: Evidence,
    rules: RuleSet,
    judged: Judged,
    circumstances: frozenset[str],
) -> Verdict:
    """The verdict with what the hand pays, or with the question on which that depends."""
    scores: dict[Position, Score | None] = {}
    for hypothesis, _ in judged:
        position = hypothesis.position
        if position not in scores:
            scores[position] = judge(position, rules, circumstances).score
    if len(set(scores.values())) == 1:
        return replace(verdict, score=next(iter(scores.values())))
    outcomes = [(hypothesis, scores[hypothesis.position]) for hypothesis, _ in judged]
    question, word = best_question(evidence, outcomes), rules.quantity
    if question is None:
        return verdict
    text = Text(
        f"{verdict.declared}{word}已确认, 付多少还差一问: {question.text.zh}",
        f"{verdict.declared} is confirmed, only what it pays is open: {question.text.en}",
    )
    return replace(verdict, question=replace(question, text=text))


def _hidden(
    evidence: Evidence,
    declared: int,
    rules: RuleSet,
    held: Held,
    would: Callable[[Outcome], bool],
) -> Verdict | None:
    """Unsure, where with one card more a win would be as asked: the fourth of three alike, or any
    other, unless it is known how many there are."""
    for index, group in enumerate(evidence.groups):
        three_alike = len(group.cards) == 3 and len(set(group.cards)) == 1
        if not three_alike or group.settled or evidence.cards.count(group.cards[0]) != 3:
            continue
        groups = list(evidence.groups)
        groups[index] = with_fourth(group)
        more = _judged(replace(evidence, groups=tuple(groups)), rules, held)
        if any(one.reason is None and would(one) for _, one in more):
            return Verdict(
                Answer.UNSURE,
                declared,
                Text("也许有一张压在下面", "a card may lie hidden under another"),
                question=hidden_fourth(evidence, index),
            )
    if evidence.expected == len(evidence.cards):
        return None
    three = {g.cards[0] for g in evidence.groups if g.settled and len(set(g.cards)) == 1}
    left = [face for face in Card if face not in three and evidence.cards.count(face) < COPIES]
    for card in left:
        further = (*evidence.groups, EvidenceGroup((card,), frozenset()))
        more = _judged(replace(evidence, groups=further), rules, held)
        if any(one.reason is None and would(one) for _, one in more):
            return Verdict(
                Answer.UNSURE,
                declared,
                Text("也许有一张没看到", "a card may be hidden"),
                question=all_seen(evidence),
            )
    return None


def _no_win(
    evidence: Evidence, declared: int, rules: RuleSet, judged: Judged, held: Held
) -> Verdict:
    """No hypothesis wins; but where a card may be hidden nobody is accused."""
    if hidden := _hidden(evidence, declared, rules, held, lambda _: True):
        return hidden
    most = max((one.xi for _, one in judged if one.xi is not None), default=None)
    word = rules.quantity
    if any(one.reason == "illegal_source" for _, one in judged):
        text = Text("手里打出的牌不能胡", "a discarded card may not be won")
    elif most is None:
        text = Text(f"排不成{rules.menzi}门子", "the cards form no complete hand")
        if evidence.expected != len(evidence.cards):  # a stray card and a hidden one look like this
            return Verdict(Answer.UNSURE, declared, text, question=all_seen(evidence))
    else:
        text = Text(
            f"只有{most}{word}, 不够{rules.opening}{word}",
            f"only {most}, below the {rules.opening} needed to open",
        )
    return Verdict(
        Answer.FALSE_WIN,
        declared,
        text,
        xi=most,
        breakdown=_sum_of(most, [h for h, one in judged if one.xi == most], rules, held),
    )


def _sum_of(xi: int | None, of: list[Hypothesis], rules: RuleSet, held: Held) -> tuple[Line, ...]:
    """The sum of xi, spelt out as the first hypothesis that comes to it has it."""
    return () if xi is None else breakdown(judge(of[0].position, rules, held), rules)


def breakdown(judgement: Judgement, rules: RuleSet) -> tuple[Line, ...]:
    """The sum of a complete hand, group by group; what 自摸 adds comes last."""
    arrangement = declared_arrangement(judgement, rules)
    if arrangement is None:
        return ()
    lines = [Line(meld.name, meld.cards, rules.xi(meld)) for meld, _ in arrangement.menzi]
    added = (judgement.xi or 0) - (judgement.xi_groups or 0)
    if added:
        lines.append(Line("zimo", (), added))
    return tuple(lines)
