"""Day, dusk and night: what the light is, and what becomes of it when the turn changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from adjudicator import factname
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.terms import LightWord, Term
from adjudicator.facts import Fact, Known, Source, Truth, Unknown, truth, unsure

from .registry import SHARED
from .table import Table

LIGHT: Final = SHARED.memory(
    "light",
    str,
    "day, dusk or night, if the turn does not tell it",
    lasts=Lifetime.TURN,
    default=Unknown(factname.light()),
    words=(Term.LIGHT,),
)

SHARED.slot("light.now", "What is the light, where nothing notes it?", optional=True)


@SHARED.rule("light.now")
def by_turn(table: Table, *, turns: Mapping[int, LightWord], otherwise: LightWord = "day") -> str:
    """Each turn of the game has its light."""
    return turns.get(table.state.turn, otherwise)


def light(table: Table) -> Fact[str]:
    """The light: as noted, or as the game's turns have it."""
    stated = table.state.stated(LIGHT)
    if stated is not None:
        return stated
    rule = table.rules.find("light.now")
    return Unknown(LIGHT.asks) if rule is None else Known(rule(table), Source.RULEBOOK)


def is_light(table: Table, kinds: Collection[str]) -> Truth:
    """Is it dusk, or night, or another of these?"""
    now = light(table)
    return unsure(now.key) if isinstance(now, Unknown) else truth(now.value in kinds)
