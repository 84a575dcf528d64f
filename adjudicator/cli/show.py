"""`adjudicate show`: what is in a file."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.console import write_lines
from adjudicator.cli.paths import one_at_hand
from adjudicator.showing.describe import describe_game
from adjudicator.showing.text import lines_of_game
from vassal_bridge.archive import open_archive
from vassal_bridge.errors import in_file
from vassal_bridge.saved import load_saved


@click.command(name="show")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people, or for programs.")
@click.option("--pieces", is_flag=True, help="Every piece: where it is and how it stands. Of a module, every piece it has.")
@click.option(
    "--commands",
    is_flag=True,
    help="What each step of a log does, and what a position holds beside pieces. Of a module, its key commands.",
)
@click.option("--traits", is_flag=True, help="Every trait of every piece, field by field.")
@click.option("--chat", is_flag=True, help="The chat of a log, by step.")
def command(file: Path, form: str, pieces: bool, commands: bool, traits: bool, chat: bool) -> None:
    """Say what FILE holds: a VASSAL save, log or module, whatever its name.

    Without options a summary, which gives nothing away. The sections show masked and hidden pieces as they are. As JSON:
    the summary, and the sections asked for, or else all of them but the traits. No player's password is ever shown.
    """
    archive = open_archive(one_at_hand(file))
    with in_file(archive.name):
        everything = form == "json" and not (pieces or commands or traits or chat)
        if archive.is_module and not archive.is_game:
            from adjudicator.showing.module_text import lines_of_module
            from adjudicator.showing.modules import describe_file

            document = describe_file(archive, pieces=pieces or everything, traits=traits, commands=commands or everything)
            lines = lines_of_module(document)
        else:
            document = describe_game(
                load_saved(archive),
                pieces=pieces or everything,
                traits=traits,
                commands=commands or everything,
                chat=chat or everything,
            )
            lines = lines_of_game(document, pieces=pieces, traits=traits)
        if form == "json":
            from adjudicator.showing.as_json import json_lines  # the other form need not wait for it

            lines = json_lines(document)
        write_lines(lines, form)
