"""`adjudicate survey`: bind a module of your own to a game."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.console import say, say_aside
from adjudicator.evidence.binding import bindings_in
from adjudicator.evidence.surveys import SURVEYS
from adjudicator.exitcodes import ExitCode
from adjudicator.games import GameError, GameFolderError, load
from adjudicator.library.shelf import home
from adjudicator.surveying.draft import BindingDraft, drafted
from adjudicator.surveying.writing import files_of
from adjudicator.words import plain, plural
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.together import all_or_none


@click.command(name="survey")
@click.argument("game")
@click.argument("module", type=click.Path(path_type=Path))
@click.option(
    "-o", "--out", "--output", "folder", type=click.Path(path_type=Path, file_okay=False), help="A new folder for the survey."
)
def command(game: str, module: Path, folder: Path | None) -> int:
    """Draft how MODULE, one of your own, means GAME: its pieces, map, boxes, dice and phases, from what they are called.

    Writes a folder with binding.toml, a table of facts for you to fill in, and forms of the charts. Without -o it goes into your
    library, where `check` finds it; else give it with --survey. Files that are already there are never overwritten.
    """
    try:
        loaded = load(game)
        known = bindings_in(loaded.folder)
    except (GameError, GameFolderError) as error:
        raise click.BadParameter(plain(str(error)), param_hint="GAME") from None
    draft = drafted(loaded, Module.read(open_archive(module)), known)
    where = folder or home() / SURVEYS / f"{loaded.slug} {_safe(draft.module)}"
    files = files_of(draft, loaded)
    there = [name for name in files if (where / name).exists()]
    if there:
        raise click.UsageError(f"{where.name} has {there[0]} already; choose another folder with -o")
    with all_or_none([module]) as outputs:
        outputs.folder(where)
        for name, data in files.items():
            outputs.put(where / name, data)
    for line in _told(draft):
        say(line)
    if not draft.gpids and not draft.maps:
        say_aside(f"note: nothing in {module.name} is called as in {loaded.title}: is it a module of that game?")
    say(f"{plural(len(files), 'file')} in {where}")
    return ExitCode.OK


def _told(draft: BindingDraft) -> list[str]:
    found = [f"{plain(draft.module)}: {plural(len(draft.gpids), 'unit')} told by name, {len(draft.unsure)} pieces may be several"]
    found += [f"  {plural(len(draft.missing), 'unit')} of the game without a piece"] if draft.missing else []
    found += [f"  map {plain(name)}: {number} of {draft.hexes} hexes by their numbers" for name, number in draft.maps.items()]
    return found if draft.maps else [*found, "  no map has the hexes of the game by their numbers"]


def _safe(name: str) -> str:
    return "".join(mark if mark.isalnum() or mark in " -" else "-" for mark in name).strip() or "module"
