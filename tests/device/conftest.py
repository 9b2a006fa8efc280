"""A table that can be known: views made of groups, frames that stand for them, a fake reader."""

import threading
from contextlib import ExitStack, closing

import numpy as np
import pytest

from device.cameras import CameraLost, Source
from device.serve import Parts, demo_parts, running, weigh
from device.store import Store
from device.table import LiveTable
from device.virtual import TABLE_MM, VirtualCamera
from device.virtual import Stage as StageOf
from engine.cards import parse
from engine.rules import load
from vision.melds import kinds_of
from vision.view import SeenCard, SeenGroup, TableView

SOUTH, EAST, NORTH = 0, 1, 2
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

# 3 + 6 + 3 + 6 = 18 戏 and three runs; with 自摸 21.
RUNS = "一二三 壹贰叁 二七十 贰柒拾 四五六 肆伍陆 七八九"
# The 九 may be 碰 (1: 19 戏) or 坎 (3: 21 戏).
NINES = "一二三 壹贰叁 二七十 贰柒拾 四五六 肆伍陆 九九九"


def view(groups, seat=SOUTH, confidence=0.99, zone="showdown"):
    """What a reader would say of these groups lying open before a seat."""
    cards, seen = [], []
    for number, text in enumerate(groups.split()):
        faces = parse(text)
        kinds = ("peng", "wei", "kan") if len(set(faces)) == 1 else ("chi",)
        indices = tuple(range(len(cards), len(cards) + len(faces)))
        seen.append(SeenGroup(number, seat, kinds[0], kinds, indices))
        cards += [
            SeenCard(face, True, confidence, ((face, confidence),), QUAD, (), number, seat, zone)
            for face in faces
        ]
    return TableView((64, 36), tuple(cards), tuple(seen))


VIEWS = {
    "midgame": view("一二三 九九九", zone="meld"),
    "runs": view(RUNS),
    "nines": view(NINES),
    "dim": view(RUNS, confidence=0.5),
    "east": view(NINES, seat=EAST),
}
GREYS = {name: 40 * number for number, name in enumerate(VIEWS, 1)}


def frame(name):
    """The grey picture that stands for a view."""
    return np.full((36, 64, 3), GREYS[name], np.uint8)


def read(picture, table):
    """A reader that knows its pictures."""
    names = {grey: name for name, grey in GREYS.items()}
    return VIEWS[names[int(picture[0, 0, 0])]], b"\xff\xd8 a picture"


class Stage(Source):
    """A camera whose table a test lays out; it films until it is closed or lost."""

    def __init__(self, shows="runs"):
        self.shows, self.lost, self._closed = shows, False, threading.Event()

    @property
    def table(self):
        corners = [[0, 36], [64, 36], [64, 0], [0, 0]]
        return {"corners_px": corners, "size_mm": [900, 500], "seats": [SOUTH, EAST, NORTH]}

    def __iter__(self):
        while not self._closed.wait(0.005):
            if self.lost:
                raise CameraLost("the cable is out")
            yield frame(self.shows)

    def close(self):
        self._closed.set()


@pytest.fixture
def new_table(tmp_path):
    """Makes live tables on one record, as a device does that is started again."""
    with ExitStack() as stack:

        def make(seats=(SOUTH, EAST, NORTH), **more):
            store = stack.enter_context(closing(Store(tmp_path)))

            def see(picture):
                return read(picture, None)

            return LiveTable(store, load("guoji"), seats, see, weigh, **more)

        yield make


@pytest.fixture
def table(new_table):
    """A live table without a loop: the test tells it what the camera sees."""
    return new_table()


@pytest.fixture
def lay(table):
    """Lays cards on the table until they lie still."""

    def lay(name):
        table.moving()
        table.settled(frame(name))

    return lay


@pytest.fixture
def views():
    """The known views by name."""
    return VIEWS


@pytest.fixture
def stage():
    """A camera over cards that a test lays out."""
    return Stage()


class VirtualTable:
    """The virtual table without its renderer and without networks: grey frames, true readings."""

    def __init__(self, seed):
        corners = ((0.0, 36.0), (64.0, 36.0), (64.0, 0.0), (0.0, 0.0))
        stage = StageOf((90.0, 20.0), TABLE_MM, corners, self._draw)
        self.camera = VirtualCamera(seed, stage=stage, fps=200)
        self._layouts = []

    def _draw(self, layout):
        self._layouts.append(layout)
        return np.full((36, 64, 3), 40 * (len(self._layouts) % 6), np.uint8)

    def read(self, picture, table):
        return true_view(self._layouts[-1]), b"\xff\xd8 a picture"


def true_view(layout):
    """What a perfect reader would say of a layout."""
    cards = tuple(
        SeenCard(
            c.face if c.up else None, c.up, 0.99, ((c.face, 0.99),) if c.up else (), QUAD, (),
            c.group, c.seat, c.zone,
        )
        for c in layout.cards
    )  # fmt: skip
    groups = []
    for group in layout.groups:
        mine = [cards[i] for i in group.cards]
        faces = sorted((c.face for c in mine), key=lambda face: -1 if face is None else face)
        kinds = kinds_of(tuple(faces), mine[0].zone == "showdown")
        groups.append(SeenGroup(group.id, group.seat, kinds[0], kinds, group.cards))
    return TableView((64, 36), cards, tuple(groups))


@pytest.fixture
def perfect():
    """A reader that never errs: the view of a layout."""
    return true_view


@pytest.fixture
def virtual(tmp_path):
    """The demonstration on a real socket, with a reader that never errs."""
    table = VirtualTable(seed=1)
    parts = demo_parts(table.camera, lambda: table.read)
    with running(parts, "127.0.0.1", 0, tmp_path / "data") as site:
        yield site, table.camera


@pytest.fixture
def site(stage, tmp_path):
    """The whole device on a real socket: camera, loop, record and page."""
    parts = Parts(lambda: stage, lambda: read, weigh, load("guoji"))
    with running(parts, "127.0.0.1", 0, tmp_path / "data") as site:
        yield site
