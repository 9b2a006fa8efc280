"""What a detector is taught is what the device would read from its maps."""

import numpy as np
import pytest

from models.dataset import STORED_WIDTH, Scene
from models.targets import INPUT, crop, maps
from vision.detector import CHANNELS, decode
from vision.pictures import packed

FAR = 8.0  # a logit that is as good as certain


def as_network(want):
    """Targets (16,h,w) as a network gives them: logits for heats, quarters of cells apart."""
    out = want.copy()
    for name in ("end", "back"):
        out[CHANNELS.index(name)] = FAR * (2 * (want[CHANNELS.index(name)] > 0.999) - 1)
    k, h, w = out.shape
    return out.reshape(k, h // 2, 2, w // 2, 2).transpose(0, 2, 4, 1, 3).reshape(4 * k, h // 2, -1)


def scene(ends, backs=()):
    shape = (764, 1359)
    return Scene(
        np.zeros((*shape, 3), np.uint8),
        np.zeros((shape[0] // 4, shape[1] // 4), np.uint8),
        np.array(ends, np.float32).reshape(-1, 6),
        np.array(backs, np.float32).reshape(-1, 6),
    )


@pytest.mark.parametrize("angle", [0, 33, 90, 170, -100])
def test_an_end_that_is_taught_is_read_back(angle):
    want, weight = maps(
        np.zeros((80, 80), np.uint8),
        np.array([[101.3, 57.9, angle, 20, 34, 1.0]], np.float32),
        np.zeros((0, 6), np.float32),
    )
    ends, backs = decode(as_network(want), (0.5, 0.5), 0.3)
    assert (len(ends.scores), len(backs.scores)) == (1, 0)
    assert ends.centers[0] == pytest.approx([202.6, 115.8], abs=0.01)
    assert ends.angles[0] == pytest.approx(angle, abs=0.01)
    assert (ends.widths[0], ends.reach[0]) == pytest.approx((40, 68), abs=0.01)
    assert weight[2].max() == 1


def test_the_visible_part_of_a_back_is_read_back():
    strip = np.array([[60.0, 200.0, 100.0, 20, 28, 0.35]], np.float32)
    want, _ = maps(np.zeros((80, 80), np.uint8), np.zeros((0, 6), np.float32), strip)
    ends, backs = decode(as_network(want), (1, 1), 0.3)
    assert (len(ends.scores), len(backs.scores)) == (0, 1)
    assert backs.centers[0] == pytest.approx([60, 200], abs=0.01)
    assert backs.angles[0] == pytest.approx(100, abs=0.01)
    assert (backs.widths[0], backs.lengths[0]) == pytest.approx((20, 28), abs=0.01)


@pytest.mark.parametrize(
    ("visible", "taught", "counts"),
    [
        pytest.param(0.9, True, True, id="open"),
        pytest.param(0.4, False, False, id="half hidden: neither right nor wrong"),
        pytest.param(0.1, False, True, id="hidden: nothing is there"),
    ],
)
def test_half_hidden_glyphs_are_neither_taught_nor_forbidden(visible, taught, counts):
    end = np.array([[102, 58, 0, 20, 34, visible]], np.float32)
    want, weight = maps(np.zeros((80, 80), np.uint8), end, np.zeros((0, 6), np.float32))
    assert (want[0, 14, 25] == 1) == taught
    assert (weight[0, 14, 25] > 0) == counts


def test_a_piece_keeps_ends_where_they_are_drawn():
    """White squares mark the ends: wherever the piece shows one, the table says so."""
    places = [[300.0, 200.0], [700.0, 420.0], [1000.0, 600.0]]
    one = scene([[x, y, 30, STORED_WIDTH, 40, 1] for x, y in places])
    for x, y in places:
        one.picture[int(y) - 4 : int(y) + 4, int(x) - 4 : int(x) + 4] = 255
        one.surface[int(y) // 4 - 1 : int(y) // 4 + 1, int(x) // 4 - 1 : int(x) // 4 + 1] = 1
    rng = np.random.default_rng(0)
    seen = 0
    for _ in range(40):
        piece, surface, ends, _ = crop(one, rng)
        inside = ends[((ends[:, :2] > 6) & (ends[:, :2] < INPUT - 6)).all(1)]
        seen += len(inside)
        for x, y in inside[:, :2]:
            assert piece[int(y), int(x), 0] > 200
            assert surface[int(y) // 4, int(x) // 4] == 1
    assert seen > 20


def test_packed_pictures_keep_the_four_pixels_of_a_square_together():
    picture = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(1, 4, 6, 3)
    out = packed(picture)
    assert out.shape == (1, 12, 2, 3)
    assert out[0, :3, 1, 2].tolist() == picture[0, 2, 4].tolist()
    assert out[0, 3:6, 1, 2].tolist() == picture[0, 2, 5].tolist()
    assert out[0, 6:9, 1, 2].tolist() == picture[0, 3, 4].tolist()
