"""How a piece looks to a referee: everything about it but its place, worked out once for all pieces with the same texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from adjudicator.evidence.attempt import attempt
from adjudicator.evidence.meaning import state_meaning, type_meaning
from vassal_bridge.errors import BridgeError
from vassal_bridge.game.snapshots import Snapshot
from vassal_bridge.pieces import Layer, Piece
from vassal_bridge.traits import Trait, basic, display

_CONCEALING = frozenset(("obs", "hide"))
_SENT = "sendto"
_TRAILS = frozenset(("footprint",))
_NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Looks:
    """What the texts of a piece say, names and values still as they stand in the file."""

    name: str
    printed: str
    make: str
    levels: tuple[tuple[str, int | None], ...]
    markers: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]
    moved: bool | None
    facing: int | None
    concealing: tuple[Trait, ...] = field(repr=False)  # masks and invisibility, whose owners the roster of a file names
    restricted: tuple[str, ...] = ()
    locked: bool = False
    seen: int = 0  # a hash of all states that a player could tell apart
    picture: str = ""


class Album:
    """Remembers looks. One serves all files of an audit: their pieces share most of their texts."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Looks] = {}
        self._types: dict[str, str] = {}
        self._traits: dict[str, str] = {}
        self._states: dict[Trait, int] = {}
        self._plain: dict[tuple[str, ...], Looks] = {}

    def forget(self, beyond: int | None = None) -> None:
        """Everything, if there is more of it than that: counters of other files look otherwise."""
        if beyond is not None and len(self._known) + len(self._states) > beyond:
            for each in (self._known, self._types, self._traits, self._states, self._plain):
                each.clear()

    def looks(self, snapshot: Snapshot) -> Looks:
        """What is remembered by type and outer states; the innermost state holds little more than the place."""
        key = (snapshot.unit.type, snapshot.unit.state.rpartition("\t")[0])
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._find(snapshot)
        return found

    def _find(self, snapshot: Snapshot) -> Looks:
        try:
            piece = snapshot.piece
        except BridgeError:  # too few states: VASSAL shows such a piece somehow
            make = _digest(snapshot.type_text)
            return Looks("(unreadable piece)", "", make, (), (), (), None, None, (), seen=hash(snapshot.unit.state))
        traits = piece.traits
        make = self._make(snapshot.type_text, traits)
        seen = hash((make, *map(self._state, traits[:-1])))
        key = (snapshot.type_text, *(trait.state_text for trait in traits[:-1] if trait.kind not in _TRAILS))
        found = self._plain.get(key)
        if found is None:
            found = self._plain[key] = self._look(piece, make)
        return replace(found, seen=seen)

    def _look(self, piece: Piece, make: str) -> Looks:
        """Where it has come from is nothing that it shows."""
        traits = piece.traits
        name, _ = attempt(lambda: piece.name)
        layers = attempt(lambda: piece.layers)[0] or ()
        labels, _ = attempt(lambda: piece.labels)
        return Looks(
            name=name or "",
            printed=piece.basic_name,
            make=make,
            levels=tuple((layer.name, layer.level) for layer in layers),
            markers=tuple(piece.markers.items()),
            values=(*piece.dynamic.items(), *(("label", text) for text in labels or () if text)),
            moved=piece.moved,
            facing=piece.rotation,
            concealing=tuple(trait for trait in traits if trait.kind in _CONCEALING),
            restricted=_restricted(piece),
            locked=any(trait.kind == "immob" and display.never_moves(trait) for trait in traits),
            picture=_picture(piece, layers),
        )

    def make(self, snapshot: Snapshot) -> str:
        """Of what make it is, by the meaning of its type: no spelling of another version of VASSAL makes it another."""
        try:
            return self._types.get(snapshot.type_text) or self._make(snapshot.type_text, snapshot.piece.traits)
        except BridgeError:
            return _digest(snapshot.type_text)

    def _make(self, type_text: str, traits: Sequence[Trait]) -> str:
        make = self._types.get(type_text)
        if make is None:
            make = self._types[type_text] = _digest(" ".join(map(self._type, traits)))
        return make

    def _type(self, trait: Trait) -> str:
        """What the module fixed in a trait. Pieces of different types share most of their traits."""
        found = self._traits.get(trait.type_text)
        if found is None:
            found = self._traits[trait.type_text] = repr(type_meaning(trait))
        return found

    def _state(self, trait: Trait) -> int:
        """The state without mere spelling, and without what no player sees: whither a piece would be sent back."""
        found = self._states.get(trait)
        if found is None:
            found = self._states[trait] = 0 if trait.kind == _SENT else hash(comparable(state_meaning(trait)))
        return found


def comparable(value: Any) -> Any:
    """The same without None, of which each process has a hash of its own, also those that hash texts alike."""
    if isinstance(value, tuple):
        return tuple(map(comparable, value))
    return _NOTHING if value is None else value


def _picture(piece: Piece, layers: Sequence[Layer]) -> str:
    """The file of the basic picture, else of the first layer that has one, without its ending."""
    shown = [piece.image, *(layer.image or "" for layer in layers)]
    return next((name.rsplit("/", 1)[-1].rpartition(".")[0] or name for name in shown if name), "")


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()


def gpid_of(snapshot: Snapshot) -> str:
    """The piece of the module's palettes that a piece came from: the fourth of the innermost values."""
    innermost = snapshot.unit.state.rpartition("\t")[2]
    if "\\" not in innermost:
        values = innermost.split(";", 4)
        return values[3] if len(values) > 3 else ""
    try:
        return _gpid(snapshot.piece.traits)
    except BridgeError:
        return ""


def _gpid(traits: Sequence[Trait]) -> str:
    return basic.basic_gpid(traits[-1].state) if traits[-1].kind == "piece" else ""


def _restricted(piece: Piece) -> tuple[str, ...]:
    return tuple(side for trait in piece.of_kind("restrict") for side in trait.type.texts("sides"))
