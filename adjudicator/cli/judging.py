"""What the commands that judge files share: their options, and reading files with their games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from adjudicator.cli.console import plain
from adjudicator.evidence.gather import Gathered, gather
from adjudicator.evidence.surveys import read_survey, surveys_in
from adjudicator.exitcodes import ExitCode
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.facts import Source
from adjudicator.finding import Problem
from adjudicator.games import GameError, GameFolderError
from adjudicator.library.shelf import default_library, home
from adjudicator.library.which import TooManyModulesError

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--game", default="auto", show_default=True, help="A game's short name or folder; auto: by the module."),
    click.option("-m", "--module", "modules", multiple=True, type=click.Path(path_type=Path), help="The module of the files."),
    click.option(
        "--assume",
        type=click.Choice(["reconstruction"]),
        help="Let our reconstruction of map, counters and charts decide also on modules that print their own.",
    ),
    click.option(
        "--survey",
        "surveys",
        multiple=True,
        type=click.Path(path_type=Path, file_okay=False, exists=True),
        help="A folder that binds a module of your own to a game (see adjudicate survey).",
    ),
    click.option(
        "--facts",
        multiple=True,
        type=click.Path(path_type=Path, dir_okay=False, exists=True),
        help="A table of facts that your map, counters and charts show: fact, value.",
    ),
    click.option("--ruling", "rulings", multiple=True, metavar="GAME/D4=KEY", help="Read a defect of the rulebook otherwise."),
    click.option("--option", "options", multiple=True, help="An optional rule in use (may be given several times)."),
)


def judging(function: F) -> F:
    """The options about how to judge."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def judged_files(
    paths: Sequence[Path],
    *,
    game: str,
    modules: Sequence[Path],
    assume: str | None,
    rulings: Sequence[str],
    options: Sequence[str],
    surveys: Sequence[Path] = (),
    facts: Sequence[Path] = (),
) -> tuple[list[JudgedFile], Gathered]:
    """Files read and judged. A wrong game, ruling or option is wrong usage; a file that cannot be read is among the problems."""
    library = default_library()
    try:
        choices = Choices(
            None if game == "auto" else game,
            (Source.RECONSTRUCTION,) if assume else (),
            options or None,
            dict(_ruling(each) for each in rulings) or None,
            (*map(read_survey, surveys), *surveys_in(home())),
            facts,
        )
        gathered = gather(paths, modules, library)
        known = {label for label, module in gathered.loaded.items() if module is not None}
        judged = [judge_file(history, choices, with_module=history.file in known) for history in gathered.histories]
    except TooManyModulesError as error:
        raise click.BadParameter(str(error), param_hint="-m") from None
    except (GameError, GameFolderError) as error:
        raise click.UsageError(plain(str(error))) from None
    gathered.problems += [Problem(each.file, _without_module(each)) for each in judged if each.lacks_module]
    return [each for each in judged if not each.lacks_module], gathered


def _without_module(judged: JudgedFile) -> str:
    if judged.game is None or judged.binding is None:
        return "its module was not found"
    name = judged.binding.modules[0]
    ours = f", or make it: adjudicate module build {judged.game.slug} -o FILE.vmod" if judged.binding.prints != "nothing" else ""
    return f"its module, {name}, was not found, and without it nobody knows the hexes; give it with -m{ours}"


def _ruling(text: str) -> tuple[str, str]:
    key, equals, reading = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} names no reading; write GAME/D4=KEY", param_hint="--ruling")
    return key, reading


def single(judged: Sequence[JudgedFile], gathered: Gathered) -> JudgedFile:
    """The one file that a command is about, with its game. One that cannot be read is told apart from one that is of no use."""
    for problem in gathered.problems:
        raise _Unreadable(plain(f"{problem.file}: {problem.message}"))
    if judged[0].game is None:
        raise _NoGame(plain(f"{judged[0].file}: no game known here is bound to its module"))
    return judged[0]


class _Unreadable(click.ClickException):
    exit_code = ExitCode.UNREADABLE


class _NoGame(click.ClickException):
    exit_code = ExitCode.USAGE
