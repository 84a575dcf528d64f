"""What was judged is remembered in an SQLite file: each result stands there whole or not at all, whenever we are ended."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from adjudicator.library.shelf import home
from adjudicator.report.record import Record

from .schema import SchemaError, migrate
from .unit import Reply, WorkUnit, decoded, decoded_game, digest

NAME = "memory.sqlite"
_PATIENCE = 30.0  # seconds to wait for another process that writes
_APPLICATION = 0x41646A31  # `Adj1`: that the file is ours


class MemoryFileError(Exception):
    """The file cannot be used; its words are for the user."""


def default_place() -> Path:
    return home() / NAME


@dataclass(frozen=True, slots=True)
class Hangs:
    """All that a result hangs on beside the file itself."""

    program: str
    choices: str
    modules: str

    def key(self, unit: WorkUnit) -> str:
        return digest(unit.sha256, unit.name, self.program, self.choices, self.modules)

    def key_of_game(self, units: Iterable[WorkUnit]) -> str:
        """Where files lie counts: files of one folder are rather of one game."""
        return digest([(each.label, each.sha256) for each in units], self.program, self.choices, self.modules)


class ResultMemory:
    """One SQLite file. Several processes may use it at once."""

    def __init__(self, place: Path) -> None:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(place, timeout=_PATIENCE, isolation_level=None)
            self._open(place)
        except (sqlite3.Error, OSError, SchemaError) as error:
            raise MemoryFileError(f"{place.name} cannot be used as the memory of what was judged: {error}") from None

    def _open(self, place: Path) -> None:
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != _APPLICATION:
            raise SchemaError("it holds something else")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")  # an end of the program loses nothing; a power cut, the last ones
        self._db.execute("PRAGMA foreign_keys = ON")
        if application != _APPLICATION:
            self._db.execute(f"PRAGMA application_id = {_APPLICATION}")
        migrate(self._db)

    def __enter__(self) -> ResultMemory:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._db.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """For who asks more of it than is asked here; only to read."""
        return self._db

    def find(self, key: str, forms: Collection[str] = ()) -> Reply | None:
        """What came of a unit, with its reports in those forms; None if that is not known, or not in all of them."""
        row = self._db.execute("SELECT record, outcome FROM result WHERE key = ?", (key,)).fetchone()
        if row is None or row[1] == "given-up":
            return None
        shown: dict[str, str] = {}
        for form in forms if row[1] in ("judged", "unjudged") else ():
            found = self._db.execute("SELECT text FROM shown WHERE key = ? AND form = ?", (key, form)).fetchone()
            if found is None:
                return None
            shown[form] = zlib.decompress(found[0]).decode()
        return Reply(zlib.decompress(row[0]), shown)

    def keep(self, unit: WorkUnit, hangs: Hangs, reply: Reply) -> None:
        """All of it, or nothing."""
        record, key = decoded(reply.record), hangs.key(unit)
        about = record.about
        values = (
            key,
            unit.sha256,
            unit.name,
            hangs.program,
            hangs.choices,
            hangs.modules,
            record.outcome,
            None if record.verdict is None else record.verdict.value,
            record.game,
            None if about is None else about.module,
            None if about is None else about.saved_utc,
            now(),
            reply.seconds,
            zlib.compress(reply.record),
        )
        with self._whole():
            self._db.execute("DELETE FROM result WHERE key = ?", (key,))  # and all that hangs on it
            self._db.execute(f"INSERT INTO result VALUES ({', '.join('?' * len(values))})", values)  # noqa: S608 - marks alone
            self._fill(key, record, reply.shown)

    def _fill(self, key: str, record: Record, shown: Mapping[str, str]) -> None:
        put = self._db.executemany
        put("INSERT INTO shown VALUES (?, ?, ?)", [(key, form, zlib.compress(text.encode())) for form, text in shown.items()])
        findings = (*record.findings, *record.audit)
        put(
            "INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    key,
                    number,
                    each.check,
                    None if each.verdict is None else each.verdict.value,
                    each.severity.value,
                    int(each.root),
                    each.where.step,
                    each.turn,
                    each.player,
                    each.message,
                )
                for number, each in enumerate(findings)
            ],
        )
        people = {(each.name, each.side) for each in (() if record.about is None else record.about.players)}
        put("INSERT INTO player VALUES (?, ?, ?)", [(key, *each) for each in sorted(people)])
        put(
            "INSERT INTO dice VALUES (?, ?, ?, ?, ?)",
            [
                (key, each.player, each.faces, face, count)
                for each in record.dice
                for face, count in enumerate(each.counts, start=1)
                if count
            ],
        )

    def find_game(self, key: str) -> Reply | None:
        """What came of the files of a game, looked at together."""
        row = self._db.execute("SELECT record FROM audited WHERE key = ?", (key,)).fetchone()
        return None if row is None else Reply(zlib.decompress(row[0]), {})

    def keep_game(self, key: str, reply: Reply) -> None:
        """What was given up is tried again, and so not kept."""
        record = decoded_game(reply.record)
        if record.outcome == "audited":
            values = (key, record.name, record.module, len(record.files), now(), reply.seconds, zlib.compress(reply.record))
            self._db.execute("INSERT OR REPLACE INTO audited VALUES (?, ?, ?, ?, ?, ?, ?)", values)

    def reported(self, place: str, sha256: str) -> bool:
        """Is everything done for a file at this place that is to be done for it?"""
        found = self._db.execute("SELECT 1 FROM reported WHERE place = ? AND sha256 = ?", (place, sha256)).fetchone()
        return found is not None

    def report(self, place: str, sha256: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO reported VALUES (?, ?, ?)", (place, sha256, now()))

    def _whole(self) -> _Whole:
        return _Whole(self._db)


class _Whole:
    """A transaction: other processes that write are waited for before it begins."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._db.execute("COMMIT" if kind is None else "ROLLBACK")


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
