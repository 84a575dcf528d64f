"""`adjudicate watch`: judges what arrives in a folder, and writes the report beside it."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import Any

import click

from adjudicator.cli.console import say, say_aside
from adjudicator.cli.options import judging, referee_for
from adjudicator.exitcodes import ExitCode


@click.command(name="watch")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False, exists=True))
@judging
@click.option("--format", "form", type=click.Choice(["text", "html"]), default="text", show_default=True, help="Of the reports.")
@click.option("--hook", metavar="COMMAND", help="Run this with file, report and verdict behind it; no shell looks at it.")
@click.option("--every", type=click.FloatRange(0.1), default=2.0, show_default=True, help="Seconds between two looks.")
@click.option("--settle", type=click.FloatRange(0), default=2.0, show_default=True, help="Seconds without change: it is whole.")
@click.option("--once", is_flag=True, help="Deal with what is there, then end: for cron and the like.")
@click.option("--memory", type=click.Path(path_type=Path), help="Where results are remembered. Default: with your library.")
def command(
    folder: Path, form: str, hook: str | None, every: float, settle: float, once: bool, memory: Path | None, **how: Any
) -> int:
    """Judge the saves, logs and mails that arrive in FOLDER or in folders in it, and write each report beside its file.

    A file is judged when it has not changed for a while. What was dealt with is remembered: who ends the command and starts it
    again has nothing judged twice. It runs until Ctrl-C. Exit code with --once: 0, or 4 if a report could not be written.
    """
    from adjudicator.batch.memory import MemoryFileError, ResultMemory, default_place
    from adjudicator.batch.pool import BatchError, Pool
    from adjudicator.batch.run import Run
    from adjudicator.batch.unit import choices_of
    from adjudicator.batch.watch import Watcher, said

    try:
        with referee_for([folder], **how) as referee, ResultMemory(memory or default_place()) as remembered:
            choices = choices_of(referee)
            forms = ("html",) if form == "html" else ()
            watcher = Watcher(
                folder,
                remembered,
                lambda: Run(Pool(choices, 1), choices, remembered, forms),
                form,
                shlex.split(hook or ""),
                settle,
            )
            code = ExitCode.OK
            while True:
                for each in watcher.round():
                    say(said(each))
                    if not each.written:
                        code = ExitCode.UNREADABLE
                if once and not watcher.waits:
                    return code
                time.sleep(min(every, max(settle, 0.1)) if once else every)
    except (BatchError, MemoryFileError, ValueError) as error:
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        say_aside("adjudicate: no longer watching; what comes meanwhile is dealt with the next time")
        return ExitCode.OK
