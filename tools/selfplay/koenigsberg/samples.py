"""Sample logs of Königsberg: a short legal turn, and the same turn with one violation planted in it.

`python -m tools.selfplay.koenigsberg.samples MODULE FOLDER` writes them, each with what `adjudicate check` says of it beside it.
Each planted violation is chosen so that nothing else is wrong in the turn: what follows goes on as if it had been right.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from adjudicator.cli import main as adjudicate
from adjudicator.engine.actions import Action, Attack, Move
from adjudicator.engine.charts import ResultsChart
from adjudicator.games import LoadedGame, load
from adjudicator.reading.histories import read_history
from adjudicator.reading.play.judging import Choices, judge_file
from adjudicator.rules import stacking
from adjudicator.rules.judge import judge
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

from ..desk import Desk, Play
from ..logs import write_game
from .campaign import play_turn

GAME, SEED, BUSY = "koenigsberg-rg", 24, 0.2


def short_turn(loaded: LoadedGame, seed: int = SEED) -> Desk:
    """The first turn of a game in which little is done."""
    desk = Desk(loaded, loaded.table("campaign"), random.Random(seed))
    play_turn(desk, 1, busy=BUSY)
    return desk


def too_far(plays: Sequence[Play]) -> Iterator[list[Play]]:
    """The same game with one unit moved farther than it can go, and never touched again."""
    for index, play in reversed(list(enumerate(plays))):
        move = play.action
        if not isinstance(move, Move) or move.to not in play.before.grid:
            continue
        if any(move.units[0] in _units(later.action) for later in plays[index + 1 :]):
            continue
        table = play.before
        for hex in sorted(table.grid.all(), key=lambda hex: (table.grid.distance(hex, move.to), hex)):
            wrong = Move(move.units, hex)
            fits = stacking.fits(table, table.unit(move.units[0]).side, hex, move.units).yes
            if fits and [each.rule for each in judge(table, wrong).findings] == ["allowance"]:
                yield [*plays[:index], Play(wrong, table), *plays[index + 1 :]]
                break


def wrong_column(plays: Sequence[Play]) -> Iterator[list[Play]]:
    """The same game with one combat resolved on a neighbouring column, with a roll that gives the same result there."""
    for index, play in enumerate(plays):
        attack, chart = play.action, play.before.game.chart("crt", ResultsChart)
        if not isinstance(attack, Attack) or attack.kind != "attack" or chart is None:
            continue
        if attack.column is None or attack.die is None:
            continue
        result, at = chart.look_up(attack.die, attack.column), chart.columns.index(attack.column)
        for column in (*chart.columns[at + 1 : at + 2], *chart.columns[max(0, at - 1) : at]):
            for die in (attack.die, *range(1, 7)):
                if chart.look_up(die, column) == result:
                    wrong = replace(attack, column=column, die=die, result=None)
                    yield [*plays[:index], Play(wrong, play.before), *plays[index + 1 :]]


def _units(action: Action) -> tuple[str, ...]:
    names = ("units", "attackers", "steps")
    found = tuple(unit for name in names for unit in getattr(action, name, ()) or ())
    return (*found, getattr(action, "unit", ""), getattr(action, "headquarters", ""))


def findings_of(path: Path, module: Module) -> list[str]:
    """The rules that a log breaks or perhaps breaks."""
    judged = judge_file(read_history(read_saved(path), module), Choices())
    return [found.check.rpartition("/")[2] for found in judged.findings]


def write_samples(module: Path, folder: Path) -> None:
    loaded, known = load(GAME), Module.read(open_archive(module))
    desk = short_turn(loaded)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        tries = {
            "turn1": ((desk.plays,), []),
            "turn1-too-far": (too_far(desk.plays), ["allowance"]),
            "turn1-wrong-column": (wrong_column(desk.plays), ["column"]),
        }
        for name, (versions, expected) in tries.items():
            for plays in versions:
                trial = Path(scratch) / f"{name}.vlog"
                write_game(loaded, module, plays, desk.table, trial, scenario="campaign", seed=SEED)
                if findings_of(trial, known) == expected:
                    _keep(trial, folder, module)
                    break
            else:
                raise LookupError(f"no game of this seed makes the sample {name}")


def _keep(trial: Path, folder: Path, module: Path) -> None:
    """The log, and the report of it."""
    kept = folder / trial.name
    kept.write_bytes(trial.read_bytes())
    with contextlib.suppress(SystemExit):
        adjudicate(["check", str(kept), "-m", str(module), "-o", str(kept.with_suffix(".txt"))])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.selfplay.koenigsberg.samples", description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    write_samples(given.module, given.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
