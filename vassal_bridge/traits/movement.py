"""What pieces remember of their movement: the mark of having moved, and the trail."""

from __future__ import annotations

from collections.abc import Iterator

from ..fields import FieldLayout, color, flag, integer, java_int, key, number, text
from ..sequence import decode
from .spec import Ask, Trait, TraitSpec

MARK = FieldLayout(
    ";",
    text("image"),
    integer("x"),
    integer("y"),
    text("command", "Toggle whether piece marked as moved"),
    key("key", "77,130"),
    text("description"),
    flag("ignore_same_location"),
    text("mark_command", "Mark piece as moved"),
    key("mark_key"),
    text("unmark_command", "Mark piece as unmoved"),
    key("unmark_key"),
)
MARK_STATE = FieldLayout("", flag("moved"))

TRAIL = FieldLayout(
    ";",
    key("key", "84,130"),
    text("command", "Movement Trail"),
    flag("visible_at_start"),
    flag("shared"),
    integer("circle_radius", 10),
    color("fill", "255,255,255"),
    color("line", "0,0,0"),
    integer("opacity_selected", 100),
    integer("opacity", 50),
    integer("point_margin", 20),
    integer("line_margin", 30),
    number("line_width", 1.0),
    key("show_key"),
    key("hide_key"),
    key("clear_key"),
    text("description"),
    flag("ignore_same_location"),  # since 3.8
)

# Behind these come as many points as `x,y`, then whether the trail was ever begun, and since 3.8 how many of the points a move
# within one place leaves alone: see `trail`, `trail_begun` and `trail_kept`. A state without anything takes `visible_at_start`.
TRAIL_STATE = FieldLayout(";", flag("visible"), text("map"), integer("points"))


def moved(trait: Trait) -> bool:
    """Whether the trait marks its piece as moved."""
    return trait.kind == "markmoved" and trait.state.flag("moved")


def trail(trait: Trait) -> tuple[tuple[int, int], ...]:
    """The points that a trail leads through, the oldest first."""
    points = _points(trait)
    coordinates = (decode(point, ",") for point in points if point)
    return tuple((_number(pair[0]), _number(pair[1]) if len(pair) > 1 else 0) for pair in coordinates)


def trail_begun(trait: Trait) -> bool:
    """Whether the piece ever moved or had its trail cleared (False in files older than the field)."""
    behind = trait.state.rest[len(_points(trait)) :]
    return behind[:1] == ("true",)


def trail_kept(trait: Trait) -> int:
    """How many points of the trail a move within one place leaves alone (since 3.8; else all of them)."""
    points = _points(trait)
    behind = trait.state.rest[len(points) :]
    kept = java_int(behind[1]) if len(behind) > 1 else None
    return trait.state.int("points") if kept is None else kept


def _points(trait: Trait) -> tuple[str, ...]:
    return trait.state.rest[: max(0, trait.state.int("points"))]


def _number(written: str) -> int:
    return java_int(written) or 0


def _mark_properties(trait: Trait, ask: Ask) -> Iterator[tuple[str, str]]:
    yield "Moved", "true" if moved(trait) else "false"


# A trail answers `Moved` too, but by asking the traits inside it, and with "false" if none of them knows. It is declared without
# properties, so that it does not hide the mark; a piece with a trail and no mark has not moved as far as VASSAL can tell.
SPECS: tuple[TraitSpec, ...] = (
    TraitSpec(
        "markmoved;",
        "MovementMarkable",
        "Mark When Moved",
        MARK,
        MARK_STATE,
        _mark_properties,
        default=(
            "markmoved;moved.gif;0;0;Toggle whether piece marked as moved;77,130;;false;"
            "Mark piece as moved;;Mark piece as unmoved;"
        ),
        default_state="false",
    ),
    TraitSpec(
        "footprint;",
        "Footprint",
        "Movement Trail",
        TRAIL,
        TRAIL_STATE,
        default="footprint;;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;",
        default_state="false;;0;false",
    ),
)
