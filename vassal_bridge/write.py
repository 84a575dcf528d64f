"""Writing containers: whole or not at all, read back before anyone sees them, never over an input."""

from __future__ import annotations

import contextlib
import io
import os
import re
import secrets
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from .archive import SAVED_GAME, Archive, open_archive, reading
from .errors import BridgeError, WriteError
from .obfuscation import uncover
from .saved import SavedGame, load_saved

_SYSTEMS = re.compile(r"/dev/(?!shm/)|/proc/[^/]+/fd/")
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say; the same input gives the same bytes


def write_saved(saved: SavedGame, path: str | os.PathLike[str], *, inputs: Iterable[str | os.PathLike[str]] = ()) -> None:
    """Write a save or log. Entries of the container it came from are carried over; an unedited one is copied byte for byte."""
    source = saved.source
    if source.path.exists() and uncover(source.read(SAVED_GAME), saved.limits) == (saved.text, saved.disguise):
        with reading(source.name):
            data = source.path.read_bytes()
    elif source.zipped:
        data = pack(source, {SAVED_GAME: saved.encoded()})
    else:
        data = saved.encoded()

    def check(written: Path) -> None:
        if load_saved(open_archive(written, saved.limits)).entries != saved.entries:
            raise WriteError("what was written does not read back the same")

    write_bytes(path, data, check=check, inputs=[source.path, *inputs])


def pack(source: Archive | None, changes: Mapping[str, bytes]) -> bytes:
    """A new container: the entries of `source` in their order, with some replaced or added. Deflated, as VASSAL writes them."""
    contents: dict[str, bytes] = source.read_all() if source is not None else {}
    contents.update(changes)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as container:
        for name, data in contents.items():
            old = source.entries.get(name) if source is not None else None
            info = zipfile.ZipInfo(name, date_time=old.date_time if old is not None else _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = old.external_attr if old is not None else 0o600 << 16
            container.writestr(info, data)
    return buffer.getvalue()


def write_bytes(
    path: str | os.PathLike[str],
    data: bytes,
    *,
    check: Callable[[Path], None] | None = None,
    inputs: Iterable[str | os.PathLike[str]] = (),
) -> None:
    """Put `data` at `path` in one step. On any failure what stood there before still stands there, and nothing new does.

    `check` is given the finished file under a temporary name and may refuse it. A path that leads to one of the `inputs`, by
    whatever links, is refused. What is no file is written into (see `is_special`).
    """
    target = Path(path)
    if is_special(target):
        refuse_input(target, inputs)
        write_into(target, data)
        return
    # Named before it is made, so that an interruption at any moment still finds it to remove.
    temporary = target.parent / f".adjudicate-{secrets.token_hex(8)}{target.suffix}"
    in_place = False
    try:
        refuse_input(target, inputs)
        with temporary.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if temporary.read_bytes() != data:
            raise WriteError("the disk gave back other bytes than were written", file=target.name)
        if check is not None:
            check(temporary)
        os.replace(temporary, target)
        in_place = True
        sync_folder(target.parent)
    except BridgeError as error:
        error.file = target.name
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that no disk can hold
        raise WriteError(f"cannot be written: {why_not(target, error)}", file=target.name) from None
    finally:
        if not in_place:
            with contextlib.suppress(OSError, ValueError):
                temporary.unlink()


def why_not(target: Path, error: OSError | ValueError) -> str:
    """Why a file could not be written: mostly its folder was never made, which the system's words do not tell from the file."""
    if isinstance(error, FileNotFoundError) and not target.parent.exists():
        return f"there is no folder {target.parent.name}"
    return getattr(error, "strerror", None) or type(error).__name__


def is_special(path: Path) -> bool:
    """Whether a device, a pipe or a socket is there, or what the system keeps for them: it must never be replaced by a file."""
    try:
        if _SYSTEMS.match(os.path.abspath(path)):
            return True
        return path.exists() and not path.is_file() and not path.is_dir()
    except (OSError, ValueError):
        return False


def write_into(special: Path, data: bytes) -> None:
    try:
        with special.open("ab") as stream:  # the output of a command may lead to a file that holds something already
            stream.write(data)
    except OSError as error:
        raise WriteError(f"cannot be written: {error.strerror}", file=special.name) from None


def refuse_input(target: Path, inputs: Iterable[str | os.PathLike[str]]) -> None:
    place = os.path.realpath(target)
    for source in inputs:
        same = os.path.realpath(source) == place
        with contextlib.suppress(OSError):  # one of the two is not there
            same = same or os.path.samefile(source, target)
        if same:
            raise WriteError("this is an input file; inputs are never changed", file=target.name, expected="another name")


def sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
