"""The command `adjudicate`. Each subcommand lives in a module of its own and is imported only when it is called."""

from __future__ import annotations

import atexit
import difflib
import errno
import gc
import importlib
import io
import os
import sys
from collections.abc import Iterable
from typing import Any

import click

from adjudicator import __version__, sweeping
from adjudicator.cli.console import fitted, prepare_console, room, say_aside
from adjudicator.cli.hints import clearer, command_meant, torn
from adjudicator.exitcodes import INTERRUPTED, ExitCode
from adjudicator.words import in_quotes
from vassal_bridge.errors import BridgeError

_TASKS = {
    "Begin": {
        "demo": "copy a sample log, judge it, and say what to try next",
        "init": "write a project file beside your logs, by asking",
        "help": "explain a command, or find the one for a word",
        "completion": "have your shell complete commands, games, rules, units",
    },
    "Is this turn legal?": {
        "check": "judge logs and saves by the rulebook of their game",
        "explain": "everything the rules say about one step of a log",
        "moves": "where a unit may go, and why not there; retreats, supply",
        "fix": "put right what is illegal: a corrected position, and the log with the verdicts",
    },
    "What do the rules say?": {
        "rule": "explain a finding, section, ruling, check or word; list a game's sections",
        "diff": "what differs between two games, or two editions of one",
        "notes": "what players may type in chat so that nothing must be guessed",
        "case": "judge positions and actions written by hand",
    },
    "Is it honest? Any game": {
        "audit": "check logs and saves without knowing the rules of their game",
        "verify": "make an audit again and compare it with its record",
    },
    "Whole seasons": {
        "batch": "judge thousands of files by several processes, and remember what came of each",
        "history": "what was found over time: in a game, by a player, against a rule",
        "watch": "judge what arrives in a folder, and write the report beside it",
        "mail": "judge what is attached to a message, and write the answer",
    },
    "What is in a file?": {
        "show": "what a save, log or module holds",
        "replay": "a log step by step, and the position at its end",
        "roundtrip": "decode every layer of files and encode it again: is it identical?",
    },
    "Modules": {
        "module": "your own library of modules; make ours to play on",
        "survey": "bind a module of your own to a game",
    },
}
_COMMANDS = {name: said for commands in _TASKS.values() for name, said in commands.items()}
_KEPT = ("rules",)  # what `rule` does by now, for those who are used to it
_NARROW = 52  # columns, below which click does not go
_EXAMPLES = """\
  adjudicate check turn5.vlog                     is it legal?
  adjudicate explain turn5.vlog --step 21         what of step 21?
  adjudicate moves turn5.vlog 43G --step 21       where could 43G have gone then?
  adjudicate fix turn5.vlog -o corrected.vsav     put right what can be
  adjudicate rule koenigsberg-rg/allowance        what does that rule say?
"""


def _asked_otherwise(word: str) -> str | None:
    """A command that somebody may mean by another word: by its letters, or by what is said of it."""
    known = command_meant(word)
    if known is not None:
        return known
    near = difflib.get_close_matches(word.lower(), _COMMANDS, n=1, cutoff=0.6)
    if near:
        return near[0]
    return next((name for name, said in _COMMANDS.items() if len(word) > 3 and word.lower() in said.lower()), None)


class _ReaderGoneError(Exception):
    """Whoever read our output has seen enough: `adjudicate … | head -1`."""


class _Help(click.HelpFormatter):
    """Help for narrow terminals too, for which click makes no lines."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        columns = room(sys.stdout)
        narrow = columns if columns is not None and columns < _NARROW else None
        super().__init__(indent_increment, width or narrow, max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        super().write_dl(rows, col_max if self.width >= _NARROW - 2 else self.width // 3, col_spacing)

    def getvalue(self) -> str:
        return fitted(super().getvalue(), sys.stdout)


class _Context(click.Context):
    formatter_class = _Help


class _LazyGroup(click.Group):
    """A group whose commands are found by name, so that `adjudicate show` pays only for what it needs."""

    context_class = _Context

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ReaderGoneError from None  # click would end with 1, which says that something is illegal

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS and cmd_name not in _KEPT:
            return None
        command: click.Command = importlib.import_module(f"adjudicator.cli.{cmd_name}").command
        for each in (command, *getattr(command, "commands", {}).values()):
            each.context_class = _Context
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if not word.startswith("-") and word not in (*_COMMANDS, *_KEPT) and not ctx.resilient_parsing:
            if os.path.exists(word):
                ctx.fail(f"{word} is a file; did you mean: adjudicate check {in_quotes(word)}")
            if whole := torn(args):
                ctx.fail(f"{whole} is a file; did you mean: adjudicate check {in_quotes(whole)}")
            other = _asked_otherwise(word)
            ctx.fail(f"there is no command {word}" + (f"; did you mean {other}?" if other else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for task, commands in _TASKS.items():
            with formatter.section(task):
                formatter.write_dl(list(commands.items()), col_max=12)
        with formatter.section("For example"):
            formatter.write("\n".join(_EXAMPLES.splitlines()) + "\n")


@click.group(
    cls=_LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, prog_name="adjudicate")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> None:
    """A referee for hex wargames played by e-mail through VASSAL.

    Exit codes: 0 all well, 1 something illegal or not identical, 2 wrong usage, 3 undecided for lack of a fact or not judged, 4 a
    file could not be read or written.
    """
    ctx.obj = {"debug": debug}
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: list[str] | None = None) -> None:
    """Run the command line. Bad input ends in one sentence and exit code 4, never in a traceback (unless `--debug`)."""
    sweeping.seldom()
    atexit.register(gc.freeze)  # nor need they be searched for cycles when all is done
    prepare_console()
    argv = sys.argv[1:] if arguments is None else arguments
    debug = "--debug" in argv
    if "_ADJUDICATE_COMPLETE" in os.environ:
        importlib.import_module("adjudicator.cli.powershell")
    try:
        result: Any = cli.main(argv, prog_name="adjudicate", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        said = io.StringIO()
        clearer(error, argv).show(said)
        say_aside(said.getvalue().rstrip("\n"))  # it may name a file, whose name may hold anything
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        say_aside("adjudicate: interrupted")
        sys.exit(INTERRUPTED)
    except (BrokenPipeError, _ReaderGoneError):
        _leave_stdout()  # the reader of our output went away: nobody is left to tell
        sys.exit(ExitCode.OK)
    except BridgeError as error:
        if debug:
            raise
        say_aside(f"adjudicate: {error}")
        sys.exit(ExitCode.UNREADABLE)
    except OSError as error:
        if debug or error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EROFS):
            raise
        _leave_stdout()
        say_aside(f"adjudicate: the output cannot be written: {error.strerror}")
        sys.exit(ExitCode.UNREADABLE)
    sys.exit(result if isinstance(result, int) else ExitCode.OK)


def _leave_stdout() -> None:
    """What was not written stays unwritten: Python would try again at its end, and complain."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stderr.close()
