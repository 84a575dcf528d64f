"""The gestures of a game that was played: its chronicle is told at a table that remembers what every step was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.games import LoadedGame
from adjudicator.rules.table import Table
from tools.selfplay.chronicle import Chronicle
from tools.selfplay.desk import Play
from tools.selfplay.logs import chronicle_of
from tools.selfplay.table import Point, Tabletop
from vassal_bridge.saved import SavedGame

from .gestures import Commands, Delete, Drag, Gesture, IntoCup, Put, Roll, Say, Tick, Turn

_ROLL = re.compile(r"CHAT\*\*\* (?P<button>.+?): (?P<dice>[\d,]+)(?: = \d+)? \*\*\* <")
_SAID = re.compile(r"CHAT<[^>]*> (?P<text>.*)$", re.DOTALL)
_TICK = re.compile(r"TURN\w+\t0\|(?P<turn>\d+);0;false;-1;(?P<phase>\d+)\\")


@dataclass(slots=True)
class RememberingTabletop(Tabletop):
    """A table that remembers which gesture made each step. The steps are kept, so that no two have the same identity."""

    made: dict[int, tuple[Commands, Gesture]] = field(default_factory=dict)

    def _keep(self, commands: Commands, gesture: Gesture) -> Commands:
        self.made[id(commands)] = (commands, gesture)
        return commands

    def drag(self, ids: Sequence[str], to: Point, names: tuple[str, str]) -> Commands:
        return self._keep(Tabletop.drag(self, ids, to, names), Drag(tuple(ids), to, names[1]))

    def into_cup(self, id_: str) -> Commands:
        return self._keep(Tabletop.into_cup(self, id_), IntoCup(id_))

    def turned(self, id_: str, layer: str, level: int, said: str) -> Commands:
        return self._keep(Tabletop.turned(self, id_, layer, level, said), Turn(id_, layer, level, said))

    def put(self, type_: str, traits: tuple[Any, ...], at: Point, upon: str | None, said: str) -> tuple[str, Commands]:
        id_, commands = Tabletop.put(self, type_, traits, at, upon, said)
        return id_, self._keep(commands, Put(id_, type_, traits, at, upon, said))

    def delete(self, id_: str, said: str) -> Commands:
        return self._keep(Tabletop.delete(self, id_, said), Delete(id_, said))


@dataclass(frozen=True, slots=True, eq=False)
class Recorded:
    """A game as gestures, each with the action that it belongs to."""

    chronicle: Chronicle
    gestures: tuple[tuple[Gesture, int], ...]
    silent: frozenset[int]  # actions that left no gesture of their own


def record(loaded: LoadedGame, module: Path, start: SavedGame, seed: int, plays: Iterable[Play], end: Table) -> Recorded:
    """Tell a game, and remember the gestures."""
    told = chronicle_of(loaded, module, start, seed)
    old = told.tabletop
    table = RememberingTabletop(old.who, old.things, old.stacks, old.cup, old.cup_at, old.next_id, old.on_hexes)
    told.tabletop = table
    told.tell(plays, end)
    whose: dict[int, int] = {}
    done = 0
    for index, each in enumerate(told.told):
        for step in range(done + 1, each.last + 1):
            whose[step] = index
        done = max(done, each.last)
    gestures = tuple((_gesture(table, step), whose[number]) for number, step in enumerate(told.steps, 1))
    return Recorded(told, gestures, frozenset(range(len(told.told))) - set(whose.values()))


def _gesture(table: RememberingTabletop, step: Commands) -> Gesture:
    kept = table.made.get(id(step))
    if kept is not None:
        return kept[1]
    if rolled := _ROLL.match(step[0]):
        return Roll(rolled["button"], tuple(map(int, rolled["dice"].split(","))))
    if ticked := next((found for command in step if (found := _TICK.match(command))), None):
        return Tick(int(ticked["turn"]), int(ticked["phase"]))
    if said := _SAID.match(step[0]):
        return Say(said["text"])
    raise ValueError(f"no gesture makes the step {step[0][:60]!r}")
