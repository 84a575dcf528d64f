"""A log as a turn of a game: what its steps come to, judged action by action.

Players drag counters straight to where they end, take back, nudge stacks and roll before they say what for. So steps are gathered
into segments, between one announcement, die, chit or phase and the next, and only what a segment comes to is judged: where each
unit stood before and stands after. Whatever was judged, play goes on from what the pieces show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Draw,
    Lose,
    Move,
    Place,
    Remove,
    Replace,
    Retreat,
    Roll,
    Supply,
)
from adjudicator.engine.actions import Phase as NextPhase
from adjudicator.engine.state import Standing
from adjudicator.facts import Unknown
from adjudicator.games import LoadedGame
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.table import Table

from ..history import Change, Counter, Event, History
from .binding import BindingEntry, chit_of, unit_of
from .names import named
from .notation import Note, notes_in
from .positions import read_pieces, table_of


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """One action that a log comes to: at which step it was complete, and what the rules say of it."""

    step: int
    action: Action
    before: Table
    judged: Judged


@dataclass(slots=True)
class _Segment:
    """Steps between two boundaries."""

    touched: dict[str, int] = field(default_factory=dict)  # unit -> the last step that changed it
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)  # unit -> the path its player named


@dataclass(frozen=True, slots=True)
class _Fight:
    attack: Attack
    defenders: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A log as it was played: the position it starts from, its actions, and the position it ends in."""

    start: Table
    played: tuple[Played, ...]
    end: Table


def play(loaded: LoadedGame, binding: BindingEntry, history: History) -> Game:
    """Every action of a log in order, each judged on the position that the one before it made."""
    player = _Player(loaded, binding, history)
    played = tuple(player.actions())
    return Game(player.start, played, player.table)


class _Player:
    def __init__(self, loaded: LoadedGame, binding: BindingEntry, history: History) -> None:
        self._loaded, self._binding, self._history = loaded, binding, history
        self._now: dict[str, Counter] = dict(history.start)
        self.start = table_of(loaded, binding, read_pieces(loaded, binding, self._now.values()))
        self.table = self.start
        self._segment = _Segment()
        self._announced: tuple[int, Note] | None = None
        self._fight: _Fight | None = None

    def actions(self) -> Iterator[Played]:
        for event in self._history.events:
            notes = notes_in(event.chat)
            chits = [chit for change in event.changes if (chit := self._drawn(change)) is not None]
            phase = self._phase_in(event.turn) or next((each for each in map(self._phase_of, notes) if each), None)
            attack = next((note for note in notes if note.verb == "attack" and note.hexes), None)
            die = self._die(event)
            if chits or phase is not None or attack is not None or (die is not None and not self._waiting):
                yield from self._close()
            self._take_in(event, notes)
            for chit in chits:
                yield from self._draw(event.step, chit)
            if phase is not None:
                yield self._act(event.step, phase)
            if attack is not None:
                self._announced = (event.step, attack)
            if die is not None:
                yield from self._rolled(event, *die)
        yield from self._close()

    # --- what a step says ---------------------------------------------------------------------------------------------------

    @property
    def _waiting(self) -> bool:
        return self._announced is not None

    def _take_in(self, event: Event, notes: Iterable[Note]) -> None:
        for change in event.changes:
            counter = change.counter
            if change.after is None:
                self._now.pop(counter.id, None)
            else:
                self._now[counter.id] = change.after
            unit = unit_of(self._binding, counter)
            if unit is not None:
                self._segment.touched[unit] = event.step
        for note in notes:
            path = note.path() if note.verb == "path" else ()
            if path:
                for unit in named(self.table, note.names, near=path[0]):
                    self._segment.paths[unit] = path

    def _drawn(self, change: Change) -> str | None:
        """A chit that left the cup."""
        cup = self._binding.chits.deck
        if change.before is None or change.after is None or not cup:
            return None
        left = change.before.spot.deck == cup and change.after.spot.deck != cup
        return chit_of(self._binding, change.after) if left else None

    def _die(self, event: Event) -> tuple[str, tuple[int, ...]] | None:
        for roll in event.rolls:
            purpose = self._binding.dice.get(roll.die)
            if purpose is not None and roll.results:
                return purpose, roll.results
        return None

    def _phase_in(self, turn: str | None) -> NextPhase | None:
        """What the turn counter says now: the longest name of a phase in it, the number after the word for a turn, a side."""
        if turn is None:
            return None
        said = turn.lower()
        phase = next(
            (self._binding.phases[n] for n in sorted(self._binding.phases, key=len, reverse=True) if n.lower() in said), None
        )
        numbers = [int(word) for word in said.replace(",", " ").split() if word.isdigit()]
        if phase is None and not numbers:
            return None
        side = next((side for name, side in self._binding.sides.items() if name.lower() in said), "")
        return NextPhase(phase or self.table.state.phase, side, numbers[0] if numbers else None)

    def _phase_of(self, note: Note) -> NextPhase | None:
        if note.verb == "turn":
            number = next((int(word) for word in note.text.split() if word.isdigit()), None)
            return None if number is None else NextPhase(self.table.state.phase, self.table.state.active, number)
        if note.verb != "phase":
            return None
        known = {phase.id for phase in self._loaded.about.phases}
        wanted = note.text.lower().strip(" .")
        found = (
            wanted
            if wanted in known
            else next((self._binding.phases[n] for n in self._binding.phases if n.lower() == wanted), None)
        )
        return None if found is None else NextPhase(found)

    # --- what was played ----------------------------------------------------------------------------------------------------

    def _act(self, step: int, action: Action) -> Played:
        played = Played(step, action, self.table, judge(self.table, action))
        self.table = apply(self.table, action)
        return played

    def _draw(self, step: int, chit: str) -> Iterator[Played]:
        yield self._act(step, Draw(chit))
        chart = self.table.game.charts.get("chits")
        row = getattr(chart, "rows", {}).get(chit, {})
        headquarters = row.get("hq")
        if headquarters in self._loaded.roster:
            yield self._act(step, Activate(str(headquarters), by=chit))
        elif row.get("kind") in ("front", "hgm"):
            self.table = self.table.after(self.table.state.noting(**{"active-hq": Unknown("active headquarters")}))

    def _rolled(self, event: Event, purpose: str, results: tuple[int, ...]) -> Iterator[Played]:
        announced, self._announced = self._announced, None
        if purpose != "combat":
            yield self._act(event.step, Roll(purpose, results))
            return
        if announced is None:
            return
        _, note = announced
        target = note.hexes[0]
        side = self._side_against(target)
        attackers = named(self.table, note.names, side=side, near=target)
        if not attackers or target not in self.table.grid:
            return
        attack = Attack(attackers, target, column=note.column, die=results[0])
        defenders = frozenset(self.table.enemy_units(side, target)) if side else frozenset()
        yield self._act(event.step, attack)
        self._fight = _Fight(attack, defenders)

    def _side_against(self, target: str) -> str:
        """The side that attacks a hex: the other one than holds it."""
        holders = {force.side for force in self.table.state.forces.values() if force.at(target)}
        return next((side for side in self.table.game.sides if holders and side not in holders), "")

    # --- closing a segment --------------------------------------------------------------------------------------------------

    def _close(self) -> Iterator[Played]:
        segment, self._segment = self._segment, _Segment()
        fight, self._fight = self._fight, None
        seen = read_pieces(self._loaded, self._binding, self._now.values()).standings
        before = {unit.id: standing for unit, standing in self.table.state.units}
        changed = [unit for unit in {*before, *seen} if before.get(unit) != seen.get(unit)]
        changed.sort(key=lambda unit: (segment.touched.get(unit, 0), unit))
        if fight is not None:
            involved = [unit for unit in changed if unit in fight.defenders or unit in fight.attack.attackers]
            yield from self._aftermath(fight, involved, before, seen, segment)
            changed = [unit for unit in changed if unit not in involved]
        yield from self._moves(changed, before, seen, segment)
        yield from self._marks(seen, segment)
        self._settle(seen)

    def _moves(
        self, changed: list[str], before: Mapping[str, Standing], seen: Mapping[str, Standing], segment: _Segment
    ) -> Iterator[Played]:
        for unit in changed:
            old, new = before.get(unit), seen.get(unit)
            if old is not None and self.table.standing(unit) is None:
                continue  # driven over by a move before
            for action in self._between(unit, old, new, segment):
                yield self._act(segment.touched.get(unit, 0), action)

    def _between(self, unit: str, old: Standing | None, new: Standing | None, segment: _Segment) -> Iterator[Action]:
        """What made a unit of one standing one of another."""
        if new is None:
            yield Remove(unit)
        elif old is None:
            if new.place in self.table.grid:
                yield Place(unit, new.place, losses=new.losses)
        else:
            if old.place != new.place:
                yield Move((unit,), new.place, segment.paths.get(unit))
            if new.losses > old.losses:
                yield Lose(self._loaded.roster[unit].side, (unit,) * (new.losses - old.losses), because="movement")
            elif new.losses < old.losses:
                yield Replace(unit, old.losses - new.losses)

    def _aftermath(
        self,
        fight: _Fight,
        involved: list[str],
        before: Mapping[str, Standing],
        seen: Mapping[str, Standing],
        segment: _Segment,
    ) -> Iterator[Played]:
        """What followed from a combat, the defender first: losses, retreats, then who advanced."""
        ours = [unit for unit in involved if unit in fight.attack.attackers]
        theirs = [unit for unit in involved if unit in fight.defenders]
        target = fight.attack.target
        for units in (theirs, ours):
            yield from self._losses(units, before, seen, segment)
            gone = [unit for unit in units if unit in seen and unit in before and seen[unit].place != before[unit].place]
            back = [unit for unit in gone if units is theirs or self._backwards(unit, target, before, seen)]
            for unit in back:
                yield self._act(segment.touched.get(unit, 0), Retreat((unit,), seen[unit].place))
        for unit in ours:
            went = unit in seen and unit in before and seen[unit].place != before[unit].place
            if went and not self._backwards(unit, target, before, seen):
                yield self._act(segment.touched.get(unit, 0), Advance((unit,), seen[unit].place))

    def _losses(
        self, units: list[str], before: Mapping[str, Standing], seen: Mapping[str, Standing], segment: _Segment
    ) -> Iterator[Played]:
        steps: list[str] = []
        for unit in units:
            old, new = before.get(unit), seen.get(unit)
            if old is None:
                continue
            whole = max(1, self._loaded.roster[unit].steps)
            lost = whole - old.losses if new is None else max(0, new.losses - old.losses)
            steps += [unit] * lost
        if steps:
            last = max(segment.touched.get(unit, 0) for unit in steps)
            yield self._act(last, Lose(self._loaded.roster[steps[0]].side, tuple(steps)))

    def _backwards(self, unit: str, target: str, before: Mapping[str, Standing], seen: Mapping[str, Standing]) -> bool:
        """Did an attacker go away from the hex it attacked?"""
        here, there, grid = before[unit].place, seen[unit].place, self.table.grid
        if here not in grid or there not in grid:
            return False
        return there != target and grid.distance(there, target) > grid.distance(here, target)

    def _marks(self, seen: Mapping[str, Standing], segment: _Segment) -> Iterator[Played]:
        """Markers of supply that were put on or taken off in this segment, side by side."""
        known = frozenset(mark for mark in (*self._binding.markers.values.values(), *_layer_marks(self._binding)) if mark)
        for side in self.table.game.sides:
            states = []
            for unit, standing in self.table.force(side).standings.items():
                new = seen.get(unit)
                if new is None or new.marks == standing.marks:
                    continue
                marks = sorted(new.marks & known)
                states.append((unit, marks[-1] if marks else "in supply"))
            if states:
                step = max(segment.touched.get(unit, 0) for unit, _ in states)
                yield self._act(step, Supply(tuple(sorted(states))))

    def _settle(self, seen: Mapping[str, Standing]) -> None:
        """Go on from what the pieces show, whatever the actions came to."""
        state = self.table.state
        for unit in {*(unit.id for unit, _ in state.units), *seen}:
            if state.standing(unit) != seen.get(unit):
                state = state.with_standing(unit, seen.get(unit))
        if state is not self.table.state:
            self.table = self.table.after(state)


def _layer_marks(binding: BindingEntry) -> Iterator[str]:
    for marks in binding.markers.layers.values():
        yield from marks
