"""Turn trackers: from the state text of one to the turn it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..fields import java_int
from ..grids import Format, Say
from ..module import TurnLevel, TurnTracker
from ..sequence import decode

_LEVELS = 15  # as many as VASSAL names in a format


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn tracker shows: the levels in force from the outermost, each with its name and value, and all as one text."""

    tracker: str
    levels: tuple[tuple[str, str], ...]
    text: str
    properties: Mapping[str, str]


def read_turn(tracker: TurnTracker, state: str, say: Say) -> Turn:
    """The turn in a state; what a state leaves out is as at the start."""
    first, *states = decode(state, "|")
    properties: dict[str, str] = {}
    shown: list[tuple[str, str]] = []
    texts: dict[str, str | None] = {f"level{place + 1}": "" for place in range(_LEVELS)}
    waiting = [
        (level, states[place] if place < len(states) else "", place == (java_int(first) or 0))
        for place, level in reversed(list(enumerate(tracker.levels)))
    ]
    while waiting:
        level, code, current = waiting.pop()
        tokens = decode(code, ";")
        fixed = 4
        value = _value(level, tokens)
        properties[level.property] = value
        if current:
            shown.append((level.name, value))
            if len(shown) <= _LEVELS:
                texts[f"level{len(shown)}"] = Format(level.format).render({"value": value}, say)
        below = java_int(tokens[1]) or 0 if len(tokens) > 1 else 0
        waiting.extend(
            (inner, tokens[fixed + place] if fixed + place < len(tokens) else "", current and place == below)
            for place, inner in reversed(list(enumerate(level.levels)))
        )
    text = Format(tracker.format).render(texts, say)
    properties[f"{tracker.name}_value"] = text
    return Turn(tracker.name, tuple(shown), text, properties)


def _value(level: TurnLevel, tokens: list[str]) -> str:
    current = java_int(tokens[0])
    if current is None:
        current = level.start
    if level.kind != "list":
        return str(current)
    return level.entries[current] if 0 <= current < len(level.entries) else ""
