"""The older edition of Königsberg, turn by turn: what its sequence of play has otherwise, and its refugees."""

from __future__ import annotations

import random

from adjudicator.engine.actions import Phase
from adjudicator.games import LoadedGame

from ..desk import Desk
from . import air, command, newcomers, refugees
from .campaign import end_turn, first_bombardment, play_turns

# What the player of the other edition does and this one does not.
REFRAINS = frozenset({"attack-in-zone", "barrage-in-time", "refugees-fill", "army-group-chit-by-rail", "move-phase"})


def play_game(loaded: LoadedGame, scenario: str, seed: int, turns: int, *, busy: float = 1.0) -> Desk:
    """One game from the set-up, for so many turns. The same seed plays the same game."""
    return play_turns(Desk(loaded, loaded.table(scenario), random.Random(seed), refrains=REFRAINS), turns, busy, play_turn)


def play_turn(desk: Desk, number: int, busy: float = 1.0) -> None:
    if number == 1:
        desk.plays_legally(Phase("bombardment", turn=1))
        first_bombardment(desk, busy)
    else:
        desk.plays_legally(Phase("air return", turn=number))
        air.come_back(desk)
        desk.plays_legally(Phase("air refit"))
        air.refit(desk)
        desk.plays_legally(Phase("reinforcement"))
        newcomers.enter(desk, newcomers.due(desk))
        newcomers.without_units(desk)
        desk.plays_legally(Phase("replacement"))
        newcomers.replacements(desk, ("soviet", "german"))
    desk.plays_legally(Phase("volkssturm deployment"))
    newcomers.volkssturm(desk)
    desk.plays_legally(Phase("refugee deployment"))
    refugees.segment(desk)
    desk.plays_legally(Phase("command"))
    command.cup(desk, moves=0.7 * busy, attacks=0.5 * busy)
    refugees.driven_in(desk)
    end_turn(desk)
