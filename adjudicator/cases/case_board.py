"""The board of a case: a map, and what the case puts upon it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator import factname
from adjudicator.engine.board import Board, Feature, Features, Terrain
from adjudicator.engine.hexes import Side, side
from adjudicator.engine.terms import Term
from adjudicator.facts import Fact, Known, Unknown

from .forgetting import Forgotten
from .notation import read_feature, read_path, read_side

if TYPE_CHECKING:
    from .build import Builder


def board_of(builder: Builder, kind: str, forget: Forgotten) -> Board:
    """The map that the case names, as far as it is trusted, with the case's own terrain upon it."""
    case, board = builder.case, builder.setting.map(kind)
    terrain, features, routes, levels = _terrain(builder), _features(builder), _routes(builder, board), _levels(builder)
    for at, words in case.tags.items():
        builder.word(words.split(), Term.TAG, path=("tags", at))
    for area in case.areas:
        builder.word((area,), Term.AREA, path=("areas", area))
    tags = {builder.on_map(hex, "tags", hex): frozenset(words.split()) for hex, words in case.tags.items()}
    names = {builder.on_map(hex, "names", hex): name for hex, name in case.names.items()}
    areas = {area: frozenset(builder.on_map(hex, "areas", area) for hex in hexes) for area, hexes in case.areas.items()}
    terrain |= {hex: Unknown(factname.terrain(hex)) for hex in forget.terrain}
    levels |= {hex: Unknown(factname.level(hex)) for hex in forget.levels}
    features |= {at: Unknown(factname.hexside(*at)) for at in forget.hexsides}
    routes |= {at: Unknown(factname.route(*at)) for at in forget.routes}
    if forget.areas:
        lost = frozenset(forget.areas)
        board = replace(
            board, areas={**board.areas, **dict.fromkeys(lost, frozenset())}, doubtful_areas=board.doubtful_areas | lost
        )
    if not (terrain or features or routes or levels or tags or names or areas):
        return board
    return board.changed(terrain=terrain, features=features, routes=routes, level=levels, tags=tags, names=names, areas=areas)


def _terrain(builder: Builder) -> dict[str, Fact[Terrain]]:
    found: dict[str, Fact[Terrain]] = {}
    for hex, words in builder.case.terrain.items():
        builder.on_map(hex, "terrain", hex)
        if words == "?":
            found[hex] = Unknown(factname.terrain(hex))
        else:
            kinds = frozenset(words.split())
            builder.word(kinds, Term.TERRAIN, path=("terrain", hex))
            found[hex] = Known(kinds)
    return found


def _features(builder: Builder) -> dict[Side, Fact[Features]]:
    found: dict[Side, Fact[Features]] = {}
    for text, words in builder.case.hexsides.items():
        at = _side(builder, text, "hexsides", text)
        if words == "?":
            found[at] = Unknown(factname.hexside(*at))
            continue
        read = [read_feature(word) for word in words.split()]
        builder.word([kind for kind, _ in read], Term.FEATURE, path=("hexsides", text))
        for kind, protects in read:
            if protects and protects not in at:
                builder.fail(f"{kind} between {text} cannot protect {protects}", f"write {at[0]} or {at[1]}", "hexsides", text)
        found[at] = Known(frozenset(Feature(kind, protects) for kind, protects in read))
    return found


def _side(builder: Builder, text: str, *path: str | int) -> Side:
    at = read_side(text)
    for hex in at:
        builder.on_map(hex, *path)
    if not builder.grid.adjacent(*at):
        builder.fail(f"{at[0]} and {at[1]} are not neighbours", "a hexside lies between two neighbours", *path)
    return at


def _routes(builder: Builder, board: Board) -> dict[Side, Fact[frozenset[str]]]:
    """Routes of the case beside those of the map."""
    case = builder.case
    given: Mapping[str, tuple[str, ...]] = {"road": case.roads, "rail": case.rails, **case.routes}
    found: dict[Side, Fact[frozenset[str]]] = {}
    for kind, paths in given.items():
        path_of: tuple[str, ...] = (f"{kind}s",) if kind in ("road", "rail") and kind not in case.routes else ("routes", kind)
        if paths:
            builder.word([kind], Term.ROUTE, path=path_of)
        for text in paths:
            path = read_path(text)
            for a, b in pairwise(path):
                at = _side(builder, f"{a}/{b}", *path_of)
                known = found.get(at) or board.routes(*at)
                others = known.value if isinstance(known, Known) else frozenset[str]()
                found[side(a, b)] = Known(others | {kind})
    return found


def _levels(builder: Builder) -> dict[str, Fact[int]]:
    found: dict[str, Fact[int]] = {}
    for hex, level in builder.case.levels.items():
        builder.on_map(hex, "levels", hex)
        if isinstance(level, str) and level != "?":
            builder.fail(f"{level!r} is not a level", 'write a number, or "?"', "levels", hex)
        found[hex] = Known(level) if isinstance(level, int) else Unknown(factname.level(hex))
    return found
