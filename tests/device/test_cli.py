import io
import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from PIL import Image

from device.cli import main
from vision.pictures import load_picture
from vision.view import TableView

WIN = {
    "exposed": [], "hand": list("一二三壹贰叁二七十贰柒拾四五六肆伍陆七八"),
    "win": {"card": "九", "source": "other"},
}  # fmt: skip


def line(**changes):
    return json.dumps({"id": "one", "ruleset": "guoji", "input": {**WIN, **changes}})


def xingjia(*arguments, text=None):
    return CliRunner().invoke(main, [str(a) for a in arguments], input=text)


class Reader:
    """Reads what a test wants it to have read."""

    def __init__(self, view=None):
        self.view = view or TableView((64, 36), (), ())
        self.tables = []

    def read(self, picture, table):
        self.tables.append(table)
        return TableView((picture.shape[1], picture.shape[0]), self.view.cards, self.view.groups)


@pytest.fixture
def reader(monkeypatch):
    reader = Reader()
    monkeypatch.setattr("device.reading.network_reader", lambda deck: reader)
    return reader


@pytest.fixture
def opened(reader, views):
    """A reader that sees a won hand of 18 戏 before the south."""
    reader.view = views["runs"]
    return reader


def jpeg(width=64, height=36, mode="RGB"):
    file = io.BytesIO()
    Image.new(mode, (width, height), 90 if mode == "L" else (90, 90, 90)).save(file, "JPEG")
    return file.getvalue()


@pytest.fixture
def picture(tmp_path):
    file = tmp_path / "table.jpg"
    file.write_bytes(jpeg())
    return file


def test_check_answers_in_order_and_tells_the_xi():
    result = xingjia("check", text=f"{line()}\n{line(win={'card': '九', 'source': 'self'})}\n")
    answers = [json.loads(text) for text in result.stdout.splitlines()]
    assert (result.exit_code, [a["xi"] for a in answers]) == (0, [18, 21])


def test_check_reads_a_file(tmp_path):
    file = tmp_path / "positions.jsonl"
    file.write_text(line() + "\n", "utf-8")
    assert json.loads(xingjia("check", file).stdout)["hu"] is True


def test_check_answers_the_good_lines_around_a_bad_one():
    result = xingjia("check", text=f"{line()}\nnot JSON\n{line()}\n")
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 2
    assert len(result.stderr.splitlines()) == 1
    assert "line 2" in result.stderr


def test_check_starts_without_the_heavy_modules():
    heavy = "{'cv2', 'numpy', 'flask', 'onnxruntime', 'PIL'}"
    script = (
        "import sys, io\nfrom device.cli import main\nsys.stdin = io.StringIO('')\n"
        "try: main(['check'])\n"
        f"except SystemExit as end: print(end.code, {heavy} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout.strip() == "0 set()"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(line(hand=["一", "某"]), "某", id="an unknown face"),
        pytest.param("[]", "object", id="a list"),
        pytest.param("{", "JSON", id="cut short"),
        pytest.param(line().replace("guoji", "mars"), "mars", id="unknown rules"),
        pytest.param('{"id": 1}', "ruleset", id="keys missing"),
    ],
)
def test_a_bad_position_gets_one_clear_line(text, says):
    result = xingjia("check", text=text + "\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert says in result.stderr


def test_five_cards_of_one_face_are_an_answer():
    result = xingjia("check", text=line(hand=["一"] * 5 + WIN["hand"][5:]) + "\n")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["hu"]) == (0, False)
    assert answer["reason"].startswith("bad_input")


def test_no_position_is_no_answer():
    result = xingjia("check", text="")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(b"", "empty", id="empty file"),
        pytest.param(jpeg()[:200], "damaged|not a picture", id="truncated JPEG"),
        pytest.param(b"dear table", "not a picture", id="a letter"),
        pytest.param(None, "no such", id="no file"),
    ],
)
def test_a_bad_picture_gets_one_clear_line_and_the_others_are_read(
    tmp_path, reader, picture, data, says
):
    bad = tmp_path / "bad.jpg"
    if data is not None:
        bad.write_bytes(data)
    result = xingjia("read", bad, picture, "--json")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert any(word in result.stderr for word in says.split("|"))
    assert json.loads(result.stdout)["image"] == str(picture)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(jpeg(4000, 3000), id="twelve megapixels"),
        pytest.param(jpeg(mode="L"), id="grey"),
        pytest.param(jpeg(), id="no card"),
    ],
)
def test_a_picture_without_cards_is_an_honest_empty_answer(tmp_path, reader, data):
    file = tmp_path / "table.jpg"
    file.write_bytes(data)
    result = xingjia("read", file, "--json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["cards"], answer["groups"]) == (0, [], [])


def test_the_table_is_named_or_lies_beside_or_is_the_picture(tmp_path, reader, picture):
    where = {"corners_px": [[0, 36], [64, 36], [64, 0], [0, 0]], "size_mm": [900, 506]}
    named = tmp_path / "T.json"
    named.write_text(json.dumps({**where, "seats": [0, 2]}))
    xingjia("read", picture, "--json")
    (tmp_path / "table.table.json").write_text(json.dumps({**where, "seats": [1, 3]}))
    xingjia("read", picture, "--json")
    xingjia("read", picture, "--table", named, "--json")
    edges, beside, given = reader.tables
    assert edges is None
    assert (beside.seats, given.seats) == ((1, 3), (0, 2))


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"corners_px": 1, "size_mm": [1, 1]}'])
def test_a_bad_table_gets_one_clear_line(tmp_path, reader, picture, text):
    named = tmp_path / "T.json"
    named.write_text(text)
    result = xingjia("read", picture, "--table", named, "--json")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "T.json" in result.stderr


def test_one_overlay_is_a_file_and_several_are_a_folder(tmp_path, opened, picture):
    other = tmp_path / "other.jpg"
    other.write_bytes(jpeg())
    assert xingjia("read", picture, "--overlay", tmp_path / "seen.png").exit_code == 0
    assert load_picture(tmp_path / "seen.png").shape == (36, 64, 3)
    assert xingjia("read", picture, other, "--overlay", tmp_path / "seen").exit_code == 0
    assert sorted(p.name for p in (tmp_path / "seen").iterdir()) == ["other.jpg", "table.jpg"]


def test_an_overlay_that_is_no_picture_is_refused(tmp_path, reader, picture):
    result = xingjia("read", picture, "--overlay", tmp_path / "seen.txt")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    ("declared", "more", "answer", "code"),
    [
        pytest.param(18, ["--source", "other"], "confirmed", 0, id="right"),
        pytest.param(21, ["--win", "九", "--source", "self"], "confirmed", 0, id="own draw"),
        pytest.param(20, ["--source", "other"], "miscounted", 1, id="wrong"),
        pytest.param(18, [], "unsure", 1, id="the source decides"),
    ],
)
def test_verify_answers_and_its_exit_code_says_whether(
    opened, picture, declared, more, answer, code
):
    result = xingjia("verify", picture, "--seat", 0, "--declare", declared, *more, "--json")
    said = json.loads(result.stdout)
    assert (said["verdict"], result.exit_code) == (answer, code)
    assert set(said) == {
        "verdict", "declared", "xi", "xi_possible", "breakdown", "reason", "question",
        "unsure_cards",
    }  # fmt: skip


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(["--win", "某"], id="unknown face"),
        pytest.param(["--source", "stock"], id="unknown source"),
        pytest.param(["--rules", "mars"], id="unknown rules"),
        pytest.param(["--evidence", "none.json"], id="no evidence file"),
        pytest.param(["--seat", "4"], id="no such seat"),
        pytest.param(["--nonsense"], id="no such option"),
    ],
)
def test_a_wrong_call_gets_one_clear_line(opened, picture, more):
    result = xingjia("verify", picture, "--seat", 0, "--declare", 18, *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["serve"], id="no source"),
        pytest.param(["serve", "--source", "nowhere"], id="a source that is not there"),
        pytest.param(["serve", "--source", ".", "--rules", "mars"], id="unknown rules"),
        pytest.param(["nonsense"], id="no such command"),
        pytest.param(["check", "nowhere.jsonl"], id="no such file"),
    ],
)
def test_every_command_complains_in_one_line(tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    result = xingjia(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


def test_the_traceback_is_there_for_those_who_ask(opened, picture, monkeypatch):
    monkeypatch.setenv("XINGJIA_DEBUG", "1")
    result = xingjia("verify", picture, "--seat", 0, "--declare", 18, "--win", "某")
    assert isinstance(result.exception, ValueError)


def test_help_names_every_command():
    text = xingjia("--help").stdout
    assert all(name in text for name in ("demo", "serve", "check", "read", "verify", "doctor"))
