"""The table loop: frames in, settled pictures out; it decides nothing about cards."""

import threading
from collections.abc import Callable
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from device.cameras import Camera, CameraLost, Frame

SMALL = (160, 90)  # width, height of the grey picture in which movement is looked for
NOISE = 14  # grey levels by which a pixel may tremble
SHARE = 0.004  # of all pixels must change before it counts: a card covers about that much
BACKOFF_S = (1, 2, 4, 8, 15)  # between attempts to get a lost camera back

_Grey = NDArray[np.uint8]


class Watched(Protocol):
    """Who is told what happens on the table."""

    def moving(self) -> None:
        """Something moves."""
        ...

    def still(self) -> None:
        """The table lies as it did in the last settled frame."""
        ...

    def settled(self, frame: Frame) -> None:
        """The table lies still and looks different from the last settled frame."""
        ...

    def lost(self, error: CameraLost) -> None:
        """The camera gives no pictures; the loop tries again by itself."""
        ...


class Stillness:
    """Tells still frames from moving ones by the share of small grey pixels that changed."""

    def __init__(self, frames: int = 3) -> None:
        """`frames` alike in a row make the table still."""
        self.frames = frames
        self._last: _Grey | None = None
        self._read: _Grey | None = None
        self._still = 0

    def look(self, frame: Frame) -> str:
        """One of "moving", "still" (nothing new to read) or "settled" (read this frame)."""
        small = cv2.resize(frame, SMALL, interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
        same = self._last is not None and not _differ(grey, self._last)
        self._last = grey
        self._still = self._still + 1 if same else 1
        if self._still < self.frames:
            # A lone first frame, or a change, is movement until it has lasted.
            return "moving"
        if self._read is not None and not _differ(grey, self._read):
            return "still"
        self._read = grey
        return "settled"


def _differ(a: _Grey, b: _Grey) -> bool:
    return float(np.mean(cv2.absdiff(a, b) > NOISE)) > SHARE


def watch(
    open_camera: Callable[[], Camera],
    table: Watched,
    stop: threading.Event,
    *,
    frames: int = 3,
    backoff_s: tuple[float, ...] = BACKOFF_S,
) -> None:
    """Watch until `stop` is set or a recording ends; a lost camera is opened again and again."""
    failures = 0
    while not stop.is_set():
        stillness = Stillness(frames)
        try:
            with open_camera() as camera:
                for frame in camera:
                    if stop.is_set():
                        return
                    failures = 0
                    seen = stillness.look(frame)
                    if seen == "settled":
                        table.settled(frame)
                    elif seen == "still":
                        table.still()
                    else:
                        table.moving()
            return
        except CameraLost as error:
            table.lost(error)
            stop.wait(backoff_s[min(failures, len(backoff_s) - 1)])
            failures += 1
