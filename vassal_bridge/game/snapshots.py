"""Units as they were at one moment, and what a step changed of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..pieces import Piece
from ..traits import Trait
from .table import GHOST, PieceTable
from .units import (
    DECK,
    PIECE,
    UNIQUE_ID,
    PieceUnit,
    Types,
    core_of,
    core_values,
    deck_state,
    stack_state,
    with_core,
)
from .views import state_in_place


@dataclass(frozen=True, slots=True, repr=False)
class Snapshot:
    """A piece, stack or deck at one moment. `index` counts in its stack or deck from 0 at the bottom, -1 if it is in none."""

    unit: PieceUnit
    map: str | None
    x: int
    y: int
    parent: str | None
    index: int
    members: tuple[str, ...]
    types: Types

    def __repr__(self) -> str:
        return f"Snapshot({self.id!r}, {self.kind}, {self.map!r}, {self.x}, {self.y})"

    @property
    def id(self) -> str:
        return self.unit.id

    @property
    def kind(self) -> str:
        return self.unit.kind

    @property
    def place(self) -> tuple[str | None, int, int]:
        return self.map, self.x, self.y

    @property
    def type_text(self) -> str:
        return self.unit.type

    @property
    def state_text(self) -> str:
        """The state as VASSAL would write it at that moment."""
        unit = self.unit
        if unit.kind == PIECE:
            return state_in_place(unit, self.types[unit.type].count, self.x, self.y)
        if unit.kind == DECK:
            return deck_state(unit.map, unit.x, unit.y, list(self.members), unit.face_down)
        return stack_state(unit.map, unit.x, unit.y, list(self.members), unit.layer)

    @property
    def piece(self) -> Piece:
        return Piece(self.id, self.types.reader.piece(self.type_text, self.state_text))


@dataclass(frozen=True, slots=True)
class TraitChange:
    """One trait of a piece before and after; `number` counts from the outermost, 0."""

    number: int
    before: Trait
    after: Trait


@dataclass(frozen=True, slots=True)
class PieceChange:
    """What became of one piece, stack or deck."""

    before: Snapshot
    after: Snapshot

    @property
    def id(self) -> str:
        return self.after.id

    @property
    def moved(self) -> bool:
        return self.before.place != self.after.place

    @property
    def restacked(self) -> bool:
        """In another stack, or elsewhere in the same."""
        return (self.before.parent, self.before.index) != (self.after.parent, self.after.index)

    def traits(self) -> list[TraitChange]:
        """The traits with another state than before. Of a basic piece that only moved, the place is what differs."""
        if self.after.kind != PIECE or self.before.type_text != self.after.type_text:
            return []
        pairs = zip(self.before.piece.traits, self.after.piece.traits, strict=True)
        return [
            TraitChange(number, before, after)
            for number, (before, after) in enumerate(pairs)
            if before.state_text != after.state_text
        ]


@dataclass(frozen=True, slots=True)
class Changes:
    """What a step did to the pieces, stacks and decks of a game."""

    added: tuple[Snapshot, ...] = ()
    removed: tuple[Snapshot, ...] = ()
    changed: tuple[PieceChange, ...] = ()


class _Moment:
    """The table at one moment: `units` looks a key up as it was then."""

    def __init__(self, table: PieceTable, then: Mapping[str, PieceUnit | None]) -> None:
        self._now = table.units
        self._then = then
        self._types = table.sight.types
        self._places: dict[str, dict[str, int]] = {}

    def unit(self, key: str) -> PieceUnit | None:
        return self._then[key] if key in self._then else self._now.get(key)

    def standing(self, key: str, unit: PieceUnit) -> tuple[str | None, int, int, str | None, int]:
        """Map, x, y, parent and index."""
        parent = None if unit.parent is None else self.unit(unit.parent)
        if unit.parent is None or parent is None:
            return unit.map, unit.x, unit.y, None, -1
        places = self._places.get(unit.parent)
        if places is None:
            places = self._places[unit.parent] = {member: place for place, member in enumerate(parent.members)}
        return parent.map, parent.x, parent.y, parent.id, places.get(key, -1)

    def snapshot(self, key: str, unit: PieceUnit) -> Snapshot:
        members = tuple(found.id for member in unit.members if (found := self.unit(member)) is not None)
        return Snapshot(unit, *self.standing(key, unit), members, self._types)


def changes(table: PieceTable, touched: Mapping[str, PieceUnit | None]) -> Changes:
    """What differs from before the step that touched these units, ordered by id."""
    before, after = _Moment(table, touched), _Moment(table, {})
    added, removed, changed = [], [], []
    for key in sorted(_concerned(table, touched)):
        old, new = before.unit(key), after.unit(key)
        if old is None:
            if new is not None:
                added.append(after.snapshot(key, new))
        elif new is None:
            removed.append(before.snapshot(key, old))
        elif old is not new or before.standing(key, old) != after.standing(key, new):
            change = PieceChange(before.snapshot(key, old), after.snapshot(key, new))
            if _differs(change, before.standing(key, old) != after.standing(key, new)):
                changed.append(change)
    return Changes(tuple(added), tuple(removed), tuple(changed))


def _concerned(table: PieceTable, touched: Mapping[str, PieceUnit | None]) -> set[str]:
    """What was touched, and what lies in stacks that were."""
    keys = set(touched)
    for key, old in touched.items():
        for unit in (old, table.units.get(key)):
            if unit is not None and unit.members:
                table.charge(len(unit.members))
                keys.update(unit.members)
        keys.update(table.strays.get(key, ()))
    return {key for key in keys if not key.startswith(GHOST)}


def _differs(change: PieceChange, elsewhere: bool) -> bool:
    old, new = change.before, change.after
    if elsewhere or old.unit.map != new.unit.map or old.unit.type != new.unit.type:
        return True
    if new.kind == PIECE:
        return old.unit.state != new.unit.state and _other_state(old, new)
    return (old.members, old.unit.layer, old.unit.face_down) != (new.members, new.unit.layer, new.unit.face_down)


def _other_state(old: Snapshot, new: Snapshot) -> bool:
    """Whether two states differ; a piece whose state holds no UniqueID has its own id for one."""
    texts, count = (old.state_text, new.state_text), new.types[new.type_text].count
    if texts[0] == texts[1]:
        return False
    cores = [core_of(text, count) for text in texts]
    if with_core(texts[0], count, "") != with_core(texts[1], count, ""):
        return True
    one, two = ({**core_values(core), UNIQUE_ID: core_values(core).get(UNIQUE_ID, new.id)} for core in cores)
    return one != two


def live_snapshots(table: PieceTable) -> Iterator[Snapshot]:
    """All units of a game."""
    now = _Moment(table, {})
    return (now.snapshot(key, table.units[key]) for key in table.live_keys())
