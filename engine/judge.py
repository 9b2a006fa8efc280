"""Is this a win, for how much, and what does a hand wait for? Every fact of vectors.json."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.arrangements import Arrangement, arrangements, opened, with_zimo
from engine.brief import Brief, brief
from engine.cards import COPIES, Card
from engine.choices import Declared, Source
from engine.facts import facts
from engine.position import Position, Win, impossible, right_count
from engine.rules import RuleSet
from engine.scoring import Score, score


@dataclass(frozen=True)
class Judgement:
    """The answer about one winning position.

    reason: None | below_15 | no_arrangement | wrong_card_count | illegal_source | bad_input:<what>.
    xi: the maximum, with 自摸's addition; xi_groups without; xi_options: every attainable total.
    best: the best-paying arrangement, which `score` pays; top: the one with the most xi.
    """

    valid_input: bool
    legal_source: bool
    reason: str | None
    xi: int | None = None
    xi_groups: int | None = None
    xi_options: tuple[int, ...] = ()
    arrangements: int = 0
    total_cards: int | None = None
    red: int | None = None
    small: int | None = None
    score: Score | None = None
    best: Arrangement | None = None
    top: Arrangement | None = None

    @property
    def hu(self) -> bool:
        """Whether it is a win."""
        return self.reason is None

    @property
    def complete(self) -> bool:
        """Whether the cards can be arranged at all."""
        return self.arrangements > 0


def judge(
    position: Position, rules: RuleSet, circumstances: frozenset[str] = frozenset()
) -> Judgement:
    """Judge a position that has a winning card; circumstances: 天胡 地胡 海底胡 where they hold.

    Raises ValueError without a winning card.
    """
    if position.win is None:
        raise ValueError("expected a position with a winning card")
    source = position.win.source
    legal = source in rules.win_sources
    if what := impossible(position, rules.chi):
        return Judgement(False, legal, f"bad_input:{what}")
    cards = position.cards
    counted = Judgement(
        valid_input=True,
        legal_source=legal,
        reason="wrong_card_count",
        total_cards=len(cards),
        red=sum(card.red for card in cards),
        small=sum(not card.big for card in cards),
    )
    if not right_count(position, rules.menzi):
        return counted
    found = arrangements(position, rules)
    if not found:
        return replace(counted, reason="no_arrangement")
    top = max(found, key=lambda one: one.xi)
    best, paid = top, None
    for one in found if legal else ():
        opens = opened(one.xi, source, rules)
        if not (opens or 0 < rules.opening_named <= one.xi):
            continue
        pays = score(facts(position, one, rules, circumstances), rules)
        if not (opens or pays.names):
            continue
        if paid is None or (pays.payoff, one.xi) > (paid.payoff, best.xi):
            best, paid = one, pays
    not_open = f"below_{rules.opening}" if paid is None else None
    return replace(
        counted,
        reason=not_open if legal else "illegal_source",
        xi=with_zimo(top.xi, source, rules),
        xi_groups=top.xi,
        xi_options=tuple(sorted({with_zimo(one.xi, source, rules) for one in found})),
        arrangements=len(found),
        score=paid,
        best=best,
        top=top,
    )


class Outcome(NamedTuple):
    """A judgement in short: reason None is a win; xi is the number that must be declared."""

    reason: str | None
    xi: int | None


def short(position: Position, rules: RuleSet, circumstances: frozenset[str] = frozenset()) -> Brief:
    """What `judge` says without the groups, many times faster; raises ValueError as it does."""
    told = brief(position, rules, circumstances)
    if told is not None:
        return told
    judged = judge(position, rules, circumstances)
    return Brief(judged.reason, judged.xi, declarable(judged, rules), judged.score)


def outcome(
    position: Position, rules: RuleSet, circumstances: frozenset[str] = frozenset()
) -> Outcome:
    """What `judge` says, as briefly as can be."""
    told = short(position, rules, circumstances)
    return Outcome(told.reason, told.declared)


def declared_arrangement(judged: Judgement, rules: RuleSet) -> Arrangement | None:
    """The arrangement whose xi must be declared: the largest, or the best-paying by agreement."""
    return judged.best if rules.declared is Declared.BEST_PAYING else judged.top


def declarable(judged: Judgement, rules: RuleSet) -> int | None:
    """The xi that must be declared, with what 自摸 adds; None where nothing is complete."""
    arrangement = declared_arrangement(judged, rules)
    if arrangement is None or judged.xi is None or judged.xi_groups is None:
        return None
    return arrangement.xi + judged.xi - judged.xi_groups


def waits(position: Position, rules: RuleSet) -> dict[Source, tuple[tuple[Card, int], ...]]:
    """By legal source, the cards that would win and their xi; empty for an impossible position."""
    counts = Counter(position.cards)
    return {
        source: tuple(
            (card, answer.xi)
            for card in Card
            if counts[card] < COPIES
            for answer in [
                short(Position(position.exposed, position.hand, Win(card, source)), rules)
            ]
            if answer.reason is None and answer.xi is not None
        )
        for source in Source
        if source in rules.win_sources
    }
