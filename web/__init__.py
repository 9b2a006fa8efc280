"""The pages that phones see: live scores, the verdict, the winner's form, the score sheet."""

from flask import Flask

from web import api, live, pages, sheet
from web.table import TableService


def create_app(table: TableService, *, streams: int = 48, heartbeat_s: float = 2.0) -> Flask:
    """The site of one table; it holds at most `streams` live pages, each with its own thread."""
    app = Flask(__name__)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # the default provider has it
    app.config["MAX_CONTENT_LENGTH"] = 4096  # the largest honest write has a few dozen bytes
    app.register_blueprint(pages.blueprint(table))
    app.register_blueprint(api.blueprint(table))
    app.register_blueprint(sheet.blueprint(table))
    app.register_blueprint(live.blueprint(table, streams, heartbeat_s))
    return app
