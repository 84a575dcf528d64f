"""What the texts of a trait mean: two spellings that VASSAL reads alike are one.

Another version of VASSAL writes more fields behind those it knew, spells numbers and defaults out, and turns old formats into new
ones, on the first save that it makes of a game. None of that is a change of the piece.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from vassal_bridge.fields import KEY, FieldLayout, Values
from vassal_bridge.traits import Trait
from vassal_bridge.traits.layers import LAYER, follows

Meaning = tuple[Any, ...]

_LETTERS = frozenset(f"{what}_{part}" for what in ("activate", "increase", "decrease") for part in ("modifiers", "letters"))
_NEW_DEFAULTS = frozenset(("false", "0"))
"""What fields of a version that we do not know say as a rule where nobody set them."""

_HOW_WRITTEN = _LETTERS | {"version", "always_active"}


def type_meaning(trait: Trait) -> Meaning:
    """All that the module fixed in a trait, without what only says how it is written."""
    if not trait.known:
        return trait.kind, trait.type_text
    if trait.type.layout is LAYER:
        return trait.kind, _layer(trait.type)
    return trait.kind, _fields(trait.type)


def state_meaning(trait: Trait) -> Meaning:
    """What players changed in a trait. A layer that follows a property is as that is, and VASSAL stores it whenever it looks."""
    if trait.kind == "emb2" and follows(trait):
        return ()
    return _fields(trait.state) if trait.known else (trait.state_text,)


def _fields(values: Values) -> Meaning:
    """The values by their names but those that are what VASSAL takes for a missing one, and what stands behind them all."""
    rest = [_plain(one) for one in values.rest]
    unheard_of = values.layout.rest is None
    while rest and (rest[-1] in ("", None) or (unheard_of and rest[-1] in _NEW_DEFAULTS)):
        rest.pop()
    told = ((field.name, _plain(values[field.name])) for field in values.layout.fields if field.kind is not KEY)
    defaults = _defaults(values.layout)
    return (*(one for one in told if one[1] != defaults[one[0]]), *rest)


@cache
def _defaults(layout: FieldLayout) -> dict[str, Any]:
    return {field.name: _plain(field.default) for field in layout.fields}


def _layer(values: Values) -> Meaning:
    """Until 3.1 a layer knew its keys by letters, and could be switched off if it had one for that. Newer versions write both."""
    switched = not values.flag("always_active") if values.int("version") else bool(values.text("activate_letters"))
    told = (one for one in _fields(values) if not (isinstance(one, tuple) and one[0] in _HOW_WRITTEN))
    return (switched, *told)


def _plain(value: Any) -> Any:
    if isinstance(value, Values):
        return _fields(value)
    if isinstance(value, tuple):
        plain = [_plain(one) for one in value]
        while plain and plain[-1] == "":
            plain.pop()  # a list filled up to the length of another one
        return tuple(plain)
    if isinstance(value, float):
        return float(f"{value:.6g}")  # some are read with half the digits and written with all
    return value
