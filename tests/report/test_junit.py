"""The report as JUnit XML, by what the schemas of Ant and of Jenkins have in common."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from lxml import etree

from adjudicator.audit.model import AuditReport
from adjudicator.finding import Problem
from adjudicator.report import render
from adjudicator.report.junit import NOBODY_KNOWS_WHEN
from tests.report import sample
from tests.report.strategies import reports

SUITE = {"name", "package", "hostname", "timestamp", "tests", "failures", "errors", "skipped", "time", "id"}
CASE = {"classname", "name", "time"}
OUTCOMES = {"error", "failure"}


def check(report: AuditReport) -> list[etree._Element]:
    """The suites of a document that both schemas allow."""
    root = etree.fromstring(render(report, "junit", checks=sample.CHECKS).encode("utf-8"))
    assert root.tag == "testsuites"
    assert not root.attrib
    for number, suite in enumerate(root):
        assert suite.tag == "testsuite"
        assert set(suite.attrib) == SUITE
        assert suite.get("id") == str(number)
        assert suite.get("name")
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp", ""))
        kinds = [part.tag for part in suite]
        assert kinds == ["properties", *["testcase"] * len(suite.findall("testcase")), "system-out", "system-err"]
        for fact in suite.findall("properties/*"):
            assert fact.tag == "property"
            assert set(fact.attrib) == {"name", "value"}
        for case in suite.findall("testcase"):
            assert set(case.attrib) == CASE
            assert case.get("name")
            assert len(case) <= 1
            for outcome in case:
                assert outcome.tag in OUTCOMES
                assert set(outcome.attrib) == {"type", "message"}
                assert not len(outcome)
        assert suite.get("tests") == str(len(suite.findall("testcase")))
        assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
        assert suite.get("errors") == str(len(suite.findall("testcase/error")))
    return list(root)


def failed(suite: etree._Element, check: str) -> etree._Element:
    (failure,) = [failure for case in suite.findall("testcase") if case.get("name") == check for failure in case]
    return failure


@pytest.fixture(scope="module")
def suites() -> dict[str, etree._Element]:
    return {suite.get("name", ""): suite for suite in check(sample.rich())}


@settings(max_examples=60, deadline=None)
@given(reports)
def test_any_report_is_valid(report: AuditReport) -> None:
    check(report)


def test_an_empty_audit_is_valid() -> None:
    assert check(sample.empty()) == []


def test_each_file_is_a_suite_in_the_order_of_play(suites: dict[str, etree._Element]) -> None:
    assert list(suites)[:4] == [sample.START, sample.BLUE, sample.RED, sample.TAMPERED]
    assert len(suites) == len(sample.rich().files) + len(sample.rich().problems)


def test_each_check_passes_or_fails_in_each_file(suites: dict[str, etree._Element]) -> None:
    checks = {*sample.CHECKS, *(finding.check for finding in sample.rich().findings)}
    for file in sample.rich().files[:-1]:
        assert len(suites[file.name].findall("testcase")) == len(checks)
    failing = {case.get("name") for case in suites[sample.TAMPERED].findall("testcase") if len(case)}
    assert failing == {"hand-over/outside", "dice/rerolled", "rules/zoc", "integrity/version"}
    assert not suites[sample.FORK_A].findall("testcase/failure")


def test_a_failure_tells_the_finding_with_its_evidence(suites: dict[str, etree._Element]) -> None:
    failure = failed(suites[sample.TAMPERED], "dice/rerolled")
    assert failure.get("type") == "error"
    assert failure.get("message") == "A roll of 2 was undone and followed by a roll of 6."
    assert (failure.text or "").splitlines() == [
        "step 9: error [dice/rerolled] A roll of 2 was undone and followed by a roll of 6.",
        "  step 7: d6: 2, for Battle at 1740",
        "  step 8: undo",
        "  step 9: d6: 6",
    ]


def test_several_findings_of_one_check_are_one_failure(suites: dict[str, etree._Element]) -> None:
    failure = failed(next(suite for name, suite in suites.items() if name.startswith("evil")), "secrecy/looked")
    assert failure.get("message", "").startswith("7 findings, first: harmless")


def test_notes_fail_nothing_but_are_told(suites: dict[str, etree._Element]) -> None:
    assert len(suites[sample.BLUE].findall("testcase/failure")) == 1
    assert len((suites[sample.BLUE].findtext("system-out") or "").splitlines()) == 8
    assert "note [provenance/new] Marker 1 comes from the palette." in (suites[sample.BLUE].findtext("system-out") or "")


def test_a_file_that_could_not_be_read_is_an_error(suites: dict[str, etree._Element]) -> None:
    suite = suites["attachment.zip"]
    (case,) = suite.findall("testcase")
    assert case.get("name") == "read"
    assert case.findtext("error") == f"Not a VASSAL file {sample.SCRIPT}"


def test_a_file_read_with_problems_shows_both() -> None:
    report = replace(sample.clean(), problems=(Problem(sample.BLUE, "one"), Problem(sample.BLUE, "two")))
    suite = check(report)[0]
    assert suite.get("errors") == "2"
    assert suite.get("tests") == str(2 + len(sample.CHECKS))


@pytest.mark.parametrize(
    ("saved", "time"),
    [
        ("2026-10-03T18:22:05Z", "2026-10-03T18:22:05"),
        ("2026-10-03T18:22:05+02:00", "2026-10-03T16:22:05"),
        ("2026-10-03T18:22:05.123", "2026-10-03T18:22:05"),
        ("0001-01-01T00:00:00", "0001-01-01T00:00:00"),
        ("0001-01-01T00:00:00+23:00", NOBODY_KNOWS_WHEN),
        ("yesterday", NOBODY_KNOWS_WHEN),
        (None, NOBODY_KNOWS_WHEN),
    ],
)
def test_times_are_in_the_one_form_that_is_allowed(saved: str | None, time: str) -> None:
    report = sample.clean()
    (suite, _) = check(replace(report, files=(replace(report.files[0], saved_utc=saved), report.files[1])))
    assert suite.get("timestamp") == time
