"""The set-up of a scenario as a save of the module: every counter on its hex, in its box, or waiting on the track of turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from adjudicator.engine.state import Standing
from adjudicator.games import LoadedGame
from adjudicator.games.loaded import Scenario
from vassal_bridge.archive import MODULE_DATA, SAVE_DATA, SAVED_GAME
from vassal_bridge.commands import AddPiece, Command, parse_command
from vassal_bridge.compose import add_piece, moduledata, position, savedata
from vassal_bridge.metadata import MetaData
from vassal_bridge.module import Prototype, Prototypes
from vassal_bridge.obfuscation import Disguise
from vassal_bridge.sequence import encode
from vassal_bridge.tree import join_entries
from vassal_bridge.write import pack

from .buildxml import VASSAL
from .layers import layer_of, made
from .layout import Cup, ModuleLayout
from .pieces import BOARD, MAP, PaletteSlot, PieceKit, Trait, written
from .places import BoxPlace
from .sheet import MapSheet

_WHEN = 1_735_689_600_000  # the first second of 2025: what is made from the same folder is the same file
_KEY = 0x47
Point = tuple[int, int]
_AS_PRINTED: Mapping[str, int] = {}


@dataclass(slots=True)
class _Table:
    """A position in the making: pieces in the order in which they are put down."""

    expand: Prototypes
    numbers: Iterator[int]
    pieces: list[AddPiece] = field(default_factory=list)
    stacks: dict[Point, list[str]] = field(default_factory=dict)

    def put(self, slot: PaletteSlot, at: Point, levels: Mapping[str, int] = _AS_PRINTED, *, stacked: bool = True) -> str:
        """Put a piece down, with the levels that some of its layers show."""
        id_ = str(next(self.numbers))
        shown = [(kind, levels.get(layer_of(kind))) for kind, _ in slot.traits]
        traits = [
            (kind, state if level is None else str(level)) for (kind, level), (_, state) in zip(shown, slot.traits, strict=True)
        ]
        traits[-1] = (traits[-1][0], f"{MAP};{at[0]};{at[1]};{slot.gpid};1;UniqueID;{id_}")
        self.pieces.append(add_piece(id_, *self._expanded(traits)))
        if stacked:
            self.stacks.setdefault(at, []).append(id_)
        return id_

    def _expanded(self, traits: list[Trait]) -> tuple[str, str]:
        return self.expand.expand_piece(*written(traits))

    def lay_stacks(self) -> None:
        for (x, y), members in self.stacks.items():
            self.pieces.append(add_piece(str(next(self.numbers)), "stack", f"{MAP};{x};{y};{';'.join(members)};@@-1"))


@dataclass(frozen=True, slots=True)
class Spots:
    """Where things stand: hexes by their centres, boxes by their spots in order."""

    sheet: MapSheet
    places: Mapping[str, BoxPlace]
    areas: Mapping[str, frozenset[str]]
    used: dict[str, int] = field(default_factory=dict)

    def find(self, where: str) -> Point:
        if where in self.sheet.grid:
            return self.sheet.point(where)
        if where not in self.places and where in self.areas:
            return self.sheet.point(min(self.areas[where]))
        index = self.used.get(where, 0)
        self.used[where] = index + 1
        return self.places[where].spot(index)


def set_up(
    game: LoadedGame, layout: ModuleLayout, sheet: MapSheet, places: Iterable[BoxPlace], pieces: PieceKit, scenario: Scenario
) -> bytes:
    """The save, as VASSAL would write it."""
    prototypes = Prototypes([Prototype(name, text) for name, text in pieces.prototypes.items()])
    table = _Table(prototypes, count(1_735_689_600_001))
    spots = Spots(sheet, {place.id: place for place in places}, game.board.areas)
    _units(game, layout, pieces, scenario, table, spots)
    _waiting(game, layout, pieces, scenario, table, spots)
    decks = [_cup(cup, pieces, scenario, table, spots, layout) for cup in layout.cup]
    table.lay_stacks()
    entries = position([*table.pieces, *decks], _components(game, scenario, decks))
    about = MetaData(VASSAL, _WHEN, scenario.about.title, layout.module, layout.version)
    contents = {
        SAVED_GAME: Disguise(key=_KEY).apply(join_entries(entries)),
        SAVE_DATA: savedata(about),
        MODULE_DATA: moduledata(about),
    }
    return pack(None, contents)


def _units(game: LoadedGame, layout: ModuleLayout, pieces: PieceKit, scenario: Scenario, table: _Table, spots: Spots) -> None:
    marked = {marker.id: marker for marker in pieces.markers}
    for id_ in (id_ for id_ in game.roster if id_ in scenario.standings):
        standing = scenario.standings[id_]
        at = spots.find(standing.place)
        table.put(pieces.units[id_], at, _levels(layout, standing))
        for mark in sorted(standing.marks & marked.keys()):
            table.put(marked[mark], at)


def _levels(layout: ModuleLayout, standing: Standing) -> dict[str, int]:
    """What the layers of a unit show: its steps, its modes, what is put on it."""
    found = {"Step": standing.losses + 1} if standing.losses else {}
    found |= {switch.layer: 1 for switch in layout.switch if switch.mark in standing.marks}
    for modes in layout.modes:
        for number, level in enumerate(modes.level, 1):
            if level.mark in standing.marks:
                found[modes.layer] = number
    return found


def _waiting(game: LoadedGame, layout: ModuleLayout, pieces: PieceKit, scenario: Scenario, table: _Table, spots: Spots) -> None:
    """Units that arrive later stand on the track of turns; those of optional rules and of events stay in the palette."""
    done = set(scenario.standings)
    expected = layout.arrivals and (not layout.arrivals_in or scenario.about.id in layout.arrivals_in)
    for line in game.arrivals if expected else ():
        where = f"{layout.arrivals.lower()}-{line.turn}"
        if line.turn is None or line.unit in done or where not in spots.places or "optional" in game.roster[line.unit].traits:
            continue
        done.add(line.unit)
        table.put(pieces.units[line.unit], spots.find(where))


def _cup(cup: Cup, pieces: PieceKit, scenario: Scenario, table: _Table, spots: Spots, layout: ModuleLayout) -> AddPiece:
    """The cup with the chits that are in it from the start; the others wait on the track of turns."""
    box = spots.places[f"cup-{cup.title.lower()}"]
    x, y = at = box.spot(0)
    inside = []
    for chit in pieces.chits[cup.title]:
        where = f"{layout.arrivals.lower()}-{chit.turn}"
        if chit.turn <= scenario.about.first_turn:
            inside.append(table.put(chit.slot, at, stacked=False))
        elif where in spots.places:
            table.put(chit.slot, spots.find(where))
    size = round(box.slot * 0.87)
    kind = made(
        "deck;",
        width=size,
        height=size,
        draw_multiple=False,
        draw_specific=False,
        reversible=False,
        name=cup.title,
        draw_face_up=True,
        draw_multiple_command="Draw several",
        draw_specific_command="Draw a certain one",
        save_command="",
        save_report="",
        load_command="",
        load_report="",
    )
    return add_piece(str(next(table.numbers)), kind, f"{MAP};{x};{y};true;{encode(inside, ',') or ''}")


def _components(game: LoadedGame, scenario: Scenario, decks: Iterable[AddPiece]) -> list[Command]:
    """What the parts of the module remember: the board in play, the turn, empty notes."""
    texts = ["UNMASK\tnull", f"{MAP}BoardPicker\t{BOARD}\t0\t0"]
    texts += ["SETUP_STACK\t"] if decks else []  # only a module with decks knows what that is
    texts += [f"TURNTurnTracker0\t{_turn(game, scenario)}"] if game.about.turns is not None else []
    return [parse_command(text) for text in [*texts, "NOTES\t", "PNOTES\t"]]


def _turn(game: LoadedGame, scenario: Scenario) -> str:
    """The state of the turn counter: the level in use, then the turn, then inside it the phase."""
    phases = [phase.id for phase in game.about.phases]
    turn = [str(scenario.about.first_turn), "0", "false", "-1"]
    if phases:
        now = phases.index(scenario.about.phase) if scenario.about.phase in phases else 0
        turn.append(encode([str(now), "0", "0", ",".join("true" for _ in phases)], ";") or "")
    return encode(["0", encode(turn, ";")], "|") or ""
