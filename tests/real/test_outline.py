"""The quick listing of pieces says the same as taking every piece apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import GAME_FILES, game_file_id
from vassal_bridge.commands import AddPiece
from vassal_bridge.outlines import outline
from vassal_bridge.pieces import read_piece
from vassal_bridge.saved import read_saved
from vassal_bridge.traits import trait_reader


@pytest.mark.parametrize("path", GAME_FILES, ids=game_file_id)
def test_the_quick_listing_equals_the_thorough_one(path: Path) -> None:
    saved = read_saved(path)
    reader = trait_reader()
    commands = (command for entry in saved.position for command in entry.commands())
    pieces = (read_piece(command, reader) for command in commands if isinstance(command, AddPiece))
    expected = [
        (piece.id or "null", piece.kind, "" if piece.kind == "stack" else piece.core.type.text("name"), *piece.position)
        for piece in pieces
    ]
    assert [(line.id, line.kind, line.name, line.map, line.x, line.y) for line in outline(saved)] == expected
