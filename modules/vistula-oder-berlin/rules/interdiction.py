"""Air interdiction (12.4), an optional rule: aircraft over those who move, what they cost, and who flies no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from adjudicator.api import (
    NO,
    Attack,
    Lifetime,
    Lose,
    Opinion,
    Phase,
    Roll,
    Row,
    State,
    Table,
    deeds,
    factname,
    memory,
    printed,
    rule,
    terms,
    truth,
    unsure,
)

OWED: Final = memory("interdiction owed", dict[str, int], "the steps that a stack has to lose", lasts=Lifetime.PHASE, default={})
FLOWN: Final = memory(
    "interdiction flown", int, "the markers that flew against movement this turn", lasts=Lifetime.TURN, default=0
)
_WEATHER: Final = "weather"
_MOST: Final = 2  # steps that one attack from the air may cost
_NOWHERE: Final = "a place not told by "  # whom the die hit nobody has said


@rule("check.roll")
def interdiction_rolled(
    table: Table,
    roll: Roll,
    *,
    chart: terms.ChartWord,
    columns: Mapping[terms.RollWord, terms.Text],
    phase: terms.PhaseWord,
    many: int,
    markers: int,
    kind: terms.KindWord,
    flyer: terms.SideWord,
    side: terms.SideWord,
    not_kinds: frozenset[terms.KindWord],
) -> Iterator[Opinion]:
    """German aircraft attack an Allied stack that moves: the table, one more against many units or in the thaw."""
    column = columns.get(roll.purpose)
    if column is None:
        return
    if table.state.phase and table.state.phase != phase:
        yield Opinion(NO, f"aircraft attack movement in the {phase} phase, not in the {table.state.phase} phase")
    flown = table.state.sure(FLOWN, 0) + int(column)
    used = _in_combat(table, kind, flyer)
    rows = (Row(str(markers), "air support markers"), Row(str(flown + len(used)), "used this turn"))
    yield Opinion(truth(flown + len(used) <= markers), "no air support marker is left for it", rows)
    stack = _stack(table, roll)
    if stack is None:
        yield Opinion(unsure(factname.rolled_for(roll.purpose)), "nobody has said which stack was attacked from the air")
        return
    yield Opinion(truth(table.unit(stack[0]).side == side), "aircraft attack Soviet and Polish units only", units=stack)
    plus = _plus(table, stack, many, not_kinds)
    why = (Row(str(roll.dice[0]), "die"), *(Row(f"+{value}", reason) for value, reason in plus))
    right = _cost(table, chart, column, roll.dice[0] + sum(value for value, _ in plus))
    if roll.result is not None and not right:
        yield Opinion(unsure(factname.chart(chart)), "the table of interdiction is not known")
    elif roll.result is not None:
        yield Opinion(truth(roll.result == right), f"the result is {right}, not {roll.result}", (*why, Row(right, "result")))


def _stack(table: Table, roll: Roll) -> tuple[str, ...] | None:
    unit = _attacked(table, roll)
    place = "" if unit is None else table.place_of(unit)
    return table.friends_at(table.unit(unit).side, place) if unit is not None and place in table.grid and place else None


def _attacked(table: Table, roll: Roll) -> str | None:
    """One of the stack: as the roll says, or as somebody told."""
    return roll.unit or table.told.get(factname.rolled_for(roll.purpose))


def _plus(table: Table, stack: tuple[str, ...], many: int, not_kinds: frozenset[str]) -> tuple[tuple[int, str], ...]:
    counted = [id_ for id_ in stack if table.unit(id_).kind not in not_kinds]
    found = [(1, f"{len(counted)} units in the hex")] if len(counted) >= many else []
    return (*found, *([(1, "thaw")] if table.known(_WEATHER) == "thaw" else []))


def _cost(table: Table, chart: str, column: str, number: int) -> str:
    """What the table of interdiction says of a die with all that is added; nothing if the table is not known."""
    return str(getattr(printed.cell(table, chart, str(min(6, number)), column), "value", ""))


@rule("after.roll")
def interdiction_remembered(
    after: Table,
    roll: Roll,
    before: Table,
    *,
    chart: terms.ChartWord,
    columns: Mapping[terms.RollWord, terms.Text],
    many: int,
    not_kinds: frozenset[terms.KindWord],
) -> State:
    """Which markers flew, and what the stack has to lose: as was said, else as the table has it."""
    column = columns.get(roll.purpose)
    if column is None:
        return after.state
    state = after.state.remember(FLOWN, before.state.sure(FLOWN, 0) + int(column))
    unit, stack = _attacked(before, roll), _stack(before, roll)
    plus = [2] if stack is None else [value for value, _ in _plus(before, stack, many, not_kinds)]
    said = roll.result if roll.result is not None else _cost(before, chart, column, roll.dice[0] + sum(plus))
    lost = int(said) if said.isdigit() else 0 if said else _MOST
    place = before.place_of(unit) if unit is not None and stack is not None and said else None
    return state.amend(OWED, {**before.state.listed(OWED), place or _NOWHERE + roll.purpose: lost}) if lost else state


@rule("check.lose", sort="owed loss")
def interdiction_losses(table: Table, lose: Lose, *, because: terms.LossWord) -> Iterator[Opinion]:
    """The stack that was hit loses the steps of the result, whichever its owner wants."""
    if lose.because != because:
        return
    owed = table.state.listed(OWED)
    places = [table.place_of(id_) or "" for id_ in lose.steps]
    said = truth(all(places.count(place) <= owed.get(place, 0) for place in places))
    vague = next((each for each, steps in owed.items() if each.startswith(_NOWHERE) and len(places) <= steps), None)
    if said.no and vague is not None:
        said = unsure(factname.rolled_for(vague.removeprefix(_NOWHERE)))
    rows = tuple(Row(str(steps), f"steps to lose at {place}") for place, steps in sorted(owed.items()))
    yield Opinion(said, f"{table.names(tuple(dict.fromkeys(lose.steps)))} lost more steps than the aircraft took", rows)


@rule("check.lose")
def no_interdiction(table: Table, lose: Lose, *, because: terms.LossWord) -> Iterator[Opinion]:
    """Without the option aircraft take no steps of those who move."""
    if lose.because == because:
        names = table.names(tuple(dict.fromkeys(lose.steps)))
        yield Opinion(NO, f"{names} lost steps to air interdiction, an optional rule that is not in force")


@rule("after.lose")
def interdiction_paid(after: Table, lose: Lose, before: Table, *, because: terms.LossWord) -> State:
    """What was lost is owed no longer."""
    if lose.because != because:
        return after.state
    owed = dict(before.state.listed(OWED))
    for place in (before.place_of(id_) or "" for id_ in lose.steps):
        where = place if owed.get(place) else next((each for each in owed if each.startswith(_NOWHERE)), place)
        owed[where] = owed.get(where, 0) - 1
    return after.state.amend(OWED, {place: steps for place, steps in owed.items() if steps > 0})


@rule(on=(Roll, Phase))
def interdiction_settled(
    table: Table, action: Roll | Phase, *, not_kinds: frozenset[terms.KindWord], never: frozenset[terms.TraitWord]
) -> Iterator[Opinion]:
    """Steps lost to aircraft are taken before the next attack from the air and before the phase ends, if there are any."""
    for place, steps in sorted(table.state.listed(OWED).items()):
        if place.startswith(_NOWHERE):
            continue
        here = (table.unit(id_) for force in table.state.forces.values() for id_ in force.at(place))
        units = tuple(unit.id for unit in here if unit.kind not in not_kinds and not any(unit.has(each).yes for each in never))
        if units:
            yield Opinion(
                NO, f"the stack at {table.at(place)} has {steps} steps to lose to aircraft", units=units, hexes=(place,)
            )


@rule("check.attack")
def no_more_aircraft_than_left(
    table: Table, attack: Attack, *, markers: int, kind: terms.KindWord, side: terms.SideWord
) -> Iterator[Opinion]:
    """Markers that flew against movement support no combat in the same turn."""
    now = _supporting(table, attack, kind, side)
    before = _in_combat(table, kind, side)
    flown = table.state.sure(FLOWN, 0)
    if now and flown:
        rows = (Row(str(markers), "air support markers"), Row(str(flown), "flew against movement"))
        said = truth(flown + len(now | before) <= markers)
        yield Opinion(said, f"{table.names(tuple(sorted(now)))} flew against movement this turn", rows, units=tuple(sorted(now)))


def _in_combat(table: Table, kind: str, side: str) -> set[str]:
    return _such(table, table.state.those(deeds.SUPPORTED), kind, side)


def _supporting(table: Table, attack: Attack, kind: str, side: str) -> set[str]:
    return _such(table, (each.unit for each in (*attack.support, *attack.defence)), kind, side)


def _such(table: Table, ids: Iterable[str], kind: str, side: str) -> set[str]:
    return {id_ for id_ in ids if (table.unit(id_).kind, table.unit(id_).side) == (kind, side)}


@rule(on=(Roll, Attack))
def grounded_from_both(
    table: Table,
    action: Roll | Attack,
    *,
    turns: frozenset[int],
    most: int,
    kind: terms.KindWord,
    side: terms.SideWord,
    columns: Mapping[terms.RollWord, terms.Text],
) -> Iterator[Opinion]:
    """In some turns no more than so many markers fly, those against movement counted with those in combat."""
    now = _supporting(table, action, kind, side) if isinstance(action, Attack) else set[str]()
    sent = int(columns.get(action.purpose, "0")) if isinstance(action, Roll) else 0
    flown, used = table.state.sure(FLOWN, 0) + sent, _in_combat(table, kind, side) | now
    if table.state.turn in turns and (sent or (now and flown)):
        rows = (Row(str(most), "may fly in this turn"), Row(str(flown), "against movement"), Row(str(len(used)), "in combat"))
        said = truth(flown + len(used) <= most)
        yield Opinion(said, f"more than {most} flew in turn {table.state.turn}", rows, units=tuple(sorted(now)))
