"""Judged files in words for a terminal, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.factname import printed
from adjudicator.finding import Finding
from adjudicator.verdict import Verdict

from .words import plural
from .wrapping import wrap

_WORD = {Verdict.ILLEGAL: "ILLEGAL", Verdict.UNDECIDED: "undecided", Verdict.LEGAL: "legal", None: "undecided"}
_INDENT = " " * 23
_NAMED = 12  # facts in the text about one finding


def lines_of(
    file: str, game: str, findings: Sequence[Finding], legal: int | None, notes: Sequence[str] = (), *, rows: bool = True
) -> Iterator[str]:
    """What is wrong with a file, finding by finding with the arithmetic, and how many actions were legal. Root causes first.

    A position by itself has no actions: `legal` is None.
    """
    yield f"{file}: {game}"
    for note in notes:
        yield from wrap(f"note: {note}", "  ", "  ")
    for finding in findings:
        if finding.root:
            yield from _finding(finding, rows)
    following = [finding for finding in findings if not finding.root]
    if following:
        yield "  What only follows from an illegal action before it:"
    for finding in following:
        yield from _finding(finding, rows)
    told = [] if legal is None else [f"{plural(legal, 'action')} legal"]
    told += _counted("illegal", [finding for finding in findings if finding.verdict is Verdict.ILLEGAL])
    told += _counted("undecided", [finding for finding in findings if finding.verdict is Verdict.UNDECIDED])
    yield f"  {', '.join(told) or 'nothing is wrong with the position'}"


def _counted(word: str, findings: Sequence[Finding]) -> Iterator[str]:
    """`3 illegal (1 of them only follows)`."""
    following = sum(not finding.root for finding in findings)
    verb = "follows" if following == 1 else "follow"
    if findings:
        yield f"{len(findings)} {word}" + (f" ({following} of them only {verb})" if following else "")


def _finding(finding: Finding, rows: bool) -> Iterator[str]:
    step = f"step {finding.where.step}" if finding.where.step is not None else "position"
    cited = f" ({', '.join(finding.cite)})" if finding.cite else ""
    head = f"{finding.message}{cited} [{finding.check}]"
    first, *others = wrap(head, _INDENT, _INDENT)
    yield f"  {step:<10} {_WORD[finding.verdict]:<9} {first.strip()}"
    yield from others
    width = max((len(row.value) for row in finding.rows), default=0)
    for row in finding.rows if rows else ():
        cite = f" ({', '.join(row.cite)})" if row.cite else ""
        yield f"{_INDENT}{row.value:>{width}}  {row.reason}{cite}"
    if finding.needs:
        yield from wrap(f"would be decided by: {named(printed(finding.needs))}", _INDENT, _INDENT)
    if not finding.root and finding.also:
        yield f"{_INDENT}follows from step {finding.also[0].step}"
    for ruling in finding.rulings:
        for sentence in ruling.sentences:
            yield from wrap(sentence, _INDENT, f"{_INDENT}  ")
    if finding.fix:
        yield from wrap(f"to mend it: {finding.fix}", _INDENT, _INDENT)


def named(needs: Sequence[str]) -> str:
    """What lacks; of very much, on a map that nobody knows, the first few. `check --ask` writes all of it."""
    more = len(needs) - _NAMED
    return ", ".join(needs[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def as_json(file: str, game: str, findings: Sequence[Finding], legal: int | None, notes: Sequence[str] = ()) -> dict[str, Any]:
    return {"file": file, "game": game, "legal": legal, "notes": list(notes), "findings": [_as_json(each) for each in findings]}


def _as_json(finding: Finding) -> dict[str, Any]:
    return {
        "step": finding.where.step,
        "verdict": None if finding.verdict is None else finding.verdict.value,
        "rule": finding.check,
        "cite": list(finding.cite),
        "message": finding.message,
        "turn": finding.turn,
        "phase": finding.phase,
        "side": finding.side,
        "player": finding.player,
        "units": list(finding.pieces),
        "unit_ids": list(finding.units),
        "hexes": list(finding.hexes),
        "rows": [{"value": row.value, "reason": row.reason, "cite": list(row.cite)} for row in finding.rows],
        "needs": list(printed(finding.needs)),
        "rests_on": [ruling.defect for ruling in finding.rulings],
        "rulings": [
            {
                "defect": ruling.defect,
                "title": ruling.title,
                "reading": ruling.reading,
                "text": ruling.text,
                "otherwise": [{"switch": each.switch, "text": each.text} for each in ruling.otherwise],
            }
            for ruling in finding.rulings
        ],
        "fix": finding.fix,
        "root": finding.root,
        "follows_from": None if finding.root or not finding.also else finding.also[0].step,
    }
