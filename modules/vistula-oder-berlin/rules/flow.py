"""What is rolled at the beginning of turns: the Western Allies, the bunker, the Führer's orders, the thaw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from adjudicator.api import (
    NO,
    Advance,
    Attack,
    Hex,
    Lifetime,
    Mark,
    Move,
    Opinion,
    Phase,
    Place,
    Remove,
    Replace,
    Roll,
    Row,
    State,
    Table,
    Unit,
    deeds,
    factname,
    memory,
    rule,
    terms,
    truth,
    unsure,
    victory,
)

ROLLED: Final = memory(
    "rolled at the beginning",
    frozenset[str],
    "what was rolled at the beginning of the turn",
    lasts=Lifetime.TURN,
    default=frozenset(),
)
ENDED: Final = memory("war is over", bool, "whether Germany has capitulated", lasts=Lifetime.GAME, default=False)
PLAYED_ON: Final = memory(
    "played on after the war", bool, "whether anybody went on after that", lasts=Lifetime.GAME, default=False
)

_WEST: Final = "Western Allies "


def _hex_of(table: Table, name: str) -> str | None:
    """Where a city lies: as the map names it, or as somebody told."""
    named = next((hex for hex in table.grid.all() if table.board.names.get(hex) == name), None)
    return named or next(iter(table.told.get(factname.hexes(name), ())), None)


def _german(table: Table, hex: str | None, side: str = "german") -> bool:
    """Is a city still in German hands? One that nobody is said to hold is."""
    return hex is None or table.state.control.get(hex, side) == side


def _in_its_time(table: Table, roll: Roll, phase: str) -> Iterator[Opinion]:
    """Such dice are rolled before anything else happens in a turn, once."""
    if table.state.phase and table.state.phase != phase:
        yield Opinion(
            NO, f"the die for {roll.purpose} is rolled at the beginning of a turn, not in the {table.state.phase} phase"
        )
    if roll.purpose in table.state.those(ROLLED):
        yield Opinion(NO, f"the die for {roll.purpose} was rolled before in this turn")


def _one_die(roll: Roll, right: str) -> Iterator[Opinion]:
    """The result is the one that the die gives."""
    rows = (Row(str(roll.dice[0]), "die"), Row(right, "its result"))
    if len(roll.dice) != 1:
        yield Opinion(NO, f"one die is rolled for {roll.purpose}, not {len(roll.dice)}")
    elif roll.result is not None:
        yield Opinion(truth(roll.result == right), f"{roll.purpose}: a {roll.dice[0]} is {right}, not {roll.result}", rows)


@rule("after.roll")
def remember_rolled(
    after: Table,
    roll: Roll,
    before: Table,
    *,
    ends_on: frozenset[int],
    hex: terms.HexWord,
    side: terms.SideWord,
    phase: terms.PhaseWord,
) -> State:
    """What was rolled at the beginning of a turn is remembered until it ends, and whether the war has ended by a die in order."""
    state = after.state.adding(ROLLED, roll.purpose)
    over = roll.purpose == "bunker" and len(roll.dice) == 1 and roll.dice[0] in ends_on
    first = before.state.phase == phase and roll.purpose not in before.state.those(ROLLED)
    in_order = first and victory.control.controls(before, side, hex).yes
    return state.remember(ENDED, True) if over and in_order else state


# --- the Western Allies (11.2)


@rule("check.roll")
def western_allies_rolled(
    table: Table,
    roll: Roll,
    *,
    cities: Mapping[terms.Text, terms.Text],
    falls_to: Mapping[terms.Text, int],
    phase: terms.PhaseWord,
) -> Iterator[Opinion]:
    """A die for each city that is German: in which turn it falls to how much."""
    if not roll.purpose.startswith(_WEST):
        return
    city = cities.get(roll.purpose.removeprefix(_WEST), "")
    most = falls_to.get(str(table.state.turn))
    yield from _in_its_time(table, roll, phase)
    if most is None:
        turns = ", ".join(falls_to)
        yield Opinion(NO, f"dice for {city} are rolled in turns {turns}, and this is turn {table.state.turn}")
        return
    hex = _hex_of(table, city)
    if hex is not None:
        yield Opinion(truth(_german(table, hex)), f"{city} is not German any more: no die is rolled for it", hexes=(hex,))
    yield from _one_die(roll, "falls" if roll.dice[0] <= most else "holds")


@rule("check.phase")
def western_allies_not_forgotten(
    table: Table,
    change: Phase,
    *,
    cities: Mapping[terms.Text, terms.Text],
    falls_to: Mapping[terms.Text, int],
    phase: terms.PhaseWord,
) -> Iterator[Opinion]:
    """Nobody goes on with the turn before a die is rolled for each city that is German."""
    if table.state.phase != phase or change.phase == phase or str(table.state.turn) not in falls_to:
        return
    for purpose, city in sorted(cities.items()):
        hex = _hex_of(table, city)
        if hex is not None and _german(table, hex) and _WEST + purpose not in table.state.those(ROLLED):
            yield Opinion(NO, f"no die was rolled for {city} in turn {table.state.turn}", hexes=(hex,))


@rule("check.phase")
def western_allies_have_all(
    table: Table, change: Phase, *, cities: frozenset[terms.Text], turn: int, phase: terms.PhaseWord
) -> Iterator[Opinion]:
    """In the last turn all these cities that are German fall without a die."""
    if table.state.turn != turn or table.state.phase != phase or change.phase == phase:
        return
    for city in sorted(cities):
        hex = _hex_of(table, city)
        if hex is None:
            yield Opinion(unsure(factname.hexes(city)), f"where {city} lies is not known")
        elif _german(table, hex):
            yield Opinion(
                NO, f"{city} fell to the Western Allies at the beginning of turn {turn}, and is not marked", hexes=(hex,)
            )


@rule("check.mark")
def western_marker(
    table: Table,
    marked: Mark,
    *,
    mark: terms.HexMarkWord,
    cities: Mapping[terms.Text, terms.Text],
    turn: int,
    falls_to: Mapping[terms.Text, int],
) -> Iterator[Opinion]:
    """The marker of the Western Allies is laid on a city that fell to them: by its die, or in the last turn."""
    if marked.mark != mark:
        return
    city = _city_at(table, marked.subject, cities)
    if not city:
        yield Opinion(NO, f"{marked.subject} is none of the cities that fall to the Western Allies")
    elif table.state.turn < turn:
        said = truth(_fell_by_its_die(table, city, falls_to))
        yield Opinion(said, f"{city} did not fall to the Western Allies by a die of this turn", hexes=(marked.subject,))


def _city_at(table: Table, hex: str, cities: Mapping[terms.Text, terms.Text]) -> str:
    """Which of the cities lies there, as its dice are called."""
    name = table.board.names.get(hex, "")
    return next((each for each, there in cities.items() if there == name), "")


def _fell_by_its_die(table: Table, city: str, falls_to: Mapping[terms.Text, int]) -> bool:
    dice = table.state.sure(deeds.ROLLS[_WEST + city], ())
    return bool(dice) and dice[0] <= falls_to.get(str(table.state.turn), 0)


@rule(after=(Mark,))
def western_allies_hold(after: Table, marked: Mark, before: Table, *, mark: terms.HexMarkWord) -> State:
    """Where their marker lies the Western Allies hold the hex."""
    state = after.state
    lies = marked.mark == mark and marked.subject in after.grid
    return replace(state, control={**state.control, marked.subject: mark}) if lies else state


def _closed(table: Table, hex: str, mark: str) -> bool:
    return table.state.control.get(hex) == mark


@rule(on=(Move, Attack, Advance))
def closed_by_the_western_allies(
    table: Table, action: Move | Attack | Advance, *, mark: terms.HexMarkWord, side: terms.SideWord
) -> Iterator[Opinion]:
    """Nobody of the Allies attacks or enters a city that the Western Allies have."""
    units = action.attackers if isinstance(action, Attack) else action.units
    hexes = (action.target,) if isinstance(action, Attack) else (*(action.path or ())[1:], action.to)
    ours = tuple(id_ for id_ in units if table.unit(id_).side == side)
    for hex in dict.fromkeys(hexes) if ours else ():
        if hex in table.grid and _closed(table, hex, mark):
            message = f"{table.at(hex)} is held by the Western Allies: {table.names(ours)} cannot go there or attack it"
            yield Opinion(NO, message, units=ours, hexes=(hex,))


@rule("movement.closed")
def held_by_the_western_allies(table: Table, unit: Unit, *, mark: terms.HexMarkWord) -> frozenset[Hex]:
    """Nobody of the Allies goes through a city that the Western Allies have, even where no path is told."""
    return frozenset(hex for hex in table.state.control if _closed(table, hex, mark))


@rule("check.phase")
def garrisons_are_gone(
    table: Table, change: Phase, *, mark: terms.HexMarkWord, side: terms.SideWord, phase: terms.PhaseWord
) -> Iterator[Opinion]:
    """Units in a city that fell are gone before anything else happens."""
    if table.state.phase != phase or change.phase == phase:
        return
    for hex in sorted(hex for hex in table.state.control if _closed(table, hex, mark)):
        left = table.friends_at(side, hex)
        if left:
            message = f"{table.names(left)} stood at {table.at(hex)} when it fell to the Western Allies, and are still there"
            yield Opinion(NO, message, units=left, hexes=(hex,), fix=f"take {table.names(left)} off the map")


@rule("check.remove")
def only_garrisons_are_taken(
    table: Table,
    remove: Remove,
    *,
    mark: terms.HexMarkWord,
    side: terms.SideWord,
    why: terms.ExitWord,
    cities: Mapping[terms.Text, terms.Text],
    turn: int,
    falls_to: Mapping[terms.Text, int],
) -> Iterator[Opinion]:
    """The Western Allies take nobody off but who stands in a city that fell to them, be it marked already or not yet."""
    if remove.why != why:
        return
    unit, place = table.unit(remove.unit), table.place_of(remove.unit) or ""
    city = _city_at(table, place, cities)
    fell = bool(city) and (table.state.turn >= turn or _fell_by_its_die(table, city, falls_to))
    said = truth(unit.side == side and (fell or _closed(table, place, mark)))
    yield Opinion(said, f"{unit.name} was taken off, and no city in which it stood fell to the Western Allies", units=(unit.id,))


# --- the bunker (11.3)


@rule("check.roll")
def bunker_rolled(
    table: Table,
    roll: Roll,
    *,
    hex: terms.HexWord,
    side: terms.SideWord,
    ends_on: frozenset[int],
    phase: terms.PhaseWord,
    before: terms.Text,
) -> Iterator[Opinion]:
    """While Berlin is Soviet at the beginning of a turn a die is rolled, after those for the cities."""
    if roll.purpose.startswith(before) and "bunker" in table.state.those(ROLLED):
        yield Opinion(NO, f"{roll.purpose}: the dice for the cities come before that for the bunker")
    if roll.purpose != "bunker":
        return
    yield from _in_its_time(table, roll, phase)
    held = victory.control.controls(table, side, hex)
    yield Opinion(held, f"{table.at(hex)} is not Soviet: no die is rolled for the bunker", hexes=(hex,))
    yield from _one_die(roll, "capitulates" if roll.dice[0] in ends_on else "continues")


@rule("check.phase")
def bunker_not_forgotten(
    table: Table, change: Phase, *, hex: terms.HexWord, side: terms.SideWord, phase: terms.PhaseWord
) -> Iterator[Opinion]:
    """Nobody goes on with the turn before the die for the bunker is rolled."""
    if table.state.phase != phase or change.phase == phase or "bunker" in table.state.those(ROLLED):
        return
    held = victory.control.controls(table, side, hex)
    yield Opinion(
        ~held, f"{table.at(hex)} is Soviet, and no die was rolled for the bunker in turn {table.state.turn}", hexes=(hex,)
    )


# --- the end of a scenario (13.1, 13.3)


@rule("check.phase")
def ends_with_the_scenario(table: Table, change: Phase, *, last: Mapping[terms.ScenarioWord, int]) -> Iterator[Opinion]:
    """No turn follows the last one of the scenario, and none the end of the war."""
    if change.turn is None or change.turn == table.state.turn:
        return
    played = table.known("scenario")
    turn = last.get(str(played), max(last.values()))
    if change.turn > min(last.values()):
        if played is None and change.turn <= turn:
            yield Opinion(
                unsure(factname.scenario()), f"turn {change.turn} is only played in a scenario that ends with turn {turn}"
            )
        else:
            yield Opinion(truth(change.turn <= turn), f"turn {change.turn} does not exist: the scenario ends with turn {turn}")
    yield Opinion(truth(not _over(table)), "Germany has capitulated: the game is over")


def _over(table: Table) -> bool:
    """Has the war ended, and nobody played on so far?"""
    return table.state.sure(ENDED, False) and not table.state.sure(PLAYED_ON, False)


def _plays_on(table: Table, action: Move | Attack | Place | Replace) -> bool:
    """Is it more than putting pieces away?"""
    return not isinstance(action, Move) or any(table.place_of(unit) in table.grid for unit in action.units)


@rule(on=(Move, Attack, Place, Replace))
def nothing_is_played_after_the_war(table: Table, action: Move | Attack | Place | Replace) -> Iterator[Opinion]:
    """The war ends with the die for the bunker, and not with the turn in which it is rolled."""
    if _plays_on(table, action):
        yield Opinion(truth(not _over(table)), "Germany has capitulated: the game is over, and nothing more is played")


@rule(after=(Move, Attack, Place, Replace))
def they_play_on(after: Table, action: Move | Attack | Place | Replace, before: Table) -> State:
    """Who goes on after the war is told so once."""
    state = after.state
    return state.remember(PLAYED_ON, True) if _over(before) and _plays_on(before, action) else state


@rule("victory.level")
def points_at_the_end(
    table: Table,
    *,
    scenario: terms.ScenarioWord,
    turn: int,
    of: terms.SideWord,
    low: int,
    high: float = 99,
    winner: terms.SideWord,
    level: terms.NewLevel,
) -> Iterator[victory.outcome.VictoryOutcome]:
    """Points of one side make a level of victory when its scenario ends: with its last turn, or with the war."""
    ended = table.state.sure(ENDED, False)
    if not ended and (table.state.turn != turn or table.state.phase not in ("", "end")):
        return
    played = table.known("scenario")
    mine = unsure(factname.scenario()) if played is None else truth(played == scenario)
    for found in victory.outcome.by_points(table, of=of, low=low, high=high, winner=winner, level=level):
        yield replace(found, truth=found.truth & mine)
