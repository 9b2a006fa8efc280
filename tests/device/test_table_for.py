import json

from device.reading import overlay_font, table_for


def write(path, width):
    corners = [[0, 900], [900, 900], [900, 0], [0, 0]]
    path.write_text(json.dumps({"corners_px": corners, "size_mm": [width, 900]}))


def test_the_named_table_comes_first(tmp_path):
    write(tmp_path / "T.json", 700)
    write(tmp_path / "scene.table.json", 800)
    table = table_for(tmp_path / "scene.jpg", tmp_path / "T.json")
    assert table.size_mm == (700, 900)


def test_else_the_table_beside_the_picture(tmp_path):
    write(tmp_path / "scene.table.json", 800)
    assert table_for(tmp_path / "scene.jpg").size_mm == (800, 900)


def test_else_it_is_not_known(tmp_path):
    assert table_for(tmp_path / "scene.jpg") is None


def test_the_font_of_the_overlay_is_there():
    assert overlay_font().is_file()
