"""A whole game, turn by turn, in the order of the rulebook's sequence of play."""

from __future__ import annotations

import random
from collections.abc import Callable

from adjudicator.engine.actions import Declare, Phase, Roll, Supply
from adjudicator.games import LoadedGame
from adjudicator.rules.supply.ageing import next_markers
from adjudicator.rules.victory.outcome import outcomes

from ..desk import Desk
from . import air, command, newcomers


def play_game(loaded: LoadedGame, scenario: str, seed: int, turns: int, *, busy: float = 1.0) -> Desk:
    """One game from the set-up, for so many turns. The same seed plays the same game."""
    return play_turns(Desk(loaded, loaded.table(scenario), random.Random(seed)), turns, busy, play_turn)


def play_turns(desk: Desk, turns: int, busy: float, turn: Callable[[Desk, int, float], None]) -> Desk:
    """So many turns, unless the game is over before."""
    for number in range(1, turns + 1):
        turn(desk, number, busy)
        if desk.over:
            break
    return desk


def play_turn(desk: Desk, number: int, busy: float = 1.0) -> None:
    """One turn. `busy`: how much the player does in it."""
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
        desk.plays_legally(Phase("replacement"))
        newcomers.replacements(desk)
        newcomers.without_units(desk)
    desk.plays_legally(Phase("volkssturm deployment"))
    newcomers.volkssturm(desk)
    desk.plays_legally(Phase("command"))
    command.cup(desk, moves=0.7 * busy, attacks=0.5 * busy)
    end_turn(desk)


def first_bombardment(desk: Desk, busy: float) -> None:
    for group, upon in (("german", "soviet"), ("2BF", "german"), ("3BF", "german")):
        desk.plays_legally(Roll(f"bombardment {group}", (desk.die(), desk.die())))
        command.bombardments(desk, upon, desk.dice.randint(0, max(1, round(3 * busy))), near=2)


def end_turn(desk: Desk) -> None:
    desk.plays_legally(Phase("supply"))
    for side in desk.table.game.sides:
        standings = desk.table.force(side).standings
        states = tuple(
            (unit, state)
            for unit, state in sorted(next_markers(desk.table, side).items())
            if state is not None and (state != "in supply" or standings[unit].marks)
        )
        if states:
            desk.plays_legally(Supply(states))
    desk.plays_legally(Phase("volkssturm return"))
    newcomers.volkssturm_home(desk)
    desk.plays_legally(Phase("sudden death"))
    won = next((each for each in outcomes(desk.table) if each.truth.yes), None)
    if won is not None:
        desk.plays_legally(Declare("victory", (("side", won.side), ("level", won.level))))
        desk.over = True
    desk.plays_legally(Phase("turn advance"))
