"""What light and lens do to a picture."""

import numpy as np
import pytest

from models.light import Light, sample_light, shine

PLAIN = {"falloff": 0.0, "blur": 0.0, "noise": 0.0, "quality": 100}
SIZE = (203, 317)  # no multiple of anything


def lit(light, picture=None, gloss=None, seed=0):
    picture = np.full((*SIZE, 3), 120, np.uint8) if picture is None else picture
    return shine(picture, gloss, light, np.random.default_rng(seed))


def point():
    picture = np.zeros((*SIZE, 3), np.uint8)
    picture[100, 150] = 255
    return picture


def test_a_plain_light_leaves_the_picture_as_it_is():
    assert np.abs(lit(Light(**PLAIN), seed=1).astype(int) - 120).max() <= 1


def test_the_same_seed_gives_the_same_light():
    light = sample_light(np.random.default_rng(3), 1.0)
    assert (lit(light) == lit(light)).all()


def test_a_glossy_card_mirrors_the_lamp_more_than_cloth():
    gloss = np.zeros(SIZE, np.uint8)
    gloss[:, ::2] = 140
    found = lit(Light(glare=1.0, **PLAIN), gloss=gloss, seed=1).astype(int)
    assert found[:, ::2].mean() > found[:, 1::2].mean() + 2
    assert (found[:, 0:-1:2] - found[:, 1::2]).max() > 20


@pytest.mark.parametrize(
    ("light", "spread"),
    [
        pytest.param(Light(defocus=2.5, **PLAIN), 12, id="defocus"),
        pytest.param(Light(motion=5.0, **PLAIN), 3, id="motion"),
    ],
)
def test_a_point_is_spread(light, spread):
    assert (lit(light, point(), seed=1)[..., 0] > 3).sum() >= spread


def test_a_tube_draws_bands_across():
    rows = lit(Light(banding=0.1, **PLAIN), seed=1)[..., 1].astype(float).mean(axis=1)
    assert np.ptp(rows) > 8


def test_a_grey_camera_has_no_colours():
    picture = np.random.default_rng(2).integers(0, 255, (*SIZE, 3)).astype(np.uint8)
    found = lit(Light(grey=True, **PLAIN), picture)
    assert (np.ptp(found, axis=2) == 0).all()


def test_corners_darken():
    found = lit(Light(vignette=0.5, **PLAIN), seed=1)
    assert found[0, 0, 0] < found[SIZE[0] // 2, SIZE[1] // 2, 0] - 20


def test_an_easy_shot_is_cleaner_than_a_hard_one():
    easy, hard = (
        [sample_light(np.random.default_rng(seed), trouble) for seed in range(60)]
        for trouble in (0.0, 1.0)
    )
    for what in ("noise", "defocus", "glare", "motion"):
        assert np.mean([getattr(one, what) for one in easy]) < np.mean(
            [getattr(one, what) for one in hard]
        )
    assert all(60 <= one.quality <= 95 for one in easy + hard)
