"""The unit or the hex that somebody means by a name; if that is not clear, those that it may be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from adjudicator.engine.hexes import Hex
from adjudicator.engine.unit_names import names_of
from adjudicator.engine.units import Unit
from adjudicator.evidence.names import bearers, everybody_called
from adjudicator.rules.table import Table

from .unjudged import without_accents

_MOST = 12
_UMLAUTS = {"ae": "a", "oe": "o", "ue": "u"}  # how those write them who have no such keys


def unit_called(table: Table, name: str) -> str:
    """The one unit in play that is called so, with accents or without. LookupError, with candidates, if none or several are."""
    found = bearers(table, name, anywhere=True) or _loosely(name, _in_play(table))
    if len(found) == 1:
        return found[0]
    if found:
        raise LookupError(f"{len(found)} units are called {name}; say which by its id: {_listed(table, found)}")
    away = everybody_called(table, name) or _loosely(name, _of_the_game(table))
    if away:
        raise LookupError(f"{table.unit(away[0]).name} is not in play then")
    if (hex := _hexes(table, name)) and len(hex) == 1:
        there = [id_ for unit in _in_play(table) if table.place_of(id_ := unit.id) == hex[0]]
        stands = f"there stand {_listed(table, there)}" if there else "nobody stands there"
        raise LookupError(f"{table.at(hex[0])} is a hex and no unit; {stands}")
    near = _near(table, name)
    raise LookupError(f"no unit is called {name}" + (f"; did you mean {_listed(table, near)}?" if near else ""))


def hex_called(table: Table, name: str) -> Hex:
    """The hex of that number, or the one in which the name is printed, with accents or without. LookupError else."""
    found = _hexes(table, name)
    if len(found) == 1:
        return found[0]
    if found:
        raise LookupError(f"{len(found)} hexes are called {name}: {', '.join(found)}")
    near = difflib.get_close_matches(name, table.board.names.values(), n=3, cutoff=0.6) or _numbered(table, name)
    raise LookupError(f"there is no hex {name} on the map" + (f"; did you mean {' or '.join(near)}?" if near else ""))


def _numbered(table: Table, name: str) -> list[str]:
    """With the noughts in front that were left out."""
    return [padded for padded in (name.zfill(4),) if name.isdigit() and padded in table.grid]


def _hexes(table: Table, name: str) -> list[Hex]:
    if name in table.grid:
        return [name]
    return sorted(hex for hex, printed in table.board.names.items() if _bare(printed) == _bare(name))


def _listed(table: Table, units: Iterable[str]) -> str:
    told = []
    for id_ in units:
        unit, place = table.unit(id_), table.place_of(id_)
        where = "out of play" if place is None else table.at(place) if place in table.grid else place
        told.append(f"{id_} ({unit.name}, {table.game.side_name(unit.side)}, at {where})")
    more = len(told) - _MOST
    return ", ".join(told[:_MOST]) + (f" and {more} more" if more > 0 else "")


def _in_play(table: Table) -> list[Unit]:
    return [unit for unit, _ in table.state.units]


def _of_the_game(table: Table) -> list[Unit]:
    return [unit for force in table.state.forces.values() for unit in force.units.values()]


def _loosely(name: str, units: Iterable[Unit]) -> tuple[str, ...]:
    wanted = _bare(name)
    return tuple(unit.id for unit in units if wanted in {_bare(each) for each in (unit.name, *names_of(unit))})


def _near(table: Table, name: str) -> tuple[str, ...]:
    every = {_bare(each): unit.id for unit in _in_play(table) for each in (unit.id, unit.name)}
    return tuple(dict.fromkeys(every[each] for each in difflib.get_close_matches(_bare(name), every, n=4, cutoff=0.6)))


def _bare(name: str) -> str:
    bare = without_accents(name).replace(" ", "")
    for written, letter in _UMLAUTS.items():
        bare = bare.replace(written, letter)
    return bare
