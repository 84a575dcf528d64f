"""Traits that hold or set values: dynamic and calculated properties, and the setting of others' properties."""

from __future__ import annotations

from ..fields import Field, FieldLayout, Kind, Values, expression, flag, integer, java_int, key, record, sequence_of, text, texts
from ..sequence import decode
from .actions import choice, target
from .spec import Answers, Ask, Trait, TraitSpec

CONSTRAINTS = FieldLayout(",", flag("numeric"), integer("minimum"), integer("maximum", 100), flag("wrap"))

_CODE = choice("code", "P", "I", "R", "E")
_CHANGES = {
    "P": FieldLayout(",", _CODE, expression("value", "new value")),
    "I": FieldLayout(",", _CODE, expression("step", "1")),
    "R": FieldLayout(",", _CODE, expression("prompt", "Enter new value")),
    "E": FieldLayout(",", _CODE, expression("prompt", "Select new value"), texts("choices")),
}


def _read_change(raw: str) -> Values:
    return _CHANGES.get(raw[:1], _CHANGES["P"]).read(raw)


CHANGE = Kind("property change", _read_change, lambda value: str(value.raw))
"""What a key does to a property. `code` P sets `value`, I adds `step`, R asks the player, E lets the player choose."""

COMMAND = FieldLayout(":", text("command"), key("key"), Field("change", CHANGE, _read_change("")))
COMMANDS = sequence_of(record(COMMAND), ",")

_PROPERTY = (
    text("name", "name"),
    Field("constraints", record(CONSTRAINTS), CONSTRAINTS.read("")),
    Field("commands", COMMANDS, ()),
    text("description"),
)


_BLANKS = "".join(map(chr, range(0x21)))  # what Java trims


def settled(value: str) -> str | None:
    """What VASSAL makes of a dynamic property's value when it loads it; None where that takes evaluating something.

    VASSAL treats every value as a message: a {BeanShell} expression is evaluated, $names$ are looked up, a whole number is
    written afresh, a lonely dollar is lost. Numbers with leading zeros stay as they are: in a save they stand only where the
    module keeps them, or from versions that did not rewrite values at all.
    """
    trimmed = value.strip(_BLANKS)
    if not trimmed:
        return ""
    if trimmed[0] == "{" and trimmed[-1] == "}":
        return None
    number = java_int(trimmed)
    if number is not None:
        return trimmed if trimmed[0] == "0" else str(number)
    if "$" not in trimmed:
        return value
    parts = decode(trimmed, "$")
    return None if any(parts[1:-1:2]) else "".join(parts)


def _dynamic(trait: Trait, ask: Ask) -> Answers:
    yield trait.type.text("name"), settled(trait.state.text("value"))


DYNAMIC = TraitSpec(
    "PROP;",
    "DynamicProperty",
    "Dynamic Property",
    FieldLayout(";", *_PROPERTY),
    FieldLayout("", text("value")),
    properties=_dynamic,
    default="PROP;;false,0,100,false;;",
)

CALCULATED = TraitSpec(  # its value is the expression's, which is never evaluated here
    "calcProp;",
    "CalculatedProperty",
    "Calculated Property",
    FieldLayout(";", text("name"), expression("expression"), text("description")),
    properties=lambda trait, ask: [(trait.type.text("name"), None)],
    default="calcProp;;;",
)

SET_GLOBAL = TraitSpec(  # names a global property, and so has none of its own
    "setprop;",
    "SetGlobalProperty",
    "Set Global Property",
    FieldLayout(";", *_PROPERTY, text("level", "Current Zone/Current Map/Module"), expression("place")),
    default="setprop;;false,0,100,false;;;Current Zone/Current Map/Module;",
)

SET_IN_PIECES = TraitSpec(
    "setpieceprop;",
    "SetPieceProperty",
    "Set Piece Property",
    FieldLayout(
        ";",
        *_PROPERTY,
        target(),
        expression("filter"),
        flag("restrict_range"),
        integer("range", 1),
        flag("fixed_range", True),
        text("range_property"),
        expression("from_deck", "-1"),
        flag("override_constraints"),
    ),
    default="setpieceprop;;false,0,100,false;;;COUNTER|false|MAP|||||0|0||false|||EQUALS||;;false;1;true;;-1;false",
)

SPECS: tuple[TraitSpec, ...] = (DYNAMIC, CALCULATED, SET_GLOBAL, SET_IN_PIECES)
