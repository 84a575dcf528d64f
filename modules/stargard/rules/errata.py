"""What the errata of Stargard: Solstice state and no shared rule says: zones, stacks at all times, results, retreats, set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from adjudicator.api import (
    NO,
    YES,
    Advance,
    Attack,
    Draw,
    Hex,
    Lifetime,
    Lose,
    Mark,
    Move,
    Opinion,
    Phase,
    Place,
    Remove,
    Retreat,
    Standing,
    Table,
    Truth,
    Unit,
    Unknown,
    combat,
    factname,
    memory,
    rule,
    settling,
    stacking,
    supply,
    terms,
    truth,
)

# --- zones and stacking (4.2.2, 6.0, 6.1)


@rule("zoc.exerts")
def regular_units(
    table: Table, unit: Unit, standing: Standing, *, trait: terms.TraitWord, never: frozenset[terms.TraitWord]
) -> Truth:
    """Regular combat units have a zone. Which others have one stands in sections that are not at hand."""
    if unit.kind == "air" or any(unit.has(each).yes for each in never):
        return NO
    return YES if unit.has(trait).yes else table.asks(factname.section("4.2"))


LIMIT: Final = memory(
    "stacking limit",
    int,
    "how many combat units may stand in a hex, by the part of 6.0 that is not at hand",
    lasts=Lifetime.GAME,
    default=Unknown(factname.section("6.0")),
)


@rule("stacking.limit")
def stacking_limit(
    table: Table, units: Sequence[Unit], *, without: frozenset[terms.TraitWord], kinds: frozenset[terms.KindWord]
) -> Opinion:
    """One unit is never too many. From what number on they are is for somebody to say who has the rulebook."""
    counted = [unit for unit in units if unit.kind not in kinds and not any(unit.has(each).yes for each in without)]
    limit = table.state.recall(LIMIT)
    if len(counted) < 2:
        return Opinion(YES)
    if isinstance(limit, Unknown):
        return Opinion(table.asks(limit.key), "perhaps more units in one hex than the stacking limit allows")
    return Opinion(truth(len(counted) <= limit.value), f"more than {limit.value} units in one hex")


def _too_many(table: Table, side: str, hex: Hex, units: Sequence[str], exception: str) -> Opinion | None:
    """Are too many in a hex? One section excepts somebody, and it is not at hand."""
    found = stacking.together(table, side, hex, units)
    if found.truth.yes:
        return None
    return replace(found, truth=found.truth | table.asks(factname.section(exception)), rule=None)


@rule(on=(Move, Advance, Place))
def never_too_many(table: Table, action: Move | Advance | Place, *, exception: terms.Text) -> Iterator[Opinion]:
    """At no moment are too many in a hex, not even in passing, if that is looked at."""
    if isinstance(action, Place):
        units, passed, end = (action.unit,), (), action.at
    else:
        units, passed, end = action.units, (action.path or ())[1:-1], action.to
    for hex in (*(passed if stacking.matters(table, "en route") else ()), end):
        found = _too_many(table, table.unit(units[0]).side, hex, units, exception) if units and hex in table.grid else None
        if found is not None:
            yield replace(found, message=found.message if hex == end else f"{found.message}, in passing")


@rule("check.position")
def no_stack_too_large(table: Table, start: Table | None, *, exception: terms.Text) -> Iterator[Opinion]:
    """Nor are there at any other moment of a phase."""
    for side, force in table.state.forces.items():
        for hex in sorted(place for place in force.by_place if place in table.grid):
            found = _too_many(table, side, hex, (), exception)
            if found is not None:
                yield found


# --- results and retreats (8.1, 9)


@rule(on=(Lose, Retreat))
def defender_first(table: Table, action: Lose | Retreat, *, section: terms.Text) -> Iterator[Opinion]:
    """The defender carries out his part of a result first. Whom one section excepts is not at hand."""
    last = combat.record.last(table)
    units = action.steps if isinstance(action, Lose) else action.units
    if last is None or not units or any(last.role(unit) != "attacker" for unit in units):
        return
    owed = [each for each in settling.settled(table, Phase(table.state.phase)) if "defender" in map(last.role, each.units)]
    if owed:
        said = table.asks(factname.section(section))
        yield Opinion(said, f"{table.names(tuple(dict.fromkeys(units)))} came before the defender", units=tuple(units))


@rule("check.mark")
def pinned_by_result(table: Table, marked: Mark, *, mark: terms.MarkWord) -> Iterator[Opinion]:
    """Only units whose side a result pins are marked so."""
    if marked.mark != mark or not marked.on or marked.subject in table.grid:
        return
    last, unit = combat.record.last(table), table.unit(marked.subject)
    role = None if last is None else last.role(unit.id)
    outcome = None if last is None or role is None else last.outcome(role)
    said = table.asks(factname.mark(unit.id, mark)) if last is None else truth(outcome is not None and outcome.pinned)
    if last is not None and role is not None and outcome is None:
        said = table.asks(factname.mark(unit.id, mark))
    yield Opinion(said, f"no result pins {unit.name}", units=(unit.id,), fix="take the marker off")


def _stuck(table: Table, last: combat.record.Combat, unit: str) -> bool:
    """Had it to retreat, and is where it was? Who took a step instead because he might (Ro1) stays as he is."""
    order = combat.aftermath.ordered(table, last, unit)
    where = last.fight.target if last.role(unit) == "defender" else last.fight.where.get(unit)
    stays = unit not in last.retreated and where is not None and table.place_of(unit) == where
    return stays and order.length.low > 0 and order.price is None


@rule("check.mark")
def isolated_by_staying(
    table: Table, marked: Mark, *, mark: terms.MarkWord, others: frozenset[terms.MarkWord], otherwise: terms.Text
) -> Iterator[Opinion]:
    """Who could not retreat is isolated. Who else is, or is out of supply, stands in sections that are not at hand."""
    if marked.mark not in {mark, *others} or marked.subject in table.grid:
        return
    last, unit = combat.record.last(table), table.unit(marked.subject)
    if marked.mark == mark and marked.on and last is not None and _stuck(table, last, unit.id):
        yield Opinion(YES, units=(unit.id,))
        return
    said = table.asks(factname.section(otherwise))
    yield Opinion(said, f"whether {unit.name} is {marked.mark} stands in the section {otherwise}", units=(unit.id,))


@rule(on=(Attack, Draw, Phase))
def isolated_at_once(
    table: Table, action: Attack | Draw | Phase, *, mark: terms.MarkWord, never: frozenset[terms.TraitWord]
) -> Iterator[Opinion]:
    """Who could not retreat and lives is marked before anything else is done."""
    last = combat.record.last(table)
    if last is None or last.phase != (table.state.turn, table.state.phase):
        return
    for id_ in (*last.fight.attackers, *last.fight.present):
        unit, standing = table.unit(id_), table.standing(id_)
        if standing is None or not never.isdisjoint(unit.traits | unit.doubtful) or not _stuck(table, last, id_):
            continue
        lost = unit.steps - standing.losses < last.steps.get(id_, 0)
        said = standing.marked(mark, id_) | truth(not lost)  # who lost nothing has not retreated yet, as another rule says
        yield Opinion(said, f"{unit.name} could not retreat, and is isolated", units=(id_,), fix=f"mark {unit.name} as isolated")


SOURCES: Final = memory(
    "supply sources",
    frozenset[str],
    "the hexes of the map that are sources of supply, each with its side before it: german 0120",
    lasts=Lifetime.GAME,
    default=Unknown(factname.section("on supply")),
)


@rule("supply.sources")
def noted_sources(table: Table, side: str) -> tuple[supply.sources.SupplySource, ...]:
    """The sources that somebody noted, for the map shows them and is not at hand."""
    noted = table.state.those(SOURCES)
    hexes = {
        hex: YES for each in sorted(noted) for owner, _, hex in (each.partition(" "),) if owner == side and hex in table.grid
    }
    return (supply.sources.SupplySource(hexes, f"a {table.game.side_name(side)} source"),)


@rule("check.lose")
def who_loses(table: Table, lose: Lose, *, section: terms.Text) -> Iterator[Opinion]:
    """Which of several units takes a loss is said in a section that is not at hand."""
    last = combat.record.last(table)
    if last is None or lose.because not in ("combat", "retreat"):
        return
    units = [id_ for id_ in last.fight.units(last.role_of(lose.side)) if table.standing(id_) is not None]
    if len(units) > 1 and lose.steps:
        said = table.asks(factname.section(section))
        yield Opinion(said, f"which of {table.names(tuple(units))} takes a loss stands in section {section}", units=lose.steps)


@rule("check.retreat")
def two_sources(table: Table, retreat: Retreat, *, section: terms.Text) -> Iterator[Opinion]:
    """Where two sources of supply are as near, another section has a word to say."""
    side = table.unit(retreat.units[0]).side
    start = table.place_of(retreat.units[0])
    sources = [hex for each in supply.sources.base_sources(table, side) for hex, said in each.hexes.items() if not said.no]
    if start is None or start not in table.grid or not sources:
        yield Opinion(
            table.asks(factname.section(section)), f"where {side} supply comes from nobody has said", units=retreat.units
        )
        return
    near = sorted(table.grid.distance(start, hex) for hex in sources)
    if len(near) > 1 and near[0] == near[1]:
        message = f"two sources of supply are as near, and section {section} adds to that"
        yield Opinion(table.asks(factname.section(section)), message, units=retreat.units)


@rule("check.remove")
def removed_otherwise(table: Table, remove: Remove, *, ways: frozenset[terms.ExitWord], section: terms.Text) -> Iterator[Opinion]:
    """Who is taken off, but by what the errata speak of, is so by a section that is not at hand."""
    if remove.why not in ways:
        said = table.asks(factname.section(section))
        yield Opinion(
            said, f"why {table.unit(remove.unit).name} is taken off stands in the section {section}", units=(remove.unit,)
        )


# --- set-up (15.1, 15.2)


@rule("check.position")
def as_corrected(table: Table, start: Table | None) -> Iterator[Opinion]:
    """The units of which the errata speak stand where they say. Of others they say nothing."""
    for unit, standing in start.state.units if start is not None else ():
        found = table.standing(unit.id)
        if found is not None:
            message = f"{unit.name} is set up at {standing.place}, not at {found.place}"
            yield Opinion(truth(found.place == standing.place), message, units=(unit.id,), fix=f"put it to {standing.place}")
