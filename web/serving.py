"""A production server with a thread for every open page (waitress)."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore

SPARE_THREADS = 16  # for pages, pictures and writes while every stream is taken


@contextmanager
def serving(app: Flask, host: str, port: int, streams: int = 48) -> Iterator[int]:
    """Serve the app until the block ends; gives the port (a free one for 0).

    Close the table first, so that open streams end by themselves. Raises OSError when the address
    cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=128)
    sockets: dict[int, Any] = {}
    server = create_server(
        app,
        map=sockets,
        sockets=[listener],
        threads=streams + SPARE_THREADS,
        connection_limit=4 * (streams + SPARE_THREADS),  # browsers keep idle ones open
        channel_request_lookahead=1,  # or waitress would not notice that a phone has gone
        clear_untrusted_proxy_headers=True,
        asyncore_use_poll=True,
        ident="xingjia",
    )
    thread = threading.Thread(target=server.run, name="web", daemon=True)
    thread.start()
    try:
        yield server.effective_port
    finally:
        server.task_dispatcher.shutdown(timeout=1)
        # The sockets belong to the server's own thread: it closes them, then its loop runs out.
        server.trigger.pull_trigger(lambda: wasyncore.close_all(sockets, ignore_all=True))
        thread.join(1)
