"""What the shared rules cannot say. Each part of the rulebook has a section of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adjudicator.api import (
    NO,
    YES,
    Advance,
    Attack,
    Draw,
    Hex,
    Known,
    Move,
    Opinion,
    Phase,
    Place,
    PlainChart,
    Remove,
    Retreat,
    Roll,
    Row,
    State,
    Support,
    Table,
    Truth,
    Unit,
    Unknown,
    all_of,
    any_of,
    between,
    combat,
    exactly,
    movement,
    printed,
    rule,
    truth,
    unsure,
    zoc,
)

# --- movement: one unit after the other (4.1@6), and how long an event weighs on a headquarters (events.3, 5, 9)

BEGAN = "last moved"  # the units that moved last, each with the hex in which its move of this segment began


@rule("after.move")
def remember_last_move(after: Table, move: Move, before: Table, *, not_kinds: frozenset[str] = frozenset()) -> State:
    """Who moved last, and from where: a unit may be dragged on as long as no other has moved."""
    units = [id_ for id_ in move.units if after.unit(id_).kind not in not_kinds]
    if not units:
        return after.state
    started = _began(before)
    return after.state.noting(**{BEGAN: {id_: started.get(id_, before.place_of(id_) or "") for id_ in units}})


@rule("check.move")
def one_after_the_other(table: Table, move: Move, *, not_kinds: frozenset[str] = frozenset()) -> Iterator[Opinion]:
    """A move is over when another unit moves; one that goes on must be possible as a single move from where it began."""
    started = _began(table)
    for id_ in move.units:
        unit = table.unit(id_)
        if unit.kind in not_kinds or ("moved", id_) not in table.state.done:
            continue
        start = started.get(id_)
        if start is None and started:
            yield Opinion(
                NO if table.state.phase else unsure("phase"),  # without phases it may be another segment
                f"{unit.name} moved on after {table.names(tuple(sorted(started)))} had moved",
                units=(id_,),
                fix=f"put {unit.name} back to {table.place_of(id_)}",
            )
        elif start is not None and start in table.grid and move.to in table.grid and start != move.to:
            whole = Move((id_,), move.to, mode=move.mode)
            there = table.after(table.state.moved(id_, start))
            tries = [movement.checks.attempt(there, unit, start, whole, each) for each in movement.modes.modes_of(there, unit)]
            possible = any(not each.truth.no for each in tries)
            said = YES if possible else NO if table.state.phase else unsure("phase")
            yield Opinion(
                said,
                f"{unit.name} moved from {table.at(start)} to {table.at(move.to)} in two parts, farther than in one move",
                units=(id_,),
                hexes=(start, move.to),
            )


def _began(table: Table) -> Mapping[str, str]:
    """Where the units that moved last began. Once their move is no longer of this segment it is forgotten."""
    noted: Mapping[str, str] = table.state.noted(BEGAN, {})
    return {id_: start for id_, start in noted.items() if ("moved", id_) in table.state.done}


@rule("after.draw")
def segment_over(after: Table, draw: Draw, before: Table) -> State:
    """With the next chit drawn another movement segment may come: all may move again."""
    return after.state.undoing("moved")


@rule("check.remove")
def stays_on_the_map(table: Table, remove: Remove, *, why: frozenset[str]) -> Iterator[Opinion]:
    """Nobody leaves by the edge of the map."""
    if remove.why in why:
        unit = table.unit(remove.unit)
        back = f"put {unit.name} back to {table.place_of(remove.unit)}"
        yield Opinion(NO, f"{unit.name} left the map, which no unit may", units=(unit.id,), fix=back)


@rule("after.phase", "event_over_after_phase")
@rule("after.draw", "event_over_after_draw")
def event_over(
    after: Table, action: Phase | Draw, before: Table, *, notes: frozenset[str], during: frozenset[str] = frozenset()
) -> State:
    """What an event lays on one headquarters ends with its activation: at the next draw, or when other phases come."""
    if isinstance(action, Phase) and after.state.phase in during:
        return after.state
    over = {note: "" for note in notes if after.state.noted(note) == "now"}
    return after.state.noting(**over) if over else after.state


# --- the course of a turn (3.0): the next command segment, and movement before combat


@rule("after.draw")
def draw_opens_a_command_segment(after: Table, draw: Draw, before: Table, *, phase: str, over: frozenset[str]) -> State:
    """Whoever draws a chit has begun the next command segment; what was done under the chit before it is over."""
    state = after.state.undoing("attacked")
    return replace(state, phase=phase) if state.phase in over else state


@rule("check.move")
def moves_come_before_combats(table: Table, move: Move, *, not_kinds: frozenset[str]) -> Iterator[Opinion]:
    """Once one unit of an activation has attacked none of it moves any more; units that just arrived still do."""
    if move.to not in table.grid or not any(what[0] == "attacked" for what in table.state.done):
        return
    movers = tuple(id_ for id_ in move.units if table.unit(id_).kind not in not_kinds and not _just_came(table, id_))
    if not movers:
        return
    side = table.unit(movers[0]).side
    fought = tuple(sorted(what[1] for what in table.state.done if what[0] == "attacked" and table.unit(what[1]).side == side))
    # Without record of the activation the attack may have belonged to an earlier one.
    said = YES if not fought else NO if table.state.noted("active-hq") else unsure("active headquarters")
    doubt = "perhaps in the same activation" if said.open else "in the same activation"
    message = f"{table.names(movers)} moved after {table.names(fought)} had attacked, {doubt}"
    yield Opinion(said, message, units=(*movers, *fought))


def _just_came(table: Table, unit: str) -> bool:
    return any((how, unit) in table.state.done for how in ("placed", "returned"))


# --- random events (2.5.2) and Grossdeutschland's box (2.5.4)

DUE = "event due"


@rule("after.draw")
def event_is_due(after: Table, draw: Draw, before: Table, *, kind: str) -> State:
    """The chit of random events asks for a roll; any other draw lets it be."""
    chart = before.game.chart("chits", PlainChart)
    row = None if chart is None else chart.rows.get(draw.chit)
    asked = row is not None and row.get("kind") == kind
    return after.state.noting(**{DUE: asked}) if asked or after.state.noted(DUE) else after.state


@rule("after.roll")
def event_is_rolled(after: Table, roll: Roll, before: Table, *, purpose: str) -> State:
    return after.state.noting(**{DUE: False}) if roll.purpose == purpose else after.state


@rule("check.draw")
def event_comes_first(table: Table, draw: Draw) -> Iterator[Opinion]:
    """The event is rolled and happens before the next chit is drawn. A roll that is not on record may still have been made."""
    if table.state.noted(DUE) is not None:
        said = unsure("the event rolled") if table.state.noted(DUE) else YES
        yield Opinion(said, f"no event was seen to be rolled before {draw.chit} was drawn")


@rule("check.move")
def boxed_by_chit(table: Table, move: Move, *, box: str, chit: str, formation: str) -> Iterator[Opinion]:
    """Units of a formation, and no others, go into its box when their withdrawal was drawn, and not otherwise."""
    if move.to != box:
        return
    last = table.state.note("chit")
    drawn = unsure("chit drawn") if isinstance(last, Unknown) or last.value is None else truth(last.value == chit)
    for id_ in move.units:
        unit = table.unit(id_)
        said = truth(unit.formation == formation) & drawn
        message = f"{unit.name} leaves the map for the box only by the chit of the withdrawal, and only with its corps"
        yield Opinion(said, message, units=(id_,), fix=f"put {unit.name} back to {table.place_of(id_)}")


# --- units that enter play (8, 14, events)


def _called(table: Table, unit: str) -> Truth:
    said = table.state.notes.get("called")
    return unsure(f"event that brings {unit}") if said is None or isinstance(said, Unknown) else truth(unit in said.value)


@rule("check.place")
def arrives_in_its_segment(
    table: Table, place: Place, *, segment: str, at_once: frozenset[str], waits: frozenset[str]
) -> Iterator[Opinion]:
    """Reinforcements enter in their segment; those that an event or a chit brings enter when it does, except some."""
    now, unit = table.state.phase, table.unit(place.unit)
    if place.why not in ("reinforcement", "return") or not now:
        return
    regular = any(row.get("turn") == str(table.state.turn) for row in printed.lines(table, "arrivals", "unit", unit.id) or ())
    if now in at_once and unit.id not in waits and not regular:
        return  # whether an event or a chit brings it is another question
    said = truth(now == segment) | (truth(now in at_once and unit.id not in waits) & _called(table, unit.id))
    yield Opinion(said, f"{unit.name} enters in the {segment} phase, not in the {now} phase", units=(unit.id,))


@rule("check.place")
def one_side_enters_first(table: Table, place: Place, *, first: str, segment: str) -> Iterator[Opinion]:
    """In the segment of both players one side has placed its reinforcements before the other begins."""
    unit = table.unit(place.unit)
    if unit.side != first or table.state.phase != segment or place.why not in ("reinforcement", "return"):
        return
    began = tuple(sorted(what[1] for what in table.state.done if what[0] == "placed" and table.unit(what[1]).side != first))
    message = f"{table.names(began)} entered before {unit.name}: the {table.game.side_name(first)} player goes first"
    yield Opinion(truth(not began), message, units=(unit.id, *began))


@rule("movement.allowance")
def whole_allowance_on_arrival(table: Table, unit: Unit, mode: movement.modes.Mode) -> movement.modes.Change | None:
    """Being placed costs nothing: a unit that has just come has its whole allowance."""
    came = ("placed", unit.id) in table.state.done and ("moved", unit.id) not in table.state.done
    return movement.modes.Change("whole allowance after it was placed") if came else None


@rule("check.remove")
def shut_out(table: Table, remove: Remove, *, along_edge: int, why: str = "no entry") -> Iterator[Opinion]:
    """A reinforcement is given up only if its entry, and the edge so far around it, is closed to it."""
    if remove.why != why:
        return
    unit = table.unit(remove.unit)
    rows = printed.lines(table, "arrivals", "unit", unit.id)
    words = [row["entry"] for row in rows or () if row.get("entry")]
    entry = printed.hexes_called(table, words[0], unit.side) if words else None
    if entry is None:
        yield Opinion(unsure(f"entry of {unit.id}"), f"nobody has stated where {unit.name} enters", units=(unit.id,))
        return
    around = {near for hex in entry for near in table.grid.along_edge(hex, along_edge)} | entry
    ways = {hex: _open(table, unit, hex) for hex in sorted(around)}
    free = [hex for hex, said in ways.items() if said.yes]
    message = f"{unit.name} can still enter, at {table.at(free[0])}" if free else f"{unit.name} can perhaps still enter"
    yield Opinion(~any_of(ways.values()), message, units=(unit.id,), hexes=tuple(free[:8]))


def _open(table: Table, unit: Unit, hex: Hex) -> Truth:
    """May a reinforcement be put here?"""
    if table.enemy_units(unit.side, hex):
        return NO
    ground = table.board.is_terrain(hex, frozenset({"lake", "lagoon", "sea"}))
    return all_of((~ground, ~zoc.controlled(table, unit.side, hex, "reinforcement")))


@rule("check.place")
def with_its_option(table: Table, place: Place, *, units: Mapping[str, str]) -> Iterator[Opinion]:
    """Optional units come only into games that play their option."""
    option = units.get(place.unit)
    if option is not None:
        name = table.unit(place.unit).name
        said = truth(option in table.game.options)
        yield Opinion(said, f"{name} belongs to the option {option}, which is not played", units=(place.unit,))


# --- Volkssturm (11.3, events.7): where Soviet units have been, and how many units there are


@rule("after.move", "tracks_by_move")
@rule("after.advance", "tracks_by_advance")
@rule("after.retreat", "tracks_by_retreat")
@rule("after.place", "tracks_by_place")
def tracks(
    after: Table,
    action: Move | Advance | Retreat | Place,
    before: Table,
    *,
    side: str,
    note: str,
    settlements: frozenset[str],
) -> State:
    """The settlements that units of a side entered; of those on the way of a unit dragged straight nobody can be sure."""
    units = (action.unit,) if isinstance(action, Place) else action.units
    units = tuple(id_ for id_ in units if after.unit(id_).side == side and after.unit(id_).kind != "air")
    end = action.at if isinstance(action, Place) else action.to
    known = after.state.note(note)
    if not units or end not in after.grid or isinstance(known, Unknown) or known.value is None:
        return after.state
    path = () if isinstance(action, Place) else action.path or ()
    entered = frozenset(known.value) | {end} | frozenset(path[1:])
    perhaps = frozenset(after.state.noted(f"{note} perhaps", ()))
    if not path and not isinstance(action, Place):
        places = [hex for hex in after.grid.all() if not after.board.is_terrain(hex, settlements).no]
        perhaps |= {hex for id_ in units for hex in places if _on_its_way(before, id_, end, hex)}
    return after.state.noting(**{note: entered, f"{note} perhaps": perhaps})


def _on_its_way(table: Table, unit: str, end: Hex, hex: Hex) -> bool:
    """Could it have come through? Strategic movement costs half a point, so a unit goes two hexes for each."""
    start = table.place_of(unit)
    if start is None or start not in table.grid or hex in (start, end):
        return False
    points = table.unit(unit).rating("movement")
    far = table.grid.distance(start, end)
    most = max(far, 2 * points.value if isinstance(points, Known) else far)
    return table.grid.distance(start, hex) + table.grid.distance(hex, end) <= most


@rule("check.place")
def never_entered(table: Table, place: Place, *, why: str, note: str, behind: frozenset[str]) -> Iterator[Opinion]:
    """Volkssturm musters only where the enemy neither stood at the start nor has ever been."""
    if place.why != why or place.at not in table.grid:
        return
    unit, there = table.unit(place.unit), table.at(place.at)
    if place.at in behind:
        yield Opinion(NO, f"{there} lies behind the Soviet lines of the set-up", units=(unit.id,), hexes=(place.at,))
        return
    entered, perhaps = table.state.note(note), table.state.noted(f"{note} perhaps", ())
    said: Truth
    if isinstance(entered, Unknown) or entered.value is None:
        said, message = unsure(f"Soviet units in {place.at}"), f"whether Soviet units have been at {there} is not known"
    elif place.at in entered.value:
        said, message = NO, f"Soviet units have been at {there}"
    elif place.at in perhaps:
        said, message = unsure(f"Soviet units in {place.at}"), f"a Soviet unit may have come through {there}"
    else:
        said, message = YES, ""
    yield Opinion(said, message, units=(unit.id,), hexes=(place.at,))


@rule("check.place")
def joins_the_pool(table: Table, place: Place, *, kind: str, box: str, note: str, start: int, most: int) -> Iterator[Opinion]:
    """A further unit is put into the box only when an event has made it available."""
    unit = table.unit(place.unit)
    if place.at != box or unit.kind != kind:
        return
    there = [other.id for other, _ in table.state.units if other.kind == kind and other.id != unit.id]
    stated = table.state.note(note)
    unknown = isinstance(stated, Unknown) or stated.value is None
    pool = between(start, most, note) if unknown else exactly(int(table.state.noted(note)))
    rows = (Row(str(len(there) + 1), f"units with {unit.name}"), Row(str(pool), "available"))
    said = exactly(len(there) + 1).at_most(pool)
    yield Opinion(said, f"{unit.name} is not available", rows, units=(unit.id, *there))


# --- combat: who helps whom from the air and the sea (12.1, 12.3, 11.4), dice for bombardments (2.5.1, 3.0)


def _helpers(table: Table, supports: tuple[Support, ...], kinds: frozenset[str]) -> Iterator[Unit]:
    for each in supports:
        unit = table.unit(each.unit)
        if unit.kind in kinds:
            yield unit


@rule("check.attack")
def not_out_of_the_air_base(table: Table, attack: Attack, *, kinds: frozenset[str], boxes: frozenset[str]) -> Iterator[Opinion]:
    """An air unit that is grounded or being refitted supports nobody. One on the map was put there from its box."""
    for unit in _helpers(table, attack.support, kinds):
        place = table.place_of(unit.id)
        if place in boxes:
            yield Opinion(NO, f"{unit.name} is not ready: it is in {place}", units=(unit.id,))


@rule("check.attack")
def helps_only_attackers(table: Table, attack: Attack, *, kinds: frozenset[str]) -> Iterator[Opinion]:
    """Air units and ships support attacks, never a defence."""
    for unit in _helpers(table, attack.defence, kinds):
        yield Opinion(NO, f"{unit.name} supports only attacks", units=(unit.id,))


@rule("check.attack")
def helps_its_own_front(table: Table, attack: Attack, *, kinds: frozenset[str]) -> Iterator[Opinion]:
    """An air unit of a front supports attacks made by units of that front."""
    fronts = {_front_of(table.unit(id_)) for id_ in attack.attackers}
    for unit in _helpers(table, attack.support, kinds):
        if fronts:
            said = truth(_front_of(unit) in fronts)
            yield Opinion(said, f"{unit.name} supports only attacks of the {_front_of(unit)}", units=(unit.id,))


def _front_of(unit: Unit) -> str:
    """What stands before the stroke in its formation; Germans have no fronts, and are all of one."""
    front, stroke, _ = unit.formation.partition("/")
    return front if stroke or unit.formation in ("2BF", "3BF") else unit.side


@rule("check.roll")
def so_many_dice(table: Table, roll: Roll, *, purpose: str, phase: str, during: bool, dice: int) -> Iterator[Opinion]:
    """How many dice are rolled for a purpose in a phase, or outside it."""
    if roll.purpose.partition(" ")[0] != purpose or not table.state.phase or (table.state.phase == phase) != during:
        return
    said = truth(len(roll.dice) == dice)
    rows = (Row(str(len(roll.dice)), "dice rolled"), Row(str(dice), "dice to roll"))
    yield Opinion(said, f"{len(roll.dice)} dice were rolled for a bombardment, not {dice}", rows)


# --- HQs that leave the game (11.1.3)


@rule("check.attack", "hq_lost_before_attack")
@rule("check.phase", "hq_lost_before_phase")
def hq_lost_with_its_stack(table: Table, action: Attack | Phase, *, trait: str) -> Iterator[Opinion]:
    """An HQ whose whole stack was eliminated in a combat is gone before the next one, and before the phase ends."""
    last = combat.record.last(table)
    if last is None or last.phase != (table.state.turn, table.state.phase):
        return
    for id_ in (*last.fight.present, *last.companions):
        unit, stack = table.unit(id_), _stack_of(table, last, id_, trait)
        hex = last.companions.get(id_, last.fight.target)
        if unit.has(trait).yes and stack and table.place_of(id_) == hex and not _left(table, stack):
            message = f"{unit.name} was lost with {table.names(stack)}, and is still at {table.at(hex)}"
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


def _left(table: Table, units: tuple[str, ...]) -> bool:
    return any(table.place_of(id_) in table.grid for id_ in units)


@rule("check.phase")
def hq_without_units(
    table: Table, phase: Phase, *, trait: str, segment: str, independents: frozenset[str], units_in_range: bool = False
) -> Iterator[Opinion]:
    """When the replacement segment ends, an HQ with no unit of its own on the map and no independent in range is gone."""
    if table.state.phase != segment or phase.phase == segment:
        return
    for unit, standing in table.state.units:
        if unit.has(trait).yes and standing.place in table.grid:
            said = _has_units(table, unit, standing.place, trait, independents, units_in_range)
            word = "has perhaps" if said.open else "has"
            message = f"{unit.name} {word} no units left to command and leaves the game"
            yield Opinion(said, message, units=(unit.id,), hexes=(standing.place,), fix=f"take {unit.name} out of play")


def _has_units(
    table: Table, headquarters: Unit, place: str, trait: str, independents: frozenset[str], units_in_range: bool
) -> Truth:
    """Is a unit of its own on the map (or in its range), or an independent in its range?"""
    ranges = table.rules.find("command.range", side=headquarters.side)
    reach = None if ranges is None else ranges(table, headquarters)
    said: list[Truth] = []
    for id_, standing in table.force(headquarters.side).standings.items():
        unit = table.unit(id_)
        if standing.place not in table.grid or unit.has(trait).yes or _front_of(unit) != _front_of(headquarters):
            continue
        near = unsure(f"range of {headquarters.id}") if reach is None else reach.at(standing.place)
        if unit.formation == headquarters.formation:
            said.append(near if units_in_range else YES)
        said.append(near & any_of(unit.has(each) for each in sorted(independents)))
    return any_of(said)


@rule("check.remove")
def hq_removed_for_cause(
    table: Table,
    remove: Remove,
    *,
    trait: str,
    why: str,
    segment: str,
    independents: frozenset[str],
    units_in_range: bool = False,
) -> Iterator[Opinion]:
    """An HQ leaves the game without units to command, lost with its stack, or for want of a hex to retreat to."""
    unit, standing = table.unit(remove.unit), table.standing(remove.unit)
    if remove.why != why or standing is None or standing.place not in table.grid or not unit.has(trait).yes:
        return
    causes = [truth(sum(table.unit(id_).has(trait).yes for id_ in table.friends_at(unit.side, standing.place)) > 1)]
    if table.state.phase in (segment, ""):
        causes.append(~_has_units(table, unit, standing.place, trait, independents, units_in_range))
    last = combat.record.last(table)
    if last is not None and (unit.id in last.fight.present or unit.id in last.companions):
        stack = _stack_of(table, last, unit.id, trait)
        causes.append(truth(bool(stack) and not _left(table, stack)))
        causes.append(combat.aftermath.ordered(table, last, unit.id).length.at_least(exactly(1)))
    said = any_of(causes)
    word = "perhaps left" if said.open else "left"
    message = f"{unit.name} {word} the game without cause"
    yield Opinion(said, message, units=(unit.id,), fix=f"put {unit.name} back to {table.at(standing.place)}")
