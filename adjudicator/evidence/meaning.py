"""What the texts of a trait mean: two spellings that VASSAL reads alike are one.

Another version of VASSAL writes more fields behind those it knew, spells numbers and defaults out, and turns old formats into new
ones, on the first save that it makes of a game. None of that is a change of the piece.
"""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from typing import Any

from vassal_bridge.fields import FieldLayout, Values
from vassal_bridge.traits import Trait, display
from vassal_bridge.traits.layers import LAYER, follows
from vassal_bridge.traits.movement import trail
from vassal_bridge.traits.placing import return_deck

Meaning = tuple[Any, ...]

_NEW_DEFAULTS = frozenset(("false", "0"))
"""What fields of a version that we do not know say as a rule where nobody set them."""

_KEYS = ("key", "letter")
"""Kinds of fields that say which key does something. Named keys bear numbers that VASSAL deals out anew in every session."""

_WORDS = "_command"
"""How names of fields end that hold the words of a menu: a player's VASSAL may write them in that player's language."""

_LETTERS = frozenset(f"{what}_{part}" for what in ("activate", "increase", "decrease") for part in ("modifiers", "letters"))
_HOW_WRITTEN = _LETTERS | {"version", "always_active", "letter", "clone_key", "delete_key"}
_AS_THEY_ARE = frozenset((str, int, bool, type(None)))
_OTHER_NAMES = {"nonRect2": "nonRect"}


def type_meaning(trait: Trait) -> Meaning:
    """All that the module fixed in a trait, without what only says how it is written."""
    if not trait.known:
        return trait.kind, trait.type_text
    kind = _OTHER_NAMES.get(trait.kind, trait.kind)
    told = _told(trait.type)
    if trait.type.layout is LAYER:
        # until 3.1 a layer knew its keys by letters, and could be switched off if it had one for that; newer versions write both
        values = trait.type
        told["switched"] = not values.flag("always_active") if values.int("version") else bool(values.text("activate_letters"))
    elif kind == "immob":
        told["moving"] = display.never_moves(trait)  # older versions had letters for it
    elif kind == "return":
        told = {"deck": return_deck(trait.type), "command": told.get("command")}
    named = {name: value for name, value in told.items() if name not in _HOW_WRITTEN}
    return kind, tuple(sorted(named.items(), key=itemgetter(0))), _rest(trait.type)


def state_meaning(trait: Trait) -> Meaning:
    """What players changed in a trait. A layer that follows a property is as that is, and VASSAL stores it whenever it looks.

    Of a trail what is drawn: whether it was ever begun, and how many of its points a move within one place leaves alone, VASSAL
    keeps for itself, and an older one forgets that on saving.
    """
    if trait.kind == "emb2" and follows(trait):
        return ()
    if trait.kind == "footprint" and trait.known:
        return trait.state.flag("visible"), trait.state.text("map"), trail(trait)
    return _fields(trait.state) if trait.known else (trait.state_text,)


def _fields(values: Values) -> Meaning:
    """The values by their names but those that are what VASSAL takes for a missing one, and what stands behind them all."""
    return (*_told(values).items(), *_rest(values))


def _told(values: Values) -> dict[str, Any]:
    return {name: value for name, default in _meant(values.layout) if (value := _plain(values[name])) != default}


def _rest(values: Values) -> Meaning:
    rest = [_plain(one) for one in values.rest]
    unheard_of = values.layout.rest is None
    while rest and (rest[-1] in ("", None) or (unheard_of and rest[-1] in _NEW_DEFAULTS)):
        rest.pop()
    return tuple(rest)


@cache
def _meant(layout: FieldLayout) -> tuple[tuple[str, Any], ...]:
    """The fields that mean something, with what they say where nobody set them."""
    fields = (each for each in layout.fields if not (each.kind.name.startswith(_KEYS) or each.name.endswith(_WORDS)))
    return tuple((each.name, _plain(each.default)) for each in fields)


def _plain(value: Any) -> Any:
    if type(value) in _AS_THEY_ARE:
        return value
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
