"""Actions as a case writes them: one table each, whose first key says what is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from adjudicator.engine import actions as act
from adjudicator.engine.actions import Action

from .acting import Act, Going, if_hex
from .fields import HexText, Names, Supports, Texts


def _dice(value: Any) -> Any:
    return (value,) if isinstance(value, int) else value


class Move(Going):
    verb = "move"
    move: Names
    mode: str | None = None

    def actor(self) -> tuple[str, ...]:
        return self.move

    def action(self) -> Action:
        return act.Move(self.move, self.end, self.path, self.mode)


class Attack(Act):
    verb = "attack"
    attack: Texts  # nobody on the ground, in a bombardment
    target: HexText
    support: Supports = ()
    defence: Supports = ()
    column: str | None = None
    die: int | None = None
    result: str | None = None
    kind: str = "attack"

    def actor(self) -> tuple[str, ...]:
        return self.attack

    def places(self) -> tuple[str, ...]:
        return (self.target,)

    def action(self) -> Action:
        support, defence = (tuple(act.Support(each.unit, each.how) for each in some) for some in (self.support, self.defence))
        return act.Attack(self.attack, self.target, support, defence, self.column, self.die, self.result, self.kind)


class Fire(Act):
    verb = "fire"
    fire: Names
    target: str
    kind: str
    total: int | None = None
    die: int | None = None
    result: str | None = None

    def actor(self) -> tuple[str, ...]:
        return self.fire

    def places(self) -> tuple[str, ...]:
        return if_hex(self.target)

    def action(self) -> Action:
        return act.Fire(self.fire, self.target, self.kind, self.total, self.die, self.result)


class Lose(Act):
    verb = "lose"
    lose: Texts  # a unit for each step it lost
    side: str = ""  # by itself: the side of the first unit
    because: str = "combat"

    @model_validator(mode="after")
    def _whose(self) -> Lose:
        if not self.lose and not self.side:
            raise ValueError('nobody lost a step, so say whose losses these are; write side = "german"')
        return self

    def actor(self) -> tuple[str, ...]:
        return self.lose

    def action(self) -> Action:
        return act.Lose(self.side, self.lose, self.because)


class Retreat(Going):
    verb = "retreat"
    retreat: Names
    length: int | None = None

    def actor(self) -> tuple[str, ...]:
        return self.retreat

    def action(self) -> Action:
        return act.Retreat(self.retreat, self.end, self.path, self.length)


class Advance(Going):
    verb = "advance"
    advance: Names

    def actor(self) -> tuple[str, ...]:
        return self.advance

    def action(self) -> Action:
        return act.Advance(self.advance, self.end, self.path)


class Place(Act):
    verb = "place"
    place: str
    at: str
    why: str = "reinforcement"
    losses: int = Field(default=0, ge=0)

    def actor(self) -> tuple[str, ...]:
        return (self.place,)

    def places(self) -> tuple[str, ...]:
        return if_hex(self.at)

    def action(self) -> Action:
        return act.Place(self.place, self.at, self.why, self.losses)


class Remove(Act):
    verb = "remove"
    remove: str
    why: str = "eliminated"

    def actor(self) -> tuple[str, ...]:
        return (self.remove,)

    def action(self) -> Action:
        return act.Remove(self.remove, self.why)


class Activate(Act):
    verb = "activate"
    activate: str
    units: Texts = ()
    by: str = ""

    def actor(self) -> tuple[str, ...]:
        return (self.activate, *self.units)

    def action(self) -> Action:
        return act.Activate(self.activate, self.units, self.by)


class Supply(Act):
    verb = "supply"
    supply: dict[str, str]  # unit -> its state, by the game's own name

    def actor(self) -> tuple[str, ...]:
        return tuple(self.supply)

    def action(self) -> Action:
        return act.Supply(tuple(self.supply.items()))


class Replace(Act):
    verb = "replace"
    replace: str
    steps: int = Field(default=1, ge=1)
    at: str | None = None

    def actor(self) -> tuple[str, ...]:
        return (self.replace,)

    def places(self) -> tuple[str, ...]:
        return if_hex(self.at or "")

    def action(self) -> Action:
        return act.Replace(self.replace, self.steps, self.at)


class Draw(Act):
    verb = "draw"
    draw: str

    def action(self) -> Action:
        return act.Draw(self.draw)


class Roll(Act):
    verb = "roll"
    roll: str  # what for
    dice: Annotated[tuple[int, ...], BeforeValidator(_dice)]
    result: str | None = None
    unit: str | None = None

    def actor(self) -> tuple[str, ...]:
        return () if self.unit is None else (self.unit,)

    def action(self) -> Action:
        return act.Roll(self.roll, self.dice, self.result, self.unit)


class Mark(Act):
    verb = "mark"
    mark: str
    subject: str  # a unit or a hex
    on: bool = True

    def actor(self) -> tuple[str, ...]:
        return () if if_hex(self.subject) else (self.subject,)

    def places(self) -> tuple[str, ...]:
        return if_hex(self.subject)

    def action(self) -> Action:
        return act.Mark(self.subject, self.mark, self.on)


class Phase(Act):
    verb = "phase"
    phase: str
    active: str = ""
    turn: int | None = None

    def action(self) -> Action:
        return act.Phase(self.phase, self.active, self.turn)


class Declare(Act):
    verb = "declare"
    declare: str
    values: dict[str, str] = Field(default_factory=dict)

    def action(self) -> Action:
        return act.Declare(self.declare, tuple(self.values.items()))


KINDS: Sequence[type[Act]] = (
    Move, Attack, Fire, Lose, Retreat, Advance, Place, Remove, Activate, Supply, Replace, Draw, Roll, Mark, Phase, Declare,
)  # fmt: skip
VERBS = tuple(kind.verb for kind in KINDS)


def _verb(value: Any) -> str | None:
    """Which action a table is: the one verb among its keys."""
    if isinstance(value, Act):
        return value.verb
    found = [verb for verb in VERBS if verb in value] if isinstance(value, Mapping) else []
    return found[0] if len(found) == 1 else None


AnyAct: TypeAlias = Annotated[
    Annotated[Move, Tag("move")]
    | Annotated[Attack, Tag("attack")]
    | Annotated[Fire, Tag("fire")]
    | Annotated[Lose, Tag("lose")]
    | Annotated[Retreat, Tag("retreat")]
    | Annotated[Advance, Tag("advance")]
    | Annotated[Place, Tag("place")]
    | Annotated[Remove, Tag("remove")]
    | Annotated[Activate, Tag("activate")]
    | Annotated[Supply, Tag("supply")]
    | Annotated[Replace, Tag("replace")]
    | Annotated[Draw, Tag("draw")]
    | Annotated[Roll, Tag("roll")]
    | Annotated[Mark, Tag("mark")]
    | Annotated[Phase, Tag("phase")]
    | Annotated[Declare, Tag("declare")],
    Discriminator(
        _verb,
        custom_error_type="verb",
        custom_error_message="an action has one of the keys " + ", ".join(VERBS) + ", and only one of them",
    ),
]
