"""Pieces of Seelow & Küstrin as our module shows them, for histories made by hand."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from adjudicator.evidence.binding import BindingEntry, bindings_in
from adjudicator.evidence.history import Counter
from adjudicator.explain.turns import PlayedGame, play
from adjudicator.games import LoadedGame, load

from .histories import MAP, Log, spot

PHASES = {
    "first barrage": "First player: barrage",
    "first movement": "First player: movement",
    "first defensive antitank fire": "Second player: antitank fire (defensive)",
    "first antitank fire": "First player: antitank fire",
    "first combat": "First player: combat",
    "second barrage": "Second player: barrage",
    "second movement": "Second player: movement",
    "rally": "Rally",
    "turn renewal": "Turn renewal",
}
ZHUKOV = "su-zhukov"  # he tells the second scenario from the first


@cache
def seelow() -> LoadedGame:
    return load("seelow-kustrin")


@cache
def binding() -> BindingEntry:
    (ours,) = bindings_in(seelow().folder)
    return ours.model_copy(update={"maps": (MAP,)})


def piece(unit: str, place: str, *, lost: int = 0, disrupted: bool = False, mode: str = "fire", height: int = 0) -> Counter:
    """A unit as it lies on the map, or in `Left the map` or another box."""
    levels = [("Step", 1 + lost), ("Disrupted", 1 if disrupted else -1)]
    if seelow().roster[unit].has("artillery").yes:
        levels.append(("Mode", 2 if mode == "move" else 1))
    at = replace(spot(place), x=int(place) if place.isdigit() else 0)
    return Counter(unit, unit, unit, "make", at, height, tuple(levels), (("unit", unit),))


def log(*pieces: Counter, phase: str, turn: int = 3) -> Log:
    """A log of the second scenario that begins when a phase does."""
    return Log(*pieces, piece(ZHUKOV, "3013")).step(turn=f"Turn {turn}: {PHASES[phase]}")


def played(given: Log) -> PlayedGame:
    return play(seelow(), binding(), given.history())


def actions(given: Log) -> list[object]:
    """What the log comes to after its first phase."""
    return [each.action for each in played(given).played[1:]]


def faults(given: Log) -> list[tuple[int, str, str]]:
    return [(each.step, found.verdict.value, found.rule) for each in played(given).played for found in each.judged.findings]
