"""Fields as plain data: what JSON can hold, with every text cleaned and no secret in it."""

from __future__ import annotations

import math
from typing import Any

from vassal_bridge.commands import AddPiece, parse_command
from vassal_bridge.errors import BridgeError
from vassal_bridge.fields import PIECE, Values
from vassal_bridge.secret import HIDDEN, Secret
from vassal_bridge.sequence import decode
from vassal_bridge.traits.concealment import Access

from ..privacy import Redactor

Data = dict[str, Any]


def plain(value: object, redactor: Redactor) -> Any:
    """One field's value."""
    match value:
        case None | bool() | int():
            return value
        case str():
            return redactor.clean(value)
        case float():
            return value if math.isfinite(value) else str(value)  # JSON has no word for infinity
        case Secret():
            return HIDDEN if value else ""
        case Values():
            return plain_fields(value, redactor)
        case Access():
            return {"by": value.by, "sides": [redactor.clean(side) for side in value.sides]}
        case tuple() | list():
            return [plain(item, redactor) for item in value]
        case _:
            return HIDDEN  # a kind of value not known here might hold anything


def plain_fields(values: Values, redactor: Redactor) -> Data:
    """All the declared fields by name, and under `more` those beyond, if there are any."""
    data: Data = {}
    for field in values.layout:
        value = values[field.name]
        data[field.name] = _definition(value, redactor) if field.kind is PIECE else plain(value, redactor)
    if any(values.rest):
        data["more"] = plain(values.rest, redactor)
    return data


def _definition(text: str, redactor: Redactor) -> Any:
    """What a trait places: a whole piece is told by the name at the end of its type; anything else is the path to one."""
    try:
        command = parse_command(text)
    except BridgeError as error:
        return f"cannot be read: {error.problem}"
    if not isinstance(command, AddPiece):
        return redactor.clean(text)
    core = command.type.rpartition("\t")[2]
    name = decode(core, ";")[4:5] if core.startswith("piece;") else []
    return {"piece": redactor.clean(name[0]) if name else ""}
