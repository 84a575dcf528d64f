"""What can be wrong with a game folder: each fault names its file, line and field, and what to do about it."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable

from vassal_bridge.errors import BridgeError

_LONGEST = 400  # characters of a sentence


class GameError(BridgeError):
    """One thing that is wrong in a game folder, in one sentence."""

    def __init__(self, message: str, *, file: str, line: int | None = None, field: str = "", remedy: str = "") -> None:
        super().__init__(_safe(message), file=_safe(file))
        self.line = line
        self.field = _safe(field)
        self.remedy = _safe(remedy)

    @property
    def message(self) -> str:
        return self.problem

    def __str__(self) -> str:
        where = self.file or ""
        if self.line is not None:
            where += f", line {self.line}"
        if self.field:
            where += f", {self.field}"
        return f"{where}: {self.message}" + (f"; {self.remedy}" if self.remedy else "")


class GameFileError(GameError):
    """A file is missing, cannot be read, or is not TOML, CSV or Python."""


class GameValueError(GameError):
    """A value is not what its field takes."""


class GameReferenceError(GameError):
    """Something is named that does not exist. `of` is the file, or the folder, in which it would stand."""

    def __init__(
        self, message: str, *, file: str, line: int | None = None, field: str = "", remedy: str = "", of: str = ""
    ) -> None:
        super().__init__(message, file=file, line=line, field=field, remedy=remedy)
        self.of = of


class GameChoiceError(GameReferenceError):
    """Somebody asks for a game, a reading, an option, an overlay or a scenario that there is not."""


class GameGapError(GameError):
    """Something that a whole game has is not there, or is there twice."""


class GameFolderError(BridgeError):
    """A game folder cannot be used; `errors` has everything that is wrong with it."""

    def __init__(self, game: str, errors: Iterable[GameError]) -> None:
        self.game = game
        once = {str(error): error for error in errors}.values()
        self.errors = tuple(sorted(once, key=lambda error: (error.file or "", error.line or 0, error.field, error.message)))
        super().__init__("\n".join(map(str, self.errors)))

    def __str__(self) -> str:
        if len(self.errors) == 1:
            (only,) = self.errors
            return str(only) if only.file == self.game else f"{self.game}: {only}"
        return f"{self.game} has {len(self.errors)} faults:\n" + "\n".join(f"  {error}" for error in self.errors)


def without_echoes(errors: Iterable[GameError]) -> list[GameError]:
    """The errors without those that name what stands in a file which could not be read whole: it may well be there."""
    found = list(errors)
    broken = [error.file or "" for error in found if not isinstance(error, GameReferenceError)]
    return [
        error
        for error in found
        if not (isinstance(error, GameReferenceError) and error.of and any(file.startswith(error.of) for file in broken))
    ]


def _safe(text: str) -> str:
    """What a file holds may steer no terminal, and may not fill it."""
    shown = "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."


def instead(name: str, known: Collection[str], many: int = 12) -> str:
    """A remedy for a name that nobody knows: the one that looks like it, or all there are."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    if not known:
        return "there are none"
    listed = ", ".join(sorted(known)[:many])
    return f"there {'is' if len(known) == 1 else 'are'} {listed}" + (
        f" and {len(known) - many} more" if len(known) > many else ""
    )
