"""Turns and phases. The counter is one witness of them, and what is done is another.

Players click late, early, too far and back, or not at all. So a click is kept until something is done: what can be done in the
phase that the counter shows is done in it; what can only be done in the phase before was done before the click; what can only be
done in a later one shows that this has begun. A phase begins when the first action needs it, and its duties are looked at then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from adjudicator.engine.actions import Action, Fire, Mark, Move, Phase, Place, Remove, Replace, Roll, Supply
from adjudicator.engine.deeds import DRAWN
from adjudicator.engine.state import Standing, State
from adjudicator.facts import Unknown
from adjudicator.games import LoadedGame
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.sequence import TURN_KNOWN, as_its_turn_has_it, comes_next, phases_for
from adjudicator.rules.table import Table

from ..evidence.binding import BindingEntry, chit_of, mark_of, phases_of
from ..evidence.history import Event
from ..evidence.notation import Note, notes_in, without_aside
from ..evidence.observations import Heard
from .board import Played, PlayedBoard, told
from .clicks_ahead import ClicksAhead, shown, whose
from .differences import between
from .inference.followed import Faults, faults_in
from .premature_phases import Held, in_order, out_of_order, since_the_fault
from .scene import Closing, Mechanism, ReadingScene

_CLEAN: Faults = (0, 0)
Done = Sequence[Action] | Callable[[Table], Sequence[Action]]
_ANY_TIME = (
    Move | Place | Replace | Remove | Supply | Mark | Roll | Fire
)  # other rules than those of the sequence may bind it to a phase
_EARLY = 2  # clicks that may have come before what was done
_ENOUGH = 2  # chits of this turn that go back into the cup: one alone may only have been drawn by mistake


def typed(loaded: LoadedGame, binding: BindingEntry, note: Note, state: State) -> Phase | None:
    """`!turn 3`, `!phase supply`."""
    if note.verb == "turn":
        number = next((int(word) for word in note.text.split() if word.isdigit()), None)
        return None if number is None else Phase(state.phase, state.active, number)
    if note.verb != "phase":
        return None
    known = {name.lower(): phases[0] for name in binding.phases if len(phases := phases_of(binding, name)) == 1}
    known |= {each.id: each.id for each in loaded.about.phases}
    meant = (known.get(text.lower().strip(" .")) for text in (note.text, without_aside(note.text)))
    found = next(filter(None, meant), None)
    return None if found is None else Phase(found)


@dataclass(frozen=True, slots=True)
class _Way:
    """Phases that may have begun before something was done: none, those the counter shows, or later ones."""

    phases: Held = ()
    unlikely: int = 0  # how far the counter would be off


class Clock(Mechanism):
    """Lets phases and turns go on as the counter says and as what is done demands."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        self._held: tuple[tuple[int, Phase], ...] = ()  # clicks since something was done
        self._to_come = ClicksAhead.of(scene.binding, scene.events)
        self._clicked = any(_says_when(event) for event in scene.events)
        self._cup = bool(scene.binding.chits.deck)
        self._back: frozenset[str] = frozenset()  # chits of this turn that went back into the cup
        self._marking = False
        self._told_at = 0  # the step up to which the counter has been looked at
        self._acting = False
        self._passed: tuple[str, ...] = ()  # phases of this turn that were left because of what was done
        self._lags = False  # the counter shows what is long over, and so does its next click

    # --- what the counter shows, and where one phase may end and another begin

    def hears(self, heard: Heard) -> bool:
        said = self._said(heard)
        if said is not None:
            return not heard.amid and not self._only_shows(said)
        if not self.scene.table.state.phase or not heard.event.changes:
            return False
        first = bool(self._returned(heard)) and not self._back
        laid = self._lays(heard)
        if not (first or laid is not None) or (self._clicked and not self._skips(heard.step)):
            return False
        turned = laid is not None and laid != self._marking
        if laid is not None:
            self._marking = laid
        return first or turned

    def told(self, heard: Heard) -> Iterator[Played]:
        self._back |= self._returned(heard)
        self._told_at = heard.step
        self._lags = (self._lags or heard.lags) and not self._caught_up()
        phase = self._said(heard)
        if phase is None or self._only_shows(phase):
            return
        for part in self.scene.parts if not heard.amid else ():
            part.goes_on()
        if not self.scene.table.state.phase:  # nothing is known that could be told from it
            if not self._passed_through(heard, phase):
                yield from self._go(((heard.step, phase),))
                self._turn_is_known(phase)
            return
        self._held = (*self._held, (heard.step, as_its_turn_has_it(self.scene.table, phase)))

    def _only_shows(self, phase: Phase) -> bool:
        """Is a click only to the phase that has begun already, because of what was done?"""
        state = self.scene.table.state
        begun = phase.phase == state.phase and phase.turn in (None, state.turn) and phase.active in ("", state.active)
        return begun and bool(state.phase) and not self._held

    def _caught_up(self) -> bool:
        """Does the counter show the phase that has begun?"""
        return bool(self._held) and self._held[-1][1].phase == self.scene.table.state.phase

    def _passed_through(self, heard: Heard, phase: Phase) -> bool:
        """Is it a phase that cannot have been meant, and does the counter go on before anything is done in it?"""
        if not faults_in(judge(self.scene.table, phase))[0]:
            return False
        later = (event for event in self.scene.events if event.step > heard.step)
        following = next((each for each in later if each.turn is not None or each.rolls or any(map(told, each.changes))), None)
        return following is not None and following.turn is not None

    def waited(self, heard: Heard | None) -> Iterator[Played]:
        """The log is over: the phase that the counter shows has begun, unless it was only passed through."""
        if heard is not None or not self._held:
            return
        clicks = _without_detours(self.scene.table, self._held)
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

    def _said(self, heard: Heard) -> Phase | None:
        scene, state = self.scene, self.scene.table.state
        if self._held:
            state = replace(state, phase=self._held[-1][1].phase)
        turn = heard.event.turn
        counted = self._new_turn(heard.step) if turn is None else shown(scene.binding, turn, state.phase)
        notes = (typed(scene.loaded, scene.binding, note, state) for note in heard.notes)
        found = counted or next((each for each in notes if each is not None), None)
        return None if found is None else whose(scene.table, found)

    def _new_turn(self, step: int) -> Phase | None:
        """A turn that begins by a counter which tells no phases."""
        turns = self.scene.turns or {}
        return Phase(self.scene.loaded.about.phases[0].id, turn=turns[step]) if step in turns else None

    def _returned(self, heard: Heard) -> frozenset[str]:
        """Chits drawn this turn that go back into the cup."""
        cup, drawn = self.scene.binding.chits.deck, self.scene.table.state.sure(DRAWN, ())
        found = set()
        for change in heard.event.changes:
            if cup and change.before is not None and change.after is not None and change.after.spot.deck == cup:
                chit = chit_of(self.scene.binding, change.after)
                if chit in drawn and change.before.spot.deck != cup:
                    found.add(str(chit))
        return frozenset(found)

    def _lays(self, heard: Heard) -> bool | None:
        """Does the step lay markers, or take one up before others are laid? None if it does nothing that tells."""
        done = self._marked(heard.event)
        if done != "taken":
            return None if not done else done == "laid"
        later = (self._marked(event) for event in self.scene.events if event.step > heard.step)
        return True if next((each for each in later if each not in ("", "taken")), "") == "laid" else None

    def _marked(self, event: Event) -> str:
        """What a step does on the table: markers are laid, or only taken up, or other pieces are changed; or nothing is."""
        changes = [change for change in event.changes if not change.counter.is_deck and told(change)]
        marks = [change for change in changes if mark_of(self.scene.binding, change.counter) is not None]
        if any(change.before is None for change in marks):
            return "laid"
        return "other" if len(marks) < len(changes) else "taken" if marks else ""

    # --- what is done shows

    def shown_by(self, action: Action) -> Iterator[Played]:
        if self._acting or isinstance(action, Phase) or not self.scene.table.state.phase:
            return
        if isinstance(action, Roll) and action.purpose in self._order() and not self._clicked:
            yield from self._begin((), only=(action.purpose,))
        else:
            yield from self._begin((action,))

    def moving(self, closing: Closing, unit: str, old: Standing | None, new: Standing | None) -> Iterator[Played]:
        """The phase in which a unit can have come to stand as it does."""
        scene = self.scene
        if not scene.table.state.phase:
            return

        def actions(table: Table) -> Sequence[Action]:
            return between(PlayedBoard(table), scene.loaded, unit, old, new, closing.segment)

        now = actions(scene.table)
        amiss = new is None and scene.board.faults(now)[0] > 0  # gone for nothing, unless it is taken off in a phase to come
        if amiss or any(isinstance(each, Place | Replace | Move) for each in now):
            before = self._left_before(closing, unit)
            yield from self._begin(actions, before)

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
            wrong, unclear = self._faults(way, done)
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
        as_clicked, far = self._as_clicked(), len(_without_detours(table, self._not_yet_begun()))
        if as_clicked:
            yield _Way(as_clicked)
        if not over and far <= _EARLY and (not only or table.state.phase in only):
            yield _Way((), 1 if as_clicked else 0)
        if not only and not self._by_phase(done):
            return
        after = _through(table, as_clicked)
        only = only or self._belonging(done)
        for phase in self._ahead(only, after) if as_clicked else ():
            yield _Way((*as_clicked, (self.scene.step, phase)), 2)
        for phase in filter(self._may_lie_before_the_clicks, self._ahead(only, table)) if far <= _EARLY else ():
            yield _Way(((self.scene.step, phase),), 3 if as_clicked else 2)
        if not self._clicked and not over and callable(done) | bool(done):
            for name in reversed(self._passed):
                yield _Way(((self.scene.step, Phase(name)),), 3)

    def _by_phase(self, done: Done) -> bool:
        """Does it matter in which phase it is done? Where the counter is used nobody forgot it for nothing."""
        if not self._clicked:
            return True
        table = self.scene.table
        actions = done(table) if callable(done) else done
        belongs = [phases_for(table, each) for each in actions]
        if any(each is not None and table.state.phase not in each for each in belongs):
            return True
        if not self._next_clicks() or not all(isinstance(each, _ANY_TIME) for each in actions):
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

    def as_shown(self) -> Table:
        """The table in the phase that the counter shows."""
        return _through(self.scene.table, self._as_clicked())

    def _as_clicked(self) -> Held:
        """The phases that the clicks since then come to, without those that the players went back from."""
        table = self.scene.table
        if not self._held:
            return ()
        for clicks in (self._held, _without_detours(table, self._held)):
            if in_order(table, clicks):
                return clicks
        return since_the_fault(table, self._held)

    def _may_lie_before_the_clicks(self, phase: Phase) -> bool:
        """Nobody plays in a turn that the counter never showed and has passed over already."""
        turn = phase.turn or 0
        return turn <= self.scene.table.state.turn or all((click.turn or 0) <= turn for _, click in self._not_yet_begun())

    def _not_yet_begun(self) -> Held:
        """The clicks to what is still to come; the others only show what had begun before them."""
        table = self.scene.table
        return tuple(click for click in self._held if comes_next(table, click[1]) or (click[1].turn or 0) > table.state.turn)

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

    def _next_clicks(self) -> Sequence[Phase]:
        return self._to_come.after(self._told_at, self.scene.table)

    def _skips(self, step: int) -> bool:
        return self._to_come.skip(step, self.as_shown(), self._order())

    def _turn_is_over(self) -> bool:
        if self._clicked or self.scene.turns is not None:
            return False
        drawn = len(self.scene.table.state.sure(DRAWN, ()))
        return bool(self._back) and len(self._back) >= min(_ENOUGH, drawn)

    def _go(self, phases: Held) -> Iterator[Played]:
        self._acting, step, self.scene.opening = True, self.scene.step, False
        for at, phase in phases:
            table = self.scene.table
            new_turn = phase.turn is not None and phase.turn != table.state.turn
            self._passed = () if new_turn else (*self._passed, table.state.phase)
            if new_turn:
                self._back = frozenset()
            yield self.scene.board.act(at, phase)
            if (at, phase) in self._held:
                self._held = self._held[self._held.index((at, phase)) + 1 :]
                self._turn_is_known(phase)
        while self._held and not comes_next(self.scene.table, self._held[0][1]):
            self._held = self._held[1:]  # passed over
        self._acting, self.scene.step = False, step

    def _turn_is_known(self, phase: Phase) -> None:
        table = self.scene.table
        if phase.turn is not None and isinstance(table.state.recall(TURN_KNOWN), Unknown):
            self.scene.board.table = table.after(table.state.remember(TURN_KNOWN, True))

    def _order(self) -> list[str]:
        return [phase.id for phase in self.scene.loaded.about.phases]

    def _faults(self, way: _Way, done: Done) -> Faults:
        """What would be wrong with these phases and with what is done then, one after the other, and what open."""
        table, found = self.scene.table, []
        for _, phase in way.phases:
            found.append(self.scene.board.judged(table, phase))
            table = apply(table, phase)
        return faults_in(*found, *self._judged(table, done))

    def _owed(self, way: _Way) -> int:
        """What would be wrong with the phases that the counter shows only since something was left undone before: whoever goes
        on as the counter says, and does what can only be done then, owes that whenever he goes on."""
        if way.phases != self._as_clicked():
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


def _without_detours(table: Table, clicks: Held) -> Held:
    """The most of the clicks that follow each other, up to the last one: without phases that were only passed through, and
    without those that the counter went back from."""
    ways: list[tuple[Held, Table]] = [((), table)]
    for click in clicks:
        before = max(
            ((way, then) for way, then in ways if comes_next(then, click[1])), key=lambda each: len(each[0]), default=None
        )
        if before is not None:
            ways.append(((*before[0], click), apply(before[1], click[1])))
        elif click is clicks[-1]:
            return tuple(clicks)
    return ways[-1][0]


def _through(table: Table, clicks: Held) -> Table:
    for _, phase in clicks:
        table = apply(table, phase)
    return table


def _says_when(event: Event) -> bool:
    return event.turn is not None or any(note.verb in ("phase", "turn") for note in notes_in(event.chat))
