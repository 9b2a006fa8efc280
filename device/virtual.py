"""A camera over a table that does not exist: bots play, and each round ends in a won hand."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from device.cameras import Frame, Source
from engine.position import Position
from engine.rules import RuleSet, load
from engine.simulate import Played, Won, play
from models.deck import print_deck
from models.glyphs import fonts, glyph_mask, sample_design
from models.layout import Layout
from models.light import Light
from models.render import Look, camera_matrix, render, to_px
from models.rounds import moments, round_layouts
from vision.table import ALL_SEATS

SIZE = (2304, 1296)
SEATS = (0, 1, 2)
TABLE_MM = (900.0, 900.0)
MOST_OPEN = 15  # more cards up in the melds of one player could be taken for a hand laid open

_Size = tuple[float, float]


@dataclass(frozen=True)
class Stage:
    """The table that is filmed: sizes in mm, its corners in px (SW SE NE NW), who draws it."""

    card_mm: _Size
    table_mm: _Size
    corners_px: tuple[tuple[float, float], ...]
    draw: Callable[[Layout], Frame]


def printed_stage(seed: int = 0, size: tuple[int, int] = SIZE) -> Stage:
    """A table under a steady lamp and one printed deck, drawn by the renderer of the scenes."""
    rng = np.random.default_rng(seed)
    design = sample_design(rng)
    while fonts()[design.name].style != "kai":  # most printed decks are in regular script
        design = sample_design(rng)
    deck = print_deck(rng, lambda card, height: glyph_mask(design, card, height))
    lamp = Light(falloff=0.0)  # an uneven one would wander from picture to picture
    look = Look(size=size, px_per_mm=1.85 * size[0] / 2304, top="felt", light=lamp)
    w, h = TABLE_MM
    corners = to_px(camera_matrix(look, TABLE_MM), np.array([[0, h], [w, h], [w, 0], [0, 0.0]]))
    drawn = int(rng.integers(1 << 31))

    def draw(layout: Layout) -> Frame:
        # The same seed for every picture: the cloth must not change in between.
        return render(layout, deck, look, np.random.default_rng(drawn))[0]

    return Stage(deck.card_mm, TABLE_MM, tuple((float(x), float(y)) for x, y in corners), draw)


@dataclass(frozen=True)
class Truth:
    """What a round of the virtual table is worth: its number, how it was played, who sat where.

    seats: of the table, the dealer first.
    """

    number: int
    played: Played
    seats: tuple[int, ...]
    showdown: Layout

    @property
    def won(self) -> Won:
        """The won hand, as it stood and as it was laid open."""
        return self.played.wins[0]

    @property
    def winner(self) -> int:
        """The seat that won."""
        return self.seats[self.won.hu.seat]

    @property
    def discarder(self) -> int | None:
        """The seat that played the winning card, None where it was turned."""
        return None if self.won.discarder is None else self.seats[self.won.discarder]

    @property
    def position(self) -> Position:
        """The hand as it stood when it won."""
        return self.won.position

    @property
    def xi(self) -> int:
        """The 戏 that must be declared, with 自摸."""
        assert self.won.hu.declared is not None  # bots say their number
        return self.won.hu.declared


def suits(played: Played, settled: int) -> bool:
    """Whether a round can be shown: one clean win on a card, with nothing besides the cards to say.

    settled: so many tables before the end must differ; none of them may look like its showdown.
    """
    if not played.clean or len(played.wins) != 1 or played.wins[0].circumstances:
        return False
    open_cards = [
        sum(sum(meld.up) for meld in seat.holdings[0].melds) for seat in played.before.seats
    ]
    return max(open_cards) <= MOST_OPEN and len(moments(played)) >= settled


class VirtualCamera(Source):
    """A few moments of a played round, then the hand laid open until `next_round()`.

    The winner deals next. seed: the same seed films the same rounds;
    fps: frames a second (0: as fast as they are taken);
    hold: frames for which each mid-game table is shown; settled: how many of them a round has;
    patience: frames after which an open hand is cleared away by itself (None: never).
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        stage: Stage | None = None,
        rules: RuleSet | None = None,
        fps: float = 4.0,
        hold: int = 6,
        settled: int = 3,
        patience: int | None = None,
    ) -> None:
        """Set the stage; nothing is dealt or drawn before the first frame is asked for."""
        self.stage = stage or printed_stage(seed)
        self.rules = rules or load("guoji")
        self.seats = SEATS if len(SEATS) in self.rules.playing else ALL_SEATS
        self.fps, self.hold, self.settled, self.patience = fps, hold, settled, patience
        self.truth: Truth | None = None  # of the round that is filmed now
        self.laid_open = False  # whether its hand can be seen
        self._rng = np.random.default_rng((seed, 1))
        self._rounds, self._dealer = 0, 0
        self._go_on = threading.Event()
        self._closed = threading.Event()

    @property
    def table(self) -> dict[str, Any]:
        """The table as a T.json tells it: corners_px, size_mm, seats."""
        return {
            "corners_px": [list(corner) for corner in self.stage.corners_px],
            "size_mm": list(self.stage.table_mm),
            "seats": list(self.seats),
        }

    def next_round(self) -> None:
        """Clear the open hand away; without one on the table nothing happens."""
        if self.laid_open:
            self._go_on.set()

    def close(self) -> None:
        """Stop filming; a waiting reader gets no further frame."""
        self._closed.set()

    def __iter__(self) -> Iterator[Frame]:
        """Frames, each distinct table drawn once, until the camera is closed."""
        while not self._closed.is_set():
            *midgame, showdown = self._deal()
            for layout in midgame:
                yield from self._show(layout, lambda shown: shown >= self.hold)
            self._go_on.clear()
            self.laid_open = True
            yield from self._show(showdown, self._enough)
            self.laid_open = False

    def _deal(self) -> tuple[Layout, ...]:
        self._rounds += 1
        first = self.seats.index(self._dealer)
        seats = self.seats[first:] + self.seats[:first]
        played = self._played()
        sizes = self.stage.card_mm, self.stage.table_mm
        layouts = round_layouts(self._rng, played, *sizes, seats, settled=self.settled)
        self.truth = Truth(self._rounds, played, seats, layouts[-1])
        self._dealer = self.truth.winner
        return layouts

    def _played(self) -> Played:
        while True:  # every fifth or so suits
            played = play(int(self._rng.integers(1 << 31)), self.rules, len(self.seats))
            if suits(played, self.settled):
                return played

    def _enough(self, shown: int) -> bool:
        tired = self.patience is not None and shown >= self.patience
        return tired or self._go_on.is_set()

    def _show(self, layout: Layout, enough: Callable[[int], bool]) -> Iterator[Frame]:
        frame, shown = self.stage.draw(layout), 0
        while not (self._closed.is_set() or enough(shown)):
            yield frame
            shown += 1
            if self.fps:
                self._closed.wait(1 / self.fps)
