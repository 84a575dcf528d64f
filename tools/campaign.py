"""A campaign by e-mail made up on the spot, with faults planted in it, and its audit: `python -m tools.campaign`.

Thirty logs of a thousand steps with 2,300 counters on the map: honest hand-overs but for three, and one turn played twice. The
audit must find just those, in no more than ten times what decoding the logs takes, and in less than 1 GB of memory. Each
measurement runs in a process of its own. Ends with exit code 1 if something is not found, or a limit is broken.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.audit.model import AuditReport
from adjudicator.audit.run import audit
from adjudicator.evidence.gather import gather
from adjudicator.finding import Finding
from adjudicator.library.shelf import Library
from adjudicator.report import render
from adjudicator.verdict import Severity
from tools.bench.__main__ import MB, full, peak_of_memory
from vassal_bridge.commands import Command, parse_command
from vassal_bridge.compose import add_piece, position, step, write_new
from vassal_bridge.metadata import MetaData
from vassal_bridge.saved import read_saved
from vassal_bridge.sequence import encode, nested_join
from vassal_bridge.tree import Entry

LOGS, STEPS, PIECES = 30, 1_000, 2_300
TIMES_DECODING = 10.0
MOST_BYTES = 1024 * MB
MAP = "Main Map"
_START_MS = 1_700_000_000_000
_PLAYERS = (("anna-pw", "Anna", "Blue"), ("bruno-pw", "Bruno", "Red"))
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
_TRAIL, _MOVED, _SUPPLY, _LEVEL = 3, 4, 5, 6


@dataclass
class _Piece:
    id: str
    name: str
    side: int
    states: list[str]
    x: int
    y: int
    stack: str = ""

    @property
    def type(self) -> str:
        return nested_join([*_OUTER, f"piece;;;unit.png;{self.name}"], "\t")

    @property
    def state(self) -> str:
        core = f"{MAP};{self.x};{self.y};7;1;UniqueID;{self.id}"
        return nested_join([*self.states, core], "\t")


@dataclass
class Table:
    """A game in the making. It can be copied by `copy.deepcopy`, which is what a fork is."""

    rng: random.Random
    clock: int = _START_MS
    turn: int = 0
    pieces: list[_Piece] = field(default_factory=list)
    stacks: dict[str, list[_Piece]] = field(default_factory=dict)
    standing: dict[tuple[int, int], str] = field(default_factory=dict)
    die: str = "0"  # what the die showed last

    def new_id(self) -> str:
        self.clock += self.rng.randrange(5, 90)
        return str(self.clock)

    def add(self, x: int, y: int) -> _Piece:
        number = len(self.pieces)
        side = number % 2
        states = ["-1", "", "", "false;;0;false", "false", "3", "1", f"{_PLAYERS[side][2]},{number % 9}"]
        piece = _Piece(self.new_id(), f"{number + 1} Inf", side, states, x, y)
        self.pieces.append(piece)
        self.lay(piece)
        return piece

    def lay(self, piece: _Piece) -> str | None:
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

    def take(self, piece: _Piece) -> None:
        members = self.stacks[piece.stack]
        members.remove(piece)
        if not members:
            del self.stacks[piece.stack], self.standing[piece.x, piece.y]

    def shift(self, piece: _Piece, x: int, y: int) -> None:
        self.take(piece)
        piece.x, piece.y = x, y
        self.lay(piece)

    def some_place(self) -> tuple[int, int]:
        return _SPACING * self.rng.randrange(1, 120), _SPACING * self.rng.randrange(1, 80)

    def position(self) -> tuple[Entry, ...]:
        adds: list[Command] = [add_piece(piece.id, piece.type, piece.state) for piece in self.pieces]
        for identity, members in self.stacks.items():
            first = members[0]
            state = ";".join((MAP, str(first.x), str(first.y), *(member.id for member in members), "@@-1"))
            adds.append(add_piece(identity, "stack", state))
        others = ["PLAYER\t" + "\t".join(player) for player in _PLAYERS] + [f"TURNTurns\t{self.turn}", "NOTES\t"]
        return position(adds, [parse_command(text) for text in others])

    def steps(self, count: int, player: int) -> Iterator[Entry]:
        for _ in range(count):
            kind = self.rng.choices(("drag", "group", "flip", "supply", "roll", "turn", "chat"), (46, 8, 14, 6, 12, 2, 12))[0]
            yield step([parse_command(text) for text in self._step(kind, player)])

    def _step(self, kind: str, player: int) -> Iterator[str]:
        password, name, _ = _PLAYERS[player]
        rng = self.rng
        piece = self.pieces[2 * rng.randrange(len(self.pieces) // 2) + player]
        if kind == "roll":
            old, roll = self.die, str(rng.randint(1, 6))
            self.die = roll
            yield f"CHAT*** 1d6 = {roll} *** <{name}>"
            if roll != old:
                yield from (f"MutableProperty\t1d6_{what}\t{old}\t{roll}\tModule" for what in ("result", "total"))
        elif kind == "turn":
            self.turn += 1
            yield f"CHAT* <{name}> Turn updated to {self.turn}"
            yield f"TURNTurns\t{self.turn}"
        elif kind == "chat":
            yield f"CHAT<{name}> - the {rng.randint(1, 99)}th corps attacks"
        elif kind in ("flip", "supply"):
            old = piece.state
            place = _LEVEL if kind == "flip" else _SUPPLY
            piece.states[place] = str(int(piece.states[place]) % 2 + 1)
            yield from ("null", "null", _change(piece, old), f"CHAT* {piece.name} changes *")
        else:
            x, y = self.some_place()
            members = self.stacks[piece.stack] if kind == "group" else [piece]
            group = [member for member in members if member.side == player][:4]
            for member in group:
                yield from self._drag(member, x, y, password)
            yield f"CHAT* {', '.join(member.name for member in group)} moves *"

    def _drag(self, piece: _Piece, x: int, y: int, password: str) -> Iterator[str]:
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


def _change(piece: _Piece, old: str) -> str:
    return "D/" + (encode([piece.id, piece.state, old], "/") or "")


@dataclass(frozen=True)
class Campaign:
    """The files in the order they were played, and what an audit must find.

    That is, of `faults`, the names of the pieces that changed before a log, and of `fork` the two logs that start alike.
    """

    paths: tuple[Path, ...]
    faults: dict[str, frozenset[str]]
    fork: frozenset[str]


def campaign(folder: Path, logs: int = LOGS, steps: int = STEPS, pieces: int = PIECES, seed: int = 1945) -> Campaign:
    """Write a campaign. The names of the files say nothing of their order."""
    rng = random.Random(seed)
    table = Table(rng)
    for _ in range(pieces):
        table.add(*table.some_place())
    names = rng.sample([f"{number:04x}.vlog" for number in range(4096)], logs)
    faulty = dict(zip(rng.sample(range(1, logs - 2), min(3, logs - 3)), ("moved", "flipped", "added"), strict=False))
    forked = next(number for number in range(logs // 2, logs) if number not in faulty and number > 0)
    paths: list[Path] = []
    faults: dict[str, frozenset[str]] = {}
    fork: frozenset[str] = frozenset()
    for number, name in enumerate(names[:-1]):
        if number in faulty:
            faults[name] = frozenset(_tamper(table, faulty[number]))
        if number == forked:
            fork = frozenset((name, names[-1]))
            paths.append(_write(folder / names[-1], _copy(table), steps, number % 2))
        paths.append(_write(folder / name, table, steps, number % 2))
    return Campaign(tuple(paths), faults, fork)


def _copy(table: Table) -> Table:
    """The same position, in which other dice will fall."""
    twin = Table(random.Random(table.clock), table.clock, table.turn, die=table.die)
    pieces = {
        piece.id: _Piece(piece.id, piece.name, piece.side, list(piece.states), piece.x, piece.y, piece.stack)
        for piece in table.pieces
    }
    twin.pieces = list(pieces.values())
    twin.stacks = {key: [pieces[member.id] for member in members] for key, members in table.stacks.items()}
    twin.standing = dict(table.standing)
    return twin


def _tamper(table: Table, how: str) -> Iterator[str]:
    piece = table.pieces[table.rng.randrange(len(table.pieces))]
    if how == "added":
        yield table.add(35, 35).name
        return
    if how == "flipped":
        piece.states[_LEVEL] = str(int(piece.states[_LEVEL]) % 2 + 1)
    else:
        alone = [one for one in table.pieces if len(table.stacks[one.stack]) == 1]  # who lies above it would sink
        piece = alone[table.rng.randrange(len(alone))]
        table.shift(piece, 35, 105)
    yield piece.name


def _write(path: Path, table: Table, steps: int, player: int) -> Path:
    entries = table.position()
    entries += tuple(table.steps(steps, player))
    table.clock += 3_600_000
    write_new(path, entries, MetaData("3.7.26", table.clock, None, "Campaign", "1.0"))
    return path


# --- judging --------------------------------------------------------------------------------------------------------------------


def audited(made: Campaign) -> AuditReport:
    """The audit as `adjudicate audit` makes it, files in an order that tells nothing."""
    found = gather(sorted(made.paths), (), Library(made.paths[0].parent / "no library"))
    return audit(found.histories, found.problems)


def mistakes(made: Campaign, report: AuditReport) -> list[str]:
    """What the audit did not find, or found too much."""
    said: list[str] = []
    differing = {one.where.file: one for one in report.findings if one.check == "hand-over/differs"}
    for name, pieces in made.faults.items():
        rows = _names(differing[name]) if name in differing else frozenset()
        if rows != pieces:
            said.append(f"{name}: {sorted(pieces)} changed, found {sorted(rows)}")
    said += [f"{name} is accused" for name in differing if name not in made.faults]
    forks = [frozenset(row.value for row in one.rows) for one in report.findings if one.check == "hand-over/fork"]
    if forks != [made.fork]:
        said.append(f"fork {sorted(made.fork)}, found {[sorted(fork) for fork in forks]}")
    known = ("hand-over/differs", "hand-over/fork")
    others = [one for one in report.findings if one.severity is not Severity.NOTE and one.check not in known]
    said += [f"{one.check} in {one.where.file}: {one.message}" for one in others]
    played = [path.name for path in made.paths if path.name not in made.fork]
    if [name for name in report.order if name not in made.fork] != played:
        said.append(f"played as {played}, ordered as {list(report.order)}")
    return said


def _names(finding: Finding) -> frozenset[str]:
    return frozenset(
        row.value.removesuffix(" + (reduced)").removesuffix("+ (reduced)").removesuffix(" (reduced)") for row in finding.rows
    )


# --- measuring ------------------------------------------------------------------------------------------------------------------


def measure(what: str, folder: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "tools.campaign", "--measure", what, str(folder)]
    result: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result


def measured_here(what: str, folder: Path) -> dict[str, float]:
    paths = sorted(folder.glob("*.vlog"))
    start = time.process_time()
    if what == "audit":
        found = gather(paths, (), Library(folder / "no library"))
        render(audit(found.histories, found.problems), "json")
    else:
        for path in paths:
            full(path) if what == "decode" else read_saved(path)
    return {"seconds": time.process_time() - start, "bytes": peak_of_memory()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="write the campaign there, and leave it there")
    parser.add_argument("--measure", choices=("decode", "read", "audit"))
    parser.add_argument("--logs", type=int, default=LOGS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--pieces", type=int, default=PIECES)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measured_here(arguments.measure, arguments.folder)))
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        return judge(campaign(folder, arguments.logs, arguments.steps, arguments.pieces), folder)


def judge(made: Campaign, folder: Path) -> int:
    decoding, auditing = measure("decode", folder), measure("audit", folder)
    wrong = mistakes(made, audited(made))
    ratio = auditing["seconds"] / decoding["seconds"]
    broken = 0

    def line(title: str, value: str, limit: str, well: bool) -> None:
        nonlocal broken
        broken += not well
        print(f"{title:46} {value:>12}   limit {limit:>8}   {'ok' if well else 'BROKEN'}")

    faults = f"{len(made.paths)} logs, {len(made.faults)} faults and a fork: mistakes"
    line(faults, str(len(wrong)), "0", not wrong)
    times = f"audit {auditing['seconds']:.1f} s, decoding {decoding['seconds']:.1f} s"
    line(times, f"{ratio:.2f} x", f"{TIMES_DECODING:.1f} x", ratio <= TIMES_DECODING)
    used = auditing["bytes"]
    line("audit, peak of memory", f"{used / MB:.0f} MB", f"{MOST_BYTES // MB} MB", used < MOST_BYTES)
    for sentence in wrong:
        print(f"  {sentence}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
