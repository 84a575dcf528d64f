"""Every habit with its everyday rate: of so many chances to show it, players take so many."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from . import clock, dice, notes
from .page import Habit

Rate: TypeAlias = Literal["none", "everyday", "threefold"]
Notes: TypeAlias = Literal["all", "half", "none"]
TIMES: Mapping[Rate, float] = {"none": 0.0, "everyday": 1.0, "threefold": 3.0}
_MOST = 0.9


@dataclass(frozen=True, slots=True)
class Sort:
    """A habit by what players do, and its everyday rate."""

    name: str
    does: Habit
    rate: float


# In the order in which they come over a game: what is done when, then what is said, rolled and clicked, then how it is dragged.
SORTS: tuple[Sort, ...] = (
    Sort("speaks-another-language", notes.language, 0.25),
    Sort("note-missing", notes.missing, 0.03),
    Sort("note-called-off", notes.called_off, 0.02),
    Sort("note-corrected", notes.corrected, 0.04),
    Sort("note-in-plain-words", notes.plain, 0.02),
    Sort("note-short", notes.short, 0.1),
    Sort("note-abbreviated", notes.abbreviated, 0.15),
    Sort("note-in-own-language", notes.foreign, 0.6),
    Sort("note-in-talk", notes.in_talk, 0.08),
    Sort("note-after-die", notes.late, 0.08),
    Sort("die-generic", dice.generic, 0.04),
    Sort("die-wrong-button", dice.wrong_button, 0.01),
    Sort("die-typed", dice.typed, 0.02),
    Sort("die-twice", dice.twice, 0.02),
    Sort("die-after-chat-and-nudge", dice.chat_and_nudge, 0.04),
    Sort("clock-never", clock.never, 0.05),
    Sort("clock-forgotten", clock.forgotten, 0.01),
    Sort("clock-skipped", clock.skipped, 0.04),
    Sort("clock-late", clock.late, 0.05),
    Sort("clock-early", clock.early, 0.03),
    Sort("clock-corrected", clock.corrected, 0.01),
    Sort("clock-too-far", clock.too_far, 0.04),
)
NAMES = tuple(sort.name for sort in SORTS)


def rates_of(
    rate: Rate, *, said: Notes = "all", no_clock: bool = False, generic_die: bool = False, only: Collection[str] = ()
) -> dict[str, float]:
    """The rate of each habit. What is asked for by itself is so in every game, whatever else is left out."""
    rates = {sort.name: min(_MOST, sort.rate * TIMES[rate]) if not only or sort.name in only else 0.0 for sort in SORTS}
    if said != "all":
        rates["note-missing"] = {"half": 0.5, "none": 1.0}[said]
    if no_clock:
        rates["clock-never"] = 1.0
    if generic_die:
        rates["die-generic"] = 1.0
    return rates
