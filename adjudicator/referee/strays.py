"""Where counters that no binding knows went by themselves: whether they might nobody can say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from adjudicator import factname
from adjudicator.engine.hexes import Grid, Hex
from adjudicator.evidence.binding import BindingEntry, place_of, unit_of
from adjudicator.evidence.history import Change, Counter, History
from adjudicator.explain.judging import Grounds, JudgedFile, finding_at
from adjudicator.facts import unsure
from adjudicator.finding import Finding
from adjudicator.rules.movement.checks import within_allowance
from adjudicator.rules.opinion import Opinion, Ruled
from adjudicator.rules.registry import Binding
from adjudicator.rules.table import Table

_MOVES = "check.move"


@dataclass(frozen=True, slots=True)
class Stray:
    """A counter went into a hex, to stand there from this step on."""

    name: str
    start: str | None  # None: from a place that means nothing to the game
    hex: Hex
    step: int


def strays_in(history: History, binding: BindingEntry, grid: Grid, strange: Collection[str]) -> Iterator[Stray]:
    """What goes along with a unit is most likely a marker on it, and what was taken back never was. Moves of one counter, with
    nothing else moved in between, are one."""
    open_: tuple[str, Stray] | None = None
    for step, went in _moves(history):
        along = {_way(binding, grid, each) for each in went if unit_of(binding, each.counter) is not None}
        for change in went:
            counter = change.counter
            start, end = way = _way(binding, grid, change)
            if open_ is not None and open_[0] != counter.id:
                yield open_[1]
                open_ = None
            if counter.id not in strange or end is None or end not in grid or start == end or way in along:
                continue
            begun = start if open_ is None else open_[1].start
            open_ = counter.id, Stray(counter.printed or counter.name, begun, end, step)
    if open_ is not None:
        yield open_[1]


def _moves(history: History) -> Iterator[tuple[int, Sequence[Change]]]:
    taken_back = {event.undoes for event in history.events if event.undo}
    for event in history.events:
        if not event.undo and event.step not in taken_back:
            yield event.step, [change for change in event.changes if change.went]


def _way(binding: BindingEntry, grid: Grid, change: Change) -> tuple[str | None, str | None]:
    def place(counter: Counter | None) -> str | None:
        return None if counter is None else place_of(binding, counter.spot, grid)

    return place(change.before), place(change.after)


def left_open(judged: JudgedFile, strays: Sequence[Stray]) -> Iterator[tuple[Finding, Grounds]]:
    """A finding for each: by the rules about moves, if it is a unit, and by none if it is not."""
    for stray in strays:
        table = _before(judged, stray.step)
        bound = None if table is None else _about_moves(table)
        if table is None or bound is None:
            continue
        came = "" if stray.start is None else f" from {table.at(stray.start) if stray.start in table.grid else stray.start}"
        opinion = Opinion(
            unsure(factname.stranger(stray.name)),
            f"{stray.name} went{came} to {table.at(stray.hex)}, and whether it may hangs on what it is",
            hexes=tuple(each for each in (stray.start, stray.hex) if each is not None and each in table.grid),
        )
        ruled = Ruled(bound.id, bound.cite, opinion)
        yield finding_at(judged, table, stray.step, ruled), Grounds(table, ruled)


def _about_moves(table: Table) -> Binding | None:
    """The rule that says how far units go; where that is not at hand, any about moves."""
    found = [each for each in table.rules.all if _MOVES in each.slots]
    return min(found, key=lambda each: each.rule.function is not within_allowance, default=None)


def _before(judged: JudgedFile, step: int) -> Table | None:
    """The position at a step, for its turn and its phase."""
    played = next((each for each in judged.played if each.step >= step), None)
    return judged.end if played is None else played.before
