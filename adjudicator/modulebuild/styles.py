"""Colours and words for the terrain that games commonly have; a game's layout may say otherwise."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Literal

from .layout import LegendLine, ModuleLayout

Symbol = Literal["", "trees", "tufts", "hills", "waves"]
Line = Literal["river", "water", "works", "dashes", "valley"]
Way = Literal["road", "motorway", "rail", "track"]

PAPER, FRAME, INK, SOFT = "#f4eedd", "#8a7f66", "#2b2b2b", "#6b6350"
NUMBER, GRID_LINE, HALO = "#686048", "#a89d80", "#f5efdc"
SETTLEMENTS = ("village", "town", "city", "big-city")


@dataclass(frozen=True, slots=True)
class GroundStyle:
    colour: str
    symbol: Symbol = ""
    water: bool = False


@dataclass(frozen=True, slots=True)
class Hexside:
    line: Line
    colour: str
    wide: float  # in hexes


@dataclass(frozen=True, slots=True)
class RouteStyle:
    way: Way
    colour: str
    wide: float


_GROUNDS = {
    "clear": GroundStyle("#efe7cb"),
    "plain": GroundStyle("#efe7cb"),
    "forest": GroundStyle("#a9c48a", "trees"),
    "wood": GroundStyle("#a9c48a", "trees"),
    "woods": GroundStyle("#a9c48a", "trees"),
    "marsh": GroundStyle("#c9ddcb", "tufts"),
    "swamp": GroundStyle("#bcd3bd", "tufts"),
    "rough": GroundStyle("#dcc9a0", "hills"),
    "hill": GroundStyle("#dcc9a0", "hills"),
    "hills": GroundStyle("#dcc9a0", "hills"),
    "mountain": GroundStyle("#c3a982", "hills"),
    "sea": GroundStyle("#86b4d3", "waves", water=True),
    "lagoon": GroundStyle("#a5cbe1", "waves", water=True),
    "lake": GroundStyle("#96c2dc", water=True),
    "water": GroundStyle("#96c2dc", water=True),
}
_RIVER_INK = "#3d78b4"
_HEXSIDES = {
    "river": Hexside("river", _RIVER_INK, 0.12),
    "stream": Hexside("river", _RIVER_INK, 0.07),
    "river-minor": Hexside("river", _RIVER_INK, 0.085),
    "river-major": Hexside("river", _RIVER_INK, 0.19),
    "water": Hexside("water", "#96c2dc", 0.3),
    "festung-line": Hexside("works", "#a01818", 0.075),
    "lower-hexside": Hexside("valley", "#b7b089", 0.11),
    "defensive-line": Hexside("works", "#6b4318", 0.06),
}
_ROUTES = {
    "road": RouteStyle("road", "#c4473a", 0.055),
    "autobahn": RouteStyle("motorway", "#e7a331", 0.12),
    "motorway": RouteStyle("motorway", "#e7a331", 0.12),
    "highway": RouteStyle("motorway", "#e7a331", 0.12),
    "rail": RouteStyle("rail", "#2a2a2a", 0.045),
    "railway": RouteStyle("rail", "#2a2a2a", 0.045),
    "railroad": RouteStyle("rail", "#2a2a2a", 0.045),
    "track": RouteStyle("track", "#8a5a3a", 0.045),
}
_LEVELS = ("#f3ddb0", "#dfba83", "#c99f68", "#b3875a")  # from the second level upwards
_TITLES = {"vp": "victory points", "autobahn": "Autobahn", "rail": "railway"}
SIDES = ("#9aa58c", "#c9a27a", "#a7b6c9", "#c9c17a")


def _own_colour(word: str) -> str:
    """A pale colour for a word nobody has a colour for, always the same."""
    seed = zlib.crc32(word.encode())
    return "#" + "".join(f"{170 + (seed >> shift) % 70:02x}" for shift in (0, 8, 16))


def _coloured(stated: LegendLine | None, usual: str) -> str:
    return stated.colour if stated is not None and stated.colour is not None else usual


def _as_wide(stated: LegendLine | None, usual: float) -> float:
    return stated.wide if stated is not None and stated.wide is not None else usual


def drawn_as(layout: ModuleLayout, settled: str) -> str:
    """The word whose blocks of houses a settlement has."""
    stated = layout.ground.get(settled)
    return stated.drawn_as if stated is not None and stated.drawn_as else settled


def built_up(layout: ModuleLayout, settled: str, usual: str) -> str:
    """The colour of the ground under the houses of a city."""
    return _coloured(layout.ground.get(settled), usual)


def hidden(layout: ModuleLayout, tag: str) -> bool:
    stated = layout.feature.get(tag)
    return stated is not None and stated.hidden


def level(layout: ModuleLayout, number: int) -> str:
    """What the colours of the ground are multiplied with on a level."""
    usual = _LEVELS[min(max(number, 2), len(_LEVELS) + 1) - 2]
    return _coloured(layout.level.get(str(number)), usual)


def ground(layout: ModuleLayout, word: str) -> GroundStyle:
    usual = _GROUNDS.get(word) or GroundStyle(_own_colour(word))
    return GroundStyle(_coloured(layout.ground.get(word), usual.colour), usual.symbol, usual.water)


def hexside(layout: ModuleLayout, kind: str) -> Hexside:
    usual = _HEXSIDES.get(kind)
    if usual is None:
        line: Line = "river" if "river" in kind else "works" if "line" in kind or "wall" in kind else "dashes"
        usual = Hexside(line, _RIVER_INK if line == "river" else "#6b4318", 0.1)
    stated = layout.hexside.get(kind)
    return Hexside(usual.line, _coloured(stated, usual.colour), _as_wide(stated, usual.wide))


def route(layout: ModuleLayout, kind: str) -> RouteStyle:
    usual = _ROUTES.get(kind) or RouteStyle("track", "#7a5c46", 0.05)
    stated = layout.route.get(kind)
    return RouteStyle(usual.way, _coloured(stated, usual.colour), _as_wide(stated, usual.wide))


def side_colour(layout: ModuleLayout, sides: tuple[str, ...], side: str) -> str:
    if side in layout.sides:
        return layout.sides[side].counter
    return SIDES[sides.index(side) % len(SIDES)] if side in sides else "#d8d2c0"


def titled(word: str) -> str:
    """A word of the tables as a legend says it."""
    known = _TITLES.get(word)
    text = known or word.replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]
