"""The score sheet as a fold over the record, and a verdict as the page shows it."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import questions
from engine.cards import show
from engine.evidence import Evidence
from engine.match import BadRound, Hu, RoundResult, Table, points, totals
from engine.questions import SEATS, Text
from engine.rules import Payment, RuleSet, Source
from engine.scoring import Facts, Score, score
from engine.seating import table_of
from engine.verify import Answer, Verdict, as_json
from web.table import Choice, Group, Played, Player, Question, Refused, Role, Ruling

Event = Mapping[str, Any]


def booked(
    events: Sequence[Event],
    verdict: Verdict,
    evidence: Evidence,
    seats: Sequence[int],
    rules: RuleSet,
) -> dict[str, Any]:
    """The event that books a confirmed win; raises Refused if this very hand is booked already."""
    winner, done = evidence.seat, [event for event in events if event["type"] == "booked"]
    if winner is None or verdict.xi is None:
        raise ValueError("expected a confirmed win of a known seat")
    hand = show(sorted(card for line in verdict.breakdown for card in line.cards))
    if done and (done[-1]["seat"], done[-1]["hand"]) == (winner, hand):
        raise Refused("这手牌已经记过分了", "This hand is booked already")
    paid, table = hand_score(verdict, evidence, rules), sitting(events, seats)
    try:
        won = points(RoundResult(table, Hu(winner, paid)), rules)
    except BadRound as error:  # the 醒家 declared, or nobody knows who discarded
        raise Refused("这样的胡还不能记分", f"This win cannot be booked: {error}") from error
    return {
        "type": "booked",
        "number": len(done) + 1,
        "seat": winner,
        "xi": verdict.xi,
        "hand": hand,
        "units": paid.units,
        "times": paid.times,
        "dealer": table.dealer,
        "points": [[seat, won[seat]] for seat in sorted(won)],
        "steps": [[text.zh, text.en] for text in steps(paid, verdict.xi, table, rules)],
    }


def hand_score(verdict: Verdict, evidence: Evidence, rules: RuleSet) -> Score:
    """What a confirmed hand pays."""
    cards = [card for line in verdict.breakdown for card in line.cards]
    kinds = {line.kind for line in verdict.breakdown}
    own = "zimo" in kinds or evidence.source is Source.SELF
    facts = Facts(
        xi=verdict.xi or 0,
        red=sum(card.red for card in cards),
        small=sum(not card.big for card in cards),
        duizi=not kinds & {"shun", "123", "2710", "jiao", "chi"},
        one_block=False,
        source=Source.SELF if own else evidence.source or Source.OTHER,
    )
    return score(facts, rules)


def steps(paid: Score, xi: int, table: Table, rules: RuleSet) -> tuple[Text, ...]:
    """How xi becomes points, as a person would reckon it."""
    unit, word = rules.unit_name, rules.quantity
    lines = []
    if (rules.unit_offset, rules.unit_step) != (0, 1):
        sum_ = f"({xi} − {rules.unit_offset}) ÷ {rules.unit_step} → {paid.units}"
        lines.append(Text(f"{sum_} {unit}", f"steps of {rules.unit_step} {word}"))
    if paid.times > 1:
        names = "、".join(paid.names) or "自摸"
        lines.append(Text(f"{names} × {paid.times}", "the hand's name multiplies"))
    if rules.payment is Payment.HUNDRED:
        return (*lines, Text(f"赢家得 {paid.payoff}", f"the winner gets {paid.payoff}"))
    share = ""
    if table.xingjia is not None and rules.payment is Payment.XINGJIA:
        share = f" + {paid.times}"
    lines.append(
        Text(
            f"每家付 {paid.payoff}{share and share + '（醒家）'}",
            f"each loser pays {paid.payoff}{share and share + ' to the counter'}",
        )
    )
    return tuple(lines)


def sitting(events: Sequence[Event], seats: Sequence[int]) -> Table:
    """Who plays now, in turn from the dealer: the last winner, at first the first seat (§5).

    Among four the dealer's opposite is the 醒家.
    """
    winners = [event["seat"] for event in events if event["type"] == "booked"]
    dealer = winners[-1] if winners and winners[-1] in seats else seats[0]
    return table_of(seats, dealer)


def players(events: Sequence[Event], seats: Sequence[int]) -> tuple[Player, ...]:
    """The seats with their totals and roles now."""
    table = sitting(events, seats)
    roles = {table.dealer: Role.DEALER, table.xingjia: Role.COUNTER}
    standing = totals(dict(event["points"]) for event in events if event["type"] == "booked")
    return tuple(
        Player(seat, SEATS[seat], standing.get(seat, 0), roles.get(seat, Role.PLAYER))
        for seat in sorted({*seats, *standing})
    )


def rounds(events: Sequence[Event]) -> tuple[Played, ...]:
    """The booked rounds, oldest first."""
    return tuple(
        Played(
            event["number"],
            event["seat"],
            event["xi"],
            _pairs(event["points"]),
            event.get("units"),  # records of 0.1 lack these three
            event.get("times"),
            event.get("dealer"),
        )
        for event in events
        if event["type"] == "booked"
    )


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


def last_ruling(events: Sequence[Event], question: Question | None = None) -> Ruling | None:
    """The page's form of the last verdict, with what was booked on it; None before the first."""
    last = max((i for i, e in enumerate(events) if e["type"] == "verdict"), default=None)
    if last is None:
        return None
    own, more = events[last], events[last + 1 :]
    lines = own["breakdown"]
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
        steps=tuple(Text(*step) for event in more for step in event["steps"]),
        points=tuple(pair for event in more for pair in _pairs(event["points"])),
        picture=own["picture"],
    )


def asked(question: questions.Question, id: str) -> Question:
    """The page's form of a question; an answer's value is its place in the engine's question."""
    choices = tuple(Choice(str(i), choice.text) for i, choice in enumerate(question.choices))
    return Question(id, question.text, choices)


def _pairs(points: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((seat, number) for seat, number in points)
