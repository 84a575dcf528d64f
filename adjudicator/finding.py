"""What is reported: a finding is a proof, not a grumble."""

from __future__ import annotations

from dataclasses import dataclass, field

from .factname import FactName
from .verdict import Severity, Verdict


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
class Findings:
    """Findings in the order of their files and steps."""

    items: tuple[Finding, ...] = field(default=())

    def worst(self) -> Severity | None:
        return max((finding.severity for finding in self.items), key=lambda severity: severity.rank, default=None)
