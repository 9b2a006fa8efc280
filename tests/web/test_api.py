import pytest

from web.api import local

WRITE = {"X-Xingjia": "1", "Origin": "http://localhost"}


def declare(client, body, headers=WRITE):
    return client.post("/api/declare", json=body, headers=headers)


def test_the_page_opens_without_login_and_from_any_name(client):
    assert client.get("/").status_code == 200
    assert client.get("/", headers={"Host": "192.168.1.7:8000"}).status_code == 200


def test_the_page_loads_nothing_from_elsewhere(client):
    page = client.get("/")
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert "http:" not in page.text
    assert "https:" not in page.text


def test_a_right_number_is_confirmed_with_points_for_every_seat(client):
    state = declare(client, {"seat": 0, "xi": 22}).json
    assert state["ruling"]["answer"] == "confirmed"
    assert [p["total"] for p in state["players"]] == [12, -6, -6]
    assert sum(points for _, points in state["rounds"][0]["points"]) == 0


def test_the_answer_to_the_question_settles_the_hand(client):
    asked = declare(client, {"seat": 1, "xi": 24}).json["ruling"]
    assert asked["answer"] == "unsure"
    choice = asked["question"]["choices"][0]["value"]
    answer = {"question": asked["question"]["id"], "choice": choice}
    state = client.post("/api/answer", json=answer, headers=WRITE).json
    assert state["ruling"]["answer"] == "confirmed"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"xi": 15}, id="no seat"),
        pytest.param({"seat": 3, "xi": 15}, id="nobody sits there"),
        pytest.param({"seat": "0", "xi": 15}, id="seat is a text"),
        pytest.param({"seat": 0}, id="no number"),
        pytest.param({"seat": 0, "xi": -1}, id="negative"),
        pytest.param({"seat": 0, "xi": 201}, id="more than any hand has"),
        pytest.param({"seat": 0, "xi": 15.5}, id="half a xi"),
        pytest.param({"seat": 0, "xi": True}, id="a truth value"),
        pytest.param({"seat": 0, "xi": 15, "source": "stock"}, id="unknown source"),
        pytest.param([0, 15], id="not an object"),
    ],
)
def test_bad_input_gets_one_clear_message_in_both_languages(client, table, body):
    before = table.state()
    reply = declare(client, body)
    assert reply.status_code == 400
    assert set(reply.json["error"]) == {"status", "zh", "en"}
    assert table.state() == before


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Origin": "http://localhost"}, 403, id="without the header"),
        pytest.param({**WRITE, "Origin": "http://evil.example"}, 403, id="from another site"),
        pytest.param({**WRITE, "Origin": "null"}, 403, id="from nowhere"),
        pytest.param(
            {**WRITE, "Origin": "http://evil.example", "Host": "evil.example"}, 403,
            id="through a rebound name",
        ),
        pytest.param({**WRITE, "Content-Type": "text/plain"}, 415, id="as a plain form would"),
    ],
)  # fmt: skip
def test_only_pages_of_this_device_write(client, table, headers, status):
    before = table.state()
    reply = client.post(
        "/api/declare", data='{"seat": 0, "xi": 22}',
        headers={"Content-Type": "application/json", **headers},
    )  # fmt: skip
    assert (reply.status_code, reply.json["error"]["status"]) == (status, status)
    assert table.state() == before


@pytest.mark.parametrize(
    ("data", "status"), [("{", 400), ("", 400), ("[" * 5000, 413)], ids=["cut", "empty", "huge"]
)
def test_what_is_not_json_is_an_error_of_the_same_shape(client, data, status):
    reply = client.post(
        "/api/declare", data=data, headers={"Content-Type": "application/json", **WRITE}
    )
    assert (reply.status_code, reply.json["error"]["status"]) == (status, status)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        pytest.param("get", "/nowhere", 404, id="unknown page"),
        pytest.param("get", "/pictures/none.jpg", 404, id="unknown picture"),
        pytest.param("get", "/api/declare", 405, id="reading a write"),
    ],
)
def test_every_error_has_one_shape(client, method, path, status):
    reply = getattr(client, method)(path)
    assert (reply.status_code, reply.json["error"]["status"]) == (status, status)


def test_a_closed_question_cannot_be_answered(client):
    reply = client.post("/api/answer", json={"question": "九", "choice": "kan"}, headers=WRITE)
    assert reply.status_code == 400


def test_the_picture_of_the_verdict_is_a_jpeg(client):
    reply = client.get("/pictures/table.jpg")
    assert reply.mimetype == "image/jpeg"
    assert reply.data.startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("192.168.1.7:8000", True), ("[fe80::1]:8000", True), ("localhost", True),
        ("xingjia.local:8000", True), ("evil.example", False), ("local.evil.example", False),
    ],
)  # fmt: skip
def test_a_write_must_address_a_local_name(host, ours):
    assert local(host) is ours
