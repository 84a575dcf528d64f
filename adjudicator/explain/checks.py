"""Dice for morale: checks after fire, and rallying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations

from adjudicator.engine.actions import Roll
from adjudicator.rules import fire_results
from adjudicator.rules.morale import ROLLED, outcome_of
from adjudicator.rules.registry import Sort
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.names import bearers
from ..evidence.observations import Dice, Heard
from .board import Check, Played, PlayedBoard
from .otherwise import ANNOUNCING, ANYTHING, by_any_button
from .scene import Closing, Mechanism, ReadingScene

_SORTS: tuple[Sort, ...] = ("morale check", "rally")
_MOST = 24  # ways to tell whose dice were whose


def purpose_of(table: Table, sort: Sort) -> str:
    """What the game calls dice of this sort; empty if it has none."""
    return _value(table, sort, "purpose")


def _value(table: Table, sort: Sort, parameter: str) -> str:
    bound = next((each for each in table.rules.all_of("check.roll") if each.rule.sort == sort), None)
    return "" if bound is None else str(bound.value(parameter))


def rolls_of(table: Table, checks: Sequence[Check]) -> Iterator[tuple[tuple[int, Roll], ...]]:
    """The ways in which dice were for the units that have to check: as somebody said, else in any order."""
    if not checks:
        yield ()
        return
    purpose, shot = purpose_of(table, "morale check"), fire_results.last(table)
    named = {check.unit for check in checks}
    open_ = [unit for unit in (shot.units if shot is not None else ()) if unit not in named and table.standing(unit) is not None]
    unsaid = sum(check.unit is None for check in checks)
    open_ += [""] * max(0, unsaid - len(open_))
    for chosen in islice(dict.fromkeys(permutations(open_, unsaid)), _MOST):
        units = iter(chosen)
        yield tuple(
            (check.step, Roll(purpose, (check.die,), unit=(next(units) if check.unit is None else check.unit) or None))
            for check in checks
        )


class Checks(Mechanism):
    """`!morale 20/11 T`, `!rally I/25 FJ`, and the dice. Those for rallying may come without a word: the markers tell whose."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        self._check, self._rally = (purpose_of(scene.table, sort) for sort in _SORTS)
        self._marker = _value(scene.table, "rally", "marker") if self._rally else ""
        self._whose: dict[str, list[str | None]] = {self._check: [], self._rally: []}
        self._unsaid: list[Check] = []  # dice for rallying of nobody knows whom
        self._unclaimed = 0  # of them those of phases that are over
        self._passed = 0  # units named for a die in phases that are over, for which none came
        self._unmet = 0  # checks that were due, and the next die, by a button for anything, is taken for something else

    def told(self, heard: Heard) -> Iterator[Played]:
        for note in heard.notes:
            purpose = {"morale": self._check, "rally": self._rally}.get(note.verb)
            if purpose:
                self._whose[purpose] += [self._called(name) for name in note.names]
        yield from ()

    def waited(self, heard: Heard | None) -> Iterator[Played]:
        """Something else is announced: whom somebody named and nobody rolled for, the die before was for."""
        self._unmet += heard is not None and self._passes_over(heard)
        if heard is not None and heard.event.turn is None and not any(note.verb in ANNOUNCING for note in heard.notes):
            return
        checks, unsaid = self.scene.segment.checks, [at for at, each in enumerate(self.scene.segment.checks) if each.unit is None]
        while unsaid and self._whose[self._check]:
            at = unsaid.pop()
            checks[at] = replace(checks[at], unit=self._whose[self._check].pop())
        while self._unsaid and self._whose[self._rally]:
            each = self._unsaid.pop()
            yield from self.scene.act(each.step, Roll(self._rally, (each.die,), unit=self._whose[self._rally].pop()))

    def several(self, purpose: str) -> bool:
        return purpose in self._whose

    def fights(self, purpose: str) -> bool:
        return purpose in self._whose

    def gathers(self, purpose: str) -> bool:
        """Dice for checks belong to what has been fired just now."""
        return bool(self._check) and self._after_fire() and self._meant(purpose) == self._check

    def _after_fire(self) -> bool:
        return self.scene.segment.fought or self.scene.segment.unclear

    def takes(self, purpose: str) -> bool:
        return self._meant(purpose) != ""

    def rolled(self, step: int, purpose: str, dice: Dice) -> Iterator[Played]:
        meant = self._meant(purpose)
        for die in dice:
            unit = self._whose[meant].pop(0) if self._whose[meant] else None
            if meant == self._check and self._after_fire():
                self.scene.segment.checks.append(Check(step, unit, die))
            elif meant == self._check:
                yield from self.scene.act(step, Roll(meant, (die,), unit=unit or self._only_one()))
            elif unit is not None:
                yield from self.scene.act(step, Roll(meant, (die,), unit=unit))
            else:
                self._unsaid.append(Check(step, None, die))

    def unmet(self) -> int:
        return self._unmet

    def unheeded(self) -> int:
        return self._passed + sum(map(len, self._whose.values()))

    def goes_on(self, phase: str = "") -> None:
        self._passed = self.unheeded()
        self._whose = {purpose: [] for purpose in self._whose}
        self._unclaimed += len(self._unsaid)
        self._unsaid = []

    def idle(self) -> int:
        return self._unclaimed + len(self._unsaid)

    def closes(self, closing: Closing) -> Iterator[Played]:
        """Whose marker came off rallied: by the die rolled last, of those that can have been for it."""
        table = self.scene.table
        for unit in closing.changed:
            old, new = closing.before.get(unit), closing.seen.get(unit)
            if old is None or new is None or self._marker not in old.marks - new.marks:
                continue
            if table.state.has(ROLLED[self._rally], unit).yes:
                continue
            fitting = [each for each in self._unsaid if self._rallies(table, unit, each)]
            dice = fitting or self._unsaid  # none that rallies it: then it was one that does not
            if dice:
                chosen = dice[-1]
                self._unsaid.remove(chosen)
                yield from self.scene.act(chosen.step, Roll(self._rally, (chosen.die,), unit=unit))

    def _rallies(self, table: Table, unit: str, check: Check) -> bool:
        board = PlayedBoard(table)
        judged = board.act(check.step, Roll(self._rally, (check.die,), unit=unit)).judged
        return judged.verdict is Verdict.LEGAL and outcome_of(board.table, self._rally, unit) is True

    def _meant(self, purpose: str) -> str:
        if purpose in self._whose:
            return purpose
        if purpose != ANYTHING:
            return ""
        named = next((each for each, whose in self._whose.items() if whose), "")
        return named or (self._check if self._is_due() else "")

    def _passes_over(self, heard: Heard) -> bool:
        """Is a die that could have been for a check which is due taken for something else, and nobody said what for?"""
        if heard.die is None or heard.notes or self.scene.segment.checks or not self._is_due():
            return False
        meant = "" if heard.apart else self._meant(heard.die[0])
        return meant != self._check and by_any_button(self.scene.binding, heard.event)

    def _is_due(self) -> bool:
        """Does the fire of just now ask somebody for a check who has not rolled it?"""
        segment, shot = self.scene.segment, fire_results.last(self.scene.table)
        if not segment.fought or segment.unclear or shot is None or shot.outcome is None or not shot.outcome.check:
            return False
        return len(segment.checks) < len(shot.units)

    def _called(self, name: str) -> str | None:
        found = bearers(self.scene.table, name)
        return found[0] if len(found) == 1 else None

    def _only_one(self) -> str | None:
        """The only unit that still has to check, if there is only one."""
        table = self.scene.table
        shot = fire_results.last(table)
        waiting = [unit for unit in (shot.units if shot is not None else ()) if outcome_of(table, self._check, unit) is None]
        return waiting[0] if len(waiting) == 1 else None
