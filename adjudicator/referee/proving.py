"""Whether a position is what `fix` makes of the end of a file: its corrections are made anew, and the two are compared."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args

from adjudicator.audit.corrections import Proof, Prove
from adjudicator.audit.differing import differences
from adjudicator.correct.model import Apply
from adjudicator.correct.positions import plan
from adjudicator.evidence.appearance import Album
from adjudicator.evidence.gather import Gathered
from adjudicator.evidence.histories import read_history
from adjudicator.games import GameError, GameFolderError
from vassal_bridge.errors import BridgeError
from vassal_bridge.saved import read_saved

from .referee import CannotJudgeError, Referee

_MOST_STEPS = 2_000  # what is longer nobody played, and judging it again takes long


def proving(gathered: Gathered, referee: Callable[[], Referee]) -> Prove:
    """A referee is asked for only where a file says that it was corrected."""
    histories = {history.file: history for history in gathered.histories}

    def prove(earlier: str, later: str) -> Proof:
        if len(histories[earlier].events) > _MOST_STEPS:
            return Proof(why=f"{earlier} is too long to be judged again")
        try:
            return Proof(_made(referee(), gathered, earlier, later))
        except (BridgeError, CannotJudgeError, GameError, GameFolderError) as error:
            return Proof(why=f"that could not be tried ({error})")

    return prove


def _made(referee: Referee, gathered: Gathered, earlier: str, later: str) -> str:
    module, album = gathered.module_of(later), Album()
    wanted = read_history(read_saved(gathered.paths[later]), module, album).start
    fix = referee.fix(gathered.paths[earlier])
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "corrected.vsav"
        for apply in get_args(Apply):
            replace(fix, apply=apply, plan=plan(fix.checked.judged, apply)).write(target)
            if not differences(read_history(read_saved(target), module, album).start, wanted):
                return str(apply)
    return ""
