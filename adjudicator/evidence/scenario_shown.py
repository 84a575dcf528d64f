"""What is known of a game in whose middle a file begins: its scenario, if all its units take part in one only."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.engine.memory import Lifetime
from adjudicator.engine.state import State
from adjudicator.facts import Known
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


def is_set_up(loaded: LoadedGame, state: State) -> bool:
    """Does every unit stand as a scenario sets it up? Before that nothing was played."""
    standings = {unit.id: standing for unit, standing in state.units}
    return any(dict(scenario.standings) == standings for scenario in loaded.scenarios.values())


def unseen(loaded: LoadedGame, state: State) -> State:
    """With what was done in the turn before the file begins as unknown, wherever it allows something, or brings it about.

    What only ever forbids is taken not to have been done.
    """
    if loaded.about.phases and state.phase == loaded.about.phases[0].id:
        return state
    for memory in loaded.game.memories.values():
        passing = memory.lasts in (Lifetime.ACTIVATION, Lifetime.TURN) and "{}" not in memory.name
        if passing and not memory.forbids and isinstance(memory.default, Known) and state.stated(memory) is None:
            state = state.forget(memory)
    return state
