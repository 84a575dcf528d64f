"""From what a command was given to units of work: files, folders, zips, mails; in an order that owes nothing to chance."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.evidence.gather import labels
from adjudicator.finding import Problem
from adjudicator.privacy import Redactor
from vassal_bridge.limits import DEFAULT_LIMITS

from .carriers import BOX, ZIPS_INSIDE, Carried, CarrierError, is_game, is_mail, out_of_zip, zip_of_games, zips_in
from .mails import MAIL_BYTES, out_of_box, out_of_mail
from .surroundings import file_hash
from .unit import WorkUnit

_ADDRESSES = Redactor((), ())


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that was given or lies in a folder that was: what reports call it, and where it is."""

    label: str
    path: Path


def found_in(given: Sequence[Path], since: float | None = None) -> Iterator[FoundFile]:
    """The files that hold something to judge. `since`: only those that were written then or later, in seconds of the system."""
    distinct = list({path.resolve(): path for path in given}.values())
    seen: set[Path] = set()
    for path, label in zip(distinct, labels(distinct), strict=True):
        for each in _inside(path, label) if path.is_dir() else (FoundFile(label, path),):
            place = each.path.resolve()
            if place not in seen and (since is None or _written(each.path) >= since):
                seen.add(place)
                yield each


def _inside(folder: Path, label: str) -> Iterator[FoundFile]:
    """By name, each folder's files before those of the folders in it; what begins with a dot is not ours."""
    try:
        inside = sorted(folder.iterdir())
    except OSError:
        return
    for path in inside:
        if path.is_file() and not path.name.startswith(".") and (is_game(path) or is_mail(path)):
            yield FoundFile(f"{label}/{path.name}", path)
    for path in inside:
        if path.is_dir() and not path.is_symlink() and not path.name.startswith("."):
            yield from _inside(path, f"{label}/{path.name}")


def units_of(found: FoundFile) -> Iterator[WorkUnit | Problem]:
    """What is to be judged of a file: itself, or the saves and logs that it carries. A part that cannot be had is a problem."""
    label = _ADDRESSES.clean(found.label)
    archive = zip_of_games(found.path)
    if archive is None and not is_mail(found.path):
        yield _itself(found, label)
        return
    try:
        inside = out_of_zip(archive) if archive is not None else _mailed(found.path)
        yield from _carried(inside, label, found)
        if archive is not None and zips_in(archive):
            yield Problem(label, ZIPS_INSIDE)
    except CarrierError as error:
        yield Problem(label, str(error))
    except OSError as error:
        yield Problem(label, f"cannot be read: {error.strerror}")


def units_of_message(data: bytes, label: str) -> Iterator[WorkUnit | Problem]:
    """The same of a message by itself."""
    try:
        yield from _carried(out_of_mail(data), _ADDRESSES.clean(label))
    except CarrierError as error:
        yield Problem(label, str(error))


def _itself(found: FoundFile, label: str) -> WorkUnit | Problem:
    try:
        size = found.path.stat().st_size
    except (OSError, ValueError):
        return Problem(label, "no such file")
    sha256 = file_hash(found.path) if size <= DEFAULT_LIMITS.file_bytes and found.path.is_file() else ""
    return WorkUnit(label, _ADDRESSES.clean(found.path.name), sha256, found.path)


def _mailed(path: Path) -> Iterator[Carried | CarrierError]:
    if path.suffix.lower() == BOX:
        return out_of_box(path)
    with path.open("rb") as stream:
        return out_of_mail(stream.read(MAIL_BYTES + 1))


def _carried(
    inside: Iterator[Carried | CarrierError], label: str, found: FoundFile | None = None
) -> Iterator[WorkUnit | Problem]:
    carrier = None if found is None else (found.label, found.path)
    taken: set[str] = set()
    for each in inside:
        if isinstance(each, CarrierError):
            yield Problem(label, str(each))
            continue
        name = _ADDRESSES.clean(each.name)
        full = f"{label}/{name}"
        if full in taken:
            full = f"{label}/{each.place}/{name}"
        taken.add(full)
        yield WorkUnit(full, name, hashlib.sha256(each.data).hexdigest(), None, each.data, carrier)


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except (OSError, ValueError):
        return float("inf")
