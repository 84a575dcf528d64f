"""A game that has been read from its folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.engine.board import Board
from adjudicator.engine.state import Standing, State, state_of
from adjudicator.engine.units import Unit
from adjudicator.rules.registry import Binding, Registry
from adjudicator.rules.stating import memory_named, stated
from adjudicator.rules.table import Game, Table

from .errors import GameChoiceError, GameError, instead
from .files import Toml
from .folders import GameFolder
from .models import ArrivalLine, DefectEntry, GameEntry, RuleEntry, ScenarioEntry, SectionEntry
from .vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class RuleInGame:
    """One [[rule]] of a game, where it stands, and the binding it became."""

    entry: RuleEntry
    source: Toml
    number: int  # among those of its file
    made: Binding | None  # None: its parameters are faulty
    in_force: bool = True
    overlay: str = ""
    otherwise: tuple[Binding, ...] = ()  # what it would be under each other reading for which it has parameters

    @property
    def ways(self) -> tuple[Binding, ...]:
        """Every binding that it may become."""
        return self.otherwise if self.made is None else (self.made, *self.otherwise)

    @property
    def binding(self) -> Binding | None:
        """None if a ruling or an option leaves it out."""
        return self.made if self.in_force else None

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def file(self) -> str:
        return self.source.name

    @property
    def line(self) -> int | None:
        return self.source.line("rule", self.number)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A set-up: what is said about it, and where the units stand."""

    about: ScenarioEntry
    standings: Mapping[str, Standing]


@dataclass(frozen=True, eq=False)
class LoadedGame:
    """All that a game folder holds, under the options, readings and sources asked for."""

    folder: Path
    about: GameEntry
    game: Game
    board: Board
    roster: Mapping[str, Unit]
    scenarios: Mapping[str, Scenario]
    sections: Mapping[str, SectionEntry]
    defects: Mapping[str, DefectEntry]
    rules: tuple[RuleInGame, ...]
    registry: Registry
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    arrivals: tuple[ArrivalLine, ...] = ()
    overlays: tuple[str, ...] = ()
    gaps: tuple[GameError, ...] = ()  # what a finished game would have; it can be played without
    files: GameFolder = field(default_factory=lambda: GameFolder(Path()))  # where they lie
    edition_of: str | None = None  # another game, of which only what differs stands in the folder
    confirmed: Board | None = None  # the board without what was read off a picture and nobody confirmed; None if nothing was
    unconfirmed: int = 0  # how many facts these are

    @property
    def slug(self) -> str:
        return self.about.slug

    @property
    def title(self) -> str:
        return self.about.title

    @property
    def rulings(self) -> Mapping[str, str]:
        return self.game.rulings

    @property
    def rulebook(self) -> tuple[SectionEntry, ...]:
        """The sections in the order of the rulebook."""
        return tuple(self.sections.values())

    def rule(self, id_: str) -> RuleInGame | None:
        """A rule by its id: the one in force, if there are several for different readings."""
        found = [each for each in self.rules if each.id == id_]
        return next((each for each in found if each.binding is not None), found[0] if found else None)

    def rules_of(self, section: str) -> tuple[RuleInGame, ...]:
        return tuple(each for each in self.rules if section in each.entry.cite)

    def cases(self) -> tuple[Path, ...]:
        """The files with the game's cases."""
        return tuple(sorted((self.folder / "cases").glob("**/*.toml")))

    def table(self, scenario: str | None = None) -> Table:
        """The set-up of a scenario; without one, the bare map, with every unit known and none in play."""
        if scenario is None:
            return Table(self.game, self.board, state_of(self.roster, {}, self.game.sides))
        found = self.scenarios.get(scenario)
        if found is None:
            message = f"no scenario is called {scenario}"
            raise GameChoiceError(message, file=self.slug, remedy=instead(scenario, self.scenarios.keys()))
        return Table(self.game, self.board, self._position(found))

    def _position(self, scenario: Scenario) -> State:
        about = scenario.about
        control = {
            hex: side
            for side, places in about.control.items()
            for place in places
            for hex in sorted(self.board.areas.get(place, frozenset((place,))))
        }
        state = state_of(
            self.roster,
            scenario.standings,
            self.game.sides,
            turn=about.first_turn,
            phase=about.phase,
            active=about.active,
            control=control,
        )
        for name, value in about.notes.items():
            memory = memory_named(self.game, name)
            state = state if memory is None else stated(state, memory, value)
        return state
