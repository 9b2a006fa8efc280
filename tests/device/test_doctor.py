import sys

import pytest

from device.doctor import examine
from device.store import Store


@pytest.fixture
def networks(monkeypatch):
    monkeypatch.setattr("device.reading.network_reader", lambda: None)


def findings(data):
    return {finding.what: finding for finding in examine(data)}


def test_a_sound_machine_without_a_pi_camera_is_fit(tmp_path, networks, monkeypatch):
    monkeypatch.setitem(sys.modules, "libcamera", None)
    store = Store(tmp_path)
    store.append({"type": "booked"})
    store.close()
    found = findings(tmp_path)
    assert [f.what for f in found.values() if f.good is False] == []
    assert found["pi camera"].good is None  # only some need it
    assert "1 entries" in found["record"].says


def test_a_look_makes_no_record(tmp_path, networks):
    assert "none yet" in findings(tmp_path / "data")["record"].says
    assert not (tmp_path / "data").exists()


def test_a_damaged_record_is_found(tmp_path, networks):
    (tmp_path / "table.db").write_bytes(b"a letter" * 100)
    found = findings(tmp_path)["record"]
    assert found.good is False
    assert "damaged" in found.says


def test_missing_networks_are_found(tmp_path, monkeypatch):
    def missing():
        raise ValueError("no ends.onnx")

    monkeypatch.setattr("device.reading.network_reader", missing)
    assert findings(tmp_path)["networks"].good is False
