import base64

import pytest

from engine.questions import Text
from engine.rules import load
from engine.verify import Answer
from web import create_app
from web.table import (
    Board,
    Choice,
    Group,
    Played,
    Player,
    Question,
    Refused,
    Role,
    Ruling,
    State,
)  # fmt: skip

# One grey pixel.
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwc"
    "KDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAA"
    "AAAAAAAAAAD/2gAIAQEAAD8AVN//2Q=="
)

SOUTH, EAST, NORTH = 0, 1, 2
HAND = (
    Group("ti", "壹壹壹壹", 12), Group("kan", "二二二", 3), Group("2710", "贰柒拾", 6),
    Group("shun", "四五六", 0), Group("jiao", "捌捌八", 0), Group("peng", "九九九", 1),
    Group("jiang", "十十", 0),
)  # fmt: skip
QUESTION = Question(
    "九", Text("南家的九：碰还是坎？", "South's 九: peng or kan?"),
    (Choice("peng", Text("碰", "peng")), Choice("kan", Text("坎", "kan"))),
)  # fmt: skip


class FakeTable:
    """A table whose hand has 22 xi, and where 24 is a question."""

    def __init__(self):
        self.board = Board(
            State(
                status=Text("看好了，可以报胡", "Ready: a win can be declared"),
                ready=True,
                players=(
                    Player(SOUTH, Text("南家", "South"), 0, Role.DEALER),
                    Player(EAST, Text("东家", "East"), 0, Role.PLAYER),
                    Player(NORTH, Text("北家", "North"), 0, Role.PLAYER),
                ),
                picture="table",
            )
        )
        self.jpeg, self.rules = JPEG, load("guoji")
        self.state, self.newer, self.close = self.board.state, self.board.newer, self.board.close

    @property
    def closed(self):
        return self.board.closed

    def picture(self, name):
        return self.jpeg if name == "table" else None

    def declare(self, seat, xi, source, discarder=None, circumstances=frozenset()):
        if xi == 24:
            self.rule(seat, Answer.UNSURE, xi, question=QUESTION, xi_possible=(22, 24))
        elif xi == 22:
            self.win(seat, xi)
        elif xi < 15:
            reason = Text("不到 15 戏，不能胡", "Below 15 xi, it may not win")
            self.rule(seat, Answer.FALSE_WIN, xi, reason=reason)
        else:
            self.rule(seat, Answer.MISCOUNTED, xi, xi=22, groups=HAND, xi_possible=(22,))

    def answer(self, question, choice):
        now = self.board.state().ruling
        if now is None or now.question is None or now.question.id != question:
            raise Refused("这个问题已经过去了", "This question is closed")
        self.win(now.seat, 22)

    def win(self, seat, xi):
        points = tuple((s, 12 if s == seat else -6) for s in (SOUTH, EAST, NORTH))
        self.rule(
            seat, Answer.CONFIRMED, xi, xi=xi, xi_possible=(xi,), groups=HAND, points=points,
            steps=(Text("(22 − 15) ÷ 3 + 1 = 3 等", "3 steps"), Text("红胡 ×2", "red hand ×2")),
        )  # fmt: skip
        got = dict(points)
        state = self.board.state()
        self.board.publish({
            "players": tuple(
                Player(p.seat, p.name, p.total + got[p.seat], p.role) for p in state.players
            ),
            "rounds": (*state.rounds, Played(len(state.rounds) + 1, seat, xi, points)),
        })  # fmt: skip

    def rule(self, seat, answer, declared, *, xi=None, xi_possible=(), **rest):
        now = self.board.state().ruling
        number = now.number + 1 if now else 1
        self.board.publish(
            {"ruling": Ruling(number, seat, answer, declared, xi, xi_possible,
                              picture="table", **rest)}
        )  # fmt: skip


@pytest.fixture
def table():
    fake = FakeTable()
    yield fake
    fake.close()


@pytest.fixture
def client(table):
    return create_app(table).test_client()
