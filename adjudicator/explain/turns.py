"""A log as a turn of a game: what its steps come to, judged action by action.

Players drag counters straight to where they end, take back, nudge stacks and roll before they say what for. So steps are gathered
into segments, between one announcement, die, chit or phase and the next, and only what a segment comes to is judged: where each
unit stood before and stands after. Whatever was judged, play goes on from what the pieces show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.actions import Roll
from adjudicator.games import LoadedGame
from adjudicator.games.stated_facts import NOTHING_TOLD, Telling

from ..evidence.binding import BindingEntry
from ..evidence.history import Event, History
from ..evidence.notation import notes_in
from ..evidence.positions import control_in, read_pieces, table_of
from .board import Played, PlayedBoard, PlayedGame
from .checks import CHECKED, RALLIED, Checks, purpose_of
from .chits import Chits, drawn
from .combats import Combats
from .fires import Fires
from .inference.dice import Guesses
from .inference.timeless import Timeless
from .inference.unshown import Unshown
from .marks import before_moves, marks, taken
from .phases import Phases, shown
from .premature_phases import forgiving
from .scene import Dice, Heard, Mechanism, ReadingScene
from .segments import complete, moves, take_in
from .throws import Throws

__all__ = ["Played", "PlayedGame", "play"]


def play(loaded: LoadedGame, binding: BindingEntry, history: History, telling: Telling = NOTHING_TOLD) -> PlayedGame:
    """Every action of a log in order, each judged on the position that the one before it made."""
    scene = _begin(loaded, binding, history, telling)
    start = scene.table
    played = tuple(_actions(scene, history))
    return PlayedGame(start, forgiving(played), scene.table)


def _begin(loaded: LoadedGame, binding: BindingEntry, history: History, telling: Telling) -> ReadingScene:
    counters = history.start.values()
    opening = shown(binding, history.opening or "")
    control = control_in(binding, counters, loaded.board.grid)
    pieces = read_pieces(loaded, binding, counters)
    turn, phase = (None, "") if opening is None else (opening.turn, opening.phase)
    table = replace(table_of(loaded, binding, pieces, turn, phase, control), told=telling.at())
    scene = ReadingScene(loaded, binding, PlayedBoard(table, telling=telling), dict(history.start))
    scene.events = tuple(history.events)
    scene.parts = _parts(scene)
    return scene


def _parts(scene: ReadingScene) -> tuple[Mechanism, ...]:
    """The mechanisms that the game has, in the order in which they are asked."""
    throws = Throws(scene)
    found: list[Mechanism] = [throws, Phases(scene)]
    if scene.binding.chits.deck or "chits" in scene.loaded.game.charts:
        found.append(Chits(scene, throws))
    rules = scene.table.rules
    if rules.all_of("fire.rating"):
        found.append(Fires(scene))
    if purpose_of(scene.table, CHECKED) or purpose_of(scene.table, RALLIED):
        found.append(Checks(scene))
    found.append(Unshown(scene) if scene.binding.chits.deck else Timeless(scene))
    return (*found, Guesses(scene), Combats(scene))


def _actions(scene: ReadingScene, history: History) -> Iterator[Played]:
    for event in history.events:
        yield from _step(scene, _heard(scene, event))
    for part in scene.parts:
        yield from part.waited(None)
    yield from _close(scene)


def _heard(scene: ReadingScene, event: Event) -> Heard:
    chits = tuple(chit for change in event.changes if (chit := drawn(scene.binding, change)) is not None)
    return Heard(event, notes_in(event.chat), _die(scene.binding, event), chits)


def _die(binding: BindingEntry, event: Event) -> tuple[str, Dice] | None:
    for roll in event.rolls:
        purpose = binding.dice.get(roll.die)
        if purpose is not None and roll.results:
            return purpose, roll.results
    return None


def _step(scene: ReadingScene, heard: Heard) -> Iterator[Played]:
    hearing = [part.hears(heard) for part in scene.parts]
    for part in scene.parts:
        yield from part.waited(heard)
    gathered = heard.die is not None and any(part.gathers(heard.die[0]) for part in scene.parts)
    if any(hearing) or (heard.die is not None and not gathered):
        yield from _close(scene)
    take_in(scene, heard.event, heard.notes)
    for part in scene.parts:
        yield from part.told(heard)
    if heard.die is not None:
        yield from _rolled(scene, heard.step, *heard.die)


def _rolled(scene: ReadingScene, step: int, purpose: str, dice: Dice) -> Iterator[Played]:
    """Dice are for whom they are waited for; else for whose matter they are; else for themselves."""
    taker = next((part for part in reversed(scene.parts) if part.takes(purpose)), None)
    taker = taker or next((part for part in scene.parts if part.knows(purpose)), None)
    if taker is None:
        yield from scene.act(step, Roll(purpose, dice))
    else:
        yield from taker.rolled(step, purpose, dice)


def _close(scene: ReadingScene) -> Iterator[Played]:
    closing = complete(scene)
    if closing is None:
        return
    for part in scene.parts:
        yield from part.closes(closing)
    if not closing.segment.unclear:
        yield from before_moves(scene, closing)
        yield from moves(scene, closing)
        yield from marks(scene, closing)
        yield from taken(scene, closing)
    scene.board.settle(closing.seen)
