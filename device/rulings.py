"""A verdict as the record keeps it and as the page shows it, with what was booked on it."""

from collections.abc import Sequence
from typing import Any

from device.record import Event, Match, Round, score_of
from engine import questions
from engine.match import FALSE_WIN, Table
from engine.questions import Text
from engine.rules import Payment, RuleSet
from engine.scoring import Score
from engine.seating import table_of
from engine.verify import Answer, Verdict, as_json
from web.table import Choice, Group, Question, Ruling


def judged(verdict: Verdict, number: int, seat: int, picture: str) -> dict[str, Any]:
    """The event that keeps a verdict; `picture` names the table it was given on."""
    return {
        "type": "verdict",
        "number": number,
        "seat": seat,
        "picture": picture,
        **as_json(verdict),
        "reason": [verdict.reason.zh, verdict.reason.en],
    }


def last_ruling(
    events: Sequence[Event], match: Match, rules: RuleSet, question: Question | None = None
) -> Ruling | None:
    """The page's form of the last verdict; None before the first and once a later round ended."""
    last = max((i for i, e in enumerate(events) if e["type"] == "verdict"), default=None)
    if last is None:
        return None
    own = events[last]
    later = [one for one in match.rounds if any(one.event is e for e in events[last + 1 :])]
    booked = next((one for one in later if one.event["type"] != "drawn"), None)
    if later and booked is not later[-1]:
        return None
    lines = own["breakdown"]
    false = own["verdict"] == Answer.FALSE_WIN and not booked and FALSE_WIN in rules.penalties
    return Ruling(
        number=own["number"],
        seat=own["seat"],
        answer=Answer(own["verdict"]),
        declared=own["declared"],
        xi=own["xi"],
        xi_possible=tuple(own["xi_possible"]),
        groups=tuple(
            Group(line["kind"], "".join(line["cards"]), line["xi"])
            for line in lines
            if line["kind"] != "zimo"
        ),
        bonus=sum(line["xi"] for line in lines if line["kind"] == "zimo"),
        reason=Text(*own["reason"]),
        question=question,
        steps=_steps_of(booked, rules) if booked else (),
        points=tuple(sorted(booked.points.items())) if booked else (),
        picture=own["picture"],
        offence=FALSE_WIN if false else None,
    )


def _steps_of(booked: Round, rules: RuleSet) -> tuple[Text, ...]:
    if booked.event["type"] == "false_win" or booked.event["seat"] in {
        offence.seat for offence in booked.offences
    }:
        return tuple(_penalty(booked, rules))
    if "score" not in booked.event:  # a record of 0.1
        return tuple(Text(*step) for step in booked.event["steps"])
    assert booked.dealer is not None
    table = table_of(booked.event["seats"], booked.dealer)
    won = steps(score_of(booked.event), booked.event["xi"], table, rules, booked.climb)
    return (*won, *_penalty(booked, rules))


def _penalty(booked: Round, rules: RuleSet) -> list[Text]:
    """The offences of a round, as they are told to the table."""
    seats = questions.SEATS
    return [
        Text(f"{seats[one.seat].zh}{one.name}", f"an offence of {seats[one.seat].en}")
        for one in booked.offences
        if one.name in rules.penalties
    ]


def steps(paid: Score, xi: int, table: Table, rules: RuleSet, climb: int = 1) -> tuple[Text, ...]:
    """How xi becomes points, as a person would reckon it."""
    unit, word = rules.unit_name, rules.quantity
    lines = []
    if (rules.unit_offset, rules.unit_step) != (0, 1):
        sum_ = f"({xi} − {rules.unit_offset}) ÷ {rules.unit_step} → {paid.units}"
        lines.append(Text(f"{sum_} {unit}", f"steps of {rules.unit_step} {word}"))
    if paid.times > 1 or paid.names:
        names = "、".join(paid.names) or "自摸"
        by = f" × {paid.times}" if paid.times > 1 else ""
        lines.append(Text(f"{names}{by}", "the hand's name"))
    if rules.payment is Payment.HUNDRED:
        return (*lines, Text(f"赢家得 {paid.payoff}", f"the winner gets {paid.payoff}"))
    if climb > 1:
        lines.append(Text(f"爬坡 × {climb}", "drawn rounds before"))
    if paid.alone is not None:
        amount = paid.alone * climb
        return (*lines, Text(f"放炮的付 {amount}", f"the discarder pays {amount}"))
    share = ""
    if table.xingjia is not None and rules.payment is Payment.XINGJIA:
        share = f" + {paid.times}"
    amount = paid.payoff * climb
    lines.append(
        Text(
            f"每家付 {amount}{share and share + '（醒家）'}",
            f"each loser pays {amount}{share and share + ' to the counter'}",
        )
    )
    return tuple(lines)


def asked(question: questions.Question, id: str) -> Question:
    """The page's form of a question; an answer's value is its place in the engine's question."""
    choices = tuple(Choice(str(i), choice.text) for i, choice in enumerate(question.choices))
    return Question(id, question.text, choices)
