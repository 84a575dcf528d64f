"""The combats that a die may have been for: hexes attacked, who attacks them, with whose help; each as far as it is legal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product

from adjudicator.engine.actions import Attack, Support
from adjudicator.engine.deeds import ACTIVE_HQ
from adjudicator.engine.hexes import Hex
from adjudicator.rules.combat.column import resolvable, results_of
from adjudicator.rules.combat.fight import Fight, Role, fight_of
from adjudicator.rules.combat.record import result_of
from adjudicator.rules.completed import completed_action, completed_state
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table

from ..fights import MANNERS, helping, in_its_phase
from ..fights import results_of as as_meant  # where a player may choose what the die counts
from .followed import Faults, Followed, faults_in
from .helpers import MOST, Help, spent_beside, spent_kinds, unseen, with_guns

_CLEAN: Faults = (0, 0)
_ROLES: tuple[Role, ...] = ("defender", "attacker")
_MOST_TRIES = 250  # combats looked up on the chart
_MOST_LOOKED_INTO = 60  # of these, how many are followed up to the end
_MOST_UNLIKELY = 12  # followed up though they are illegal by themselves


@dataclass(frozen=True, slots=True)
class Wanted:
    """A die for a combat, and what was said of it, if anything."""

    step: int
    die: int
    kind: str = "attack"
    target: Hex = ""
    column: str | None = None
    marked: frozenset[str] = frozenset()  # units marked as attacking; a mark may be left over from before
    aimed: frozenset[Hex] = frozenset()  # hexes in which units are marked as attacked
    marked_now: bool = False  # were they all marked for this combat?
    later: frozenset[str] = frozenset()  # units whose counters go elsewhere some time after the die
    kinds: tuple[str, ...] = ("attack",)  # of which it may be, the plainest first


@dataclass(frozen=True, slots=True)
class Reading:
    """A combat that it may have been, and what would be wrong with it and with what followed."""

    attack: Attack
    faults: Faults
    beside: Faults = _CLEAN  # of these: with how others moved meanwhile

    @property
    def legal(self) -> bool:
        return self.faults == _CLEAN

    @property
    def legal_by_itself(self) -> bool:
        """Is nothing wrong but how others moved meanwhile?"""
        return self.faults == self.beside


@dataclass
class Search:
    """Goes through the combats that it may have been, the likeliest first. `cut`: not all of them were looked at."""

    followed: Followed
    wanted: Wanted
    tries: int = 0
    looked_into: int = 0
    cut: bool = False
    certain: Hex = ""  # the hex attacked, if there is no doubt about it
    unseen: set[Hex] = field(default_factory=set)  # hexes of which not all was looked at before there was enough
    _known: dict[object, tuple[Faults, Faults]] = field(default_factory=dict)
    _unlikely: list[tuple[Faults, Attack]] = field(default_factory=list)
    _landed_otherwise: dict[tuple[str, Hex], frozenset[str]] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        return self.followed.table

    def readings(self, side: str, target: Hex, *, wide: bool = False) -> Iterator[Reading]:
        """Those of one side upon one hex. `wide`: with the help also of units that show no sign of having helped."""
        if target != self.certain and not self._explains_who_suffered(side, target):
            return
        if self._tired and self._near(side, target):
            self._breaks_off(target)
            return
        required, others = self._attackers(side, target)
        if not required and not others:
            return
        for helped in self._helped(side, target, (*required, *others), wide=wide):
            for attackers in _teams(required, others):
                if self._tired:
                    self._breaks_off(target)
                    return
                self.tries += 1
                attack = self._attack(attackers, target, helped)
                if not self.certain and self._goes_wrong(attack):
                    continue  # only what is legal counts where nobody knows the hex
                judged = faults_in(judge(self.table, attack))
                if judged[0]:
                    self._unlikely.append((judged, attack))
                else:
                    yield from (self._reading(meant, judged) for meant in as_meant(self.table, attack))

    def _breaks_off(self, target: Hex) -> None:
        self.cut = True
        self.unseen.add(target)

    @property
    def _tired(self) -> bool:
        """Has it been looked at as many as one may look at?"""
        return self.tries >= _MOST_TRIES or self.looked_into >= _MOST_LOOKED_INTO

    def as_marked(self, side: str, target: Hex, *, wide: bool = False) -> Iterator[Reading]:
        """The attack of those that are marked as attacking, if any are next to the hex."""
        required, others = self._attackers(side, target)
        team = tuple(unit for unit in (*required, *others) if unit in self.wanted.marked)
        if not team or any(unit not in team for unit in required):
            return
        for helped in self._helped(side, target, team, wide=wide):
            attack = self._attack(team, target, helped)
            judged = faults_in(judge(self.table, attack))
            yield from (self._reading(meant, judged) for meant in as_meant(self.table, attack))

    def unlikely(self) -> Iterator[Reading]:
        """Those that were illegal as announced, whatever followed: the least illegal first."""
        for judged, attack in sorted(self._unlikely, key=lambda each: each[0])[:_MOST_UNLIKELY]:
            yield self._reading(attack, judged)

    def _attack(self, attackers: tuple[str, ...], target: Hex, helped: Help) -> Attack:
        wanted = self.wanted
        attack = Attack(attackers, target, helped.support, helped.defence, wanted.column, wanted.die)
        return in_its_phase(self.table, attack, wanted.kinds)

    def _tests_morale(self, attack: Attack) -> bool:
        """Does its result have units checked against their morale? That is seen without playing it."""
        table = completed_state(self.table, attack)
        action = completed_action(table, attack)
        result = result_of(table, action, fight_of(table, action)) if isinstance(action, Attack) else None
        return result is not None and any(result.of(role).morale is not None for role in _ROLES)

    def _goes_wrong(self, attack: Attack) -> bool:
        """Is something wrong with what followed, as that of others with the same result tells, whoever attacked?"""
        found = (self._known.get(self._result(meant, fight_of(self.table, meant))) for meant in as_meant(self.table, attack))
        return all(after is not None and after[0] != _CLEAN for after in found)

    def _result(self, attack: Attack, fight: Fight) -> object:
        """What it hangs on what would be wrong with what followed: its result, and who may have suffered."""
        texts = results_of(self.table, fight, self.wanted.die, attack.column).texts if resolvable(self.table, fight) else ()
        suffered = any(self.followed.side(unit) == fight.side for unit in self.followed.ground)
        return attack.target, texts, attack.result, frozenset(fight.hexes), frozenset(attack.attackers) if suffered else None

    def _reading(self, attack: Attack, judged: Faults) -> Reading:
        """The combat with its faults and those of what followed."""
        fight = fight_of(self.table, attack)
        key = self._result(attack, fight)
        after = self._known.get(key)
        if after is None:
            if self._tests_morale(attack):
                self.cut = True  # who stands by his morale, and who pays a step instead, has more ways than are looked into
            self.looked_into += 1
            after = self._known[key] = self.followed.weighed(attack)
        wrong, beside = after
        landings = self.followed.landings(attack, self._of_others(fight.side, attack.target))
        return Reading(attack, (wrong[0] + judged[0] + landings[0], wrong[1] + judged[1] + landings[1]), beside)

    # --- who may have attacked

    def _attackers(self, side: str, target: Hex) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Those who must have been in it, for something happened to them, and those who may have been."""
        every = self._near(side, target)
        required = tuple(unit for unit in every if self.followed.fought(unit))
        barred = self._barred(every, target) if every else frozenset()
        return required, tuple(unit for unit in every if unit not in required and unit not in barred)

    def _near(self, side: str, target: Hex) -> tuple[str, ...]:
        table = self.table
        return tuple(
            unit
            for hex in table.grid.neighbours(target)
            for unit in table.friends_at(side, hex)
            if table.unit(unit).kind not in self._helping and not table.unit(unit).leads
        )

    def _explains_who_suffered(self, side: str, target: Hex) -> bool:
        """Could everybody who lost steps, or was driven off, have been in an attack on this hex?"""
        followed, table = self.followed, self.table
        spent, beside = spent_kinds(table), table.grid.neighbours(target)
        for unit in followed.ground:
            counter = table.unit(unit)
            if counter.leads or counter.kind in spent:
                continue
            if followed.was(unit) != target if counter.side != side else followed.lost(unit) and followed.was(unit) not in beside:
                return False
        return True

    def _barred(self, units: tuple[str, ...], target: Hex) -> frozenset[str]:
        """Those who cannot have been in it, whoever else was."""
        return self._cannot(self._attack(units, target, Help()))

    def _cannot(self, attack: Attack) -> frozenset[str]:
        """Units of whom each by itself cannot have been in it."""
        return frozenset(
            each.opinion.units[0]
            for each in judge(self.table, attack).findings
            if len(each.opinion.units) == 1 and each.opinion.truth.no and each.rule not in self._of_all
        )

    @cached_property
    def _helping(self) -> frozenset[str]:
        return helping(self.table)

    @cached_property
    def _of_all(self) -> frozenset[str]:
        """Rules that look at the attackers as a whole."""
        return frozenset(binding.id for binding in self.table.rules.sort("all attackers"))

    def _helped(self, side: str, target: Hex, attackers: tuple[str, ...], *, wide: bool) -> Iterator[Help]:
        """First with those of whom the counters tell that they helped, in any manner. `wide`: also with others."""
        table = self.table
        enemies = [other for other in table.game.sides if other != side]
        defence = tuple(
            Support(unit) for enemy in enemies for unit in spent_beside(table, self.followed.gone_away, enemy, target)
        )
        spent = spent_beside(table, self.followed.gone_away, side, target)
        seen = [
            Help((*flights, *columns), defence)
            for flights in self._flights(side, target)
            for columns in with_guns(table, side, target, spent)
        ]
        if not wide:
            yield from seen
            return
        before = faults_in(judge(table, self._attack(attackers, target, Help())))
        silent = (*(each for enemy in enemies for each in unseen(table, side, enemy)), *self._landed_later(side, target))
        for more in silent:
            if faults_in(judge(table, self._attack(attackers, target, more))) <= before:
                yield from (each + more for each in seen)

    def _aloft(self, side: str, target: Hex) -> list[str]:
        """Aircraft that landed, or lie on the hex."""
        table, others = self.table, self._of_others(side, target)
        aircraft = [unit for unit in table.force(side).standings if table.unit(unit).flies]
        flew = [unit for unit in aircraft if unit in self._landed_from(target) and unit not in others]
        return flew + [unit for unit in aircraft if table.place_of(unit) == target and unit not in flew]

    def _landed_from(self, target: Hex) -> frozenset[str]:
        """Aircraft that landed, and were not over another hex."""
        table = self.table
        return frozenset(unit for unit, _ in self.followed.landed if table.place_of(unit) in (target, *_boxes(table)))

    def _of_others(self, side: str, target: Hex) -> frozenset[str]:
        """Aircraft that landed and cannot have flown here, whoever attacked: they landed later, or for something else."""
        known = self._landed_otherwise.get((side, target))
        if known is None:
            landed = sorted(unit for unit in self._landed_from(target) if self.followed.side(unit) == side)
            known = self._cannot(Attack((), target, tuple(map(Support, landed)))) & frozenset(landed)
            self._landed_otherwise[side, target] = known
        return known

    def _flights(self, side: str, target: Hex) -> list[tuple[Support, ...]]:
        flew = self._aloft(side, target)
        return [tuple(map(Support, flew, manners)) for manners in product(MANNERS, repeat=len(flew))]

    def _landed_later(self, side: str, target: Hex) -> Iterator[Help]:
        """Aircraft that waited in a box when the die was thrown and are put elsewhere only when all is over."""
        table, flew = self.table, self._aloft(side, target)
        aircraft = {unit for unit in table.force(side).standings if table.unit(unit).flies}
        rest = sorted(unit for unit in (self.wanted.later & aircraft).difference(flew) if table.place_of(unit) in _boxes(table))
        for count in range(1, MOST + 1 - len(flew)):
            for more in combinations(rest, count):
                for manners in product(MANNERS, repeat=count):
                    yield Help(tuple(map(Support, more, manners)))


def _boxes(table: Table) -> frozenset[str]:
    return frozenset(standing.place for _, standing in table.state.units if standing.place not in table.grid)


def _teams(required: Sequence[str], others: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The required with any number of the others, as many as can be first."""
    for count in range(len(others), -1, -1):
        for some in combinations(others, count):
            if required or some:
                yield (*required, *some)


def sides_of(table: Table, sides: Iterable[str]) -> tuple[str, ...]:
    """Whose attack it may be: that of the side in command or in its phase; of any, if nobody knows."""
    leader = table.state.sure(ACTIVE_HQ, None)
    if isinstance(leader, str):
        return (table.unit(leader).side,)
    return (table.state.active,) if table.state.active else tuple(sides)


def targets_of(followed: Followed, side: str) -> Iterator[Hex]:
    """The hexes that a side may have attacked: where enemies suffered, else next to where its own units did, else any."""
    table = followed.table
    enemies = [other for other in table.game.sides if other != side]
    struck = [hex for enemy in enemies for hex in followed.hexes_of(enemy)]
    if struck:
        yield from (hex for hex in struck if any(table.friends_at(side, near) for near in table.grid.neighbours(hex)))
        return
    own = followed.hexes_of(side) or tuple(dict.fromkeys(place for place in _places(table, side)))
    held = {place for force in table.enemies(side) for place in force.by_place}
    hexes = dict.fromkeys(near for hex in own for near in table.grid.neighbours(hex) if near in held)
    aimed = {standing.place for unit, standing in table.state.units if unit.flies and unit.side == side}
    yield from sorted(hexes, key=lambda hex: hex not in aimed)


def _places(table: Table, side: str) -> Iterator[str]:
    helpers = helping(table)
    for unit, standing in table.force(side).standings.items():
        if standing.place in table.grid and table.unit(unit).kind not in helpers:
            yield standing.place
