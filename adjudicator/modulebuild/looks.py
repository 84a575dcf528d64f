"""What `layout.toml` says of counters: their numbers and colours, the states that a unit's own layers show."""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

Text: TypeAlias = Annotated[str, Field(min_length=1)]
RATING = re.compile(r"\{([a-z_]+)\}")  # a rating in a number of a counter
_SEPARATORS = ";,/\\|$+{}"
_TAKEN = "AEFMTW"  # keys that every unit has already


def _colour(text: str) -> str:
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise ValueError(f"{text!r} is no colour; write # and six digits, such as #a9b0a4")
    return text


def _plain(text: str) -> str:
    wrong = next((mark for mark in text if mark in _SEPARATORS or not mark.isprintable()), "")
    if wrong or not text.strip():
        raise ValueError(f"{text!r} cannot be a name in VASSAL; leave out {wrong!r}" if wrong else "there is no name; write one")
    return text


def _key(letter: str) -> str:
    if not re.fullmatch("[A-Z]", letter) or letter in _TAKEN:
        raise ValueError(f"{letter!r} cannot be the key; take a capital letter other than {', '.join(_TAKEN)}")
    return letter


def _number(text: str) -> str:
    if not text or set("{}") & set(RATING.sub("", text)):
        raise ValueError(f"{text!r} is no number of a counter; write ratings in braces, such as {{attack}}")
    return text


Colour: TypeAlias = Annotated[str, AfterValidator(_colour)]
PlainName: TypeAlias = Annotated[str, AfterValidator(_plain)]  # it stands in lists of VASSAL's
FreeKey: TypeAlias = Annotated[str, AfterValidator(_key)]
Number: TypeAlias = Annotated[str, AfterValidator(_number)]


class LooksModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Badge(LooksModel):
    """A number in a circle beside the sign of a unit that has this rating."""

    rating: Text
    colour: Colour


class CounterLook(LooksModel):
    numbers: tuple[Number, ...] = ()  # at the foot, ratings in braces: "{attack}", "({reserve})"; all ratings, if empty
    badge: tuple[Badge, ...] = ()
    last: dict[str, Colour] = Field(default_factory=dict)  # a trait -> what lies behind the last number of units that have it


class Switch(LooksModel):
    """Something that a key puts on a unit and takes off again, such as disruption."""

    layer: PlainName
    title: PlainName
    key: FreeKey
    mark: str = ""  # as the rules call it
    look: Literal["stamp", "badge"] = "stamp"
    letters: Text
    colour: Colour = "#b3202c"
    clear: str = ""  # what the button says that takes it off all units; none, if empty


class ModeLevel(LooksModel):
    mark: Text  # as the rules call it
    numbers: tuple[Number, ...] = ()  # as on counters
    pale: bool = False


class Modes(LooksModel):
    """States of which a unit is always in one, each with a face of its own: artillery that fires or moves."""

    layer: PlainName
    trait: Text  # of the units that have them; units with steps have no modes
    title: PlainName = "Change mode"
    key: Annotated[str, Field(pattern="^[A-Z]$")] = "F"
    level: Annotated[tuple[ModeLevel, ...], Field(min_length=2)]
