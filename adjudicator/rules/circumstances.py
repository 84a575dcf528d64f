"""What games are played under and tables ask for by name: the scenario, who is the first player, the season, the weather."""

from __future__ import annotations

from typing import Final

from adjudicator import factname
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.terms import Term
from adjudicator.facts import Unknown

from .registry import SHARED

SCENARIO: Final = SHARED.memory(
    "scenario",
    str,
    "the scenario that is played",
    lasts=Lifetime.GAME,
    default=Unknown(factname.scenario()),
    words=(Term.SCENARIO,),
)
FIRST_PLAYER: Final = SHARED.memory(
    "first player",
    str,
    "the side that is the first player",
    lasts=Lifetime.GAME,
    default=Unknown(factname.first_player()),
    words=(Term.SIDE,),
)
SEASON: Final = SHARED.memory("season", str, "the season, such as thaw", lasts=Lifetime.GAME, default="", words=(Term.SEASON,))
WEATHER: Final = SHARED.memory("weather", str, "the weather", lasts=Lifetime.GAME, default="", words=(Term.WEATHER,))
