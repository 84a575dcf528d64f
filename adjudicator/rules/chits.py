"""The cup: which chits are in it, when drawing ends, and which of those drawn are acted upon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.deeds import CHIT, DRAWN, NOBODY, Units
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.state import State
from adjudicator.engine.terms import (
    BoxWord,
    ChartWord,
    ChitChart,
    ChitKindWord,
    ColumnWord,
    FormationWord,
    SectionWord,
    SideOrFront,
    Term,
)
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Interval, Known, Truth, Unknown, all_of, any_of, between, exactly, truth, unsure
from adjudicator.finding import Row

from .entry import CALLED, GONE, arrivals, calling
from .opinion import Opinion
from .printed import Line, count, guessed, lines
from .registry import SHARED
from .table import Table

LAST_TURN = 1000  # beyond that of any game
USED: Final = SHARED.memory(
    "used chits",
    Units,
    "the chits that never return to the cup",
    lasts=Lifetime.GAME,
    default=NOBODY,
    forbids=True,
    words=(Term.CHIT,),
)
IDLE: Final = SHARED.memory(
    "idle chits", Units, "the chits drawn that are not acted upon", lasts=Lifetime.TURN, default=NOBODY, forbids=True
)
LOST: Final = SHARED.family(
    "lost activations {}", int, "the activations that events took from a group", lasts=Lifetime.TURN, default=0, forbids=True
)
EVENT: Final = SHARED.memory("event", str, "the event rolled last", lasts=Lifetime.GAME, default=Unknown(factname.event()))
FREE_ACTIVATION: Final = SHARED.memory(
    "free activation",
    str,
    "the side that may activate any headquarters by an event",
    lasts=Lifetime.GAME,
    default=Unknown(factname.event()),
    words=(Term.SIDE,),
)
DRAWS_SHOWN: Final = SHARED.memory(
    "draws shown", bool, "whether every chit that is drawn is seen to be", lasts=Lifetime.GAME, default=False, forbids=True
)
COMMANDS = frozenset({"command", "front", "hgm"})  # kinds that count against the limits


def chit(table: Table, chart: str, name: str) -> Line | None:
    """What the chart of chits says of one; None if it says nothing."""

    def by_name() -> Mapping[str, Line]:
        found: dict[str, Line] = {}
        for row in lines(table, chart) or ():
            for called in (row[""], row.get("id"), row.get("name")):
                if called is not None:
                    found.setdefault(called, row)
        return found

    return table.game.cached(("chits by name", chart), by_name).get(name) or _told(table, chart, name)


def _told(table: Table, chart: str, name: str) -> Line | None:
    """A chit that the chart does not have, as somebody told: of a headquarters, or like another chit."""
    told = table.told.get(factname.chit(name))
    if told is None or told == name:
        return None
    if not _is_unit(table, told):
        return chit(table, chart, told)
    unit = table.unit(told)
    front = unit.formation.partition("/")[0]
    every = lines(table, chart) or ()
    fronts = {row.get("front") for row in every}
    kind = next((row.get("kind", "") for row in every if row.get("hq")), "")
    return {"": name, "kind": kind, "hq": told, "side": unit.side, "front": front if front in fronts else ""}


def called(table: Table, name: str, chart: str = "chits") -> str:
    """A chit in words: by its title, or by the headquarters that it activates."""
    row = chit(table, chart, name) or {}
    headquarters = row.get("hq", "")
    return row.get("title") or (f"of {table.unit(headquarters).name}" if _is_unit(table, headquarters) else name)


def kind_of(table: Table, chart: str, name: str) -> str:
    row = chit(table, chart, name)
    return "" if row is None else row.get("kind", "")


def drawn(table: Table) -> tuple[str, ...]:
    """The chits drawn this turn, in their order."""
    return table.state.sure(DRAWN, ())


def none_yet(table: Table) -> bool:
    """Is it certain that nobody has drawn a chit this turn?"""
    return table.state.sure(DRAWS_SHOWN, False) and table.state.recall(DRAWN) == Known(())


def group_of(row: Line) -> str:
    """Against whose limit a chit counts: a front, or else its side."""
    return row.get("front") or row.get("side", "")


@SHARED.rule("check.draw")
def in_the_cup(
    table: Table,
    draw: act.Draw,
    *,
    chart: ChitChart = "chits",
    boxes: frozenset[BoxWord] = frozenset(),
    kinds: frozenset[ChitKindWord] = frozenset(),
) -> Iterator[Opinion]:
    """A chit is drawn only while it is in the cup: come by its turn or brought early, not drawn before, its headquarters in play.

    `boxes` are those where headquarters wait that were taken off the map; `kinds` the chits looked at, an empty one for those
    of which nothing is stated.
    """
    row = chit(table, chart, draw.chit)
    if kinds and ("" if row is None else row.get("kind", "")) not in kinds:
        return
    if row is None:
        stated = lines(table, chart) is not None
        yield Opinion(
            unsure(factname.chit(draw.chit) if stated else factname.chart(chart)), f"nobody has stated the chit {draw.chit}"
        )
        return
    used, it = table.state.those(USED), f"the chit {called(table, draw.chit, chart)}"
    yield Opinion(truth(draw.chit not in drawn(table)), f"{it} was drawn before in turn {table.state.turn}")
    yield Opinion(truth(draw.chit not in used), f"{it} does not return to the cup once it has taken effect")
    said, message = _has_come(table, row), f"{it} comes into the cup in turn {row.get('turn')}"
    now = Row(str(table.state.turn), "the turn")
    yield Opinion(said, message if row.get("turn") else f"whether {it} is in the cup yet is not known", (now,))
    if row.get("hq"):
        gone = table.state.listed(GONE).get(row["hq"])
        away = table.place_of(row["hq"]) in boxes if _is_unit(table, row["hq"]) else False
        name = table.unit(row["hq"]).name if _is_unit(table, row["hq"]) else row["hq"]
        yield Opinion(truth(gone is None and not away), f"{it} left the cup with its headquarters {name}")


def _is_unit(table: Table, name: str) -> bool:
    return any(name in force.units for force in table.state.forces.values())


def _has_come(table: Table, row: Line) -> Truth:
    turn = row.get("turn", "")
    if turn.isdigit() and table.state.turn >= int(turn):
        return YES
    hq = row.get("hq", "")
    brought = table.state.has(CALLED, hq) if _arrives(table, hq) else NO
    if hq and brought.yes:
        return YES
    if not turn.isdigit() and _is_unit(table, hq) and table.place_of(hq) in table.grid:
        return YES
    # What an event brings early has its chit in the cup; without record of the events nobody can tell.
    if turn.isdigit() and not (hq and brought.open):
        return NO
    return exactly(table.state.turn).at_least(table.asks_number(factname.chit_turn(row[""]), 0, LAST_TURN))


def _arrives(table: Table, hq: str) -> bool:
    """May the headquarters come in play? One of which the calendar knows nothing is there from the start: nothing brings it."""
    return arrivals(table, "arrivals", hq) != () or guessed(table, "arrivals", "unit", hq)


@SHARED.rule("check.draw")
def not_after_the_last(
    table: Table,
    draw: act.Draw,
    *,
    chart: ChitChart = "chits",
    limits: Mapping[SideOrFront, ColumnWord],
    turns_chart: ChartWord = "turns",
    ends: Literal["limits", "first limit", "cup"] = "limits",
    commands: frozenset[ChitKindWord] = COMMANDS,
) -> Iterator[Opinion]:
    """Once the last command chit of the turn is drawn nothing more is: action chits may stay in the cup.

    The last is that with which every group (or one) has its limit of activations, or the last one in the cup.
    """
    rows = lines(table, chart)
    if rows is None:
        return
    seen, gone = drawn(table), table.state.listed(GONE)
    if not seen:
        yield Opinion(YES)
        return
    left = [row for row in rows if row.get("kind") in commands and row[""] not in seen and row.get("hq", "") not in gone]
    said = ~any_of(_has_come(table, row) for row in left) & _all_stated(table, chart)
    if ends != "cup":
        said = (all_of if ends == "limits" else any_of)(
            _full(table, chart, group, column, turns_chart, commands)
            | (~any_of(_has_come(table, row) for row in left if group_of(row) == group) & _all_stated(table, chart))
            for group, column in limits.items()
        )
    message = f"the last command chit of turn {table.state.turn} was drawn, and {draw.chit} after it"
    yield Opinion(~said, message, (Row(str(len(seen)), "chits drawn before"),))


def lost(table: Table, group: str) -> int:
    """How many activations events took from a group this turn."""
    return table.state.sure(LOST[group], 0)


def limit(table: Table, group: str, column: str, turns: str) -> Interval:
    """How many activations a group has this turn, less what events took from it."""
    given, less = count(table, turns, str(table.state.turn), column), lost(table, group)
    return Interval(max(0, given.low - less), max(0, given.high - less), given.needs)


def _all_stated(table: Table, chart: str) -> Truth:
    """Does somebody vouch for every chit of the chart? Else there may be others in the cup."""
    return unsure(factname.chart(chart)) if guessed(table, chart) else YES


def drawn_of(table: Table, chart: str, group: str, commands: frozenset[str], before: str = "") -> Interval:
    """How many chits of a group that count were drawn (before a certain one); those nobody knows may be of it."""
    names = drawn(table)
    names = names[: names.index(before)] if before in names else names
    rows = [(name, chit(table, chart, name)) for name in names]
    sure = sum(1 for _, row in rows if row is not None and row.get("kind") in commands and group_of(row) == group)
    unknown = [factname.chit(name) for name, row in rows if row is None]
    return between(sure, sure + len(unknown), *unknown)


def idle(table: Table, chart: str, name: str, limits: Mapping[str, str], turns: str, commands: frozenset[str]) -> Truth:
    """Is a chit not acted upon, because all activations of its side or front are over?"""
    row = chit(table, chart, name)
    if row is None or row.get("kind") in commands or group_of(row) not in limits:
        return NO
    over = _full(table, chart, group_of(row), limits[group_of(row)], turns, commands)
    # more may have been drawn before the file begins
    return over | unsure(factname.chit_drawn()) if isinstance(table.state.recall(DRAWN), Unknown) else over


def _full(table: Table, chart: str, group: str, column: str, turns: str, commands: frozenset[str]) -> Truth:
    return drawn_of(table, chart, group, commands).at_least(limit(table, group, column, turns))


def behind(table: Table, activate: act.Activate) -> str | None:
    """The chit by which something is activated; None where nobody said."""
    if activate.by:
        return activate.by
    return table.state.sure(CHIT, None)


@SHARED.rule("check.activate")
def within_limit(
    table: Table,
    activate: act.Activate,
    *,
    chart: ChitChart = "chits",
    limits: Mapping[SideOrFront, ColumnWord],
    turns_chart: ChartWord = "turns",
    commands: frozenset[ChitKindWord] = COMMANDS,
    lost_by: frozenset[SectionWord] = frozenset(),
) -> Iterator[Opinion]:
    """Only so many chits of a group are acted upon in a turn: the first ones drawn. Action chits do not count.

    `lost_by` are the sections by which an event takes activations away.
    """
    by = behind(table, activate)
    row = None if by is None else chit(table, chart, by)
    if by == act.BY_EVENT or (row is not None and row.get("kind") not in commands):
        return
    if row is None or by is None:
        key = factname.chit_drawn() if by is None else factname.chit(by)
        yield Opinion(unsure(key), f"by which chit {activate.headquarters} was activated is not known")
        return
    group = group_of(row)
    if group not in limits:
        return
    number = drawn_of(table, chart, group, commands, by) + exactly(1)
    most = limit(table, group, limits[group], turns_chart)
    less = lost(table, group)
    cite = tuple(sorted(lost_by)) if less else ()
    all_gone = not most.high and less
    taken = (Row("all" if all_gone else f"-{less}", "lost by an event, counted already", cite),) if less else ()
    whose = f"the {table.game.side_name(group)} side" if group in table.game.sides else group
    rows = (
        Row(str(number), f"its place among the chits of {whose} drawn this turn"),
        Row(str(most), "activations allowed"),
        *taken,
    )
    message = f"the chit {called(table, by, chart)} was drawn beyond the limit of {whose} and is not acted upon"
    yield Opinion(number.at_most(most), message, rows, cite=cite)


def printed(table: Table, name: str) -> Line | None:
    """What the game's chart of chits says of one, to who reads logs; None if there is none, or it says nothing."""
    charts = (str(rule.values["chart"]) for rule in table.rules.sort("chits"))
    return next((row for chart in charts if (row := chit(table, chart, name)) is not None), None)


def players_choose(table: Table, row: Line) -> bool:
    """Does the chit leave its player the choice of whom it activates?"""
    every = (rule.values[name] for rule in table.rules.sort("chits") for name in ("any_of_front", "any_of_side"))
    return any(row.get("kind") in kinds for kinds in every)


@SHARED.rule("check.activate", sort="chits")
def matches_its_chit(
    table: Table,
    activate: act.Activate,
    *,
    chart: ChitChart = "chits",
    any_of_front: frozenset[ChitKindWord] = frozenset({"front"}),
    any_of_side: frozenset[ChitKindWord] = frozenset({"hgm"}),
    by_event: frozenset[ChitKindWord] = frozenset({"event"}),
) -> Iterator[Opinion]:
    """A chit activates its own headquarters; some activate any one of a front, or of a side."""
    by = behind(table, activate)
    row = None if by is None else chit(table, chart, by)
    if by == act.BY_EVENT or not _is_unit(table, activate.headquarters):
        return
    if row is None:
        key = factname.chit_drawn() if by is None else factname.chit(by)
        yield Opinion(unsure(key), f"by which chit {activate.headquarters} was activated is not known")
        return
    hq, kind = table.unit(activate.headquarters), row.get("kind", "")
    said: Truth
    if kind in by_event:
        said, whose = _by_event(table, hq), "what its event says"
    elif kind in any_of_front:
        said, whose = truth(hq.formation.partition("/")[0] == row.get("front")), f"a headquarters of {row.get('front')}"
    elif kind in any_of_side:
        said, whose = truth(hq.side == row.get("side")), f"a {table.game.side_name(row.get('side', ''))} headquarters"
    elif row.get("hq"):
        said = truth(hq.id == row["hq"])
        whose = table.unit(row["hq"]).name if _is_unit(table, row["hq"]) else row["hq"]
    else:
        said, whose = NO, "no headquarters"
    yield Opinion(said, f"the chit {called(table, by or '', chart)} activates {whose}, not {hq.name}", units=(hq.id,))


def _by_event(table: Table, hq: Unit) -> Truth:
    """Has the event just rolled activated a headquarters of this side?"""
    side = table.state.stated(FREE_ACTIVATION)
    if isinstance(side, Known):
        return truth(side.value == hq.side)
    return unsure(factname.event()) if table.state.stated(EVENT) is None else NO


@SHARED.rule("after.draw")
def take_effect(
    after: Table,
    draw: act.Draw,
    before: Table,
    *,
    chart: ChitChart = "chits",
    never_return: frozenset[ChitKindWord] = frozenset(),
    brings_back: Mapping[ChitKindWord, FormationWord] | None = None,
    not_after: Mapping[ChitKindWord, ChitKindWord] | None = None,
    the_lost_too: bool = False,
    limits: Mapping[SideOrFront, ColumnWord] | None = None,
    turns_chart: ChartWord = "turns",
    commands: frozenset[ChitKindWord] = COMMANDS,
) -> State:
    """Some chits never return to the cup; some bring back a formation that was taken off, or are idle if it was not.

    Some are idle in a turn in which a chit of another kind was drawn, or once their side or front has drawn up to its limit.
    With a formation may come back those of it that were eliminated.
    """
    kind, state = kind_of(before, chart, draw.chit), after.state
    put_aside = idle(before, chart, draw.chit, limits or {}, turns_chart, commands)
    if put_aside.yes:
        return state.adding(IDLE, draw.chit)
    if (not_after or {}).get(kind) in {kind_of(before, chart, each) for each in drawn(before)}:
        return state
    formation = (brings_back or {}).get(kind)
    if formation is not None:
        units = frozenset(id_ for force in before.state.forces.values() for id_ in force.units)
        back = frozenset(id_ for id_ in units if before.unit(id_).formation == formation and _taken_off(before, id_))
        if not back:
            return state
        if the_lost_too:
            gone = state.listed(GONE)
            back |= frozenset(id_ for id_ in units if before.unit(id_).formation == formation and id_ in gone)
        state = calling(state, back)
    if kind in never_return and put_aside.no:
        state = state.adding(USED, draw.chit)
    return state


def _taken_off(table: Table, unit: str) -> bool:
    """Withdrawn, and so able to return: remembered as such, or waiting in a box."""
    gone = table.state.listed(GONE).get(unit)
    place = table.place_of(unit)
    return (gone is not None and gone[1] == "withdrawal") or (place is not None and place not in table.grid)
