"""`xingjia bench` measures what it says; no time is judged here."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from device.bench import measure_engine, run
from device.cli import main
from models import reference


def test_the_reference_is_the_network_it_says_it_is():
    session = reference.session()
    noise = np.random.default_rng(1).random((1, 3, reference.SIDE, reference.SIDE), np.float32)
    (out,) = session.run(None, {"picture": noise})
    assert out.shape == (1, 448, 13, 13)
    assert np.isfinite(out).all()
    assert (out > 0).mean() > 0.1
    assert 6.3e9 < reference.flops() < 6.5e9


def test_the_reference_is_the_same_each_time():
    assert reference.model() == reference.model()


def test_the_engine_is_measured_cold_and_warm_and_beside_the_plain_search(monkeypatch):
    monkeypatch.setattr("device.bench.FULL", 20)
    monkeypatch.setattr("device.bench.SLOW", 5)
    found = measure_engine(["guoji", "liuhuqiang"], 200)
    assert set(found["hands"]) == {"mixed", "dense"}
    for by_name in found["hands"].values():
        for one in by_name.values():
            assert min(one["cold"], one["warm"], one["full"], one["plain"]) > 0
            assert one["share"]["hu"] > 0


def test_without_the_source_there_is_no_plain_search(monkeypatch, tmp_path):
    monkeypatch.setattr("device.bench.FULL", 5)
    monkeypatch.setattr("device.bench.SLOW_TRUTH", tmp_path / "plain.py")
    found, words = run(engine=True, vision=False, names=("guoji",), positions=50, pictures=1)
    assert found["engine"]["hands"]["mixed"]["guoji"]["plain"] is None
    assert "vision" not in found
    assert len(words) == 3


def test_vision_is_measured_stage_by_stage():
    done = CliRunner().invoke(main, ["bench", "--vision", "--pictures", "1"])
    assert done.exit_code == 0, done.output
    *lines, last = done.stdout.splitlines()
    found = json.loads(last)["vision"]
    assert set(found["ms"]) == {"detect", "classify", "pair_and_group", "reference", "total"}
    assert found["picture"] == [2304, 1296]
    assert 90 < found["glyphs"] < 110
    assert any("detect" in line for line in lines)


def test_an_unknown_rule_set_is_one_clear_error():
    done = CliRunner().invoke(main, ["bench", "--engine", "--rules", "nowhere"])
    assert done.exit_code == 2
    assert "expected one of" in done.stderr


@pytest.mark.parametrize("value", [0, 127, 128, 300, 1 << 20])
def test_numbers_are_written_seven_bits_a_byte(value):
    written = reference._varint(value)
    assert sum((byte & 127) << 7 * at for at, byte in enumerate(written)) == value
    assert all(byte & 128 for byte in written[:-1])
    assert written[-1] < 128
