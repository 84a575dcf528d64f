"""What a fire comes to: the results as data, what is remembered of the last fire, and whether it has been carried out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Fire, Phase
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import FireWord
from adjudicator.facts import any_of

from .fire import Aim, affected, aim
from .opinion import Opinion
from .registry import SHARED
from .table import Table


@dataclass(frozen=True, slots=True)
class FireOutcome:
    """What a result asks of a unit fired at."""

    check: bool = False  # a morale check
    plus: int = 0  # to its die
    steps: int = 0  # lost before it
    eliminated: bool = False


_NONE = frozenset(("", "-", "–", "—", "none", "no effect", "ne"))
_CHECK = re.compile(r"(m|\d+)(\+?)")


def read(result: str) -> FireOutcome | None:
    """M, a number for the die of the morale check, E; with + one step is lost besides. None if it cannot be read."""
    plain = re.sub(r"\s+", "", result).lower()
    if plain in _NONE:
        return FireOutcome()
    if plain == "e":
        return FireOutcome(eliminated=True)
    found = _CHECK.fullmatch(plain)
    return None if found is None else FireOutcome(True, 0 if found[1] == "m" else int(found[1]), int(bool(found[2])))


def same(one: str, other: str) -> bool:
    """Do two texts mean the same result?"""
    first = read(one)
    return one.strip().lower() == other.strip().lower() if first is None else first == read(other)


@dataclass(frozen=True, slots=True)
class Shot:
    """What is remembered of the last fire, for the checks, losses and advances that follow from it."""

    kind: str
    firers: tuple[str, ...]
    aimed: Aim
    units: tuple[str, ...]  # those that it (perhaps) affects
    outcome: FireOutcome | None  # None: it is not known
    losses: Mapping[str, int] = field(default_factory=dict)  # steps that each had lost before it
    checked: frozenset[str] = frozenset()  # who has rolled the check it asked for


SHOT: Final[Memory[Shot | None]] = SHARED.memory(
    "fire", Shot, "the last fire, and what it asks for", lasts=Lifetime.PHASE, default=None, forbids=True
)


@SHARED.rule("after.fire")
def remembered(after: Table, fire: Fire, before: Table, *, kinds: frozenset[FireWord]) -> State:
    """The last fire is noted, with what its result asks for."""
    aimed = aim(before, fire)
    if fire.kind not in kinds or aimed is None:
        return after.state
    units = tuple(id_ for id_ in aimed.units if not affected(before, id_, fire.kind).no)
    losses = {id_: standing.losses for id_ in units if (standing := before.standing(id_)) is not None}
    outcome = None if fire.result is None else read(fire.result)
    return after.state.remember(SHOT, Shot(fire.kind, fire.firers, aimed, units, outcome, losses))


def last(table: Table) -> Shot | None:
    """The last fire; None if there was none, or nobody knows of it."""
    shot = table.state.sure(SHOT, None)
    if shot is None or shot.outcome is not None:
        return shot
    told = table.told.get(factname.fire_result())
    return shot if told is None else replace(shot, outcome=read(told))


@SHARED.rule("check.fire")
def settled_before_fire(table: Table, fire: Fire, *, kinds: frozenset[FireWord]) -> Iterator[Opinion]:
    """The result of one fire is carried out before the next."""
    yield from _unsettled(table, kinds)


@SHARED.rule("check.phase")
def settled_before_the_next(table: Table, phase: Phase, *, kinds: frozenset[FireWord]) -> Iterator[Opinion]:
    """The result of the last fire is carried out before the phase ends."""
    yield from _unsettled(table, kinds)


def _unsettled(table: Table, kinds: frozenset[str]) -> Iterator[Opinion]:
    """Units that the last fire eliminated and that still stand, or a step that nobody lost."""
    shot = last(table)
    if shot is None or shot.kind not in kinds or shot.outcome is None:
        return
    standing = [id_ for id_ in shot.units if table.standing(id_) is not None]
    if shot.outcome.eliminated:
        for id_ in standing:
            said = ~affected(table, id_, shot.kind)
            text = f"{table.unit(id_).name} was eliminated by {shot.kind} and still stands"
            yield Opinion(said, text, units=(id_,), hexes=(shot.aimed.hex,))
    elif shot.outcome.steps and not lost_a_step(table, shot):
        said = ~any_of(affected(table, id_, shot.kind) for id_ in shot.units)
        names = table.names(tuple(standing))
        text = f"the result of the {shot.kind} takes a step of {names}, and none was lost"
        yield Opinion(said, text, units=tuple(standing), hexes=(shot.aimed.hex,))


def lost_a_step(table: Table, shot: Shot) -> bool:
    """Has any of those fired at lost a step since, or gone?"""
    now = {id_: table.standing(id_) for id_ in shot.losses}
    return any(there is None or there.losses > shot.losses[id_] for id_, there in now.items())
