"""What is remembered of the last combat, for the losses, retreats and advances that follow from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Attack
from adjudicator.engine.deeds import ATTACKED, CHIT, STRUCK, TARGETS
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.facts import Interval, Truth, between, exactly

from ..registry import SHARED
from ..table import Table
from .column import chosen, resolvable, results_of
from .fight import Fight, Role, fight_of
from .results import CombatOutcome, Result, read
from .routes import ways_out

NO_STEPS = exactly(0)


@dataclass(frozen=True, slots=True)
class RetreatWay:
    """How a stack retreated, and the steps that must have cost it. Who went there by the same way went as one stack."""

    units: tuple[str, ...]
    start: Hex
    to: Hex
    path: tuple[Hex, ...] | None = None
    cost: Interval = NO_STEPS
    for_zones: bool = False  # every step it cost was for a zone of control

    def same(self, other: RetreatWay) -> bool:
        return (self.start, self.to) == (other.start, other.to) and (None in (self.path, other.path) or self.path == other.path)

    def joined(self, other: RetreatWay) -> RetreatWay:
        low, high = max(self.cost.low, other.cost.low), max(self.cost.high, other.cost.high)
        cost = between(low, high, *self.cost.needs, *other.cost.needs)
        units = tuple(dict.fromkeys((*self.units, *other.units)))
        return RetreatWay(units, self.start, self.to, self.path or other.path, cost, self.for_zones or other.for_zones)


@dataclass(frozen=True, slots=True)
class Combat:
    """A combat that was rolled, and what became of it so far."""

    fight: Fight
    result: Result | None  # None: it is not known
    steps: Mapping[str, int] = field(default_factory=dict)  # that each unit had before it
    lost: tuple[str, ...] = ()  # a unit for each step lost since
    paid: tuple[str, ...] = ()  # of these, the ones lost for retreating, or for not retreating
    ways: tuple[RetreatWay, ...] = ()  # the stacks that retreated
    exits: Mapping[str, Mapping[Hex, Truth]] = field(default_factory=dict)  # hexes open to each unit when the combat began
    advanced: frozenset[str] = frozenset()
    phase: tuple[int, str] | None = None  # turn and phase in which it took place
    companions: Mapping[str, Hex] = field(default_factory=dict)  # units that stood with attackers, and where
    marks: Mapping[str, frozenset[str]] = field(default_factory=dict)  # markers that each unit carried before it
    earlier: tuple[Combat, ...] = ()  # combats before it whose attackers may still advance

    def role(self, unit: str) -> Role | None:
        if unit in self.fight.attackers:
            return "attacker"
        return "defender" if unit in self.fight.present else None

    def outcome(self, role: Role) -> CombatOutcome | None:
        """What the result asks of a side; None if it is not known. A starred result falls away when the defender retreated."""
        if self.result is None:
            return None
        outcome = self.result.of(role)
        if outcome.unless_retreated and role == "attacker" and self.defender_retreated:
            return CombatOutcome()
        return outcome

    @property
    def retreated(self) -> frozenset[str]:
        return frozenset(unit for way in self.ways for unit in way.units)

    @property
    def defender_retreated(self) -> bool:
        return any(unit in self.fight.present for unit in self.retreated)

    def forced(self, role: Role) -> Interval:
        """The steps that retreats of one side must have cost it."""
        total = NO_STEPS
        for way in self.ways_of(role):
            total += way.cost
        return total

    def ways_of(self, role: Role) -> tuple[RetreatWay, ...]:
        """How stacks of one side retreated. Who took no part but went along, or made room, has no role."""
        return tuple(way for way in self.ways if {self.role(unit) for unit in way.units} & {role, None})

    @property
    def by_result(self) -> Counter[str]:
        """How many steps each unit lost by the result itself."""
        return Counter(self.lost) - Counter(self.paid)

    def had(self, units: Iterable[str]) -> int:
        """The steps that these units had together before it."""
        return sum(self.steps[unit] for unit in units if unit in self.steps)

    def role_of(self, side: str) -> Role:
        return "attacker" if side == self.fight.side else "defender"

    def lost_by(self, role: Role) -> tuple[str, ...]:
        return tuple(unit for unit in self.lost if self.role(unit) == role)


SHARED.slot("advance.waits", "May those who attacked still advance after the next combat?", optional=True)

COMBAT: Final[Memory[Combat | None]] = SHARED.memory(
    "combat", Combat, "the last combat, and what became of it", lasts=Lifetime.GAME, default=None, forbids=True
)


def combat_of(table: Table, attack: Attack) -> Combat:
    """The record of a combat on the position before it."""
    fight = fight_of(table, attack)
    involved = (*fight.attackers, *fight.present)
    standings = {unit: standing for unit in involved if (standing := table.standing(unit)) is not None}
    beside = {unit: hex for hex in fight.hexes for unit in table.friends_at(fight.side, hex) if unit not in fight.attackers}
    return Combat(
        fight,
        result_of(table, attack, fight),
        {unit: table.unit(unit).steps - standing.losses for unit, standing in standings.items()},
        phase=(table.state.turn, table.state.phase),
        companions=beside,
        marks={unit: standing.marks for unit, standing in standings.items()},
        exits={unit: ways_out(table, unit) for unit in involved},
        earlier=_waiting(table),
    )


def _waiting(table: Table) -> tuple[Combat, ...]:
    """The combats after which somebody may still advance: those of the same activation, where the game lets them wait."""
    combat = last(table) if table.rules.all_of("advance.waits") else None
    if combat is None:
        return ()
    attacked = table.state.those(ATTACKED)
    return tuple(each for each in (*combat.earlier, replace(combat, earlier=())) if not attacked.isdisjoint(each.fight.attackers))


def combat_after_which(combat: Combat, units: Iterable[str], to: Hex) -> Combat:
    """The combat after which units advance: the last in which they attacked, else beside an attack upon the hex they enter.

    Whoever has advanced after any of them has advanced.
    """
    units = tuple(units)
    each = (combat, *reversed(combat.earlier))
    theirs = (one for one in each if not set(units).isdisjoint(one.fight.attackers))
    beside = (one for one in each if one.fight.target == to and not set(units).isdisjoint(one.companions))
    found = next(theirs, None) or next(beside, combat)
    return replace(found, advanced=combat.advanced.union(*(one.advanced for one in combat.earlier)))


def _struck(table: Table, attack: Attack) -> tuple[str, Hex, str]:
    return (attack.kind, attack.target, table.state.sure(CHIT, ""))


def with_target(state: State, table: Table, attack: Attack) -> State:
    """It is remembered that a hex was attacked: others than plain attacks by their kind and the chit that let them."""
    if attack.kind == "attack":
        return state.adding(TARGETS, attack.target)
    return state.adding(STRUCK, _struck(table, attack))


def was_target(table: Table, attack: Attack) -> Truth:
    """Has its hex been attacked in this way before?"""
    if attack.kind == "attack":
        return table.state.has(TARGETS, attack.target)
    return table.state.has(STRUCK, _struck(table, attack))


def result_of(table: Table, attack: Attack, fight: Fight) -> Result | None:
    """The result the players took; if they did not say it, the one that the chart gives, where it gives only one."""
    if attack.result is not None:
        return read(table, attack.result)
    if attack.die is None or not resolvable(table, fight):
        return None
    texts = results_of(table, fight, attack.die, attack.column).texts
    if chosen(table, fight):  # and nobody said what he chose
        texts = tuple(dict.fromkeys((*texts, *results_of(table, fight, attack.die, attack.column, wanted=False).texts)))
    return read(table, texts[0]) if len(texts) == 1 and texts[0] is not None else None


def last(table: Table) -> Combat | None:
    """The last combat; None if there was none, or nobody knows of it."""
    combat = table.state.sure(COMBAT, None)
    if combat is None or combat.result is not None:
        return combat
    told = table.told.get(factname.combat_result(combat.fight.target))
    return combat if told is None else replace(combat, result=read(table, told))


def with_losses(combat: Combat, steps: tuple[str, ...], because: str = "combat") -> Combat:
    paid = (*combat.paid, *steps) if because == "retreat" else combat.paid
    return replace(combat, lost=(*combat.lost, *steps), paid=paid)


def with_advance(combat: Combat, units: tuple[str, ...]) -> Combat:
    return replace(combat, advanced=combat.advanced | frozenset(units))


def with_retreat(combat: Combat, ways: Iterable[RetreatWay]) -> Combat:
    """Who is dragged counter by counter to where others of his stack went before went with them."""
    found = list(combat.ways)
    for way in ways:
        at = next((index for index, before in enumerate(found) if before.same(way)), None)
        if at is None:
            found.append(way)
        else:
            found[at] = found[at].joined(way)
    return replace(combat, ways=tuple(found))
