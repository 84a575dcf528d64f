"""Actions in a few words, for reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.engine import actions as act
from adjudicator.engine.actions import Action

from .chits import called
from .table import Table


def said(table: Table, action: Action) -> str:
    """`21 moves from 1334 to 1335`."""
    return _WORDS[type(action)](table, action)


def places(action: Action) -> tuple[str, ...]:
    """Where it takes place, as far as it says so itself."""
    found = (getattr(action, "to", None), getattr(action, "at", None), getattr(action, "target", None))
    return (*(getattr(action, "path", None) or ()), *(place for place in found if isinstance(place, str)))


def _name(table: Table, subject: str) -> str:
    known = any(subject in force.units for force in table.state.forces.values())
    return table.unit(subject).name if known else table.at(subject)


def _move(table: Table, move: act.Move) -> str:
    start = table.place_of(move.units[0])
    begun = f" from {table.at(start)}" if start is not None else ""
    way = f" by {' '.join(move.path)}" if move.path is not None and len(move.path) > 2 else ""
    mode = f" ({move.mode} movement)" if move.mode else ""
    return f"{table.names(move.units)} {_verb(move.units, 'move')}{begun} to {table.at(move.to)}{way}{mode}"


def _verb(units: tuple[str, ...], verb: str) -> str:
    ending = "es" if verb.endswith("s") else "s"
    return verb + (ending if len(units) == 1 else "")


def _attack(table: Table, attack: act.Attack) -> str:
    said = {"at": attack.column, "die": attack.die, "result": attack.result}
    rest = "".join(f", {word} {value}" for word, value in said.items() if value is not None)
    helped = f" with {', '.join(_name(table, each.unit) for each in attack.support)}" if attack.support else ""
    if not attack.attackers:  # a bombardment: nobody stands behind it
        return f"{attack.kind} of {table.at(attack.target)}{helped}{rest}"
    kind = f" ({attack.kind})" if attack.kind != "attack" else ""
    return f"{table.names(attack.attackers)} {_verb(attack.attackers, 'attack')} {table.at(attack.target)}{helped}{kind}{rest}"


def _fire(table: Table, fire: act.Fire) -> str:
    rest = f", result {fire.result}" if fire.result is not None else ""
    return f"{table.names(fire.firers)} {_verb(fire.firers, 'fire')} at {_name(table, fire.target)} ({fire.kind}){rest}"


def _lose(table: Table, lose: act.Lose) -> str:
    if not lose.steps:
        return f"{table.game.side_name(lose.side)}: no steps lost"
    return f"{table.game.side_name(lose.side)}: steps lost by {', '.join(table.unit(unit).name for unit in lose.steps)}"


def _retreat(table: Table, retreat: act.Retreat) -> str:
    return f"{table.names(retreat.units)} {_verb(retreat.units, 'retreat')} to {table.at(retreat.to)}"


def _advance(table: Table, advance: act.Advance) -> str:
    return f"{table.names(advance.units)} {_verb(advance.units, 'advance')} to {table.at(advance.to)}"


def _place(table: Table, place: act.Place) -> str:
    return f"{_name(table, place.unit)} enters play at {table.at(place.at)} ({place.why})"


def _remove(table: Table, remove: act.Remove) -> str:
    return f"{_name(table, remove.unit)} leaves play ({remove.why})"


def _activate(table: Table, activate: act.Activate) -> str:
    brought = f" for {table.names(activate.units)}" if activate.units else ""
    return f"{_name(table, activate.headquarters)} is activated{brought}"


def _supply(table: Table, supply: act.Supply) -> str:
    return "supply: " + ", ".join(f"{_name(table, unit)} {state}" for unit, state in supply.states)


def _replace(table: Table, replaced: act.Replace) -> str:
    at = f" at {table.at(replaced.at)}" if replaced.at else ""
    return f"{_name(table, replaced.unit)} is rebuilt by {replaced.steps}{at}"


def _draw(table: Table, draw: act.Draw) -> str:
    name = called(table, draw.chit)
    return f"{name} is drawn" if name == draw.chit else f"the chit {name} is drawn"


def _roll(table: Table, roll: act.Roll) -> str:
    whose = f" for {_name(table, roll.unit)}" if roll.unit is not None else ""
    rest = f", result {roll.result}" if roll.result is not None else ""
    return f"{roll.purpose}{whose}: rolled {', '.join(map(str, roll.dice))}{rest}"


def _mark(table: Table, mark: act.Mark) -> str:
    return f"{_name(table, mark.subject)} is {'' if mark.on else 'no longer '}marked {mark.mark}"


def _phase(table: Table, phase: act.Phase) -> str:
    whose = f" of the {table.game.side_name(phase.active)} player" if phase.active else ""
    turn = f", turn {phase.turn}" if phase.turn is not None else ""
    return f"{phase.phase} phase{whose}{turn}"


def _declare(table: Table, declare: act.Declare) -> str:
    values = ", ".join(f"{key} {value}" for key, value in declare.values)
    return f"declared: {declare.what}" + (f" ({values})" if values else "")


_WORDS: Mapping[type[Any], Callable[[Table, Any], str]] = {
    act.Move: _move,
    act.Attack: _attack,
    act.Fire: _fire,
    act.Lose: _lose,
    act.Retreat: _retreat,
    act.Advance: _advance,
    act.Place: _place,
    act.Remove: _remove,
    act.Activate: _activate,
    act.Supply: _supply,
    act.Replace: _replace,
    act.Draw: _draw,
    act.Roll: _roll,
    act.Mark: _mark,
    act.Phase: _phase,
    act.Declare: _declare,
}
