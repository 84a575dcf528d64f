"""The board: terrain of hexes, features of hexsides, routes between hexes; any of it unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from adjudicator import factname
from adjudicator.factname import FactName
from adjudicator.facts import NO, YES, Fact, Known, Source, Truth, Unknown, trusted, truth, unsure

from .hexes import Grid, Hex, Side
from .remembering import Lately, Remembering

T = TypeVar("T")
EMPTY: frozenset[str] = frozenset()
_LATELY = 64  # what is kept of that which hangs on a position too: a game is not at more than a few at once


@dataclass(frozen=True, slots=True, order=True)
class Feature:
    """What lies along a hexside. A line of defence protects one of its two hexes."""

    kind: str
    protects: Hex = ""


Terrain = frozenset[str]
Features = frozenset[Feature]
_NO_FEATURES: Features = frozenset()


@dataclass(frozen=True, eq=False)
class Board(Remembering):
    """A map. What is not listed is as `elsewhere` says: a source for "nothing special there", or None for "nobody knows"."""

    grid: Grid
    terrain_of: Mapping[Hex, Fact[Terrain]] = field(default_factory=dict)
    features_of: Mapping[Side, Fact[Features]] = field(default_factory=dict)
    routes_of: Mapping[Side, Fact[frozenset[str]]] = field(default_factory=dict)
    level_of: Mapping[Hex, Fact[int]] = field(default_factory=dict)
    names: Mapping[Hex, str] = field(default_factory=dict)
    tags: Mapping[Hex, frozenset[str]] = field(default_factory=dict)  # victory points, sources of supply, entry hexes …
    areas: Mapping[str, frozenset[Hex]] = field(default_factory=dict)
    area_sources: Mapping[str, Mapping[Hex, Source]] = field(default_factory=dict)  # who puts which hexes into an area
    doubtful_areas: frozenset[str] = frozenset()  # there may be more hexes in them than `areas` has
    ground: Terrain = frozenset({"clear"})
    elsewhere: Source | None = Source.PLAYER
    _memo: dict[object, Any] = field(default_factory=dict, repr=False, init=False)
    _lately: Lately = field(default_factory=lambda: Lately(_LATELY), repr=False, init=False)

    @property
    def all_known(self) -> bool:
        """Is nothing open of its terrain, its hexsides and its routes?"""
        stated = (self.terrain_of, self.features_of, self.routes_of)
        return self.elsewhere is not None and not any(isinstance(fact, Unknown) for each in stated for fact in each.values())

    def terrain(self, hex: Hex) -> Fact[Terrain]:
        stated = self.terrain_of.get(hex)
        return stated if stated is not None else self._default(self.ground, lambda: factname.terrain(hex))

    def features(self, a: Hex, b: Hex) -> Fact[Features]:
        stated = self.features_of.get((a, b) if a < b else (b, a))
        return stated if stated is not None else self._default(_NO_FEATURES, lambda: factname.hexside(a, b))

    def routes(self, a: Hex, b: Hex) -> Fact[frozenset[str]]:
        stated = self.routes_of.get((a, b) if a < b else (b, a))
        return stated if stated is not None else self._default(EMPTY, lambda: factname.route(a, b))

    def level(self, hex: Hex) -> Fact[int]:
        stated = self.level_of.get(hex)
        return stated if stated is not None else self._default(1, lambda: factname.level(hex))

    def _default(self, nothing: T, key: Callable[[], FactName]) -> Fact[T]:
        return Unknown(key()) if self.elsewhere is None else Known(nothing, self.elsewhere)

    def is_terrain(self, hex: Hex, kinds: frozenset[str]) -> Truth:
        """Is the hex of one of these kinds of terrain?"""
        stated = self.terrain(hex)
        return unsure(stated.key) if isinstance(stated, Unknown) else truth(not kinds.isdisjoint(stated.value))

    def in_area(self, hex: Hex, area: str) -> Truth:
        """Does the hex belong to an area?"""
        return YES if hex in self.areas.get(area, ()) else unsure(factname.area(area)) if area in self.doubtful_areas else NO

    def has_feature(self, a: Hex, b: Hex, kinds: frozenset[str], protects: Hex = "") -> Truth:
        """Does one of these run along the hexside (and protect that hex, if one is named)?"""
        stated = self.features(a, b)
        if isinstance(stated, Unknown):
            return unsure(stated.key)
        return truth(any(each.kind in kinds and (not protects or each.protects in ("", protects)) for each in stated.value))

    def has_route(self, a: Hex, b: Hex, kinds: frozenset[str]) -> Truth:
        """Does a road or railway of one of these kinds lead across the hexside?"""
        stated = self.routes(a, b)
        return unsure(stated.key) if isinstance(stated, Unknown) else truth(not kinds.isdisjoint(stated.value))

    def on_route(self, hex: Hex, kinds: frozenset[str]) -> Truth:
        """Does a route of one of these kinds touch the hex?"""
        found: Truth = truth(False)
        for other in self.grid.neighbours(hex):
            found |= self.has_route(hex, other, kinds)
            if found.yes:
                return found
        return found

    def tagged(self, tag: str) -> tuple[Hex, ...]:
        return tuple(sorted(hex for hex, tags in self.tags.items() if tag in tags))

    def label(self, hex: Hex) -> str:
        """A hex as players call it: its number, and the name printed there."""
        name = self.names.get(hex)
        return f"{hex} ({name})" if name else hex

    def lately(self, key: object, compute: Callable[[], T]) -> T:
        """The same for what hangs also on how a game stands, of which there is no end: the last ones are kept."""
        return self._lately.cached(key, compute)

    def changed(
        self,
        *,
        terrain: Mapping[Hex, Fact[Terrain]] | None = None,
        features: Mapping[Side, Fact[Features]] | None = None,
        routes: Mapping[Side, Fact[frozenset[str]]] | None = None,
        level: Mapping[Hex, Fact[int]] | None = None,
        tags: Mapping[Hex, frozenset[str]] | None = None,
        areas: Mapping[str, frozenset[Hex]] | None = None,
        names: Mapping[Hex, str] | None = None,
    ) -> Board:
        """Another board, with these facts in place of what this one says of them."""
        return replace(
            self,
            terrain_of={**self.terrain_of, **(terrain or {})},
            features_of={**self.features_of, **(features or {})},
            routes_of={**self.routes_of, **(routes or {})},
            level_of={**self.level_of, **(level or {})},
            tags={**self.tags, **(tags or {})},
            areas={**self.areas, **(areas or {})},
            doubtful_areas=self.doubtful_areas - frozenset(areas or ()),
            names={**self.names, **(names or {})},
        )

    def trusting(self, sources: frozenset[Source]) -> Board:
        """The board as far as these sources vouch for it."""
        vouched = {
            area: frozenset(hex for hex in hexes if self.area_sources.get(area, {}).get(hex, Source.PLAYER) in sources)
            for area, hexes in self.areas.items()
        }
        return replace(
            self,
            areas=vouched,
            doubtful_areas=self.doubtful_areas | {area for area, hexes in self.areas.items() if vouched[area] != hexes},
            terrain_of={hex: trusted(fact, sources, factname.terrain(hex)) for hex, fact in self.terrain_of.items()},
            features_of={at: trusted(fact, sources, factname.hexside(*at)) for at, fact in self.features_of.items()},
            routes_of={at: trusted(fact, sources, factname.route(*at)) for at, fact in self.routes_of.items()},
            level_of={hex: trusted(fact, sources, factname.level(hex)) for hex, fact in self.level_of.items()},
            elsewhere=self.elsewhere if self.elsewhere in sources else None,
        )
