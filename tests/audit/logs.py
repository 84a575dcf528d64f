"""Games played by a few lines of code, and written as VASSAL 3.7.26 writes its saves and logs.

A `Play` is a game on a table. `Play.record` begins a log: what is done then goes on in the game and into the log, command by
command as a player's mouse and keys would have it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vassal_bridge.commands import LOG, ChangePiece, parse_command
from vassal_bridge.compose import add_piece, position, write_new
from vassal_bridge.metadata import MetaData
from vassal_bridge.sequence import encode, nested_join, quote
from vassal_bridge.tree import Entry, Leaf, split_entries

MAP = "Main Map"
START_MS = 1_700_000_000_000
PLAYERS = {"Anna": ("anna-pw", "Blue"), "Bruno": ("bruno-pw", "Red")}
UNDO = "* UNDO: "
BOARDS = "Main MapBoardPicker\t{}\t0\t0"

MOVED = ("markmoved;moved.png;18;-24;Mark Moved;77,130;;false;;;;", "false")
FLIP = (
    "emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;front.png,back.png;,+ (reduced);true;Step;;;false;;1;1;true;70,130;;;;1.0;;true",
    "1",
)
SUPPLY = ("PROP;Supply;true,0,9,false;:75\\,130:P\\,{Supply - 1}", "3")
MASK = ("obs;80,130;mask.png;Mask;I;Unknown unit;side:;Peek;;false;;", "null;")
OWN_MASK = ("obs;80,130;mask.png;Mask;I;Unknown unit;player:;Peek;;false;;", "null;")
HIDE = ("hide;73,130;Hide;;side:;0.3;;false", "null")
LOCKED = ("immob;;V;R;", "")
DELETE = ("delete;Delete;68,130;", "")
_DECK = (
    "deck;true;0,0,0;60;60;Always;Via right-click Menu;false;false;true;;;;{name};$playerName$ shuffles $deckName$;"
    "{reversing};;false;false;"
    "83,520;;10;;false;;false;;$BasicName$;;false;;Shuffle;Reverse;86,520;Draw multiple;Draw specific;Face up;Face down;"
    ";;;;;;;;;;false;"
)


def marker(**values: str) -> tuple[str, str]:
    """Constants that the module gives a piece."""
    return "mark;" + (encode(list(values), ",") or ""), encode(list(values.values()), ",") or ""


def restricted(side: str) -> tuple[str, str]:
    return f"restrict;{side};false;true;owner only", ""


def masked(trait: tuple[str, str], owner: str) -> tuple[str, str]:
    return trait[0], f"{owner};|1|null" if trait[0].startswith("obs;") else owner


@dataclass
class Piece:
    """A counter; `traits` are type and state, outermost first, without the basic piece."""

    id: str
    name: str
    traits: list[tuple[str, str]]
    x: int
    y: int
    map: str | None = MAP
    gpid: str = "1"

    @property
    def type(self) -> str:
        return nested_join([*(kind for kind, _ in self.traits), f"piece;;;unit.png;{self.name}"], "\t")

    @property
    def state(self) -> str:
        core = encode([self.map or "null", str(self.x), str(self.y), self.gpid, "1", "UniqueID", self.id], ";") or ""
        return nested_join([*(state for _, state in self.traits), core], "\t")

    def place_of(self, kind: str) -> int | None:
        return next((place for place, (text, _) in enumerate(self.traits) if text.split(";", 1)[0] == kind), None)


@dataclass
class Holder:
    """A stack, or a deck if it has a name. `members` run from the bottom."""

    id: str
    x: int
    y: int
    members: list[str]
    name: str = ""
    map: str = MAP
    reversing: str = ""  # what a deck reports when it is turned upside down

    @property
    def type(self) -> str:
        return _DECK.format(name=self.name, reversing=self.reversing) if self.name else "stack"

    @property
    def state(self) -> str:
        if self.name:
            return encode([self.map, str(self.x), str(self.y), "true", ",".join(self.members)], ";") or ""
        return encode([self.map, str(self.x), str(self.y), *self.members, "@@1"], ";") or ""


@dataclass
class Play:
    """A game on a table."""

    module: str = "Made up"
    module_version: str = "1"
    vassal: str = "3.7.26"
    players: Sequence[str] = ("Anna", "Bruno")
    clock: int = START_MS  # ids are times
    pieces: dict[str, Piece] = field(default_factory=dict)
    holders: dict[str, Holder] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)  # global properties that saves hold
    turn: int = 1
    notes: str = ""  # those that all can read
    boards: str = ""  # of the map
    extensions: Sequence[str] = ()  # of the module
    clock_run: int | None = None  # milliseconds on Blue's chess clock
    spare: list[str] = field(default_factory=list)  # ids to be used instead of the clock's

    def copy(self) -> Play:
        return copy.deepcopy(self)

    def new_id(self) -> str:
        if self.spare:
            return self.spare.pop(0)
        self.clock += 7
        return str(self.clock)

    # --- setting up -------------------------------------------------------------------------------------------------------------

    def put(self, name: str, x: int, y: int, *traits: tuple[str, str], on: str = MAP, stacked: bool = True) -> str:
        """A counter on the table, marked by whether it moved and with two steps unless told otherwise."""
        piece = Piece(self.new_id(), name, list(traits or (MOVED, FLIP)), x, y, on)
        self.pieces[piece.id] = piece
        if stacked:
            self._lay(piece)
        return piece.id

    def _lay(self, piece: Piece) -> Holder | None:
        """Into the stack at its place; the new stack, if there was none."""
        here = self.stack_at(piece)
        if here is not None:
            here.members.append(piece.id)
            return None
        made = Holder(self.new_id(), piece.x, piece.y, [piece.id], map=piece.map or MAP)
        self.holders[made.id] = made
        return made

    def deck(self, name: str, x: int, y: int, *cards: str) -> str:
        """A deck of cards that are masked for a side by drawing them face down; the first lies at the bottom."""
        made = Holder(self.new_id(), x, y, [], name)
        for card in cards:
            piece = Piece(self.new_id(), card, [MASK, MOVED], x, y)
            self.pieces[piece.id] = piece
            made.members.append(piece.id)
        self.holders[made.id] = made
        return made.id

    def id_of(self, name: str) -> str:
        return next(piece.id for piece in self.pieces.values() if piece.name == name)

    def piece(self, name: str) -> Piece:
        return self.pieces[self.id_of(name)]

    def holder_of(self, identity: str) -> Holder | None:
        return next((one for one in self.holders.values() if identity in one.members), None)

    def stack_at(self, piece: Piece) -> Holder | None:
        here = (piece.map, piece.x, piece.y)
        return next((one for one in self.holders.values() if not one.name and (one.map, one.x, one.y) == here), None)

    def set_trait(self, name: str, kind: str, state: str) -> None:
        """Give a trait another state, unseen by any log."""
        piece = self.piece(name)
        place = piece.place_of(kind)
        assert place is not None
        piece.traits[place] = piece.traits[place][0], state

    def shift(self, name: str, x: int, y: int) -> None:
        """Put a counter elsewhere, unseen by any log."""
        piece = self.piece(name)
        self.leave(piece.id)
        piece.x, piece.y = x, y
        self._lay(piece)

    def take_away(self, name: str) -> None:
        """Take a counter out of the game, unseen by any log."""
        identity = self.id_of(name)
        self.leave(identity)
        del self.pieces[identity]

    def leave(self, identity: str) -> None:
        holder = self.holder_of(identity)
        if holder is not None:
            holder.members.remove(identity)
            if not holder.members and not holder.name:
                del self.holders[holder.id]

    # --- writing ----------------------------------------------------------------------------------------------------------------

    def about(self) -> MetaData:
        return MetaData(self.vassal, self.clock, None, self.module, self.module_version)

    def position(self) -> tuple[Entry, ...]:
        things: list[Piece | Holder] = [*self.pieces.values(), *self.holders.values()]
        components = [f"PLAYER\t{PLAYERS[name][0]}\t{name}\t{PLAYERS[name][1]}" for name in self.players]
        components += [f"TURNTurns\t{self.turn}", f"PNOTES\t{self.notes}"]
        components += [f"EXT\t{name}\t1.0" for name in self.extensions]
        components += (
            [f"CLOCK\tBlue\tBlue\t{self.clock_run}\t{self.clock_run}\tfalse\ttrue"] if self.clock_run is not None else []
        )
        components += [BOARDS.format(self.boards)] if self.boards else []
        components += [f"GlobalProperty\t;{name};{value};Module" for name, value in self.kept.items()]
        return position([add_piece(one.id, one.type, one.state) for one in things], [parse_command(one) for one in components])

    def save(self, path: Path) -> Path:
        write_new(path, self.position(), self.about())
        return path

    def record(self, who: str = "Anna") -> Log:
        return Log(self, who)


@dataclass
class _Done:
    """A step, and the table before it, for undoing."""

    commands: list[str]
    before: Play


class Log:
    """A log in the making. Each method is one step."""

    def __init__(self, play: Play, who: str) -> None:
        self.play = play
        self.who = who
        self.start = play.position()
        self.about: dict[str, Any] = {}
        self.commands: list[list[str]] = []
        self._undoable: list[_Done] = []
        self._between: dict[int, list[str]] = {}  # raw entries behind so many steps

    @property
    def password(self) -> str:
        return PLAYERS[self.who][0]

    def __len__(self) -> int:
        return len(self.commands)

    def step(self, *commands: str, before: Play | None = None) -> Log:
        """Any commands as one step."""
        self._undoable.append(_Done(list(commands), before or self.play.copy()))
        self.commands.append(list(commands))
        return self

    def outside(self, command: str) -> Log:
        """A command that stands behind the last step and belongs to none."""
        self._between.setdefault(len(self.commands), []).append(command)
        return self

    # --- words and dice ---------------------------------------------------------------------------------------------------------

    def say(self, line: str = "a word") -> Log:
        return self.step(f"CHAT<{self.who}> - {line}")

    def roll(self, *results: int, die: str = "1d6") -> Log:
        """Dice of the module: the result goes into chat and into properties."""
        before = self.play.copy()
        said = ",".join(map(str, results))
        commands = [f"CHAT*** {die} = {said} *** <{self.who}>"]
        for kind, value in (("result", said), ("total", str(sum(results)))):
            name = f"{die}_{kind}"
            old = self.play.properties.get(name, "0")
            if old != value:
                self.play.properties[name] = value
                commands.append("MutableProperty\t" + (encode([name, old, value, "Module"], "\t") or ""))
        return self.step(*commands, before=before)

    def claim(self, *results: int, die: str = "1d6") -> Log:
        """What dice would have said, typed by hand."""
        return self.step(f"CHAT*** {die} = {','.join(map(str, results))} *** <{self.who}>")

    def next_turn(self) -> Log:
        before = self.play.copy()
        self.play.turn += 1
        return self.step(f"CHAT* <{self.who}> Turn updated", f"TURNTurns\t{self.play.turn}", before=before)

    # --- counters ---------------------------------------------------------------------------------------------------------------

    def drag(self, name: str, x: int, y: int, on: str = MAP) -> Log:
        return self.step(*self._dragged(name, x, y, on), before=self._before)

    def drag_all(self, names: Sequence[str], x: int, y: int) -> Log:
        """A whole stack, or several selected counters, in one go."""
        before = self.play.copy()
        return self.step(*(command for name in names for command in self._dragged(name, x, y, MAP)), before=before)

    def _dragged(self, name: str, x: int, y: int, on: str) -> list[str]:
        self._before = self.play.copy()
        piece = self.play.piece(name)
        commands = ["null"] * 7
        place = piece.place_of("markmoved")
        if place is not None and piece.traits[place][1] != "true":
            old = piece.state
            piece.traits[place] = piece.traits[place][0], "true"
            commands.append(_change(piece.id, piece.state, old))
        commands += self._moved(piece, x, y, on)
        return [*commands, f"CHAT* {piece.name} moves *"]

    def _moved(self, piece: Piece, x: int, y: int, on: str, deck: Holder | None = None) -> list[str]:
        play = self.play
        was = [piece.map or "null", str(piece.x), str(piece.y), "null"]
        play.leave(piece.id)
        piece.map, piece.x, piece.y = on, x, y
        target = deck or play.stack_at(piece)
        under = target.members[-1] if target is not None and target.members else "null"
        move = "M/" + (encode([piece.id, on, str(x), str(y), under, *was, self.password], "/") or "")
        if target is not None:
            target.members.append(piece.id)
            return [move]
        made = play._lay(piece)
        assert made is not None
        return [move, _add(made)]

    def flip(self, name: str) -> Log:
        before = self.play.copy()
        piece = self.play.piece(name)
        place = piece.place_of("emb2")
        assert place is not None
        return self._state(before, name, "emb2", "2" if piece.traits[place][1] == "1" else "1", f"CHAT* {name} flips *")

    def set_state(self, name: str, kind: str, state: str, say: str = "") -> Log:
        """A key that gives one trait another state."""
        return self._state(self.play.copy(), name, kind, state, f"CHAT{say}" if say else "")

    def _state(self, before: Play, name: str, kind: str, state: str, chat: str) -> Log:
        piece = self.play.piece(name)
        old = piece.state
        self.play.set_trait(name, kind, state)
        return self.step("null", "null", _change(piece.id, piece.state, old), *([chat] if chat else []), before=before)

    def mask(self, name: str) -> Log:
        return self._state(self.play.copy(), name, "obs", f"{PLAYERS[self.who][1]};|1|null", "")

    def unmask(self, name: str) -> Log:
        return self._state(self.play.copy(), name, "obs", "null;", f"CHAT* {name} unmasked *")

    def palette(self, name: str, x: int, y: int, *traits: tuple[str, str]) -> Log:
        """A new counter from the module's palette."""
        before = self.play.copy()
        piece = self.play.pieces[self.play.put(name, x, y, *traits, stacked=False)]
        made = self.play._lay(piece)
        commands = ["null"] * 7 + [_add(piece)]
        if made is None:
            below = self.play.stack_at(piece)
            assert below is not None
            commands.append(self._onto(piece, below.members[-2]))
        else:
            commands.append(_add(made))
        return self.step(*commands, f"CHAT* {name} created", before=before)

    def clone(self, name: str) -> Log:
        before = self.play.copy()
        piece = self.play.piece(name)
        twin = Piece(self.play.new_id(), piece.name, list(piece.traits), piece.x, piece.y, piece.map, piece.gpid)
        self.play.pieces[twin.id] = twin
        self.play._lay(twin)
        return self.step(_add(twin), self._onto(twin, piece.id), f"CHAT* {name} cloned", before=before)

    def _onto(self, piece: Piece, under: str) -> str:
        where = [piece.map or "null", str(piece.x), str(piece.y)]
        return "M/" + (encode([piece.id, *where, under, *where, "null", self.password], "/") or "")

    def delete(self, name: str) -> Log:
        before = self.play.copy()
        identity = self.play.id_of(name)
        self.play.take_away(name)
        return self.step("null", "null", f"-/{identity}", f"CHAT* {name} deleted", before=before)

    def retype(self, name: str, old: str, new: str) -> Log:
        """Bring a counter in again under its own id, with another type."""
        before = self.play.copy()
        piece = self.play.piece(name)
        piece.traits = [(kind.replace(old, new), state) for kind, state in piece.traits]
        stack = self.play.holder_of(piece.id)
        assert stack is not None
        return self.step(_add(piece), _change(stack.id, stack.state, stack.state), before=before)

    # --- decks ------------------------------------------------------------------------------------------------------------------

    def draw(self, deck: str, x: int, y: int) -> str:
        """The top card, face down for the other side; gives its name."""
        before = self.play.copy()
        holder = self._deck(deck)
        piece = self.play.pieces[holder.members[-1]]
        old = piece.state
        self.play.set_trait(piece.name, "obs", f"{PLAYERS[self.who][1]};|1|null")
        commands = ["null"] * 7 + [_change(piece.id, piece.state, old), *self._moved(piece, x, y, MAP)]
        self.step(*commands, "CHAT* a card is drawn *", before=before)
        return piece.name

    def put_back(self, name: str, deck: str) -> Log:
        before = self.play.copy()
        holder = self._deck(deck)
        commands = self._moved(self.play.piece(name), holder.x, holder.y, MAP, holder)
        return self.step("null", *commands, before=before)

    def shuffle(self, deck: str, order: Callable[[list[str]], list[str]] = lambda members: members[::-1]) -> Log:
        before = self.play.copy()
        holder = self._deck(deck)
        old = holder.state
        holder.members = order(list(holder.members))
        return self.step(_change(holder.id, holder.state, old), f"CHAT{self.who} shuffles {deck}", before=before)

    def _deck(self, name: str) -> Holder:
        return next(one for one in self.play.holders.values() if one.name == name)

    # --- undo -------------------------------------------------------------------------------------------------------------------

    def undo(self) -> Log:
        """Take back the last step that was not taken back."""
        done = self._undoable.pop()
        inverses = [_inverse(command, done.before) for command in reversed(done.commands)]
        spare, clock = self.play.spare, self.play.clock
        vars(self.play).update(vars(done.before.copy()))
        self.play.spare, self.play.clock = spare, clock
        self.commands.append(["UNDO\ttrue", *inverses, "UNDO\tfalse"])
        return self

    # --- writing ----------------------------------------------------------------------------------------------------------------

    def entries(self) -> tuple[Entry, ...]:
        made = [*self.start, *self._outside(0)]
        for number, commands in enumerate(self.commands, start=1):
            made += [Entry.of([Leaf(LOG + text, min(place, 1)) for place, text in enumerate(commands)]), *self._outside(number)]
        return tuple(made)

    def _outside(self, number: int) -> list[Entry]:
        return [one for text in self._between.get(number, ()) for one in split_entries(quote(text, "\x1b"))]

    def write(self, path: Path) -> Path:
        about = self.play.about()
        write_new(path, self.entries(), MetaData(**{**_fields(about), **self.about}))
        return path


def _fields(about: MetaData) -> dict[str, Any]:
    return {name: getattr(about, name) for name in MetaData.__slots__}


def _add(thing: Piece | Holder) -> str:
    return add_piece(thing.id, thing.type, thing.state).raw


def _change(identity: str, new: str, old: str) -> str:
    return "D/" + (encode([identity, new, old], "/") or "")


def _inverse(text: str, before: Play) -> str:
    """What VASSAL writes to take a command back."""
    kind, _, rest = text.partition("/")
    if text.startswith("CHAT"):
        return f"CHAT{UNDO}{text.removeprefix('CHAT')}"
    if text.startswith("MutableProperty\t"):
        name, old, new, level = text.removeprefix("MutableProperty\t").split("\t")
        return "MutableProperty\t" + "\t".join((name, new, old, level))
    if text.startswith("TURN"):
        return f"TURNTurns\t{before.turn}"
    if kind == "-":
        return _add(before.pieces[rest])
    if kind == "+":
        return f"-/{rest.split('/', 1)[0]}"
    command = parse_command(text)
    if isinstance(command, ChangePiece) and command.old_state is not None:
        return _change(command.id, command.old_state, command.new_state)
    if kind == "M":
        parts = rest.split("/")
        return "/".join(["M", parts[0], *parts[5:9], *parts[1:5], parts[9]])
    return text
