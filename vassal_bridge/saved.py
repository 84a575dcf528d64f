"""A saved game or a log, read whole: its container, its entries of commands, and where the position ends and the steps begin."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from .archive import SAVED_GAME, Archive, open_archive
from .commands import ESC, LOG, NULL
from .errors import ArchiveError, EditError, FormatError, LimitError, in_file
from .limits import DEFAULT_LIMITS, Limits
from .metadata import MetaData, read_metadata
from .obfuscation import Disguise, uncover
from .tree import Entry, check_lengths, join_entries, split_entries

BEGIN = "begin_save"
END = "end_save"
_ENDS = (END, END + "\n", END + "\r\n")  # un-zipped texts may end in a line feed; VASSAL then misses the end, we do not
_LOGGED_NULL, _START = LOG + NULL, len(LOG)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a log as VASSAL's step button counts them (from 1), and the entry it stands in."""

    number: int
    index: int
    entry: Entry


@dataclass(frozen=True)
class SavedGame:
    """What a .vsav or .vlog holds. `entries` are all commands of the top level, in order."""

    source: Archive
    disguise: Disguise
    entries: tuple[Entry, ...] = field(repr=False)
    limits: Limits = field(default=DEFAULT_LIMITS, repr=False)

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def text(self) -> str:
        return join_entries(self.entries)

    @cached_property
    def metadata(self) -> MetaData:
        return read_metadata(self.source)

    @cached_property
    def end(self) -> int:
        """The index of the entry that ends the position. A game without one was cut off; VASSAL would never start it."""
        end = _end_of(self.entries)
        if end is None:
            raise FormatError("the saved position never ends: the file seems cut off", expected=END)
        return end

    @property
    def position(self) -> tuple[Entry, ...]:
        """The entries of the saved position, `begin_save` and `end_save` among them."""
        return self.entries[: self.end + 1]

    @property
    def is_log(self) -> bool:
        return any(_is_logged(entry) for entry in self.entries[self.end + 1 :])

    def __str__(self) -> str:
        """What it is, in a line: `turn5.vlog: a log of 26 steps of Skirmish 1.0, saved by VASSAL 3.7.26`."""
        about = self.metadata
        count = sum(1 for _ in self.steps())
        what = f"a log of {count:,} step{'s' * (count != 1)}" if self.is_log else "a saved position"
        named = f" of {about.module_name} {about.module_version or ''}".rstrip() if about.module_name else ""
        return f"{self.name}: {what}{named}" + (f", saved by VASSAL {about.vassal_version}" if about.vassal_version else "")

    def steps(self) -> Iterator[Step]:
        """The steps of a log. An entry that logs nothing but `null` is none, as in VASSAL."""
        number = commands = 0
        for index in range(self.end + 1, len(self.entries)):
            entry = self.entries[index]
            logged = _logged(entry)
            if logged:
                number += 1
                commands += logged
                if number > self.limits.steps:
                    raise LimitError("the log holds too many steps", expected=f"at most {self.limits.steps:,}")
                if commands > self.limits.logged:
                    raise LimitError("the log holds too many commands", expected=f"at most {self.limits.logged:,}")
                yield Step(number, index, entry)

    def with_entries(self, entries: tuple[Entry, ...]) -> SavedGame:
        changed = replace(self, entries=entries)
        if tuple(split_entries(changed.text, self.limits)) != entries:
            raise EditError("the changed text would not read back the same")
        if _end_of(entries) is None:
            raise EditError("the saved position would never end", expected=END)
        return changed

    def encoded(self) -> bytes:
        """The bytes of the `savedGame` entry, in the disguise the text came in."""
        return self.disguise.apply(self.text)


def _end_of(entries: tuple[Entry, ...]) -> int | None:
    return next((index for index, entry in enumerate(entries) if entry.is_single and entry.raw in _ENDS), None)


def _logged(entry: Entry) -> int:
    """How many commands of a step it holds."""
    return len([1 for text in entry.texts() if text != _LOGGED_NULL and text[:_START] == LOG])


def _is_logged(entry: Entry) -> bool:
    return any(text.startswith(LOG) and text != LOG + NULL for text in entry.texts())


def _check_pieces(text: str, limits: Limits) -> None:
    """Before anything is made of so many; an apostrophe may stand before one of them, and before little else."""
    if text.count(f"{ESC}+/") + text.count(f"{ESC}'") > limits.pieces:
        raise LimitError("the position holds too many pieces", expected=f"at most {limits.pieces:,}")


def read_saved(path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> SavedGame:
    """Read a save or a log from a file."""
    return load_saved(open_archive(path, limits))


def _instead(archive: Archive) -> str:
    """What else a zip holds that may have been meant."""
    games = [name for name in archive.names() if name.lower().endswith((".vsav", ".vlog"))]
    return f", but {games[0]}{' and others' if games[1:] else ''}: take it out of the zip" if games else ""


def load_saved(archive: Archive) -> SavedGame:
    """Read the save or log in an opened container."""
    with in_file(archive.name):
        if not archive.is_game:
            found = "a module, not a save or log" if archive.is_module else f"no saved game in it{_instead(archive)}"
            raise ArchiveError(found, expected=f"an entry named {SAVED_GAME}")
        text, disguise = uncover(archive.read(SAVED_GAME), archive.limits)
        if not text.startswith(BEGIN):
            raise FormatError("the text does not start as a saved game does", offset=0, expected=BEGIN)
        _check_pieces(text, archive.limits)
        entries = tuple(split_entries(text, archive.limits))
        if len(text) > archive.limits.command_characters:
            check_lengths(entries, archive.limits)
        if entries[0].texts()[0] != BEGIN:
            raise FormatError("the text does not start as a saved game does", offset=0, expected=BEGIN)
        saved = SavedGame(archive, disguise, entries, archive.limits)
        _ = saved.end  # refuses a game without one
        return saved
