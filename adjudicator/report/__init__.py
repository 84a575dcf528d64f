"""An audit put into words for people and programs. Formatting only: nothing is judged here and no file is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.audit.catalogue import CheckInfo
    from adjudicator.audit.model import AuditReport

FORMATS = ("text", "json", "sarif", "junit", "html")


def render(report: AuditReport, form: str, *, checks: Mapping[str, CheckInfo] | None = None, colour: bool = False) -> str:
    """The report in one of FORMATS. `checks` explains the checks; `colour` is for text on a terminal alone.

    Only what writes that format is imported: a process that writes one report need not wait for the others.
    """
    match form:
        case "text":
            from .text import render_text

            return render_text(report, colour=colour)
        case "json":
            from .json_report import render_json

            return render_json(report)
        case "sarif":
            from .sarif import render_sarif

            return render_sarif(report, _explained(checks))
        case "junit":
            from .junit import render_junit

            return render_junit(report, _explained(checks))
        case "html":
            from .html import render_html

            return render_html(report, _explained(checks))
        case _:
            raise ValueError(f"no such format: {form!r}; there are {', '.join(FORMATS)}")


def _explained(checks: Mapping[str, CheckInfo] | None) -> Mapping[str, CheckInfo]:
    from adjudicator.audit.catalogue import catalogue

    return catalogue() if checks is None else checks


__all__ = ["FORMATS", "render"]
