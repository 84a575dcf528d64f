"""A short text for a mail or a forum: what is wrong in a turn, with nothing in it that an opponent must not see.

Only what is illegal is told, with what the counters on the map show anyway. What hangs on facts that one side alone may know
(chits in the cup, hidden counters, questions to one's own side) stays with whoever asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from adjudicator.finding import Problem
from adjudicator.report.judged import ToldFile, ToldFinding, path_words, when_and_who
from adjudicator.verdict import Verdict
from adjudicator.words import plain, plural

from .gist import Gist
from .results import Checked
from .running_reports import told_file

_MARKS = "\\`*_[]<>#|"


def letter(each: Checked | Problem) -> str:
    """What is to be said of one file."""
    return "\n".join(map(plain, _lines(each))) + "\n"


def _lines(each: Checked | Problem) -> Iterator[str]:
    yield f"**{quoted(each.file)}**"
    yield ""
    if isinstance(each, Problem):
        yield f"Could not be judged: {quoted(each.message)}."
    elif each.not_judged is not None:
        yield f"Not judged: {quoted(each.not_judged.why)}."
    else:
        yield from _judged(told_file(each), _hidden(each))
    yield ""


class LetterTelling:
    """Markdown that reads well as it stands, too."""

    def add(self, each: Gist | Problem) -> str:
        return letter(each) if isinstance(each, Problem) else each.letter

    def end(self, notes: Sequence[str]) -> str:
        return "*Judged by the program adjudicate; it may err: tell me if you read the rules otherwise.*\n"


def _hidden(checked: Checked) -> frozenset[str]:
    """Names of counters that are masked or hidden at any time: they are not named to anybody."""
    history = checked.history
    every = [*history.start.values(), *(change.after for event in history.events for change in event.changes if change.after)]
    found = {name for each in every if each.mask is not None or each.hidden is not None for name in (each.name, each.printed)}
    return frozenset(name for name in found if name)


def _judged(told: ToldFile, hidden: frozenset[str]) -> Iterator[str]:
    wrong = [each for each in told.findings if each.finding.root and each.finding.verdict is Verdict.ILLEGAL]
    fit = [each for each in wrong if hidden.isdisjoint(each.finding.pieces) and not _names_any(hidden, each.sentence)]
    if not wrong:
        among = "" if told.legal is None else f" in {plural(told.legal, 'action')}"
        unsure = told.count(Verdict.UNDECIDED)
        more = f"; {plural(unsure, 'more thing')} I cannot judge without asking" if unsure else ""
        yield f"I found nothing illegal{among}{more}."
    if told.left_at is not None:
        yield f"From step {told.left_at} on I did not judge it all."
    for each in fit:
        yield from _finding(each, told, hidden)
    if len(fit) < len(wrong):
        yield f"- and {plural(len(wrong) - len(fit), 'more thing')} about counters that you do not see"


def _finding(each: ToldFinding, told: ToldFile, hidden: frozenset[str]) -> Iterator[str]:
    finding = each.finding
    cited = f" (rules {', '.join(finding.cite)})" if finding.cite else ""
    yield f"- **{quoted(when_and_who(finding, told.sides))}**: {quoted(each.sentence)}{cited}."
    if each.journey is not None and each.sums:
        yield f"  Path: {quoted(path_words(each.journey))}."
    mend = finding.fix or each.mend.partition(" (adjudicate")[0].replace(" -> ", " to ")  # in a letter, without the command
    if mend and not _names_any(hidden, mend):
        yield f"  To mend it: {quoted(mend)}."


def _names_any(names: Collection[str], text: str) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)


def quoted(text: str) -> str:
    """Nothing in it is markup, and no address makes a link."""
    return "".join(f"\\{mark}" if mark in _MARKS else mark for mark in text)
