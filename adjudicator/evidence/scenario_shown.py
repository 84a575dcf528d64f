"""Which scenario a position in the middle of a game belongs to: the only one in which all its units take part."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.engine.state import State
from adjudicator.games import LoadedGame
from adjudicator.rules.circumstances import FIRST_PLAYER, SCENARIO

LASTING = (SCENARIO, FIRST_PLAYER)  # what a scenario notes once for all its turns


def lasting(loaded: LoadedGame, units: Collection[str], state: State) -> State:
    """With what a scenario states for good. Where several may be meant, what they do not agree on is not known."""
    arriving = {line.unit for line in loaded.arrivals}
    found = [
        scenario.about.notes
        for scenario in loaded.scenarios.values()
        if all(unit in scenario.standings or unit in arriving for unit in units)
    ]
    for memory in LASTING:
        said = {str(each[memory.name]) for each in found if memory.name in each}
        if said:
            state = state.remember(memory, min(said)) if len(said) == 1 else state.forget(memory)
    return state
