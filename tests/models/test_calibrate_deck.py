"""The weights of a deck's word are fitted to what is true."""

import numpy as np
import pytest

from models.calibrate_deck import fit, truth_of
from vision.classifier import NONE
from vision.deck import features
from vision.detections import Ends


def test_the_fit_finds_the_weights_that_made_the_truth():
    rng = np.random.default_rng(3)
    n, made = 6000, np.array([0.6, 9.0, 0.5, 4.0])
    logits = rng.normal(0, 2, (n, 21))
    logp = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    like = rng.uniform(-0.2, 1, (n, 20))
    scores = features(logp.astype(np.float32), like) @ made
    truth = (scores + rng.gumbel(size=scores.shape)).argmax(axis=1)
    assert fit(logp, like, truth) == pytest.approx(made, rel=0.3)


@pytest.mark.parametrize(
    ("x", "angle", "visible", "says"),
    [
        pytest.param(103, -80, 1.0, 4, id="a glyph"),
        pytest.param(103, -80, 0.1, NONE, id="a hidden one"),
        pytest.param(103, -80, 0.5, -1, id="a half-hidden one"),
        pytest.param(103, -40, 1.0, -1, id="seen askew"),
        pytest.param(103, 90, 1.0, NONE, id="seen upside down"),
        pytest.param(130, -90, 1.0, NONE, id="beside it"),
    ],
)
def test_a_find_is_a_glyph_or_none_or_in_doubt(x, angle, visible, says):
    end = {"center_px": [100, 50], "angle_deg": -90, "visible": visible}
    label = {"cards": [{"up": True, "face": "五", "ends": [end]}]}
    found = Ends(
        np.array([[x, 50]], np.float32), np.array([angle], np.float32), *np.ones((3, 1)) * 40,
        np.zeros((1, 21), np.float32),
    )  # fmt: skip
    assert truth_of(found, label).tolist() == [says]


def test_a_table_without_open_cards_has_none():
    found = Ends(
        np.zeros((2, 2), np.float32), *np.ones((4, 2), np.float32), np.zeros((2, 21), np.float32)
    )
    assert truth_of(found, {"cards": []}).tolist() == [NONE, NONE]
