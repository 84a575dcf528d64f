"""`adjudicate batch` on a folder of files good and bad: what is found, in every form, and what is remembered."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from lxml import etree

from adjudicator.exitcodes import INTERRUPTED, ExitCode
from tests.batch.support import RG, STANDINGS, batch, begun, lines, season, standings
from tests.report.pages import read_page
from tests.report.test_sarif import validator
from tests.support import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return season(tmp_path_factory.mktemp("season") / "s")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def told(files: Path, home: Path) -> str:
    """The report as lines, judged for the first time."""
    return batch(files, "--format", "jsonl", "--jobs", 2, home=home, check=ExitCode.UNREADABLE).stdout


def test_each_file_gets_its_own_verdict_in_the_order_of_names(told: str) -> None:
    assert standings(told) == STANDINGS
    assert list(standings(told)) == list(STANDINGS)
    assert lines(told)[-1]["files"] == {"illegal": 1, "legal": 2, "unjudged": 1, "unread": 3}
    assert lines(told)[-1]["rules"] == {"koenigsberg-rg/allowance": 1}


def test_lines_are_as_their_schema_says(told: str) -> None:
    schema = json.loads((ROOT / "docs" / "schema" / "batch.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    for each in lines(told):
        assert [error.message[:200] for error in Draft202012Validator(schema).iter_errors(each)] == []
    assert not Draft202012Validator(schema).is_valid({**lines(told)[0], "more": 1})


def test_what_is_known_is_not_judged_again_and_told_the_same(files: Path, home: Path, told: str) -> None:
    with sqlite3.connect(home / "memory.sqlite") as db:
        before = db.execute("SELECT key, judged FROM result ORDER BY key").fetchall()
    assert len(before) == len(STANDINGS)
    again = batch(files, "--format", "jsonl", "--jobs", 1, home=home, check=ExitCode.UNREADABLE)
    assert again.stdout == told
    with sqlite3.connect(home / "memory.sqlite") as db:
        assert db.execute("SELECT key, judged FROM result ORDER BY key").fetchall() == before


def test_one_process_or_several_or_none_that_remembers_tell_the_same(files: Path, told: str, tmp_path: Path) -> None:
    assert batch(files, "--format", "jsonl", "--jobs", 1, "--no-memory", home=tmp_path).stdout == told
    assert not (tmp_path / "memory.sqlite").exists()


def test_other_choices_are_judged_anew(files: Path, home: Path, told: str) -> None:
    other = batch(files / "a.vlog", "--format", "jsonl", "--ruling", "koenigsberg-rg/D26=before-shifts", home=home)
    assert other.returncode == ExitCode.OK
    with sqlite3.connect(home / "memory.sqlite") as db:
        (choices,) = db.execute("SELECT count(DISTINCT choices) FROM result").fetchone()
    assert choices == 2


def test_wrong_choices_are_wrong_usage(files: Path, tmp_path: Path) -> None:
    done = batch(files, "--ruling", "koenigsberg-rg/D26=never", "--no-memory", home=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert "never" in done.stderr


def test_code_hosts_read_it(files: Path, home: Path, told: str) -> None:
    document = json.loads(batch(files, "--format", "sarif", home=home).stdout)
    validator().validate(document)
    judged, audited = document["runs"]
    assert [result["ruleId"] for result in judged["results"]] == ["koenigsberg-rg/allowance"]
    assert any(result["ruleId"] == "dice/undone-other" for result in audited["results"])
    assert len(judged["invocations"][0]["toolExecutionNotifications"]) == 3


def test_build_servers_read_it(files: Path, home: Path, told: str) -> None:
    document = etree.fromstring(batch(files, "--format", "junit", home=home).stdout.encode())
    suites = {str(suite.get("name")).partition("/")[2]: suite for suite in document}
    assert set(suites) == set(STANDINGS)
    assert suites["b.vlog"].get("failures") == "1"
    assert suites["a.vlog"].get("failures") == "0"
    assert suites["bomb.vlog"].get("errors") == "1"
    for suite in suites.values():
        assert int(suite.get("tests") or 0) == len(suite.findall("testcase"))
        assert next(each.tag for each in suite) == "properties"


def test_pages_lead_to_the_report_on_each_file(files: Path, home: Path, tmp_path: Path) -> None:
    batch(files, "--format", "html", "-o", tmp_path / "pages", home=home, check=ExitCode.UNREADABLE)
    page = read_page((tmp_path / "pages" / "index.html").read_text("utf-8"))
    links = [str(link.get("href")) for link in page.all("a") if str(link.get("href")).startswith("files/")]
    assert len(links) == 4
    for link in links:
        assert (tmp_path / "pages" / link).read_text("utf-8").startswith("<!doctype html>")
    assert "koenigsberg-rg/allowance" in page.words()
    charts = [svg for svg in page.all("svg") if svg.get("role") == "img"]
    assert len(charts) >= 2
    again = batch(files, "--format", "html", "-o", tmp_path / "again", home=home)
    assert "known" not in again.stderr
    assert (tmp_path / "again" / "index.html").read_bytes() == (tmp_path / "pages" / "index.html").read_bytes()


def test_text_says_what_there_is_most_of(files: Path, home: Path, told: str) -> None:
    said = batch(files, home=home, check=ExitCode.UNREADABLE).stdout
    assert "7 files: 2 legal, 1 with 1 illegal action, 1 not judged, 3 could not be read or judged" in said
    assert "Illegal, by rule\n  1  koenigsberg-rg/allowance\n" in said
    assert "7 results known from before" in said


def test_what_was_found_before_counts_no_more(files: Path, home: Path, told: str, tmp_path: Path) -> None:
    one = files / "b.vlog"
    (tmp_path / "then.jsonl").write_text(batch(one, "--format", "jsonl", home=home, check=ExitCode.ILLEGAL).stdout)
    (tmp_path / "then.sarif").write_text(batch(one, "--format", "sarif", home=home, check=ExitCode.ILLEGAL).stdout)
    for then in ("then.jsonl", "then.sarif"):
        said = batch(one, "--baseline", tmp_path / then, home=home, check=ExitCode.OK).stdout
        assert "findings that the baseline has already are left out: of 1 file" in said
    batch(one, "--baseline", one, home=home, check=ExitCode.USAGE)


@pytest.mark.parametrize(
    ("name", "fail_on", "code"),
    [
        ("b.vlog", "illegal", ExitCode.ILLEGAL),
        ("late/c.vlog", "illegal", ExitCode.OK),
        ("late/c.vlog", "undecided", ExitCode.UNDECIDED),
        ("late/c.vlog", "audit", ExitCode.ILLEGAL),
        ("a.vlog", "audit", ExitCode.OK),
        ("bomb.vlog", "illegal", ExitCode.UNREADABLE),
    ],
)
def test_the_exit_code_is_that_of_what_shall_fail(
    files: Path, home: Path, told: str, name: str, fail_on: str, code: ExitCode
) -> None:
    batch(files / name, "--fail-on", fail_on, home=home, check=code)


def test_only_what_was_written_since_a_day(files: Path, home: Path, told: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old.vlog", tmp_path / "new.vlog"
    for each in (old, new):
        shutil.copy(RG / "turn1.vlog", each)
    os.utime(old, (time.time() - 10 * 86_400,) * 2)
    assert list(standings(batch(tmp_path, "--since", "3d", "--format", "jsonl", home=home).stdout)) == ["new.vlog"]
    assert len(standings(batch(tmp_path, "--since", "2001-01-01", "--format", "jsonl", home=home).stdout)) == 2
    batch(tmp_path, "--since", "soon", home=home, check=ExitCode.USAGE)


def test_ctrl_c_ends_it_cleanly_and_the_next_run_goes_on(files: Path, told: str, tmp_path: Path) -> None:
    process = begun(files, "--format", "jsonl", "--jobs", 1, home=tmp_path)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(2)
    said, aside = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED, aside
    assert "interrupted" in aside
    assert "Traceback" not in aside
    assert json.loads(said.splitlines()[-1])["kind"] == "all"
    assert json.loads(first)["file"].endswith("a.vlog")
    assert batch(files, "--format", "jsonl", home=tmp_path).stdout == told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize("form", ["jsonl", "junit"])
def test_a_full_disk_is_told_in_a_sentence(files: Path, home: Path, told: str, form: str) -> None:
    done = batch(files / "a.vlog", "--format", form, "-o", "/dev/full", home=home, check=ExitCode.UNREADABLE)
    assert "full: cannot be written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
