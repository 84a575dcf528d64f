"""Files judged by the rules of their game, as reports tell of them: plain values, free of secrets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.audit.catalogue import CheckInfo
from adjudicator.audit.model import AuditedFile, AuditReport
from adjudicator.finding import Finding, Problem, Row, RulingTold
from adjudicator.picturing.model import Picture
from adjudicator.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Tally:
    """How many actions of one kind were judged, and how."""

    one: str  # `move`
    many: str  # `moves`
    legal: int = 0
    illegal: int = 0
    undecided: int = 0

    @property
    def all(self) -> int:
        return self.legal + self.illegal + self.undecided


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a rulebook in our own words."""

    id: str
    title: str
    said: str


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """What the findings of a game's files refer to."""

    slug: str
    title: str
    checks: Mapping[str, CheckInfo] = field(default_factory=dict)  # what looks at actions, by the name that findings have
    rules: Mapping[str, str] = field(default_factory=dict)  # rule -> what it says, in a few words
    sections: Mapping[str, Section] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)  # by id, as players call them


@dataclass(frozen=True, slots=True)
class NotJudged:
    """That there is no verdict on a file, why not, and what can be done about it."""

    why: str
    todo: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionTold:
    """One action of a log as the list of all of them tells it."""

    step: int
    turn: int
    phase: str
    who: str
    said: str
    verdict: Verdict
    proof: str = ""  # its way and points, and the sections that it was held against


@dataclass(frozen=True, slots=True)
class FileJudgement:
    """A file with what was found in it. No game: it was not judged; its findings are those of an audit, without rules."""

    file: AuditedFile
    game: JudgedGame | None
    findings: tuple[Finding, ...] = ()
    pictures: tuple[Picture | None, ...] = ()  # of each finding; findings of one action share theirs
    tallies: tuple[Tally, ...] = ()  # of a log
    notes: tuple[str, ...] = ()
    not_judged: NotJudged | None = None
    actions: tuple[ActionTold, ...] = ()  # of a log
    left_at: int | None = None  # the step from which on not all was judged

    @property
    def verdict(self) -> Verdict | None:
        """None if nothing was judged: that is neither legal nor illegal."""
        if self.game is None:
            return None
        found = {finding.verdict for finding in self.findings}
        if Verdict.ILLEGAL in found:
            return Verdict.ILLEGAL
        return Verdict.UNDECIDED if Verdict.UNDECIDED in found or self.left_at is not None else Verdict.LEGAL


@dataclass(frozen=True, slots=True)
class Judgement:
    """Everything that was said about some files."""

    tool: str
    files: tuple[FileJudgement, ...]
    audits: tuple[AuditReport, ...] = ()  # of files of no known game
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleSaid:
    """What one rule says of an action, for those who want to know it all."""

    rule: str
    cite: tuple[str, ...]
    verdict: Verdict
    message: str = ""
    rows: tuple[Row, ...] = ()
    needs: tuple[str, ...] = ()
    rulings: tuple[RulingTold, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionExplained:
    """One action of a step, with everything that was said about it."""

    said: str
    verdict: Verdict
    rules: tuple[RuleSaid, ...]
    picture: Picture | None = None
    headline: str = ""  # in place of the verdict, where that is not what was asked


@dataclass(frozen=True, slots=True)
class StepExplained:
    tool: str
    file: str
    step: int | None
    game: JudgedGame
    actions: tuple[ActionExplained, ...]
    kind: str = "One step explained"
