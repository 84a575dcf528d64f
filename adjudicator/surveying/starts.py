"""Where pieces stand when a game begins: in the module's own set-ups, in stacks on its maps, and in a player's old logs."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.engine.hexes import Grid
from adjudicator.evidence.binding import BindingEntry, place_of
from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import Counter, History, PieceSpot
from vassal_bridge.archive import Archive
from vassal_bridge.errors import BridgeError
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

from .matching import Places

MOST_SETUPS = 12
NOBODY = ("", "<observer>")


@dataclass(slots=True)
class Begun:
    """What set-ups and old logs tell."""

    starts: list[Places] = field(default_factory=list)
    traits: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # of pieces, by their numbers
    dice: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # what was said when a die was thrown
    unread: list[str] = field(default_factory=list)


def begun(module: Module, archive: Archive | None, logs: Sequence[Path], binding: BindingEntry, grid: Grid) -> Begun:
    """What all of these tell. A set-up or log that cannot be read is named, and left out."""
    found = Begun()
    found.starts.append(_stacks(module, binding, grid))
    for history in _histories(module, archive, logs, found):
        found.starts.append(_standing(history.start.values(), binding, grid))
        _heard(history, found)
    found.starts = [source for source in found.starts if source]
    return found


def _stacks(module: Module, binding: BindingEntry, grid: Grid) -> Places:
    found: dict[str, frozenset[str]] = {}
    for one in module.maps:
        for stack in one.stacks:
            x, y = one.start_position(stack.start)
            place = place_of(binding, PieceSpot(one.name, x, y, one.location(x, y)), grid)
            if place is not None:
                found |= {slot.gpid: frozenset((place,)) for slot in stack.slots}
        for deck in one.decks:
            place = binding.boxes.get(deck.name)
            if place is not None:
                found |= {slot.gpid: frozenset((place,)) for slot in deck.slots}
    return found


def _histories(module: Module, archive: Archive | None, logs: Iterable[Path], found: Begun) -> Iterator[History]:
    with tempfile.TemporaryDirectory(prefix="adjudicate-") as folder:
        files = [*_unpacked(module, archive, Path(folder)), *logs]
        for path in files:
            try:
                yield read_history(read_saved(path), module)
            except BridgeError as error:
                found.unread.append(f"{path.name} cannot be read and tells nothing: {error}")


def _unpacked(module: Module, archive: Archive | None, folder: Path) -> Iterator[Path]:
    """The module's set-ups as files, each under a name of ours."""
    if archive is None:
        return
    names = dict.fromkeys(setup.file for setup in module.setups if setup.file is not None and setup.file in archive)
    for number, name in enumerate(list(names)[:MOST_SETUPS]):
        path = folder / f"setup{number}.vsav"
        path.write_bytes(archive.read(name or ""))
        yield path


def _standing(counters: Iterable[Counter], binding: BindingEntry, grid: Grid) -> Places:
    found: dict[str, set[str]] = defaultdict(set)
    for counter in counters:
        place = place_of(binding, counter.spot, grid) if counter.gpid else None
        if place is not None:
            found[counter.gpid].add(place)
    return {gpid: frozenset(places) for gpid, places in found.items() if len(places) == 1}


def _heard(history: History, found: Begun) -> None:
    """Whose hand moved which pieces, and what was said before and with a die."""
    said: tuple[str, ...] = ()
    for event in history.events:
        side = event.person.side if event.person is not None else ""
        for change in event.changes:
            if change.went and side not in NOBODY and change.counter.gpid:
                found.traits[change.counter.gpid].add(f"moved by {side}")
        for roll in event.rolls:
            found.dice[roll.die].update(line for line in (*said, *event.chat) if roll.die not in line)
        said = event.chat
