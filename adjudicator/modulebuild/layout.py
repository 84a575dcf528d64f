"""What may stand in `layout.toml`: how our VASSAL module of a game looks and what is in it besides the game itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from adjudicator.games import LoadedGame
from adjudicator.games.errors import GameError, GameFileError, GameFolderError, GameReferenceError, GameValueError, instead
from adjudicator.games.files import Faults, checked, read_toml

from .sheet import Sheet, Way, mirrored, nearest_way

LAYOUT = "layout.toml"

Text: TypeAlias = Annotated[str, Field(min_length=1)]
_SEPARATORS = ";,/\\|$+{}"
_TAKEN = "AEFMTW"  # keys that every unit has already


def _colour(text: str) -> str:
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise ValueError(f"{text!r} is no colour; write # and six digits, such as #a9b0a4")
    return text


def _plain(text: str) -> str:
    wrong = next((mark for mark in text if mark in _SEPARATORS or not mark.isprintable()), "")
    if wrong or not text.strip():
        raise ValueError(f"{text!r} cannot be a name in VASSAL; leave out {wrong!r}" if wrong else "there is no name; write one")
    return text


def _key(letter: str) -> str:
    if not re.fullmatch("[A-Z]", letter) or letter in _TAKEN:
        raise ValueError(f"{letter!r} cannot be the key; take a capital letter other than {', '.join(_TAKEN)}")
    return letter


Colour: TypeAlias = Annotated[str, AfterValidator(_colour)]
PlainName: TypeAlias = Annotated[str, AfterValidator(_plain)]  # it stands in lists of VASSAL's


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MapLook(_Model):
    hex: Annotated[int, Field(ge=24, le=200, description="pixels from flat side to flat side in the module")] = 80
    rows_run: Way | None = None  # None: as near to "north is up" as can be
    columns_run: Way | None = None


class SideLook(_Model):
    counter: Colour = "#c8c8b4"
    ink: Colour = "#000000"
    symbol: Colour = "#ffffff"


class Label(_Model):
    text: Text
    area: str = ""  # in the middle of this area
    hex: str = ""
    size: float = Field(0.6, gt=0, le=5, description="in hexes")


class LegendLine(_Model):
    title: Text
    colour: Colour | None = None


class BoxLook(_Model):
    id: Text
    title: PlainName = "Box"
    wide: int = Field(3, ge=1, le=30, description="counters side by side")
    high: int = Field(1, ge=1, le=30)


class Track(_Model):
    """A row of boxes with numbers, such as the turns."""

    title: PlainName
    first: int = 1
    last: int = Field(ge=0, le=99)
    wide: int = Field(2, ge=1, le=30)
    high: int = Field(1, ge=1, le=30)
    notes: str = ""  # the chart and the column that say what stands in each box, such as "turns from to"


class Cup(_Model):
    """Chits drawn blindly. The chart has a row a chit: id, side, turn on which it goes in, and what it is."""

    title: PlainName = "Cup"
    chart: Text
    drawn: PlainName = "Drawn"  # the box beside it
    names: dict[str, PlainName] = Field(default_factory=dict)  # chits by id


class Mark(_Model):
    id: Text  # as the rules call it: "out of supply"
    title: PlainName
    letters: Text
    key: Annotated[str, AfterValidator(_key)] | None = None  # Ctrl and it put one on a unit
    counter: Colour = "#f2f2f2"
    ink: Colour = "#b00000"


class Dice(_Model):
    name: PlainName
    count: int = Field(1, ge=1, le=20)
    sides: int = Field(6, ge=2, le=100)
    text: str = ""  # on the button; the name, if empty


class ChartLook(_Model):
    id: Text
    title: PlainName
    columns: tuple[str, ...] = ()  # those shown; all but the sources, if empty
    headings: dict[str, str] = Field(default_factory=dict)


class Layout(_Model):
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
    label: tuple[Label, ...] = ()
    across: Annotated[int, Field(ge=4, le=60, description="the width of the part with the boxes, in counters")] = 10
    box: tuple[BoxLook, ...] = ()
    track: tuple[Track, ...] = ()
    cup: tuple[Cup, ...] = ()
    mark: tuple[Mark, ...] = ()
    dice: tuple[Dice, ...] = ()
    chart: tuple[ChartLook, ...] = ()
    arrivals: str = ""  # the track on which units wait that arrive later


def read_layout(game: LoadedGame) -> Layout:
    """The layout of a game. Raises `GameFolderError` with everything that is wrong with it."""
    layout = _read(game, needed=True)
    if layout is None:
        problem = "is missing, and without it no module can be built"
        raise _folder(game, GameFileError(problem, file=LAYOUT, remedy="copy it from modules/_template"))
    return layout


def layout_if_any(game: LoadedGame) -> Layout:
    """The layout, or a plain one for a game that has none: enough for a picture of its map."""
    return _read(game, needed=False) or Layout(module="map")


def _read(game: LoadedGame, *, needed: bool) -> Layout | None:
    faults: Faults = []
    if not (game.folder / LAYOUT).exists():
        return None
    source = read_toml(Path(game.folder), LAYOUT, faults, needed=needed)
    layout = None if source is None else checked(Layout, source.data, source.name, source, faults)
    if layout is not None and source is not None:
        for place, message, name, known in _strangers(game, layout):
            faults.append(
                GameReferenceError(message, file=LAYOUT, line=source.line(*place), field=place[0], remedy=instead(name, known))
            )
        run = _run(game, layout)
        if mirrored(game.board.grid, *run):
            remedy = "turn one of rows_run and columns_run around"
            message = f"rows that run {run[0]} and columns that run {run[1]} would show the land as in a mirror"
            faults.append(GameValueError(message, file=LAYOUT, line=source.line("map"), field="map", remedy=remedy))
    if faults:
        raise GameFolderError(game.slug, faults)
    return layout


def _folder(game: LoadedGame, error: GameError) -> GameFolderError:
    return GameFolderError(game.slug, [error])


def _strangers(game: LoadedGame, layout: Layout) -> list[tuple[tuple[str, ...], str, str, list[str]]]:
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
    for label in layout.label:
        if label.area and label.area not in game.board.areas:
            found.append((("label",), f"no area is called {label.area}", label.area, sorted(game.board.areas)))
        if label.hex and label.hex not in game.board.grid:
            found.append((("label",), f"hex {label.hex} is not on the map", label.hex, []))
    return found


def _run(game: LoadedGame, layout: Layout) -> tuple[Way, Way]:
    grid = game.board.grid
    rows = layout.map.rows_run or nearest_way(grid.rows_grow)
    if layout.map.columns_run is not None:
        return rows, layout.map.columns_run
    turned = (grid.columns_grow - grid.rows_grow) % 360
    return rows, nearest_way({"up": 0, "right": 90, "down": 180, "left": 270}[rows] + turned)


def sheet_of(game: LoadedGame, layout: Layout, size: int | None = None) -> Sheet:
    """How the map of a game lies on the picture."""
    rows, columns = _run(game, layout)
    pixels = size or layout.map.hex
    return Sheet(game.board.grid, pixels, rows, columns, margin=round(pixels * 0.6))
