"""Small things that every part of the page is made with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from html import escape

from adjudicator.audit.catalogue import CheckInfo
from adjudicator.audit.model import AuditedFile, AuditReport
from adjudicator.report.view import FileView, TimelineEntry
from adjudicator.report.words import line
from adjudicator.verdict import Severity

LONGEST = 600
"""Longer texts are cut. What a player types is shorter; a page must stay readable whatever a file holds."""

SEVERITY_TITLES = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.NOTE: "Note"}


@dataclass(frozen=True, slots=True)
class Subject:
    """What the page is about, with the numbers by which its parts refer to each other."""

    report: AuditReport
    checks: Mapping[str, CheckInfo]
    files: tuple[FileView, ...]
    known: Mapping[str, AuditedFile]
    told: Set[str]  # files that the timeline tells of
    file_numbers: Mapping[str, int]
    check_numbers: Mapping[str, int]
    at: Mapping[tuple[str, int], tuple[TimelineEntry, ...]]  # findings by file and step


def text(value: str, limit: int = LONGEST) -> str:
    """Anything a file may hold, as text of the page."""
    return escape(line(value, limit))


def apart(value: str, limit: int = LONGEST) -> str:
    """The same inside a sentence: right-to-left words must not reorder what stands around them."""
    return f"<bdi>{text(value, limit)}</bdi>"


def file_anchor(subject: Subject, name: str) -> str:
    return f"file-{subject.file_numbers[name]}"


def step_anchor(subject: Subject, name: str, step: int) -> str:
    return f"s{subject.file_numbers[name]}-{step}"


def badge(severity: Severity) -> str:
    return f'<span class="badge {severity.value}">{SEVERITY_TITLES[severity]}</span>'


def within(budget: int, parts: Iterable[str], total: int) -> tuple[list[str], int]:
    """As many of the parts as fill so many bytes, and how many are left; those are never made."""
    kept: list[str] = []
    for part in parts:
        kept.append(part)
        budget -= len(part.encode())
        if budget <= 0:
            break
    return kept, total - len(kept)


def left_out(count: int, what: str) -> str:
    """The sentence for what did not fit. Nothing is dropped in silence."""
    if not count:
        return ""
    return f'<p class="left-out">{count:,} more {what} would make this page too large; the JSON report has them all.</p>'
