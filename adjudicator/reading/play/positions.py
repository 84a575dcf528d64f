"""From the pieces on a module's maps to a position of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from adjudicator.engine.hexes import Grid
from adjudicator.engine.state import Standing, state_of
from adjudicator.facts import Known, Unknown
from adjudicator.games import LoadedGame
from adjudicator.rules.table import Table

from ..history import Counter
from .binding import BindingEntry, control_of, losses_of, mark_of, own_marks, place_of, unit_of


@dataclass(frozen=True, slots=True)
class Pieces:
    """The position of a game as pieces show it, and what could not be understood of them."""

    standings: Mapping[str, Standing]
    of_unit: Mapping[str, str]  # unit -> the id of its piece
    twice: tuple[str, ...]  # units that several pieces claim to be
    strangers: tuple[str, ...]  # pieces that say they are units and the game has no such


def read_pieces(loaded: LoadedGame, binding: BindingEntry, counters: Iterable[Counter]) -> Pieces:
    """Where each unit stands, how many steps it has lost and what marks it. A marker marks the unit on which it lies."""
    everything = list(counters)
    standings: dict[str, Standing] = {}
    of_unit: dict[str, str] = {}
    twice: list[str] = []
    strangers: list[str] = []
    marked = _marks(binding, everything)
    for counter in everything:
        unit = unit_of(binding, counter)
        if unit is None:
            continue
        if unit not in loaded.roster:
            strangers.append(counter.name)
            continue
        standing = standing_of(loaded, binding, counter, marked.get(counter.id, frozenset()))
        if standing is None:
            continue
        if unit in standings:
            twice.append(unit)
        standings[unit], of_unit[unit] = standing, counter.id
    return Pieces(standings, of_unit, tuple(twice), tuple(strangers))


def standing_of(loaded: LoadedGame, binding: BindingEntry, counter: Counter, laid: frozenset[str]) -> Standing | None:
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
    return Standing(place, min(losses, max(0, steps - 1)), own_marks(binding, counter) | laid)


def _marks(binding: BindingEntry, counters: list[Counter]) -> dict[str, frozenset[str]]:
    """For each piece the marks of the markers lying on it: those between it and the next unit above."""
    found: dict[str, frozenset[str]] = {}
    stacks: dict[tuple[str | None, int, int, str | None], list[Counter]] = {}
    for counter in counters:
        stacks.setdefault((counter.spot.map, counter.spot.x, counter.spot.y, counter.spot.deck), []).append(counter)
    for stack in stacks.values():
        if len(stack) < 2:
            continue
        beneath: str | None = None
        for counter in sorted(stack, key=lambda each: each.height):
            mark = mark_of(binding, counter)
            if unit_of(binding, counter) is not None:
                beneath = counter.id
            elif mark is not None and beneath is not None:
                found[beneath] = found.get(beneath, frozenset()) | {mark}
    return found


def control_in(binding: BindingEntry, counters: Iterable[Counter], grid: Grid) -> dict[str, str]:
    """Which side holds the hexes on which a marker of control lies."""
    found: dict[str, str] = {}
    for counter in counters:
        side, place = control_of(binding, counter), place_of(binding, counter.spot, grid)
        if side is not None and place in grid:
            found[str(place)] = side
    return found


def table_of(
    loaded: LoadedGame,
    binding: BindingEntry,
    pieces: Pieces,
    turn: int | None = None,
    phase: str = "",
    control: Mapping[str, str] | None = None,
) -> Table:
    """The table with these pieces on it. What no piece can show (who has moved, whose chit it is) is not known.

    In the set-up of a scenario nothing has happened yet: there all is known that the scenario says.
    """
    for name, scenario in loaded.scenarios.items():
        begun = turn in (None, scenario.about.first_turn)
        if begun and dict(scenario.standings) == dict(pieces.standings):
            table = loaded.table(name)
            return table.after(replace(table.state, phase=phase or table.state.phase))
    start = loaded.about.turns.first if loaded.about.turns is not None else 1
    held = dict(control or {})
    state = state_of(loaded.roster, pieces.standings, loaded.about.side_ids, turn=turn or start, phase=phase, control=held)
    state = state.noting(commanded=Known(None))
    if turn is None:
        state = state.noting(**{"turn known": Unknown("turn")})
    return Table(loaded.game, loaded.board, state)
