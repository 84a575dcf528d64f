"""Supply columns spent in combats: what they are worth, whom they reach, which of them feed guns, and that they are gone then."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import Attack, Phase, Remove, Support
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import AttackWord, ExitWord, KindWord, NewGroup, SideWord
from adjudicator.facts import NO, exactly, truth

from .combat.fight import Fight, Role, fight_of
from .combat.record import Combat, last
from .combat.shifts import Shift
from .opinion import Opinion
from .registry import SHARED
from .supply.capacity import Assignment
from .table import Table


def _of_kind(table: Table, supports: tuple[Support, ...], kinds: frozenset[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.unit for each in supports if table.unit(each.unit).kind in kinds))


@SHARED.rule("combat.shift")
def shift(
    table: Table,
    fight: Fight,
    *,
    kinds: frozenset[KindWord],
    guns: frozenset[KindWord] = frozenset(),
    group: NewGroup = "columns",
) -> Shift | None:
    """Each column spent shifts for its side: to the right in attack, to the left in defence. Those that feed guns do not."""

    def worth(supports: tuple[Support, ...]) -> int:
        return max(0, len(_of_kind(table, supports, kinds)) - len(_of_kind(table, supports, guns)))

    ours, theirs = worth(fight.support), worth(fight.defence)
    return Shift(exactly(ours - theirs), f"{ours} for the attacker, {theirs} for the defender", group) if ours != theirs else None


@SHARED.rule("check.attack", sort="help")
def spent_by(table: Table, attack: Attack, *, kinds: frozenset[KindWord], sides: frozenset[SideWord]) -> Iterator[Opinion]:
    """Only some sides spend columns in combat."""
    for id_ in _of_kind(table, (*attack.support, *attack.defence), kinds):
        unit = table.unit(id_)
        said = truth(unit.side in sides)
        yield Opinion(said, f"{unit.name} is spent in combat, which only the other side's columns are", units=(id_,))


@SHARED.rule("check.attack", sort="help")
def in_reach(
    table: Table,
    attack: Attack,
    *,
    kinds: frozenset[KindWord],
    guns: frozenset[KindWord] = frozenset(),
    reach: int = 1,
    stacked_in: frozenset[AttackWord] = frozenset(),
) -> Iterator[Opinion]:
    """A column is spent for units that it stands with or next to: those that fight, or guns that it feeds.

    Each gun needs a column of its own. In some kinds of attack columns stand in the very hex of the attackers.
    """
    fight = fight_of(table, attack)
    sides: tuple[tuple[Role, tuple[Support, ...], tuple[Hex, ...]], ...] = (
        ("attacker", attack.support, fight.hexes),
        ("defender", attack.defence, (attack.target,)),
    )
    for role, supports, fighting in sides:
        used, firing = _of_kind(table, supports, kinds), _of_kind(table, supports, guns)
        far = 0 if attack.kind in stacked_in and role == "attacker" else reach
        beside = {id_: _near(table, id_, fighting, far) for id_ in used}
        feeds = {gun: tuple(id_ for id_ in used if _near(table, id_, _place(table, gun), reach)) for gun in firing}
        fed = Assignment(dict.fromkeys(used, 1))
        for gun in firing:
            if not fed.add(gun, feeds[gun]):
                message = (
                    f"{table.unit(gun).name} cannot support the combat at {table.at(attack.target)} without a column next to it"
                )
                yield Opinion(NO, message, units=(gun,), hexes=(attack.target,))
        for id_ in used:
            if not beside[id_] and not any(id_ in near for near in feeds.values()):
                message = (
                    f"{table.unit(id_).name} at {table.place_of(id_) or 'no place'} is not next to those for whom it is spent"
                )
                yield Opinion(NO, message, units=(id_,), hexes=(attack.target,))


def _place(table: Table, unit: str) -> tuple[Hex, ...]:
    place = table.place_of(unit)
    return (place,) if place is not None and place in table.grid else ()


def _near(table: Table, unit: str, hexes: tuple[Hex, ...], reach: int) -> bool:
    return any(table.grid.distance(place, hex) <= reach for place in _place(table, unit) for hex in hexes)


@SHARED.rule(on=(Attack, Phase), sort="help")
def gone_when_spent(table: Table, action: Attack | Phase, *, kinds: frozenset[KindWord]) -> Iterator[Opinion]:
    """Columns spent in a combat are off the map before the next one, and before the phase ends."""
    combat = last(table)
    if combat is None or combat.phase != (table.state.turn, table.state.phase):
        return
    for id_ in _spent(table, combat, kinds):
        place = table.place_of(id_)
        if place is not None and place in table.grid:
            message = f"{table.unit(id_).name} was spent in the combat at {table.at(combat.fight.target)} and is still at {place}"
            yield Opinion(NO, message, units=(id_,), hexes=(place,), fix=f"take {table.unit(id_).name} off the map")


def _spent(table: Table, combat: Combat, kinds: frozenset[str]) -> tuple[str, ...]:
    return _of_kind(table, (*combat.fight.support, *combat.fight.defence), kinds)


@SHARED.rule("check.remove", sort="spent")
def spent_for_something(table: Table, remove: Remove, *, kinds: frozenset[KindWord], why: ExitWord) -> Iterator[Opinion]:
    """A column that is taken off as spent was used in the last combat."""
    unit, combat = table.unit(remove.unit), last(table)
    if remove.why != why or unit.kind not in kinds or combat is None:
        return
    said = truth(remove.unit in _spent(table, combat, kinds))
    yield Opinion(said, f"{unit.name} was not used in the combat at {table.at(combat.fight.target)}", units=(unit.id,))
