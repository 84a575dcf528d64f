"""The map as the four CSV files of a game folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from .build import Map


def files(made: Map) -> dict[str, str]:
    """The text of each file by its name."""
    return {
        "hexes.csv": _text(("hex", "terrain", "name", "level", "features", "source", "note"), _hexes(made)),
        "hexsides.csv": _text(("a", "b", "feature", "facing", "source", "note"), _hexsides(made)),
        "routes.csv": _text(
            ("a", "b", "kind", "source", "note"), ((*edge.side, edge.kind, edge.source, edge.note) for edge in made.edges)
        ),
        "areas.csv": _text(("area", "hex", "source", "note"), ((one.area, one.hex, one.source, one.note) for one in made.areas)),
    }


def _hexes(made: Map) -> Iterable[Sequence[str]]:
    for hex_, cell in sorted(made.cells.items()):
        words = " ".join(filter(None, (cell.ground, cell.settlement)))
        yield hex_, words, cell.name, "", " ".join(cell.features), cell.source, cell.note


def _hexsides(made: Map) -> Iterable[Sequence[str]]:
    rows = [(*bank.side, bank.feature, "", bank.source, bank.note) for bank in made.banks]
    rows += [(*one.side, one.kind, one.facing, one.source, one.note) for one in made.fortified]
    return sorted(rows)


def _text(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
