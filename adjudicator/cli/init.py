"""`adjudicate init`: a project file beside a campaign's logs, made by asking."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from adjudicator.cli.complete import complete_game
from adjudicator.cli.console import say
from adjudicator.cli.paths import expand
from adjudicator.evidence.binding import binding_for
from adjudicator.games import games, load
from adjudicator.referee.project import PROJECT_FILE, project_in
from vassal_bridge.archive import open_archive
from vassal_bridge.errors import BridgeError
from vassal_bridge.metadata import read_metadata
from vassal_bridge.write import write_bytes

_MOST = 50  # files looked into


@click.command(name="init")
@click.argument("folder", default=".", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--game", shell_complete=complete_game, help="The game, instead of asking.")
@click.option("-m", "--module", "modules", multiple=True, type=click.Path(path_type=Path, exists=True), help="The module.")
@click.option("--player", "players", multiple=True, metavar="SIDE=NAME", help="Who plays a side (may be given several times).")
@click.option("--yes", is_flag=True, help="Ask nothing.")
def command(folder: Path, game: str | None, modules: tuple[Path, ...], players: tuple[str, ...], yes: bool) -> None:
    """Write adjudicate.toml into FOLDER, so that `adjudicate check` needs no options there."""
    target = folder / PROJECT_FILE
    if target.exists():
        raise click.UsageError(f"{target} is there already; it is a text file that you can edit")
    played_on = Counter(_modules_of(folder))
    fitting = [slug for slug, at in games().items() if any(binding_for(at, name) is not None for name in played_on)]
    guess = fitting[0] if len(fitting) == 1 else None  # of several games each log's module says its own
    if game is None:
        game = guess if yes else _asked_game(guess)
    known = games()
    if game and game not in known:
        raise click.BadParameter(f"there is no game {game}; there are {', '.join(known)}", param_hint="--game")
    given = [str(path) for path in modules]
    if not given and not yes:
        answer = click.prompt("Module file (nothing: ours, or the one beside the logs)", default="", show_default=False)
        given = [answer] if answer else []
    who = dict(each.partition("=")[::2] for each in players)
    if game and not who and not yes:
        for side in load(game).about.sides:
            name = click.prompt(f"Who plays {side.name}? (nothing: leave it out)", default="", show_default=False)
            who |= {side.id: name} if name else {}
    write_bytes(target, "".join(f"{line}\n" for line in _lines(game or "", given, who)).encode("utf-8"))
    project_in(folder)  # it reads back
    say(f"{target.as_posix()}: written. In that folder now: adjudicate check")


def _asked_game(guess: str | None) -> str:
    said = f"{', '.join(games())}; {'nothing: each log by its module' if guess is None else 'auto: each log by its module'}"
    game = str(click.prompt(f"Game ({said})", default=guess or "", show_default=guess is not None))
    return "" if game == "auto" else game


def _modules_of(folder: Path) -> Iterator[str]:
    """What the logs in a folder say they were played on."""
    for path in expand([folder])[:_MOST]:
        try:
            name = read_metadata(open_archive(path)).module_name
        except BridgeError:
            continue
        if name is not None:
            yield name


def _lines(game: str, modules: list[str], players: dict[str, str]) -> Iterator[str]:
    yield "# What `adjudicate` would else be told with every command in this folder. Paths count from here."
    yield f"game = {_quoted(game)}" if game else '# game = "koenigsberg-rg"        # left out: by the module'
    yield (
        f"module = [{', '.join(map(_quoted, modules))}]" if modules else '# module = ["game.vmod"]         # left out: looked for'
    )
    yield '# survey = ["survey"]             # folders that bind a module of your own'
    yield '# options = ["fog-of-war"]        # optional rules that you play with'
    yield '# answers = ["answers.csv"]       # what `check --ask answers.csv` wrote and you filled in'
    yield ""
    yield "# [rulings]                       # where you read the rulebook otherwise; adjudicate rule GAME --defects"
    yield '# D4 = "other"'
    yield ""
    yield "[players]"
    yield from (f"{side} = {_quoted(name)}" for side, name in players.items())


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
