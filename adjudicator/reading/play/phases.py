"""Turns and phases: as the module's counter shows them, and as players type them."""

from __future__ import annotations

import re

from adjudicator.engine.actions import Phase
from adjudicator.engine.state import State
from adjudicator.games import LoadedGame

from .binding import BindingEntry
from .notation import Note

_NUMBER = re.compile(r"\d+")


def shown(binding: BindingEntry, counter: str, now: str = "") -> Phase | None:
    """What the turn counter says: the longest name of a phase in it (else the phase goes on), the first number, a side."""
    said = counter.lower()
    names = sorted(binding.phases, key=len, reverse=True)
    phase = next((binding.phases[name] for name in names if name.lower() in said), None)
    number = _NUMBER.search(said)
    if phase is None and number is None:
        return None
    side = next((side for name, side in binding.sides.items() if name.lower() in said), "")
    return Phase(phase or now, side, int(number.group()) if number else None)


def typed(loaded: LoadedGame, binding: BindingEntry, note: Note, state: State) -> Phase | None:
    """`!turn 3`, `!phase supply`."""
    if note.verb == "turn":
        number = next((int(word) for word in note.text.split() if word.isdigit()), None)
        return None if number is None else Phase(state.phase, state.active, number)
    if note.verb != "phase":
        return None
    wanted = note.text.lower().strip(" .")
    if wanted in {phase.id for phase in loaded.about.phases}:
        return Phase(wanted)
    found = next((binding.phases[name] for name in binding.phases if name.lower() == wanted), None)
    return None if found is None else Phase(found)
