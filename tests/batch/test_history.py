"""`adjudicate history`: a game, a player, a rule over time, in words and as a page."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.audit.model import AuditedFile, ReportedPlayer
from adjudicator.batch.history import HistoryQuestion, past
from adjudicator.batch.memory import Hangs, MemoryFileError, ResultMemory
from adjudicator.batch.schema import MIGRATIONS, SchemaError, migrate
from adjudicator.batch.unit import Reply, WorkUnit, decoded, encoded
from adjudicator.exitcodes import ExitCode
from adjudicator.finding import Finding, Where
from adjudicator.report.judged import ToldFile, ToldFinding
from adjudicator.report.past import past_lines
from adjudicator.report.record import FacesShown, Record
from adjudicator.verdict import Verdict
from tests.batch.support import RG, batch
from tests.report.pages import read_page

FIRST = Hangs("program", "choices", "modules")


def keep(memory: ResultMemory, name: str, saved: str, *rules: str, player: str = "Anna (Blue)", hangs: Hangs = FIRST) -> None:
    found = tuple(ToldFinding(Finding(rule, "wrong", Where(name, 1), verdict=Verdict.ILLEGAL, player=player)) for rule in rules)
    people = (ReportedPlayer("Anna", "Blue"), ReportedPlayer("Bruno", "Red"))
    about = AuditedFile(name, name, "log", 9, 9, None, "Module", None, saved, people)
    worst = Verdict.ILLEGAL if rules else Verdict.LEGAL
    dice = (FacesShown(player, 6, (10, 0, 0, 0, 0, 10)),)
    record = Record(name, "judged", worst, game="game", about=about, told=ToldFile(name, "A game", found, 7), dice=dice)
    memory.keep(WorkUnit(name, name, name), hangs, Reply(encoded(record), {}))


@pytest.fixture
def memory(tmp_path: Path) -> ResultMemory:
    memory = ResultMemory(tmp_path / "memory.sqlite")
    keep(memory, "one.vlog", "2026-01-05T00:00:00Z", "game/far", "game/far")
    keep(memory, "two.vlog", "2026-02-05T00:00:00Z", "game/stack", player="Bruno (Red)")
    keep(memory, "three.vlog", "2026-02-07T00:00:00Z")
    return memory


def test_a_game_month_by_month(memory: ResultMemory) -> None:
    found = past(memory, HistoryQuestion(game="game"))
    assert [(each.month, each.files, each.illegal) for each in found.months] == [("2026-01", 1, 2), ("2026-02", 2, 1)]
    assert [each.name for each in found.files] == ["one.vlog", "two.vlog", "three.vlog"]
    assert past(memory, HistoryQuestion(game="other")).files == ()


def test_a_player_is_told_of_what_that_player_did(memory: ResultMemory) -> None:
    found = past(memory, HistoryQuestion(player="anna"))
    assert [(each.name, each.illegal) for each in found.files] == [("one.vlog", 2), ("two.vlog", 0), ("three.vlog", 0)]
    assert found.players == {"Anna (Blue)": 2}
    assert found.dice == {("Anna (Blue)", 6): [20, 0, 0, 0, 0, 20]}
    assert past(memory, HistoryQuestion(player="an%")).files == ()


def test_a_rule_over_time(memory: ResultMemory) -> None:
    found = past(memory, HistoryQuestion(rule="game/stack"))
    assert [each.name for each in found.files] == ["two.vlog"]
    assert found.rules == {"game/stack": 1}
    assert "game/stack" in "\n".join(past_lines(found))


def test_of_several_results_the_youngest_counts(memory: ResultMemory) -> None:
    memory.connection.execute("UPDATE result SET judged = '2020-01-01T00:00:00Z'")
    keep(memory, "one.vlog", "2026-01-05T00:00:00Z", hangs=replace(FIRST, program="a newer one"))
    found = past(memory, HistoryQuestion())
    assert len(found.files) == 3
    assert found.months[0].illegal == 0


def test_what_is_remembered_reads_back_the_same(memory: ResultMemory) -> None:
    unit = WorkUnit("one.vlog", "one.vlog", "one.vlog")
    reply = memory.find(FIRST.key(unit))
    assert reply is not None
    assert [finding.check for finding in decoded(reply.record).findings] == ["game/far", "game/far"]
    assert memory.find(FIRST.key(unit), ("html",)) is None
    assert memory.find(replace(FIRST, modules="others").key(unit)) is None


def test_what_was_given_up_is_tried_again(memory: ResultMemory) -> None:
    unit = WorkUnit("four.vlog", "four.vlog", "four.vlog")
    memory.keep(unit, FIRST, Reply(encoded(Record("four.vlog", "given-up", problem="too long")), {}))
    assert memory.find(FIRST.key(unit)) is None


def test_an_older_memory_is_brought_up_to_now_step_by_step(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "m", isolation_level=None)
    migrate(db, MIGRATIONS)
    db.execute("INSERT INTO reported VALUES ('place', 'hash', 'then')")
    later = (*MIGRATIONS, "ALTER TABLE reported ADD COLUMN by TEXT; CREATE TABLE more (a TEXT);")
    migrate(db, later)
    assert db.execute("SELECT * FROM reported").fetchall() == [("place", "hash", "then", None)]
    assert db.execute("PRAGMA user_version").fetchone() == (len(later),)
    with pytest.raises(sqlite3.Error):
        migrate(db, (*later, "CREATE TABLE fine (a TEXT); CREATE TABLE more (a TEXT);"))
    assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'fine'").fetchone() == (0,)
    with pytest.raises(SchemaError, match="newer"):
        migrate(db, MIGRATIONS)


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    other, text = tmp_path / "other.sqlite", tmp_path / "text"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE mine (a TEXT)")
    text.write_text("nothing of the kind " * 100)
    for each in (other, text):
        before = each.read_bytes()
        with pytest.raises(MemoryFileError):
            ResultMemory(each)
        assert each.read_bytes() == before


def test_the_command_tells_it_in_words_and_as_a_page(tmp_path: Path) -> None:
    batch("--player", "Ada", home=tmp_path, name="history", check=ExitCode.USAGE)
    batch(RG / "turn1-too-far.vlog", home=tmp_path, check=ExitCode.ILLEGAL)
    said = batch("--player", "Ada", home=tmp_path, name="history", check=ExitCode.OK).stdout
    assert "  2025-01       1        1          0" in said
    assert "koenigsberg-rg/allowance" in said
    page = read_page(batch("--format", "html", home=tmp_path, name="history", check=ExitCode.OK).stdout)
    assert "koenigsberg-rg/allowance" in page.words()
    assert len(list(page.all("svg"))) >= 3
