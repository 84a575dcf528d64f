"""A log as a turn of a game: what its steps come to, judged action by action.

Players drag counters straight to where they end, take back, nudge stacks and roll before they say what for. So steps are gathered
into segments, between one announcement, die, chit or phase and the next, and only what a segment comes to is judged: where each
unit stood before and stands after. Whatever was judged, play goes on from what the pieces show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.engine.actions import Action, Activate, Attack, Draw, Move, Roll, Supply
from adjudicator.engine.actions import Phase as NextPhase
from adjudicator.engine.state import Standing
from adjudicator.facts import Unknown
from adjudicator.games import LoadedGame
from adjudicator.rules.combat.record import NOTE as COMBAT
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.modes import modes_of
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..history import Change, Counter, Event, History
from .aftermath import aftermath, involved, losses_only
from .binding import BindingEntry, chit_of, mark_of, place_of, unit_of
from .board import Board, Game, Played, Segment, told
from .comings import between
from .fights import attack_of
from .marks import changed_marks
from .names import bearers, everybody_called, standing_at
from .notation import Note, notes_in
from .phases import shown, typed
from .positions import control_in, read_pieces, table_of
from .throws import Throw, throw_for

__all__ = ["Game", "Played", "play"]

_ANNOUNCED = ("attack", "bombardment")
_COMBATS = ("combat", "bombardment")  # what dice of a combat are for


def play(loaded: LoadedGame, binding: BindingEntry, history: History) -> Game:
    """Every action of a log in order, each judged on the position that the one before it made."""
    player = _Player(loaded, binding, history)
    played = tuple(player.actions())
    return Game(player.start, played, player.board.table)


class _Player:
    def __init__(self, loaded: LoadedGame, binding: BindingEntry, history: History) -> None:
        self._loaded, self._binding, self._history = loaded, binding, history
        self._now: dict[str, Counter] = dict(history.start)
        counters = self._now.values()
        opening = shown(binding, history.opening or "")
        control = control_in(binding, counters, loaded.board.grid)
        pieces = read_pieces(loaded, binding, counters)
        turn, phase = (None, "") if opening is None else (opening.turn, opening.phase)
        self.start = table_of(loaded, binding, pieces, turn, phase, control)
        self.board = Board(self.start)
        self._segment = Segment()
        self._announced: Note | None = None
        self._throw: Throw | None = None
        self._fought = self._unclear = False  # whether the segment follows a combat, or one that nobody announced
        self._held: tuple[int, NextPhase] | None = None  # a phase that the counter only passed through, perhaps
        self._beyond: tuple[int, Activate] | None = None  # an activation that nobody may act upon

    @property
    def _table(self) -> Table:
        return self.board.table

    def actions(self) -> Iterator[Played]:
        for event in self._history.events:
            yield from self._event(event, notes_in(event.chat))
        yield from self._thrown()
        yield from self._close()

    def _event(self, event: Event, notes: tuple[Note, ...]) -> Iterator[Played]:
        chits = [chit for change in event.changes if (chit := self._drawn(change)) is not None]
        phase = self._phase(event, notes)
        attack = next((note for note in notes if note.verb in _ANNOUNCED and note.hexes), None)
        hq = next((found for note in notes if note.verb == "activate" and (found := self._headquarters(note))), None)
        purpose = next((note for note in notes if note.verb in ("roll", "bombardment") and not note.hexes), None)
        die = self._die(event)
        if die is None or self._throw is None or purpose is not None:
            yield from self._thrown()
        touched = any(unit_of(self._binding, change.counter) is not None for change in event.changes)
        if phase is None and (touched or chits or notes or die is not None):
            yield from self._release()
        if chits or phase is not None or attack is not None or hq or purpose is not None or die is not None:
            yield from self._close()
        self._take_in(event, notes)
        for chit in chits:
            yield from self._draw(event.step, chit)
        if phase is not None:
            yield from self._go_on(event.step, phase)
        if hq:
            yield self.board.act(event.step, self._activation(hq))
        if attack is not None:
            self._announced = attack
        if purpose is not None:
            self._throw = throw_for(self._table, event.step, purpose)
        if die is not None:
            yield from self._rolled(event.step, *die)

    # --- what a step says ---------------------------------------------------------------------------------------------------

    def _take_in(self, event: Event, notes: Iterable[Note]) -> None:
        for change in event.changes:
            counter = change.counter
            if not counter.is_deck and chit_of(self._binding, counter) is None:
                self._segment.changed = True
            if change.after is None:
                self._now.pop(counter.id, None)
            else:
                self._now[counter.id] = change.after
            unit = unit_of(self._binding, counter)
            if mark_of(self._binding, counter) is not None:
                self._segment.marked = event.step
            if unit is not None and told(change):
                self._segment.touched[unit] = event.step
                place = None if change.after is None else place_of(self._binding, change.after.spot, self._table.grid)
                if place is not None:
                    self._segment.trails.setdefault(unit, []).append(place)
        for note in notes:
            path = note.path() if note.verb == "path" else ()
            if path:
                for name in note.names:
                    for unit in standing_at(self._table, self._segment.trails, name, path[0]):
                        self._segment.paths[unit] = path
            elif note.verb == "mode":
                self._take_mode(note)

    def _take_mode(self, note: Note) -> None:
        """`!mode 5 Pz rail`: how a unit goes."""
        words = note.text.split()
        for at in (0, -1):
            rest = " ".join(words[1:] if at == 0 else words[:-1])
            for unit in everybody_called(self._table, rest):
                ways = {each.name for _, _, each in modes_of(self._table, self._table.unit(unit))}
                if words[at].lower() in ways:
                    self._segment.modes[unit] = words[at].lower()

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

    def _headquarters(self, note: Note) -> str:
        """The headquarters that a note activates, if it is clear which."""
        for name in note.names:
            found = [unit for unit in bearers(self._table, name) if self._table.unit(unit).has("hq").yes]
            if len(found) == 1:
                return found[0]
        return ""

    # --- phases -------------------------------------------------------------------------------------------------------------

    def _phase(self, event: Event, notes: Iterable[Note]) -> NextPhase | None:
        state = self._table.state
        counted = None if event.turn is None else shown(self._binding, event.turn, state.phase)
        return counted or next((each for note in notes if (each := typed(self._loaded, self._binding, note, state))), None)

    def _go_on(self, step: int, phase: NextPhase) -> Iterator[Played]:
        """The counter goes on. A phase that cannot be may only be passed through on the way to another."""
        self._held = None
        self._announced = None
        judged = judge(self._table, phase)
        if judged.verdict is Verdict.ILLEGAL:
            self._held = (step, phase)
        else:
            yield self.board.act(step, phase, judged)

    def _release(self) -> Iterator[Played]:
        """Something is done in a phase that was held back: so it was meant."""
        if self._held is not None:
            held, self._held = self._held, None
            yield self.board.act(*held)

    # --- chits and dice -----------------------------------------------------------------------------------------------------

    def _draw(self, step: int, chit: str) -> Iterator[Played]:
        yield self.board.act(step, Draw(chit))
        self._beyond = self._throw = None
        chart = self._table.game.charts.get("chits")
        row = getattr(chart, "rows", {}).get(chit, {})
        headquarters = row.get("hq")
        if headquarters in self._loaded.roster:
            activate = Activate(str(headquarters), by=chit)
            judged = judge(self._table, activate)
            if judged.verdict is Verdict.ILLEGAL:
                self._beyond = (step, activate)  # drawn, and put aside: that is no fault until somebody acts upon it
            else:
                yield self.board.act(step, activate, judged)
        elif row.get("kind") in ("front", "hgm"):
            self.board.table = self._table.after(self._table.state.noting(**{"active-hq": Unknown("active headquarters")}))
        elif row.get("kind") == "bombardment":
            self._throw = Throw(f"bombardment {row.get('front') or row.get('side', '')}".strip(), None, step, most=1)

    def _activation(self, headquarters: str) -> Activate:
        by = "event" if self._table.state.noted("free activation") else str(self._table.state.noted("chit") or "")
        return Activate(headquarters, by=by)

    def _acted_upon(self, action: Action) -> Iterator[Played]:
        """Units move or attack under a chit that should have been put aside."""
        beyond, roster = self._beyond, self._loaded.roster
        if beyond is not None and any(
            roster[unit].side == roster[beyond[1].headquarters].side for unit in self._commanded(action)
        ):
            self._beyond = None
            yield self.board.act(*beyond)

    def _commanded(self, action: Action) -> tuple[str, ...]:
        if isinstance(action, Attack):
            return action.attackers
        return action.units if isinstance(action, Move) and action.to in self._table.grid else ()

    def _thrown(self) -> Iterator[Played]:
        """All dice for one purpose are thrown."""
        throw = self._throw
        if throw is not None and throw.dice:
            self._throw = None
            yield self.board.act(throw.step, Roll(throw.purpose, throw.dice, unit=throw.unit))

    def _rolled(self, step: int, purpose: str, results: tuple[int, ...]) -> Iterator[Played]:
        announced = self._announced
        if announced is not None and purpose in ("combat", announced.verb):
            self._announced = None
            attack = attack_of(self._table, announced, results[0])
            if attack is None:
                self._unclear_combat(announced.hexes[0])
            else:
                yield from self._acted_upon(attack)
                yield self.board.act(step, attack)
                self._fought = True
        elif self._throw is not None and self._throw.takes(purpose):
            self._throw.dice, self._throw.step = (*self._throw.dice, *results), step
        elif purpose in _COMBATS:
            self._unclear_combat("a hex nobody named")
        else:
            yield self.board.act(step, Roll(purpose, results))

    def _unclear_combat(self, where: str) -> None:
        """Somebody rolled for a combat and did not say which: what follows in this segment cannot be judged as moves."""
        unknown = Unknown(f"attackers of {where}")
        self.board.table = self._table.after(self._table.state.noting(**{COMBAT: unknown}))
        self._unclear = True

    # --- closing a segment --------------------------------------------------------------------------------------------------

    def _close(self) -> Iterator[Played]:
        segment, self._segment = self._segment, Segment()
        fought, self._fought = self._fought, False
        unclear, self._unclear = self._unclear, False
        if not segment.changed:
            return
        seen = read_pieces(self._loaded, self._binding, self._now.values()).standings
        before = {unit.id: standing for unit, standing in self._table.state.units}
        changed = [unit for unit in {*before, *seen} if before.get(unit) != seen.get(unit)]
        changed.sort(key=lambda unit: (segment.touched.get(unit, 0), unit))
        if fought:
            ours = [unit for unit in changed if unit in involved(self.board) and self._table.unit(unit).kind != "air"]
            yield from aftermath(self.board, ours, before, seen, segment)
            changed = [unit for unit in changed if unit not in ours]
        if unclear:
            yield from losses_only(self.board, changed, before, seen, segment)
        else:
            yield from self._moves(changed, before, seen, segment)
            yield from self._marks(seen, segment)
        self.board.settle(seen)

    def _moves(
        self, changed: list[str], before: Mapping[str, Standing], seen: Mapping[str, Standing], segment: Segment
    ) -> Iterator[Played]:
        for unit in sorted(changed, key=lambda unit: unit not in seen):  # who drove over others is read before they are gone
            old, new = before.get(unit), seen.get(unit)
            if old is not None and self._table.standing(unit) is None:
                continue  # driven over by a move before
            for action in between(self.board, self._loaded, unit, old, new, segment):
                yield from self._acted_upon(action)
                yield self.board.act(segment.touched.get(unit, 0), action)

    def _marks(self, seen: Mapping[str, Standing], segment: Segment) -> Iterator[Played]:
        """Markers of supply that were put on or taken off in this segment, side by side."""
        for states in changed_marks(self._binding, self._table, seen):
            step = max(segment.marked, segment.step(unit for unit, _ in states))
            yield self.board.act(step, Supply(states))
