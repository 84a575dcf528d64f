"""`adjudicate replay` on real files: what VASSAL itself answers, no id of anybody, and the form that is published."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli import main
from adjudicator.library.shelf import HOME
from tests.showing.checking import leaks, passwords
from tests.showing.replays import problems
from tests.support import CORPUS, GAME_FILES, game_file_id, needs_shared
from vassal_bridge.saved import read_saved

pytestmark = needs_shared

_LOOKED_AT = 60  # items of each list that are held against the schema
LOGS = ("blue-turn1", "red-turn1", "red-turn1-pbem", "blue-turn2-tampered", "undo", "fork-a", "fork-b")


def replay(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["replay", *map(str, arguments)])
    assert ended.value.code == 0
    return capsys.readouterr().out


def replayed(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(replay(capsys, *arguments, "--format", "json"))
    return document


# --- our own logs, against the engine -------------------------------------------------------------------------------------------


@pytest.fixture(params=LOGS)
def both(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """A log as replayed here, and as the engine replayed it."""
    folder = CORPUS / "skirmish"
    engine: dict[str, Any] = json.loads((folder / f"{request.param}.replay.json").read_text(encoding="utf-8"))
    return replayed(capsys, folder / f"{request.param}.vlog"), engine


def at(where: dict[str, Any]) -> tuple[Any, ...]:
    return where["map"], where["x"], where["y"]


def test_every_step_moves_adds_and_removes_what_it_does_in_vassal(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    ours, engine = both
    kinds = {piece["id"]: piece["kind"] for state in ("start", "final") for piece in engine[state]["pieces"]}
    kinds |= {piece["id"]: "stack" for step in engine["steps"] for piece in step["added"] if piece["state"].count("@@") == 1}
    assert len(ours["steps"]) == len(engine["steps"])
    compared = 0
    for step, answer in zip(ours["steps"], engine["steps"], strict=True):
        moved = {
            piece["id"]: (at(piece["from"]), at(piece), piece["location"])
            for piece in answer["changed"]
            if kinds.get(piece["id"], "piece") == "piece" and at(piece["from"]) != at(piece)
        }
        assert {one["id"]: (at(one["from"]), at(one["to"]), one["to"]["location"]) for one in step["moved"]} == moved
        added = {(piece["id"], *at(piece)) for piece in answer["added"] if kinds.get(piece["id"], "piece") == "piece"}
        assert {(one["id"], *at(one)) for one in step["added"]} == added
        removed = {identity for identity in answer["removed"] if kinds.get(identity, "piece") == "piece"}
        assert {one["id"] for one in step["removed"]} == removed
        compared += len(moved)
    assert compared > 5


def test_everything_stands_at_the_end_where_vassal_has_it(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    ours, engine = both
    pieces = {piece["id"]: piece for piece in engine["final"]["pieces"] if piece["kind"] == "piece"}
    found = {}
    for group in ours["position"]:
        for index, piece in enumerate(group["pieces"]):
            parent, place = (None, -1) if group["kind"] == "piece" else (group["id"], index)
            found[piece["id"]] = (*at(group), group["location"], group["zone"], parent, place, piece["basic_name"])
    assert found == {
        identity: (*at(piece), piece["location"], piece["zone"], piece["parent"], piece["index"], piece["basicName"])
        for identity, piece in pieces.items()
    }
    names = {piece["id"]: piece["name"] for group in ours["position"] for piece in group["pieces"] if not piece["masked"]}
    assert names == {identity: pieces[identity]["name"] for identity in names}
    assert ours["played_in"]["file"] == "skirmish.vmod"
    assert (ours["warnings"], ours["notes"]) == ([], [])


def test_a_turn_begins_where_the_one_before_ended(capsys: pytest.CaptureFixture[str]) -> None:
    end = replayed(capsys, CORPUS / "skirmish" / "blue-turn1.vlog")["position"]
    start = replayed(capsys, CORPUS / "skirmish" / "red-turn1-pbem.vlog", "--to", 0)["position"]
    assert start == end


def test_every_save_stands_as_vassal_says(capsys: pytest.CaptureFixture[str]) -> None:
    document = replayed(capsys, CORPUS / "ragnarok" / "ragnarok-start.vsav")
    engine = json.loads((CORPUS / "ragnarok" / "ragnarok-start.dump.json").read_text(encoding="utf-8"))["pieces"]
    expected = {piece["id"]: piece["location"] for piece in engine if piece["kind"] == "piece"}
    found = {piece["id"]: group["location"] for group in document["position"] for piece in group["pieces"]}
    assert len(found) > 80
    assert found == {identity: expected[identity] for identity in found}
    assert found.keys() == expected.keys()


# --- every file -----------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=GAME_FILES, ids=game_file_id)
def game_file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A real file by a name that says nothing: the names of files are shown as they are."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    copy = tmp_path / "game"
    shutil.copy(request.param, copy)
    for module in request.param.parent.glob("*.*mod"):
        shutil.copy(module, tmp_path / f"module{module.suffix}")
    return copy


def test_a_real_file_is_replayed_whole_as_the_schema_says_and_without_ids(
    capsys: pytest.CaptureFixture[str], game_file: Path
) -> None:
    saved = read_saved(game_file)
    words = passwords(saved)
    written = replay(capsys, game_file, "--format", "json")
    document = json.loads(written)
    assert problems(document, _LOOKED_AT) == []
    assert document["length"] == sum(1 for _ in saved.steps()) == len(document["steps"])
    assert leaks(written, words) == []
    assert not [piece for group in document["position"] for piece in group["pieces"] if "problem" in piece]
    records = [json.loads(line) for line in replay(capsys, game_file, "--format", "jsonl").splitlines()]
    assert records[:-1] == document["steps"]
    assert {name: records[-1][name] for name in ("players", "turns", "properties", "position")} == {
        name: document[name] for name in ("players", "turns", "properties", "position")
    }
    said = replay(capsys, game_file)
    assert leaks(said, words) == []
    assert said.count("\n       ") >= document["length"]
