"""Files of one game are audited together: what stands between them is found, once, wherever they lie."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.audit.model import AuditedFile, ReportedPlayer
from adjudicator.batch.grouping import Grouping
from adjudicator.batch.unit import WorkUnit
from adjudicator.exitcodes import ExitCode
from adjudicator.report.record import Record
from tests.batch.support import RG, SKIRMISH, batch, lines
from tests.report.pages import read_page
from tests.support import ROOT

HONEST = ("start.vsav", "blue-turn1.vlog", "red-turn1.vlog")
TAMPERED = "dishonest/blue-turn2-tampered.vlog"


def grouped(*files: tuple[str, str, str, str]) -> list[list[str]]:
    """Label, who plays (`Blue Anna, Red Ben`), how it starts, how it ends -> the labels of each game."""
    grouping = Grouping()
    for label, people, start, end in files:
        seats = [each.split() for each in people.split(", ")] if people else []
        players = tuple(ReportedPlayer(name, side) for side, name in seats)
        about = AuditedFile(label, label, "log", 1, 1, None, "Module", None, None, players)
        grouping.add(WorkUnit(label, label, label), Record(label, "judged", about=about, ends=(start, end)))
    return [[unit.label for unit in game] for game in grouping.games()]


@pytest.mark.parametrize(
    ("files", "games"),
    [
        ([("a/1", "Blue Anna, Red Ben", "s", "x"), ("b/2", "Red ben, Blue Anna", "p", "q")], [["a/1", "b/2"]]),
        ([("a/1", "Blue Anna, Red Ben", "s", "x"), ("a/2", "Blue Anna, Red Carl", "s", "y")], []),
        ([("a/1", "Blue Anna, Red Ben", "s", "x"), ("a/2", "Blue Ben, Red Anna", "s", "y")], []),
        ([("a/1", "Blue Anna", "s", "x"), ("a/2", "Blue Anna, Red Ben", "p", "q")], [["a/1", "a/2"]]),
        ([("a/1", "Blue Anna", "s", "x"), ("b/2", "Blue Anna, Red Ben", "p", "q")], []),
        (
            [("a/1", "Blue Anna", "s", "x"), ("a/2", "Blue Anna, Red Ben", "p", "q"), ("a/3", "Blue Anna, Red Carl", "p", "r")],
            [],
        ),
        ([("a/1", "", "s", "x"), ("a/2", "", "p", "q"), ("b/3", "", "s", "y")], [["a/1", "a/2"]]),
        ([("a/1", "Blue Anna, Red Ben", "s", "x"), ("b/2", "Blue Annie, Red Ben", "x", "y")], [["a/1", "b/2"]]),
        (
            [("a/1", "Blue Anna", "s", "x"), ("b/2", "Blue Bea", "s", "x"), ("b/3", "Blue Bea", "x", "y")],
            [["b/2", "b/3"]],
        ),
        ([("a/1", "Blue Anna", "s", "s"), ("b/2", "Blue Bea", "s", "x")], []),
    ],
    ids=[
        "the same people",
        "another opponent",
        "sides changed",
        "not all seated yet",
        "another folder",
        "not seated, of two games",
        "nobody named",
        "another name, but just where the first ends",
        "the same people have such a log",
        "a save that many begin with",
    ],
)
def test_games_among_files(files: list[tuple[str, str, str, str]], games: list[list[str]]) -> None:
    assert grouped(*files) == games


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of which a turn was tampered with, part of it in a zip, and a lone log of another one."""
    folder = tmp_path_factory.mktemp("league") / "l"
    folder.mkdir()
    for name in HONEST[:2]:
        shutil.copy(SKIRMISH / name, folder / name)
    with zipfile.ZipFile(folder / "rest of it.zip", "w") as archive:
        archive.write(SKIRMISH / HONEST[2], HONEST[2])
        archive.write(SKIRMISH / TAMPERED, "later/turn 2.vlog")
    shutil.copy(RG / "turn1-too-far-corrected.vsav", folder / "other.vsav")
    return folder


def games(text: str) -> list[dict[str, Any]]:
    return [each for each in lines(text) if each["kind"] == "game"]


def test_what_stands_between_the_files_of_a_game_is_found_and_remembered(league: Path, home: Path) -> None:
    said = batch(league, "--format", "jsonl", home=home).stdout
    (game,) = games(said)
    assert game["name"] == "Anna – Bruno"
    assert sorted(game["files"]) == [
        "l/blue-turn1.vlog",
        "l/rest of it.zip/red-turn1.vlog",
        "l/rest of it.zip/turn 2.vlog",
        "l/start.vsav",
    ]
    assert [each["check"] for each in game["audit"] if each["severity"] == "error"] == ["hand-over/differs"]
    alone = {found["id"] for each in lines(said) if each["kind"] == "file" for found in each["audit"]}
    assert alone.isdisjoint(each["id"] for each in game["audit"])
    schema = json.loads((ROOT / "docs" / "schema" / "batch.schema.json").read_text("utf-8"))
    assert [error.message[:200] for error in Draft202012Validator(schema).iter_errors(game)] == []
    with sqlite3.connect(home / "memory.sqlite") as db:
        before = db.execute("SELECT key, files, judged FROM audited").fetchall()
    assert [row[1] for row in before] == [4]
    assert batch(league, "--format", "jsonl", home=home).stdout == said
    with sqlite3.connect(home / "memory.sqlite") as db:
        assert db.execute("SELECT key, files, judged FROM audited").fetchall() == before
    assert games(batch(league, "--format", "jsonl", "--no-games", home=home).stdout) == []


def test_a_file_more_and_the_game_is_looked_at_anew(league: Path, home: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(league, tmp_path / "l")
    assert len(games(batch(folder, "--format", "jsonl", home=home).stdout)[0]["files"]) == 4
    shutil.copy(SKIRMISH / "dishonest" / "undo.vlog", folder / "again.vlog")
    (game,) = games(batch(folder, "--format", "jsonl", home=home).stdout)
    assert len(game["files"]) == 5
    assert "dice/replayed" in {each["check"] for each in game["audit"]}


def test_it_is_told_in_every_form_and_fails_who_asks_for_it(league: Path, home: Path, tmp_path: Path) -> None:
    said = batch(league, "--fail-on", "audit", home=home, check=ExitCode.ILLEGAL).stdout
    assert "Games\nAnna – Bruno: 4 files: 1 error\n  error l/rest of it.zip/turn 2.vlog, whole file:" in said
    batch(league, home=home, check=ExitCode.UNDECIDED)
    for form in ("sarif", "junit"):
        assert "hand-over/differs" in batch(league, "--format", form, "--fail-on", "audit", home=home).stdout
    batch(league, "--format", "html", "-o", tmp_path, home=home)
    words = read_page((tmp_path / "index.html").read_text("utf-8")).words()
    assert "4 files: 1 error" in words
    assert "does not start where" in words


def test_what_was_found_before_counts_no_more(league: Path, home: Path, tmp_path: Path) -> None:
    (tmp_path / "then.jsonl").write_text(batch(league, "--format", "jsonl", home=home).stdout)
    said = batch(league, "--fail-on", "audit", "--baseline", tmp_path / "then.jsonl", home=home, check=ExitCode.UNDECIDED).stdout
    assert "hand-over/differs" not in said
