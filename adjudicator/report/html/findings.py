"""The findings, worst first, and the means to narrow them down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.finding import Finding, Row, Where
from adjudicator.report.html.diagrams import Diagrams
from adjudicator.report.html.markup import (
    SEVERITY_TITLES,
    Subject,
    apart,
    badge,
    file_anchor,
    left_out,
    step_anchor,
    text,
    within,
)
from adjudicator.report.view import TimelineEntry
from adjudicator.report.words import place_words, plural
from adjudicator.verdict import Severity

BUDGET = 5_000_000
MOST_ROWS = 40
MANY = 300
"""From so many on a browser is asked to lay out only those in sight."""

MOST_NAMES = 40
NOBODY = "nobody named"


def findings(subject: Subject, steps_shown: frozenset[tuple[str, int]], diagrams: Diagrams) -> str:
    """The whole part. `steps_shown` are the steps that the timeline has a line for."""
    ordered = worst_first(subject)
    if not ordered:
        return "<p>Nothing was found.</p>\n"
    players = _numbers(finding.player for finding in subject.report.findings)
    cards = (_card(subject, entry, players, steps_shown, diagrams) for entry in ordered)
    kept, left = within(BUDGET, cards, len(ordered))
    notes = sum(entry.finding.severity is Severity.NOTE for entry in ordered)
    serious = min(len(ordered) - notes, len(kept))
    return "".join(
        (
            _filters(subject, players, len(kept)),
            f'<ol class="findings{" many" if len(kept) > MANY else ""}" id="finding-list">\n',
            *kept[:serious],
            "</ol>\n",
            *_folded(kept[serious:]),
            '<p id="none-left" hidden>No finding fits these choices.</p>\n',
            *_anchors(ordered[len(kept) :], steps_shown),
            left_out(left, "findings"),
        )
    )


def _folded(cards: Sequence[str]) -> Iterator[str]:
    """Notes: nothing is wrong with what they tell, so whoever wants them opens them."""
    if cards:
        many = " many" if len(cards) > MANY else ""
        yield f'<details class="notes"><summary>{plural(len(cards), "note")}</summary>\n'
        yield f'<ol class="findings{many}" id="note-list">\n'
        yield from cards
        yield "</ol></details>\n"


def _anchors(entries: Iterable[TimelineEntry], steps_shown: frozenset[tuple[str, int]]) -> Iterator[str]:
    """Where the timeline's links to findings that were left out lead to: the sentence that says so."""
    for entry in entries:
        where = entry.finding.where
        if where.step is None or (where.file, where.step) in steps_shown:
            yield f'<span id="f-{entry.id}"></span>\n'


def worst_first(subject: Subject) -> list[TimelineEntry]:
    """By severity; within it what stands on its own before what follows from it, then in the order of play."""
    every = [entry for view in subject.files for entry in view.entries]
    return sorted(every, key=lambda entry: (-entry.finding.severity.rank, not entry.finding.root))


def _numbers(names: Iterable[str | None]) -> Mapping[str | None, int]:
    return {name: number for number, name in enumerate(sorted(set(names), key=lambda name: (name is None, name)), 1)}


def _filters(subject: Subject, players: Mapping[str | None, int], count: int) -> str:
    found = subject.report.findings
    checks = sorted({finding.check for finding in found})
    named = {finding.where.file for finding in found}
    severities = [severity for severity in reversed(Severity) if any(finding.severity is severity for finding in found)]
    return "".join(
        (
            '<form id="filters" class="filters" role="search" aria-label="Narrow down the findings" hidden>\n',
            _choice("severity", "Severity", ((severity.value, SEVERITY_TITLES[severity]) for severity in severities)),
            _choice("check", "Check", ((str(subject.check_numbers[check]), _check_title(subject, check)) for check in checks)),
            _choice("player", "Player", ((str(number), name or NOBODY) for name, number in players.items())),
            _choice(
                "file",
                "File",
                ((str(subject.file_numbers[view.name]), view.name) for view in subject.files if view.name in named),
            ),
            '<label>Text <input type="search" name="text" autocomplete="off"></label>\n',
            '<button type="reset">Show all</button>\n',
            f'<output id="shown" aria-live="polite">{plural(count, "finding")}</output>\n</form>\n',
        )
    )


def _choice(name: str, title: str, options: Iterable[tuple[str, str]]) -> str:
    every = "".join(f'<option value="{value}">{text(words, 60)}</option>' for value, words in options)
    return f'<label>{title} <select name="{name}"><option value="">any</option>{every}</select></label>\n'


def _check_title(subject: Subject, check: str) -> str:
    info = subject.checks.get(check)
    return f"{check}: {info.title}" if info else check


def _card(
    subject: Subject,
    entry: TimelineEntry,
    players: Mapping[str | None, int],
    steps_shown: frozenset[tuple[str, int]],
    diagrams: Diagrams,
) -> str:
    finding = entry.finding
    return "".join(
        (
            f'<li class="card {finding.severity.value}" id="f-{entry.id}" data-severity="{finding.severity.value}" '
            f'data-check="{subject.check_numbers[finding.check]}" data-player="{players[finding.player]}" '
            f'data-file="{subject.file_numbers[finding.where.file]}">\n',
            f'<p class="meta">{badge(finding.severity)} {place(subject, finding.where, steps_shown)}',
            f' <span class="who">{apart(finding.player, 80)}</span>' if finding.player else "",
            f" {_check(subject, finding.check)}</p>\n<h3>{apart(finding.message)}</h3>\n",
            *_lists(finding),
            _evidence(finding),
            f'<p class="fix"><b>To do:</b> {apart(finding.fix)}</p>\n' if finding.fix else "",
            _also(subject, finding, steps_shown),
            diagrams.beside(finding),
            "</li>\n",
        )
    )


def place(subject: Subject, where: Where, steps_shown: frozenset[tuple[str, int]]) -> str:
    """The place as a link into the timeline, as near as the timeline gets."""
    words = f'<span class="place">{text(place_words(where), 260)}</span>'
    if where.file not in subject.file_numbers:
        return words
    if where.step is not None and (where.file, where.step) in steps_shown:
        return f'<a href="#{step_anchor(subject, where.file, where.step)}">{words}</a>'
    if where.file in subject.told:
        return f'<a href="#{file_anchor(subject, where.file)}">{words}</a>'
    return words


def _check(subject: Subject, check: str) -> str:
    name = f"<code>{text(check, 80)}</code>"
    return f'<a href="#check-{subject.check_numbers[check]}">{name}</a>' if check in subject.checks else name


def _lists(finding: Finding) -> Iterator[str]:
    named = {"Pieces": finding.pieces, "Hexes": finding.hexes, "Rules": finding.cite, "Rests on": finding.rests_on}
    items = [f"<dt>{title}</dt><dd>{_names(names)}</dd>" for title, names in named.items() if names]
    if finding.verdict is not None:
        items.insert(0, f"<dt>Verdict</dt><dd>{finding.verdict.value}</dd>")
    if items:
        yield f"<dl>{''.join(items)}</dl>\n"
    if not finding.root:
        yield '<p class="follows">Follows from an earlier finding.</p>\n'


def _names(names: tuple[str, ...]) -> str:
    more = len(names) - MOST_NAMES
    shown = ", ".join(apart(name, 120) for name in names[:MOST_NAMES])
    return f"{shown} and {more:,} more" if more > 0 else shown


def _evidence(finding: Finding) -> str:
    """Open where something may be wrong, since there it decides; a note's can be opened."""
    if not finding.rows:
        return ""
    rows = "".join(_row(row) for row in finding.rows[:MOST_ROWS])
    more = len(finding.rows) - MOST_ROWS
    state = "" if finding.severity is Severity.NOTE else " open"
    return (
        f'<details class="evidence"{state}><summary>Evidence ({len(finding.rows):,})</summary>\n'
        f"<table><tbody>{rows}</tbody></table>{left_out(max(0, more), 'rows of evidence')}</details>\n"
    )


def _row(row: Row) -> str:
    cited = f" <small>{text(', '.join(row.cite), 120)}</small>" if row.cite else ""
    return f'<tr><th scope="row">{apart(row.value, 300)}</th><td>{apart(row.reason)}{cited}</td></tr>\n'


def _also(subject: Subject, finding: Finding, steps_shown: frozenset[tuple[str, int]]) -> str:
    if not finding.also:
        return ""
    places = ", ".join(place(subject, where, steps_shown) for where in finding.also[:MOST_NAMES])
    more = len(finding.also) - MOST_NAMES
    return f'<p class="also">See also: {places}{f" and {more:,} more" if more > 0 else ""}</p>\n'
