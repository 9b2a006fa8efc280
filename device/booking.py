"""What is booked at a table: every entry is tried on the fold first, then kept, then shown."""

from collections.abc import Mapping, Sequence
from typing import Any

from device import record
from device.record import match_of
from device.rulings import last_ruling
from device.store import BadStore, Store
from engine.cards import show
from engine.match import BadRound
from engine.rules import BadRuleSet, RuleSet
from engine.verify import Verdict
from web.table import Question, Refused, Ruling

MOST_NAME = 8  # characters of a name that still fit above a total


class Book:
    """The record of one table; whoever holds it keeps other threads away."""

    def __init__(self, store: Store, rules: RuleSet, seats: Sequence[int]) -> None:
        """Go on with what the store remembers; raises BadStore."""
        self._store, self._rules, self._seats = store, rules, tuple(seats)
        self._events: list[record.Event] = [*store.events()]
        try:
            self._match = match_of(self._events, self._seats, rules)
        except (BadRuleSet, BadRound) as error:
            raise BadStore(f"{store.file} was played by other rules: {error}") from error

    def sit(self, seats: Sequence[int]) -> None:
        """Who sits at the table from now on."""
        self._seats = tuple(seats)
        self._match = match_of(self._events, self._seats, self._rules)

    def shown(self) -> dict[str, Any]:
        """The fields of web.table.State that come from the record."""
        match = self._match
        return {
            "players": record.players(self._events, match),
            "rounds": record.played(match),
            "pending": tuple((one.seat, one.name) for one in match.pending),
            "bookings": len(record.bookings(self._events)),
            "last": record.last_booking(self._events),
        }

    def ruling(self, question: Question | None = None) -> Ruling | None:
        """The last verdict as the page shows it."""
        return last_ruling(self._events, self._match, self._rules, question)

    def next_verdict(self) -> int:
        """The number of the next verdict."""
        return 1 + len([event for event in self._events if event["type"] == "verdict"])

    def win(
        self, verdict: Verdict, seat: int, discarder: int | None, number: int
    ) -> dict[str, Any]:
        """The event that books a confirmed win; raises Refused for one that is booked already."""
        if verdict.xi is None or verdict.score is None:
            raise Refused("这手牌付多少还定不下来", "What this hand pays is still open")
        hand = show(sorted(card for line in verdict.breakdown for card in line.cards))
        last = self._match.rounds[-1].event if self._match.rounds else {}
        if (last.get("seat"), last.get("hand")) == (seat, hand):
            raise Refused("这手牌已经记过分了", "This hand is booked already")
        event = record.won(seat, verdict.xi, hand, verdict.score, discarder, number)
        return self._end(event)

    def draw(self, bookings: int) -> None:
        """Book 荒牌."""
        self._fresh(bookings)
        self.keep(self._end({"type": "drawn"}))

    def false_win(self, number: int) -> None:
        """Book the 诈胡 that the ruling of this number offers."""
        now = self.ruling()
        if now is None or now.number != number or now.offence is None:
            raise Refused("这次诈胡不能记", "This false win cannot be booked")
        self.keep(self._end({"type": "false_win", "seat": now.seat, "verdict": number}))

    def offend(self, seat: int, name: str, round: int, bookings: int) -> None:
        """Book an offence into the last round or the one being played."""
        self._fresh(bookings)
        if name not in self._rules.penalties:
            known = "、".join(self._rules.penalties) or "没有罚则 none"
            raise Refused(f"请选犯规：{known}", f"Expected one of {known}, got {name!r}")
        if seat not in self._match.standing.table.seats:
            raise Refused("请选谁犯规", f"Choose whose offence; nobody sits at {seat}")
        done = len(self._match.rounds)
        if round not in (done, done + 1) or round < 1:
            raise Refused("只能记到这一局或上一局", "Only this round or the last one")
        self.keep({"type": "offence", "seat": seat, "name": name, "round": round})

    def undo(self, bookings: int) -> None:
        """Take back the last booking that stands."""
        self._fresh(bookings)
        if not bookings:
            raise Refused("没有可以撤销的", "There is nothing to undo")
        self.keep({"type": "undone"})

    def rename(self, seat: int, name: str) -> None:
        """Give a seat a name."""
        name = " ".join(name.split())
        if len(name) > MOST_NAME or not name.replace(" ", "a").isprintable():
            raise Refused(
                f"名字最多 {MOST_NAME} 个字", f"A name has at most {MOST_NAME} characters"
            )
        self.keep({"type": "named", "seat": seat, "name": name})

    def keep(self, *entries: Mapping[str, Any], picture: tuple[str, bytes] | None = None) -> None:
        """Write some events, all or none, that the fold can take; raises Refused."""
        try:
            match = match_of([*self._events, *entries], self._seats, self._rules)
        except BadRound as error:  # the 醒家 declared, or nobody knows who discarded
            raise Refused(
                "这样记不了分：看看谁胡的、谁打的", f"This cannot be booked: {error}"
            ) from error
        try:
            if picture:
                self._store.keep_picture(*picture)
            self._store.append(*entries)
        except BadStore as error:
            raise Refused(f"没能记下来，请再报一次：{error}", f"Not recorded; {error}") from error
        self._events += entries
        self._match = match

    def _end(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """The event with what the fold must know of this round."""
        return {**event, "seats": list(self._seats), "rules": self._rules.key}

    def _fresh(self, bookings: int) -> None:
        if bookings != len(record.bookings(self._events)):
            raise Refused("刚有人记过分，请再看一眼", "Somebody has just booked; look again")
