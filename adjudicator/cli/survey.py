"""`adjudicate survey`: bind a module of your own to a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import say, say_aside
from adjudicator.evidence.binding import bindings_in
from adjudicator.evidence.surveys import SURVEYS
from adjudicator.exitcodes import ExitCode
from adjudicator.games import GameError, GameFolderError, LoadedGame, load
from adjudicator.games.questions import question
from adjudicator.library.shelf import home
from adjudicator.surveying.answering import Answers, AnswersError, read_answers, with_answers
from adjudicator.surveying.draft import BindingDraft, drafted
from adjudicator.surveying.keeping import kept_binding, texts_in
from adjudicator.surveying.mapfacts import FILE, NoNumpyError, SaidOfMap, reading_of, said_by_player, table_of, told
from adjudicator.surveying.page import page_of
from adjudicator.surveying.values import FILE as VALUES
from adjudicator.surveying.values import table_of_values, values_of
from adjudicator.surveying.writing import files_of
from adjudicator.words import in_quotes, plain, plural
from vassal_bridge.archive import Archive, open_archive
from vassal_bridge.errors import BridgeError
from vassal_bridge.module import Module
from vassal_bridge.together import all_or_none

if TYPE_CHECKING:
    from adjudicator.surveying.picture.reading import MapReading
    from adjudicator.surveying.wanted import WantedFact

SHOWN = 5  # questions that are shown in the terminal


@click.command(name="survey")
@click.argument("game")
@click.argument("module", type=click.Path(path_type=Path))
@click.option(
    "-o", "--out", "--output", "folder", type=click.Path(path_type=Path, file_okay=False), help="The folder of the survey."
)
@click.option(
    "--learn",
    "logs",
    multiple=True,
    type=click.Path(path_type=Path),
    help="An old log or save of yours, played on the module: where what stood at start, who moved what, what dice were for.",
)
@click.option(
    "--for",
    "wanted",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A log whose verdicts you want: asks only for what they hang on, what settles most of them first.",
)
@click.option("--page", type=click.Path(path_type=Path), help="Write a page on which to look it all over and correct it.")
@click.option("--answers", type=click.Path(path_type=Path), help="The answers that the page saved.")
@click.option("--ask/--no-ask", default=None, help="Whether to ask here what is doubtful.  [default: where this is a terminal]")
@click.option("--map/--no-map", "look", default=True, help="Whether to read the map off its picture.  [default: map]")
def command(
    game: str,
    module: Path,
    folder: Path | None,
    logs: tuple[Path, ...],
    wanted: tuple[Path, ...],
    page: Path | None,
    answers: Path | None,
    ask: bool | None,
    look: bool,
) -> int:
    """Draft how MODULE, one of your own, means GAME: its pieces, map, boxes, dice and phases, from what they show.

    Writes a folder with binding.toml, a table of facts for you to fill in, what could be read off the picture of the map, and
    forms of the charts. Without -o it goes into your library, where `check` finds it; else give it with --survey. In a folder
    that is there already only what is new is put in: what you wrote stays as it is, and is learned from.
    """
    try:
        loaded = load(game)
        known = bindings_in(loaded.folder)
    except (GameError, GameFolderError) as error:
        raise click.BadParameter(plain(str(error)), param_hint="GAME") from None
    archive = open_archive(module)
    read = Module.read(archive)
    where = folder or home() / SURVEYS / f"{loaded.slug} {_safe(read.name)}"
    try:
        if answers is not None:
            _take(answers, loaded, read.name, where)
        kept, texts = kept_binding(where, read.name), texts_in(where)
        said = said_by_player(where, texts, loaded)
    except GameFolderError as error:
        raise click.BadParameter(plain(str(error)), param_hint="--out") from None
    draft = drafted(loaded, read, known, archive, logs, kept)
    files = files_of(draft, loaded, texts)
    seen = _map_read(draft, loaded, archive, said) if look and draft.places else None
    if seen is not None:
        files[FILE] = table_of(seen, said).encode("utf-8")
    values = values_of(draft, loaded.roster, archive, said.facts)
    if values:
        files[VALUES] = table_of_values(values).encode("utf-8")
    with all_or_none([module, *logs]) as outputs:
        if page is not None:
            outputs.text(page, page_of(draft, loaded, archive, seen, values))
        outputs.folder(where)
        for name, data in files.items():
            outputs.put(where / name, data)
    if not draft.gpids and not draft.maps:
        say_aside(f"note: nothing in {module.name} is called as in {loaded.title}: is it a module of that game?")
        say_aside(f"note: adjudicate module inspect {in_quotes(str(module))} says of which of our games it may be")
    for line in _told(draft):
        say(line)
    for line in () if seen is None else told(seen):
        say(line)
    if values:
        say(f"  {plural(len(values), 'number')} on counters read, to be confirmed: on the page, or in {VALUES}")
    for line in draft.unread:
        say_aside(f"note: {plain(line)}")
    say(f"{plural(len(files), 'file')} in {where}")
    if page is not None:
        say(f"{page}: open it in a browser, confirm or correct, save, and give what it saves back with --answers")
    asked = _wanted(loaded, module, where, wanted) if wanted else []
    if ask if ask is not None else sys.stdin.isatty() and sys.stdout.isatty():
        _ask(draft, loaded, asked, where)
    return ExitCode.OK


def _ask(draft: BindingDraft, loaded: LoadedGame, asked: Sequence[WantedFact], where: Path) -> None:
    """What is doubtful, asked one by one, and kept."""
    from adjudicator.cli.asking import STOP, Asking

    def read(prompt: str) -> str:
        try:
            return str(click.prompt(prompt, default="", show_default=False, prompt_suffix=""))
        except click.Abort:
            return STOP

    answers = Asking(loaded, read, say).all_of(draft, asked)
    if answers.facts or answers.units or answers.phases:
        _keep(answers, loaded, where, ())


def _map_read(draft: BindingDraft, loaded: LoadedGame, archive: Archive, said: SaidOfMap) -> MapReading | None:
    """The map as its picture shows it; None if that cannot be read, which keeps nobody from the rest."""
    try:
        return reading_of(draft, loaded, archive, said)
    except (NoNumpyError, BridgeError) as error:
        say_aside(f"note: {plain(str(error))}")
        return None


def _take(path: Path, loaded: LoadedGame, module: str, where: Path) -> None:
    """The answers of the page, put into the survey."""
    try:
        answers = read_answers(path, loaded, module)
    except AnswersError as error:
        raise click.BadParameter(plain(str(error)), param_hint="--answers") from None
    _keep(answers, loaded, where, [path])


def _keep(answers: Answers, loaded: LoadedGame, where: Path, read: Sequence[Path]) -> None:
    taken = with_answers(texts_in(where), answers, loaded)
    with all_or_none(read) as outputs:
        outputs.folder(where)
        for name in sorted(taken.changed):
            outputs.text(where / name, taken.texts[name])
    entries = f", {plural(len(answers.phases), 'entry', 'entries')} of the turn counter" if answers.phases else ""
    say(f"{plural(len(answers.facts), 'fact')}, {plural(len(answers.units), 'counter')}{entries} taken")


def _wanted(loaded: LoadedGame, module: Path, where: Path, logs: tuple[Path, ...]) -> list[WantedFact]:
    """The facts on which verdicts of these logs hang, as a table."""
    from adjudicator.referee import Referee
    from adjudicator.surveying import wanted

    checked = Referee(modules=[module], surveys=[where]).check_all(logs)
    for problem in checked.problems:
        say_aside(f"note: {plain(problem.message)}")
    open_ = [frozenset(finding.needs) for each in checked.files for finding in each.findings if finding.needs]
    asked = wanted.in_order(open_)
    old = texts_in(where).get(wanted.FILE)
    with all_or_none([module, *logs]) as outputs:
        outputs.text(where / wanted.FILE, wanted.table_of(asked, loaded, old))
    settled = asked[-1].settled if asked else 0
    say(f"{plural(len(asked), 'question')} to look up settle {settled} of {plural(len(open_), 'open verdict')}: {wanted.FILE}")
    for each in asked[:SHOWN]:
        say(f"  {question(each.name, loaded)} (settled by then: {each.settled})")
    return asked


def _told(draft: BindingDraft) -> list[str]:
    doubts = len(draft.unsure)
    found = [f"{plain(draft.module)}: {plural(len(set(draft.gpids.values())), 'unit')} bound, {plural(doubts, 'piece')} doubtful"]
    found += [f"  {plural(len(draft.missing), 'unit')} of the game without a piece"] if draft.missing else []
    found += [f"  map {plain(name)}: {number} of {draft.hexes} hexes by their numbers" for name, number in draft.maps.items()]
    return found if draft.maps else [*found, "  no map has the hexes of the game by their numbers"]


def _safe(name: str) -> str:
    return "".join(mark if mark.isalnum() or mark in " -" else "-" for mark in name).strip() or "module"
