"""What the commands that judge files share: the options about how to judge, as a referee; errors and verdicts for the shell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from adjudicator.exitcodes import ExitCode
from adjudicator.games import GameError, GameFolderError
from adjudicator.library.which import TooManyModulesError
from adjudicator.referee import CannotJudgeError, Referee
from adjudicator.verdict import Verdict
from adjudicator.words import plain

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
        help="A table of facts that your map, counters and charts show, or of what was played: fact, value (see check --ask).",
    ),
    click.option(
        "--tell",
        multiple=True,
        metavar="'FACT: VALUE'",
        help="One such fact, such as 'light: night' or 'attackers of 2308 at step 40: 43G, 11 T' (may be given several times).",
    ),
    click.option("--ruling", "rulings", multiple=True, metavar="GAME/D4=KEY", help="Read a defect of the rulebook otherwise."),
    click.option("--option", "options", multiple=True, help="An optional rule in use (may be given several times)."),
)


def judging(function: F) -> F:
    """The options about how to judge."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


@contextmanager
def referee_for(
    *,
    game: str,
    modules: Sequence[Path],
    assume: str | None,
    rulings: Sequence[str],
    options: Sequence[str],
    surveys: Sequence[Path] = (),
    facts: Sequence[Path] = (),
    tell: Sequence[str] = (),
) -> Iterator[Referee]:
    """A referee who judges as the options say. A wrong game, ruling or option is wrong usage; so is a file without rules."""
    try:
        yield Referee(
            game=None if game == "auto" else game,
            modules=modules,
            surveys=surveys,
            facts=facts,
            tell=tell,
            rulings=dict(_ruling(each) for each in rulings),
            options=options or None,
            assume_reconstruction=assume is not None,
        )
    except TooManyModulesError as error:
        raise click.BadParameter(str(error), param_hint="-m") from None
    except (GameError, GameFolderError) as error:
        raise click.UsageError(plain(str(error))) from None
    except CannotJudgeError as error:
        raise (_UnreadableError if error.unreadable else _UselessError)(plain(str(error))) from None


def verdict_code(verdict: Verdict) -> ExitCode:
    """What the worst verdict says to the shell."""
    return {Verdict.ILLEGAL: ExitCode.ILLEGAL, Verdict.UNDECIDED: ExitCode.UNDECIDED, Verdict.LEGAL: ExitCode.OK}[verdict]


def _ruling(text: str) -> tuple[str, str]:
    key, equals, reading = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} names no reading; write GAME/D4=KEY", param_hint="--ruling")
    return key, reading


class _UnreadableError(click.ClickException):
    exit_code = ExitCode.UNREADABLE


class _UselessError(click.ClickException):
    exit_code = ExitCode.USAGE
