"""The format of a file of cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from .acts import AnyAct, Look
from .fields import Switch, Texts
from .notation import NOWHERE, Stand, read_feature, read_hex, read_path, read_place, read_side, read_stand, split_marks


def _marks(value: Any) -> Any:
    return split_marks(value) if isinstance(value, str) else value


def _traits(value: Any) -> Any:
    return tuple(value.split()) if isinstance(value, str) else value


def _keyed_by_hex(value: Any) -> Any:
    for hex in value if isinstance(value, Mapping) else ():
        read_hex(hex)
    return value


def _keyed_by_place(value: Any) -> Any:
    for place in value if isinstance(value, Mapping) else ():
        read_place(place)
    return value


def _sides(value: Any) -> Any:
    for at, features in value.items() if isinstance(value, Mapping) else ():
        read_side(at)
        for word in features.split() if isinstance(features, str) and features != "?" else ():
            read_feature(word)
    return value


def _paths(value: Any) -> Any:
    value = (value,) if isinstance(value, str) else value
    for path in value if isinstance(value, list | tuple) else ():
        read_path(str(path))
    return value


_STRINGS = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
Marks = Annotated[tuple[str, ...], BeforeValidator(_marks), WithJsonSchema(_STRINGS)]
Traits = Annotated[tuple[str, ...], BeforeValidator(_traits), WithJsonSchema(_STRINGS)]
Routes = Annotated[tuple[str, ...], BeforeValidator(_paths), WithJsonSchema(_STRINGS)]
Ratings = dict[str, int | str]  # "?" for one that nobody knows
ByHex = Annotated[dict[str, str], BeforeValidator(_keyed_by_hex)]
ByPlace = Annotated[dict[str, str], BeforeValidator(_keyed_by_place)]
BySide = Annotated[dict[str, str], BeforeValidator(_sides)]


class Pattern(BaseModel):
    """A unit made up on the spot, or a change to one of the game's. Every key not named here is a rating."""

    model_config = ConfigDict(extra="allow", frozen=True)
    like: str = ""  # a unit of the game, or a [unit.NAME] of this file
    side: str = ""
    name: str = ""
    kind: str = ""
    size: str | None = None
    formation: str | None = None
    traits: Traits | None = None  # `?hq`: nobody has said whether it is one
    steps: int | None = Field(default=None, ge=1, le=20)
    reduced: Ratings | None = None  # its ratings after the first step lost, where they differ

    @model_validator(mode="after")
    def _numbers(self) -> Pattern:
        for name, value in {**self.ratings, **(self.reduced or {})}.items():
            if value != "?" and (not isinstance(value, int) or isinstance(value, bool)):
                raise ValueError(f'{name} = {value!r} is no rating; write a number, or "?" for one that nobody knows')
        return self

    @property
    def ratings(self) -> Mapping[str, int | str]:
        return self.model_extra or {}


class Placed(Pattern):
    """A unit of a position."""

    id: str
    at: str = NOWHERE
    losses: int = Field(default=0, ge=0)
    marks: Marks = ()  # `?disrupted`: nobody can say whether it is

    @property
    def stand(self) -> Stand:
        return Stand(self.id, self.like or self.id, None if self.at == NOWHERE else self.at, self.losses, self.marks)


def _placed(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    found = read_stand(value)
    return {"id": found.id, "like": found.like, "at": found.at or NOWHERE, "losses": found.losses, "marks": found.marks}


UnitText = Annotated[Placed, BeforeValidator(_placed)]


def _look(value: Any) -> Any:
    """What is expected of a position may be all that there is to say of it."""
    return {} if value is True else {"expect": value} if isinstance(value, str | list) else value


LookText = Annotated[Look, BeforeValidator(_look)]


class Case(BaseModel):
    """A position, actions, and what is expected of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, description="A sentence that says what the case shows.")
    section: Texts = Field(default=(), description="The section or sections of the rulebook that it shows.")
    why: str = Field(default="", description="Anything a reader should know.")
    game: str = Field(default="", description="The game; by itself the folder in which the file lies.")
    scenario: str = Field(default="", description="Begin with this scenario's position instead of an empty board.")
    map: Switch | None = Field(
        default=None,
        description="blank: clear everywhere; game: the game's (by itself with a scenario); unknown: nothing is known.",
    )
    trust: str = Field(
        default="all", pattern="^(all|rulebook)$", description="rulebook: what we reconstructed counts as unknown."
    )
    terrain: ByHex = Field(default={}, description="Terrain by hex, several words if need be; ? for unknown.")
    hexsides: BySide = Field(default={}, description='"1334/1335" = "river-major", or "festung-line>1334"; ? for unknown.')
    roads: Routes = ()
    rails: Routes = ()
    routes: dict[str, Routes] = Field(default={}, description='Other routes by kind: autobahn = ["1334-1335"].')
    levels: Annotated[dict[str, int | str], BeforeValidator(_keyed_by_hex)] = {}
    names: ByHex = {}
    tags: ByHex = Field(default={}, description="Words that the game's map gives to hexes: vp, source-german …")
    areas: dict[str, Texts] = {}
    units: tuple[UnitText, ...] = ()
    boxes: dict[str, Texts] = Field(default={}, description="Units in boxes beside the map, by the name of the box.")
    turn: int | None = None
    phase: str | None = None
    active: str | None = None
    control: ByPlace = {}
    notes: dict[str, Any] = Field(default={}, description="Whatever else the game remembers; ? for unknown.")
    light: str | None = None
    weather: str | None = None
    season: str | None = None
    chits: Texts | None = Field(default=None, description="The chits drawn so far, the last one in play.")
    done: tuple[Annotated[Texts, Field(min_length=1)], ...] = Field(default=(), description='What was done: "attacked de-21".')
    facts: dict[str, bool | int | str | tuple[str | int, ...]] = Field(
        default={}, description='Facts by the names by which findings ask for them: "limit of 3 in turns" = 2.'
    )
    unknown: Texts = Field(default=(), description="Facts to forget: terrain 1335, chart crt, attack of de-21.")
    options: Texts | None = None
    rulings: dict[str, str] = {}
    position: LookText | None = Field(
        default=None, description="What the position by itself is, before the actions: as `expect`, or a table with more."
    )
    actions: tuple[AnyAct, ...] = ()
    after: tuple[UnitText, ...] = Field(default=(), description="How units stand when all actions are done.")

    @model_validator(mode="after")
    def _something_to_judge(self) -> Case:
        if not self.actions and not self.after and self.position is None:
            raise ValueError('a case without actions shows nothing; write actions = [{ move = "21", to = "1335" }]')
        return self


class CaseFile(BaseModel):
    """A file of cases. What stands before the first [[case]] holds for all of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str = ""
    map: Switch | None = None
    unit: dict[str, Pattern] = Field(default={}, description="Patterns for made-up units, to be named by `like`.")
    case: tuple[Case, ...] = Field(min_length=1)


def schema() -> dict[str, Any]:
    """The JSON schema of a file of cases, for editors that check while one writes."""
    made = CaseFile.model_json_schema()
    short = {"type": "string", "description": "id@hex, id@hex/losses, id@hex mark, mark, newid:id@hex, id@- for not in play"}
    for field in ("units", "after"):
        made["$defs"]["Case"]["properties"][field]["items"] = {"anyOf": [short, {"$ref": "#/$defs/Placed"}]}
    look, said = made["$defs"]["Case"]["properties"]["position"], made["$defs"]["Look"]["properties"]["expect"]
    look["anyOf"] = [*said["anyOf"], {"const": True}, *look["anyOf"]]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}
