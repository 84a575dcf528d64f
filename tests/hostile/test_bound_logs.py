"""Logs without end, bound to games that are judged: commands keep to the limits, and call nothing legal that they did not see."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.hostile.build import ESC, honest_text
from tests.hostile.measure import MEGABYTES, SECONDS, known_work, unhindered
from tests.support import ROOT
from vassal_bridge.archive import SAVED_GAME
from vassal_bridge.game import RunningGame
from vassal_bridge.obfuscation import Disguise
from vassal_bridge.saved import read_saved

STEPS = 24_900


def _aimless(log: Path, target: Path) -> Path:
    """The position and the module of an honest log, and then counters dragged about at random for very many steps."""
    rng = random.Random(1945)
    text = honest_text(log)
    position = text[: text.index(f"{ESC}end_save") + len(f"{ESC}end_save")]
    saved = read_saved(log)
    units = [each.id for each in RunningGame.of(saved).table.units.values() if each.kind == "piece" and each.map == "Main Map"]

    def move() -> str:
        return f"{ESC}LOG\tM/{rng.choice(units)}/Main Map/{rng.randrange(3000)}/{rng.randrange(2000)}/null/Main Map/0/0/null/x"

    with zipfile.ZipFile(log) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr(SAVED_GAME, Disguise(key=0x5A).apply(position + "".join(move() for _ in range(STEPS))))
        for name in ("savedata", "moduledata"):
            new.writestr(name, old.read(name))
    return target


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("aimless")
    games = ("koenigsberg-rg", "seelow-kustrin")
    return {game: _aimless(ROOT / "logs" / game / "turn1.vlog", folder / f"{game}.vlog") for game in games}


def _within_limits(*arguments: str) -> tuple[int, str]:
    """What a command answers; it fails if that took more than any file may."""
    before = known_work()
    launched = [sys.executable, "-m", "tests.hostile.launch", sys.executable, "-m", "adjudicator.cli", *arguments]
    answer = subprocess.run(launched, capture_output=True, text=True, cwd=ROOT, check=True).stdout
    said, _, told = answer.rstrip("\n").rpartition("\n")
    used = json.loads(told)
    seconds, megabytes = unhindered(used["seconds"], before), used["megabytes"]
    cost = f"{seconds:.1f} s, {megabytes:.0f} MB"
    assert seconds < SECONDS, cost
    assert megabytes < MEGABYTES, cost
    return used["code"], said


@pytest.mark.parametrize("game", ["koenigsberg-rg", "seelow-kustrin"])
def test_it_is_judged_as_far_as_it_may_be_a_game(logs: dict[str, Path], game: str) -> None:
    code, said = _within_limits("check", str(logs[game]))
    assert code == 1
    assert "not all was judged from step" in said
    assert "legal, " not in said.splitlines()[0]


_FIVE_OUTPUTS = (
    *("-o", "{out}/report.html", "--annotate", "{out}/notes"),
    *("--record", "{out}/record.json", "--rolls", "{out}/rolls.csv"),
)


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        (("replay",), 0, ""),
        (("audit", *_FIVE_OUTPUTS), None, ""),
        (("batch", "--no-memory", "--jobs", "1"), 1, "only the first 6,000 of its 24,900 steps were audited"),
        (("roundtrip",), 0, "identical"),
        (("explain", "--step", "1"), None, ""),
        (("moves", "43G", "--step", "30"), 0, ""),
        (("moves", "43G"), 3, "not all was judged"),
        (("fix",), 1, "not all was judged"),
    ],
)
def test_every_command_keeps_to_the_limits(
    logs: dict[str, Path], tmp_path: Path, command: tuple[str, ...], code: int | None, says: str
) -> None:
    options = [option.format(out=tmp_path) for option in command[1:]]
    answered, said = _within_limits(command[0], str(logs["koenigsberg-rg"]), *options)
    assert answered in ((0, 1, 2, 3) if code is None else (code,)), said[-300:]
    assert says in said
