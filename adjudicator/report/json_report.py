"""The report for programs. docs/schema/audit.schema.json says what is in it."""

from __future__ import annotations

import dataclasses
import json
import re
import unicodedata
from enum import Enum
from typing import TypeAlias

from adjudicator.audit.model import AuditReport
from adjudicator.report.view import entries, tally
from adjudicator.report.words import REPLACEMENT, UNSAFE
from adjudicator.verdict import Severity

SCHEMA = "adjudicate/audit/1"

BEYOND_ASCII = re.compile("[\x7f-\U0010ffff]+")

Plain: TypeAlias = bool | int | float | str | list["Plain"] | dict[str, "Plain"] | None


def render_json(report: AuditReport) -> str:
    """The whole report as JSON, the same text for the same report."""
    counted = tally(report.findings)
    document: dict[str, Plain] = {
        "schema": SCHEMA,
        "tool": report.tool,
        "summary": {
            "files": len(report.files),
            "steps": sum(file.steps for file in report.files),
            "rolls": len(report.rolls),
            "problems": len(report.problems),
            "findings": {severity.value: counted.get(severity, 0) for severity in Severity},
        },
    }
    for field in dataclasses.fields(report):
        if field.name == "findings":
            document["findings"] = [{"id": entry.id, **fields(entry.finding)} for entry in entries(report.findings)]
        else:
            document[field.name] = plain(getattr(report, field.name))
    return dumps(document)


def plain(value: object) -> Plain:
    """A value of the model as JSON knows values."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return fields(value)


def fields(value: object) -> dict[str, Plain]:
    """A record of the model by its fields' names."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"a report holds no {type(value).__name__}")
    return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}


def dumps(document: Plain) -> str:
    """JSON that reads well and is safe to print: what is invisible or steers a terminal is written as an escape.

    All of a document's characters beyond ASCII stand inside strings, so escaping them in the finished text is sound.
    """
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
    return BEYOND_ASCII.sub(lambda found: _safe(found[0]), text) + "\n"


def _safe(text: str) -> str:
    """Surrogates without their partner are no characters at all and cannot be written as UTF-8."""
    if text.isprintable():
        return text
    marks = (REPLACEMENT if unicodedata.category(mark) == "Cs" else mark for mark in text)
    return "".join(json.dumps(mark)[1:-1] if unicodedata.category(mark) in UNSAFE else mark for mark in marks)
