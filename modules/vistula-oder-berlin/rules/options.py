"""Optional rules: air interdiction, the Führer's orders, the thaw."""

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
    circumstances,
    combat,
    deeds,
    factname,
    memory,
    printed,
    rule,
    terms,
    truth,
    unsure,
)

OFFENSIVE: Final = memory(
    "fuehrer offensive", str, "the turn in which the Führer ordered an offensive", lasts=Lifetime.GAME, default=""
)
GREATEST: Final = memory(
    "offensive made", bool, "whether an attack of this turn was great enough for the Führer", lasts=Lifetime.TURN, default=False
)
THAWED: Final = memory("thawed", str, "the turn in which the thaw came", lasts=Lifetime.GAME, default="")
OWED: Final = memory("interdiction owed", dict[str, int], "the steps that a stack has to lose", lasts=Lifetime.PHASE, default={})
FLOWN: Final = memory(
    "interdiction flown", int, "the markers that flew against movement this turn", lasts=Lifetime.TURN, default=0
)
_WEATHER: Final = "weather"


def _at_the_beginning(table: Table, roll: Roll, phase: str) -> Iterator[Opinion]:
    if table.state.phase and table.state.phase != phase:
        yield Opinion(
            NO, f"the die for {roll.purpose} is rolled at the beginning of a turn, not in the {table.state.phase} phase"
        )


def _read(roll: Roll, right: str) -> Iterator[Opinion]:
    rows = (Row(str(roll.dice[0]), "die"), Row(right, "its result"))
    if len(roll.dice) != 1:
        yield Opinion(NO, f"one die is rolled for {roll.purpose}, not {len(roll.dice)}")
    elif roll.result is not None:
        yield Opinion(truth(roll.result == right), f"{roll.purpose}: a {roll.dice[0]} is {right}, not {roll.result}", rows)


# --- air interdiction (12.4)


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
    plus = _plus(table, tuple(id_ for id_ in stack if table.unit(id_).kind not in not_kinds), many)
    told = printed.cell(table, chart, str(min(6, roll.dice[0] + sum(value for value, _ in plus))), column)
    why = (Row(str(roll.dice[0]), "die"), *(Row(f"+{value}", reason) for value, reason in plus))
    right = str(getattr(told, "value", ""))
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


def _plus(table: Table, stack: tuple[str, ...], many: int) -> tuple[tuple[int, str], ...]:
    found = [(1, f"{len(stack)} units in the hex")] if len(stack) >= many else []
    return (*found, *([(1, "thaw")] if table.known(_WEATHER) == "thaw" else []))


@rule("after.roll")
def interdiction_remembered(after: Table, roll: Roll, before: Table, *, columns: Mapping[terms.RollWord, terms.Text]) -> State:
    """Which markers flew, and what the stack has to lose."""
    column = columns.get(roll.purpose)
    if column is None:
        return after.state
    state = after.state.remember(FLOWN, before.state.sure(FLOWN, 0) + int(column))
    unit = _attacked(before, roll)
    place = None if unit is None else before.place_of(unit)
    lost = int(roll.result) if roll.result is not None and roll.result.isdigit() else 0
    return state.amend(OWED, {**before.state.listed(OWED), place: lost}) if place and lost else state


@rule("check.lose")
def interdiction_losses(table: Table, lose: Lose, *, because: terms.LossWord) -> Iterator[Opinion]:
    """The stack that was hit loses the steps of the result, whichever its owner wants."""
    if lose.because != because:
        return
    owed = table.state.listed(OWED)
    places = [table.place_of(id_) or "" for id_ in lose.steps]
    said = truth(all(places.count(place) <= owed.get(place, 0) for place in places))
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
        owed[place] = owed.get(place, 0) - 1
    return after.state.amend(OWED, {place: steps for place, steps in owed.items() if steps > 0})


@rule(on=(Roll, Phase))
def interdiction_settled(table: Table, action: Roll | Phase) -> Iterator[Opinion]:
    """Steps lost to aircraft are taken before the next attack from the air, and before the phase ends."""
    for place, steps in sorted(table.state.listed(OWED).items()):
        units = tuple(id_ for force in table.state.forces.values() for id_ in force.at(place) if table.unit(id_).kind != "air")
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


# --- dice that are due


@rule("check.phase")
def dice_not_forgotten(
    table: Table,
    change: Phase,
    *,
    purpose: terms.RollWord,
    turns: frozenset[int],
    phase: terms.PhaseWord,
    done: terms.NoteWord,
) -> Iterator[Opinion]:
    """Nobody goes on with such a turn before a die is rolled for this, unless it has happened before."""
    begins = table.state.phase == phase and change.phase != phase
    if not begins or table.state.turn not in turns or table.known(done):
        return
    rolled = table.state.stated(deeds.ROLLS[purpose])
    yield Opinion(truth(rolled is not None), f"no die was rolled for {purpose} in turn {table.state.turn}")


# --- orders of the Führer (12.5)


@rule("check.roll")
def fuehrer_rolled(
    table: Table, roll: Roll, *, purpose: terms.RollWord, from_turn: int, orders_on: frozenset[int], phase: terms.PhaseWord
) -> Iterator[Opinion]:
    """From a turn on a die says whether the Führer orders an offensive; once a game."""
    if roll.purpose != purpose:
        return
    yield from _at_the_beginning(table, roll, phase)
    rows = (Row(str(from_turn), "the first turn with orders"),)
    yield Opinion(truth(table.state.turn >= from_turn), f"the Führer gives no orders before turn {from_turn}", rows)
    before = table.state.sure(OFFENSIVE, "")
    yield Opinion(truth(not before), f"the Führer has had his offensive in turn {before}")
    yield from _read(roll, "offensive" if roll.dice[0] in orders_on else "none")


@rule("after.roll")
def fuehrer_remembered(after: Table, roll: Roll, before: Table, *, purpose: terms.RollWord, orders_on: frozenset[int]) -> State:
    """The turn of the offensive is remembered."""
    ordered = roll.purpose == purpose and roll.dice[0] in orders_on and not before.state.sure(OFFENSIVE, "")
    return after.state.remember(OFFENSIVE, str(before.state.turn)) if ordered else after.state


@rule("after.attack")
def offensive_counted(
    after: Table,
    attack: Attack,
    before: Table,
    *,
    side: terms.SideWord,
    steps: int,
    mobile: int,
    traits: frozenset[terms.TraitWord],
) -> State:
    """Whether an attack was great enough for the Führer is remembered."""
    units = [id_ for id_ in attack.attackers if before.unit(id_).side == side]
    fast = [id_ for id_ in units if any(before.unit(id_).has(trait).yes for trait in traits)]
    great = _steps(before, units) >= steps and _steps(before, fast) >= mobile
    return after.state.remember(GREATEST, True) if great else after.state


def _steps(table: Table, units: list[str]) -> int:
    return sum(combat.aftermath.steps_left(table, id_) for id_ in units)


@rule("check.phase")
def offensive_was_made(table: Table, change: Phase, *, phase: terms.PhaseWord, steps: int, mobile: int) -> Iterator[Opinion]:
    """In the turn of the offensive the German makes one attack that is great enough."""
    if table.state.phase != phase or change.phase == phase or table.state.sure(OFFENSIVE, "") != str(table.state.turn):
        return
    made = table.state.recall(GREATEST)
    said = unsure(made.key) if hasattr(made, "key") else truth(bool(made.value))
    rows = (Row(str(steps), "steps at the least"), Row(str(mobile), "of them mobile"))
    yield Opinion(said, f"the Führer ordered an attack of {steps} steps in turn {table.state.turn}, and none was made", rows)


# --- thaw (12.6)


@rule("check.roll")
def thaw_rolled(
    table: Table, roll: Roll, *, purpose: terms.RollWord, thaws_on: Mapping[terms.Text, int], phase: terms.PhaseWord
) -> Iterator[Opinion]:
    """A die in turn 2, and in turn 3 if it did not thaw then; once a game."""
    if roll.purpose != purpose:
        return
    yield from _at_the_beginning(table, roll, phase)
    most = thaws_on.get(str(table.state.turn))
    if most is None:
        yield Opinion(NO, f"no die is rolled for the thaw in turn {table.state.turn}")
        return
    before = table.state.sure(THAWED, "")
    yield Opinion(truth(not before), f"the thaw came in turn {before}, and comes once")
    yield from _read(roll, "thaw" if roll.dice[0] <= most else "none")


@rule("after.roll")
def thaw_remembered(
    after: Table, roll: Roll, before: Table, *, purpose: terms.RollWord, thaws_on: Mapping[terms.Text, int]
) -> State:
    """When it thaws, that is the weather of the turn."""
    if roll.purpose != purpose or roll.dice[0] > thaws_on.get(str(before.state.turn), 0):
        return after.state
    return _weather(after.state.remember(THAWED, str(before.state.turn)), "thaw")


@rule("after.phase")
def thaw_comes_and_goes(after: Table, change: Phase, before: Table, *, at_last: int) -> State:
    """The thaw is over with its turn; in the last turn in which it may come it comes by itself."""
    if after.state.turn == before.state.turn:
        return after.state
    if after.state.turn == at_last and not before.state.sure(THAWED, ""):
        return _weather(after.state.remember(THAWED, str(at_last)), "thaw")
    return _weather(after.state, "") if before.known(_WEATHER) == "thaw" else after.state


def _weather(state: State, value: str) -> State:
    return state.remember(circumstances.WEATHER, value)
