"""Counters that no binding knows: they are told, and nobody is accused where they could have changed what is legal."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator.engine.actions import Activate, Draw
from adjudicator.engine.hexes import Hex
from adjudicator.evidence.binding import means_nothing, place_of
from adjudicator.evidence.history import Counter, History
from adjudicator.explain.judging import Grounds, JudgedFile
from adjudicator.finding import Finding
from adjudicator.verdict import Severity, Verdict
from adjudicator.words import plural

_NAMED = 6  # counters in a note
_NEAR = 1  # hexes: as far as a zone of control reaches


@dataclass(frozen=True, slots=True)
class Strangers:
    """What nobody knows in a file: names of counters and how many there are, the hexes they stood in, whether some are chits."""

    names: dict[str, int]
    hexes: dict[Hex, str]  # with the name of one that stood there
    chits: bool = False

    @property
    def note(self) -> str:
        """`11 counters on the map mean nothing to me: Blue Repl (3), Storm`."""
        told = [f"{name} ({count})" if count > 1 else name for name, count in list(self.names.items())[:_NAMED]]
        more = len(self.names) - len(told)
        listed = ", ".join(told) + (f" and {more} more" if more else "")
        count = sum(self.names.values())
        mean = "means" if count == 1 else "mean"
        return (
            f"{plural(count, 'counter')} on the map {mean} nothing to me: {listed}; what stands beside them is not held against "
            "anybody. Say in binding.toml what they are, or that they are `nothing`"
        )


def strangers_in(history: History, judged: JudgedFile) -> Strangers | None:
    """None if every counter means something. Whatever a counter did in the log counts, wherever it stood."""
    if judged.game is None or judged.binding is None:
        return None
    grid, binding = judged.game.board.grid, judged.binding
    names: dict[str, str] = {}
    hexes: dict[Hex, str] = {}
    chits = False
    for counter in _every(history):
        if counter.spot.map not in binding.maps or not means_nothing(binding, counter):
            continue
        names[counter.id] = counter.printed or counter.name
        place = place_of(binding, counter.spot, grid)
        if place is not None and place in grid:
            hexes[place] = names[counter.id]
        chits = chits or (bool(binding.chits.deck) and counter.spot.deck == binding.chits.deck)
    return Strangers(dict(Counted(names.values()).most_common()), hexes, chits) if names else None


def _every(history: History) -> Iterator[Counter]:
    yield from history.start.values()
    for event in history.events:
        yield from (change.after for change in event.changes if change.after is not None)


def without_accusing(judged: JudgedFile, strangers: Strangers) -> JudgedFile:
    """The same file with what such a counter could have changed left undecided."""
    findings = tuple(_doubted(*each, strangers) for each in zip(judged.findings, judged.grounds, strict=True))
    return replace(judged, findings=findings, notes=(*judged.notes, strangers.note))


def _doubted(finding: Finding, grounds: Grounds, strangers: Strangers) -> Finding:
    if finding.verdict is not Verdict.ILLEGAL:
        return finding
    near = _near(finding, grounds, strangers)
    if near is None:
        return finding
    why = f"what {near} is that stands there, which means nothing to me"
    return replace(finding, verdict=Verdict.UNDECIDED, severity=Severity.WARNING, fix=None, rests_on=(*finding.rests_on, why))


def _near(finding: Finding, grounds: Grounds, strangers: Strangers) -> str | None:
    """A counter that means nothing and stands where it could matter to a finding."""
    table = grounds.table
    action = None if grounds.judged is None else grounds.judged.action
    if strangers.chits and isinstance(action, Draw | Activate):
        return "a chit in the cup"
    told = " ".join(row.reason for row in finding.rows).replace("-", " ").split()
    places = {*finding.hexes, *(word.strip(",;:()") for word in told), *(table.place_of(unit) for unit in finding.units)}
    about = {place for place in places if place is not None and place in table.grid}
    return next(
        (name for hex, name in strangers.hexes.items() if any(table.grid.distance(hex, each) <= _NEAR for each in about)), None
    )
