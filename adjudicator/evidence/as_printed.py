"""Units by the names on the counters of somebody's own module, and hexes by the numbers on its map: players type these, and look
for the names in reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from adjudicator.games import LoadedGame

from .binding import BindingEntry, losses_of, unit_of
from .history import Counter, Event, History

_SAID = "\0"  # around a number that has been put into those of the game, so that it is not put so again


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


def hexes_as_in_the_game(loaded: LoadedGame, binding: BindingEntry, history: History) -> History:
    """The log with the hexes that players name in chat by the numbers of the game, where the map counts them otherwise."""
    if not binding.numbering:
        return history
    grid = loaded.board.grid

    def said(line: str) -> str:
        for numbering in binding.numbering:
            line = numbering.spoken.sub(lambda found: meant(*found.groups()) or found[0], line)
        return line

    def meant(first: str, second: str) -> str | None:
        hexes = {each.hex_numbered(first, second) for each in binding.numbering} - {None}
        hex = hexes.pop() if len(hexes) == 1 else None
        return f"{_SAID}{hex}{_SAID}" if hex is not None and hex in grid else None

    def event(each: Event) -> Event:
        chat = tuple(said(line).replace(_SAID, "") for line in each.chat)
        return each if chat == each.chat else replace(each, chat=chat)

    return replace(history, events=tuple(map(event, history.events)))


def _counters(history: History) -> Iterable[Counter]:
    return (counter for counter in _every(history) if not counter.is_deck)


def _every(history: History) -> Iterator[Counter]:
    yield from history.start.values()
    for event in history.events:
        yield from (change.after for change in event.changes if change.after is not None)
