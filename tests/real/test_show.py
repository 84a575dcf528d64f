"""`adjudicate show` on real files: what VASSAL itself answers, no id of anybody, and the form that is published."""

from __future__ import annotations

import html
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.showing.describe import describe_game
from tests.showing.checking import EVERY_OUTPUT, leaks, passwords, problems, show
from tests.support import CORPUS, GAME_FILES, game_file_id, needs_shared
from vassal_bridge.saved import read_saved

pytestmark = needs_shared

_LOOKED_AT = 150  # items of each list that are held against the schema


@pytest.fixture(params=GAME_FILES, ids=game_file_id)
def game_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A real file by a name that says nothing: the names of files are shown as they are."""
    copy = tmp_path / "game"
    shutil.copy(request.param, copy)
    return copy


def test_no_password_and_no_address_is_shown(capsys: pytest.CaptureFixture[str], game_file: Path) -> None:
    words = passwords(read_saved(game_file))
    for flags in EVERY_OUTPUT:
        assert leaks(show(capsys, game_file, *flags), words) == []


def test_json_is_as_the_schema_says(capsys: pytest.CaptureFixture[str], game_file: Path) -> None:
    document = json.loads(show(capsys, game_file, "--format", "json", "--traits", "--commands", "--chat"))
    assert problems(document, _LOOKED_AT) == []


def test_nothing_is_unreadable(game_file: Path) -> None:
    document = describe_game(read_saved(game_file), pieces=True, commands=True)
    assert document["unreadable"] == {"commands": 0, "pieces": 0}
    assert not [piece["id"] for piece in document["pieces"] if "problem" in piece]
    told = [command for step in document["steps"] for command in step["commands"]]
    assert not [command for command in told if command["kind"] == "unreadable" or "problem" in command]


@pytest.mark.parametrize(
    ("save", "dump"),
    [("ragnarok/ragnarok-start.vsav", "ragnarok/ragnarok-start.dump.json"), ("skirmish/setup.vsav", "skirmish/setup.dump.json")],
)
def test_pieces_stand_where_vassal_says(save: str, dump: str) -> None:
    shown = {piece["id"]: piece for piece in describe_game(read_saved(CORPUS / save), pieces=True)["pieces"]}
    engine = json.loads((CORPUS / dump).read_text())["pieces"]
    assert len(engine) == len(shown)
    for piece in engine:
        mine = shown[piece["id"]]
        assert (mine["kind"], mine["map"], mine["x"], mine["y"]) == (piece["kind"], piece["map"], piece["x"], piece["y"])
        if piece["kind"] == "piece":
            assert (mine["name"], mine["stack"]) == (piece["name"], piece["parent"])
            assert mine["index"] == (None if piece["parent"] is None else piece["index"])


@pytest.mark.parametrize("name", ["blue-turn1", "red-turn1", "red-turn1-pbem", "undo", "fork-a", "fork-b", "blue-turn2-tampered"])
def test_steps_and_their_chat_are_those_that_vassal_replays(name: str) -> None:
    replay: list[dict[str, Any]] = json.loads((CORPUS / "skirmish" / f"{name}.steps.json").read_text())
    expected = {step["step"]: step["entry"] for step in replay if step["step"] is not None}
    steps = list(describe_game(read_saved(CORPUS / "skirmish" / f"{name}.vlog"), chat=True)["steps"])
    assert {step["step"]: step["entry"] for step in steps} == expected
    replayed = json.loads((CORPUS / "skirmish" / f"{name}.replay.json").read_text())["steps"]
    assert [(step["step"], step["chat"]) for step in steps] == [(step["n"], list(map(_typed, step["chat"]))) for step in replayed]


def _typed(line: str) -> str:
    """A line of VASSAL's chat window as it was sent."""
    return html.unescape(re.sub(r'^<div class="\w+">|</div>$', "", line))
