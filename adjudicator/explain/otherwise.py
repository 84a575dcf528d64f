"""The other ways in which players may have meant what they said, threw and moved: each with how unlikely it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from ..evidence.binding import BindingEntry, unit_of
from ..evidence.history import Counter
from ..evidence.notation import Note
from ..evidence.observations import Heard
from .scene import ReadingScene

ANYTHING = "other"  # what the binding calls dice that are for nothing in particular
ANNOUNCING = frozenset(("attack", "bombardment", "fire", "barrage", "roll", "morale", "rally"))
_NOT = re.compile(
    r"\b(?:no|not|nein|nicht|nope|scratch|forget|cancel|never ?mind|instead|vergiss|streich|mejor|olvídalo|espera|wait|warte)\b",
    re.IGNORECASE,
)
_CLICKS = 1  # of the turn counter between a die and what was done late because of it
_LATE = 12  # steps between a die and the note that says what it was for


@dataclass(frozen=True, slots=True)
class OtherWay:
    """The steps of a log taken in another way, from one of them on."""

    steps: tuple[Heard, ...]
    since: int
    unlikely: int
    says: str


def other_ways(
    scene: ReadingScene, steps: tuple[Heard, ...], first: int, last: int, units: Collection[str]
) -> Iterator[OtherWay]:
    """Those that change something between two steps, the likeliest first. `units` are those with whom something is wrong."""
    near, binding = range(first, last), scene.binding
    several = frozenset(purpose for purpose in binding.dice.values() if any(part.several(purpose) for part in scene.parts))
    yield from _noted_late(steps, near)
    yield from _said_early(steps, near)
    yield from _put_right_late(steps, near)
    yield from _carried_out_late(scene, steps, near, units)
    yield from _clicked_early(scene, steps, near)
    yield from _put_back(binding, steps, near, units)
    yield from _thrown_twice(steps, near, several)
    yield from _for_something_else(steps, near, several)
    yield from _by_another_button(binding, steps, near)
    yield from _typed_in_chat(binding, steps, near)
    yield from _corrected(steps, near)


def _noted_late(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A note that came after its die is heard before it."""
    for at in near:
        said = tuple(note for note in steps[at].notes if note.verb in ANNOUNCING)
        for back in range(at, max(near.start, at - _LATE) - 1, -1) if said else ():
            if back == at or steps[back].die is None or _announced(steps, back):
                continue
            earlier = replace(steps[back], notes=(*steps[back].notes, *said))
            later = replace(steps[at], notes=tuple(note for note in steps[at].notes if note not in said))
            changed = (*steps[:back], earlier, *steps[back + 1 : at], later, *steps[at + 1 :])
            unlikely = 1 + sum(heard.die is not None for heard in steps[back + 1 : at])
            says = f"the note of step {steps[at].step} was for the die of step {steps[back].step}"
            yield OtherWay(changed, back, unlikely, says)


def _announced(steps: tuple[Heard, ...], die: int) -> bool:
    """Did somebody say what the die was for, just before he threw it?"""
    for heard in reversed(steps[max(0, die - _LATE) : die + 1]):
        if any(note.verb in ANNOUNCING for note in heard.notes):
            return True
        if heard.die is not None and heard is not steps[die]:
            return False
    return False


def _said_early(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A note that was for the second die after it and not for the next: two combats were announced, and then fought."""
    for at in near:
        said = tuple(note for note in steps[at].notes if note.verb in ANNOUNCING)
        dice = [i for i in range(at + 1, min(near.stop, at + _LATE)) if steps[i].die is not None] if said else []
        for on in (i for i in dice[1:] if not _announced(steps, i)):
            without = replace(steps[at], notes=tuple(note for note in steps[at].notes if note not in said))
            there = replace(steps[on], notes=(*said, *steps[on].notes))
            changed = (*steps[:at], without, *steps[at + 1 : on], there, *steps[on + 1 :])
            yield OtherWay(changed, at, 1, f"the note of step {steps[at].step} was for the die of step {steps[on].step}")


def _put_right_late(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A note after its die in place of the one about the same that stood before it, with no die of its own to come."""
    for at in near:
        said = tuple(note for note in steps[at].notes if note.verb in ANNOUNCING)
        if not said or _rolled_for(steps, at):
            continue
        die = next((i for i in range(at - 1, max(near.start, at - _LATE) - 1, -1) if steps[i].die is not None), None)
        before = range(die, max(near.start, die - _LATE) - 1, -1) if die is not None else ()
        first = next((i for i in before if any(_instead(old, new) for old in steps[i].notes for new in said)), None)
        if die is None or first is None:
            continue
        new = list(steps)
        new[first] = replace(
            new[first], notes=tuple(old for old in new[first].notes if not any(_instead(old, one) for one in said))
        )
        new[die] = replace(new[die], notes=(*new[die].notes, *said))
        new[at] = replace(new[at], notes=tuple(note for note in new[at].notes if note not in said))
        yield OtherWay(tuple(new), first, 2, f"the note of step {steps[at].step} puts right that of step {steps[first].step}")


def _rolled_for(steps: tuple[Heard, ...], at: int) -> bool:
    """Is a die thrown after a note before anything else is announced, drawn or clicked?"""
    for heard in steps[at + 1 :]:
        if heard.die is not None and not heard.notes:
            return True
        if heard.drawn or _goes_on(heard) or any(note.verb in ANNOUNCING for note in heard.notes):
            return False
    return False


def _carried_out_late(scene: ReadingScene, steps: tuple[Heard, ...], near: range, units: Collection[str]) -> Iterator[OtherWay]:
    """What was done with these units, or with one of them, after a later die belongs to an earlier one."""
    dice = [at for at in near if _fought(scene, steps[at])]
    for die, following in pairwise(dice):
        says = f"what was done after step {steps[following].step} followed from the die of step {steps[die].step}"
        alone = [((unit,), 0) for unit in sorted(units) if len(units) > 1]  # of one alone nothing that the counter went on before
        for those, clicks in ((units, _CLICKS), *alone):
            taken, rest = _parted(scene.binding, steps[following : near.stop], those, clicks)
            if taken:
                changed = (*steps[:following], *taken, *rest, *steps[near.stop :])
                yield OtherWay(changed, following, 1, says)


def _parted(
    binding: BindingEntry, steps: tuple[Heard, ...], units: Collection[str], most: int
) -> tuple[list[Heard], list[Heard]]:
    """What was done with some units before the game went on by more than so many clicks, and all else."""
    taken: list[Heard] = []
    rest: list[Heard] = []
    clicks = 0
    for heard in steps:
        clicks += _goes_on(heard)
        if heard.drawn or clicks > most:
            rest.append(heard)
            clicks = _LATE
            continue
        changes = heard.event.changes
        theirs = tuple(change for change in changes if unit_of(binding, change.counter) in units)
        if theirs:
            taken.append(Heard(replace(heard.event, changes=theirs, chat=(), rolls=(), turn=None)))
            others = tuple(change for change in changes if change not in theirs)
            heard = replace(heard, event=replace(heard.event, changes=others))
        rest.append(heard)
    return taken, rest


def _put_back(binding: BindingEntry, steps: tuple[Heard, ...], near: range, units: Collection[str]) -> Iterator[OtherWay]:
    """A counter that was moved or turned by mistake, and put back as it had been before."""
    for unit in sorted(units):
        touched = [
            (at, change)
            for at in near
            for change in steps[at].event.changes
            if unit_of(binding, change.counter) == unit and change.before is not None
        ]
        for place, (at, change) in enumerate(touched):
            was = change.before
            end = next((i for i in range(at + 1, near.stop) if steps[i].drawn or _goes_on(steps[i])), near.stop)
            back = next((i for i, other in touched[place:] if i < end and was is not None and _alike(was, other.after)), None)
            if back is not None and was is not None:
                changed = (*steps[:at], *(_without(heard, was.id) for heard in steps[at : back + 1]), *steps[back + 1 :])
                says = f"what was done in step {steps[at].step} was taken back in step {steps[back].step}"
                yield OtherWay(changed, at, 1, says)
                break


def _goes_on(heard: Heard) -> bool:
    """Does the counter go on, or somebody say that the game does?"""
    return heard.event.turn is not None or any(note.verb in ("phase", "turn") for note in heard.notes)


def _fought(scene: ReadingScene, heard: Heard) -> bool:
    """Was a die thrown that is followed by losses and retreats?"""
    return heard.die is not None and any(part.fights(heard.die[0]) for part in scene.parts)


def _alike(one: Counter, other: Counter | None) -> bool:
    return other is not None and (one.spot, one.levels) == (other.spot, other.levels)


def _without(heard: Heard, piece: str) -> Heard:
    kept = tuple(change for change in heard.event.changes if change.counter.id != piece)
    return heard if len(kept) == len(heard.event.changes) else replace(heard, event=replace(heard.event, changes=kept))


def _thrown_twice(steps: tuple[Heard, ...], near: range, several: Collection[str]) -> Iterator[OtherWay]:
    """A die that was thrown by mistake after the one that counts, with nothing done in between."""
    for at in near:
        die = steps[at].die
        if die is None or steps[at].notes or die[0] in several:
            continue
        back = next((i for i in range(at - 1, -1, -1) if steps[i].die is not None or steps[i].event.changes), None)
        first = None if back is None else steps[back].die
        if first is not None and first[0] == die[0]:
            changed = (*steps[:at], replace(steps[at], die=None), *steps[at + 1 :])
            yield OtherWay(changed, at, 2, f"the die of step {steps[at].step} was thrown by mistake")


def _for_something_else(steps: tuple[Heard, ...], near: range, several: Collection[str]) -> Iterator[OtherWay]:
    """A second die after a note that was for one: nobody said what it was for."""
    for at in near:
        die, before = steps[at].die, steps[at - 1].die if at else None
        if die is None or die[0] in several or steps[at].notes or steps[at].apart:
            continue
        if before is not None and die[0] == before[0]:
            changed = (*steps[:at], replace(steps[at], apart=True), *steps[at + 1 :])
            yield OtherWay(changed, at, 2, f"the die of step {steps[at].step} was for something else")


def _by_another_button(binding: BindingEntry, steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A die that was thrown by another button than the one for its purpose."""
    purposes = tuple(dict.fromkeys(purpose for purpose in (*binding.dice.values(), ANYTHING)))
    for at in near:
        die = steps[at].die
        for purpose in purposes if die is not None else ():
            if die is not None and ANYTHING in (purpose, die[0]) and purpose != die[0]:
                changed = (*steps[:at], replace(steps[at], die=(purpose, die[1])), *steps[at + 1 :])
                unlikely = 1 if die[0] == ANYTHING else 3
                yield OtherWay(changed, at, unlikely, f"the die of step {steps[at].step} was for {purpose}")


def _typed_in_chat(binding: BindingEntry, steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A number in chat that was a die."""
    for at in near:
        dice = steps[at].typed or steps[at].maybe
        for purpose in dict.fromkeys((ANYTHING, *binding.dice.values())) if dice and steps[at].die is None else ():
            changed = (*steps[:at], replace(steps[at], die=(purpose, dice)), *steps[at + 1 :])
            yield OtherWay(changed, at, 2 + (purpose != ANYTHING), f"the number in step {steps[at].step} was a die")


def _clicked_early(scene: ReadingScene, steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """The counter went on while what was being done was not over."""
    for at in near:
        back = next((i for i in range(at - 1, -1, -1) if steps[i].die or steps[i].drawn or _goes_on(steps[i])), None)
        if steps[at].event.turn is None or steps[at].amid or back is None or not _fought(scene, steps[back]):
            continue
        ends = (i for i in range(at + 1, len(steps)) if steps[i].die or steps[i].drawn or _goes_on(steps[i]))
        if any(heard.event.changes for heard in steps[at + 1 : next(ends, len(steps))]):
            changed = (*steps[:at], replace(steps[at], amid=True), *steps[at + 1 :])
            yield OtherWay(changed, at, 1, f"the counter was clicked too early in step {steps[at].step}")


def _corrected(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A note that a later one corrects, or that was called off."""
    for at in near:
        for note in (note for note in steps[at].notes if note.verb in ANNOUNCING):
            die = next((i for i in range(at + 1, len(steps)) if steps[i].die is not None), len(steps))
            following = steps[at + 1 : min(at + _LATE, die)]  # once it is rolled for nothing is corrected
            if any(_instead(note, other) for later in following for other in later.notes) or _called_off(following):
                kept = tuple(each for each in steps[at].notes if each is not note)
                changed = (*steps[:at], replace(steps[at], notes=kept), *steps[at + 1 :])
                yield OtherWay(changed, at, 1, f"the note of step {steps[at].step} was corrected")


def _called_off(following: tuple[Heard, ...]) -> bool:
    """Does anybody say so before the next die?"""
    until = next((i for i, heard in enumerate(following) if heard.die is not None), len(following))
    return any(_NOT.search(line) for heard in following[:until] for line in heard.event.chat)


def _instead(note: Note, other: Note) -> bool:
    """Is the other note about the same, so that it may stand in place of this one?"""
    return note.verb == other.verb and bool(set(note.hexes) & set(other.hexes) or set(note.names) & set(other.names))
