"""Markers that changed between two positions: of supply, or on single units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator.engine.actions import Mark, Phase, Supply
from adjudicator.engine.state import Standing
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.binding import BindingEntry
from .board import Played
from .scene import Closing, ReadingScene

IN_SUPPLY = "in supply"


def marks(scene: ReadingScene, closing: Closing) -> Iterator[Played]:
    """Markers that were put on or taken off in this segment: those of supply side by side, all others unit by unit."""
    if scene.table.rules.all_of("check.supply"):
        for states in changed_marks(scene.binding, scene.table, closing):
            yield from scene.act(_laid_at(closing, states), Supply(states))
    else:
        yield from _one_by_one(scene, closing, closing.seen)


def _laid_at(closing: Closing, states: Sequence[tuple[str, str]]) -> int:
    """The step at which the last of these markers was laid."""
    segment = closing.segment
    there = (segment.laid.get(closing.seen[unit].place, 0) for unit, _ in states)
    return max(there, default=0) or max(segment.marked, segment.step(unit for unit, _ in states))


def before_moves(scene: ReadingScene, closing: Closing) -> Iterator[Played]:
    """Markers on units that went on only then, or stay while others went later: where no phase is shown they belong to the one
    before the moves. So do markers of supply, all of which were laid before."""
    segment, before, seen = closing.segment, closing.before, closing.seen
    going = {unit for unit in closing.changed if unit not in before or unit not in seen or before[unit].place != seen[unit].place}
    first = min((segment.carried.get(unit, 0) for unit in going), default=0)
    if scene.table.rules.all_of("check.supply"):
        for states in list(changed_marks(scene.binding, scene.table, closing)) if first else ():
            if _laid_at(closing, states) < first:
                yield from scene.act(_laid_at(closing, states), Supply(states))
        return
    early = (
        unit for unit in seen if segment.remarked.get(unit, first) < (segment.carried.get(unit, 0) if unit in going else first)
    )
    yield from _one_by_one(scene, closing, early)


def _one_by_one(scene: ReadingScene, closing: Closing, units: Iterable[str]) -> Iterator[Played]:
    segment = closing.segment

    def when(unit: str) -> int:
        return segment.remarked.get(unit) or segment.touched.get(unit) or segment.marked

    for unit in sorted(units, key=lambda unit: (when(unit), unit)):
        for mark in _turned(scene.binding, scene.table, unit, closing):
            yield from scene.act(when(unit), mark)


def taken(scene: ReadingScene, closing: Closing) -> Iterator[Played]:
    """Markers of control that say more than the moves did: nobody tells every hex that a unit went through."""
    for hex, (side, step) in closing.segment.taken.items():
        if hex in scene.table.grid and side in scene.table.game.sides and scene.table.state.control.get(hex) != side:
            yield from scene.act(step, Mark(hex, side))


def cleared(scene: ReadingScene, closing: Closing) -> Iterator[Played]:
    """Markers taken up from hexes, as soon as what was done allows it: what comes next may need that they are gone."""
    lying = closing.segment.lying
    for piece, each in list(lying.items()):
        if each.is_gone and scene.board.judged(scene.table, each.taken_up).verdict is Verdict.LEGAL:
            del lying[piece]
            yield from scene.act(each.step, each.taken_up)


def laid_first(scene: ReadingScene, closing: Closing) -> Iterator[Played]:
    """Markers that were laid on hexes before anything was done with units: what becomes of those follows from them."""
    segment = closing.segment
    first = min((segment.carried.get(unit, segment.touched.get(unit, 0)) for unit in closing.changed), default=0)
    for piece, each in list(segment.lying.items()):
        if each.start is None and each.end is not None and each.step <= first:
            del segment.lying[piece]
            yield from scene.act(each.step, Mark(each.end, each.mark))


def lying_on_hexes(scene: ReadingScene, closing: Closing) -> Iterator[Played]:
    """Markers that lie on hexes: laid, taken up or carried on, one that lay where another came to lie before that one."""
    waiting = sorted((each for each in closing.segment.lying.values() if each.start != each.end), key=lambda each: each.step)
    while waiting:
        held = {each.start for each in waiting}
        piece = next((each for each in waiting if each.end not in held - {None}), waiting[0])
        waiting.remove(piece)
        if piece.start is not None:
            yield from scene.act(piece.step, piece.taken_up)
        if piece.end is not None:
            yield from scene.act(piece.step, Mark(piece.end, piece.mark))


def _turned(binding: BindingEntry, table: Table, unit: str, closing: Closing) -> Iterator[Mark]:
    """What was put on a unit that stays on the map, and what was taken off and not only replaced by that."""
    old, new = table.standing(unit), closing.seen[unit]
    if old is None or unit not in closing.before or new.place not in table.grid or old.marks == new.marks:
        return
    on = sorted(new.marks - old.marks)
    replaced = {mark for layer in binding.markers.layers.values() for mark in layer if any(each in layer for each in on)}
    for mark in sorted(old.marks - new.marks - replaced):
        yield Mark(unit, mark, on=False)
    for mark in on:
        yield Mark(unit, mark)


def undone(table: Table, seen: Mapping[str, Standing]) -> tuple[Verdict, ...]:
    """What an end of the phase would find, with all units marked as they are seen to be."""
    ends = Phase(table.state.phase, table.state.active)
    return tuple(each.verdict for each in judge(marked_as(table, seen), ends).findings)


def marked_as(table: Table, seen: Mapping[str, Standing]) -> Table:
    """The table with all units marked as they are seen to be."""
    state = table.state
    for unit, new in seen.items():
        old = state.standing(unit)
        if old is not None and old.marks != new.marks:
            state = state.with_standing(unit, replace(old, marks=new.marks))
    return table if state is table.state else table.after(state)


def changed_marks(binding: BindingEntry, table: Table, closing: Closing) -> Iterator[tuple[tuple[str, str], ...]]:
    """For each side the units whose marker is another now, each with what it shows; not those that only brought theirs along."""
    known = binding.markers.marks
    for side in table.game.sides:
        states = []
        for unit, standing in table.force(side).standings.items():
            old, new = closing.before.get(unit), closing.seen.get(unit)
            brought = old is not None and old.place != standing.place and new is not None and old.marks == new.marks
            if new is not None and new.marks != standing.marks and not brought:
                marks = sorted(new.marks & known)
                states.append((unit, marks[-1] if marks else IN_SUPPLY))
        if states:
            yield tuple(sorted(states))
