"""Turn counters that tell turns and no phases: one entry for several phases, entries that are none, or words nobody has bound.

Then the phase is unknown, not the old one, and a log is read as that of players who do not move the counter but say the turn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from adjudicator.games import LoadedGame

from ..evidence.binding import BindingEntry, chit_of, phases_shown
from ..evidence.history import History

_NUMBER = re.compile(r"\d{1,9}")


def is_vague(loaded: LoadedGame, binding: BindingEntry, history: History) -> bool:
    """Does the counter ever show something in a log that is not one phase and no other?"""
    if not loaded.about.phases:
        return False
    said = (history.opening, *(event.turn for event in history.events))
    return any(len(phases_shown(binding, each) or ()) != 1 for each in said if each is not None)


def turns_told(binding: BindingEntry, history: History) -> Mapping[int, int]:
    """The steps at which the counter comes to another turn. Numbers in the names of entries are none of turns."""
    found: dict[int, int] = {}
    last = _turn(binding, history.opening)
    for event in history.events:
        turn = _turn(binding, event.turn)
        if turn is not None and turn != last:
            found[event.step], last = turn, turn
    return found


def _turn(binding: BindingEntry, said: str | None) -> int | None:
    for entry in binding.phases:
        said = None if said is None else said.replace(entry, "")
    number = _NUMBER.search(said or "")
    return None if number is None else int(number.group())


def unheard(history: History) -> History:
    """The log without what its counter says after the start."""
    return replace(history, events=tuple(replace(event, turn=None) for event in history.events))


def refills(binding: BindingEntry, history: History) -> bool:
    """Does a chit ever go back into the cup?"""
    cup = binding.chits.deck
    changes = (change for event in history.events for change in event.changes)
    moved = ((change.before, change.after) for change in changes if change.before is not None and change.after is not None)
    return bool(cup) and any(after.spot.deck == cup != before.spot.deck and chit_of(binding, after) for before, after in moved)
