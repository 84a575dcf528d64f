"""Markers on single units put right: those that came or went without a reason, and those that should have come."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.actions import Mark
from adjudicator.engine.kinds import changed
from adjudicator.engine.state import Standing
from adjudicator.explain.causes import Traced, put_back
from adjudicator.explain.judging import JudgedFile
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .model import Correction, Left, correction, left

_PARAMETERS = ("mark", "marker")  # by which rules name the marker that they ask for


def is_marking(found: Traced) -> bool:
    """Is it about a marker of one unit: put on, taken off, or lacking?"""
    return isinstance(found.played.action, Mark) or lacking(found) is not None


def lacking(found: Traced) -> str | None:
    """The marker that a unit should carry: with it nothing would be wrong."""
    table, units = found.played.before, found.ruled.opinion.units
    bound = next((each for each in table.rules.all if each.id == found.ruled.rule), None)
    if bound is None or len(units) != 1 or isinstance(found.played.action, Mark):
        return None
    standing = table.standing(units[0])
    for name in _PARAMETERS:
        mark = bound.value(name) if bound.takes(name) else None
        if isinstance(mark, str) and standing is not None and mark not in standing.marks:
            marked = put_back(table, {units[0]: replace(standing, marks=standing.marks | {mark})})
            wrong = [each for each in judge(marked, found.played.action).findings if each.verdict is Verdict.ILLEGAL]
            if all((each.rule, each.opinion.units) != (found.ruled.rule, units) for each in wrong):
                return mark
    return None


def marking(judged: JudgedFile, found: Traced, end: Table) -> Correction | Left:
    """The marker as it should be, if it is still as it should not be."""
    if found.cause is not None:
        return left(found, f"it follows from step {found.cause}")
    unit = found.played.action.subject if isinstance(found.played.action, Mark) else found.ruled.opinion.units[0]
    if unit in end.grid:
        return left(found, "what should have been done instead is for the players")
    now, added, gone = end.standing(unit), *_difference(found, unit)
    name = end.unit(unit).name
    if now is None or now.place not in end.grid:
        return left(found, f"{name} is no longer on the map")
    if not now.marks.isdisjoint(added) or not gone.issubset(now.marks):
        return left(found, f"the marker of {name} was changed again since")
    wanted = replace(now, marks=(now.marks - gone) | added)
    resting = _resting(judged, found.index, unit, added, gone)
    if resting:
        return correction(found, end, unit, "marker", wanted, safe=False, reason=f"what was played in step {resting} rests on it")
    reason = f"{name} is still marked so, and nothing later rests on it"
    return correction(found, end, unit, "marker", wanted, safe=True, reason=reason)


def _difference(found: Traced, unit: str) -> tuple[frozenset[str], frozenset[str]]:
    """The marks that it lacks and those that it should not have."""
    before = _marks(found.played.before.standing(unit))
    if isinstance(found.played.action, Mark):
        after = _marks(apply(found.played.before, found.played.action).standing(unit))
        return before - after, after - before
    mark = lacking(found)
    return frozenset(() if mark is None else (mark,)), frozenset()


def _marks(standing: Standing | None) -> frozenset[str]:
    return frozenset() if standing is None else standing.marks


def _resting(judged: JudgedFile, index: int, unit: str, added: frozenset[str], gone: frozenset[str]) -> int | None:
    """The first step that would not be as legal as it is, had the marker been right."""
    for later in judged.played[index + 1 :]:
        standing = later.before.standing(unit)
        if standing is None or unit in changed(later.action):
            return later.step
        otherwise = put_back(later.before, {unit: replace(standing, marks=(standing.marks - gone) | added)})
        known = {(each.rule, each.opinion.units) for each in later.judged.findings}
        if any((each.rule, each.opinion.units) not in known for each in judge(otherwise, later.action).findings):
            return later.step
    return None
