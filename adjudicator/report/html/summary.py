"""The first things a referee wants to know."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.audit.model import AuditReport
from adjudicator.report.html.markup import Subject, apart
from adjudicator.report.view import tally
from adjudicator.report.words import plural
from adjudicator.verdict import Severity

MEANINGS = {
    Severity.ERROR: "does not come about in honest and careful play",
    Severity.WARNING: "should be looked at",
    Severity.NOTE: "worth knowing, nothing wrong",
}


def headline(report: AuditReport) -> str:
    """Whose game it is, if it is one."""
    of = plural(len(report.files), "file")
    return f"{report.games[0].name}: audit of {of}" if len(report.games) == 1 else f"Audit of {of}"


def summary(subject: Subject) -> str:
    return "".join((_tally(subject), *_problems(subject.report)))


def _tally(subject: Subject) -> str:
    counted = tally(subject.report.findings)
    if not counted:
        return "<p>Nothing was found.</p>\n"
    items = "".join(
        f'<li class="{severity.value}"><a href="#findings" data-severity="{severity.value}">'
        f"<b>{plural(counted.get(severity, 0), severity.value)}</b> <span>{MEANINGS[severity]}</span></a></li>"
        for severity in reversed(Severity)
    )
    return (
        f'<ul class="tally">{items}</ul>\n'
        "<p>An audit shows what the files say, not why. Much of what it finds has a harmless reason: "
        "ask the players before you judge.</p>\n"
    )


def _problems(report: AuditReport) -> Iterator[str]:
    if not report.problems:
        return
    yield f'<div class="problems"><h3>{plural(len(report.problems), "file")} could not be judged</h3><ul>'
    for problem in report.problems:
        yield f"<li>{apart(problem.file)}: {apart(problem.message)}</li>"
    yield "</ul></div>\n"
