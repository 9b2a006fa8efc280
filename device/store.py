"""What must survive a power cut: every declaration, verdict and booked round, as JSON lines.

Totals are not stored; they are a fold over the lines. One SQLite file and a folder of pictures.
"""

import json
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

VERSION = 1
_SCHEMA = """
CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    line TEXT NOT NULL CHECK (json_valid(line))
)
"""


class BadStore(OSError):
    """The data folder cannot be used; the text says why and what to do."""


class Store:
    """The record of one table in `folder` (made if missing). Safe to use from many threads."""

    def __init__(self, folder: Path) -> None:
        """Open or make the store; raises BadStore."""
        self.pictures = folder / "pictures"
        self.file = folder / "table.db"
        self._lock = threading.Lock()
        try:
            self.pictures.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadStore(f"cannot write to {folder}: {error.strerror}") from error
        with self._clear_errors():
            self._db = sqlite3.connect(
                self.file, timeout=5, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise BadStore(f"{self.file} was written by a newer xingjia; update this one")
        # FULL: with WAL anything less may lose the last rounds when the power goes.
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        (found,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        if version == 0:
            with self._transaction():
                self._db.execute(_SCHEMA)
                self._db.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:  # full, locked, read-only
            raise BadStore(f"cannot write {self.file}: {error}; nothing was changed") from error
        except sqlite3.DatabaseError as error:
            raise BadStore(
                f"{self.file} is damaged ({error}); move it away and start again, or restore a copy"
            ) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def append(self, *events: Mapping[str, Any]) -> None:
        """Write some events, all or none; on return they are on the disk. Raises BadStore."""
        with self._lock, self._clear_errors(), self._transaction():
            self._db.executemany(
                "INSERT INTO events (line) VALUES (?)",
                [(json.dumps(event, ensure_ascii=False),) for event in events],
            )

    def events(self) -> list[dict[str, Any]]:
        """All events, oldest first. Raises BadStore."""
        with self._lock, self._clear_errors():
            rows = self._db.execute("SELECT line FROM events ORDER BY seq").fetchall()
        return [json.loads(line) for (line,) in rows]

    def keep_picture(self, name: str, jpeg: bytes) -> None:
        """Keep a picture for good. Raises BadStore."""
        part = self.pictures / f"{name}.part"
        try:
            with part.open("wb") as file:
                file.write(jpeg)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.pictures / f"{name}.jpg")
        except OSError as error:
            part.unlink(missing_ok=True)
            raise BadStore(f"cannot keep a picture in {self.pictures}: {error.strerror}") from error

    def picture(self, name: str) -> bytes | None:
        """A kept picture, None if there is none of this name."""
        file = self.pictures / f"{Path(name).name}.jpg"
        return file.read_bytes() if file.is_file() else None

    def close(self) -> None:
        """Close the file; may be called twice."""
        with self._lock:
            self._db.close()
