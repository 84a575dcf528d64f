"""Editing a saved game: a draft takes edits one by one and becomes a new `SavedGame`. What no edit touched keeps its text.

Edits concern the saved position (moving a counter, turning a layer, setting a property, adding, deleting, restacking) and the
steps of a log (chat lines and other commands at a chosen step). Every edit keeps stacks and decks in order with their pieces,
and is refused with an `EditError` if it could not be written so that VASSAL reads back just that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .commands import LOG, AddPiece, parse_command
from .errors import EditError, FormatError
from .fields import Values
from .pieces import Piece, read_piece
from .saved import SavedGame
from .sequence import encode
from .traits import Trait, basic, display, join_states, layers, trait_reader
from .tree import Entry, Leaf


@dataclass
class _Place:
    """Where in the draft a piece's add command stands."""

    entry: int
    leaf: int


class Draft:
    """Edits of one saved game in the making."""

    def __init__(self, saved: SavedGame) -> None:
        self._saved = saved
        self._reader = trait_reader(saved.limits)
        self._open: dict[int, list[Leaf]] = {}  # the entries that were looked into, by index
        self._places: dict[str, _Place] = {}
        self._stacks: set[str] = set()
        self._holder: dict[str, str] = {}  # the stack or deck a piece lies in
        self._last_piece = 0
        self._steps = {step.number: step.index for step in saved.steps()}
        self._inserted: dict[int, list[Entry]] = {}  # behind the entry of that index
        for index in range(saved.end):
            self._find_pieces(index)

    def _find_pieces(self, index: int) -> None:
        for place, text in enumerate(self._saved.entries[index].texts(self._saved.limits)):
            if not text.startswith("+/"):
                continue
            command = parse_command(text)
            if isinstance(command, AddPiece) and command.id is not None:
                self._last_piece = index
                self._places[command.id] = _Place(index, place)
                if command.type == "stack":
                    self._stacks.add(command.id)
                if command.type == "stack" or command.type.startswith("deck;"):
                    for member in read_piece(command, self._reader).members:
                        self._holder[member] = command.id

    def _leaves(self, index: int) -> list[Leaf]:
        """The leaves of an entry, to be changed."""
        if index not in self._open:
            self._open[index] = self._saved.entries[index].leaves(self._saved.limits)
        return self._open[index]

    # --- looking ----------------------------------------------------------------------------------------------------------------

    def piece(self, identity: str) -> Piece:
        """The piece of that id as the draft has it now."""
        return read_piece(self._command(identity), self._reader)

    @property
    def ids(self) -> list[str]:
        """The ids of all pieces, stacks and decks."""
        return list(self._places)

    def holder(self, identity: str) -> str | None:
        """The id of the stack or deck that a piece lies in."""
        return self._holder.get(identity)

    def _command(self, identity: str) -> AddPiece:
        place = self._places.get(identity)
        command = parse_command(self._leaves(place.entry)[place.leaf].text) if place is not None else None
        if not isinstance(command, AddPiece):
            raise EditError(f"no piece with the id {identity}")
        return command

    # --- the position -----------------------------------------------------------------------------------------------------------

    def set_trait(self, identity: str, index: int, **changes: object) -> None:
        """Change fields of the state of one trait, counted from the outermost (-1: the innermost)."""
        traits = list(self.piece(identity).traits)
        self._set_state(identity, traits, index, traits[index].state.replace(**changes))

    def set_level(self, identity: str, layer: str | int, level: int) -> None:
        """Show another level of a layer, named or counted among the piece's layers from 0."""
        piece = self.piece(identity)
        found = [index for index, trait in enumerate(piece.traits) if trait.kind in ("emb2", "emb")]
        if isinstance(layer, str):
            found = [index for index in found if layers.layer_name(piece.traits[index]) == layer]
            layer = 0
        if not 0 <= layer < len(found):
            raise EditError("the piece has no such layer")
        trait = piece.traits[found[layer]]
        if layers.follows(trait):
            raise EditError("this layer follows a property; set that")
        if not 1 <= abs(level) <= layers.level_count(trait):
            raise EditError(f"the layer has levels 1 to {layers.level_count(trait)}")
        self.set_trait(identity, found[layer], level=level)

    def set_property(self, identity: str, name: str, value: str) -> None:
        """Set a dynamic property or a marker; failing both, a property kept with the basic piece."""
        traits = list(self.piece(identity).traits)
        for index, trait in enumerate(traits):
            if trait.kind == "PROP" and trait.type.text("name") == name:
                return self.set_trait(identity, index, value=value)
            if trait.kind == "mark" and name in trait.type.rest:
                values = list(trait.state.rest) + [""] * len(trait.type.rest)
                values[trait.type.rest.index(name)] = value
                kept = values[: max(len(trait.type.rest), len(trait.state.rest))]
                state = trait.state.layout.read(encode(kept, ",") or "")
                if list(state.rest) != kept:
                    raise EditError("the marker cannot be written so that VASSAL reads it back the same")
                return self._set_state(identity, traits, index, state)
        if traits[-1].kind != "piece":
            raise EditError("stacks and decks have no properties")
        return self._set_state(identity, traits, -1, basic.with_property(traits[-1].state, name, value))

    def set_moved(self, identity: str, moved: bool) -> None:
        """Set or clear the mark of having moved."""
        for index, trait in enumerate(self.piece(identity).traits):
            if trait.kind == "markmoved":
                return self.set_trait(identity, index, moved=moved)
        raise EditError("the piece has no mark of having moved")

    def move(self, identity: str, map_name: str | None, x: int, y: int) -> None:
        """Put a counter somewhere: onto the stack that stands at that very point, else into a stack of its own. A stack or deck
        goes with all that lies in it."""
        piece = self.piece(identity)
        if piece.kind in ("stack", "deck"):
            for member in (identity, *piece.members):
                if member in self._places:
                    self._set_position(member, map_name, x, y)
            return
        was_stacked = self._leave(identity)
        self._set_position(identity, map_name, x, y)
        if map_name is not None and (was_stacked or _stacks(piece)):
            self._join(identity, map_name, x, y)

    def delete(self, identity: str) -> None:
        """Take a counter out of the game; a stack or deck goes with all that lies in it."""
        piece = self.piece(identity)
        for member in piece.members:
            self._holder.pop(member, None)
            if member in self._places:
                self.delete(member)
        if identity in self._places:
            self._leave(identity)
            self._take_out(identity)

    def add(self, type_text: str, state_text: str, map_name: str | None, x: int, y: int, *, stacked: bool = True) -> str:
        """Bring a new counter into the game; its id is given back. Its state may name any place, it is put where said."""
        identity = self._new_id()
        self._append(identity, type_text, state_text)
        self._set_position(identity, map_name, x, y)
        if stacked and map_name is not None:
            self._join(identity, map_name, x, y)
        return identity

    def restack(self, identity: str, members: Sequence[str]) -> None:
        """Put the pieces of a stack or deck in another order, lowest first."""
        piece = self.piece(identity)
        if sorted(members) != sorted(piece.members):
            raise EditError("restacking keeps the same pieces")
        self._set_members(identity, piece, members)

    # --- the steps of a log -----------------------------------------------------------------------------------------------------

    def add_to_step(self, step: int, command: str) -> None:
        """Let one more command happen at a step, after everything else of that step."""
        index = self._steps.get(step)
        if index is None:
            raise EditError(f"the log has no step {step}")
        self._leaves(index).append(Leaf(LOG + command, 1))

    def chat_at_step(self, step: int, line: str) -> None:
        """A chat line at a step."""
        self.add_to_step(step, "CHAT" + line)

    def insert_step(self, after: int, commands: Sequence[str]) -> None:
        """A new step of its own behind a step; 0 puts it before the first."""
        index = self._saved.end if after == 0 else self._steps.get(after)
        if index is None:
            raise EditError(f"the log has no step {after}")
        leaves = [Leaf(LOG + command, min(place, 1)) for place, command in enumerate(commands)]
        self._inserted.setdefault(index, []).append(Entry.of(leaves))

    def set_command(self, prefix: str, text: str) -> None:
        """Give another text to the commands of the saved position that start so, such as the scenario's notes."""
        found = False
        for index in range(self._saved.end):
            for place, leaf in enumerate(self._leaves(index)):
                if leaf.text.startswith(prefix):
                    self._leaves(index)[place] = Leaf(text, leaf.depth)
                    found = True
        if not found:
            raise EditError(f"the position has no command {prefix.strip()}")

    def finish(self) -> SavedGame:
        """The saved game with all edits in it."""
        entries: list[Entry] = []
        for index, entry in enumerate(self._saved.entries):
            leaves = self._open.get(index)
            untouched = leaves is None or leaves == entry.leaves(self._saved.limits)
            entries.append(entry if leaves is None or untouched else Entry.of(leaves))
            entries.extend(self._inserted.get(index, ()))
        return self._saved.with_entries(tuple(entries))

    # --- the pieces of an edit --------------------------------------------------------------------------------------------------

    def _set_state(self, identity: str, traits: list[Trait], index: int, state: Values) -> None:
        old = traits[index]
        traits[index] = self._reader.trait(old.type_text, state.raw)
        self._write(identity, tuple(traits))

    def _write(self, identity: str, traits: tuple[Trait, ...]) -> None:
        command = self._command(identity)
        state = join_states(traits)
        text = "+/" + (encode([identity, command.type, state], "/") or "")
        try:
            same = self._reader.piece(command.type, state) == traits
            same = same and parse_command(text) == AddPiece(text, identity, command.type, state)
        except FormatError:  # a backslash swallowed the trait behind it
            same = False
        if not same:
            raise EditError("the piece cannot be written so that VASSAL reads it back the same")
        self._replace(self._places[identity], text)

    def _replace(self, place: _Place, text: str) -> None:
        leaves = self._leaves(place.entry)
        leaves[place.leaf] = Leaf(text, leaves[place.leaf].depth)

    def _set_position(self, identity: str, map_name: str | None, x: int, y: int) -> None:
        traits = list(self.piece(identity).traits)
        if traits[-1].spec not in basic.SPECS:
            raise EditError("the piece ends in a trait that has no place")
        self._set_state(identity, traits, -1, basic.with_position(traits[-1].state, map_name, x, y))

    def _set_members(self, identity: str, piece: Piece, members: Sequence[str]) -> None:
        change = basic.with_members if piece.kind == "stack" else basic.with_contents
        self._set_state(identity, list(piece.traits), -1, change(piece.core.state, members))

    def _leave(self, identity: str) -> bool:
        """Take a piece out of its stack or deck; an emptied stack goes, as it does when VASSAL saves. Whether there was one."""
        holder = self._holder.pop(identity, None)
        if holder is None or holder not in self._places:
            return False
        piece = self.piece(holder)
        left = [member for member in piece.members if member != identity]
        if left or piece.kind == "deck":
            self._set_members(holder, piece, left)
        else:
            self._take_out(holder)
        return True

    def _join(self, identity: str, map_name: str, x: int, y: int) -> None:
        for other in self._stacks:
            stack = self.piece(other)
            if stack.position == (map_name, x, y):
                self._holder[identity] = other
                self._set_members(other, stack, [*stack.members, identity])
                self._put_behind(other, identity)
                return
        stack_id = self._new_id()
        self._append(stack_id, "stack", encode([map_name, str(x), str(y), identity, f"{basic.LAYER}-1"], ";") or "")
        self._stacks.add(stack_id)
        self._holder[identity] = stack_id

    def _append(self, identity: str, type_text: str, state_text: str) -> None:
        """Behind the last piece: a stack must come after what lies in it."""
        text = "+/" + (encode([identity, type_text, state_text], "/") or "")
        command = parse_command(text)
        if not isinstance(command, AddPiece) or (command.type, command.state) != (type_text, state_text):
            raise EditError("the piece cannot be written so that VASSAL reads it back the same")
        try:
            read_piece(command, self._reader)
        except FormatError as error:
            raise EditError(error.problem) from None
        if not self._places:
            raise EditError("the position holds no piece beside which to put a new one")
        leaves = self._leaves(self._last_piece)
        self._places[identity] = _Place(self._last_piece, len(leaves))
        leaves.append(Leaf(text, 1))

    def _put_behind(self, stack: str, member: str) -> None:
        """A stack that is read before what lies in it would lose it."""
        place, other = self._places[stack], self._places[member]
        if (place.entry, place.leaf) > (other.entry, other.leaf):
            return
        text = self._leaves(place.entry)[place.leaf].text
        self._replace(place, "")
        leaves = self._leaves(self._last_piece)
        self._places[stack] = _Place(self._last_piece, len(leaves))
        leaves.append(Leaf(text, 1))

    def _take_out(self, identity: str) -> None:
        """An empty command stays in the place: VASSAL skips it, and no other piece changes its place."""
        self._stacks.discard(identity)
        self._replace(self._places.pop(identity), "")

    def _new_id(self) -> str:
        numbers = [int(identity) for identity in self._places if identity.isdecimal() and len(identity) < 19]
        return str(max(numbers, default=0) + 1)


def _stacks(piece: Piece) -> bool:
    """Whether nothing in the piece keeps it out of stacks."""
    return not any((trait.kind == "immob" and not display.stacks(trait)) or trait.kind == "mat" for trait in piece.traits)
