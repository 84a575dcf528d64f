"""`adjudicate mail`: judges what is attached to a message, and writes the answer. It sends nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.console import say_aside, write_for_programs
from adjudicator.cli.options import judging, referee_for
from adjudicator.cli.paths import PIPE
from adjudicator.exitcodes import ExitCode
from vassal_bridge.together import all_or_none

if TYPE_CHECKING:
    from adjudicator.batch.unit import WorkUnit
    from adjudicator.finding import Problem

_CODES = {
    "legal": ExitCode.OK,
    "undecided": ExitCode.UNDECIDED,
    "unjudged": ExitCode.UNDECIDED,
    "illegal": ExitCode.ILLEGAL,
    "unread": ExitCode.UNREADABLE,
    "given-up": ExitCode.UNREADABLE,
}
_RANK = (ExitCode.OK, ExitCode.UNDECIDED, ExitCode.ILLEGAL, ExitCode.UNREADABLE)


@click.command(name="mail")
@click.argument("message", type=click.Path(path_type=Path))
@judging
@click.option("--text", "text_out", type=click.Path(path_type=Path), help="Write the answer as text to this file.")
@click.option("--html", "html_out", type=click.Path(path_type=Path), help="Write the answer as a page to this file.")
@click.option("--memory", type=click.Path(path_type=Path), help="Where results are remembered. Default: with your library.")
@click.option("--no-memory", is_flag=True, help="Judge everything anew, and remember nothing.")
def command(message: Path, text_out: Path | None, html_out: Path | None, memory: Path | None, no_memory: bool, **how: Any) -> int:
    """Judge the saves and logs that are attached to MESSAGE (an .eml, a box of mails .mbox, or - for what a mail filter pipes),
    and write the answer: what is illegal, in words that may be sent to anybody. Without --text and --html it is printed.

    Nothing is sent. Of the message nothing but its attachments is looked at, and nobody's address is in the answer.
    """
    from contextlib import ExitStack

    from adjudicator.batch.letters import reply_page, reply_text
    from adjudicator.batch.memory import MemoryFileError, ResultMemory, default_place
    from adjudicator.batch.pool import BatchError, Pool
    from adjudicator.batch.run import Run
    from adjudicator.batch.unit import choices_of
    from adjudicator.report.sums import standing

    if message != PIPE and not message.is_file():
        raise click.BadParameter(f"there is no file {message.name}", param_hint="MESSAGE")
    try:
        with ExitStack() as stack:
            referee = stack.enter_context(referee_for([] if message == PIPE else [message], **how))
            remembered = None if no_memory else stack.enter_context(ResultMemory(memory or default_place()))
            choices = choices_of(referee)
            told = list(Run(Pool(choices, 1), choices, remembered, ("md",)).units(_units(message)))
            with all_or_none([message]) as outputs:
                if text_out is not None:
                    outputs.text(text_out, reply_text(told))
                if html_out is not None:
                    outputs.text(html_out, reply_page(told))
    except (BatchError, MemoryFileError) as error:
        raise click.UsageError(str(error)) from None
    if text_out is None and html_out is None:
        write_for_programs(reply_text(told))
    if not told:
        say_aside("note: no save and no log is attached")
    return max((_CODES[standing(each.record)] for each in told), key=_RANK.index, default=ExitCode.UNDECIDED)


def _units(message: Path) -> Iterator[WorkUnit | Problem]:
    from adjudicator.batch.carriers import BOX
    from adjudicator.batch.mails import MAIL_BYTES
    from adjudicator.batch.sources import FoundFile, units_of, units_of_message

    if message.suffix.lower() == BOX:
        yield from units_of(FoundFile(message.name, message))
    elif message == PIPE:
        yield from units_of_message(sys.stdin.buffer.read(MAIL_BYTES + 1), "message")
    else:
        with message.open("rb") as stream:
            yield from units_of_message(stream.read(MAIL_BYTES + 1), message.name)
