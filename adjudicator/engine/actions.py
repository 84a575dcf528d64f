"""What players do: each action with exactly what a rule can ask about it, what it does to the position and how it is told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

from pydantic import Field

from .deeds import (
    ACTIVE_HQ,
    ATTACKED,
    BEGUN,
    CHECKED,
    CHIT,
    COMMANDED,
    COMMANDED_AT,
    DRAWN,
    FIRED,
    FIRED_AT,
    LEFT,
    PLACED,
    REBUILT,
    ROLLS,
    SUPPORTED,
    deed,
)
from .hexes import Grid, Hex
from .kinds import (
    ASKING,
    SUFFERING,
    At,
    Doer,
    Doers,
    DoersIfAny,
    Names,
    Path,
    Role,
    Subject,
    conjugated,
)
from .kinds import KINDS as KINDS
from .kinds import Action as Action
from .kinds import Place as PlaceName
from .memory import Lifetime
from .state import Standing, State
from .terms import (
    ActivatorWord,
    AttackWord,
    ChitWord,
    DeclarationWord,
    EntryWord,
    ExitWord,
    FireWord,
    LossWord,
    MannerWord,
    MarkWord,
    ModeWord,
    OddsWord,
    PhaseWord,
    ResultWord,
    RollWord,
    SideWord,
    SupplyWord,
)

BY_EVENT = "event"  # what activates a headquarters without a chit
OF_SUPPLY = frozenset({"out of supply", "isolated"})


@dataclass(frozen=True, slots=True)
class Going(Action):
    """Units go somewhere: to a place, or along a path to its end. Enemies that they drive over are gone."""

    units: Doers
    to: PlaceName = ""
    path: Path = None

    def __post_init__(self) -> None:
        if not self.to and self.path:
            object.__setattr__(self, "to", self.path[-1])

    def flaw(self) -> str:
        if not self.to:
            return 'it is not said where they go; write to = "1335"'
        if self.path and self.path[-1] != self.to:
            return f"the path ends in {self.path[-1]}, not in {self.to}; leave one of them out"
        return ""

    def effect(self, state: State, grid: Grid) -> State:
        for unit in self.units:
            state = state.moved(unit, self.to).adding(deed(self.did), unit)
            for hex in dict.fromkeys((*(self.path or ())[1:], self.to)):
                state = _driven_over(state, unit, hex) if hex in grid else state
        return state

    def said(self, names: Names) -> str:
        return f"{names.of(*self.units)} {conjugated(self.verb, self.units)} to {names.of(self.to)}"


def _driven_over(state: State, by: str, hex: Hex) -> State:
    """Enemies in a hex that a unit went through are gone. Aircraft and ships drive over nobody, and nobody over them."""
    if state.unit(by).helps_from_afar:
        return state
    side = state.unit(by).side
    for enemy in [unit for force in state.forces.values() if force.side != side for unit in force.at(hex)]:
        if not state.unit(enemy).helps_from_afar:
            state = state.with_standing(enemy, None)
    return state


@dataclass(frozen=True, slots=True)
class Move(Going):
    """Units move together from where they stand. Players show where they ended; the path is known only if they said it."""

    verb, counted, did, sort = "move", ("move", "moves"), "moved", "mode"

    mode: ModeWord | None = None  # regular, strategic, rail …; None: any that explains it

    def said(self, names: Names) -> str:
        start = names.place_of(self.units[0])
        begun = f" from {names.of(start)}" if start is not None else ""
        way = f" by {' '.join(self.path)}" if self.path is not None and len(self.path) > 2 else ""
        mode = f" ({self.mode} movement)" if self.mode else ""
        return f"{names.of(*self.units)} {conjugated('move', self.units)}{begun} to {names.of(self.to)}{way}{mode}"


class Support(NamedTuple):
    """Something that helps in a combat: an air unit, artillery, a ship, a supply column."""

    unit: str
    how: MannerWord = ""  # full, normal …


Supports = Annotated[tuple[Support, ...], Role.UNIT]


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """A combat, as announced and rolled. What was not said is None."""

    verb, counted, did, sort = "attack", ("attack", "attacks"), "attacked", "kind"

    attackers: DoersIfAny  # nobody on the ground, in a bombardment
    target: At
    support: Supports = ()
    defence: Supports = ()
    column: OddsWord | None = None  # the odds column the players used
    die: int | None = None
    result: ResultWord | None = None
    kind: AttackWord = "attack"  # attack, mobile attack, bombardment, barrage, antitank fire …

    def begins(self, state: State) -> Lifetime:
        return Lifetime.COMBAT

    def effect(self, state: State, grid: Grid) -> State:
        helped = (each.unit for each in (*self.support, *self.defence))
        return state.adding(ATTACKED, *self.attackers).adding(SUPPORTED, *helped)

    def said(self, names: Names) -> str:
        said = {"at": self.column, "die": self.die, "result": self.result}
        rest = "".join(f", {word} {value}" for word, value in said.items() if value is not None)
        helped = f" with {', '.join(names.of(each.unit) for each in self.support)}" if self.support else ""
        if not self.attackers:  # a bombardment: nobody stands behind it
            return f"{self.kind} of {names.of(self.target)}{helped}{rest}"
        kind = f" ({self.kind})" if self.kind != "attack" else ""
        who = f"{names.of(*self.attackers)} {conjugated('attack', self.attackers)}"
        return f"{who} {names.of(self.target)}{helped}{kind}{rest}"


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """One or more units fire at a unit or a hex."""

    verb, counted, did, sort = "fire", ("shot", "shots"), "fired", "kind"

    firers: Doers
    target: Annotated[str, Role.UNIT | Role.PLACE]
    kind: FireWord
    total: int | None = None
    die: int | None = None
    result: ResultWord | None = None

    def effect(self, state: State, grid: Grid) -> State:
        return state.adding(FIRED_AT[self.kind], self.target).adding(FIRED[self.kind], *self.firers)

    def said(self, names: Names) -> str:
        rest = f", result {self.result}" if self.result is not None else ""
        who = f"{names.of(*self.firers)} {conjugated('fire', self.firers)}" if self.firers else "somebody fires"
        whom = names.of(self.target) if self.target else "somebody"  # of a die alone nobody can tell
        return f"{who} at {whom} ({self.kind}){rest}"


@dataclass(frozen=True, slots=True)
class Lose(Action):
    """Step losses of one side in one combat, in the order in which they were taken."""

    verb, counted, did, key = "lose", ("loss", "losses"), "lost steps", "steps"

    side: Annotated[SideWord, Role.SIDE]
    steps: Annotated[tuple[str, ...], SUFFERING]  # a unit's id for each step it lost
    because: LossWord = "combat"

    def flaw(self) -> str:
        if not self.steps and not self.side:
            return 'nobody lost a step, so say whose losses these are; write side = "german"'
        return ""

    def effect(self, state: State, grid: Grid) -> State:
        for unit in self.steps:
            state = state if state.standing(unit) is None else state.lost(unit)
        return state

    def said(self, names: Names) -> str:
        return f"{names.side(self.side)}: " + (
            f"steps lost by {', '.join(map(names.of, self.steps))}" if self.steps else "no steps lost"
        )


@dataclass(frozen=True, slots=True)
class Retreat(Going):
    """Units retreat from a hex, along a path if it is known."""

    verb, counted, did = "retreat", ("retreat", "retreats"), "retreated"

    length: int | None = None


@dataclass(frozen=True, slots=True)
class Advance(Going):
    """Units advance after a combat; the first hex is the one they attacked."""

    verb, counted, did = "advance", ("advance", "advances"), "advanced"


@dataclass(frozen=True, slots=True)
class Place(Action):
    """A unit enters play: a reinforcement, a rebuilt unit, a militia."""

    verb, counted, did, sort = "place", ("arrival", "arrivals"), "was placed", "why"

    unit: Doer
    at: PlaceName
    why: EntryWord = "reinforcement"
    losses: Annotated[int, Field(ge=0)] = 0

    def effect(self, state: State, grid: Grid) -> State:
        return state.with_standing(self.unit, Standing(self.at, self.losses)).adding(PLACED, self.unit)

    def said(self, names: Names) -> str:
        return f"{names.of(self.unit)} enters play at {names.of(self.at)} ({self.why})"


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """A unit leaves play, and why: a withdrawal, an exit, an elimination."""

    verb, counted, did, sort = "remove", ("removal", "removals"), "was taken off", "why"

    unit: Doer
    why: ExitWord = "eliminated"

    def effect(self, state: State, grid: Grid) -> State:
        return state.with_standing(self.unit, None).adding(LEFT[self.why], self.unit)

    def said(self, names: Names) -> str:
        return f"{names.of(self.unit)} leaves play ({self.why})"


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """A headquarters (or a chit) brings units under command."""

    verb, counted, did = "activate", ("activation", "activations"), "was activated"

    headquarters: Annotated[str, ASKING]
    units: Annotated[tuple[str, ...], Role.UNIT] = ()
    by: ActivatorWord = ""  # the chit that does it, or BY_EVENT

    def begins(self, state: State) -> Lifetime:
        return Lifetime.ACTIVATION

    def effect(self, state: State, grid: Grid) -> State:
        """The headquarters is the active one; which units it commands is known from now on."""
        instant = state.without(COMMANDED_AT)
        after = instant.without(COMMANDED) if not self.units else instant.remember(COMMANDED, frozenset(self.units))
        return after.remember(ACTIVE_HQ, self.headquarters).remember(COMMANDED_AT, instant)

    def said(self, names: Names) -> str:
        brought = f" for {names.of(*self.units)}" if self.units else ""
        return f"{names.of(self.headquarters)} is activated{brought}"


@dataclass(frozen=True, slots=True)
class Supply(Action):
    """The markers a side put on and took off in its supply check: for each unit its state, by the game's own name."""

    verb, counted, did = "supply", ("supply check", "supply checks"), "was checked for supply"

    states: Annotated[tuple[tuple[str, SupplyWord], ...], SUFFERING]

    def effect(self, state: State, grid: Grid) -> State:
        """Every unit named carries the marker of its state; `in supply` is no marker."""
        said = frozenset(marker for _, marker in self.states)
        for unit, marker in self.states:
            standing = state.standing(unit)
            others = said | (OF_SUPPLY & standing.marks if standing is not None else frozenset())
            state = state.marked(unit, *(() if marker == "in supply" else (marker,)), without=others).adding(CHECKED, unit)
        return state

    def said(self, names: Names) -> str:
        return "supply: " + ", ".join(f"{names.of(unit)} {state}" for unit, state in self.states)


@dataclass(frozen=True, slots=True)
class Replace(Action):
    """Replacements rebuild steps of a unit on the map, or a unit out of play (`at` says where it comes back)."""

    verb, counted, did = "replace", ("replacement", "replacements"), "received replacements"

    unit: Doer
    steps: Annotated[int, Field(ge=1)] = 1
    at: Annotated[str | None, Role.PLACE] = None

    def effect(self, state: State, grid: Grid) -> State:
        standing = state.standing(self.unit)
        if standing is None:
            back = Standing(self.at or "", max(0, state.unit(self.unit).steps - self.steps))
        else:
            back = replace(standing, losses=max(0, standing.losses - self.steps))
        return state.with_standing(self.unit, back).adding(REBUILT, self.unit)

    def said(self, names: Names) -> str:
        return f"{names.of(self.unit)} is rebuilt by {self.steps}" + (f" at {names.of(self.at)}" if self.at else "")


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A chit is drawn from the cup."""

    verb, counted, did = "draw", ("chit drawn", "chits drawn"), "drew a chit"

    chit: ChitWord

    def begins(self, state: State) -> Lifetime:
        """Whoever draws a chit has begun the next activation."""
        return Lifetime.ACTIVATION

    def effect(self, state: State, grid: Grid) -> State:
        return state.amend(DRAWN, (*state.sure(DRAWN, ()), self.chit)).remember(CHIT, self.chit)

    def said(self, names: Names) -> str:
        name = names.chit(self.chit)
        return f"{name} is drawn" if name == self.chit else f"the chit {name} is drawn"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """A die rolled for something that is not a combat: an event, a rally, the thaw."""

    verb, counted, did, sort = "roll", ("other roll", "other rolls"), "rolled", "purpose"

    purpose: RollWord
    dice: tuple[int, ...]
    result: str | None = None
    unit: Annotated[str | None, ASKING] = None

    def effect(self, state: State, grid: Grid) -> State:
        return state.remember(ROLLS[self.purpose], self.dice)

    def said(self, names: Names) -> str:
        whose = f" for {names.of(self.unit)}" if self.unit is not None else ""
        rest = f", result {self.result}" if self.result is not None else ""
        return f"{self.purpose}{whose}: rolled {', '.join(map(str, self.dice))}{rest}"


@dataclass(frozen=True, slots=True)
class Mark(Action):
    """A marker or a mode changes: disrupted, rallied, fire mode, victory point control."""

    verb, counted, did, sort = "mark", ("marker", "markers"), "was marked", "mark"

    subject: Subject
    mark: MarkWord
    on: bool = True

    def effect(self, state: State, grid: Grid) -> State:
        if self.subject in grid:  # whose it is; of other markers on hexes the rules of a game keep the record
            return replace(state, control={**state.control, self.subject: self.mark}) if self.mark in state.forces else state
        if self.mark in OF_SUPPLY:
            state = state.adding(CHECKED, self.subject)
        if self.on:
            return state.marked(self.subject, self.mark)
        return state.marked(self.subject, without=frozenset((self.mark,)))

    def said(self, names: Names) -> str:
        return f"{names.of(self.subject)} is {'' if self.on else 'no longer '}marked {self.mark}"


@dataclass(frozen=True, slots=True)
class Phase(Action):
    """The game goes on to another phase, and perhaps another turn."""

    verb, counted, did = "phase", ("phase", "phases"), "went on"

    phase: PhaseWord
    active: SideWord = ""
    turn: int | None = None

    def begins(self, state: State) -> Lifetime:
        return Lifetime.PHASE if self.turn in (None, state.turn) else Lifetime.TURN

    def effect(self, state: State, grid: Grid) -> State:
        turn = state.turn if self.turn is None else self.turn
        new_turn = turn != state.turn
        begins = new_turn or self.phase != state.phase
        state = replace(state, phase=self.phase, active=self.active, turn=turn)
        if new_turn:
            state = state.remember(DRAWN, ())  # nobody has drawn yet: that was seen
        return state.adding(BEGUN, self.phase) if begins else state

    def said(self, names: Names) -> str:
        whose = f" of the {names.side(self.active)} player" if self.active else ""
        turn = f", turn {self.turn}" if self.turn is not None else ""
        return f"{self.phase} phase{whose}{turn}"


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """Something announced that only one game knows, with what it says."""

    verb, counted, did, sort = "declare", ("declaration", "declarations"), "made an announcement", "what"

    what: DeclarationWord
    values: tuple[tuple[str, str], ...] = ()

    def __getitem__(self, key: str) -> str:
        return dict(self.values)[key]

    def said(self, names: Names) -> str:
        values = ", ".join(f"{key} {value}" for key, value in self.values)
        return f"declared: {self.what}" + (f" ({values})" if values else "")
