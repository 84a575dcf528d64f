"""What units under command do: who may move and attack while a headquarters is active, and who may not leave it yet.

Players seldom say which units they activate. Then the units that move and attack until the next activation must be such as the
headquarters could have activated, all of them together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adjudicator import factname
from adjudicator.engine.actions import Action, Advance, Attack, Mark, Move, Retreat
from adjudicator.engine.deeds import ACTIVE_HQ, ATTACKED, COMMANDED, COMMANDED_AT, MOVED, NOBODY, PLACED, Units
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.state import State
from adjudicator.engine.terms import AttackWord, ModeWord, PhaseWord, SideWord, TagWord, Term, TraitOrKind, UnitWord
from adjudicator.facts import NOTHING, YES, Truth, Unknown, exactly, truth, unsure

from ..chits import none_yet
from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .reach import Authority, Call, Reach, at_fault, authority, refusal

RELEASED: Final = SHARED.memory(
    "released",
    Units,
    "the held headquarters that are free for good",
    lasts=Lifetime.GAME,
    default=Unknown(factname.memory("released")),
    words=(Term.UNIT,),
)


@dataclass(frozen=True, slots=True)
class Orders:
    """What was done since a headquarters was activated: the position then, who moved, who attacked."""

    since: State | None
    moved: frozenset[str] = frozenset()
    attacked: frozenset[str] = frozenset()


ORDERS: Final[Memory[Orders | None]] = SHARED.memory(
    "orders", Orders, "who moved and attacked under the present activation", lasts=Lifetime.GAME, default=None, forbids=True
)


def orders(table: Table) -> Orders:
    """What was done under the present activation: as noted, and as the position itself still shows."""
    since, noted = table.state.sure(COMMANDED_AT, None), table.state.sure(ORDERS, None)
    moved, attacked = table.state.those(MOVED), table.state.those(ATTACKED)
    if noted is not None and noted.since is since:
        moved, attacked = moved | noted.moved, attacked | noted.attacked
    return Orders(since, moved, attacked)


@SHARED.rule(name="command.remember", after=(Move, Attack))
def remember(after: Table, action: Action, before: Table) -> State:
    """Who moved and who attacked is remembered from phase to phase, until the next headquarters is activated.

    Where an activation is only noted, all stand as they stood at it until somebody moves.
    """
    past, state = orders(before), after.state
    if past.since is None and isinstance(action, Move) and not past.moved and not isinstance(state.recall(ACTIVE_HQ), Unknown):
        past = Orders(before.state, past.moved, past.attacked)
        state = state.remember(COMMANDED_AT, before.state)
    moved = frozenset(action.units) if isinstance(action, Move) else NOBODY
    attacked = frozenset(action.attackers) if isinstance(action, Attack) else NOBODY
    return state.remember(ORDERS, Orders(past.since, past.moved | moved, past.attacked | attacked))


def _units(action: Move | Attack) -> tuple[str, ...]:
    return action.units if isinstance(action, Move) else action.attackers


@SHARED.rule(name="command.under_command", on=(Move, Attack), sort="command")
def under_command(
    table: Table,
    action: Move | Attack,
    *,
    phases: frozenset[PhaseWord] = frozenset(),
    kinds: frozenset[AttackWord] = frozenset({"attack"}),
    without: frozenset[TraitOrKind] = frozenset(),
    after_moves: frozenset[PhaseWord] = frozenset(),
) -> Iterator[Opinion]:
    """Only units that the active headquarters activated, or could have, may move and attack (in the phases of command).

    Into some phases the position of the activation does not last: units may have moved before them.
    """
    if (phases and table.state.phase not in phases) or (isinstance(action, Attack) and action.kind not in kinds):
        return
    if isinstance(action, Move) and action.to not in table.grid:
        return  # into a box: nobody is commanded there
    units = tuple(id_ for id_ in _units(action) if without.isdisjoint({*table.unit(id_).traits, table.unit(id_).kind}))
    units = tuple(id_ for id_ in units if not _newcomer(table, id_))
    active = table.state.recall(ACTIVE_HQ)
    if units and none_yet(table):
        said = YES if factname.chit_drawn() in table.told else unsure(factname.chit_drawn())  # on the table, and not in the file
        yield Opinion(said, f"no chit was seen to be drawn yet that lets anybody command {table.names(units)}", units=units)
        return
    if isinstance(active, Unknown):
        if units:
            yield Opinion(unsure(active.key), f"nobody knows who commanded {table.names(units)}", units=units)
        return
    listed = table.state.recall(COMMANDED)
    if not isinstance(listed, Unknown):
        yield from _as_listed(table, active.value, listed.value, action, units)
        return
    yield from _inferred(table, active.value, action, units, apart=table.state.phase in after_moves)


def _newcomer(table: Table, unit: str) -> bool:
    """Did it enter the map after the last activation? Then it moves as a reinforcement, under nobody's command."""
    since = orders(table).since
    if not table.state.has(PLACED, unit).yes:
        return False
    if since is None or not since.has(PLACED, unit).yes:
        return True  # even if it was on the map then: it may have been withdrawn and have come back
    before = since.standing(unit)
    return before is None or before.place not in table.grid


def _as_listed(
    table: Table, headquarters: str, listed: frozenset[str], action: Move | Attack, units: tuple[str, ...]
) -> Iterator[Opinion]:
    """Who was named at the activation may move, and attack unless only a chit let him move where he was."""
    past, called = orders(table), tuple(id_ for id_ in units if id_ in listed or id_ == headquarters)
    for id_ in units:
        known, name = id_ in called, table.unit(headquarters).name
        yield Opinion(truth(known), "" if known else f"{table.unit(id_).name} was not activated by {name}", units=(id_,))
    of = authority(table.after(past.since) if past.since is not None else table, headquarters)
    if isinstance(action, Attack) and of.extra.high >= 1:
        for id_ in called:
            said = of.alone(of.call(id_), attacks=True)
            if not said.yes:
                yield _not_commanded(of, of.call(id_), said, attacks=True)
        attackers = (past.attacked & listed) | frozenset(called)
        together = of.together((), [of.call(id_) for id_ in sorted(attackers)])
        if not together.truth.yes and not set(together.units).isdisjoint(called):
            yield together


def _not_commanded(of: Authority, call: Call, said: Truth, *, attacks: bool) -> Opinion:
    message, rows = refusal(of, call)
    if said.open:
        name = of.table.unit(call.unit).name
        message = f"whether {name} was under command of {of.headquarters.name} hangs on what is not known"
    elif call.anywhere.yes and attacks and of.extra.high >= 1:
        message = f"{message}; units that the chit lets move wherever they are may not attack"
    return Opinion(said, message, rows=rows, units=(call.unit,), cite=at_fault(of, call))


def _inferred(
    table: Table, headquarters: str, action: Move | Attack, units: tuple[str, ...], *, apart: bool
) -> Iterator[Opinion]:
    """Could the headquarters have activated these, besides all who acted under it before?

    If nobody saw the activation and units may stand apart from where they stood then, nobody is refused for his distance.
    """
    past, attacks = orders(table), isinstance(action, Attack)
    of = authority(table.after(past.since) if past.since is not None else table, headquarters)
    side, lacking = of.headquarters.side, NOTHING
    for id_ in units:
        call = of.call(id_)
        said = of.alone(call, attacks=attacks)
        lacking |= said.needs
        bound = not (call.bond.own.no and call.bond.independent.no)
        strayed = past.since is None and (apart or bool({id_, headquarters} & past.moved))
        if said.no and bound and strayed:
            word = f"where {table.unit(id_).name} and {of.headquarters.name} stood when that was activated is not known"
            yield Opinion(unsure(factname.memory(COMMANDED.name)), word, units=(id_,), cite=at_fault(of, call))
        else:
            yield Opinion(said, units=(id_,)) if said.yes else _not_commanded(of, call, said, attacks=attacks)
    attackers = past.attacked | (frozenset(units) if attacks else frozenset())
    movers = (past.moved | frozenset(units)) - attackers
    ours = [[of.call(id_) for id_ in sorted(each) if _counts(table, id_, side)] for each in (movers, attackers)]
    together = of.together(*ours)
    told = together.truth.open and together.truth.needs <= lacking  # already, of one of the units
    if not together.truth.yes and not told and not set(together.units).isdisjoint(units):
        yield together


def _counts(table: Table, id_: str, side: str) -> bool:
    """Did it act under the side's headquarters? Not one that was taken off into a box."""
    place = table.place_of(id_)
    return table.unit(id_).side == side and (place is None or place in table.grid)


@SHARED.rule("check.move", "command.not_by")
def not_by(table: Table, move: Move, *, modes: frozenset[ModeWord]) -> Iterator[Opinion]:
    """Units that a chit lets move wherever they are do not travel in some ways."""
    active = table.state.recall(ACTIVE_HQ)
    if move.mode not in modes or isinstance(active, Unknown):
        return
    since = orders(table).since
    of = authority(table.after(since) if since is not None else table, active.value)
    for id_ in move.units:
        call = of.call(id_)
        if id_ != active.value and of.extra.high >= 1 and not _newcomer(table, id_):
            message = f"{table.unit(id_).name} is beyond the range of {of.headquarters.name} and does not go by {move.mode}"
            said = call.regular | ~of.extra.at_least(exactly(1))
            yield Opinion(said, message, units=(id_,), fix=_back(table, id_))


@SHARED.rule("check.move", "command.held")
def held(
    table: Table,
    move: Move,
    *,
    headquarters: frozenset[UnitWord],
    until_turn: int | None = None,
    points: TagWord = "",
    points_of: SideWord = "",
    at_least: int = 1,
    units_too: bool = True,
) -> Iterator[Opinion]:
    """Some headquarters stay where they are, and perhaps their units within their range, until they are released.

    They are released by a turn, by so many hexes with a tag that a side controls, or once noted (attacked).
    """
    for id_ in move.units:
        unit = table.unit(id_)
        for leader in sorted(headquarters):
            own = table.unit(leader)
            if own.side != unit.side or table.standing(leader) is None or own.formation != unit.formation:
                continue
            free = _released(table, leader, until_turn, points, points_of, at_least)
            if leader == id_:
                yield Opinion(
                    free,
                    "" if free.yes else f"{unit.name} may not move before it is released",
                    units=(id_,),
                    fix=_back(table, id_),
                )
                continue
            if not units_too:
                continue
            rule = table.rules.find("command.range", side=unit.side)
            reach: Reach | None = None if rule is None else rule(table, own)
            if reach is not None:
                outside = ~reach.at(table.place_of(id_) or move.to)  # it leaves nothing where it was not
                said = free | reach.at(move.to) | outside
                word = "" if said.yes else f"{unit.name} may not leave the range of {own.name} before that is released"
                yield Opinion(said, word, units=(id_,), hexes=(move.to,), fix=_back(table, id_))


def _back(table: Table, unit: str) -> str:
    return f"put {table.unit(unit).name} back to {table.place_of(unit)}"


def _released(table: Table, leader: str, until_turn: int | None, points: str, points_of: str, at_least: int) -> Truth:
    if (until_turn is not None and table.state.turn >= until_turn) or (points and _points(table, points, points_of) >= at_least):
        return truth(True)
    return table.state.has(RELEASED, leader)


def _points(table: Table, tag: str, side: str) -> int:
    return sum(table.state.control.get(hex) == side for hex in table.board.tagged(tag))


@SHARED.rule("after.attack", "command.released_by_attack")
def released_by_attack(
    after: Table, action: Attack, before: Table, *, headquarters: frozenset[UnitWord], together: bool = False
) -> State:
    """A held headquarters in a hex that is attacked is released, for good; perhaps all of them with it."""
    hit = frozenset(leader for leader in headquarters if before.place_of(leader) == action.target)
    return after.state.adding(RELEASED, *(headquarters if hit and together else hit))


@SHARED.rule(name="command.released_by_points", after=(Move, Retreat, Advance, Mark))
def released_by_points(
    after: Table,
    action: Action,
    before: Table,
    *,
    headquarters: frozenset[UnitWord],
    points: TagWord,
    points_of: SideWord,
    at_least: int,
) -> State:
    """Held headquarters are released, for good, as soon as a side has so many hexes with a tag."""
    enough = _points(after, points, points_of) >= at_least
    return after.state.adding(RELEASED, *headquarters) if enough else after.state
