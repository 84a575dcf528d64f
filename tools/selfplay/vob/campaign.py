"""A whole game of either scenario, phase by phase in the printed order."""

from __future__ import annotations

import random
from collections.abc import Iterator

from adjudicator.engine.actions import Declare, Mark, Phase, Remove, Roll, Supply
from adjudicator.games import LoadedGame
from adjudicator.rules.supply.capacity import Assignment
from adjudicator.rules.supply.survey import survey
from adjudicator.rules.victory.control import controls
from adjudicator.rules.victory.outcome import outcomes

from ..desk import Desk
from . import fights, marches, newcomers

WEST = "western allies"
CITIES = {"Prague": "Prag", "Leipzig": "Leipzig", "Chemnitz": "Chemnitz", "Dresden": "Dresden", "Rostock": "Rostock"}
FALLS = {6: 1, 7: 2, 8: 3}  # in these turns to so much of the die (11.2)
LAST = 9
BERLIN = "1529"
THAWS = {2: 3, 3: 5}
FUEHRER, ORDERS = 4, (5, 6)  # from this turn on, with these dice (12.5)
TEMPERS = (1.0, 1.0, 0.7, 0.4)  # how much of what it could do a side does, drawn for each game


def play_game(loaded: LoadedGame, scenario: str, seed: int, turns: int, *, busy: float = 1.0) -> Desk:
    """One game from the set-up, for so many turns. The same seed plays the same game."""
    desk = Desk(loaded, loaded.table(scenario), random.Random(seed))
    temper = {side: busy * desk.dice.choice(TEMPERS) for side in desk.table.game.sides}
    for number in range(1, turns + 1):
        play_turn(desk, number, temper)
        if desk.over:
            break
    return desk


def play_turn(desk: Desk, number: int, busy: dict[str, float]) -> None:
    """One turn; the first begins with the movement of the Allies."""
    if number > 1:
        _goes_on(desk, Phase("beginning", "", number))
        _beginning(desk)
        if desk.over:
            return
        _goes_on(desk, Phase("reinforcement"))
        newcomers.everything(desk)
    for side in ("allied", "german"):
        if desk.table.state.phase != f"{side} movement":
            _goes_on(desk, Phase(f"{side} movement", side))
        marches.moves(desk, side, busy[side])
        _goes_on(desk, Phase(f"{side} combat", side))
        fights.attacks(desk, side, busy[side])
    _goes_on(desk, Phase("end"))
    for side in desk.table.game.sides:
        check_supply(desk, side)
    if number == desk.loaded.scenarios[str(desk.note("scenario"))].about.last_turn:
        _decide(desk)


def _goes_on(desk: Desk, phase: Phase) -> None:
    if not desk.over and not desk.plays_legally(phase):
        desk.over = True  # everything after it would be out of its phase


# --- the beginning of a turn (11.2, 11.3, 12.6)


def _beginning(desk: Desk) -> None:
    turn = desk.table.state.turn
    if "thaw" in desk.table.game.options and turn in THAWS and not desk.note("thawed"):
        die = desk.die()
        desk.plays_legally(Roll("thaw", (die,), "thaw" if die <= THAWS[turn] else "none"))
    if "fuehrerbefehl" in desk.table.game.options and turn >= FUEHRER and not desk.note("fuehrer offensive"):
        die = desk.die()
        desk.plays_legally(Roll("fuehrer", (die,), "offensive" if die in ORDERS else "none"))
    for name, hex in _german_cities(desk):
        if turn in FALLS:
            die = desk.die()
            fell = die <= FALLS[turn]
            desk.plays_legally(Roll(f"Western Allies {name}", (die,), "falls" if fell else "holds"))
        else:
            fell = turn == LAST
        if fell:
            desk.plays_legally(Mark(hex, WEST))
            for unit in desk.table.friends_at("german", hex):
                desk.plays_legally(Remove(unit, "occupied"))
    if controls(desk.table, "allied", BERLIN).yes:
        die = desk.die()
        desk.plays_legally(Roll("bunker", (die,), "capitulates" if die <= 4 else "continues"))
        if die <= 4:
            _decide(desk)
            desk.over = True


def _german_cities(desk: Desk) -> Iterator[tuple[str, str]]:
    if desk.table.state.turn not in (*FALLS, LAST):
        return
    there = {name: hex for hex, name in desk.table.board.names.items()}
    for name, called in CITIES.items():
        hex = there[called]
        if desk.table.state.control.get(hex, "german") == "german" and not desk.table.friends_at("allied", hex):
            yield name, hex


# --- the end of a turn (5.7, 13)


def check_supply(desk: Desk, side: str) -> None:
    """Every unit gets the marker that it must have; headquarters serve whom they can, in an order of the owner's."""
    seen, standings = survey(desk.table, side), desk.table.force(side).standings
    room = Assignment({link.unit: link.capacity(best=False) for link in seen.chain})
    states: list[tuple[str, str]] = []
    for unit in desk.shuffled(sorted(seen.everybody())):
        found = seen.units[unit]
        if desk.is_hq(unit) or found.exempt.yes:
            continue
        reach = [link.unit for link, said in found.by if (said & link.linked).yes]
        supplied = found.direct.yes or room.add(unit, reach)
        marked = "out of supply" in standings[unit].marks
        if supplied == marked or desk.chance(0.05):  # what need not be touched mostly is not
            states.append((unit, "in supply" if supplied else "out of supply"))
    if states:
        desk.plays_legally(Supply(tuple(states)))


def _decide(desk: Desk) -> None:
    won = next((each for each in outcomes(desk.table) if each.truth.yes), None)
    if won is not None:
        desk.plays_legally(
            Declare("victory", (("side", won.side), ("level", won.level)) if won.side else (("level", won.level),))
        )
    desk.over = True
