"""What counters tell of a combat that nobody announced: units marked as attacking or as attacked, aircraft that land later."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from operator import attrgetter

from adjudicator.engine.hexes import Grid
from adjudicator.evidence.binding import BindingEntry, marked_for_combat, place_of, unit_of
from adjudicator.evidence.history import Change, Event
from adjudicator.evidence.names import bearers
from adjudicator.evidence.notation import notes_in

from ..fights import without_manner
from ..scene import Boxing, ReadingScene

_step = attrgetter("step")
_SOON = 120  # steps after a die in which notes are looked at


def marked_attackers(scene: ReadingScene) -> frozenset[str]:
    return frozenset(unit for unit, _, attacks, _ in _marked(scene) if attacks)


def marked_targets(scene: ReadingScene) -> frozenset[str]:
    """The hexes in which units are marked as attacked."""
    return frozenset(place for _, place, _, attacked in _marked(scene) if attacked and place in scene.table.grid)


def marked_now(scene: ReadingScene, step: int) -> bool:
    """Were all marks laid for the combat of this step, that is since the last die before it? Then no other was meant."""
    fresh: set[str] = set()
    for event in reversed(scene.events[: bisect_right(scene.events, step, key=_step)]):
        if event.rolls and event.step < step:
            break
        fresh.update(each.counter.id for each in event.changes if each.after is not None and _is_laid(scene, each))
    there = {counter.id for counter in scene.now.values() if any(marked_for_combat(scene.binding, counter))}
    return bool(there) and there <= fresh


def marks_another(scene: ReadingScene, event: Event, hexes: Collection[str]) -> bool:
    """Is a unit marked as attacked that stands in none of these hexes?"""
    laid = (each.after for each in event.changes if each.after is not None and _is_laid(scene, each))
    attacked = (counter.spot for counter in laid if marked_for_combat(scene.binding, counter)[1])
    return any(place_of(scene.binding, spot, scene.table.grid) not in hexes for spot in attacked)


def _is_laid(scene: ReadingScene, change: Change) -> bool:
    before = (False, False) if change.before is None else marked_for_combat(scene.binding, change.before)
    return change.after is not None and marked_for_combat(scene.binding, change.after) != before


def carried_later(scene: ReadingScene, step: int) -> frozenset[str]:
    """Units whose counters are put elsewhere after this step: of aircraft that is the trace of their flight, unless they are
    announced for another one before, or put on the map for it once something else is rolled for."""
    found, announced, rolled = set[str](), set[str](), False
    for at, event in enumerate(scene.events[bisect_right(scene.events, step, key=_step) :]):
        for note in notes_in(event.chat) if 0 < at < _SOON and event.chat else ():
            announced.update(unit for name in note.names for unit in bearers(scene.table, without_manner(name), anywhere=True))
        for change in event.changes:
            old, new, unit = change.before, change.after, unit_of(scene.binding, change.counter)
            if unit is None or unit in announced or (old is not None and new is not None and old.spot == new.spot):
                continue
            lands = new is None or place_of(scene.binding, new.spot, scene.table.grid) not in scene.table.grid
            (found if lands or not rolled or unit in found else announced).add(unit)
        rolled = rolled or bool(event.rolls)
    return frozenset(found)


def boxed_later(scene: ReadingScene, step: int) -> dict[str, str]:
    """Of units on the map whose counters are put into a box after this step: into which first."""
    found: dict[str, str] = {}
    for each in scene.boxings[bisect_right(scene.boxings, step, key=_step) :]:
        if each.unit not in found and scene.table.place_of(each.unit) in scene.table.grid:
            found[each.unit] = each.place
    return found


def boxings(binding: BindingEntry, grid: Grid, events: Iterable[Event]) -> tuple[Boxing, ...]:
    """Every time that the counter of a unit is put into a box, in order."""
    found: list[Boxing] = []
    for event in events:
        for change in event.changes:
            unit, new = unit_of(binding, change.counter), change.after
            place = None if unit is None or new is None else place_of(binding, new.spot, grid)
            if unit is not None and place is not None and place not in grid:
                found.append(Boxing(event.step, unit, place))
    return tuple(found)


def _marked(scene: ReadingScene) -> Iterator[tuple[str, str, bool, bool]]:
    for counter in scene.now.values():
        unit = unit_of(scene.binding, counter)
        if unit in scene.loaded.roster and unit is not None:
            place = place_of(scene.binding, counter.spot, scene.table.grid) or ""
            yield unit, place, *marked_for_combat(scene.binding, counter)
