"""Several dice thrown at once, and only then what each of them was for, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ...evidence.history import Counter
from ...evidence.observations import Heard
from ..board import told
from .notes import beside_its_die, fit, rolled_for
from .way import LATE, announces, announcing, goes_on


@dataclass(frozen=True, slots=True)
class ThrownInARow:
    """Steps of dice, and of as many notes after them."""

    dice: tuple[int, ...]
    notes: tuple[int, ...]

    def put(self, steps: list[Heard]) -> None:
        """Each note beside its die; all stay where they are if one of the dice is by another button than its note says."""
        pairs = [(note, die, announcing(steps[note])) for note, die in zip(self.notes, self.dice, strict=True)]
        for note, die, said in pairs if all(fit(said, steps[die]) for _, die, said in pairs) else ():
            steps[note] = replace(steps[note], notes=tuple(each for each in steps[note].notes if each not in said))
            steps[die] = replace(steps[die], notes=(*steps[die].notes, *said))


def late_notes_beside_dice(
    steps: tuple[Heard, ...], place: Callable[[Counter], str | None], layer: str = ""
) -> tuple[Heard, ...]:
    """The steps with each note that came after its die beside that, as far as that is plain. `layer`: of counters, for steps."""
    new, left = list(steps), set[int]()
    for row in rows(steps):
        row.put(new)
        left.update(row.notes)
    return beside_its_die(tuple(new), place, left, layer)


def rows(steps: tuple[Heard, ...]) -> Iterator[ThrownInARow]:
    """All of them, in order."""
    for dice in throws(steps):
        notes = _said_after(steps, dice[-1])
        if len(notes) == len(dice) and not rolled_for(steps, notes[-1]):
            yield ThrownInARow(dice, notes)


def throws(steps: Sequence[Heard]) -> Iterator[tuple[int, ...]]:
    """The steps of dice that were thrown at once, with nothing said of them before."""
    at = 0
    while at < len(steps):
        dice = _thrown_at_once(steps, at)
        if len(dice) > 1 and not _asked_for(steps, at):
            yield dice
        at = dice[-1] + 1 if dice else at + 1


def _thrown_at_once(steps: Sequence[Heard], first: int) -> tuple[int, ...]:
    """The dice from a step on with nothing but talk between them."""
    found: list[int] = []
    for at in range(first, len(steps)) if steps[first].die is not None else ():
        if steps[at].die is not None and not steps[at].notes:
            found.append(at)
        elif _is_more_than_talk(steps[at]):
            break
    return tuple(found)


def _asked_for(steps: Sequence[Heard], die: int) -> bool:
    """Was it said before what the die is for, with nothing done since?"""
    before = next((heard for heard in reversed(steps[max(0, die - LATE) : die]) if _is_more_than_talk(heard)), None)
    return before is not None and announces(before)


def _said_after(steps: Sequence[Heard], die: int) -> tuple[int, ...]:
    """What is announced after a die and before the next one, or before the game goes on."""
    found: list[int] = []
    for at in range(die + 1, len(steps)):
        heard = steps[at]
        if heard.die is not None or heard.typed or heard.drawn or goes_on(heard):
            break
        if announces(heard):
            found.append(at)
    return tuple(found)


def _is_more_than_talk(heard: Heard) -> bool:
    return bool(heard.die or heard.typed or heard.notes or heard.drawn or goes_on(heard) or any(map(told, heard.event.changes)))
