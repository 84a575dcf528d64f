"""What the commands that judge files share: the options about how to judge, as a referee; errors and verdicts for the shell."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource

from adjudicator.cli.complete import complete_game, complete_option, complete_ruling
from adjudicator.exitcodes import ExitCode
from adjudicator.games.errors import GameError, GameFolderError
from adjudicator.verdict import Verdict
from adjudicator.words import plain

from .console import say_aside

if TYPE_CHECKING:
    from adjudicator.referee import Referee

F = TypeVar("F", bound=Callable[..., Any])
Chosen = TypeVar("Chosen", bound=str)

_ENDINGS = {".html": "html", ".htm": "html", ".json": "json", ".md": "md", ".sarif": "sarif"}

MOST_JOBS = 512

_OPTIONS = (
    click.option(
        "--game",
        default="auto",
        show_default=True,
        shell_complete=complete_game,
        help="A game's short name or folder; auto: by the module.",
    ),
    click.option(
        "-m",
        "--module",
        "modules",
        multiple=True,
        type=click.Path(path_type=Path),
        help="The module of the files; of several, each file gets the one that it names.",
    ),
    click.option(
        "--any-version", is_flag=True, help="Judge also if the module at hand is another version than the one played on."
    ),
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
        help="A table of facts that your map, counters and charts show, or of what was played: fact, value (see check --ask).",
    ),
    click.option(
        "--tell",
        multiple=True,
        metavar="'FACT: VALUE'",
        help="One such fact, such as 'light: night' or 'attackers of 2308 at step 40: 43G, 11 T' (may be given several times).",
    ),
    click.option(
        "--ruling",
        "rulings",
        multiple=True,
        metavar="GAME/D4=KEY",
        shell_complete=complete_ruling,
        help="Read a defect of the rulebook otherwise.",
    ),
    click.option(
        "--option",
        "options",
        multiple=True,
        shell_complete=complete_option,
        help="An optional rule in use (may be given several times).",
    ),
    click.option("--no-project", is_flag=True, help="Leave adjudicate.toml alone."),
)
_ABOUT_GAMES = (
    click.option("--coverage", "covering", is_flag=True, help="Which enforced sections the cases of the game do not show."),
    click.option("--defects", is_flag=True, help="Where the rulebook contradicts itself, the reading taken, and the others."),
    click.option("--units", "listed", flag_value="units", help="The units with their ids, as cases and notes write them."),
    click.option("--memories", "listed", flag_value="memories", help="What cases may state of a game's past in `notes`."),
    click.option("--ruling", "rulings", multiple=True, metavar="GAME/D4=KEY", help="Take another reading."),
    click.option("--option", "options", multiple=True, metavar="OPTION", help="An optional rule in force (may be repeated)."),
    click.option("--overlay", "overlays", multiple=True, metavar="NAME", help="An edition or errata (may be repeated)."),
    click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people, or for programs."),
)
_COLOR = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colours; auto: on a terminal, unless NO_COLOR is set.",
)
_QUIET = click.option("-q", "--quiet", is_flag=True, help="Only what is not in order; no notes, no progress.")
_SHOWING = (
    _COLOR,
    click.option("-v", "--verbose", is_flag=True, help="With the whole arithmetic, row by row."),
    _QUIET,
)


_FEW = 40  # files that one process has done before others would run


def many(function: F) -> F:
    """The option about many files."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, MOST_JOBS),
        help="Processes that do the work. Default: one for each core where there are many files; 1: none but this one.",
    )(function)


def workers(jobs: int | None, files: int) -> int:
    """How many processes do the work, so that a file which ends one costs no more than itself; 0: none but this one."""
    if jobs is None:
        return cores() if files > _FEW else 0
    return jobs if jobs > 1 and files > 1 else 0


def cores() -> int:
    return os.cpu_count() or 1


def judging(function: F) -> F:
    """The options about how to judge."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def about_games(function: F) -> F:
    """The options about what is told of a game's rules, and as which edition it is read."""
    for option in reversed(_ABOUT_GAMES):
        function = option(function)
    return function


def catalogued(function: F) -> F:
    """The option that tells of all shared rules, for whoever makes a game."""
    said = "All shared rules by the question that each answers, with their parameters; of a word those that have to do with it."
    return click.option("--catalogue", is_flag=True, help=said)(function)


def showing(function: F) -> F:
    """The options about how much is told, and in which colours."""
    for option in reversed(_SHOWING):
        function = option(function)
    return function


def coloured(function: F) -> F:
    return _COLOR(function)


def hushed(function: F) -> F:
    return _QUIET(function)


def form_for(form: Chosen, out: Path | None) -> Chosen:
    """What a report is written as: as --format says; else, if this command knows it, as the ending of what -o names says."""
    context = click.get_current_context()
    if out is None or context.get_parameter_source("form") is not ParameterSource.DEFAULT:
        return form
    said = _ENDINGS.get(out.suffix.lower())
    known = next(each.type for each in context.command.params if each.name == "form")
    return cast("Chosen", said) if isinstance(known, click.Choice) and said in known.choices else form


@contextmanager
def referee_for(
    files: Sequence[Path],
    *,
    game: str,
    modules: Sequence[Path],
    assume: str | None,
    rulings: Sequence[str],
    options: Sequence[str],
    any_version: bool = False,
    surveys: Sequence[Path] = (),
    facts: Sequence[Path] = (),
    tell: Sequence[str] = (),
    no_project: bool = False,
    set_up: str | None = None,
) -> Iterator[Referee]:
    """A referee who judges as the options say, and as the project file of the files says where they say nothing.

    A wrong game, ruling or option is wrong usage. All that judges is imported here: nobody waits for it who asks for help.
    """
    from adjudicator.referee import CannotJudgeError, Referee
    from adjudicator.referee.project import PROJECT_FILE, Project, project_for

    try:
        found = None if no_project else project_for(files)
        project = found or Project(Path())
        if found is not None:
            say_aside(f"note: as {(found.folder / PROJECT_FILE).as_posix()} says")
        yield Referee(
            game=game if game != "auto" else project.game or None,
            modules=modules or project.modules,
            surveys=(*surveys, *project.surveys),
            facts=(*facts, *project.facts),
            tell=(*tell, *project.tell),
            rulings={**project.rulings, **dict(_ruling(each) for each in rulings)},
            options=options or project.options or None,
            assume_reconstruction=bool(assume or project.assume),
            any_version=any_version,
            set_up=set_up,
            players=project.players,
        )
    except (GameError, GameFolderError) as error:
        raise click.UsageError(plain(str(error))) from None
    except CannotJudgeError as error:
        raise _REFUSALS[error.exit](plain(str(error))) from None


def verdict_code(verdict: Verdict | None) -> ExitCode:
    """What the worst verdict says to the shell; what was not judged is not in order."""
    match verdict:
        case Verdict.ILLEGAL:
            return ExitCode.ILLEGAL
        case Verdict.LEGAL:
            return ExitCode.OK
        case _:
            return ExitCode.UNDECIDED


def _ruling(text: str) -> tuple[str, str]:
    key, equals, reading = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} names no reading; write GAME/D4=KEY", param_hint="--ruling")
    return key, reading


class _UnreadableError(click.ClickException):
    exit_code = ExitCode.UNREADABLE


class _NotJudgedError(click.ClickException):
    exit_code = ExitCode.UNDECIDED


class UselessError(click.ClickException):
    """What is asked for cannot be: said in a sentence, without how the command is used."""

    exit_code = ExitCode.USAGE


_REFUSALS = {each.exit_code: each for each in (_UnreadableError, _NotJudgedError, UselessError)}
