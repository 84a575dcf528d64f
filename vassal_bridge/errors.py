"""The one error family of the bridge.

Every failure that a file can cause is a `BridgeError`: it says which file, where in it, and what was expected there, in one
plain sentence. Texts of errors never quote file contents at length and never quote fields that hold secrets.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class BridgeError(Exception):
    """Something in a file is not as it must be."""

    def __init__(
        self,
        problem: str,
        *,
        file: str | None = None,
        offset: int | None = None,
        expected: str | None = None,
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.file = file
        self.offset = offset
        self.expected = expected

    def __str__(self) -> str:
        where = self.file or ""
        if self.offset is not None:
            where = f"{where} at {self.offset}" if where else f"at {self.offset}"
        said = f"{where}: {self.problem}" if where else self.problem
        return f"{said} (expected {self.expected})" if self.expected else said


class ArchiveError(BridgeError):
    """The container: not a zip, damaged, hostile, or without the entry that is needed."""


class TextError(BridgeError):
    """The bytes inside the container do not make text."""


class FormatError(BridgeError):
    """The text does not make commands, pieces or traits."""


class ModuleError(BridgeError):
    """A module's build file cannot be understood."""


class LimitError(BridgeError):
    """Larger, deeper or more than any honest file (see `limits`)."""


class EditError(BridgeError):
    """An edit was refused because it could not be written so that it reads back the same."""


class WriteError(BridgeError):
    """A file could not be written; what stood there before still stands there."""


@contextmanager
def in_file(name: str) -> Iterator[None]:
    """Name the file in any `BridgeError` raised inside that does not name one yet."""
    try:
        yield
    except BridgeError as error:
        if error.file is None:
            error.file = name
        raise
