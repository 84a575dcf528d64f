"""Segments of a log: what its steps add to one, and the moves that it comes to when it is complete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from adjudicator.engine.actions import Action
from adjudicator.engine.state import Standing
from adjudicator.rules.apply import apply
from adjudicator.rules.movement.modes import modes_of

from ..evidence.binding import chit_of, control_of, hex_mark_of, losses_of, mark_of, own_marks, place_of, unit_of
from ..evidence.history import Change, Event
from ..evidence.names import bearers, everybody_called, standing_at
from ..evidence.notation import Note
from ..evidence.positions import read_pieces
from .arrivals import arrivals
from .board import OnHex, Played, PlayedBoard, Segment, differing, told
from .clock import Clock
from .differences import between, perhaps_after_combat
from .inference.unseen_paths import as_they_went
from .marks import cleared
from .scene import Closing, ReadingScene

_IN_VAIN = 400  # units of a segment that are moved first on trial, and it is no better: moves at random are not sorted out
_SEVERAL = 2  # drags of one counter


def take_in(scene: ReadingScene, event: Event, notes: Iterable[Note]) -> None:
    """Add to the segment what a step changes on the table, and what its notes say of moves."""
    for change in event.changes:
        _take_change(scene, change, event.step)
    for note in notes:
        _take_note(scene, note, event.step)


def _take_change(scene: ReadingScene, change: Change, step: int) -> None:
    segment, binding, counter = scene.segment, scene.binding, change.counter
    if not counter.is_deck and chit_of(binding, counter) is None:
        segment.changed = True
    if change.after is None:
        scene.now.pop(counter.id, None)
    else:
        scene.now[counter.id] = change.after
    if mark_of(binding, counter) is not None:
        segment.marked = step
        spots = (each.spot for each in (change.before, change.after) if each is not None)
        segment.laid.update((str(place_of(binding, spot, scene.table.grid)), step) for spot in spots)
    _take_marker_of_hex(scene, change, step)
    side, spot = control_of(binding, counter), None if change.after is None else change.after.spot
    if side is not None and spot is not None:
        segment.taken[str(place_of(binding, spot, scene.table.grid))] = side, step
    unit = unit_of(binding, counter)
    if unit is not None and told(change):
        _take_unit(scene, unit, change, step)


def _take_unit(scene: ReadingScene, unit: str, change: Change, step: int) -> None:
    segment, binding, grid = scene.segment, scene.binding, scene.table.grid
    old, counter = change.before, change.counter
    segment.touched[unit] = step
    place = None if change.after is None else place_of(binding, change.after.spot, grid)
    here = old is not None and place in grid and place_of(binding, old.spot, grid) in grid
    if old is None or not here or losses_of(binding, old) != losses_of(binding, counter):
        segment.turned[unit] = step
    if old is not None and own_marks(binding, old) != own_marks(binding, counter):
        segment.remarked[unit] = step
    if old is None or old.spot != counter.spot:
        segment.carried[unit] = step
    if place is not None:
        segment.trails[unit] = (*segment.trails.get(unit, ()), place)
        if place == scene.table.place_of(unit):  # back where it had been: it has not gone yet, whatever else became of it
            segment.came = {each: at for each, at in segment.came.items() if each[0] != unit}
            step = segment.turned.get(unit, step)
            if place not in grid:
                segment.trails.pop(unit)
        segment.came.setdefault((unit, place), step)
    elif scene.table.standing(unit) is None:  # put aside again: it has not come yet
        segment.trails.pop(unit, None)
        segment.came = {each: at for each, at in segment.came.items() if each[0] != unit}


def _take_note(scene: ReadingScene, note: Note, step: int) -> None:
    segment = scene.segment
    path = note.path() if note.verb == "path" else ()
    if path:
        for name in note.names:
            for unit in standing_at(scene.table, segment.trails, name, path[0]):
                segment.paths[unit] = path
    elif note.verb == "mode":
        _take_mode(scene, note, step)
    elif note.verb == "exit":
        segment.exits.update(unit for name in note.names for unit in bearers(scene.table, name))


def _take_marker_of_hex(scene: ReadingScene, change: Change, step: int) -> None:
    mark = hex_mark_of(scene.binding, change.counter)
    if mark is not None:
        grid, lying = scene.table.grid, scene.segment.lying
        places = (None if at is None else place_of(scene.binding, at.spot, grid) for at in (change.before, change.after))
        start, end = (place if place in grid else None for place in places)
        known = lying.get(change.counter.id)
        lying[change.counter.id] = OnHex(mark, start if known is None else known.start, end, step)


def _take_mode(scene: ReadingScene, note: Note, step: int) -> None:
    """`!mode 5 Pz rail`: how a unit goes. `!mode 32 AAG fire`: how a gun stands, where its counter does not show that. Talk may
    follow."""
    words = note.text.split()
    for at, word in enumerate(words):
        for unit in everybody_called(scene.table, " ".join(words[:at] or words[1:])):
            ways = {each.name for _, _, each in modes_of(scene.table, scene.table.unit(unit))}
            if word.lower() in ways:
                scene.segment.modes[unit] = word.lower()
            mode = next((each for each in said_modes(scene) if word.lower() in (each, each.removesuffix(" mode"))), None)
            if mode is not None:
                scene.said[unit] = mode
                scene.segment.changed = True
                scene.segment.touched.setdefault(unit, step)


def said_modes(scene: ReadingScene) -> frozenset[str]:
    """The modes that only a note can tell: those of the game that no marker and no layer of the module shows."""
    bound = (each for each in scene.table.rules.all_of("check.mark") if each.takes("mode"))
    markers = scene.binding.markers
    shown = {*markers.values.values(), *markers.names.values(), *(mark for layer in markers.layers.values() for mark in layer)}
    return frozenset(str(each.value("mode")) for each in bound) - shown


def complete(scene: ReadingScene) -> Closing | None:
    """The segment as it is now, and a new one in its place; None if nothing has come of it. What was said of moves where nobody
    moved is said of those to come."""
    segment, scene.segment = scene.segment, Segment()
    if not segment.changed and not segment.openings and not segment.checks:
        scene.segment.says_as(segment)
        return None
    seen = read_pieces(scene.loaded, scene.binding, scene.now.values(), scene.read).standings
    before: dict[str, Standing] = {unit.id: standing for unit, standing in scene.table.state.units}
    for unit, mode in scene.said.items():
        if unit in seen:
            marks = seen[unit].marks.difference(said_modes(scene)) | {mode}
            seen = {**seen, unit: replace(seen[unit], marks=marks)}
    changed = differing(before, seen)
    changed.sort(key=lambda unit: (segment.since(unit, seen[unit].place if unit in seen else ""), unit))
    if not changed:
        scene.segment.says_as(segment)
    _share_paths(segment, before, changed)
    scene.segment.paths.update(segment.paths_to_go(seen))
    return Closing(segment, before, seen, changed)


def _share_paths(segment: Segment, before: Mapping[str, Standing], changed: Iterable[str]) -> None:
    """Who was dragged along with somebody whose path was named, from the same hex through the same ones, went the same way."""

    def dragged(unit: str) -> object:
        way = [place for place, _ in groupby((before[unit].place, *segment.trails.get(unit, ())))]
        return segment.carried.get(unit), *way

    named = {dragged(unit): path for unit, path in segment.paths.items() if unit in before}
    for unit in changed if named else ():
        if unit in before and unit not in segment.paths and dragged(unit) in named:
            segment.paths[unit] = named[dragged(unit)]
            segment.along.add(unit)


def _gone_before(closing: Closing, unit: str, others: Sequence[str]) -> list[str]:
    """Those of the others who may have moved first: they were dragged before it was put where it stands now."""
    segment = closing.segment
    end = segment.carried.get(unit, segment.touched.get(unit, 0))
    return [each for each in others if segment.begun(each) <= end]


def _may_come_after(scene: ReadingScene, closing: Closing, unit: str, others: Sequence[str]) -> bool:
    """Is its way wrong now, and may others have moved first? Where counters went in several drags nobody can tell."""
    trails = closing.segment.trails
    if not others or all(len(trails.get(each, ())) < _SEVERAL for each in (unit, *others)):
        return False
    return scene.board.faults(_ways_of(scene, closing, unit, scene.board))[0] > 0


def _right_after(scene: ReadingScene, closing: Closing, unit: str, others: Sequence[str]) -> bool:
    """Is its way right once others have moved?"""
    trial = PlayedBoard(scene.board.table)
    for other in others:
        for action in _ways_of(scene, closing, other, trial):
            trial.table = apply(trial.table, action)
    ways = _ways_of(scene, closing, unit, trial)
    return bool(ways) and trial.faults(ways) == (0, 0)


def _awaits_room(scene: ReadingScene, closing: Closing, unit: str, others: Sequence[str]) -> bool:
    """Is its way wrong as long as markers lie on hexes from which they were taken up?"""
    gone = any(each.is_gone for each in closing.segment.lying.values())
    return gone and bool(others) and scene.board.faults(_ways_of(scene, closing, unit, scene.board))[0] > 0


def _ways_of(scene: ReadingScene, closing: Closing, unit: str, board: PlayedBoard) -> Sequence[Action]:
    if board.table.standing(unit) is None and unit in closing.before:
        return ()  # driven over
    return between(board, scene.loaded, unit, closing.before.get(unit), closing.seen.get(unit), closing.segment)


def led_to(scene: ReadingScene, closing: Closing) -> Iterator[Played]:
    """What a combat before the log led to, if the log opens with that: before the phase went on and anybody moved."""
    clock, led = scene.part(Clock), list[str]()
    for unit in sorted(closing.changed, key=lambda unit: closing.segment.carried.get(unit, 0)) if scene.opening else ():
        if unit not in closing.segment.carried:
            continue
        if clock is None or not clock.was_led(closing, unit):
            break
        scene.step = closing.segment.touched.get(unit, 0)
        actions = between(scene.board, scene.loaded, unit, closing.before.get(unit), closing.seen.get(unit), closing.segment)
        for action in perhaps_after_combat(scene.board, actions):
            yield from scene.act(closing.segment.step((unit,), action), action)
        led.append(unit)
    closing.explained(led)


def moves(scene: ReadingScene, closing: Closing) -> Iterator[Played]:
    """What became of the units that no other mechanism has explained."""
    before, seen, segment, first = closing.before, closing.seen, closing.segment, arrivals(scene, closing)
    ends = {seen[unit].place for unit in closing.changed if unit in seen}
    lost = [unit for unit in closing.changed if unit not in seen and scene.table.unit(unit).leads]
    gone = [unit for unit in lost if before[unit].place not in ends]  # else it was driven over by the unit that stands there now
    waiting = sorted(closing.changed, key=lambda unit: unit not in seen)  # who drove over others before those who are gone
    put_off: set[str] = set()
    in_vain = 0
    while waiting and not scene.gives_up(segment.touched.get(waiting[0], 0)):
        unit = waiting.pop(0)
        while first and first[0].step <= segment.since(unit, seen[unit].place if unit in seen else ""):
            yield from first.pop(0).played(scene, closing)
        if unit not in put_off:
            others = _gone_before(closing, unit, waiting)
            after = in_vain < _IN_VAIN and _may_come_after(scene, closing, unit, others)
            later = after and _right_after(scene, closing, unit, others)
            in_vain += len(others) if after and not later else 0
            if later or _awaits_room(scene, closing, unit, waiting):
                put_off.add(unit)
                waiting.append(unit)
                continue
        old, new = closing.before.get(unit), seen.get(unit)
        if old is not None and scene.table.standing(unit) is None:
            continue  # driven over by a move before
        scene.step = segment.touched.get(unit, 0)
        for part in scene.parts:
            yield from part.moving(closing, unit, old, new)
        led = between(scene.board, scene.loaded, unit, old, new, segment)
        led = perhaps_after_combat(scene.board, led) if scene.opening else led
        for action in as_they_went(scene.table, led, gone, [each.taken_up for each in segment.lying.values() if each.is_gone]):
            yield from scene.act(segment.step((unit,), action), action)
        yield from cleared(scene, closing)
