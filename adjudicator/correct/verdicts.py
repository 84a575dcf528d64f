"""The verdict of every action of a log, for writing at its step."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.explain.judging import JudgedFile
from adjudicator.explain.turns import Played
from adjudicator.finding import Finding, Where
from adjudicator.rules.words import said
from adjudicator.verdict import Severity, Verdict


def verdicts(judged: JudgedFile) -> Sequence[Finding]:
    """What was found, and between it a note for each action that is legal, in the order of play."""
    legal = [_legal(judged, each) for each in judged.played if each.judged.verdict is Verdict.LEGAL]
    return sorted((*judged.findings, *legal), key=lambda finding: finding.where.step or 0)


def _legal(judged: JudgedFile, played: Played) -> Finding:
    slug = "" if judged.game is None else judged.game.slug
    return Finding(
        check=slug,
        message=said(played.before, played.action),
        where=Where(judged.file, played.step),
        severity=Severity.NOTE,
        verdict=Verdict.LEGAL,
    )
