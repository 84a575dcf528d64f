"""What depends on who looks and on the module: which pieces are hidden, what may stack, in which layer a thing is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..pieces import Piece
from ..secret import Secret
from ..traits import concealment, marking
from .units import DECK, NO_LAYER, PIECE, STACK, PieceUnit, Types
from .world import World

if TYPE_CHECKING:
    from .table import PieceTable


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at the replay. What stacks with what depends on it where pieces are hidden. By default somebody of no side."""

    id: Secret | None = None
    side: str | None = None

    def sees(self, owner: Secret | None, access: concealment.Access) -> bool:
        """Whether a piece concealed by that owner is open to the viewer."""
        if owner is None:
            return True
        if access.by == "player":
            return owner == self.id
        if self.side is None:
            return False
        if access.by == "side":
            return owner == Secret(self.side)
        return self.side in access.sides and any(owner == Secret(side) for side in access.sides)


_ANSWERS = 1_000

AskTable = Callable[[str | None, int, int, str], str | None]
"""Looks up a global property from a place."""


class ViewerSight:
    """One viewer's eyes in one module."""

    def __init__(self, types: Types, world: World, viewer: Viewer) -> None:
        self.types = types
        self.world = world
        self.viewer = viewer
        self._answers: dict[tuple[str, str, str, str], str | None] = {}  # VASSAL asks for a piece's layer over and over

    def stacks(self, unit: PieceUnit) -> bool:
        return unit.kind == STACK or (unit.kind == PIECE and self.types[unit.type].stacks)

    def owner(self, unit: PieceUnit) -> Secret | None:
        """Who hid a piece, None if it is in the open."""
        place = self.types[unit.type].hides if unit.kind == PIECE else None
        return None if place is None else concealment.hidden_by(self.types.traits(unit)[place])

    def visible(self, unit: PieceUnit) -> bool:
        place = self.types[unit.type].hides if unit.kind == PIECE else None
        if place is None:
            return True
        trait = self.types.traits(unit)[place]
        return self.viewer.sees(concealment.hidden_by(trait), concealment.access(trait))

    def carries(self, table: PieceTable, key: str) -> bool:
        """Whether it is a mat with something on it."""
        unit = table.units[key]
        if unit.kind != PIECE or not self.types[unit.type].mats:
            return False
        traits = self.types.traits(unit)
        return bool(marking.cargo(traits[min(self.types[unit.type].mats)].state))

    def top(self, table: PieceTable, stack: PieceUnit) -> str | None:
        """The highest piece of a stack that the viewer sees."""
        return next((key for key in reversed(stack.members) if self.visible(table.units[key])), None)

    def top_for(self, table: PieceTable, stack: PieceUnit, player: Secret | None) -> str | None:
        """The highest piece of a stack that a certain player sees; the sides of players do not count here."""
        for key in reversed(stack.members):
            owner = self.owner(table.units[key])
            if owner is None or owner == player:
                return key
        return None

    # --- layers -----------------------------------------------------------------------------------------------------------------

    def layer_of_nothing(self, place: str) -> int:
        """Where an empty stack would be drawn."""
        rules = self.world.rules(place)
        return 1 if rules is None or rules.layer_property is None else len(rules.layer_order)

    def layer(self, table: PieceTable, key: str, place: str) -> int:
        """The layer of a map in which a thing is drawn, 0 being the lowest."""
        rules = self.world.rules(place)
        unit = table.units[key]
        if rules is None or rules.layer_property is None:
            return 1 if self.stacks(unit) else 0
        if unit.kind == STACK:
            top = self.top(table, unit)
            if top is None and unit.layer != NO_LAYER and unit.members:
                top = unit.members[0]
            if top is None:
                return self.layer_of_nothing(place)
            key, unit = top, table.units[top]
        if unit.kind == DECK:
            return len(rules.layer_order)
        value = self._value(table, key, unit, rules.layer_property)
        return rules.layer_order.index(value) if value in rules.layer_order else len(rules.layer_order)

    def _value(self, table: PieceTable, key: str, unit: PieceUnit, name: str) -> str | None:
        asked = unit.id, unit.type, unit.state, name
        if asked not in self._answers:
            if len(self._answers) >= _ANSWERS:
                self._answers.clear()
            self._answers[asked] = Piece(unit.id, self.types.traits(unit)).ask(name)
        found = self._answers[asked]
        return table.ask_globals(*table.place(key), name) if found is None else found

    def can_merge(self, table: PieceTable, first: str, second: str, place: str) -> bool:
        """Whether two things may lie in one stack, as far as the things themselves are concerned."""
        one, two = self._speaker(table, first), self._speaker(table, second)
        if DECK in (table.units[first].kind, table.units[second].kind):
            return True
        if one is None or two is None:
            return False
        unit, other = table.units[one], table.units[two]
        if not self.stacks(unit) or not self.stacks(other):
            return False
        if not (self.visible(unit) and self.visible(other)) and self.owner(unit) != self.owner(other):
            return False
        rules = self.world.rules(place)
        if rules is None or rules.layer_property is None:
            return True
        return self.layer(table, one, place) == self.layer(table, two, place)

    def _speaker(self, table: PieceTable, key: str) -> str | None:
        """The piece that speaks for a stack: the highest one visible."""
        unit = table.units[key]
        return self.top(table, unit) if unit.kind != PIECE else key
