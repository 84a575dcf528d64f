"""Whom a headquarters can activate: its range, its formation, and independents up to a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator import factname
from adjudicator.engine.hexes import Hex
from adjudicator.engine.terms import FeatureWord, FormationWord, RatingWord, RouteWord, TerrainWord, TraitWord, UnitWord
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, NOTHING, YES, Interval, Truth, all_of, any_of, between, exactly, number, truth, unsure
from adjudicator.finding import Row

from ..opinion import Opinion
from ..registry import SHARED
from ..supply.line import SupplyLines, lines
from ..supply.links import LinkLine
from ..table import Table

SHARED.slot("command.range", "How far does a headquarters command?", optional=True)
SHARED.slot("command.bond", "Which units may a headquarters activate, as its own or as independents?", optional=True)
SHARED.slot("command.independents", "How many independent units may a headquarters activate?", optional=True)
SHARED.slot("command.anywhere", "How many units may be activated wherever they are, to move only?", optional=True)


_ENDLESS = 999  # more hexes than any map is wide


@dataclass(frozen=True, slots=True)
class Reach:
    """The range of a headquarters from where it stands."""

    table: Table
    side: str
    hex: Hex
    hexes: Interval
    line: LinkLine
    ends_across: frozenset[str] = frozenset()
    _lines: dict[int, SupplyLines] = field(default_factory=dict, repr=False)

    def at(self, hex: Hex) -> Truth:
        """Is the hex within range?"""
        near = self._within(int(self.hexes.low), hex)
        if self.hexes.exact or near.yes:
            return near
        far = self._within(int(self.hexes.high), hex)
        return far if far.no else Truth(None, near.needs | far.needs | self.hexes.needs)

    def way(self, hex: Hex) -> tuple[Hex, ...]:
        """The shortest way from the headquarters, however long; empty if there is none."""
        return tuple(reversed(self._to(_ENDLESS).path(hex)))

    def _within(self, hexes: int, hex: Hex) -> Truth:
        said = self._to(hexes).at(hex)
        if said.yes or not self.ends_across or hexes < 1 or hex not in self.table.grid:
            return said
        return said | any_of(self._across(hexes, near, hex) for near in self.table.grid.neighbours(hex))

    def _across(self, hexes: int, near: Hex, hex: Hex) -> Truth:
        """Does the range end in this hex, across a hexside beyond which it does not go on?"""
        board, line = self.table.board, self.line
        river = board.has_feature(near, hex, self.ends_across)
        if river.no:
            return NO
        others = line.blocked_features - self.ends_across
        return all_of(
            (
                river,
                self._to(hexes - 1).at(near),
                ~board.is_terrain(near, line.blocked_terrain),
                ~board.has_feature(near, hex, others),
            )
        )

    def _to(self, hexes: int) -> SupplyLines:
        found = self._lines.get(hexes)
        if found is None:
            line = LinkLine(
                maximum=hexes,
                blocked_terrain=self.line.blocked_terrain,
                blocked_features=self.line.blocked_features,
                bridged_by=self.line.bridged_by,
                enemies=False,
                zones=False,
            )
            found = self._lines[hexes] = lines(self.table, self.side, line, (self.hex,))
        return found


@SHARED.rule("command.range", "command.range")
def range_of(
    table: Table,
    unit: Unit,
    *,
    rating: RatingWord = "command",
    most: int = 12,
    blocked_terrain: frozenset[TerrainWord] = frozenset(),
    blocked_features: frozenset[FeatureWord] = frozenset(),
    bridged_by: frozenset[RouteWord] = frozenset(),
    ends_across: frozenset[FeatureWord] = frozenset(),
) -> Reach | None:
    """The printed range, counted around closed terrain and hexsides; across some hexsides it ends in the first hex."""
    standing = table.standing(unit.id)
    if standing is None or standing.place not in table.grid:
        return None
    hexes = number(unit.rating(rating, standing.losses), 0, most)
    line = LinkLine(blocked_terrain=blocked_terrain, blocked_features=blocked_features | ends_across, bridged_by=bridged_by)
    return Reach(table, unit.side, standing.place, hexes, line, ends_across)


@dataclass(frozen=True, slots=True)
class Bond:
    """May a headquarters activate a unit, apart from its range: as one of its own, or as an independent?"""

    own: Truth = NO
    independent: Truth = NO


@SHARED.rule("command.bond", "command.formations")
def formations(
    table: Table,
    headquarters: Unit,
    unit: Unit,
    *,
    independent: frozenset[TraitWord] = frozenset({"independent"}),
    fronts: frozenset[FormationWord] = frozenset(),
    never: frozenset[TraitWord] = frozenset({"hq"}),
    orphans: bool = False,
    leaderless: bool = True,
    besides: frozenset[UnitWord] = frozenset(),
    not_these: frozenset[UnitWord] = frozenset(),
) -> Bond:
    """A headquarters activates its formation and independents of its front; a unit may be both, and counts as the better.

    Independents have one of some traits; where `orphans` says so, units whose headquarters is gone are independent too, and
    unless `leaderless`, such units are not even if they have the trait. Some units are or are not independent by name.
    A formation is written `front/army` or just `army`.
    """
    if unit.id == headquarters.id:
        return Bond(own=YES)
    if unit.side != headquarters.side or _front(unit, fronts) != _front(headquarters, fronts):
        return Bond()
    may = all_of(~unit.has(trait) for trait in sorted(never))
    led = not unit.formation or _led(table, unit, never)
    alone = any_of(unit.has(trait) for trait in sorted(independent)) & truth(unit.id not in not_these and (leaderless or led))
    alone |= truth(orphans and not led)
    own = truth(bool(unit.formation) and unit.formation == headquarters.formation)
    return Bond(may & own, (may & alone) | truth(unit.id in besides))


def _front(unit: Unit, fronts: frozenset[str]) -> str:
    front = unit.formation.partition("/")[0]
    return front if front in fronts else ""


def _led(table: Table, unit: Unit, leaders: frozenset[str]) -> bool:
    """Is a headquarters of its formation in play (or has the formation never had one)?"""
    force = table.force(unit.side)
    own = [id_ for id_, each in force.units.items() if each.formation == unit.formation and not leaders.isdisjoint(each.traits)]
    return not own or any(id_ in force.standings for id_ in own)


@SHARED.rule("command.independents", "command.independents")
def independents(table: Table, headquarters: Unit, *, number: int, by_headquarters: Mapping[UnitWord, int] | None = None) -> int:
    """Each headquarters may activate so many independents; some have a number of their own."""
    return (by_headquarters or {}).get(headquarters.id, number)


@dataclass(frozen=True, slots=True)
class Call:
    """One unit before a headquarters: does it count as its own, can it be activated, and could it be wherever it is?"""

    unit: str
    own: Truth
    regular: Truth
    anywhere: Truth
    near: Truth
    bond: Bond


@dataclass(frozen=True, slots=True)
class Authority:
    """A headquarters at the moment it is activated."""

    table: Table
    headquarters: Unit
    reach: Reach | None
    extra: Interval  # units that may move wherever they are
    extra_within: bool = False  # they are among the independents, not on top of them

    @property
    def limit(self) -> int:
        rule = self.table.rules.find("command.independents", side=self.headquarters.side)
        return 0 if rule is None else int(rule(self.table, self.headquarters))

    def call(self, id_: str) -> Call:
        unit, place = self.table.unit(id_), self.table.place_of(id_)
        rule = self.table.rules.find("command.bond", side=self.headquarters.side)
        bond: Bond = (
            formations(self.table, self.headquarters, unit) if rule is None else rule(self.table, self.headquarters, unit)
        )
        bond = self._vouched(unit, bond)
        near = NO if self.reach is None or place is None else self.reach.at(place)
        own = near & bond.own
        return Call(id_, own, own | (near & bond.independent), bond.independent & truth(place is not None), near, bond)

    def _vouched(self, unit: Unit, bond: Bond) -> Bond:
        """Where nobody who may decide has said what formations the counters print, nobody is refused for his."""
        guessed = [each for each in (unit, self.headquarters) if each.source not in self.table.game.trusted]
        if unit.side != self.headquarters.side or not guessed:
            return bond
        unknown = unsure(*(factname.formation(each.id) for each in guessed))
        return Bond(bond.own | unknown, bond.independent | unknown)

    def alone(self, call: Call, *, attacks: bool) -> Truth:
        """Can this unit be activated if no other is?"""
        if attacks or self.extra.high < 1:
            return call.regular
        some = self.extra.at_least(exactly(1))
        return call.regular | (call.anywhere & some)

    def together(self, movers: Sequence[Call], attackers: Sequence[Call]) -> Opinion:
        """Can all these be activated at once? Those that can in no way be are left to be judged by themselves."""
        move = [call for call in movers if not self.alone(call, attacks=False).no]
        attack = [call for call in attackers if not self.alone(call, attacks=True).no]
        limit = exactly(self.limit)
        every = limit if self.extra_within else limit + self.extra
        count = _count(~call.own for call in (*move, *attack))
        said = all_of(
            (
                _count(~call.regular for call in move).at_most(self.extra),
                _count(~call.own for call in attack).at_most(limit),
                count.at_most(every),
            )
        )
        others = tuple(call.unit for call in (*move, *attack) if not call.own.yes)
        names = self.table.names(others)
        name = self.headquarters.name
        rows = (Row(str(count), f"independents: {names}"), Row(str(every), f"independents that {name} may activate"))
        word = "cannot all be" if said.no else "perhaps cannot all be"
        cite = cited(self.table, "command.independents", self.headquarters.side)
        return Opinion(said, f"{names} {word} activated by {name} as independents", rows=rows, units=others, cite=cite)


def _count(truths: Iterator[Truth]) -> Interval:
    low = high = 0
    needs = NOTHING
    for said in truths:
        low += bool(said.answer)
        high += said.answer is not False
        needs |= said.needs
    return between(low, high, *sorted(needs))


def authority(table: Table, headquarters: str, chit: str | None = None) -> Authority:
    """A headquarters on the position of the moment it is activated, with what the chit that does it adds.

    Kept with that position: everybody who acts under the headquarters is held against it.
    """
    key = ("authority", table.game, table.board, headquarters, chit)
    return table.state.cached(key, lambda: _authority(table, headquarters, chit))


def _authority(table: Table, headquarters: str, chit: str | None) -> Authority:
    unit = table.unit(headquarters)
    rule = table.rules.find("command.range", side=unit.side)
    reach: Reach | None = None if rule is None else rule(table, unit)
    anywhere = table.rules.find("command.anywhere", side=unit.side)
    extra, within = (exactly(0), False) if anywhere is None else anywhere(table, chit)
    return Authority(table, unit, reach, extra, within)


def cited(table: Table, slot: str, side: str) -> tuple[str, ...]:
    """The sections of the game's rule for a question of command."""
    rule = table.rules.find(slot, side=side)
    return () if rule is None else rule.cite


def at_fault(of: Authority, call: Call) -> tuple[str, ...]:
    """The sections by which a unit cannot (or perhaps cannot) be activated: those on whom, or those on how far."""
    whom, far = call.bond.own | call.bond.independent, call.near
    side = of.headquarters.side
    cite = cited(of.table, "command.bond", side) if not whom.yes else ()
    return cite if whom.no or far.yes else (*cite, *cited(of.table, "command.range", side))


def _shortest(reach: Reach, place: Hex) -> Row:
    """The way that counts where it is longer than the crow's: around what the range does not cross."""
    path = reach.way(place)
    if not path:
        return Row("no way", "open to its command leads there")
    return Row(str(len(path) - 1), f"hexes on the shortest way that is open to its command: {' '.join(path)}")


def refusal(of: Authority, call: Call) -> tuple[str, tuple[Row, ...]]:
    """Why a unit cannot be activated, with the distance."""
    table, name, unit = of.table, of.headquarters.name, of.table.unit(call.unit)
    if of.reach is None:
        return f"{name} is not on the map and commands nobody", ()
    if call.bond.own.no and call.bond.independent.no:
        return f"{unit.name} is neither one of {name}'s units nor an independent that it may activate", ()
    place = table.place_of(call.unit)
    if place is None or place not in table.grid:
        return f"{unit.name} was not on the map when {name} was activated", ()
    far = table.grid.distance(of.reach.hex, place)
    crow = Row(str(far), f"hexes from {name} at {table.at(of.reach.hex)} to {table.at(place)}, as the crow flies")
    limit = Row(str(of.reach.hexes), "command range")
    rows = (crow, limit) if far > of.reach.hexes.high else (crow, _shortest(of.reach, place), limit)
    return f"{unit.name} at {table.at(place)} was out of the range of {name} when that was activated", rows
