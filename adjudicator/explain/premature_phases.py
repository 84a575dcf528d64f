"""Phases that the counter shows though they cannot be yet: passed through, or gone on to with something left undone.

To get to a phase players click through others, and back if they went too far. So a phase with a fault is held back until
something is done in it, or the log ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.actions import Phase, Supply
from adjudicator.engine.deeds import CHECKED
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.sequence import comes_next
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .board import Played

Held = Sequence[tuple[int, Phase]]


def out_of_order(table: Table, judged: Judged) -> bool:
    """Is it wrong that this phase comes now, and not only that something was left undone before it?"""
    order = {each.id for each in table.rules.sort("order of play")}
    return any(each.verdict is Verdict.ILLEGAL and each.rule in order for each in judged.ruled)


def since_the_fault(table: Table, held: Held) -> Held:
    """From where the players went wrong for good: after it they went on in order, and nothing more was wrong with it."""
    faults = _faults(table, held[-1][1])
    ways = (held[index:] for index in range(len(held)) if _faults(table, held[index][1]) <= faults)
    return next(way for way in ways if in_order(apply(table, way[0][1]), way[1:]))


def _faults(table: Table, phase: Phase) -> frozenset[str]:
    return frozenset(each.rule for each in judge(table, phase).findings if each.verdict is Verdict.ILLEGAL)


def in_order(table: Table, held: Held) -> bool:
    """Do they follow each other, so that none was only passed through?"""
    for _, phase in held:
        if not comes_next(table, phase):
            return False
        table = apply(table, phase)
    return True


# --- markers of supply that were laid a click too late -------------------------------------------------------------------------


def forgetful(table: Table) -> frozenset[str]:
    """The rules of a game by which markers of supply may have been forgotten."""
    return frozenset(each.id for each in table.rules.sort("markers forgotten"))


def overstaying(table: Table) -> frozenset[str]:
    """The rules of a game by which units had to leave the map before what was done."""
    return frozenset(each.id for each in table.rules.sort("leaving in time"))


def forgiving(played: Sequence[Played]) -> tuple[Played, ...]:
    """Nobody forgot the markers that were laid a moment later: those are judged when they are laid."""
    return tuple(_forgiven(played, index) for index in range(len(played)))


def _forgiven(played: Sequence[Played], index: int) -> Played:
    each = played[index]
    rules = forgetful(each.before) if isinstance(each.action, Phase) and each.judged.findings else frozenset()
    late = _checked_late(played, index) if any(found.rule in rules for found in each.judged.findings) else ()
    if not late:
        return each
    before = each.before.after(each.before.state.adding(CHECKED, *late))
    return Played(each.step, each.action, before, judge(before, each.action))


def _checked_late(played: Sequence[Played], index: int) -> frozenset[str]:
    """Units whose markers were laid after the phase of supply was left: in the same turn, or first of all in the next."""
    left = played[index].before.state
    found: set[str] = set()
    for each in played[index + 1 :]:
        now = each.before.state
        if now.turn != left.turn and (now.phase == left.phase or not isinstance(each.action, Phase | Supply)):
            break
        if isinstance(each.action, Supply):
            found.update(unit for unit, _ in each.action.states)
    return frozenset(found)
