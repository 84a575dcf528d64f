"""Take a file apart to the last field, build it again from the values, and compare.

Everything is rebuilt from the decoded values. Where VASSAL's own reading loses something (a number with leading zeros,
apostrophes nobody needs) the values alone cannot give the text back; if what they give reads the same, the text is kept as it
stood, and counted. Anything else that differs is a defect of ours, and is named.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections import Counter
from dataclasses import dataclass, field

from .archive import SAVED_GAME, Archive, open_archive
from .commands import (
    LOG,
    AddPiece,
    ChangePiece,
    Command,
    ConditionalCommand,
    DeclaredCommand,
    Logged,
    UnknownCommand,
    parse_command,
)
from .errors import FormatError, ModuleError, in_file
from .fields import Values
from .limits import DEFAULT_LIMITS, Limits
from .module import Module
from .obfuscation import uncover
from .saved import load_saved
from .sequence import encode, nested_join
from .traits import TraitReader, trait_reader
from .traits.reader import TAB
from .traits.spec import Trait
from .tree import Entry, Leaf, join_entries
from .write import pack


@dataclass
class Roundtrip:
    """What came of one file."""

    name: str
    differences: list[str] = field(default_factory=list)
    commands: int = 0
    traits: int = 0
    kept: Counter[str] = field(default_factory=Counter)  # texts kept as they stood, by what they are
    unknown_commands: Counter[str] = field(default_factory=Counter)
    unknown_traits: Counter[str] = field(default_factory=Counter)

    @property
    def identical(self) -> bool:
        return not self.differences


def roundtrip(path: str | os.PathLike[str], limits: Limits = DEFAULT_LIMITS) -> Roundtrip:
    """Take a save, log, module or extension apart and build it again."""
    archive = open_archive(path, limits)
    result = Roundtrip(archive.name)
    with in_file(archive.name):
        if archive.is_game:
            _game(archive, result)
        elif archive.is_module:
            _definitions(archive, result)
        if archive.zipped:
            _container(archive, result)
    return result


def _container(archive: Archive, result: Roundtrip) -> None:
    """Pack all entries anew and read the new container back."""
    contents = archive.read_all()
    with zipfile.ZipFile(io.BytesIO(pack(archive, {}))) as packed:
        if packed.namelist() != list(contents):
            result.differences.append("the container's entries come back in another order")
        for name in contents:
            if packed.read(name) != contents[name]:
                result.differences.append(f"the entry {name} comes back otherwise")


def _definitions(archive: Archive, result: Roundtrip) -> None:
    """The pieces a module holds in its palettes, decks and prototypes. An extension's are only read with its module."""
    try:
        module = Module.read(archive, limits=archive.limits)
    except ModuleError:
        return
    rebuilder = _Rebuilder(result, trait_reader(archive.limits), archive.limits)
    texts = [slot.definition for slot in module.slots()] + [one.definition for one in module.prototypes.values()]
    for number, text in enumerate(texts, start=1):
        result.commands += 1
        if rebuilder.text(f"definition {number}", text) != text:
            result.differences.append(f"the definition {number} of {len(texts)} comes back otherwise")


def _game(archive: Archive, result: Roundtrip) -> None:
    data = archive.read(SAVED_GAME)
    saved = load_saved(archive)
    rebuilder = _Rebuilder(result, trait_reader(archive.limits), archive.limits)
    entries = [rebuilder.entry(index, entry) for index, entry in enumerate(saved.entries)]
    text = join_entries(entries)
    if saved.disguise.apply(text) != data:
        original = uncover(data)[0]
        place = next((at for at, (a, b) in enumerate(zip(text, original, strict=False)) if a != b), min(len(text), len(original)))
        result.differences.append(f"the text differs from character {place:,} on")


class _Rebuilder:
    """Rebuilds entries; remembers the types of pieces, since the state of a change can only be read with its piece's type."""

    def __init__(self, result: Roundtrip, reader: TraitReader, limits: Limits) -> None:
        self.result = result
        self.reader = reader
        self.limits = limits
        self._types: dict[str | None, str] = {}
        self._texts: dict[Trait, tuple[str, str]] = {}

    def entry(self, index: int, entry: Entry) -> Entry:
        leaves = entry.leaves(self.limits)
        self.result.commands += len(leaves)
        rebuilt = [Leaf(self.text(f"entry {index + 1}", leaf.text), leaf.depth) for leaf in leaves]
        built = Entry.of(rebuilt)
        if built != entry and rebuilt == leaves:  # VASSAL reads both alike
            self.result.kept["nesting of commands"] += 1
            return entry
        return built

    def text(self, where: str, text: str) -> str:
        try:
            command = parse_command(text)
        except FormatError:
            self.result.kept["command that VASSAL could not read"] += 1
            return text
        return self._command(where, command)

    def _command(self, where: str, command: Command) -> str:
        match command:
            case Logged():
                return LOG + self._command(where, command.command)
            case AddPiece():
                self._types[command.id] = command.type
                types, states = self._piece(where, command.type, command.state)
                built = "+/" + (encode(["null" if command.id is None else command.id, types, states], "/") or "")
            case ChangePiece():
                piece_type = self._types.get(command.id)
                both = [state for state in (command.new_state, command.old_state) if state is not None]
                if piece_type is not None:
                    both = [self._piece(where, piece_type, state)[1] for state in both]
                built = "D/" + (encode([command.id, *both], "/") or "")
            case ConditionalCommand():
                inner = self._command(where, command.command)
                built = "CHECK\t" + (encode([*command.conditions, inner], TAB) or "")
            case UnknownCommand():  # it holds what it holds
                self.result.unknown_commands[command.word] += 1
                return command.raw
            case _:
                built = command.encoded()
        if built == command.raw:
            return built
        title = command.spec.title if isinstance(command, DeclaredCommand) else type(command).__name__
        if _reads_as(built, command):
            self.result.kept[f"command: {title}"] += 1
        else:
            self.result.differences.append(f"{where}: the command {title} would read otherwise")
        return command.raw

    def _piece(self, where: str, type_text: str, state_text: str) -> tuple[str, str]:
        try:
            traits = self.reader.piece(type_text, state_text)
        except FormatError:
            self.result.kept["piece with too few states"] += 1
            return type_text, state_text
        self.result.traits += len(traits)
        for trait in traits:
            if trait.spec is None:
                self.result.unknown_traits[trait.kind[:24]] += 1
        texts = [self._trait(where, trait) for trait in traits]
        types = nested_join([text[0] for text in texts], TAB)
        states = nested_join([text[1] for text in texts], TAB)
        if types == type_text and states == state_text:
            return types, states
        if self._reads_as(types, states, traits):
            self.result.kept["nesting of traits"] += 1
        else:
            self.result.differences.append(f"{where}: a piece's traits would read otherwise")
        return type_text, state_text

    def _reads_as(self, types: str, states: str, traits: tuple[Trait, ...]) -> bool:
        try:
            return self.reader.piece(types, states) == traits
        except FormatError:
            return False

    def _trait(self, where: str, trait: Trait) -> tuple[str, str]:
        known = self._texts.get(trait)
        if known is not None:
            return known
        if trait.spec is None:
            built = (trait.type_text, trait.state_text)
        else:
            prefix = trait.type_text[: len(trait.type_text) - len(trait.type.raw)]
            built = (
                prefix + self._values(where, f"type of {trait.kind}", trait.type),
                self._values(where, f"state of {trait.kind}", trait.state),
            )
        self._texts[trait] = built
        return built

    def _values(self, where: str, what: str, values: Values) -> str:
        built = values.canonical()
        if built == values.raw:
            return built
        if values.layout.read(built).same_values(values):
            self.result.kept[what] += 1
        else:
            self.result.differences.append(f"{where}: the {what} would read otherwise")
        return values.raw


def _reads_as(built: str, command: Command) -> bool:
    try:
        return _same_command(parse_command(built), command)
    except FormatError:
        return False


def _same_command(a: Command, b: Command) -> bool:
    """Equal in everything but their texts."""
    if isinstance(a, DeclaredCommand) and isinstance(b, DeclaredCommand):
        return a.spec is b.spec and a.values.same_values(b.values)
    if type(a) is not type(b):
        return False
    return all(getattr(a, name) == getattr(b, name) for name in a.__struct_fields__ if name != "raw")
