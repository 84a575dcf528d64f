"""From the pieces on a module's maps to a position of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from adjudicator import factname
from adjudicator.engine.hexes import Grid
from adjudicator.engine.state import Standing, state_of
from adjudicator.engine.terms import Term
from adjudicator.games import LoadedGame
from adjudicator.rules.daylight import LIGHT
from adjudicator.rules.players import active_in
from adjudicator.rules.sequence import TURN_KNOWN
from adjudicator.rules.table import Table

from .binding import BindingEntry, control_of, hex_mark_of, losses_of, mark_of, own_marks, place_of, unit_of
from .history import Counter
from .scenario_shown import lasting, unseen


@dataclass(frozen=True, slots=True)
class ReadPieces:
    """The position of a game as pieces show it, and what could not be understood of them."""

    standings: Mapping[str, Standing]
    of_unit: Mapping[str, str]  # unit -> the id of its piece
    twice: tuple[str, ...]  # units that several pieces claim to be
    strangers: tuple[str, ...]  # pieces that say they are units and the game has no such


class Read(NamedTuple):
    """One piece by itself: the unit that it is and how that stands, or the mark that it lays on others."""

    counter: Counter
    unit: str | None
    mark: str | None
    standing: Standing | None
    at: tuple[str | None, int, int, str | None]  # the spot that it shares with others of its stack


def read_pieces(
    loaded: LoadedGame, binding: BindingEntry, counters: Iterable[Counter], known: dict[str, Read] | None = None
) -> ReadPieces:
    """Where each unit stands, how many steps it has lost and what marks it. A marker marks the unit on which it lies.

    `known` is for who reads one position after the other: what was read of pieces that did not change since.
    """
    known = {} if known is None else known
    every: list[Read] = []
    for counter in counters:
        before = known.get(counter.id)
        every.append(before if before is not None and before.counter is counter else _read(loaded, binding, counter, known))
    standings: dict[str, Standing] = {}
    of_unit: dict[str, str] = {}
    twice: list[str] = []
    strangers: list[str] = []
    marked = _marks(every)
    for counter, unit, _, standing, _ in every:
        if unit is None:
            continue
        if unit not in loaded.roster:
            strangers.append(counter.name)
            continue
        if standing is None:
            continue
        if unit in standings:
            twice.append(unit)
        laid = marked.get(counter.id)
        standings[unit] = standing if laid is None else replace(standing, marks=standing.marks | laid)
        of_unit[unit] = counter.id
    return ReadPieces(standings, of_unit, tuple(twice), tuple(strangers))


def _read(loaded: LoadedGame, binding: BindingEntry, counter: Counter, known: dict[str, Read]) -> Read:
    unit = unit_of(binding, counter)
    standing = None if unit not in loaded.roster else _standing_of(loaded, binding, counter)
    mark = mark_of(binding, counter)
    if mark in loaded.vocabulary.of(Term.HEX_MARK):
        mark = None  # it says something of the hex, and nothing of who is in it
    spot = counter.spot
    found = known[counter.id] = Read(counter, unit, mark, standing, (spot.map, spot.x, spot.y, spot.deck))
    return found


def _standing_of(loaded: LoadedGame, binding: BindingEntry, counter: Counter) -> Standing | None:
    """Where a piece has its unit stand; None if it is off the maps that matter."""
    place = place_of(binding, counter.spot, loaded.board.grid)
    if place is None:
        return None
    losses = losses_of(binding, counter) or 0
    unit = loaded.roster[unit_of(binding, counter) or ""]
    steps = unit.steps
    for area, kinds in binding.areas.items():
        if unit.kind in kinds and place in loaded.board.areas.get(area, ()):
            place = area
    return Standing(place, min(losses, max(0, steps - 1)), own_marks(binding, counter))


def _marks(pieces: Sequence[Read]) -> dict[str, frozenset[str]]:
    """For each piece the marks of the markers lying on it: those between it and the next unit above."""
    found: dict[str, frozenset[str]] = {}
    stacks: dict[object, list[Read]] = {each.at: [] for each in pieces if each.mark is not None}
    for each in pieces if stacks else ():
        if each.at in stacks:
            stacks[each.at].append(each)
    for stack in stacks.values():
        beneath: str | None = None
        for each in sorted(stack, key=lambda each: each.counter.height):
            if each.unit is not None:
                beneath = each.counter.id
            elif each.mark is not None and beneath is not None:
                found[beneath] = found.get(beneath, frozenset()) | {each.mark}
    return found


def control_in(binding: BindingEntry, counters: Iterable[Counter], grid: Grid) -> dict[str, str]:
    """Which side holds the hexes on which a marker of control lies."""
    found: dict[str, str] = {}
    for counter in counters:
        side, place = control_of(binding, counter), place_of(binding, counter.spot, grid)
        if side is not None and place in grid:
            found[str(place)] = side
    return found


def lying_in(binding: BindingEntry, counters: Iterable[Counter], grid: Grid) -> dict[str, frozenset[str]]:
    """The hexes on which markers of hexes lie, by the mark."""
    found: dict[str, frozenset[str]] = {}
    for counter in counters:
        mark, place = hex_mark_of(binding, counter), place_of(binding, counter.spot, grid)
        if mark is not None and place in grid:
            found[mark] = found.get(mark, frozenset()) | {str(place)}
    return found


def table_of(
    loaded: LoadedGame,
    binding: BindingEntry,
    pieces: ReadPieces,
    turn: int | None = None,
    phase: str = "",
    control: Mapping[str, str] | None = None,
    lying: Mapping[str, frozenset[str]] | None = None,
) -> Table:
    """The table with these pieces on it. What no piece can show (who has moved, whose chit it is) is not known.

    In the set-up of a scenario nothing has happened yet: there all is known that the scenario says.
    """
    for name, scenario in loaded.scenarios.items():
        begun = turn in (None, scenario.about.first_turn)
        if begun and dict(scenario.standings) == dict(pieces.standings):
            table = loaded.table(name)
            if phase in ("", table.state.phase):
                return table
            return table.after(replace(table.state, phase=phase, active=active_in(table, phase)))
    start = loaded.about.turns.first if loaded.about.turns is not None else 1
    held = dict(control or {})
    state = state_of(loaded.roster, pieces.standings, loaded.about.side_ids, turn=turn or start, phase=phase, control=held)
    state = unseen(loaded, lasting(loaded, pieces.standings, state))
    for memory in loaded.game.memories.values():
        if memory.shown:
            state = state.remember(memory, (lying or {}).get(memory.shown, frozenset()))
    if turn is None:
        state = state.forget(TURN_KNOWN, factname.turn())
        if loaded.game.rules.find("light.now") is not None:
            state = state.forget(LIGHT)
    table = Table(loaded.game, loaded.board, state)
    return table.after(replace(state, active=active_in(table, phase)))
