"""Several files at once: all of them appear, or none does. Each is written beside its place first, then all are put there.

Whatever goes wrong on the way, what was put already is taken back, and what stood there before stands there again: a full disk, a
place where nothing may be written, Ctrl-C, a request to end. Only a machine that stops dead in the instant between two files can
leave the first of them without the second; it never leaves half a file.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from .errors import WriteError
from .write import is_special, refuse_input, sync_folder, why_not, write_bytes, write_into

_ENDED = ("SIGTERM", "SIGHUP")  # requests to end that would end the program at once


class Outputs:
    """The files of one command. `place` gives where to write what shall stand at a path in the end."""

    def __init__(self, inputs: Iterable[str | os.PathLike[str]] = ()) -> None:
        self._inputs = list(inputs)
        self._waiting: dict[Path, Path] = {}  # by where it shall stand: where it was written
        self._leaving: list[Path] = []
        self._beside: dict[Path, Path] = {}  # by where it shall stand: a folder of ours beside that
        self._made: list[Path] = []
        self._undo: list[tuple[Path, Path | None]] = []  # what stands there now, and where lies what stood there before

    @property
    def written(self) -> Sequence[Path]:
        return list(self._waiting)

    def folder(self, path: Path) -> None:
        """A folder that may have to be made; if nothing comes of it all it is taken away again."""
        self._made += [one for one in (path, *path.parents) if not one.exists()]
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(f"the folder cannot be made: {error.strerror}", file=path.name) from None

    def place(self, target: Path) -> Path:
        if target.is_dir():
            raise WriteError("is a folder", file=target.name, expected="the name of a file")
        refuse_input(target, self._inputs)
        if os.path.realpath(target) in map(os.path.realpath, self._waiting):
            raise WriteError("two outputs have the same name", file=target.name, expected="another name for one of them")
        self._waiting[target] = self._room(target) / target.name
        return self._waiting[target]

    def put(self, target: Path, data: bytes) -> None:
        write_bytes(self.place(target), data)

    def text(self, target: Path, text: str) -> None:
        self.put(target, text.encode("utf-8", "replace"))

    def remove(self, target: Path) -> None:
        """A file that shall be gone when the others have appeared."""
        self._room(target)
        self._leaving.append(target)

    def _room(self, target: Path) -> Path:
        """A folder of our own beside the target, so that it is on the same disk; for a device anywhere."""
        folder = Path(tempfile.gettempdir()) if is_special(target) else target.parent
        beside = folder / f".adjudicate-{secrets.token_hex(8)}"
        self._beside[target] = beside  # named before it is made, so that an interruption still finds it to remove
        try:
            beside.mkdir(mode=0o700)
        except (OSError, ValueError) as error:
            raise WriteError(f"cannot be written: {why_not(target, error)}", file=target.name) from None
        return beside

    def finish(self) -> None:
        """Put everything in its place; the devices last, as what was written into them cannot be taken back."""
        devices = {target for target in self._waiting if is_special(target)}
        for target in (*self._waiting, *self._leaving):
            if target not in devices:
                self._swap(target, self._waiting.get(target))
        for target in devices:
            write_into(target, self._waiting[target].read_bytes())
        self._undo, self._made = [], []
        for folder in {target.parent for target in self._beside if target not in devices}:
            sync_folder(folder)

    def _swap(self, target: Path, written: Path | None) -> None:
        before = self._beside[target] / "before" if os.path.lexists(target) else None
        try:
            if before is not None:
                _second_name(target, before)
            self._undo.append((target, before))  # told before it is done: to take back what was not done does no harm
            if written is not None:
                os.replace(written, target)
            else:
                target.unlink(missing_ok=True)
        except OSError as error:
            raise WriteError(f"cannot be written: {error.strerror}", file=target.name) from None

    def clear(self) -> None:
        """What was put is taken back, unless all of it was; and nothing of ours stays beside it."""
        for target, before in reversed(self._undo):
            with contextlib.suppress(OSError):
                if before is None:
                    target.unlink(missing_ok=True)
                else:
                    os.replace(before, target)
        for beside in self._beside.values():
            shutil.rmtree(beside, ignore_errors=True)
        for folder in self._made:
            with contextlib.suppress(OSError):  # it was never made, or somebody has put something into it
                folder.rmdir()


def _second_name(target: Path, name: Path) -> None:
    """What stands there is there at every moment: it gets a second name, or a copy where a disk has no such names."""
    try:
        os.link(target, name)
    except OSError:
        shutil.copy2(target, name)


@contextmanager
def all_or_none(inputs: Iterable[str | os.PathLike[str]] = ()) -> Iterator[Outputs]:
    """The outputs of one command, none of which is an input. They appear at the end, if nothing was raised before."""
    outputs = Outputs(inputs)
    with _ended_in_order():
        try:
            yield outputs
            outputs.finish()
        finally:
            outputs.clear()


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """A request to end is an exception meanwhile, as Ctrl-C is, so that what was begun is taken back."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    known = [one for name in _ENDED if (one := getattr(signal, name, None)) is not None]
    held = {one: signal.getsignal(one) for one in known}
    for one, handler in held.items():
        if handler is signal.SIG_DFL:
            signal.signal(one, _end)
    try:
        yield
    finally:
        for one, handler in held.items():
            if handler is signal.SIG_DFL:
                signal.signal(one, handler)


def _end(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)
