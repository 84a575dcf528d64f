"""How the memory of what was judged is laid out, and how an older one becomes as it is now. docs/batch.md explains the tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

_FIRST = """
CREATE TABLE result (
    key TEXT PRIMARY KEY,       -- a hash of all that the result hangs on
    sha256 TEXT NOT NULL,       -- of the file
    name TEXT NOT NULL,         -- of the file, without folders
    program TEXT NOT NULL,      -- a hash of the program with its games
    choices TEXT NOT NULL,      -- of rulings, options, surveys and facts
    modules TEXT NOT NULL,      -- of the modules at hand
    outcome TEXT NOT NULL,      -- judged, unjudged, unread, given-up
    verdict TEXT,               -- legal, illegal, undecided
    game TEXT NOT NULL,         -- its short name; empty: none that is known
    module TEXT,                -- what the file was played on
    saved TEXT,                 -- when the file was written, as it says itself
    judged TEXT NOT NULL,       -- when it was judged, UTC
    seconds REAL NOT NULL,      -- how long that took
    record BLOB NOT NULL        -- all of it: JSON, deflated
) WITHOUT ROWID;
CREATE INDEX result_file ON result (sha256, name, judged);
CREATE TABLE shown (            -- reports that are more than the record
    key TEXT NOT NULL REFERENCES result (key) ON DELETE CASCADE,
    form TEXT NOT NULL,         -- html, md
    text BLOB NOT NULL,         -- deflated
    PRIMARY KEY (key, form)
) WITHOUT ROWID;
CREATE TABLE finding (
    key TEXT NOT NULL REFERENCES result (key) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    rule TEXT NOT NULL,         -- or the check of an audit
    verdict TEXT,               -- NULL: a check that knows no rules
    severity TEXT NOT NULL,
    root INTEGER NOT NULL,      -- 0: follows only from an earlier one
    step INTEGER,
    turn INTEGER,
    player TEXT,
    message TEXT NOT NULL,
    PRIMARY KEY (key, number)
) WITHOUT ROWID;
CREATE INDEX finding_rule ON finding (rule);
CREATE TABLE player (           -- who sits at the table, by name
    key TEXT NOT NULL REFERENCES result (key) ON DELETE CASCADE,
    name TEXT NOT NULL,
    side TEXT NOT NULL,
    PRIMARY KEY (key, name, side)
) WITHOUT ROWID;
CREATE INDEX player_name ON player (name);
CREATE TABLE dice (
    key TEXT NOT NULL REFERENCES result (key) ON DELETE CASCADE,
    player TEXT NOT NULL,
    faces INTEGER NOT NULL,
    face INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (key, player, faces, face)
) WITHOUT ROWID;
CREATE TABLE reported (         -- what `adjudicate watch` is done with: report written, hook run
    place TEXT NOT NULL,        -- a hash of the folder and the name in it
    sha256 TEXT NOT NULL,       -- of all that was judged in it
    done TEXT NOT NULL,         -- when, UTC
    PRIMARY KEY (place, sha256)
) WITHOUT ROWID;
"""

_GAMES = """
CREATE TABLE audited (          -- the files of a game, looked at together
    key TEXT PRIMARY KEY,       -- a hash of all that the result hangs on, the files among it
    name TEXT NOT NULL,         -- who plays
    module TEXT,
    files INTEGER NOT NULL,     -- how many
    judged TEXT NOT NULL,       -- when, UTC
    seconds REAL NOT NULL,      -- how long that took
    record BLOB NOT NULL        -- all of it: JSON, deflated
) WITHOUT ROWID;
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _GAMES)
"""What makes of version n the version n + 1. Those that were given to anybody are never changed: a new one is added."""


class SchemaError(Exception):
    """A memory that this program cannot use."""


def migrate(connection: sqlite3.Connection, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring a memory up to now, each step whole or not at all."""
    while True:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == len(migrations):
            return
        if version > len(migrations):
            raise SchemaError(f"it is of version {version}, made by a newer program; this one knows {len(migrations)}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            (now,) = connection.execute("PRAGMA user_version").fetchone()
            if now == version:  # else another process did it while this one waited
                for statement in _statements(migrations[version]):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def _statements(script: str) -> list[str]:
    """One by one: SQLite's own way of running a script would end the transaction that holds them together."""
    found: list[str] = []
    part = ""
    for piece in script.split(";")[:-1]:
        part += f"{piece};"
        if sqlite3.complete_statement(part):
            found.append(part)
            part = ""
    return found
