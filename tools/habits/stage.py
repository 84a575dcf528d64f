"""Gestures performed: what VASSAL writes for each, given where everything lies by then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from adjudicator.engine.hexes import Grid
from tools.selfplay.table import Point, Tabletop
from vassal_bridge.sequence import encode
from vassal_bridge.traits import Trait, layers, trait_reader

from .gestures import (
    Back,
    Commands,
    Delete,
    Drag,
    Drop,
    Flip,
    Gesture,
    IntoCup,
    Lift,
    NotMoved,
    Put,
    Roll,
    Say,
    Tick,
    Toggle,
    Turn,
    Undo,
    pieces_of,
)
from .undo import Kept, taken_back

_BOX = 12  # pixels that a counter is pushed within a box
STEP = "Step"  # the layer of the steps of a unit


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who sits at the table. The name is seen in chat, the password stands in every drag."""

    name: str
    password: str


@dataclass(slots=True)
class Stage:
    """The table, and what VASSAL knows beside it. `hexes` are the hexes of the board by the points of their middles."""

    table: Tabletop
    hexes: Mapping[Point, str]
    points: Mapping[str, Point]  # of hexes
    boxes: Mapping[str, Point]
    location: Callable[[int, int], str]  # the name of a pixel, as the module's map has it
    grid: Grid
    phases: Sequence[str]  # their titles
    real: bool = True  # written as VASSAL 3.7 writes chat and dice; else as self-play does
    ids: dict[str, str] = field(default_factory=dict)  # pieces, by what the gestures call them; those that come later are added
    dice: dict[str, tuple[str, ...]] = field(default_factory=dict)
    clock: tuple[int, int] = (1, 0)
    _lifted: dict[str, tuple[tuple[str, ...], Point]] = field(default_factory=dict)
    _flipped: dict[str, int] = field(default_factory=dict)
    _before: Kept | None = None

    def __post_init__(self) -> None:
        self.ids = {id_: id_ for id_ in self.table.things}

    def perform(self, gesture: Gesture, who: Speaker, *, kept: bool = False) -> Commands:
        """The commands of a gesture; none if it comes to nothing. `kept`: it will be taken back."""
        self.table.who = who.password
        if isinstance(gesture, Undo):
            return self._undone()
        before = self._picture() if kept else None
        commands = self._commands(gesture, who)
        self._before = None if before is None else replace(before, commands=commands)
        return commands

    def has(self, gesture: Gesture) -> bool:
        """Are the pieces that it touches on the table? Of several marks at once each is seen to by itself."""
        own = {gesture.piece} if isinstance(gesture, Put) else gesture.pieces if isinstance(gesture, Toggle) else ()
        return all(self.ids.get(piece) in self.table.things for piece in pieces_of(gesture).difference(own))

    def _commands(self, gesture: Gesture, who: Speaker) -> Commands:
        match gesture:
            case Say(text=text):
                return [f"CHAT&lt;{who.name}&gt; - {text}" if self.real else f"CHAT<{who.name}> {text}"]
            case Roll(button=button, dice=dice):
                return self._roll(button, dice, who)
            case Tick(turn=turn, phase=phase):
                return self._tick(turn, phase, who)
            case Turn(piece=piece, layer=layer, level=level, said=said):
                return self.table.turned(self._id(piece), layer, level, said)
            case Toggle():
                return self._toggle(gesture)
            case Put():
                return self._put(gesture)
            case Flip(piece=piece, back=back):
                return self._flip(self._id(piece), back)
            case NotMoved():
                return self._not_moved()
            case Delete(piece=piece, said=said):
                return [each for each in self.table.delete(self._id(piece), said) if each != "CHAT"]
            case IntoCup(piece=piece):
                return self.table.into_cup(self._id(piece))
            case _:
                return self._dragged(gesture)

    def _dragged(self, gesture: Gesture) -> Commands:
        match gesture:
            case Drag(pieces=pieces, to=to, called=called):
                return self._drag([self._id(piece) for piece in pieces], to, called)
            case Lift():
                return self._lift(gesture)
            case Back(piece=piece, stay=stay):
                return self._back(self._id(piece), [self._id(each) for each in stay])
            case Drop(piece=piece):
                return self._drop(self._id(piece))
            case _:
                return []

    # --- dragging

    def _drag(self, ids: Sequence[str], to: Point, called: str = "") -> Commands:
        every = list(dict.fromkeys(each for id_ in ids for each in self._with_markers(id_)))
        first = self.table.things[every[0]]
        if first.deck is None and first.at == to:
            return []
        frm = "Cup" if first.deck is not None else self.title(first.at)
        return self.table.drag(every, to, (frm, called or self.title(to)))

    def _lift(self, gesture: Lift) -> Commands:
        id_ = self._id(gesture.piece)
        at = self.table.things[id_].at
        ids = tuple(self.table.stacks[at]) if gesture.stack else tuple(self._with_markers(id_))
        hex = self.hexes.get(at)
        to = gesture.to
        if to is None and hex is None:
            to = (at[0] + _BOX, at[1] + _BOX)
        elif to is None and hex is not None:
            free = [near for near in self.grid.neighbours(hex) if self.points[near] not in self.table.stacks]
            to = self.points[free[gesture.which % len(free)]] if free else at
        if to is None or to == at:
            return []
        self._lifted[id_] = (ids, at)
        return self._drag(ids, to)

    def _back(self, id_: str, stay: Sequence[str]) -> Commands:
        ids, at = self._lifted.pop(id_, ((), (0, 0)))
        kept = {each for one in stay for each in self._with_markers(one)}
        back = [each for each in ids if each not in kept and each in self.table.things]
        return self._drag(back, at) if back else []

    def _drop(self, id_: str) -> Commands:
        """On its own place: alone it says nothing; in a stack it comes to lie on top, and that is a move to where it lay."""
        thing = self.table.things[id_]
        ids = self._with_markers(id_)
        stack = self.table.stacks[thing.at]
        if thing.deck is not None or stack[-len(ids) :] == ids or self.hexes.get(thing.at) is None:
            return ["null"] * 7
        return self.table.restack(ids)

    def _with_markers(self, id_: str) -> list[str]:
        thing = self.table.things[id_]
        stack = self.table.stacks.get(thing.at, []) if thing.deck is None else []
        if self.table.is_marker(thing) or id_ not in stack:
            return [id_]
        found = [id_]
        for above in stack[stack.index(id_) + 1 :]:
            if not self.table.is_marker(self.table.things[above]):
                break
            found.append(above)
        return found

    def title(self, at: Point) -> str:
        """The name of a place, as VASSAL reports it."""
        for title, point in self.boxes.items():
            if point == at:
                return title
        if self.real and at not in self.hexes:
            return self.location(*at)
        return self.hexes.get(at, "the map")

    # --- other gestures

    def _id(self, piece: str) -> str:
        return self.ids[piece]  # a piece that is not on the table yet cannot be touched

    def _put(self, gesture: Put) -> Commands:
        upon = None if gesture.upon is None else self._id(gesture.upon)
        at = gesture.at if upon is None else self.table.things[upon].at
        id_, commands = self.table.put(gesture.type, gesture.traits, at, upon, gesture.said)
        self.ids[gesture.piece] = id_
        return commands

    def _flip(self, id_: str, back: bool) -> Commands:
        thing = self.table.things[id_]
        layer = next((trait for trait in thing.traits if trait.kind == "emb2" and layers.layer_name(trait) == STEP), None)
        if back:
            old = self._flipped.pop(id_, None)
            return [] if old is None else self.table.flip(id_, old, self.title(thing.at))
        if layer is None or len(layer.type.texts("images")) < 2:
            return []
        level = layer.state.int("level")
        self._flipped[id_] = level
        return self.table.flip(id_, 1 if level > 1 else 2, self.title(thing.at))

    def _not_moved(self) -> Commands:
        commands: Commands = []
        for thing in self.table.things.values():
            old = thing.state
            thing.traits = tuple(_fresh(trait) for trait in thing.traits)
            if thing.state != old:
                commands.append("D/" + (encode([thing.id, thing.state, old], "/") or ""))
        return [*commands, "CHAT* All pieces on Main Map marked as not moved"] if commands else []

    def _toggle(self, gesture: Toggle) -> Commands:
        commands: Commands = []
        for piece in gesture.pieces:
            id_ = self._id(piece) if piece in self.ids else ""
            if id_ not in self.table.things:
                continue
            thing = self.table.things[id_]
            shown = f"{thing.name} ({gesture.word})"
            old, new = (thing.name, shown) if gesture.level > 0 else (shown, thing.name)
            commands += self.table.turned(id_, gesture.layer, gesture.level, f"{self.title(thing.at)}: {old} -> {new}")
        return commands

    def _roll(self, button: str, dice: Sequence[int], who: Speaker) -> Commands:
        result = ",".join(map(str, dice))
        total = f" = {sum(dice)}" if len(dice) > 1 else ""
        step = [f"CHAT*** {button}: {result}{total} *** <{who.name}>"]
        values = (result, str(sum(dice)), str(len(dice)), _summary(dice))
        old = self.dice.get(button, ("1", "0", "0", ""))
        for name, was, now in zip(("result", "total", "keep", "summary"), old, values, strict=True):
            if self.real or (was != now and name in ("result", "total")):
                step.append(f"MutableProperty\t{button}_{name}\t{was}\t{now}\tModule")
        self.dice[button] = values
        return step

    def _tick(self, turn: int, phase: int, who: Speaker) -> Commands:
        if (turn, phase) == self.clock:
            return []
        (old_turn, old), every = self.clock, ",".join("true" for _ in self.phases)
        self.clock = (turn, phase)
        return [
            f"CHAT* <{who.name}> Turn updated from Turn {old_turn}: {self.phases[old]} to Turn {turn}: {self.phases[phase]}",
            f"TURNTurnTracker0\t0|{turn};0;false;-1;{phase}\\;0\\;0\\;{every}",
        ]

    # --- taking back

    def _picture(self) -> Kept:
        table = self.table
        things = {id_: replace(thing) for id_, thing in table.things.items()}
        stacks = {point: list(ids) for point, ids in table.stacks.items()}
        return Kept(things, stacks, list(table.cup), dict(self.dice), self.clock)

    def _undone(self) -> Commands:
        before, self._before = self._before, None
        if before is None or not any(command != "null" for command in before.commands):
            return []
        self.table.things, self.table.stacks, self.table.cup = before.things, before.stacks, before.cup
        self.dice, self.clock = before.dice, before.clock
        return taken_back(before.commands, before.clock, len(self.phases))


def _fresh(trait: Trait) -> Trait:
    """A trait of a piece that is taken for not moved."""
    if trait.kind == "markmoved":
        return trait_reader().trait(trait.type_text, "false")
    if trait.kind == "footprint":
        return trait_reader().trait(trait.type_text, "false;;0;false")
    return trait


def _summary(dice: Sequence[int]) -> str:
    return " ".join(f"{value} x{list(dice).count(value)}" for value in sorted(set(dice)))
