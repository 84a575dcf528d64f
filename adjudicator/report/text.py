"""The report for a terminal: short, plain words, at most 100 columns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.audit.model import AuditReport, HandOver, Handover
from adjudicator.finding import Finding
from adjudicator.report.director import questions, timeline
from adjudicator.report.links import link_words
from adjudicator.report.paint import BOLD, FAINT, SHADES, Paint
from adjudicator.report.view import FileView, by_file, file_names, hand_overs, tally
from adjudicator.report.words import line, listed, plural, step_words, tally_words
from adjudicator.report.wrapping import pad, wrap
from adjudicator.verdict import Severity

LONGEST = 400
MOST = {Severity.ERROR: 20, Severity.WARNING: 8, Severity.NOTE: 3}
"""How many findings of one check and severity in one file are printed; the others are counted."""

MOST_ROWS = 6
MOST_UNTESTED = 2
MOST_ALONE = 3
STEP_COLUMNS = 11
SEVERITY_COLUMNS = 9
INDENT = " " * (2 + STEP_COLUMNS + SEVERITY_COLUMNS)
SUMMARY_COLUMNS = 12


def render_text(report: AuditReport, *, colour: bool = False) -> str:
    """The whole report: how the logs follow from each other, what to ask about, then file by file, ending with a summary."""
    paint = Paint(colour)
    lines: list[str] = []
    if len(report.files) > 1:
        lines += timeline(report, paint)
    lines += questions(report, paint)
    for file in by_file(report):
        if file.entries:
            lines += _file(file, paint)
    lines += _problems(report, paint)
    lines += _summary(report, paint)
    return "\n".join(lines) + "\n"


def _file(file: FileView, paint: Paint) -> Iterator[str]:
    for text in wrap(line(file.name, LONGEST) or "(no file)", rest="  "):
        yield paint(text, BOLD)
    printed: Counter[tuple[str, Severity]] = Counter()
    left_out: Counter[tuple[Severity, str]] = Counter()
    last = None
    for entry in file.entries:
        finding = entry.finding
        printed[finding.check, finding.severity] += 1
        if printed[finding.check, finding.severity] > MOST[finding.severity]:
            left_out[finding.severity, finding.check] += 1
            continue
        step = step_words(finding.where)
        yield from _finding(finding, "" if step == last else step, paint)
        last = step
    for (severity, check), count in sorted(left_out.items(), key=lambda item: (-item[0][0].rank, item[0][1])):
        more = f"and {plural(count, f'more {severity.value}')} of {line(check, 80)}: see the html or json report"
        yield from (paint(text, FAINT) for text in wrap(more, INDENT, INDENT))
    yield ""


def _finding(finding: Finding, step: str, paint: Paint) -> Iterator[str]:
    severity = finding.severity
    word = severity.value if severity is Severity.NOTE else severity.value.upper()
    first, *others = wrap(f"{line(finding.message, LONGEST)} [{line(finding.check, 80)}]", INDENT, INDENT)
    beginning = "  " + pad(line(step, STEP_COLUMNS - 1), STEP_COLUMNS) + paint(pad(word, SEVERITY_COLUMNS), SHADES[severity])
    yield beginning + first[len(INDENT) :]
    yield from others
    if severity is Severity.NOTE:
        return
    for row in finding.rows[:MOST_ROWS]:
        yield from wrap(f"{line(row.value, 200)}: {line(row.reason, 300)}", INDENT + "- ", INDENT + "  ")
    if len(finding.rows) > MOST_ROWS:
        yield f"{INDENT}- and {plural(len(finding.rows) - MOST_ROWS, 'more row')} of evidence"
    if not finding.root:
        yield f"{INDENT}Follows from an earlier finding."
    if finding.fix:
        yield from wrap(f"To do: {line(finding.fix, LONGEST)}", INDENT, INDENT)


def _problems(report: AuditReport, paint: Paint) -> Iterator[str]:
    if not report.problems:
        return
    yield paint("Could not be judged", BOLD)
    for problem in report.problems:
        first, *others = wrap(f"{line(problem.file, LONGEST)}: {line(problem.message, LONGEST)}", "  ", "    ")
        yield paint(first, SHADES[Severity.ERROR])
        yield from others
    yield ""


def _summary(report: AuditReport, paint: Paint) -> Iterator[str]:
    steps = sum(file.steps for file in report.files)
    yield paint("Summary", BOLD)
    counts = (plural(len(report.files), "file"), plural(steps, "step"), plural(len(report.rolls), "roll"))
    yield from _entry("Files", [", ".join(counts)])
    yield from _entry("Order", list(chains(report)))
    yield from _entry("Dice", list(_dice(report)))
    yield from _entry("Assumed", [line(assumption, LONGEST) for assumption in report.assumptions])
    if report.problems:
        yield from _entry("Not judged", [plural(len(report.problems), "file")])
    counted = tally(report.findings)
    worst = max(counted, key=lambda severity: severity.rank, default=None)
    first, *others = _entry("Findings", [tally_words(counted)])
    yield paint(first, SHADES[worst]) if worst else first
    yield from others


def _dice(report: AuditReport) -> Iterator[str]:
    """What can be said of each player's dice; what is too little to say anything of is only counted."""
    untested = sum(not total.tests for total in report.dice)
    for total in report.dice:
        if total.tests or untested <= MOST_UNTESTED:
            yield line(f"{total.sentence} {total.luck}".strip(), LONGEST)
    if untested > MOST_UNTESTED:
        yield f"{untested} other kinds of dice: too few rolls to tell anything."


def _entry(title: str, texts: list[str]) -> Iterator[str]:
    blank = "  " + " " * SUMMARY_COLUMNS
    for place, text in enumerate(texts):
        yield from wrap(text, blank if place else "  " + pad(title, SUMMARY_COLUMNS), blank + "  ")


def chains(report: AuditReport) -> Iterator[str]:
    """The hand-overs as lines of names and arrows. Every hand-over stands in exactly one of them."""
    names = file_names(report)
    place = {name: index for index, name in enumerate(names)}
    leaving: defaultdict[str, list[HandOver]] = defaultdict(list)
    linked: set[str] = set()
    for link in hand_overs(report):
        leaving[link.earlier].append(link)
        linked.update((link.earlier, link.later))
    for links in leaving.values():
        links.sort(key=lambda link: (link.link is not Handover.EXACT, place.get(link.later, len(names))), reverse=True)
    for name in dict.fromkeys((*names, *leaving)):
        while leaving[name]:
            yield _chain(name, leaving)
    alone = [file.name for file in report.files if file.name not in linked]
    if len(report.files) > 1 and alone:
        yield _alone(alone, len(report.files))


def _alone(names: Sequence[str], of: int) -> str:
    if len(names) == of:
        return "none of these files follows from another"
    if len(names) > MOST_ALONE:
        return f"{len(names):,} files follow from none of these and lead to none"
    verbs = ("follows", "leads") if len(names) == 1 else ("follow", "lead")
    return f"{listed([line(name, LONGEST) for name in names])}: {verbs[0]} from none of these and {verbs[1]} to none"


def _chain(name: str, leaving: Mapping[str, list[HandOver]]) -> str:
    parts = [line(name, LONGEST)]
    while leaving.get(name):
        link = leaving[name].pop()
        arrow = "→" if link.link is Handover.EXACT else f"—({link_words(link)})→"
        parts += [arrow, line(link.later, LONGEST)]
        name = link.later
    return " ".join(parts)
