"""Who plays which game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.games import LoadedGame

from .desk import Desk
from .koenigsberg import campaign


@dataclass(frozen=True, slots=True)
class Player:
    """Plays a game: the scenarios he knows, each with its last turn."""

    scenarios: Mapping[str, int]
    play: Callable[[LoadedGame, str, int, int], Desk]  # scenario, seed, turns


PLAYERS: Mapping[str, Player] = {
    "koenigsberg-rg": Player({"campaign": 10}, campaign.play_game),
}
