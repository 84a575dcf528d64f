"""What the shared rules cannot say: those who fought do not exploit."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.api import NO, Advance, Attack, Move, Opinion, Retreat, State, Table, deeds, rule, terms


@rule("check.move")
def fresh(table: Table, move: Move, *, phase: terms.PhaseWord) -> Iterator[Opinion]:
    """Only units that did not fight this turn exploit."""
    for id_ in move.units if table.state.phase == phase else ():
        unit = table.unit(id_)
        yield Opinion(~table.state.has(deeds.ATTACKED, id_), f"{unit.name} fought, and exploits nothing", units=(id_,))


@rule("after.attack")
def tired(after: Table, attack: Attack, before: Table) -> State:
    """Whoever charged has fought too."""
    return after.state.adding(deeds.ATTACKED, *attack.attackers)


@rule(on=(Advance, Retreat))
def all_stay(table: Table, action: Advance | Retreat) -> Iterator[Opinion]:
    """After a fight everybody stays where it stood."""
    yield Opinion(NO, f"{table.names(action.units)} left the hex after a fight, and nobody does", units=action.units)
