import sys
import types
from contextlib import closing

import cv2
import numpy as np
import pytest

from device.cameras import (
    BadSource,
    CameraLost,
    FolderCamera,
    Picamera2Camera,
    VideoCamera,
    open_camera,
)
from vision.pictures import BadPicture


def picture(grey):
    return np.full((36, 64, 3), grey, np.uint8)


@pytest.fixture
def folder(tmp_path):
    for name, grey in (("b.png", 20), ("a.png", 10), ("c.jpg", 30)):
        cv2.imwrite(str(tmp_path / name), picture(grey))
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


@pytest.fixture
def video(tmp_path):
    file = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter_fourcc(*"MJPG"), 10, (64, 36))
    for grey in range(10):
        writer.write(picture(20 * grey))
    writer.release()
    return file


@pytest.fixture(params=["folder", "one picture", "video"])
def camera(request, folder, video):
    if request.param == "video":
        return VideoCamera(video, paced=False)
    return FolderCamera(folder if request.param == "folder" else folder / "a.png", fps=0)


def test_a_source_yields_bgr_frames_and_closes_twice(camera):
    with camera:
        frame = next(iter(camera))
        assert (frame.dtype, frame.shape) == (np.uint8, (36, 64, 3))
        camera.close()


def test_a_folder_shows_its_pictures_in_name_order_each_for_a_while(folder):
    greys = [int(frame[0, 0, 0]) for frame in FolderCamera(folder, hold=2, fps=0)]
    assert greys == [10, 10, 20, 20, 30, 30]


def test_a_folder_may_hold_the_place_of_its_table(folder):
    (folder / "table.json").write_text(
        '{"corners_px": [[0, 36], [64, 36], [64, 0], [0, 0]], "size_mm": [9, 5], "seats": [0, 2]}'
    )
    assert FolderCamera(folder).table["seats"] == (0, 2)
    assert FolderCamera(folder / "a.png").table is None


def test_a_video_is_thinned_to_the_wanted_pace(video):
    with VideoCamera(video, fps=5, paced=False) as camera:
        assert len(list(camera)) == 5


def test_a_damaged_picture_in_a_folder_is_named(folder):
    (folder / "a.png").write_bytes(b"")
    with pytest.raises(BadPicture, match=r"a\.png"):
        next(iter(FolderCamera(folder)))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        pytest.param(lambda p: str(p / "none"), "picamera2, virtual", id="nothing there"),
        pytest.param(lambda p: str(p), "expected pictures", id="folder without pictures"),
        pytest.param(lambda p: str(p / "notes.txt"), "a video", id="a text file"),
    ],
)
def test_a_wrong_source_says_what_to_give(tmp_path, make, says):
    (tmp_path / "notes.txt").write_text("no video")
    with pytest.raises(BadSource, match=says), closing(open_camera(make(tmp_path))):
        pass


class FakePicamera2:
    """Picamera2 as far as the camera uses it; `log` is what was asked of it."""

    def __init__(self):
        self.log, self.camera_controls, self.stalled = [], {"AfMode": (0, 2, 0)}, False

    @staticmethod
    def global_camera_info():
        return [{"Model": "imx708"}]

    def create_video_configuration(self, **wanted):
        return wanted

    def configure(self, wanted):
        self.wanted = wanted

    def start(self):
        self.log.append("start")

    def stop(self):
        self.log.append("stop")

    def close(self):
        self.log.append("close")

    def set_controls(self, controls):
        self.log.append(controls)

    def cancel_all_and_flush(self):
        self.log.append("flush")

    def capture_request(self, wait):
        if self.stalled:
            raise TimeoutError
        return self

    def make_array(self, stream):
        return np.zeros((1296, 2304, 3), np.uint8)

    def get_metadata(self):
        return {"ExposureTime": 10_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "Lux": 90}

    def release(self):
        self.log.append("release")


@pytest.fixture
def pi(monkeypatch):
    device = FakePicamera2()
    info = staticmethod(device.global_camera_info)
    maker = type("Picamera2", (), {"__new__": lambda cls: device, "global_camera_info": info})
    manual = types.SimpleNamespace(AfModeEnum=types.SimpleNamespace(Manual=0))
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=maker))
    monkeypatch.setitem(sys.modules, "libcamera", types.SimpleNamespace(controls=manual))
    return device


def test_the_pi_camera_has_one_configuration_with_the_focus_in_it(pi):
    with Picamera2Camera(distance_m=0.5, settle_s=0):
        assert pi.wanted["main"] == {"size": (2304, 1296), "format": "RGB888"}
        assert pi.wanted["controls"]["LensPosition"] == 2  # dioptres
        assert pi.wanted["queue"] is False


def test_the_pi_camera_locks_what_it_found_and_frees_every_frame(pi):
    with Picamera2Camera(settle_s=0, fps=1000) as camera:
        locked = next(entry for entry in pi.log if isinstance(entry, dict))
        assert (locked["AeEnable"], locked["AwbEnable"], locked["ExposureTime"]) == (
            False, False, 10_000,
        )  # fmt: skip
        assert next(iter(camera)).shape == (1296, 2304, 3)
    assert pi.log.count("release") == 2
    assert pi.log[-2:] == ["stop", "close"]


def test_a_pi_camera_that_stalls_is_lost_and_leaves_no_job_behind(pi):
    with Picamera2Camera(settle_s=0) as camera:
        pi.stalled = True
        with pytest.raises(CameraLost, match="no picture"):
            next(iter(camera))
    assert "flush" in pi.log


def test_a_pi_camera_that_stalls_at_the_start_is_freed(pi):
    pi.stalled = True
    with pytest.raises(CameraLost):
        Picamera2Camera(settle_s=0)
    assert pi.log[-1] == "close"


def test_without_picamera2_the_error_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "libcamera", None)
    with pytest.raises(BadSource, match="apt install python3-picamera2"):
        open_camera("picamera2")


@pytest.mark.pi
def test_the_real_camera_gives_sharp_big_frames():
    with open_camera("picamera2") as camera:
        assert next(iter(camera)).shape == (1296, 2304, 3)
