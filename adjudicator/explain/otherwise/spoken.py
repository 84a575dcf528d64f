"""Attacks that were announced in talk and not as notes, where it is plain what was meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...evidence.names import everybody_called
from ...evidence.notation import Note, any_aircraft, in_plain_words
from ...evidence.observations import Heard
from ..scene import ReadingScene
from .notes import fit, is_announced, last_die
from .way import LATE, announces, fought, goes_on, thrown

_SUPPOSED = re.compile(  # of an attack that nobody makes, or makes now
    r"\b(?:if|when|would|could|should|might|maybe|perhaps|not|never|next|last|later|wenn|falls|würden?|könnten?|sollten?|wäre"
    r"|vielleicht|nicht|nie|nächste\w*|letzte\w*|später|si|cuando|sería|podría|quizás?|tal vez|no|nunca|próxim[oa]"
    r"|últim[oa]|luego)\b|n't\b",
    re.IGNORECASE,
)


def plainly_said(scene: ReadingScene, steps: tuple[Heard, ...]) -> tuple[Heard, ...]:
    """The steps with each attack that was announced in plain words as a note: it names a hex and nobody but units, a die for it
    comes before anything else is said, thrown, drawn or clicked, and nothing else waits for that die."""
    new = list(steps)
    for at, heard in enumerate(steps):
        if heard.notes or heard.die is not None or not heard.event.chat:
            continue
        said = tuple(note for line in heard.event.chat if (note := _said(line)) is not None)
        if len(said) == 1 and _is_known(scene, said[0]) and _is_rolled_for(scene, said, steps, at):
            new[at] = replace(heard, notes=said)
    return tuple(new)


def _said(line: str) -> Note | None:
    return None if _SUPPOSED.search(line) else in_plain_words(line)


def _is_known(scene: ReadingScene, note: Note) -> bool:
    """Is there such a hex, and does every name mean somebody?"""
    known = (any_aircraft(name) or everybody_called(scene.table, name) for name in note.names)
    return note.hexes[0] in scene.table.grid and all(known)


def _is_rolled_for(scene: ReadingScene, said: tuple[Note, ...], steps: Sequence[Heard], at: int) -> bool:
    before = next((i for i in range(at - 1, max(0, at - LATE) - 1, -1) if _tells(steps[i])), None)
    if before is not None and _waits_for_a_die(steps, before):
        return False
    after = next((each for each in steps[at + 1 : at + LATE] if _tells(each)), None)
    return after is not None and not announces(after) and fought(scene, after) and fit(said, after)


def _waits_for_a_die(steps: Sequence[Heard], at: int) -> bool:
    """Is a note for a die to come, and not for the one before it, of which nobody had said what it is for?"""
    if not announces(steps[at]) or thrown(steps[at]) is not None:
        return False
    die = last_die(steps, at)
    return die is None or not fit(steps[at].notes, steps[die]) or is_announced(steps, die)


def _tells(heard: Heard) -> bool:
    return thrown(heard) is not None or announces(heard) or bool(heard.drawn) or goes_on(heard)
