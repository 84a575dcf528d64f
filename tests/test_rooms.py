"""Who may import whom (see docs): VASSAL's files know no game, rules know no bytes, a game knows one public module."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from tests.support import ROOT

OURS = ("adjudicator", "vassal_bridge", "modules", "tests", "tools")
BLIND_TO_BYTES = ("engine", "rules", "report", "audit", "picturing")


def imported(source: str, path: PurePosixPath) -> Iterator[str]:
    """Every module or name that a source imports: `a.b` for both `import a.b` and `from a import b`, in full where relative."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = path.parts[: len(path.parts) - node.level] if node.level else ()
            base = ".".join([*parts, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _name_of(node.func) in ("__import__", "import_module", "importlib.import_module"):
            for argument in node.args[:1]:
                yield (
                    argument.value
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                    else _start_of(argument)
                )


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_name_of(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _start_of(node: ast.expr) -> str:
    """What is known of a name put together at run time: its beginning, else `?`, which no strict room may import."""
    if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
        return str(node.values[0].value)
    return "?"


def forbidden(path: PurePosixPath, name: str) -> str | None:
    """Why a file may not import a name; None if it may."""
    top = name.partition(".")[0]
    room = path.parts[0]
    if top == "tests" and room != "tests":
        return "only tests import tests"
    if top == "tools" and room not in ("tests", "tools"):
        return "tools are for developers"
    if room == "vassal_bridge" and (top == "?" or (top in OURS and top != "vassal_bridge")):
        return "vassal_bridge imports nothing of ours"
    if room == "adjudicator" and len(path.parts) > 2 and path.parts[1] in BLIND_TO_BYTES and top in ("vassal_bridge", "?"):
        return f"adjudicator/{path.parts[1]} never sees VASSAL's files"
    if room == "modules" and (top == "?" or (top in OURS and not (name + ".").startswith("adjudicator.api."))):
        return "a game imports adjudicator.api and nothing else of ours"
    return None


def violations(source: str, path: str) -> list[str]:
    place = PurePosixPath(path)
    return [f"{path} imports {name}: {why}" for name in imported(source, place) if (why := forbidden(place, name)) is not None]


def _sources() -> list[Path]:
    return [path for room in OURS for path in sorted((ROOT / room).rglob("*.py"))]


@pytest.mark.parametrize("room", OURS)
def test_nobody_imports_what_is_not_for_them(room: str) -> None:
    found: list[str] = []
    for path in _sources():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(f"{room}/"):
            found += violations(path.read_text("utf-8"), name)
    assert found == []


def test_there_are_sources_to_look_at() -> None:
    rooms = {path.relative_to(ROOT).parts[0] for path in _sources()}
    assert rooms >= {"adjudicator", "vassal_bridge", "tests", "tools"}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("vassal_bridge/archive.py", "import adjudicator"),
        ("vassal_bridge/archive.py", "import os, adjudicator.verdict as v"),
        ("vassal_bridge/archive.py", "from adjudicator import verdict"),
        ("vassal_bridge/traits/basic.py", "from adjudicator.engine.hexes import Hex"),
        ("vassal_bridge/traits/basic.py", "from modules.stargard import rules"),
        ("vassal_bridge/archive.py", "def f():\n    from adjudicator.cli import main"),
        ("vassal_bridge/archive.py", "if TYPE_CHECKING:\n    from adjudicator.verdict import Verdict"),
        ("vassal_bridge/archive.py", "try:\n    import tools.bench\nexcept ImportError:\n    pass"),
        ("vassal_bridge/archive.py", "import importlib\nimportlib.import_module('adjudicator.verdict')"),
        ("vassal_bridge/archive.py", "from importlib import import_module\nimport_module(name)"),
        ("vassal_bridge/archive.py", "__import__('adjudicator')"),
        ("vassal_bridge/archive.py", "from tests.support import ROOT"),
        ("adjudicator/engine/board.py", "import vassal_bridge"),
        ("adjudicator/engine/board.py", "from vassal_bridge.commands import MovePiece"),
        ("adjudicator/rules/zoc.py", "import vassal_bridge.pieces"),
        ("adjudicator/report/html.py", "from vassal_bridge import errors"),
        ("adjudicator/picturing/ground.py", "from vassal_bridge.module import Module"),
        ("adjudicator/audit/dice.py", "from vassal_bridge.saved import Step"),
        ("adjudicator/audit/deep/dice.py", "from ....vassal_bridge.saved import Step"),
        ("adjudicator/batch.py", "import tools.bench"),
        ("modules/stargard/rules.py", "import adjudicator"),
        ("modules/stargard/rules.py", "from adjudicator import rules"),
        ("modules/stargard/rules.py", "from adjudicator.rules import zoc"),
        ("modules/stargard/rules.py", "import adjudicator.apis"),
        ("modules/stargard/rules.py", "from vassal_bridge.pieces import Piece"),
        ("modules/stargard/rules.py", "from modules.vistula import rules"),
        ("modules/stargard/rules.py", "from ..vistula.rules import extra"),
        ("modules/stargard/rules.py", "import importlib\nimportlib.import_module(f'adjudicator.{name}')"),
        ("adjudicator/api.py", "import tests"),
    ],
)
def test_an_import_that_is_not_for_them_is_caught(path: str, source: str) -> None:
    assert len(violations(source, path)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("vassal_bridge/archive.py", "import zipfile\nfrom .errors import BridgeError\nfrom . import limits"),
        ("vassal_bridge/traits/basic.py", "from ..fields import Layout\nfrom vassal_bridge.fields import text"),
        ("vassal_bridge/archive.py", "import adjudicators_of_other_people"),
        ("vassal_bridge/archive.py", "'''import adjudicator'''\nx = 'from adjudicator import y'"),
        ("adjudicator/reading/events.py", "from vassal_bridge.commands import MovePiece"),
        ("adjudicator/correct/write.py", "import vassal_bridge"),
        ("adjudicator/cli/show.py", "from vassal_bridge.saved import read_saved"),
        ("adjudicator/cli/__init__.py", "import importlib\nimportlib.import_module(f'adjudicator.cli.{name}')"),
        ("adjudicator/engine/board.py", "from adjudicator.verdict import Verdict\nfrom .hexes import Hex"),
        ("adjudicator/enginery.py", "import vassal_bridge"),
        ("modules/stargard/rules.py", "import adjudicator.api\nfrom adjudicator.api import rule\nimport math"),
        ("modules/stargard/rules.py", "from adjudicator import api"),
        ("tests/bridge/test_x.py", "import tools.bench, vassal_bridge, adjudicator\nfrom tests.support import ROOT"),
        ("tools/bench/__main__.py", "from vassal_bridge.saved import read_saved"),
    ],
)
def test_an_import_that_is_allowed_is_let_through(path: str, source: str) -> None:
    assert violations(source, path) == []


def test_the_page_on_rooms_shows_the_table_that_is_enforced() -> None:
    """In the same order, rooms of one line together; and no room is left out (import-linter sees to that)."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    page = (ROOT / "docs" / "rooms.md").read_text("utf-8")
    table = page.partition("| room | what it is for |")[2].partition("\n\n")[0]
    shown = [re.findall(r"`(\w+)`", line.split("|")[1]) for line in table.splitlines()[2:]]
    assert shown == [re.split(r" [|:] ", layer) for layer in layers]


def test_no_two_public_classes_share_a_name() -> None:
    """One name, one thing, wherever one meets it."""
    found: dict[str, list[str]] = {}
    for room in ("adjudicator", "vassal_bridge"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found.setdefault(node.name, []).append(path.relative_to(ROOT).as_posix())
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
