import sqlite3
from contextlib import closing

import pytest

from device.store import BadStore, Store


@pytest.fixture
def store(tmp_path):
    with closing(Store(tmp_path)) as store:
        yield store


def test_events_come_back_in_order_after_a_restart(tmp_path, store):
    store.append({"type": "declared", "seat": 0}, {"type": "verdict", "cards": "一二三"})
    store.append({"type": "booked"})
    store.close()
    with closing(Store(tmp_path)) as again:
        assert [event["type"] for event in again.events()] == ["declared", "verdict", "booked"]
        assert again.events()[1]["cards"] == "一二三"


def test_two_readers_share_one_record(tmp_path, store):
    with closing(Store(tmp_path)) as other:
        store.append({"type": "booked"})
        assert other.events() == [{"type": "booked"}]


def test_every_commit_is_on_the_disk_before_it_returns(store):
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_a_full_disk_is_one_clear_error_and_loses_nothing(store):
    store.append({"type": "booked", "number": 1})
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(BadStore, match="full"):
        store.append({"type": "booked", "number": 2}, {"type": "long", "line": "一" * 100_000})
    assert store.events() == [{"type": "booked", "number": 1}]


def test_a_locked_record_is_one_clear_error(tmp_path, store):
    store._db.execute("PRAGMA busy_timeout = 1")
    with closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BadStore, match="locked"):
            store.append({"type": "booked"})


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: b"this is no database, it is a letter" * 40, id="a letter"),
        pytest.param(lambda data: data[:100] + bytes(len(data) - 100), id="wiped pages"),
        pytest.param(lambda data: data[: len(data) // 2], id="cut in half"),
    ],
)
def test_a_damaged_file_is_refused_and_left_alone(tmp_path, damage):
    with closing(Store(tmp_path)) as store:
        store.append(*({"type": "booked", "number": n, "pad": "一" * 200} for n in range(100)))
    file = tmp_path / "table.db"
    damaged = damage(file.read_bytes())
    file.write_bytes(damaged)
    with pytest.raises(BadStore, match="damaged"):
        Store(tmp_path)
    assert file.read_bytes() == damaged


def test_a_newer_record_is_refused(tmp_path, store):
    store._db.execute("PRAGMA user_version = 99")
    with pytest.raises(BadStore, match="newer"):
        Store(tmp_path)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(BadStore, match="cannot write"):
        Store(tmp_path / "taken")


def test_a_picture_is_kept_and_no_name_leads_out_of_the_folder(tmp_path, store):
    store.keep_picture("one", b"jpeg")
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    assert store.picture("one") == b"jpeg"
    assert store.picture("../secret") is None
    assert store.picture("two") is None
