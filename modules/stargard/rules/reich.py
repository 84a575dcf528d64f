"""The score (14.1), and the event Defend the Reich (19.1.3), which adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adjudicator.api import (
    NO,
    YES,
    Attack,
    Declare,
    Draw,
    Interval,
    Lifetime,
    Mark,
    Memory,
    Move,
    Opinion,
    Phase,
    Remove,
    Roll,
    Row,
    State,
    Table,
    Truth,
    Unknown,
    exactly,
    factname,
    memory,
    rule,
    terms,
    truth,
    unsure,
)

# --- victory points (14.1)

HEXES: Final = memory(
    "victory point hexes",
    frozenset[str],
    "the hexes with a victory point marker, which the map shows",
    lasts=Lifetime.GAME,
    default=Unknown(factname.section("on the map")),
)
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
_PARTS: Final[tuple[tuple[Memory[int], int, str], ...]] = (
    (MARKERS, 1, "on victory point markers"),
    (REICH, 1, "for Defend the Reich"),
    (LESS, -1, "by 12.6 and 16.1"),
    (GERMAN, -1, "German points"),
)


@rule("check.mark")
def collected_where_entered(
    table: Table, marked: Mark, *, mark: terms.HexMarkWord, by: terms.SideWord, without: frozenset[terms.TraitWord]
) -> Iterator[Opinion]:
    """A marker is collected in its hex once a combat unit of that side has come there; headquarters collect none."""
    hex = marked.subject
    if marked.mark != mark or hex not in table.grid:
        return
    known = table.state.recall(HEXES)
    if isinstance(known, Unknown):
        yield Opinion(table.asks(known.key), f"whether {table.at(hex)} has a marker is on the map", hexes=(hex,))
    else:
        yield Opinion(truth(hex in known.value), f"{table.at(hex)} has no victory point marker", hexes=(hex,))
    here = any(without.isdisjoint(table.unit(each).traits) for each in table.friends_at(by, hex))
    said: Truth = YES if here else _entered(table, by, hex)
    yield Opinion(said, f"no {table.game.side_name(by)} combat unit has entered {table.at(hex)}", hexes=(hex,))


def _entered(table: Table, side: str, hex: str) -> Truth:
    """Whose hex it is shows who came there last."""
    holder, asked = table.state.control.get(hex), factname.control(hex)
    if holder is None and asked not in table.told:
        return unsure(asked)
    return truth((holder or table.told[asked]) == side)


def _score(table: Table) -> tuple[Interval, tuple[Row, ...]]:
    """Markers and the points of Defend the Reich, less what other sections take off."""
    total, needs, rows = 0, [], []
    for part, sign, what in _PARTS:
        found = table.state.recall(part)
        if isinstance(found, Unknown) and table.asks(found.key).yes:
            rows.append(Row("0", what))  # somebody said that this section changes nothing
        elif isinstance(found, Unknown):
            needs.append(found.key)
            rows.append(Row("?", what))
        else:
            total += sign * found.value
            rows.append(Row(f"{'+' if sign > 0 else '-'}{found.value}", what))
    rows.append(Row(f"{total} so far" if needs else str(total), "Soviet score"))
    return Interval(float("-inf"), float("inf"), frozenset(needs)) if needs else exactly(total), tuple(rows)


@rule("check.declare")
def final_score(table: Table, said: Declare, *, declared: terms.NewDeclaration) -> Iterator[Opinion]:
    """The score that is told is the one that these make."""
    if said.what != declared:
        return
    stated = said["text"]
    if not stated.removeprefix("-").isdigit():
        yield Opinion(NO, f"{stated} is no score")
        return
    score, rows = _score(table)
    right = score.at_least(exactly(int(stated))) & score.at_most(exactly(int(stated)))
    yield Opinion(right, f"the Soviet score is {score}, not {stated}" if score.exact else "the score is not known", rows)


@rule("check.declare")
def winner_by_score(table: Table, said: Declare, *, declared: terms.NewDeclaration, section: terms.Text) -> Iterator[Opinion]:
    """Whom the score makes the winner stands in a section that is not at hand."""
    if said.what == declared:
        score, rows = _score(table)
        open_ = table.asks(factname.section(section)) & (unsure(*sorted(score.needs)) if score.needs else YES)
        yield Opinion(open_, f"whom the score makes the winner stands in section {section}", rows)


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
        too_late = f"{unit.name} could leave until the end of turn {since + 1}: it is lifted off, a Soviet point"
        yield Opinion(truth(not since or table.state.turn <= since + 1), too_late, units=(unit.id,))
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
