"""Actions as a case writes them: one table each, whose one verb says what is done. How, follows from their definitions."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, GetCoreSchemaHandler, Tag, create_model, model_validator
from pydantic_core import CoreSchema

from adjudicator.engine.actions import KINDS, Action
from adjudicator.engine.kinds import Role, key_of, role_of, types_of

from .asking import unanswerable
from .claims import OF, misplaced
from .fields import Asked, Expectation, Texts, notation

DIE: Final = "die"
ANY: Final = "any"


class Expects(BaseModel):
    """What a case wants to be found."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    expect: Expectation = ()
    rows: Texts = ()  # each must be found in a line of the arithmetic
    says: Texts = ()  # each must be found in the sentence of a finding
    rests_on: Texts = ()  # rulings that something said about it must rest on


class Look(Expects):
    """The position by itself, before anything is done in it."""

    set_up: bool = False  # it should be the set-up of the scenario that the case begins with


class Act(Expects):
    """An action, with what is to be found."""

    ask: Asked = ()  # a question: it is answered, and nothing is done
    points: float | None = Field(default=None, ge=0)  # what the players of the case say besides (`claims`): points spent
    ratio: str | None = None  # the odds before all shifts
    modifier: int | None = None  # all that is added to the die
    spotter: str | None = None  # a unit that spots the target

    definition: ClassVar[type[Action]]
    written_as: ClassVar[Mapping[str, str]]  # its fields, each by the name that a case gives it

    def action(self) -> Action:
        found = {name: getattr(self, written) for name, written in self.written_as.items()}
        return self.definition(**{name: None if self.any_die and name == DIE else each for name, each in found.items()})

    @property
    def any_die(self) -> bool:
        """Is only the result said, whatever die gave it?"""
        return getattr(self, DIE, None) == ANY

    @model_validator(mode="after")
    def _meant(self) -> Act:
        if not self.ask and (flaw := self.action().flaw()):
            raise ValueError(flaw)
        for question in self.ask:
            if wrong := unanswerable(self.action(), question):
                raise ValueError(wrong)
        if wrong := misplaced(self.action(), [name for name in OF if getattr(self, name) is not None]):
            raise ValueError(wrong)
        return self


def act_of(kind: type[Action]) -> type[Act]:
    """A kind of action as a case writes it."""
    key, types = key_of(kind), types_of(kind)
    written = {name: kind.verb if name == key else name for name in types}
    fields: dict[str, Any] = {}
    for each in dataclasses.fields(kind):
        default = "" if role_of(types[each.name]) is Role.SIDE else each.default
        field = Field(default_factory=tuple) if default == () else ... if default is dataclasses.MISSING else default
        as_written = notation(types[each.name])
        fields[written[each.name]] = (as_written | Literal["any"] if each.name == DIE else as_written, field)
    made = create_model(kind.__name__, __base__=Act, __doc__=kind.__doc__, **fields)
    made.definition, made.written_as = kind, written
    return made


def _verb(value: Any) -> str | None:
    """Which action a table is: the one verb among its keys."""
    if isinstance(value, Act):
        return value.definition.verb
    found = [verb for verb in KINDS if verb in value] if isinstance(value, Mapping) else []
    return found[0] if len(found) == 1 else None


class _OneOfThem:
    """Asked when the models that hold actions are built: a kind defined later is known when they are built again."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        message = f"an action has one of the keys {', '.join(KINDS)}, and only one of them"
        kinds = [Annotated[act_of(kind), Tag(verb)] for verb, kind in KINDS.items()]
        told = Discriminator(_verb, custom_error_type="verb", custom_error_message=message)
        return handler.generate_schema(Annotated[reduce(or_, kinds), told])


AnyAct = Annotated[Act, _OneOfThem()]
