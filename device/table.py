"""The running table: what was last seen, who declared what, and what is booked.

It joins the camera's loop (device.loop.Watched) to the pages (web.table.TableService). Cards are
read, hands judged and points counted elsewhere.
"""

import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from device.booking import Book
from device.cameras import CameraLost, Frame
from device.claims import Asked, Claim, Seen
from device.memory import Memory, recall, remember
from device.rulings import asked, judged
from device.store import Store
from engine.evidence import Evidence
from engine.questions import Text, answered
from engine.rules import RuleSet, Source
from engine.verify import Answer, verify
from vision.view import TableView
from web.table import Board, Refused, Ruling, State

STARTING = Text("正在启动…", "Starting…")
MOVING = Text("桌上在动…", "The table is moving")
READING = Text("正在看牌…", "Reading the cards")
WAITING = Text("看好了，可以报胡", "Ready: a win can be declared")
LAID_OPEN = Text("有人摊牌，请报胡", "A hand lies open: declare it")
HEARD = Text("听到了，等桌面静下来", "Heard; waiting for the table to lie still")
LOST = Text("看不到牌桌", "The camera gives no picture")
PAYS = Text("戏数报得对，还要定付多少", "The number is right; what it pays is still open")
ENDED = Text("录像放完了", "The recording has ended")

SHOWDOWN_CARDS = 15  # so many open cards before one player are a hand laid open
PICTURES = 4  # of the table as last seen are kept in memory


class LiveTable:
    """One table from its start to its end; all methods may be called from any thread.

    see: reads a frame into a view and its drawn JPEG; weigh: the evidence that a view holds about
    the hand of a seat, given the source of the winning card if it was said.
    """

    def __init__(
        self,
        store: Store,
        rules: RuleSet,
        seats: Sequence[int],
        see: Callable[[Frame], tuple[TableView, bytes]],
        weigh: Callable[[TableView, int, Source | None], Evidence],
        on_booked: Callable[[], None] = lambda: None,
    ) -> None:
        """Continue what the store remembers; raises BadStore."""
        self._store, self._rules = store, rules
        self._see, self._weigh, self._on_booked = see, weigh, on_booked
        self._lock = threading.RLock()
        self._book = Book(store, rules, seats)
        self._seen: Seen | None = None
        self._memory = Memory()
        self._still = False
        self._claim: Claim | None = None  # waits for a still table
        self._asked: Asked | None = None
        self._pictures: dict[str, bytes] = {}
        self._board = Board(State(status=STARTING, players=()))
        self._publish(ruling=self._book.ruling())

    # What the loop tells (device.loop.Watched).

    def moving(self) -> None:
        """Something moves: what was read may no longer hold."""
        with self._lock:
            self._still = False
            self._publish(status=HEARD if self._claim else MOVING, warning=None)

    def settled(self, frame: Frame) -> None:
        """Read a new still table; a claim that waited is judged on it."""
        self._publish(status=READING, warning=None)
        view, jpeg = self._see(frame)
        seen = Seen(view, secrets.token_hex(8), jpeg)
        with self._lock:
            self._seen = seen
            self._memory = remember(self._memory, view, self._rules.chi)
            self._pictures[seen.picture] = jpeg
            for old in list(self._pictures)[:-PICTURES]:
                del self._pictures[old]
        self.still()

    def still(self) -> None:
        """The table lies as it was read."""
        with self._lock:
            if self._still or self._seen is None:
                return
            self._still = True
            claim, self._claim = self._claim, None
            if claim is not None:
                try:
                    self._judge(claim)
                except Refused as refused:
                    self._publish(warning=refused.text)
            self._publish_seen()

    def lost(self, error: CameraLost) -> None:
        """The camera gives no pictures; the loop tries again by itself."""
        with self._lock:
            self._still = False
            self._publish(
                status=LOST,
                warning=Text(
                    f"摄像头断了，正在重连：{error}", f"Camera lost, trying again: {error}"
                ),
            )

    def ended(self) -> None:
        """A recording is over; its last table can still be declared on."""
        with self._lock:
            if not self._still:
                self._publish(status=ENDED)

    def sit(self, seats: Sequence[int]) -> None:
        """Who sits at the table, once the camera tells."""
        with self._lock:
            self._book.sit(seats)
            self._publish()

    def hint(self, text: Text | None) -> None:
        """Tell the visitors of a demonstration something."""
        self._publish(hint=text)

    # What the pages ask (web.table.TableService).

    @property
    def rules(self) -> RuleSet:
        """See web.table.TableService."""
        return self._rules

    def state(self) -> State:
        """See web.table.TableService."""
        return self._board.state()

    def newer(self, version: int, timeout_s: float) -> State | None:
        """See web.table.TableService."""
        return self._board.newer(version, timeout_s)

    @property
    def closed(self) -> bool:
        """See web.table.TableService."""
        return self._board.closed

    def picture(self, name: str) -> bytes | None:
        """See web.table.TableService."""
        return self._pictures.get(name) or self._store.picture(name)

    def declare(
        self,
        seat: int,
        xi: int,
        source: Source | None,
        discarder: int | None = None,
        circumstances: frozenset[str] = frozenset(),
    ) -> None:
        """Judge the claim now, or as soon as the table lies still."""
        claim = Claim(seat, xi, source, discarder, circumstances)
        with self._lock:
            self._asked = None
            if self._still:
                self._judge(claim)
            else:
                self._claim = claim
                self._publish(status=HEARD)

    def draw(self, bookings: int) -> None:
        """See web.table.TableService."""
        with self._lock:
            self._book.draw(bookings)
            self._round_ended()

    def false_win(self, ruling: int) -> None:
        """See web.table.TableService."""
        with self._lock:
            self._book.false_win(ruling)
            self._round_ended()

    def offend(self, seat: int, name: str, round: int, bookings: int) -> None:
        """See web.table.TableService."""
        with self._lock:
            self._book.offend(seat, name, round, bookings)
            self._publish(ruling=self._ruling())

    def undo(self, bookings: int) -> None:
        """See web.table.TableService."""
        with self._lock:
            self._book.undo(bookings)
            self._publish(ruling=self._ruling())

    def rename(self, seat: int, name: str) -> None:
        """See web.table.TableService."""
        with self._lock:
            self._book.rename(seat, name)
            self._publish()

    def answer(self, question: str, choice: str) -> None:
        """Judge again, with the answer as evidence."""
        with self._lock:
            open_ = self._asked
            if open_ is None or open_.id != question:
                raise Refused("这个问题已经过去了", "This question is closed")
            if choice not in map(str, range(len(open_.question.choices))):
                raise Refused("请点一个答案", "Choose one of the answers")
            evidence = answered(open_.evidence, open_.question, int(choice))
            self._judge(open_.claim, open_.seen, evidence)

    def close(self) -> None:
        """End every live page."""
        self._board.close()

    def _judge(
        self, claim: Claim, seen: Seen | None = None, evidence: Evidence | None = None
    ) -> None:
        seen = seen or self._seen
        assert seen is not None  # only a still table is judged
        if evidence is None:
            evidence = recall(self._memory, self._weigh(seen.view, claim.seat, claim.source))
        verdict = verify(evidence, claim.xi, self._rules, claim.circumstances)
        if verdict.answer is Answer.CONFIRMED and verdict.question is not None:
            verdict = replace(verdict, answer=Answer.UNSURE, reason=PAYS)
        number = self._book.next_verdict()
        entries = [judged(verdict, number, claim.seat, seen.picture)]
        confirmed = verdict.answer is Answer.CONFIRMED
        if confirmed:
            entries.append(self._book.win(verdict, claim.seat, claim.discarder, number))
        self._book.keep(*entries, picture=(seen.picture, seen.jpeg))
        self._asked = None
        if verdict.question is not None:
            self._asked = Asked(str(number), claim, seen, evidence, verdict.question)
        if confirmed:
            self._round_ended()
        else:
            self._publish(ruling=self._ruling())

    def _ruling(self) -> Ruling | None:
        open_ = self._asked
        return self._book.ruling(asked(open_.question, open_.id) if open_ else None)

    def _round_ended(self) -> None:
        self._asked = self._claim = None
        self._publish(ruling=self._ruling())
        self._on_booked()

    def _publish_seen(self) -> None:
        seen = self._seen
        assert seen is not None
        seat = laid_open(seen.view)
        self._publish(
            status=WAITING if seat is None else LAID_OPEN, picture=seen.picture, open_seat=seat
        )

    def _publish(self, **changes: Any) -> None:
        with self._lock:
            self._board.publish(
                {
                    **self._book.shown(),
                    "ready": self._still,
                    **changes,
                }
            )


def laid_open(view: TableView) -> int | None:
    """The seat whose hand lies open, None if there is none."""
    open_cards = [card.seat for card in view.cards if card.up and card.zone == "showdown"]
    counts = {seat: open_cards.count(seat) for seat in set(open_cards) if seat is not None}
    seat = max(counts, key=lambda s: counts[s], default=None)
    return seat if seat is not None and counts[seat] >= SHOWDOWN_CARDS else None
