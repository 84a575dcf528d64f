"""Who is in supply: every unit of a side on the map, with its line or what cuts it off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from adjudicator.engine.hexes import Hex
from adjudicator.engine.state import Standing
from adjudicator.engine.terms import RatingWord, TraitWord
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Truth, all_of, any_of, exactly, number, unsure
from adjudicator.finding import Row

from .. import zoc
from ..registry import SHARED
from ..table import Table
from .capacity import Assignment
from .line import SupplyLines, lines
from .links import BEST, holds, links, passable
from .sources import SourceLink, SupplySource, base_sources, chain_of, line_of, merged, name_at

SHARED.slot("supply.led", "Without which headquarters in supply is a unit in none?", optional=True)
SHARED.slot("supply.exempt", "Which units need no line of supply?", "many", optional=True)

_SHOWN = 8  # hexes that a proof names


@SHARED.rule("supply.exempt", "supply.immobile")
def immobile(table: Table, unit: Unit, standing: Standing, *, rating: RatingWord = "movement", at_most: int = 0) -> Truth:
    """Units that cannot move are always in supply."""
    return number(unit.rating(rating, standing.losses)).at_most(exactly(at_most))


@SHARED.rule("supply.led", "supply.with_its_headquarters")
def with_its_headquarters(table: Table, unit: Unit, *, trait: TraitWord = "hq", in_range: bool = False) -> str | None:
    """A unit is in supply only with the headquarters of its formation, while that is on the map (and, perhaps, in its range)."""
    if not unit.formation or trait in unit.traits:
        return None
    for id_, standing in table.force(unit.side).standings.items():
        other = table.unit(id_)
        if other.formation == unit.formation and trait in other.traits and standing.place in table.grid:
            rule = table.rules.find("command.range", side=unit.side) if in_range else None
            near = YES if rule is None else rule(table, other).at(table.place_of(unit.id) or "")
            return None if near.no else id_
    return None


@dataclass(frozen=True, slots=True)
class Supplied:
    """What is known of a unit's supply, before anybody spends what headquarters can give."""

    unit: str
    hex: Hex
    exempt: Truth
    direct: Truth  # has it a line to a source that serves everybody?
    by: tuple[tuple[SourceLink, Truth], ...] = ()  # headquarters that it may have a line to
    limited: Truth = NO  # has it a line to a limited source?
    path: tuple[Hex, ...] = ()
    source: str = ""
    led: str = ""  # the headquarters without which it has no supply, and which has (perhaps) none

    @property
    def line(self) -> Truth:
        """Is it in supply, if nobody else spends what it needs?"""
        return any_of((self.exempt, self.direct, *(said & link.linked for link, said in self.by)))

    @property
    def needs(self) -> frozenset[FactName]:
        truths = (self.exempt, self.direct, *(each for link, said in self.by for each in (said, link.linked, link.fully)))
        return frozenset(need for said in truths for need in said.needs)


@dataclass(frozen=True, slots=True)
class SupplyView:
    """The supply of one side."""

    table: Table
    side: str
    base: tuple[SupplySource, ...]
    chain: tuple[SourceLink, ...]
    main: SupplyLines
    peaceful: SupplyLines  # the same if there were no enemy
    limited: tuple[SupplyLines, ...]
    branches: Mapping[str, SupplyLines]  # lines to each headquarters
    units: dict[str, Supplied] = field(default_factory=dict)

    def supplied(self, unit: str) -> Supplied | None:
        """None for units off the map."""
        found = self.units.get(unit)
        standing = self.table.standing(unit)
        if found is None and standing is not None and standing.place in self.table.grid:
            found = self.units[unit] = self._led(self._look(self.table.unit(unit), standing))
        return found

    def _led(self, found: Supplied) -> Supplied:
        """What is known of a unit's own line, with what its headquarters makes of it."""
        rule = self.table.rules.find("supply.led", side=self.side)
        leader = None if rule is None or found.exempt.yes else rule(self.table, self.table.unit(found.unit))
        its = None if leader is None else self.supplied(leader)
        if its is None or its.line.yes:
            return found
        by = tuple((link, said & its.line) for link, said in found.by)
        limited = (found.limited | found.direct) & its.limited
        path = found.path if limited.yes or its.line.open else ()
        return replace(found, direct=found.direct & its.line, by=by, limited=limited, path=path, led=its.unit)

    def _look(self, unit: Unit, standing: Standing) -> Supplied:
        hex = standing.place
        exempt = any_of(binding(self.table, unit, standing) for binding in self.table.rules.many("supply.exempt", side=self.side))
        if exempt.yes:
            return Supplied(unit.id, hex, exempt, NO)
        own = next((link for link in self.chain if link.unit == unit.id), None)
        if own is not None:
            return Supplied(unit.id, hex, exempt, own.linked, path=own.path, source=self._name(own.path))
        direct = self.main.at(hex)
        path = self.main.path(hex)
        if direct.yes:
            return Supplied(unit.id, hex, exempt, direct, path=path, source=self._name(path))
        by = tuple(
            (link, said) for link in self.chain if not (said := self.branches[link.unit].at(hex)).no and not link.linked.no
        )
        if by and not path:
            path = self.branches[by[0][0].unit].path(hex)
        limited = any_of(each.at(hex) for each in self.limited)
        if limited.yes and not path:
            path = next(each.path(hex) for each in self.limited if each.at(hex).yes)
        return Supplied(unit.id, hex, exempt, direct, by, limited, path, self._name(path))

    def _name(self, path: tuple[Hex, ...]) -> str:
        if not path:
            return ""
        there = next((self.table.unit(link.unit).name for link in self.chain if link.hex == path[-1]), "")
        return name_at(self.base, path[-1]) if path[-1] in self.main.goals or not there else there

    def everybody(self) -> Mapping[str, Supplied]:
        return {id_: found for id_ in self.table.force(self.side).standings if (found := self.supplied(id_)) is not None}

    def room(self) -> Room:
        """What headquarters can give, before anybody draws on it."""
        low, high = ({link.unit: link.capacity(best=best) for link in self.chain} for best in (False, True))
        return Room(Assignment(low), Assignment(high))

    def proof(self, unit: str) -> tuple[Row, ...]:
        """The line of a unit, or what its lines run into."""
        found = self.supplied(unit)
        if found is None:
            return ()
        if found.led:
            word = "perhaps" if found.path else "no"
            row = Row(word, f"supply for its headquarters {self.table.unit(found.led).name}", self._cited("supply.led"))
            return (row, *self._cut_off(self.supplied_hex(found.led)))
        if found.path:
            steps = len(found.path) - 1
            cite = (*self._cited("supply.line"), *self._sources_at(found.path[-1], limited=not found.line.yes))
            return (Row(f"{steps} hexes" if steps != 1 else "1 hex", f"line to {found.source}: {' '.join(found.path)}", cite),)
        if found.exempt.yes:
            return (Row("always", "in supply without a line", self._cited("supply.exempt")),)
        if found.exempt.open:
            row = Row("perhaps", "in supply without a line", self._cited("supply.exempt"))
            return (row, *self._cut_off(found.hex))
        return self._cut_off(found.hex)

    def supplied_hex(self, unit: str) -> Hex:
        found = self.supplied(unit)
        return "" if found is None else found.hex

    def _cited(self, slot: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cite for binding in self.table.rules.many(slot, side=self.side) for cite in binding.cite))

    def _sources_at(self, hex: Hex, *, limited: bool) -> tuple[str, ...]:
        """The sections of the sources in a hex: of a limited one only for a unit that has no other."""
        there = (source for source in self.base if hex in source.hexes and not source.hexes[hex].no)
        return tuple(cite for source in there if limited or source.limited is None for cite in source.cite)

    def _cut_off(self, hex: Hex) -> tuple[Row, ...]:
        if self.peaceful.at(hex).no:
            cite = tuple(dict.fromkeys(section for source in self.base for section in source.cite))
            return (Row("none", f"source of supply within reach of {self.table.at(hex)}, even if the enemy were away", cite),)
        blocked, cite = barrier(self.main, hex), self._cited("supply.line")
        rows = tuple(Row(self.table.at(each), _why(self.table, self.side, each), cite) for each in blocked[:_SHOWN])
        more = len(blocked) - _SHOWN
        return (*rows, Row(f"{more} more", "hexes with enemies or their zones of control")) if more > 0 else rows


@dataclass(frozen=True, slots=True)
class Room:
    """What headquarters still can give, if what is unknown turns out badly or well for the next who asks.

    A unit of which it is not known whether it draws on a headquarters, or on which, takes something from each of them in the
    one case and nothing in the other.
    """

    worst: Assignment
    best: Assignment

    def take(self, found: Supplied) -> None:
        """A unit draws on a headquarters, if it needs one."""
        plain = found.exempt | found.direct
        if plain.yes or not found.by:
            return
        reach = tuple(link.unit for link, _ in found.by)
        if plain.no and all((said & link.linked).yes for link, said in found.by):
            self.worst.add(found.unit, reach)
            self.best.add(found.unit, reach)
            return
        for headquarters in reach:
            self.worst.add(f"{found.unit} at {headquarters}", (headquarters,))

    def serves(self, found: Supplied, others: frozenset[FactName]) -> Truth:
        """Is the unit supplied, by a line that serves everybody or by a headquarters with something left for it?"""
        plain = found.exempt | found.direct
        if plain.yes or not found.by:
            return plain
        if self.worst.room(link.unit for link, said in found.by if (said & link.linked).yes):
            return YES
        if not self.best.room(link.unit for link, _ in found.by):
            return plain
        own = frozenset(need for link, said in found.by for need in (*said.needs, *link.linked.needs, *link.fully.needs))
        return plain | unsure(*(own or others))


def survey(table: Table, side: str) -> SupplyView:
    """Look at the supply of a side once; units are looked at when they are asked about."""
    return table.state.cached(("survey", table.game, table.board, side), lambda: _survey(table, side))


def _survey(table: Table, side: str) -> SupplyView:
    line, base, chain = line_of(table, side), base_sources(table, side), chain_of(table, side)
    main = lines(table, side, line, merged(base))
    limited = tuple(main.to(source.hexes, source.limited) for source in base if source.limited is not None)
    ends = {**main.goals, **{link.hex: YES for link in chain}}
    peaceful = SupplyLines(table, side, next((link.line for link in chain if link.line is not None), line), ends, {}, {})
    branches = {link.unit: main.to({link.hex: YES}, link.line) for link in chain}
    return SupplyView(table, side, base, chain, main, peaceful, limited, branches)


def barrier(of: SupplyLines, start: Hex) -> tuple[Hex, ...]:
    """The hexes with the enemy or in his zones that lines from a hex run into, nearest first."""
    board, line = of.table.board, of.line
    stop = {hex for hex in (*of.enemies, *of.zones) if of.enemies.get(hex, NO).yes or of.cut(hex, BEST)}
    found, met = {start}, set[Hex]()

    def step(front: Iterable[Hex], *, along: bool) -> list[Hex]:
        new: list[Hex] = []
        for hex in front:
            for near in board.grid.neighbours(hex):
                link = next(link for link in links(board, line, near) if link.to == hex)
                if near in found or not passable(link, BEST) or (along and not holds(link.route, BEST)):
                    continue
                if near in stop:
                    met.add(near)
                else:
                    found.add(near)
                    new.append(near)
        return new

    reach = min(each for each in (line.free, line.maximum, len(board.grid.all())) if each is not None) - line.count_start
    front = [start]
    for _ in range(reach):
        front = step(front, along=False)
    front = list(found)
    while line.free is not None and front:
        front = step(front, along=True)
    return tuple(sorted(met, key=lambda hex: (board.grid.distance(start, hex), hex)))


def _why(table: Table, side: str, hex: Hex) -> str:
    enemies = table.enemy_units(side, hex)
    if enemies:
        return f"held by {table.names(enemies[:3])}"
    return f"in the zone of control of {table.names(zoc.controllers(table, side, hex)[:3])}"


@dataclass(frozen=True, slots=True)
class SupplyState:
    """The supply of one unit, as corrections and reports want it."""

    truth: Truth  # has it a line?
    limited: Truth  # or one to a limited source?
    path: tuple[Hex, ...]
    source: str
    contested: bool  # there is not enough for all: its headquarters may supply others instead


def states(table: Table, side: str) -> Mapping[str, SupplyState]:
    """Every unit of a side on the map with its supply."""
    seen = survey(table, side)
    short = scarce(seen)
    return {
        id_: SupplyState(found.line, found.limited, found.path, found.source, id_ in short)
        for id_, found in seen.everybody().items()
    }


def scarce(seen: SupplyView) -> frozenset[str]:
    """Units that compete for what headquarters can give: all those at headquarters between which somebody is left out."""
    drawing = {id_: found for id_, found in seen.everybody().items() if found.by and not (found.exempt | found.direct).yes}
    short: set[str] = set()
    given = Assignment({link.unit: link.capacity(best=False) for link in seen.chain})
    for id_, found in drawing.items():
        reach = [link.unit for link, _ in found.by]
        if not given.add(id_, reach):
            short.update(reach)
    grown = True
    while grown:  # those who are supplied there could be supplied elsewhere, and then others would be left out
        more = {link.unit for id_, by in given.by.items() if by in short for link, _ in drawing[id_].by} - short
        short |= more
        grown = bool(more)
    return frozenset(id_ for id_, found in drawing.items() if any(link.unit in short for link, _ in found.by))


def has_line(table: Table, unit: str) -> Truth:
    """Has one unit a line of supply now?"""
    found = survey(table, table.unit(unit).side).supplied(unit)
    return NO if found is None else found.line


def hex_in_supply(table: Table, side: str, hex: Hex) -> Truth:
    """Would a unit in this hex have a line to a source?"""
    seen = survey(table, side)
    return any_of((seen.main.at(hex), *(all_of((seen.branches[link.unit].at(hex), link.linked)) for link in seen.chain)))
