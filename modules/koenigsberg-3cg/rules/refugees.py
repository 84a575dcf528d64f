"""Refugees (1.2d, 12.2, 12.3, events 5 and 9): where their counters come from and go, whom they hinder, and who drives through.

A counter is a marker on a hex: `{ mark = "refugees", subject = "2332" }` lays it there, with `on = false` it is taken up. A
counter that moves is taken up in one hex and laid in another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from adjudicator.api import (
    NO,
    YES,
    Hex,
    Interval,
    Lifetime,
    Lose,
    Mark,
    Opinion,
    Phase,
    Row,
    State,
    Table,
    Truth,
    Unit,
    Unknown,
    all_of,
    any_of,
    deeds,
    factname,
    memory,
    militia,
    number,
    rule,
    stacking,
    terms,
    truth,
    unsure,
)

REFUGEES: Final = memory(
    "refugees on",
    frozenset[str],
    "the hexes with refugee counters",
    lasts=Lifetime.GAME,
    default=frozenset(),
    forbids=True,
    shown="refugees",
)
LIFTED: Final = memory(
    "refugees taken up",
    frozenset[str],
    "the hexes from which refugees were taken up to move on",
    lasts=Lifetime.PHASE,
    default=frozenset(),
)
LAID: Final = memory(
    "refugees laid",
    frozenset[str],
    "the hexes in which refugees were laid in their segment, those placed and those that moved on",
    lasts=Lifetime.PHASE,
    default=frozenset(),
)
ASTRAY: Final = memory(
    "refugees astray",
    dict[str, str],
    "the hexes to which refugees went though none can come there or be placed there, each with where they came from",
    lasts=Lifetime.PHASE,
    default={},
)
NEW: Final = memory("refugees placed", int, "the refugee counters placed this turn", lasts=Lifetime.TURN, default=0)
BY_EVENT: Final = memory("refugees due", int, "the refugee counters that an event lets be placed", lasts=Lifetime.TURN, default=0)
ROADS = frozenset({"road", "autobahn"})
_FAR = 1000


def _along(table: Table, starts: Iterable[Hex], most: int = _FAR) -> Mapping[Hex, int]:
    """Every hex that roads lead to, with the number of hexes on the way."""
    found = dict.fromkeys(starts, 0)
    queue = list(found)
    for hex in queue:
        for to in table.grid.neighbours(hex) if found[hex] < most else ():
            if to not in found and table.board.has_route(hex, to, ROADS).yes:
                found[to] = found[hex] + 1
                queue.append(to)
    return found


def _can_come(table: Table, starts: Collection[Hex], goals: Collection[Hex], most: int) -> Truth:
    """Do roads lead from one hex to another within so many? Where nobody has looked some up they may."""
    reached: dict[Hex, Truth] = dict.fromkeys(starts, YES)
    for _ in range(most):
        ahead = {
            to: way & table.board.has_route(hex, to, ROADS) for hex, way in reached.items() for to in table.grid.neighbours(hex)
        }
        for to, way in ahead.items():
            if not way.no:
                reached[to] = reached.get(to, NO) | way
    return any_of(reached.get(goal, NO) for goal in goals)


def _on_road(table: Table, hex: Hex) -> Truth:
    return any_of(table.board.has_route(hex, to, ROADS) for to in table.grid.neighbours(hex))


def _combat_units(table: Table, side: str, trait: str) -> Iterator[Hex]:
    for id_, standing in table.force(side).standings.items():
        unit = table.unit(id_)
        if standing.place in table.grid and not unit.has(trait).yes and not unit.helps_from_afar:
            yield standing.place


@rule("check.mark")
def refugees_laid(
    table: Table,
    mark: Mark,
    *,
    marker: terms.HexMarkWord,
    segment: terms.PhaseWord,
    side: terms.SideWord,
    front: int,
    event_apart: int,
    each_turn: int,
    on_the_way: int,
    goals: frozenset[terms.HexWord],
    trait: terms.TraitWord = "hq",
    nearest: bool = False,
) -> Iterator[Opinion]:
    """A counter is laid on a road without units: one a turn so far from the front, those of an event, and those that move on."""
    if mark.mark != marker or mark.subject not in table.grid or not mark.on:
        return
    hex, here = mark.subject, table.at(mark.subject)
    yield Opinion(_on_road(table, hex), f"refugees stand on roads, and {here} has none", hexes=(hex,))
    there = hex in table.state.those(REFUGEES)
    yield Opinion(truth(not there), f"there are refugees at {here} already", hexes=(hex,))
    units = [u for u, s in table.state.units if s.place == hex and not u.has(trait).yes and not u.helps_from_afar]
    word = f"refugees stack with HQs only, and {table.names(tuple(unit.id for unit in units))} stands at {here}"
    yield Opinion(truth(not units), word, units=tuple(unit.id for unit in units), hexes=(hex,))
    if table.state.phase not in (segment, ""):
        yield _by_event(table, hex, side, event_apart, trait)
        return
    trek = _Trek(table, on_the_way, goals)
    lifted, before = table.state.those(LIFTED), table.state.those(LAID) - {hex}
    if trek.new(lifted, before | {hex}) == trek.new(lifted, before):
        yield Opinion(YES, rows=(Row(f"{on_the_way}", "hexes along roads that refugees go at the most"),), hexes=(hex,))
        return
    laid = table.state.sure(NEW, 0)
    soviets = frozenset(_combat_units(table, side, trait))
    off = {table.grid.distance(hex, place) for place in soviets}
    perhaps_new = [each for each in (hex, *before) if trek.new(lifted, before | {hex} - {each}) == trek.new(lifted, before)]
    placed = (frozenset(table.grid.distance(each, place) for place in soviets) for each in perhaps_new)
    lawful = any(front == min(each, default=0) if nearest else front in each for each in placed)
    message = f"{here} is not {front} hexes from the Soviet front"
    came = any_of(_can_come(table, (start,), (hex,), on_the_way) for start in sorted(lifted))
    came = came if came.open else NO  # roads that nobody has looked up may have led one of them here
    every = table.state.recall(LIFTED)
    if isinstance(every, Unknown):  # where a file begins amid the segment, others were taken up before
        came = came | unsure(every.key)
    many = f"the refugees at {here} are too many: {each_turn} a turn is placed, and others move {on_the_way} hexes along roads"
    yield Opinion(truth(laid < each_turn) | came, many, (Row(str(laid), "placed this turn"),), hexes=(hex,))
    if lifted:
        message = f"the refugees at {here} came farther than {on_the_way} hexes along roads, or back; and for new ones {message}"
    yield Opinion(
        truth(lawful) | came,
        message,
        (Row(str(min(off)), "hexes to the nearest Soviet combat unit"),)
        if off
        else (Row("none", "Soviet combat units on the map"),),
        hexes=(hex,),
    )


def _by_event(table: Table, hex: Hex, side: str, apart: int, trait: str) -> Opinion:
    due = table.state.sure(BY_EVENT, 0)
    others = [name for name in table.game.sides if name != side]
    leaders = [s.place for u, s in table.state.units if u.side in others and u.has(trait).yes and s.place in table.grid]
    far = all(table.grid.distance(hex, place) >= apart for place in leaders)
    word = (
        "no event brings refugees now"
        if not due
        else f"{table.at(hex)} is too near to a headquarters for the refugees of an event"
    )
    all_due = table.state.recall(BY_EVENT)
    came = unsure(all_due.key) if isinstance(all_due, Unknown) and not due else truth(bool(due))
    return Opinion(came & truth(far), word, (Row(str(due), "refugee counters due by an event"),), hexes=(hex,))


class _Trek:
    """Which of the counters taken up lies where: any way to pair them up will do, if each comes nearer to where they go."""

    def __init__(self, table: Table, most: int, goals: Collection[Hex]) -> None:
        self._table, self._most = table, most
        self._home = _along(table, goals)

    def new(self, lifted: Iterable[Hex], laid: Collection[Hex]) -> int:
        """How many of those laid cannot have moved here."""
        return len(laid) - len(self.paired(lifted, laid))

    def paired(self, lifted: Iterable[Hex], laid: Collection[Hex]) -> Mapping[Hex, Hex]:
        """By the hex where they lie, where they came from: as many as can be, and who is named first before the others."""
        pairs: dict[Hex, Hex] = {}
        reach = {start: sorted(self._reached(start).intersection(laid)) for start in lifted}
        for start in reach:
            self._settle(start, reach, pairs, set())
        return pairs

    def astray(self, lifted: Collection[Hex], laid: Collection[Hex], hex: Hex) -> Hex | None:
        """Where the counter came from that went to a hex to which none can move, if one of those taken up lies nowhere else."""
        if self.new(lifted, {*laid, hex}) == self.new(lifted, laid):
            return None
        left = set(lifted).difference(self.paired(lifted, laid).values())
        return min(left, key=lambda start: (self._table.grid.distance(start, hex), start), default=None)

    def _settle(self, start: Hex, reach: Mapping[Hex, Sequence[Hex]], pairs: dict[Hex, Hex], seen: set[Hex]) -> bool:
        for hex in reach[start]:
            if hex not in seen:
                seen.add(hex)
                if hex not in pairs or self._settle(pairs[hex], reach, pairs, seen):
                    pairs[hex] = start
                    return True
        return False

    def _reached(self, start: Hex) -> frozenset[Hex]:
        far = self._home.get(start, _FAR)
        return frozenset(hex for hex in _along(self._table, (start,), self._most) if self._home.get(hex, _FAR) <= far)


@rule("check.mark")
def refugees_taken_up(
    table: Table, mark: Mark, *, marker: terms.HexMarkWord, segment: terms.PhaseWord, side: terms.SideWord
) -> Iterator[Opinion]:
    """A counter is taken up to move on in its segment; at other times only because units of one side drove through it."""
    if mark.mark != marker or mark.subject not in table.grid or mark.on:
        return
    hex = mark.subject
    if table.state.phase in (segment, ""):
        return
    through = hex in set(_combat_units(table, side, ""))
    tracks = table.game.memories.get("soviet tracks")
    said: Truth = truth(through)
    if not through and tracks is not None:
        said = truth(hex in table.state.those(tracks))
    if said.no and table.state.those(deeds.MOVED):
        said = table.asks(factname.seen("Soviet", hex)) if _may_have_passed(table, hex, side) else NO
    yield Opinion(said, f"nobody drove through the refugees at {table.at(hex)}", hexes=(hex,))


def _may_have_passed(table: Table, hex: Hex, side: str) -> bool:
    """A unit dragged straight to its end may have come through; so may any that moved in this activation."""
    movers = [table.unit(id_) for id_ in table.state.those(deeds.MOVED)]
    places = [table.place_of(unit.id) for unit in movers if unit.side == side]
    return any(place in table.grid and table.grid.distance(hex, place) <= 16 for place in places if place is not None)


@rule("after.mark")
def refugees_remembered(
    after: Table,
    mark: Mark,
    before: Table,
    *,
    marker: terms.HexMarkWord,
    segment: terms.PhaseWord,
    side: terms.SideWord,
    front: int,
    most: int,
    on_the_way: int,
    goals: frozenset[terms.HexWord],
    trait: terms.TraitWord = "hq",
) -> State:
    """Where counters are; and each one driven through gives the other side a militia unit more, up to so many."""
    state, hex = after.state, mark.subject
    if mark.mark != marker or hex not in after.grid:
        return state
    there, lifted, laid = state.those(REFUGEES), state.those(LIFTED), state.those(LAID)
    trek = _Trek(before, on_the_way, goals)
    placed = state.sure(NEW, 0) - trek.new(lifted, laid)
    if not mark.on:
        state = state.remember(REFUGEES, there - {hex})
        if state.phase in (segment, ""):  # who was laid in a wrong hex has not moved there
            start = state.listed(ASTRAY).get(hex)
            if start is not None:
                state = state.amend(ASTRAY, {to: frm for to, frm in state.listed(ASTRAY).items() if to != hex})
            lifted, laid = (lifted, laid - {hex}) if hex in laid else (lifted | {start or hex}, laid)
            return _on_their_way(state, lifted, laid, placed + trek.new(lifted, laid))
        pool = state.sure(militia.POOL, None)
        return state if pool is None else state.remember(militia.POOL, min(most, pool + 1))
    if state.phase not in (segment, ""):
        state = state.amend(BY_EVENT, max(0, state.sure(BY_EVENT, 0) - 1))
    else:
        new = hex in laid or any(before.grid.distance(hex, place) == front for place in _combat_units(before, side, trait))
        start = None if new else trek.astray(lifted, laid, hex)
        if start is None:
            laid |= {hex}
        else:
            lifted, state = lifted - {start}, state.amend(ASTRAY, {**state.listed(ASTRAY), hex: start})
        state = _on_their_way(state, lifted, laid, placed + trek.new(lifted, laid))
    return state.remember(REFUGEES, there | {hex})


def _on_their_way(state: State, lifted: frozenset[str], laid: frozenset[str], placed: int) -> State:
    return state.amend(LIFTED, lifted).amend(LAID, laid).amend(NEW, placed)


@rule("movement.burden")
def refugees_in_the_way(
    table: Table, unit: Unit, *, plus: int, traits: Mapping[terms.TraitWord, int], free: frozenset[terms.SideWord]
) -> Mapping[Hex, Mapping[Hex, float]]:
    """Along a road into refugees costs more; units of some sides may drive through instead."""
    if unit.side in free:
        return {}
    more = next((points for trait, points in traits.items() if unit.has(trait).yes), plus)
    return {
        hex: {frm: more for frm in table.grid.neighbours(hex) if table.board.has_route(frm, hex, ROADS).yes}
        for hex in table.state.those(REFUGEES)
    }


@rule("stacking.filled")
def refugees_fill(
    table: Table,
    hex: Hex,
    units: Sequence[Unit],
    passing: bool,
    *,
    trait: terms.TraitWord,
    free: frozenset[terms.SideWord],
    passing_too: bool = False,
) -> Opinion:
    """Refugees share a hex with HQs only. Units of some sides drive through them, and their counter is taken off."""
    if hex not in table.state.those(REFUGEES) or (passing and not passing_too):
        return Opinion(YES)
    found = [unit for unit in units if not (unit.has(trait).yes or unit.side in free or unit.helps_from_afar)]
    return Opinion(truth(not found), "refugees fill the hex")


@rule("check.phase")
def nobody_stays_among_refugees(
    table: Table, phase: Phase, *, trait: terms.TraitWord, free: frozenset[terms.SideWord], during: frozenset[terms.PhaseWord]
) -> Iterator[Opinion]:
    """Who drove in among refugees has had their counter taken off when the phases end in which units do so."""
    over = table.state.phase in during and phase.phase not in during
    for hex in sorted(table.state.those(REFUGEES)) if over else ():
        units = tuple(
            unit.id
            for unit, standing in table.state.units
            if standing.place == hex and unit.side in free and not unit.has(trait).yes and not unit.helps_from_afar
        )
        message = f"refugees share no hex with {table.names(units)}: who drives in among them takes the counter off"
        fix = f"take the refugees off {table.at(hex)}"
        if units:
            yield Opinion(NO, message, units=units, hexes=(hex,), fix=fix)


@rule("check.phase")
def refugees_not_lost(
    table: Table, phase: Phase, *, segment: terms.PhaseWord, on_the_way: int, goals: frozenset[terms.HexWord]
) -> Iterator[Opinion]:
    """A counter that was taken up to move on lies in another hex when the segment ends, or has come into a city."""
    if table.state.phase != segment:
        return
    ends = {hex: _can_come(table, (hex,), goals, on_the_way) for hex in sorted(table.state.those(LIFTED))}
    first = sorted(ends, key=lambda hex: (not ends[hex].no, ends[hex].yes))  # who has no city near must be somewhere
    lying = _Trek(table, on_the_way, goals).paired(first, table.state.those(LAID)).values()
    for hex in sorted(ends.keys() - set(lying)):
        came = ends[hex]
        message = f"the refugees at {table.at(hex)} were taken off, and no city is within {on_the_way} hexes along roads"
        yield Opinion(came, message, hexes=(hex,), fix=f"put them back to {table.at(hex)}")


# --- too many in a hex (5.1a)


@rule("check.lose")
def pays_for_too_many(table: Table, lose: Lose, *, because: terms.LossWord, rating: terms.RatingWord) -> Iterator[Opinion]:
    """Where too many stand in a hex its strongest unit loses a step, and no other does."""
    if lose.because != because:
        return
    for id_ in lose.steps:
        place = table.place_of(id_)
        if place is None or place not in table.grid:
            continue
        unit = table.unit(id_)
        crowded = ~stacking.fits(table, unit.side, place, ())
        yield Opinion(crowded, f"not too many stand at {table.at(place)}, so {unit.name} loses nothing for it", units=(id_,))
        others = [table.unit(each) for each in table.friends_at(unit.side, place) if each != id_]
        mine = _rated(table, unit, rating)
        best = all_of(_rated(table, other, rating).at_most(mine) for other in others)
        yield Opinion(best, f"{unit.name} is not the strongest unit at {table.at(place)}", units=(id_,))


def _rated(table: Table, unit: Unit, rating: str) -> Interval:
    return number(unit.rating(rating, 0), 0)
