"""A die for fire of which nobody said anything: read from what followed, judged, and told for what it was taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator import factname
from adjudicator.engine.actions import Fire
from adjudicator.engine.deeds import FIRED, FIRED_AT
from adjudicator.engine.state import State
from adjudicator.facts import unsure
from adjudicator.rules.apply import apply
from adjudicator.rules.fire import SPARED
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Opinion, Ruled
from adjudicator.rules.table import Table

from ..board import Played
from ..scene import Closing, ReadingScene
from .followed import Followed, faults_in, waiting
from .shots import FoundFire, Thrown, find

_SEVERAL = 2  # units at one target, beside which the others are owed a fire


def fire_unannounced(scene: ReadingScene, closing: Closing, thrown: Thrown, *, alone: bool) -> Iterator[Played]:
    """The fire, if it can be told; what followed from it is then no longer unclear. Nothing if it cannot.

    `alone`: nothing else was fired at in its phase. Then who holds his fire at a unit keeps it for nothing else (guns that fire
    at a hex may be kept for a later one); and where the fire of all who could had been too much for what followed, it is asked
    who fired."""
    scene.step = thrown.step
    for part in scene.parts:
        yield from part.shown_by(Fire((), "", thrown.kind, die=thrown.die))
    before = scene.table
    closing.later = waiting(before, closing)
    followed = Followed(before, closing)
    found = followed.once(thrown, lambda: find(followed, thrown))
    if found.fire is None or (scene.timeless and _is_wrong(followed, found.fire)):
        closing.later = frozenset()
        return
    played = list(scene.act(thrown.step, found.fire))
    yield from played[:-1]
    rival = _rival(before, thrown, found.rival) if alone and found.rival is not None and not thrown.at_hex else None
    yield replace(played[-1], reading=_told(before, found.fire, found.readings), unsure=found.readings > 1, rival=rival)
    scene.board.table = scene.table.after(_softened(before, scene.table.state, found.fire, found))
    closing.segment.fought, closing.segment.unclear = True, False


def _rival(table: Table, thrown: Thrown, fire: Fire) -> Ruled:
    text = f"who fired in step {thrown.step} is not known: with {table.names(fire.firers)} the result is {fire.result}"
    return question(table, thrown.step, f"{text}, and what followed is wrong")


def question(table: Table, step: int, text: str) -> Ruled:
    """Who fired at whom. It is asked by the rule on whom may be fired at: without an answer that cannot be checked."""
    opinion = Opinion(unsure(factname.fire_in(str(step))), text)
    rules = table.rules.all_of("check.fire")
    bound = next((each for each in rules if each.rule.sort == "right target"), None)
    return Ruled("", (), opinion) if bound is None else Ruled(bound.id, bound.cite, opinion)


def _is_wrong(followed: Followed, fire: Fire) -> bool:
    """Would it be illegal? Where no phase is known that only shows that it was another."""
    return bool(faults_in(judge(followed.table, fire))[0] or followed.faults(fire)[0])


def _softened(before: Table, after: State, fire: Fire, found: FoundFire) -> State:
    """The position after the fire, with nothing counted as done that only may have been."""
    sure = tuple(unit for unit in fire.firers if unit in found.sure)
    reference = apply(before, replace(fire, firers=sure)).state if sure else before.state
    state = after.as_in(reference, FIRED[fire.kind])
    if not found.sure_target:
        state = state.as_in(before.state, FIRED_AT[fire.kind])
    if not found.sure_target or len(sure) < _SEVERAL:
        state = state.as_in(before.state, SPARED[fire.kind])
    return state if found.sure_target else _owed_no_more(before, state, fire.kind, found)


def _owed_no_more(before: Table, state: State, kind: str, found: FoundFire) -> State:
    """Nor is anything counted as left undone that may have been done: who was owed a fire may have been fired at."""
    places = {target if target in before.grid else before.place_of(target) for target in found.maybe}
    owed = state.those(SPARED[kind])
    left = frozenset(each for each in owed if each[0] not in found.maybe and each[1] not in places)
    return state if left == owed else state.amend(SPARED[kind], left)


def _told(table: Table, fire: Fire, readings: int) -> str:
    target = table.at(fire.target) if fire.target in table.grid else table.names((fire.target,))
    said = f"nobody announced this {fire.kind}; it is read as that of {table.names(fire.firers)} at {target}"
    if not readings:
        return said
    return f"{said}, which explains what followed" + (", and so would others" if readings > 1 else " as no other does")
