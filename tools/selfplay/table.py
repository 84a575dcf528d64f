"""A VASSAL table as a log needs it: pieces, stacks and the cup, and what VASSAL writes when they change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from vassal_bridge.commands import AddPiece, Command, parse_command
from vassal_bridge.pieces import read_piece
from vassal_bridge.saved import SavedGame
from vassal_bridge.sequence import encode
from vassal_bridge.traits import Trait, basic, join_states, layers, movement, trait_reader

MAP = "Main Map"
MAP_ID = "Map0"
MARKER = "marker"  # what pieces call the mark that they are
Point = tuple[int, int]
_NULLS = 7  # what VASSAL logs before a drag: commands of its own that say nothing


@dataclass(slots=True)
class Thing:
    """One piece on the table."""

    id: str
    type: str
    traits: tuple[Trait, ...]
    at: Point
    deck: str | None = None  # the id of the deck in which it lies

    @property
    def name(self) -> str:
        return str(self.traits[-1].type.text("name"))

    @property
    def state(self) -> str:
        return join_states(self.traits)


@dataclass(slots=True)
class Tabletop:
    """Where every piece lies. `who` is the player's id, which VASSAL writes into every drag."""

    who: str
    things: dict[str, Thing] = field(default_factory=dict)
    stacks: dict[Point, list[str]] = field(default_factory=dict)  # bottom first
    cup: list[str] = field(default_factory=list)
    cup_at: Point = (0, 0)
    next_id: int = 1
    on_hexes: frozenset[str] = frozenset()  # marks of hexes, which lie there whoever stands beneath

    def read(self, saved: SavedGame) -> None:
        """The pieces of a saved position."""
        reader = trait_reader(saved.limits)
        for entry in saved.position:
            for text in entry.texts(saved.limits):
                command = parse_command(text) if text.startswith("+/") else None
                if not isinstance(command, AddPiece) or command.id is None:
                    continue
                piece = read_piece(command, reader)
                self.next_id = max(self.next_id, int(command.id) + 1)
                _, x, y = piece.position
                if piece.kind == "stack":
                    self.stacks[(x, y)] = list(piece.members)
                elif piece.kind == "deck":
                    self.cup, self.cup_at = list(piece.members), (x, y)
                    for member in piece.members:
                        self.things[member].deck = command.id
                else:
                    self.things[command.id] = Thing(command.id, command.type, piece.traits, (x, y))

    def is_marker(self, thing: Thing) -> bool:
        """Does it mark the unit beneath it? Then it goes along with that."""
        shown = (dict(zip(trait.type.rest, trait.state.rest, strict=False)) for trait in thing.traits if trait.kind == "mark")
        return any(values.get(MARKER) and values[MARKER] not in self.on_hexes for values in shown)

    def _new_id(self) -> str:
        self.next_id += 1
        return str(self.next_id)

    # --- what players do

    def drag(self, ids: Sequence[str], to: Point, names: tuple[str, str]) -> list[str]:
        """Pieces are dragged to a point; `names` are those of the places."""
        commands = ["null"] * _NULLS
        for id_ in ids:
            commands += self._dragged(self.things[id_], to)
        called = ", ".join(self.things[id_].name for id_ in ids)
        return [*commands, f"CHAT* {called} moves {names[0]} -> {names[1]} *"]

    def _dragged(self, thing: Thing, to: Point) -> list[str]:
        old = thing.state
        thing.traits = tuple(self._gone_on(trait, thing) for trait in thing.traits)
        commands = [_changed(thing.id, thing.state, old)] if thing.state != old else []
        frm, beneath = thing.at, self._leave(thing)
        under = self.stacks[to][-1] if self.stacks.get(to) else None
        commands.append(_move(thing.id, to, under, frm, beneath, self.who))
        commands += self._lie(thing, to)
        return commands

    def restack(self, ids: Sequence[str]) -> list[str]:
        """Pieces of a stack are dropped on the stack again: they come to lie on top, and VASSAL reports nothing."""
        commands = ["null"] * _NULLS
        for id_ in ids:
            thing = self.things[id_]
            at, beneath = thing.at, self._leave(thing)
            under = self.stacks[at][-1] if self.stacks.get(at) else None
            commands.append(_move(id_, at, under, at, beneath, self.who))
            commands += self._lie(thing, at)
        return commands

    def into_cup(self, id_: str) -> list[str]:
        """A chit goes back into the cup."""
        thing = self.things[id_]
        frm, beneath = thing.at, self._leave(thing)
        under = self.cup[-1] if self.cup else None
        self.cup.append(id_)
        thing.at, thing.deck = self.cup_at, "cup"
        thing.traits = (*thing.traits[:-1], _at(thing.traits[-1], self.cup_at))
        return [_move(id_, self.cup_at, under, frm, beneath, self.who), f"CHAT* {thing.name} moves Drawn -> Cup *"]

    def flip(self, id_: str, level: int, place: str) -> list[str]:
        """The layer of steps shows another level."""
        name = self.things[id_].name
        side = "" if level == 1 else " (reduced)"
        before = " (reduced)" if level == 1 else ""
        return self.turned(id_, "Step", level, f"{place}: {name}{before} -> {name}{side}")

    def turned(self, id_: str, layer: str, level: int, said: str) -> list[str]:
        """A layer shows another level; nothing if it shows that already."""
        thing = self.things[id_]
        old = thing.state
        traits = list(thing.traits)
        for index, trait in enumerate(traits):
            if trait.kind == "emb2" and layers.layer_name(trait) == layer:
                traits[index] = _with_state(trait, trait.state.replace(level=level).raw)
        thing.traits = tuple(traits)
        return [] if thing.state == old else ["null", _changed(id_, thing.state, old), f"CHAT{said}"]

    def put(self, type_: str, traits: tuple[Trait, ...], at: Point, upon: str | None, said: str) -> tuple[str, list[str]]:
        """A new piece: upon another, or by itself."""
        id_ = self._new_id()
        thing = Thing(id_, type_, traits, at)
        thing.traits = (*traits[:-1], _with_state(traits[-1], basic.with_property(traits[-1].state, "UniqueID", id_).raw))
        commands = ["null", "+/" + (encode([id_, type_, thing.state], "/") or "")]
        thing.traits = (*thing.traits[:-1], _at(thing.traits[-1], at))
        self.things[id_] = thing
        if upon is not None:
            commands.append(_move(id_, at, upon, (0, 0), None, self.who, old_map=None))
            stack = self.stacks[at]
            stack.insert(stack.index(upon) + 1, id_)
        else:
            under = self.stacks[at][-1] if self.stacks.get(at) else None
            commands.append(_move(id_, at, under, (0, 0), None, self.who, old_map=None))
            commands += self._lie(thing, at)
        return id_, [*commands, f"CHAT{said}"]

    def delete(self, id_: str, said: str) -> list[str]:
        thing = self.things.pop(id_)
        self._leave(thing)
        return ["null", f"-/{id_}", f"CHAT{said}"]

    # --- stacks

    def _leave(self, thing: Thing) -> str | None:
        """Take a piece out of its stack or the cup; the piece beneath it."""
        if thing.deck is not None:
            thing.deck, place = None, self.cup.index(thing.id)
            self.cup.remove(thing.id)
            return self.cup[place - 1] if place else None
        stack = self.stacks[thing.at]
        place = stack.index(thing.id)
        stack.remove(thing.id)
        if not stack:
            del self.stacks[thing.at]
        return stack[place - 1] if place else None

    def _lie(self, thing: Thing, to: Point) -> list[str]:
        """Put a piece on top of what lies there; a stack of its own if nothing does."""
        thing.at = to
        thing.traits = (*thing.traits[:-1], _at(thing.traits[-1], to))
        if to in self.stacks:
            self.stacks[to].append(thing.id)
            return []
        self.stacks[to] = [thing.id]
        return [f"+/{self._new_id()}/stack/{MAP};{to[0]};{to[1]};{thing.id};@@1"]

    def _gone_on(self, trait: Trait, thing: Thing) -> Trait:
        """A trait of a piece that is dragged: the mark of having moved, the trail, and where it came from."""
        x, y = thing.at
        if trait.kind == "markmoved":
            return _with_state(trait, "true")
        if trait.kind == "footprint":
            points = [*movement.trail(trait), (x, y)]
            return _with_state(trait, f"false;{MAP_ID};{len(points)};{';'.join(f'{a},{b}' for a, b in points)};true")
        if trait.kind == "piece":
            state = trait.state
            for name, value in (("OldX", str(x)), ("OldY", str(y)), ("OldMap", MAP)):
                state = basic.with_property(state, name, value)
            return _with_state(trait, state.raw)
        return trait


def _with_state(trait: Trait, state: str) -> Trait:
    return trait_reader().trait(trait.type_text, state)


def _at(trait: Trait, at: Point) -> Trait:
    return _with_state(trait, basic.with_position(trait.state, MAP, *at).raw)


def _changed(id_: str, new: str, old: str) -> str:
    return "D/" + (encode([id_, new, old], "/") or "")


def _move(id_: str, to: Point, under: str | None, frm: Point, beneath: str | None, who: str, old_map: str | None = MAP) -> str:
    tokens = [id_, MAP, str(to[0]), str(to[1]), under or "null", old_map or "null", str(frm[0]), str(frm[1]), beneath or "null"]
    return "M/" + (encode([*tokens, who], "/") or "")


def logged(texts: Iterable[str]) -> list[Command]:
    """Commands as a step takes them."""
    return [parse_command(text) for text in texts]


def zones_of(build_file: str) -> dict[str, Point]:
    """The middle of every zone of the module's board, by name."""
    found: dict[str, Point] = {}
    for tag in re.findall(r"<VASSAL\.build\.module\.map\.boardPicker\.board\.mapgrid\.Zone\b[^>]*>", build_file):
        name, path = re.search(r'\bname="([^"]*)"', tag), re.search(r'\bpath="([^"]*)"', tag)
        if name and path:
            points = [tuple(map(int, point.split(","))) for point in path[1].split(";")]
            found[name[1]] = (sum(p[0] for p in points) // len(points), sum(p[1] for p in points) // len(points))
    return found
