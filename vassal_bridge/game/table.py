"""The table: all units of a game, who lies in which stack, and what is drawn on which map in which order.

A unit is known by its key. That is its id as long as the game knows it by that id. A unit that lost its id to another of the same
id, and a stack that was removed while pieces still belong to it, stay what they were for those beside them, but nobody can name
them any more: they get a key that no file can hold. VASSAL behaves so, and what a log does next may depend on it.

What lies loose on a map, stacks and decks among it, has one `Home` there. VASSAL looks for a thing in the layer it would be drawn
in now; if that has changed, the thing is not found, and may end up with two homes. So does it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from ..commands import ESC
from ..errors import LimitError
from .sight import AskTable, ViewerSight
from .units import DECK, PIECE, STACK, PieceUnit, deck_state, stack_state

GHOST = ESC  # begins the keys of what cannot be named: no command's text can hold it
WORK = 300_000_000  # entries of stacks looked at or copied in one game; honest games need thousands of times less


class BrokenCommandError(Exception):
    """VASSAL cannot finish this command either; what it did up to here stays done. Never leaves the package."""


class Home(Struct, frozen=True, gc=False):
    """That a thing lies on a map: in which layer, and where in the order in which the layer is drawn."""

    map: str
    layer: int
    order: int


class PieceTable:
    """The units of a game. Functions beside it (`merging`, `states`) do what commands ask for; this keeps it consistent."""

    def __init__(self, sight: ViewerSight, own_ids: Callable[[], str], ask_globals: AskTable) -> None:
        self.sight = sight
        self.ask_globals = ask_globals
        self.units: dict[str, PieceUnit] = {}
        self.homes: dict[str, tuple[Home, ...]] = {}
        self.strays: dict[str, frozenset[str]] = {}  # by stack: those that still belong to it although it does not hold them
        self.touched: dict[str, PieceUnit | None] | None = None  # while a step runs: what it touched, as it was before
        self.started = False  # loading is over: from now on what moves comes to the front
        self.own_ids = own_ids
        self.order = 0
        self._ghosts = 0
        self._work = 0
        self.stale: set[str] = set()  # what has to be looked up anew before `at` can answer; empty stacks may be left out
        self._spots: dict[tuple[str, int, int], set[str]] = {}
        self._spot_of: dict[str, list[tuple[str, int, int]]] = {}
        self._doubled: set[str] = set()

    def copy(self, own_ids: Callable[[], str], ask_globals: AskTable) -> PieceTable:
        """The same table, to be changed on its own."""
        other = PieceTable(self.sight, own_ids, ask_globals)
        other.units = dict(self.units)
        other.homes = dict(self.homes)
        other.strays = dict(self.strays)
        other.started = self.started
        other.stale = self.stale.union(self._spot_of)
        other.order, other._ghosts, other._work = self.order, self._ghosts, self._work
        return other

    def charge(self, entries: int) -> None:
        """Long stacks and many of them: each is fast, all together a hostile file could go on for hours."""
        self._work += entries
        if self._work > WORK:
            raise LimitError("the stacks of this game are too large for so many commands")

    # --- looking ----------------------------------------------------------------------------------------------------------------

    def place(self, key: str) -> tuple[str | None, int, int]:
        unit = self.units[key]
        if unit.parent is not None:
            unit = self.units[unit.parent]
        return unit.map, unit.x, unit.y

    def map_of(self, key: str) -> str | None:
        unit = self.units[key]
        return unit.map if unit.parent is None else self.units[unit.parent].map

    def index_of(self, key: str) -> int:
        """Where in its stack, from 0 at the bottom; -1 if in none."""
        parent = self.units[key].parent
        if parent is None:
            return -1
        members = self.units[parent].members
        self.charge(len(members))
        return members.index(key) if key in members else -1

    def live(self, identity: str | None) -> str | None:
        """The key of what the game knows by an id."""
        return identity if identity is not None and identity in self.units and not identity.startswith(GHOST) else None

    def drawn(self, place: str) -> list[tuple[Home, str]]:
        """What lies loose on a map, in the order of drawing."""
        found = [(home, key) for key, homes in self.homes.items() for home in homes if home.map == place]
        found.sort(key=lambda item: (item[0].layer, item[0].order))
        return found

    def state_of(self, key: str) -> str:
        """The state VASSAL would write of a stack or deck."""
        unit = self.units[key]
        self.charge(len(unit.members))
        members = [self.units[member].id for member in unit.members]
        if unit.kind == DECK:
            return deck_state(unit.map, unit.x, unit.y, members, unit.face_down)
        return stack_state(unit.map, unit.x, unit.y, members, unit.layer)

    def watch(self) -> dict[str, PieceUnit | None]:
        """From now on note what is touched, as it was before (None: it was not there)."""
        self.touched = {}
        return self.touched

    def unwatch(self) -> None:
        self.touched = None

    # --- changing units ---------------------------------------------------------------------------------------------------------

    def put(self, key: str, unit: PieceUnit) -> None:
        if self.touched is not None and key not in self.touched:
            self.touched[key] = self.units.get(key)
        self.units[key] = unit
        self.stale.add(key)

    def drop(self, key: str) -> None:
        """Take a unit out of the game for good."""
        if self.touched is not None and key not in self.touched:
            self.touched[key] = self.units[key]
        del self.units[key]
        self._set_homes(key, ())

    def new_key(self, unit: PieceUnit) -> str:
        """The key for a unit that comes into the game. What had its id before goes on without a name."""
        if unit.id in self.units:
            self.rename(unit.id)
        return unit.id

    def rename(self, key: str) -> str:
        """Take a unit's name from it; those beside it know it on."""
        self._ghosts += 1
        ghost = f"{GHOST}{self._ghosts}"
        unit = self.units[key]
        self.put(ghost, unit)
        self._set_homes(ghost, self.homes.get(key, ()))
        self.drop(key)
        if unit.parent is not None:
            above = self.units[unit.parent]
            self.charge(len(above.members))
            members = tuple(ghost if member == key else member for member in above.members)
            self.put(unit.parent, replace(above, members=members))
            if key in self.strays.get(unit.parent, ()):
                self.strays[unit.parent] = self.strays[unit.parent] - {key} | {ghost}
        strays = self.strays.pop(key, None)
        if strays:
            self.strays[ghost] = strays
        self.charge(len(unit.members))
        for member in {*unit.members, *(strays or ())}:
            self.put(member, replace(self.units[member], parent=ghost))
        return ghost

    def set_map(self, key: str, place: str | None) -> None:
        unit = self.units[key]
        if unit.map != place:
            self.put(key, replace(unit, map=place))
        if unit.kind != PIECE:
            self.charge(len(unit.members))
            for member in unit.members:
                child = self.units[member]
                if child.map != place:
                    self.put(member, replace(child, map=place))

    def set_point(self, key: str, x: int, y: int) -> None:
        unit = self.units[key]
        if unit.x != x or unit.y != y:
            self.put(key, replace(unit, x=x, y=y))

    # --- stacks -----------------------------------------------------------------------------------------------------------------

    def detach(self, key: str) -> None:
        """Take a piece out of its stack."""
        unit = self.units[key]
        if unit.parent is None:
            return
        stack = self.units[unit.parent]
        self.charge(len(stack.members))
        if key in stack.members:
            place = stack.members.index(key)
            self.put(unit.parent, replace(stack, members=stack.members[:place] + stack.members[place + 1 :]))
        elif unit.parent in self.strays:
            self.charge(len(self.strays[unit.parent]))
            self.strays[unit.parent] = self.strays[unit.parent] - {key}
        self.put(key, replace(unit, parent=None))

    def refill(self, stack_key: str, keys: Iterable[str]) -> None:
        """Put these pieces into a stack instead of what it holds. Those left out belong to it on, without lying in it."""
        before = self.units[stack_key].members
        members: dict[str, None] = {}
        try:
            for key in keys:
                if self.units[key].parent != stack_key:
                    self._free(key)
                self._claim(key, stack_key)
                members.pop(key, None)
                members[key] = None
        finally:
            stack = self.units[stack_key]
            self.charge(len(before) + len(members))
            if tuple(members) != stack.members:
                self.put(stack_key, replace(stack, members=tuple(members)))
            strays = self.strays.pop(stack_key, frozenset()).union(before).difference(members)
            strays = frozenset(key for key in strays if self.units[key].parent == stack_key)
            if strays:
                self.strays[stack_key] = strays

    def insert(self, stack_key: str, key: str, place: int) -> None:
        """Put a piece into a stack, or elsewhere in the stack in which it lies."""
        stack = self.units[stack_key]
        self.charge(len(stack.members))
        place = max(0, min(place, len(stack.members)))
        if key in stack.members:
            others = tuple(member for member in stack.members if member != key)
            place = min(place, len(others))
        else:
            self._free(key)
            self._claim(key, stack_key)
            stack = self.units[stack_key]
            others = stack.members
        members = (*others[:place], key, *others[place:])
        if members != stack.members:
            self.put(stack_key, replace(stack, members=members))

    def _free(self, key: str) -> None:
        unit = self.units[key]
        if unit.parent is not None:
            self.detach(key)
        elif unit.map is not None:
            self.take_off(key, unit.map)
        if unit.kind != PIECE:
            raise BrokenCommandError("a stack is put into a stack")

    def _claim(self, key: str, stack_key: str) -> None:
        unit, place = self.units[key], self.units[stack_key].map
        if unit.parent != stack_key or unit.map != place:
            self.put(key, replace(unit, parent=stack_key, map=place))

    def new_stack(self, place: str | None, x: int, y: int) -> str:
        """An empty stack with an id of our own, where VASSAL would take one from its clock. It lies on no map yet."""
        identity = self.own_ids()
        while identity in self.units:
            identity = self.own_ids()
        self.put(identity, PieceUnit(identity, STACK, STACK, "", place, x, y))
        return identity

    # --- maps -------------------------------------------------------------------------------------------------------------------

    def layer(self, key: str, place: str) -> int:
        return self.sight.layer(self, key, place)

    def lay(self, key: str, place: str) -> None:
        """Put something loose on a map, where it is drawn last of its layer; out of its stack and off another map."""
        before = self.map_of(key)
        self.set_map(key, before)  # what belongs to it may have thought otherwise
        layer = self.layer(key, place)
        if any(home.map == place and home.layer == layer for home in self.homes.get(key, ())):
            return
        self.detach(key)
        before = self.map_of(key)
        if before is not None and before != place:
            self.take_off(key, before)
        self.set_map(key, place)
        self.order += 1
        home = Home(place, self.layer(key, place), self.order)
        self._set_homes(key, (*self.homes.get(key, ()), home))

    def take_off(self, key: str, place: str) -> None:
        """No longer draw something on a map, if it is found in the layer in which it should be."""
        homes = self.homes.get(key)
        if homes:
            layer = self.layer(key, place)
            self._set_homes(key, tuple(home for home in homes if home.map != place or home.layer != layer))

    def raise_moved(self, key: str) -> None:
        """What moved last, with its whole stack, is drawn last of its layer."""
        place = self.map_of(key)
        rules = None if place is None else self.sight.world.rules(place)
        if not self.started or rules is None or not rules.raises:
            return
        target = self.units[key].parent or key
        on = self.units[target].map
        homes = self.homes.get(target)
        if on is None or not homes:
            return
        layer = self.layer(target, on)
        if any(home.map == on and home.layer == layer for home in homes):
            self.order += 1
            raised = Home(on, layer, self.order)
            self._set_homes(target, tuple(raised if home.map == on and home.layer == layer else home for home in homes))

    def _set_homes(self, key: str, homes: tuple[Home, ...]) -> None:
        if homes:
            self.homes[key] = homes
        else:
            self.homes.pop(key, None)
        self.stale.add(key)

    # --- what lies at a point ---------------------------------------------------------------------------------------------------

    def at(self, place: str, x: int, y: int) -> list[str]:
        """What lies loose at a point of a map, in the order of drawing. Empty stacks are left out."""
        stale = self.stale | self._doubled
        self.charge(len(stale))
        for key in stale:
            self._index(key)
        self.stale = set()
        found = [
            (home.layer, home.order, key)
            for key in self._spots.get((place, x, y), ())
            for home in self.homes[key]
            if home.map == place
        ]
        self.charge(len(found))
        found.sort()
        return [key for _, _, key in found]

    def _index(self, key: str) -> None:
        spots = self._spots
        for spot in self._spot_of.pop(key, ()):
            spots[spot].discard(key)
        self._doubled.discard(key)
        homes = self.homes.get(key)
        unit = self.units.get(key)
        if unit is None or not homes or (unit.kind == STACK and not unit.members):
            return
        if unit.parent is not None:
            self._doubled.add(key)
        _, x, y = self.place(key)
        self._spot_of[key] = [(home.map, x, y) for home in homes]
        for home in homes:
            spots.setdefault((home.map, x, y), set()).add(key)

    def live_keys(self) -> Iterator[str]:
        return (key for key in self.units if not key.startswith(GHOST))
