"""The pictures to measure on: the same each time, and labelled with what made them hard."""

import json

import cv2
import numpy as np
import pytest

from models.evaluate import evaluate, read_pictures
from models.figures import figures
from models.judging import judge
from models.light import Light
from models.measuring import (
    device_look,
    folder_of_pictures,
    labelled_folder,
    light_word,
    own_nothing,
    own_scenes,
)
from models.nothing import on_nothing, on_photos
from models.timing import in_stages, stage_clock

LIGHTS = [
    pytest.param(Light(), "plain", id="nothing"),
    pytest.param(Light(glare=0.4), "glare", id="a lamp mirrored"),
    pytest.param(Light(motion=3.0), "soft", id="moved"),
    pytest.param(Light(exposure=0.4), "dim", id="too dark"),
    pytest.param(Light(grey=True, banding=0.1), "several", id="two things"),
]


class Blind:
    """Reads the same view on every picture."""

    def __init__(self, view):
        self.view, self.tables = view, []

    def read(self, picture, table=None):
        self.tables.append(table)
        return self.view


@pytest.mark.parametrize(("light", "word"), LIGHTS)
def test_what_is_wrong_with_a_light_has_a_word(light, word):
    assert light_word(light) == word


def test_the_device_sees_cards_at_its_own_scale():
    looks = [device_look(np.random.default_rng(seed)) for seed in range(20)]
    assert all(1.5 <= look.px_per_mm <= 2.3 for look in looks)


def test_an_own_scene_is_the_same_each_time_and_tells_its_winner():
    (picture, label), (_, showdown) = own_scenes(2, 5)
    assert "win" not in label
    assert showdown["win"]["seat"] in showdown["seats"]
    assert isinstance(label["light"], str)
    ((again, same),) = own_scenes(1, 5)
    assert (picture == again).all()
    assert same["cards"] == label["cards"]


def test_a_folder_is_read_by_its_labels(tmp_path, table):
    cv2.imwrite(str(tmp_path / "a.jpg"), np.zeros((100, 200, 3), np.uint8))
    (tmp_path / "a.json").write_text(json.dumps(table([], image="a.jpg", table_mm=900.0)))
    (tmp_path / "a.table.json").write_text('{"corners_px": []}')
    ((picture, label),) = labelled_folder(tmp_path)
    assert picture.shape == (100, 200, 3)
    assert label["table_mm"] == [900.0, 900.0]


def test_each_reader_reads_each_picture(table, reading, true, seen):
    pictures = [(np.zeros((9, 9, 3), np.uint8), table([true(0, "五", 100)], image="one.jpg"))]
    right, wrong = Blind(reading([seen("五", 100)])), Blind(reading([seen("六", 100)]))
    read = read_pictures(pictures, {"a": lambda label: right, "b": lambda label: wrong})
    assert [one.name for judged in read.judged.values() for one in judged] == ["one", "one"]
    assert [figures(judged)["read"] for judged in read.judged.values()] == [1.0, 0.0]
    assert [one["picture"] for one in figures(read.judged["b"])["worst"]] == ["one"]
    assert evaluate(wrong, pictures)["confusions"] == {"五→六": 1}


def test_shares_are_told_by_what_made_a_card_hard(table, reading, true, seen):
    cards = [true(0, "五", 100, seen=(1.0, 0.0)), true(1, "六", 200), true(2, "七", 300)]
    view = reading([seen("五", 100, ends=(-1,)), seen("九", 200)])
    told = figures([judge(table(cards, light="dim"), view)])
    assert (told["read_one_end"], told["read_two_ends"]) == (1.0, 0.0)
    assert told["by"]["light"] == {
        "dim": {"cards": 3, "recall": 0.6667, "read": 0.3333, "confident_wrong": 1}
    }
    assert list(told["by"]["px/mm"]) == ["below 1.2"]


def test_finds_where_nothing_lies_are_told_with_the_worst(reading, seen):
    reader = Blind(reading([seen("五", 100, sure=0.95), seen("六", 200, sure=0.4), seen(None, 9)]))
    told = on_nothing(reader, own_nothing(1))
    for how in ("scale known", "scale unknown"):
        assert (told[how]["confident"], told[how]["finds"], told[how]["backs"]) == (1, 2, 1)
        assert (told[how]["worst_confidence"], told[how]["worst_picture"]) == (0.95, "own 0")
    known, unknown = reader.tables
    assert known.px_per_mm() == pytest.approx(1.85)
    assert unknown is None


def test_a_glyph_on_a_photograph_is_found_inside_its_box(tmp_path, reading, seen):
    cv2.imwrite(str(tmp_path / "p.jpg"), np.zeros((100, 200, 3), np.uint8))
    glyphs = [("五", [90, 60, 110, 80]), ("六", [90, 120, 110, 140]), ("七", [0, 0, 9, 9])]
    label = {"glyphs": [{"face": face, "box_px": box} for face, box in glyphs]}
    (tmp_path / "p.json").write_text(json.dumps(label))
    assert [one.name for one in folder_of_pictures(tmp_path)] == ["p"]
    told = on_photos(Blind(reading([seen("五", 100)])), tmp_path)
    assert told == {"glyphs": 3, "photo_found": 0.6667, "photo_right": 0.3333}


def test_time_spent_in_no_network_is_pairing_and_grouping():
    with stage_clock() as spent:
        assert spent == {"detect": 0.0, "classify": 0.0}
    stages = in_stages(1.0, {"detect": 0.5, "classify": 0.25})
    assert stages == {"detect": 0.5, "classify": 0.25, "pair_and_group": 0.25}
