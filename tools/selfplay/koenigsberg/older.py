"""The older edition of Königsberg, turn by turn: what its sequence of play has otherwise, and its refugees."""

from __future__ import annotations

import random

from adjudicator.engine.actions import Mark, Phase
from adjudicator.games import LoadedGame

from ..desk import Desk
from . import air, command, newcomers
from .campaign import end_turn, first_bombardment

GOALS = ("2932", "3420")  # Königsberg and Elbing
# What the player of the other edition does and this one does not.
REFRAINS = frozenset({"attack-in-zone", "barrage-in-time", "refugees-fill", "army-group-chit-by-rail", "move-phase"})
ROADS = frozenset({"road", "autobahn"})


def play_game(loaded: LoadedGame, scenario: str, seed: int, turns: int, *, busy: float = 1.0) -> Desk:
    """One game from the set-up, for so many turns. The same seed plays the same game."""
    desk = Desk(loaded, loaded.table(scenario), random.Random(seed), refrains=REFRAINS)
    for number in range(1, turns + 1):
        _turn(desk, number, busy)
        if desk.over:
            break
    return desk


def _turn(desk: Desk, number: int, busy: float) -> None:
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
    _refugees(desk)
    desk.plays_legally(Phase("command"))
    command.cup(desk, moves=0.7 * busy, attacks=0.5 * busy)
    end_turn(desk)


def _refugees(desk: Desk) -> None:
    """Those on the map go on along roads, up to three hexes nearer to the cities; then one counter is placed."""
    memory = desk.table.game.memories["refugees on"]
    for hex in sorted(desk.table.state.those(memory)):
        desk.plays_legally(Mark(hex, "refugees", on=False))
        if hex not in GOALS:
            _go_on(desk, hex)
    grid = desk.table.grid
    places = [hex for hex in grid.all() if any(_road(desk, hex, to) for to in grid.neighbours(hex))]
    for hex in desk.shuffled(places):
        if desk.tries(Mark(hex, "refugees")):
            return


def _go_on(desk: Desk, start: str) -> None:
    """To the hex nearest to a city that is free; if there is none they stay."""
    reached, front = {start}, [start]
    for _ in range(3):
        front = [to for hex in front for to in desk.table.grid.neighbours(hex) if to not in reached and _road(desk, hex, to)]
        reached.update(front)
    goals = set(GOALS) & reached
    if goals:
        return  # they arrive, and are taken off
    for hex in sorted(reached, key=lambda each: (min(desk.table.grid.distance(each, goal) for goal in GOALS), each)):
        if desk.tries(Mark(hex, "refugees")):
            return


def _road(desk: Desk, hex: str, to: str) -> bool:
    return desk.table.board.has_route(hex, to, ROADS).yes
