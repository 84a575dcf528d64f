"""What supports a combat from afar: air units, ships, artillery, supply columns. What it is worth, and who may use it when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil

from adjudicator import factname
from adjudicator.engine.actions import Attack, Support
from adjudicator.engine.deeds import ACTIVE_HQ, SUPPORTED
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import (
    AreaWord,
    AttackWord,
    BoxOrArea,
    KindWord,
    MannerWord,
    MarkWord,
    NewGroup,
    RatingWord,
    SideWord,
    Text,
)
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Interval, Truth, Unknown, any_of, between, exactly, number, truth
from adjudicator.finding import Row

from .combat.fight import Fight, Role, fight_of
from .combat.shifts import Shift
from .combat.strength import AddedStrength, rated
from .opinion import Opinion
from .registry import SHARED
from .table import Table


def _of_kind(table: Table, supports: tuple[Support, ...], kinds: frozenset[str]) -> tuple[Support, ...]:
    return tuple(each for each in supports if table.unit(each.unit).kind in kinds)


@SHARED.rule("combat.shift")
def by_manner(
    table: Table,
    fight: Fight,
    *,
    kinds: frozenset[KindWord] = frozenset({"air"}),
    worth: Mapping[MannerWord, int],
    group: NewGroup = "air",
) -> Shift | None:
    """Each supporting unit of the attacker shifts the column as the manner of its attack is worth (normal +1, full +2)."""
    used = _of_kind(table, fight.support, kinds)
    if not used:
        return None
    low = high = 0
    needs: set[FactName] = set()
    for each in used:
        options = [worth[each.how]] if each.how in worth else list(worth.values())
        low, high = low + min(options), high + max(options)
        needs |= {factname.support(each.unit)} if min(options) != max(options) else set()
    names = table.names(tuple(each.unit for each in used))
    return Shift(Interval(low, high, frozenset(needs)), f"supported by {names}", group)


@SHARED.rule("combat.shift")
def each_cancels_one(
    table: Table,
    fight: Fight,
    *,
    kinds: frozenset[KindWord] = frozenset({"air"}),
    each: int = 1,
    group: NewGroup = "air",
    halved_in: frozenset[AttackWord] = frozenset(),
) -> Shift | None:
    """Every supporting unit of a kind shifts the column for its side, so that each cancels one of the enemy.

    In some kinds of attack half of the attacker's count, rounded up.
    """
    ours, theirs = len(_of_kind(table, fight.support, kinds)), len(_of_kind(table, fight.defence, kinds))
    ours = -(-ours // 2) if fight.kind in halved_in else ours
    if ours == theirs:
        return None
    return Shift(exactly(each * (ours - theirs)), f"{ours} for the attacker, {theirs} for the defender", group)


@SHARED.rule("combat.added")
def lends_strength(
    table: Table,
    fight: Fight,
    role: Role,
    *,
    kinds: frozenset[KindWord],
    rating: RatingWord,
    roles: frozenset[Role] = frozenset({"attacker", "defender"}),
    halved_in: frozenset[AttackWord] = frozenset(),
) -> AddedStrength | None:
    """Supporting units of a kind (artillery, ships) add a rating of theirs to the strength of their side.

    In some kinds of attack the attacker's add half of it, rounded up.
    """
    used = _of_kind(table, fight.support if role == "attacker" else fight.defence, kinds)
    if role not in roles or not used:
        return None
    total = exactly(0)
    for each in used:
        worth = rated(table, each.unit, rating)
        half = role == "attacker" and fight.kind in halved_in
        total += between(ceil(worth.low / 2), ceil(worth.high / 2), *worth.needs) if half else worth
    return AddedStrength(f"{rating} of {table.names(tuple(each.unit for each in used))}", total)


@SHARED.rule("check.attack", sort="help")
def at_most(
    table: Table, attack: Attack, *, kinds: frozenset[KindWord] = frozenset({"air"}), limit: int, what: Text
) -> Iterator[Opinion]:
    """At most so many units of a kind support one side of a combat."""
    for supports in (attack.support, attack.defence):
        used = _of_kind(table, supports, kinds)
        if len(used) > limit:
            names = table.names(tuple(each.unit for each in used))
            yield Opinion(NO, f"more than {limit} {what} in the combat at {table.at(attack.target)}: {names}")


@SHARED.rule("check.attack", sort="help")
def supports_once(
    table: Table, attack: Attack, *, kinds: frozenset[KindWord] = frozenset({"air"}), per: Text = "turn"
) -> Iterator[Opinion]:
    """A supporting unit of a kind is used once in a turn."""
    used = [each.unit for each in _of_kind(table, (*attack.support, *attack.defence), kinds)]
    for unit in dict.fromkeys(used):
        said = NO if used.count(unit) > 1 else ~table.state.has(SUPPORTED, unit)
        if not said.yes:
            yield Opinion(said, f"{table.unit(unit).name} has already been used in this {per}", units=(unit,))


@SHARED.rule("check.attack", sort="help")
def share_in_turns(
    table: Table,
    attack: Attack,
    *,
    kinds: frozenset[KindWord] = frozenset({"air"}),
    turns: frozenset[int],
    numbers: Mapping[SideWord, int],
) -> Iterator[Opinion]:
    """In some turns a side uses no more than so many supporting units of a kind."""
    if table.state.turn not in turns:
        return
    used = {each.unit for each in _of_kind(table, (*attack.support, *attack.defence), kinds)}
    for side, number_ in numbers.items():
        now = {unit for unit in used if table.unit(unit).side == side}
        before = {
            unit for unit in table.state.those(SUPPORTED) if table.unit(unit).side == side and table.unit(unit).kind in kinds
        }
        if now:
            rows = (Row(str(number_), f"may be used in turn {table.state.turn}"), Row(str(len(now | before)), "used with these"))
            message = f"{table.names(tuple(sorted(now)))}: more than {number_} of the side were used in turn {table.state.turn}"
            yield Opinion(truth(len(now | before) <= number_), message, rows, units=tuple(sorted(now)))


@SHARED.rule("check.attack", sort="help")
def ready(
    table: Table,
    attack: Attack,
    *,
    kinds: frozenset[KindWord] = frozenset({"air"}),
    boxes: frozenset[BoxOrArea],
    manners: frozenset[MannerWord] = frozenset(),
) -> Iterator[Opinion]:
    """Supporting units of a kind come from boxes where they stand ready, and attack in one of the manners there are."""
    for each in _of_kind(table, (*attack.support, *attack.defence), kinds):
        unit, place = table.unit(each.unit), table.place_of(each.unit)
        ready = truth(place in boxes) | any_of(table.board.in_area(place or "", box) for box in sorted(boxes))
        if not ready.yes:
            word = "is" if ready.no else "is perhaps"
            yield Opinion(ready, f"{unit.name} {word} not ready: it is in {place or 'no box'}", units=(unit.id,))
        if manners and each.how and each.how not in manners:
            yield Opinion(NO, f"{unit.name} cannot make a {each.how} attack", units=(unit.id,))


@SHARED.rule("check.attack", sort="help")
def in_range_of_area(
    table: Table, attack: Attack, *, kinds: frozenset[KindWord], area: AreaWord, reach: int
) -> Iterator[Opinion]:
    """A supporting unit of a kind (a ship) stands in an area that counts as one hex; its target is at most so many hexes off."""
    hexes = table.board.areas.get(area) or table.told.get(factname.area(area))
    for each in _of_kind(table, (*attack.support, *attack.defence), kinds):
        unit = table.unit(each.unit)
        if not hexes:
            yield Opinion(Truth(None, frozenset((factname.area(area),))), f"where {area} lies is not known", units=(unit.id,))
            continue
        near = min(table.grid.distance(attack.target, hex) for hex in hexes)
        rows = (Row(str(near), f"hexes from {area} to {table.at(attack.target)}"),)
        said = truth(near <= reach)
        yield Opinion(said, f"{table.at(attack.target)} is out of range of {unit.name}" * said.no, rows=rows, units=(unit.id,))


@SHARED.rule("check.attack", sort="help")
def ordered_from_area(
    table: Table,
    attack: Attack,
    *,
    kinds: frozenset[KindWord],
    area: AreaWord,
    radius: RatingWord = "command",
    within: int | None = None,
) -> Iterator[Opinion]:
    """The headquarters that is active must be near enough to the area of the unit: in its range, or in so many hexes."""
    stated, hexes = table.state.recall(ACTIVE_HQ), table.board.areas.get(area)
    for each in _of_kind(table, attack.support, kinds):
        if isinstance(stated, Unknown) or not hexes:
            continue
        chief = table.unit(stated.value)
        place = table.place_of(chief.id)
        if place is None or place not in table.grid:
            continue
        near = min(table.grid.distance(place, hex) for hex in hexes)
        said = (number(chief.rating(radius)) if within is None else exactly(within)).at_least(exactly(near))
        if not said.yes:
            word = "is" if said.no else "is perhaps"
            yield Opinion(said, f"{table.unit(each.unit).name} {word} out of reach of {chief.name}", units=(each.unit, chief.id))


@SHARED.rule("check.attack", sort="help")
def with_enough_of_their_own(
    table: Table, attack: Attack, *, kinds: frozenset[KindWord], rating: RatingWord
) -> Iterator[Opinion]:
    """Supporting artillery is used only where attackers have at least the strength that it adds, halved as they may be."""
    used = _of_kind(table, attack.support, kinds)
    alone = fight_of(table, replace(attack, support=()))
    if not used or not alone.attackers:
        return
    own = table.rules.one("combat.strength", side=alone.side)(table, alone, "attacker").strength
    for each in used:
        unit, lent = table.unit(each.unit), rated(table, each.unit, rating)
        said = own.at_least(lent)
        if not said.yes:
            word = "are" if said.no else "are perhaps"
            rows = (Row(str(own), "strength of the attackers"), Row(str(lent), f"{rating} of {unit.name}"))
            yield Opinion(said, f"the attackers {word} too weak to be supported by {unit.name}", rows=rows, units=(unit.id,))


@SHARED.rule("check.attack", sort="help")
def beside_friends(
    table: Table,
    attack: Attack,
    *,
    kinds: frozenset[KindWord],
    away_from_target: bool = True,
    away_from_attackers: bool = True,
    reach: int = 1,
) -> Iterator[Opinion]:
    """Supporting units of a kind on the map stand with or next to those they support; perhaps not next to the enemy attacked.

    Those that help the defender stand perhaps not next to the attackers.
    """
    fight = fight_of(table, attack)
    for each in _of_kind(table, (*attack.support, *attack.defence), kinds):
        place, unit = table.place_of(each.unit), table.unit(each.unit)
        if place is None or place not in table.grid:
            continue
        attacking = each in attack.support
        friends: tuple[Hex, ...] = fight.hexes if attacking else (attack.target,)
        if friends and all(table.grid.distance(place, hex) > reach for hex in friends):
            yield Opinion(NO, f"{unit.name} at {place} is not next to the units it supports", units=(unit.id,))
        enemies = (attack.target,) if attacking else fight.hexes
        if (away_from_target if attacking else away_from_attackers) and any(
            table.grid.distance(place, hex) <= 1 for hex in enemies
        ):
            yield Opinion(NO, f"{unit.name} at {place} is next to the enemy, and cannot support", units=(unit.id,))


@SHARED.rule("check.attack", sort="help")
def needs_another(
    table: Table, attack: Attack, *, kinds: frozenset[KindWord], others: frozenset[KindWord], what: Text
) -> Iterator[Opinion]:
    """Supporting units of a kind fire only if something else is spent for each of them (a supply column)."""
    for supports in (attack.support, attack.defence):
        used, spent = _of_kind(table, supports, kinds), _of_kind(table, supports, others)
        if len(used) > len(spent):
            names = table.names(tuple(each.unit for each in used))
            yield Opinion(NO, f"{names} cannot support the combat at {table.at(attack.target)} without {what} for each")


@SHARED.rule("check.attack", sort="help")
def barred_support(
    table: Table,
    attack: Attack,
    *,
    because: Text,
    kinds: frozenset[KindWord],
    marked: frozenset[MarkWord] = frozenset(),
    attack_kinds: frozenset[AttackWord] = frozenset(),
) -> Iterator[Opinion]:
    """Supporting units of a kind with one of some markers are not used, nor any of them in some kinds of attack."""
    if attack_kinds and attack.kind not in attack_kinds:
        return
    for each in _of_kind(table, (*attack.support, *attack.defence), kinds):
        standing = table.standing(each.unit)
        if standing is None:
            continue
        holds = any_of(standing.marked(mark, each.unit) for mark in sorted(marked)) if marked else YES
        if not holds.no:
            word = "cannot" if holds.yes else "perhaps cannot"
            yield Opinion(~holds, f"{table.unit(each.unit).name} {word} support: {because}", units=(each.unit,))
