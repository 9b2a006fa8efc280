import http.client
import json
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from PIL import Image

from device.cameras import BadSource
from device.serve import Parts, addresses, running, weigh
from device.store import BadStore, Store
from engine.rules import load


@pytest.fixture
def pictures(tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    Image.fromarray(np.full((36, 64, 3), 90, np.uint8)).save(folder / "one.png")
    return folder


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    reply = connection.getresponse()
    body = reply.read()
    connection.close()
    return reply.status, body


def declare(port, **body):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"Content-Type": "application/json", "X-Xingjia": "1"}
    connection.request("POST", "/api/declare", json.dumps(body), headers)
    reply = connection.getresponse()
    answer = json.loads(reply.read())
    connection.close()
    return reply.status, answer


def test_a_hand_before_the_camera_is_declared_over_the_network(site):
    version = -1
    while not (state := site.live.newer(version, 10)).ready:
        version = state.version
    status, state = declare(site.port, seat=0, xi=18, source="other")
    assert (status, state["ruling"]["answer"]) == (200, "confirmed")
    picture = state["ruling"]["picture"]
    assert get(site.port, f"/pictures/{picture}.jpg")[0] == 200


def test_the_page_is_there_before_the_camera(tmp_path):
    opened = threading.Event()

    def slow_camera():
        opened.wait()
        raise BadSource("gone meanwhile")

    parts = Parts(slow_camera, lambda: None, weigh, load("guoji"))
    with running(parts, "127.0.0.1", 0, tmp_path) as site:
        assert get(site.port, "/")[0] == 200
        opened.set()


def test_what_stops_the_loop_is_told(tmp_path):
    def camera():
        raise BadSource("no such camera")

    with running(
        Parts(camera, lambda: None, weigh, load("guoji")), "127.0.0.1", 0, tmp_path
    ) as site:
        with pytest.raises(BadSource, match="no such camera"):
            site.ended.result(timeout=10)
        assert get(site.port, "/")[0] == 200


def test_a_damaged_record_is_not_served(tmp_path):
    (tmp_path / "table.db").write_bytes(b"a letter" * 100)
    parts = Parts(lambda: None, lambda: None, weigh, load("guoji"))
    with pytest.raises(BadStore), running(parts, "127.0.0.1", 0, tmp_path):
        pass


def test_a_served_table_ends_at_sigterm_with_streams_open(tmp_path, pictures):
    command = [sys.executable, "-m", "device", "serve", "--source", str(pictures)]
    device = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        port = int(device.stdout.readline().rsplit(":", 1)[1].strip().rstrip("/"))
        streams = [http.client.HTTPConnection("127.0.0.1", port, timeout=10) for _ in range(5)]
        for stream in streams:
            stream.request("GET", "/api/events")
            assert stream.getresponse().readline().startswith(b"id: ")
        device.send_signal(signal.SIGTERM)
        assert device.wait(timeout=5) == 0
    finally:
        device.kill()
        device.stdout.close()
    Store(tmp_path / "data").close()  # sound, and free to open


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", ["127.0.0.1"]), ("::1", ["[::1]"]), ("table.local", ["table.local"])],
)
def test_an_address_is_shown_as_a_browser_wants_it(host, shown):
    assert addresses(host) == shown


def test_a_server_for_everybody_shows_this_machine_too():
    assert addresses("0.0.0.0")[-1] == "localhost"
