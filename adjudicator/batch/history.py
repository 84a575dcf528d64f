"""What is remembered over time: of a game, of a player, of a rule. Of several results on one file the youngest counts."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adjudicator.report.past import Past, PastFile, PastMonth

from .memory import ResultMemory

_YOUNGEST = """
WITH youngest AS (
    SELECT * FROM (
        SELECT *, row_number() OVER (PARTITION BY sha256, name ORDER BY judged DESC, key) AS place FROM result
    ) WHERE place = 1
)
"""


@dataclass(frozen=True, slots=True)
class HistoryQuestion:
    """What is asked about; all that is given must fit."""

    game: str | None = None
    player: str | None = None
    rule: str | None = None

    def condition(self) -> tuple[str, dict[str, str]]:
        parts, values = ["1"], {}
        if self.game is not None:
            parts.append("(game = :game OR module = :game)")
            values["game"] = self.game
        if self.player is not None:
            parts.append("key IN (SELECT key FROM player WHERE lower(name) = lower(:player))")
            values["player"] = self.player
        if self.rule is not None:
            parts.append("key IN (SELECT key FROM finding WHERE rule = :rule AND root = 1)")
            values["rule"] = self.rule
        return " AND ".join(parts), values

    def findings(self) -> tuple[str, dict[str, str]]:
        """Those of the files that are meant. Of a player: what that player did. `Anna (Blue)` is Anna."""
        parts, values = ["root = 1"], {}
        if self.player is not None:
            parts.append("(lower(player) = lower(:player) OR lower(player) LIKE lower(:seated) ESCAPE '!')")
            values["player"] = self.player
            bare = self.player.replace("!", "!!").replace("%", "!%").replace("_", "!_")
            values["seated"] = f"{bare} (%"
        if self.rule is not None:
            parts.append("rule = :rule")
            values["rule"] = self.rule
        return " AND ".join(parts), values


def past(memory: ResultMemory, wanted: HistoryQuestion) -> Past:
    """What is known of it."""
    db = memory.connection
    condition, values = wanted.condition()
    rows = db.execute(  # the words in it are ours; what was asked for is bound
        f"{_YOUNGEST} SELECT key, name, outcome, verdict, game, module, coalesce(saved, judged) AS at FROM youngest "  # noqa: S608
        f"WHERE {condition} ORDER BY at, name, key",
        values,
    ).fetchall()
    files = []
    rules: Counter[str] = Counter()
    players: Counter[str] = Counter()
    for key, name, outcome, verdict, game, module, at in rows:
        found = list(_found(db, key, wanted))
        illegal = sum(verdict_ == "illegal" for _, verdict_, _ in found)
        rules.update(rule for rule, verdict_, _ in found if verdict_ == "illegal")
        players.update(player for _, verdict_, player in found if verdict_ == "illegal" and player)
        files.append(PastFile(at, name, game or module or "", verdict or outcome, illegal, len(found) - illegal))
    return Past(_title(wanted), tuple(files), tuple(_months(files)), rules, players, _dice(db, [row[0] for row in rows], wanted))


def _found(db: sqlite3.Connection, key: str, wanted: HistoryQuestion) -> Iterator[tuple[str, str, str | None]]:
    condition, values = wanted.findings()
    query = f"SELECT rule, verdict, player FROM finding WHERE key = :key AND verdict IS NOT NULL AND {condition}"  # noqa: S608
    yield from db.execute(query, {"key": key, **values})


def _months(files: Sequence[PastFile]) -> Iterator[PastMonth]:
    by_month: dict[str, list[PastFile]] = {}
    for each in files:
        by_month.setdefault(each.at[:7], []).append(each)
    for month, of_it in by_month.items():
        yield PastMonth(month, len(of_it), sum(each.illegal for each in of_it), sum(each.undecided for each in of_it))


def _dice(db: sqlite3.Connection, keys: Sequence[str], wanted: HistoryQuestion) -> dict[tuple[str, int], list[int]]:
    """Of all files that are meant; of a player those of that player."""
    counts: dict[tuple[str, int], list[int]] = {}
    for key in keys if wanted.rule is None else ():
        for player, faces, face, count in db.execute("SELECT player, faces, face, count FROM dice WHERE key = ?", (key,)):
            if wanted.player is None or player.partition(" (")[0].casefold() == wanted.player.casefold():
                counts.setdefault((player, faces), [0] * faces)[face - 1] += count
    return counts


def _title(wanted: HistoryQuestion) -> str:
    return ", ".join(each for each in (wanted.game, wanted.player, wanted.rule) if each is not None) or "All that is remembered"
