"""A save or log as a whole: where the position ends, what the steps are, what is said of a file that is neither."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.hostile.build import ESC, GAME, LOG, SAVE, Member, game_of, honest_bytes, make_zip, text_zip
from vassal_bridge.commands import BeginSave, EndSave
from vassal_bridge.errors import ArchiveError, BridgeError, EditError, FormatError, LimitError
from vassal_bridge.limits import DEFAULT_LIMITS
from vassal_bridge.obfuscation import Disguise, Form
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.tree import Entry, split_entries


def _saved(folder: Path, text: str) -> SavedGame:
    path = folder / "game.vlog"
    path.write_bytes(text_zip(text))
    return read_saved(path)


def test_our_own_log_is_a_position_and_its_steps() -> None:
    saved = read_saved(LOG)
    assert saved.is_log
    assert saved.name == "blue-turn1.vlog"
    assert saved.encoded() == honest_bytes(LOG)
    assert isinstance(saved.position[0].commands()[0], BeginSave)
    assert isinstance(saved.position[-1].commands()[0], EndSave)
    steps = list(saved.steps())
    assert [step.number for step in steps] == list(range(1, 36))
    assert [step.entry for step in steps] == list(saved.entries[saved.end + 1 :])
    assert all(saved.entries[step.index] is step.entry for step in steps)
    assert saved.metadata.vassal_version == "3.7.26"
    assert saved.metadata.module_name == "Skirmish"
    assert saved.metadata.saved_ms is not None
    assert saved.metadata.problems == ()


def test_our_own_save_is_a_position_without_steps() -> None:
    saved = read_saved(SAVE)
    assert not saved.is_log
    assert list(saved.steps()) == []
    assert saved.position == saved.entries
    assert saved.encoded() == honest_bytes(SAVE)
    assert "anna-pw" in saved.text
    assert "anna-pw" not in repr(saved)
    assert "anna-pw" not in repr(list(saved.entries))


@pytest.mark.parametrize(
    ("after", "steps"),
    [
        ([], []),
        (["LOG\tCHATa"], [1]),
        (["LOG\tCHATa", "LOG\tCHATb"], [1, 2]),
        (["LOG\tnull", "LOG\tCHATa"], [2]),  # VASSAL's own null is no step
        ([f"LOG\tnull\\{ESC}LOG\tnull", "LOG\tCHATa"], [2]),
        ([f"LOG\tnull\\{ESC}LOG\tCHATa"], [1]),
        (["LOG\t"], [1]),  # an empty command is one
        (["CHATa", "LOG\tCHATa"], [2]),
        (["", "LOG\tCHATa"], [2]),
        ([f"\\{ESC}LOG\tCHATa"], [1]),
        (["'LOG\tCHATa'"], [1]),
        (["LOGGED\tCHATa", "xLOG\tCHATa"], []),
    ],
)
def test_steps_are_the_entries_that_log_something(tmp_path: Path, after: list[str], steps: list[int]) -> None:
    saved = _saved(tmp_path, ESC.join([game_of("LOG\tCHATnot a step"), *after]))
    assert [step.index - saved.end for step in saved.steps()] == steps
    assert [step.number for step in saved.steps()] == list(range(1, len(steps) + 1))
    assert saved.is_log == bool(steps)


@pytest.mark.parametrize("end", ["end_save", "end_save\n", "end_save\r\n"])
def test_an_unzipped_text_may_end_in_a_line_feed(tmp_path: Path, end: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text(f"begin_save{ESC}CHATx{ESC}{end}", newline="")
    saved = read_saved(path)
    assert saved.end == 2
    assert saved.disguise.form is Form.PLAIN
    assert saved.encoded() == path.read_bytes()


def test_the_first_end_counts(tmp_path: Path) -> None:
    saved = _saved(tmp_path, ESC.join(["begin_save", "end_save", "LOG\tCHATa", "begin_save", "end_save", "LOG\tCHATb"]))
    assert saved.end == 1
    assert [step.number for step in saved.steps()] == [1, 2]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "does not start"),
        ("hello", "does not start"),
        ("begin_sav", "does not start"),
        (" begin_save", "does not start"),
        ("begin_savegame" + ESC + "end_save", "does not start"),
        ("end_save", "does not start"),
        (f"CHATx{ESC}begin_save{ESC}end_save", "does not start"),
        ("begin_save", "never ends"),
        (f"begin_save{ESC}end_sav", "never ends"),
        (f"begin_save{ESC}end_save ", "never ends"),
        (f"begin_save{ESC}LOG\tend_save", "never ends"),
        (f"begin_save{ESC}CHATx\\{ESC}end_save", "never ends"),
    ],
)
def test_a_text_that_is_no_saved_game_is_refused(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(FormatError, match=says) as caught:
        _saved(tmp_path, text)
    assert caught.value.file == "game.vlog"
    assert caught.value.expected in ("begin_save", "end_save")


def test_a_container_without_a_saved_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.vsav"
    for member, says in ((b"buildFile", "a module"), (b"buildFile.xml", "a module"), (b"readme", "no saved game")):
        path.write_bytes(make_zip([Member(member, b"x")]))
        with pytest.raises(ArchiveError, match=says) as caught:
            read_saved(path)
        assert caught.value.file == "other.vsav"


def test_limits_hold_for_the_whole_text(tmp_path: Path) -> None:
    path = tmp_path / "game.vsav"
    for text, limits in (
        (game_of("x", "y"), replace(DEFAULT_LIMITS, commands=4)),
        (game_of(f"x\\\\{ESC}y"), replace(DEFAULT_LIMITS, nesting=1)),
        (game_of(f"x\\\\{ESC}'y"), replace(DEFAULT_LIMITS, nesting=1)),
        (game_of("x" * 30), replace(DEFAULT_LIMITS, command_characters=29)),
        (game_of("a", f"b\\{ESC}'" + "x" * 30), replace(DEFAULT_LIMITS, command_characters=29)),
        (game_of("x" * 30), replace(DEFAULT_LIMITS, text_bytes=29)),
        (game_of("x" * 30), replace(DEFAULT_LIMITS, member_bytes=29)),
    ):
        path.write_bytes(text_zip(text))
        read_saved(path)
        with pytest.raises(LimitError) as caught:
            read_saved(path, limits)
        assert caught.value.file == "game.vsav"


def test_changed_entries_read_back_or_are_refused(tmp_path: Path) -> None:
    saved = _saved(tmp_path, game_of("CHATx"))
    changed = saved.with_entries((*saved.entries, Entry.single("LOG\tCHATnew")))
    assert changed.text == saved.text + ESC + "LOG\tCHATnew"
    assert changed.is_log
    assert not saved.is_log
    assert changed.disguise == saved.disguise
    for entries in (
        (),
        saved.entries[:-1],  # no end
        (*saved.entries, Entry.single("CHATends in a backslash\\"), Entry.single("CHATx")),
    ):
        with pytest.raises(EditError):
            saved.with_entries(entries)


@pytest.mark.parametrize("form", list(Form))
def test_the_disguise_goes_back_on(tmp_path: Path, form: Form) -> None:
    path = tmp_path / "game.vsav"
    disguise = Disguise(form, 0 if form is Form.PLAIN else 0xAB)
    data = disguise.apply(game_of("CHATé ☃ 😀"))
    path.write_bytes(make_zip([Member(GAME, data)]))
    saved = read_saved(path)
    assert saved.disguise == disguise
    assert saved.encoded() == data
    assert saved.with_entries(tuple(split_entries(game_of("CHATother")))).encoded() == disguise.apply(game_of("CHATother"))


BAD_XML = {
    "no XML": b"hello",
    "nothing": b"",
    "cut off": b"<data><name>x</na",
    "a document type": b"<!DOCTYPE data><data/>",
    "an entity": b'<!DOCTYPE data [<!ENTITY e "x">]><data><name>&e;</name></data>',
    "a document type in UTF-16": "<!DOCTYPE data><data/>".encode("utf-16"),
    "a strange encoding": b'<?xml version="1.0" encoding="utf-7"?><data/>',
    "too long": b"<data>" + b" " * (1 << 20) + b"</data>",
    "bad UTF-8": b"<data>\xff</data>",
}


@pytest.mark.parametrize("case", BAD_XML)
def test_bad_entries_beside_the_game_are_problems_and_no_errors(tmp_path: Path, case: str) -> None:
    """VASSAL loads such files after a warning."""
    path = tmp_path / "game.vsav"
    data = Disguise().apply(game_of())
    path.write_bytes(make_zip([Member(GAME, data), Member(b"savedata", BAD_XML[case]), Member(b"moduledata", BAD_XML[case])]))
    metadata = read_saved(path).metadata
    assert len(metadata.problems) == 2
    assert metadata.vassal_version is None
    assert metadata.module_name is None


def test_missing_entries_beside_the_game_are_nothing_unusual(tmp_path: Path) -> None:
    path = tmp_path / "game.vsav"
    path.write_bytes(make_zip([Member(GAME, Disguise().apply(game_of()))]))
    assert read_saved(path).metadata.problems == ()
    path.write_text(game_of())
    assert read_saved(path).metadata.problems == ()


@pytest.mark.parametrize("when", ["", "x", "-1", "1" * 40, "٣", "1.5"])
def test_a_date_that_is_none_is_left_out(tmp_path: Path, when: str) -> None:
    path = tmp_path / "game.vsav"
    metadata = f"<data><VassalVersion> 3.7 </VassalVersion><dateSaved>{when}</dateSaved><description/></data>"
    path.write_bytes(make_zip([Member(GAME, Disguise().apply(game_of())), Member(b"savedata", metadata.encode())]))
    found = read_saved(path).metadata
    assert found.saved_ms is None
    assert found.vassal_version == "3.7"
    assert found.description == ""
    assert found.problems == ()


def test_every_error_of_the_family_says_where_and_what_was_expected() -> None:
    assert str(BridgeError("broken")) == "broken"
    assert str(BridgeError("broken", file="a.vsav", offset=5, expected="whole")) == "a.vsav at 5: broken (expected whole)"
    assert str(BridgeError("broken", offset=0)) == "at 0: broken"
    assert str(BridgeError("broken", file="a.vsav")) == "a.vsav: broken"
