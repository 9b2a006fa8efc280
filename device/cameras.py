"""Where pictures come from: every source is an iterable of frames with an idempotent close().

A frame is a (h, w, 3) uint8 array in BGR order. A live source never ends; a recording does.
"""

import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import load_picture
from vision.table import load_table

Frame = NDArray[np.uint8]
LIVE = ("picamera2", "virtual")  # sources that are no path
SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}


class BadSource(ValueError):
    """A --source that cannot be opened at all; the text says what to give instead."""


class CameraLost(OSError):
    """A camera that worked has stopped giving pictures; trying again may help."""


class Camera(Protocol):
    """A source of frames. Use as a context manager."""

    @property
    def table(self) -> dict[str, Any] | None:
        """Where the table lies in its frames, as a T.json tells it, if the source knows."""
        ...

    def __iter__(self) -> Iterator[Frame]:
        """The frames, oldest first; raises CameraLost."""
        ...

    def close(self) -> None:
        """Free the device; may be called twice."""
        ...

    def __enter__(self) -> Self:
        """The camera itself."""
        ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        ...


class Source:
    """What all sources share: closing at the end of a with block."""

    @property
    def table(self) -> dict[str, Any] | None:
        """Not known."""
        return None

    def close(self) -> None:
        """Nothing to free."""

    def __enter__(self) -> Self:
        """The camera itself."""
        return self

    def __exit__(self, *failure: object) -> None:
        """Close it."""
        self.close()


def picture_files(folder: Path) -> list[Path]:
    """The pictures of a folder in name order; raises BadSource if there is none."""
    files = sorted(p for p in folder.iterdir() if p.suffix.lower() in SUFFIXES)
    if not files:
        raise BadSource(f"expected pictures ({', '.join(sorted(SUFFIXES))}) in {folder}, got none")
    return files


class FolderCamera(Source):
    """A picture file, or the pictures of a folder in name order, each held for some frames."""

    def __init__(self, path: Path, *, hold: int = 8, fps: float = 4.0) -> None:
        """Raises BadSource for a folder without pictures, BadTable for its table.json."""
        self.files = picture_files(path) if path.is_dir() else [path]
        self.hold = hold
        self.fps = fps
        beside = path / "table.json"
        self._table = asdict(load_table(beside)) if beside.is_file() else None

    @property
    def table(self) -> dict[str, Any] | None:
        """The table.json beside the pictures."""
        return self._table

    def __iter__(self) -> Iterator[Frame]:
        """Every picture `hold` times at `fps` (0: no waiting); raises BadPicture."""
        for file in self.files:
            frame = load_picture(file)
            for _ in range(self.hold):
                yield frame
                if self.fps:
                    time.sleep(1 / self.fps)


class VideoCamera(Source):
    """A video file at its own pace, thinned to at most `fps` frames a second."""

    def __init__(self, path: Path, *, fps: float = 5.0, paced: bool = True) -> None:
        """Raises BadSource for a file that is no video."""
        self.capture = cv2.VideoCapture(str(path))
        if not self.capture.isOpened():
            raise BadSource(f"expected a picture folder or a video, got {path}")
        own = self.capture.get(cv2.CAP_PROP_FPS) or 25.0
        self.step = max(1, round(own / fps))
        self.pause = self.step / own if paced else 0.0

    def __iter__(self) -> Iterator[Frame]:
        """Every n-th frame until the video ends."""
        while True:
            for _ in range(self.step - 1):
                self.capture.grab()
            good, frame = self.capture.read()
            if not good:
                return
            yield frame.astype(np.uint8, copy=False)
            time.sleep(self.pause)

    def close(self) -> None:
        """Release the file."""
        self.capture.release()


class Picamera2Camera(Source):
    """The Raspberry Pi camera: one fixed configuration, focus set by hand, exposure locked.

    `distance_m` is from the lens to the table.
    """

    SIZE = (2304, 1296)

    def __init__(
        self,
        *,
        distance_m: float = 1.23,
        fps: float = 5.0,
        timeout_s: float = 5.0,
        settle_s: float = 2.0,
    ) -> None:
        """Raises BadSource without picamera2, CameraLost without a camera."""
        try:
            from libcamera import controls
            from picamera2 import Picamera2
        except ImportError as error:
            raise BadSource(
                "picamera2 is missing: on the Pi run `sudo apt install python3-picamera2` and make "
                f"the environment with --system-site-packages ({error})"
            ) from error
        if not Picamera2.global_camera_info():
            raise CameraLost("no camera found: check the ribbon cable, both ends")
        self.fps, self.timeout_s = fps, timeout_s
        try:
            self.device: Any = Picamera2()
        except RuntimeError as error:
            raise CameraLost(f"the camera cannot be opened, is it in use? ({error})") from error
        try:
            focus = {}
            if "AfMode" in self.device.camera_controls:
                focus = {"AfMode": controls.AfModeEnum.Manual, "LensPosition": 1 / distance_m}
            self._start(focus)
            time.sleep(settle_s)  # what exposure and white balance need before they are locked
            self._lock_exposure()
        except BaseException:
            self.close()
            raise

    def _start(self, focus: dict[str, Any]) -> None:
        # Controls belong in the configuration: set after the start they come too late.
        self.device.configure(
            self.device.create_video_configuration(
                main={"size": self.SIZE, "format": "RGB888"},  # BGR in memory, as OpenCV wants it
                sensor={"output_size": self.SIZE, "bit_depth": 10},
                buffer_count=4,
                queue=False,  # no stale frame
                controls={"FrameDurationLimits": (100_000, 100_000), **focus},  # µs
            )
        )
        try:
            self.device.start()
        except RuntimeError as error:
            raise CameraLost(f"the camera cannot be started, is it in use? ({error})") from error

    def _lock_exposure(self) -> None:
        found = self._capture()[1]
        kept = {key: found[key] for key in ("ExposureTime", "AnalogueGain", "ColourGains")}
        self.device.set_controls({"AeEnable": False, "AwbEnable": False, **kept})

    def _capture(self) -> tuple[Frame, dict[str, Any]]:
        try:
            request = self.device.capture_request(wait=self.timeout_s)
        except TimeoutError as error:
            self.device.cancel_all_and_flush()  # or the job would stay queued
            raise CameraLost(f"the camera gave no picture for {self.timeout_s} s") from error
        except RuntimeError as error:
            raise CameraLost(f"the camera stopped: {error}") from error
        try:
            return request.make_array("main"), request.get_metadata()
        finally:
            request.release()

    def __iter__(self) -> Iterator[Frame]:
        """Frames until the camera is closed or lost."""
        while self.device is not None:
            yield self._capture()[0]
            time.sleep(1 / self.fps)

    def close(self) -> None:
        """Stop and free the camera."""
        device, self.device = self.device, None
        if device is not None:
            device.stop()
            device.close()


def open_camera(source: str) -> Camera:
    """The camera of a --source: picamera2, virtual, a picture folder or a video file."""
    if source == "picamera2":
        return Picamera2Camera()
    if source == "virtual":
        from device.virtual import VirtualCamera

        return VirtualCamera()
    path = Path(source)
    if not path.exists():
        raise BadSource(f"expected picamera2, virtual, a folder or a video, got {source!r}")
    if path.is_dir() or path.suffix.lower() in SUFFIXES:
        return FolderCamera(path)
    return VideoCamera(path)
