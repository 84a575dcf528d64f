"""Traits that put pieces somewhere: markers placed, pieces replaced, sent away or moved on."""

from __future__ import annotations

from ..fields import Field, FieldLayout, Kind, Values, expression, flag, integer, java_int, key, piece, text
from ..fields import UnreadableError as Unreadable
from ..sequence import split_raw
from .actions import parameters
from .spec import TraitSpec


def _read_word(raw: str) -> str:
    if not raw:
        raise Unreadable
    return raw


WORD = Kind("word", _read_word, str)  # VASSAL takes the default for an empty one
OPTIONAL_INT = Kind("int or nothing", java_int, lambda value: "" if value is None else str(value))


_PLACING = FieldLayout(
    ";",
    text("command"),
    key("key"),
    piece("marker"),  # a whole add command, or the path to a palette's piece, or `null`
    text("message", "null"),  # `null`: none
    expression("x", "0"),
    expression("y", "0"),
    flag("match"),  # the marker is turned like this piece; a replacement gets this piece's states
    key("after_key"),
    text("description"),
    text("gpid"),
    integer("placement"),  # in the stack 0 on top, 1 at the bottom, 2 above this piece, 3 below it
    flag("match_above_only"),
    flag("match_properties"),
    parameters(),
    integer("version"),
)


PLACE_MARKER = TraitSpec(
    "placemark;",
    "PlaceMarker",
    "Place Marker",
    _PLACING,
    default="placemark;Place Marker;77,130;null;null;0;0;false;;;;0;false;false;;1",
)

REPLACE = TraitSpec(
    "replace;",
    "Replace",
    "Replace With Other",
    _PLACING,
    default="replace;Replace;82,130;null;null;0;0;false;;;;0;false;false;;1",
)

_RETURN_OLD = (
    text("command"),
    key("key"),
    text("deck"),
    text("prompt", "Select destination"),
    text("description"),
    integer("version"),
)
RETURN_BEFORE_2 = FieldLayout(";", *_RETURN_OLD)
RETURN_FROM_2 = FieldLayout(";", *_RETURN_OLD, flag("ask_deck", True), expression("deck_name"))


def _return_layout(raw: str) -> FieldLayout:
    """Before version 2 the deck's name alone decided, and nothing behind the version is read."""
    tokens = split_raw(raw, ";")
    version = java_int(tokens[5]) if len(tokens) > 5 else None
    return RETURN_FROM_2 if version is not None and version >= 2 else RETURN_BEFORE_2


def return_deck(type_: Values) -> str | None:
    """The deck a Return to Deck trait names, maybe by an expression; None where the player is asked."""
    if type_.layout is RETURN_BEFORE_2:
        return type_.text("deck") or None
    return None if type_.flag("ask_deck") else type_.text("deck_name")


RETURN = TraitSpec(
    "return;",
    "ReturnToDeck",
    "Return To Deck",
    _return_layout,
    default="return;Return to Deck;82,130;;Select destination;;2;true;",
)

SEND_TO = TraitSpec(
    "sendto;",
    "SendToLocation",
    "Send To Location",
    FieldLayout(
        ";",
        text("command"),
        key("key"),
        expression("map"),
        expression("board"),
        expression("x", "0"),
        expression("y", "0"),
        text("back_command"),
        key("back_key"),
        expression("x_times", "0"),
        expression("y_times", "0"),
        expression("x_step", "1"),
        expression("y_step", "1"),
        text("description"),
        Field("destination", WORD, "L"),  # G grid location, L point, Z zone, R region, A a counter, C the next, N the nearest
        expression("zone"),
        expression("region"),
        expression("filter"),
        expression("grid_location"),
    ),
    FieldLayout(";", text("back_map"), Field("back_x", OPTIONAL_INT), Field("back_y", OPTIONAL_INT)),
    default="sendto;;;;;0;0;;;0;0;1;1;;L;;;;",
    default_state=";;",
)

TRANSLATE = TraitSpec(
    "translate;",
    "Translate",
    "Move Fixed Distance",
    FieldLayout(
        ";",
        text("command", "Move Forward"),
        key("key", "77,130"),
        expression("right", "0"),
        expression("up", "60"),
        flag("whole_stack"),
        expression("right_times", "0"),
        expression("up_times", "0"),
        expression("right_step", "0"),
        expression("up_step", "0"),
        text("description"),
    ),
    default="translate;Move Forward;77,130;0;60;false;0;0;0;0;",
)

SPECS: tuple[TraitSpec, ...] = (PLACE_MARKER, REPLACE, RETURN, SEND_TO, TRANSLATE)
