"""Optional rules: the Führer's orders and the thaw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from adjudicator.api import (
    NO,
    Attack,
    Lifetime,
    Opinion,
    Phase,
    Roll,
    Row,
    State,
    Table,
    circumstances,
    combat,
    deeds,
    memory,
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
_WEATHER: Final = "weather"


def _at_the_beginning(table: Table, roll: Roll, phase: str) -> Iterator[Opinion]:
    if table.state.phase and table.state.phase != phase:
        yield Opinion(
            NO, f"the die for {roll.purpose} is rolled at the beginning of a turn, not in the {table.state.phase} phase"
        )
    if table.state.stated(deeds.ROLLS[roll.purpose]) is not None:
        yield Opinion(NO, f"the die for {roll.purpose} was rolled before in this turn")


def _read(roll: Roll, right: str) -> Iterator[Opinion]:
    rows = (Row(str(roll.dice[0]), "die"), Row(right, "its result"))
    if len(roll.dice) != 1:
        yield Opinion(NO, f"one die is rolled for {roll.purpose}, not {len(roll.dice)}")
    elif roll.result is not None:
        yield Opinion(truth(roll.result == right), f"{roll.purpose}: a {roll.dice[0]} is {right}, not {roll.result}", rows)


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
