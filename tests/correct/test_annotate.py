"""Annotated copies: what they add, and that they add nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.audit.run import audit
from adjudicator.correct.annotate import annotated_log, annotated_position, chat_line, harmless
from adjudicator.evidence.annotations import PREFIX, without_annotations
from adjudicator.evidence.histories import read_history
from adjudicator.finding import Finding, MapMark, Row, Where
from adjudicator.verdict import Severity
from tests.audit.logs import MAP, Log
from tests.audit.scenarios import audited, table
from vassal_bridge.commands import LOG, AddPiece
from vassal_bridge.errors import WriteError
from vassal_bridge.pieces import read_piece
from vassal_bridge.replay import Replay
from vassal_bridge.saved import read_saved
from vassal_bridge.traits import trait_reader

NOTE = Severity.NOTE


def finding(message: str = "an odd thing", step: int | None = 1, *marks: MapMark, rows: tuple[Row, ...] = ()) -> Finding:
    return Finding("dice/again", message, Where("a.vlog", step), NOTE, marks=marks, rows=rows)


def a_log() -> Log:
    return table().record().drag("1 Inf", 150, 150).roll(3).undo().roll(4).say().delete("5 Inf")


def chat(path: Path) -> list[tuple[str, ...]]:
    return [step.chat for step in Replay(read_saved(path))]


# --- logs -----------------------------------------------------------------------------------------------------------------------


def test_a_line_stands_at_its_step_after_everything_else(tmp_path: Path) -> None:
    path, copy = a_log().write(tmp_path / "a.vlog"), tmp_path / "copy.vlog"
    findings = [finding("of step 4", 4), finding("of the file", None), finding("of no step", 99), finding("again of step 4", 4)]
    assert annotated_log(path, findings, copy) == 4
    old, new = chat(path), chat(copy)
    assert new[3][len(old[3]) :] == tuple(map(chat_line, (findings[0], findings[3])))
    assert new[0][len(old[0]) :] == tuple(map(chat_line, (findings[1], findings[2])))
    assert [new[step] for step in (1, 2, 4, 5)] == [old[step] for step in (1, 2, 4, 5)]


def test_a_copy_differs_only_by_the_lines_that_were_added(tmp_path: Path) -> None:
    path, copy = a_log().write(tmp_path / "a.vlog"), tmp_path / "copy.vlog"
    annotated_log(path, [finding("one", 2), finding("two", 5)], copy)
    old, new = read_saved(path), read_saved(copy)
    added = 0
    for before, after in zip(old.entries, new.entries, strict=True):
        kept = [leaf for leaf in after.leaves() if not leaf.text.startswith(f"{LOG}CHAT{PREFIX}")]
        added += len(after.leaves()) - len(kept)
        assert kept == before.leaves()
    assert added == 2
    assert new.disguise == old.disguise
    assert {name: new.source.read(name) for name in new.source.entries if name != "savedGame"} == {
        name: old.source.read(name) for name in old.source.entries if name != "savedGame"
    }


def test_an_audit_of_an_annotated_log_says_the_same(tmp_path: Path) -> None:
    """Notes of the referee at an undone step, and at the undo itself, must not hide what was undone."""
    path, copy = a_log().write(tmp_path / "a.vlog"), tmp_path / "out" / "a.vlog"
    copy.parent.mkdir()
    first = audited([path])
    annotated_log(path, [*first.findings, *(finding("more", step) for step in range(1, 7))], copy)
    again = audited([copy])
    assert [one.check for one in first.findings if one.severity is Severity.ERROR] == ["dice/undone-other"]
    assert (again.findings, again.steps, again.rolls) == (first.findings, first.steps, first.rolls)
    assert without_annotations(read_saved(copy)).entries == read_saved(path).entries


def test_a_step_of_nothing_but_a_line_like_ours_stays_a_step(tmp_path: Path) -> None:
    """Somebody may have typed it."""
    path = table().record().say().step(f"CHAT{PREFIX} note: typed").roll(1).write(tmp_path / "a.vlog")
    history = read_history(read_saved(path))
    assert [event.step for event in history.events] == [1, 2, 3]


def test_never_over_the_original(tmp_path: Path) -> None:
    path = a_log().write(tmp_path / "a.vlog")
    before = path.read_bytes()
    with pytest.raises(WriteError):
        annotated_log(path, [finding()], path)
    with pytest.raises(WriteError):
        annotated_position(path, [finding()], path, None)
    assert path.read_bytes() == before


# --- positions ------------------------------------------------------------------------------------------------------------------


def notes_of(path: Path, copy: Path) -> list[tuple[str, tuple[str | None, int, int]]]:
    end = Replay(read_saved(path)).end
    adds = [command for entry in read_saved(copy).position for command in entry.commands() if isinstance(command, AddPiece)]
    notes = [read_piece(command, trait_reader()) for command in adds if command.id not in end.pieces]
    return [(note.name, note.position) for note in notes]


def test_notes_lie_on_their_places_and_can_be_deleted(tmp_path: Path) -> None:
    path, copy = a_log().write(tmp_path / "a.vlog"), tmp_path / "a-notes.vsav"
    mark = MapMark(MAP, 150, 150, "1 Inf")
    row = Row("1 Inf", "was at 0101, is at 0102")
    findings = [
        finding("not shown since the row says more", 1, mark, rows=(row,)),
        finding("moved twice", 2, MapMark(MAP, 300, 100, "3 Inf")),
    ]
    assert annotated_position(path, findings, copy, None) == 2
    game = Replay(read_saved(copy)).end
    end = Replay(read_saved(path)).end
    notes = [view for one, view in ((one, game.pieces[one]) for one in game.pieces) if one not in end.pieces]
    assert sorted((note.x, note.y) for note in notes) == [(150, 150), (300, 100)]
    texts = {name for name, _ in notes_of(path, copy)}
    assert texts == {"1: 1 Inf: was at 0101, is at 0102", "2: moved twice"}
    for note in notes:
        assert note.type_text.startswith("delete;Delete;68,130;\t")
        assert note.type_text.rpartition("\t")[2] == "piece;;;;Note of the referee"  # no picture that a module would have to have
        assert game.table.units[note.id].parent is None


def test_the_position_is_the_one_after_the_last_step(tmp_path: Path) -> None:
    play = table()
    path = play.record().drag("1 Inf", 150, 150).flip("2 Inf").delete("5 Inf").next_turn().write(tmp_path / "a.vlog")
    save = play.save(tmp_path / "end.vsav")
    copy = tmp_path / "a-notes.vsav"
    assert annotated_position(path, [], copy, None) == 0
    mine, theirs = (read_history(read_saved(one)) for one in (copy, save))
    assert mine.prints == theirs.prints
    assert Replay(read_saved(copy)).end.turns == Replay(read_saved(save)).end.turns
    report = audit([mine, read_history(read_saved(path))])
    assert [(link.earlier, link.later, link.link.value) for link in report.hand_overs] == [("a.vlog", "a-notes.vsav", "exact")]


def test_many_findings_at_one_place_make_few_notes(tmp_path: Path) -> None:
    path, copy = a_log().write(tmp_path / "a.vlog"), tmp_path / "a-notes.vsav"
    mark = MapMark(MAP, 150, 150, "1 Inf")
    assert annotated_position(path, [finding(f"number {number}", 1, mark) for number in range(30)], copy, None) == 4
    assert [place for _, place in notes_of(path, copy)] == [(MAP, 150, 150)] * 4


# --- words ----------------------------------------------------------------------------------------------------------------------


@given(st.text(max_size=600), st.integers(2, 400))
def test_a_line_holds_no_markup_and_nothing_that_steers(text: str, longest: int) -> None:
    line = harmless(text, longest)
    assert len(line) <= longest
    assert not set(line) & set("<>&\x1b\n\t\u202e")
    assert not line.endswith("\\")


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_a_line_comes_back_as_it_was_written(tmp_path_factory: pytest.TempPathFactory, message: str, reason: str) -> None:
    folder = tmp_path_factory.mktemp("log")
    path, copy = table().record().say().write(folder / "a.vlog"), folder / "copy.vlog"
    one = finding(message, 1, MapMark(MAP, 150, 150, "1 Inf"), rows=(Row("1 Inf", reason),))
    annotated_log(path, [one], copy)
    assert chat(copy)[0][-1] == chat_line(one)
    assert annotated_position(path, [one], folder / "notes.vsav", None) == 1
