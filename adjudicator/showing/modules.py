"""A module as one document of plain data: what `show MODULE --format json` writes, and what the lines for people are made from.

Its form is published in `docs/schema/module.schema.json`. Long lists are iterators: they are made while they are written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from adjudicator.library.files import Loaded, is_extension, load
from vassal_bridge.archive import BUILD_FILES, Archive
from vassal_bridge.buildfile import BuildProblem, Component, parse
from vassal_bridge.errors import BridgeError, ModuleError
from vassal_bridge.module import DiceButton, KeyCommand, Module, PieceSlot, Prototype, TurnLevel
from vassal_bridge.module.extensions import ELEMENT, describe
from vassal_bridge.module.known import unknown_classes
from vassal_bridge.module.prototypes import used_prototypes
from vassal_bridge.pieces import parse_definition
from vassal_bridge.traits import Trait, TraitReader, trait_reader
from vassal_bridge.traits.marking import marker_properties

from ..privacy import Redactor
from .boards import POINTS, describe_maps, location_of
from .survey import LONGEST_NAME
from .values import Data, plain_fields

SCHEMA = "adjudicate/module/1"


def describe_file(archive: Archive, *, pieces: bool = False, traits: bool = False, commands: bool = False) -> Data:
    """The summary of a module with the extensions beside it, and the sections asked for; or what an extension is."""
    if is_extension(archive):
        return _extension(archive)
    return describe_module(load(archive.path), len(archive.entries), pieces=pieces, traits=traits, commands=commands)


def describe_module(loaded: Loaded, entries: int, *, pieces: bool = False, traits: bool = False, commands: bool = False) -> Data:
    teller = _Teller(loaded.module)
    document = teller.summary(entries, loaded.notes)
    if pieces or traits:
        document["pieces"] = teller.pieces(traits)
    if commands:
        document["commands"] = teller.commands()
    return document


class _Teller:
    """Tells the parts of a module. No player has an id in one, but somebody's address may stand anywhere."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.redactor = Redactor((), ())
        self.clean = self.redactor.clean

    def all(self, texts: Iterable[str]) -> list[str]:
        return [self.clean(text) for text in texts]

    def summary(self, entries: int, notes: Iterable[str]) -> Data:
        module, clean = self.module, self.clean
        return {
            "schema": SCHEMA,
            "file": module.file,
            "kind": "module",
            "vassal": clean(module.vassal_version) or None,
            "module": {"name": clean(module.name), "version": clean(module.version)},
            "description": clean(module.description) or None,
            "entries": entries,
            "sides": self.all(module.sides),
            "extensions": [
                {
                    "name": clean(extension.name),
                    "version": clean(extension.version),
                    "made_for": clean(extension.module_version),
                    "description": clean(extension.description) or None,
                }
                for extension in module.extensions
            ],
            "counts": self._counts(),
            "palettes": [{"name": clean(palette.name), "pieces": len(palette.slots)} for palette in module.palettes],
            "dice": [self._dice(dice) for dice in module.dice],
            "turn_trackers": [
                {
                    "name": clean(tracker.name),
                    "id": tracker.id,
                    "format": clean(tracker.format),
                    "report": clean(tracker.report_format),
                    "forward_only": tracker.forward_only,
                    "levels": [self._level(level) for level in tracker.levels],
                }
                for tracker in module.turn_trackers
            ],
            "clocks": [{"name": clean(clocks.name), "sides": self.all(clocks.sides)} for clocks in module.clocks],
            "inventories": [
                {"name": clean(inventory.name), "group_by": self.all(inventory.group_by), "sides": self.all(inventory.sides)}
                for inventory in module.inventories
            ],
            "unknown": {clean(name): count for name, count in module.unknown.items()},
            "problems": [*({"where": "extensions", "what": clean(note)} for note in notes), *map(self._problem, module.problems)],
            "maps": describe_maps(module.maps, self.redactor),
            "prototypes": (self._prototype(prototype) for prototype in module.prototypes.values()),
            "properties": (
                {
                    "name": clean(one.name),
                    "level": clean(one.container),
                    "initial": clean(one.initial),
                    "numeric": one.numeric,
                    "minimum": clean(one.minimum) or None,
                    "maximum": clean(one.maximum) or None,
                    "option": one.scenario,
                }
                for one in module.all_properties()
            ),
            "setups": ({"path": self.all(setup.path), "file": self._text(setup.file)} for setup in module.setups),
            "charts": (
                {
                    "window": clean(window.name),
                    "charts": [{"name": clean(chart.name), "file": clean(chart.file)} for chart in window.charts],
                }
                for window in module.chart_windows
            ),
        }

    def _text(self, text: str | None) -> str | None:
        return self.redactor.clean_or_none(text)

    def _counts(self) -> Data:
        module = self.module
        palettes = sum(len(palette.slots) for palette in module.palettes)
        decks = sum(len(deck.slots) for one in module.maps for deck in one.decks)
        stacks = sum(len(stack.slots) for one in module.maps for stack in one.stacks)
        return {
            "pieces": palettes + decks + stacks,
            "in_palettes": palettes,
            "in_decks": decks,
            "at_start": stacks,
            "prototypes": len(module.prototypes),
            "commands": len(module.key_commands),
        }

    def _problem(self, problem: BuildProblem) -> Data:
        return {"where": self.clean(problem.where), "what": self.clean(problem.what)}

    def _prototype(self, prototype: Prototype) -> Data:
        return {
            "name": self.clean(prototype.name),
            "description": self.clean(prototype.description) or None,
            "uses": self.all(dict.fromkeys(used_prototypes(prototype.definition))),
        }

    def _dice(self, dice: DiceButton) -> Data:
        data: Data = {"name": self.clean(dice.name), "kind": dice.kind, "report": self.clean(dice.report_format)}
        if dice.kind == "symbols":
            data["dice"] = [
                {
                    "name": self.clean(die.name),
                    "faces": [{"text": self.clean(face.text), "value": face.value} for face in die.faces],
                }
                for die in dice.dice
            ]
            return data
        if dice.kind == "texts":
            data["texts"] = self.all(dice.texts)
        return data | {
            "count": dice.count,
            "sides": dice.sides,
            "plus": dice.plus,
            "add_to_total": dice.add_to_total,
            "report_total": dice.report_total,
            "asks": dice.asks,
            "sorts": dice.sorts,
            "keep": self.clean(dice.keep) or None,
            "keep_value": dice.keep_value,
        }

    def _level(self, level: TurnLevel) -> Data:
        data: Data = {"kind": level.kind, "name": self.clean(level.name), "property": self.clean(level.property)}
        if level.kind == "counter":
            data |= {"start": level.start, "step": level.step, "limit": level.limit if level.loops else None}
        elif level.kind == "list":
            data["entries"] = self.all(level.entries)
        return data | {"levels": [self._level(inner) for inner in level.levels]}  # as deep as the XML, which has a limit

    # --- the long lists ---------------------------------------------------------------------------------------------------------

    def pieces(self, traits: bool) -> Iterator[Data]:
        reader = trait_reader()
        for holder, slots in self._holders():
            for slot in slots:
                data = {
                    "gpid": self.clean(slot.gpid),
                    "name": self.clean(slot.name),
                    **holder,
                    "where": self.all(slot.where),
                    "card": slot.is_card,
                    "prototypes": self.all(dict.fromkeys(used_prototypes(slot.definition))),
                    "extension": self.clean(slot.origin) or None,
                }
                yield data | self._traits(slot.definition, reader) if traits else data

    def _holders(self) -> Iterator[tuple[Data, tuple[PieceSlot, ...]]]:
        """What holds pieces, and which."""
        for palette in self.module.palettes:
            yield {"in": "palette", "of": self.clean(palette.name), "map": None, "location": None}, palette.slots
        permits = iter(range(POINTS))
        for one in self.module.maps:
            for kind, holders in (("deck", one.decks), ("stack", one.stacks)):
                for holder in holders:
                    location = location_of(one, holder.start, permits)
                    data = {"in": kind, "of": self.clean(holder.name), "map": self.clean(one.name)}
                    yield data | {"location": self._text(location)}, holder.slots

    def _traits(self, definition: str, reader: TraitReader) -> Data:
        """What a piece is made of, its prototypes not expanded."""
        try:
            piece = parse_definition(definition, reader)
            return {"traits": [self._trait(trait) for trait in piece.traits]}
        except BridgeError as error:
            return {"traits": [], "problem": self.clean(error.problem)}

    def _trait(self, trait: Trait) -> Data:
        if trait.spec is None:
            kind = self.clean(trait.kind[:LONGEST_NAME])
            return {"kind": kind, "title": None, "length": len(trait.type_text) + len(trait.state_text)}
        data: Data = {"kind": trait.kind, "title": trait.spec.title}
        if trait.kind == "mark":
            return data | {"type": self.redactor.clean_pairs(marker_properties(trait.type, trait.state))}
        return data | {"type": plain_fields(trait.type, self.redactor)}

    def commands(self) -> Iterator[Data]:
        return map(self._command, self.module.key_commands)

    def _command(self, command: KeyCommand) -> Data:
        return {
            "name": self.clean(command.name),
            "kind": command.kind,
            "where": self.clean(command.where) or None,
            "hotkey": self.clean(command.hotkey) or None,
            "key": self.clean(command.key) or None,
            "filter": self.clean(command.filter) or None,
            "report": self.clean(command.report_format) or None,
        }


# --- extensions -----------------------------------------------------------------------------------------------------------------


def _extension(archive: Archive) -> Data:
    entry = next((name for name in BUILD_FILES if name in archive), None)
    if entry is None:
        raise ModuleError("there is no build file in it", expected="buildFile.xml or buildFile")
    root = parse(archive.read(entry), file=f"{archive.name}: {entry}", limits=archive.limits)
    about, clean = describe(root, archive.name), Redactor((), ()).clean
    added = Counter(child.kind for element in _elements(root) for child in element.children[:1])
    pieces = sum(1 for part in root.walk() if part.kind in ("PieceSlot", "CardSlot"))
    return {
        "schema": SCHEMA,
        "file": archive.name,
        "kind": "extension",
        "vassal": clean(about.vassal_version) or None,
        "name": clean(about.name),
        "version": clean(about.version),
        "module": None if about.any_module else {"name": clean(about.module), "version": clean(about.module_version)},
        "description": clean(about.description) or None,
        "entries": len(archive.entries),
        "pieces": pieces,
        "adds": {clean(kind): count for kind, count in added.most_common()},
        "unknown": {clean(tag): count for tag, count in unknown_classes(root.walk()).items()},
    }


def _elements(root: Component) -> Iterator[Component]:
    return (child for child in root.children if child.tag == ELEMENT)
