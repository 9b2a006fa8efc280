"""`xingjia doctor`: what a helper at the other end of the telephone would ask first."""

import platform
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

LEAST_FREE_MB = 200  # below it the record of an evening may not fit


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at; `good` is None where only some uses need it."""

    what: str
    good: bool | None
    says: str


def examine(data: Path) -> Iterator[Finding]:
    """Look at the machine, the networks, the data folder and the camera, in this order."""
    yield Finding("python", True, f"{platform.python_version()} on {platform.machine()}")
    yield _tried("networks", _networks)
    yield _tried("record", lambda: _record(data))
    place = next(p for p in (data.absolute(), *data.absolute().parents) if p.exists())
    free = shutil.disk_usage(place).free // 2**20
    yield Finding("disk", free >= LEAST_FREE_MB, f"{free} MB free at {place}")
    camera = _tried("pi camera", _camera)
    yield Finding(camera.what, camera.good or None, camera.says)


def _tried(what: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(what, True, look())
    except (ValueError, OSError) as error:  # every error of ours is one of the two
        return Finding(what, False, str(error))


def _networks() -> str:
    from device.reading import network_reader

    network_reader()
    return "both can be opened"


def _record(data: Path) -> str:
    from device.store import Store

    if not (data / "table.db").exists():
        return f"none yet in {data}"
    store = Store(data)
    try:
        return f"{len(store.events())} entries in {store.file}, sound"
    finally:
        store.close()


def _camera() -> str:
    from device.cameras import open_camera

    with open_camera("picamera2"):
        return "gives pictures"
