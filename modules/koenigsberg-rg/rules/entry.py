"""Units that enter play (8, 14, events), the Volkssturm, and where Soviet units have been (11.3, 13.1, events.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from adjudicator.api import (
    NO,
    YES,
    Advance,
    Hex,
    Known,
    Lifetime,
    Mark,
    Move,
    Opinion,
    Place,
    Remove,
    Retreat,
    Row,
    State,
    Table,
    Truth,
    Unit,
    Unknown,
    all_of,
    any_of,
    between,
    deeds,
    entry,
    exactly,
    factname,
    memory,
    militia,
    movement,
    number,
    printed,
    rule,
    terms,
    truth,
    unsure,
    zoc,
)


# --- units that enter play (8, 14, events)
@rule("check.place")
def arrives_in_its_segment(
    table: Table, place: Place, *, segment: terms.PhaseWord, at_once: frozenset[terms.PhaseWord], waits: frozenset[terms.UnitWord]
) -> Iterator[Opinion]:
    """Reinforcements enter in their segment; those that an event or a chit brings enter when it does, except some."""
    now, unit = table.state.phase, table.unit(place.unit)
    if place.why not in ("reinforcement", "return") or not now:
        return
    regular = any(row.get("turn") == str(table.state.turn) for row in printed.lines(table, "arrivals", "unit", unit.id) or ())
    if now in at_once and unit.id not in waits and not regular:
        return  # whether an event or a chit brings it is another question
    said = truth(now == segment) | (truth(now in at_once and unit.id not in waits) & entry.is_called(table, unit.id))
    yield Opinion(said, f"{unit.name} enters in the {segment} phase, not in the {now} phase", units=(unit.id,))


@rule("check.place")
def one_side_enters_first(table: Table, place: Place, *, first: terms.SideWord, segment: terms.PhaseWord) -> Iterator[Opinion]:
    """In the segment of both players one side has placed its reinforcements before the other begins."""
    unit = table.unit(place.unit)
    if unit.side != first or table.state.phase != segment or place.why not in ("reinforcement", "return"):
        return
    began = tuple(sorted(id_ for id_ in table.state.those(deeds.PLACED) if table.unit(id_).side != first))
    message = f"{table.names(began)} entered before {unit.name}: the {table.game.side_name(first)} player goes first"
    yield Opinion(truth(not began), message, units=(unit.id, *began))


@rule("movement.allowance")
def whole_allowance_on_arrival(table: Table, unit: Unit, mode: movement.modes.Mode) -> movement.modes.ModeChange | None:
    """Being placed costs nothing: a unit that has just come has its whole allowance."""
    came = table.state.has(deeds.PLACED, unit.id).yes and not table.state.has(deeds.MOVED, unit.id).yes
    return movement.modes.ModeChange("whole allowance after it was placed") if came else None


@rule("check.remove")
def shut_out(table: Table, remove: Remove, *, along_edge: int, why: terms.ExitWord = "no entry") -> Iterator[Opinion]:
    """A reinforcement is given up only if its entry, and the edge so far around it, is closed to it."""
    if remove.why != why:
        return
    unit = table.unit(remove.unit)
    rows = printed.lines(table, "arrivals", "unit", unit.id)
    words = [row["entry"] for row in rows or () if row.get("entry")]
    told = table.told.get(factname.entry(unit.id))
    entry = printed.hexes_called(table, words[0], unit.side) if words else None
    entry = entry if told is None else frozenset(told)
    if entry is None:
        yield Opinion(unsure(factname.entry(unit.id)), f"nobody has stated where {unit.name} enters", units=(unit.id,))
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
def with_its_option(table: Table, place: Place, *, units: Mapping[terms.UnitWord, terms.OptionWord]) -> Iterator[Opinion]:
    """Optional units come only into games that play their option."""
    option = units.get(place.unit)
    if option is not None:
        name = table.unit(place.unit).name
        said = truth(option in table.game.options)
        yield Opinion(said, f"{name} belongs to the option {option}, which is not played", units=(place.unit,))


# --- Volkssturm (11.3, events.7): where Soviet units have been, and how many units there are
TRACKS: Final = memory(
    "soviet tracks",
    frozenset[str],
    "the hexes in which Soviet units have been",
    lasts=Lifetime.GAME,
    default=Unknown(factname.memory("soviet tracks")),
)
PERHAPS: Final = memory(
    "soviet tracks perhaps",
    frozenset[str],
    "the hexes in which they may have been on their way",
    lasts=Lifetime.GAME,
    default=frozenset(),
    forbids=True,
)


_NOWHERE: Final = "no hex"  # in which nobody has been; of it nothing is known either while nobody knows where they have been
LED: Final = memory(
    "headquarters tracks",
    frozenset[str],
    "the hexes of these in which only headquarters were seen",
    lasts=Lifetime.GAME,
    default=frozenset(),
    forbids=True,
)


@rule(after=(Move, Advance, Retreat, Place))
def tracks(
    after: Table,
    action: Move | Advance | Retreat | Place,
    before: Table,
    *,
    side: terms.SideWord,
    settlements: frozenset[terms.TerrainWord] = frozenset(),
) -> State:
    """The settlements that units of a side entered; of those on the way of a unit dragged straight nobody can be sure."""
    units = (action.unit,) if isinstance(action, Place) else action.units
    units = tuple(id_ for id_ in units if after.unit(id_).side == side and after.unit(id_).kind != "air")
    end = action.at if isinstance(action, Place) else action.to
    if not units or end not in after.grid:
        return after.state
    path = () if isinstance(action, Place) else action.path or ()
    perhaps = frozenset[Hex]()
    if not path and not isinstance(action, Place):
        roaming = isinstance(action, Move)  # retreats and advances lead on from hex to hex
        perhaps = frozenset(hex for id_ in units for hex in _on_its_way(before, id_, end, settlements, roaming))
    entered = frozenset((end, *path[1:]))
    led = after.state.those(LED)
    if all(after.unit(id_).leads for id_ in units):
        led |= frozenset(hex for hex in entered if not before.state.has(TRACKS, hex).yes)
    else:
        led -= entered
    return after.state.adding(TRACKS, *entered).adding(PERHAPS, *perhaps).remember(LED, led)


def _on_its_way(table: Table, unit: str, end: Hex, terrain: frozenset[str], roaming: bool) -> Iterator[Hex]:
    """The hexes of some terrain through which it can have come, on the straight way or (roaming) on any.

    Strategic movement costs half a point, so a unit goes two hexes for each.
    """
    start = table.place_of(unit)
    if start is None or start not in table.grid:
        return
    points = table.unit(unit).rating("movement")
    far = table.grid.distance(start, end)
    most = max(far, 2 * points.value if roaming and isinstance(points, Known) else far)
    there, on = _distances(table, start, terrain), _distances(table, end, terrain)
    yield from (hex for hex, hexes in there.items() if hexes + on[hex] <= most and hex not in (start, end))


def _distances(table: Table, frm: Hex, terrain: frozenset[str]) -> Mapping[Hex, int]:
    """How far each hex is that may be of some terrain."""
    board = table.board
    places: tuple[Hex, ...] = board.cached(
        ("perhaps of terrain", terrain),
        lambda: tuple(hex for hex in board.grid.all() if not board.is_terrain(hex, terrain).no),
    )
    return board.cached(("distances to terrain", frm, terrain), lambda: {hex: board.grid.distance(frm, hex) for hex in places})


@rule("check.place")
def never_entered(
    table: Table,
    place: Place,
    *,
    why: terms.EntryWord,
    behind: frozenset[terms.HexWord],
    either: bool = False,
) -> Iterator[Opinion]:
    """Volkssturm musters only where the enemy neither stood at the start nor has ever been; or one of the two is enough."""
    if place.why != why or place.at not in table.grid:
        return
    unit, there = table.unit(place.unit), table.at(place.at)
    if either and place.at not in behind:
        return
    if place.at in behind and not either:
        yield Opinion(NO, f"{there} lies behind the Soviet lines of the set-up", units=(unit.id,), hexes=(place.at,))
        return
    entered = table.state.has(TRACKS, place.at)
    if entered.open:
        said, message = ~table.asks(factname.seen("Soviet", place.at)), f"whether Soviet units have been at {there} is not known"
    elif entered.yes:
        said, message = NO, f"Soviet units have been at {there}"
    elif table.state.has(PERHAPS, place.at).yes:
        said, message = ~table.asks(factname.seen("Soviet", place.at)), f"a Soviet unit may have come through {there}"
    else:
        said, message = YES, ""
    yield Opinion(said, message, units=(unit.id,), hexes=(place.at,))


@rule("check.place")
def joins_the_pool(
    table: Table, place: Place, *, kind: terms.KindWord, box: terms.BoxWord, start: int, most: int
) -> Iterator[Opinion]:
    """A further unit is put into the box only when an event has made it available."""
    unit = table.unit(place.unit)
    if place.at != box or unit.kind != kind:
        return
    there = [other.id for other, _ in table.state.units if other.kind == kind and other.id != unit.id]
    stated = table.state.recall(militia.POOL)
    pool = between(start, most, stated.key) if isinstance(stated, Unknown) else number(stated)
    rows = (Row(str(len(there) + 1), f"units with {unit.name}"), Row(str(pool), "available"))
    said = exactly(len(there) + 1).at_most(pool)
    yield Opinion(said, f"{unit.name} is not available", rows, units=(unit.id, *there))


# --- markers of control on victory points (13.1)


@rule("check.mark")
def turned(
    table: Table,
    mark: Mark,
    *,
    tag: terms.TagWord,
    first: terms.SideWord,
    by: terms.SideWord,
    without: frozenset[terms.TraitWord],
    back: bool = True,
    not_at_zero: terms.RatingWord = "",
) -> Iterator[Opinion]:
    """The marker of a victory point is turned where a combat unit of that side stands, or has come through.

    All belong to one side at `first`, and are taken `by` the other. Those may be taken `back`. Units `without` some trait count,
    and perhaps none that has nothing of some rating.
    """
    hex, side = mark.subject, mark.mark
    if hex not in table.grid or side not in (first, by) or tag not in table.board.tags.get(hex, frozenset()):
        return
    mine, theirs = (_stands(table, each, hex, without, not_at_zero) for each in (side, by if side == first else first))
    if side == by:
        came = _came(table, hex) & (~theirs | truth(not back))
    else:
        kept = truth(table.state.control.get(hex) != by)
        came = (kept | truth(back) & table.asks(factname.control(hex))) & ~theirs
        mine &= kept | truth(back)
    said, holder = mine | came, table.game.side_name(side)
    why = f"no {holder} combat unit came there" if said.no else f"whether a {holder} combat unit came there is not known"
    yield Opinion(said, f"{table.at(hex)} is marked {holder}, and {why}", hexes=(hex,))


def _stands(table: Table, side: str, hex: Hex, without: frozenset[str], not_at_zero: str) -> Truth:
    """Is a combat unit of a side there?"""
    return any_of(_takes(table, id_, without, not_at_zero) for id_ in table.force(side).at(hex))


def _takes(table: Table, id_: str, without: frozenset[str], not_at_zero: str) -> Truth:
    unit = table.unit(id_)
    said = all_of(~unit.has(trait) for trait in sorted(without)) & truth(not unit.helps_from_afar)
    return said & number(unit.rating(not_at_zero, table.losses(id_))).at_least(exactly(1)) if not_at_zero else said


def _came(table: Table, hex: Hex) -> Truth:
    """Have those who take the points been at a hex, as far as the file shows? Headquarters take none."""
    entered = table.state.has(TRACKS, hex)
    if hex in table.state.those(LED):  # whether others were there before hangs on whether all tracks were seen
        entered = table.state.has(TRACKS, _NOWHERE)
    if entered.yes or (entered.no and table.state.has(PERHAPS, hex).no):
        return entered
    return table.asks(factname.seen("Soviet", hex))
