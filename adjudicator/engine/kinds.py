"""What a kind of action is: how it is written, counted, told and carried out. `actions.py` defines them, each once.

The notation of cases, the slots `check.VERB` and `after.VERB`, the words of reports and what is known of the units an action
touches all come from the definition: its fields, their types, and what the texts in them name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from enum import Flag, auto
from typing import Annotated, Any, ClassVar, Protocol, TypeAlias, get_args, get_origin, get_type_hints

from pydantic import Field

from .hexes import Grid, Hex, is_hex
from .memory import Lifetime
from .state import State


class Role(Flag):
    """What the texts of a field name."""

    UNIT = auto()  # units, whatever they have to do with it
    ACTS = auto()  # those who do it
    CHANGES = auto()  # those whose place or condition it changes
    PLACE = auto()  # a hex, or a box
    HEX = auto()  # a hex of the map, and nothing else
    SIDE = auto()  # a side; in a case it may go unsaid: that of the units it changes


DOING, SUFFERING, ASKING = Role.UNIT | Role.ACTS | Role.CHANGES, Role.UNIT | Role.CHANGES, Role.UNIT | Role.ACTS

Doer: TypeAlias = Annotated[str, DOING]
Subject: TypeAlias = Annotated[str, DOING | Role.PLACE]  # a unit or a hex
Doers: TypeAlias = Annotated[tuple[str, ...], DOING, Field(min_length=1)]
DoersIfAny: TypeAlias = Annotated[tuple[str, ...], DOING]
Place: TypeAlias = Annotated[str, Role.PLACE]
At: TypeAlias = Annotated[Hex, Role.PLACE | Role.HEX]
Path: TypeAlias = Annotated[tuple[Hex, ...] | None, Role.PLACE]  # with the first and the last hex


class Names(Protocol):
    """What players call things, at the table at which an action is told of."""

    def of(self, *subjects: str) -> str:
        """Units or places, in one phrase."""

    def side(self, side: str) -> str: ...

    def chit(self, chit: str) -> str: ...

    def place_of(self, unit: str) -> str | None:
        """Where a unit stands before the action."""


@dataclasses.dataclass(frozen=True, slots=True)
class Action:
    """Something that players do, with exactly what a rule can ask about it. A class with a `verb` is a kind of action."""

    verb: ClassVar[str] = ""  # the key by which a case writes it, and the name of its slots
    counted: ClassVar[tuple[str, str]] = ("", "")  # one of them and many, as a report counts them
    did: ClassVar[str] = ""  # what who does it did, in a sentence: `moved`
    key: ClassVar[str] = ""  # the field that a case writes behind the verb; by itself the one of that name, or the first
    sort: ClassVar[str] = ""  # the field that says which sort of it it is

    def __init_subclass__(cls) -> None:
        if "verb" in cls.__dict__:
            known = KINDS.get(cls.verb)
            if known is not None and (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
                raise ValueError(f"two kinds of action are called {cls.verb}")
            KINDS[cls.verb] = cls  # a dataclass with slots is made twice; the second is the one that is used

    def flaw(self) -> str:
        """What keeps it from being meant as it is written, and behind a semicolon how to mend it."""
        return ""

    def begins(self, state: State) -> Lifetime | None:
        """What begins with it, if anything does: whatever lasted until then is over."""
        return None

    def effect(self, state: State, grid: Grid) -> State:
        """The position after it, taken as played whether it was legal or not."""
        return state

    def said(self, names: Names) -> str:
        """`21 moves from 1334 to 1335`."""
        who = acting(self) or changed(self)
        return f"{names.of(*who)} {conjugated(self.verb, who)}"


KINDS: dict[str, type[Action]] = {}


def types_of(kind: type[Action]) -> Mapping[str, Any]:
    """The fields of a kind with their types, what they name included."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: hints[each.name] for each in dataclasses.fields(kind)}


def key_of(kind: type[Action]) -> str:
    """The field whose value a case writes behind the verb."""
    fields = types_of(kind)
    return kind.key or (kind.verb if kind.verb in fields else next(iter(fields)))


def slot_of(kind: type[Action], when: str = "check") -> str:
    """`check.move`: what a move must obey; `after.move`: what follows from one."""
    return f"{when}.{kind.verb}"


def role_of(type_: Any) -> Role:
    metadata = get_args(type_)[1:] if get_origin(type_) is Annotated else ()
    return next((each for each in metadata if isinstance(each, Role)), Role(0))


_ROLES: dict[type[Action], Mapping[str, Role]] = {}


def _roles(kind: type[Action]) -> Mapping[str, Role]:
    if kind not in _ROLES:
        _ROLES[kind] = {name: role_of(type_) for name, type_ in types_of(kind).items()}
    return _ROLES[kind]


def _texts(action: Action, role: Role, *, hexes: bool = False) -> Iterator[str]:
    for name, its in _roles(type(action)).items():
        if role in its:
            value = getattr(action, name)
            for each in (value,) if isinstance(value, str) else value or ():
                text = each if isinstance(each, str) else each[0]
                if is_hex(text) if hexes else not (Role.PLACE in its and is_hex(text)):
                    yield text


def acting(action: Action) -> tuple[str, ...]:
    """The units that do it, as far as it says so."""
    return tuple(_texts(action, Role.ACTS))


def changed(action: Action) -> tuple[str, ...]:
    """The units whose place or condition it changes, as far as it says so."""
    return tuple(_texts(action, Role.CHANGES))


def named(action: Action) -> tuple[str, ...]:
    """All units that it names."""
    return tuple(_texts(action, Role.UNIT))


def hexes(action: Action) -> tuple[Hex, ...]:
    """The hexes that it names."""
    return tuple(_texts(action, Role.PLACE, hexes=True))


def sort_of(action: Action) -> str:
    """Which sort of its kind it is: a mode of movement, the purpose of a roll."""
    return getattr(action, action.sort) or "" if action.sort else ""


def conjugated(verb: str, units: tuple[str, ...]) -> str:
    """`moves` of one, `move` of several."""
    return verb + ("es" if verb.endswith("s") else "s") if len(units) == 1 else verb
