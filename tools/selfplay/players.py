"""Who plays which game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from adjudicator.games import LoadedGame

from .chronicle import Chronicle
from .desk import Desk
from .koenigsberg import campaign as koenigsberg
from .koenigsberg import older
from .koenigsberg.chronicle import KoenigsbergChronicle
from .seelow import campaign as seelow
from .seelow.chronicle import SeelowChronicle
from .vob import campaign as vob
from .vob.chronicle import VobChronicle


@dataclass(frozen=True, slots=True)
class Player:
    """Plays a game: the scenarios he knows, each with its last turn, and how what he did is told as a log."""

    scenarios: Mapping[str, int]
    play: Callable[[LoadedGame, str, int, int], Desk]  # scenario, seed, turns
    chronicle: type[Chronicle] | None  # None: nobody tells his games as logs yet


PLAYERS: Mapping[str, Player] = {
    "koenigsberg-rg": Player({"campaign": 10}, koenigsberg.play_game, KoenigsbergChronicle),
    "koenigsberg-3cg": Player({"campaign": 10}, older.play_game, KoenigsbergChronicle),
    "vistula-oder-berlin": Player({"red-storm": 5, "deutschland-kaputt": 9}, vob.play_game, VobChronicle),
    "seelow-kustrin": Player({"kuestrin": 12, "seelow": 12}, seelow.play_game, SeelowChronicle),
}
