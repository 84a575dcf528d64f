"""What tests of modules share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adjudicator.games import LoadedGame
from adjudicator.modulebuild.sheet import MapSheet
from vassal_bridge.archive import open_archive
from vassal_bridge.commands import AddPiece, Command, parse_command
from vassal_bridge.module import Module
from vassal_bridge.module.maps import Map
from vassal_bridge.pieces import Piece, read_piece
from vassal_bridge.saved import read_saved
from vassal_bridge.traits import trait_reader

GAMES = ("_template", "koenigsberg-rg", "seelow-kustrin", "vistula-oder-berlin")


@dataclass(frozen=True)
class BuiltModule:
    game: LoadedGame
    sheet: MapSheet
    path: Path
    module: Module

    @property
    def map(self) -> Map:
        found = self.module.map("Main Map")
        assert found is not None
        return found

    def entries(self) -> list[str]:
        return list(open_archive(self.path).names())

    def entry(self, name: str) -> bytes:
        return open_archive(self.path).read(name)

    def commands(self, scenario: str, folder: Path) -> list[Command]:
        """The commands of a scenario's set-up."""
        copy = folder / f"{scenario}.vsav"
        copy.write_bytes(self.entry(f"set-up-{scenario}.vsav"))
        saved = read_saved(copy)
        return [parse_command(text) for entry in saved.entries for text in entry.texts(saved.limits)]

    def pieces(self, scenario: str, folder: Path) -> dict[str, Piece]:
        """Everything that stands on the board, by its id: units, chits, stacks, the cup."""
        reader = trait_reader()
        added = (each for each in self.commands(scenario, folder) if isinstance(each, AddPiece))
        return {piece.id or "": piece for piece in (read_piece(each, reader) for each in added)}

    def units(self, scenario: str, folder: Path) -> Iterator[tuple[str, Piece]]:
        for piece in self.pieces(scenario, folder).values():
            if "unit" in piece.markers:
                yield piece.markers["unit"], piece
