"""What is told to the table about a declared number."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.cards import Card
from engine.questions import Question, Text
from engine.scoring import Score


class Answer(StrEnum):
    """The four answers to a declared win."""

    CONFIRMED = "confirmed"
    MISCOUNTED = "miscounted"
    FALSE_WIN = "false_win"
    UNSURE = "unsure"


@dataclass(frozen=True)
class Line:
    """One line of the sum: a kind (or "zimo" for what 自摸 adds), its cards, its xi."""

    kind: str
    cards: tuple[Card, ...]
    xi: int


@dataclass(frozen=True)
class Verdict:
    """What to tell the table. xi: the one right total, None while several remain or none exists.

    xi_possible: every winning total the evidence allows. breakdown: the sum of xi, spelt out.
    question: where one tap can help: with `unsure`, or with `confirmed` where what the hand pays
    still depends on the answer. score: what a confirmed hand pays, None while that is open.
    """

    answer: Answer
    declared: int
    reason: Text
    xi: int | None = None
    xi_possible: tuple[int, ...] = ()
    breakdown: tuple[Line, ...] = ()
    question: Question | None = None
    unsure_cards: tuple[int, ...] = ()
    score: Score | None = None


def as_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict with the keys that `xingjia verify --json` prints."""
    return {
        "verdict": str(verdict.answer),
        "declared": verdict.declared,
        "xi": verdict.xi,
        "xi_possible": list(verdict.xi_possible),
        "breakdown": [
            {"kind": line.kind, "cards": [str(card) for card in line.cards], "xi": line.xi}
            for line in verdict.breakdown
        ],
        "reason": str(verdict.reason),
        "question": str(verdict.question.text) if verdict.question else None,
        "unsure_cards": list(verdict.unsure_cards),
    }
