"""The files one by one: what was found in them, who played, what wrote them."""

from __future__ import annotations

from datetime import datetime

from adjudicator.audit.model import AuditedFile, ReportedPlayer
from adjudicator.report.html.markup import Subject, apart, file_anchor
from adjudicator.report.view import FileView, tally
from adjudicator.report.words import plural
from adjudicator.verdict import Severity

MOST_PLAYERS = 20


def file_list(subject: Subject) -> str:
    """The whole part; nothing if no file was read."""
    rows = [_row(subject, view, subject.known[view.name]) for view in subject.files if view.name in subject.known]
    if not rows:
        return ""
    return (
        '<div class="scroll"><table class="cards">'
        '<thead><tr><th scope="col">File</th><th scope="col">Findings</th><th scope="col">Steps</th>'
        '<th scope="col">Players</th><th scope="col">Written with</th></tr></thead>\n<tbody>'
        f"{''.join(rows)}</tbody></table></div>\n"
    )


def _time(written: str) -> str:
    """To the minute: seconds help nobody here."""
    try:
        return f"{datetime.fromisoformat(written):%Y-%m-%d %H:%M} UTC"
    except ValueError:
        return written


def _row(subject: Subject, view: FileView, file: AuditedFile) -> str:
    cells = {
        "Findings": _counts(view),
        "Steps": f"{file.steps:,}" if file.kind != "save" else "a saved position",
        "Players": ", ".join(_person(who) for who in file.players[:MOST_PLAYERS]),
        "Written with": _origin(file),
    }
    rest = "".join(f'<td data-label="{title}">{cell}</td>' for title, cell in cells.items())
    name = f'<a href="#{file_anchor(subject, file.name)}">{apart(file.name, 200)}</a>'
    return f'<tr><th scope="row">{name}</th>{rest}</tr>\n'


def _person(who: ReportedPlayer) -> str:
    return apart(who.name, 60) + (f" ({apart(who.side, 60)})" if who.side else "")


def _counts(view: FileView) -> str:
    found = tally(entry.finding for entry in view.entries)
    counts = [
        f'<span class="count {severity.value}">{plural(found[severity], severity.value)}</span>'
        for severity in reversed(Severity)
        if severity in found
    ]
    return " ".join(counts) or "none"


def _origin(file: AuditedFile) -> str:
    module = " ".join(part for part in (file.module, file.module_version) if part)
    parts = [f"VASSAL {apart(file.vassal, 40)}"] if file.vassal else []
    parts += [apart(module, 80)] if module else []
    parts += [f"<small>{apart(_time(file.saved_utc), 40)}</small>"] if file.saved_utc else []
    return ", ".join(parts)
