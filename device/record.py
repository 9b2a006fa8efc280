"""The record of a table as a fold: which bookings stand, the match they make, who sits there.

An event is a JSON object; nothing is ever deleted. `booked` (a win), `false_win` and `drawn` (荒牌)
end a round, `offence` belongs to the round of its number, `undone` takes back the last of these
that stands, `named` gives a seat a name. Dealer, 爬坡 and points are engine.course's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.course import Outcome, Standing, after, begin
from engine.match import FALSE_WIN, Hu, Offence, Points, totals
from engine.questions import SEATS, Text
from engine.rules import RuleSet, Source, load
from engine.scoring import Score
from engine.seating import table_of
from web.table import Played, Player, Role

Event = Mapping[str, Any]

ROUND_ENDS = ("booked", "false_win", "drawn")


@dataclass(frozen=True)
class Round:
    """One round that has ended: the event that ended it and what it came to."""

    event: Event
    points: Points
    dealer: int | None
    offences: tuple[Offence, ...] = ()
    climb: int = 1


@dataclass(frozen=True)
class Match:
    """Where the record leads; pending: offences of the round that is being played."""

    standing: Standing
    rounds: tuple[Round, ...]
    pending: tuple[Offence, ...]


def bookings(events: Sequence[Event]) -> list[Event]:
    """The bookings that stand, oldest first."""
    stand: list[Event] = []
    for event in events:
        if event["type"] in (*ROUND_ENDS, "offence"):
            stand.append(event)
        elif event["type"] == "undone" and stand:
            stand.pop()
    return stand


def match_of(events: Sequence[Event], seats: Sequence[int], rules: RuleSet) -> Match:
    """The match that the record makes; the first seat deals first.

    seats: who sits there now. Raises BadRound, BadSeats, or BadRuleSet for rules that are gone.
    """
    stand = bookings(events)
    ends = [event for event in stand if event["type"] in ROUND_ENDS]
    offences: dict[int, tuple[Offence, ...]] = {}
    for event in stand:
        if event["type"] == "offence":
            own = Offence(event["seat"], event["name"])
            offences[event["round"]] = (*offences.get(event["round"], ()), own)
    first = ends[0].get("seats", seats) if ends else seats
    now, rounds = begin(first, first[0]), []
    for number, event in enumerate(ends, 1):
        now = _seated(now, event.get("seats", seats))
        if event["type"] == "booked" and "score" not in event:  # a record of 0.1
            now, one = _old(now, event)
        else:
            by = rules if event["rules"] == rules.key else load(event["rules"])
            outcome = _outcome(event, offences.get(number, ()))
            now = after(now, outcome, by)
            result, got = now.booked[-1]
            one = Round(event, got, result.table.dealer, outcome.offences, result.climb)
        rounds.append(one)
    return Match(_seated(now, seats), tuple(rounds), offences.get(len(ends) + 1, ()))


def _outcome(event: Event, offences: tuple[Offence, ...]) -> Outcome:
    if event["type"] == "drawn":
        return Outcome(offences=offences)
    if event["type"] == "false_win":
        return Outcome(Hu(event["seat"]), (*offences, Offence(event["seat"], FALSE_WIN)))
    return Outcome(Hu(event["seat"], score_of(event), event["discarder"]), offences)


def score_of(event: Event) -> Score:
    """What a booked hand pays, as the engine counted it then."""
    kept = event["score"]
    return Score(**{**kept, "names": tuple(kept["names"]), "source": Source(kept["source"])})


def _seated(standing: Standing, seats: Sequence[int]) -> Standing:
    """The same match with these seats; a dealer who stayed goes on dealing."""
    if set(seats) == set(standing.table.seats):
        return standing
    dealer = standing.table.dealer
    return replace(standing, table=table_of(seats, dealer if dealer in seats else seats[0]))


def _old(standing: Standing, event: Event) -> tuple[Standing, Round]:
    """A win of 0.1, which kept its points and no score; its winner deals next."""
    got, table = dict(event["points"]), standing.table
    if event["seat"] in table.seats:
        table = table_of(table.seats, event["seat"])
    now = replace(standing, table=table, drawn=0, totals=totals((standing.totals, got)))
    return now, Round(event, got, event.get("dealer"))


def names(events: Sequence[Event]) -> dict[int, Text]:
    """The players' names by seat, those of the seats where nobody gave one."""
    given = {seat: Text(name.zh, name.en) for seat, name in enumerate(SEATS)}
    for event in events:
        if event["type"] == "named":
            seat = SEATS[event["seat"]]
            given[event["seat"]] = Text(event["name"] or seat.zh, seat.en)
    return given


def players(events: Sequence[Event], match: Match) -> tuple[Player, ...]:
    """The seats with their names, totals and roles now."""
    table, called, standing = match.standing.table, names(events), match.standing.totals
    roles = {table.dealer: Role.DEALER, table.xingjia: Role.COUNTER}
    return tuple(
        Player(seat, called[seat], standing.get(seat, 0), roles.get(seat, Role.PLAYER))
        for seat in sorted({*table.seats, *(s for s in standing if standing[s])})
    )


def played(match: Match) -> tuple[Played, ...]:
    """The rounds as the page and the score sheet show them, oldest first."""
    return tuple(
        Played(
            number,
            one.event.get("seat"),
            one.event.get("xi"),
            tuple(sorted(one.points.items())),
            one.event.get("score", one.event).get("units"),
            one.event.get("score", one.event).get("times"),
            one.dealer,
            tuple((offence.seat, offence.name) for offence in one.offences),
        )
        for number, one in enumerate(match.rounds, 1)
    )


def last_booking(events: Sequence[Event]) -> Text | None:
    """What `undone` would take back, None if nothing stands."""
    stand, called = bookings(events), names(events)
    if not stand:
        return None
    event = stand[-1]
    if event["type"] == "drawn":
        return Text("荒牌", "drawn round")
    who = called[event["seat"]]
    if event["type"] == "booked":
        return Text(f"{who.zh}胡 {event['xi']}", f"{who.en}'s win with {event['xi']}")
    name = event.get("name", FALSE_WIN)
    return Text(f"{who.zh}{name}", f"{who.en}'s offence")


def won(
    seat: int, xi: int, hand: str, score: Score, discarder: int | None, verdict: int
) -> dict[str, Any]:
    """The event that books a win; `verdict` is the number of the verdict that confirmed it."""
    return {
        "type": "booked",
        "seat": seat,
        "xi": xi,
        "hand": hand,
        "score": asdict(score),
        "discarder": discarder,
        "verdict": verdict,
    }
