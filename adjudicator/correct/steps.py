"""Step losses of a combat put right, where there is only one way in which they can be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from adjudicator.engine.actions import Attack, Fire, Lose, Phase
from adjudicator.engine.kinds import changed
from adjudicator.engine.state import Standing
from adjudicator.explain.causes import Traced
from adjudicator.explain.judging import JudgedFile
from adjudicator.explain.turns import Played
from adjudicator.rules.apply import apply
from adjudicator.rules.combat import record
from adjudicator.rules.combat.aftermath import ordered, steps_left
from adjudicator.rules.combat.fight import Role
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .model import Correction, Kind, Left, correction, left

SETTLED = ("losses.settled", "fire_results.settled")
_MOST = 500  # ways to take losses that are tried
_REASON = "no other losses are legal, as the rest of the combat went"


def losses_due(judged: JudgedFile, found: Traced, end: Table) -> Sequence[Correction] | Left:
    """The losses of one side as they must be, for losses that were wrong or that nobody took."""
    action, table = found.played.action, found.played.before
    combat = record.last(table)
    if combat is None:
        return left(found, "no combat is known in which steps were lost")
    if isinstance(action, Lose):
        side, taken, rest = action.side, action.steps, judged.played[found.index + 1 :]
    elif found.ruled.opinion.units and is_settling(found):
        side, taken, rest = table.unit(found.ruled.opinion.units[0]).side, (), judged.played[found.index :]
        if _may_retreat(table, combat, combat.role_of(side)):
            return left(found, "the players choose between retreating and losing steps")
    else:
        return left(found, "what should have been done instead is for the players")
    units = tuple(unit for unit in combat.fight.units(combat.role_of(side)) if table.standing(unit) is not None)
    units = tuple(dict.fromkeys((*units, *taken)))
    if prod(steps_left(table, unit) + 1 for unit in units) > _MOST:
        return left(found, "there are too many ways to take these losses")
    ways = [way for way in _ways(table, units) if sorted(way) != sorted(taken) and _right(table, Lose(side, way), rest)]
    if len(ways) != 1:
        return left(found, "there is no way to put the losses right" if not ways else "the players choose who loses steps")
    return _differences(found, end, taken, ways[0])


def _may_retreat(table: Table, combat: record.Combat, role: Role) -> bool:
    """Is there anybody who perhaps should have retreated and has not?"""
    gone = combat.retreated
    there = (unit for unit in combat.fight.units(role) if unit not in gone and table.standing(unit) is not None)
    return any(ordered(table, combat, unit).length.high > 0 for unit in there)


def is_settling(found: Traced) -> bool:
    """Is it found in an attack or phase that losses of the combat before were not taken?"""
    if not isinstance(found.played.action, Attack | Fire | Phase):
        return False
    rules = found.played.before.rules.all
    return any(each.id == found.ruled.rule and each.rule.name.startswith(SETTLED) for each in rules)


def _ways(table: Table, units: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for counts in product(*(range(steps_left(table, unit) + 1) for unit in units)):
        yield tuple(unit for unit, count in zip(units, counts, strict=True) for _ in range(count))


def _right(table: Table, lose: Lose, rest: Sequence[Played]) -> bool:
    """Are these losses legal, and is all that followed, up to the next attack or phase, as right with them as it was?"""
    if judge(table, lose).verdict is not Verdict.LEGAL:
        return False
    table = apply(table, lose)
    for played in rest:
        if any(table.standing(unit) is None for unit in changed(played.action)):
            return False
        known = {_key(each) for each in played.judged.findings if not _settles(table, each, lose.side)}
        if any(_key(each) not in known for each in judge(table, played.action).findings):
            return False
        if isinstance(played.action, Attack | Fire | Phase):
            break
        table = apply(table, played.action)
    return True


def _key(ruled: Ruled) -> tuple[str, tuple[str, ...]]:
    return ruled.rule, ruled.opinion.units


def _settles(table: Table, ruled: Ruled, side: str) -> bool:
    """Does it say that this side has not done what the combat asked of it?"""
    rule = next((each.rule.name for each in table.rules.all if each.id == ruled.rule), "")
    return rule.startswith(SETTLED) and all(table.unit(unit).side == side for unit in ruled.opinion.units)


def _differences(found: Traced, end: Table, taken: Sequence[str], way: Sequence[str]) -> Sequence[Correction] | Left:
    made: list[Correction] = []
    for unit in sorted({*taken, *way}):
        more = way.count(unit) - taken.count(unit)
        if not more:
            continue
        before, now, counter = found.played.before.standing(unit), end.standing(unit), end.unit(unit)
        left_over = None if before is None else before.losses + taken.count(unit)
        if before is None or left_over is None or (now is not None and now.losses != left_over):
            return left(found, f"{counter.name} has changed again since")
        if now is None and left_over < counter.steps:
            return left(found, f"{counter.name} has left play since")
        losses = left_over + more
        if losses >= counter.steps:
            return left(found, f"{counter.name} has to be taken out of play; do that by hand")
        wanted = Standing(before.place, losses, before.marks) if now is None else replace(now, losses=losses)
        kind: Kind = "place" if now is None else "steps"
        made.append(correction(found, end, unit, kind, wanted, safe=False, reason=_REASON))
    return made
