"""How the pieces, places, dice and counters of a module mean the units, hexes, rolls and phases of a game: binding.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from adjudicator.engine.hexes import Grid
from adjudicator.games import GameFolderError
from adjudicator.games.files import Faults, checked, read_toml

from .history import Counter, PieceSpot

BINDING_FILE = "binding.toml"
_NUMBER = re.compile(r"(?<!\d)(\d{2})[.,:/-]?(\d{2})(?!\d)")


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class UnitPieces(_Model):
    """Which pieces are units: those with a marker that holds the unit's id, else by what the module calls them or counts them."""

    marker: str = "unit"
    layer: str = "step"  # the layer whose levels are the steps: 1 at full strength, 2 after the first loss
    levels: tuple[int, ...] = ()  # the steps lost at each level of it, where these are others: [0, 0, 1]; off is full strength
    attacks: str = "Attack"  # the layer that marks a unit as attacking
    attacked: str = "Target"  # the one that marks it as attacked
    gpids: Mapping[str, str] = Field(default_factory=dict)  # the number of a piece in the module's palettes -> unit
    names: Mapping[str, str] = Field(default_factory=dict)  # the piece's printed name -> unit
    losses: Mapping[str, int] = Field(default_factory=dict)  # number of a piece that is a reduced side of its own -> steps lost


class MarkerPieces(_Model):
    """Pieces that mark the unit beneath them, by the value of a marker of theirs or by their names; and layers of the units."""

    marker: str = "mark"
    values: Mapping[str, str] = Field(default_factory=dict)  # value -> the game's mark
    layers: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)  # layer -> mark for each level, "" for none
    off: Mapping[str, str] = Field(default_factory=dict)  # layer -> the mark of units whose layer is switched off
    gpids: Mapping[str, str] = Field(default_factory=dict)  # number of the piece -> the game's mark
    names: Mapping[str, str] = Field(default_factory=dict)  # the piece's printed name -> the game's mark
    control: str = ""  # the marker of pieces that show which side controls a hex
    controls: Mapping[str, str] = Field(default_factory=dict)  # the printed name of such a piece -> side
    control_gpids: Mapping[str, str] = Field(default_factory=dict)  # number of such a piece -> side
    hexes: Mapping[str, str] = Field(default_factory=dict)  # value, number or printed name -> a mark of the hex where it lies

    @property
    def marks(self) -> frozenset[str]:
        """All marks of the game that pieces of the module or layers of its units can show."""
        of_layers = (mark for marks in self.layers.values() for mark in marks)
        laid = (*self.values.values(), *self.gpids.values(), *self.names.values(), *self.off.values())
        return frozenset(mark for mark in (*laid, *of_layers) if mark)


class ChitPieces(_Model):
    marker: str = "chit"
    gpids: Mapping[str, str] = Field(default_factory=dict)  # number of the piece -> chit
    names: Mapping[str, str] = Field(default_factory=dict)  # the piece's printed name -> chit
    deck: str = ""  # the cup


def counted(text: str) -> int:
    """A number, in digits or as VASSAL counts by letters: A, B, ... Z, AA, BB."""
    return int(text) if text.isdigit() else 26 * (len(text) - 1) + ord(text[0]) - ord("A")


class HexNumbering(_Model):
    """Hexes that a module counts otherwise than the game: its own columns and rows, and what is to be added to them."""

    reads: str = "{column}{row}"  # as the module writes it: `Casilla {column}.{row}`
    column: int = 0
    row: int = 0
    swapped: bool = False  # the game has the row first
    letters: Literal["", "column", "row"] = ""  # which of them the module counts by letters: A is 0, AA is 26, BB 27

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What a name of a place must look like."""
        digits = r"\d\d" if re.search(r"\}\{", self.reads) else r"\d+"  # with nothing between them: two digits each
        text = re.escape(self.reads)
        for part in ("column", "row"):
            form = "[A-Z]{1,4}" if part == self.letters else r"\d+" if self.letters else digits
            text = text.replace(rf"\{{{part}\}}", f"(?P<{part}>{form})", 1)
        return re.compile(text)

    @cached_property
    def spoken(self) -> re.Pattern[str]:
        """What such a number looks like in what a player says: as on the map, or without what stands between its parts."""
        between = re.search(r"\}(.*?)\{", self.reads)
        sign = f"(?:{re.escape(between[1])})?" if between is not None else ""
        if self.letters:
            parts = ("[A-Z]{1,4}", r"\d\d?")
            first, second = parts if self.letters == self._first else reversed(parts)
            return re.compile(rf"(?<![\w/.\0])({first}){sign}({second})(?![\w/\0]|\.\d)")
        return re.compile(rf"(?<![\w/.\0])(\d\d){sign}(\d\d)(?![\w/\0]|\.\d)")

    @property
    def _first(self) -> str:
        return "row" if self.reads.find("{row}") < self.reads.find("{column}") else "column"

    def hex_numbered(self, first: str, second: str) -> str | None:
        """The game's number of the hex with these two numbers, in the order in which the module writes them."""
        row, column = (first, second) if self._first == "row" else (second, first)
        return self.hex_called(self.reads.replace("{column}", column).replace("{row}", row))

    def hex_called(self, location: str) -> str | None:
        """The game's number of a place; None if the place is not numbered so."""
        found = self.pattern.fullmatch(location)
        if found is None or {"column", "row"} - found.groupdict().keys():
            return None
        column, row = counted(found["column"]) + self.column, counted(found["row"]) + self.row
        first, second = (row, column) if self.swapped else (column, row)
        return f"{first:02}{second:02}" if 0 <= first < 100 and 0 <= second < 100 else None


class BindingEntry(_Model):
    """One module of a game, as binding.toml has it."""

    modules: tuple[str, ...] = Field(min_length=1)  # the names under which files say what they were played on
    prints: Literal["reconstruction", "nothing"] = "nothing"  # does it show our map, counters and charts? Then they decide
    maps: tuple[str, ...] = Field(min_length=1)  # the names of VASSAL's maps that show the board
    units: UnitPieces = Field(default_factory=UnitPieces)
    markers: MarkerPieces = Field(default_factory=MarkerPieces)
    chits: ChitPieces = Field(default_factory=ChitPieces)
    boxes: Mapping[str, str] = Field(default_factory=dict)  # the name of a zone, region, deck or map -> box of the game
    areas: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)  # area -> kinds of units that stand in it as a whole
    dice: Mapping[str, str] = Field(default_factory=dict)  # the name of a dice button -> what it is rolled for
    # what the turn counter says -> phase, longest first; several that it may be; "" for an entry that is none
    phases: Mapping[str, str | tuple[str, ...]] = Field(default_factory=dict)
    sides: Mapping[str, str] = Field(default_factory=dict)  # a player's side in VASSAL -> side of the game
    nothing: tuple[str, ...] = ()  # printed names of counters that mean nothing to the game, such as a marker of one's own
    nothing_gpids: tuple[str, ...] = ()  # and their numbers, where another piece is called so
    numbering: tuple[HexNumbering, ...] = ()  # how places are numbered, where they are not called by the numbers of the game
    doubted: frozenset[str] = frozenset()  # numbers of pieces whose unit a draft only supposes; nobody writes this


class BindingFile(_Model):
    game: str = ""  # in a survey, which has no game around it
    module: tuple[BindingEntry, ...] = ()


def binding_file(folder: Path, *, needed: bool = False) -> BindingFile:
    """The binding in a folder, empty if there is none. Raises GameFolderError if the file is faulty."""
    faults: Faults = []
    source = read_toml(folder, BINDING_FILE, faults, needed=needed)
    found = None if source is None else checked(BindingFile, source.data, source.name, source, faults)
    if faults:
        raise GameFolderError(folder.name, faults)
    return BindingFile() if found is None else found


def bindings_in(folder: Path) -> tuple[BindingEntry, ...]:
    """The modules that the game in a folder is bound to. Raises GameFolderError if the file is faulty."""
    return binding_file(folder).module


def binding_for(folder: Path, module: str | None) -> BindingEntry | None:
    """The binding of a game for the module that a file says it was played on."""
    return next((each for each in bindings_in(folder) if module is not None and module in each.modules), None)


def unit_of(binding: BindingEntry, counter: Counter) -> str | None:
    """The unit that a piece is; None if it is none."""
    for name, value in counter.markers:
        if name == binding.units.marker:
            return value or None
    return binding.units.gpids.get(counter.gpid) or binding.units.names.get(counter.printed)


def chit_of(binding: BindingEntry, counter: Counter) -> str | None:
    marked = next((value for name, value in counter.markers if name == binding.chits.marker and value), None)
    return marked or binding.chits.gpids.get(counter.gpid) or binding.chits.names.get(counter.printed)


def mark_of(binding: BindingEntry, counter: Counter) -> str | None:
    """The mark that a piece puts on what lies beneath it."""
    for name, value in counter.markers:
        if name == binding.markers.marker:
            return binding.markers.values.get(value)
    return binding.markers.gpids.get(counter.gpid) or binding.markers.names.get(counter.printed)


def control_of(binding: BindingEntry, counter: Counter) -> str | None:
    """The side that a piece shows to control the place where it lies."""
    wanted = binding.markers.control
    marked = next((value for name, value in counter.markers if wanted and name == wanted and value), None)
    shows = binding.markers
    return marked or shows.control_gpids.get(counter.gpid) or shows.controls.get(counter.printed)


def hex_mark_of(binding: BindingEntry, counter: Counter) -> str | None:
    """The mark that a piece puts on the hex in which it lies, whoever stands there."""
    marked = next((value for name, value in counter.markers if name == binding.markers.marker), counter.printed)
    return binding.markers.hexes.get(marked) or binding.markers.hexes.get(counter.gpid)


def means_nothing(binding: BindingEntry, counter: Counter) -> bool:
    """Is it a counter of which the binding says nothing at all, and which somebody could move?"""
    if counter.is_deck or counter.locked or counter.printed in binding.nothing or counter.gpid in binding.nothing_gpids:
        return False
    known = (unit_of, chit_of, mark_of, control_of, hex_mark_of)
    return not any(each(binding, counter) for each in known)


def phases_of(binding: BindingEntry, entry: str) -> tuple[str, ...]:
    """The phases one of which an entry of the turn counter is."""
    said = binding.phases[entry]
    return said if isinstance(said, tuple) else (said,) if said else ()


def phases_shown(binding: BindingEntry, counter: str) -> tuple[str, ...] | None:
    """The same of the longest entry in what a turn counter says; None if it says nothing of phases."""
    said = counter.lower()
    names = sorted(binding.phases, key=len, reverse=True)
    return next((phases_of(binding, name) for name in names if name.lower() in said), None)


def losses_of(binding: BindingEntry, counter: Counter) -> int | None:
    """Steps lost, by the piece that a unit is or the level that its layer shows; None if neither says any."""
    means = binding.units
    if counter.gpid in means.losses:
        return means.losses[counter.gpid]
    level = next((level for name, level in counter.levels if name == means.layer), None)
    if level is None or not means.levels:
        return None if level is None else max(0, level - 1)
    return means.levels[min(level, len(means.levels)) - 1] if level > 0 else 0


def marked_for_combat(binding: BindingEntry, counter: Counter) -> tuple[bool, bool]:
    """Is a unit marked as attacking, and is it marked as attacked?"""
    shown = dict(counter.levels)
    return (shown.get(binding.units.attacks) or 0) > 0, (shown.get(binding.units.attacked) or 0) > 0


def own_marks(binding: BindingEntry, counter: Counter) -> frozenset[str]:
    """The marks that a unit's own layers show."""
    shown = dict(counter.levels)
    found = set()
    for layer, marks in binding.markers.layers.items():
        level = shown.get(layer) or 0
        if 0 < level <= len(marks) and marks[level - 1]:
            found.add(marks[level - 1])
    found |= {mark for layer, mark in binding.markers.off.items() if mark and (shown.get(layer) or 0) < 0}
    return frozenset(found)


def place_of(binding: BindingEntry, spot: PieceSpot, grid: Grid) -> str | None:
    """The hex or box that a point of a map is; None for places that mean nothing to the game."""
    for name in (spot.deck, spot.location, spot.map):
        if name is not None and name in binding.boxes:
            return binding.boxes[name]
    if spot.map in binding.maps and spot.deck is None and spot.location is not None:
        for numbering in binding.numbering:
            counted = numbering.hex_called(spot.location)
            if counted is not None:
                return counted if counted in grid else None
        number = spot.location.rpartition(" ")[2]
        return number if number in grid else _hex_in(spot.location, grid)
    return None


def _hex_in(location: str, grid: Grid) -> str | None:
    """The one hex that a location of another wording names: `hex 12.34`, `1234 (Lyck)`."""
    found = {"".join(each) for each in _NUMBER.findall(location)}
    hexes = [number for number in found if number in grid]
    return hexes[0] if len(hexes) == 1 else None
