"""A whole game of either scenario, phase by phase in the printed order."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from adjudicator.engine.actions import Declare, Mark, Phase, Roll
from adjudicator.games import LoadedGame
from adjudicator.rules.victory.outcome import outcomes

from ..desk import Desk
from . import antitank, barrage, combats, marches
from .reckon import light, marked, printed

Doing = Callable[[Desk, str, float], None]

PHASES: tuple[tuple[str, str, Doing], ...] = (
    ("first barrage", "first", barrage.barrages),
    ("first movement", "first", marches.moves),
    ("first defensive antitank fire", "second", antitank.fires),
    ("first antitank fire", "first", antitank.fires),
    ("first combat", "first", combats.attacks),
    ("second barrage", "second", barrage.barrages),
    ("second movement", "second", marches.moves),
    ("second defensive antitank fire", "first", antitank.fires),
    ("second antitank fire", "second", antitank.fires),
    ("second combat", "second", combats.attacks),
)
TEMPERS = (1.0, 1.0, 1.0, 0.7, 0.3)  # how much of what it could do a side does, drawn for each game
QUIET_AT_NIGHT = frozenset((antitank.fires, combats.attacks))


def play_game(loaded: LoadedGame, scenario: str, seed: int, turns: int, *, busy: float = 1.0) -> Desk:
    """One game from the set-up, for so many turns. The same seed plays the same game."""
    desk = Desk(loaded, loaded.table(scenario), random.Random(seed))
    temper = {side: busy * desk.dice.choice(TEMPERS) for side in desk.table.game.sides}
    for number in range(1, turns + 1):
        play_turn(desk, number, temper)
        if desk.over:
            break
    return desk


def play_turn(desk: Desk, number: int, busy: Mapping[str, float]) -> None:
    """One turn. `busy`: how much each side does in it."""
    first = str(desk.note("first player"))
    sides = {"first": first, "second": next(side for side in desk.table.game.sides if side != first)}
    for phase, whose, doing in PHASES:
        if doing in QUIET_AT_NIGHT and light(desk.table) == "night" and desk.table.state.turn == number and desk.chance(0.4):
            continue
        new = number if desk.table.state.turn < number else None
        begun = new is None and desk.table.state.phase == phase
        if not begun and not desk.plays_legally(Phase(phase, sides[whose], new)):
            desk.over = True  # everything after it would be out of its phase
            return
        doing(desk, sides[whose], busy[sides[whose]])
    if not desk.plays_legally(Phase("rally")):
        desk.over = True
        return
    for side in sides.values():
        rally(desk, side)
        barrage.unlimber(desk, side)
    desk.plays_legally(Phase("turn renewal"))
    _decide(desk)


def rally(desk: Desk, side: str) -> None:
    """Disrupted units roll against their printed morale; in Küstrin the Germans add two."""
    plus = 2 if side == "german" and desk.note("scenario") == "kuestrin" else 0
    for unit in [unit for unit in desk.on_map(side) if marked(desk.table, unit, "disrupted")]:
        if desk.chance(0.05):
            continue
        die = desk.die()
        rallied = die + plus <= printed(desk.table, unit, "morale")
        word = ("rallied" if rallied else "failed") if desk.chance(0.7) else None
        desk.plays_legally(Roll("rally", (die,), word, unit))
        if rallied:
            desk.plays_legally(Mark(unit, "disrupted", on=False))


def _decide(desk: Desk) -> None:
    """Has anybody won? Then it is said, and the game is over."""
    won = next((each for each in outcomes(desk.table) if each.truth.yes), None)
    if won is not None:
        desk.plays_legally(Declare("victory", (("side", won.side), ("level", won.level))))
        desk.over = True
