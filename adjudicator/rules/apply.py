"""What an action does to the position. Legal or not, it is taken as played: judging it is another matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.engine import actions as act
from adjudicator.engine.actions import Action
from adjudicator.engine.state import Standing, State
from adjudicator.facts import Known

from .combat import record
from .judge import slot_of
from .retreat import forced
from .table import Table

AIRCRAFT = "air"
_OF_SUPPLY = frozenset({"out of supply", "isolated"})


def apply(table: Table, action: Action) -> Table:
    """The table after the action, with whatever else the game's own rules say follows from it."""
    after = table.after(_EFFECTS[type(action)](table, action))
    for binding in table.rules.many(f"after.{slot_of(action).partition('.')[2]}"):
        after = after.after(binding(after, action, table))
    return after


def _move(table: Table, move: act.Move) -> State:
    """The units stand at the end of the move. Enemies that they drove over are gone."""
    state = table.state
    for unit in move.units:
        state = state.moved(unit, move.to).doing(("moved", unit))
    for hex in dict.fromkeys((*(move.path or ()), move.to)):
        state = _overrun(table, state, move.units[0], hex)
    return state


def _place(table: Table, place: act.Place) -> State:
    return table.state.with_standing(place.unit, Standing(place.at, place.losses)).doing(("placed", place.unit))


def _remove(table: Table, remove: act.Remove) -> State:
    return table.state.with_standing(remove.unit, None).doing((remove.why, remove.unit))


def _activate(table: Table, activate: act.Activate) -> State:
    """The headquarters is the active one; which units it commands is known from now on."""
    units = Known(frozenset(activate.units)) if activate.units else Known(None)
    state = table.state.undoing("moved", "attacked").doing(("activated", activate.headquarters))
    instant = replace(table.state, notes={key: fact for key, fact in table.state.notes.items() if key != "command-at"})
    return state.noting(**{"active-hq": activate.headquarters, "commanded": units, "command-at": Known(instant)})


def _attack(table: Table, attack: act.Attack) -> State:
    done = [("attacked", unit) for unit in attack.attackers] + [
        ("supported", each.unit) for each in (*attack.support, *attack.defence)
    ]
    return table.state.doing(record.target_of(table, attack), *done).noting(
        **{record.NOTE: Known(record.combat_of(table, attack))}
    )


def _fire(table: Table, fire: act.Fire) -> State:
    return table.state.doing((f"target of {fire.kind}", fire.target), *((fire.kind, unit) for unit in fire.firers))


def _lose(table: Table, lose: act.Lose) -> State:
    state = table.state
    for unit in lose.steps:
        if state.standing(unit) is not None:
            state = state.lost(unit)
    return _recorded(table, state, lambda combat: record.with_losses(combat, lose.steps))


def _recorded(table: Table, state: State, change: Callable[[record.Combat], record.Combat]) -> State:
    """The last combat with what became of it."""
    combat = record.last(table)
    return state if combat is None else state.noting(**{record.NOTE: Known(change(combat))})


def _retreat(table: Table, retreat: act.Retreat) -> State:
    state = table.state
    moved = tuple((unit, place, retreat.to) for unit in retreat.units if (place := table.place_of(unit)) is not None)
    for unit in retreat.units:
        state = state.moved(unit, retreat.to).doing(("retreated", unit))
        for hex in (*(retreat.path or ())[1:], retreat.to):
            state = _overrun(table, state, unit, hex)
    return _recorded(table, state, lambda combat: record.with_retreat(combat, moved, *forced(table, retreat)))


def _overrun(table: Table, state: State, unit: str, hex: str) -> State:
    """Enemies in a hex that a unit went through are gone. Aircraft drive over nobody, and nobody over them."""
    if hex not in table.grid or table.unit(unit).kind == AIRCRAFT:
        return state
    for enemy in table.enemy_units(table.unit(unit).side, hex):
        if table.unit(enemy).kind != AIRCRAFT:
            state = state.with_standing(enemy, None)
    return state


def _advance(table: Table, advance: act.Advance) -> State:
    state = table.state
    for unit in advance.units:
        state = state.moved(unit, advance.to).doing(("advanced", unit))
        for hex in (*(advance.path or ())[1:], advance.to):
            state = _overrun(table, state, unit, hex)
    return _recorded(table, state, lambda combat: record.with_advance(combat, advance.units))


def _supply(table: Table, supply: act.Supply) -> State:
    """Every unit named carries the marker of its state; `in supply` is no marker."""
    state = table.state
    for unit, marker in supply.states:
        others = frozenset(other for _, other in supply.states) | _supply_marks(state, unit)
        state = state.marked(unit, *(() if marker == "in supply" else (marker,)), without=others).doing(("checked", unit))
    return state


def _supply_marks(state: State, unit: str) -> frozenset[str]:
    standing = state.standing(unit)
    return frozenset(mark for mark in (standing.marks if standing is not None else ()) if mark in _OF_SUPPLY)


def _replace(table: Table, replacement: act.Replace) -> State:
    unit, standing = replacement.unit, table.standing(replacement.unit)
    if standing is None:
        back = Standing(replacement.at or "", max(0, table.unit(unit).steps - replacement.steps))
    else:
        back = replace(standing, losses=max(0, standing.losses - replacement.steps))
    return table.state.with_standing(unit, back).doing(("rebuilt", unit))


def _draw(table: Table, draw: act.Draw) -> State:
    drawn: tuple[str, ...] = table.state.noted("drawn", ())
    return table.state.noting(drawn=Known((*drawn, draw.chit)), chit=draw.chit)


def _roll(table: Table, roll: act.Roll) -> State:
    return table.state.noting(**{f"roll {roll.purpose}": Known(roll.dice)})


def _mark(table: Table, mark: act.Mark) -> State:
    if mark.subject in table.grid:
        return replace(table.state, control={**table.state.control, mark.subject: mark.mark})
    state = table.state.doing(("checked", mark.subject)) if mark.mark in _OF_SUPPLY else table.state
    if mark.on:
        return state.marked(mark.subject, mark.mark)
    return state.marked(mark.subject, without=frozenset((mark.mark,)))


def _phase(table: Table, phase: act.Phase) -> State:
    """A new phase: what a unit may do once in each it may do again. A new turn: so may everything else."""
    turn = table.state.turn if phase.turn is None else phase.turn
    begins = (phase.phase, turn) != (table.state.phase, table.state.turn)
    state = replace(table.state, phase=phase.phase, active=phase.active, turn=turn)
    if turn != table.state.turn:
        state = replace(state, done=frozenset()).noting(drawn=Known(()))
    else:
        state = state.undoing("moved", "target", "retreated", "advanced")
    return state.doing(("begun", phase.phase)) if begins else state


def _declare(table: Table, declare: act.Declare) -> State:
    return table.state.noting(**{declare.what: Known(dict(declare.values))})


_EFFECTS: Mapping[type[Any], Callable[[Table, Any], State]] = {
    act.Move: _move,
    act.Place: _place,
    act.Remove: _remove,
    act.Activate: _activate,
    act.Attack: _attack,
    act.Fire: _fire,
    act.Lose: _lose,
    act.Retreat: _retreat,
    act.Advance: _advance,
    act.Supply: _supply,
    act.Replace: _replace,
    act.Draw: _draw,
    act.Roll: _roll,
    act.Mark: _mark,
    act.Phase: _phase,
    act.Declare: _declare,
}
