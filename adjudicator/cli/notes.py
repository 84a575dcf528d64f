"""`adjudicate notes`: what players may type in chat, on one screen."""

from __future__ import annotations

import click

from adjudicator.cli.complete import complete_game
from adjudicator.cli.console import look, say
from adjudicator.games import GameError, GameFolderError, load
from adjudicator.words import plain

_EVERYWHERE = (
    ("!attack 1334 with 21, 28", "who attacks the hex; add `on 3-1`, `result D2` to have them checked"),
    ("!path 21 1233-1234-1235", "which way a unit went"),
    ("!phase combat   !turn 3", "where the game is, if no turn counter says so"),
    ("!roll supply for 21", "what the next dice are for"),
    ("!mode 5 Pz rail", "how a unit goes"),
    ("!exit 21", "the unit left the map and is not lost"),
)
_BY_CHART = {  # what only games with such tables have: a part of the chart's name, or the word of a rule
    "bombardment": (("!bombard 1334", "a bombardment that the next die resolves"),),
    "air": (("!attack 1334 with 21, air full", "aircraft help, and how much"),),
    "chit": (("!hq 41 Pz", "the headquarters that a chit activates"),),
    "barrage": (("!barrage 2309 with 32 AAG", "guns shell a hex; add `total 12 result 2`"),),
    "antitank": (("!fire 20/11 T with I/8 Pz", "units fire at a tank"),),
    "morale": (("!morale 20/11 T", "whose check the next die is"),),
    "rally": (("!rally I/300 G", "who tries to rally"),),
}


@click.command(name="notes")
@click.argument("game", required=False, shell_complete=complete_game)
def command(game: str | None) -> None:
    """List the notes that players may type in VASSAL's chat before they roll, so that nothing must be guessed; with GAME, those
    that it has a use for."""
    lines = list(_EVERYWHERE)
    words = None
    if game is not None:
        try:
            loaded = load(game)
        except (GameError, GameFolderError) as error:
            raise click.UsageError(plain(str(error))) from None
        words = " ".join((*loaded.game.charts, *(rule.id for rule in loaded.rules), *(rule.entry.use for rule in loaded.rules)))
        say(f"{loaded.title}: type before the dice")
    else:
        say("Type before the dice, in any module")
    lines += [note for key, notes in _BY_CHART.items() if words is None or key in words for note in notes]
    width = look().width
    column = max(len(note) for note, _ in lines)
    for note, said in lines:
        if column + 4 + len(said) <= width:
            say(f"  {note:<{column}}  {said}")
        else:
            say(f"  {note}")
            for line in look().wrapped(said, "      "):
                say(line)
    say("Names as on the counters, upper or lower case. What is not understood is only chat. All of it: docs/notes.md")
    say(f"Where several bear a name: adjudicate rule {game or 'GAME'} --units lists the ids")
