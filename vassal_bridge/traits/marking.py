"""Traits that say what a piece is: names and markers, where it belongs, who may use it, how its menu looks."""

from __future__ import annotations

from collections.abc import Iterable

from ..fields import TEXT, Field, FieldLayout, Values, expression, flag, integer, key, record, secret, sequence_of, text, texts
from .actions import keys
from .spec import Ask, Trait, TraitSpec


def marker_properties(type_: Values, state: Values) -> dict[str, str]:
    """The constants of a Marker trait: its names are in the type, the values in the state, both by comma."""
    values = state.rest
    found: dict[str, str] = {}
    for place, name in enumerate(type_.rest):
        found.setdefault(name, values[place] if place < len(values) else "")
    return found


MARKER = TraitSpec(
    "mark;",
    "Marker",
    "Marker",
    FieldLayout(",", rest=TEXT),
    FieldLayout(",", rest=TEXT),
    properties=lambda trait, ask: marker_properties(trait.type, trait.state).items(),
    default="mark;",
)

BASIC_NAME = TraitSpec(
    "basicName;",
    "BasicName",
    "Basic Name",
    FieldLayout(";", text("name")),
    properties=lambda trait, ask: [("BasicName", trait.type.text("name"))],
    default="basicName;",
)

COMMENT = TraitSpec("cmt;", "Comment", "Comment", FieldLayout(";", text("comment")), default="cmt;")

MESSAGE = TraitSpec(
    "locmsg;",
    "TranslatableMessage",
    "Translatable Message",
    FieldLayout(";", text("name", "name"), text("description"), expression("message")),
    properties=lambda trait, ask: [(trait.type.text("name"), trait.type.text("message"))],
    default="locmsg;;;",
)

PROTOTYPE = TraitSpec(
    "prototype;",
    "UsePrototype",
    "Prototype",
    FieldLayout(
        ";",
        text("name"),
        Field("parameters", sequence_of(record(FieldLayout("=", text("name"), text("value"))), ","), ()),
    ),
    default="prototype;",
)


def cargo(state: Values) -> tuple[str, ...]:
    """The ids of the pieces that lie on a mat, as its state lists them."""
    return tuple(dict.fromkeys(state.rest[: max(state.int("count"), 0)]))


def _mat(trait: Trait, ask: Ask) -> Iterable[tuple[str, str]]:
    name = trait.type.text("name")
    yield "MatName", name
    piece_id = ask("PieceUID")
    if piece_id is not None:
        yield "MatID", f"{name}_{piece_id}"
    yield "MatNumCargo", str(len(cargo(trait.state)))
    yield "NoStack", "true"


MAT = TraitSpec(
    "mat;",
    "Mat",
    "Mat",
    FieldLayout(";", text("name"), text("description")),
    FieldLayout(";", integer("count")),
    properties=_mat,
    default="mat;Mat;",
    default_state="0",
)

MAT_CARGO = TraitSpec(
    "matPiece;",
    "MatCargo",
    "Mat Cargo",
    FieldLayout(
        ";",
        text("description"),
        flag("turns_with_mat", True),
        integer("search_x"),
        integer("search_y"),
        key("find_key"),
        key("leave_key"),
    ),
    FieldLayout(";", text("mat", "noMat")),
    properties=lambda trait, ask: [("IsCargo", "true")],  # the CurrentMat… ones are the mat's own, seen through this piece
    default="matPiece;;true;0;0;;",
    default_state="noMat",
)

SUBMENU = TraitSpec(
    "submenu;",
    "SubMenu",
    "Sub-Menu",
    FieldLayout(";", text("name"), texts("commands"), text("description")),
    default="submenu;Sub-Menu;;",
)

MENU_SEPARATOR = TraitSpec(
    "menuSeparator;",
    "MenuSeparator",
    "Menu Separator",
    FieldLayout(";", text("description"), key("key")),
    default="menuSeparator;;",
)


def _restricted(trait: Trait, ask: Ask) -> Iterable[tuple[str, str]]:
    """As VASSAL answers somebody who is on no side: what belongs to anybody is restricted for a referee."""
    belongs = not trait.type.flag("by_player") or bool(trait.state.secret("owner"))
    yield "Restricted", "true" if belongs else "false"
    yield "RestrictedMovement", "true" if belongs and trait.type.flag("no_movement") else "false"


RESTRICT = TraitSpec(
    "restrict;",
    "Restricted",
    "Restricted Access",
    FieldLayout(";", texts("sides"), flag("by_player"), flag("no_movement", True), text("description")),
    FieldLayout("", secret("owner")),
    properties=_restricted,
    default="restrict;;false;true;",
)

HIDE_COMMANDS = TraitSpec(
    "hideCmd;",
    "RestrictCommands",
    "Restrict Commands",
    FieldLayout(";", text("name"), text("action", "Hide"), expression("condition"), keys("keys")),  # action: Hide or Disable
    default="hideCmd;;Hide;;",
)

SPECS: tuple[TraitSpec, ...] = (
    MARKER,
    BASIC_NAME,
    COMMENT,
    MESSAGE,
    PROTOTYPE,
    MAT,
    MAT_CARGO,
    SUBMENU,
    MENU_SEPARATOR,
    RESTRICT,
    HIDE_COMMANDS,
)
