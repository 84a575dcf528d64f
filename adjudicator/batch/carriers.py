"""Files that carry saves and logs in them, and how a save or log is told by its name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

from vassal_bridge.archive import Archive, open_archive
from vassal_bridge.errors import BridgeError
from vassal_bridge.limits import DEFAULT_LIMITS

ENDINGS = frozenset((".vsav", ".vlog", ".sav", ".log"))
ZIP, MAIL, BOX = ".zip", ".eml", ".mbox"
_BEGINNINGS = (b"PK\x03\x04", b"!VCSK", b"begin_save")
"""How saves and logs begin: a zip, or VASSAL's text with or without its disguise."""
ZIPS_INSIDE = "zips lie in it, which are not looked into: unpack it first"


class CarrierError(Exception):
    """What lies in it cannot be had; its words are for the user."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A save or log that lies in another file."""

    place: str  # what tells it apart from others in there; for most nothing
    name: str
    data: bytes


def is_game(path: Path) -> bool:
    """Is it a save or log by its ending, or, where mail took that off, by how it begins; or a zip that holds some?"""
    if path.suffix:
        return path.suffix.lower() in ENDINGS or zip_of_games(path) is not None
    try:
        with path.open("rb") as stream:
            return stream.read(10).startswith(_BEGINNINGS)
    except OSError:
        return False


def is_mail(path: Path) -> bool:
    return path.suffix.lower() in (MAIL, BOX)


def zip_of_games(path: Path) -> Archive | None:
    """A zip with saves and logs in it; None for any other file, also for one that is itself a save or a module."""
    if path.suffix.lower() != ZIP:
        return None
    try:
        archive = open_archive(path)
    except BridgeError:
        return None
    return None if archive.is_game or archive.is_module or not games_in(archive) else archive


def games_in(archive: Archive) -> list[tuple[str, str]]:
    """The entries that are saves or logs by their names, and what to call each: never with the folders that a stranger named."""
    named = [(entry, file_name(entry)) for entry in archive.names() if not entry.startswith("__MACOSX/")]
    return [(entry, name) for entry, name in named if Path(name).suffix.lower() in ENDINGS]


def zips_in(archive: Archive) -> bool:
    return any(Path(file_name(entry)).suffix.lower() == ZIP for entry in archive.names())


def file_name(name: str) -> str:
    """The last part of a name that a stranger gave, whatever stands between its folders."""
    return PureWindowsPath(name.replace("\0", "")).name


def out_of_zip(archive: Archive) -> Iterator[Carried]:
    room = DEFAULT_LIMITS.file_bytes
    try:
        for number, (entry, name) in enumerate(games_in(archive)):
            data = archive.read(entry)
            room -= len(data)
            if room < 0:
                raise CarrierError("it holds too much")
            yield Carried(str(number), name, data)
    except (BridgeError, OSError, ValueError) as error:
        raise CarrierError(error.problem if isinstance(error, BridgeError) else "it cannot be read") from None
