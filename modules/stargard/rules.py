"""What the errata of Stargard: Solstice state, and no shared rule says: stacking at all times, Defend the Reich, the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adjudicator.api import (
    NO,
    YES,
    Attack,
    Declare,
    Draw,
    Lifetime,
    Lose,
    Mark,
    Move,
    Opinion,
    Phase,
    Remove,
    Retreat,
    Roll,
    Row,
    Standing,
    State,
    Table,
    Truth,
    Unit,
    Unknown,
    all_of,
    combat,
    factname,
    memory,
    rule,
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


@rule("check.move")
def never_too_many(table: Table, move: Move) -> Iterator[Opinion]:
    """At no moment of a movement are too many in a hex, not even in passing; 5.4.1 makes an exception that is not at hand."""
    for hex in (*(move.path or ())[1:-1], move.to):
        if hex not in table.grid or not move.units:
            continue
        found = stacking.together(table, table.unit(move.units[0]).side, hex, move.units)
        if found.truth.no and hex != move.to:
            said = table.asks(factname.section("5.4.1"))
            yield Opinion(said, f"{found.message}, in passing", units=move.units, hexes=(hex,))
        elif not found.truth.yes:
            yield Opinion(found.truth, found.message, units=move.units, hexes=(hex,))


# --- results and retreats (8.1, 9)


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


# --- set-up (15.1, 15.2)


@rule("check.position")
def as_corrected(table: Table, start: Table | None) -> Iterator[Opinion]:
    """The units of which the errata speak stand where they say. Of others they say nothing."""
    for unit, standing in start.state.units if start is not None else ():
        found = table.standing(unit.id)
        if found is not None:
            message = f"{unit.name} is set up at {standing.place}, not at {found.place}"
            yield Opinion(truth(found.place == standing.place), message, units=(unit.id,), fix=f"put it to {standing.place}")


# --- the score (14.1)


MARKERS: Final = memory(
    "victory markers",
    int,
    "the points on the markers that the Soviets collected",
    lasts=Lifetime.GAME,
    default=Unknown(factname.memory("victory markers")),
)
REICH: Final = memory("reich points", int, "the points for units lifted off by 19.1.3", lasts=Lifetime.GAME, default=0)
LESS: Final = memory(
    "points deducted",
    int,
    "the points taken off by 12.6 and 16.1",
    lasts=Lifetime.GAME,
    default=Unknown(factname.section("12.6")),
)
GERMAN: Final = memory("german points", int, "the German points of 16.2 and 16.4", lasts=Lifetime.GAME, default=0)


@rule("check.declare")
def final_score(table: Table, said: Declare) -> Iterator[Opinion]:
    """Markers and the points of Defend the Reich, less what other sections take off; whom it makes the winner says 14.3."""
    if said.what != "victory":
        return
    parts = [(REICH, "+", "for Defend the Reich"), (LESS, "-", "by 12.6 and 16.1"), (GERMAN, "-", "German points")]
    markers = table.state.recall(MARKERS)
    rows: list[Row] = []
    total, needs = 0, [factname.section("14.3")]
    for found, sign, what in ((markers, "+", "on victory point markers"), *((table.state.recall(m), s, w) for m, s, w in parts)):
        if isinstance(found, Unknown):
            needs.append(found.key)
            rows.append(Row("?", what))
            continue
        value = found.value
        total += value if sign == "+" else -value
        rows.append(Row(f"{sign}{value}", what))
    rows.append(Row(str(total) if len(needs) == 1 else f"{total} so far", "Soviet score"))
    yield Opinion(
        all_of(table.asks(each) for each in needs), "whom the score makes the winner stands in section 14.3", tuple(rows)
    )


# --- Defend the Reich (19.1.3)

SINCE: Final = memory(
    "defend the reich", int, "the turn in which Defend the Reich was drawn; 0 if not yet", lasts=Lifetime.GAME, default=0
)


def _since(table: Table) -> int:
    return table.state.sure(SINCE, 0)


@rule("after.roll")
def reich_begins(after: Table, roll: Roll, before: Table, *, purpose: terms.RollWord, result: terms.Text) -> State:
    """The event is remembered with its turn."""
    now = roll.purpose == purpose and (roll.result or "").casefold() == result and not _since(before)
    return after.state.remember(SINCE, before.state.turn) if now else after.state


@rule("check.draw")
def reich_chit_gone(table: Table, draw: Draw, *, chits: frozenset[terms.ChitWord]) -> Iterator[Opinion]:
    """The chit of the 39th Panzer Corps is out of the cup from the event on."""
    if draw.chit in chits:
        yield Opinion(truth(not _since(table)), f"{draw.chit} was taken out of the cup by Defend the Reich")


def _of_the_reich(table: Table, units: Sequence[str], trait: str) -> tuple[str, ...]:
    return tuple(id_ for id_ in units if table.unit(id_).has(trait).yes)


@rule("check.attack")
def reich_attacks_no_more(table: Table, attack: Attack, *, trait: terms.TraitWord) -> Iterator[Opinion]:
    """Units that have to leave attack no more."""
    units = _of_the_reich(table, attack.attackers, trait)
    if units and _since(table):
        yield Opinion(NO, f"{table.names(units)} cannot attack any more: they defend the Reich", units=units)


@rule("check.move")
def reich_moves(table: Table, move: Move, *, trait: terms.TraitWord, never_by: frozenset[terms.NewMode]) -> Iterator[Opinion]:
    """They move by any German chit, by rail too but not strategically, within a command range that is not at hand."""
    units = _of_the_reich(table, move.units, trait)
    if not units or not _since(table):
        return
    if move.mode is not None and move.mode in never_by:
        yield Opinion(NO, f"{table.names(units)} may not leave by {move.mode} movement", units=units)
    else:
        yield Opinion(
            table.asks(factname.section("3.3.3")), f"whether {table.names(units)} is in range stands in 3.3.3", units=units
        )


@rule("check.remove")
def reich_leaves(
    table: Table,
    remove: Remove,
    *,
    trait: terms.TraitWord,
    at: terms.HexWord,
    why: terms.ExitWord,
    lifted: terms.ExitWord,
    last: terms.PhaseWord,
) -> Iterator[Opinion]:
    """They leave the map at Stettin; who is left at the end of the next turn is lifted off, and nobody else is."""
    if remove.why not in (why, lifted):
        return
    unit, place, since = table.unit(remove.unit), table.place_of(remove.unit), _since(table)
    due = truth(bool(since) and unit.has(trait).yes)
    yield Opinion(due, f"{unit.name} has not been called to defend the Reich", units=(unit.id,))
    if remove.why == why:
        yield Opinion(truth(place == at), f"{unit.name} leaves at {at} (Stettin) and nowhere else", units=(unit.id,))
    else:
        late = table.state.turn > since and table.state.phase in (last, "")
        message = f"{unit.name} is lifted off in the {last} phase of turn {since + 1}, not before"
        yield Opinion(truth(bool(since) and late), message, units=(unit.id,))


@rule("after.remove")
def reich_points(after: Table, remove: Remove, before: Table, *, trait: terms.TraitWord, lifted: terms.ExitWord) -> State:
    """A point for each unit that was lifted off."""
    unit = before.unit(remove.unit)
    if remove.why != lifted or not unit.has(trait).yes or not _since(before):
        return after.state
    return after.state.remember(REICH, after.state.sure(REICH, 0) + 1)


@rule("check.phase")
def reich_all_gone(table: Table, phase: Phase, *, trait: terms.TraitWord) -> Iterator[Opinion]:
    """When the turn after the event ends nobody of them is left on the map."""
    since = _since(table)
    if not since or phase.turn is None or phase.turn <= since + 1:
        return
    left = tuple(unit.id for unit, standing in table.state.units if unit.has(trait).yes and standing.place in table.grid)
    message = f"{table.names(left)} had to be off the map by the end of turn {since + 1}"
    yield Opinion(truth(not left), message, units=left, fix="lift them off, a Soviet point for each")


@rule(on=(Draw, Phase))
def munzel_weaker(table: Table, action: Draw | Phase, *, trait: terms.TraitWord) -> Iterator[Opinion]:
    """The Munzel HQ is replaced by its weaker version once the event is drawn."""
    if not _since(table):
        return
    strong = tuple(unit.id for unit, standing in table.state.units if unit.has(trait).yes and standing.place in table.grid)
    yield Opinion(
        truth(not strong), f"{table.names(strong)} has command range 6 now: put the weaker counter in its place", units=strong
    )
