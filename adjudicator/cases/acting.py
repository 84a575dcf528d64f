"""What all actions of a case have in common."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, model_validator

from .fields import Expectation, Path, Texts


class Act(BaseModel):
    """What every action of a case has beside itself."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True, strict=False)
    verb: ClassVar[str]

    expect: Expectation = ()
    rows: Texts = ()  # each must be found in a line of the arithmetic
    says: Texts = ()  # each must be found in the sentence of a finding
    rests_on: Texts = ()  # rulings that something said about the action must rest on

    def actor(self) -> tuple[str, ...]:
        """The units it names."""
        return ()

    def places(self) -> tuple[str, ...]:
        """The hexes it names."""
        return ()


class Going(Act):
    """Units go somewhere: to a place, or along a path to its end."""

    to: str = ""
    path: Path = None

    @model_validator(mode="after")
    def _somewhere(self) -> Going:
        if not self.to and not self.path:
            raise ValueError('it is not said where they go; write to = "1335"')
        if self.to and self.path and self.path[-1] != self.to:
            raise ValueError(f"the path ends in {self.path[-1]}, not in {self.to}; leave one of them out")
        return self

    @property
    def end(self) -> str:
        return self.to or (self.path or ("",))[-1]

    def places(self) -> tuple[str, ...]:
        return (*(self.path or ()), *if_hex(self.to))


class Look(Act):
    """The position by itself, before anything is done in it."""

    set_up: bool = False  # it should be the set-up of the scenario that the case begins with


def if_hex(text: str) -> tuple[str, ...]:
    return (text,) if len(text) == 4 and text.isdigit() else ()
