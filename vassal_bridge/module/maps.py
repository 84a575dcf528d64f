"""Maps: what they are, which boards they can show, and, with boards chosen, what their pixels are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..buildfile import BuildProblem, Component, Problems, java_int, shown
from ..errors import LimitError
from ..grids import LaidBoard, MapBoard, Say, Surface, arrange
from ..sequence import decode
from .decks import Deck, Stack, Start
from .properties import GlobalProperty

BOARD_PICKER = "BoardPicker"
BOARDS_IN_PLAY = 1000  # on one map; seen: 24

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """One board of a `BoardPicker` command."""

    name: str
    reversed: bool = False
    column: int = 0
    row: int = 0


@dataclass(frozen=True, slots=True)
class PieceLayers:
    """The value of which property decides how high a piece is drawn, and the values from the lowest to the highest."""

    property: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """A map window.

    `kind` is `normal`, `private` (one side's), `hand`, `chart` (inside a chart window) or `custom` (of a class of the module's
    own). Positions are whole pixels of the map.
    """

    name: str
    id: str  # `Map0`, `Map1`, …: how commands name a map without a name
    kind: str
    edge: Point
    boards: tuple[MapBoard, ...]
    decks: tuple[Deck, ...]
    stacks: tuple[Stack, ...]
    properties: tuple[GlobalProperty, ...]
    owners: tuple[str, ...]
    visible_to_all: bool
    uses_boards_of: str
    allows_several_boards: bool
    default_boards: tuple[BoardChoice, ...] | None  # None: VASSAL asks the players
    mark_moved: str  # `Always`, `Never` or `Use Preferences Setting`
    stacking: bool
    piece_layers: PieceLayers | None
    move_key: str
    move_within_format: str
    move_to_format: str
    create_format: str
    change_format: str
    only_report_changed_location: bool
    component: Component = field(repr=False)
    ask: Callable[[str], str | None] = field(repr=False)
    surface: Surface = field(default=Surface(), repr=False)

    # -- what its pixels are called

    def location(self, x: int, y: int, localized: bool = False, ask: Callable[[str], str | None] | None = None) -> str:
        """The name of a place: the deck's that stands just there, the grid's, or `offboard`.

        `ask` looks up global properties that a zone's name may quote; by default their values at the start are taken.
        """
        return self.surface.location(x, y, Say(localized, ask or self.ask))

    def snap(self, x: int, y: int) -> Point:
        """Where a piece dropped at a pixel comes to lie."""
        return self.surface.snap(x, y)

    def zone(self, x: int, y: int) -> str | None:
        return self.surface.zone(x, y)

    def board(self, x: int, y: int) -> str | None:
        placed = self.surface.board(x, y)
        return None if placed is None else placed.board.name

    def find(self, name: str) -> Point | None:
        """The centre of the place with this name."""
        return self.surface.find(name, Say(False, self.ask))

    def position(self, start: Start) -> Point:
        """Where a deck or stack stands, as VASSAL reckons it in a game that was loaded."""
        origin = next(((one.x, one.y) for one in self.surface.boards if one.board.name == start.board), self.edge)
        return start.x + origin[0], start.y + origin[1]

    def start_position(self, start: Start) -> Point:
        """Where a new game puts a deck or stack."""
        if start.by_location and start.location:
            found = self.find(start.location)
            if found is not None:
                return found
        return self.position(start)

    # -- boards in play

    def with_boards(self, choices: Iterable[BoardChoice]) -> Map:
        """The map with these boards in play. Boards it does not have are left out, as VASSAL does."""
        named: dict[str, MapBoard] = {}
        for board in self.boards:
            named.setdefault(board.name, board)
        placed = []
        for choice in choices:
            known = named.get(choice.name)
            if known is not None:
                placed.append(LaidBoard(known, choice.reversed and known.reversible, choice.column, choice.row))
            if len(placed) > BOARDS_IN_PLAY:
                raise LimitError(f"more than {BOARDS_IN_PLAY} boards in play on one map")
        return self._with_placed(placed, self.edge)

    def with_boards_of(self, other: Map) -> Map:
        return self._with_placed(other.surface.boards, other.edge)

    def _with_placed(self, placed: Sequence[LaidBoard], edge: Point) -> Map:
        boards = arrange(placed, *edge)
        origins: dict[str | None, Point] = {}
        for one in boards:
            origins.setdefault(one.board.name, (one.x, one.y))
        decks: dict[Point, str] = {}
        for deck in self.decks:
            x, y = origins.get(deck.start.board, edge)
            decks.setdefault((x + deck.start.x, y + deck.start.y), deck.name)
        return replace(self, edge=edge, surface=Surface(boards, decks))


def read_choices(command: str) -> tuple[BoardChoice, ...]:
    """The boards of a `BoardPicker` command: name, column and row each, a reversed board with `/rev` behind its name."""
    tokens = decode(command, "\t")[1:]
    choices = []
    for place in range(0, len(tokens), 3):
        name = decode(tokens[place], "/")
        column, row = ([*tokens[place + 1 : place + 3], "", ""])[:2]
        choices.append(BoardChoice(name[0], name[1:2] == ["rev"], java_int(column) or 0, java_int(row) or 0))
    return tuple(choices)


def choose_boards(maps: Sequence[Map], commands: Iterable[str]) -> tuple[Map, ...]:
    """The maps with the boards that a game's commands choose; the last command for a map counts."""
    latest = _by_map(commands)
    result: list[Map] = []
    for one in maps:
        command = latest.get(one.name, latest.get(one.id))
        one = one if command is None else one.with_boards(read_choices(command))
        result.append(with_surrogate(one, result))
    return tuple(result)


def missing_boards(maps: Sequence[Map], commands: Iterable[str]) -> tuple[BuildProblem, ...]:
    """What a game's board commands name and the module does not have: a sign of another module or version."""
    known = {name: one for one in reversed(maps) for name in (one.id, one.name)}
    problems = Problems()
    for name, command in _by_map(commands).items():
        one = known.get(name)
        if one is None:
            problems.add(f"map {shown(name)}", "the game chooses boards for it, but the module does not have it")
            continue
        boards = {board.name for board in one.boards}
        for choice in read_choices(command):
            if choice.name not in boards:
                problems.add(f"map {shown(name)}", f"the game shows the board {shown(choice.name)}, which it does not have")
    return problems.found()


def _by_map(commands: Iterable[str]) -> dict[str, str]:
    """The last board command for each map, by what the command calls the map."""
    return {command.partition(f"{BOARD_PICKER}\t")[0]: command for command in commands if f"{BOARD_PICKER}\t" in command}


def with_surrogate(one: Map, others: Sequence[Map]) -> Map:
    """A private map may show another map's boards; only one that comes before it in the module counts."""
    if one.uses_boards_of:
        for other in others:
            if other.name == one.uses_boards_of:
                return one.with_boards_of(other)
    return one
