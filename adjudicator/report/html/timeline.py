"""Every step of every file, folded up by file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from adjudicator.audit.model import StepLine
from adjudicator.report.html.markup import Subject, apart, file_anchor, left_out, step_anchor, text, within
from adjudicator.report.view import FileView, TimelineEntry, tally
from adjudicator.report.words import plural, tally_words
from adjudicator.verdict import Severity

BUDGET = 6_000_000
CHAT_BUDGET = 3_000_000
MOST_LINES = 12
LONGEST_LINE = 300
LONGEST_SUMMARY = 300
AT_ONCE = 500
"""Steps in one fold. A browser lays out a fold's content when it is opened; this many appear at once everywhere."""


def timeline(subject: Subject) -> tuple[str, frozenset[tuple[str, int]]]:
    """The whole part, and which steps it has a line for."""
    if not subject.told:
        return "", frozenset()
    steps: defaultdict[str, list[StepLine]] = defaultdict(list)
    for step in subject.report.steps:
        steps[step.file].append(step)
    ordered = [step for view in subject.files for step in steps[view.name]]
    brief = sum(min(len(chat), LONGEST_LINE) for step in ordered for chat in step.chat) > CHAT_BUDGET
    kept, left = within(BUDGET, _lines(subject, ordered, brief), len(ordered))
    lines = iter(kept)
    files = [
        _file(subject, view, steps[view.name], list(islice(lines, len(steps[view.name]))))
        for view in subject.files
        if view.name in subject.told
    ]
    notes = "<p>Chat is shown only in steps with dice, undo or findings; the JSON report has all of it.</p>\n" if brief else ""
    return (
        '<p id="busy-choice" hidden><label><input type="checkbox" id="busy"> '
        "Only steps with dice, undo or findings</label></p>\n"
        f"{notes}{left_out(left, 'steps')}{''.join(files)}",
        frozenset((step.file, step.step) for step in ordered[: len(kept)]),
    )


def _lines(subject: Subject, steps: Sequence[StepLine], brief: bool) -> Iterator[str]:
    """A line for each step; the first of a number is where links to that step lead."""
    seen: set[tuple[str, int]] = set()
    for step in steps:
        key = step.file, step.step
        anchor = "" if key in seen else f'id="{step_anchor(subject, *key)}" '
        seen.add(key)
        yield _line(subject, step, anchor, brief)


def _file(subject: Subject, view: FileView, steps: Sequence[StepLine], lines: Sequence[str]) -> str:
    rolls = sum(step.rolls for step in steps)
    facts = [plural(len(steps), "step")] if steps else ["no steps"]
    facts += [plural(rolls, "roll")] if rolls else []
    facts += [tally_words(tally(entry.finding for entry in view.entries))] if view.entries else []
    return (
        f'<details class="file" id="{file_anchor(subject, view.name)}"><summary><h3>{apart(view.name, 200)}</h3> '
        f"<small>{', '.join(facts)}</small></summary>\n{''.join(_whole_file(view.entries))}{_folds(steps, lines)}</details>\n"
    )


def _whole_file(entries: Sequence[TimelineEntry]) -> Iterator[str]:
    """What concerns the file rather than one of its steps."""
    about = [entry for entry in entries if entry.finding.where.step is None]
    if about:
        yield f'<p class="marks">Whole file: {" ".join(_marks(about))}</p>\n'


def _folds(steps: Sequence[StepLine], lines: Sequence[str]) -> str:
    if len(lines) <= AT_ONCE:
        return f'<ol class="steps">\n{"".join(lines)}</ol>\n' if lines else ""
    folds = []
    for start in range(0, len(lines), AT_ONCE):
        part = lines[start : start + AT_ONCE]
        first, last = steps[start].step, steps[start + len(part) - 1].step
        folds.append(
            f'<details class="fold"><summary>Steps {first:,} to {last:,}</summary>\n'
            f'<ol class="steps">\n{"".join(part)}</ol></details>\n'
        )
    return "".join(folds)


def _line(subject: Subject, step: StepLine, anchor: str, brief: bool) -> str:
    found = subject.at.get((step.file, step.step), ())
    busy = bool(found or step.rolls or step.undo)
    quiet = "" if busy else ' class="quiet"'
    marks = [f'<span class="mark">{plural(step.rolls, "roll")}</span>'] if step.rolls else []
    marks += ['<span class="mark undo">undo</span>'] if step.undo else []
    marks += _marks(found)
    who = f"<b>{apart(step.player, 60)}</b> " if step.player else ""
    return (
        f'<li {anchor}value="{step.step}"{quiet}>{who}'
        f"{text(step.summary, LONGEST_SUMMARY)}{' ' if marks else ''}{' '.join(marks)}"
        f"{_chat(step.chat) if busy or not brief else ''}</li>\n"
    )


def _marks(entries: Sequence[TimelineEntry]) -> list[str]:
    """One mark per severity that leads to the first such finding."""
    first: dict[Severity, TimelineEntry] = {}
    for entry in entries:
        first.setdefault(entry.finding.severity, entry)
    counted = tally(entry.finding for entry in entries)
    return [
        f'<a class="mark {severity.value}" href="#f-{first[severity].id}">{plural(counted[severity], severity.value)}</a>'
        for severity in reversed(Severity)
        if severity in first
    ]


def _chat(chat: Sequence[str]) -> str:
    if not chat:
        return ""
    lines = [text(said, LONGEST_LINE) for said in chat[:MOST_LINES]]
    if len(chat) > MOST_LINES:
        lines.append(f"and {plural(len(chat) - MOST_LINES, 'more line')}")
    return f'<p class="chat">{"<br>".join(lines)}</p>'
