"""The fires that a die may have been for: at whom, by whom, with which result; each with what is wrong if it was that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from adjudicator.engine.actions import Fire
from adjudicator.facts import exactly
from adjudicator.rules import fire_results
from adjudicator.rules.apply import apply
from adjudicator.rules.fire import SPARED, affected, aim, rating_of
from adjudicator.rules.firepower import results_of, total_of
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table

from .followed import Faults, Followed, faults_in
from .search import sides_of

_MOST_ASKED = 400  # times that the rules are asked who can fire at a target
_MOST_TEAMS = 400  # groups of them that are looked up on the chart
_MOST_LOOKED_INTO = 80  # of these, how many are followed up to the end
_ALIKE = 4  # groups with one result that are followed up
_ENOUGH = 3  # legal readings; that there are several is all that matters


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die for fire of which nobody said more."""

    step: int
    kind: str
    die: int
    at_hex: bool = False  # is such fire aimed at a hex, and not at a unit?


@dataclass(frozen=True, slots=True)
class Team:
    """Units that fire together. Of those that count alike any may be meant: `sure` are those that must be among them."""

    units: tuple[str, ...]
    sure: frozenset[str]


@dataclass(frozen=True, slots=True)
class Volley:
    """A fire that it may have been, and what would be wrong with it and with what followed."""

    fire: Fire
    faults: Faults
    sure: frozenset[str]  # who fired, whichever group with this result it was
    wrong: int = 0  # what is certainly wrong with what was done; the rest was left undone
    whole: tuple[str, ...] = ()  # all who could fire, if it is the result when they do

    @property
    def order(self) -> tuple[Faults, int]:
        """The likelier the less is wrong; people forget a marker more easily than they go back for nothing."""
        return self.faults, self.wrong

    @property
    def legal(self) -> bool:
        return self.faults == (0, 0)


@dataclass(frozen=True, slots=True)
class FoundFire:
    """What a die for fire comes to. No fire: nobody can say who fired at whom."""

    fire: Fire | None
    sure: frozenset[str] = frozenset()  # units that fired in every reading
    sure_target: bool = False
    readings: int = 0  # legal ones that were found
    maybe: frozenset[str] = frozenset()  # what was fired at in any of them
    rival: Fire | None = None  # had all fired at it who could, with which something would be wrong


def find(followed: Followed, thrown: Thrown) -> FoundFire:
    """The fire that explains what followed."""
    search = Shots(followed, thrown)
    legal: list[Volley] = []
    others: list[Volley] = []
    for volley in search.volleys():
        if volley.legal:
            legal.append(volley)
            if len(legal) >= _ENOUGH:
                search.cut = True
                break
        search.doubtful = search.doubtful or not volley.faults[0]
        others.append(volley)
    only_target = len(search.targets) == 1
    if legal:
        sure = frozenset[str]() if search.cut else legal[0].sure.intersection(*(each.sure for each in legal))
        same = not search.cut and len({each.fire.target for each in legal}) == 1
        maybe = frozenset(each.fire.target for each in legal)
        sure |= search.required(legal[0].fire.firers)
        return FoundFire(legal[0].fire, sure, only_target or same, len(legal), maybe, _rival(legal, others))
    if not others or search.cut or search.doubtful:
        return FoundFire(None)
    best = min(others, key=lambda each: each.order)
    alike = (each.sure for each in others if each.order == best.order)  # nothing tells which of them it was
    return FoundFire(best.fire, best.sure.intersection(*alike), only_target)


def _rival(legal: Sequence[Volley], others: Sequence[Volley]) -> Fire | None:
    """The fire of all that could fire at the same target, if all is legal only because some of them held theirs."""
    if any(each.whole for each in legal):
        return None
    targets = {each.fire.target for each in legal}
    wrong = (each for each in others if each.whole and each.faults[0] and each.fire.target in targets)
    return next((replace(each.fire, firers=each.whole) for each in wrong), None)


@dataclass
class Shots:
    """Goes through the fires that it may have been. `cut`: not all were looked at. `doubtful`: not all that counts is known."""

    followed: Followed
    thrown: Thrown
    cut: bool = False
    doubtful: bool = False
    asked: int = 0
    teams: int = 0
    looked_into: int = 0
    _known: dict[object, Faults] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        return self.followed.table

    def volleys(self) -> Iterator[Volley]:
        for side, target in self.targets:
            groups = self._groups(target, self._able(side, target))
            for result, teams in self._results(target, groups).items():
                if self.looked_into >= _MOST_LOOKED_INTO:
                    self.cut = True
                    return
                yield self._volley(target, result, teams, everybody=sum(map(len, groups)))

    # --- at whom

    @cached_property
    def targets(self) -> tuple[tuple[str, str], ...]:
        """Who may have been fired at, with the side that fires: where enemies suffered or checked, else anybody near."""
        return tuple((side, target) for side in sides_of(self.table, self.table.game.sides) for target in self._targets_of(side))

    def _targets_of(self, side: str) -> Iterator[str]:
        table, kind = self.table, self.thrown.kind
        enemies = [unit.id for unit, standing in table.state.units if unit.side != side and standing.place in table.grid]
        open_to_it = [unit for unit in enemies if not affected(table, unit, kind).no]
        struck = self._struck(side)
        if struck:
            open_to_it = [unit for unit in open_to_it if table.place_of(unit) in struck]
        near = {unit: self._nearest(side, table.place_of(unit) or "") for unit in open_to_it}
        owed = {unit for unit, _, _ in table.state.those(SPARED[kind])}
        open_to_it.sort(key=lambda unit: (unit not in owed, near[unit], unit))  # who had to be fired at was, as a rule
        targets = ((table.place_of(unit) or "") if self.thrown.at_hex else unit for unit in open_to_it)
        yield from dict.fromkeys(targets)

    def _struck(self, side: str) -> frozenset[str]:
        """The hexes where enemies suffered something, or rolled a check by name."""
        hexes = {hex for enemy in self.table.game.sides if enemy != side for hex in self.followed.hexes_of(enemy)}
        checked = (each.unit for each in self.followed.closing.segment.checks if each.unit is not None)
        hexes.update(self.table.place_of(unit) or "" for unit in checked if self.table.unit(unit).side != side)
        return frozenset(hexes)

    def _nearest(self, side: str, hex: str) -> int:
        return min((self.table.grid.distance(place, hex) for place in self._armed[side]), default=0)

    @cached_property
    def _armed(self) -> dict[str, dict[str, list[str]]]:
        """For each side the units that (perhaps) have a value for such fire, hex by hex."""
        table, found = self.table, dict[str, dict[str, list[str]]]()
        for side in table.game.sides:
            there = found.setdefault(side, {})
            for unit, standing in table.force(side).standings.items():
                if (
                    standing.place in table.grid
                    and not rating_of(table, table.unit(unit), self.thrown.kind).at_least(exactly(1)).no
                ):
                    there.setdefault(standing.place, []).append(unit)
        return found

    # --- by whom

    def _able(self, side: str, target: str) -> list[str]:
        """Units that may fire at the target, each for itself, the nearest first."""
        aimed_at = target if target in self.table.grid else self.table.place_of(target) or ""
        armed = self._armed[side]
        near = sorted(armed, key=lambda place: self.table.grid.distance(place, aimed_at))
        units = [unit for hex in near for unit in armed[hex]]
        barred = self._barred(tuple(units), target)
        left = [unit for unit in units if unit not in barred]
        if not left or self._can(left[0], target):
            return left
        return [unit for unit in left[1:] if self._can(unit, target)]

    def _barred(self, units: tuple[str, ...], target: str) -> frozenset[str]:
        """Those of whom it is certain that they cannot fire at it, whoever else does: asked all at once."""
        if not units:
            return frozenset()
        self.asked += 1
        found = judge(self.table, self._fire(units, target)).findings
        return frozenset(each.opinion.units[0] for each in found if each.opinion.truth.no and len(each.opinion.units) == 1)

    def _can(self, unit: str, target: str) -> bool:
        if self.asked >= _MOST_ASKED:
            self.cut = True
            return False
        self.asked += 1
        return not faults_in(judge(self.table, self._fire((unit,), target)))[0]

    def _groups(self, target: str, units: Sequence[str]) -> list[tuple[str, ...]]:
        """Units that count for the same in every respect, together."""
        groups: dict[object, list[str]] = {}
        aimed = aim(self.table, self._fire(tuple(units), target)) if units else None
        for unit in units:
            alone = self._fire((unit,), target)
            rows = total_of(self.table, alone, aimed)[1] if aimed is not None else ()
            worth = tuple((row.value, row.reason if row.reason != self.table.unit(unit).name else "") for row in rows)
            groups.setdefault((worth, unit in self.followed.ground), []).append(unit)
        return [tuple(group) for group in groups.values()]

    def required(self, units: Sequence[str]) -> frozenset[str]:
        """Of these units those to whom something happened: they have fired, for they went on or are gone."""
        return frozenset(unit for unit in units if unit in self.followed.ground)

    def _teams(self, groups: Sequence[tuple[str, ...]]) -> Iterator[Team]:
        """Any number of each group, as many as can be first."""
        least = [len(group) if self.required(group) else 0 for group in groups]
        for counts in product(*(range(len(group), few - 1, -1) for group, few in zip(groups, least, strict=True))):
            if any(counts):
                chosen = list(zip(groups, counts, strict=True))
                units = tuple(unit for group, count in chosen for unit in group[:count])
                yield Team(units, frozenset(unit for group, count in chosen if count == len(group) for unit in group))

    def _results(self, target: str, groups: Sequence[tuple[str, ...]]) -> dict[str, list[Team]]:
        """What the chart gives, each with those who may have fired for it."""
        found: dict[str, list[Team]] = {}
        for team in self._teams(groups):
            if self.teams >= _MOST_TEAMS:
                self.cut = True
                break
            self.teams += 1
            results = results_of(self.table, self._fire(team.units, target))
            self.doubtful = self.doubtful or not results
            for result in results:
                found.setdefault(result, []).append(team)
        return found

    # --- and what followed

    def _volley(self, target: str, result: str, teams: Sequence[Team], *, everybody: int) -> Volley:
        """The fire with this result by the group that leaves least wrong; of several alike the fewest are looked into first."""
        whole = next((team.units for team in teams if len(team.units) == everybody), ())
        few = sorted(teams, key=lambda team: len(team.units))[:_ALIKE]
        fires = [replace(self._fire(team.units, target), result=result) for team in few]
        sure = teams[0].sure.intersection(*(team.sure for team in teams))
        faults = self._plainly(result, fires[0])
        if faults is not None:
            return Volley(fires[0], faults, sure, whole=whole)
        best: Volley | None = None
        for fire in fires:
            volley = self._judged(fire, sure)
            if best is None or volley.order < best.order:
                best = volley
            if best.legal:
                break
        return replace(best or Volley(fires[0], (0, 1), sure), whole=whole)

    def _plainly(self, result: str, fire: Fire) -> Faults | None:
        """What is wrong for certain, where nobody suffered, and so need not be followed up; None if that does not tell."""
        outcome, checks = fire_results.read(result), self.followed.closing.segment.checks
        if outcome is None or self.followed.ground:
            return None
        if outcome.eliminated or outcome.steps:
            return (1, 0)
        if outcome.check and not checks:
            return (0, 1)
        return (len(checks), 0) if checks and not outcome.check else None

    def _judged(self, fire: Fire, sure: frozenset[str]) -> Volley:
        self.looked_into += 1
        judged, (done, beside, left) = faults_in(judge(self.table, fire)), self.followed.account(fire)
        wrong = judged[0] + done[0] + beside[0] + self._idle_checks(fire)
        return Volley(fire, (wrong + left[0], judged[1] + done[1] + beside[1] + left[1]), sure, wrong)

    def _idle_checks(self, fire: Fire) -> int:
        """Dice for checks that nobody had to make."""
        shot = fire_results.last(apply(self.table, fire))
        asked = 0 if shot is None else len(shot.units)
        return max(0, len(self.followed.closing.segment.checks) - asked)

    def _fire(self, firers: tuple[str, ...], target: str) -> Fire:
        return Fire(firers, target, self.thrown.kind, die=self.thrown.die)
