"""The JSON side: read the state, declare a win, answer a question.

A write is a JSON POST with the header X-Xingjia, sent from a page of this device: other sites can
neither set the header nor pass the Origin check, and a rebound name fails the Host check.
"""

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import HTTPException

from engine.questions import Text
from engine.rules import RuleSet, Source
from web.table import Refused, TableService

HEADER = "X-Xingjia"
MOST_XI = 200  # above every total of every rule set

_MESSAGES = {
    400: Text("请求的内容看不懂", "The request cannot be understood"),
    403: Text("只能从本机的页面操作", "Only pages of this device may do this"),
    404: Text("没有这个页面", "There is no such page"),
    405: Text("不能这样访问", "This address does not answer that method"),
    413: Text("内容太长", "The request is too long"),
    415: Text("只收 JSON", "Only JSON is accepted"),
    503: Text("打开的页面太多，请关掉几个再试", "Too many open pages; close some and try again"),
}
_FALLBACK = Text("设备出错了，请看设备上的记录", "Something broke; see the log on the device")


class Forbidden(ValueError):
    """A write that no page of this device sent."""


def failure(text: Text, status: int) -> Response:
    """The one shape of every error: {"error": {"status", "zh", "en"}}."""
    response = jsonify({"error": {"status": status, "zh": text.zh, "en": text.en}})
    response.status_code = status
    return response


def local(host: str) -> bool:
    """Whether a Host header names a device on this network and not a rebound public name."""
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".local") or name == socket.gethostname()
    return True


def blueprint(table: TableService) -> Blueprint:
    """Routes /api/state, /api/declare and /api/answer, and the shape of errors."""
    api = Blueprint("api", __name__)

    @api.get("/api/state")
    def state() -> Response:
        return jsonify(table.state().as_json())

    @api.post("/api/declare")
    def declare() -> Response:
        said = _said()
        seat, xi, source = said.get("seat"), said.get("xi"), said.get("source")
        if type(seat) is not int or seat not in {p.seat for p in table.state().players}:
            raise Refused("请选谁胡了", f"Choose who won; expected a seat, got {seat!r}")
        if type(xi) is not int or not 0 <= xi <= MOST_XI:
            raise Refused(
                f"戏数要在 0 到 {MOST_XI} 之间", f"Expected 0 to {MOST_XI} xi, got {xi!r}"
            )
        if source not in (None, *Source):
            raise Refused(
                "请选胡的牌从哪里来", f"Expected one of {', '.join(Source)}, got {source!r}"
            )
        discarder, circumstances = said.get("discarder"), said.get("circumstances", [])
        others = {p.seat for p in table.state().players} - {seat}
        if source == Source.DISCARD and (type(discarder) is not int or discarder not in others):
            raise Refused("请选谁打的", f"Choose who discarded it; got {discarder!r}")
        known = circumstances_of(table.rules)
        if not isinstance(circumstances, list) or any(one not in known for one in circumstances):
            raise Refused(
                "请重选特别的胡", f"Expected some of {', '.join(known)}, got {circumstances!r}"
            )
        table.declare(
            seat,
            xi,
            None if source is None else Source(source),
            discarder if source == Source.DISCARD else None,
            frozenset(circumstances),
        )
        return jsonify(table.state().as_json())

    @api.post("/api/draw")
    def draw() -> Response:
        table.draw(_number(_said(), "bookings"))
        return jsonify(table.state().as_json())

    @api.post("/api/false_win")
    def false_win() -> Response:
        table.false_win(_number(_said(), "ruling"))
        return jsonify(table.state().as_json())

    @api.post("/api/offence")
    def offence() -> Response:
        said = _said()
        name = said.get("name")
        if not isinstance(name, str):
            raise Refused("请选犯了哪一条", f"Choose the offence; got {name!r}")
        table.offend(_seat(said), name, _number(said, "round"), _number(said, "bookings"))
        return jsonify(table.state().as_json())

    @api.post("/api/undo")
    def undo() -> Response:
        table.undo(_number(_said(), "bookings"))
        return jsonify(table.state().as_json())

    @api.post("/api/name")
    def name() -> Response:
        said = _said()
        given = said.get("name")
        if not isinstance(given, str):
            raise Refused("请填名字", f"Expected a name, got {given!r}")
        table.rename(_seat(said), given)
        return jsonify(table.state().as_json())

    def _seat(said: dict[str, Any]) -> int:
        seat = said.get("seat")
        if type(seat) is not int or seat not in {p.seat for p in table.state().players}:
            raise Refused("请选是谁", f"Choose whose; expected a seat, got {seat!r}")
        return seat

    @api.post("/api/answer")
    def answer() -> Response:
        said = _said()
        question, choice = said.get("question"), said.get("choice")
        if not isinstance(question, str) or not isinstance(choice, str):
            raise Refused("请点一个答案", "Expected the texts 'question' and 'choice'")
        table.answer(question, choice)
        return jsonify(table.state().as_json())

    @api.app_errorhandler(Refused)
    def refused(error: Refused) -> Response:
        return failure(error.text, 400)

    @api.app_errorhandler(Forbidden)
    def forbidden(error: Forbidden) -> Response:
        return failure(_MESSAGES[403], 403)

    @api.app_errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 500
        return failure(_MESSAGES.get(status, _FALLBACK), status)

    return api


def circumstances_of(rules: RuleSet) -> tuple[str, ...]:
    """天胡 and the like, which the cards do not show, as far as the rule set has names for them."""
    return tuple(dict.fromkeys(name.circumstance for name in rules.names if name.circumstance))


def _number(said: dict[str, Any], key: str) -> int:
    number = said.get(key)
    if type(number) is not int or number < 0:
        raise Refused("请求的内容看不懂", f"Expected a number {key!r}, got {number!r}")
    return number


def _said() -> dict[str, Any]:
    """The JSON object of a write that a page of this device sent."""
    origin = request.headers.get("Origin")
    same = origin is None or urlsplit(origin).netloc == request.host
    if HEADER not in request.headers or not same or not local(request.host):
        raise Forbidden
    said = request.get_json()
    if not isinstance(said, dict):
        raise Refused("请求的内容看不懂", "Expected a JSON object")
    return said
