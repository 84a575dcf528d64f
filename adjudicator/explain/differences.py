"""What made a unit of one standing one of another: moves, arrivals, replacements, losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from adjudicator.engine.actions import Action, Advance, Attack, Fire, Lose, Move, Place, Remove, Replace, Retreat
from adjudicator.engine.state import Standing
from adjudicator.engine.units import Unit
from adjudicator.games import LoadedGame
from adjudicator.rules.combat.aftermath import steps_left
from adjudicator.rules.combat.record import last
from adjudicator.rules.morale import outcome_of
from adjudicator.rules.printed import hexes_called
from adjudicator.rules.registry import Binding
from adjudicator.rules.sequence import phases_for, phases_of
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .board import PlayedBoard, Segment
from .inference.unseen_paths import joined

_MUSTER = "militia"
_REASONS = ("reinforcement", "return", _MUSTER, "event")
EXIT = "exit"
_NEAR = 3  # hexes: farther nobody goes right after a combat


def between(
    board: PlayedBoard, loaded: LoadedGame, unit: str, old: Standing | None, new: Standing | None, segment: Segment
) -> Sequence[Action]:
    """The actions that lead from one standing to the other, read so that they are legal if they can be."""
    table = board.table
    if new is None:
        return [Remove(unit, EXIT)] if unit in segment.exits else _left(board, unit)
    fought = bool(_by_the_last_combat(table, unit))
    if new.place in table.game.left_map and old is not None and old.place in table.grid:
        return board.best([[Remove(unit, EXIT)], *([[Retreat((unit,), new.place)]] if fought else [])])
    if old is None:
        return _come(board, loaded, unit, new, segment)
    if old.place not in table.grid and new.place in table.grid and not table.unit(unit).flies:
        return _come(board, loaded, unit, new, segment, waiting=old)
    found: list[Action] = []
    landed = _landed(table, unit, old, new, segment)
    if landed:
        return board.best([[Move((unit,), landed), Move((unit,), new.place)], [Move((unit,), new.place)]])
    if new.losses < old.losses:
        found.append(Replace(unit, old.losses - new.losses))
    if old.place != new.place:
        found.append(_going(board, unit, old.place, new.place, segment))
    if new.losses > old.losses:
        steps = (unit,) * (new.losses - old.losses)
        reasons = (_amiss(table), *_owed(table), *_by_the_last_combat(table, unit))
        return board.best([*found, Lose(table.unit(unit).side, steps, because=why)] for why in reasons)
    return found


def _going(board: PlayedBoard, unit: str, start: str, end: str, segment: Segment) -> Move:
    """The move from one hex to another, by the path that was named for it; up to where that begins by the cheapest way. Who was
    only dragged along may have gone another way than the one that was named for somebody else."""
    table, path, mode = board.table, segment.way(unit, start, end), segment.modes.get(unit)
    rest = segment.way_on(unit, end) if path is None else None
    move = Move((unit,), end, path if rest is None else joined(table, unit, start, rest, mode), mode)
    free = replace(move, path=None)
    wrong = unit in segment.along and board.judged(table, move).verdict is Verdict.ILLEGAL
    return free if wrong and board.judged(table, free).verdict is not Verdict.ILLEGAL else move


def _landed(table: Table, unit: str, old: Standing, new: Standing, segment: Segment) -> str:
    """The box in which a unit that flies was last on its way from one hex to another."""
    if not table.unit(unit).flies or old.place not in table.grid or new.place not in table.grid:
        return ""
    return next((place for place in reversed(segment.trails.get(unit, ())) if place not in table.grid), "")


def perhaps_after_combat(board: PlayedBoard, actions: Sequence[Action]) -> Sequence[Action]:
    """What opens a log may have followed from a combat before it, if nobody moves in the phase, or not so."""
    return board.best(list(reading) for reading in product(*(_followed(board, each) for each in actions)))


def _followed(board: PlayedBoard, action: Action) -> Sequence[Action]:
    """What it is if it followed from a combat; and what it is if not."""
    table = board.table
    match action:
        case Move() if not is_time_to(table, action) or _may_have_followed(board, action):
            led = Advance(action.units, action.to, action.path), Retreat(action.units, action.to, action.path)
            return (*(reversed(led) if _has_failed(table, action.units) else led), action)
        case Lose() if action.steps and _is_time_to_fight(table):
            return Lose(action.side, action.steps), action
        case Remove() if not is_time_to(table, Move((action.unit,), table.place_of(action.unit) or "")):
            counter = table.unit(action.unit)
            steps = (action.unit,) * max(1, counter.steps - table.losses(action.unit))
            return Lose(counter.side, steps), Lose(counter.side, steps, "retreat"), action
    return (action,)


def _may_have_followed(board: PlayedBoard, move: Move) -> bool:
    """Is it no move that is allowed, in a phase in which units fight too, and no farther than one goes right after a combat?"""
    table = board.table
    if not table.state.phase or move.mode is not None or not _is_time_to_fight(table):
        return False
    return is_near(table, move) and board.judged(table, move).verdict is Verdict.ILLEGAL


def is_near(table: Table, move: Move) -> bool:
    """Has each unit gone no farther than one retreats or advances right after a combat?"""
    starts = [table.place_of(unit) or "" for unit in move.units]
    return move.to in table.grid and all(start in table.grid and table.grid.distance(start, move.to) <= _NEAR for start in starts)


def _has_failed(table: Table, units: Sequence[str]) -> bool:
    """Has one of them just failed a check?"""
    checks = (each for each in table.rules.all_of("check.roll") if each.rule.sort == "morale check")
    purpose = next((str(each.value("purpose")) for each in checks), "")
    return bool(purpose) and any(outcome_of(table, purpose, unit) is False for unit in units)


def is_time_to(table: Table, action: Action) -> bool:
    """Is it a phase in which this is done, or nobody knows which?"""
    phases = phases_for(table, action)
    return phases is None or not table.state.phase or table.state.phase in phases


def _is_time_to_fight(table: Table) -> bool:
    """Is it a phase in which anybody attacks or fires, or nobody knows which?"""
    phases = [found for kind in (Attack, Fire) if (found := phases_of(table, kind)) is not None]
    return not phases or not table.state.phase or any(table.state.phase in each for each in phases)


def _amiss(table: Table) -> str:
    """What the game calls a loss for which nothing accounts."""
    rule = next((each for each in table.rules.all_of("check.lose") if each.rule.sort == "unexplained loss"), None)
    return "movement" if rule is None else str(rule.value("because"))


def _by_the_last_combat(table: Table, unit: str) -> tuple[str, ...]:
    """What it may have been lost by if it was in the last combat or fire, and that in this phase."""
    combat = last(table)
    if combat is None or combat.phase != (table.state.turn, table.state.phase):
        return ()
    return ("combat", "retreat") if combat.role(unit) is not None else ()


def _owed(table: Table) -> tuple[str, ...]:
    """What else may cost steps without a combat: the reasons of which rules know what is due."""
    rules = (each for each in table.rules.all_of("check.lose") if each.rule.sort == "owed loss")
    return tuple(dict.fromkeys(str(each.value("because")) for each in rules))


def _come(
    board: PlayedBoard, loaded: LoadedGame, unit: str, new: Standing, segment: Segment, *, waiting: Standing | None = None
) -> Sequence[Action]:
    """A unit that was not on the map: put down where its trail begins, or where it may enter, and moved on."""
    table = board.table
    if new.place not in table.grid:
        return board.best([Place(unit, new.place, why, new.losses)] for why in _REASONS)
    trail = [place for place in segment.trails.get(unit, ()) if place in table.grid]
    hexes = dict.fromkeys((*trail[:1], new.place, *_entries(board, loaded, unit)))
    before = (new.losses, waiting.losses if waiting is not None else 0)
    readings = (
        reading
        for at in hexes
        for losses in dict.fromkeys(before)
        for reading in _arrivals(board, unit, at, losses, new, segment)
    )
    return board.best(readings)


def _arrivals(board: PlayedBoard, unit: str, at: str, losses: int, new: Standing, segment: Segment) -> Iterator[Sequence[Action]]:
    """The ways to come into a hex, to go on from there, and to lose steps on the way."""
    counter = board.table.unit(unit)
    onward: list[Action] = [] if at == new.place else [_onward(unit, at, new, segment)]
    if new.losses > losses:
        onward.append(Lose(counter.side, (unit,) * (new.losses - losses), because=_amiss(board.table)))
    reasons = _reasons(board.table, counter)
    for why in reasons:
        yield [Place(unit, at, why, losses), *onward]
    rebuilding = (each.rule.sort == "rebuilding" for each in board.table.rules.all_of("check.replace"))
    if reasons != (_MUSTER,) and any(rebuilding):
        yield [Replace(unit, max(1, counter.steps) - losses, at), *onward]  # in games that rebuild units at all


def _reasons(table: Table, unit: Unit) -> tuple[str, ...]:
    """Why a unit may come into a hex: for what the game has rules for, since nothing forbids what no rule speaks of.

    A militia only ever musters.
    """
    rules = [each for each in table.rules.all_of("check.place") if each.rule.sort != "before play"]
    musters = [each.values.get("trait") for each in rules if each.rule.sort == "muster"]
    if any(isinstance(trait, str) and unit.has(trait).yes for trait in musters):
        return (_MUSTER,)
    known = {why for each in rules for why in _whys(each)}
    found = [why for why in _REASONS[:-1] if why in known or not known]
    own = {why: _whose(rules, why, unit) for why in (*found, *sorted(known.difference(_REASONS)))}
    fitting = (why for why, mine in own.items() if mine is not False or why == _REASONS[0])
    return tuple(sorted(fitting, key=lambda why: not own[why]))


def _whys(rule: Binding) -> tuple[str, ...]:
    """The reasons of coming or going that a rule is about."""
    why = rule.values.get("why", ())
    return (why,) if isinstance(why, str) else tuple(why)


def _whose(rules: Sequence[Binding], why: str, unit: Unit) -> bool | None:
    """Is the reason for such units, as the rules that speak of it have it? None if they say it of all."""
    about = [each.values for each in rules if why in _whys(each)]
    found = [unit.has(each["trait"]).yes for each in about if each.get("trait")]
    found += [unit.kind == each["kind"] for each in about if each.get("kind")]
    found += [unit.kind in each["kinds"] for each in about if each.get("kinds")]
    return any(found) if found else None


def _left(board: PlayedBoard, unit: str) -> Sequence[Action]:
    """A unit that is gone: lost, or for a reason that is for such units or for this phase, if that leaves less wrong."""
    rules, counter = board.table.rules.all_of("check.remove"), board.table.unit(unit)
    lost = Remove(unit)
    others = {why for each in rules for why in _whys(each)}.difference((EXIT, lost.why))
    whose = {why: _whose(rules, why, counter) for why in sorted(others)}
    fitting = [why for why, mine in whose.items() if mine or (mine is None and _in_its_phase(board.table, Remove(unit, why)))]
    steps = (unit,) * steps_left(board.table, unit)
    reasons = (*_owed(board.table), *_by_the_last_combat(board.table, unit))
    costs = ([Lose(counter.side, steps, because=why)] for why in reasons if steps)
    return board.best([[lost], *([Remove(unit, why)] for why in fitting), *costs])


def _in_its_phase(table: Table, remove: Remove) -> bool:
    phases = phases_for(table, remove)
    return phases is not None and table.state.phase in (*phases, "")


def _onward(unit: str, at: str, new: Standing, segment: Segment) -> Move:
    return Move((unit,), new.place, segment.way(unit, at, new.place), segment.modes.get(unit))


def _entries(board: PlayedBoard, loaded: LoadedGame, unit: str) -> Iterator[str]:
    """Where the unit may enter by the calendar, for players that drag it straight to where it ends."""
    side = board.table.unit(unit).side
    for line in loaded.arrivals:
        hexes = hexes_called(board.table, line.entry, side) if line.unit == unit and line.entry else None
        yield from sorted(hexes or ())
