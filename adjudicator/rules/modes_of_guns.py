"""Guns that either stand ready to fire or are limbered up to move: what each mode forbids, and when it may change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator import factname
from adjudicator.engine.actions import Fire, Mark, Move, Remove
from adjudicator.engine.deeds import has_done
from adjudicator.engine.state import State
from adjudicator.engine.terms import DoneWord, FireWord, LightWord, MarkWord, PhaseWord, TraitWord
from adjudicator.facts import NO, YES, Truth, any_of, truth, unsure

from .daylight import is_light
from .map_in_play import movers
from .movement import checks as checks  # declares the slot `check.move`
from .opinion import Opinion
from .registry import SHARED
from .table import Table

MODES = ("fire mode", "move mode")


def in_mode(table: Table, unit: str, mode: str, modes: Sequence[str] = MODES) -> Truth:
    """Is a unit in a mode? One that shows none of them may be in any."""
    standing = table.standing(unit)
    if standing is None:
        return NO
    shown = {other: standing.marked(other, unit) for other in modes}
    if shown[mode].yes:
        return YES
    if any(said.yes for said in shown.values()):
        return NO
    return unsure(*(any_of(shown.values()).needs or (factname.mode(unit),)))


def _is_gun(table: Table, unit: str, guns: frozenset[str], exempt: frozenset[str] = frozenset()) -> Truth:
    owner = table.unit(unit)
    return any_of(owner.has(trait) for trait in sorted(guns)) & ~any_of(owner.has(trait) for trait in sorted(exempt))


@SHARED.rule("check.fire")
def fires_in(
    table: Table,
    fire: Fire,
    *,
    kind: FireWord,
    guns: frozenset[TraitWord],
    mode: MarkWord = "fire mode",
    exempt: frozenset[TraitWord] = frozenset(),
) -> Iterator[Opinion]:
    """Guns fire in one mode only, except those of some kinds."""
    if fire.kind != kind:
        return
    for id_ in fire.firers:
        gun = _is_gun(table, id_, guns, exempt)
        if gun.no:
            continue
        said = ~gun | in_mode(table, id_, mode)
        name = table.unit(id_).name
        text = f"{name} is not in {mode} and cannot fire" if said.no else f"{name} can fire only if it is in {mode}"
        yield Opinion(said, text, units=(id_,))


@SHARED.rule(on=(Move, Remove))
def moves_in(
    table: Table,
    action: Move | Remove,
    *,
    guns: frozenset[TraitWord],
    mode: MarkWord = "move mode",
    never_in_light: frozenset[LightWord] = frozenset(),
) -> Iterator[Opinion]:
    """Guns move, also off the map, in one mode only (any, if none is named), and not at all in some light."""
    for id_ in movers(table, action):
        gun = _is_gun(table, id_, guns)
        if gun.no:
            continue
        name = table.unit(id_).name
        if mode:
            ready = ~gun | in_mode(table, id_, mode)
            text = f"{name} is not in {mode} and cannot move" if ready.no else f"{name} can move only if it is in {mode}"
            yield Opinion(ready, text, units=(id_,), fix=f"put {name} back")
        if never_in_light:
            dark = ~gun | ~is_light(table, never_in_light)
            yield Opinion(dark, f"guns such as {name} do not move in this light", units=(id_,), fix=f"put {name} back")


@SHARED.rule("check.mark")
def changed(
    table: Table,
    mark: Mark,
    *,
    mode: MarkWord,
    guns: frozenset[TraitWord],
    phases: frozenset[PhaseWord],
    lights: frozenset[LightWord] = frozenset(),
    own_phase: bool = False,
    unless_done: frozenset[DoneWord] = frozenset(),
) -> Iterator[Opinion]:
    """A gun changes to a mode in certain phases (and light) only, and not after it has done certain things in the phase."""
    if mark.mark != mode or not mark.on or mark.subject in table.grid:
        return
    unit = table.unit(mark.subject)
    already = in_mode(table, unit.id, mode)
    if already.yes:
        return

    def opinion(said: Truth, text: str) -> Opinion:
        return Opinion(already | said if said.no else said, text, units=(unit.id,), fix=f"leave {unit.name} in its mode")

    gun = _is_gun(table, unit.id, guns)
    yield Opinion(gun, f"{unit.name} {'has no' if gun.no else 'may have no'} {mode}", units=(unit.id,))
    if gun.no:
        return
    if table.state.phase and table.state.phase not in phases:
        yield opinion(NO, f"in the {table.state.phase} phase no gun changes to {mode}")
        return  # in whose phase, and in which light, it would have been lawful is beside the point
    if own_phase and table.state.active:
        side = table.game.side_name(table.state.active)
        yield opinion(truth(unit.side == table.state.active), f"{unit.name} changes its mode in the {side} player's phase")
    if lights:
        yield opinion(is_light(table, lights), f"guns change to {mode} only in a turn of {' or '.join(sorted(lights))}")
    for what in sorted(unless_done):
        yield opinion(~has_done(table.state, what, unit.id), f"{unit.name} has fired ({what}) and keeps its mode")


@SHARED.rule("after.mark")
def one_at_a_time(after: Table, mark: Mark, before: Table, *, modes: tuple[MarkWord, ...] = MODES) -> State:
    """A gun that takes up one mode leaves the other."""
    if mark.mark not in modes or not mark.on or mark.subject in before.grid or after.state.standing(mark.subject) is None:
        return after.state
    return after.state.marked(mark.subject, without=frozenset(modes) - {mark.mark})
