"""`adjudicate replay`: a log step by step, and the position it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from adjudicator.cli.console import say_aside, write_lines
from adjudicator.cli.paths import one_at_hand
from adjudicator.library.shelf import default_library
from adjudicator.library.which import ModuleSearch, find_module
from adjudicator.referee.ours import our_module
from adjudicator.showing.replaying import Replayed
from adjudicator.words import plural
from vassal_bridge.archive import open_archive
from vassal_bridge.errors import in_file
from vassal_bridge.saved import SavedGame, load_saved


@click.command(name="replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-m",
    "--module",
    "given",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The module, and if need be its extensions (repeat the option). Otherwise it is looked for.",
)
@click.option("--to", type=click.IntRange(min=0), metavar="STEP", help="Stop after this step; 0 is the start.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "jsonl"]), default="text", help="For people, or for programs."
)
def command(file: Path, given: tuple[Path, ...], to: int | None, form: str) -> None:
    """Replay the log FILE as VASSAL does: what each step did, and where everything stands after the last one.

    Places have their names if the module is at hand. It is found if it lies beside the log or in your library (see
    `adjudicate module`). Masked and hidden pieces are told as they are; players' passwords never.
    """
    archive = open_archive(one_at_hand(file))
    with in_file(archive.name):
        saved = load_saved(archive)
        length = sum(1 for _ in saved.steps())
        if to is not None and to > length:
            raise click.BadParameter(f"{archive.name} has only {plural(length, 'step')}", param_hint="'--to'")
    search = _search(saved, given)
    with in_file(archive.name):
        replayed = Replayed(saved, search, to)
    for kind, messages in (("warning", replayed.warnings), ("note", replayed.notes)):
        for message in messages:
            say_aside(f"adjudicate: {kind}: {message}")
    with in_file(archive.name):
        write_lines(_lines(replayed, form), form)


def _search(saved: SavedGame, given: tuple[Path, ...]) -> ModuleSearch:
    return find_module(saved, given, default_library(), our_module)


def _lines(replayed: Replayed, form: str) -> Iterator[str]:
    match form:
        case "json":
            from adjudicator.showing.as_json import json_lines

            return json_lines(replayed.document())
        case "jsonl":
            from adjudicator.showing.as_json import json_records

            return json_records(replayed.records())
        case _:
            from adjudicator.showing.replay_text import lines_of_replay

            return lines_of_replay(replayed.document())
