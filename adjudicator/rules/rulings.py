"""On which rulings a finding rests: those whose other reading would change it, found by judging again under each of them.

Only a reading that answers otherwise a question which was asked can change anything. The game under another reading has rules
of its own, so nothing that was worked out under the reading taken is mistaken for what holds under the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from adjudicator.verdict import Verdict

from .judge import judge
from .opinion import Judged, RestsOn, Ruled
from .position import JudgedPosition, judge_position
from .recording import Recorded, recorded
from .table import Game, Reading, Table

J = TypeVar("J", Judged, JudgedPosition)
Key = tuple[str, tuple[str, ...], Verdict]


def action_with_rulings(table: Table, judged: Judged, *, legal: bool = False) -> Judged:
    """An action whose findings say on which rulings they rest. With `legal` also one that is in order."""
    return _with_rulings(table, judged, lambda at: judge(at, judged.action)) if legal or judged.findings else judged


def position_with_rulings(
    table: Table, judged: JudgedPosition, start: Table | None = None, *, legal: bool = False
) -> JudgedPosition:
    """The same for a position by itself."""
    return _with_rulings(table, judged, lambda at: judge_position(at, start)) if legal or judged.findings else judged


def _with_rulings(table: Table, judged: J, again: Callable[[Table], J]) -> J:
    if not table.game.others:
        return judged
    watched = recorded(table.game)
    here = _said(again(replace(table, game=watched)))
    others = [(other, _said(again(replace(table, game=other.game)))) for other in table.game.others if _asked(watched, other)]

    def resting(each: Ruled) -> tuple[RestsOn, ...]:
        # The verdict may since have been softened by who read a log: what the rule said of these units is what counts.
        own = {key for key in here if key[:2] == (each.rule, each.opinion.units)}
        return _named(other for other, there in others if not own <= there)

    wrong = _wrong(here)
    return replace(
        judged,
        ruled=tuple(replace(each, rests_on=resting(each)) for each in judged.ruled),
        rests_on=_named(other for other, there in others if _wrong(there) != wrong),
    )


def _asked(watched: Game, other: Reading) -> bool:
    return isinstance(watched.rules, Recorded) and not watched.rules.asked.isdisjoint(other.slots)


def _said(judged: Judged | JudgedPosition) -> frozenset[Key]:
    """What makes a finding the same under another reading: the rule, the units and the verdict."""
    return frozenset((each.rule, each.opinion.units, each.verdict) for each in judged.ruled)


def _wrong(said: frozenset[Key]) -> frozenset[Key]:
    return frozenset(key for key in said if key[2] is not Verdict.LEGAL)


def _named(others: Iterable[Reading]) -> tuple[RestsOn, ...]:
    readings: dict[str, list[str]] = {}
    for other in others:
        readings.setdefault(other.defect, []).append(other.key)
    return tuple(RestsOn(defect, tuple(keys)) for defect, keys in readings.items())
