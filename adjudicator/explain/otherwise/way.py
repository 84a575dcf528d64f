"""Steps of a log taken otherwise than they seem, and what such ways have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.engine.terms import Term

from ...evidence.binding import BindingEntry
from ...evidence.history import Event
from ...evidence.notation import Note
from ...evidence.observations import Heard
from ..scene import ReadingScene

ANYTHING = "other"  # what the binding calls dice that are for nothing in particular
ANNOUNCING = frozenset(("attack", "bombardment", "fire", "barrage", "roll", "morale", "rally"))
LATE = 12  # steps between a die and the note that says what it was for


@dataclass(frozen=True, slots=True)
class OtherWay:
    """The steps of a log taken in another way, from one of them on."""

    steps: tuple[Heard, ...]
    since: int
    unlikely: int
    says: str
    if_all_is_right: bool = False  # not to be believed where something is wrong all the same
    puts_off: bool = False  # nothing is judged until what was going on is over, so that it may only seem to be right
    to: int = 0  # the last of the steps that it takes otherwise, where that is far from the first
    put_back: frozenset[int] = frozenset()  # the steps that are taken for results of an earlier die
    shown_by: int = 0  # before which of the steps it shows at the latest whether it can be so
    die: int | None = None  # which of the steps threw the die from which something followed that was done later
    plain: bool = False  # was it as good as said, so that nothing hangs on it?

    @property
    def span(self) -> int:
        """Over how many steps it reaches."""
        return max(0, self.to - self.since)

    def far(self, step: int) -> int:
        """How many steps away from one it changes something."""
        return max(self.since - step, step - max(self.since, self.to), 0)


def announcing(heard: Heard) -> tuple[Note, ...]:
    """The notes of a step that say what a die is for."""
    return tuple(note for note in heard.notes if note.verb in ANNOUNCING)


def announces(heard: Heard) -> bool:
    return bool(announcing(heard))


def goes_on(heard: Heard) -> bool:
    """Does the counter go on, or somebody say that the game does?"""
    return heard.event.turn is not None or any(note.verb in ("phase", "turn") for note in heard.notes)


def thrown(heard: Heard) -> str | None:
    """What a die was thrown for, as its button says; for anything, if that was a wrong one or somebody typed the number."""
    if heard.die is not None:
        return ANYTHING if heard.any_button else heard.die[0]
    return ANYTHING if heard.typed else None


def purposes(scene: ReadingScene) -> Sequence[str]:
    """What dice may have been thrown for: what the module has buttons for, and whatever else dice are thrown for in the game;
    of several sorts of one thing only that."""
    known = scene.loaded.vocabulary
    rolled = known.of(Term.DIE) | known.of(Term.FIRE) | known.of(Term.ROLL)
    sorts = {each for each in rolled | known.of(Term.ATTACK) if any(one.startswith(f"{each} ") for one in rolled)}
    words = sorted(each for each in rolled | sorts if not any(each.startswith(f"{sort} ") for sort in sorts))
    return tuple(dict.fromkeys((*scene.binding.dice.values(), *words, ANYTHING)))


def by_any_button(binding: BindingEntry, event: Event) -> bool:
    """Were dice thrown by a button that is for anything, whatever a reading takes them for?"""
    return bool(event.rolls) and all(binding.dice.get(each.die) == ANYTHING for each in event.rolls)


def fought(scene: ReadingScene, heard: Heard) -> bool:
    """Was a die thrown that is followed by losses and retreats, or the number of one typed?"""
    purpose = thrown(heard)
    return purpose is not None and any(part.fights(purpose) for part in scene.parts)
