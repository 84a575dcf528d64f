"""Facings and angles."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..fields import FLOAT, Field, FieldLayout, Kind, expression, flag, integer, java_int, key, number, text
from ..sequence import split_raw, unquote
from .spec import Ask, Trait, TraitSpec

_SHARED = (
    key("random_key"),
    text("random_command"),
    text("name"),
    text("description"),
    key("direct_key"),
    text("direct_command"),
    expression("direct_target"),
    flag("direct_by_facing", default=True),
)

ANY_ANGLE = FieldLayout(";", integer("facings", 1), key("key"), text("command", "Rotate"), *_SHARED)
FIXED_FACINGS = FieldLayout(
    ";",
    integer("facings"),
    key("clockwise_key"),
    key("counterclockwise_key"),
    text("clockwise_command"),
    text("counterclockwise_command"),
    *_SHARED,
)

PIVOT = FieldLayout(
    ";",
    text("command", "Pivot"),
    key("key"),
    integer("x"),
    integer("y"),
    flag("fixed_angle", default=True),
    number("angle", 90.0),
    text("description"),
    text("second_command"),
    key("second_key"),
    number("second_angle", 270.0),
)


def _read_rotation(raw: str) -> float:
    whole = java_int(raw)
    return FLOAT.read(raw) if whole is None else whole


def _write_rotation(value: float) -> str:
    return str(value) if isinstance(value, int) else FLOAT.write(value)


# The state holds a facing, counted from 0, or an angle, negative when clockwise. Only the type tells which.
STATE = FieldLayout("", Field("rotation", Kind("facing or angle", _read_rotation, _write_rotation), 0))


def _rotate_layout(raw: str) -> FieldLayout:
    facings = java_int(unquote(split_raw(raw, ";")[0], ";"))
    return ANY_ANGLE if facings == 1 else FIXED_FACINGS


def facing(trait: Trait) -> int:
    """The facing, counted from 1 as VASSAL's properties do; always 1 for a piece that may be turned to any angle."""
    stored = trait.state["rotation"]
    if trait.type.layout is ANY_ANGLE or not isinstance(stored, int):
        return 1
    return min(stored + 1, trait.type.int("facings"))


def degrees(trait: Trait) -> int | None:
    """The angle in whole degrees from 0 to 359; None for a facing or an angle that there is not (VASSAL fails on it)."""
    facings = trait.type.int("facings")
    if facings < 1 or facing(trait) < 1:
        return None
    angle = trait.state.number("rotation") if trait.type.layout is ANY_ANGLE else (facing(trait) - 1) * (360.0 / facings)
    return math.floor(abs(angle) + 0.5) % 360 if math.isfinite(angle) else None


def _properties(trait: Trait, ask: Ask) -> Iterator[tuple[str, str]]:
    name = trait.type.text("name")
    yield f"{name}_Facing", str(facing(trait))
    turned = degrees(trait)
    if turned is not None:
        yield f"{name}_Degrees", str(turned)


SPECS: tuple[TraitSpec, ...] = (
    TraitSpec(
        "rotate;",
        "FreeRotator",
        "Can Rotate",
        _rotate_layout,
        STATE,
        _properties,
        default="rotate;6;93,130;91,130;Rotate CW;Rotate CCW;;;;;;;;true",
        default_state="0",
    ),
    TraitSpec("pivot;", "Pivot", "Can Pivot", PIVOT, default="pivot;;;0;0;true;90.0;;;;270.0"),
)
