"""The live stream: server-sent events, one thread a page, ended as soon as the page is gone."""

import json
import threading
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, abort, request

from web.table import TableService

BEAT = "event: beat\ndata: {}\n\n"  # a real event, not a comment: the page listens for it


def blueprint(table: TableService, streams: int, heartbeat_s: float) -> Blueprint:
    """Route /api/events; answers 503 when `streams` pages are already open."""
    live = Blueprint("live", __name__)
    places = threading.BoundedSemaphore(streams)

    @live.get("/api/events")
    def events() -> Response:
        if not places.acquire(blocking=False):
            abort(503)
        # waitress tells here whether the phone is still there; other servers fail on writing.
        gone: Callable[[], bool] = request.environ.get(
            "waitress.client_disconnected", lambda: False
        )
        response = Response(_stream(table, heartbeat_s, gone), mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.call_on_close(places.release)
        return response

    return live


def _stream(table: TableService, heartbeat_s: float, gone: Callable[[], bool]) -> Iterator[str]:
    """The whole state first, then again at every change, and a beat in between."""
    version = -1
    while not table.closed and not gone():
        state = table.newer(version, heartbeat_s)
        if state is None:
            yield BEAT
        else:
            version = state.version
            body = json.dumps(state.as_json(), ensure_ascii=False)
            yield f"id: {version}\nevent: state\ndata: {body}\n\n"
