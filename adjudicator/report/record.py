"""What is kept of one judged file: plain values, free of secrets, from which every report but the pages can be made again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from adjudicator.audit.model import AuditedFile, HandOver, ReportedPlayer
from adjudicator.finding import Finding, Where
from adjudicator.verdict import Severity, Verdict

from .judged import ToldFile
from .judgement import NotJudged, Tally
from .view import finding_id

Outcome: TypeAlias = Literal["judged", "unjudged", "unread", "given-up"]


@dataclass(frozen=True, slots=True)
class FacesShown:
    """How often each face of one kind of a player's dice fell in a file, of the rolls that stood."""

    player: str
    faces: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """One file, and what came of it.

    `unjudged`: no rules are known for it; `unread`: it cannot be read, or its module lacks; `given-up`: it took too much time or
    memory, or the program failed on it.
    """

    name: str
    outcome: Outcome
    verdict: Verdict | None = None
    problem: str = ""
    game: str = ""  # its short name
    about: AuditedFile | None = None
    told: ToldFile | None = None
    tallies: tuple[Tally, ...] = ()
    not_judged: NotJudged | None = None
    audit: tuple[Finding, ...] = ()  # what needs no rules, and no other file
    dice: tuple[FacesShown, ...] = ()
    notes: tuple[str, ...] = ()  # about modules
    ends: tuple[str, str] = (
        "",
        "",
    )  # hashes of how the counters stand at its start and at its end

    @property
    def findings(self) -> tuple[Finding, ...]:
        """By the rules of its game."""
        return () if self.told is None else tuple(each.finding for each in self.told.findings)

    @property
    def dishonest(self) -> bool:
        """Did the audit find what does not come about in honest and careful play?"""
        return any(finding.severity is Severity.ERROR for finding in self.audit)

    def under(self, label: str) -> Record:
        """The same by the name that tells it apart among others."""
        if label == self.name:
            return self
        told = self.told
        if told is not None:
            each = tuple(replace(one, finding=_moved(one.finding, self.name, label)) for one in told.findings)
            told = replace(told, file=label, findings=each)
        about = None if self.about is None else replace(self.about, name=label)
        audit = tuple(_moved(finding, self.name, label) for finding in self.audit)
        return replace(self, name=label, about=about, told=told, audit=audit)

    def without(self, known: frozenset[str]) -> Record:
        """The same without findings that are known already; what was legal but for them is legal."""
        if not known or self.told is None:
            return replace(self, audit=_new(self.audit, known)) if known else self
        kept = tuple(one for one in self.told.findings if finding_id(one.finding) not in known)
        found = {one.finding.verdict for one in kept}
        worst = next((each for each in (Verdict.ILLEGAL, Verdict.UNDECIDED) if each in found), Verdict.LEGAL)
        return replace(self, told=replace(self.told, findings=kept), verdict=worst, audit=_new(self.audit, known))


@dataclass(frozen=True, slots=True)
class GameRecord:
    """Logs and saves of one game looked at together: what an audit of them finds that none of them shows by itself.

    Its first three fields are called as those of a file's, so that what is given up is written in one way.
    """

    name: str  # who plays
    outcome: Literal["audited", "given-up"]
    problem: str = ""
    module: str | None = None
    players: tuple[ReportedPlayer, ...] = ()
    files: tuple[str, ...] = ()  # as they follow from each other
    opening: str | None = None  # what the turn counter said first and says last
    closing: str | None = None
    state: str = ""  # in a few words
    links: tuple[HandOver, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def dishonest(self) -> bool:
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    def without(self, known: frozenset[str]) -> GameRecord:
        """The same without findings that are known already."""
        return replace(self, findings=_new(self.findings, known)) if known else self


def _new(findings: Sequence[Finding], known: frozenset[str]) -> tuple[Finding, ...]:
    return tuple(finding for finding in findings if finding_id(finding) not in known)


def _moved(finding: Finding, name: str, label: str) -> Finding:
    def moved(where: Where) -> Where:
        return replace(where, file=label) if where.file == name else where

    return replace(finding, where=moved(finding.where), also=tuple(map(moved, finding.also)))
