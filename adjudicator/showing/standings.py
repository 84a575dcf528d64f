"""A position as plain data: what lies where, stack by stack."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from vassal_bridge.game import Game, PieceView

from .attempt import attempt
from .counters import standing_of
from .survey import Survey
from .values import Data

_PART = re.compile(r"\d+|\D+")


def describe_position(found: Survey, game: Game) -> Iterator[Data]:
    """Every stack, deck and loose piece: the fullest map first, what is on no map last, and on a map by location."""
    views = [*game.pieces.holders, *(view for view in game.pieces.of_kind("piece") if view.parent is None)]
    sizes = Counter[str | None]()
    for view in views:
        sizes[view.map] += len(view.members) if view.kind != "piece" else 1
    placed = [(view, view.location) for view in views]
    placed.sort(key=lambda item: (item[0].map is None, -sizes[item[0].map], item[0].map or "", *_by_place(*item)))
    for view, location in placed:
        yield _group(found, game, view, location)


def _by_place(view: PieceView, location: str | None) -> tuple[list[tuple[int, int, str]], int, int]:
    """In the order of their names, with hex 9 before hex 10."""
    parts = [part.lstrip("0") if part.isdecimal() else part for part in _PART.findall(location or "")]
    key = [(0, len(part), part) if part == "" or part.isdecimal() else (1, 0, part) for part in parts]
    return key, view.y, view.x


def _group(found: Survey, game: Game, view: PieceView, location: str | None) -> Data:
    clean = found.redactor.clean_or_none
    members = [game.pieces.get(member) for member in view.members] if view.kind != "piece" else [view]
    return {
        "kind": view.kind,
        "id": clean(view.id),
        "name": clean(view.deck_name) if view.kind == "deck" else None,
        "map": clean(view.map),
        "x": view.x,
        "y": view.y,
        "location": clean(location),
        "zone": clean(view.zone),
        "pieces": [_piece(found, member) for member in members if member is not None],
    }


def _piece(found: Survey, view: PieceView) -> Data:
    clean = found.redactor.clean
    name, _ = attempt(lambda: view.name)
    standing, problem = attempt(lambda: standing_of(found, view.piece))
    data = {"id": clean(view.id), "name": clean(name or "")}
    return data | ({"problem": clean(problem)} if standing is None else standing)
