"""The answer to a mail: what was attached, judged, in words that may be sent to the opponent. Nobody's address stands in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from adjudicator.audit.run import TOOL
from adjudicator.report.html.shell import asset, whole_page
from adjudicator.report.record import Record

from .run import Told

CLOSING = "Judged by the program adjudicate; it may err: tell me if you read the rules otherwise."
_BOLD = re.compile(r"\*\*((?:[^*\\]|\\.)+)\*\*")
_ESCAPED = re.compile(r"\\([\\`*_\[\]<>#|])")


def reply_text(told: Sequence[Told]) -> str:
    """As plain text: the marks of a letter are left out, since a mail shows them as they stand."""
    return "\n".join(_plain(letter) for letter in _letters(told)) + f"\n{CLOSING}\n"


def reply_page(told: Sequence[Told]) -> str:
    """The same as a page."""
    return page_of("Judged", [*(letter for letter in _letters(told)), f"*{CLOSING}*"], marked=True)


def _letters(told: Sequence[Told]) -> Iterator[str]:
    if not told:
        yield "No save and no log is attached, nor in an attached zip.\n"
    for each in told:
        yield each.shown.get("md") or _unread(each.record)


def _unread(record: Record) -> str:
    return f"**{record.name}**\n\nCould not be judged: {record.problem}.\n"


def _plain(letter: str) -> str:
    return _ESCAPED.sub(r"\1", _BOLD.sub(r"\1", letter))


def page_of(title: str, texts: Sequence[str], *, marked: bool = False) -> str:
    """Texts as paragraphs and lists, nothing in which is taken for more than words."""
    body = "".join(f"<section>\n{''.join(_paragraphs(each, marked=marked))}</section>\n" for each in texts)
    return whole_page(
        title=escape(title),
        header=f"<h1>{escape(title)}</h1>\n",
        main=body,
        footer=f"Made by {escape(TOOL)}.",
        style=asset("style.css"),
    )


def _paragraphs(text: str, *, marked: bool) -> Iterator[str]:
    for line in text.splitlines():
        if line.strip():
            yield f"<p>{_marked(line.strip()) if marked else escape(line)}</p>\n"


def _marked(line: str) -> str:
    """Bold is bold; a line of a list keeps its dash."""
    if line.startswith("*") and line.endswith("*") and not line.startswith("**"):
        return f"<em>{_text(line[1:-1])}</em>"
    parts = _BOLD.split(line)
    return "".join(f"<b>{_text(part)}</b>" if place % 2 else _text(part) for place, part in enumerate(parts))


def _text(part: str) -> str:
    return escape(_ESCAPED.sub(r"\1", part))
