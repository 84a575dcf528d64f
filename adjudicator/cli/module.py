"""`adjudicate module`: the player's own library of modules, and modules of our own made from game folders."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import click

from adjudicator.cli.console import say, say_aside
from adjudicator.exitcodes import ExitCode
from adjudicator.library.files import ModuleLabel
from adjudicator.library.shelf import AddedModule, Kept, Library, default_library, home
from adjudicator.words import plain, plural
from vassal_bridge.errors import BridgeError

_FATE = {
    "new": "added",
    "same": "already there",
    "renewed": "added again",
    "replaced": "added in place of another file of this name and version",
}


@click.group(name="module")
def command() -> None:
    """Keep copies of modules where `replay` finds them, and make modules of your own from game folders.

    The library is in your home folder; the variable ADJUDICATE_HOME puts it elsewhere.
    """


@command.command(name="add")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.pass_obj
def add(settings: dict[str, bool], files: tuple[Path, ...]) -> int:
    """Copy each module FILE into the library, with the extensions in the folder beside it.

    A module is known by its name and version; adding these again replaces the copy.
    """
    library = default_library()
    worst = ExitCode.OK
    for path in files:
        try:
            _report(library.add(path))
        except BridgeError as error:
            if settings["debug"]:
                raise
            say_aside(f"adjudicate: {error}")
            worst = ExitCode.UNREADABLE
    return worst


def _report(added: AddedModule) -> None:
    say(f"{added.kept.label}: {_FATE[added.was]}")
    if added.extensions:
        say(f"  with {plural(len(added.extensions), 'extension')}: {', '.join(added.extensions)}")
    for note in added.notes:
        say(f"  {note}")


@command.command(name="list")
def list_modules() -> int:
    """Say which modules the library has: name, version and size."""
    library = default_library()
    modules = library.modules()
    rows = [(kept.name or "(no name)", kept.version, _size(library, kept)) for kept in modules]
    if not rows:
        say("no modules yet; add one by: adjudicate module add FILE")
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return ExitCode.OK if all(map(library.is_there, modules)) else ExitCode.UNREADABLE


def _size(library: Library, kept: Kept) -> str:
    if not library.is_there(kept):
        return "its file is gone; add it again"
    return f"{kept.bytes / 1e6:,.1f} MB" if kept.bytes >= 1e6 else f"{max(1, round(kept.bytes / 1e3))} kB"


@command.command(name="remove")
@click.argument("name")
@click.argument("version", required=False)
def remove(name: str, version: str | None) -> None:
    """Take the module NAME out of the library: one VERSION, or else all of them. Your own files stay."""
    gone = default_library().remove(name, version)
    if not gone:
        raise click.UsageError(f"the library has no module {ModuleLabel(name, version or '')}; see: adjudicate module list")
    for kept in gone:
        say(f"{kept.label}: removed")


@command.command(name="inspect")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", help="The game that it is of, if that cannot be told from its names.")
@click.pass_obj
def inspect(settings: dict[str, bool], file: Path, game: str | None) -> int:
    """Say what the module FILE is good for: which game it may be of, what can be used, what lacks, how much could be judged.

    Nothing is written. For each capability a number of ten says how much of what it needs is there, now and after a survey.
    """
    inspection = importlib.import_module("adjudicator.showing.inspection")
    known = importlib.import_module("adjudicator.games").games()
    if game is not None and game not in known:
        raise click.BadParameter(f"{game}: no game is called so; there are {', '.join(known)}", param_hint="--game")
    surveys = tuple(importlib.import_module("adjudicator.evidence.surveys").surveys_in(home()))
    try:
        archive = importlib.import_module("vassal_bridge.archive").open_archive(file)
        module = importlib.import_module("vassal_bridge.module").Module.read(archive)
    except BridgeError as error:
        if settings["debug"]:
            raise
        say_aside(f"adjudicate: {error}")
        return ExitCode.UNREADABLE
    for line in inspection.lines(inspection.inspected(module, surveys, game), file.name):
        say(line)
    return ExitCode.OK


@command.command(name="companion")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="The game that the module is of.")
@click.option(
    "-o", "--out", "--output", "target", required=True, type=click.Path(path_type=Path), help="The extension, a .vmdx file."
)
@click.option("--survey", type=click.Path(path_type=Path), help="Your survey of it, for the names on its counters.")
@click.option("--counter/--no-counter", default=None, help="A turn counter; else one where the module has none.")
@click.pass_obj
def companion(settings: dict[str, bool], file: Path, game: str, target: Path, survey: Path | None, counter: bool | None) -> int:
    """Make a VASSAL extension for the module FILE that adds what a judge would miss in it; the module stays as it is.

    Dice buttons by purpose, markers, a counter of turns and phases, and counters to declare attacks with: laid on a hex they ask
    who attacks and write the note into the chat. Put it into the folder MODULE_ext beside the module.
    """
    loaded = _game(game)
    try:
        module = importlib.import_module("vassal_bridge.module").Module.read(
            importlib.import_module("vassal_bridge.archive").open_archive(file)
        )
    except BridgeError as error:
        if settings["debug"]:
            raise
        say_aside(f"adjudicate: {error}")
        return ExitCode.UNREADABLE
    names = _counter_names(module, survey)
    made = _made("companion").write_companion(loaded, module, names, target, [file], counter=counter)
    say(f"{target.name}: for {module.name} {module.version}")
    say(f"  dice      {', '.join(made.dice) or 'none: the module has them'}")
    say(f"  turns     {'a counter of turns and phases' if made.counter else 'none: the module has a counter'}")
    say(f"  markers   {', '.join(made.markers)}")
    say(f"  declare   {', '.join(made.declarations)}, with {plural(made.names, 'unit')} by the names on your counters")
    say(f"  put it into the folder {file.stem}_ext beside the module, and open the module as ever")
    return ExitCode.OK


def _counter_names(module: Any, survey: Path | None) -> dict[str, str]:
    """What the counters of units are called, by the user's survey of the module."""
    surveys = importlib.import_module("adjudicator.evidence.surveys")
    errors = importlib.import_module("adjudicator.games.errors")
    try:
        known = (surveys.read_survey(survey),) if survey is not None else tuple(surveys.surveys_in(home()))
    except errors.GameFolderError as error:
        raise click.BadParameter(plain(str(error)), param_hint="--survey") from None
    binding = next((found for each in known if (found := each.binding(module.name)) is not None), None)
    units = {} if binding is None else binding.units.gpids
    losses = {} if binding is None else binding.units.losses
    slots = module.slots_by_gpid
    return {unit: slots[gpid].name for gpid, unit in units.items() if gpid in slots and not losses.get(gpid)}


def _made(name: str) -> Any:
    """A part of the workshop, imported only when something is made: drawing needs a library that nothing else does."""
    return importlib.import_module(f"adjudicator.modulebuild.{name}")


def _game(game: str) -> Any:
    """The game. One that there is not is wrong usage; a folder that cannot be read is a file that cannot be read."""
    errors = importlib.import_module("adjudicator.games.errors")
    try:
        return importlib.import_module("adjudicator.games").load(game)
    except errors.GameChoiceError as error:
        raise click.BadParameter(plain(str(error)), param_hint="GAME") from None


@command.command(name="draw")
@click.argument("game")
@click.option(
    "-o", "--out", "--output", "target", required=True, type=click.Path(path_type=Path), help="The picture, a PNG file."
)
@click.option("--size", type=click.IntRange(16, 200), help="Pixels from flat side to flat side of a hex; 80 unless told.")
@click.option("--with-boxes", is_flag=True, help="The whole board, with the boxes and tracks beside the map.")
def draw(game: str, target: Path, size: int | None, with_boxes: bool) -> None:
    """Draw the map of GAME, a short name or a folder, with its legend."""
    wide, high = _made("pack").write_picture(_game(game), target, size, with_boxes=with_boxes)
    say(f"{target.name}: {wide:,} x {high:,} pixels")


@command.command(name="build")
@click.argument("game")
@click.option(
    "-o", "--out", "--output", "target", required=True, type=click.Path(path_type=Path), help="The module, a .vmod file."
)
def build(game: str, target: Path) -> None:
    """Make a module of GAME, a short name or a folder, that VASSAL 3.7 opens: map, counters, charts, set-ups.

    The folder's layout.toml says what it looks like. The same folder gives the same bytes.
    """
    made = _made("pack").write_module(_game(game), target)
    say(f"{target.name}: {made.name} {made.version}, {plural(made.pieces, 'piece')}, {plural(made.setups, 'set-up')}")
