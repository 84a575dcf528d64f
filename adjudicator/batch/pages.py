"""A folder of pages: what all files come to, and the report on each. Pages of an earlier run are replaced, nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from adjudicator.audit.run import TOOL
from adjudicator.report.html.season import ROWS, FileLine, GameShown, file_table, game_table, season_page, table_page
from adjudicator.report.record import GameRecord, Record
from adjudicator.report.sums import Sums, standing
from adjudicator.report.words import place_words
from adjudicator.verdict import Verdict
from adjudicator.words import plural
from vassal_bridge.errors import WriteError
from vassal_bridge.write import write_bytes

from .run import Told

_FILES = "files"
_MOST_ASKED = 20  # findings of a game that a page tells


class PageTeller:
    """Writes each report as it comes; of the table only what has not filled a page yet is kept."""

    def __init__(self, folder: Path, inputs: Collection[Path] = ()) -> None:
        self._folder, self._inputs = folder, tuple(inputs)
        self._lines: list[FileLine] = []
        self._tables: list[tuple[str, str]] = []
        self._games: list[GameShown] = []
        self.notes: Sequence[str] = ()
        try:
            (folder / _FILES).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(f"the folder cannot be made: {error.strerror}", file=folder.name) from None

    def add(self, told: Told) -> str:
        link = ""
        if "html" in told.shown:
            link = f"{_FILES}/{told.key}.html"
            self._write(link, told.shown["html"])
        self._lines.append(FileLine(told.record.name, standing(told.record), found_words(told.record), link))
        if len(self._lines) == ROWS:
            self._flush()
        return ""

    def game(self, record: GameRecord) -> str:
        state = record.problem or record.state
        self._games.append(GameShown(record.name, record.module or "", state, record.dishonest, _asked(record)))
        return ""

    def end(self, sums: Sums) -> Iterator[str]:
        table = file_table(self._lines) if not self._tables else ""
        if self._tables and self._lines:
            self._flush()
        self._write("index.html", season_page(TOOL, sums, table, self._tables, self.notes, game_table(self._games)))
        yield ""

    def _flush(self) -> None:
        first, last = self._lines[0].name, self._lines[-1].name
        name = f"files-{len(self._tables) + 1}.html"
        self._write(name, table_page(TOOL, f"{first} to {last}", file_table(self._lines)))
        self._tables.append((name, f"{first} to {last}"))
        self._lines = []

    def _write(self, name: str, page: str) -> None:
        write_bytes(self._folder / name, page.encode("utf-8", "replace"), inputs=self._inputs)


def _asked(record: GameRecord) -> tuple[str, ...]:
    """What there is to ask about, the gravest first."""
    found = sorted((each for each in record.findings if each.severity.rank), key=lambda each: -each.severity.rank)
    return tuple(f"{place_words(each.where)}: {each.message}" for each in found[:_MOST_ASKED])


def found_words(record: Record) -> str:
    """What there is to say of a file in a few words."""
    if record.told is None:
        return record.problem or ("" if record.not_judged is None else record.not_judged.why)
    illegal, open_ = (record.told.count(verdict) for verdict in (Verdict.ILLEGAL, Verdict.UNDECIDED))
    said = [] if record.told.legal is None else [f"{plural(record.told.legal, 'action')} legal"]
    said += [f"{illegal:,} illegal"] if illegal else []
    said += [f"{open_:,} undecided"] if open_ else []
    return ", ".join(said) or "nothing is wrong with the position"
