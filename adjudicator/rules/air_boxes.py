"""Air units between their boxes: ready, flown, being refitted, and back; whose box is whose; weather."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final, Literal, get_args

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.deeds import NOBODY, SUPPORTED, Units
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import BoxWord, KindWord, MannerWord, PhaseWord, RollWord, SideOrFront, Term, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Unknown, exactly, truth, unsure
from adjudicator.finding import Row

from .chits import EVENT
from .opinion import Opinion
from .registry import SHARED
from .table import Table

Stage = Literal["take-off", "home", "return", "die", "refit", "back", "landing"]
STAGES: frozenset[Stage] = frozenset(get_args(Stage))

FLOWN: Final[Memory[dict[str, str]]] = SHARED.memory(
    "flown", dict[str, str], "how each air unit supported a combat", lasts=Lifetime.GAME, default={}, words=(Term.UNIT,)
)
WEATHER: Final[Memory[dict[str, str]]] = SHARED.memory(
    "air moves",
    dict[str, str],
    "the air units that bad weather sends to other boxes, and to which",
    lasts=Lifetime.COMBAT,
    default={},
    forbids=True,
)
RETURN: Final = SHARED.family(
    "air return {}",
    int,
    "the die for its return from refit",
    lasts=Lifetime.TURN,
    default=Unknown(factname.memory("result of the die for {}")),
)

STRUCK_DOWN: Final = SHARED.memory(
    "struck down", Units, "the air units that the die of their combat grounds", lasts=Lifetime.GAME, default=NOBODY, forbids=True
)

FLOWN_IN: Final[Memory[dict[str, int]]] = SHARED.memory(
    "flown in turn",
    dict[str, int],
    "the air units that have flown and come into no box since, each with the turn",
    lasts=Lifetime.GAME,
    default={},
    forbids=True,
)

BOXED: Final = SHARED.memory(
    "boxed", Units, "the air units that came into a box", lasts=Lifetime.TURN, default=NOBODY, forbids=True, words=(Term.UNIT,)
)


def home_of(unit: Unit, ready: Mapping[str, str]) -> str | None:
    """The box of its own: by formation, front or side."""
    return next(
        (ready[key] for key in (unit.id, unit.formation, unit.formation.partition("/")[0], unit.side) if key in ready), None
    )


@SHARED.rule("check.move", sort="landing")
def between_boxes(
    table: Table,
    move: act.Move,
    *,
    ready: Mapping[SideOrFront, BoxWord],
    grounded: BoxWord = "grounded",
    refit: BoxWord = "refit",
    flown_full: MannerWord = "full",
    refit_in: frozenset[PhaseWord] = frozenset(),
    return_in: frozenset[PhaseWord] = frozenset(),
    must_roll: Mapping[TraitWord, int] | None = None,
    kinds: frozenset[KindWord] = frozenset({"air"}),
    stages: frozenset[Stage] = STAGES,
) -> Iterator[Opinion]:
    """Air units go from grounded to refit and from refit to their own ready box, one stage a turn, each in its own segment.

    After a full attack a unit is grounded, after a normal one it is refitted. Those with a trait of `must_roll` return from
    refit only on such a number or more. `stages` are those looked at, for games that cite a section of its own for each.
    """
    for id_ in move.units:
        unit, frm = table.unit(id_), table.place_of(id_)
        if unit.kind not in kinds or frm is None or frm == move.to:
            continue
        home, to = home_of(unit, ready), move.to
        found: dict[Stage, Iterable[Opinion]]
        if table.state.listed(WEATHER).get(id_) == to:
            found = {"back": [Opinion(YES, rows=(Row(to, "the weather sends it there"),), units=(id_,))]}
        elif to in table.grid:
            found = {"take-off": _taking_off(table, unit, frm, home)}
        elif to in ready.values():
            found = {"home": _home(table, unit, frm, to, home, grounded, refit)}
            if frm == refit and to == home:
                found["return"] = _in_segment(table, unit, return_in, "returned from refit")
                found["die"] = _rolled(table, unit, must_roll or {})
        elif to not in (grounded, refit):
            continue
        elif frm == refit:
            found = {"back": _back(table, unit, frm)}
        elif (frm, to) == (grounded, refit):
            found = {"refit": _in_segment(table, unit, refit_in, "went to refit")}
        else:
            found = {"landing": _landing(table, unit, to, grounded, refit, flown_full)}
        yield from chain.from_iterable(opinions for stage, opinions in found.items() if stage in stages)


def _taking_off(table: Table, unit: Unit, frm: str, home: str | None) -> Iterator[Opinion]:
    if frm in table.grid or home is None:
        return
    said = truth(frm == home)
    yield Opinion(
        said, f"{unit.name} flew from {frm}: only units in {home} are ready", units=(unit.id,), fix=f"put it back into {frm}"
    )


def _home(table: Table, unit: Unit, frm: str, to: str, home: str | None, grounded: str, refit: str) -> Iterator[Opinion]:
    home = home or table.told.get(factname.air_army(unit.id))
    if home is None:
        yield Opinion(unsure(factname.air_army(unit.id)), f"to which air army {unit.name} belongs is not known", units=(unit.id,))
    elif to != home:
        yield Opinion(NO, f"{unit.name} belongs to {home} and never goes to {to}", units=(unit.id,), fix=f"put it into {home}")
    elif frm == grounded:
        yield Opinion(
            NO, f"{unit.name} is grounded and must be refitted first", units=(unit.id,), fix=f"put {unit.name} into {refit}"
        )
    elif frm in table.grid:
        used = unit.id in table.state.listed(FLOWN) or table.state.has(SUPPORTED, unit.id).yes
        yield Opinion(truth(not used), f"{unit.name} has flown and goes to {grounded} or {refit}", units=(unit.id,))


def _in_segment(table: Table, unit: Unit, segments: frozenset[str], what: str) -> Iterator[Opinion]:
    """Each stage has its segment; and nobody goes through two stages in one turn."""
    if table.state.phase and segments:
        now = table.state.phase
        message = f"{unit.name} {what} in the {now} phase, not in: {', '.join(sorted(segments))}"
        yield Opinion(truth(now in segments), message, units=(unit.id,))
    fresh = ~table.state.has(BOXED, unit.id)
    yield Opinion(fresh, f"{unit.name} {what} in the turn in which it came into its box", units=(unit.id,))


def _back(table: Table, unit: Unit, frm: str) -> Iterator[Opinion]:
    """Only bad weather sends a unit back a stage; where no event is on record nobody can say that there was none."""
    said = table.asks(factname.weather_for(unit.id)) if table.state.stated(EVENT) is None else NO
    yield Opinion(said, f"{unit.name} went back from refit to grounded", units=(unit.id,), fix=f"put {unit.name} back into {frm}")


def _rolled(table: Table, unit: Unit, must_roll: Mapping[str, int]) -> Iterator[Opinion]:
    for trait, least in must_roll.items():
        has = unit.has(trait)
        if has.no:
            continue
        die = table.told.get(factname.die_for(unit.id)) or table.state.sure(RETURN[unit.id], None)
        if die is None:
            rolled, rows = unsure(factname.die_for(unit.id)), tuple[Row, ...]()
        else:
            rolled = exactly(die).at_least(exactly(least))
            rows = (Row(str(die), "rolled"), Row(str(least), "needed"))
        yield Opinion(~has | rolled, f"{unit.name} returns from refit on {least} or more only", rows, units=(unit.id,))


def _landing(table: Table, unit: Unit, to: str, grounded: str, refit: str, flown_full: str) -> Iterator[Opinion]:
    """From a combat, or from its ready box where the players do not show the flight."""
    flown = table.state.listed(FLOWN)
    how = flown.get(unit.id) or table.told.get(factname.flown(unit.id)) or table.told.get(factname.flight(unit.id))
    if not how:
        key = factname.flown(unit.id) if how == "" or table.state.has(SUPPORTED, unit.id).yes else factname.flight(unit.id)
        yield Opinion(unsure(key), f"whether {unit.name} goes to {to} hangs on how it flew", units=(unit.id,))
        return
    struck = table.state.has(STRUCK_DOWN, unit.id).yes
    right = grounded if how == flown_full or struck else refit
    why = "was grounded by the die" if struck else f"made a {how} attack"
    message = f"{unit.name} {why} and goes to {right}, not to {to}"
    yield Opinion(truth(to == right), message, units=(unit.id,), fix=f"put {unit.name} into {right}")


@SHARED.rule("after.attack")
def remember_flights(
    after: Table,
    attack: act.Attack,
    before: Table,
    *,
    kinds: frozenset[KindWord] = frozenset({"air"}),
    grounding: frozenset[int] = frozenset(),
) -> State:
    """How an air unit flew decides where it goes, and in some games what the die of its combat shows."""
    flights = {each.unit: each.how for each in (*attack.support, *attack.defence) if before.unit(each.unit).kind in kinds}
    if not flights:
        return after.state
    state = after.state.amend(FLOWN, {**after.state.listed(FLOWN), **flights})
    state = state.remember(FLOWN_IN, {**state.listed(FLOWN_IN), **dict.fromkeys(flights, state.turn)})
    struck = attack.die in grounding
    down = state.those(STRUCK_DOWN)
    return (
        state.remember(STRUCK_DOWN, down | frozenset(flights) if struck else down - frozenset(flights))
        if down or struck
        else state
    )


@SHARED.rule("after.move")
def remember_boxes(
    after: Table, move: act.Move, before: Table, *, boxes: frozenset[BoxWord], kinds: frozenset[KindWord] = frozenset({"air"})
) -> State:
    """Who came into one of these boxes this turn does not leave it this turn; its flight and the weather are done with."""
    units = tuple(unit for unit in move.units if before.unit(unit).kind in kinds and before.place_of(unit) != move.to)
    state = after.state
    if not units:
        return state
    if move.to in boxes:
        state = state.adding(BOXED, *units)
    for memory in (FLOWN, WEATHER):
        if move.to not in after.grid and state.listed(memory):
            state = state.amend(memory, {unit: said for unit, said in state.listed(memory).items() if unit not in units})
    if move.to not in after.grid:
        state = state.remember(FLOWN_IN, {unit: turn for unit, turn in state.listed(FLOWN_IN).items() if unit not in units})
    return state


@SHARED.rule("check.attack", sort="help")
def refitted_since(
    table: Table, attack: act.Attack, *, flown_full: MannerWord = "full", kinds: frozenset[KindWord] = frozenset({"air"})
) -> Iterator[Opinion]:
    """Who flew is away until the next turn, after a full attack until the one after that, though nobody moved it to its boxes."""
    for id_ in dict.fromkeys(each.unit for each in (*attack.support, *attack.defence) if table.unit(each.unit).kind in kinds):
        turn, unit = table.state.listed(FLOWN_IN).get(id_), table.unit(id_)
        how = table.state.listed(FLOWN).get(id_) or table.told.get(factname.flown(id_))
        if turn is None or turn == table.state.turn:
            continue
        grounded = (
            YES if table.state.has(STRUCK_DOWN, id_).yes else truth(how == flown_full) if how else unsure(factname.flown(id_))
        )
        said = truth(turn + 2 <= table.state.turn) | ~grounded
        rows = (Row(str(turn), f"turn in which {unit.name} flew"), Row("+2", "turns until it is back from a full attack"))
        doubt = "is" if said.no else "is perhaps"
        message = f"{unit.name} {doubt} still being refitted after its flight in turn {turn}" * (not said.yes)
        yield Opinion(said, message, rows, units=(id_,))


@SHARED.rule("after.roll")
def remember_rolls(after: Table, roll: act.Roll, before: Table, *, purpose: RollWord = "air return") -> State:
    """The die for the return of one unit counts for that unit and that turn."""
    if roll.purpose != purpose or roll.unit is None or len(roll.dice) != 1:
        return after.state
    return after.state.remember(RETURN[roll.unit], roll.dice[0])


@SHARED.rule(on=(act.Draw, act.Activate, act.Attack, act.Phase))
def weather_obeyed(table: Table, action: Any) -> Iterator[Opinion]:
    """What the weather sends to other boxes goes there at once."""
    for id_, box in sorted(table.state.listed(WEATHER).items()):
        name = table.unit(id_).name
        said = truth(table.place_of(id_) == box)
        yield Opinion(said, f"bad weather sends {name} to {box} before play goes on", units=(id_,), fix=f"put {name} into {box}")


@SHARED.rule("check.phase", sort="leaving in time")
def all_landed(table: Table, change: act.Phase, *, kinds: frozenset[KindWord] = frozenset({"air"})) -> Iterator[Opinion]:
    """When the turn ends every air unit is in some box: none stays over the map."""
    if change.turn is None or change.turn <= table.state.turn:
        return
    for unit, standing in table.state.units:
        if unit.kind in kinds and standing.place in table.grid:
            message = f"{unit.name} is still over {table.at(standing.place)} at the end of turn {table.state.turn}"
            yield Opinion(NO, message, units=(unit.id,), hexes=(standing.place,), fix=f"put {unit.name} into the box it goes to")
