"""The headquarters that a chit (or an event) activates where players may choose one: one that commands all who then acted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.engine.actions import BY_EVENT, Activate
from adjudicator.engine.deeds import ACTIVE_HQ, CHIT, COMMANDED, COMMANDED_AT
from adjudicator.engine.memory import Memories, remembering
from adjudicator.evidence.binding import chit_of, losses_of, phases_shown, place_of, unit_of
from adjudicator.evidence.history import Counter, Event
from adjudicator.evidence.notation import notes_in
from adjudicator.facts import Unknown
from adjudicator.rules import chits
from adjudicator.rules.apply import apply
from adjudicator.rules.command.reach import authority
from adjudicator.rules.command.use import ORDERS
from adjudicator.rules.table import Table

from ..board import PlayedBoard
from ..scene import ReadingScene


def leader(scene: ReadingScene, step: int, side: str, group: str = "", chit: str | None = None) -> str | None:
    """The one that it must have been, or may have been; None if nothing was done, or none commands all who did something.

    Who attacked may leave no trace, so that the others stay in doubt until the next chit.
    """
    table = scene.table
    forget_leaders(scene.board)
    moved = acted(scene, step, side)
    found = [unit for unit in _headquarters(table, side) if table.unit(unit).formation.startswith(group)]
    if not moved:
        scene.board.doubts += [more for unit in found[:1] if (more := _besides(table, Activate(unit, by=chit or BY_EVENT)))]
        return None
    fitting = sorted((_likely(table, unit, chit, moved), unit) for unit in found if _commands(table, unit, chit, moved))
    scene.board.doubts += [remembering(ACTIVE_HQ, unit) for _, unit in fitting[:-1]]
    return fitting[-1][1] if fitting else None


def forget_leaders(board: PlayedBoard) -> None:
    """A new chit: whoever may have been in command under the last one no longer matters."""
    board.doubts = [each for each in board.doubts if ACTIVE_HQ.name not in each]


def _besides(table: Table, activate: Activate) -> Memories:
    """What an activation under which nobody did anything changes all the same: events that last for one are over."""
    after = apply(apply(table, activate), activate).state.memories  # as it is under the headquarters that comes next
    own = {each.name for each in (ACTIVE_HQ, COMMANDED, COMMANDED_AT, ORDERS)}
    return {name: each for name, each in after.items() if name not in own and table.state.memories.get(name) != each}


def possible(table: Table) -> Iterator[Activate]:
    """The headquarters that the chit drawn last may have activated, where players may choose and nobody knows their choice."""
    chit = table.state.sure(CHIT, None)
    row = None if chit is None else chits.printed(table, chit)
    if row is None or not isinstance(table.state.recall(ACTIVE_HQ), Unknown):
        return
    for unit in _headquarters(table, row.get("side", "")):
        if table.unit(unit).formation.startswith(row.get("front", "")):
            yield Activate(unit, by=str(chit))


def acted(scene: ReadingScene, step: int, side: str) -> tuple[str, ...]:
    """Ground units of a side that moved or lost steps after a step, until the next chit, activation or phase without command."""
    first: dict[str, Counter] = {}
    found: dict[str, bool] = {}  # unit -> did it do something, and did not come back?
    for event in scene.events:
        if event.step <= step:
            continue
        if _another_begins(scene, event):
            break
        for change in event.changes:
            unit = unit_of(scene.binding, change.counter)
            if unit is not None and unit in scene.loaded.roster and change.before is not None:
                did = _did(scene, unit, first.setdefault(unit, change.before), change.after)
                found[unit] = found.get(unit, False) if did is None else did
    units = (unit for unit, did in found.items() if did and not scene.table.unit(unit).helps_from_afar)
    return tuple(unit for unit in units if scene.table.unit(unit).side == side)


def _did(scene: ReadingScene, unit: str, before: Counter, after: Counter | None) -> bool | None:
    """Has a unit moved or lost steps? Not if it is as it was. None if it does not tell."""
    grid = scene.table.grid
    place = place_of(scene.binding, before.spot, grid)
    now = None if after is None else place_of(scene.binding, after.spot, grid)
    lost = now is None and not scene.table.unit(unit).leads  # headquarters also leave for other reasons
    weaker = losses_of(scene.binding, before) != losses_of(scene.binding, after or before)
    if place in grid and (weaker or (now != place and (lost or now in grid))):
        return True
    return False if now == place else None


def _another_begins(scene: ReadingScene, event: Event) -> bool:
    """Is a chit drawn, a headquarters named, or a phase begun in which nobody is commanded?"""
    if any(chit_of(scene.binding, change.counter) is not None for change in event.changes):
        return True
    if any(note.verb == "activate" for note in notes_in(event.chat)):
        return True
    phases = _phases_of_command(scene.table)
    said = [event.turn or "", *(note.text for note in notes_in(event.chat) if note.verb == "phase")]
    shown = next((found for text in said if text and (found := phases_shown(scene.binding, text))), ())
    return bool(shown) and bool(phases) and phases.isdisjoint(shown)


def _phases_of_command(table: Table) -> frozenset[str]:
    given: Iterator[Mapping[str, object]] = (each.given for each in table.rules.sort("command") if "check.move" in each.slots)
    phases = next(given, {}).get("phases", ())
    return frozenset(phases) if isinstance(phases, list | tuple | frozenset | set) else frozenset()


def _headquarters(table: Table, side: str) -> list[str]:
    """Those of a side on the map; a chit that belongs to both (an event) has none."""
    force = table.state.forces.get(side)
    standings = {} if force is None else force.standings
    return [unit for unit, standing in standings.items() if standing.place in table.grid and table.unit(unit).leads]


def _commands(table: Table, headquarters: str, chit: str | None, moved: Sequence[str]) -> bool:
    """Could it have activated all of them? Other headquarters only go along with those who retreat."""
    of = authority(table, headquarters, chit)
    calls = [of.call(unit) for unit in moved if unit == headquarters or not table.unit(unit).leads]
    return all(of.alone(call, attacks=False).yes for call in calls) and of.together(calls, ()).truth.yes


def _likely(table: Table, headquarters: str, chit: str | None, moved: Sequence[str]) -> tuple[int, int]:
    """How early it moved itself, and how many of its own units did."""
    of = authority(table, headquarters, chit)
    early = len(moved) - moved.index(headquarters) if headquarters in moved else 0
    return early, sum(of.call(unit).own.yes for unit in moved)
