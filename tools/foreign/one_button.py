"""Logs of our own module as they would be with one dice button for everything, and whether they are judged alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator.evidence.histories import read_history
from adjudicator.evidence.history import Event, History
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.games import load
from adjudicator.modulebuild.geometry import own_module
from adjudicator.verdict import Verdict
from vassal_bridge.module import Module
from vassal_bridge.saved import read_saved

ANY = "Other 1d6"  # what our modules have for any die

Wrong = frozenset[tuple[int | None, str]]  # step and check


@dataclass(frozen=True, slots=True)
class Compared:
    """A log, with what is illegal in it by its own buttons and by one for everything."""

    name: str
    right: Wrong
    there: Wrong
    open: tuple[int, int]  # questions, by its own buttons and by the one

    @property
    def false(self) -> Wrong:
        return self.there - self.right

    @property
    def lost(self) -> Wrong:
        return self.right - self.there

    def __str__(self) -> str:
        wrong = "".join(f"; FALSE step {step}: {check}" for step, check in sorted(self.false, key=str))
        wrong += "".join(f"; lost step {step}: {check}" for step, check in sorted(self.lost, key=str))
        return (
            f"{self.name}: {len(self.right)} illegal, {len(self.there)} by one button; open {self.open[0]}, {self.open[1]}{wrong}"
        )


def compared(log: Path, module: Module, choices: Choices) -> Compared:
    history = read_history(read_saved(log), module)
    own, one = judge_file(history, choices), judge_file(by_one_button(history), choices)
    return Compared(log.name, _wrong(own), _wrong(one), (_open(own), _open(one)))


def by_one_button(history: History) -> History:
    return replace(history, events=tuple(map(_thrown, history.events)))


def _thrown(event: Event) -> Event:
    return replace(event, rolls=tuple(replace(roll, die=ANY) for roll in event.rolls)) if event.rolls else event


def _wrong(judged: JudgedFile) -> Wrong:
    return frozenset((each.where.step, each.check) for each in judged.findings if each.verdict is Verdict.ILLEGAL)


def _open(judged: JudgedFile) -> int:
    return sum(each.verdict is Verdict.UNDECIDED for each in judged.findings)


def of_samples(slug: str, folder: Path, names: frozenset[str] = frozenset()) -> Iterator[Compared]:
    """The sample logs of a game, or some of them."""
    choices = Choices()
    module = own_module(load(slug))
    for log in sorted(folder.glob("*.vlog")):
        if not names or log.stem in names:
            yield compared(log, module, choices)
