"""The units whose counters lie in a file, for whoever presses Tab: read from the file and the tables alone, without the game."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.games.find import games
from vassal_bridge.commands import AddPiece
from vassal_bridge.errors import BridgeError
from vassal_bridge.pieces import read_piece
from vassal_bridge.saved import SavedGame, read_saved
from vassal_bridge.traits import trait_reader

_MARKER = "unit"
_TYPED = re.compile(r"[\w./+-]+")  # what no shell makes anything else of
Row = Mapping[str, str]


def units_there(file: Path, tables: Mapping[str, Sequence[Row]], surveys: Sequence[Path]) -> list[tuple[str, Row]]:
    """The units whose counters lie in the file, each with the word that means it alone; none if no binding knows the module.

    `tables` are the units of the games that may be meant.
    """
    try:
        saved = read_saved(file)
        game, pieces = _bound(saved.metadata.module_name or "", tables, surveys)
        here = set(_ids(saved, pieces))
    except (BridgeError, OSError, ValueError, LookupError):
        return []
    found = [row for row in tables[game] if row["id"] in here]
    bearers = Counter(_typed(row) for row in found)
    return [(word if bearers[word := _typed(row)] == 1 else row["id"], row) for row in found]


def _typed(row: Row) -> str:
    """Its name without blanks, which whoever compares names leaves out; its id if a shell would stumble over the name."""
    word = row.get("name", "").replace(" ", "")
    return word if _TYPED.fullmatch(word) else row["id"]


def _bound(module: str, tables: Mapping[str, object], surveys: Sequence[Path]) -> tuple[str, Mapping[str, Any]]:
    """The game that a module is bound to, and what is said there of its units. LookupError if none is."""
    for slug, folder in [("", each) for each in surveys] + [*games().items()]:
        try:
            binding = tomllib.loads((folder / "binding.toml").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        game = slug or str(binding.get("game", ""))
        for entry in binding.get("module", ()):
            if game in tables and module in entry.get("modules", ()):
                return game, entry.get("units", {})
    raise LookupError(module)


def _ids(saved: SavedGame, pieces: Mapping[str, Any]) -> Iterator[str]:
    reader = trait_reader()
    marker, gpids, names = pieces.get("marker", _MARKER), pieces.get("gpids", {}), pieces.get("names", {})
    for entry in saved.position:
        for command in entry.commands():
            if isinstance(command, AddPiece):
                piece = read_piece(command, reader)
                yield piece.markers.get(marker) or gpids.get(piece.gpid) or names.get(piece.basic_name) or ""
