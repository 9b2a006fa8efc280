"""The referee: what a round's record and its opened hands prove against whom (seed 000 §3-§4).

He folds the record twice: as the table saw it, and again with the hand that lies open at the end.
What only some readings of the hidden cards have broken cannot be known.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import course, match
from engine.cards import Card
from engine.choices import Source
from engine.doubts import doubts
from engine.events import Event, Hu, Turn, Wei
from engine.findings import WRONG_XI, Certainty, Finding, priced
from engine.judge import Judgement, declarable, judge
from engine.match import FALSE_WIN
from engine.melds import Kind
from engine.opened import (
    circumstances,
    dealt_hand,
    faces_of_wei,
    position_of,
    rules_of,
    with_hands,
)
from engine.proving import Noted, findings_of
from engine.round import apply, begin
from engine.rules import RuleSet
from engine.scoring import Score
from engine.state import Breach, Holding, IllegalEvent, Phase, Round
from engine.stories import put

Hands = Mapping[int, Sequence[Card]]
Key = tuple[str, int, Card | None]


@dataclass(frozen=True)
class Report:
    """What is to be said of a round, in the order of its events.

    findings: proven. doubts: what only hidden cards could tell. end: the round as far as the record
    makes sense; stopped: what cannot have happened, and nothing from there on was looked at.
    score: what the opened hand pays, None where it is no win or cannot be known.
    """

    findings: tuple[Finding, ...]
    doubts: tuple[Finding, ...]
    end: Round
    stopped: Breach | None = None
    score: Score | None = None

    @property
    def void(self) -> bool:
        """Whether the win does not count."""
        return any(finding.voids for finding in self.findings)


@dataclass(frozen=True)
class _Folded:
    end: Round
    before: Round
    findings: tuple[Finding, ...]
    stopped: Breach | None = None


def review(log: Sequence[Event], rules: RuleSet, hands: Hands | None = None) -> Report:
    """Look through a record, finished or not. hands: as dealt, of the seats where they are known
    besides the winner's, which his opened hand tells (without the 亮张, with the 挡底).

    Raises IllegalEvent where the record does not begin with a deal of these rules, ValueError for
    hands of a wrong number of cards or an empty record.
    """
    if not log:
        raise ValueError("expected a record that begins with a start")
    hands = hands or {}
    seen = _fold(log, rules, hands)
    won = seen.end.won
    readings = [one for one in _read_again(log, rules, hands, seen) if not one.stopped] or [seen]
    proven = [{_key(one): one for one in _merged(seen, again, won)} for again in readings]
    common = [_agreed(key, proven) for key in proven[0] if all(key in found for found in proven)]
    broken = {key: one for found in proven for key, one in found.items()}
    judged = [one for reading in readings for one in _judgements(log, reading)]
    said = _hu_findings(judged, won, rules) if won else []
    winner = won.seat if won else None
    sure = [*common, *(one for one in said if one.certainty is Certainty.PROVEN)]
    told = {_key(one) for one in sure}
    rest = [one for one in said if one.certainty is Certainty.UNKNOWN]
    rest += [replace(one, certainty=Certainty.UNKNOWN) for one in broken.values()]
    rest += doubts(log, readings[0].end)
    scores = {one.score for one in judged if one.hu}
    return Report(
        _ordered([priced(one, rules, winner) for one in sure]),
        _ordered([priced(one, rules, winner) for one in rest if _key(one) not in told]),
        readings[0].end,
        seen.stopped,
        scores.pop() if len(scores) == 1 and all(one.hu for one in judged) else None,
    )


def outcome(report: Report, rules: RuleSet) -> course.Outcome:
    """How the round is booked (engine.course): an offender's win is void, others' offences add.

    Raises ValueError for a round that is not over, and where it cannot be known whether, or for how
    much, the opened hand wins.
    """
    if report.end.phase is not Phase.OVER:
        raise ValueError("expected a round that is over")
    end, won = report.end, report.end.won
    offences = tuple(_charged(report.findings))
    if won is None:
        return course.Outcome(None, offences, _dealt_ti(end))
    if report.void:
        # where no penalty is printed there is nothing to book of a void win
        hu = match.Hu(won.seat) if any(one.seat == won.seat for one in offences) else None
        return course.Outcome(hu, offences, _dealt_ti(end))
    if report.score is None:
        raise ValueError("expected a hand that is known to win, settle the doubts first")
    discard = won.source is Source.DISCARD
    hu = match.Hu(won.seat, report.score, _discarder(end) if discard else None)
    return course.Outcome(hu, offences, _dealt_ti(end))


def _charged(findings: Sequence[Finding]) -> Iterator[match.Offence]:
    """Every finding once by its price; 诈胡 once by seat."""
    false = set()
    for one in findings:
        if one.charged is None:
            continue
        if one.charged == FALSE_WIN:
            if one.seat in false:
                continue
            false.add(one.seat)
        yield match.Offence(one.seat, one.charged)


def _discarder(end: Round) -> int:
    offer = end.claimed.offer if end.claimed else end.offer
    assert offer is not None  # the hand was won on it
    return offer.seat


def _dealt_ti(end: Round) -> int:
    """The dealer's 提 from the deal: the lowest card lies up."""
    story = end.seats[0].holdings[0]
    return sum(laid.kind is Kind.TI and laid.up[0] for laid in story.melds)


def _fold(log: Sequence[Event], rules: RuleSet, hands: Hands) -> _Folded:
    """The whole record, offences and all; the last event may be one that cannot have happened."""
    before = round = with_hands(begin(log[0], rules), hands)
    found: list[Finding] = []
    for event in log[1:]:
        try:
            after = apply(round, event, lenient=True)
        except IllegalEvent as refused:
            return _Folded(round, before, _once(found), refused.breach)
        if broken := after.offences[len(round.offences) :]:
            found += findings_of(Noted(event, round, broken), log)
        before, round = round, after
        if isinstance(event, Wei):
            round = _shown_card_unsure(round, event.seat)
    return _Folded(round, before, _once(found))


def _shown_card_unsure(round: Round, number: int) -> Round:
    """The 亮张 or 挡底 that a hand took may lie in a 偎 face down now: nobody knows it held."""
    seat = round.seat(number)
    stories = (
        replace(one, open_cards=()) if any(laid.face is None for laid in one.melds) else one
        for one in seat.holdings
    )
    return put(round, replace(seat, holdings=tuple(dict.fromkeys(stories))))


def _read_again(
    log: Sequence[Event], rules: RuleSet, hands: Hands, seen: _Folded
) -> Iterator[_Folded]:
    """The record with the winner's deal known as his opened hand tells it, story by story."""
    end, won = seen.end, seen.end.won
    if won is None:
        shown = faces_of_wei(end, {})
        if shown:
            yield _fold(_revealed(log, shown), rules, hands)
        return
    for story in end.seat(won.seat).holdings:
        known = dict(hands)
        if won.seat not in hands:
            known[won.seat] = _deal_of(log, story, won, seen.before)
        yield _fold(_revealed(log, faces_of_wei(end, {won.seat: story})), rules, known)


def _deal_of(log: Sequence[Event], story: Holding, won: Hu, before: Round) -> tuple[Card, ...]:
    position = position_of(story, won, before)
    assert position.win is not None
    left = position.hand
    if len(left) + sum(len(laid.cards) for laid in story.melds) < story.total:
        left = (*left, position.win.card)  # 天胡: it is one of the cards dealt
    return dealt_hand(log, won.seat, story, left)


def _revealed(log: Sequence[Event], faces: Mapping[int, Card]) -> list[Event]:
    """The record with the turned cards that became a 偎 face down, where they are known by now."""
    told = list(log)
    for at, event in enumerate(log[1:], start=1):
        turned = told[at - 1]
        if isinstance(event, Wei) and event.seq in faces and isinstance(turned, Turn):
            told[at - 1] = replace(turned, card=faces[event.seq])
    return told


def _merged(seen: _Folded, again: _Folded, won: Hu | None) -> tuple[Finding, ...]:
    """The findings of both folds; what only the opened hand proves names its event too."""
    by_key = {_key(one): one for one in seen.findings}
    for one in again.findings if again is not seen else ():
        key = _key(one)
        if key in by_key:
            old = by_key[key]
            events = tuple(sorted({*old.events, *one.events}))
            by_key[key] = replace(old, seq=min(old.seq, one.seq), events=events)
        else:
            opened = (won.seq,) if won and won.seat == one.seat else ()
            by_key[key] = replace(one, events=tuple(sorted({*one.events, *opened})))
    return tuple(one for one in by_key.values() if one.rule != FALSE_WIN)


def _agreed(key: Key, proven: Sequence[Mapping[Key, Finding]]) -> Finding:
    """A finding of every reading, with the events that prove it in all of them."""
    one = proven[0][key]
    events = set(one.events).intersection(*(found[key].events for found in proven))
    return replace(one, events=tuple(sorted({*events, one.seq})))


def _once(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """The first finding of its kind: a copy kept back offends only once."""
    first: dict[Key, Finding] = {}
    for one in found:
        first.setdefault(_key(one), one)
    return tuple(first.values())


def _key(finding: Finding) -> Key:
    return finding.rule, finding.seat, finding.card


def _judgements(log: Sequence[Event], folded: _Folded) -> list[Judgement]:
    end, won = folded.end, folded.end.won
    if won is None:
        return []
    at = rules_of(end)
    held = circumstances(log, folded.before, won)
    return [
        judge(position_of(story, won, folded.before), at, held)
        for story in end.seat(won.seat).holdings
    ]


def _hu_findings(judged: Sequence[Judgement], won: Hu, rules: RuleSet) -> list[Finding]:
    """诈胡, or a wrong number, as far as every reading of the hand agrees."""
    false = [not one.hu for one in judged]
    right = {xi for one in judged if one.hu and (xi := declarable(one, rules)) is not None}
    found = []
    for rule, certain, possible in (
        (FALSE_WIN, all(false), any(false)),
        (WRONG_XI, won.declared not in right and not any(false), {won.declared} != right),
    ):
        if rule == WRONG_XI and (won.declared is None or all(false)):
            continue
        if certain or possible:
            certainty = Certainty.PROVEN if certain else Certainty.UNKNOWN
            more = tuple(sorted(right)) if rule == WRONG_XI else ()
            events = (won.seq,)
            found.append(Finding(rule, won.seat, won.seq, events, certainty=certainty, right=more))
    return found


def _ordered(found: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda one: (one.seq, one.seat, one.rule, str(one.card))))
