"""The turn counter as it is heard: what it shows, when it goes on, and what has begun by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adjudicator.engine.actions import Phase
from adjudicator.engine.deeds import DRAWN
from adjudicator.engine.state import State
from adjudicator.facts import Unknown
from adjudicator.games import LoadedGame
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.sequence import TURN_KNOWN, as_its_turn_has_it, comes_next
from adjudicator.rules.table import Table

from ..evidence.binding import BindingEntry, chit_of, mark_of, phases_of
from ..evidence.history import Event
from ..evidence.notation import Note, notes_in, without_aside
from ..evidence.observations import Heard
from .board import Played, told
from .clicks_ahead import ClicksAhead, shown, whose
from .inference.followed import faults_in
from .premature_phases import Held, in_order, out_of_order, since_the_fault
from .scene import Mechanism, ReadingScene

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


class TurnCounter(Mechanism):
    """Keeps the clicks of the counter until something is done, and lets the phases begin that they come to."""

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
        self._unmet = 0  # clicks that came too early for what was done, and yet what they show was over by then

    def hears(self, heard: Heard) -> bool:
        said = self._said(heard)
        if said is not None:
            return not heard.amid and not self._only_shows(said, heard.step)
        if not self.scene.table.state.phase or not heard.event.changes:
            return False
        first = bool(self._returned(heard)) and not self._back
        laid = self._lays(heard)
        turned = laid is not None and laid != self._marking
        if laid is not None:
            self._marking = laid
        return (first or turned) and (not self._clicked or self._skips(heard.step))

    def told(self, heard: Heard) -> Iterator[Played]:
        self._back |= self._returned(heard)
        self._told_at = heard.step
        phase = self._said(heard)
        self._lags = (self._lags or heard.lags) and (phase is None or self._is_over(phase))
        if phase is None or self._only_shows(phase, heard.step):
            self._held = () if phase is not None else self._held
            self._unmet += phase is not None and heard.hasty and self._is_over(phase)
            return
        for part in self.scene.parts if not heard.amid else ():
            part.goes_on(phase.phase)
        if not self.scene.table.state.phase:  # nothing is known that could be told from it
            if not self._passed_through(heard, phase):
                yield from self._go(((heard.step, phase),))
                self._turn_is_known(phase)
            return
        self._held = (*self._held, (heard.step, as_its_turn_has_it(self.scene.table, phase)))

    def unmet(self) -> int:
        return self._unmet

    def _only_shows(self, phase: Phase, step: int) -> bool:
        """Is a click only to the phase that has begun already, because of what was done? Or on the way there?"""
        if not self.scene.table.state.phase:
            return False
        if self._held:
            return self._comes_back(phase, step)
        if self._has_begun(phase) or not self._is_over(phase):
            return self._has_begun(phase)
        return self._lags or any(map(self._has_begun, self._to_come.at_once(step, self.scene.table)))

    def _comes_back(self, phase: Phase, step: int) -> bool:
        """Did the counter go too far in this turn, and does it come back to the phase that has begun with nothing done on the
        table?"""
        ahead = [at for at, click in self._held if not self._is_over(click)]
        same_turn = all(click.turn in (None, self.scene.table.state.turn) for _, click in self._held)
        if not ahead or not same_turn or not self._has_begun(phase):
            return False
        between = (event for event in self._to_come.events if ahead[0] < event.step < step)
        return not any(told(change) for event in between for change in event.changes)

    def _has_begun(self, phase: Phase) -> bool:
        state = self.scene.table.state
        return phase.phase == state.phase and phase.turn in (None, state.turn) and phase.active in ("", state.active)

    def _is_over(self, phase: Phase) -> bool:
        """Is it one that comes earlier in this turn, or of an earlier one?"""
        state, order = self.scene.table.state, self._order()
        if phase.turn is not None and phase.turn < state.turn:
            return True
        known = phase.phase in order and state.phase in order and phase.turn in (None, state.turn)
        return known and order.index(phase.phase) < order.index(state.phase)

    def _passed_through(self, heard: Heard, phase: Phase) -> bool:
        """Is it a phase that cannot have been meant, and does the counter go on before anything is done in it?"""
        if not faults_in(judge(self.scene.table, phase))[0]:
            return False
        later = (event for event in self.scene.events if event.step > heard.step)
        following = next((each for each in later if each.turn is not None or each.rolls or any(map(told, each.changes))), None)
        return following is not None and following.turn is not None

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
        if step not in turns:
            return None
        table = self.scene.table
        anew = table.after(replace(table.state, phase="", active=""))
        every = [Phase(phase.id, turn=turns[step]) for phase in self.scene.loaded.about.phases]
        return next((each for each in every if not out_of_order(anew, judge(anew, each))), every[0])  # some come in no later turn

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

    def as_shown(self) -> Table:
        """The table in the phase that the counter shows."""
        return through(self.scene.table, self._as_clicked())

    def _as_clicked(self) -> Held:
        """The phases that the clicks since then come to, without those that the players went back from."""
        table = self.scene.table
        if not self._held:
            return ()
        for clicks in (self._held, without_detours(table, self._held)):
            if in_order(table, clicks):
                return clicks
        return since_the_fault(table, self._held)

    def _not_yet_begun(self) -> Held:
        """The clicks to what is still to come; the others only show what had begun before them."""
        table = self.scene.table
        return tuple(click for click in self._held if comes_next(table, click[1]) or (click[1].turn or 0) > table.state.turn)

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


def without_detours(table: Table, clicks: Held) -> Held:
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


def through(table: Table, clicks: Held) -> Table:
    for _, phase in clicks:
        table = apply(table, phase)
    return table


def _says_when(event: Event) -> bool:
    return event.turn is not None or any(note.verb in ("phase", "turn") for note in notes_in(event.chat))
