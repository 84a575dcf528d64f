"""Turn counters of which one entry stands for several phases that follow each other.

A click to such an entry is a click to the first of its phases, and what is done shows when the next begins: so a log is read as
that of players who pass over phases. But which of its phases it was nobody said. What would be wrong in each of them is illegal;
what would be right in one is a question.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adjudicator import factname
from adjudicator.engine.actions import Phase, Supply
from adjudicator.engine.deeds import CHECKED
from adjudicator.games import LoadedGame
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Judged
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from ..evidence.binding import BindingEntry, phases_of, phases_shown
from ..evidence.history import Event, History
from .board import Played, PlayedGame
from .clicks_ahead import whose
from .doubted import asked_if
from .premature_phases import out_of_order

_SAYS = "the phase is the one that what was done shows"


def tells_merged_phases(loaded: LoadedGame, binding: BindingEntry, history: History) -> bool:
    """Is every entry that the counter shows known, some stand for several phases, and does none come twice in a turn?"""
    if not loaded.about.phases:
        return False
    said = [phases_shown(binding, each) for each in _all_said(history)]
    return bool(said) and None not in said and any(said) and not all(len(each or ()) == 1 for each in said)


def _all_said(history: History) -> Iterator[str]:
    for each in (history.opening, *(event.turn for event in history.events)):
        if each is not None:
            yield each


def as_clicks_to_the_first(binding: BindingEntry, history: History) -> tuple[BindingEntry, History]:
    """The binding with the first phase of each entry, and the log without clicks to entries that are none."""
    first = {entry: phases_of(binding, entry)[:1] for entry in binding.phases}
    events = (_unless_it_is_none(binding, event) for event in history.events)
    opening = history.opening if history.opening is None or phases_shown(binding, history.opening) else None
    return binding.model_copy(update={"phases": first}), replace(history, events=tuple(events), opening=opening)


def _unless_it_is_none(binding: BindingEntry, event: Event) -> Event:
    return event if event.turn is None or phases_shown(binding, event.turn) else replace(event, turn=None)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the counter shows after each step at which it was clicked."""

    steps: Sequence[int]
    phases: Sequence[tuple[str, ...]]

    def at(self, step: int) -> tuple[str, ...]:
        return self.phases[bisect_right(self.steps, step) - 1]


def asked_if_right_in_one(game: PlayedGame, loaded: LoadedGame, binding: BindingEntry, history: History) -> PlayedGame:
    """The log with nothing illegal that would be right in another phase for which the counter stood."""
    every = tuple(phase.id for phase in loaded.about.phases)
    said = [(0, history.opening), *((event.step, event.turn) for event in history.events)]
    told = [(step, phases_shown(binding, each) or every) for step, each in said if each is not None]
    shown = _Shown([step for step, _ in told], [phases for _, phases in told]) if told else _Shown([0], [every])
    passed = [each for step in shown.steps[1:] if (each := _passed_over(game, shown, step)) is not None]
    passed += [owed for each in game.played if (owed := _skipped(game, shown, each)) is not None]
    played = [_asked(each, shown) for each in game.played]
    for owed in passed:
        played.insert(next(at for at, each in enumerate(played) if each.step >= owed.step), owed)
    return replace(game, played=tuple(played))


def _passed_over(game: PlayedGame, shown: _Shown, step: int) -> Played | None:
    """The click away from an entry of which no phase seems to have begun: what is owed in any of them was owed all the same."""
    entry, since = shown.at(step - 1), shown.steps[bisect_right(shown.steps, step - 1) - 1]
    now = next((each.before for each in game.played if each.step >= step), None)
    began = (each.action.phase for each in game.played if isinstance(each.action, Phase) and since <= each.step <= step)
    if len(entry) < 2 or now is None or now.state.phase in entry or set(began) & set(entry):
        return None
    return _owed(now, entry, step)


def _skipped(game: PlayedGame, shown: _Shown, each: Played) -> Played | None:
    """A phase that begins though others of its entry that come before it did not: what is owed in those was owed all the same."""
    entry, begun = shown.at(each.step), each.action
    if not isinstance(begun, Phase) or begun.phase not in entry or each.before.state.phase in ("", *entry):
        return None
    since, at = shown.steps[bisect_right(shown.steps, each.step) - 1], entry.index(begun.phase)
    marked = (other.action for other in game.played if since < other.step < each.step and isinstance(other.action, Supply))
    checked = [unit for action in marked for unit, _ in action.states]
    return _owed(each.before.after(each.before.state.adding(CHECKED, *checked)), entry[: at + 1], each.step) if at else None


def _owed(now: Table, phases: Sequence[str], step: int) -> Played | None:
    """What is wrong when these phases begin one after the other."""
    for phase in phases:
        begins = whose(now, Phase(phase))
        judged = judge(now, begins)
        owed = _wrong(judged) - {each.id for each in now.rules.sort("order of play")}
        if owed:
            ruled = (asked_if(each, _SAYS, factname.phase()) for each in judged.ruled if each.rule in owed)
            return Played(step, begins, now, replace(judged, ruled=tuple(ruled)))
        now = apply(now, begins)
    return None


def _asked(each: Played, shown: _Shown) -> Played:
    if each.judged.verdict is not Verdict.ILLEGAL:
        return each
    now, before = shown.at(each.step), shown.at(each.step - 1)
    excused = _of_phase(each, now, before) if isinstance(each.action, Phase) else _of_action(each, now)
    ruled = (asked_if(ruled, _SAYS, factname.phase()) if ruled.rule in excused else ruled for ruled in each.judged.ruled)
    return replace(each, judged=replace(each.judged, ruled=tuple(ruled))) if excused else each


def _of_phase(each: Played, now: tuple[str, ...], before: tuple[str, ...]) -> frozenset[str]:
    """What may be right of a phase that begins. What was left undone is left undone once another entry is clicked to: all for
    which the old one stood is over."""
    if len({*now, *before}) <= 2 and len(now) == len(before) == 1:
        return frozenset()
    over = not set(now) & set(before) and not out_of_order(each.before, each.judged)
    return frozenset() if over else _wrong(each.judged)


def _of_action(each: Played, now: tuple[str, ...]) -> frozenset[str]:
    """What may be right of anything else: nothing, if it is wrong in each of the phases, though not in the same way in all."""
    found = [_wrong(judge(table, each.action)) for table in _tables(each.before, now)]
    return frozenset() if all(found) else _wrong(each.judged) - frozenset.intersection(*found)


def _tables(table: Table, phases: Sequence[str]) -> Iterator[Table]:
    """The position in each phase that it may have been, and as that begins: the one that it is begins again only if what was
    done before may have been done in an earlier one of the same player."""
    yield table
    earlier: set[str] = set()  # the players whose phases came before
    for phase in phases:
        begun = whose(table, Phase(phase))
        again = phase == table.state.phase
        if not again:
            yield table.after(replace(table.state, phase=phase, active=begun.active))
        if len(phases) > 1 and (not again or earlier & {"", begun.active}):
            yield apply(table, begun)
        earlier.add(begun.active)


def _wrong(judged: Judged) -> frozenset[str]:
    return frozenset(each.rule for each in judged.findings if each.verdict is Verdict.ILLEGAL)
