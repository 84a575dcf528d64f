"""Masks and invisibility: pieces that only their owner sees.

What the file holds of an owner is that player's id, and the id is the password; or a side, where concealment goes by sides.
Which of the two a state holds cannot be told for certain (a module may have changed its mind since), so an owner is always a
`Secret`. The properties that VASSAL would answer with the owner (`obs;` and `hiddenBy`) are never given; those that depend on
who looks are given for somebody who may see everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from ..fields import SECRET, Field, FieldLayout, Kind, color, expression, flag, integer, key, number, record, text
from ..secret import Secret
from ..sequence import decode, encode, split_raw
from .spec import Ask, Trait, TraitSpec

NOBODY = Secret("nobody")
"""Owner of the pieces in a deck that lies face down."""

_NO_OWNER = "null"


@dataclass(frozen=True, slots=True)
class Access:
    """Who shares a concealed piece: nobody else (`player`), the side of who concealed it, or all the sides named."""

    by: Literal["player", "side", "sides"] = "player"
    sides: tuple[str, ...] = ()


def _read_access(raw: str) -> Access:
    if raw == "side:":
        return Access("side")
    if raw.startswith("sides:"):
        return Access("sides", tuple(decode(raw.removeprefix("sides:"), ":")))
    return Access()


def _write_access(value: Access) -> str:
    return f"{value.by}:{encode(value.sides, ':') or ''}"


def _read_owner(raw: str) -> Secret | None:
    return None if raw == _NO_OWNER else Secret(raw)


def _write_owner(value: Secret | None) -> str:
    return _NO_OWNER if value is None else value.reveal()


ACCESS = Kind("access", _read_access, _write_access)
OWNER = Kind("owner", _read_owner, _write_owner)  # an empty text is an owner too: a player without password

# Whose masks could be lifted by others when this one was put on; `override` is the module's word for all of them.
_UNMASKING = FieldLayout("|", text("override"), integer("count"), rest=SECRET)

_MASK_FIELDS = (
    key("key"),
    text("image"),
    text("command", "Mask"),
    text("display", "I"),  # Inset, Background, 2 (second inset), P and the key to peek, or G and a picture
    text("mask_name", "?"),
    Field("access", ACCESS, Access()),
    text("peek_command", "Peek"),
    text("description"),
)
_DEAL_FIELDS = (key("deal_key"), expression("deal_to"))

MASK = FieldLayout(";", *_MASK_FIELDS, flag("auto_peek"), *_DEAL_FIELDS)
NEW_MASK = FieldLayout(";", *_MASK_FIELDS, flag("auto_peek", default=True), *_DEAL_FIELDS)
MASK_STATE = FieldLayout(
    ";",
    Field("owner", OWNER, None),
    Field("unmasking", record(_UNMASKING), _UNMASKING.read("")),
)

INVISIBLE = FieldLayout(
    ";",
    key("key", "73,130"),
    text("command", "Invisible"),
    color("background"),
    Field("access", ACCESS, Access()),
    number("opacity", 0.3),
    text("description"),
    flag("silent_moves"),
)
INVISIBLE_STATE = FieldLayout("", Field("owner", OWNER, None))


def _mask_layout(raw: str) -> FieldLayout:
    """VASSAL takes a type too short to have a `display` for a brand-new mask."""
    return MASK if len(split_raw(raw, ";")) > 3 else NEW_MASK


def access(trait: Trait) -> Access:
    value = trait.type["access"]
    return value if isinstance(value, Access) else Access()


def _owner(trait: Trait) -> Secret | None:
    value = trait.state["owner"]
    return value if isinstance(value, Secret) else None


def masked_by(trait: Trait) -> Secret | None:
    """Who masked the piece, None if it is face up."""
    return _owner(trait) if trait.kind == "obs" else None


def hidden_by(trait: Trait) -> Secret | None:
    """Who hid the piece, None if it is in the open."""
    return _owner(trait) if trait.kind == "hide" else None


def owning_side(trait: Trait, sides: Iterable[str]) -> str | None:
    """Which of these sides owns a concealed piece, None if it is not concealed, or owned by a player in person."""
    owner = _owner(trait)
    if owner is None or access(trait).by == "player":
        return None
    return next((side for side in sides if Secret(side) == owner), None)


def _mask_properties(trait: Trait, ask: Ask) -> Iterator[tuple[str, str]]:
    yield "ObscuredToOthers", "false" if masked_by(trait) is None else "true"
    yield "Obscured", "false"


def _invisible_properties(trait: Trait, ask: Ask) -> Iterator[tuple[str, str]]:
    yield "InvisibleToOthers", "false" if hidden_by(trait) is None else "true"
    yield "Invisible", "false"


SPECS: tuple[TraitSpec, ...] = (
    TraitSpec(
        "hide;",
        "Hideable",
        "Invisible",
        INVISIBLE,
        INVISIBLE_STATE,
        _invisible_properties,
        default="hide;73,130;Invisible;;player:;0.30000001192092896;;false",
        default_state=_NO_OWNER,
    ),
    TraitSpec(
        "obs;",
        "Obscurable",
        "Mask",
        _mask_layout,
        MASK_STATE,
        _mask_properties,
        default="obs;77,130;;Mask;I;?;player:;Peek;;true;;",
        default_state="null;",
    ),
)
