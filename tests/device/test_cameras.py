from contextlib import closing

import cv2
import numpy as np
import pytest

from device.cameras import BadSource, FolderCamera, VideoCamera, open_camera
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


@pytest.mark.pi
def test_the_real_camera_gives_sharp_big_frames():
    with open_camera("picamera2") as camera:
        assert next(iter(camera)).shape == (1296, 2304, 3)
