"""Reading TOML and CSV so that every value knows the line it stands in."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from .errors import GameError, GameFileError, GameValueError
from .folders import GameFolder
from .words import said

M = TypeVar("M", bound=BaseModel)
Place: TypeAlias = tuple[str | int, ...]
Faults: TypeAlias = list[GameError]
Home: TypeAlias = Path | GameFolder

MOST_COLUMNS = 400  # the widest honest table has a tenth of it
LARGEST = 20_000_000  # bytes; the largest honest file of a game has a hundredth of it
_KEY = r"(?:\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+)"
_KEYS = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEYS})\s*\]")
_ENTRY = re.compile(rf"\s*({_KEYS})\s*=")
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_QUOTES = ('"""', "'''", '"', "'")


@dataclass(frozen=True)
class Toml:
    """A TOML file that knows the line of every table and key."""

    name: str
    data: Mapping[str, Any]
    text: str

    @cached_property
    def lines(self) -> Mapping[Place, int]:
        """Looked for when something is wrong: most files are in order."""
        return lines_of(self.text)

    def line(self, *place: str | int) -> int | None:
        """The line of a value, or of the nearest thing around it."""
        return next((self.lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in self.lines), None)


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One row of a table: its cells by heading, without the empty ones."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CsvSheet:
    """A CSV file."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[CsvRow, ...]


def is_file(path: Path) -> bool:
    """Whether there is such a file; there is none by a name that no system takes."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_text(folder: Home, name: str, faults: Faults, *, needed: bool = True) -> str | None:
    """The text of a file; None if it is not there or cannot be read."""
    path = folder / name if isinstance(folder, Path) else folder.path(name)
    try:
        if path.stat().st_size > LARGEST:
            faults.append(GameFileError("is larger than any file of a game", file=name, remedy="is it the right file?"))
            return None
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        if needed:
            faults.append(GameFileError("is missing", file=name, remedy="every game has one; copy it from modules/_template"))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        faults.append(GameFileError("is not UTF-8 text", file=name, line=line, remedy="save it as UTF-8"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        faults.append(GameFileError(f"cannot be read: {reason}", file=name, remedy="is it a plain file that you may read?"))
    return None


def read_toml(folder: Home, name: str, faults: Faults, *, needed: bool = True) -> Toml | None:
    text = read_text(folder, name, faults, needed=needed)
    if text is None:
        return None
    try:
        return Toml(name, tomllib.loads(text), text)
    except ValueError as error:  # not TOML, or a number of more digits than Python reads
        message = str(error)
        found = _AT_LINE.search(message)
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        problem = _AT_LINE.sub("", message)
        remedy = "texts stand in quotation marks, and a key stands once in its table"
        faults.append(GameFileError(f"is not TOML: {problem[:1].lower()}{problem[1:]}", file=name, line=line, remedy=remedy))
    except RecursionError:
        faults.append(GameFileError("is nested too deeply", file=name, remedy="no file of a game needs more than three levels"))
    return None


def lines_of(text: str) -> dict[Place, int]:
    """The line of every table and key of a text that is known to be TOML."""
    found: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    table: Place = ()
    quote, depth = "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not quote and not depth:
            header, entry = _HEADER.match(line), _ENTRY.match(line)
            if header is not None:
                table = _resolved(_split(header[2]), counts, new=header[1] == "[[")
                found.setdefault(table, number)
                continue
            if entry is not None:
                place = (*table, *_split(entry[1]))
                found.setdefault(place, number)
                line = line[entry.end() :]
        quote, depth = _open_after(line, quote, depth)
    return found


def _split(keys: str) -> list[str]:
    return [key.strip("\"'") for key in re.findall(_KEY, keys)]


def _resolved(keys: list[str], counts: dict[Place, int], *, new: bool) -> Place:
    """Where a header leads: through the last of each list of tables on its way, or into a new one of the list it names."""
    place: Place = ()
    for index, key in enumerate(keys):
        place = (*place, key)
        if new and index == len(keys) - 1:
            counts[place] = counts.get(place, -1) + 1
        if place in counts:
            place = (*place, counts[place])
    return place


def _open_after(line: str, quote: str, depth: int) -> tuple[str, int]:
    """Which string and how many brackets a line leaves open."""
    at = 0
    while at < len(line):
        if quote:
            if line[at] == "\\" and quote[0] == '"':
                at += 2
            elif line.startswith(quote, at):
                at += len(quote)
                quote = ""
            else:
                at += 1
            continue
        if line[at] == "#":
            break
        quote = next((each for each in _QUOTES if line.startswith(each, at)), "")
        depth += (line[at] in "[{") - (line[at] in "]}")
        at += len(quote) or 1
    return (quote if len(quote) == 3 else ""), depth


def read_csv(folder: Home, name: str, faults: Faults, *, needed: bool = True, headings: Iterable[str] = ()) -> CsvSheet | None:
    """A table. `headings` are those that must be there."""
    text = read_text(folder, name, faults, needed=needed)
    if text is None:
        return None
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    rows: list[CsvRow] = []
    columns: tuple[str, ...] = ()
    try:
        head = [cell.strip() for cell in next(reader, ())]
        columns = tuple(head[: len(head) - _blank_at_end(head)])
        if not _headed(name, columns, headings, faults):
            return None
        before = reader.line_num
        for cells in reader:
            line, before = before + 1, reader.line_num
            cells = [cell.strip() for cell in cells]
            if not any(cells):
                continue
            if len(cells) > len(columns) and len(cells) == len(head) and _blank_at_end(cells) >= len(head) - len(columns):
                cells = cells[: len(columns)]
            if len(cells) != len(columns):
                remedy = "a cell with a comma in it stands in quotation marks, and empty cells have their commas too"
                message = f"has {len(cells)} cells under {len(columns)} headings"
                faults.append(GameFileError(message, file=name, line=line, remedy=remedy))
                continue
            row = {key: cell for key, cell in zip(columns, cells, strict=True) if cell}
            rows.append(CsvRow(line, row if isinstance(folder, Path) else folder.retold(name, row)))
    except csv.Error as error:
        remedy = "is a quotation mark missing?"
        faults.append(GameFileError(f"is not CSV: {error}", file=name, line=max(1, reader.line_num), remedy=remedy))
        return None
    sheet = CsvSheet(name, columns, tuple(rows))
    return sheet if isinstance(folder, Path) else _changed(sheet, folder, name, faults)


CHANGES = ".changes.csv"


def _changed(sheet: CsvSheet, folder: GameFolder, name: str, faults: Faults) -> CsvSheet:
    """The table of another edition with the rows that this one has otherwise (`units.changes.csv`), by their first cells.

    A row that says nothing but its first cell takes that row out.
    """
    own = name.removesuffix(".csv") + CHANGES
    if not folder.inherits(name) or not (folder.own / own).exists():
        return sheet
    changes = read_csv(folder.own, own, faults, headings=sheet.columns[:1])
    key = sheet.columns[0]
    anew: dict[str, list[CsvRow]] = {}
    for row in changes.rows if changes is not None else ():
        anew.setdefault(row.cells.get(key, ""), []).append(row)
    rows: list[CsvRow] = []
    for row in sheet.rows:
        changed = anew.get(row.cells.get(key, ""))
        rows += [row] if changed is None else [each for each in changed if len(each.cells) > 1]
        if changed is not None:
            anew[row.cells.get(key, "")] = []  # a second row of the same name is replaced by the first one's
    rows += [row for left in anew.values() for row in left if len(row.cells) > 1]
    return CsvSheet(name, sheet.columns, tuple(rows))


def _blank_at_end(cells: Sequence[str]) -> int:
    """How many empty cells stand at the end: spreadsheets save columns to the right of a table that nobody filled."""
    return next((count for count, cell in enumerate(reversed(cells)) if cell.strip()), len(cells))


def _headed(name: str, columns: tuple[str, ...], headings: Iterable[str], faults: Faults) -> bool:
    wrong = len(faults)
    if not columns:
        faults.append(GameFileError("the first line is empty", file=name, line=1, remedy="the first line names the columns"))
        return False
    if len(columns) > MOST_COLUMNS:
        faults.append(GameFileError(f"has {len(columns):,} columns", file=name, line=1, remedy="is a line break missing?"))
        return False
    for lacking in (each for each in headings if each not in columns):
        remedy = "the first line names the columns"
        faults.append(GameFileError("the column is missing", file=name, line=1, field=lacking, remedy=remedy))
    for index, heading in enumerate(columns):
        if not heading:
            message = f"column {index + 1} has no heading"
            faults.append(GameFileError(message, file=name, line=1, remedy="the first line names the columns"))
        elif heading in columns[:index]:
            faults.append(GameFileError("the column stands twice", file=name, line=1, field=heading, remedy="delete one"))
    return len(faults) == wrong


def checked(model: type[M], data: object, file: str, line: int | Toml | None, faults: Faults, at: Place = ()) -> M | None:
    """The data as a model; None (and a fault for each field that is wrong) if they are not."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults.extend(faults_of(error, model, file, line, at))
    return None


def faults_of(
    error: ValidationError, model: type[BaseModel], file: str, line: int | Toml | None, at: Place = ()
) -> Iterable[GameError]:
    """What pydantic found, in words, each with the line nearest to it."""
    for each in error.errors(include_url=False):
        place = (*at, *each["loc"])
        message, remedy = said(each, model)
        number = line.line(*place) if isinstance(line, Toml) else line
        # The name of a list of tables and the number of one in it say less than its line does.
        inside = place[2:] if len(place) > 1 and isinstance(place[1], int) else place
        yield GameValueError(message, file=file, line=number, field=".".join(map(str, inside)), remedy=remedy)
