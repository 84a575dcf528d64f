"""What a director reads first: each game's logs in their order, then the few things to ask about, with whom to ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from adjudicator.audit.model import AuditedFile, AuditReport, GameLine, HandOver, Handover
from adjudicator.report.paint import BOLD, FAINT, SHADES, Paint
from adjudicator.report.words import line, plural
from adjudicator.report.wrapping import columns, pad, wrap
from adjudicator.verdict import Severity

MOST_ASKED = 10
_LONGEST = 600
_NAME = 40
_COPY = "hand-over/copy"
_VERSIONS = ("hand-over/fork", "dice/replayed")
_LINKS = {
    Handover.EXACT: "",
    Handover.IMPERFECT: "differs from the end of {0} in {1}",
    Handover.CORRECTED: "the end of {0} as adjudicate corrects it, {1}",
    Handover.GAP: "a log lacks behind {0}",
    Handover.RESTART: "begins after step {2} of {0}",
    Handover.FORK: "begins as {0} does, but for {1}",
}


def timeline(report: AuditReport, paint: Paint) -> Iterator[str]:
    """A line for each file in the order of play: who recorded it, which turns, how many steps and rolls, and how it hangs on."""
    files = {file.name: file for file in report.files}
    rolls = Counter(roll.file for roll in report.rolls)
    links = {link.later: link for link in report.hand_overs}
    same = asides(report)
    for game in report.games:
        for text in wrap(line(_title(game), _LONGEST), rest="  "):
            yield paint(text, BOLD)
        known = [name for name in game.files if name in files]
        shown = [_short(line(name, _NAME)) for name in known]
        width = max(map(columns, shown), default=0) + 2
        previous = ""
        for number, (name, label) in enumerate(zip(known, shown, strict=True), 1):
            told = "  ".join(
                filter(None, (_what(files[name], rolls[name]), _same(name, same) or hangs_on(name, previous, links, game)))
            )
            beginning = f"  {number:>3}  {pad(label, width)}"
            yield from wrap(told, beginning, " " * columns(beginning))
            previous = name
        yield ""


def _short(name: str) -> str:
    """No wider than its column: some characters take two."""
    while columns(name) > _NAME:
        name = name[:-2].rstrip("…") + "…"
    return name


def asides(report: AuditReport) -> dict[str, str]:
    """What is to be said of files that no hand-over leads to: copies, and versions of a turn that begin alike."""
    told = {one.where.file: one.message.removeprefix(one.where.file).strip() for one in report.findings if one.check == _COPY}
    linked = {link.later for link in report.hand_overs}
    place = {name: number for number, name in enumerate(report.order)}
    for one in report.findings:
        if one.check in _VERSIONS and one.rows:
            first, *others = sorted((row.value for row in one.rows), key=lambda name: place.get(name, len(place)))
            told |= {name: f"begins as {first} does" for name in others if name not in linked}
    return told


def _same(name: str, same: Mapping[str, str]) -> str:
    return f"[{line(same[name], _LONGEST)}]" if name in same else ""


def _title(game: GameLine) -> str:
    turns = f", {game.opening} to {game.closing}" if game.opening and game.closing else ""
    return f"{game.name}{f' on {game.module}' if game.module else ''}{turns} ({game.state})"


def _what(file: AuditedFile, rolls: int) -> str:
    if file.kind != "log":
        return "a save"
    turn = (
        "" if not file.closing else f", {file.opening} to {file.closing}" if file.opening != file.closing else f", {file.closing}"
    )
    counted = f", {plural(rolls, 'roll')}" if rolls else ""
    return f"{file.recorder or 'recorded by nobody knows whom'}{turn}, {plural(file.steps, 'step')}{counted}"


def hangs_on(name: str, previous: str, links: Mapping[str, HandOver], game: GameLine) -> str:
    """How a file follows, where it does not simply follow from the one before it."""
    link = links.get(name)
    if link is None:
        return "" if name == game.files[0] else "[follows from none of these]"
    words = _LINKS[link.link].format(link.earlier, plural(link.differences, "piece"), link.at_step)
    if link.link is Handover.EXACT and link.earlier != previous:
        words = f"goes on from {link.earlier}"
    return f"[{line(words, _LONGEST)}]" if words else ""


def questions(report: AuditReport, paint: Paint) -> Iterator[str]:
    if not report.questions:
        return
    yield paint("To ask about", BOLD)
    for number, question in enumerate(report.questions[:MOST_ASKED], 1):
        first, *others = wrap(line(f"ask {question.whom}: {question.text}", _LONGEST), f"  {number:>2}  ", "      ")
        yield paint(first, SHADES[question.severity] if question.severity is Severity.ERROR else "")
        yield from others
    if len(report.questions) > MOST_ASKED:
        yield paint(f"      and {plural(len(report.questions) - MOST_ASKED, 'lesser thing')}, told below", FAINT)
    yield ""
