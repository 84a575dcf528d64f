"""Morale: the rating that counts, checks with the die, numbers that a rating must reach, rallying, and who is disrupted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Mark, Phase, Roll
from adjudicator.engine.deeds import ADVANCED, ATTACKED, BEGUN, FIRED_AT, NOBODY, RETREATED, TARGETS, Units
from adjudicator.engine.hexes import Hex
from adjudicator.engine.memory import Family, Lifetime
from adjudicator.engine.state import State
from adjudicator.engine.terms import DoneWord, MarkWord, NoteWord, PhaseWord, RatingWord, RollWord, Text, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Interval, Truth, Unknown, all_of, any_of, between, exactly, number, truth, unsure
from adjudicator.finding import Row

from . import fire_results
from .crowding import is_crowded
from .fire_results import Shot, lost_a_step
from .firepower import DieChange
from .opinion import Opinion
from .registry import SHARED
from .table import Table

SHARED.slot("morale.rating", "What is a unit's morale, in a check, in a rally or against a result?")
SHARED.slot("morale.die", "What is added to the die of a check or a rally?", "many", optional=True)

HIGHEST = 9  # more than any counter has
WORST = 9  # more than any result adds to the die
PASSED = frozenset(("passed", "pass", "succeeded", "rallied"))
FAILED = frozenset(("failed", "fail", "not rallied"))


ROLLED: Final = SHARED.family(
    "rolled {}", Units, "the units that rolled for this", lasts=Lifetime.PHASE, default=NOBODY, forbids=True
)
FAILURES: Final[Family[frozenset[tuple[str, Hex, str]]]] = SHARED.family(
    "failed {}",
    frozenset[tuple[str, str, str]],
    "the units that failed such a check, each with its hex and the kind of fire",
    lasts=Lifetime.PHASE,
    default=frozenset(),
    forbids=True,
)
STOOD: Final[Family[frozenset[tuple[Hex, str, int]]]] = SHARED.family(
    "stood by failed {}",
    frozenset[tuple[str, str, int]],
    "who was fired at in a hex where such a check failed, each with the steps lost by then",
    lasts=Lifetime.PHASE,
    default=frozenset(),
    forbids=True,
)
CAME_TO: Final = SHARED.family(
    "{} of {}",
    bool,
    "whether a unit passed its check, or rallied",
    lasts=Lifetime.PHASE,
    default=Unknown(factname.memory("whether it passed")),
)


@SHARED.rule("morale.rating")
def printed(
    table: Table,
    unit: Unit,
    purpose: str,
    *,
    rating: RatingWord = "morale",
    marks: Mapping[MarkWord, int] | None = None,
    as_printed_for: frozenset[RollWord] = frozenset(),
    check_before_losses: bool = False,
) -> tuple[Interval, tuple[Row, ...]]:
    """The number printed on the side that shows, changed by markers, except for purposes for which it counts as printed.

    In a check it may be the side that showed when the unit was fired at.
    """
    standing, shot = table.standing(unit.id), fire_results.last(table)
    lost = table.losses(unit.id)
    if check_before_losses and purpose == "check" and shot is not None:
        lost = shot.losses.get(unit.id, lost)
    value = number(unit.rating(rating, lost), 0, HIGHEST)
    rows = [Row(str(value), f"morale of {unit.name}")]
    if standing is not None and purpose not in as_printed_for:
        for mark, plus in (marks or {}).items():
            carried = standing.marked(mark, unit.id)
            if carried.no:
                continue
            value += exactly(plus) if carried.yes else between(min(0, plus), max(0, plus), *carried.needs)
            rows.append(Row(f"{plus:+d}", mark if carried.yes else f"perhaps {mark}"))
    return value, tuple(rows)


@SHARED.rule("morale.die")
def plus(
    table: Table, unit: Unit, *, plus: int, reason: Text, noted: Mapping[NoteWord, list[Text]] | None = None
) -> DieChange | None:
    """Something is added to the die, in certain scenarios (or whatever else is noted)."""
    said = all_of(table.is_said(name, values) for name, values in (noted or {}).items())
    if said.no:
        return None
    return DieChange(reason, between(min(0, plus), max(0, plus), *said.needs) if said.open else exactly(plus))


def morale_of(table: Table, unit: str, purpose: str) -> tuple[Interval, tuple[Row, ...]]:
    """The morale that counts for a purpose: check, rally, result."""
    owner = table.unit(unit)
    found: tuple[Interval, tuple[Row, ...]] = table.rules.one("morale.rating", side=owner.side)(table, owner, purpose)
    return found


def passes(table: Table, unit: str, purpose: str, die: int, more: Interval) -> tuple[Truth, tuple[Row, ...]]:
    """Is the die, with all that is added, no more than the unit's morale?"""
    morale, why = morale_of(table, unit, purpose)
    total, rows = exactly(die) + more, [Row(str(die), "die")]
    if more != exactly(0):
        rows.append(Row(f"+{more}", "for the result of the fire"))
    side = table.unit(unit).side
    for binding in table.rules.many("morale.die", side=side, purpose=purpose):
        change: DieChange | None = binding(table, table.unit(unit))
        if change is not None:
            total += change.plus
            span = change.plus
            worth = f"{span.low:+g}" if span.exact else f"{span.low:+g} to {span.high:+g}"
            rows.append(Row(worth, change.reason, binding.cite))
    return total.at_most(morale), (*rows, *why)


def demanded(table: Table, unit: str) -> tuple[Truth, Interval]:
    """Does the last fire ask a unit for a check, and what does its result add to the die?"""
    shot = fire_results.last(table)
    seen = shot is not None and unit in shot.units
    name = factname.fire_result() if seen else factname.fire_at(unit)
    outcome = shot.outcome if seen and shot is not None else fire_results.read(str(table.told.get(name, "?")))
    if outcome is None:
        return unsure(name), between(0, WORST, name)
    return truth(outcome.check), exactly(outcome.plus)


def _step_first(table: Table, shot: Shot | None, unit: str) -> Truth:
    """Has the step that a result takes besides been lost before the check?"""
    if shot is None or shot.outcome is None or not shot.outcome.steps or unit not in shot.units:
        return YES
    return truth(lost_a_step(table, shot))


def _says(result: str | None) -> bool | None:
    word = (result or "").strip().lower()
    return True if word in PASSED else False if word in FAILED else None


def _agrees(passed: Truth, said: bool | None) -> Truth:
    return YES if said is None else passed if said else ~passed


@SHARED.rule("check.roll", sort="morale check")
def checked(table: Table, roll: Roll, *, purpose: RollWord = "morale") -> Iterator[Opinion]:
    """A morale check is passed by a die no higher than the morale; a step lost to the same result is lost before it."""
    if roll.purpose != purpose or roll.unit is None or len(roll.dice) != 1:
        return
    name = table.unit(roll.unit).name
    wanted, more = demanded(table, roll.unit)
    if _not_fired_at(table, table.unit(roll.unit)):
        yield Opinion(NO, f"{name} checks its morale, and nobody has fired at it in this phase", units=(roll.unit,))
        return
    if wanted.no:
        yield Opinion(NO, f"{name} checks its morale, which the result of the fire does not ask for", units=(roll.unit,))
        return
    first = _step_first(table, fire_results.last(table), roll.unit)
    yield Opinion(first, f"a step is lost before {name} checks its morale", units=(roll.unit,))
    passed, rows = passes(table, roll.unit, "check", roll.dice[0], more)
    said = _agrees(passed, _says(roll.result))
    text = f"{name} {'fails' if passed.no else 'passes'} its morale check, the players took it as {roll.result}"
    unknown = f"whether {name} passes its morale check hangs on what is not known"
    yield Opinion(said, unknown if said.open else text, rows=rows, units=(roll.unit,))


@SHARED.rule("check.roll", sort="rally")
def rallied(
    table: Table,
    roll: Roll,
    *,
    purpose: RollWord = "rally",
    marker: MarkWord = "disrupted",
    phases: frozenset[PhaseWord] = frozenset(("rally",)),
) -> Iterator[Opinion]:
    """A unit with the marker rolls once in the rally phase, and rallies by a die no higher than its printed morale."""
    if roll.purpose != purpose or roll.unit is None or len(roll.dice) != 1:
        return
    unit, standing = table.unit(roll.unit), table.standing(roll.unit)
    if table.state.phase:
        text = f"{unit.name} tries to rally in the {table.state.phase} phase"
        yield Opinion(truth(table.state.phase in phases), text, units=(unit.id,))
    marked = NO if standing is None else standing.marked(marker, unit.id)
    yield Opinion(marked, f"{unit.name} tries to rally and {'is' if marked.no else 'may be'} not {marker}", units=(unit.id,))
    again = table.state.has(ROLLED[purpose], unit.id)
    yield Opinion(~again, f"{unit.name} tries to rally twice in one phase", units=(unit.id,))
    passed, rows = passes(table, unit.id, "rally", roll.dice[0], exactly(0))
    said = _agrees(passed, _says(roll.result))
    text = f"{unit.name} {'stays ' + marker if passed.no else 'rallies'}, the players took it as {roll.result}"
    unknown = f"whether {unit.name} rallies hangs on what is not known"
    yield Opinion(said, unknown if said.open else text, rows=rows, units=(unit.id,))


@SHARED.rule("after.roll")
def remembered(after: Table, roll: Roll, before: Table, *, purpose: RollWord = "morale", counts_as: DoneWord = "check") -> State:
    """What a check or a rally came to is noted until the phase ends."""
    if roll.purpose != purpose or roll.unit is None or len(roll.dice) != 1:
        return after.state
    more = demanded(before, roll.unit)[1] if counts_as == "check" else exactly(0)
    passed, _ = passes(before, roll.unit, counts_as, roll.dice[0], more)
    came_to = passed.answer if passed.answer is not None else _says(roll.result)
    noted = after.state.adding(ROLLED[purpose], roll.unit)
    last = fire_results.last(before)
    if counts_as == "check" and last is not None:
        noted = noted.remember(fire_results.SHOT, replace(last, checked=last.checked | {roll.unit}))
    if came_to is None:
        return noted
    if not came_to:
        kind, hex = last.kind if last is not None else "", before.place_of(roll.unit) or ""
        beside = (roll.unit, *(last.units if last is not None else ()))
        noted = noted.adding(FAILURES[purpose], (roll.unit, hex, kind))
        noted = noted.adding(STOOD[purpose], *((hex, each, before.losses(each)) for each in beside))
    return noted.remember(CAME_TO[purpose, roll.unit], came_to)


def outcome_of(table: Table, purpose: str, unit: str) -> bool | None:
    """Has a unit passed its check (or rallied) in this phase? None if nobody knows of one."""
    found: bool | None = table.state.sure(CAME_TO[purpose, unit], None)
    names = (factname.check(purpose, unit), factname.rally(unit))
    return found if found is not None else next((bool(table.told[name]) for name in names if name in table.told), None)


@SHARED.rule("check.mark")
def disrupted(
    table: Table,
    mark: Mark,
    *,
    marker: MarkWord = "disrupted",
    check: DoneWord = "morale",
    rally: DoneWord = "rally",
    phases: frozenset[PhaseWord] = frozenset(("rally",)),
) -> Iterator[Opinion]:
    """The marker comes with a failed check or a retreat, and goes when the unit has rallied."""
    if mark.mark != marker or mark.subject in table.grid:
        return
    unit, standing = table.unit(mark.subject), table.standing(mark.subject)
    already = NO if standing is None else standing.marked(marker, unit.id)
    if mark.on:
        yield Opinion(
            already | _reason_to_be(table, unit, check), f"nothing is known that makes {unit.name} {marker}", units=(unit.id,)
        )
        return
    if table.state.phase and table.state.phase not in phases:
        text = f"{unit.name} loses its marker {marker} in the {table.state.phase} phase"
        yield Opinion(NO, text, units=(unit.id,), fix=f"put the marker back on {unit.name}")
        return
    came_to = outcome_of(table, rally, unit.id)
    said = unsure(factname.rally(unit.id)) if came_to is None else truth(came_to)
    text = f"{unit.name} has not rallied" if said.no else f"whether {unit.name} has rallied is not known"
    yield Opinion(said, text, units=(unit.id,), fix=f"put the marker back on {unit.name}" if said.no else None)


def _reason_to_be(table: Table, unit: Unit, check: str) -> Truth:
    """Has the unit failed a check or retreated? A passed check alone does not rule out a combat or a crowded retreat."""
    came_to = outcome_of(table, check, unit.id)
    if came_to is False or table.state.has(RETREATED, unit.id).yes or is_crowded(table, unit.id).yes:
        return YES
    force = table.force(unit.side)
    crowded = any(other in force.units for other in table.state.those(RETREATED))
    known = came_to or _left_alone(table, unit)
    return NO if known and not crowded else table.asks(factname.why_marked(unit.id))


def _not_fired_at(table: Table, unit: Unit) -> bool:
    """Has the whole phase been seen, and nobody fired at the unit or at its hex, into which it has not retreated in it?"""
    state, place = table.state, table.place_of(unit.id)
    if not state.has(BEGUN, state.phase).yes or not state.phase or place is None or state.has(RETREATED, unit.id).yes:
        return False
    shot = fire_results.last(table)
    if isinstance(state.recall(fire_results.SHOT), Unknown) or (shot is not None and unit.id in shot.units):
        return False
    return not any({unit.id, place} & units for _, units in state.every(FIRED_AT))


def _left_alone(table: Table, unit: Unit) -> bool:
    """Has the whole phase been seen, and nobody fired at the unit or attacked, or was attacked by, its hex?"""
    state, place = table.state, table.place_of(unit.id)
    if place is None or not _not_fired_at(table, unit):
        return False
    if state.has(ATTACKED, unit.id).yes or place in state.those(TARGETS):
        return False
    beside = frozenset(table.friends_at(unit.side, place))
    done = state.those(ATTACKED) | state.those(RETREATED) | state.those(ADVANCED)
    return not beside & done


@SHARED.rule("check.phase")
def owed(
    table: Table,
    phase: Phase,
    *,
    marker: MarkWord = "disrupted",
    check: DoneWord = "morale",
    gone: frozenset[TraitWord] = frozenset(),
    instead: frozenset[DoneWord] = frozenset(),
) -> Iterator[Opinion]:
    """Units that failed a check in the phase have left their hex and carry the marker; some kinds are gone instead.

    After fire of some kinds a step lost `instead`, of any that was fired at in the hex, lets them stay.
    """
    for id_, hex, kind in sorted(table.state.those(FAILURES[check])):
        standing = table.standing(id_)
        if standing is None or (kind in instead and _paid(table, check, hex)):
            continue
        unit = table.unit(id_)
        lost = any_of(unit.has(trait) for trait in sorted(gone))
        if not lost.no:
            yield Opinion(~lost, f"{unit.name} failed its morale check and cannot retreat: it is eliminated", units=(id_,))
        if not lost.yes:
            off = truth(standing.place not in table.grid)  # it left the map, where nobody needs a marker
            left = lost | off | (truth(standing.place != hex) & standing.marked(marker, id_))
            yield Opinion(left, f"{unit.name} failed its morale check: it retreats and is {marker}", units=(id_,), hexes=(hex,))


def _paid(table: Table, check: str, hex: Hex) -> bool:
    """Has any of those that were fired at in a hex lost a step since a check failed there?"""
    stood = (each for each in table.state.those(STOOD[check]) if each[0] == hex)
    return any(table.standing(id_) is None or table.losses(id_) > lost for _, id_, lost in stood)
