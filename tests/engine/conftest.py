import json
from pathlib import Path

import pytest

from engine.position import from_json
from engine.rules import load

TABLE = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


def pytest_generate_tests(metafunc):
    """`vector` and `waiting` are the checked positions and waiting hands of vectors.json."""
    for name, rows in (("vector", TABLE["vectors"]), ("waiting", TABLE["waits"])):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, rows, ids=[row["id"] for row in rows])


@pytest.fixture(scope="session")
def wins():
    """Every checked win, as (id, position, rule set, expected)."""
    return [
        (row["id"], from_json(row["input"]), load(row["ruleset"]), row["expected"])
        for row in TABLE["vectors"]
        if row["expected"]["hu"]
    ]


@pytest.fixture(params=["guoji", "anhua", "loudi"])
def rules(request):
    return load(request.param)
