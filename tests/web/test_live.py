import http.client
import json
import socket

import pytest

from engine.verify import Answer
from web import create_app
from web.serving import serving

STREAMS = 3


@pytest.fixture
def port(table):
    app = create_app(table, streams=STREAMS, heartbeat_s=0.05)
    with serving(app, "127.0.0.1", 0, streams=STREAMS) as port:
        yield port
        table.close()


class Phone:
    """One open live stream."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self.connection.request("GET", "/api/events")
        self.reply = self.connection.getresponse()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.reply.close()
        self.connection.close()

    def next(self, event):
        """The data of the next event of this name."""
        name = None
        while line := self.reply.readline().decode():
            if line.startswith("event: "):
                name = line.removeprefix("event: ").strip()
            if line.startswith("data: ") and name == event:
                return json.loads(line.removeprefix("data: "))
        return None


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    reply = connection.getresponse()
    body = reply.read()
    connection.close()
    return reply.status, body


def test_a_stream_begins_with_the_whole_state_and_beats(port):
    with Phone(port) as phone:
        assert len(phone.next("state")["players"]) == 3
        assert phone.next("beat") == {}


def test_every_change_arrives_with_a_higher_number(port, table):
    with Phone(port) as phone:
        first = phone.next("state")
        table.declare(0, 25, None)
        second = phone.next("state")
        assert second["version"] > first["version"]
        assert second["ruling"]["answer"] == Answer.MISCOUNTED


def test_a_phone_that_slept_gets_the_newest_state_not_the_backlog(port, table):
    with Phone(port) as phone:
        phone.next("state")
    for xi in (25, 26, 27):
        table.declare(0, xi, None)
    with Phone(port) as again:
        assert again.next("state")["ruling"]["declared"] == 27


def test_a_stream_too_many_is_refused_and_the_site_still_answers(port):
    phones = [Phone(port) for _ in range(STREAMS)]
    status, body = get(port, "/api/events")
    assert status == 503
    assert json.loads(body)["error"]["status"] == 503
    assert get(port, "/")[0] == 200
    for phone in phones:
        phone.__exit__()


def test_the_place_of_a_phone_that_vanished_becomes_free(port):
    for _ in range(4 * STREAMS):
        with Phone(port) as phone:
            # A full house frees a place within a heartbeat.
            while phone.reply.status == 503:
                phone.__exit__()
                phone.__init__(port)
            assert phone.next("state") is not None


def test_streams_end_when_the_table_closes(port, table):
    with Phone(port) as phone:
        phone.next("state")
        table.close()
        assert phone.next("state") is None


def test_an_address_in_use_is_an_error(table):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        app = create_app(table)
        with (
            pytest.raises(OSError, match="in use"),
            serving(app, "127.0.0.1", taken.getsockname()[1]),
        ):
            pass
