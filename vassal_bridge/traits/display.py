"""Traits that change how a piece is drawn or handled, and hardly anything else."""

from __future__ import annotations

from collections.abc import Iterator

from ..fields import FieldLayout, Kind, color, flag, integer, java_int, key, number, text
from .spec import Ask, Trait, TraitSpec

BORDER = FieldLayout(
    ";",
    text("property"),  # the border is drawn while this property is true …
    text("description"),
    integer("thickness", 2),
    color("color", "255,0,0"),
    text("second_property"),  # … and, or, xor, nor this one
    text("combine", "AND"),
)

AREA = FieldLayout(
    ";",
    color("color", "128,128,128"),
    integer("opacity", 30),
    integer("radius", 1),
    flag("always_active", default=True),
    text("command", "Show area"),
    key("key"),
    text("map_shading"),
    flag("fixed_radius", default=True),
    text("radius_property"),
    text("description"),
    text("name"),
    text("on_command"),
    key("on_key"),
    text("off_command"),
    key("off_key"),
    flag("global", default=True),
)
AREA_STATE = FieldLayout("", flag("active"))

# Options are letters. Selecting: with shift i, control t, alt c, never n; into a box with alt A, alt and shift B, never Z; g for
# ignoring the grid. Moving: normal N, only if selected I, never V. Stacking: normal L, never R, as before there was a choice.
HANDLING = FieldLayout(";", text("selecting"), text("moving"), text("stacking", "R"), text("description"))

OUTLINE = FieldLayout(";", number("scale", 1.0), text("shape"))
OLD_OUTLINE = FieldLayout("", text("shape"))

BUTTON = FieldLayout(
    ";",
    key("key", "65,130"),
    integer("x"),
    integer("y"),
    integer("width"),
    integer("height"),
    text("description"),
    flag("opens_menu"),
    flag("whole_piece"),
    integer("version"),
    integer("points"),
    rest=Kind("coordinate", lambda raw: java_int(raw) or 0, str),
)


def area_active(trait: Trait) -> bool:
    """Whether an area of effect is shown to everybody."""
    return trait.type.flag("always_active") or trait.state.flag("active")


def _area_properties(trait: Trait, ask: Ask) -> Iterator[tuple[str, str]]:
    yield f"{trait.type.text('name')}_Active", "true" if area_active(trait) else "false"


def never_moves(trait: Trait) -> bool:
    """Whether the piece cannot be dragged."""
    moving = trait.type.text("moving")
    return moving.startswith("V") if moving else "n" in trait.type.text("selecting")


def moves_if_selected(trait: Trait) -> bool:
    """Whether the piece can be dragged only after it has been selected."""
    moving = trait.type.text("moving")
    return moving.startswith("I") if moving else any(letter in trait.type.text("selecting") for letter in "itc")


def ignores_grid(trait: Trait) -> bool:
    return "g" in trait.type.text("selecting")


def stacks(trait: Trait) -> bool:
    return trait.type.text("stacking").startswith("L")


def _handling_properties(trait: Trait, ask: Ask) -> Iterator[tuple[str, str]]:
    yield "Immobile", "true" if never_moves(trait) or moves_if_selected(trait) else "false"
    yield "IgnoreGrid", "true" if ignores_grid(trait) else "false"
    yield "cannotMove", "true" if never_moves(trait) else "false"
    if not stacks(trait):
        yield "NoStack", "true"  # VASSAL never says false here, it says nothing


SPECS: tuple[TraitSpec, ...] = (
    TraitSpec("border;", "BorderOutline", "Border Outline", BORDER, default="border;;;2;255,0,0;;AND"),
    TraitSpec(
        "AreaOfEffect;",
        "AreaOfEffect",
        "Area Of Effect",
        AREA,
        AREA_STATE,
        _area_properties,
        default="AreaOfEffect;128,128,128;30;1;true;Show area;;;true;;;;;;;;true",
        default_state="false",
    ),
    TraitSpec("immob;", "Immobilized", "Does Not Stack", HANDLING, properties=_handling_properties, default="immob;;N;R;"),
    TraitSpec("nonRect2;", "NonRectangular", "Non-Rectangular", OUTLINE, default="nonRect2;1.0;"),
    TraitSpec("nonRect;", "NonRectangular", "Non-Rectangular (first format)", OLD_OUTLINE),
    TraitSpec("button;", "ActionButton", "Action Button", BUTTON, default="button;;0;0;0;0;;false;true;1;0"),
)
