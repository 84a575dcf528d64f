"""A log handed over in the middle of a phase: the first half, the save at the hand-over, and the half that begins there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from adjudicator.correct.ending import end_as_save
from vassal_bridge.archive import open_archive
from vassal_bridge.commands import parse_command
from vassal_bridge.compose import step, write_new
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

from .gestures import Back, Commands, Drag, Flip, Lift, Tick, Undo
from .page import Deed, Luck
from .rewrite import Done, Game, Script, metadata, write

_FRESH = {"result": "1", "total": "0", "keep": "0", "summary": ""}  # what dice show in a game that was just loaded


def halves(script: Script, played: Game, target: Path, luck: Luck) -> list[tuple[Path, Script]]:
    """The log, in one file or in two. One with a violation stays whole: what makes it one may stand in the first half."""
    places = list(_places(script)) if script.page.planted is None else []
    if not places or not luck.strikes():
        write(script, played, target)
        return [(target, script)]
    script.page.whole.append(luck.habit)
    place = luck.dice.choice(places)
    before = max((each.step for each in script.done[:place] if each.step), default=0)
    first = replace_done(script, script.done[:place])
    second = replace_done(script, tuple(_later(each, before) for each in script.done[place:]))
    one, save, other = (target.with_name(f"{target.stem}-{name}") for name in ("a.vlog", "a.vsav", "b.vlog"))
    write(first, played, one)
    end = end_as_save(read_saved(one), Module.read(open_archive(played.module)))
    write_new(save, end.entries, metadata(played))
    steps = [step([parse_command(text) for text in commands]) for commands in _reloaded(second)]
    write_new(other, [*end.entries, *steps], metadata(played))
    return [(one, first), (other, second)]


def _places(script: Script) -> Iterator[int]:
    """Entries in the middle half of a log before which it may be cut: neither at a click nor between a step and its undoing, nor
    while a counter stands where it was put by mistake, since nobody could see that in the file."""
    count, astray = len(script.done), set[str]()
    for place in range(1, 3 * count // 4):
        _strays(script.done[place - 1].deed, astray)
        near = [each.deed.gesture for each in script.done[place - 1 : place + 1]]
        if place >= count // 4 and not astray and not any(isinstance(gesture, Tick | Undo) for gesture in near):
            yield place


def _strays(deed: Deed, astray: set[str]) -> None:
    """Keep those counters that are put or turned by mistake, until they are put right."""
    match deed.gesture:
        case Lift(piece=piece) | Flip(piece=piece, back=False):
            astray.add(piece)
        case Drag(pieces=pieces) if deed.extra:
            astray.update(pieces)
        case Drag(pieces=pieces):
            astray.difference_update(pieces)
        case Back(piece=piece) | Flip(piece=piece):
            astray.discard(piece)
        case Undo():
            astray.clear()


def _later(done: Done, before: int) -> Done:
    return replace(done, step=None if done.step is None else done.step - before)


def replace_done(script: Script, done: tuple[Done, ...]) -> Script:
    return Script(script.page, done, script.recorded, script.table, script.speakers)


def _reloaded(script: Script) -> Iterator[Commands]:
    """The commands of the second half: what dice showed before is not in the save, so they begin anew."""
    seen: set[str] = set()
    for done in script.done:
        commands: Commands = []
        for command in done.commands:
            if command.startswith("MutableProperty\t"):
                word, name, _, new, where = command.split("\t")
                if name not in seen:
                    seen.add(name)
                    command = "\t".join((word, name, _FRESH[name.rpartition("_")[2]], new, where))
            commands.append(command)
        yield commands
