"""The report for a terminal."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings

from adjudicator.audit.model import AuditReport, HandOver, Handover
from adjudicator.finding import Finding, Where
from adjudicator.report import render
from adjudicator.report.text import MOST
from adjudicator.report.words import UNSAFE
from adjudicator.report.wrapping import WIDTH, columns
from adjudicator.verdict import Severity
from tests.report import sample
from tests.report.strategies import reports

COLOUR = re.compile("\x1b\\[[0-9;]*m")


def text(report: AuditReport) -> str:
    return render(report, "text")


def summary(report: AuditReport) -> dict[str, str]:
    """The entries of the summary, each on one line."""
    found: dict[str, str] = {}
    title = ""
    for words in text(report).partition("Summary\n")[2].splitlines():
        if words[2] != " ":
            title = words[2:14].strip()
            found[title] = words[14:]
        else:
            found[title] += "\n" + words[14:] if words[14] != " " else " " + words.strip()
    return found


def check_fits(report: str) -> None:
    assert {mark for mark in report if mark != "\n" and unicodedata.category(mark) in UNSAFE} == set()
    assert max(map(columns, report.split("\n"))) <= WIDTH


@pytest.mark.parametrize("report", [sample.rich(), sample.clean(), sample.empty()], ids=["rich", "clean", "empty"])
def test_nothing_steers_the_terminal_and_every_line_fits(report: AuditReport) -> None:
    check_fits(text(report))


@settings(max_examples=60, deadline=None)
@given(reports)
def test_any_report_fits_and_has_no_lines_but_its_own(report: AuditReport) -> None:
    written = text(report)
    check_fits(written)
    assert COLOUR.sub("", render(report, "text", colour=True)) == written


def test_the_whole_report_reads_like_this() -> None:
    report = replace(
        sample.clean(),
        findings=(
            Finding(
                "hand-over/differs",
                "red-turn1.vlog does not start where blue-turn1.vlog ended: 2 pieces differ.",
                Where(sample.RED),
                Severity.ERROR,
                rows=sample.rich().findings[0].rows[:2],
                fix="Ask Bob.",
            ),
            Finding("dice/again", "Two rolls in one breath.", Where(sample.BLUE, 2), player="Anna"),
            Finding("undo/plain", "Step 1 was taken back.", Where(sample.BLUE, 2), Severity.NOTE),
            Finding("undo/plain", "Step 0 was taken back.", Where(sample.BLUE, 1), Severity.NOTE, root=False),
        ),
    )
    assert (
        text(report)
        == """\
blue-turn1.vlog
  step 1     note     Step 0 was taken back. [undo/plain]
  step 2     WARNING  Two rolls in one breath. [dice/again]
             note     Step 1 was taken back. [undo/plain]

red-turn1.vlog
  whole file ERROR    red-turn1.vlog does not start where blue-turn1.vlog ended: 2 pieces differ.
                      [hand-over/differs]
                      - 5 Pz: was at 1739 and is at 1740
                      - 7 Inf: was full strength and is reduced
                      To do: Ask Bob.

Summary
  Files       2 files, 3 steps, 0 rolls
  Order       blue-turn1.vlog → red-turn1.vlog
  Findings    1 error, 1 warning, 2 notes
"""
    )


def test_an_honest_audit_is_four_lines() -> None:
    assert text(sample.clean()).splitlines() == [
        "Summary",
        "  Files       2 files, 3 steps, 0 rolls",
        "  Order       blue-turn1.vlog → red-turn1.vlog",
        "  Findings    no findings",
    ]


def test_severity_is_said_in_words_with_or_without_colour() -> None:
    plain, coloured = text(sample.rich()), render(sample.rich(), "text", colour=True)
    assert "\x1b" not in plain
    assert COLOUR.sub("", coloured) == plain
    for word in ("ERROR", "WARNING", "note"):
        assert word in plain
        assert re.search(f"\x1b\\[[0-9;]*m{word} *\x1b\\[0m", coloured)


def test_files_come_in_the_order_of_play() -> None:
    told = text(sample.rich()).partition("To ask about")[2].partition("Could not")[0]
    headings = [words for words in told.splitlines() if words and words[0] != " "]
    assert headings[:4] == [sample.BLUE, sample.RED, sample.TAMPERED, sample.FORK_B]


def test_a_flood_of_notes_is_counted_and_errors_go_further() -> None:
    flood = tuple(
        Finding("a/check", f"Message {number}.", Where("a.vlog", number), severity)
        for severity in Severity
        for number in range(100)
    )
    written = text(replace(sample.empty(), findings=flood))
    for severity in Severity:
        assert f"and {100 - MOST[severity]} more {severity.value}s of a/check: see the html or json report" in written
    assert written.count("Message") == sum(MOST.values())
    assert "100 errors, 100 warnings, 100 notes" in written


def test_evidence_stays_short() -> None:
    assert "- and 6 more rows of evidence" in text(sample.rich())


def test_files_that_could_not_be_judged_are_named_with_the_reason() -> None:
    written = text(sample.rich())
    assert "Could not be judged\n  broken�[31m.vlog: The file ends in the middle" in written
    assert summary(sample.rich())["Not judged"] == "2 files"


def test_hand_overs_are_arrows_each_once() -> None:
    lines = summary(sample.rich())["Order"].split("\n")
    assert lines == [
        "start.vsav → blue-turn1.vlog —(fork)→ red-turn1.vlog —(3 differences)→ blue-turn2-tampered.vlog —(fork)→ fork-a.vlog",
        "blue-turn1.vlog —(fork, 1 difference)→ fork-b again (Übung, 100% #2).vlog",
        "blue-turn2-tampered.vlog —(fork)→ fork-b.vlog —(restart after step 4)→ fork-b again (Übung, 100% #2).vlog",
        "evil <script>alert('owned')</script> harmless �txt.gol� �isolated�.vlog: follows from none of these and leads to none",
    ]


def test_files_in_a_circle_do_not_hang_the_report() -> None:
    report = replace(
        sample.clean(),
        hand_overs=(HandOver(sample.BLUE, sample.RED, Handover.EXACT), HandOver(sample.RED, sample.BLUE, Handover.EXACT)),
    )
    assert summary(report)["Order"] == "blue-turn1.vlog → red-turn1.vlog → blue-turn1.vlog"


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "c0: follows from none of these and leads to none"),
        (2, "c0 and c1: follow from none of these and lead to none"),
        (4, "4 files follow from none of these and lead to none"),
    ],
)
def test_files_that_stand_alone_are_named_while_they_are_few(count: int, words: str) -> None:
    report = sample.clean()
    report = replace(report, files=(*report.files, *(sample.audited(f"c{number}", 3) for number in range(count))))
    assert summary(report)["Order"].split("\n")[1] == words


def test_unrelated_files_are_said_to_be_so_once() -> None:
    assert summary(replace(sample.clean(), hand_overs=()))["Order"] == "none of these files follows from another"


def test_a_save_beside_a_log_is_no_fork() -> None:
    report = sample.clean()
    report = replace(
        report,
        files=(*report.files, sample.audited("end.vsav", 0)),
        hand_overs=(*report.hand_overs, HandOver(sample.BLUE, "end.vsav", Handover.EXACT)),
    )
    assert "fork" not in summary(report)["Order"]


def test_dice_too_few_to_tell_are_counted() -> None:
    assert "12 other kinds of dice: too few rolls to tell anything." in summary(sample.rich())["Dice"]
