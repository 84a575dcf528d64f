"""What players do, as the rules see it: each action with exactly what a rule can ask about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from .hexes import Hex


@dataclass(frozen=True, slots=True)
class Move:
    """Units move together from where they stand. Players show where they ended; the path is known only if they said it."""

    units: tuple[str, ...]
    to: str
    path: tuple[Hex, ...] | None = None  # with the first and the last hex
    mode: str | None = None  # regular, strategic, rail …; None: any that explains it


@dataclass(frozen=True, slots=True)
class Place:
    """A unit enters play: a reinforcement, a rebuilt unit, a militia."""

    unit: str
    at: str
    why: str = "reinforcement"
    losses: int = 0


@dataclass(frozen=True, slots=True)
class Remove:
    """A unit leaves play, and why: a withdrawal, an exit, an elimination."""

    unit: str
    why: str = "eliminated"


@dataclass(frozen=True, slots=True)
class Activate:
    """A headquarters (or a chit) brings units under command."""

    headquarters: str
    units: tuple[str, ...] = ()
    by: str = ""  # the chit that does it


@dataclass(frozen=True, slots=True)
class Support:
    """Something that helps in a combat: an air unit, artillery, a ship, a supply column."""

    unit: str
    how: str = ""  # full, normal …


@dataclass(frozen=True, slots=True)
class Attack:
    """A combat, as announced and rolled. What was not said is None."""

    attackers: tuple[str, ...]
    target: Hex
    support: tuple[Support, ...] = ()
    defence: tuple[Support, ...] = ()
    column: str | None = None  # the odds column the players used
    die: int | None = None
    result: str | None = None
    kind: str = "attack"  # attack, mobile attack, bombardment, barrage, antitank fire …


@dataclass(frozen=True, slots=True)
class Fire:
    """One or more units fire at a unit or a hex."""

    firers: tuple[str, ...]
    target: str
    kind: str
    total: int | None = None
    die: int | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class Lose:
    """Step losses of one side in one combat, in the order in which they were taken."""

    side: str
    steps: tuple[str, ...]  # a unit's id for each step it lost
    because: str = "combat"


@dataclass(frozen=True, slots=True)
class Retreat:
    """Units retreat from a hex, along a path if it is known."""

    units: tuple[str, ...]
    to: str
    path: tuple[Hex, ...] | None = None
    length: int | None = None


@dataclass(frozen=True, slots=True)
class Advance:
    """Units advance after a combat; the first hex is the one they attacked."""

    units: tuple[str, ...]
    to: Hex
    path: tuple[Hex, ...] | None = None


@dataclass(frozen=True, slots=True)
class Supply:
    """The markers a side put on and took off in its supply check: for each unit its state, by the game's own name."""

    states: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Replace:
    """Replacements rebuild steps of a unit on the map, or a unit out of play (`at` says where it comes back)."""

    unit: str
    steps: int = 1
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A chit is drawn from the cup."""

    chit: str


@dataclass(frozen=True, slots=True)
class Roll:
    """A die rolled for something that is not a combat: an event, a rally, the thaw."""

    purpose: str
    dice: tuple[int, ...]
    result: str | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker or a mode changes: disrupted, rallied, fire mode, victory point control."""

    subject: str  # a unit or a hex
    mark: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class Phase:
    """The game goes on to another phase, and perhaps another turn."""

    phase: str
    active: str = ""
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Declare:
    """Something announced that only one game knows, with what it says."""

    what: str
    values: tuple[tuple[str, str], ...] = field(default=())

    def __getitem__(self, key: str) -> str:
        return dict(self.values)[key]


Action: TypeAlias = (
    Move
    | Place
    | Remove
    | Activate
    | Attack
    | Fire
    | Lose
    | Retreat
    | Advance
    | Supply
    | Replace
    | Draw
    | Roll
    | Mark
    | Phase
    | Declare
)
