"""What is reported: a finding is a proof, not a grumble."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .factname import FactName
from .verdict import Severity, Verdict
from .words import noun, plural

_NAMED = 4  # units in a note
_TODO = "look it over on the page that `adjudicate survey` writes with --page, and give its answers back with --answers"


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file: the step as VASSAL's step button counts it, and the entry of the file it stands in."""

    file: str
    step: int | None = None
    entry: int | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the arithmetic or of the evidence behind a finding."""

    value: str
    reason: str
    cite: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulingTold:
    """A ruling on a defect of the rulebook without which a finding would not be what it is, as a report explains it."""

    defect: str  # D30
    title: str
    reading: str  # the key of the reading taken
    text: str  # what it says
    otherwise: tuple[Otherwise, ...]  # the other readings under which the finding would not be what it is

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            f"rests on {self.defect} ({self.title}): {self.text}",
            *(f"otherwise {each.switch}: {each.text}" for each in self.otherwise),
        )


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Another reading of a defect: how to choose it, and what it says."""

    switch: str  # --ruling koenigsberg-rg/D30=both
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found. `check` names the check or rule and explains itself by `adjudicate rule CHECK`."""

    check: str
    message: str  # one plain sentence, without secrets
    where: Where
    severity: Severity = Severity.WARNING
    verdict: Verdict | None = None  # None: the check knows no rules of the game
    player: str | None = None
    side: str | None = None  # whose units it is about; else the side whose phase it is
    turn: int | None = None
    phase: str | None = None
    units: tuple[str, ...] = ()  # their ids
    pieces: tuple[str, ...] = ()  # as players call them
    hexes: tuple[str, ...] = ()
    cite: tuple[str, ...] = ()  # sections of the rulebook, as printed
    rows: tuple[Row, ...] = ()
    rests_on: tuple[str, ...] = ()  # assumptions
    rulings: tuple[RulingTold, ...] = ()
    fix: str | None = None
    needs: tuple[FactName, ...] = ()  # the facts that would decide, where it is undecided
    also: tuple[Where, ...] = ()  # other places that belong to it
    root: bool = True  # False: follows only from an earlier finding
    marks: tuple[MapMark, ...] = ()


@dataclass(frozen=True, slots=True)
class MapMark:
    """A point on a map that a diagram or a note counter can show."""

    map: str
    x: int
    y: int
    label: str
    from_x: int | None = None
    from_y: int | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be judged, and why."""

    file: str
    message: str


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """What verdicts on a file rest on though nobody has looked at it."""

    facts: int = 0  # read off the picture of the map
    units: tuple[str, ...] = ()  # names of those whose counters were taken for theirs with doubt, and which were in play
    steps: tuple[int, ...] = ()  # of actions that are called legal by that
    asked: int = 0  # actions that are undecided only because nobody is accused by that

    def told(self, legal: int) -> Iterator[str]:
        """In sentences. `legal`: how many actions are called so."""
        if self.steps:
            are = "was" if self.facts == 1 else "were"
            read = f"{plural(self.facts, 'fact')} {are} read off the picture of the map" if self.facts else ""
            named = f"{', '.join(self.units[:_NAMED])}{' and others' if len(self.units) > _NAMED else ''}"
            are = "is" if len(self.units) == 1 else "are"
            bound = f"{plural(len(self.units), 'unit')} {are} bound with doubt ({named})" if self.units else ""
            rests = (
                f"{len(self.steps):,} of {legal:,} legal {noun(legal, 'action')} {'rests' if len(self.steps) == 1 else 'rest'}"
            )
            yield f"{rests} on what nobody has confirmed: {' and '.join(filter(None, (read, bound)))}; {_TODO}"
        if self.asked:
            what = "one action hangs" if self.asked == 1 else f"{self.asked} actions hang"
            yield (
                f"{what} on what was read off the picture of the map and nobody has confirmed; nobody is accused by that. "
                "Look the lines of facts-map.csv over, and clear the note of those that are right"
            )
