import json

import numpy as np
import pytest

from vision.table import BadTable, Table, edges_of, load_table, parse_table

SEEN = Table(((350, 1500), (1930, 1430), (1980, -120), (310, -190)), (900.0, 880.0), (0, 1, 3))


def test_the_corners_lie_where_the_table_says():
    assert np.allclose(SEEN.to_mm(SEEN.corners_px), [[0, 880], [900, 880], [900, 0], [0, 0]])


def test_there_and_back_again():
    points = np.random.default_rng(1).uniform(0, 1200, (50, 2))
    assert np.allclose(SEEN.to_px(SEEN.to_mm(points)), points)


def test_any_shape_of_points_is_mapped():
    assert SEEN.to_mm(np.zeros((3, 4, 2))).shape == (3, 4, 2)


def test_the_scale_of_a_table_that_fills_a_picture():
    assert edges_of((2304, 1296)).px_per_mm() == pytest.approx(1)


def test_a_table_is_read_from_its_file(tmp_path):
    path = tmp_path / "T.json"
    path.write_text(
        json.dumps({"corners_px": SEEN.corners_px, "size_mm": [900, 880], "seats": [0, 1, 3]})
    )
    assert load_table(path) == SEEN


CORNERS = [[350, 1500], [1930, 1430], [1980, -120], [310, -190]]
BAD = [
    pytest.param([], "no JSON object", id="a list"),
    pytest.param({"size_mm": [900, 900]}, "missing corners_px", id="no corners"),
    pytest.param({"corners_px": CORNERS}, "missing size_mm", id="no size"),
    pytest.param({"corners_px": CORNERS[:3], "size_mm": [9, 9]}, "four", id="three corners"),
    pytest.param({"corners_px": "here", "size_mm": [9, 9]}, "four", id="words for corners"),
    pytest.param({"corners_px": CORNERS[::-1], "size_mm": [9, 9]}, "south-west", id="mirrored"),
    pytest.param({"corners_px": [[1, 1]] * 4, "size_mm": [9, 9]}, "south-west", id="a point"),
    pytest.param({"corners_px": CORNERS, "size_mm": [0, 9]}, "positive", id="no width"),
    pytest.param({"corners_px": CORNERS, "size_mm": [9, 9], "seats": [4]}, "seats", id="seat 4"),
    pytest.param({"corners_px": CORNERS, "size_mm": [9, 9], "seats": []}, "seats", id="nobody"),
    pytest.param({"corners_px": CORNERS, "size_mm": [9, 9], "seats": [1, 1]}, "seats", id="twice"),
]


@pytest.mark.parametrize(("data", "words"), BAD)
def test_a_bad_table_is_one_clear_error(data, words):
    with pytest.raises(BadTable, match=words):
        parse_table(data)


@pytest.mark.parametrize("text", ["", "{", "not json"])
def test_a_table_file_that_is_not_json_is_named(tmp_path, text):
    path = tmp_path / "T.json"
    path.write_text(text)
    with pytest.raises(BadTable, match=r"T\.json"):
        load_table(path)


def test_a_missing_table_file_is_named(tmp_path):
    with pytest.raises(BadTable, match=r"none\.json"):
        load_table(tmp_path / "none.json")
