"""Saves and logs made from records are laid out as VASSAL lays them out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import SKIRMISH
from vassal_bridge.commands import AddPiece, Chat, Command, Logged, parse_command
from vassal_bridge.compose import add_piece, position, step, write_new
from vassal_bridge.errors import EditError, WriteError
from vassal_bridge.metadata import MetaData
from vassal_bridge.saved import read_saved
from vassal_bridge.tree import Entry

ABOUT = MetaData(vassal_version="3.7.26", saved_ms=1_700_000_000_000, module_name="Skirmish & <Co>", module_version="1.0")


def parts(name: str) -> tuple[list[Command], list[Command], list[Entry]]:
    """The pieces, the components and the steps of one of our samples."""
    saved = read_saved(SKIRMISH / name)
    commands = [command for entry in saved.position for command in entry.commands()]
    pieces: list[Command] = [command for command in commands if isinstance(command, AddPiece)]
    last = max(place for place, command in enumerate(commands) if isinstance(command, AddPiece))
    return pieces, commands[last + 1 : -1], [one.entry for one in saved.steps()]


def test_a_real_save_made_again_from_its_records_has_the_same_pieces_and_components(tmp_path: Path) -> None:
    pieces, components, _ = parts("start.vsav")
    write_new(tmp_path / "new.vsav", position(pieces, components), ABOUT)
    original = read_saved(SKIRMISH / "start.vsav")
    new = read_saved(tmp_path / "new.vsav")
    assert [text for entry in new.position for text in entry.texts()] == [
        text for entry in original.position for text in entry.texts()
    ]
    assert new.entries[:3] == original.entries[:3], "the nesting of the pieces is VASSAL's"
    assert (new.metadata.module_name, new.metadata.module_version) == ("Skirmish & <Co>", "1.0")
    assert (new.metadata.vassal_version, new.metadata.saved_ms) == ("3.7.26", 1_700_000_000_000)


def test_a_real_log_made_again_from_its_records_has_the_same_steps(tmp_path: Path) -> None:
    pieces, components, steps = parts("blue-turn1.vlog")
    made = [step([command.command for command in entry.commands() if isinstance(command, Logged)]) for entry in steps]
    write_new(tmp_path / "new.vlog", (*position(pieces, components), *made), ABOUT)
    assert [one.entry.texts() for one in read_saved(tmp_path / "new.vlog").steps()] == [entry.texts() for entry in steps]


def test_a_position_without_pieces_can_be_read(tmp_path: Path) -> None:
    write_new(tmp_path / "empty.vsav", position([], []), ABOUT)
    assert len(read_saved(tmp_path / "empty.vsav").position) == 4


@pytest.mark.parametrize(
    ("identity", "type_text", "state_text"), [("1", "piece;;;a\\", "x"), ("1\\", "piece;;;a", "x"), ("'1'x'", "t\\", "")]
)
def test_a_piece_that_would_not_read_back_the_same_is_refused(identity: str, type_text: str, state_text: str) -> None:
    with pytest.raises(EditError):
        add_piece(identity, type_text, state_text)


def test_a_command_that_holds_the_separator_is_refused() -> None:
    with pytest.raises(EditError):
        step([Chat("CHATa\x1bb", "a\x1bb")])


def test_nothing_is_written_over_an_input(tmp_path: Path) -> None:
    original = tmp_path / "start.vsav"
    original.write_bytes((SKIRMISH / "start.vsav").read_bytes())
    with pytest.raises(WriteError, match="never changed"):
        write_new(original, position([], []), ABOUT, inputs=[original])
    assert original.read_bytes() == (SKIRMISH / "start.vsav").read_bytes()


def test_a_piece_without_an_id_is_written_as_vassal_writes_it() -> None:
    command = add_piece(None, "piece;;;a.png;a", "null;0;0;;0")
    assert command.raw == "+/null/piece;;;a.png;a/null;0;0;;0"
    assert parse_command(command.raw) == command
