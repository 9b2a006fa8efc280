import threading

import numpy as np
import pytest

from device.cameras import CameraLost, Source
from device.loop import Stillness, watch

EMPTY = np.full((90, 160, 3), 90, np.uint8)


def table(cards):
    """A table with so many white cards on it."""
    frame = EMPTY.copy()
    for n in range(cards):
        frame[20:60, 10 + 12 * n : 18 + 12 * n] = 240
    return frame


ARM = EMPTY.copy()
ARM[:, 60:90] = 30


class Film(Source):
    def __init__(self, frames, then=None):
        self.frames, self.then, self.closed = frames, then, 0

    def __iter__(self):
        yield from self.frames
        if self.then:
            raise self.then

    def close(self):
        self.closed += 1


class Notes:
    """Writes down what the loop says, a letter each."""

    def __init__(self, stop=None, until=""):
        self.said, self.stop, self.until = "", stop, until

    def note(self, letter):
        self.said += letter
        if self.until and self.until in self.said:
            self.stop.set()

    def moving(self):
        self.note("m")

    def still(self):
        self.note(".")

    def settled(self, frame):
        self.note("S")

    def lost(self, error):
        self.note("X")


@pytest.mark.parametrize(
    ("frames", "said"),
    [
        pytest.param([EMPTY] * 5, "mmS..", id="read once when it lies still"),
        pytest.param([EMPTY, ARM, EMPTY, ARM, EMPTY], "mmmmm", id="never read while arms move"),
        pytest.param([EMPTY] * 3 + [ARM] + [EMPTY] * 4, "mmSmmm..", id="an arm came and went"),
        pytest.param([EMPTY] * 3 + [table(1)] * 4, "mmSmmS.", id="one card more is read"),
    ],
)
def test_a_picture_is_read_when_it_is_still_and_new(frames, said):
    notes = Notes()
    watch(lambda: Film(frames), notes, threading.Event())
    assert notes.said == said


def test_noise_is_no_movement():
    rng = np.random.default_rng(0)
    look = Stillness()
    noisy = [rng.normal(90, 12, (450, 800, 3)).astype(np.uint8) for _ in range(6)]
    assert [look.look(frame) for frame in noisy] == ["moving"] * 2 + ["settled"] + ["still"] * 3


def test_a_lost_camera_is_closed_reported_and_opened_again():
    films = [
        Film([EMPTY] * 3, CameraLost("cable")),
        Film([], CameraLost("cable")),
        Film([EMPTY] * 3),
    ]
    left = iter(films)
    notes = Notes()
    watch(lambda: next(left), notes, threading.Event(), backoff_s=(0,))
    assert notes.said == "mmSXXmmS"
    assert [film.closed for film in films] == [1, 1, 1]


def test_a_camera_that_never_comes_back_does_not_hold_up_the_end():
    stop = threading.Event()
    notes = Notes(stop, until="XX")

    def gone():
        raise CameraLost("no camera")

    watch(gone, notes, stop, backoff_s=(0,))
    assert notes.said == "XX"


def test_the_loop_ends_between_two_frames():
    stop = threading.Event()
    film = Film(EMPTY for _ in iter(int, 1))
    watch(lambda: film, Notes(stop, until="S"), stop)
    assert film.closed == 1
