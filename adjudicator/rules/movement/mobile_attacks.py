"""Attacks made while moving: by units that began their move in one stack, for points that they still have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator.engine.actions import Attack, Move
from adjudicator.engine.deeds import ATTACKED
from adjudicator.engine.memory import Lifetime
from adjudicator.engine.state import State
from adjudicator.engine.terms import AttackWord, KindWord
from adjudicator.facts import NO, exactly, truth
from adjudicator.finding import Row

from ..opinion import Opinion
from ..registry import SHARED
from ..table import Table
from .modes import Mode, allowance
from .resumed import AIMED, SPENT, has_cleared, spent_by

BEGAN: Final = SHARED.family(
    "began its move {}",
    str,
    "the hex in which a unit began the phase in which it moved",
    lasts=Lifetime.PHASE,
    default="",
    forbids=True,
)
_PLAIN = Mode("")


def began(table: Table, unit: str) -> str:
    """Where a unit stood when the phase began: where it stands, unless it has moved."""
    return table.state.sure(BEGAN[unit], "") or table.place_of(unit) or ""


@SHARED.rule("after.move")
def remember_start(after: Table, move: Move, before: Table) -> State:
    """Where each unit began its first move of the phase is remembered."""
    state = after.state
    for id_ in move.units:
        start = before.place_of(id_)
        if start is not None and start in before.grid and not state.sure(BEGAN[id_], ""):
            state = state.remember(BEGAN[id_], start)
    return state


@SHARED.rule("check.attack", sort="all attackers")
def began_together(
    table: Table, attack: Attack, *, kind: AttackWord, columns: frozenset[KindWord] = frozenset()
) -> Iterator[Opinion]:
    """Units that attack in this way began the phase in one stack, and what is spent for them began it there too."""
    if attack.kind != kind or not attack.attackers:
        return
    first = began(table, attack.attackers[0])
    for id_ in (*attack.attackers[1:], *_helping(table, attack, columns)):
        here = began(table, id_)
        rows = (
            Row(here, f"where {table.unit(id_).name} began"),
            Row(first, f"where {table.unit(attack.attackers[0]).name} began"),
        )
        message = f"{table.unit(id_).name} did not begin its move with {table.unit(attack.attackers[0]).name}"
        yield Opinion(truth(here == first), message, rows, units=(id_,))


@SHARED.rule("check.attack")
def pays(
    table: Table, attack: Attack, *, kind: AttackWord, points: float, columns: frozenset[KindWord] = frozenset()
) -> Iterator[Opinion]:
    """Each unit in such an attack, and each column spent in it, has so many movement points left for it."""
    if attack.kind != kind:
        return
    for id_ in (*attack.attackers, *_helping(table, attack, columns)):
        unit, spent = table.unit(id_), spent_by(table, id_)
        left, why = allowance(table, unit, _PLAIN)
        said = left.at_least(exactly(points))
        rows = (*why, Row(str(left), "points left"), Row(f"{points:g}", f"for the {kind}"))
        word = "has" if said.no else "has perhaps"
        message = "" if said.yes else f"{unit.name} {word} too few points left for the {kind}: it has spent {spent}"
        yield Opinion(said, message, rows, units=(id_,))


@SHARED.rule("check.attack")
def goes_on(table: Table, attack: Attack, *, kind: AttackWord) -> Iterator[Opinion]:
    """Who attacked in this way and did not clear the hex has done with it: only those who did may attack so once more."""
    before = {id_: has_cleared(table, id_) for id_ in dict.fromkeys(attack.attackers)} if attack.kind == kind else {}
    in_vain = tuple(id_ for id_, cleared in before.items() if cleared is not None and cleared.no)
    if in_vain:
        targets = sorted({table.state.listed(AIMED)[id_] for id_ in in_vain})
        where = " and ".join(table.at(hex) for hex in targets)
        message = f"{table.names(in_vain)} made a {kind} on {where} that did not clear it, and can make no other"
        yield Opinion(NO, message, units=in_vain, hexes=tuple(targets))


def _helping(table: Table, attack: Attack, kinds: frozenset[str]) -> tuple[str, ...]:
    return tuple(each.unit for each in attack.support if table.unit(each.unit).kind in kinds)


@SHARED.rule("after.attack")
def paid(after: Table, attack: Attack, before: Table, *, kind: AttackWord, points: float, counts: bool = False) -> State:
    """The points are spent. Unless it counts as such, units may still make the one attack that is theirs."""
    state = after.state
    if attack.kind == kind and not counts:
        state = state.remember(ATTACKED, before.state.those(ATTACKED))
    for id_ in attack.attackers if attack.kind == kind else ():
        state = state.remember(SPENT[id_], spent_by(before, id_) + exactly(points))
    return state
