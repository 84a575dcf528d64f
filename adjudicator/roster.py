"""Who is who: from the ids in a file to names and sides, the only form in which people are shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from vassal_bridge.commands import Command, DeclaredCommand, Player
from vassal_bridge.secret import Secret
from vassal_bridge.traits import Trait
from vassal_bridge.traits.concealment import NOBODY, hidden_by, masked_by, owning_side

SOMEBODY = "somebody"
LEAVES = "PYREMOVE\t"


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    side: str

    def __str__(self) -> str:
        return f"{self.name} ({self.side})" if self.name else self.side


@dataclass
class Roster:
    """The players as a file's commands bring and take them. Whoever left is remembered: a mask may still be theirs."""

    sides: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    _present: dict[Secret, Person] = field(default_factory=dict, repr=False)
    _ever: dict[Secret, Person] = field(default_factory=dict, repr=False)

    def note(self, command: Command) -> None:
        """Take notice of a command, if it is about the roster."""
        if isinstance(command, Player):
            self._present[command.id] = self._ever[command.id] = Person(command.name, command.side)
            self.names.add(command.name)
            self.sides.add(command.side)
        elif isinstance(command, DeclaredCommand) and command.spec.prefix == LEAVES:
            self._present.pop(command.values.secret("id"), None)

    @property
    def players(self) -> list[Person]:
        return list(self._present.values())

    def name_of(self, player: Secret) -> str:
        """A player in words, never the id."""
        if player == NOBODY:
            return NOBODY.reveal()
        return str(self._ever[player]) if player in self._ever else SOMEBODY

    def owner_by(self, trait: Trait) -> str | None:
        """Who masked, hid or restricted the piece by this trait, None if nobody did."""
        if trait.kind == "restrict":
            holder = trait.state.secret("owner")
            return self.name_of(holder) if holder else None
        owner = masked_by(trait) if trait.kind == "obs" else hidden_by(trait)
        if owner is None:
            return None
        return owning_side(trait, self.sides) or self.name_of(owner)
