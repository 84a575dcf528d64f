"""`python -m tools.reconstruct_map koenigsberg-rg`: rewrites the map files of a game from their sources, or checks them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import seelow, vob
from .build import Map, build
from .draw import draw
from .projection import rms_km
from .sources import SourceError, read_sources
from .tables import files

_OTHERS = {seelow.GAME: seelow.run, vob.GAME: vob.run}
MODULES = Path(__file__).resolve().parents[2] / "modules"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.reconstruct_map", description="Makes a game's map from its sources.")
    parser.add_argument("game", help="a folder of modules/, such as koenigsberg-rg")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file differs from what the sources give")
    parser.add_argument("--png", type=Path, metavar="FILE", help="also draw the map")
    parser.add_argument("--size", type=float, default=28.0, help="width of a hex in the picture, in pixels")
    parser.add_argument("--modules", type=Path, default=MODULES, help="the folder that holds the games")
    chosen = parser.parse_args(arguments)
    folder = chosen.modules / chosen.game / "map"
    if chosen.game in _OTHERS:
        return _OTHERS[chosen.game](folder, check=chosen.check, png=chosen.png, size=chosen.size)
    try:
        made = build(read_sources(folder / "sources"))
    except (SourceError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    if chosen.png is not None:
        draw(made, chosen.png, chosen.size)
    wanted = files(made)
    if chosen.check:
        return _check(folder, wanted)
    for name, text in wanted.items():
        (folder / name).write_text(text, "utf-8", newline="\n")
    print(summary(made))
    return 0


def _check(folder: Path, wanted: dict[str, str]) -> int:
    stale = [name for name, text in wanted.items() if _bytes(folder / name) != text.encode()]
    for name in stale:
        print(f"{name} is not what the sources give", file=sys.stderr)
    return 1 if stale else 0


def _bytes(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""


def summary(made: Map) -> str:
    """What was fitted and made, in a few lines."""
    lines = [
        f"a hex is {made.projection.km_per_hex:.2f} km, rows grow to bearing {made.projection.rows_bearing:.1f};"
        f" the stated towns are off by {rms_km(list(made.residuals)):.1f} km (root of the mean square)"
    ]
    lines += [f"  {one.name} {one.hex}: {one.km:.1f} km" for one in made.residuals]
    grounds = [cell.ground for cell in made.cells.values()]
    features = [bank.feature for bank in made.banks] + [one.kind for one in made.fortified]
    kinds = [edge.kind for edge in made.edges]
    for title, words in (("hexes", grounds), ("hexsides", features), ("routes", kinds)):
        counts = ", ".join(f"{word} {words.count(word)}" for word in sorted(set(words)))
        lines.append(f"{title}: {len(words)} ({counts})")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
