"""The units of a position that players mean by a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.engine.state import Force
from adjudicator.engine.unit_names import ByName, by_name, plain
from adjudicator.rules.table import Table

_SORTS = range(3)  # of names, the plainest first


def named(table: Table, names: Iterable[str], *, side: str = "", near: str = "") -> tuple[str, ...]:
    """The units meant. Many bear the same number: of those the one nearest to a hex, if only one is."""
    found = (_meant(table, name, side, near) for name in names)
    return tuple(dict.fromkeys(unit for unit in found if unit is not None))


def bearers(table: Table, name: str, *, side: str = "", near: str = "", anywhere: bool = False) -> tuple[str, ...]:
    """All units in play that may be meant: of those on the map the ones nearest to a hex. `anywhere`: also units in boxes."""
    fit = frozenset(_called(table, name, lambda unit: _is_there(table, unit, side, anywhere=anywhere)))
    forces = [force for force in table.state.forces.values() if not fit.isdisjoint(force.standings)] if fit else []
    fitting = [(unit, standing.place) for force in forces for unit, standing in force.standings.items() if unit in fit]
    on_map = [place for _, place in fitting if place in table.grid]
    if len(fitting) > 1 and near in table.grid and on_map:
        closest = min(table.grid.distance(place, near) for place in on_map)
        fitting = [
            (unit, place) for unit, place in fitting if place in table.grid and table.grid.distance(place, near) == closest
        ]
    return tuple(unit for unit, _ in fitting)


def _is_there(table: Table, unit: str, side: str, *, anywhere: bool) -> bool:
    if side and unit not in table.force(side).units:
        return False
    standing = table.standing(unit)
    return standing is not None and (anywhere or standing.place in table.grid)


def _called(table: Table, name: str, asked: Callable[[str], bool]) -> tuple[str, ...]:
    """Of those asked for who is called so; of a name with talk behind it, who is called as it begins."""
    found, words = _bearing(table, name, asked), name.split()
    while not found and len(words) > 1 and words[-1].strip(".,!?¡¿()").casefold() == words[-1].strip(".,!?¡¿()"):
        words.pop()
        found = _bearing(table, " ".join(words), asked)
    return found or _briefly(table, name, asked)


def _briefly(table: Table, name: str, asked: Callable[[str], bool]) -> tuple[str, ...]:
    """Those whose name begins with all that was said, up to a space or a stroke: `I/99` for I/99 Füh, `1038` for 1038/295. A name
    that nobody bears at all is needed for that."""
    wanted = name.strip(" .,!?").casefold()
    if not any(map(str.isdigit, wanted)) or _bearing(table, name, lambda unit: True):
        return ()
    counters = (counter for counter, _ in table.state.units if asked(counter.id))
    return tuple(each.id for each in counters if re.match(rf"{re.escape(wanted)}[ /]", each.name.casefold()))


def _bearing(table: Table, name: str, asked: Callable[[str], bool]) -> tuple[str, ...]:
    wanted = plain(name)
    for sort in _SORTS:
        there = (_by_name(force)[sort].get(wanted, ()) for force in table.state.forces.values())
        found = tuple(unit for units in there for unit in units if asked(unit))
        if found:
            return found
    return ()


def _by_name(force: Force) -> tuple[ByName, ...]:
    known = force.kept.get("by name")
    if known is None:
        known = force.kept["by name"] = by_name(force.units.values())
    found: tuple[ByName, ...] = known
    return found


def everybody_called(table: Table, name: str) -> tuple[str, ...]:
    """All units of the game that may be meant, in play or not."""
    return _called(table, name, lambda unit: True)


def standing_at(table: Table, trails: Mapping[str, Sequence[str]], name: str, hex: str) -> tuple[str, ...]:
    """The unit of a name that stands in a hex, also one that was only just put there; else the nearest that is meant."""
    every = everybody_called(table, name)
    found = tuple(unit for unit in every if (trails[unit][-1] if trails.get(unit) else table.place_of(unit)) == hex)
    return found if len(found) == 1 else named(table, (name,), near=hex)


def _meant(table: Table, name: str, side: str, near: str) -> str | None:
    fitting = bearers(table, name, side=side, near=near)
    return fitting[0] if len(fitting) == 1 else None
