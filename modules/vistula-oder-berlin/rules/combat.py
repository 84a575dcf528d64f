"""Combat as only this game has it: who attacks, headquarters that are lost, advances of all or one, defence in depth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from adjudicator.api import (
    NO,
    Advance,
    Attack,
    Declare,
    Hex,
    Lifetime,
    Opinion,
    Phase,
    Remove,
    Retreat,
    Row,
    State,
    Table,
    Truth,
    Unit,
    column_row,
    combat,
    deeds,
    memory,
    rule,
    terms,
    truth,
)

DEPTH: Final = memory("in depth", str, "the hex that its defenders left in depth", lasts=Lifetime.PHASE, default="", forbids=True)

# --- who attacks whom (8.1)


@rule("check.attack")
def an_enemy_is_there(table: Table, attack: Attack) -> Iterator[Opinion]:
    """An enemy unit of some kind is in the hex attacked; a ship is not in it."""
    fight = combat.fight.fight_of(table, attack)
    yield Opinion(
        truth(bool(table.enemies_on_the_ground(fight.side, attack.target))),
        f"there is no enemy at {table.at(attack.target)}",
        hexes=(attack.target,),
    )


@rule("movement.enemy")
def only_ships_are_there(table: Table, unit: Unit, hex: Hex, *, kinds: frozenset[terms.KindWord]) -> Truth:
    """A hex where nothing but a ship lies off the coast may be entered."""
    return truth(all(table.unit(enemy).kind in kinds for enemy in table.enemy_units(unit.side, hex)))


@rule("check.attack")
def only_combat_units_attack(table: Table, attack: Attack, *, kinds: frozenset[terms.KindWord]) -> Iterator[Opinion]:
    """Headquarters, artillery, columns, ships and aircraft do not attack: some of them lend support."""
    for id_ in attack.attackers:
        unit = table.unit(id_)
        yield Opinion(truth(unit.kind not in kinds), f"{unit.name} is {unit.kind}, and does not attack", units=(id_,))


@rule("check.attack")
def helps_its_own_side(table: Table, attack: Attack) -> Iterator[Opinion]:
    """Whatever supports an attack is the attacker's, whatever supports the defence the defender's."""
    fight = combat.fight.fight_of(table, attack)
    for supports, side in ((attack.support, fight.side), (attack.defence, fight.enemy)):
        for each in supports:
            unit = table.unit(each.unit)
            said = truth(unit.side == side)
            yield Opinion(said, f"{unit.name} does not help the {table.game.side_name(side)} side", units=(unit.id,))


@rule("combat.shift")
def terrain_shift(
    table: Table, fight: combat.fight.Fight, *, thawed: Mapping[terms.TerrainWord, list[int]], chart: terms.ChartWord = "terrain"
) -> combat.shifts.Shift | None:
    """The terrain chart shifts the column; frozen terrain does not in the turns in which it is frozen."""
    frozen = [kind for kind, turns in thawed.items() if table.state.turn in turns]
    return combat.shifts.terrain(table, fight, chart=chart, ignored={fight.kind: frozen})


# --- headquarters (10.4)


@rule(on=(Attack, Phase))
def headquarters_alone_are_lost(table: Table, action: Attack | Phase, *, trait: terms.TraitWord) -> Iterator[Opinion]:
    """A headquarters alone in a hex that was attacked, from the start or in the end, is gone before the next combat."""
    last = combat.record.last(table)
    if last is None or last.phase != (table.state.turn, table.state.phase):
        return
    here = [id_ for id_ in table.enemies_on_the_ground(last.fight.side, last.fight.target) if id_ in last.fight.present]
    chiefs = [id_ for id_ in here if table.unit(id_).has(trait).yes]
    for id_ in chiefs if len(chiefs) == len(here) else ():
        unit = table.unit(id_)
        message = f"{unit.name} is alone at {table.at(last.fight.target)}, which was attacked: it is lost"
        yield Opinion(NO, message, units=(id_,), hexes=(last.fight.target,), fix=f"take {unit.name} off the map")


@rule("check.remove")
def headquarters_are_lost_alone(
    table: Table, remove: Remove, *, trait: terms.TraitWord, why: terms.ExitWord
) -> Iterator[Opinion]:
    """A headquarters is eliminated only in a hex that was attacked, when no other unit is left there."""
    unit, place, last = table.unit(remove.unit), table.place_of(remove.unit), combat.record.last(table)
    if remove.why != why or unit.has(trait).no or last is None or place not in table.grid:
        return
    beside = table.enemies_on_the_ground(last.fight.side, last.fight.target) if place == last.fight.target else ()
    others = [id_ for id_ in beside if id_ in last.fight.present and table.unit(id_).has(trait).no]
    said = truth(unit.id in last.fight.present and not others)
    yield Opinion(said, f"{unit.name} was taken off, and did not stand alone in an attacked hex", units=(unit.id,))


# --- advances (8.4, 8.6)


@rule("check.advance")
def all_advance_or_one(table: Table, advance: Advance, *, side: terms.SideWord) -> Iterator[Opinion]:
    """All units that attacked go into the hex, or one of them."""
    last = combat.record.last(table)
    if last is None or last.fight.side != side:
        return
    alive = {id_ for id_ in last.fight.attackers if table.place_of(id_) in table.grid}
    gone = (last.advanced | set(advance.units)) & alive
    said = truth(len(gone) == 1 or gone == alive)
    rows = (Row(str(len(alive)), "attacked"), Row(str(len(gone)), "advance"))
    yield Opinion(said, f"{table.names(advance.units)} advance: all go or one does", rows, units=advance.units)


@rule("check.advance")
def breakthrough_comes_first(table: Table, advance: Advance) -> Iterator[Opinion]:
    """Once somebody has exploited a breakthrough, attackers move no more by it."""
    last = combat.record.last(table)
    if last is None:
        return
    exploited = sorted(id_ for id_ in last.advanced if id_ not in last.fight.attackers)
    late = tuple(id_ for id_ in advance.units if id_ in last.fight.attackers)
    if late and exploited:
        message = f"{table.names(late)} broke through after {table.names(tuple(exploited))} had exploited it"
        yield Opinion(NO, message, units=late)


# --- defence in depth (12.3)


def _left_in_depth(table: Table) -> str:
    return table.state.sure(DEPTH, "")


@rule("check.declare")
def depth_may_be_declared(
    table: Table, declare: Declare, *, what: terms.NewDeclaration, from_turn: int, side: terms.SideWord
) -> Iterator[Opinion]:
    """From a turn on the defender may say after an attack was announced that he goes back, before the die is rolled."""
    if declare.what != what:
        return
    rows = (Row(str(from_turn), "the first turn with defence in depth"),)
    said = truth(table.state.turn >= from_turn)
    yield Opinion(said, f"there is no defence in depth before turn {from_turn}, and this is turn {table.state.turn}", rows)
    last = combat.record.last(table)
    if last is None or last.phase != (table.state.turn, table.state.phase) or last.fight.enemy != side:
        yield Opinion(NO, f"nobody attacks the {table.game.side_name(side)} player: he cannot go back in depth")
    elif last.result is not None:
        yield Opinion(NO, f"the combat at {table.at(last.fight.target)} is resolved: it is too late to go back in depth")


@rule("after.declare")
def depth_remembered(after: Table, declare: Declare, before: Table, *, what: terms.DeclarationWord) -> State:
    """The hex whose defenders go back is remembered, and that the attack comes to nothing."""
    last = combat.record.last(before)
    if declare.what != what or last is None:
        return after.state
    nothing = replace(last, result=combat.results.Result())  # the attack hits nobody: there is nothing to lose
    return after.state.remember(DEPTH, last.fight.target).remember(combat.record.COMBAT, nothing)


@rule("check.retreat")
def one_hex_west(
    table: Table,
    retreat: Retreat,
    *,
    limit: int,
    not_kinds: frozenset[terms.KindWord],
) -> Iterator[Opinion]:
    """Those who go back in depth go one hex to the west. Others leave only where too many stood in a hex attacked."""
    last, depth = combat.record.last(table), _left_in_depth(table)
    if last is None:
        return
    for id_ in retreat.units:
        start = table.place_of(id_)
        if depth and start == depth:
            west = start in table.grid and retreat.to in table.grid and table.grid.distance(str(start), retreat.to) == 1
            said = truth(west and column_row(retreat.to)[1] >= column_row(str(start))[1])
            message = f"{table.unit(id_).name} goes one hex west in depth, not to {table.at(retreat.to)}"
            yield Opinion(said, message, units=(id_,), hexes=(retreat.to,))
            free = not west or not table.enemies_on_the_ground(table.unit(id_).side, retreat.to)
            held = f"{table.unit(id_).name} has no second line at {table.at(retreat.to)}, where enemies stand"
            yield Opinion(truth(free), held, units=(id_,), hexes=(retreat.to,))
        elif len([each for each in last.fight.present if table.unit(each).kind not in not_kinds]) <= limit:
            message = f"{table.unit(id_).name} left {table.at(last.fight.target)}, and nobody goes back in depth"
            yield Opinion(NO, message, units=(id_,), hexes=(retreat.to,))


@rule("check.attack")
def from_the_hex_just_left(table: Table, attack: Attack, *, kind: terms.AttackWord) -> Iterator[Opinion]:
    """The new attack comes from the hex that was left in depth, by units that attacked it."""
    if attack.kind != kind:
        return
    depth = _left_in_depth(table)
    if not depth:
        yield Opinion(NO, f"nobody has gone back in depth: {table.names(attack.attackers)} cannot attack anew")
        return
    for id_ in attack.attackers:
        said = truth(table.place_of(id_) == depth and table.state.has(deeds.ATTACKED, id_).yes)
        message = f"{table.unit(id_).name} attacks anew, and does not stand at {table.at(depth)} after attacking it"
        yield Opinion(said, message, units=(id_,), hexes=(depth,))


@rule("check.attack")
def no_second_attack(table: Table, attack: Attack, *, kind: terms.AttackWord) -> Iterator[Opinion]:
    """Without defence in depth nobody attacks a second time."""
    if attack.kind == kind:
        yield Opinion(NO, f"{table.names(attack.attackers)} attacked anew, which only defence in depth allows")


@rule("check.advance")
def breakthrough_or_pursuit(
    table: Table,
    advance: Advance,
    *,
    traits: frozenset[terms.TraitWord],
    exploit: bool = False,
    harmless: frozenset[terms.KindWord] = frozenset(),
    once: bool = False,
) -> Iterator[Opinion]:
    """Attackers follow into the hex that was left in depth; all other advances are breakthroughs."""
    last, depth = combat.record.last(table), _left_in_depth(table)
    if last is None or not depth or last.fight.target != depth:
        yield from combat.breakthrough.by_excess(table, advance, traits=traits, exploit=exploit, harmless=harmless, once=once)
        return
    empty = not table.enemies_on_the_ground(last.fight.side, depth)
    for id_ in advance.units:
        said = truth(empty and id_ in last.fight.attackers and advance.to == depth)
        message = f"{table.unit(id_).name} follows only into {table.at(depth)}, and only after attacking it"
        yield Opinion(said, message, units=(id_,), hexes=(advance.to,))


# --- stacks that are too large (4.2)


@rule("check.retreat")
def towards_its_own_edge(table: Table, retreat: Retreat, *, towards: Mapping[terms.SideWord, list[str]]) -> Iterator[Opinion]:
    """Units in excess go towards their own map edge: so that they are no further from either of its two sides."""
    for id_ in retreat.units:
        start, unit = table.place_of(id_), table.unit(id_)
        if start is None or start not in table.grid or retreat.to not in table.grid:
            continue
        (column, row), (to_column, to_row) = column_row(start), column_row(retreat.to)
        nearer = {"north": to_column < column, "south": to_column > column, "west": to_row > row, "east": to_row < row}
        ways = towards.get(unit.side, [])
        away = {"north": "south", "south": "north", "west": "east", "east": "west"}
        said = truth(any(nearer[way] for way in ways) and not all(nearer[away[way]] for way in ways))
        message = f"{unit.name} leaves towards the {' or '.join(ways)}, not to {table.at(retreat.to)}"
        yield Opinion(said, message, units=(id_,), hexes=(retreat.to,))
