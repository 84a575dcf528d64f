"""A log as far as it has been read in one way, and how well that explains what is seen around a conflict."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from adjudicator.verdict import Verdict

from ..evidence.observations import Heard
from .board import Played
from .otherwise import OtherWay, Ways
from .scene import ReadingScene
from .weighing import NEVER, Outcome, first_wrong, illegal_steps

KEPT = 150  # steps back from which a log can be read anew
ALIKE = 8  # steps apart within which ways are as near to a conflict as each other


@dataclass(frozen=True, slots=True)
class Reader:
    """How one more step is read, and how what is open at the end is closed."""

    read: Callable[[ReadingScene, Heard], None]
    end: Callable[[ReadingScene], None]


Before = tuple[int, ReadingScene]  # how many steps have been read, and the scene then


@dataclass(slots=True)
class ReadingWay:
    """A log as far as it has been read in one way: the steps as they are taken, and the scene before each of the last of them."""

    steps: tuple[Heard, ...]
    scene: ReadingScene
    at: int = 0  # how many steps have been read
    before: deque[Before] = field(default_factory=lambda: deque(maxlen=KEPT))

    def checkpoint(self, at: int) -> Before | None:
        return next((each for each in reversed(self.before) if each[0] <= at), None)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A way, and what it leaves wrong from some steps before a conflict to some beyond it."""

    way: ReadingWay
    conflict: int  # the step up to which something is wrong, or nothing came of what was said
    wrong_at: int
    since: Before
    until: int
    outcome: Outcome
    scene: ReadingScene  # when it is read so far
    noticed: int  # where among the steps that came out: no other way that begins later settles it
    supposes: str = ""  # what is taken otherwise
    wholly: bool = False  # is it only settled if nothing is wrong up to the last step that is read?
    dice: tuple[int, ...] = ()  # where else other ways are looked for: far back, at dice for those with whom something is wrong

    @property
    def illegal(self) -> bool:
        """Is something illegal up to the conflict?"""
        return self.outcome.first_illegal <= self.conflict

    @property
    def clear_until(self) -> int:
        """The step before which nothing may be wrong in a way that settles the conflict, or illegal if that is what it is. Where
        only nothing came of what was said, something may be wrong later on; that is a conflict of its own."""
        wrong = self.outcome.first_illegal if self.illegal else self.outcome.first_wrong
        return wrong if wrong > self.conflict else wrong + 1

    @property
    def excused(self) -> frozenset[int]:
        """The steps of what is known to be illegal, and of what is a conflict of its own: illegal later on."""
        return self.outcome.known | {step for step in self.outcome.illegal if step > self.conflict}

    @property
    def place(self) -> int:
        """Where among the steps the conflict is."""
        return place_of_step(self.way.steps, self.conflict)

    @property
    def near(self) -> int:
        """Where among the steps other ways are looked for first."""
        return self.place if self.outcome.first_wrong <= self.conflict else self.wrong_at

    @property
    def places(self) -> tuple[int, ...]:
        """Where it is looked for other ways: at the conflict, and where the first thing is wrong."""
        first = place_of_step(self.way.steps, min(self.conflict, self.outcome.first_wrong))
        return tuple(dict.fromkeys((*self.dice, self.near, first)))

    @property
    def can_be_settled(self) -> bool:
        """Is enough read behind the conflict to tell how it was? If not it will be looked into when that is read."""
        return self.place + ALIKE <= self.until or self.until == len(self.way.steps)

    def settled_by(self, outcome: Outcome) -> bool:
        """Is all well in another way, or does what is wrong in it lie so far behind the conflict that it is one of its own?"""
        if outcome.clean or self.wholly:
            return outcome.clean
        if not self.is_touched_by(outcome) or outcome.first_wrong == NEVER:
            return False
        return self.place + ALIKE <= place_of_step(self.way.steps, outcome.first_wrong)

    def is_touched_by(self, outcome: Outcome) -> bool:
        """Does another way leave less of what was said without anything that came of it, if that is all that is wrong up to the
        conflict? What it leaves right farther on is no matter of this one: not what only was clicked later, but counts before."""
        first = self.outcome.first_wrong
        is_farther_on = first > self.conflict and place_of_step(self.way.steps, first) >= self.place
        return not is_farther_on or outcome.score[2] < self.outcome.score[2]

    def is_mended_by(self, outcome: Outcome) -> bool:
        """Is nothing wrong in another way but what is wrong in this one too, behind the conflict? That is no matter of how this
        was meant, and a conflict of its own."""
        if self.settled_by(outcome) or self.wholly:
            return outcome.clean
        plain = self.outcome
        return self.conflict < outcome.first_wrong and outcome.broken < plain.broken and outcome.score[1:3] <= plain.score[1:3]

    def otherwise(self, ways: Ways) -> Iterator[OtherWay]:
        way = self.way
        return ways(way.scene, way.steps, self.since[0], self.until, self.places, self.outcome.units)


@dataclass(slots=True)
class Hopeless:
    """Is it plain that a way is no better, before it is read to its end?"""

    than: Weighed
    if_all_is_right: bool
    illegal: int = 0

    def after(self, new: Sequence[Played]) -> bool:
        than, known, follows = self.than, self.than.outcome.known, self.than.outcome.follows
        if first_wrong(new, known, follows, illegal=than.illegal) < than.clear_until:
            return True
        self.illegal += sum(each.judged.verdict is Verdict.ILLEGAL and each.step not in known for each in new)
        return self.illegal > than.outcome.score[0] or (self.if_all_is_right and not illegal_steps(new, follows) <= than.excused)


def place_of_step(steps: Sequence[Heard], step: int) -> int:
    """Where a step is, or where it would be: they need not stand in their order."""
    exact = next((at for at, heard in enumerate(steps) if heard.step == step), None)
    return exact if exact is not None else next((at for at, heard in enumerate(steps) if heard.step > step), len(steps))
