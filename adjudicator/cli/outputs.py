"""What one command writes appears all or not at all: everything is written beside its place first, then put there."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from vassal_bridge.errors import WriteError
from vassal_bridge.write import is_special, write_bytes, write_into


class Outputs:
    """The files of one command. `place` gives where to write what shall stand at a path in the end."""

    def __init__(self, inputs: Sequence[Path]) -> None:
        self._inputs = list(inputs)
        self._waiting: dict[Path, Path] = {}  # by where it shall stand: where it was written
        self._folders: list[Path] = []
        self._made: list[Path] = []

    @property
    def written(self) -> list[Path]:
        return list(self._waiting)

    def folder(self, path: Path) -> None:
        """A folder that may have to be made; if nothing comes of it all it is taken away again."""
        missing = [one for one in (path, *path.parents) if not one.exists()]
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(f"the folder cannot be made: {error.strerror}", file=path.name) from None
        self._made += missing

    def place(self, target: Path) -> Path:
        self._refuse(target)
        if target in self._waiting:
            raise WriteError("two outputs have the same name", file=target.name, expected="another name for one of them")
        try:
            folder = None if is_special(target) else target.parent
            beside = Path(tempfile.mkdtemp(prefix=".adjudicate-", dir=folder))
        except OSError as error:
            raise WriteError(f"cannot be written: {error.strerror}", file=target.name) from None
        self._folders.append(beside)
        self._waiting[target] = beside / target.name
        return self._waiting[target]

    def text(self, target: Path, text: str) -> None:
        write_bytes(self.place(target), text.encode("utf-8"))

    def _refuse(self, target: Path) -> None:
        """A path that leads to something that is read, by whatever links, or to a folder."""
        if target.is_dir():
            raise WriteError("is a folder", file=target.name, expected="the name of a file")
        for source in self._inputs:
            same = os.path.realpath(source) == os.path.realpath(target)
            with contextlib.suppress(OSError):  # one of the two is not there
                same = same or os.path.samefile(source, target)
            if same:
                raise WriteError("this is an input file; inputs are never changed", file=target.name, expected="another name")

    def finish(self) -> None:
        for target, written in self._waiting.items():
            try:
                if is_special(target):
                    write_into(target, written.read_bytes())
                else:
                    os.replace(written, target)
            except OSError as error:
                raise WriteError(f"cannot be written: {error.strerror}", file=target.name) from None
        self._made = []

    def clear(self) -> None:
        for folder in self._folders:
            shutil.rmtree(folder, ignore_errors=True)
        for folder in self._made:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()


@contextmanager
def all_or_none(inputs: Sequence[Path]) -> Iterator[Outputs]:
    outputs = Outputs(inputs)
    try:
        yield outputs
        outputs.finish()
    finally:
        outputs.clear()
