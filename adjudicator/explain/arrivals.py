"""Who came, or got steps back, in one phase and went on in another, with no click of the counter between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator.engine.actions import Move, Place
from adjudicator.engine.state import Standing
from adjudicator.rules.sequence import phases_for

from .board import Played, PlayedBoard
from .differences import between
from .scene import Closing, ReadingScene


@dataclass(frozen=True, slots=True, order=True)
class Arrival:
    """A unit that came or got steps back before it went on: when, and how it stood then."""

    step: int
    unit: str
    there: Standing

    def played(self, scene: ReadingScene, closing: Closing) -> Iterator[Played]:
        """What that was, in its own phase; its way from there is still to be explained."""
        old, scene.step = closing.before.get(self.unit), self.step
        for part in scene.parts:
            yield from part.moving(closing, self.unit, old, self.there)
        for action in between(scene.board, scene.loaded, self.unit, old, self.there, closing.segment):
            yield from scene.act(self.step, action)
        closing.stand_as({self.unit: self.there})


def arrivals(scene: ReadingScene, closing: Closing) -> list[Arrival]:
    """Those who did in a segment what belongs to two phases, in the order in which they did the former."""
    on_their_way = (each for each in _on_their_way(scene, closing) if _is_of_another_phase(scene, closing, each))
    return sorted(each for each in on_their_way if not _put_elsewhere(scene, closing, each.unit))


def _on_their_way(scene: ReadingScene, closing: Closing) -> Iterator[Arrival]:
    segment, grid = closing.segment, scene.table.grid
    for unit in closing.changed:
        old, new = closing.before.get(unit), closing.seen.get(unit)
        was = "" if old is None else old.place
        trail = [place for place in segment.trails.get(unit, ()) if place in grid and place != was]
        if new is None or not trail:
            continue
        gone_on, turned = segment.came.get((unit, trail[0]), 0), segment.turned.get(unit, 0)
        if old is None or old.place not in grid:
            if new.place in grid and trail[0] != new.place:
                yield Arrival(gone_on, unit, replace(new, place=trail[0]))
        elif new.losses < old.losses and old.place != new.place and turned < gone_on:
            yield Arrival(turned, unit, replace(old, losses=new.losses))


def _is_of_another_phase(scene: ReadingScene, closing: Closing, arrival: Arrival) -> bool:
    """Does nobody move in the phases in which it is done?"""
    table, unit = scene.table, arrival.unit
    moving = phases_for(table, Move((unit,), closing.seen[unit].place))
    led = between(scene.board, scene.loaded, unit, closing.before.get(unit), arrival.there, closing.segment)
    done = (phases_for(table, action) for action in led)
    return moving is not None and any(phases is not None and phases.isdisjoint(moving) for phases in done)


def _put_elsewhere(scene: ReadingScene, closing: Closing, unit: str) -> bool:
    """May it have been put at once where it stands, in whatever phase? Its player only thought better of the hex."""
    state = scene.table.state
    board = PlayedBoard(scene.table.after(replace(state, phase="", active="")))  # its own phase may not have begun yet
    led = between(board, scene.loaded, unit, closing.before.get(unit), closing.seen.get(unit), closing.segment)
    return [type(action) for action in led] == [Place] and board.faults(led)[0] == 0
