"""The table at which a game is played: the game with its rules, the board, and the position on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from adjudicator.engine.board import Board
from adjudicator.engine.charts import Chart
from adjudicator.engine.hexes import Grid, Hex
from adjudicator.engine.memory import Lifetime, Memory
from adjudicator.engine.remembering import Remembering
from adjudicator.engine.state import Force, Standing, State
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.facts import Fact, Interval, Known, Source, Truth, Unknown, between, exactly, truth, unsure

from .registry import SHARED, Bindings

C = TypeVar("C", bound=Chart)
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class ReadCharts(Remembering):
    """What was worked out from the charts alone, as far as those decide who are trusted: rules change nothing of it."""

    charts: Mapping[str, Chart]
    trusted: frozenset[Source]
    _memo: dict[object, Any] = field(default_factory=dict, repr=False, init=False)


@dataclass(frozen=True, eq=False)
class Game:
    """What does not change while it is played. A chart whose source may not decide is not among `charts`."""

    slug: str
    title: str
    sides: tuple[str, ...]
    rules: Bindings
    charts: Mapping[str, Chart] = field(default_factory=dict)
    side_names: Mapping[str, str] = field(default_factory=dict)
    left_map: frozenset[str] = frozenset()  # boxes in which units lie that left the map
    options: frozenset[str] = frozenset()  # optional rules in use
    rulings: Mapping[str, str] = field(default_factory=dict)  # defect -> reading taken
    trusted: frozenset[Source] = frozenset(Source)
    memories: Mapping[str, Memory[Any]] = field(default_factory=lambda: SHARED.memories)  # all that its rules remember, by name
    lasting: Mapping[str, Lifetime] = field(default_factory=dict)  # of memories that last otherwise here
    offered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # defect -> the readings that can be played
    rules_under: Callable[[Mapping[str, str]], Bindings] | None = None  # the rules under other rulings
    read: ReadCharts = field(default_factory=lambda: ReadCharts({}, frozenset()), repr=False)  # handed on to it under other rules

    def __post_init__(self) -> None:
        if self.read.charts is not self.charts or self.read.trusted is not self.trusted:
            object.__setattr__(self, "read", ReadCharts(self.charts, self.trusted))

    def cached(self, key: object, compute: Callable[[], T]) -> T:
        """Something worked out once from the charts of this game: they never change."""
        return self.read.cached(key, compute)

    def chart(self, name: str, kind: type[C]) -> C | None:
        """A chart by name; None if nobody who may decide has stated it (the fact that lacks is then `chart NAME`)."""
        found = self.charts.get(name)
        return found if isinstance(found, kind) else None

    def side_name(self, side: str) -> str:
        return self.side_names.get(side, side.capitalize())

    def under(self, rulings: Mapping[str, str]) -> Game:
        """The game with other readings taken: only its rules differ."""
        if self.rules_under is None:
            return self
        chosen = {**self.rulings, **rulings}
        return replace(self, rules=self.rules_under(chosen), rulings=chosen)

    @cached_property
    def others(self) -> tuple[OtherReading, ...]:
        """Every single other reading that can be played. Kept, so that what is worked out under one is kept too."""
        if self.rules_under is None:
            return ()
        own = self.rules_under(self.rulings)
        others = [(id_, key) for id_, keys in self.offered.items() for key in keys if key != self.rulings[id_]]
        games = ((id_, key, self.under({id_: key})) for id_, key in others)
        return tuple(OtherReading(id_, key, game, own.differing(game.rules)) for id_, key, game in games)


@dataclass(frozen=True, eq=False)
class OtherReading:
    """A game under another reading of one defect of its rulebook, and the questions that are answered otherwise then."""

    defect: str
    key: str
    game: Game
    slots: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A game in play."""

    game: Game
    board: Board
    state: State
    told: Mapping[FactName, Any] = field(default_factory=dict)  # what players say of the play, where nothing shows it

    @property
    def grid(self) -> Grid:
        return self.board.grid

    @property
    def rules(self) -> Bindings:
        return self.game.rules

    def unit(self, unit: str) -> Unit:
        return self.state.unit(unit)

    def standing(self, unit: str) -> Standing | None:
        return self.state.standing(unit)

    def place_of(self, unit: str) -> str | None:
        standing = self.state.standing(unit)
        return None if standing is None else standing.place

    def losses(self, unit: str) -> int:
        """How many steps a unit has lost: none while it is not in play."""
        standing = self.state.standing(unit)
        return 0 if standing is None else standing.losses

    def force(self, side: str) -> Force:
        return self.state.forces[side]

    def enemies(self, side: str) -> Iterator[Force]:
        for name, force in self.state.forces.items():
            if name != side:
                yield force

    def enemy_units(self, side: str, hex: Hex) -> tuple[str, ...]:
        return tuple(unit for force in self.enemies(side) for unit in force.at(hex))

    def enemies_on_the_ground(self, side: str, hex: Hex) -> tuple[str, ...]:
        """Those that stand in the hex, not what only helps from afar and lies there."""
        return tuple(unit for unit in self.enemy_units(side, hex) if not self.unit(unit).helps_from_afar)

    def friends_at(self, side: str, hex: Hex) -> tuple[str, ...]:
        return self.state.forces[side].at(hex)

    def asks(self, name: FactName) -> Truth:
        """A question to be answered with yes or no: as somebody told, else open."""
        return unsure(name) if name not in self.told else truth(bool(self.told[name]))

    def asks_number(self, name: FactName, low: float, high: float) -> Interval:
        """A question to be answered with a number: as somebody told, else between two bounds."""
        return exactly(self.told[name]) if name in self.told else between(low, high, name)

    def after(self, state: State) -> Table:
        return Table(self.game, self.board, state, self.told)

    def cached(self, key: object, compute: Callable[[], T]) -> T:
        """Something worked out once for this position under these rules. What players tell of the play may bear on it: where they
        do, it is worked out anew."""
        return compute() if self.told else self.state.cached((key, self.game, self.board), compute)

    def begins(self, what: Lifetime) -> State:
        """The position when a turn, an activation, a phase or a combat begins: what it ends is no longer remembered."""
        return self.state.beginning(what, self.game.lasting)

    def said(self, name: str) -> Fact[object]:
        """What is remembered under a name that a game's tables use; nothing (None) where nobody stated anything."""
        memory = self.game.memories.get(name)
        found = self.state.memories.get(name)
        if found is not None:
            return found.fact
        return Known(None) if memory is None or isinstance(memory.default, Unknown) else memory.default

    def known(self, name: str) -> object:
        """What is known under a name; None where nothing is."""
        fact = self.said(name)
        return None if isinstance(fact, Unknown) else fact.value

    def is_said(self, name: str, values: Collection[str]) -> Truth:
        """Is one of these remembered under the name?"""
        found = self.said(name)
        return unsure(found.key) if isinstance(found, Unknown) else truth(found.value in values)

    def names(self, units: tuple[str, ...]) -> str:
        """Units as players call them, in one phrase."""
        known = [self.unit(unit).name for unit in units]
        return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}" if known else "nobody"

    def at(self, hex: Hex) -> str:
        return self.board.label(hex)
