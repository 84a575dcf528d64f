"""Tables as people leave them behind: empty, with an empty first line, saved by a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import GameError, GameFolderError, load

from .tiny import FILES, write

TABLES = sorted(name for name in FILES if name.endswith(".csv") and not name.startswith("overlays/"))
CHARTS = [name for name in TABLES if name.startswith("charts/")]


def _with(folder: Path, name: str, text: str) -> Path:
    write(folder)
    (folder / name).write_bytes(text.encode())
    return folder


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("begin", ["", "\n", ",,,\n", "\ufeff"], ids=["nothing", "an empty line", "commas", "only a BOM"])
def test_a_table_without_headings_is_told_with_its_line(name: str, begin: str, tmp_path: Path) -> None:
    text = begin + FILES[name] if begin and begin != "\ufeff" else begin
    with pytest.raises(GameFolderError) as caught:
        load(_with(tmp_path / "tiny", name, text))
    told = [(fault.file, fault.line) for fault in caught.value.errors if "first line is empty" in fault.message]
    assert told == [(name, 1)]


def _faults(folder: Path) -> tuple[GameError, ...]:
    try:
        load(folder)
    except GameFolderError as error:
        return error.errors
    return ()


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_nothing_but_headings_is_read_or_told(name: str, tmp_path: Path) -> None:
    faults = _faults(_with(tmp_path / "tiny", name, FILES[name].partition("\n")[0] + "\n"))
    assert all(fault.message and fault.file for fault in faults)
    assert name not in CHARTS or (name, "has no rows") in {(fault.file, fault.message) for fault in faults}


@pytest.mark.parametrize("name", TABLES)
def test_what_a_spreadsheet_adds_changes_nothing(name: str, tmp_path: Path) -> None:
    lines = FILES[name].splitlines()
    saved = "\ufeff" + "".join(f"{line},,\r\n" for line in lines) + ",,,,\r\n"
    plain, exported = load(write(tmp_path / "plain")), load(_with(tmp_path / "tiny", name, saved))
    assert (exported.arrivals, exported.roster) == (plain.arrivals, plain.roster)
    assert exported.board.terrain_of == plain.board.terrain_of
    assert exported.board.features_of == plain.board.features_of
    assert {name: repr(chart) for name, chart in exported.game.charts.items()} == {
        name: repr(chart) for name, chart in plain.game.charts.items()
    }
    assert exported.scenarios["war"].standings == plain.scenarios["war"].standings


def test_a_cell_too_many_is_not_taken_for_a_column_that_nobody_filled(tmp_path: Path) -> None:
    text = FILES["units.csv"].replace("r-hq,HQ,red", "r-hq,HQ,,red")
    with pytest.raises(GameFolderError) as caught:
        load(_with(tmp_path / "tiny", "units.csv", text))
    assert any(fault.line == 3 and "15 cells under 14 headings" in fault.message for fault in caught.value.errors)
