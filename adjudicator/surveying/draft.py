"""The first draft of a survey: what can be told from a module's own names, and what its owner has to fill in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.engine.charts import PlainChart
from adjudicator.engine.unit_names import names_of, plain
from adjudicator.engine.units import Unit
from adjudicator.evidence.binding import BindingEntry
from adjudicator.explain.otherwise import ANYTHING
from adjudicator.games import LoadedGame
from vassal_bridge.errors import BridgeError
from vassal_bridge.module import Map, Module, PieceSlot, TurnLevel
from vassal_bridge.pieces import Piece
from vassal_bridge.traits import trait_reader

ENOUGH = 0.5  # of the game's hexes must be found on a map by their numbers for it to be the board


@dataclass(slots=True)
class BindingDraft:
    """What was found, and what was not."""

    module: str
    maps: dict[str, int] = field(default_factory=dict)  # map -> how many of the game's hexes it has by their numbers
    hexes: int = 0  # that the game has
    gpids: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)  # gpid -> what the module calls the piece
    unsure: dict[str, tuple[str, ...]] = field(default_factory=dict)  # gpid -> units that it may be
    missing: tuple[str, ...] = ()  # units that no piece may be
    layers: dict[str, int] = field(default_factory=dict)  # layer -> on how many units; the likeliest for steps first
    boxes: dict[str, str] = field(default_factory=dict)
    zones: tuple[str, ...] = ()  # that are no box of the game
    marks: dict[str, str] = field(default_factory=dict)
    decks: tuple[str, ...] = ()
    chits: dict[str, str] = field(default_factory=dict)
    dice: dict[str, str] = field(default_factory=dict)
    phases: dict[str, str] = field(default_factory=dict)
    said: tuple[str, ...] = ()  # by the turn counter, and no phase of the game
    sides: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Piece:
    slot: PieceSlot
    name: str
    layers: tuple[str, ...]


def drafted(loaded: LoadedGame, module: Module, known: Sequence[BindingEntry]) -> BindingDraft:
    """Everything that names tell. `known` are the bindings of the game: they say what marks and dice are called in it."""
    draft = BindingDraft(module.name)
    pieces = list(_pieces(module))
    _bind_units(draft, loaded, pieces)
    _bind_places(draft, loaded, module)
    marks = {plain(word): word for entry in known for word in (*entry.markers.values, *entry.markers.values.values())}
    draft.marks = {piece.name: marks[plain(piece.name)] for piece in pieces if plain(piece.name) in marks}
    purposes = {plain(name): purpose for entry in known for name, purpose in entry.dice.items()}
    draft.dice = {dice.name: purposes.get(plain(dice.name), ANYTHING) for dice in module.dice}
    chits = dict(_chits(loaded))
    others = [piece.name for piece in pieces if piece.name not in draft.titles.values()]
    draft.chits = {name: chits[bare] for name in others if (bare := plain(name).removesuffix("chit")) in chits}
    titles = {plain(title): phase.id for phase in loaded.about.phases for title in (phase.id, phase.name)}
    said = [entry for tracker in module.turn_trackers for level in tracker.levels for entry in _entries(level)]
    draft.phases = {entry: titles[plain(entry)] for entry in said if plain(entry) in titles}
    draft.said = tuple(dict.fromkeys(entry for entry in said if entry not in draft.phases))
    sides = {plain(word): side.id for side in loaded.about.sides for word in (side.id, side.name)}
    draft.sides = {side: sides[plain(side)] for side in module.sides if plain(side) in sides}
    return draft


def _chits(loaded: LoadedGame) -> Iterator[tuple[str, str]]:
    """What chits are called: by the headquarters that they activate, or as the chart has them."""
    chart = loaded.game.charts.get("chits")
    for chit, row in chart.rows.items() if isinstance(chart, PlainChart) else ():
        headquarters = loaded.roster.get(row.get("hq", ""))
        yield plain(chit).removeprefix("chit"), chit
        if headquarters is not None:
            yield plain(headquarters.name), chit


def _entries(level: TurnLevel) -> Iterator[str]:
    stack = [level]
    while stack:
        at = stack.pop()
        yield from at.entries
        stack.extend(at.levels)


def _pieces(module: Module) -> Iterator[_Piece]:
    """The pieces of the module with the names that files give them."""
    reader = trait_reader()
    for slot in module.slots():
        try:
            type_, state = module.prototypes.expand_piece(slot.type_text, slot.state_text)
            piece = Piece(None, reader.piece(type_, state))
            name, layers = piece.basic_name or slot.name, tuple(layer.name for layer in piece.layers if layer.name)
        except BridgeError:
            name, layers = slot.name, ()
        if slot.gpid:
            yield _Piece(slot, name, layers)


# --- units


def _bind_units(draft: BindingDraft, loaded: LoadedGame, pieces: Iterable[_Piece]) -> None:
    """Pieces are units by their names; where several bear one, the side in the names of palettes tells them apart."""
    sides = {plain(word): side.id for side in loaded.about.sides for word in (side.id, side.name)}
    called: dict[str, list[Unit]] = defaultdict(list)
    for unit in loaded.roster.values():
        for name in names_of(unit):
            called[name].append(unit)
    may_be: dict[str, tuple[Unit, ...]] = {}
    for piece in pieces:
        found = called.get(plain(piece.name)) or called.get(plain(piece.slot.name)) or []
        side = _side_of(piece, sides)
        fitting = tuple(unit for unit in found if side in ("", unit.side))
        if fitting:
            may_be[piece.slot.gpid], draft.titles[piece.slot.gpid] = fitting, piece.name
            for layer in piece.layers:
                draft.layers[layer] = draft.layers.get(layer, 0) + 1
    _settle(draft, may_be)
    turning = sum(len(loaded.roster[units[0].id].ratings) > 1 for units in may_be.values())
    draft.layers = dict(sorted(draft.layers.items(), key=lambda pair: (abs(pair[1] - turning), pair[0])))
    bound = {*draft.gpids.values(), *(unit for units in draft.unsure.values() for unit in units)}
    draft.missing = tuple(id_ for id_ in loaded.roster if id_ not in bound)


def _side_of(piece: _Piece, sides: Mapping[str, str]) -> str:
    found = {side for word, side in sides.items() for place in piece.slot.where if word and word in plain(place)}
    return found.pop() if len(found) == 1 else ""


def _settle(draft: BindingDraft, may_be: Mapping[str, tuple[Unit, ...]]) -> None:
    """One piece, one unit: what is certain takes its unit away from the others, until nothing more follows."""
    left = {gpid: [unit.id for unit in units] for gpid, units in may_be.items()}
    while True:
        wanted: dict[str, list[str]] = defaultdict(list)
        for gpid, units in left.items():
            if len(units) == 1:
                wanted[units[0]].append(gpid)
        certain = {gpids[0]: unit for unit, gpids in wanted.items() if len(gpids) == 1}
        if not certain:
            break
        draft.gpids.update(certain)
        taken = set(certain.values())
        left = {gpid: [unit for unit in units if unit not in taken] for gpid, units in left.items() if gpid not in certain}
        left = {gpid: units for gpid, units in left.items() if units}
    draft.unsure = {gpid: tuple(units) for gpid, units in left.items()}


# --- places


def _bind_places(draft: BindingDraft, loaded: LoadedGame, module: Module) -> None:
    hexes = sorted(loaded.board.grid.all())
    draft.hexes = len(hexes)
    boxes = {plain(word): box.id for box in loaded.about.boxes for word in (box.id, box.name) if word}
    zones: dict[str, None] = {}
    decks: dict[str, None] = {}
    for one in module.maps:
        number = _hexes_on(one, hexes)
        if number >= ENOUGH * len(hexes):
            draft.maps[one.name] = number
        for name in (one.name, *_zones(one)):
            zones.setdefault(name)
        for deck in one.decks:
            decks.setdefault(deck.name)
    draft.boxes = {name: boxes[plain(name)] for name in (*zones, *decks) if plain(name) in boxes}
    draft.zones = tuple(name for name in zones if name and name not in draft.boxes and name not in draft.maps)
    draft.decks = tuple(name for name in decks if name and name not in draft.boxes)


def _hexes_on(one: Map, hexes: Sequence[str]) -> int:
    """How many hexes the map has by their numbers. If a few picked from all over are not there, none is."""
    few = hexes[:: max(1, len(hexes) // 12)]
    if not any(one.find(hex) for hex in few):
        return 0
    return sum(one.find(hex) is not None for hex in hexes)


def _zones(one: Map) -> Iterator[str]:
    for part in one.component.walk():
        if part.kind in ("Zone", "Region"):
            yield part.get("name")
