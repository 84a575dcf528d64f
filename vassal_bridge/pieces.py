"""Pieces: what the traits of one counter say together, answered as VASSAL would answer somebody who may see everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .commands import AddPiece, parse_command
from .errors import FormatError
from .secret import Secret
from .traits import Trait, TraitReader, basic, concealment, join_states, join_types, labels, layers, marking, movement, rotation

_MOST_EFFORT = 500_000  # looks at a trait for an answer, over all questions to one piece; honest pieces need a few thousand
_MOST_ASKING = 40  # traits whose answers depend on each other's in a row; honest pieces have two or three


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of a piece as it stands. `level` runs from 1, is negative while the layer is off, None if it cannot be known."""

    name: str
    level: int | None
    count: int
    active: bool
    level_name: str | None
    image: str | None


@dataclass(frozen=True)
class Piece:
    """One counter, stack or deck. `traits` run from the outermost inwards; the last is the basic piece, stack or deck itself."""

    id: str | None
    traits: tuple[Trait, ...] = field(repr=False)

    @property
    def core(self) -> Trait:
        return self.traits[-1]

    @property
    def kind(self) -> str:
        """`piece`, `stack`, `deck`, or the name of a module's own kind."""
        return self.core.kind

    @property
    def type_text(self) -> str:
        return join_types(self.traits)

    @property
    def state_text(self) -> str:
        return join_states(self.traits)

    def of_kind(self, kind: str) -> Iterator[Trait]:
        """The traits of one kind, such as `emb2`, outermost first."""
        return (trait for trait in self.traits if trait.kind == kind)

    # --- where it is ------------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> tuple[str | None, int, int]:
        """Map, x and y as the state has them: true in a saved position, not always in the changes of a log. A piece that ends in
        another trait, which no program of VASSAL's writes, is nowhere."""
        return basic.basic_position(self.core.state) if self.core.spec in basic.SPECS else (None, 0, 0)

    @property
    def members(self) -> tuple[str, ...]:
        """The ids of what lies in a stack or deck, lowest first."""
        if self.kind == "stack":
            return basic.stack_members(self.core.state)
        return basic.deck_contents(self.core.state) if self.kind == "deck" else ()

    # --- what it is -------------------------------------------------------------------------------------------------------------

    @property
    def basic_name(self) -> str:
        """The name printed in the module, without what layers and labels make of it."""
        if self.kind == "stack":
            return ""
        if self.kind == "deck":
            return self.core.type.text("name")
        return self.ask("BasicName") or ""

    @cached_property
    def name(self) -> str:
        """The name as VASSAL reports it: layers and labels may add to it. A part that cannot be known here is left out."""
        name = self.basic_name
        for trait in reversed(self.traits):
            kind = trait.kind
            named: str | None = None
            if kind in ("emb2", "emb"):
                named = layers.named(trait, name, self.ask)
            elif kind == "label":
                named = labels.named(trait, name, self.ask)
            name = name if named is None else named
        return name

    @property
    def gpid(self) -> str:
        """The id of the palette piece it came from; empty for stacks, decks and pieces of old modules."""
        return basic.basic_gpid(self.core.state) if self.kind == "piece" else ""

    @property
    def image(self) -> str:
        """The image of the basic piece, under all layers."""
        return self.core.type.text("image") if self.kind == "piece" else ""

    @property
    def prototypes(self) -> tuple[str, ...]:
        """The names of prototypes not yet expanded (palettes and files of other programs have them, saves do not)."""
        return tuple(trait.type.text("name") for trait in self.of_kind("prototype"))

    # --- how it is --------------------------------------------------------------------------------------------------------------

    @property
    def layers(self) -> tuple[Layer, ...]:
        return tuple(
            Layer(
                layers.layer_name(trait),
                layers.level(trait, self.ask),
                layers.level_count(trait),
                layers.active(trait),
                layers.level_name(trait, self.ask),
                layers.image(trait, self.ask),
            )
            for trait in self.traits
            if trait.kind in ("emb2", "emb")
        )

    @property
    def markers(self) -> dict[str, str]:
        """The constants that the module gave the piece."""
        found: dict[str, str] = {}
        for trait in self.of_kind("mark"):
            for name, value in marking.marker_properties(trait.type, trait.state).items():
                found.setdefault(name, value)
        return found

    @property
    def dynamic(self) -> dict[str, str]:
        """The values players change during play, as the file has them."""
        found: dict[str, str] = {}
        for trait in self.of_kind("PROP"):
            found.setdefault(trait.type.text("name"), trait.state.text("value"))
        return found

    @property
    def moved(self) -> bool | None:
        """Whether it is marked as moved; None if it has no such mark."""
        trait = next(self.of_kind("markmoved"), None)
        return None if trait is None else movement.moved(trait)

    @property
    def trail(self) -> tuple[tuple[int, int], ...]:
        trait = next(self.of_kind("footprint"), None)
        return () if trait is None else movement.trail(trait)

    @property
    def rotation(self) -> int | None:
        """Degrees of turning; None if it cannot be turned."""
        trait = next(self.of_kind("rotate"), None)
        return None if trait is None else rotation.degrees(trait)

    @property
    def labels(self) -> tuple[str, ...]:
        """The text labels as shown, outermost first; as written where they quote what cannot be known here."""
        shown = ((labels.label_text(trait, self.ask), labels.written_label(trait)) for trait in self.of_kind("label"))
        return tuple(written if text is None else text for text, written in shown)

    @property
    def masked_by(self) -> Secret | None:
        """Who masked it; None if it is face up."""
        return next((owner for trait in self.of_kind("obs") if (owner := concealment.masked_by(trait)) is not None), None)

    @property
    def hidden_by(self) -> Secret | None:
        """Who hid it; None if it is in the open."""
        return next((owner for trait in self.of_kind("hide") if (owner := concealment.hidden_by(trait)) is not None), None)

    @cached_property
    def _effort(self) -> _Effort:
        return _Effort()

    # --- what VASSAL would answer -----------------------------------------------------------------------------------------------

    def ask(self, name: str) -> str | None:
        """One property of the piece. None: it has none of that name, or its value cannot be known from the file."""
        return _Answers(self).ask(name)

    @property
    def properties(self) -> dict[str, str]:
        """Every property of the piece that can be known from the file alone; of traits that answer alike the outermost wins."""
        answers = _Answers(self)
        found: dict[str, str | None] = {}
        if self.kind == "piece":
            found["PieceName"] = self.name
        for place in range(len(self.traits)):
            for name, value in answers.of_trait(place).items():
                found.setdefault(name, value)
        if self.kind == "piece":  # what VASSAL answers where no trait and no state does
            if next(self.of_kind("footprint"), None) is not None:
                found.setdefault("Moved", "false")
            if self.id is not None:
                found.setdefault("UniqueID", self.id)
        return {name: value for name, value in found.items() if value is not None}


@dataclass(slots=True)
class _Effort:
    """What is left to be spent on a piece whose traits may ask one another in circles."""

    left: int = _MOST_EFFORT


class _Answers:
    """Asks the traits of a piece, outermost first. A trait whose answer depends on itself, through others, does not know."""

    def __init__(self, piece: Piece) -> None:
        self._piece = piece
        self._known: dict[int, Mapping[str, str | None]] = {}
        self._asking: set[int] = set()

    def of_trait(self, place: int) -> Mapping[str, str | None]:
        found = self._known.get(place)
        if found is None:
            self._asking.add(place)
            found = self._known[place] = self._piece.traits[place].properties(self.ask)
            self._asking.discard(place)
        return found

    def ask(self, name: str) -> str | None:
        if name == "PieceUID":
            return self._piece.id
        effort = self._piece._effort
        for place in range(len(self._piece.traits)):
            effort.left -= 1
            if effort.left < 0:
                return None
            if place not in self._asking and len(self._asking) < _MOST_ASKING and self._piece.traits[place].may_answer(name):
                answers = self.of_trait(place)
                if name in answers:
                    return answers[name]
        return None


def read_piece(command: AddPiece, reader: TraitReader) -> Piece:
    """The piece that an add command brings."""
    return Piece(command.id, reader.piece(command.type, command.state))


def parse_definition(text: str, reader: TraitReader) -> Piece:
    """The piece in a definition, as palettes, prototypes and the traits that place or replace pieces hold it."""
    command = parse_command(text)
    if not isinstance(command, AddPiece):
        raise FormatError("no definition of a piece", expected="+/id/type/state")
    return read_piece(command, reader)
