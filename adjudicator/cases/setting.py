"""What a case takes from its game: rules, board, roster and scenarios."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from adjudicator.engine.board import Board
from adjudicator.engine.units import FIGHTERS, Roles, Unit
from adjudicator.facts import Source
from adjudicator.games import LoadedGame, load, read_otherwise
from adjudicator.games.vocabulary import Vocabulary
from adjudicator.rules.recording import recorded
from adjudicator.rules.table import Game, Table

ANY_WORDS = Vocabulary()
EVERYONE = frozenset(Source)
TRUST: Mapping[str, frozenset[Source]] = {"all": EVERYONE, "rulebook": EVERYONE - {Source.RECONSTRUCTION}}


@dataclass(frozen=True, slots=True)
class Variant:
    """How a case has its game played: whom it trusts, the optional rules and the readings of defects it chooses."""

    trust: str = "all"
    options: frozenset[str] | None = None
    rulings: frozenset[tuple[str, str]] = frozenset()


PLAIN = Variant()


def _no_scenario(name: str) -> Table:
    raise KeyError(name)


@dataclass(frozen=True, eq=False)
class Setting:
    """A game as cases see it. Made once and used for all cases of a game."""

    game: Game
    board: Board
    roster: Mapping[str, Unit] = field(default_factory=dict)
    scenarios: Collection[str] = ()
    start: Callable[[str], Table] = _no_scenario
    words: Vocabulary = ANY_WORDS  # a game made by hand takes any
    loaded: LoadedGame | None = None  # None: a game made by hand
    vary: Callable[[Variant], Setting] | None = None
    _kept: dict[str, Board] = field(default_factory=dict, init=False, repr=False)

    def varied(self, variant: Variant) -> Setting:
        """The game as a case will have it. A game made by hand takes options and rulings as they are given."""
        if variant == PLAIN:
            return self
        if self.vary is not None:
            return self.vary(variant)
        options = self.game.options if variant.options is None else variant.options
        return replace(self, game=replace(self.game, options=options, rulings={**self.game.rulings, **dict(variant.rulings)}))

    @property
    def roles(self) -> Roles:
        """What its units are there for; in a game made by hand everybody fights."""
        return FIGHTERS if self.loaded is None else self.loaded.about.units_are_for

    def map(self, kind: str) -> Board:
        """The board that a case begins with: blank, the game's, or one of which nothing is known."""
        if kind not in self._kept:
            blank = Board(self.board.grid, ground=self.board.ground)
            made = {"game": self.board, "blank": blank, "unknown": replace(blank, elsewhere=None)}
            self._kept[kind] = made[kind]
        return self._kept[kind]


class Shelf:
    """Games that were loaded, each once for every way in which cases have it played."""

    def __init__(self) -> None:
        self._settings: dict[tuple[str | Path, Variant], Setting] = {}
        self._games: dict[tuple[str | Path, Variant], LoadedGame] = {}  # with the readings that the games take themselves

    def setting(self, game: str | Path, variant: Variant = PLAIN) -> Setting:
        """A game by its short name or folder. GameError or GameFolderError if it cannot be loaded so."""
        key = (game, variant)
        if key not in self._settings:
            self._settings[key] = self.around(self._loaded(game, variant))
        return self._settings[key]

    def _loaded(self, game: str | Path, variant: Variant) -> LoadedGame:
        key = (game, replace(variant, rulings=frozenset()))
        if key not in self._games:
            self._games[key] = load(game, trust=TRUST[variant.trust], options=variant.options)
        return read_otherwise(self._games[key], dict(variant.rulings)) if variant.rulings else self._games[key]

    def around(self, loaded: LoadedGame) -> Setting:
        """A loaded game as it is; from its folder for cases that want it otherwise."""
        return replace(setting_of(loaded), vary=lambda other: self.setting(loaded.folder, other))


def setting_of(loaded: LoadedGame) -> Setting:
    """A loaded game for cases that have it played as it was loaded."""
    game = recorded(loaded.game)
    return Setting(game, loaded.board, loaded.roster, frozenset(loaded.scenarios), loaded.table, loaded.vocabulary, loaded)
