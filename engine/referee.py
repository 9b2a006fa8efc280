"""The referee: what a round's record and its opened hands prove against whom (seed 000 §3-§4).

He folds the record twice: as the table saw it, and again with the hand that lies open at the end.
What only some readings of the hidden cards have broken cannot be known.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from engine import course, match
from engine.cards import Card
from engine.choices import Source
from engine.doubts import doubts
from engine.events import Event, Hu, Wei
from engine.findings import WRONG_XI, Certainty, Finding, priced
from engine.judge import Judgement, declarable, judge
from engine.match import FALSE_WIN
from engine.melds import Kind
from engine.opened import (
    circumstances,
    deal_of,
    faces_of_wei,
    position_of,
    revealed,
    rules_of,
    with_hands,
)
from engine.proving import Noted, findings_of
from engine.round import apply, begin
from engine.rules import RuleSet
from engine.scoring import Score
from engine.state import Breach, IllegalEvent, Phase, Round
from engine.stories import put

Hands = Mapping[int, Sequence[Card]]
Key = tuple[str, int, Card | None]


@dataclass(frozen=True)
class Report:
    """What is to be said of a round, in the order of its events.

    findings: proven. doubts: what only hidden cards could tell. end: the round as far as the record
    makes sense; stopped: what cannot have happened, and nothing from there on was looked at.
    scores: by seat, what an opened hand pays, where it is known to be a win.
    """

    findings: tuple[Finding, ...]
    doubts: tuple[Finding, ...]
    end: Round
    stopped: Breach | None = None
    scores: Mapping[int, Score] = field(default_factory=dict)

    @property
    def score(self) -> Score | None:
        """What the (first) opened hand pays, None where it is no win or cannot be known."""
        return self.scores.get(self.end.won.seat) if self.end.won else None

    @property
    def void(self) -> bool:
        """Whether the (first) win does not count."""
        return self.end.won is not None and self.voids(self.end.won.seat)

    def voids(self, seat: int) -> bool:
        """Whether a win of this seat does not count."""
        return any(finding.voids and finding.seat == seat for finding in self.findings)


@dataclass(frozen=True)
class _Folded:
    """before: the round before a hand was laid open. opened: the seats whose deal it told."""

    end: Round
    before: Round
    findings: tuple[Finding, ...]
    stopped: Breach | None = None
    opened: frozenset[int] = frozenset()

    @property
    def winners(self) -> dict[int, Hu]:
        """By seat, the hands laid open as won, the first one first."""
        end = self.end
        return {one.seat: one for one in (end.won, *end.also) if one is not None}


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
    winners = seen.winners
    readings = [one for one in _read_again(log, rules, hands, seen) if not one.stopped] or [seen]
    proven = [{_key(one): one for one in _merged(seen, again)} for again in readings]
    common = [_agreed(key, proven) for key in proven[0] if all(key in found for found in proven)]
    broken = {key: one for found in proven for key, one in found.items()}
    judged = {
        seat: [one for reading in readings for one in _judgements(log, reading, won)]
        for seat, won in winners.items()
    }
    said = [one for seat, won in winners.items() for one in _hu_findings(judged[seat], won, rules)]
    sure = [*common, *(one for one in said if one.certainty is Certainty.PROVEN)]
    told = {_key(one) for one in sure}
    rest = [one for one in said if one.certainty is Certainty.UNKNOWN]
    rest += [replace(one, certainty=Certainty.UNKNOWN) for one in broken.values()]
    rest += doubts(log, readings[0].end)
    return Report(
        _ordered([priced(one, rules, winners) for one in sure]),
        _ordered([priced(one, rules, winners) for one in rest if _key(one) not in told]),
        readings[0].end,
        seen.stopped,
        {seat: score for seat, ways in judged.items() if (score := _paid(ways)) is not None},
    )


def _paid(judged: Sequence[Judgement]) -> Score | None:
    """What a hand pays, if every reading says the same."""
    scores = {one.score for one in judged}
    return scores.pop() if len(scores) == 1 and all(one.hu for one in judged) else None


def outcome(report: Report, rules: RuleSet) -> course.Outcome:
    """How the round is booked (engine.course): an offender's win is void, others' offences add.

    Raises ValueError for a round that is not over, and where it cannot be known whether, or for how
    much, the opened hand wins.
    """
    if report.end.phase is not Phase.OVER:
        raise ValueError("expected a round that is over")
    end, offences = report.end, tuple(_charged(report.findings))
    won = [] if end.won is None else [end.won, *end.also]
    hus = [hu for one in won if (hu := _booked(report, one, offences)) is not None]
    return course.Outcome(hus[0] if hus else None, offences, _dealt_ti(end), tuple(hus[1:]))


def _booked(report: Report, won: Hu, offences: Sequence[match.Offence]) -> match.Hu | None:
    """A hand laid open as it is booked; None where it is void and no penalty printed for it."""
    if report.voids(won.seat):
        return match.Hu(won.seat) if any(one.seat == won.seat for one in offences) else None
    if won.seat not in report.scores:
        raise ValueError("expected a hand that is known to win, settle the doubts first")
    discard = won.source is Source.DISCARD
    return match.Hu(won.seat, report.scores[won.seat], _discarder(report.end) if discard else None)


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
        if round.won is None:
            before = round
        round = after
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
    """The record with the winners' deals known as their opened hands tell, story by story."""
    end, winners = seen.end, seen.winners
    for stories in product(*(end.seat(seat).holdings for seat in winners)):
        opened = dict(zip(winners, stories, strict=True))
        known = dict(hands)
        for seat, story in opened.items():
            if seat not in hands:
                known[seat] = deal_of(log, story, winners[seat], seen.before)
        told = revealed(log, faces_of_wei(end, opened))
        if told == list(log) and known == hands:
            yield seen
        else:
            yield replace(_fold(told, rules, known), opened=frozenset(winners))


def _merged(seen: _Folded, again: _Folded) -> tuple[Finding, ...]:
    """The findings of both folds; what only the opened hand proves names its event too.

    Of a hand that has been opened the second fold alone tells: who kept back a copy that could
    not be laid as 比 had nothing to let go, though the table took it for 臭张 (004 §2.9, §2.10).
    """
    winners = again.winners
    sure = {_key(one) for one in again.findings}
    by_key = {
        _key(one): one for one in seen.findings if one.seat not in again.opened or _key(one) in sure
    }
    for one in again.findings if again is not seen else ():
        key = _key(one)
        if key in by_key:
            old = by_key[key]
            events = tuple(sorted({*old.events, *one.events}))
            by_key[key] = replace(old, seq=min(old.seq, one.seq), events=events)
        else:
            shown = (winners[one.seat].seq,) if one.seat in winners else ()
            by_key[key] = replace(one, events=tuple(sorted({*one.events, *shown})))
    return tuple(one for one in by_key.values() if one.rule != FALSE_WIN)


def _agreed(key: Key, proven: Sequence[Mapping[Key, Finding]]) -> Finding:
    """A finding of every reading, with the events that prove it in all of them.

    Where they differ in which event it was (two 偎 face down), it has happened by the last of them.
    """
    ways = [found[key] for found in proven]
    events = set(ways[0].events).intersection(*(one.events for one in ways))
    at = {one.seq for one in ways}
    return replace(ways[0], seq=max(at), events=tuple(sorted(events | at)))


def _once(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """The first finding of its kind: a copy kept back offends only once."""
    first: dict[Key, Finding] = {}
    for one in found:
        first.setdefault(_key(one), one)
    return tuple(first.values())


def _key(finding: Finding) -> Key:
    return finding.rule, finding.seat, finding.card


def _judgements(log: Sequence[Event], folded: _Folded, won: Hu) -> list[Judgement]:
    at = rules_of(folded.end)
    held = circumstances(log, folded.before, won)
    return [
        judge(position_of(story, won, folded.before), at, held)
        for story in folded.end.seat(won.seat).holdings
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
