"""What an action is about, in hexes and units: what every picture of it must show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from adjudicator.engine.hexes import Hex
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.table import Table
from adjudicator.rules.zoc import Purpose

from .model import Course, Role


@dataclass(frozen=True, slots=True)
class Pace:
    """A step of a path in words: what it took, and what it comes to so far."""

    total: str
    step: str
    said: str
    over: bool = False


@dataclass(frozen=True, slots=True)
class Trail:
    """A path, with a pace for every hex after the first (or for none)."""

    course: Course
    path: tuple[Hex, ...]
    paces: tuple[Pace, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """All that matters of an action or a finding."""

    zones_for: str  # the side whose enemies' zones of control matter; empty where none do
    roles: Mapping[Hex, Role]
    acting: tuple[str, ...] = ()
    facing: tuple[str, ...] = ()
    coming: tuple[tuple[str, Hex], ...] = ()  # units, and where the action puts them
    trails: tuple[Trail, ...] = ()
    strikes: tuple[tuple[Hex, Hex], ...] = ()
    notes: tuple[str, ...] = ()
    purpose: Purpose = "movement"  # for which the zones of control matter
    reach: frozenset[Hex] = field(default_factory=frozenset)  # hexes that could have been reached, shaded where they are shown
    also: frozenset[Hex] = field(default_factory=frozenset)  # hexes to be shown, without a part of their own


def on_map(table: Table, *places: str | None) -> tuple[Hex, ...]:
    """Those of the places that are hexes of the map, each once."""
    return tuple(dict.fromkeys(place for place in places if place is not None and place in table.grid))


def path_in(table: Table, ruled: tuple[Ruled, ...], start: Hex, goal: Hex) -> tuple[tuple[Hex, ...], Ruled] | None:
    """The path from one hex to another that a rule speaks of, step by step; what is wrong with it rather than what is not."""
    for each in sorted(ruled, key=lambda each: each.opinion.truth.yes):
        path = each.opinion.hexes
        there = len(path) > 1 and (path[0], path[-1]) == (start, goal)
        if there and all(table.grid.adjacent(a, b) for a, b in pairwise(path)):
            return path, each
    return None
