"""Every step of every file, folded up by file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.audit.model import StepLine
from adjudicator.report.html.markup import Subject, apart, file_anchor, left_out, step_anchor, text, within
from adjudicator.report.view import Entry, FileView, tally
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
    steps: defaultdict[str, list[StepLine]] = defaultdict(list)
    for step in subject.report.steps:
        steps[step.file].append(step)
    total = len(subject.report.steps)
    brief = sum(min(len(chat), LONGEST_LINE) for step in subject.report.steps for chat in step.chat) > CHAT_BUDGET
    kept, left = within(BUDGET, _lines(subject, steps, brief), total)
    shown = [step for view in subject.files for step in steps[view.name]][: len(kept)]
    lines = dict(zip(((step.file, step.step) for step in shown), kept, strict=True))
    files = "".join(_file(subject, view, steps[view.name], lines) for view in subject.files if _is_told(subject, view, steps))
    if not files:
        return "", frozenset()
    notes = "<p>Chat is shown only in steps with dice, undo or findings; the JSON report has all of it.</p>\n" if brief else ""
    return (
        '<p id="busy-choice" hidden><label><input type="checkbox" id="busy"> '
        "Only steps with dice, undo or findings</label></p>\n"
        f"{notes}{left_out(left, 'steps')}{files}",
        frozenset(lines),
    )


def _is_told(subject: Subject, view: FileView, steps: Mapping[str, Sequence[StepLine]]) -> bool:
    return bool(steps.get(view.name)) or view.name in subject.known


def _lines(subject: Subject, steps: Mapping[str, Sequence[StepLine]], brief: bool) -> Iterator[str]:
    for view in subject.files:
        for step in steps.get(view.name, ()):
            yield _line(subject, step, brief)


def _file(subject: Subject, view: FileView, steps: Sequence[StepLine], lines: Mapping[tuple[str, int], str]) -> str:
    present = [lines[view.name, step.step] for step in steps if (view.name, step.step) in lines]
    rolls = sum(step.rolls for step in steps)
    facts = [plural(len(steps), "step")] if steps else ["no steps"]
    facts += [plural(rolls, "roll")] if rolls else []
    facts += [tally_words(tally(entry.finding for entry in view.entries))] if view.entries else []
    return (
        f'<details class="file" id="{file_anchor(subject, view.name)}"><summary><h3>{apart(view.name, 200)}</h3> '
        f"<small>{', '.join(facts)}</small></summary>\n{''.join(_whole_file(view.entries))}{_folds(steps, present)}</details>\n"
    )


def _whole_file(entries: Sequence[Entry]) -> Iterator[str]:
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


def _line(subject: Subject, step: StepLine, brief: bool) -> str:
    found = subject.at.get((step.file, step.step), ())
    busy = bool(found or step.rolls or step.undo)
    quiet = "" if busy else ' class="quiet"'
    marks = [f'<span class="mark">{plural(step.rolls, "roll")}</span>'] if step.rolls else []
    marks += ['<span class="mark undo">undo</span>'] if step.undo else []
    marks += _marks(found)
    who = f"<b>{apart(step.player, 60)}</b> " if step.player else ""
    return (
        f'<li id="{step_anchor(subject, step.file, step.step)}" value="{step.step}"{quiet}>{who}'
        f"{text(step.summary, LONGEST_SUMMARY)}{' ' if marks else ''}{' '.join(marks)}"
        f"{_chat(step.chat) if busy or not brief else ''}</li>\n"
    )


def _marks(entries: Sequence[Entry]) -> list[str]:
    """One mark per severity that leads to the first such finding."""
    first: dict[Severity, Entry] = {}
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
