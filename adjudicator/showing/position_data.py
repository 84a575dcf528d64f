"""A position as plain data: what lies where, stack by stack."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from vassal_bridge.game import RunningGame
from vassal_bridge.game.snapshots import live_snapshots
from vassal_bridge.replay import Snapshot

from ..evidence.attempt import attempt
from .counters import standing_of
from .survey import FileOverview
from .values import Data

_PART = re.compile(r"\d+|\D+")


def describe_position(found: FileOverview, game: RunningGame) -> Iterator[Data]:
    """Every stack, deck and loose piece: the fullest map first, what is on no map last, and on a map by location."""
    every = {one.id: one for one in live_snapshots(game.table)}
    inside = {member for one in every.values() for member in one.members}
    groups = [
        one for one in every.values() if one.kind == "deck" or one.members or (one.kind == "piece" and one.id not in inside)
    ]
    sizes = Counter[str | None]()
    for one in groups:
        sizes[one.map] += len(one.members) if one.kind != "piece" else 1
    placed = [(one, game.location(*one.place)) for one in groups]
    placed.sort(key=lambda item: (item[0].map is None, -sizes[item[0].map], item[0].map or "", *_by_place(*item)))
    for one, location in placed:
        yield _group(found, game, every, one, location)


def _by_place(one: Snapshot, location: str | None) -> tuple[list[tuple[int, int, str]], int, int]:
    """In the order of their names, with hex 9 before hex 10."""
    parts = [part.lstrip("0") if part.isdecimal() else part for part in _PART.findall(location or "")]
    key = [(0, len(part), part) if part == "" or part.isdecimal() else (1, 0, part) for part in parts]
    return key, one.y, one.x


def _group(found: FileOverview, game: RunningGame, every: Mapping[str, Snapshot], one: Snapshot, location: str | None) -> Data:
    clean = found.redactor.clean_or_none
    members = [one] if one.kind == "piece" else [every[member] for member in one.members if member in every]
    name = attempt(lambda: one.piece.basic_name)[0] if one.kind == "deck" else None
    return {
        "kind": one.kind,
        "id": clean(one.id),
        "name": clean(name or "") if one.kind == "deck" else None,
        "map": clean(one.map),
        "x": one.x,
        "y": one.y,
        "location": clean(location),
        "zone": clean(game.zone(*one.place)),
        "pieces": [_piece(found, member) for member in members],
    }


def _piece(found: FileOverview, one: Snapshot) -> Data:
    clean = found.redactor.clean
    piece, problem = attempt(lambda: one.piece)
    if piece is None:
        return {"id": clean(one.id), "name": "", "problem": clean(problem)}
    name, _ = attempt(lambda: piece.name)
    standing, problem = attempt(lambda: standing_of(found, piece))
    data = {"id": clean(one.id), "name": clean(name or "")}
    return data | ({"problem": clean(problem)} if standing is None else standing)
