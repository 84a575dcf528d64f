"""Drivers for what is played on what: modules, logs, and games replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from adjudicator.audit.run import audit
from adjudicator.evidence.histories import read_history
from adjudicator.report import render
from tests.fuzz.driver import ROOT, Driver, folder, refused, text_of
from vassal_bridge.archive import open_archive
from vassal_bridge.commands import MovePiece
from vassal_bridge.errors import BridgeError
from vassal_bridge.game import RunningGame, differences
from vassal_bridge.module import Module
from vassal_bridge.pieces import parse_definition
from vassal_bridge.replay import Replay
from vassal_bridge.saved import SavedGame, load_saved, read_saved
from vassal_bridge.traits import trait_reader

SKIRMISH = ROOT / "logs" / "skirmish"
ESC = "\x1b"


class OneEntry:
    """A module of a build file alone."""

    name = "any.vmod"

    def __init__(self, data: bytes) -> None:
        self._data = data

    def names(self) -> Sequence[str]:
        return ["buildFile.xml"]

    def read(self, name: str) -> bytes:
        return self._data


_BOARD = "VASSAL.build.module.map.boardPicker.board."
_OUTER = {
    "VASSAL.build.GameModule": 'name="n" version="1" VassalVersion="3.7.26"',
    "VASSAL.build.module.Map": 'mapName="Main"',
    "VASSAL.build.module.map.BoardPicker": "",
    "VASSAL.build.module.map.boardPicker.Board": 'name="b" image="" width="900" height="700"',
}
_BEFORE = "".join(f"<{tag} {said}>" for tag, said in _OUTER.items())
_BEHIND = "".join(f"</{tag}>" for tag in reversed(_OUTER))
_GRIDS = (
    f'<{_BOARD}HexGrid dx="55.4" dy="64" x0="0" y0="0" sideways="false"><{_BOARD}mapgrid.HexGridNumbering hType="N" vType="A" '
    f'sep="" first="H" hLeading="1"/></{_BOARD}HexGrid>',
    f'<{_BOARD}SquareGrid dx="48" dy="48" x0="24" y0="24"/>',
    f'<{_BOARD}RegionGrid><{_BOARD}Region name="A" originx="10" originy="20"/></{_BOARD}RegionGrid>',
)


def build_files() -> Iterator[bytes]:
    whole = open_archive(SKIRMISH / "skirmish.vmod").read("buildFile.xml")
    yield whole
    for grid in _GRIDS:
        yield f"{_BEFORE}{grid}{_BEHIND}".encode()


def check_build_file(data: bytes) -> None:
    """Refused, or a module that can say where places are and what its pieces answer."""
    try:
        module = Module.read(OneEntry(data))
    except BridgeError as error:
        refused(error)
        return
    str(module)
    for problem in module.problems:
        str(problem)
    game = RunningGame(module)
    for one in module.maps[:4]:
        for x, y in ((0, 0), (37, 512), (-5, 99999), (2_000_000_000, -2_000_000_000)):
            game.location(one.name, x, y)
            game.zone(one.name, x, y)
    reader = trait_reader()
    for slot in list(module.slots())[:30]:
        try:
            piece = parse_definition(slot.definition, reader)
            _ = piece.name, piece.properties
        except BridgeError:
            continue


@cache
def _skirmish() -> Module:
    return Module.read(open_archive(SKIRMISH / "skirmish.vmod"))


def logs() -> Iterator[bytes]:
    for path in (*SKIRMISH.glob("*.v[ls]*[gv]"), *SKIRMISH.glob("dishonest/*.vlog")):
        yield read_saved(path).text.encode()


def _saved(text: str) -> SavedGame:
    path = folder() / "log.vlog"
    path.write_text(text, encoding="utf-8", newline="")
    return load_saved(open_archive(path))


def check_log(data: bytes) -> None:
    """Refused, or replayed, told and audited; nobody's password comes out of it."""
    try:
        saved = _saved(text_of(data))
        history = read_history(saved, _skirmish())
        told = render(audit([history]), "text")
        assert saved.text == text_of(data)
    except BridgeError as error:
        refused(error)
        return
    assert all(mark.isprintable() or mark == "\n" for mark in told)
    assert "anna-pw" not in told or not any(seat.startswith("PLAYER\tanna-pw\t") for seat in saved.text.split(ESC))


@cache
def _start() -> tuple[str, tuple[str, ...]]:
    saved = read_saved(SKIRMISH / "blue-turn1.vlog")
    text = ESC.join(entry.raw for entry in saved.position)
    units = [unit.id for unit in RunningGame.of(saved).table.units.values()]
    return text, (*units, "new-1", "new-2", "none")


def streams() -> Iterator[bytes]:
    yield from (bytes(range(seed, 256, 7)) for seed in range(1, 8))


def _command(kind: int, a: int, b: int, c: int) -> str:
    """One command of those that change the table, made of the pieces that are there and of some that are not."""
    _, units = _start()
    one, other = units[a % len(units)], units[b % len(units)]
    places = ("Main Map", "null", "Reserve")
    match kind % 8:
        case 0 | 1:
            return f"M/{one}/{places[c % 3]}/{b * 7}/{c * 5}/{other if c % 4 == 0 else 'null'}/Main Map/0/0/null/x"
        case 2:
            return f"-/{one}"
        case 3:
            return f"+/{one}/mark;side\tpiece;;;a.png;A{b}/red\tMain Map;{b};{c};{a};0"
        case 4:
            return f"+/{one}/stack/Main Map;{b};{c};{other};{units[c % len(units)]};@@0"
        case 5:
            return f"D/{one}/blue\tMain Map;{b};{c};{a};0"
        case 6:
            return f"D/{one}/red\tMain Map;{b};{c};{a};0/blue\tMain Map;1;1;{a};0"
        case _:
            return f"+/{one}/deck;d;true/Main Map;{b};{c};{other}"


def check_stream(data: bytes) -> None:
    """A generated log: the game at a step is the same however one comes there, and a copy that is played on leaves it alone."""
    position, _ = _start()
    steps = [_command(*data[at : at + 4]) for at in range(0, min(len(data) - 3, 160), 4)]
    saved = _saved(position + "".join(f"{ESC}LOG\t{step}" for step in steps))
    replay = Replay(saved, _skirmish())
    walked = 0
    for result, game in replay.walk():
        walked += 1
        assert result.number == walked
        if walked in (len(steps) // 2, len(steps)):
            straight = replay.at(walked)
            assert differences(game, straight) == []
            straight.apply(MovePiece("M/1", "1", "Main Map", 1, 1, None, "Main Map", 0, 0, None, None))
            assert differences(game, replay.at(walked)) == []
    assert walked == len(steps)


_XML = (
    "<VASSAL.build.",
    "/>",
    "</",
    "&amp;",
    "&#38;",
    "<!--",
    "-->",
    "<?xml",
    "<!DOCTYPE",
    'name="',
    "\ufeff",
    "1e400",
    "-0",
    "NaN",
)
_LOG = (
    "\x1b",
    "LOG\t",
    "\\\x1b",
    "CHAT",
    "M/",
    "D/",
    "+/",
    "-/",
    "UNDO",
    "PLAYER\t",
    "stack/",
    "Main Map",
    "*** ",
    "end_save",
    "null",
)

DRIVERS = (
    Driver("buildfile", check_build_file, build_files, _XML, 8192),
    Driver("logs", check_log, logs, _LOG, 20_000),
    Driver("replay", check_stream, streams, (), 164),
)
