"""What players say of the play, where nothing shows it: put into the actions and positions that it completes.

What is known stays as it is: only questions that are open are answered. Questions to be answered with yes or no, and some others
that a single rule puts, are answered where they are put (`Table.asks`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator import factname
from adjudicator.engine.actions import Activate, Advance, Attack, Draw, Fire, Move, Phase, Replace, Retreat, Roll, Support
from adjudicator.engine.deeds import ACTIVE_HQ, CHIT
from adjudicator.engine.kinds import Action
from adjudicator.engine.memory import Memory
from adjudicator.engine.state import State
from adjudicator.factname import FactName
from adjudicator.facts import Unknown

from . import stating
from .chits import EVENT
from .circumstances import FIRST_PLAYER, SCENARIO
from .combat import record
from .daylight import LIGHT
from .table import Table

REMEMBERED: Mapping[FactName, Memory[str]] = {each.asks: each for each in (CHIT, ACTIVE_HQ, FIRST_PLAYER, SCENARIO, LIGHT)}


def completed_action(table: Table, action: Action) -> Action:
    """The action with what was told of it, where it does not say so itself."""
    told = table.told
    match action:
        case Attack():
            return _attack(table, action)
        case Retreat(path=None) if told.get(factname.retreat_path(action.to)):
            return replace(action, path=told[factname.retreat_path(action.to)])
        case Retreat(length=None) if factname.retreat_length() in told:
            return replace(action, length=told[factname.retreat_length()])
        case Move() | Advance():
            return _going(table, action)
        case Replace(at=None) if told.get(factname.put_at(action.unit)):
            return replace(action, at=told[factname.put_at(action.unit)][0])
    return action


def _attack(table: Table, attack: Attack) -> Attack:
    told = table.told
    on_ground = attack.kind == "attack" or attack.column is not None
    return replace(
        attack,
        attackers=attack.attackers or (told.get(factname.attackers(attack.target), ()) if on_ground else ()),
        support=_manners(table, attack.support),
        defence=_manners(table, attack.defence),
        die=told.get(factname.die()) if attack.die is None else attack.die,
        result=told.get(factname.combat_result(attack.target)) if attack.result is None else attack.result,
    )


def _manners(table: Table, units: tuple[Support, ...]) -> tuple[Support, ...]:
    return tuple(each if each.how else each._replace(how=table.told.get(factname.support(each.unit), "")) for each in units)


def _going(table: Table, action: Move | Advance) -> Move | Advance:
    told = table.told
    paths = [told[name] for unit in action.units if (name := factname.path(unit, action.to)) in told]
    if action.path is None and paths:
        action = replace(action, path=paths[0])
    modes = [told[name] for unit in action.units if (name := factname.move_mode(unit)) in told]
    return replace(action, mode=modes[0]) if isinstance(action, Move) and action.mode is None and modes else action


def completed_state(table: Table, action: Action | None = None) -> Table:
    """The position before an action, with what was told of it."""
    for name, answer in table.told.items():
        table = _filled(table, action, name, answer)
    return table


def _filled(table: Table, action: Action | None, name: FactName, answer: Any) -> Table:
    state = table.state
    match name.kind:
        case "mark" | "mode":
            return table.after(_marked(state, name, answer))
        case "phase" if not state.phase:
            return _had(table, Phase(*answer))
        case "event" if isinstance(action, Draw | Activate) and state.stated(EVENT) is None:
            return _had(table, Roll("event", answer))
        case "last combat" if not isinstance(action, Attack | Fire) and record.last(table) is None:
            return _had(table, answer)
        case "chit drawn" | "active headquarters" | "first player" | "scenario" | "light":
            return table.after(_remembered(table, REMEMBERED[name].name, answer))
        case "memory":
            return table.after(_remembered(table, name.about[0], answer))
    return table


def _had(table: Table, action: Action) -> Table:
    """The position as if this had come before."""
    from .apply import apply  # which completes actions itself

    return replace(apply(replace(table, told={}), action), told=table.told)


def _marked(state: State, name: FactName, answer: Any) -> State:
    unit = name.about[0]
    standing = next((force.standings.get(unit) for force in state.forces.values() if unit in force.units), None)
    if standing is None:
        return state
    if name.kind == "mode":
        return state if answer in standing.marks else state.marked(unit, answer)
    mark = name.about[1]
    if mark not in standing.doubtful:
        return state
    marks = standing.marks | {mark} if answer else standing.marks
    return state.with_standing(unit, replace(standing, marks=marks, doubtful=standing.doubtful - {mark}))


def _remembered(table: Table, name: str, answer: Any) -> State:
    memory = stating.memory_named(table.game, name)
    if memory is None or not isinstance(table.state.recall(memory), Unknown):
        return table.state
    return stating.stated(table.state, memory, answer)
