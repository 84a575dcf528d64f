"""The command `adjudicate`. Each subcommand lives in a module of its own and is imported only when it is called."""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import sys
from typing import Any, TextIO

import click

from adjudicator import __version__
from adjudicator.exitcodes import ExitCode
from adjudicator.words import plain
from vassal_bridge.errors import BridgeError

_COMMANDS = {
    "diff": "what differs between two games, or two editions of one",
    "explain": "everything the rules say about one step of a log",
    "moves": "where a unit may go from where it stands",
    "fix": "put right what is illegal: a corrected position, and the log with the verdicts",
    "check": "judge logs and saves by the rulebook of their game",
    "audit": "check logs and saves without knowing the rules of their game",
    "case": "judge positions and actions written by hand",
    "rule": "explain a check",
    "rules": "what became of every section of a game's rulebook",
    "verify": "make an audit again and compare it with its record",
    "module": "your own library of modules, in which `replay` looks",
    "replay": "a log step by step, with places by name, and the position at its end",
    "survey": "bind a module of your own to a game",
    "show": "what a save, log or module holds",
    "roundtrip": "decode every layer of files and encode it again: is it identical?",
}


class _LazyGroup(click.Group):
    """A group whose commands are found by name, so that `adjudicate show` pays only for what it needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"adjudicator.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="adjudicate")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> None:
    """A referee for hex wargames played by e-mail through VASSAL.

    Exit codes: 0 all well, 1 something illegal or not identical, 2 wrong usage, 3 undecided for lack of a fact, 4 a file
    could not be read or written.
    """
    ctx.obj = {"debug": debug}


def main(arguments: list[str] | None = None) -> None:
    """Run the command line. Bad input ends in one sentence and exit code 4, never in a traceback (unless `--debug`)."""
    gc.set_threshold(100_000, 50, 100)  # files become hundreds of thousands of values, none of them in cycles
    argv = sys.argv[1:] if arguments is None else arguments
    debug = "--debug" in argv
    try:
        result: Any = cli.main(argv, prog_name="adjudicate", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        said = io.StringIO()
        error.show(said)
        click.echo(plain(said.getvalue()), err=True, nl=False)  # it may name a file, whose name may hold anything
        sys.exit(error.exit_code)
    except click.Abort:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output went away: nobody is left to tell
        sys.exit(ExitCode.OK)
    except BridgeError as error:
        if debug:
            raise
        click.echo(f"adjudicate: {plain(str(error))}", err=True)
        sys.exit(ExitCode.UNREADABLE)
    except OSError as error:
        if debug:
            raise
        click.echo(f"adjudicate: the output cannot be written: {error.strerror or type(error).__name__}", err=True)
        _shut(sys.stdout)  # else the interpreter tries once more to write what is left
        sys.exit(ExitCode.UNREADABLE)
    sys.exit(result if isinstance(result, int) else ExitCode.OK)


def _shut(stream: TextIO) -> None:
    with contextlib.suppress(OSError):
        stream.close()
