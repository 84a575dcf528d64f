"""Stepping through real logs ends where VASSAL 3.7.26 ends, and does at every step what it does."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.support import CORPUS, needs_shared
from vassal_bridge.archive import open_archive
from vassal_bridge.commands import LOG, AddPiece, parse_command
from vassal_bridge.module import Module
from vassal_bridge.replay import Replay
from vassal_bridge.saved import SavedGame, read_saved

pytestmark = needs_shared

SKIRMISH_LOGS = sorted((CORPUS / "skirmish").glob("*.vlog"))


def module(path: Path) -> Module:
    return Module.read(open_archive(path))


def written_ids(saved: SavedGame) -> set[str]:
    """The ids that a file gives; others are made up by the clock of the machine that replays it."""
    commands = (parse_command(text.removeprefix(LOG)) for entry in saved.entries for text in entry.texts() if "+/" in text[:6])
    return {command.id for command in commands if isinstance(command, AddPiece) and command.id is not None}


def answers(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SKIRMISH_LOGS, ids=lambda path: path.stem)
def test_every_step_and_the_end_of_our_own_logs_are_vassals(path: Path) -> None:
    expected = answers(path.with_name(f"{path.stem}.replay.json"))
    saved = read_saved(path)
    written = written_ids(saved)

    def known(identity: str | None) -> str | None:
        """Ids that only the clock of the replaying machine gave are all one."""
        return identity if identity is None or identity in written else "made on replay"

    replay = Replay(saved, module(CORPUS / "skirmish" / "skirmish.vmod"))
    steps = list(replay)
    assert len(steps) == len(expected["steps"])
    for step, answer in zip(steps, expected["steps"], strict=True):
        added = sorted((known(one.id), one.map, one.x, one.y, known(one.parent)) for one in step.added)
        assert added == sorted(
            (known(one["id"]), one["map"], one["x"], one["y"], known(one["parent"])) for one in answer["added"]
        )
        removed = Counter(known(one.id) for one in step.removed)
        assert removed == Counter(known(one["id"] if isinstance(one, dict) else one) for one in answer["removed"])
        changed = {(known(one.id), *one.after.place, known(one.after.parent), one.after.index) for one in step.changed}
        assert changed == {
            (known(one["id"]), one["map"], one["x"], one["y"], known(one["parent"]), one["index"]) for one in answer["changed"]
        }
    game = replay.end
    compared = 0
    for one in expected["final"]["pieces"]:
        if one["id"] not in written:
            continue
        view = game.pieces[one["id"]]
        found = (view.kind, view.map, view.x, view.y, known(view.parent), view.index, view.location, view.zone, view.state_text)
        keys = ("kind", "map", "x", "y", "parent", "index", "location", "zone", "state")
        answer = {**one, "parent": known(one["parent"])}
        assert found == tuple(answer[key] for key in keys)
        compared += 1
    assert compared > 50


def test_the_tutorial_ends_with_every_piece_where_vassal_has_it() -> None:
    folder = CORPUS / "ccnapoleonics"
    expected = answers(folder / "tutorial.replay.json")
    saved = read_saved(folder / "tutorial.vlog")
    written = written_ids(saved)
    replay = Replay(saved, module(folder / "ccn-lite.vmod"))
    assert sum(1 for _ in replay) == 237
    game = replay.end
    wrong = []
    for one in expected["final"]:
        if one["id"] not in written:  # a stack that VASSAL made on replay, named by its clock
            continue
        view = game.pieces[one["id"]]
        parent = one["parent"] if one["parent"] is None or one["parent"] in written else view.parent
        expected_place = (one["kind"], one["map"], one["x"], one["y"], one["location"], parent, one["index"])
        if (view.kind, view.map, view.x, view.y, view.location, view.parent, view.index) != expected_place:
            wrong.append(one["id"])
    assert wrong == []
    assert len(expected["final"]) == 42_308


def test_the_tour_is_told_line_by_line_and_ends_as_in_vassal() -> None:
    folder = CORPUS / "tour"
    events = [json.loads(line) for line in (folder / "tour.replay.jsonl").read_text(encoding="utf-8").splitlines()]
    saved = read_saved(folder / "tour.log")
    written = written_ids(saved)
    replay = Replay(saved, module(folder / "tour.mod"))
    steps = {step.number: step for step in replay}
    answers_by_step = [event for event in events if event["event"] == "step"]
    assert len(answers_by_step) == len(steps)
    for event in answers_by_step:
        step = steps[event["n"]]
        assert {one.id for one in step.added if one.id in written} == {
            one["id"] for one in event["added"] if one["id"] in written
        }
        assert {one.id for one in step.changed if one.id in written} == {
            one["id"] for one in event["changed"] if one["id"] in written
        }
        said = [command.removeprefix("Chatter$DisplayText[")[:-1] for command in event["commands"] if "DisplayText[" in command]
        assert list(step.chat) == said
    game = replay.end
    for one in events[-1]["dump"]["pieces"]:
        if one["id"] in written:
            view = game.pieces[one["id"]]
            assert (view.kind, view.map, view.x, view.y, view.location) == tuple(
                one.get(key) for key in ("kind", "map", "x", "y", "location")
            )


def test_the_pieces_of_ragnarok_answer_what_vassal_answers() -> None:
    """Left out: `DrawingMouseover…`, `Selected` and `Localized…`, which speak of the screen and its language, not of the game."""
    folder = CORPUS / "ragnarok"
    expected = answers(folder / "ragnarok-start.dump.json")
    game = Replay(read_saved(folder / "ragnarok-start.vsav"), module(folder / "ragnarok.vmod")).end
    left_out = ("DrawingMouseover", "DrawingMouseoverIndex", "Selected", "LocalizedBasicName", "LocalizedPieceName")
    assert len(expected["pieces"]) == 154
    for one in expected["pieces"]:
        view = game.pieces[one["id"]]
        assert (view.kind, view.map, view.x, view.y, view.location, view.zone, view.parent, view.index) == tuple(
            one[key] for key in ("kind", "map", "x", "y", "location", "zone", "parent", "index")
        )
        if one["kind"] == "piece":
            assert view.name == one["name"]
            for name, value in one["props"].items():
                if name not in left_out:
                    said = str(value).lower() if isinstance(value, bool) else str(value)
                    assert view.ask(name) == said, name
