"""The hand of a player at a VASSAL table: drags, flips, notes and dice, each a step of the log."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine.state import Standing

from .table import Point, Tabletop

Step = list[str]
OUT = "Eliminated"


@dataclass(slots=True)
class Hand:
    """Makes steps. `points` are the middles of boxes, `hexes` gives those of hexes, `makes` new pieces by unit or marker."""

    tabletop: Tabletop
    player: str
    points: Mapping[str, Point]
    hexes: Callable[[str], Point]
    boxes: Mapping[str, str]  # box of the game -> its title
    areas: Mapping[str, frozenset[str]]
    called: Mapping[Point, str]  # hexes by their points
    phases: Sequence[tuple[str, str]]  # id and title, in their order
    makes: Callable[[str], tuple[str, Any]]
    whims: random.Random
    steps: list[Step] = field(default_factory=list)
    turn: int = 1
    phase: int = 0
    last_die: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)  # unit or chit -> piece

    def begin(self) -> None:
        for thing in self.tabletop.things.values():
            for trait in thing.traits:
                if trait.kind == "mark":
                    values = dict(zip(trait.type.rest, trait.state.rest, strict=False))
                    for name in ("unit", "chit"):
                        if values.get(name):
                            self.pieces[values[name]] = thing.id

    def say(self, text: str) -> None:
        self.steps.append([f"CHAT<{self.player}> {text}"])

    def roll(self, button: str, dice: Sequence[int]) -> None:
        result = ",".join(map(str, dice))
        total = f" = {sum(dice)}" if len(dice) > 1 else ""
        step = [f"CHAT*** {button}: {result}{total} *** <{self.player}>"]
        values = {"result": result, "total": str(sum(dice))}
        for name, value in values.items():
            old = self.last_die.get(f"{button}_{name}", "1" if name == "result" else "0")
            if old != value:
                step.append(f"MutableProperty\t{button}_{name}\t{old}\t{value}\tModule")
                self.last_die[f"{button}_{name}"] = value
        self.steps.append(step)

    def name(self, unit: str) -> str:
        return self.tabletop.things[self._piece(unit)].name

    def _piece(self, unit: str) -> str:
        """The piece of a unit; one that is not on the table yet comes out of the palette first."""
        found = self.pieces.get(unit)
        if found is None:
            type_, traits = self.makes(unit)
            where = self._last_turn()
            said = f"* {traits[-1].type.text('name')} created in {where}"
            found, commands = self.tabletop.put(type_, traits, self.points[where], None, said)
            self.pieces[unit] = found
            self.steps.append(commands)
        return found

    def _last_turn(self) -> str:
        """The last box of the turn track, where nothing that is in play lies."""
        return max((title for title in self.points if re.fullmatch(r"Turn \d+", title)), key=lambda title: int(title.split()[1]))

    def _point(self, place: str) -> Point:
        if place.isdigit():
            return self.hexes(place)
        if place in self.areas:
            return self.hexes(min(self.areas[place]))
        return self.points[self.boxes.get(place, place)]

    def _title(self, at: Point) -> str:
        for title, point in self.points.items():
            if point == at:
                return title
        return self.called.get(at, "the map")

    def _markers(self, unit: str) -> list[str]:
        """The markers that lie on a unit."""
        stack = self.tabletop.stacks.get(self.tabletop.things[self._piece(unit)].at, [])
        found: list[str] = []
        for id_ in stack[stack.index(self.pieces[unit]) + 1 :] if self.pieces[unit] in stack else ():
            if self.tabletop.is_marker(self.tabletop.things[id_]):
                found.append(id_)
            else:
                break
        return found

    def _drag(self, units: Sequence[str], place: str, path: Sequence[str] = ()) -> None:
        """Drag units to a place; now and then in two goes."""
        ids = [id_ for unit in units for id_ in (self._piece(unit), *self._markers(unit))]
        to = self._point(place)
        if self.tabletop.things[ids[0]].at == to:
            return
        if len(path) > 2 and len(units) == 1 and self.whims.random() < 0.2:
            self._pushed(ids, path[len(path) // 2])
        self._pushed(ids, place)

    def _pushed(self, ids: Sequence[str], place: str) -> None:
        frm = self.tabletop.things[ids[0]].at
        self.steps.append(self.tabletop.drag(ids, self._point(place), (self._title(frm), self.boxes.get(place, place))))

    def _off(self, unit: str, side: str) -> None:
        """To the box of the eliminated, without markers."""
        for marker in self._markers(unit):
            self.steps.append(self.tabletop.delete(marker, "* : marker is removed"))
        self._drag((unit,), f"{OUT} {side.capitalize()}")

    def _level(self, unit: str, standing: Standing | None, place: str) -> None:
        if standing is not None:
            commands = self.tabletop.flip(self._piece(unit), standing.losses + 1, place)
            if commands:
                self.steps.append(commands)
