"""What programs read is as docs/schema says: check, explain, fix, moves, case and rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.cli.test_check import run
from tests.support import ROOT

LOGS = ROOT / "logs" / "koenigsberg-rg"
TOO_FAR = str(LOGS / "turn1-too-far.vlog")
SEELOW = str(ROOT / "logs" / "seelow-kustrin" / "turn1-zone.vlog")
FOREIGN = str(ROOT / "logs" / "skirmish" / "blue-turn1.vlog")

CALLS = [
    ("check", ("check", TOO_FAR, SEELOW, FOREIGN, "nowhere.vlog", str(LOGS / "turn1-wrong-column.vlog"))),
    ("explain", ("explain", TOO_FAR, "--step", "21")),
    ("fix", ("fix", TOO_FAR)),
    ("moves", ("moves", TOO_FAR, "43G", "--step", "21")),
    ("moves", ("moves", TOO_FAR, "43G", "--step", "21", "--to", "0733")),
    ("moves", ("moves", str(LOGS / "turn1-retreat.vlog"), "69", "--retreat")),
    ("moves", ("moves", TOO_FAR, "43G", "--supply")),
    ("case", ("case", "_template", "--draw")),
    ("rules", ("rule", "_template")),
    ("rules", ("rule", "_template", "5.3")),
    ("rules", ("rule", "koenigsberg-rg", "--defects")),
    ("rules", ("rule", "koenigsberg-rg", "--units")),
    ("rules", ("rule", "seelow-kustrin", "--units")),
    ("rules", ("rule", "vistula-oder-berlin", "--memories")),
]


def schema(name: str) -> Any:
    found = json.loads((ROOT / "docs" / "schema" / f"{name}.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(found)
    return found


@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=lambda each: each if isinstance(each, str) else " ".join(each[:1]))
def test_json_is_as_its_schema_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setenv("ADJUDICATE_HOME", str(tmp_path))
    _, said = run(capsys, *arguments, "--format", "json")
    text = said[said.index("{") : said.rindex("}") + 1]
    errors = [
        f"{'/'.join(map(str, each.path))}: {each.message[:200]}"
        for each in Draft202012Validator(schema(name)).iter_errors(json.loads(text))
    ]
    assert errors == []


def test_a_finding_for_programs_names_units_by_id_and_its_path(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ADJUDICATE_HOME", str(tmp_path))
    _, said = run(capsys, "check", TOO_FAR, "--format", "json")
    (file,) = json.loads(said)["files"]
    (found,) = file["findings"]
    assert (file["verdict"], file["legal"]) == ("illegal", 64)
    assert found["units"] == ["43G"]
    assert found["unit_ids"] == ["su-3bf-43g"]
    assert (found["turn"], found["phase"], found["side"], found["player"]) == (1, "command", "soviet", "Ada (German)")
    assert found["path"]["could_stop_at"] == "0734"
    assert [each["hex"] for each in found["path"]["hexes"]][-1] == "0733"
    assert found["fix"]
