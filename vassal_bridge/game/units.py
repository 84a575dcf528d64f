"""What lies on the table: pieces, stacks and decks as immutable records, and what their type texts say once and for all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from ..errors import FormatError
from ..fields import UnreadableError, read_int
from ..limits import DEFAULT_LIMITS, Limits
from ..sequence import decode, encode, nested_join, nested_split
from ..traits import basic, display
from ..traits.reader import TAB, TraitReader
from ..traits.spec import Trait

NO_MAP = basic.NO_MAP
LAYER = basic.LAYER
PIECE, STACK, DECK = "piece", "stack", "deck"
NO_LAYER = -1
UNIQUE_ID = "UniqueID"


class PieceUnit(Struct, frozen=True, gc=False):
    """A piece, stack or deck. `map`, `x` and `y` are its own; while it has a parent it lies where that lies.

    `members` and `parent` are keys: the id, or a name no file can hold for what has lost its id to another (see `Table`).
    """

    id: str
    kind: str
    type: str
    state: str  # of a piece, with a place in it that is not kept up to date; of stacks and decks what they came with
    map: str | None = None
    x: int = 0
    y: int = 0
    parent: str | None = None
    members: tuple[str, ...] = ()
    layer: int = NO_LAYER
    face_down: bool = False

    def __repr__(self) -> str:
        return f"Unit({self.id!r}, {self.kind})"  # a state may hold somebody's password


class TypeFacts(Struct, frozen=True):
    """What matters of a type text here. The numbers count traits from the outermost."""

    count: int
    stacks: bool
    dynamic: frozenset[int]  # traits of which a new value makes VASSAL put the piece down anew
    hides: int | None  # the trait that answers whether the piece is hidden
    mats: frozenset[int]
    cargoes: frozenset[int]
    tangled: frozenset[int]  # all traits whose state is more than a text
    sent: frozenset[int] = frozenset()  # those that send the piece somewhere, and remember whither it would go back


_SIMPLE = frozenset[int]()
_DECIDING = ("immob;", "mat;", "matPiece;", "hide;", "PROP;")
_TELLING = (*_DECIDING, "mark;", "calcProp;")


class Types:
    """The facts of each type text, found once."""

    def __init__(self, reader: TraitReader, limits: Limits = DEFAULT_LIMITS) -> None:
        self.reader = reader
        self._limits = limits
        self._facts: dict[str, TypeFacts] = {}

    def __getitem__(self, type_text: str) -> TypeFacts:
        facts = self._facts.get(type_text)
        if facts is None:
            facts = self._facts[type_text] = self._find(type_text)
        return facts

    def _find(self, type_text: str) -> TypeFacts:
        types = straight(type_text)
        if types is None or len(types) > self._limits.nesting:
            types = nested_split(type_text, TAB, limit=self._limits.nesting)
        sent = frozenset(place for place, text in enumerate(types) if text.startswith("sendto;"))
        if not any(word in type_text for word in _DECIDING):
            return TypeFacts(len(types), True, _SIMPLE, None, _SIMPLE, _SIMPLE, _SIMPLE, sent)
        traits = {
            place: self.reader.trait(text.rstrip("\\"), "") for place, text in enumerate(types) if text.startswith(_TELLING)
        }
        dynamic, mats, cargoes = _places(traits, "PROP"), _places(traits, "mat"), _places(traits, "matPiece")
        hides = next((place for place, trait in traits.items() if _answers(trait, "Invisible", "hide")), None)
        return TypeFacts(len(types), _stacks(traits), dynamic, hides, mats, cargoes, dynamic | mats | cargoes, sent)

    def parts(self, unit: PieceUnit) -> list[str]:
        """The states of a piece's traits."""
        return self.split(unit.type, unit.state)

    def split(self, type_text: str, state: str) -> list[str]:
        return nested_split(state, TAB, self[type_text].count, self._limits.nesting)

    def traits(self, unit: PieceUnit) -> tuple[Trait, ...]:
        """The traits of a piece; of one whose state could not be read as if it had none."""
        try:
            return self.reader.piece(unit.type, unit.state)
        except FormatError:
            return tuple(self.reader.trait(text, "") for text in nested_split(unit.type, TAB, limit=self._limits.nesting))


def _places(traits: Mapping[int, Trait], kind: str) -> frozenset[int]:
    return frozenset(place for place, trait in traits.items() if trait.kind == kind)


def _answers(trait: Trait, name: str, kind: str) -> bool:
    """Whether a trait answers a property: of those that do the outermost counts, even if it is no more than a marker."""
    if trait.kind == "mark":
        return name in trait.type.rest
    return trait.kind == kind or (trait.kind in ("PROP", "calcProp") and trait.type.text("name") == name)


def _stacks(traits: Mapping[int, Trait]) -> bool:
    for trait in traits.values():
        if trait.kind == "mat":
            return False
        if _answers(trait, "NoStack", "immob"):
            return trait.kind != "immob" or display.stacks(trait)
    return True


# --- texts ----------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def whole(text: str) -> int:
    """The number VASSAL reads, 0 where it would fail."""
    try:
        return read_int(text)
    except UnreadableError:
        return 0


def kind_of(type_text: str) -> str:
    if type_text == "stack":
        return STACK
    return DECK if type_text.startswith("deck;") and TAB not in type_text else PIECE


_SLASHES = tuple("\\" * depth for depth in range(DEFAULT_LIMITS.nesting + 1))


def straight(text: str, count: int = 0) -> list[str] | None:
    """The raw parts of a nested text in which every tab separates two traits and nothing wears apostrophes, as nearly always.

    Each part but the last ends in as many backslashes as its number. None for any other text: then the general way is to be
    taken.
    """
    if "'" in text:
        return None
    parts = text.split(TAB)
    if (count and len(parts) != count) or len(parts) >= len(_SLASHES):
        return None
    outer = parts[:-1]
    if not all(map(str.endswith, outer, _SLASHES)) or any(map(str.endswith, outer, _SLASHES[1:])):
        return None
    return parts


def straight_like(text: str, model: list[str]) -> list[str] | None:
    """The same of a text that is much like another, whose raw parts are given."""
    parts = text.split(TAB)
    if "'" in text or len(parts) != len(model):
        return None
    for place, (part, known) in enumerate(zip(parts[:-1], model[:-1], strict=True)):
        if part != known and (not part.endswith(_SLASHES[place]) or part.endswith(_SLASHES[place + 1])):
            return None
    return parts


def _plain(state: str, count: int) -> bool:
    """Whether the innermost trait's state is what stands behind the last tab."""
    return "'" not in state and state.count(TAB) == count - 1


def core_of(state: str, count: int) -> str:
    """The state of a piece's innermost trait; empty if it is missing, which is an error in VASSAL."""
    if _plain(state, count):
        return state.rpartition(TAB)[2]
    parts = nested_split(state, TAB, count)
    return parts[-1] if len(parts) == count else ""


def with_core(state: str, count: int, core: str) -> str:
    """The state of a piece with another innermost one."""
    if _plain(state, count) and "'" not in core and TAB not in core and core[:1] != "\\":
        head, tab, _ = state.rpartition(TAB)
        return head + tab + core
    return nested_join([*nested_split(state, TAB, count)[: count - 1], core], TAB)


def place_of_core(core: str) -> tuple[str | None, int, int]:
    """Where the innermost state of a piece says that it is."""
    tokens = core.split(";", 3)
    if "\\" in core or "'" in core:
        tokens = decode(core, ";")
    tokens += ["0"] * (3 - len(tokens))
    return None if tokens[0] == NO_MAP else tokens[0], whole(tokens[1]), whole(tokens[2])


def core_values(core: str) -> dict[str, str]:
    """What an innermost state holds: the properties kept with the piece, and its palette id under the name `PieceId`."""
    values = basic.BASIC.layout_of_state(core).read(core)
    return {**basic.basic_properties(values), "PieceId": basic.basic_gpid(values)}


def moved_core(core: str, place: str | None, x: int, y: int) -> str:
    """An innermost state with another place in it."""
    values = basic.BASIC.layout_of_state(core).read(core)
    return basic.with_position(values, place, x, y).raw


def keep_unique_id(old: str, new: str) -> str:
    """The new innermost state, with the old one's UniqueID if it has none: VASSAL forgets all other properties, not this one."""
    if UNIQUE_ID not in old:
        return new
    kept = basic.basic_properties(basic.BASIC.layout_of_state(old).read(old)).get(UNIQUE_ID)
    values = basic.BASIC.layout_of_state(new).read(new)
    if kept is None or UNIQUE_ID in basic.basic_properties(values):
        return new
    return basic.with_property(values, UNIQUE_ID, kept).raw


def stack_state(place: str | None, x: int, y: int, members: list[str], layer: int) -> str:
    """The state VASSAL would write of a stack."""
    return encode([place or NO_MAP, str(x), str(y), *members, f"{LAYER}{layer}"], ";") or ""


def deck_state(place: str | None, x: int, y: int, members: list[str], face_down: bool) -> str:
    """The state VASSAL would write of a deck."""
    contents = encode(members, ",")
    tokens = [place or NO_MAP, str(x), str(y), "true" if face_down else "false"]
    return encode(tokens if contents is None else [*tokens, contents], ";") or ""
