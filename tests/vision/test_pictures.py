import cv2
import numpy as np
import pytest
from PIL import Image

from vision.pictures import BadPicture, load_picture


@pytest.fixture
def scene():
    """A colourful picture of 160 × 90 px, BGR."""
    noise = np.random.default_rng(3).integers(0, 255, (9, 16, 3), dtype=np.uint8)
    return cv2.resize(noise, (160, 90), interpolation=cv2.INTER_CUBIC)


def jpeg(scene):
    return cv2.imencode(".jpg", scene)[1].tobytes()


BAD = [
    pytest.param(lambda scene: b"", "empty", id="an empty file"),
    pytest.param(lambda scene: jpeg(scene)[:-400], "cut short", id="a truncated JPEG"),
    pytest.param(lambda scene: jpeg(scene)[:80], "cut short|not a picture", id="only its head"),
    pytest.param(
        lambda scene: cv2.imencode(".png", scene)[1].tobytes()[:-900], "cut short", id="half a PNG"
    ),
    pytest.param(lambda scene: "三碰两坎".encode(), "not a picture", id="a text"),
]


@pytest.mark.parametrize(("content", "words"), BAD)
def test_a_bad_picture_is_one_clear_error_that_names_it(tmp_path, scene, content, words):
    path = tmp_path / "table.jpg"
    path.write_bytes(content(scene))
    with pytest.raises(BadPicture, match=words) as error:
        load_picture(path)
    assert "table.jpg" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["none.jpg", "."])
def test_no_file_is_a_bad_picture(tmp_path, name):
    with pytest.raises(BadPicture, match="no such picture"):
        load_picture(tmp_path / name)


def test_a_colour_picture_comes_as_bgr(tmp_path, scene):
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), scene)
    assert np.array_equal(load_picture(path), scene)


def test_a_grey_picture_gets_three_channels(tmp_path, scene):
    path = tmp_path / "grey.png"
    grey = cv2.cvtColor(scene, cv2.COLOR_BGR2GRAY)
    cv2.imwrite(str(path), grey)
    assert np.array_equal(load_picture(path), np.stack([grey] * 3, axis=2))


def test_sixteen_bits_become_eight(tmp_path):
    path = tmp_path / "deep.png"
    cv2.imwrite(str(path), np.full((5, 7), 0x8080, np.uint16))
    assert np.array_equal(load_picture(path), np.full((5, 7, 3), 0x80, np.uint8))


def test_transparency_is_left_out(tmp_path, scene):
    path = tmp_path / "alpha.png"
    cv2.imwrite(str(path), np.dstack([scene, np.full(scene.shape[:2], 9, np.uint8)]))
    assert np.array_equal(load_picture(path), scene)


def test_a_telephone_picture_is_turned_as_it_says(tmp_path, scene):
    path = tmp_path / "turned.png"
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    Image.fromarray(scene[:, :, ::-1]).save(path, exif=exif)
    assert load_picture(path).shape == (160, 90, 3)


def test_twelve_megapixels_are_no_problem(tmp_path):
    path = tmp_path / "large.jpg"
    cv2.imwrite(str(path), np.zeros((3024, 4032, 3), np.uint8))
    assert load_picture(path).shape == (3024, 4032, 3)
