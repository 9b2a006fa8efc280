"""The floors of the house: imports point down, never up or sideways."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY_IMPORT = {
    "engine": set(),
    "vision": {"engine"},
    "web": {"engine"},
    "models": {"engine", "vision"},
    "device": {"engine", "vision", "models", "web"},
}


def imported_names(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("floor", MAY_IMPORT)
def test_a_floor_imports_only_the_floors_below(floor):
    for path in (ROOT / floor).rglob("*.py"):
        ours = set(imported_names(path)) & set(MAY_IMPORT) - {floor}
        assert ours <= MAY_IMPORT[floor], f"{path} imports {ours - MAY_IMPORT[floor]}"


def test_the_engine_needs_nothing_but_the_standard_library():
    import sys

    for path in (ROOT / "engine").rglob("*.py"):
        foreign = set(imported_names(path)) - set(sys.stdlib_module_names) - {"engine"}
        assert not foreign, f"{path} imports {foreign}"


def test_picamera2_is_imported_only_inside_its_camera():
    for floor in MAY_IMPORT:
        for path in (ROOT / floor).rglob("*.py"):
            top = [
                n
                for n in ast.parse(path.read_text("utf-8")).body
                if isinstance(n, ast.Import | ast.ImportFrom)
            ]
            assert "picamera2" not in ast.dump(ast.Module(top, [])), path


def test_nothing_that_runs_at_the_table_imports_torch():
    for floor in ("engine", "vision", "web", "device"):
        for path in (ROOT / floor).rglob("*.py"):
            assert "torch" not in set(imported_names(path)), path
