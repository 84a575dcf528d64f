"""Short games of both games, ready to be put on the table by clumsy hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import History
from adjudicator.games import load
from tests.correct.turns import Built
from tools.habits.rewrite import Game, Script, game, rewrite, write
from tools.selfplay.players import PLAYERS
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

GAMES = [("koenigsberg-rg", "campaign", 4), ("seelow-kustrin", "kuestrin", 5), ("seelow-kustrin", "seelow", 4)]


@dataclass(frozen=True)
class Played:
    """A game that was played, with its module."""

    game: Game
    module: Module
    folder: Path

    def of_seed(self, seed: int) -> Played:
        return replace(self, game=replace(self.game, seed=seed))

    def rewritten(self, rates: Mapping[str, float], name: str = "log.vlog") -> tuple[Script, Path, History]:
        script = rewrite(self.game, rates)
        path = self.folder / name
        write(script, self.game, path)
        return script, path, read_history(read_saved(path), self.module)


@pytest.fixture(scope="session", params=GAMES, ids=[scenario for _, scenario, _ in GAMES])
def played(request: pytest.FixtureRequest, built: Built, seelow_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Played:
    slug, scenario, seed = request.param
    module = built.path if slug == "koenigsberg-rg" else seelow_file
    loaded, folder = load(slug), tmp_path_factory.mktemp("habits")
    desk = PLAYERS[slug].play(loaded, scenario, seed, 1)
    return Played(game(loaded, module, scenario, seed, desk.plays, desk.table), Module.read(open_archive(module)), folder)
