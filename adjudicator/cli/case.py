"""`adjudicate case`: positions and actions written by hand, judged and compared with what was expected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from adjudicator.cases import CaseResult, Setting, Shelf, run_file
from adjudicator.cases.model import schema as case_schema
from adjudicator.cases.results_text import FAILED, FAULT, OK, as_json, lines_of
from adjudicator.cli.console import look, write_lines, write_out
from adjudicator.cli.options import coloured
from adjudicator.exitcodes import ExitCode
from adjudicator.games import GameError
from adjudicator.games.find import GAME_FILE, home
from adjudicator.report.look import SHADES, TextLook
from adjudicator.verdict import Verdict
from adjudicator.words import plain


@click.command(name="case")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--game", default="", metavar="GAME", help="The game of cases that name none and lie in no game's folder.")
@click.option("--draw", "pictures", is_flag=True, help="Draw the position of each case as text.")
@click.option("--explain", is_flag=True, help="Show what the rules say, with the arithmetic, even where it was expected.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people, or for programs.")
@click.option("--schema", is_flag=True, help="Print the JSON schema of a file of cases and end.")
@coloured
def command(files: tuple[Path, ...], game: str, pictures: bool, explain: bool, form: str, schema: bool, color: str) -> int:
    """Judge the cases in FILES: files, folders, or games (all their cases).

    A case is a position, what players do in it, and what is expected to be found. Exit code 0: all is as expected; 1: something
    is not; 4: a file could not be read, or a case not set up.
    """
    if schema:
        write_lines(json.dumps(case_schema(), indent=1).splitlines(), "json")
        return ExitCode.OK
    if not files:
        raise click.UsageError("say which cases to judge: files, folders, or games")
    paths = list(_expand(files))
    if not paths:
        raise click.UsageError("there are no files of cases (.toml) in what was given")
    shelf = Shelf()
    results = [result for path, name in paths for result in run_file(path, _finder(shelf, path, game), name)]
    if form == "json":
        write_lines(json.dumps(as_json(results, pictures=pictures), indent=1).splitlines(), "json")
    else:
        looks = look(color)
        told = map(plain, lines_of(results, pictures=pictures, explain=explain))
        write_out("".join(f"{_painted(line, looks)}\n" for line in told))
    return _exit_code(results)


def _painted(line: str, looks: TextLook) -> str:
    """With the word that says how a case came out in its colour, and the total in that of the worst."""
    for head, verdict in ((OK, Verdict.LEGAL), (FAILED, Verdict.ILLEGAL), (FAULT, Verdict.UNDECIDED)):
        if line.startswith(head):
            return line.replace(head.strip(), looks.paint(head.strip(), SHADES[verdict]), 1)
    return line


def _expand(files: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Files as they are; of a folder the files in it, or in its cases if it is a game's; of a game by name all its cases."""
    for path in files:
        folder = path if path.exists() or len(path.parts) > 1 else home() / path
        if folder.is_dir():
            inside = folder / "cases" if (folder / GAME_FILE).is_file() else folder
            yield from ((file, (path / file.relative_to(folder)).as_posix()) for file in sorted(inside.rglob("*.toml")))
        else:
            yield path, path.as_posix()


def _finder(shelf: Shelf, path: Path, otherwise: str) -> Callable[[str], Setting]:
    """Finds a game: the one a case names (a path counts from the file), the one in whose folder it lies, or `--game`."""

    def find(named: str) -> Setting:
        if named:
            return shelf.setting((path.parent / named).resolve() if named.startswith(".") else named)
        around = next((folder for folder in path.resolve().parents if (folder / GAME_FILE).is_file()), None)
        if around is None and not otherwise:
            raise GameError("it is not said which game this is", file=path.name, remedy='write game = "…" or give --game')
        return shelf.setting(otherwise or around or "")

    return find


def _exit_code(results: Sequence[CaseResult]) -> ExitCode:
    if any(result.faults for result in results):
        return ExitCode.UNREADABLE
    return ExitCode.OK if all(result.ok for result in results) else ExitCode.ILLEGAL
