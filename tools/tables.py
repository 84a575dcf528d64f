"""Games in the making for campaigns by e-mail: a table of counters, played on by chance, written as VASSAL writes it.

Saves and logs can be written in the spelling of several versions of VASSAL: older ones write fewer fields of a trait, and spell
some states otherwise. The numbers of fields are those seen in real files of these versions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from vassal_bridge.commands import Command, parse_command
from vassal_bridge.compose import add_piece, position, step
from vassal_bridge.sequence import encode, nested_join
from vassal_bridge.tree import Entry

MAP = "Main Map"
START_MS = 1_700_000_000_000
PLAYERS = (("anna-pw", "Anna", "Blue"), ("bruno-pw", "Bruno", "Red"))
_SPACING = 70
_FLIP = (
    "emb2;Flip;128;A;;128;;;128;;;;1;false;0;0;front.png,back.png;,+ (reduced);true;Step;;;false;;1;1;true;70,130;;;;1.0;;true"
)
_OUTER = (
    "report;70\\,130;$location$: $oldPieceName$ flips to $newPieceName$;;;flip report;false",
    "sendto;Eliminate;69,130;Main Map;Board;0;0;;;0;0;0;0;to Eliminated box;R;;Eliminated;;",
    "delete;Delete;68,130;",
    "footprint;84,130;Movement Trail;false;false;10;0,0,0;255,255,255;100;0;20;30;true;1.0",
    "markmoved;moved.png;18;-24;Mark Moved;77,130;;false;;;;",
    "PROP;Supply;true,0,9,false;:75\\,130:P\\,{Supply - 1}",
    _FLIP,
    "mark;Side,Attack",
)
_TRAIL, _MOVED, SUPPLY, LEVEL = 3, 4, 5, 6

VERSIONS = ("3.2.17", "3.4.7", "3.5.8", "3.6.6", "3.7.20", "3.8.0")
_FIELDS = {  # of traits in older files: how many semicolons each version wrote; what is not named was written whole
    "3.2.17": {"emb2;": 29, "delete;": 2, "report;": 5, "footprint;": 10, "markmoved;": 6, "sendto;": 16},
    "3.4.7": {"emb2;": 29, "delete;": 2, "report;": 5, "footprint;": 12, "markmoved;": 6, "sendto;": 16},
    "3.5.8": {"emb2;": 30, "delete;": 3, "report;": 6, "markmoved;": 7},
    "3.6.6": {"emb2;": 32, "delete;": 3, "report;": 7, "markmoved;": 7},
}
_LATER = {"emb2;": ";false", "delete;": ";", "mark;": ""}  # fields that a version to come might write behind


def spelt(type_text: str, version: str) -> str:
    """The type of a trait as a version of VASSAL would write it."""
    kind = type_text[: type_text.index(";") + 1]
    if version >= "3.8":
        return type_text + _LATER.get(kind, "")
    fields = _FIELDS.get(version, {}).get(kind)
    if fields is None:
        return type_text
    if kind == "emb2;":
        type_text = type_text.replace(";128;A;;128;;;128;;", ";2;A;;2;;;2;;" if version < "3.5" else ";128;A;;128;;;128;;")
    return ";".join(type_text.split(";")[: fields + 1]) if type_text.count(";") > fields else type_text


@dataclass
class Piece:
    id: str
    name: str
    side: int
    states: list[str]
    x: int
    y: int
    stack: str = ""

    def type(self, version: str) -> str:
        return nested_join([*(spelt(text, version) for text in _OUTER), f"piece;;;unit.png;{self.name}"], "\t")

    @property
    def state(self) -> str:
        return self.spelt_state("3.7.26")

    def spelt_state(self, version: str) -> str:
        core = f"{MAP};{self.x};{self.y};7;1;UniqueID;{self.id}"
        states = list(self.states)
        if version < "3.5":
            states[LEVEL] += ";"
        if version < "3.6":  # whether the trail was ever begun
            states[_TRAIL] = states[_TRAIL].rpartition(";")[0]
        elif version >= "3.8":  # how many of its points a move within one place leaves alone
            states[_TRAIL] += ";" + states[_TRAIL].split(";")[2]
        return nested_join([*states, core], "\t")


@dataclass
class Table:
    """A game in the making."""

    rng: random.Random
    clock: int = START_MS
    turn: int = 0
    pieces: list[Piece] = field(default_factory=list)
    stacks: dict[str, list[Piece]] = field(default_factory=dict)
    standing: dict[tuple[int, int], str] = field(default_factory=dict)
    die: str = "0"  # what the die showed last
    players: tuple[tuple[str, str, str], ...] = PLAYERS  # password, name and side; the first two sides are Blue and Red
    points: int = 0  # a global property that saves hold

    def new_id(self) -> str:
        self.clock += self.rng.randrange(5, 90)
        return str(self.clock)

    def add(self, x: int, y: int) -> Piece:
        number = len(self.pieces)
        side = number % 2
        states = ["-1", "", "", "false;;0;false", "false", "3", "1", f"{PLAYERS[side][2]},{number % 9}"]
        piece = Piece(self.new_id(), f"{number + 1} Inf", side, states, x, y)
        self.pieces.append(piece)
        self.lay(piece)
        return piece

    def lay(self, piece: Piece) -> str | None:
        """Onto the stack at its place; the id of a new stack, if there was none."""
        there = self.standing.get((piece.x, piece.y))
        made = None
        if there is None:
            there = made = self.new_id()
            self.stacks[there] = []
            self.standing[piece.x, piece.y] = there
        self.stacks[there].append(piece)
        piece.stack = there
        return made

    def take(self, piece: Piece) -> None:
        members = self.stacks[piece.stack]
        members.remove(piece)
        if not members:
            del self.stacks[piece.stack], self.standing[piece.x, piece.y]

    def shift(self, piece: Piece, x: int, y: int) -> None:
        self.take(piece)
        piece.x, piece.y = x, y
        self.lay(piece)

    def twin(self) -> Table:
        """The same position, in which other dice will fall."""
        other = Table(random.Random(self.clock), self.clock, self.turn, die=self.die, players=self.players, points=self.points)
        pieces = {
            piece.id: Piece(piece.id, piece.name, piece.side, list(piece.states), piece.x, piece.y, piece.stack)
            for piece in self.pieces
        }
        other.pieces = list(pieces.values())
        other.stacks = {key: [pieces[member.id] for member in members] for key, members in self.stacks.items()}
        other.standing = dict(self.standing)
        return other

    def some_place(self) -> tuple[int, int]:
        return _SPACING * self.rng.randrange(1, 120), _SPACING * self.rng.randrange(1, 80)

    def position(self, version: str = "3.7.26") -> tuple[Entry, ...]:
        adds: list[Command] = [add_piece(piece.id, piece.type(version), piece.spelt_state(version)) for piece in self.pieces]
        for identity, members in self.stacks.items():
            first = members[0]
            state = ";".join((MAP, str(first.x), str(first.y), *(member.id for member in members), "@@-1"))
            adds.append(add_piece(identity, "stack", state))
        others = ["PLAYER\t" + "\t".join(player) for player in self.players]
        others += [_turn(self.turn), "NOTES\t", f"GlobalProperty\t;Points;{self.points};Module"]
        return position(adds, [parse_command(text) for text in others])

    def steps(self, count: int, player: int) -> Iterator[Entry]:
        for commands in self.played(count, player):
            yield step([parse_command(text) for text in commands])

    def played(self, count: int, player: int) -> Iterator[list[str]]:
        """The commands of so many steps by a player."""
        for _ in range(count):
            kind = self.rng.choices(("drag", "group", "flip", "supply", "roll", "turn", "chat"), (46, 8, 14, 6, 12, 2, 12))[0]
            yield list(self.one_step(kind, player))

    def one_step(self, kind: str, player: int) -> Iterator[str]:
        password, name, side_name = self.players[player]
        side = ("Blue", "Red").index(side_name)
        rng = self.rng
        piece = self.pieces[2 * rng.randrange(len(self.pieces) // 2) + side]
        if kind == "roll":
            old, roll = self.die, str(rng.randint(1, 6))
            self.die = roll
            yield f"CHAT*** 1d6 = {roll} *** <{name}>"
            if roll != old:
                yield from (f"MutableProperty\t1d6_{what}\t{old}\t{roll}\tModule" for what in ("result", "total"))
        elif kind == "turn":
            self.turn += 1
            yield f"CHAT* <{name}> Turn updated to {self.turn}"
            yield _turn(self.turn)
        elif kind == "chat":
            yield f"CHAT<{name}> - the {rng.randint(1, 99)}th corps attacks"
        elif kind in ("flip", "supply"):
            old = piece.state
            place = LEVEL if kind == "flip" else SUPPLY
            piece.states[place] = str(int(piece.states[place]) % 2 + 1)
            yield from ("null", "null", _change(piece, old), f"CHAT* {piece.name} changes *")
        else:
            x, y = self.some_place()
            members = self.stacks[piece.stack] if kind == "group" else [piece]
            group = [member for member in members if member.side == side][:4]
            for member in group:
                yield from self.drag(member, x, y, password)
            yield f"CHAT* {', '.join(member.name for member in group)} moves *"

    def drag(self, piece: Piece, x: int, y: int, password: str) -> Iterator[str]:
        yield from ["null"] * 7
        old = piece.state
        piece.states[_MOVED] = "true"
        piece.states[_TRAIL] = f"false;Map0;1;{piece.x},{piece.y};true"
        if piece.state != old:
            yield _change(piece, old)
        was = f"{piece.x}/{piece.y}"
        there = self.standing.get((x, y))
        lone = there == piece.stack and len(self.stacks[there]) == 1  # dragged to where it stood alone
        under = self.stacks[there][-1].id if there is not None and there != piece.stack else "null"
        if there == piece.stack and not lone:
            x, y = x + 7, y + 7  # within a stack nothing would happen; beside it, something does
            under = "null"
        self.take(piece)
        piece.x, piece.y = x, y
        made = self.lay(piece)
        yield f"M/{piece.id}/{MAP}/{x}/{y}/{under}/{MAP}/{was}/null/{password}"
        if made is not None:
            yield f"+/{made}/stack/{MAP};{x};{y};{piece.id};@@1"


def _change(piece: Piece, old: str) -> str:
    return "D/" + (encode([piece.id, piece.state, old], "/") or "")


def _turn(number: int) -> str:
    """As VASSAL's turn counter writes itself that counts turns and nothing else."""
    return f"TURNTurnTracker0\t0|{number};0;false;-1"
