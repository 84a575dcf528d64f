"""Judged files as reports for programs know them: as if each game had been an audit, with its rules for checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from adjudicator.audit.catalogue import CheckInfo
from adjudicator.audit.model import AuditReport
from adjudicator.finding import Problem
from adjudicator.verdict import Severity

from .judgement import FileJudgement, Judgement

Run: TypeAlias = tuple[AuditReport, Mapping[str, CheckInfo]]


def runs(judgement: Judgement, catalogue: Mapping[str, CheckInfo]) -> Iterator[Run]:
    """The same as reports for programs know it: a report with its checks for each game, and for what was only audited.

    What could not be read, or not be judged to its end, stands in the first.
    """
    problems = (*judgement.problems, *_left_out(judgement.files))
    found = list(_runs(judgement, catalogue)) or [(AuditReport(judgement.tool, (), (), (), (), (), (), ()), {})]
    for number, (report, checks) in enumerate(found):
        yield _with_problems(report, problems if not number else ()), checks


def _left_out(files: Iterable[FileJudgement]) -> Iterator[Problem]:
    for file in files:
        if file.left_at is not None:
            yield Problem(file.file.name, f"not all was judged from step {file.left_at} on")


def _runs(judgement: Judgement, catalogue: Mapping[str, CheckInfo]) -> Iterator[Run]:
    games = {file.game.slug: file.game for file in judgement.files if file.game is not None}
    for slug, game in games.items():
        files = [file for file in judgement.files if file.game is not None and file.game.slug == slug]
        yield (
            AuditReport(
                tool=judgement.tool,
                files=tuple(file.file for file in files),
                order=tuple(file.file.name for file in files),
                hand_overs=(),
                steps=(),
                rolls=(),
                dice=(),
                findings=tuple(finding for file in files for finding in file.findings),
            ),
            game.checks,
        )
    for audited in judgement.audits:
        yield audited, catalogue


def _with_problems(report: AuditReport, problems: tuple[Problem, ...]) -> AuditReport:
    if not problems:
        return report
    return replace(report, problems=(*report.problems, *problems))


def check_info(id_: str, title: str, cite: tuple[str, ...], about: str) -> CheckInfo:
    """A rule of a game as reports list checks."""
    return CheckInfo(
        id=id_,
        title=title,
        what=about,
        why=f"Sections {', '.join(cite)} of the rulebook" if cite else "A rule of the game",
        example="",
        reading="Illegal rests on facts that are all known; undecided names the facts that are wanting.",
        silence="",
        severity=Severity.ERROR,
    )
