import json

import numpy as np
import pytest

from vision.certainty import BadCertainty, evidence, load, log_odds, probability, tempered

GOOD = {
    "one": [0, 1, 1, 1, -1],
    "two": [0, 1, 1, 1, -1],
    "temper": [1, 0.8],
    "back": [0, 1],
    "said": [0, 1],
}


def test_the_measured_certainties_can_be_read():
    assert len(load().one) == 5


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("{", id="no JSON"),
        pytest.param("[]", id="no object"),
        pytest.param(json.dumps({**GOOD, "one": [1, 2]}), id="too few numbers"),
        pytest.param(json.dumps({**GOOD, "back": ["a", 1]}), id="not numbers"),
        pytest.param(json.dumps({"one": GOOD["one"]}), id="half of it"),
    ],
)
def test_a_table_that_is_none_is_refused_with_its_name(tmp_path, text):
    path = tmp_path / "c.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadCertainty, match=r"c\.json"):
        load(path)


def test_log_odds_and_probability_are_inverses():
    p = np.array([0.01, 0.5, 0.99])
    assert np.allclose(probability(log_odds(p)), p)


def test_a_temper_below_one_makes_a_reading_less_sure():
    logp = np.log(np.array([[0.7, 0.2] + [0.1 / 19] * 19]))
    sure, unsure = (tempered(logp, np.array([t])).max() for t in (1.0, 0.5))
    assert sure > unsure > 0.05


def test_a_strange_width_and_a_blank_crop_are_evidence_against_a_card():
    glyph, blank = (np.log(np.array([[0.97 - n, *[0.01 / 19] * 19, n + 0.02]])) for n in (0, 0.9))
    score = np.array([0.7])
    usual = evidence(score, glyph, np.array([0.0]))
    assert (evidence(score, glyph, np.array([0.3]))[0] - usual[0])[4] > 0
    assert (evidence(score, blank, np.array([0.0]))[0] - usual[0])[2] < 0
