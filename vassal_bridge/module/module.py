"""A module: everything that is read from its build file, typed, with the whole tree beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..buildfile import BuildProblem, Component, Problems, choose, parse, shown
from ..errors import BridgeError, ModuleError, in_file
from ..limits import DEFAULT_LIMITS, Limits
from .controls import (
    ChartWindow,
    ChessClocks,
    Inventory,
    KeyCommand,
    Setup,
    read_chart_windows,
    read_clocks,
    read_inventories,
    read_key_commands,
    read_setups,
)
from .dice import DiceButton, read_dice
from .extensions import ROOT as EXTENSION_ROOT
from .extensions import Extension, describe, merge
from .images import Images
from .known import unknown_classes
from .mapreader import read_maps
from .maps import Map, choose_boards, missing_boards
from .properties import MODULE_LEVEL, GlobalProperty, read_properties
from .prototypes import Prototypes, read_prototypes, used_prototypes
from .slots import Palette, PieceSlot, read_palettes
from .source import ModuleSource
from .turns import TurnTracker, read_turn_trackers

PACKAGE = "VASSAL.build.module."
ROOTS = ("VASSAL.build.GameModule", "VASSAL.launch.BasicModule")


@dataclass(frozen=True, eq=False)
class Module:
    """A module with its extensions. `problems` are its own faults; what could be read was read in spite of them."""

    file: str
    name: str
    version: str
    vassal_version: str
    description: str
    sides: tuple[str, ...]
    options: Mapping[str, str] = field(repr=False)
    maps: tuple[Map, ...] = field(repr=False)
    palettes: tuple[Palette, ...] = field(repr=False)
    prototypes: Prototypes = field(repr=False)
    properties: tuple[GlobalProperty, ...] = field(repr=False)
    turn_trackers: tuple[TurnTracker, ...] = field(repr=False)
    dice: tuple[DiceButton, ...] = field(repr=False)
    clocks: tuple[ChessClocks, ...] = field(repr=False)
    inventories: tuple[Inventory, ...] = field(repr=False)
    chart_windows: tuple[ChartWindow, ...] = field(repr=False)
    setups: tuple[Setup, ...] = field(repr=False)
    key_commands: tuple[KeyCommand, ...] = field(repr=False)
    extensions: tuple[Extension, ...]
    unknown: Mapping[str, int]  # classes that are not VASSAL's, and how many components of each
    problems: tuple[BuildProblem, ...]
    root: Component = field(repr=False)

    @classmethod
    def read(cls, source: ModuleSource, extensions: Sequence[ModuleSource] = (), limits: Limits = DEFAULT_LIMITS) -> Module:
        """Read a module. Raises `ModuleError` or another `BridgeError` where there is nothing that could be read."""
        with in_file(source.name):
            return _read(source, extensions, limits)

    def __str__(self) -> str:
        """What it is, in a line: its name, for which VASSAL, its sides and its maps."""
        sides = f"; sides {', '.join(self.sides)}" if self.sides else ""
        maps = f"; maps {', '.join(one.name for one in self.maps)}" if self.maps else ""
        return f"{self.name} {self.version}, made for VASSAL {self.vassal_version or 'unknown'}{sides}{maps}"

    @cached_property
    def _maps_by_name(self) -> Mapping[str, Map]:
        named: dict[str, Map] = {}
        for one in self.maps:
            for name in (one.name, one.id):
                if name:
                    named.setdefault(name, one)
        return named

    def map(self, name: str) -> Map | None:
        """A map by its name, or by the id that commands use for a map without one."""
        return self._maps_by_name.get(name)

    def with_boards(self, commands: Iterable[str]) -> tuple[Map, ...]:
        """The maps as a game's `BoardPicker` commands set them up; maps without a command keep their default boards."""
        return choose_boards(self.maps, commands)

    def missing_boards(self, commands: Iterable[str]) -> tuple[BuildProblem, ...]:
        """What such commands name that the module does not have."""
        return missing_boards(self.maps, commands)

    def slots(self) -> Iterator[PieceSlot]:
        """Every piece of the module: palettes, decks, stacks at the start, map by map."""
        for palette in self.palettes:
            yield from palette.slots
        for one in self.maps:
            for deck in one.decks:
                yield from deck.slots
            for stack in one.stacks:
                yield from stack.slots

    @cached_property
    def slots_by_gpid(self) -> Mapping[str, PieceSlot]:
        found: dict[str, PieceSlot] = {}
        for slot in self.slots():
            if slot.gpid:
                found.setdefault(slot.gpid, slot)
        return found

    def all_properties(self) -> Iterator[GlobalProperty]:
        """Global properties of all three levels."""
        yield from self.properties
        for one in self.maps:
            yield from one.properties


def _read(source: ModuleSource, extension_sources: Sequence[ModuleSource], limits: Limits) -> Module:
    problems = Problems()
    root = _build_file(source, "", limits)
    if root.tag not in ROOTS:
        kind = "this is an extension, not a module" if root.tag == EXTENSION_ROOT else "its build file is not a module's"
        raise ModuleError(kind, expected="a module")
    name = root.get("name").strip()
    extensions, sources = [], [source]
    for extension_source in extension_sources:
        with in_file(extension_source.name):
            about = _extension_root(extension_source, limits)
            extension = describe(about, extension_source.name)
            if not extension.any_module and extension.module != name:
                problems.add(f"extension {shown(extension.name)}", "it was made for another module, so it is left out")
                continue
            root = merge(root, about, extension.name, problems)
            extensions.append(extension)
            sources.append(extension_source)
    options = _options(root)
    properties = read_properties(root, MODULE_LEVEL)
    starts = {one.name: one.initial for one in properties}
    starts |= {"ModuleName": name, "ModuleVersion": root.get("version").strip(), "ModuleDescription": root.get("description")}
    keep_zeros = options.get("storeLeadingZeroIntegersAsStrings", "false") == "true"
    module = Module(
        file=source.name,
        name=name,
        version=root.get("version").strip(),
        vassal_version=root.get("VassalVersion"),
        description=root.get("description"),
        sides=_sides(root),
        options=options,
        maps=read_maps(root, Images(sources, problems, limits), problems, keep_zeros, starts.get),
        palettes=read_palettes(root),
        prototypes=read_prototypes(root, problems, limits),
        properties=properties,
        turn_trackers=read_turn_trackers(root),
        dice=read_dice(root),
        clocks=read_clocks(root),
        inventories=read_inventories(root),
        chart_windows=read_chart_windows(root),
        setups=read_setups(root),
        key_commands=read_key_commands(root),
        extensions=tuple(extensions),
        unknown=unknown_classes(root.walk()),
        problems=(),
        root=root,
    )
    _check_references(module, problems)
    return replace(module, problems=problems.found())


def _build_file(source: ModuleSource, origin: str, limits: Limits) -> Component:
    names = source.names()
    made_with = ""
    if "moduledata" in names:
        try:
            about = parse(source.read("moduledata"), file="moduledata", limits=limits)
            made_with = next((part.text for part in about.children if part.tag == "VassalVersion"), "")
        except BridgeError:
            made_with = ""  # only helps to choose between two build files
    entry = choose(names, made_with)
    if entry is None:
        raise ModuleError("there is no build file in it", expected="buildFile.xml or buildFile")
    return parse(source.read(entry), file=f"{source.name}: {entry}", origin=origin, limits=limits)


def _extension_root(source: ModuleSource, limits: Limits) -> Component:
    root = _build_file(source, source.name, limits)
    if root.tag != EXTENSION_ROOT:
        raise ModuleError("its build file is not an extension's", expected="an extension")
    return root


def _options(root: Component) -> Mapping[str, str]:
    """The module's global options: attributes of their component, and the elements that name a preference's default."""
    for part in root.parts():
        if part.tag == PACKAGE + "GlobalOptions":
            named = {option.get("name"): option.text for option in part.children if option.tag == "option"}
            return {**named, **part.attributes}
    return {}


def _sides(root: Component) -> tuple[str, ...]:
    for part in root.parts():
        if part.tag == PACKAGE + "PlayerRoster":
            return tuple(entry.text for entry in part.walk() if entry is not part)
    return ()


def _check_references(module: Module, problems: Problems) -> None:
    """What names something that is not there."""
    decks = {deck.name for one in module.maps for deck in one.decks}
    for one in module.maps:
        boards = {board.name for board in one.boards}
        for deck in one.decks:
            where = f"map {shown(one.name)}, deck {shown(deck.name)}"
            if deck.start.board is not None and deck.start.board not in boards:
                problems.add(where, f"it stands on the board {shown(deck.start.board)}, which the map does not have")
            if deck.reshuffle_to not in ("", "<none>") and deck.reshuffle_to not in decks:
                problems.add(where, f"its cards go to the deck {shown(deck.reshuffle_to)}, which there is not")
        for stack in one.stacks:
            if stack.start.board is not None and stack.start.board not in boards:
                where = f"map {shown(one.name)}, stack {shown(stack.name)}"
                problems.add(where, f"it stands on the board {shown(stack.start.board)}, which the map does not have")
    definitions = [slot.definition for slot in module.slots()]
    definitions += [prototype.definition for prototype in module.prototypes.values()]
    missing = Counter(
        name for definition in definitions for name in set(used_prototypes(definition)) if name not in module.prototypes
    )
    for name, users in missing.items():
        problems.add(f"prototype {shown(name)}", f"there is none of this name, but {users} pieces or prototypes use it")
