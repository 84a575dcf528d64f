"""What a picture of a position shows, in plain values that a report can draw without knowing the game.

Places are in hundredths of a hex, from flat side to flat side, x to the right and y down, as players have the map before them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.engine.hexes import Hex
from adjudicator.verdict import Verdict

Point: TypeAlias = tuple[int, int]
Zone: TypeAlias = Literal["", "sure", "perhaps"]
Role: TypeAlias = Literal["", "start", "goal", "target", "allowed", "reach", "blocking", "source", "about"]
Part: TypeAlias = Literal["", "acting", "facing"]
Course: TypeAlias = Literal["move", "line", "retreat", "advance", "unclear"]

HEX = 100
"""From flat side to flat side of a hex."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex of the map."""

    hex: str
    at: Point
    terrain: tuple[str, ...] | None  # None: nobody knows
    name: str = ""
    zone: Zone = ""  # is it in a zone of control of the acting side's enemies?
    role: Role = ""


@dataclass(frozen=True, slots=True)
class PictureLine:
    """Something along a hexside (from corner to corner), or a road or railway (from the middle of a hex to its side)."""

    kind: str
    begin: Point
    end: Point
    towards: Point | None = None  # the middle of the hex that a line of defence protects


@dataclass(frozen=True, slots=True)
class PictureCounter:
    """A unit in a hex of the picture."""

    hex: str
    name: str
    ratings: str  # what is printed on the side that shows: `6-4-5`
    side: int  # its place among the sides of the game
    part: Part = ""
    marks: tuple[str, ...] = ()
    reduced: bool = False
    coming: bool = False  # enters play here, or ended here; it does not stand here before the action


@dataclass(frozen=True, slots=True)
class Stop:
    """A hex on a path: what has been spent so far, what this step took, and whether that is more than there was."""

    at: Point
    total: str
    step: str
    said: str
    over: bool = False


@dataclass(frozen=True, slots=True)
class PictureTrack:
    """A path through hexes."""

    course: Course
    points: tuple[Point, ...]
    stops: tuple[Stop, ...] = ()


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack from one hex on another."""

    begin: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Picture:
    """The part of the map that an action or a finding is about, on the position before it."""

    title: str
    verdict: Verdict | None
    notes: tuple[str, ...]
    cells: tuple[Cell, ...]
    sides: tuple[str, ...]  # of the game, by name
    hexsides: tuple[PictureLine, ...] = ()
    routes: tuple[PictureLine, ...] = ()
    counters: tuple[PictureCounter, ...] = ()
    tracks: tuple[PictureTrack, ...] = ()
    strikes: tuple[Strike, ...] = ()
    sideways: bool = False  # do the hexes stand on a corner?
    north: float = 0.0  # degrees clockwise from the top of the picture


@dataclass(frozen=True, slots=True)
class Leg:
    """One hex of a way: what it took, what that comes to, and whether it is beyond what there was."""

    hex: Hex
    label: str  # with its name
    step: str
    total: str
    over: bool = False


@dataclass(frozen=True, slots=True)
class Journey:
    """A move along one path: the one that the players named, or the cheapest."""

    unit: str  # by name
    start: Hex
    legs: tuple[Leg, ...]
    mode: str
    has: str  # points
    named: bool
    rule: str = ""  # the rule of which it is the arithmetic; empty for a move in order

    @property
    def needs(self) -> str:
        return self.legs[-1].total

    @property
    def too_far(self) -> bool:
        """Do its points alone say that it goes too far?"""
        return bool(self.legs) and self.legs[-1].over and self.needs not in ("", "all")

    @property
    def last_stop(self) -> Hex | None:
        """The last hex in which it still had points for what it had done; None where it had none even for the first."""
        within = [leg.hex for leg in self.legs if not leg.over]
        return within[-1] if within and self.too_far else None
