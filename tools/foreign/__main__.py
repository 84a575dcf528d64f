"""Make foreign modules, and put logs of ours onto them; `python -m tools.foreign --help`."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from adjudicator.games import load
from tools.selfplay.players import PLAYERS

from . import __doc__ as about
from .evening import __doc__ as evenings
from .evening import spent
from .making import made_before, make
from .measure import HEADS, SHARES, WIDTHS, measured, right_of
from .measure import __doc__ as measuring
from .one_button import __doc__ as buttons
from .one_button import of_samples
from .recipes import RECIPES
from .score import __doc__ as scoring
from .score import scored
from .truth import write_truth

NOTED = "recipe.txt"  # in the folder of a module: of which game it is, and by which recipe


def main() -> int:
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    if first == "list":
        print("\n".join(f"{recipe.name.ljust(12)} {recipe.about}" for recipe in RECIPES.values()))
        return 0
    others = {"transplant": _transplant, "measure": _measure, "one-button": _one_button, "score": _score, "evening": _evening}
    return others[first](sys.argv[2:]) if first in others else _make(sys.argv[1:])


def _make(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.foreign", description=about)
    parser.add_argument("game", choices=sorted(set(PLAYERS) - {"vistula-oder-berlin"}))
    parser.add_argument("recipe", choices=[*RECIPES, "all"])
    parser.add_argument("-o", "--output", type=Path, required=True, help="the folder; with `all` one folder in it for each")
    parser.add_argument("--seed", type=int, default=1, help="of the art")
    given = parser.parse_args(arguments)
    game = load(given.game)
    for name in RECIPES if given.recipe == "all" else (given.recipe,):
        start = time.perf_counter()
        folder = given.output / name if given.recipe == "all" else given.output
        made = make(game, RECIPES[name], folder, given.seed)
        write_truth(made, folder)
        (folder / NOTED).write_text(f"{given.game} {name}\n", encoding="utf-8")
        print(f"{made.path}: {made.path.stat().st_size:,} bytes in {time.perf_counter() - start:.1f} s", flush=True)
    return 0


def _transplant(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.foreign transplant", description="Put logs onto a foreign module.")
    parser.add_argument("folder", type=Path, help="where the module was made")
    parser.add_argument("logs", type=Path, nargs="+", help="saves and logs of our own module of the game")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the folder for what comes of them")
    parser.add_argument("-q", "--quiet", action="store_true")
    given = parser.parse_args(arguments)
    slug, recipe = (given.folder / NOTED).read_text("utf-8").split()
    made = made_before(load(slug), RECIPES[recipe], given.folder)
    given.output.mkdir(parents=True, exist_ok=True)
    for log in given.logs:
        made.transplant(log, given.output / log.name)
        if not given.quiet:
            print(given.output / log.name, flush=True)
    return 0


def _measure(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.foreign measure", description=measuring)
    parser.add_argument("folders", type=Path, nargs="+", help="where foreign modules were made")
    parser.add_argument("--logs", type=Path, nargs="+", required=True, help="logs of our own module of the game")
    parser.add_argument("--bound", choices=SHARES, nargs="+", default=SHARES)
    parser.add_argument("--facts", choices=SHARES, nargs="+", default=SHARES)
    parser.add_argument("--shown", type=int, default=3, help="how many false findings of each stage are shown")
    given = parser.parse_args(arguments)
    right, wrong = right_of(given.logs), 0
    for folder in given.folders:
        print(f"{folder.name}\n" + "  ".join(head.rjust(width) for head, width in zip(HEADS, WIDTHS, strict=True)), flush=True)
        with tempfile.TemporaryDirectory() as work:
            there = Path(work, "logs")
            _transplant([str(folder), *map(str, given.logs), "-o", str(there), "-q"])
            logs = [there / log.name for log in given.logs]
            for stage in measured(folder, logs, right, Path(work), given.bound, given.facts):
                print(stage.line(), flush=True)
                print(
                    "".join(f"    {line}\n" for line in [*stage.false, *stage.passed, *stage.asked][: given.shown]),
                    end="",
                    flush=True,
                )
                wrong += len(stage.false) + len(stage.passed)
    return 1 if wrong else 0


def _one_button(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.foreign one-button", description=buttons)
    parser.add_argument("game", choices=sorted(PLAYERS))
    parser.add_argument("logs", type=Path, help="a folder with logs of our own module of it")
    given = parser.parse_args(arguments)
    wrong = 0
    for each in of_samples(given.game, given.logs):
        print(each, flush=True)
        wrong += len(each.false)
    return 1 if wrong else 0


def _evening(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.foreign evening", description=evenings)
    parser.add_argument("folders", type=Path, nargs="+", help="where foreign modules were made")
    parser.add_argument("--log", type=Path, required=True, help="a turn on our own module of the game")
    given = parser.parse_args(arguments)
    for folder in given.folders:
        with tempfile.TemporaryDirectory() as work:
            _transplant([str(folder), str(given.log), "-o", work, "-q"])
            print(f"{folder.name}: {spent(folder, Path(work, given.log.name), Path(work))}", flush=True)
    return 0


def _score(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.foreign score", description=scoring)
    parser.add_argument("folder", type=Path, help="where a foreign module was made")
    parser.add_argument("survey", type=Path, help="a survey of it")
    parser.add_argument("--shown", type=int, default=3, help="how many wrong lines of each sort are shown")
    given = parser.parse_args(arguments)
    wrong = 0
    for share in scored(given.folder, given.survey):
        print(share)
        print("".join(f"    {line}\n" for line in share.wrong[: given.shown]), end="")
        wrong += len(share.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
