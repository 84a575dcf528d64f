"""Random events: which row the dice give, and what follows from it, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from adjudicator import factname
from adjudicator.engine import actions as act
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import (
    AttackWord,
    BoxWord,
    Called,
    ChartWord,
    ChitKindWord,
    EventChart,
    EventWord,
    NoteWord,
    PhaseWord,
    RollWord,
    SideWord,
    Text,
    UnitWord,
)
from adjudicator.facts import NO, Unknown, exactly, truth, unsure
from adjudicator.finding import Row

from .air_boxes import WEATHER
from .bombardments import granted
from .chits import COMMANDS, EVENT, FREE_ACTIVATION, LOST, behind, chit, kind_of
from .entry import calling
from .opinion import Opinion
from .printed import Line, lines
from .registry import SHARED
from .table import Table

MOVE_ONLY: Final = SHARED.memory(
    "move only",
    str,
    "whether an event lets the units of the headquarters in command (now) or of the next one move but not attack",
    lasts=Lifetime.GAME,
    default="",
    forbids=True,
)


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing an event does.

    note: sets a note; add: raises one, `most` at the most; call: brings units (by id or formation) into play;
    activations: a group loses that many; bombard: a group is granted that many; air: air units change boxes.
    """

    do: Literal["note", "add", "call", "activations", "bombard", "air"]
    what: Called = ""
    value: str = "1"
    most: int | None = None
    dice: tuple[int, ...] = ()  # only if a second die shows one of these
    unless_in_play: tuple[UnitWord, ...] = ()  # `call`: these come instead if those called are in play
    boxes: Mapping[BoxWord, BoxWord] = field(default_factory=dict)  # `air`: from box to box, all at once


def row_of(table: Table, chart: str, total: int) -> Line | None:
    found = lines(table, chart, "roll", str(total))
    return found[0] if found else None


@SHARED.rule("check.roll")
def result_read(
    table: Table, roll: act.Roll, *, chart: EventChart = "events", purpose: RollWord = "event", dice: int = 2
) -> Iterator[Opinion]:
    """So many dice are rolled for an event, and their sum gives the row of the table."""
    if roll.purpose != purpose:
        return
    right = f"{dice} dice are rolled for an event, not {len(roll.dice)}"
    yield Opinion(truth(len(roll.dice) == dice), right, (Row(str(len(roll.dice)), "dice rolled"),))
    if roll.result is None or len(roll.dice) != dice:
        return
    row = row_of(table, chart, sum(roll.dice))
    if row is None:
        yield Opinion(unsure(factname.chart(chart)), f"which event a {sum(roll.dice)} is was not stated")
        return
    names = {row.get("id", "").casefold(), row.get("title", "").casefold()}
    rows = (Row(str(sum(roll.dice)), row.get("title", row.get("id", ""))),)
    yield Opinion(truth(roll.result.casefold() in names), f"a {sum(roll.dice)} is not the event {roll.result}", rows)


@SHARED.rule("after.roll", sort="events")
def take_effect(
    after: Table,
    roll: act.Roll,
    before: Table,
    *,
    effects: Mapping[EventWord, tuple[Effect, ...]],
    chart: EventChart = "events",
    purpose: RollWord = "event",
    second: RollWord = "event die",
) -> State:
    """What an event does once it is rolled, and what hangs on a second die once that is rolled."""
    state = after.state
    if roll.purpose == purpose:
        row = row_of(before, chart, sum(roll.dice))
        event = "" if row is None else row.get("id", "")
        state = state.remember(EVENT, event)
        chosen = [effect for effect in effects.get(event, ()) if not effect.dice]
    elif roll.purpose == second:
        chosen = [effect for effect in effects.get(state.sure(EVENT, ""), ()) if sum(roll.dice) in effect.dice]
    else:
        return state
    for effect in chosen:
        state = _done(after.after(state), effect)
    return state


def _done(table: Table, effect: Effect) -> State:
    state = table.state
    match effect.do:
        case "note":
            return state.remember(table.game.memories[effect.what], effect.value)
        case "add":
            memory: Memory[int] = table.game.memories[effect.what]
            if isinstance(state.recall(memory), Unknown) and isinstance(memory.default, Unknown):
                return state  # what nobody knew is no better known now
            more = state.sure(memory, 0) + int(effect.value)
            return state.amend(memory, more if effect.most is None else min(effect.most, more))
        case "call":
            units = _named(table, effect.what.split())
            return calling(state, units if not _in_play(table, units) else _named(table, effect.unless_in_play))
        case "activations":
            lost = LOST[effect.what]
            return state.remember(lost, state.sure(lost, 0) + int(effect.value))
        case "bombard":
            return granted(state, effect.what, exactly(int(effect.value)))
        case "air":
            moves = {u.id: effect.boxes[s.place] for u, s in state.units if u.flies and s.place in effect.boxes}
            return state.remember(WEATHER, moves)


def _named(table: Table, words: Any) -> frozenset[str]:
    """Units by their ids, or all of a formation (with `_` for a blank)."""
    wanted = {word.replace("_", " ") for word in words}
    every = (unit for force in table.state.forces.values() for unit in force.units.values())
    return frozenset(unit.id for unit in every if unit.id in wanted or (unit.formation and unit.formation in wanted))


def _in_play(table: Table, units: frozenset[str]) -> bool:
    return any(table.place_of(unit) in table.grid for unit in units)


@SHARED.rule("after.activate")
def next_headquarters(
    after: Table,
    activate: act.Activate,
    before: Table,
    *,
    notes: frozenset[NoteWord],
    of: Mapping[NoteWord, SideWord] | None = None,
    by_event: frozenset[NoteWord] = frozenset(),
    chart: ChartWord = "chits",
    commands: frozenset[ChitKindWord] = COMMANDS,
) -> State:
    """Some events touch the next headquarters only: what is noted as `next` (or `drawn`) is `now` for it, and over after it.

    Some wait for the next headquarters of one side, and some only for one that the event itself activates: whose own chit was
    drawn is none of those.
    """
    passed: Mapping[str, str] = {"next": "now", "drawn": "now", "now": ""}
    side, state = after.unit(activate.headquarters).side, after.state
    by = behind(before, activate)
    own_chit = by is not None and by != act.BY_EVENT and kind_of(before, chart, by) in commands
    for note in notes:
        memory: Memory[str] = before.game.memories[note]
        said = state.sure(memory, "")
        if said == "next" and own_chit and note in by_event:
            state = state.remember(memory, "")
        elif said in passed and (said == "now" or (of or {}).get(note, side) == side):
            state = state.remember(memory, passed[said])
    return state


@SHARED.rule(after=(act.Draw, act.Phase))
def over_with_the_next(
    after: Table,
    action: act.Draw | act.Phase,
    before: Table,
    *,
    notes: Mapping[NoteWord, Text],
    during: frozenset[PhaseWord] = frozenset(),
    of: Mapping[NoteWord, SideWord] | None = None,
    chart: ChartWord = "chits",
    commands: frozenset[ChitKindWord] = COMMANDS,
) -> State:
    """What an event lays on one headquarters ends with its activation: at the next draw, or when phases of another kind come.

    What still waits for the next one becomes what `notes` say as soon as a command chit is drawn, whether or not that chit
    activates anybody. Some wait for chits of one side.
    """
    if isinstance(action, act.Phase) and after.state.phase in during:
        return after.state
    state = after.state
    row = chit(before, chart, action.chit) if isinstance(action, act.Draw) else None
    for note, drawn in notes.items():
        memory: Memory[str] = before.game.memories[note]
        said = before.state.sure(memory, "")
        if said in ("now", "drawn"):
            state = state.remember(memory, "")
        elif said == "next" and isinstance(action, act.Draw) and (row is None or row.get("kind") in commands):
            wanted = (of or {}).get(note)
            state = state.remember(memory, drawn) if row is None or wanted in (None, row.get("side")) else state
    return state


@SHARED.rule("check.attack")
def no_attack_while(
    table: Table,
    attack: act.Attack,
    *,
    kinds: frozenset[AttackWord] = frozenset({"attack"}),
) -> Iterator[Opinion]:
    """While something is noted (a headquarters activated by an event) its units move but do not attack."""
    if attack.kind in kinds and table.state.sure(MOVE_ONLY, "") == "now":
        yield Opinion(
            NO, f"{table.names(attack.attackers)} may move but not attack: an event activated them", units=attack.attackers
        )


@SHARED.rule("check.activate")
def free_activation(table: Table, activate: act.Activate) -> Iterator[Opinion]:
    """An event lets one side activate any one of its headquarters (the note says which side)."""
    if activate.by != act.BY_EVENT:
        return
    side = table.state.recall(FREE_ACTIVATION)
    hq = table.unit(activate.headquarters)
    if isinstance(side, Unknown):
        said = NO if factname.event() in table.told else unsure(factname.event())
        message = f"no event activates {hq.name}" if said.no else "which event activates a headquarters is not known"
        yield Opinion(said, message, units=(hq.id,) if said.no else ())
        return
    yield Opinion(truth(hq.side == side.value), f"no event activates {hq.name}", units=(hq.id,))


@SHARED.rule("after.activate")
def free_activation_used(after: Table, activate: act.Activate, before: Table) -> State:
    """It was the one that the event allowed."""
    return after.state.remember(FREE_ACTIVATION, "") if activate.by == act.BY_EVENT else after.state
