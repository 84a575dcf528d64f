"""Dice that were thrown twice, by another button, for something else, or typed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ...evidence.observations import Dice, Heard
from .way import ANYTHING, LATE, OtherWay, announces, announcing, goes_on

_GRANTING = "bombardment"  # dice of which some grant what the others, by the same button, are for
_ROLL = "roll"  # a note that says what the next die is for
_BEFORE = 3  # steps between a note and a die by another button than the one for it


def thrown_twice(steps: tuple[Heard, ...], near: range, several: Collection[str]) -> Iterator[OtherWay]:
    """A die that was thrown by mistake after the one that counts, with nothing done in between."""
    for at in near:
        die = steps[at].die
        if die is None or steps[at].notes or die[0] in several:
            continue
        back = next((i for i in range(at - 1, -1, -1) if steps[i].die is not None or steps[i].event.changes), None)
        if back is None or any(announces(heard) for heard in steps[back + 1 : at]):
            continue  # it was asked for
        first = steps[back].die
        if first is not None and first[0] == die[0]:
            changed = (*steps[:at], replace(steps[at], die=None), *steps[at + 1 :])
            yield OtherWay(changed, at, 2, f"the die of step {steps[at].step} was thrown by mistake")


def for_something_else(steps: tuple[Heard, ...], near: range, several: frozenset[str]) -> Iterator[OtherWay]:
    """A second die after a note that was for one: nobody said what it was for."""
    for at in near:
        die, before = steps[at].die, _die_before(steps, at)
        if die is None or die[0] in several - {_GRANTING} or steps[at].notes or steps[at].apart:
            continue
        if before is not None and before[0] in (die[0], ANYTHING):
            changed = (*steps[:at], replace(steps[at], apart=True), *steps[at + 1 :])
            yield OtherWay(changed, at, 2, f"the die of step {steps[at].step} was for something else")


def _die_before(steps: tuple[Heard, ...], at: int) -> tuple[str, Dice] | None:
    """The last die, if nothing but talk came since."""
    for heard in reversed(steps[:at]):
        if heard.die is not None or heard.notes or heard.drawn or heard.event.changes or goes_on(heard):
            return heard.die
    return None


def by_another_button(
    meant: Sequence[str],
    steps: tuple[Heard, ...],
    near: range,
    opening: Collection[str] = (),
    *,
    as_said: bool = False,
) -> Iterator[OtherWay]:
    """A die that was thrown by another button than its own: by the one for anything, or where a note says what it was for, or
    where nothing was said, for a fight, if one explains all that followed. `meant`: whatever dice are thrown for, and of that
    `opening` fights; `as_said`: only what a note says."""
    for at in near:
        die, own = steps[at].die, frozenset(note.verb for note in steps[at].notes)
        said = own | _asked_for(steps[max(near.start, at - _BEFORE) : at])
        owned, asked = steps[at].any_button, _named_for(steps, at, meant)
        for purpose in meant if die is not None else ():
            if die is None or purpose == die[0] or (asked and purpose not in (*asked, ANYTHING)):
                continue
            fights = purpose in opening and die[0] not in opening and not said
            if purpose not in said and not owned and (as_said or not (fights or ANYTHING in (purpose, die[0]))):
                continue
            if said == {_ROLL} and die[0] == ANYTHING:
                continue  # it is for what somebody just said, whatever the button
            changed = (*steps[:at], replace(steps[at], die=(purpose, die[1])), *steps[at + 1 :])
            likely = die[0] == ANYTHING or (purpose in said and die[0] not in said) or (owned and purpose != ANYTHING)
            unlikely = 1 if likely or (said == {_ROLL} and purpose == ANYTHING) else 3
            says, at_best = (
                f"the die of step {steps[at].step} was for {_told(purpose)}",
                fights and die[0] != ANYTHING and not owned,
            )
            yield OtherWay(changed, at, unlikely, says, if_all_is_right=at_best)


def _told(purpose: str) -> str:
    """`combat`; what the binding calls dice for nothing in particular says nothing to a player."""
    return "something else" if purpose == ANYTHING else purpose


def _asked_for(steps: Sequence[Heard]) -> frozenset[str]:
    """What the notes were for that no die has followed yet: after two notes two dice may come."""
    said: set[str] = set()
    thrown = 0
    for heard in reversed(steps):
        asking = {note.verb for note in announcing(heard)}
        if heard.die is not None:
            thrown += 1
        elif asking and thrown and _ROLL not in asking:  # which may be for several
            thrown -= 1
        else:
            said |= asking
    return frozenset(said)


def _named_for(steps: Sequence[Heard], at: int, meant: Collection[str]) -> frozenset[str]:
    """What a die is for, if somebody just named the unit that he rolls for, as for a check, and nothing else: whoever says that
    rolls for nothing else. Unless the note may have come after its die."""
    said = [*announcing(steps[at])]
    for heard in reversed(steps[max(0, at - LATE) : at]):
        if heard.die is not None and heard.die[0] in (ANYTHING, *(note.verb for note in said)):
            return frozenset()
        if heard.die is not None or heard.typed or heard.maybe or heard.drawn or goes_on(heard):
            break
        said += announcing(heard)
    named = all(note.verb in meant and note.names and not note.hexes for note in said)
    return frozenset(note.verb for note in said if named)


def typed_in_chat(meant: Sequence[str], steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A number in chat that was a die: for anything, for what a note asks, or, if it is plain that he rolled it or no note asks,
    for whatever it was time to roll for."""
    for at in near:
        dice = steps[at].typed or steps[at].maybe
        if not dice or steps[at].die is not None:
            continue
        said = _asked_for(steps[max(near.start, at - _BEFORE) : at])
        asked = _named_for(steps, at, meant)
        whatever = sorted(meant) if not asked and (steps[at].typed or len(dice) > 1 or not said) else ()
        for purpose in dict.fromkeys((ANYTHING, *sorted(said), *whatever)):
            changed = (*steps[:at], replace(steps[at], die=(purpose, dice)), *steps[at + 1 :])
            yield OtherWay(
                changed, at, 2 + (purpose != ANYTHING), f"the number in step {steps[at].step} was a die for {_told(purpose)}"
            )


def only_talk(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """A number that somebody said he had rolled, some other time."""
    for at in near:
        if steps[at].typed:
            changed = (*steps[:at], replace(steps[at], typed=()), *steps[at + 1 :])
            yield OtherWay(changed, at, 1, f"the number in step {steps[at].step} was only talk")
