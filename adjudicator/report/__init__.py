"""An audit put into words for people and programs. Formatting only: nothing is judged here and no file is read."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.audit.catalogue import CheckInfo, catalogue
from adjudicator.audit.model import AuditReport
from adjudicator.report.html import render_html
from adjudicator.report.json_report import render_json
from adjudicator.report.junit import render_junit
from adjudicator.report.sarif import render_sarif
from adjudicator.report.text import render_text

FORMATS = ("text", "json", "sarif", "junit", "html")


def render(report: AuditReport, form: str, *, checks: Mapping[str, CheckInfo] | None = None, colour: bool = False) -> str:
    """The report in one of FORMATS. `checks` explains the checks; `colour` is for text on a terminal alone."""
    explained = catalogue() if checks is None else checks
    match form:
        case "text":
            return render_text(report, colour=colour)
        case "json":
            return render_json(report)
        case "sarif":
            return render_sarif(report, explained)
        case "junit":
            return render_junit(report, explained)
        case "html":
            return render_html(report, explained)
        case _:
            raise ValueError(f"no such format: {form!r}; there are {', '.join(FORMATS)}")


__all__ = ["FORMATS", "render"]
