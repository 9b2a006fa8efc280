import json

from vision.view import as_json

ROW = [("一", 430, 800, 90), ("二", 454, 800, 90), ("三", 478, 800, 90)]


def test_the_line_of_a_picture_has_the_agreed_shape(lay, lay_down, look):
    line = as_json(look(lay(*ROW), lay_down((450, 450, 0))), "table.jpg")
    assert "\n" not in line
    said = json.loads(line)
    assert set(said) == {"image", "size", "cards", "groups"}
    assert said["image"] == "table.jpg"
    assert said["size"] == [1800, 1800]
    assert [set(card) for card in said["cards"]] == [
        {
            "face", "up", "confidence", "alternatives", "quad_px", "ends", "group", "seat", "zone",
        }
    ] * 4  # fmt: skip
    assert [set(group) for group in said["groups"]] == [
        {"id", "seat", "kind", "kinds_possible", "cards"}
    ]


def test_a_card_says_its_face_its_place_and_its_meld(lay, look):
    said = json.loads(as_json(look(lay(*ROW)), "table.jpg"))
    first = said["cards"][said["groups"][0]["cards"][0]]
    assert first["face"] in "一二三"
    assert first["alternatives"][0][0] == first["face"]
    assert (first["up"], first["zone"], first["seat"], first["group"]) == (True, "meld", 0, 0)
    assert len(first["quad_px"]) == 4
    assert [set(end) for end in first["ends"]] == [{"center_px", "angle_deg"}] * 2
    assert said["groups"][0]["kinds_possible"] == ["chi"]


def test_a_back_has_no_face(lay, lay_down, look):
    (card,) = json.loads(as_json(look(lay(), lay_down((450, 450, 0))), "x.jpg"))["cards"]
    assert (card["face"], card["up"], card["ends"], card["zone"]) == (None, False, [], "stock")


def test_an_empty_table_is_an_honest_empty_answer(lay, look):
    said = json.loads(as_json(look(lay()), "x.jpg"))
    assert said["cards"] == said["groups"] == []
