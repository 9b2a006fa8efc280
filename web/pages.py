"""The one page a phone opens, and the pictures it shows."""

from flask import Blueprint, Response, abort, render_template

from engine.rules import Source
from web.api import circumstances_of
from web.table import TableService

# Everything comes from this device: no other host, no inline script.
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'"


def blueprint(table: TableService) -> Blueprint:
    """Routes `/` and `/pictures/NAME.jpg`."""
    site = Blueprint("pages", __name__)

    @site.get("/")
    def index() -> str:
        rules = table.rules
        said = {
            "quantity": rules.quantity,
            "opening": rules.opening,
            "penalties": dict(rules.penalties),
        }
        return render_template(
            "index.html",
            state=table.state().as_json(),
            rules=rules,
            said=said,
            discard=Source.DISCARD in rules.win_sources,
            circumstances=circumstances_of(rules),
        )

    @site.get("/pictures/<name>.jpg")
    def picture(name: str) -> Response:
        jpeg = table.picture(name)
        if jpeg is None:
            abort(404)
        response = Response(jpeg, mimetype="image/jpeg")
        response.cache_control.max_age = 86400  # a name is never used for a second picture
        return response

    @site.after_app_request
    def harden(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "same-origin")
        if response.mimetype != "image/jpeg":
            response.headers.setdefault("Cache-Control", "no-cache")
        return response

    return site
