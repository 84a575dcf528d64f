"""What the samples of a game are, each with what there is to see in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tools.selfplay.strip import Habit


@dataclass(frozen=True, slots=True)
class Played:
    """A log of turns in which all is legal. `busy`: how much is done in them."""

    name: str
    shows: str
    scenario: str
    seed: int
    turns: int = 1
    busy: float = 0.2
    habit: Habit | None = None  # what the players leave out
    explained: int | None = None  # a step that `explain` is asked about

    @property
    def file(self) -> str:
        return f"{self.name}.vlog"


@dataclass(frozen=True, slots=True)
class Violation:
    """Turns in which one action is illegal, a violation of a kind that `tools/mutate` plants."""

    name: str
    shows: str
    scenario: str
    kind: str
    seed: int  # of the first game tried
    turns: int = 1
    busy: float = 0.2


@dataclass(frozen=True, slots=True)
class Planted(Violation):
    """The log of them."""

    habit: Habit | None = None
    follows: bool = False  # more may follow from it

    @property
    def file(self) -> str:
        return f"{self.name}.vlog"


@dataclass(frozen=True, slots=True)
class Saved(Violation):
    """A save made right after a violation: what is wrong must be seen in the position, without the log."""

    @property
    def file(self) -> str:
        return f"{self.name}.vsav"


@dataclass(frozen=True, slots=True)
class Corrected:
    """What `adjudicate fix` makes of another sample."""

    name: str
    shows: str
    of: str

    @property
    def file(self) -> str:
        return f"{self.name}.vsav"


Sample: TypeAlias = Played | Planted | Saved | Corrected


@dataclass(frozen=True, slots=True)
class Samples:
    """All samples of a game."""

    game: str  # its folder
    title: str
    every: Sequence[Sample]

    def file_of(self, name: str) -> str:
        return next(each.file for each in self.every if each.name == name)


@dataclass(frozen=True, slots=True)
class Report:
    """A text beside a sample: what the program says when it is called so. A module and, for `fix`, a target are added."""

    file: str
    arguments: tuple[str, ...]
    makes: str | None = None  # the save that it writes


def reports(samples: Samples) -> Iterator[Report]:
    """Every text beside the samples; what writes a save comes before what is said of it."""
    for each in samples.every:
        if isinstance(each, Corrected):
            yield Report(f"{each.of}-fix.txt", ("fix", samples.file_of(each.of)), each.file)
        yield Report(f"{each.name}.txt", ("check", each.file))
        if isinstance(each, Played) and each.explained is not None:
            yield Report(f"{each.name}-step{each.explained}.txt", ("explain", each.file, "--step", str(each.explained)))
