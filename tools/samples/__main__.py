"""Sample logs and saves of a game, each with what the program says of it beside it.

`python -m tools.samples GAME MODULE FOLDER` writes them: MODULE is our module of the game, as `adjudicate module build` makes it.
The same game and module give the same files.
With `--texts` only what is said of the files that are there is written anew.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from adjudicator.games import load
from tools.mutate.logs import bench

from .every import EVERY
from .making import make, tell


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.samples", description=__doc__)
    parser.add_argument("game", choices=sorted(EVERY))
    parser.add_argument("module", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--texts", action="store_true")
    given = parser.parse_args()
    if given.texts:
        for line in tell(EVERY[given.game], given.module, given.folder):
            print(line, flush=True)
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        tools = bench(load(given.game), Path(scratch), given.module, None, fix=False)
        for line in make(EVERY[given.game], tools, given.folder):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
