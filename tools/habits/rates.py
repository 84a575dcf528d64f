"""Every habit with its everyday rate: of so many chances to show it, players take so many."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from . import clock, counters, dice, drags, notes, results, talk
from .page import Habit

SPLIT, SPLIT_RATE = "log-split-in-a-phase", 0.1  # comes last, when the log is written
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
    Sort("two-announced-then-rolled", results.announced_first, 0.05),
    Sort("all-dice-first", dice.all_first, 0.03),
    Sort("results-after-next-die", results.late, 0.05),
    Sort("results-at-end-of-phase", results.at_the_end, 0.05),
    Sort("results-in-another-order", results.shuffled, 0.15),
    Sort("aircraft-landed-later", results.landed_later, 0.2),
    Sort("marker-after-click", results.marks_late, 0.05),
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
    Sort("clock-said-in-chat", clock.said, 0.02),
    Sort("clock-late", clock.late, 0.05),
    Sort("clock-early", clock.early, 0.03),
    Sort("clock-corrected-later", clock.corrected, 0.01),
    Sort("clock-too-far-and-back", clock.too_far, 0.04),
    Sort("clock-undone", clock.undone, 0.02),
    Sort("stack-dragged-together", drags.together, 0.3),
    Sort("stack-dragged-whole", drags.whole_stack, 0.03),
    Sort("moves-interleaved", drags.interleaved, 0.04),
    Sort("move-in-hops", drags.in_hops, 0.1),
    Sort("dropped-beside", drags.dropped_wrong, 0.02),
    Sort("move-tried-first", drags.tried, 0.02),
    Sort("wrong-unit-dragged", drags.wrong_unit, 0.02),
    Sort("control-marked-later", counters.control_later, 0.15),
    Sort("dead-deleted", counters.dead_deleted, 0.1),
    Sort("dead-put-anywhere", counters.dead_anywhere, 0.1),
    Sort("chit-put-elsewhere", counters.chit_elsewhere, 0.05),
    Sort("undone-and-redone", drags.undone, 0.02),
    Sort("stack-nudged", drags.nudge, 0.02),
    Sort("counter-aside-and-back", drags.aside, 0.02),
    Sort("dropped-on-own-place", drags.own_place, 0.02),
    Sort("wrong-unit-flipped", drags.wrong_flip, 0.01),
    Sort("move-marks-cleared", drags.marks_cleared, 0.03),
    Sort("signs-of-attack", counters.signs, 0.3),
    Sort("talk", talk.chatter, 0.03),
    Sort("talk-like-a-note", talk.like_a_note, 0.01),
    Sort("results-told-in-words", talk.results, 0.05),
    Sort("dice-tested", dice.tested, 0.05),
    Sort("greeting", talk.greeting, 0.5),
    Sort("both-players", counters.both_players, 0.15),
)
RATES: Mapping[str, float] = {**{sort.name: sort.rate for sort in SORTS}, SPLIT: SPLIT_RATE}
NAMES = tuple(RATES)


def rates_of(
    rate: Rate, *, said: Notes = "all", no_clock: bool = False, generic_die: bool = False, only: Collection[str] = ()
) -> dict[str, float]:
    """The rate of each habit. What is asked for by itself is so in every game, whatever else is left out."""
    rates = {name: min(_MOST, each * TIMES[rate]) if not only or name in only else 0.0 for name, each in RATES.items()}
    if said != "all":
        rates["note-missing"] = {"half": 0.5, "none": 1.0}[said]
    if no_clock:
        rates["clock-never"] = 1.0
    if generic_die:
        rates["die-generic"] = 1.0
    return rates
