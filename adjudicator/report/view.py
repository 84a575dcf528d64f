"""The order in which reports tell things, and the ids by which they name them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass, replace

from adjudicator.audit.model import AuditReport, HandOver, Handover
from adjudicator.finding import Finding
from adjudicator.verdict import Severity

ID_LENGTH = 12


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """A finding with its id, which is the same whenever the same thing is found."""

    id: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class FileView:
    """A file as reports go through it: its name, and what was found in it by step."""

    name: str
    entries: tuple[TimelineEntry, ...]


def finding_id(finding: Finding) -> str:
    """A short hash of what makes the finding this one: check, place, message and pieces."""
    where = finding.where
    parts = [finding.check, where.file, where.step, finding.message, list(finding.pieces)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:ID_LENGTH]


def entries(findings: Iterable[Finding]) -> tuple[TimelineEntry, ...]:
    """The findings with their ids, in the order given. Twins are numbered."""
    seen: Counter[str] = Counter()
    named = []
    for finding in findings:
        id_ = finding_id(finding)
        seen[id_] += 1
        named.append(TimelineEntry(id_ if seen[id_] == 1 else f"{id_}-{seen[id_]}", finding))
    return tuple(named)


def file_names(report: AuditReport) -> tuple[str, ...]:
    """Every file the report speaks of: in the order of play as far as that is known, then as given."""
    known = {file.name for file in report.files}
    names = [name for name in report.order if name in known]
    names += [file.name for file in report.files]
    names += [problem.file for problem in report.problems]
    names += [finding.where.file for finding in report.findings]
    names += [step.file for step in report.steps]
    names += [roll.file for roll in report.rolls]
    return tuple(dict.fromkeys(names))


def by_file(report: AuditReport) -> tuple[FileView, ...]:
    """The findings of each file by step; what concerns the whole file first."""
    found: dict[str, list[TimelineEntry]] = {name: [] for name in file_names(report)}
    for entry in entries(report.findings):
        found[entry.finding.where.file].append(entry)
    return tuple(FileView(name, tuple(sorted(inside, key=_step_key))) for name, inside in found.items())


def _step_key(entry: TimelineEntry) -> tuple[int, int]:
    step = entry.finding.where.step
    return (-1 if step is None else step, -entry.finding.severity.rank)


def hand_overs(report: AuditReport) -> tuple[HandOver, ...]:
    """The hand-overs as they are shown: where several logs go on from one file, each of them is a fork."""
    logs = {file.name for file in report.files if file.kind == "log"}
    onward = Counter(link.earlier for link in report.hand_overs if _goes_on(link, logs))
    return tuple(
        replace(link, link=Handover.FORK) if onward[link.earlier] > 1 and _goes_on(link, logs) else link
        for link in report.hand_overs
    )


def _goes_on(link: HandOver, logs: Set[str]) -> bool:
    return link.link is not Handover.RESTART and link.later in logs


def tally(findings: Iterable[Finding]) -> dict[Severity, int]:
    """How many findings there are of each severity."""
    return dict(Counter(finding.severity for finding in findings))
