"""As much of a judged file as a report in one form tells: plain values, which a process can send to another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from adjudicator.audit.model import AuditReport
from adjudicator.report.forms import ToTell
from adjudicator.report.judged import ToldFile
from adjudicator.report.judgement import FileJudgement, NotJudged
from adjudicator.verdict import Verdict

from .results import Checked


@dataclass(frozen=True, slots=True)
class Gist:
    """What `telling` tells of one file. What there is of it depends on the form."""

    file: str
    verdict: Verdict | None  # None: it was not judged
    game: str = ""
    not_judged: NotJudged | None = None
    questions: Mapping[str, str] = field(default_factory=dict)
    told: ToldFile | None = None  # text, json
    audited: tuple[str, ...] = ()  # text: what can be said of a file of no known game
    letter: str = ""  # md
    judgement: FileJudgement | None = None  # html, sarif, junit
    audit: AuditReport | None = None  # the same, of a file of no known game


def gist(checked: Checked, wanted: ToTell) -> Gist:
    """Pictures, ways of moves and audits are made only where they are told."""
    questions: Mapping[str, str] = {}
    if wanted.asked:
        from .asking import open_questions

        questions = open_questions(checked, several=wanted.several)
    return _told(Gist(checked.file, checked.verdict, checked.game or "", checked.not_judged, questions), checked, wanted)


def _told(bare: Gist, checked: Checked, wanted: ToTell) -> Gist:
    if wanted.form == "md":
        from .letter import letter

        return replace(bare, letter=letter(checked))
    if wanted.form in ("html", "sarif", "junit"):
        from .judgements import of_file

        judgement, audit = of_file(checked, pictures=wanted.form == "html")
        return replace(bare, judgement=judgement, audit=audit)
    from .running_reports import audited, told_file

    if checked.not_judged is None:
        return replace(bare, told=told_file(checked))
    return replace(bare, audited=tuple(audited(checked.history))) if wanted.form == "text" and not wanted.quiet else bare
