"""`adjudicate show` on real modules: whole, in the published form, and with names that VASSAL gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.cli import main
from tests.showing.checking import ADDRESS
from tests.support import CORPUS, ROOT, needs_shared
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module

pytestmark = needs_shared

SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "schema" / "module.schema.json").read_text(encoding="utf-8"))
MODULES = sorted(path for path in CORPUS.glob("*/*") if path.suffix in (".vmod", ".mod"))


def show(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["show", *map(str, arguments)])
    assert ended.value.code == 0
    return capsys.readouterr().out


def document(capsys: pytest.CaptureFixture[str], module: str, *flags: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(show(capsys, CORPUS / module, "--format", "json", *flags))
    return found


@pytest.mark.parametrize("module", [path.relative_to(CORPUS).as_posix() for path in MODULES])
def test_a_real_module_is_shown_whole_as_the_schema_says(capsys: pytest.CaptureFixture[str], module: str) -> None:
    found = document(capsys, module, "--pieces", "--traits", "--commands")
    assert len(found["pieces"]) == found["counts"]["pieces"] > 0
    assert len(found["commands"]) == found["counts"]["commands"]
    assert not [piece for piece in found["pieces"] if "problem" in piece]
    found["pieces"] = found["pieces"][:200]
    assert [error.message[:200] for error in Draft202012Validator(SCHEMA).iter_errors(found)] == []


@pytest.mark.parametrize("module", [path.relative_to(CORPUS).as_posix() for path in MODULES])
def test_the_summary_of_a_real_module_fits_a_screen(capsys: pytest.CaptureFixture[str], module: str) -> None:
    lines = show(capsys, CORPUS / module).splitlines()
    assert 15 < len(lines) < 60
    assert max(map(len, lines)) < 180
    assert not ADDRESS.findall("\n".join(lines))


@pytest.mark.parametrize(
    ("module", "sides", "slots", "prototypes", "dice", "unknown"),
    [
        ("ragnarok/ragnarok.vmod", 2, 34, 17, 2, 0),
        ("tour/tour.mod", 0, 21, 2, 1, 0),
        ("ccnapoleonics/ccn-lite.vmod", 3, 748, 338, 2, 232),
        ("skirmish/skirmish.vmod", 2, 37, 2, 2, 0),
        ("vasl/VASL-6.5.1-buildFile-only.vmod", 0, 5601, 284, 0, 32),
    ],
)
def test_what_a_real_module_has_is_counted(
    capsys: pytest.CaptureFixture[str], module: str, sides: int, slots: int, prototypes: int, dice: int, unknown: int
) -> None:
    found = document(capsys, module, "--commands")
    counts = found["counts"]
    assert (len(found["sides"]), counts["pieces"], counts["prototypes"], len(found["dice"])) == (sides, slots, prototypes, dice)
    assert sum(found["unknown"].values()) == unknown


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_grids_in_play_have_examples_that_the_grid_gives(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    maps = {one.name: one for one in Module.read(open_archive(path)).maps}
    without = []
    for place in json.loads(show(capsys, path, "--format", "json"))["maps"]:
        for board in (board for board in place["boards"] if board["in_play"]):
            for area in (board, *board["zones"]):
                grid = area["grid"]
                if grid is not None and grid["kind"] != "region" and grid["numbering"] is not None and not area["examples"]:
                    without.append((place["name"], area["name"]))
                for example in area["examples"]:
                    spot = example["x"], example["y"]
                    assert maps[place["name"]].location(*spot) == example["location"]
                    assert maps[place["name"]].snap(*spot) == spot
    assert without == []
