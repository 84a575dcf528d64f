"""What may stand in `layout.toml`: how our VASSAL module of a game looks and what is in it besides the game itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from adjudicator.games import LoadedGame
from adjudicator.games.errors import GameError, GameFileError, GameFolderError, GameReferenceError, GameValueError, instead
from adjudicator.games.files import Faults, Toml, checked, read_toml
from adjudicator.games.folders import GameFolder

from .looks import RATING, Colour, CounterLook, FreeKey, LooksModel, Modes, PlainName, Switch, Text
from .sheet import MapSheet, Way, mirrored, nearest_way

LAYOUT = "layout.toml"


class MapLook(LooksModel):
    hex: Annotated[int, Field(ge=24, le=200, description="pixels from flat side to flat side in the module")] = 80
    rows_run: Way | None = None  # None: as near to "north is up" as can be
    columns_run: Way | None = None
    names: dict[str, str] = Field(default_factory=dict)  # hex -> what is written there in place of its name


class SideLook(LooksModel):
    counter: Colour = "#c8c8b4"
    ink: Colour = "#000000"
    symbol: Colour = "#ffffff"


class LabelLook(LooksModel):
    text: Text
    area: str = ""  # in the middle of this area
    hex: str = ""
    size: float = Field(0.6, gt=0, le=5, description="in hexes")
    angle: float = Field(0, ge=-180, le=180, description="degrees, upwards to the right")
    aside: float = Field(0, ge=-5, le=5, description="hexes to the right")
    down: float = Field(0, ge=-5, le=5)
    colour: Colour = "#2f6f9f"
    halo: Colour = "#cfe4ef"


class LegendLine(LooksModel):
    title: Text
    colour: Colour | None = None
    wide: float | None = Field(None, gt=0, le=0.5, description="hexsides and routes, in hexes")
    drawn_as: str = ""  # another word whose look it has: a town drawn as a city
    hidden: bool = False  # features: a fact for the rules that everybody sees on the map without a sign, such as the coast


class Objective(LooksModel):
    """Hexes that count for victory, with a star on each."""

    area: Text
    title: Text
    colour: Colour = "#f2c230"


class Limit(LooksModel):
    """A line around the part of the map in which a scenario is played."""

    area: Text
    title: Text
    colour: Colour = "#8b1a8b"


class BoxLook(LooksModel):
    id: Text
    title: PlainName = "Box"
    wide: int = Field(3, ge=1, le=30, description="counters side by side")
    high: int = Field(1, ge=1, le=30)


class TrackLook(LooksModel):
    """A row of boxes with numbers, such as the turns."""

    title: PlainName
    first: int = 1
    last: int = Field(ge=0, le=99)
    wide: int = Field(2, ge=1, le=30)
    high: int = Field(1, ge=1, le=30)
    notes: str = ""  # the chart and the column that say what stands in each box, such as "turns from to"
    words: dict[str, str] = Field(default_factory=dict)  # a note -> what is written for it
    tints: dict[str, Colour] = Field(default_factory=dict)  # a note -> the colour of the box


class Cup(LooksModel):
    """Chits drawn blindly. The chart has a row a chit: id, side, turn on which it goes in, and what it is."""

    title: PlainName = "Cup"
    chart: Text
    drawn: PlainName = "Drawn"  # the box beside it
    names: dict[str, PlainName] = Field(default_factory=dict)  # chits by id


class MarkLook(LooksModel):
    id: Text  # as the rules call it: "out of supply"
    title: PlainName
    letters: Text
    key: FreeKey | None = None  # Ctrl and it put one on a unit
    counter: Colour = "#f2f2f2"
    ink: Colour = "#b00000"


class DiceLook(LooksModel):
    name: PlainName
    count: int = Field(1, ge=1, le=20)
    sides: int = Field(6, ge=2, le=100)
    text: str = ""  # on the button; the name, if empty


class ChartLook(LooksModel):
    id: Text
    title: PlainName
    columns: tuple[str, ...] = ()  # those shown; all but the sources, if empty
    headings: dict[str, str] = Field(default_factory=dict)
    note: str = ""


class Notation(LooksModel):
    """A line that players may type, for the page of help."""

    text: Text
    says: Text


class ModuleLayout(LooksModel):
    module: PlainName
    version: Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)*$")] = "1.0"
    note: str = ""  # what the map says about itself
    map: MapLook = MapLook()
    sides: dict[str, SideLook] = Field(default_factory=dict)
    bands: dict[str, Colour] = Field(default_factory=dict)  # formation -> colour
    ground: dict[str, LegendLine] = Field(default_factory=dict)
    hexside: dict[str, LegendLine] = Field(default_factory=dict)
    route: dict[str, LegendLine] = Field(default_factory=dict)
    feature: dict[str, LegendLine] = Field(default_factory=dict)
    level: dict[str, LegendLine] = Field(default_factory=dict)
    label: tuple[LabelLook, ...] = ()
    objective: tuple[Objective, ...] = ()
    limit: tuple[Limit, ...] = ()
    counter: CounterLook = CounterLook()
    across: Annotated[int, Field(ge=4, le=60, description="the width of the part with the boxes, in counters")] = 10
    box: tuple[BoxLook, ...] = ()
    track: tuple[TrackLook, ...] = ()
    cup: tuple[Cup, ...] = ()
    mark: tuple[MarkLook, ...] = ()
    control_key: FreeKey | None = None  # Ctrl and it put the flag of its side under a unit
    switch: tuple[Switch, ...] = ()
    modes: tuple[Modes, ...] = ()
    dice: tuple[DiceLook, ...] = ()
    chart: tuple[ChartLook, ...] = ()
    notation: tuple[Notation, ...] = ()
    remarks: tuple[Text, ...] = ()  # paragraphs for the page of help
    arrivals: str = ""  # the track on which units wait that arrive later
    arrivals_in: tuple[str, ...] = ()  # the scenarios in which they do; all, if empty


def read_layout(game: LoadedGame) -> ModuleLayout:
    """The layout of a game. Raises `GameFolderError` with everything that is wrong with it."""
    layout = _read(game)
    if layout is None:
        problem = "is missing, and without it no module can be built"
        raise _folder(game, GameFileError(problem, file=LAYOUT, remedy="copy it from modules/_template"))
    return layout


def layout_if_any(game: LoadedGame) -> ModuleLayout:
    """The layout, or a plain one for a game that has none: enough for a picture of its map."""
    return _read(game) or ModuleLayout(module="map")


def _read(game: LoadedGame) -> ModuleLayout | None:
    faults: Faults = []
    source = _said(game.files, faults)
    layout = None if source is None else checked(ModuleLayout, source.data, source.name, source, faults)
    if source is None and not faults:
        return None
    if layout is not None and source is not None:
        for place, message, name, known in _strangers(game, layout):
            faults.append(
                GameReferenceError(message, file=LAYOUT, line=source.line(*place), field=place[0], remedy=instead(name, known))
            )
        for table, message, remedy in _clashes(game, layout):
            faults.append(GameValueError(message, file=LAYOUT, line=source.line(table), field=table, remedy=remedy))
        run = _run(game, layout)
        if mirrored(game.board.grid, *run):
            remedy = "turn one of rows_run and columns_run around"
            message = f"rows that run {run[0]} and columns that run {run[1]} would show the land as in a mirror"
            faults.append(GameValueError(message, file=LAYOUT, line=source.line("map"), field="map", remedy=remedy))
    if faults:
        raise GameFolderError(game.slug, faults)
    return layout


def _said(folder: GameFolder, faults: Faults) -> Toml | None:
    """What the layout says; that of an edition, with what the other one says of all that it does not mention."""
    behind = None if folder.behind is None else _said(folder.behind, faults)
    if not (folder.own / LAYOUT).exists():
        return behind
    own = read_toml(folder.own, LAYOUT, faults)
    return own if own is None or behind is None else replace(own, data={**behind.data, **own.data})


def _folder(game: LoadedGame, error: GameError) -> GameFolderError:
    return GameFolderError(game.slug, [error])


def _strangers(game: LoadedGame, layout: ModuleLayout) -> list[tuple[tuple[str, ...], str, str, list[str]]]:
    """Names in a layout that the game does not have."""
    sides, charts = list(game.about.side_ids), list(game.game.charts)
    found: list[tuple[tuple[str, ...], str, str, list[str]]] = []
    found += [(("sides", each), f"no side is called {each}", each, sides) for each in layout.sides if each not in sides]
    for cup in layout.cup:
        if cup.chart not in charts:
            found.append((("cup",), f"no chart is called {cup.chart}", cup.chart, charts))
    for chart in layout.chart:
        if chart.id not in charts:
            found.append((("chart",), f"no chart is called {chart.id}", chart.id, charts))
    tracks = [track.title for track in layout.track]
    if layout.arrivals and layout.arrivals not in tracks:
        found.append((("arrivals",), f"no track is called {layout.arrivals}", layout.arrivals, tracks))
    areas = [*(("label", each.area) for each in layout.label if each.area)]
    areas += [*(("objective", each.area) for each in layout.objective), *(("limit", each.area) for each in layout.limit)]
    for table, area in areas:
        if area not in game.board.areas:
            found.append(((table,), f"no area is called {area}", area, sorted(game.board.areas)))
    for scenario in layout.arrivals_in:
        if scenario not in game.scenarios:
            found.append((("arrivals_in",), f"no scenario is called {scenario}", scenario, sorted(game.scenarios)))
    named = [name for name in _rated(layout) if name not in game.about.ratings]
    found += [(("counter",), f"no rating is called {name}", name, list(game.about.ratings)) for name in named]
    traits = sorted({trait for unit in game.roster.values() for trait in unit.traits})
    borne = [("modes", modes.trait) for modes in layout.modes] + [("counter", trait) for trait in layout.counter.last]
    found += [((table,), f"no unit is {trait}", trait, traits) for table, trait in borne if trait not in traits]
    for label in layout.label:
        if label.hex and label.hex not in game.board.grid:
            found.append((("label",), f"hex {label.hex} is not on the map", label.hex, []))
    found += [(("map",), f"hex {hex} is not on the map", hex, []) for hex in layout.map.names if hex not in game.board.grid]
    return found


def _rated(layout: ModuleLayout) -> Iterator[str]:
    """The ratings that a layout speaks of."""
    yield from (badge.rating for badge in layout.counter.badge)
    for numbers in (layout.counter.numbers, *(level.numbers for modes in layout.modes for level in modes.level)):
        yield from (name for number in numbers for name in RATING.findall(number))


def _clashes(game: LoadedGame, layout: ModuleLayout) -> Iterator[tuple[str, str, str]]:
    """Keys and layers of which a unit would have two."""
    keys = [("mark", mark.key) for mark in layout.mark if mark.key] + [("switch", each.key) for each in layout.switch]
    keys += [("control_key", layout.control_key)] if layout.control_key else []
    for index, (table, key) in enumerate(keys):
        if key in (other for _, other in keys[:index]):
            yield table, f"Ctrl {key} would do two things", "give each a key of its own"
    layers = ["Step", "Attack", "Target", *(each.layer for each in layout.switch), *(each.layer for each in layout.modes)]
    for layer in dict.fromkeys(each for each in layers if layers.count(each) > 1):
        yield "switch", f"{layers.count(layer)} layers are called {layer}", "give each a name of its own"
    for modes in layout.modes:
        stepped = sorted(id_ for id_, unit in game.roster.items() if modes.trait in unit.traits and unit.steps > 1)
        if stepped:
            yield "modes", f"{stepped[0]} has both steps and modes", f"take {modes.trait} from its traits, or give it one step"


def _run(game: LoadedGame, layout: ModuleLayout) -> tuple[Way, Way]:
    grid = game.board.grid
    rows = layout.map.rows_run or nearest_way(grid.rows_grow)
    if layout.map.columns_run is not None:
        return rows, layout.map.columns_run
    turned = (grid.columns_grow - grid.rows_grow) % 360
    return rows, nearest_way({"up": 0, "right": 90, "down": 180, "left": 270}[rows] + turned)


def sheet_of(game: LoadedGame, layout: ModuleLayout, size: int | None = None) -> MapSheet:
    """How the map of a game lies on the picture."""
    rows, columns = _run(game, layout)
    pixels = size or layout.map.hex
    return MapSheet(game.board.grid, pixels, rows, columns, margin=round(pixels * 0.6))
