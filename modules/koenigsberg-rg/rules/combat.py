"""Who helps whom in combat (12.1, 12.3, 11.4), dice for bombardments (2.5.1, 3.0), and HQs that leave the game (11.1.3)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.api import (
    NO,
    YES,
    Attack,
    Draw,
    Known,
    Opinion,
    Phase,
    Remove,
    Roll,
    Row,
    Support,
    Table,
    Truth,
    Unit,
    Unknown,
    any_of,
    combat,
    deeds,
    exactly,
    factname,
    number,
    rule,
    terms,
    truth,
    unsure,
)


def _helpers(table: Table, supports: tuple[Support, ...], kinds: frozenset[str]) -> Iterator[Unit]:
    for each in supports:
        unit = table.unit(each.unit)
        if unit.kind in kinds:
            yield unit


@rule("check.attack")
def not_out_of_the_air_base(
    table: Table, attack: Attack, *, kinds: frozenset[terms.KindWord], boxes: frozenset[terms.BoxWord]
) -> Iterator[Opinion]:
    """An air unit that is grounded or being refitted supports nobody. One on the map was put there from its box."""
    for unit in _helpers(table, attack.support, kinds):
        place = table.place_of(unit.id)
        if place in boxes:
            yield Opinion(NO, f"{unit.name} is not ready: it is in {place}", units=(unit.id,))


@rule("check.attack")
def helps_only_attackers(table: Table, attack: Attack, *, kinds: frozenset[terms.KindWord]) -> Iterator[Opinion]:
    """Air units and ships support attacks, never a defence."""
    for unit in _helpers(table, attack.defence, kinds):
        yield Opinion(NO, f"{unit.name} supports only attacks", units=(unit.id,))


@rule("check.attack")
def helps_its_own_front(
    table: Table, attack: Attack, *, kinds: frozenset[terms.KindWord], of_no_front: frozenset[terms.TraitWord] = frozenset()
) -> Iterator[Opinion]:
    """An air unit of a front supports attacks made by units of that front.

    Where units with some traits are of no front, they attack for that of the headquarters which commands them.
    """
    units = [table.unit(id_) for id_ in attack.attackers]
    fronts = {_front_of(unit) for unit in units if _front_of(unit) == unit.side or not _any(unit, of_no_front)}
    commander = table.state.recall(deeds.ACTIVE_HQ)
    unknown = not fronts and (isinstance(commander, Unknown) or not commander.value)
    if not fronts and isinstance(commander, Known) and commander.value:
        fronts = {_front_of(table.unit(commander.value))}
    for unit in _helpers(table, attack.support, kinds):
        if units:
            said = unsure(factname.active_headquarters()) if unknown else truth(_front_of(unit) in fronts)
            if unit.side != units[0].side:
                said = NO
            whose = f"the {table.game.side_name(unit.side)} side" if _front_of(unit) == unit.side else f"the {_front_of(unit)}"
            yield Opinion(said, f"{unit.name} supports only attacks of {whose}", units=(unit.id,))


def _any(unit: Unit, traits: frozenset[str]) -> bool:
    return not any_of(unit.has(trait) for trait in sorted(traits)).no


def _front_of(unit: Unit) -> str:
    """What stands before the stroke in its formation; Germans have no fronts, and are all of one."""
    front, stroke, _ = unit.formation.partition("/")
    return front if stroke or unit.formation in ("2BF", "3BF") else unit.side


@rule("check.roll")
def so_many_dice(
    table: Table, roll: Roll, *, purpose: terms.DieWord, phase: terms.PhaseWord, during: bool, dice: int
) -> Iterator[Opinion]:
    """How many dice are rolled for a purpose in a phase, or outside it."""
    if roll.purpose.partition(" ")[0] != purpose or not table.state.phase or (table.state.phase == phase) != during:
        return
    said = truth(len(roll.dice) == dice)
    rows = (Row(str(len(roll.dice)), "dice rolled"), Row(str(dice), "dice to roll"))
    rolled = "1 die was" if len(roll.dice) == 1 else f"{len(roll.dice)} dice were"
    yield Opinion(said, f"{rolled} rolled for a bombardment, not {dice}", rows)


# --- HQs that leave the game (11.1.3)


@rule(on=(Attack, Draw, Phase))
def hq_lost_with_its_stack(table: Table, action: Attack | Draw | Phase, *, trait: terms.TraitWord) -> Iterator[Opinion]:
    """An HQ whose whole stack was eliminated in a combat is gone before the next one, the next chit, and the phase's end."""
    last = combat.record.last(table)
    if last is None or last.phase != (table.state.turn, table.state.phase):
        return
    for id_ in (*last.fight.present, *last.companions):
        unit, stack = table.unit(id_), _stack_of(table, last, id_, trait)
        hex = last.companions.get(id_, last.fight.target)
        place = table.place_of(id_)
        stays = place == hex or (place in table.grid and not _fell_back(table, last, stack))
        if unit.has(trait).yes and stack and place is not None and stays and not _left(table, stack):
            message = f"{unit.name} was lost with {table.names(stack)}, and is still at {table.at(place)}"
            yield Opinion(NO, message, units=(id_,), hexes=(hex,), fix=f"take {unit.name} out of play")


def _stack_of(table: Table, last: combat.record.Combat, headquarters: str, trait: str) -> tuple[str, ...]:
    """The combat units that stood with an HQ when the combat began."""
    if headquarters in last.fight.present:
        units: tuple[str, ...] = last.fight.present
    else:
        hex = last.companions.get(headquarters)
        others = (*last.fight.where.items(), *last.companions.items())
        units = tuple(id_ for id_, place in others if place == hex)
    return tuple(id_ for id_ in units if id_ != headquarters and not table.unit(id_).has(trait).yes)


def _fell_back(table: Table, last: combat.record.Combat, stack: tuple[str, ...]) -> bool:
    """Did any of a stack retreat, or perhaps pay a step because it could not? Then its HQ had to retreat too (9.5.5, 11.1.1)."""
    retreated = {unit for way in last.ways for unit in way.units}
    still = any(number(table.unit(id_).rating("movement"), 0, 99).low < 1 for id_ in stack)
    return still or not retreated.union(last.paid).isdisjoint(stack)


def _left(table: Table, units: tuple[str, ...]) -> bool:
    return any(table.place_of(id_) in table.grid for id_ in units)


@rule("check.phase")
def hq_without_units(
    table: Table,
    phase: Phase,
    *,
    trait: terms.TraitWord,
    segment: terms.PhaseWord,
    independents: frozenset[terms.TraitWord],
    units_in_range: bool = False,
    anybody: bool = False,
    passed_from: frozenset[terms.PhaseWord] = frozenset(),
) -> Iterator[Opinion]:
    """When the segment ends, an HQ with no unit of its own on the map and no independent in range is gone.

    In another edition any friendly combat unit in range keeps it. Who goes on from one of the phases `passed_from` to one behind
    the segment has passed it too.
    """
    over = table.state.phase == segment or table.state.phase in passed_from
    if not over or phase.phase == segment or phase.phase in passed_from:
        return
    for unit, standing in table.state.units:
        if unit.has(trait).yes and standing.place in table.grid:
            said = _has_units(table, unit, standing.place, trait, independents, units_in_range, anybody)
            word = "has perhaps" if said.open else "has"
            message = f"{unit.name} {word} no units left to command and leaves the game"
            yield Opinion(said, message, units=(unit.id,), hexes=(standing.place,), fix=f"take {unit.name} out of play")


def _has_units(
    table: Table, headquarters: Unit, place: str, trait: str, independents: frozenset[str], units_in_range: bool, anybody: bool
) -> Truth:
    """Is a unit of its own on the map (or in its range), or an independent in its range, or anybody?"""
    ranges = table.rules.find("command.range", side=headquarters.side)
    reach = None if ranges is None else ranges(table, headquarters)

    def said() -> Iterator[Truth]:
        for id_, standing in table.force(headquarters.side).standings.items():
            unit = table.unit(id_)
            apart = not anybody and _front_of(unit) != _front_of(headquarters)
            if standing.place not in table.grid or unit.has(trait).yes or unit.helps_from_afar or apart:
                continue
            own = unit.formation == headquarters.formation and not anybody
            if own and not units_in_range:
                yield YES
                continue
            near = unsure(factname.rating("range", headquarters.id, "0")) if reach is None else reach.at(standing.place)
            if own:
                yield near
            yield near if anybody else near & any_of(unit.has(each) for each in sorted(independents))

    return any_of(said())


@rule("check.remove")
def hq_removed_for_cause(
    table: Table,
    remove: Remove,
    *,
    trait: terms.TraitWord,
    why: terms.ExitWord,
    segment: terms.PhaseWord,
    independents: frozenset[terms.TraitWord],
    units_in_range: bool = False,
    anybody: bool = False,
) -> Iterator[Opinion]:
    """An HQ leaves the game without units to command, lost with its stack, or for want of a hex to retreat to."""
    unit, standing = table.unit(remove.unit), table.standing(remove.unit)
    if remove.why != why or standing is None or standing.place not in table.grid or not unit.has(trait).yes:
        return
    causes = [truth(sum(table.unit(id_).has(trait).yes for id_ in table.friends_at(unit.side, standing.place)) > 1)]
    if table.state.phase in (segment, ""):
        causes.append(~_has_units(table, unit, standing.place, trait, independents, units_in_range, anybody))
    last = combat.record.last(table)
    lately = last is not None and (last.phase is None or last.phase[0] == table.state.turn)
    if last is not None and lately and (unit.id in last.fight.present or unit.id in last.companions):
        stack = _stack_of(table, last, unit.id, trait)
        causes.append(truth(bool(stack) and not _left(table, stack)))
        causes.append(combat.aftermath.ordered(table, last, unit.id).length.at_least(exactly(1)))
    said = any_of(causes)
    word = "perhaps left" if said.open else "left"
    message = f"{unit.name} {word} the game without cause"
    yield Opinion(said, message, units=(unit.id,), fix=f"put {unit.name} back to {table.at(standing.place)}")
