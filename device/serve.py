"""`xingjia serve` and `xingjia demo`: the camera's loop and the page, joined until a signal."""

import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.cameras import LIVE, Camera, Frame, open_camera
from device.loop import watch
from device.store import Store
from device.table import LiveTable
from engine.evidence import Evidence
from engine.questions import SEATS, Text
from engine.rules import RuleSet, Source, load
from vision.table import ALL_SEATS, Table, load_table, parse_table
from vision.view import TableView
from web import create_app
from web.serving import serving

if TYPE_CHECKING:
    from device.virtual import VirtualCamera
    from vision.deck import Deck

PATIENCE = 300  # frames, 75 s: a demonstration that nobody declares on goes on by itself
DEMO_SEED = 7  # its first hands are read without a question left open
GRACE_S = 2.0  # so long the end waits for a reading that has begun

Read = Callable[[Frame, Table | None], tuple[TableView, bytes]]
Weigh = Callable[[TableView, int, Source | None], Evidence]


@dataclass(frozen=True)
class Parts:
    """What a running table is made of; the loop calls `reader` once, at the first picture."""

    camera: Callable[[], Camera]
    reader: Callable[[], Read]
    weigh: Weigh
    rules: RuleSet
    table: Table | None = None
    on_booked: Callable[[], None] = lambda: None
    hint: Callable[[], Text | None] = lambda: None


@dataclass(frozen=True)
class Running:
    """A table that is watched and served; `ended` holds what stopped its loop, if anything did."""

    port: int
    live: LiveTable
    ended: "Future[None]"


@contextmanager
def running(parts: Parts, host: str, port: int, data: Path) -> Iterator[Running]:
    """Watch and serve until the block ends; raises BadStore, or OSError for the address."""
    stop, ended = threading.Event(), Future[None]()
    seats = parts.table.seats if parts.table else ALL_SEATS
    place: list[Table | None] = [parts.table]
    read: list[Read] = []

    def open_source() -> Camera:
        camera = parts.camera()
        if parts.table is None and camera.table is not None:
            found = place[0] = parse_table(camera.table)
            live.sit(found.seats)
        return camera

    def see(frame: Frame) -> tuple[TableView, bytes]:
        live.hint(parts.hint())
        if not read:
            read.append(parts.reader())
        return read[0](frame, place[0])

    def loop() -> None:
        try:
            watch(open_source, live, stop)
            live.ended()
            ended.set_result(None)
        except BaseException as error:  # told to whoever waits for the end
            ended.set_exception(error)

    with closing(Store(data)) as store:
        live = LiveTable(store, parts.rules, seats, see, parts.weigh, parts.on_booked)
        with serving(create_app(live), host, port) as port:
            thread = threading.Thread(target=loop, name="table", daemon=True)
            thread.start()
            try:
                yield Running(port, live, ended)
            finally:
                stop.set()
                live.close()
                thread.join(GRACE_S)


def run_until_signal(parts: Parts, host: str, port: int, data: Path) -> None:
    """Run until SIGTERM or SIGINT, or until the loop fails; then raises what it raised."""
    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())
    with running(parts, host, port, data) as table:
        for address in addresses(host):
            click.echo(f"醒家 http://{address}:{table.port}/")
        table.ended.add_done_callback(lambda ended: over.set() if ended.exception() else None)
        over.wait()
    if table.ended.done():
        table.ended.result()


def run_serve(
    source: str,
    host: str,
    port: int,
    data: Path,
    table_file: Path | None,
    rules_name: str,
    deck_file: Path | None = None,
) -> None:
    """Watch a source and serve its page; raises what is wrong with the call.

    Without a deck file the deck.json of a picture folder is used, if it has one.
    """
    from device.decks import deck_beside
    from device.reading import known_deck

    rules, table = load(rules_name), load_table(table_file) if table_file else None
    if source == "virtual":
        if deck_file:
            raise click.UsageError("虚拟牌桌不用学牌 / --source virtual has its own deck")
        parts = virtual_parts(rules)
    else:
        if source not in LIVE:  # a wrong path is told before the page opens
            open_camera(source).close()
        deck = known_deck(deck_file or deck_beside(source))
        parts = Parts(
            lambda: open_camera(source), lambda: network_reader(deck), weigh, rules, table
        )
    run_until_signal(parts, host, port, data)


def run_demo(host: str, port: int, data: Path | None) -> None:
    """Serve a virtual table; its record goes to a temporary folder unless one is named."""
    with ExitStack() as stack:
        folder = data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="xingjia-")))
        run_until_signal(virtual_parts(load("guoji")), host, port, folder)


def virtual_parts(rules: RuleSet) -> Parts:
    """The virtual table, read by the real networks."""
    from device.virtual import VirtualCamera

    return demo_parts(VirtualCamera(DEMO_SEED, rules=rules, patience=PATIENCE), network_reader)


def demo_parts(camera: "VirtualCamera", reader: Callable[[], Read]) -> Parts:
    """A virtual table that tells its visitors what the open hand is worth.

    Its next round begins when the win is booked.
    """

    def hint() -> Text | None:
        truth = camera.truth
        if truth is None or not camera.laid_open or truth.position.win is None:
            return None
        who, win, word = SEATS[truth.winner], truth.position.win, camera.rules.quantity
        by = Text("", "") if truth.discarder is None else SEATS[truth.discarder]
        how = {
            Source.SELF: Text("自摸", "self-drawn"),
            Source.OTHER: Text("用别人翻的", "turned by another"),
            Source.DISCARD: Text(f"用{by.zh}打的", f"played by {by.en}"),
        }[win.source]
        return Text(
            f"演示：{who.zh}{how.zh}{win.card}胡了，{truth.xi} {word}。报对、报错都试试",
            f"Demo: {who.en} won on {win.card}, {how.en}, with {truth.xi} xi. "
            "Try the right number and a wrong one",
        )

    return Parts(
        lambda: camera, reader, weigh, camera.rules, on_booked=camera.next_round, hint=hint
    )


def network_reader(deck: "Deck | None" = None) -> Read:
    """Reads a frame with the project's own networks and draws what was read."""
    from device import drawing, reading

    reader = reading.network_reader(deck)

    def read(frame: Frame, table: Table | None) -> tuple[TableView, bytes]:
        view = reader.read(frame, table)
        return view, drawing.jpeg(frame, view)

    return read


def weigh(view: TableView, seat: int, source: Source | None) -> Evidence:
    """The evidence of a settled table about the hand of a seat."""
    from device.verifying import evidence_of

    return evidence_of(view, seat, source=source)


def addresses(host: str) -> list[str]:
    """Where phones find a server that listens on `host`, the best first."""
    if host not in ("0.0.0.0", "::", ""):
        return [f"[{host}]" if ":" in host else host]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; tells which way out would be taken
            return [probe.getsockname()[0], "localhost"]
        except OSError:  # no network at all
            return ["localhost"]
