"""Corrected saves: what they change, that they change nothing else, and that they tell what they changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.correct.annotate import annotated_log
from adjudicator.correct.corrected import OriginalFile, note_line, write_corrected
from adjudicator.correct.ending import end_as_save
from adjudicator.correct.model import Apply, Correction
from adjudicator.correct.positions import plan
from adjudicator.correct.verdicts import verdicts
from adjudicator.engine.state import Standing
from adjudicator.verdict import Verdict
from vassal_bridge.compose import write_new
from vassal_bridge.errors import EditError, WriteError
from vassal_bridge.replay import Replay
from vassal_bridge.saved import read_saved
from vassal_bridge.tree import Entry, Leaf

from .turns import Built, Turn

OLD, FAR = "0322", "1020"  # where 203 is set up, and where it cannot go


def source(built: Built, path: Path) -> OriginalFile:
    return OriginalFile(path, built.history(path), built.loaded, built.binding, built.module)


def fixed(built: Built, path: Path, target: Path, apply: Apply = "safe") -> tuple[Correction, ...]:
    made = plan(built.judge(path), apply).made
    write_corrected(source(built, path), made, target)
    return made


def by_hand(unit: str, was: Standing, now: Standing) -> Correction:
    return Correction(0, 1, unit, unit, "place", was, now, "so", "otherwise", "because", "a-rule", ("1.1",), True, "sure")


def texts(path: Path) -> dict[str, str]:
    """Every piece of a position by its id, as it stands in the file."""
    saved = read_saved(path)
    found = (text for entry in saved.position for text in entry.texts() if text.startswith("+/"))
    return {text.split("/", 2)[1]: text for text in found}


def components(path: Path) -> list[str]:
    saved = read_saved(path)
    return [entry.raw for entry in saved.position if entry.is_single and not entry.raw.startswith("PNOTES")]


def public_notes(built: Built, path: Path) -> str:
    return Replay(read_saved(path), built.module).end.ledger.notes.public


# --- logs -----------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def too_far(built: Built, tmp_path: Path) -> Path:
    return Turn(built).say("!phase movement").drag("de-203", FAR).write(tmp_path / "turn.vlog")


def test_the_unit_is_where_it_was_and_all_others_are_where_they_are(built: Built, too_far: Path, tmp_path: Path) -> None:
    target = tmp_path / "corrected.vsav"
    assert [each.unit for each in fixed(built, too_far, target)] == ["de-203"]
    assert built.standings(too_far)["de-203"].place == FAR
    assert built.standings(target) == {**built.standings(too_far), "de-203": Standing(OLD)}
    assert built.judge(target).findings == ()
    assert not read_saved(target).is_log


def test_a_unit_among_the_eliminated_comes_back_on_its_side_as_it_shall_be(built: Built, tmp_path: Path) -> None:
    log = Turn(built).flip("de-203").drag("de-203", "Eliminated German").write(tmp_path / "turn.vlog")
    assert "de-203" not in built.standings(log)
    back = replace(by_hand("de-203", Standing(OLD), Standing(OLD)), was=None)
    target = tmp_path / "corrected.vsav"
    write_corrected(source(built, log), [back], target)
    assert built.standings(target)["de-203"] == Standing(OLD)


def test_what_was_not_edited_is_byte_for_byte_as_vassal_would_save_it(built: Built, too_far: Path, tmp_path: Path) -> None:
    plain, target = tmp_path / "plain.vsav", tmp_path / "corrected.vsav"
    write_corrected(source(built, too_far), (), plain)
    fixed(built, too_far, target)
    assert read_saved(plain).entries == end_as_save(read_saved(too_far), built.module).entries
    old, new = texts(plain), texts(target)
    piece = built.pieces(too_far).of_unit["de-203"]
    changed = {identity for identity in {*old, *new} if old.get(identity) != new.get(identity)}
    assert piece in changed
    stacks = changed - {piece}
    assert all((old.get(one) or new[one]).split("/")[2] == "stack" for one in stacks)
    assert components(plain) == components(target)


def test_the_save_belongs_to_the_same_module(built: Built, too_far: Path, tmp_path: Path) -> None:
    target = tmp_path / "corrected.vsav"
    fixed(built, too_far, target)
    old, new = read_saved(too_far).metadata, read_saved(target).metadata
    assert (new.module_name, new.module_version) == (old.module_name, old.module_version)


def test_the_piece_goes_to_the_very_point_where_it_was(built: Built, too_far: Path, tmp_path: Path) -> None:
    target = tmp_path / "corrected.vsav"
    fixed(built, too_far, target)
    piece = built.pieces(too_far).of_unit["de-203"]
    assert built.history(target).end[piece].spot == built.history(too_far).start[piece].spot


def test_the_notes_tell_what_was_changed_and_keep_what_they_held(built: Built, tmp_path: Path) -> None:
    path = Turn(built).say("!phase movement").step("PNOTES\tours|and \\| more").drag("de-203", FAR).write(tmp_path / "turn.vlog")
    target = tmp_path / "corrected.vsav"
    (made,) = fixed(built, path, target)
    assert public_notes(built, target) == f"ours|and \\| more|{note_line(made)}"
    assert f"203: from {FAR} to {OLD}" in note_line(made)
    assert ", ".join(made.cite) in note_line(made)


def test_notes_that_a_save_holds_twice_as_vassal_writes_them_are_kept_and_last(built: Built, tmp_path: Path) -> None:
    """Of several the last counts, and they stand in one command with others."""
    path = Turn(built).say("!phase movement").step("PNOTES\tours").drag("de-203", FAR).write(tmp_path / "turn.vlog")
    saved = end_as_save(read_saved(path), built.module)
    notes = Entry.of([Leaf("NOTES\t", 0), Leaf("PNOTES\tours", 1)])
    doubled = saved.with_entries((*saved.entries[: saved.end], notes, notes, *saved.entries[saved.end :]))
    once = by_hand("de-203", Standing(FAR), Standing(OLD))
    write_new(tmp_path / "end.vsav", doubled.entries, saved.metadata)
    write_corrected(source(built, tmp_path / "end.vsav"), (once,), tmp_path / "corrected.vsav")
    assert public_notes(built, tmp_path / "corrected.vsav") == f"ours|{note_line(once)}"


def test_a_reinforcement_that_came_too_early_waits_again_where_it_waited(built: Built, tmp_path: Path) -> None:
    path = Turn(built).say("!phase reinforcement").drag("su-50a-69", "0124").write(tmp_path / "turn.vlog")
    target = tmp_path / "corrected.vsav"
    assert fixed(built, path, target) == (), "not without being asked"
    (made,) = fixed(built, path, target, "suggested")
    assert (made.unit, made.before, made.after) == ("su-50a-69", "0124", "out of play")
    assert built.standings(target) == built.standings(built.set_up)
    end, start = built.history(target).end, built.history(path).start
    assert {one: end[one].spot for one in start} == {one: start[one].spot for one in start}


def test_markers_go_with_their_unit(built: Built, tmp_path: Path) -> None:
    path = Turn(built).drag("de-203", FAR).mark("de-203", "out of supply").write(tmp_path / "turn.vlog")
    marks = frozenset({"out of supply"})
    one = by_hand("de-203", Standing(FAR, 0, marks), Standing(OLD, 0, marks))
    write_corrected(source(built, path), (one,), tmp_path / "corrected.vsav")
    assert built.standings(tmp_path / "corrected.vsav")["de-203"] == Standing(OLD, 0, marks)


def test_a_wrong_marker_is_gone_and_nothing_else_is(built: Built, tmp_path: Path) -> None:
    path = Turn(built).say("!phase supply").mark("de-203", "out of supply").write(tmp_path / "turn.vlog")
    target = tmp_path / "corrected.vsav"
    (made,) = fixed(built, path, target, "markers")
    assert (made.kind, made.before, made.after) == ("marker", "out of supply", "in supply")
    assert built.standings(target) == built.standings(built.set_up)
    assert len(texts(target)) == len(texts(built.set_up))


def test_a_marker_that_is_due_lies_on_its_unit(built: Built, tmp_path: Path) -> None:
    """On the spit nobody is in supply; the first marker is due, and the second was laid."""
    start = built.start(tmp_path / "start.vsav", de_203="3425")
    path = Turn(built, start).say("!phase supply").mark("de-203", "isolated").write(tmp_path / "turn.vlog")
    target = tmp_path / "corrected.vsav"
    (made,) = fixed(built, path, target)
    assert (made.before, made.after) == ("isolated", "out of supply")
    assert built.standings(target)["de-203"].marks == {"out of supply"}
    names = [each.name for each in built.history(target).end.values()]
    assert names.count("Out of supply") == [each.name for each in built.history(start).end.values()].count("Out of supply") + 1


def test_a_forgotten_marker_is_laid_and_then_nothing_is_wrong(built: Built, tmp_path: Path) -> None:
    start = built.start(tmp_path / "start.vsav", de_203="3425")
    turn = Turn(built, start).say("!phase combat").say("!phase supply").say("!phase volkssturm return")
    path, target = turn.write(tmp_path / "turn.vlog"), tmp_path / "corrected.vsav"
    (made,) = fixed(built, path, target, "markers")
    assert (made.unit, made.rule, made.step, made.before, made.after) == (
        "de-203",
        "supply-forgotten",
        3,
        "in supply",
        "out of supply",
    )
    assert built.standings(target) == {
        **built.standings(start),
        "de-203": replace(built.standings(start)["de-203"], marks=frozenset({"out of supply"})),
    }
    again = Turn(built, target).say("!phase volkssturm return").say("!phase sudden death").write(tmp_path / "again.vlog")
    assert built.judge(again).findings == ()


def test_a_marker_in_a_stack_marks_only_its_unit(built: Built, tmp_path: Path) -> None:
    units = built.standings(built.set_up)
    lower, upper = "su-31a-34", "su-31a-44"
    assert units[lower].place == units[upper].place
    for unit in (lower, upper):
        one = by_hand(unit, units[unit], replace(units[unit], marks=frozenset({"isolated"})))
        write_corrected(source(built, built.set_up), (one,), tmp_path / "corrected.vsav")
        assert built.standings(tmp_path / "corrected.vsav") == {**units, unit: one.now}


# --- saves ----------------------------------------------------------------------------------------------------------------------


def test_steps_are_flipped_in_a_save_and_nothing_else_changes(built: Built, tmp_path: Path) -> None:
    one = by_hand("de-203", Standing(OLD), Standing(OLD, 1))
    target = tmp_path / "corrected.vsav"
    write_corrected(source(built, built.set_up), (one,), target)
    assert built.standings(target)["de-203"].losses == 1
    old, new = texts(built.set_up), texts(target)
    assert old.keys() == new.keys()
    assert [identity for identity in old if old[identity] != new[identity]] == [built.pieces(target).of_unit["de-203"]]


def test_a_hex_where_nobody_ever_was_is_found_on_the_map(built: Built, tmp_path: Path) -> None:
    one = by_hand("de-203", Standing(OLD), Standing("3425"))
    write_corrected(source(built, built.set_up), (one,), tmp_path / "corrected.vsav")
    assert built.standings(tmp_path / "corrected.vsav")["de-203"].place == "3425"


@pytest.mark.parametrize(
    "one",
    [
        by_hand("de-203", Standing(OLD), Standing(OLD, 5)),  # it has no such side
        by_hand("de-203", Standing(OLD), Standing(OLD, 0, frozenset({"on fire"}))),  # the module has no such marker
        by_hand("de-203", Standing(FAR), Standing(FAR, 1)),  # it is not there
        by_hand("de-203", Standing(OLD), Standing("9999")),
    ],
)
def test_what_cannot_be_written_as_meant_is_refused_and_nothing_is_left(built: Built, tmp_path: Path, one: Correction) -> None:
    target = tmp_path / "corrected.vsav"
    with pytest.raises(EditError):
        write_corrected(source(built, built.set_up), (one,), target)
    assert list(tmp_path.iterdir()) == []


def test_never_over_an_input(built: Built, too_far: Path) -> None:
    before = too_far.read_bytes(), built.path.read_bytes()
    made = plan(built.judge(too_far)).made
    for target in (too_far, built.path):
        with pytest.raises(WriteError):
            write_corrected(source(built, too_far), made, target, [built.path])
    assert (too_far.read_bytes(), built.path.read_bytes()) == before


def test_notes_of_an_earlier_referee_are_no_part_of_the_position(built: Built, too_far: Path, tmp_path: Path) -> None:
    annotated, one, other = (tmp_path / name for name in ("annotated.vlog", "one.vsav", "other.vsav"))
    annotated_log(too_far, verdicts(built.judge(too_far)), annotated)
    fixed(built, too_far, one)
    fixed(built, annotated, other)
    assert read_saved(one).entries == read_saved(other).entries


# --- annotated logs -------------------------------------------------------------------------------------------------------------


def test_an_annotated_log_has_every_verdict_and_the_same_end(built: Built, tmp_path: Path) -> None:
    path = Turn(built).say("!phase movement").drag("de-203", FAR).drag("de-562", "0421").write(tmp_path / "turn.vlog")
    judged = built.judge(path)
    copy = tmp_path / "annotated.vlog"
    assert annotated_log(path, verdicts(judged), copy) == len(judged.findings) + sum(
        each.judged.verdict is Verdict.LEGAL for each in judged.played
    )
    assert built.history(copy).end == built.history(path).end
    assert built.judge(copy).findings == tuple(
        replace(each, where=replace(each.where, file="annotated.vlog"), also=each.also) for each in judged.findings
    )
    said = {step.number: "\n".join(step.chat) for step in Replay(read_saved(copy), built.module)}
    assert "[adjudicator] illegal koenigsberg-rg/allowance: 203 cannot move" in said[2]
    assert "[adjudicator] legal koenigsberg-rg: movement phase" in said[1]
