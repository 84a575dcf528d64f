"""Saves and logs made from records, laid out as VASSAL lays them out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from .archive import MODULE_DATA, SAVE_DATA, SAVED_GAME
from .commands import LOG, AddPiece, Command, parse_command
from .errors import EditError, FormatError, WriteError
from .metadata import MetaData
from .obfuscation import Disguise
from .saved import BEGIN, END, read_saved
from .sequence import encode
from .tree import Entry, Leaf, join_entries
from .write import pack, write_bytes

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


def add_piece(identity: str | None, type_text: str, state_text: str) -> AddPiece:
    """The command that brings a piece into a game."""
    text = "+/" + (encode(["null" if identity is None else identity, type_text, state_text], "/") or "")
    try:
        command = parse_command(text)
    except FormatError as error:
        raise EditError(error.problem) from None
    if not isinstance(command, AddPiece) or (command.id, command.type, command.state) != (identity, type_text, state_text):
        raise EditError("a piece cannot be written so that VASSAL reads it back the same")
    return command


def position(pieces: Iterable[Command], components: Iterable[Command]) -> tuple[Entry, ...]:
    """The entries of a saved position: all pieces in one nested entry, then the commands of the game's components.

    Stacks and decks must come after the pieces that lie in them; VASSAL would lose those otherwise.
    """
    return (
        Entry.single(BEGIN),
        Entry.single(""),
        Entry.of([Leaf("", 0), *(Leaf(command.encoded(), 1) for command in pieces)]),
        *(Entry.single(command.encoded()) for command in components),
        Entry.single(END),
    )


def step(commands: Sequence[Command]) -> Entry:
    """One step of a log: the first command, and the others as what follows from it."""
    return Entry.of([Leaf(LOG + command.encoded(), min(place, 1)) for place, command in enumerate(commands)])


def savedata(about: MetaData) -> bytes:
    """The entry that says which VASSAL wrote a file, and when."""
    return _data(about.module_version, about.vassal_version, about.saved_ms, about.description)


def moduledata(about: MetaData) -> bytes:
    """The entry that says which module a file belongs to. VASSAL asks before it loads a file of another name."""
    return _data(about.module_version, about.vassal_version, None, None, about.module_name)


def _data(version: str | None, vassal: str | None, saved: int | None, description: str | None, name: str | None = None) -> bytes:
    parts = [
        f"  <version>{_text(version)}</version>",
        "  <extra1/>",
        "  <extra2/>",
        f"  <VassalVersion>{_text(vassal)}</VassalVersion>",
    ]
    if saved is not None:
        parts.append(f"  <dateSaved>{saved}</dateSaved>")
    if description is not None:
        parts.append(f"  <description>{_text(description)}</description>")
    if name is not None:
        parts.append(f"  <name>{_text(name)}</name>")
    return (_XML + '<data version="1">\n' + "\n".join(parts) + "\n</data>\n").encode()


def _text(value: str | None) -> str:
    """Text that XML can hold; a control character has no place in it."""
    return escape("".join(mark for mark in value or "" if mark >= " " or mark in "\t\n"))


def write_new(
    path: str | os.PathLike[str],
    entries: Sequence[Entry],
    about: MetaData,
    *,
    disguise: Disguise | None = None,
    inputs: Iterable[str | os.PathLike[str]] = (),
) -> None:
    """Write a save or log that did not exist before, whole or not at all."""
    text = join_entries(entries)
    contents = {
        SAVED_GAME: (disguise or Disguise(key=0x47)).apply(text),
        SAVE_DATA: savedata(about),
        MODULE_DATA: moduledata(about),
    }

    def check(written: os.PathLike[str]) -> None:
        if read_saved(written).text != text:
            raise WriteError("what was written does not read back the same")

    write_bytes(path, pack(None, contents), check=check, inputs=inputs)
