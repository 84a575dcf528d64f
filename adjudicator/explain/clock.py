"""Turns and phases. The counter is one witness of them, and what is done is another.

Players click late, early, too far and back, or not at all. So a click is kept until something is done: what can be done in the
phase that the counter shows is done in it; what can only be done in the phase before was done before the click; what can only be
done in a later one shows that this has begun. A phase begins when the first action needs it, and its duties are looked at then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from adjudicator.engine.actions import Action, Fire, Mark, Move, Phase, Place, Remove, Replace, Roll, Supply
from adjudicator.engine.state import Standing
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.sequence import comes_next, phases_for
from adjudicator.rules.table import Table

from ..evidence.observations import Heard
from .board import Played, PlayedBoard
from .clicks_ahead import whose
from .differences import between, is_near, perhaps_after_combat
from .inference.followed import Faults, faults_in
from .premature_phases import Held, in_order, out_of_order
from .scene import Closing
from .still_here import GoesOn
from .turn_counter import TurnCounter, through, without_detours

_CLEAN: Faults = (0, 0)
Done = Sequence[Action] | Callable[[Table], Sequence[Action]]
_ANY_TIME = (
    Move | Place | Replace | Remove | Supply | Mark | Roll | Fire
)  # other rules than those of the sequence may bind it to a phase
_EARLY = 2  # clicks that may have come before what was done


@dataclass(frozen=True, slots=True)
class _Way:
    """Phases that may have begun before something was done: none, those the counter shows, or later ones."""

    phases: Held = ()
    unlikely: int = 0  # how far the counter would be off


class Clock(TurnCounter):
    """Lets phases and turns go on as the counter says and as what is done demands."""

    # --- nothing is done any more, or nobody said what

    def waited(self, heard: Heard | None) -> Iterator[Played]:
        """The log is over: the phase that the counter shows has begun, unless it was only passed through."""
        if heard is not None or not self._held:
            return
        clicks = without_detours(self.scene.table, self._held)
        if in_order(self.scene.table, clicks):
            yield from self._go(clicks)

    def rolls(self, purpose: str) -> Iterator[Played]:
        """Dice are thrown, nobody said what for: if all is done that had to be done before, the phase is that of the counter.

        Where nothing else tells the phases, it is one in which such dice are thrown.
        """
        clicks, table = self._as_clicked(), self.scene.table
        if clicks and self._faults(_Way(clicks), ()) == _CLEAN:
            yield from self._go(clicks)
        elif not self._clicked and not self._cup and table.state.phase:
            meant = next((each for part in self.scene.parts if (each := part.thrown_for(purpose)) is not None), None)
            phases = None if meant is None else phases_for(table, meant)
            if phases and table.state.phase not in phases:
                yield from self._begin((), only=sorted(phases))

    # --- what is done shows

    def shown_by(self, action: Action) -> Iterator[Played]:
        if self._acting or isinstance(action, Phase) or not self.scene.table.state.phase:
            return
        if isinstance(action, Roll) and action.purpose in self._order() and not self._clicked:
            yield from self._begin((), only=(action.purpose,))
        else:
            yield from self._begin((action,))

    def shown_by_whose(self, done: Callable[[Table], Sequence[Action]], sorts: Sequence[Action]) -> Iterator[Played]:
        """The next phase in which this can have been done, as one of some sorts of action, if no click tells."""
        table = self.scene.table
        if self._cup or not table.state.phase or (self._clicked and not self._lags and not self._skips(self._told_at)):
            return
        belongs = [phases_for(table, each) for each in sorts]
        if None not in belongs:
            yield from self._begin(done, only=sorted(frozenset().union(*(each for each in belongs if each is not None))))

    def moving(self, closing: Closing, unit: str, old: Standing | None, new: Standing | None) -> Iterator[Played]:
        """The phase in which a unit can have come to stand as it does."""
        scene = self.scene
        if not scene.table.state.phase or self.was_led(closing, unit):
            return

        def actions(table: Table) -> Sequence[Action]:
            return between(PlayedBoard(table), scene.loaded, unit, old, new, closing.segment)

        now = actions(scene.table)
        amiss = new is None and scene.board.faults(now)[0] > 0  # gone for nothing, unless it is taken off in a phase to come
        if amiss or any(isinstance(each, Place | Replace | Move) for each in now):
            before = self._left_before(closing, unit)
            yield from self._left_in_time(before)
            yield from self._begin(actions, before)

    def was_led(self, closing: Closing, unit: str) -> bool:
        """Can a unit only stand as it does, where a log opens, if a combat before the log led to that?"""
        scene, old, new = self.scene, closing.before.get(unit), closing.seen.get(unit)
        if not scene.opening or not scene.table.state.phase or self._held:
            return False

        def done(table: Table) -> Sequence[Action]:
            return between(PlayedBoard(table), scene.loaded, unit, old, new, closing.segment)

        board, now = scene.board, done(scene.table)
        if not all(is_near(board.table, each) for each in now if isinstance(each, Move)):
            return False
        if board.faults(now)[0] == 0 or board.faults(perhaps_after_combat(board, now))[0] > 0:
            return False
        return not any(self._faults(way, done) == _CLEAN for way in self._ways(done, ()))

    def _left_in_time(self, before: Sequence[tuple[int, Remove]]) -> Iterator[Played]:
        """Those of them who were taken off in a phase that had to begin for that, and those after them in the same phase."""
        begun = False
        for at, remove in before:
            ways = (way for way in self._ways((remove,), ()) if self._faults(way, (remove,)) == _CLEAN)
            way = next(ways, None)
            if way is not None and (way.phases or begun):
                begun = True
                yield from self.scene.act(at, remove)

    def lets_move(self, closing: Closing, units: Sequence[str]) -> bool:
        """Is there a phase that may have begun since, in which each of these units can have gone where it is?"""
        moves = [Move((unit,), closing.seen[unit].place, closing.segment.paths.get(unit)) for unit in units]
        return all(any(way.phases and self._faults(way, (move,)) == _CLEAN for way in self._ways((move,), ())) for move in moves)

    def _left_before(self, closing: Closing, unit: str) -> Sequence[tuple[int, Remove]]:
        """Units taken off the map before this one was touched: in the phase that is about to end."""
        touched, table = closing.segment.touched, self.scene.table
        return [
            (touched.get(other, 0), Remove(other))
            for other in closing.changed
            if other not in closing.seen and touched.get(other, 0) < touched.get(unit, 0) and table.standing(other) is not None
        ]

    def _begin(
        self,
        done: Done,
        before: Sequence[tuple[int, Remove]] = (),
        only: Sequence[str] = (),
    ) -> Iterator[Played]:
        """Go on to the phase in which least is wrong with what is done; stay if it is no better in any."""
        table = self.scene.table
        best: tuple[tuple[int, int, int, int], _Way] | None = None
        for way in self._ways(done, only):
            wrong, unclear = self._faults(way, done, before)
            meant = wrong - self._owed(way)
            score = meant, wrong, 0 if wrong else unclear, way.unlikely  # where something is wrong anyhow the counter is believed
            if best is None or score < best[0]:
                best = score, way
            if (wrong, unclear) == _CLEAN:
                break
        if best is None or not best[1].phases:
            return
        way = best[1]
        step = self.scene.step
        if way.phases[0][0] >= step:
            for at, remove in before:
                if self.scene.table.standing(remove.unit) is not None:
                    yield from self.scene.act(at, remove)
        self.scene.step = step
        if len(way.phases) == 1 and way.phases[0][1].phase in self._passed and way.phases[0][1].turn is None:
            self.scene.board.table = table.after(replace(table.state, phase=way.phases[0][1].phase))  # it had not been over
            return
        yield from self._go(way.phases)

    def _ways(self, done: Done, only: Sequence[str]) -> Iterator[_Way]:
        """The likeliest first: as the counter says, before the click, after a click that comes late or never."""
        table, over = self.scene.table, self._turn_is_over()
        as_clicked, far = self._as_clicked(), len(without_detours(table, self._not_yet_begun()))
        if as_clicked:
            yield _Way(as_clicked)
        if not over and far <= _EARLY and (not only or table.state.phase in only):
            yield _Way((), 1 if as_clicked else 0)
        if not only and not self._by_phase(done):
            return
        after = through(table, as_clicked)
        only = only or self._belonging(done)
        for phase in self._ahead(only, after) if as_clicked else ():
            if not self._goes_on_after(after, done, phase):
                yield _Way((*as_clicked, (self.scene.step, phase)), 2)
        for phase in filter(self._may_lie_before_the_clicks, self._ahead(only, table)):
            through_clicks = self._through_clicks(as_clicked, phase)
            early = far - sum(click in as_clicked for click in through_clicks)
            if early <= _EARLY and (as_clicked or not self._goes_on_after(table, done, phase)):
                yield _Way(through_clicks, 3 if as_clicked else 2)
        if not self._clicked and not over and callable(done) | bool(done):
            for name in reversed(self._passed):
                yield _Way(((self.scene.step, Phase(name)),), 3)

    def _through_clicks(self, clicks: Held, phase: Phase) -> Held:
        """The way to a phase through those that the counter has shown: whoever clicks through phases owes what they ask, however
        late he clicks. Where it only shows what was over before, he has not come through that again."""
        order, step = self._order(), self.scene.step

        def when(each: Phase) -> tuple[int, int]:
            return each.turn or self.scene.table.state.turn, order.index(each.phase) if each.phase in order else 0

        to_come = (click for click in clicks if not (self._lags and self._is_over(click[1])))
        passed = tuple(takewhile(lambda click: when(click[1]) <= when(phase), to_come))
        return passed if passed and when(passed[-1][1]) == when(phase) else (*passed, (step, phase))

    def _goes_on_after(self, table: Table, done: Done, phase: Phase) -> bool:
        """Does the phase go on after what is done, though that belongs to a later one?"""
        following = next(reversed(self._next_clicks()), None)  # where it comes to at once: the clicks before were made late
        order = self._order()
        known = following is not None and following.phase in order and phase.phase in order
        if following is None or not known or self._lags or {phase.turn, following.turn} - {None, table.state.turn}:
            return False  # where it passed over the end of the turn it was forgotten
        actions = done(table) if callable(done) else done
        goes_on = GoesOn(self.scene, self._to_come.until_next(self._told_at), following, order)
        return goes_on.after(table, actions, phase.phase)

    def _by_phase(self, done: Done) -> bool:
        """Does it matter in which phase it is done? Where the counter is used nobody forgot it for nothing."""
        if not self._clicked:
            return True
        table = self.scene.table
        actions = done(table) if callable(done) else done
        belongs = [phases_for(table, each) for each in actions]
        if any(each is not None and table.state.phase not in each for each in belongs):
            return True
        if not all(isinstance(each, _ANY_TIME if self._next_clicks() else Roll) for each in actions):  # dice tell what for
            return False
        wrong = faults_in(*self._judged(table, done))[0]
        if wrong and self._skips(self._told_at):
            return True
        never = table.after(replace(table.state, phase="", active=""))
        return faults_in(*self._judged(never, done))[0] < wrong

    def _belonging(self, done: Done) -> Sequence[str]:
        """The phases in which all of it may be done, as far as the sequence says so."""
        found: frozenset[str] | None = None
        for each in done(self.scene.table) if callable(done) else done:
            phases = phases_for(self.scene.table, each)
            found = phases if found is None or phases is None else found & phases
        return tuple(sorted(found or ()))

    def _may_lie_before_the_clicks(self, phase: Phase) -> bool:
        """Nobody plays in a turn that the counter never showed and has passed over already."""
        turn = phase.turn or 0
        return turn <= self.scene.table.state.turn or all((click.turn or 0) <= turn for _, click in self._not_yet_begun())

    def _ahead(self, only: Sequence[str], table: Table) -> Iterator[Phase]:
        """The phases that may come next: of this turn, unless it is over, and of the next, unless that cannot have begun.

        Not beyond what the counter will show next.
        """
        order = self._order()
        over, turn, clicks = self._turn_is_over(), table.state.turn, () if self._lags else self._next_clicks()
        at = order.index(table.state.phase) if table.state.phase in order else -1
        found = [] if over else [Phase(name, turn=turn) for name in (*order[at + 1 :], *(order[:at] if self._clicked else ()))]
        if self.scene.turns is None and not self._lags and (over or not self._cup or (clicks and clicks[0].turn == turn + 1)):
            found += [Phase(name, turn=turn + 1) for name in order]
        ways = [whose(table, each) for each in found if not only or each.phase in only]
        ways = [
            each
            for each in ways
            if not clicks or each in clicks or any(comes_next(apply(table, each), click) for click in clicks)
        ]
        told = [(faults_in(judge(table, phase))[0], phase) for phase in ways if comes_next(table, phase)]
        least = min((wrong for wrong, _ in told), default=0)
        yield from (phase for wrong, phase in told if wrong == least)

    def _faults(self, way: _Way, done: Done, before: Sequence[tuple[int, Remove]] = ()) -> Faults:
        """What would be wrong with these phases and with what is done then, one after the other, and what open.

        Units that were taken off before a phase has to begin are gone by then, so they are no duty that was left undone."""
        table, found = self.scene.table, []
        for _, remove in before if way.phases and way.phases[0][0] >= self.scene.step else ():
            table = apply(table, remove)
        for _, phase in way.phases:
            found.append(self.scene.board.judged(table, phase))
            table = apply(table, phase)
        return faults_in(*found, *self._judged(table, done))

    def _owed(self, way: _Way) -> int:
        """What would be wrong with the phases that the counter shows only since something was left undone before: whoever goes
        on as the counter says, or where it passes over phases, and does what can only be done then, owes that whenever he goes
        on."""
        if way.phases != self._as_clicked() and not self._skips(self._told_at):
            return 0
        table, owed = self.scene.table, 0
        for _, phase in way.phases:
            judged = self.scene.board.judged(table, phase)
            owed += 0 if out_of_order(table, judged) else faults_in(judged)[0]
            table = apply(table, phase)
        return owed

    def _judged(self, table: Table, done: Done) -> Iterator[Judged]:
        actions = done(table) if callable(done) else done
        for index, action in enumerate(actions):
            yield self.scene.board.judged(table, action)
            if index + 1 < len(actions):
                table = apply(table, action)
