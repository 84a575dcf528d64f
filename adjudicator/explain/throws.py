"""Dice for something that is no combat, and what players say they are for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.engine.actions import Roll
from adjudicator.engine.terms import Term
from adjudicator.games import LoadedGame

from ..evidence.names import bearers
from ..evidence.notation import Note
from ..evidence.observations import Dice, Heard
from .board import Played
from .otherwise import ANYTHING
from .scene import Mechanism, ReadingScene


@dataclass(slots=True)
class Throw:
    """Dice for one purpose (of one unit, if it is that unit's), until all of them are thrown."""

    purpose: str
    unit: str | None
    step: int
    dice: tuple[int, ...] = ()
    most: int = 99  # dice; where nobody said what they are for, the first alone is sure to be for this
    idle: bool = False  # was it announced, and has no die been thrown since?

    def takes(self, button: str) -> bool:
        """Are dice of this button rolled for it? Those for anything are; those for something else are not."""
        return len(self.dice) < self.most and (button == ANYTHING or self.purpose.startswith(button))

    def differs(self, other: Throw) -> bool:
        """Is the other for something else, so that it does not stand in place of this one?"""
        return (self.purpose, self.unit) != (other.purpose, other.unit)


def throw_for(scene: ReadingScene, step: int, note: Note) -> Throw:
    """`!roll air return for 3 AA`, `!bombard 2BF`: what the next dice are for."""
    text = " ".join((f"bombardment {note.text}" if note.verb == "bombardment" else note.text).split())
    purpose, _, whose = text.strip(" .").partition(" for ")
    units = bearers(scene.table, whose, anywhere=True) if whose else ()
    return Throw(_known(scene.loaded, purpose), units[0] if len(units) == 1 else None, step, idle=True)


def _known(loaded: LoadedGame, text: str) -> str:
    """The purpose that the game knows by the words that a text begins with; the text itself if it knows none."""
    known = sorted(loaded.vocabulary.of(Term.ROLL), key=len, reverse=True)
    return next((each for each in known if re.match(rf"{re.escape(each)}\b", text, re.IGNORECASE)), text)


class Throws(Mechanism):
    """Dice that are thrown for what somebody said, one after the other."""

    def __init__(self, scene: ReadingScene) -> None:
        super().__init__(scene)
        self.throw: Throw | None = None
        self._unmet = 0  # throws announced for which no die was thrown

    def hears(self, heard: Heard) -> bool:
        return self._purpose(heard) is not None

    def waited(self, heard: Heard | None) -> Iterator[Played]:
        """All dice for one purpose are thrown, once a step comes that is for something else."""
        throw = self.throw
        if throw is not None and throw.dice and (heard is None or self._over(throw, heard)):
            self.throw = None
            yield from self.scene.act(throw.step, Roll(throw.purpose, throw.dice, unit=throw.unit))

    def _over(self, throw: Throw, heard: Heard) -> bool:
        if heard.die is not None and throw.takes(heard.die[0]) and not heard.notes and not heard.apart:
            return False
        return bool(heard.notes or heard.drawn or heard.die or heard.event.turn or heard.event.changes)

    def told(self, heard: Heard) -> Iterator[Played]:
        purpose = self._purpose(heard)
        if purpose is not None:
            before, self.throw = self.throw, throw_for(self.scene, heard.step, purpose)
            self._unmet += before is not None and before.idle and before.differs(self.throw)
        if self.throw is not None and heard.die is not None:
            self.throw.idle = False
        yield from ()

    def unmet(self) -> int:
        return self._unmet

    def waiting(self) -> int:
        return int(self.throw is not None and self.throw.idle)

    def takes(self, purpose: str) -> bool:
        return self.throw is not None and self.throw.takes(purpose)

    def rolled(self, step: int, purpose: str, dice: Dice) -> Iterator[Played]:
        if self.throw is not None:
            self.throw.dice, self.throw.step = (*self.throw.dice, *dice), step
        yield from ()

    def _purpose(self, heard: Heard) -> Note | None:
        return next((note for note in heard.notes if note.verb in ("roll", "bombardment") and not note.hexes), None)
