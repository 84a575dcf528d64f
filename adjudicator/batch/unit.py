"""A unit of work: one file, how it is to be judged, and the key under which what comes of it is remembered."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.report.forms import ToTell
from adjudicator.report.record import GameRecord, Record

if TYPE_CHECKING:
    from adjudicator.referee import Referee

_READ_IN_TIME_OF_ONE = 4  # files of a game
_PATHS = ("modules", "surveys", "facts")


@dataclass(frozen=True, slots=True)
class WorkUnit:
    """One file to be judged: on disk, or out of a zip or a mail."""

    label: str  # as reports call it
    name: str  # its own, without folders
    sha256: str
    path: Path | None = None  # where it lies; None: `data` holds it
    data: bytes = b""
    carrier: tuple[str, Path] | None = None  # what it came out of, by label and place


@dataclass(frozen=True, slots=True)
class FileLimits:
    """What one file may take of a worker."""

    seconds: float = 120.0
    megabytes: int = 2048  # of memory


class Part(msgspec.Struct, frozen=True):
    """A file of a game as a worker gets it."""

    label: str
    name: str
    sha256: str
    path: str | None
    data: bytes
    left: str = ""  # where it is to be found as it was read before, if it is


class Task(msgspec.Struct, frozen=True):
    """A unit as a worker gets it: a file to be judged, or files of one game to be audited together.

    With a `label` it is a file of `check` or `audit`, and nothing is told of it but what these tell.
    """

    name: str
    sha256: str
    path: str | None
    data: bytes
    forms: tuple[str, ...] = ()  # beside the record: `html`, `md`
    parts: tuple[Part, ...] = ()  # of a game
    leave: str = ""  # where it is to be left as it was read, for the audit of its game
    label: str = ""  # what reports call the file
    wanted: ToTell | None = None  # by `check`; None: it is only read

    @property
    def share(self) -> float:
        """By how much more than one file it may take: reading one is a small part of judging it."""
        return 1 + len(self.parts) / _READ_IN_TIME_OF_ONE


class Reply(msgspec.Struct, frozen=True):
    """What a worker says of a task."""

    record: bytes  # as JSON: of a file or of a game
    shown: dict[str, str]  # by form
    seconds: float = 0.0
    again: bool = False  # it says more about the worker than about the file: the next run tries it again


class Hello(msgspec.Struct, frozen=True):
    """The first that a worker is told: how to judge, and its limits."""

    choices: dict[str, Any]
    megabytes: int


class Refusal(msgspec.Struct, frozen=True, tag=True):
    """The choices are wrong: no file at all can be judged by them."""

    why: str


class Ready(msgspec.Struct, frozen=True, tag=True):
    """It runs."""


class Said(msgspec.Struct, frozen=True, tag=True):
    """What came of a task."""

    reply: Reply


def choices_of(referee: Referee) -> dict[str, Any]:
    """A way of judging as plain values, for another process."""
    found = {each.name: getattr(referee, each.name) for each in fields(referee)}
    for name in _PATHS:
        found[name] = [str(Path(each).resolve()) for each in found[name]]
    game = found["game"]
    if game is not None and Path(game).is_dir():
        found["game"] = str(Path(game).resolve())
    for name in ("tell", "options"):
        found[name] = None if found[name] is None else list(found[name])
    for name in ("rulings", "players"):
        found[name] = None if found[name] is None else dict(found[name])
    return found


def referee_of(choices: Mapping[str, Any]) -> Referee:
    from adjudicator.referee import Referee  # only here: who looks things up need not wait for all that judges

    return Referee(**choices)


def encoded(record: Record | GameRecord) -> bytes:
    return msgspec.json.encode(record)


def decoded(data: bytes) -> Record:
    return msgspec.json.decode(data, type=Record)


def decoded_game(data: bytes) -> GameRecord:
    return msgspec.json.decode(data, type=GameRecord)


def given_up(name: str, why: str) -> Reply:
    """For a file on which a worker failed: nothing is said of it, and the next run tries it again."""
    return Reply(encoded(Record(name, "given-up", problem=why)), {}, again=True)


def digest(*parts: object) -> str:
    """One hash of several things, each of which counts by itself."""
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()
