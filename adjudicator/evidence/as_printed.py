"""Units by the names on the counters of somebody's own module: players type these, and look for them in reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from adjudicator.games import LoadedGame

from .binding import BindingEntry, losses_of, unit_of
from .history import Counter, History


def as_printed(loaded: LoadedGame, binding: BindingEntry, history: History) -> LoadedGame:
    """The game with its units called as their counters are; those that no counter shows keep the names of the tables.

    Where pieces say by a marker which unit they are, as our own do, the names are the game's already.
    """
    if not binding.units.gpids and not binding.units.names:
        return loaded
    called: dict[str, tuple[int, str]] = {}
    for counter in _counters(history):
        unit = unit_of(binding, counter)
        if unit is not None and unit in loaded.roster and counter.printed:
            found = losses_of(binding, counter) or 0, counter.printed
            called[unit] = min(called.get(unit, found), found, key=lambda each: each[0])  # the full side has the plain name
    renamed = {
        id_: replace(unit, name=called[id_][1], also=unit.name) if id_ in called and called[id_][1] != unit.name else unit
        for id_, unit in loaded.roster.items()
    }
    return replace(loaded, roster=renamed)


def _counters(history: History) -> Iterable[Counter]:
    return (counter for counter in _every(history) if not counter.is_deck)


def _every(history: History) -> Iterator[Counter]:
    yield from history.start.values()
    for event in history.events:
        yield from (change.after for change in event.changes if change.after is not None)
