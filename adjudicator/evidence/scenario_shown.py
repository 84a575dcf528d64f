"""Which scenario a position in the middle of a game belongs to: the only one in which all its units take part."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from adjudicator import factname
from adjudicator.facts import Unknown
from adjudicator.games import LoadedGame

LASTING = ("scenario", "first player")  # what a scenario notes once for all its turns


def lasting_notes(loaded: LoadedGame, units: Collection[str]) -> Mapping[str, Any]:
    """What a scenario states for good. Where several may be meant, what they do not agree on is not known."""
    arriving = {line.unit for line in loaded.arrivals}
    found = [
        scenario.about.notes
        for scenario in loaded.scenarios.values()
        if all(unit in scenario.standings or unit in arriving for unit in units)
    ]
    notes: dict[str, Any] = {}
    for key in LASTING:
        said = [each[key] for each in found if key in each]
        if said:
            notes[key] = said[0] if len({str(each) for each in said}) == 1 else Unknown(factname.read(key))
    return notes
