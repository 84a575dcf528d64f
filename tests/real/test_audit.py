"""An audit of real files: what was planted is found, honest play is not accused, and no secret gets out."""

from __future__ import annotations

import html
import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from adjudicator.audit.model import AuditReport, Handover
from adjudicator.audit.run import audit
from adjudicator.cli.audit import recorded, run
from adjudicator.correct.annotate import annotated_log, annotated_position
from adjudicator.evidence.annotations import PREFIX
from adjudicator.evidence.histories import read_history
from adjudicator.finding import Finding
from adjudicator.report import FORMATS, render
from adjudicator.verdict import Severity
from tests.showing.checking import leaks, passwords
from tests.support import CORPUS, GAME_FILES, game_file_id, needs_shared
from vassal_bridge.commands import AddPiece
from vassal_bridge.outlines import outline
from vassal_bridge.replay import Replay
from vassal_bridge.saved import SavedGame, read_saved

pytestmark = needs_shared

FILES = CORPUS / "skirmish"


@cache
def report(*names: str) -> AuditReport:
    return run([FILES / name for name in names], [], [])[0]


def links(found: AuditReport) -> set[tuple[str, str, Handover, int]]:
    return {(one.earlier, one.later, one.link, one.differences) for one in found.hand_overs}


def above_a_note(found: AuditReport) -> list[str]:
    return [f"{one.check} {one.where} {one.message}" for one in found.findings if one.severity is not Severity.NOTE]


def of(found: AuditReport, *checks: str) -> list[Finding]:
    return [one for one in found.findings if one.check in checks]


# --- skirmish: hand-over --------------------------------------------------------------------------------------------------------


def test_a_turn_follows_exactly_from_the_log_before_it() -> None:
    found = report("red-turn1.vlog", "blue-turn1.vlog")
    assert links(found) == {("blue-turn1.vlog", "red-turn1.vlog", Handover.EXACT, 0)}
    assert found.order == ("blue-turn1.vlog", "red-turn1.vlog")
    assert above_a_note(found) == []


def test_a_turn_follows_exactly_from_the_save_before_it() -> None:
    found = report("red-turn1.vlog", "blue-turn1-end.vsav")
    assert links(found) == {("blue-turn1-end.vsav", "red-turn1.vlog", Handover.EXACT, 0)}
    assert above_a_note(found) == []


def test_a_turn_begun_from_the_stepped_log_follows_exactly() -> None:
    found = report("red-turn1-pbem.vlog", "blue-turn1.vlog")
    assert links(found) == {("blue-turn1.vlog", "red-turn1-pbem.vlog", Handover.EXACT, 0)}
    assert above_a_note(found) == []


@pytest.mark.parametrize("name", ["blue-turn1", "red-turn1", "red-turn1-pbem", "undo", "fork-a", "fork-b", "blue-turn2-tampered"])
def test_a_save_made_at_the_end_of_a_log_is_just_that(name: str) -> None:
    found = report(f"{name}.vlog", f"{name}-end.vsav")
    assert (f"{name}.vlog", f"{name}-end.vsav", Handover.EXACT, 0) in links(found)
    assert of(found, "hand-over/differs", "hand-over/gap", "hand-over/fork", "hand-over/restart") == []


@pytest.mark.parametrize("name", ["blue-turn1", "undo", "fork-a", "fork-b"])
def test_a_log_follows_from_the_save_it_was_begun_from(name: str) -> None:
    found = report("start.vsav", f"{name}.vlog")
    assert links(found) == {("start.vsav", f"{name}.vlog", Handover.EXACT, 0)}


@pytest.mark.parametrize("name", ["blue-turn1", "red-turn1", "red-turn1-pbem", "fork-a", "fork-b"])
def test_an_honest_log_alone_is_not_accused(name: str) -> None:
    assert above_a_note(report(f"{name}.vlog")) == []


@pytest.mark.parametrize("earlier", ["red-turn1.vlog", "red-turn1-end.vsav"])
def test_what_was_changed_outside_any_log_is_found_and_nothing_else(earlier: str) -> None:
    """Against the engine's own difference. A player sees pieces, their places and their traits; not the ids of stacks, nor what
    VASSAL remembers of the place before (`Old…`), nor the drawing order of stacks that do not touch."""
    found = report(earlier, "blue-turn2-tampered.vlog")
    assert links(found) == {(earlier, "blue-turn2-tampered.vlog", Handover.IMPERFECT, 4)}
    planted = [one for one in json.loads((FILES / "blue-turn2-tampered.outside.json").read_text()) if one["kind"] == "piece"]
    [finding] = of(found, "hand-over/differs")
    said: dict[str, set[str]] = {}
    for row in finding.rows:
        name = "23 Inf" if row.value == "23 Inf" else row.value.removesuffix(" (reduced)")
        assert name not in said
        said[name] = set(row.reason.split("; "))
    assert set(said) == {one["name"].removesuffix(" (reduced)") for one in planted}
    assert said["22 Inf"] == {"was at 0504, is at 0604", "moved mark was not set, is set"}
    assert said["23 Inf"] == {"Step showed 2, shows 1"}
    assert said["1/17 Bn"] == {"was at 0804, is at 0903"}
    assert said["Blue Repl"] == {"was not there, is at 0404"}
    for one in planted:  # every place and level that the engine reports is in those words
        before, after = one["before|after"].split(" | ") if " | " in one["before|after"] else ("", "")
        reasons = said[one["name"].removesuffix(" (reduced)")]
        if one["what"] == "location":
            assert f"was at {before}, is at {after}" in reasons
        if one["what"] == "trait Embellishment":
            assert f"Step showed {before}, shows {after}" in reasons
    assert [one for one in above_a_note(found) if "hand-over/differs" not in one] == []


def test_a_fork_is_recognised() -> None:
    found = report("start.vsav", "fork-b.vlog", "fork-a.vlog")
    [fork] = of(found, "hand-over/fork")
    assert {row.value for row in fork.rows} == {"fork-a.vlog", "fork-b.vlog"}
    assert [row.reason for row in fork.rows if row.value == "fork-a.vlog"] == [
        "11 steps; rolls: step 3 2d6 = 2,5; step 7 1d6 = 3"
    ]
    assert links(found) == {("start.vsav", "fork-a.vlog", Handover.EXACT, 0), ("start.vsav", "fork-b.vlog", Handover.EXACT, 0)}
    assert len(above_a_note(found)) == 1


def test_all_of_it_together_is_put_in_order() -> None:
    names = ["start", "blue-turn1-end", "red-turn1-end", "blue-turn2-tampered-start", "blue-turn2-tampered-end"]
    logs = ["blue-turn2-tampered.vlog", "red-turn1.vlog", "blue-turn1.vlog"]
    found = report(*logs, *(f"{name}.vsav" for name in names))
    assert [name for name in found.order if name.endswith(".vlog")] == [
        "blue-turn1.vlog",
        "red-turn1.vlog",
        "blue-turn2-tampered.vlog",
    ]
    differing = of(found, "hand-over/differs")
    assert len(differing) == 1
    assert len(differing[0].rows) == 4


# --- skirmish: undo -------------------------------------------------------------------------------------------------------------


def test_every_undone_and_every_repeated_roll_is_named_with_its_steps() -> None:
    found = report("undo.vlog")
    told = [
        (one.check, one.where.step, {where.step for where in one.also}) for one in found.findings if one.check.startswith("dice/")
    ]
    assert told == [("dice/undone-other", 5, {6, 7}), ("dice/again", 11, {8})]
    undone = [(line.step, line.results) for line in found.rolls if line.undone]
    assert undone == [(5, (4,))]
    assert [(line.step, line.results) for line in found.rolls] == [(5, (4,)), (7, (6,)), (8, (2, 4)), (11, (2, 4))]


def test_every_undo_is_named_with_what_it_took_back() -> None:
    found = report("undo.vlog")
    told = {one.where.step: one.also[0].step for one in of(found, "undo/plain", "undo/after-information") if one.also}
    undone = {3: 2, 6: 5, 10: 9, 13: 12, 16: 15, 19: 18, 20: 17, 22: 21, 24: 23, 26: 25, 28: 27, 30: 29}
    assert told == undone
    assert [one.where.step for one in of(found, "undo/after-information")] == [28]  # a chit had been drawn and seen


# --- everything real ------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=GAME_FILES, ids=game_file_id)
def game_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A real file by a name that says nothing: the names of files are shown as they are."""
    folder = tmp_path / "in"
    folder.mkdir()
    copy = folder / f"game{request.param.suffix}"
    shutil.copy(request.param, copy)
    return copy


def _leaks(text: str, words: set[str]) -> list[str]:
    """Pages and XML are searched as they stand and as they read."""
    return leaks(text, words) + leaks("\n" + html.unescape(text), words)


def test_no_output_tells_a_secret(game_file: Path, tmp_path: Path) -> None:
    words = passwords(read_saved(game_file))
    found, gathered = run([game_file], [], [])
    assert found.problems == ()
    for form in FORMATS:
        assert _leaks(render(found, form), words) == [], form
    assert _leaks(json.dumps(recorded(found, gathered, [])), words) == []
    log, save = tmp_path / "log.vlog", tmp_path / "save.vsav"
    if found.files[0].kind == "log":
        annotated_log(game_file, found.findings, log)
        assert _leaks("\n".join(added_chat(game_file, log)), words) == []
    annotated_position(game_file, found.findings, save, gathered.loaded["game" + game_file.suffix])
    notes = list(added_pieces(game_file, save))
    assert _leaks("\n".join(f"{note.type} {note.state}" for note in notes), words) == []


def added_chat(path: Path, copy: Path) -> Iterator[str]:
    for old, new in zip(Replay(read_saved(path)), Replay(read_saved(copy)), strict=True):
        assert new.chat[: len(old.chat)] == old.chat
        yield from new.chat[len(old.chat) :]


def adds(saved: SavedGame) -> dict[str, AddPiece]:
    return {
        command.id: command
        for entry in saved.position
        for command in entry.commands()
        if isinstance(command, AddPiece) and command.id is not None
    }


def added_pieces(path: Path, save: Path) -> list[AddPiece]:
    end = Replay(read_saved(path)).end
    return [command for identity, command in adds(read_saved(save)).items() if identity not in end.pieces]


def test_an_annotated_log_is_the_same_game_with_the_same_dice(game_file: Path, tmp_path: Path) -> None:
    saved = read_saved(game_file)
    if not saved.is_log:
        pytest.skip("a save has no steps")
    found, _ = run([game_file], [], [])
    target = tmp_path / game_file.name
    written = annotated_log(game_file, found.findings, target)
    assert written == len(found.findings)
    copy = read_saved(target)
    assert copy.position == saved.position
    assert [step.number for step in copy.steps()] == [step.number for step in saved.steps()]
    lines = 0
    for old, new in zip(Replay(saved), Replay(copy), strict=True):
        kept = len(old.chat)
        assert (new.number, new.chat[:kept], new.problems) == (old.number, old.chat, old.problems)
        assert [(r.dice, r.results, r.total) for r in new.rolls] == [(r.dice, r.results, r.total) for r in old.rolls]
        assert all(line.startswith(PREFIX) for line in new.chat[kept:])
        assert (len(new.added), len(new.changed), len(new.removed)) == (len(old.added), len(old.changed), len(old.removed))
        lines += len(new.chat) - kept
    assert lines == written
    again, first = (audit([read_history(read_saved(path), None, None, "x")]) for path in (target, game_file))
    assert again.findings == first.findings
    assert again.rolls == first.rolls
    assert again.steps == first.steps


def test_an_annotated_position_is_the_end_of_the_game_with_notes(game_file: Path, tmp_path: Path) -> None:
    saved = read_saved(game_file)
    found, gathered = run([game_file], [], [])
    target = tmp_path / "copy.vsav"
    written = annotated_position(game_file, found.findings, target, gathered.loaded["game" + game_file.suffix])
    end, copy = Replay(saved).end, read_saved(target)
    assert not copy.is_log
    again = Replay(copy).end
    mine = {one: again.pieces[one] for one in again.pieces}
    theirs = {one: end.pieces[one] for one in end.pieces if end.pieces[one].kind != "stack" or end.pieces[one].members}
    notes = mine.keys() - theirs.keys()
    assert len(notes) == written
    assert theirs.keys() <= mine.keys()
    for one, view in theirs.items():
        copied = mine[one]
        assert (copied.type_text, copied.state_text, copied.map) == (view.type_text, view.state_text, view.map), one
        assert copied.members == view.members
    for note in outline(copy):
        if note.id in notes:
            assert note.id not in end.pieces
    for one in notes:
        assert mine[one].type_text.startswith("delete;Delete;")
        assert "obs;" not in mine[one].type_text
    assert [(seat.name, seat.side) for seat in again.roster] == [(seat.name, seat.side) for seat in end.roster]
    assert again.turns == end.turns


def test_a_record_of_everything_is_the_same_made_twice() -> None:
    """All real files at once: several games and modules mixed together."""
    found, gathered = run(GAME_FILES, [], [])
    assert found.problems == ()
    first = recorded(found, gathered, [])
    again, gathered_again = run(GAME_FILES[::-1], [], [])
    assert recorded(again, gathered_again, []) == first
    errors = {(one.check, Path(one.where.file).name) for one in found.findings if one.severity is Severity.ERROR}
    assert {name for check, name in errors if check == "dice/undone-other"} == {"undo.vlog"}
    assert {name for check, name in errors if check == "hand-over/differs"} == {"blue-turn2-tampered-start.vsav"}
    assert {check for check, _ in errors} == {"dice/undone-other", "hand-over/differs"}  # several modules are no error
