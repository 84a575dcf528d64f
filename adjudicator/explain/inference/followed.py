"""What is seen of a combat or fire that nobody announced: who lost steps, went away or came nearer after its die."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from adjudicator.engine.actions import Action, Attack, Fire, Move, Phase, Remove
from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..aftermath import aftermath, exploiting, involved, steps_lost
from ..board import PlayedBoard
from ..differences import EXIT
from ..fights import exploits
from ..marks import marked_as
from ..scene import Closing
from .helpers import spent_kinds

T = TypeVar("T")
Faults = tuple[int, int]  # what is certainly wrong, and what is open
Reproach = tuple[Verdict, str, tuple[str, ...]]  # with the text of it, and the units that it is about


@dataclass(frozen=True)
class Followed:
    """The position when the die was rolled, and the segment that followed it."""

    table: Table
    closing: Closing

    def once(self, die: object, find: Callable[[], T]) -> T:
        """What is found for a die, kept with the position: a log is read in many ways that differ elsewhere."""
        return self.table.cached(("followed", die, self.closing.stamp(self.table)), find)

    def side(self, unit: str) -> str:
        return self.table.unit(unit).side

    def was(self, unit: str) -> str:
        """Where a unit stood when the die was rolled; empty if it was not in play."""
        standing = self.closing.before.get(unit)
        return "" if standing is None else standing.place

    def now(self, unit: str) -> str:
        standing = self.closing.seen.get(unit)
        return "" if standing is None else standing.place

    @cached_property
    def ground(self) -> tuple[str, ...]:
        """Units that stood on the map and lost steps or went away, those in the air and at sea left out."""
        return tuple(
            unit
            for unit in self.closing.changed
            if unit not in self.closing.later
            and self.was(unit) in self.table.grid
            and not self.table.unit(unit).helps_from_afar
            and (self.lost(unit) or self.gone(unit))
        )

    @cached_property
    def gone_away(self) -> tuple[str, ...]:
        """Those of them that are no longer on the map."""
        return tuple(unit for unit in self.ground if self.now(unit) not in self.table.grid)

    def lost(self, unit: str) -> int:
        return steps_lost(PlayedBoard(self.table), unit, self.closing.before, self.closing.seen)

    def gone(self, unit: str) -> bool:
        return self.was(unit) != self.now(unit)

    def fought(self, unit: str) -> bool:
        """Did something happen to it that only happens to who fought? Where others too may go on through the hex attacked, that
        it went on tells nothing."""
        return unit in self.ground and (not exploits(self.table) or unit in self.gone_away or bool(self.lost(unit)))

    @cached_property
    def landed(self) -> tuple[tuple[str, str], ...]:
        """Aircraft that were put into a box, each with the box: those that flew."""
        return tuple(
            (unit, self.now(unit))
            for unit in self.closing.changed
            if self.table.unit(unit).flies and self.now(unit) and self.now(unit) not in self.table.grid and self.gone(unit)
        )

    def hexes_of(self, side: str) -> tuple[Hex, ...]:
        """Where units of a side stood that suffered something. Headquarters alone are driven over, not attacked."""
        units = [unit for unit in self.ground if self.side(unit) == side and not self.table.unit(unit).leads]
        spent = spent_kinds(self.table)
        fought = [unit for unit in units if self.table.unit(unit).kind not in spent]
        return tuple(dict.fromkeys(self.was(unit) for unit in fought or units))

    @cached_property
    def unsettled(self) -> frozenset[Reproach]:
        """What an end of the phase would leave undone before this combat."""
        return _undone(self.table, self.closing.seen)

    def faults(self, action: Attack | Fire) -> Faults:
        """What would be wrong with what followed, had this been the combat, or the fire."""
        return self.weighed(action)[0]

    def weighed(self, action: Attack | Fire) -> tuple[Faults, Faults]:
        """The same, and what of it only is wrong with how others moved meanwhile."""
        done, beside, left = self.account(action)
        unclear = left[1] if isinstance(action, Fire) else 0  # checks that nobody rolled
        return (done[0] + beside[0] + left[0], done[1] + beside[1] + unclear), beside

    def account(self, action: Attack | Fire) -> tuple[Faults, Faults, Faults]:
        """What would be wrong with what was done then, with how others moved meanwhile, and with what was left undone."""
        trial = PlayedBoard(apply(self.table, action))
        spent = self._spent(action)
        mine = (*involved(trial), *exploiting(trial, self.ground, self.closing.before, self.closing.seen))
        ours = [unit for unit in self.ground if unit in mine and unit not in spent]
        wrong = unclear = 0
        for played in aftermath(trial, ours, self.closing.before, self.closing.seen, self.closing.segment):
            more = faults_in(played.judged)
            wrong, unclear = wrong + more[0], unclear + more[1]
        for unit, why in spent.items():
            more = faults_in(trial.act(0, Remove(unit, why)).judged)
            wrong, unclear = wrong + more[0], unclear + more[1]
        suffered, beside = self._of_others(action, trial.table, [unit for unit in self.ground if unit not in (*mine, *spent)])
        left = _undone(trial.table, self.closing.seen) - self.unsettled
        return (wrong + suffered, unclear), beside, (_counted(left, Verdict.ILLEGAL), _counted(left, Verdict.UNDECIDED))

    def _of_others(self, action: Attack | Fire, table: Table, units: Sequence[str]) -> tuple[int, Faults]:
        """How many suffered without having been in it, and what would be wrong with how the rest of them moved."""
        suffered, moved, enemies = 0, list[Judged](), self._enemies(action)
        for unit in units:
            if table.standing(unit) is None:
                continue  # driven over
            if self.lost(unit) or self.side(unit) in enemies:
                suffered += 1
            elif self.now(unit):
                moved.append(judge(table, Move((unit,), self.now(unit))))
        found = [faults_in(each) for each in moved]
        return suffered, (sum(each[0] for each in found), sum(each[1] for each in found))

    def _spent(self, action: Attack | Fire) -> Mapping[str, str]:
        """Those that are gone because they were spent for it, each with what it was taken off as."""
        kinds = spent_kinds(self.table)
        helped = (*action.support, *action.defence) if isinstance(action, Attack) and kinds else ()
        used = {each.unit: self.table.unit(each.unit).kind for each in helped if each.unit in self.gone_away}
        return {unit: kinds[kind] for unit, kind in used.items() if kind in kinds}

    def _enemies(self, action: Attack | Fire) -> set[str]:
        """Whose units cannot have moved meanwhile."""
        doers = action.attackers if isinstance(action, Attack) else action.firers
        place = action.target if action.target in self.table.grid else self.table.place_of(action.target)
        if not doers or place is None:
            return set()
        return {self.side(unit) for unit in self.table.enemy_units(self.side(doers[0]), place)}

    def landings(self, attack: Attack, others: Collection[str] = ()) -> Faults:
        """What would be wrong with where aircraft came down, but for others who cannot have been there."""
        landed = [(unit, box) for unit, box in self.landed if unit not in others]
        if not landed:
            return 0, 0
        table = apply(self.table, attack)
        found = [faults_in(judge(table, Move((unit,), box))) for unit, box in landed]
        return sum(each[0] for each in found), sum(each[1] for each in found)


def faults_in(*judged: Judged) -> Faults:
    """What is certainly wrong, and what is open; what is wrong with the same units counts once."""
    found = [each for one in judged for each in one.findings]
    wrong = {each.units or each.rule for each in found if each.verdict is Verdict.ILLEGAL}
    return len(wrong), sum(each.verdict is Verdict.UNDECIDED for each in found)


def waiting(table: Table, closing: Closing) -> frozenset[str]:
    """Ground units that went from the map into a box: lost, or home in a later phase."""
    return frozenset(
        unit
        for unit in closing.changed
        if (old := closing.before.get(unit)) is not None
        and (new := closing.seen.get(unit)) is not None
        and old.place in table.grid
        and new.place not in table.grid
        and (new.place not in table.game.left_map or not table.state.phase)  # retreated off it, in the phase of a combat
        and not table.unit(unit).helps_from_afar
    )


def boxed(board: PlayedBoard, closing: Closing) -> frozenset[str]:
    """Those of them that the combat just fought does not account for."""
    units = waiting(board.table, closing)
    if not units:
        return units

    def faults(later: frozenset[str]) -> Faults:
        trial = PlayedBoard(board.table)
        ours = [unit for unit in closing.changed if unit in involved(trial) and unit not in later]
        played = list(aftermath(trial, ours, closing.before, closing.seen, closing.segment))
        found = [faults_in(each.judged) for each in played]
        left = [unit for unit in later if closing.seen[unit].place in trial.table.game.left_map]
        found += [faults_in(judge(trial.table, Remove(unit, EXIT))) for unit in left]
        return sum(each[0] for each in found) + sum(
            verdict is Verdict.ILLEGAL for verdict, _, _ in _undone(trial.table, closing.seen)
        ), sum(each[1] for each in found)

    return units if faults(units) <= faults(frozenset()) else frozenset()


def _undone(table: Table, seen: Mapping[str, Standing]) -> frozenset[Reproach]:
    """What an end of the present phase would be reproached with, with all units marked as they are seen to be."""
    ends: Action = Phase(table.state.phase, table.state.active)
    found = judge(marked_as(table, seen), ends).findings
    return frozenset((each.verdict, each.opinion.message, each.opinion.units) for each in found)


def _counted(reproaches: frozenset[Reproach], verdict: Verdict) -> int:
    """How many there are, those about the same units counted once: a unit that has not gone back lacks its marker too."""
    return len({units or (text,) for each, text, units in reproaches if each is verdict})
