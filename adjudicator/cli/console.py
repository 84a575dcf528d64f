"""Putting text on a terminal: nothing that a file holds may steer it, and no console is asked for letters that it lacks."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterable
from typing import TextIO

import click

from adjudicator.report.look import NARROWEST, WIDEST, TextLook
from adjudicator.report.wrapping import WIDTH, fold
from adjudicator.words import plain

_BATCH = 2_000  # lines written at a time
_FALLBACK = "adjudicate"
_INSTEAD = {
    "→": "->", "←": "<-", "…": "...", "½": "1/2", "¼": "1/4", "¾": "3/4", "×": "x", "–": "-", "—": "-", "“": '"', "”": '"',
    "„": '"', "‘": "'", "’": "'", "•": "*", "·": "-", "≥": ">=", "≤": "<=", "ß": "ss", "�": "?",
}  # fmt: skip
_TWO = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}


def _spelt(error: UnicodeError) -> tuple[str, int]:
    """What a console cannot show, in letters that any can."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_letter, error.object[error.start : error.end])), error.end


def _letter(mark: str) -> str:
    known = _INSTEAD.get(mark) or _TWO.get(mark)
    if known is not None:
        return known
    bare = "".join(each for each in unicodedata.normalize("NFKD", mark) if each.isascii())
    return bare or "?"


def prepare_console() -> None:
    """From now on what a console lacks is spelt out; a stream that somebody put in place of a console is left alone.

    Where output was closed (`>&-`, a job without a console) all is as if it went nowhere: the exit code still tells the verdict.
    """
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for as long as we run
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    codecs.register_error(_FALLBACK, _spelt)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and (stream.encoding or "").lower().replace("-", "") != "utf8":
            reconfigure(errors=_FALLBACK)


def colours(wanted: str, stream: TextIO) -> bool:
    """Are there to be colours? `always`, `never`, or `auto`: on a terminal that has them, unless NO_COLOR says otherwise."""
    if wanted != "auto":
        return wanted == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def room(stream: TextIO) -> int | None:
    """How many columns a stream has: those of its terminal, or as COLUMNS says. None: as many as one likes."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    if not stream.isatty():
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None


def look(color: str = "auto", *, rows: bool = False, to_file: bool = False) -> TextLook:
    """How a report looks where it goes: as wide as the terminal or as COLUMNS says, elsewhere always alike."""
    if to_file:
        return TextLook(rows=rows)
    columns = room(sys.stdout)
    width = WIDTH if columns is None else min(WIDEST, max(NARROWEST, columns))
    return TextLook(width, colours(color, sys.stdout), rows)


def fitted(text: str, stream: TextIO) -> str:
    """Text with the lines folded that would be too wide for where it goes."""
    width = room(stream)
    return text if width is None else "\n".join(each for line in text.split("\n") for each in fold(line, width))


def say(text: str = "") -> None:
    click.echo(fitted(plain(text), sys.stdout))


def say_aside(text: str) -> None:
    """To the error output, where it mixes with nothing that a program reads."""
    click.echo(fitted(plain(text), sys.stderr), err=True)


def write_out(text: str) -> None:
    """Text whose colours are ours; its makers have taken everything else out that could steer a terminal."""
    if text:
        click.echo(fitted(text, sys.stdout), nl=False, color=True)


def write_for_programs(text: str) -> None:
    """UTF-8 wherever it goes, with plain line ends: programs read it, whatever the console is."""
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:
        sys.stdout.write(text)
    else:
        sys.stdout.flush()
        stream.write(text.encode("utf-8", "replace"))
    sys.stdout.flush()


def write_lines(lines: Iterable[str], form: str = "text") -> None:
    """Write many lines at a time: a long log has a million. What was told before an error is written too; what is for programs
    is not folded."""
    batch: list[str] = []

    def write() -> None:
        text = "\n".join(batch)
        click.echo(fitted(text, sys.stdout) if form == "text" else text)
        batch.clear()

    try:
        for line in map(plain, lines):
            batch.append(line)
            if len(batch) == _BATCH:
                write()
    finally:
        if batch:
            write()
