"""From many findings to the few things to ask about: one question for a cause, the gravest first, each with whom to ask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from adjudicator.audit.catalogue import catalogue
from adjudicator.audit.model import Question
from adjudicator.evidence.history import History
from adjudicator.finding import Finding
from adjudicator.verdict import Severity
from adjudicator.words import listed, plural

MOST = 10
_NAMED = 3
_ROWS = 2
_LONGEST = 60  # characters of a row: a question is read at one go
_SOMEBODY = "both players"


def questions(findings: Sequence[Finding], histories: Sequence[History]) -> tuple[Question, ...]:
    """Errors and warnings by check, person and file; where these are too many, several files of one check together."""
    serious = [one for one in findings if one.severity is not Severity.NOTE]
    recorders = {history.file: str(history.recorder) for history in histories if history.recorder is not None}
    by_file = _grouped(serious, recorders, apart=True)
    groups = by_file if len(by_file) <= MOST else _grouped(serious, recorders, apart=False)
    made = [_question(whom, group) for (whom, *_), group in groups.items()]
    made.sort(key=lambda one: (-one.severity.rank, _rank(one)))
    return tuple(made)


def _grouped(
    findings: Sequence[Finding], recorders: Mapping[str, str], *, apart: bool
) -> dict[tuple[str, str, str], list[Finding]]:
    groups: defaultdict[tuple[str, str, str], list[Finding]] = defaultdict(list)
    for one in findings:
        whom = one.player or recorders.get(one.where.file, _SOMEBODY)
        groups[whom, one.check, one.where.file if apart else ""].append(one)
    return dict(groups)


def _rank(question: Question) -> int:
    """Checks stand in their catalogue from the gravest on."""
    order = {check: place for place, check in enumerate(catalogue())}
    return order[question.findings[0][0]]


def _question(whom: str, group: Sequence[Finding]) -> Question:
    worst = max(group, key=lambda one: one.severity.rank)
    first = min((one for one in group if one.severity is worst.severity), key=lambda one: group.index(one))
    where = f", step {first.where.step}" if first.where.step is not None else ""
    opening = "" if first.message.startswith(first.where.file) else f"{first.where.file}{where}: "
    shown = "; ".join(_short(f"{row.value} {row.reason}") for row in first.rows[:_ROWS])
    text = f"{opening}{first.message}{f' ({shown})' if shown else ''}. {catalogue()[first.check].ask}"
    others = [_place(one) for one in group if one is not first]
    here = others.count(_place(first))
    if here:
        text += f" {plural(here, 'more finding')} of the kind in the same place."
    elsewhere = [place for place in dict.fromkeys(others) if place != _place(first)]
    if elsewhere:
        rest = [f"{len(elsewhere) - _NAMED} more places"] if len(elsewhere) > _NAMED else []
        text += f" The same in {listed([*elsewhere[:_NAMED], *rest])}."
    places = tuple((one.check, one.where.file, one.where.step) for one in group)
    return Question(whom, text, worst.severity, places)


def _short(row: str) -> str:
    """The whole row stands at its finding."""
    return row if len(row) <= _LONGEST else f"{row[:_LONGEST].rpartition(' ')[0].rstrip(',;:')} …"


def _place(found: Finding) -> str:
    return found.where.file if found.where.step is None else f"{found.where.file} step {found.where.step}"
