"""A tournament by e-mail made up on the spot, by people some of whom cheat: `python -m tools.tournament`.

Sixty logs of three games, all from one set-up and in one folder, by eight players with several versions of VASSAL, half of the
files without a date. Twelve faults of eight kinds are planted, two forks, two gaps, a copy and a log corrected and sent again.
The audit must put every log in its place, find each of these, and say nothing else above a note; in no more than ten times what
decoding takes, and in less than 300 MB. Ends with exit code 1 if it does not.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from adjudicator.audit.model import AuditReport, Handover
from adjudicator.audit.run import audit
from adjudicator.evidence.gather import gather
from adjudicator.library.shelf import Library
from adjudicator.verdict import Severity
from tools.bench.__main__ import MB
from tools.campaign import measure
from tools.tables import LEVEL, VERSIONS, Piece, Table
from vassal_bridge.commands import parse_command
from vassal_bridge.compose import step, write_new
from vassal_bridge.metadata import MetaData
from vassal_bridge.tree import Entry

GAMES = (  # passwords, names, sides: two games of two, one of four
    (("ada-pw", "Ada", "Blue"), ("ben-pw", "Ben", "Red")),
    (("cleo-pw", "Cleo", "Blue"), ("dan-pw", "Dan", "Red")),
    (("eve-pw", "Eve", "Blue"), ("finn-pw", "Finn", "Red"), ("gus-pw", "Gus", "Blue"), ("hal-pw", "Hal", "Red")),
)
TURNS = 18  # logs of one game on its main line
STEPS, PIECES = 40, 240
TIMES_DECODING, MOST_BYTES = 10.0, 300 * MB
_HOUR = 3_600_000

Commands = list[list[str]]
Planted = tuple[str, str]
"""A check and the file that it must be found in."""


@dataclass
class Tournament:
    """What was written, and what an audit must say of it."""

    paths: list[Path] = field(default_factory=list)
    lines: list[list[str]] = field(default_factory=list)  # of each game the logs of its main line in their order
    planted: list[Planted] = field(default_factory=list)
    after: dict[str, tuple[str, Handover]] = field(default_factory=dict)  # by file what it follows from, where it is not the line
    copies: dict[str, str] = field(default_factory=dict)


# --- faults ---------------------------------------------------------------------------------------------------------------------


def _moved(table: Table) -> None:
    alone = [one for one in table.pieces if len(table.stacks[one.stack]) == 1]
    table.shift(table.rng.choice(alone), 35, 105 + 70 * table.rng.randrange(100))


def _flipped(table: Table) -> None:
    piece = table.rng.choice(table.pieces)
    piece.states[LEVEL] = str(int(piece.states[LEVEL]) % 2 + 1)


def _added(table: Table) -> None:
    table.add(35, 35 + 70 * table.rng.randrange(100))
    table.add(105, 35 + 70 * table.rng.randrange(100))


def _points(table: Table) -> None:
    table.points += 3


BETWEEN: dict[str, tuple[str, Callable[[Table], None]]] = {
    "moved": ("hand-over/differs", _moved),
    "flipped": ("hand-over/differs", _flipped),
    "added": ("hand-over/differs", _added),
    "points": ("hand-over/books", _points),
}


def _rerolled(table: Table, steps: Commands, player: int) -> None:
    """A bad die taken back, forty lines of chat, and another one."""
    name = table.players[player][1]
    old, bad, good = table.die, *(("1", "6") if table.die != "1" else ("2", "6"))
    steps.append([f"CHAT*** 1d6 = {bad} *** <{name}>", f"MutableProperty\t1d6_result\t{old}\t{bad}\tModule"])
    undone = [f"CHAT* UNDO: *** 1d6 = {bad} *** <{name}>", f"MutableProperty\t1d6_result\t{bad}\t{old}\tModule"]
    steps.append(["UNDO\ttrue", *undone, "UNDO\tfalse"])
    steps += [[f"CHAT<{name}> - word {number}"] for number in range(40)]
    steps.append([f"CHAT*** 1d6 = {good} *** <{name}>", f"MutableProperty\t1d6_result\t{old}\t{good}\tModule"])
    table.die = good


def _edited_roll(table: Table, steps: Commands, player: int) -> None:
    name, old = table.players[player][1], table.die
    table.die = "2" if old != "2" else "3"
    steps.append([f"CHAT*** 1d6 = 6 *** <{name}>", f"MutableProperty\t1d6_result\t{old}\t{table.die}\tModule"])


def _step_out(table: Table, steps: Commands, player: int) -> None:
    """A piece moves twice, and the first of the moves is taken out of the file."""
    piece = _alone(table, player)
    for number, row in enumerate((70 * 130, 70 * 131)):
        made = list(table.drag(piece, 7 * table.rng.randrange(1, 900), row, table.players[player][0]))
        if number:
            steps.append([*made, f"CHAT* {piece.name} moves *"])


def _slipped(table: Table, steps: Commands, player: int) -> None:
    piece = _alone(table, player)
    made = table.drag(piece, 7 * table.rng.randrange(1, 900), 70 * 132, table.players[player][0])
    steps.append([f"CHAT<{table.players[player][1]}> - good luck", *made])


INSIDE: dict[str, tuple[str, Callable[[Table, Commands, int], None]]] = {
    "rerolled": ("dice/undone-other", _rerolled),
    "edited roll": ("dice/contradicted", _edited_roll),
    "step taken out": ("step/contradicted", _step_out),
    "slipped in": ("step/slipped-in", _slipped),
}


def _alone(table: Table, player: int) -> Piece:
    side = ("Blue", "Red").index(table.players[player][2])
    return table.rng.choice([one for one in table.pieces if one.side == side and len(table.stacks[one.stack]) == 1])


# --- playing --------------------------------------------------------------------------------------------------------------------


class _Writer:
    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.folder = folder
        self.rng = rng
        self.names = rng.sample([f"{number:04x}.vlog" for number in range(4096)], 200)
        self.made = Tournament()

    def log(self, table: Table, player: int, turn: int, faults: Sequence[str] = (), steps: int = STEPS) -> str:
        """One log of a table that plays on. Faults between come before it, faults inside behind what is played."""
        name = self.names.pop()
        for fault in faults:
            if fault in BETWEEN:
                BETWEEN[fault][1](table)
        version = VERSIONS[self.rng.randrange(len(VERSIONS))]
        entries = list(table.position(version))
        played = list(table.played(steps, player))
        for fault in faults:
            if fault in INSIDE:
                INSIDE[fault][1](table, played, player)
            self.made.planted.append(((BETWEEN.get(fault) or INSIDE[fault])[0], name))
        if turn % 2:
            played.append(list(table.one_step("turn", player)))
        entries += [step([parse_command(text) for text in commands]) for commands in played]
        self.write(name, entries, table, version)
        return name

    def write(self, name: str, entries: Sequence[Entry], table: Table, version: str) -> None:
        table.clock += _HOUR
        date = table.clock if self.rng.random() < 0.5 else None
        write_new(self.folder / name, tuple(entries), MetaData(version, date, None, "Campaign", "1.0"))
        self.made.paths.append(self.folder / name)


def tournament(folder: Path, seed: int = 1945, turns: int = TURNS, steps: int = STEPS, pieces: int = PIECES) -> Tournament:
    """Write it. The names of the files say nothing."""
    rng = random.Random(seed)
    writer = _Writer(folder, rng)
    faults = _spread(rng, turns)
    for game, players in enumerate(GAMES):
        table = Table(random.Random(seed))
        for _ in range(pieces):
            table.add(*table.some_place())
        table.rng = random.Random(seed + 17 * game)
        table.players = players
        table.clock += 91 * game
        writer.made.lines.append(_game(writer, table, game, turns + (game < 2), steps, faults[game]))
    return writer.made


def _spread(rng: random.Random, turns: int) -> list[dict[int, str]]:
    """Twelve faults of eight kinds over the games, four to each, none beside another or where something else happens."""
    kinds = [*BETWEEN, *INSIDE, *rng.sample([*BETWEEN, *INSIDE], 4)]
    rng.shuffle(kinds)
    free = [turn for turn in range(2, turns - 1) if turn % 3 == 0]
    return [dict(zip(rng.sample(free, 4), kinds[4 * game : 4 * game + 4], strict=True)) for game in range(3)]


def _game(writer: _Writer, table: Table, game: int, turns: int, steps: int, faults: dict[int, str]) -> list[str]:
    """One game: where it forks, lacks a log, or has one twice depends on which of the three it is."""
    made = writer.made
    line: list[str] = []
    gap, special = {1: 7, 2: 13}.get(game), {0: 7, 1: 13, 2: 7}[game]
    for turn in range(turns):
        player = turn % len(table.players)
        if turn == gap:  # played, and never sent
            list(table.played(3 * steps, player))
            table.one_step("turn", player)
            table.clock += 24 * _HOUR
            table.turn += 1
            continue
        if turn == special and game == 0:
            _fork(writer, table, player, turn, steps, line)
        if turn == special and game == 2:
            _fork(writer, table, player, turn, steps, line)
        if turn == special and game == 1:
            _corrected(writer, table, player, turn, steps, line)
        name = writer.log(table, player, turn, [faults[turn]] if turn in faults else [], steps)
        if gap is not None and turn == gap + 1:
            made.planted.append(("hand-over/missing", name))
            made.after[name] = (line[-1], Handover.GAP)
        line.append(name)
        if game == 0 and turn == 10:
            twin = writer.names.pop()
            shutil.copy(writer.folder / name, writer.folder / twin)
            made.paths.append(writer.folder / twin)
            made.copies[twin] = name
    return line


def _fork(writer: _Writer, table: Table, player: int, turn: int, steps: int, line: list[str]) -> None:
    """The same turn and the answer to it a second time, with other dice: two branches that both go on."""
    twin = table.twin()
    twin.clock += 777
    first = writer.log(twin, player, turn, (), steps)
    second = writer.log(twin, (player + 1) % len(table.players), turn + 1, (), steps)
    writer.made.after |= {first: (line[-1], Handover.EXACT), second: (first, Handover.EXACT)}
    writer.made.planted.append(("hand-over/fork", first))
    table.clock += 10_000_000


def _corrected(writer: _Writer, table: Table, player: int, turn: int, steps: int, line: list[str]) -> None:
    """The beginning of a turn with a slip in it; the log that goes on has none of its moves, and no dice were rolled."""
    twin = table.twin()
    twin.clock += 777
    name = writer.names.pop()
    version = VERSIONS[0]
    entries = list(twin.position(version))
    piece = _alone(twin, player)
    moved = [*twin.drag(piece, 7777, 70 * 133, twin.players[player][0]), f"CHAT* {piece.name} moves *"]
    entries.append(step([parse_command(text) for text in moved]))
    writer.write(name, entries, twin, version)
    writer.made.after[name] = (line[-1], Handover.EXACT)
    table.clock += 10_000_000


# --- judging --------------------------------------------------------------------------------------------------------------------


def audited(made: Tournament) -> AuditReport:
    found = gather(sorted(made.paths), (), Library(made.paths[0].parent / "no library"))
    return audit(found.histories, found.problems)


def mistakes(made: Tournament, report: AuditReport) -> list[str]:
    """What the audit did not say, or said too much."""
    said: list[str] = []
    found = [(one.check, one.where.file) for one in report.findings if one.severity is not Severity.NOTE]
    forks = {file for check, file in made.planted if check == "hand-over/fork"}
    grouped = [tuple(where.file for where in (one.where, *one.also)) for one in report.findings if one.check == "hand-over/fork"]
    said += [f"fork at {file} not told" for file in forks if not any(file in group for group in grouped)]
    said += [
        f"{check} in {file} not found" for check, file in made.planted if check != "hand-over/fork" and (check, file) not in found
    ]
    extra = [one for one in found if one not in made.planted and one[0] != "hand-over/fork"]
    said += [f"{check} in {file} found, and nobody did it" for check, file in extra]
    if len(grouped) != len(forks):
        said.append(f"{len(grouped)} forks told, {len(forks)} made")
    other = made.copies | {original: copy for copy, original in made.copies.items()}
    links = [(one.later, one.earlier, one.link) for one in report.hand_overs]
    links += [(other[later], earlier, link) for later, earlier, link in links if later in other]
    follows = {later: (other[earlier] if earlier in made.copies else earlier, link) for later, earlier, link in links}
    for line in made.lines:
        for earlier, later in pairwise(line):
            expected = made.after.get(later, (earlier, None))
            if follows.get(later, ("", None))[0] != expected[0]:
                said.append(f"{later} follows from {follows.get(later)}, not from {expected[0]}")
        if [name for name in report.order if name in line] != line:
            said.append("the order of a game is not its order of play")
    for name, (earlier, link) in made.after.items():
        told = follows.get(name, ("", None))
        if told[0] != earlier or (link is Handover.GAP) != (told[1] is Handover.GAP):
            said.append(f"{name} follows from {follows.get(name)}, not by {link.value} from {earlier}")
    copied = {one.where.file for one in report.findings if one.check == "hand-over/copy"}
    same = {frozenset(pair) for pair in made.copies.items()}
    if not all(copied & pair for pair in same) or len(copied) != len(same):
        said.append(f"copies {sorted(copied)}")
    if sum(one.check == "hand-over/resent" for one in report.findings) != 1:
        said.append("the corrected log is not told")
    if len(report.games) != len(made.lines):
        said.append(f"{len(report.games)} games")
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="write the tournament there, and leave it there")
    parser.add_argument("--seed", type=int, default=1945)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        made = tournament(folder, arguments.seed)
        wrong = mistakes(made, audited(made))
        decoding, auditing = measure("decode", folder), measure("audit", folder)
    ratio, used = auditing["seconds"] / decoding["seconds"], auditing["bytes"]
    print(f"{len(made.paths)} logs, {len(made.planted)} faults, forks and gaps: {len(wrong)} mistakes")
    print(
        f"audit {auditing['seconds']:.1f} s, {ratio:.1f} times decoding (at most {TIMES_DECODING}), "
        f"{used / MB:.0f} MB (at most {MOST_BYTES / MB:.0f})"
    )
    for sentence in wrong:
        print(f"  {sentence}")
    return 1 if wrong or ratio > TIMES_DECODING or used > MOST_BYTES else 0


if __name__ == "__main__":
    sys.exit(main())
