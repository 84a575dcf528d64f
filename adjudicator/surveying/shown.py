"""What the pieces of a module show: everything by which a person would tell which unit a counter is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vassal_bridge.errors import BridgeError
from vassal_bridge.module import Module, PieceSlot
from vassal_bridge.module.prototypes import used_prototypes
from vassal_bridge.pieces import Piece
from vassal_bridge.sequence import decode
from vassal_bridge.traits import Trait, TraitReader, layers, trait_reader

from .lexicon import bare, values_in

_REPLACING = "replace"


@dataclass(frozen=True, slots=True)
class TurningLayer:
    """A layer of a piece: how many levels, and what each is called."""

    name: str
    levels: int
    called: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """One piece of the module, with its prototypes filled in."""

    gpid: str
    name: str  # as files call it
    where: tuple[str, ...] = ()  # palettes, decks and stacks in which it lies
    texts: tuple[str, ...] = ()  # other texts that it shows: labels, markers' values, levels, pictures
    turning: tuple[TurningLayer, ...] = ()
    prototypes: tuple[str, ...] = ()
    markers: tuple[tuple[str, str], ...] = ()
    pictures: tuple[str, ...] = ()
    values: tuple[int, ...] = ()  # 6-5-4, where a text says so
    turns_into: tuple[str, ...] = ()  # the numbers of the pieces by which it can be replaced
    make: str = ""  # the same for pieces that nobody could tell apart
    at_start: bool = False  # it lies on a map when a game begins, and may be in a palette besides
    drawn: bool = False  # it is a card, or lies in a deck

    @property
    def features(self) -> tuple[str, ...]:
        """What it has in common with others of its side, formation or kind."""
        found = [f"prototype {name}" for name in self.prototypes]
        found += [f"marker {name}={value}" for name, value in self.markers]
        found += [f"place {' / '.join(self.where[:depth])}" for depth in range(1, len(self.where) + 1)]
        found += [f"picture {_stem(name)}" for name in self.pictures]
        found += [f"layer {layer.name} of {layer.levels}" for layer in self.turning]
        found.append("replaced" if self.turns_into else "never replaced")
        found.append(f"layers {sorted(layer.levels for layer in self.turning)}")
        found += [f"values {self.values}"] if self.values else []
        return tuple(dict.fromkeys(found))


def pieces_of(module: Module) -> list[Shown]:
    """Every piece once by its number; those that cannot be read show no more than their names."""
    reader = trait_reader()
    in_decks = {slot.gpid for one in module.maps for deck in one.decks for slot in deck.slots}
    started = {slot.gpid for one in module.maps for stack in one.stacks for slot in stack.slots}
    found: dict[str, Shown] = {}
    for slot in module.slots():
        if slot.gpid and slot.gpid not in found:
            found[slot.gpid] = _shown(slot, module, reader, slot.gpid in started, slot.is_card or slot.gpid in in_decks)
    return list(found.values())


def _shown(slot: PieceSlot, module: Module, reader: TraitReader, at_start: bool, drawn: bool) -> Shown:
    try:
        type_, state = module.prototypes.expand_piece(slot.type_text, slot.state_text)
        piece = Piece(None, reader.piece(type_, state))
        name = piece.basic_name or slot.name
        markers = tuple(piece.markers.items())
        turning = [trait for trait in piece.traits if trait.kind in ("emb2", "emb")]
        images = [piece.image, *(image for trait in turning for image in layers.images(trait))]
        labels = [label for label in piece.labels if label.strip()]
    except BridgeError:
        return Shown(slot.gpid, slot.name, slot.where, at_start=at_start, drawn=drawn)
    pictures = tuple(dict.fromkeys(image for image in images if image))
    levels = [level.strip("+") for trait in turning for level in layers.level_names(trait) if level.strip("+")]
    entry = [slot.name] if slot.name and slot.name != name else []
    texts = (*entry, *labels, *(value for _, value in markers), *levels)
    return Shown(
        slot.gpid,
        name,
        slot.where,
        texts=tuple(dict.fromkeys(texts)),
        turning=tuple(map(_layer, turning)),
        prototypes=tuple(dict.fromkeys(used_prototypes(slot.definition))),
        markers=markers,
        pictures=pictures,
        values=next((found for text in (name, *texts) if (found := values_in(text))), ()),
        turns_into=tuple(_replacements(piece.traits, module)),
        make=f"{name}\n{slot.type_text}",
        at_start=at_start,
        drawn=drawn,
    )


def _layer(trait: Trait) -> TurningLayer:
    called = tuple(level.strip("+ ()") for level in layers.level_names(trait))
    return TurningLayer(layers.layer_name(trait), layers.level_count(trait), called)


def _replacements(traits: tuple[Trait, ...], module: Module) -> Iterator[str]:
    """The numbers of those by which it can be replaced: what comes bears the number of the trait, or of the palette's piece."""
    for trait in traits:
        if trait.kind != _REPLACING:
            continue
        if trait.type.text("gpid"):
            yield trait.type.text("gpid")
        named = _slot_by_path(str(trait.type["marker"] or ""), module)
        if named is not None:
            yield named.gpid


def _slot_by_path(path: str, module: Module) -> PieceSlot | None:
    """The palette's piece that a path names: its last word is the name of the slot."""
    if path.startswith("+/") or "PieceSlot:" not in path:
        return None
    steps = [step for step in decode(path, "/") if step]
    wanted = ":".join(decode(steps[-1], ":")[1:])  # what is in a name as between names stands behind a backslash
    found = [slot for slot in module.slots() if slot.name == wanted]
    return found[0] if len(found) == 1 else None


def _stem(picture: str) -> str:
    """The name of a picture without its ending and its numbers: pictures of one kind are often numbered."""
    stem = picture.rpartition("/")[2].rpartition(".")[0] or picture
    return "".join(mark for mark in bare(stem) if not mark.isdigit())
