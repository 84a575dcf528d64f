"""The sequence of play: which phase follows which, whose it is, when a turn ends, and what may be done when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.deeds import PLACED, REBUILT, RETURNED
from adjudicator.engine.kinds import Action, acting, changed, slot_of, sort_of
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.terms import BoxWord, DoingWord, EntryWord, KindWord, PhaseWord, SectionWord, SideWord, StepWord
from adjudicator.facts import NO, YES, Truth, Unknown, all_of, any_of, truth, unsure
from adjudicator.finding import Row

from . import stacking
from .circumstances import FIRST_PLAYER
from .opinion import Opinion
from .registry import SHARED
from .table import Table
from .unexplained import accounted

BOTH = ("first", "second")
TURN_KNOWN: Final = SHARED.memory(
    "turn known", bool, "whether somebody has said which turn it is", lasts=Lifetime.GAME, default=True, forbids=True
)


@dataclass(frozen=True, slots=True)
class SequenceStep:
    """One phase in the printed order, and whose it is: a side, `first` or `second` (player), or empty for both."""

    phase: str
    whose: str = ""

    def __str__(self) -> str:
        return f"{self.phase} ({self.whose})" if self.whose else self.phase


@lru_cache(maxsize=128)  # a game has few, and every phase is held against them
def step(text: str) -> SequenceStep:
    """`movement/german`, `barrage/first`, `supply`."""
    phase, _, whose = text.partition("/")
    return SequenceStep(phase, whose)


def is_whose(table: Table, whose: str, active: str) -> Truth:
    """May the step belong to the side that is active? Who is the first player is noted, for games where that differs."""
    if not whose or not active:
        return YES
    if whose not in BOTH:
        return truth(whose == active)
    first = table.state.sure(FIRST_PLAYER, None)
    if first is None:
        return unsure(factname.first_player())
    return truth((active == first) == (whose == "first"))


def _spots(table: Table, order: tuple[SequenceStep, ...], phase: str, active: str) -> tuple[tuple[int, ...], Truth]:
    """Where in the order the phase may be, and whether it is there at all."""
    meant = table.told.get(factname.phase_meant(phase), phase)
    named = [(index, is_whose(table, each.whose, active)) for index, each in enumerate(order) if each.phase == meant]
    if not named:
        return (), unsure(factname.phase_meant(phase))
    found = tuple(index for index, said in named if not said.no)
    if not found:
        return (), NO
    sure = any(said.yes for _, said in named)
    return found, YES if sure else unsure(factname.first_player())


@SHARED.rule("check.phase", sort="order of play")
def in_printed_order(
    table: Table,
    change: act.Phase,
    *,
    order: tuple[StepWord, ...],
    first_turn_only: frozenset[StepWord] = frozenset(),
    first_turn: int = 1,
    back: Mapping[PhaseWord, list[PhaseWord]] | None = None,
    mandatory: frozenset[StepWord] = frozenset(),
    last_turn: int | None = None,
) -> Iterator[Opinion]:
    """Phases follow each other as printed; some come on the first turn only, some may go back to an earlier one.

    A phase in which nobody does anything may go unsaid, unless it is mandatory.
    """
    steps = tuple(step(text) for text in order)
    turn = table.state.turn if change.turn is None else change.turn
    if last_turn is not None and turn > last_turn:
        yield Opinion(NO, f"turn {turn} does not exist: the game ends with turn {last_turn}")
    if change.phase in first_turn_only and turn != first_turn:
        yield Opinion(NO, f"the {change.phase} phase belongs to turn {first_turn} only, and this is turn {turn}")
    if not change.phase:
        return
    to, said = _spots(table, steps, change.phase, change.active)
    if said.no:
        owners = {each.whose for each in steps if each.phase == change.phase}
        sides = " or ".join(sorted(table.game.side_name(side) for side in owners))
        yield Opinion(NO, f"the {change.phase} phase is not the {table.game.side_name(change.active)} player's but the {sides}'s")
    if not to or not table.state.phase:
        return
    frm, before = _spots(table, steps, table.state.phase, table.state.active)
    if not frm:
        return
    plain = _Order(steps, back or {}, mandatory, first_turn_only if turn != first_turn else frozenset())
    follows = plain.turns(frm, to) if turn != table.state.turn else plain.follows(frm, to)
    rows = tuple(Row(str(index + 1), str(each)) for index, each in enumerate(steps))
    if follows:
        yield Opinion(said & before, _doubt(change))
    else:
        yield Opinion(NO, _wrong(table, change, turn), rows)


@dataclass(frozen=True, slots=True)
class _Order:
    steps: tuple[SequenceStep, ...]
    back: Mapping[str, list[str]]
    mandatory: frozenset[str]
    absent: frozenset[str]

    def _skippable(self, between: tuple[SequenceStep, ...]) -> bool:
        return all(each.phase not in self.mandatory or each.phase in self.absent for each in between)

    def follows(self, frm: tuple[int, ...], to: tuple[int, ...]) -> bool:
        return any(self._one(i, j) for i in frm for j in to)

    def _one(self, i: int, j: int) -> bool:
        if j >= i:
            return self._skippable(self.steps[i + 1 : j])
        return self.steps[j].phase in self.back.get(self.steps[i].phase, ())

    def turns(self, frm: tuple[int, ...], to: tuple[int, ...]) -> bool:
        return any(self._skippable((*self.steps[i + 1 :], *self.steps[:j])) for i in frm for j in to)


def _doubt(change: act.Phase) -> str:
    return f"whose the {change.phase} phase is hangs on who is the first player"


def _wrong(table: Table, change: act.Phase, turn: int) -> str:
    now, there = table.state.phase, f"the {change.phase} phase"
    if turn != table.state.turn:
        return f"turn {turn} began after the {now} phase, before turn {table.state.turn} was over"
    return f"{there} does not come after the {now} phase in the same turn"


@SHARED.rule("check.phase", sort="order of play")
def turns_by_one(table: Table, change: act.Phase) -> Iterator[Opinion]:
    """The turn marker goes on by one space at the end of a turn, and never back."""
    if change.turn is None or change.turn in (table.state.turn, table.state.turn + 1):
        return
    if isinstance(table.state.recall(TURN_KNOWN), Unknown):
        return
    yield Opinion(
        NO,
        f"the turn went from {table.state.turn} to {change.turn}",
        (Row(str(table.state.turn + 1), "the next turn"),),
        fix=f"set the turn to {table.state.turn + 1}",
    )


@SHARED.rule("check.phase")
def stacked_at_the_end(
    table: Table,
    change: act.Phase,
    *,
    arriving: Mapping[PhaseWord, list[SectionWord]] | None = None,
    segments: frozenset[PhaseWord] = frozenset(),
) -> Iterator[Opinion]:
    """When a phase ends, every stack must be within the limit (if the game looks at it then).

    `arriving` are phases in which units that enter play may be too many at first, each with the sections that say so. Where these
    are `segments` of one phase, those that came in it may be too many until its last segment is over.
    """
    within = {table.state.phase, change.phase} <= segments and change.turn in (None, table.state.turn)
    if change.phase == table.state.phase and change.active == table.state.active and change.turn in (None, table.state.turn):
        return
    if not stacking.matters(table, "end of phase"):
        return
    for side, force in table.state.forces.items():
        for place, units in force.by_place.items():
            if place in table.grid and len(units) > 1:
                said = stacking.together(table, side, place)
                if not said.truth.yes:
                    new = any(table.state.has(came, unit).yes for came in (PLACED, RETURNED) for unit in units)
                    if new and within:
                        continue
                    told = segments if table.state.phase in segments else {table.state.phase}
                    cite = tuple(section for phase in sorted(told) for section in (arriving or {}).get(phase, ())) if new else ()
                    yield Opinion(said.truth, said.message, units=said.units, hexes=said.hexes, rule=said.rule, cite=cite)


@SHARED.rule(on=act.KINDS.values())
def in_phase(
    table: Table,
    action: Action,
    *,
    phases: frozenset[PhaseWord],
    only: frozenset[DoingWord] = frozenset(),
    own_side: bool = True,
    newcomers_in: frozenset[PhaseWord] = frozenset(),
    rebuilt_are_new: bool = True,
    not_kinds: frozenset[KindWord] = frozenset(),
    into: frozenset[BoxWord] = frozenset(),
) -> Iterator[Opinion]:
    """Actions of a kind (`only` some of them) belong to certain phases, and to the side whose phase it is.

    In some phases only units that have just come may act (those that regained a step may count). `into`: of moves only those off
    the map into these boxes, where combats put the lost at any time. Where no phase is stated nobody can say anything.
    """
    if not table.state.phase or not _bound(table, action, only, not_kinds, into):
        return
    units, doing = _known(table, acting(action)), action.did
    now = table.state.phase
    if now in newcomers_in:
        for unit in units:
            came = (PLACED, RETURNED, *((REBUILT,) if rebuilt_are_new else ()))
            new = any_of(table.state.has(each, unit) for each in came)
            if not new.yes:
                perhaps = "perhaps " if new.open else ""
                text = f"{table.unit(unit).name} {perhaps}did not just arrive, and {doing} in the {now} phase"
                yield Opinion(new, text, units=(unit,))
    elif now not in phases:
        lost = all_of(accounted(table, unit) for unit in units) if into else NO
        yield Opinion(lost, f"{_who(table, action, units)} in the {now} phase", units=units, fix=_when(phases))
        return
    active = table.state.active
    if own_side and active:
        others = tuple(unit for unit in units if table.unit(unit).side != active)
        if others:
            side = table.game.side_name(active)
            yield Opinion(NO, f"{table.names(others)} {doing} in the {side} player's phase", units=others)


def _bound(table: Table, action: Action, only: frozenset[str], not_kinds: frozenset[str], into: frozenset[str]) -> bool:
    """Is it an action of those that belong to the phases? Moves into other boxes, and those of some kinds of units, are none."""
    if only and sort_of(action) not in only:
        return False
    if not isinstance(action, act.Move):
        return True
    if into:
        off = [unit for unit in action.units if action.to in into and table.place_of(unit) in table.grid]
        return any(not accounted(table, unit).yes for unit in off)
    return action.to in table.grid and not not_kinds & {table.unit(unit).kind for unit in action.units}


def comes_next(table: Table, change: act.Phase) -> bool:
    """May this phase come now, by the order of phases and turns alone?"""
    return table.cached(("comes next", change), lambda: _comes_next(table, change))


def _comes_next(table: Table, change: act.Phase) -> bool:
    order = (each for each in table.rules.all_of(slot_of(act.Phase)) if each.rule.function in (in_printed_order, turns_by_one))
    return not any(said.truth.no for each in order for said in each(table, change))


def as_its_turn_has_it(table: Table, change: act.Phase) -> act.Phase:
    """The same phase; for one that only the first turn has, in a later one, the phase with which that turn begins.

    Counters that show all phases pass through it.
    """
    turn = table.state.turn if change.turn is None else change.turn
    for each in table.rules.all_of(slot_of(act.Phase)):
        if each.rule.function is in_printed_order and turn != each.value("first_turn"):
            never = {step(text).phase for text in each.value("first_turn_only")}
            if change.phase in never:
                return replace(
                    change, phase=next(step(text).phase for text in each.value("order") if step(text).phase not in never)
                )
    return change


def phases_for(table: Table, action: Action) -> frozenset[str] | None:
    """The phases to which an action belongs; None if no rule of the game says so."""
    found: frozenset[str] | None = None
    for binding in table.rules.all_of(slot_of(type(action))):
        if binding.rule.function is in_phase and _bound(
            table, action, binding.value("only"), binding.value("not_kinds"), binding.value("into")
        ):
            phases = frozenset(binding.value("phases")) | binding.value("newcomers_in")
            found = phases if found is None else found & phases
    return found


def phases_of(table: Table, kind: type[Action]) -> frozenset[str] | None:
    """The phases to which some action of a kind belongs; None if no rule of the game says so."""
    every = [each for each in table.rules.all_of(slot_of(kind)) if each.rule.function is in_phase]
    if not every:
        return None
    return frozenset[str]().union(*(frozenset(each.value("phases")) | each.value("newcomers_in") for each in every))


def _who(table: Table, action: Action, units: tuple[str, ...]) -> str:
    """Who did it; of what is done to units, to which; else nobody in particular."""
    if units:
        return f"{table.names(units)} {action.did}"
    suffered = _known(table, changed(action))
    doing = action.did.replace("was ", "were ", 1) if len(suffered) > 1 else action.did
    return f"{table.names(suffered) if suffered else 'somebody'} {doing}"


def _when(phases: frozenset[str]) -> str:
    return f"that belongs to: {', '.join(sorted(phases))}"


def _known(table: Table, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if any(name in force.units for force in table.state.forces.values()))


@SHARED.rule(on=(act.Place, act.Replace))
def one_side_first(
    table: Table, action: act.Place | act.Replace, *, first: SideWord, why: EntryWord = "reinforcement"
) -> Iterator[Opinion]:
    """In a phase of both players one side does all of it before the other begins."""
    if isinstance(action, act.Place) and action.why != why:
        return
    if table.unit(action.unit).side != first:
        return
    came = table.state.those(PLACED if isinstance(action, act.Place) else REBUILT)
    began = tuple(sorted(unit for unit in came if table.unit(unit).side != first))
    side = table.game.side_name(first)
    yield Opinion(
        truth(not began), f"the {side} player goes first, but {table.names(began)} came before", units=(action.unit, *began)
    )
