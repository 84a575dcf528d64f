"""What is counted over many games: actions, refusals, and what a log of the same game is found to break."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.evidence.histories import read_history
from adjudicator.explain.judging import Choices, judge_file
from adjudicator.games import LoadedGame
from adjudicator.modulebuild.pack import write_module
from adjudicator.rules.words import said
from adjudicator.verdict import Verdict
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

from .begun import begun_later
from .desk import Desk
from .logs import write_game
from .recognised import recognised
from .strip import Habit


@dataclass(slots=True)
class Tally:
    """Numbers over several games."""

    kinds: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    read: int = 0
    found: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)  # of actions read
    combats: Counter[str] = field(default_factory=Counter)  # in stripped logs: what they were taken for
    slowest: float = 0.0  # seconds to judge one log
    begun: int = 0  # logs that begin in the middle
    open: int = 0  # actions in them that are undecided

    def count(self, desk: Desk, seed: int, shown: int) -> Iterator[str]:
        """Count a game that was played; what to print of it."""
        self.kinds.update(type(play.action).__name__ for play in desk.plays)
        for each in desk.refused:
            name = f"{each.judged.verdict.value} {type(each.judged.action).__name__} {each.rules}"
            self.refused[name] += 1
            if self.refused[name] <= shown:
                state = each.before.state
                yield f"seed {seed} turn {state.turn} {state.phase}: {said(each.before, each.judged.action)}"
                for one in each.judged.findings:
                    yield f"    {one.verdict.value} {one.rule}: {one.opinion.message}"


@dataclass(slots=True)
class Press:
    """Writes games as logs of the game's module, and reads them again."""

    loaded: LoadedGame
    scenario: str
    folder: Path
    file: Path
    module: Module
    habit: Habit | None = None
    choices: Choices = field(default_factory=Choices)
    later: int = 0  # judge each log also as it would begin after every so many of its steps

    def check(self, desk: Desk, seed: int, tally: Tally, shown: int) -> Iterator[str]:
        path = self.folder / f"{self.loaded.slug}-{self.scenario}-{seed}.vlog"
        told = write_game(
            self.loaded, self.file, desk.plays, desk.table, path, scenario=self.scenario, seed=seed, habit=self.habit
        )
        history = read_history(read_saved(path), self.module)
        start = time.perf_counter()
        judged = judge_file(history, self.choices)
        tally.slowest = max(tally.slowest, time.perf_counter() - start)
        tally.verdicts.update(each.judged.verdict.value for each in judged.played)
        if self.habit is not None:
            tally.combats.update(recognised(told.told, judged.played))
        tally.steps, tally.read = tally.steps + len(told.steps), tally.read + len(judged.played)
        for event in history.events:
            for problem in event.broken:
                tally.found["broken step"] += 1
                yield f"{path.name} step {event.step}: {problem}"
        for found in judged.findings:
            verdict = "" if found.verdict is None else found.verdict.value
            name = f"{verdict} {found.check.rpartition('/')[2]}"
            tally.found[name] += 1
            if tally.found[name] <= shown:
                yield f"{path.name} step {found.where.step}: {name}: {found.message}"
        if self.later:
            yield from self._from_the_middle(path, tally)

    def _from_the_middle(self, path: Path, tally: Tally) -> Iterator[str]:
        """What is found illegal in logs that begin in the middle of the game; what is open in them is counted."""
        saved = read_saved(path)
        for left_out in range(self.later, sum(1 for _ in saved.steps()), self.later):
            part = begun_later(saved, self.module, left_out, self.folder)
            judged = judge_file(read_history(read_saved(part), self.module), self.choices)
            tally.begun += 1
            tally.open += sum(each.judged.verdict is Verdict.UNDECIDED for each in judged.played)
            for found in judged.findings:
                if found.verdict is Verdict.ILLEGAL:
                    tally.found[f"{found.verdict.value} {found.check.rpartition('/')[2]}"] += 1
                    yield f"{part.name} step {found.where.step}: {found.check}: {found.message}"
            part.unlink()


def press(
    loaded: LoadedGame,
    scenario: str,
    folder: Path | None,
    module: Path | None,
    habit: Habit | None = None,
    choices: Choices | None = None,
) -> Press:
    """Everything needed to write logs; the module is built if none is given."""
    where = folder or Path(tempfile.mkdtemp(prefix="selfplay-"))
    where.mkdir(parents=True, exist_ok=True)
    file = module or where / f"{loaded.slug}.vmod"
    if module is None:
        write_module(loaded, file)
    return Press(loaded, scenario, where, file, Module.read(open_archive(file)), habit, choices or Choices())
