"""A position: where units stand and in what condition, whose turn it is, and what else a game remembers.

Values never change. A new position shares with the old one whatever did not change: moving a unit of one side leaves the
other side's force, and everything worked out about it, as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import xor
from typing import Any, TypeVar

from adjudicator import factname
from adjudicator.factname import FactName
from adjudicator.facts import YES, Fact, Known, Truth, Unknown, truth, unsure

from .hexes import Hex
from .memory import Family, Lifetime, Memories, Memory, Partly, Remembered, outlasting
from .remembering import Remembering
from .units import Unit

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a unit is (a hex, or a box by its name), how many steps it has lost, and the markers on it."""

    place: str
    losses: int = 0
    marks: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()  # marks of which nobody can say whether they are on it

    def marked(self, mark: str, unit: str = "") -> Truth:
        return unsure(factname.mark(unit, mark)) if mark in self.doubtful else truth(mark in self.marks)


@dataclass(frozen=True, eq=False)
class Force(Remembering):
    """One side's units. Whatever is worked out from them alone is kept with them."""

    side: str
    units: Mapping[str, Unit]
    standings: Mapping[str, Standing]
    _memo: dict[object, Any] = field(default_factory=dict, repr=False, init=False)
    _kept: dict[object, Any] = field(default_factory=dict, repr=False, init=False)

    @property
    def by_place(self) -> Mapping[str, tuple[str, ...]]:
        return self.cached("by place", self._by_place)

    def _by_place(self) -> Mapping[str, tuple[str, ...]]:
        places: dict[str, tuple[str, ...]] = {}
        for unit, standing in self.standings.items():
            places[standing.place] = (*places.get(standing.place, ()), unit)
        return places

    def at(self, place: str) -> tuple[str, ...]:
        return self.by_place.get(place, ())

    @property
    def kept(self) -> dict[object, Any]:
        """What hangs on the counters alone and on its key, not on where they stand: the same dict as they move about."""
        return self._kept

    @property
    def stamp(self) -> int:
        """A number that two forces have in common if their units stand alike."""
        return self.cached("stamp", lambda: reduce(xor, map(hash, self.standings.items()), 0))

    def alike(self, other: Force) -> bool:
        """Do the same units stand alike, and are they told in the same order?"""
        return self is other or (
            self.units is other.units
            and self.stamp == other.stamp
            and list(self.standings.items()) == list(other.standings.items())
            and list(self.by_place.items()) == list(other.by_place.items())
        )

    def changed(self, unit: str, standing: Standing | None) -> Force:
        """The force with one unit standing elsewhere, or gone."""
        before = self.standings.get(unit)
        standings = {**self.standings}
        if standing is None:
            standings.pop(unit, None)
        else:
            standings[unit] = standing
        after = Force(self.side, self.units, standings)
        object.__setattr__(after, "_kept", self._kept)
        if "stamp" in self._memo:
            gone, come = (hash((unit, each)) if each is not None else 0 for each in (before, standing))
            after._memo["stamp"] = self.stamp ^ gone ^ come
        places = self._memo.get("by place")
        if places is not None:  # two of its entries changed, the others are as they were
            updated = dict(places)
            if before is not None:
                left = tuple(other for other in updated[before.place] if other != unit)
                updated[before.place] = left
                if not left:
                    del updated[before.place]
            if standing is not None:
                updated[standing.place] = (*updated.get(standing.place, ()), unit)
            after._memo["by place"] = updated
        return after


@dataclass(frozen=True, slots=True, eq=False)
class State(Remembering):
    """A position of a game between two actions."""

    forces: Mapping[str, Force]
    turn: int = 1
    phase: str = ""
    active: str = ""  # the side whose phase it is; empty where both act
    control: Mapping[Hex, str] = field(default_factory=dict)
    memories: Memories = field(default_factory=dict)  # by name; what stands not here is as it is by default
    _memo: dict[object, Any] = field(default_factory=dict, repr=False, init=False)

    @property
    def stamp(self) -> tuple[object, ...]:
        """What two positions have in common if nobody can tell them apart."""
        return self.turn, self.phase, self.active, *(force.stamp for force in self.forces.values())

    def alike(self, other: State) -> bool:
        """Is all the same, down to the order in which it is told, though it came to be otherwise?"""
        return (
            self.stamp == other.stamp
            and list(self.memories.items()) == list(other.memories.items())
            and list(self.control.items()) == list(other.control.items())
            and all(force.alike(other.forces[side]) for side, force in self.forces.items())
        )

    @property
    def units(self) -> Iterator[tuple[Unit, Standing]]:
        for force in self.forces.values():
            for unit, standing in force.standings.items():
                yield force.units[unit], standing

    def force_of(self, unit: str) -> Force:
        for force in self.forces.values():
            if unit in force.units:
                return force
        raise KeyError(unit)

    def unit(self, unit: str) -> Unit:
        return self.force_of(unit).units[unit]

    def standing(self, unit: str) -> Standing | None:
        """Where a unit stands; None if it is not in play."""
        return self.force_of(unit).standings.get(unit)

    # --- what is remembered

    def recall(self, memory: Memory[T]) -> Fact[T]:
        found = self.memories.get(memory.name) or (self.memories.get(memory.family) if memory.family else None)
        return memory.default if found is None else found.fact

    def stated(self, memory: Memory[T]) -> Fact[T] | None:
        """What was stated or happened; None if nothing did."""
        found = self.memories.get(memory.name)
        return None if found is None else found.fact

    def sure(self, memory: Memory[T], otherwise: D) -> T | D:
        """What is known of it, for whom nothing hangs on the rest."""
        match self.recall(memory):
            case Known(value):
                return value
            case Partly(_, seen):
                part: T = seen
                return part
            case _:
                return otherwise

    def remember(self, memory: Memory[T], value: T) -> State:
        return self._with(memory, Known(value))

    def forget(self, memory: Memory[T], key: FactName | None = None) -> State:
        """It is unknown from now on."""
        return self._with(memory, Unknown(key or memory.asks))

    def without(self, memory: Memory[Any]) -> State:
        """It is as it is by default."""
        if memory.name not in self.memories:
            return self
        return self._remembering({name: each for name, each in self.memories.items() if name != memory.name})

    def taking(self, memories: Memories) -> State:
        """The position with these memories instead of its own."""
        return self._remembering({**self.memories, **memories})

    def amend(self, memory: Memory[T], value: T) -> State:
        """This is known of it now; what is not known of it stays so."""
        before = self.recall(memory)
        return self._with(memory, Partly(before.key, value) if isinstance(before, Unknown) else Known(value))

    def _with(self, memory: Memory[T], fact: Fact[T]) -> State:
        return self._remembering({**self.memories, memory.name: Remembered(memory, fact)})

    def _remembering(self, memories: Memories) -> State:
        return State(self.forces, self.turn, self.phase, self.active, self.control, memories)

    def as_in(self, other: State, memory: Memory[Any]) -> State:
        """This is remembered as it is in another position."""
        return self._with(memory, other.recall(memory))

    def has(self, memory: Memory[frozenset[K]], item: K) -> Truth:
        """Is this one of them: `has(ATTACKED, "21")`?"""
        fact = self.recall(memory)
        if isinstance(fact, Known):
            return truth(item in fact.value)
        return YES if item in self.those(memory) else unsure(fact.key)

    def those(self, memory: Memory[frozenset[K]]) -> frozenset[K]:
        """All that are known to be of them."""
        return self.sure(memory, frozenset[K]())

    def listed(self, memory: Memory[dict[K, V]]) -> Mapping[K, V]:
        """All that is known to stand in a table."""
        return self.sure(memory, dict[K, V]())

    def every(self, family: Family[T]) -> Iterator[tuple[str, T]]:
        """All that is known of one for each, by name."""
        for name, each in self.memories.items():
            if each.memory.family == family.each.name and isinstance(each.fact, Known):
                yield name, each.fact.value

    def adding(self, memory: Memory[frozenset[K]], *items: K) -> State:
        return self.amend(memory, self.those(memory).union(items)) if items else self

    def beginning(self, what: Lifetime, lasting: Mapping[str, Lifetime]) -> State:
        """A turn, an activation, a phase or a combat begins: what it ends is forgotten."""
        return self._remembering(outlasting(self.memories, what, lasting))

    def with_standing(self, unit: str, standing: Standing | None) -> State:
        force = self.force_of(unit)
        forces = {**self.forces, force.side: force.changed(unit, standing)}
        return State(forces, self.turn, self.phase, self.active, self.control, self.memories)

    def moved(self, unit: str, place: str) -> State:
        before = self.standing(unit)
        return self.with_standing(unit, Standing(place) if before is None else replace(before, place=place))

    def marked(self, unit: str, *marks: str, without: frozenset[str] = frozenset()) -> State:
        before = self.standing(unit)
        if before is None:
            raise KeyError(unit)
        return self.with_standing(unit, replace(before, marks=(before.marks - without) | frozenset(marks)))

    def lost(self, unit: str, steps: int = 1) -> State:
        """The unit with fewer steps; gone when it has none left."""
        before = self.standing(unit)
        if before is None:
            raise KeyError(unit)
        losses = before.losses + steps
        return self.with_standing(unit, replace(before, losses=losses) if losses < max(1, self.unit(unit).steps) else None)


def state_of(units: Mapping[str, Unit], standings: Mapping[str, Standing], sides: tuple[str, ...], **rest: Any) -> State:
    """A position from one list of units and one of places."""
    forces = {
        name: Force(
            name,
            {id_: unit for id_, unit in units.items() if unit.side == name},
            {id_: standing for id_, standing in standings.items() if units[id_].side == name},
        )
        for name in sides
    }
    return State(forces, **rest)
