"""What a case calls as players do: a town for its hex, what stands on a counter for the unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator.engine.actions import Action
from adjudicator.engine.hexes import is_hex
from adjudicator.engine.kinds import Role, role_of, types_of
from adjudicator.engine.state import State
from adjudicator.engine.terms import Term
from adjudicator.engine.unit_names import called, plain
from adjudicator.engine.units import Unit

from .model import Case, Placed

if TYPE_CHECKING:
    from .build import Builder

P = TypeVar("P", bound=Placed)


def place_called(builder: Builder, place: str, *path: str | int) -> str:
    """The hex of a town that one hex bears the name of; all else as it is written."""
    if not place or is_hex(place) or place in builder.words.of(Term.BOX, Term.AREA):
        return place
    own = [hex for hex, name in builder.case.names.items() if plain(name) == plain(place)]
    found = own or [hex for hex, name in builder.setting.board.names.items() if plain(name) == plain(place)]
    if len(found) > 1:
        builder.fail(f"{place} may be {_either(found)}", "write the hex", *path)
    return found[0] if found else place


def unit_called(builder: Builder, name: str, units: Mapping[str, Unit], state: State | None, *path: str | int) -> str:
    """The unit of that id; else the one that is called so among those in play, or in the whole game."""
    if name in units:
        return name
    playing = [unit for unit, _ in state.units] if state is not None else []
    found = called(playing, name) or called(units.values(), name)
    if len(found) > 1:
        at = state or _begun(builder)
        builder.fail(f"{name} may be {_either(_where(each, at) for each in found)}", "write the id of the one you mean", *path)
    return found[0] if found else name


def with_places(builder: Builder, case: Case) -> Case:
    """The case with its own units and places by their ids and hexes."""
    update: dict[str, Any] = {}
    for key in ("units", "after"):
        update[key] = tuple(_placed(builder, each, key, index) for index, each in enumerate(getattr(case, key)))
    update["control"] = {place_called(builder, place, "control", place): side for place, side in case.control.items()}
    return case.model_copy(update=update)


def with_names(builder: Builder, action: Action, state: State, *path: str | int) -> Action:
    """The action with its units and places by their ids and hexes."""
    units = {id_: unit for force in state.forces.values() for id_, unit in force.units.items()}
    types = types_of(type(action))

    def meant(name: str, role: Role) -> str:
        place = place_called(builder, name, *path) if Role.PLACE in role else name
        if Role.UNIT in role and not is_hex(place):
            return unit_called(builder, place, units, state, *path)
        if Role.PLACE in role and not is_hex(place) and (fault := builder.words.fault(place, Term.BOX, Term.AREA)) is not None:
            builder.fail(f"no hex, town, box or area is called {name}", _town(builder, name, fault[1]), *path)
        if Role.HEX in role and not is_hex(place):
            builder.fail(f"{name!r} is not a hex", "write its four digits, such as 0213, or the town in it", *path)
        return place

    changes: dict[str, Any] = {}
    for each in fields(action):
        role, value = role_of(types[each.name]), getattr(action, each.name)
        if isinstance(value, str) and role and value:
            changes[each.name] = meant(value, role)
        elif isinstance(value, tuple) and role & (Role.UNIT | Role.PLACE):
            changes[each.name] = tuple(_inside(one, lambda name, its=role: meant(name, its)) for one in value)
    return replace(action, **{name: value for name, value in changes.items() if value != getattr(action, name)})


def _inside(one: Any, meant: Any) -> Any:
    """A name, or something whose first field is one: the way in which an aircraft helps."""
    if isinstance(one, str):
        return meant(one)
    rest = tuple(one[1:])
    return one._replace(**{one._fields[0]: meant(one[0])}) if hasattr(one, "_replace") else (meant(one[0]), *rest)


def _placed(builder: Builder, placed: P, *path: str | int) -> P:
    update: dict[str, Any] = {}
    if (at := place_called(builder, placed.at, *path)) != placed.at:
        update["at"] = at
    patterns, roster = builder.document.cases.unit, builder.setting.roster
    like = placed.like or placed.id
    known = {each.id for each in builder.document.cases.case[builder.index].units if each.like != each.id} | patterns.keys()
    if like not in known and (placed.like or not placed.side):
        meant = unit_called(builder, like, roster, None, *path)
        if meant != like:
            update["id"] = meant if placed.id == like else placed.id
            update["like"] = meant
    return placed.model_copy(update=update) if update else placed


def _begun(builder: Builder) -> State | None:
    """Where units stand when the scenario of the case begins, or the game's first."""
    name = builder.case.scenario or next(iter(sorted(builder.setting.scenarios)), "")
    return builder.setting.start(name).state if name in builder.setting.scenarios else None


def _where(unit: str, state: State | None) -> str:
    known = state is not None and any(unit in force.units for force in state.forces.values())
    standing = state.standing(unit) if state is not None and known else None
    return f"{unit} ({standing.place})" if standing is not None else f"{unit} (not in play)"


def _either(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}"


def _town(builder: Builder, name: str, otherwise: str) -> str:
    towns = builder.setting.board.names.values()
    near = builder.near(name, towns, "")
    return near or otherwise
