"""Which note was for which die, where several came late, early, twice or not at all.

Players announce and roll in one order as a rule. So notes and dice are matched as two texts are aligned: no pair crosses another,
a note may be for no die (it was said again, corrected or called off) and a die may have no note. The likeliest ways come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count

from ...evidence.notation import Note
from ...evidence.observations import Heard
from ..board import told
from .in_a_row import throws
from .notes import called_off, fit, has_a_die_to_come, instead, may_be_a_die, with_its_die
from .way import ANNOUNCING, LATE, OtherWay, announcing

_MOST = 5  # how unlikely a way may be
_WAYS = 60  # ways that are made
_LOOKED_AT = 6_000  # parts of ways that are looked at for them
_UNSAID = 1  # how unlikely it is that a die has no note
_MISTAKE = 2  # that it was thrown by mistake
_IN_VAIN = 1  # that a note was for no die, where it was said again, otherwise or called off
_TYPED = 1  # that a number in chat was a die, or that it was none though somebody says he rolled it
_TRIED = 2  # that it was for something, though somebody says that he only tries his dice
_BY_ANOTHER = 2  # that a die was thrown by another button than its own
_PASSED_OVER = 3  # that the first die after a note, by the right button, was for nothing that anybody said

Pair = tuple[int, int]  # steps of a note and of its die


@dataclass(frozen=True, slots=True)
class _Matching:
    """Notes and dice of which it is decided what they were for, up to some note and some die."""

    pairs: tuple[Pair, ...] = ()
    idle: tuple[int, ...] = ()  # steps of notes that were for no die
    mistaken: tuple[int, ...] = ()  # steps of dice that were thrown by mistake


def matched_anew(steps: tuple[Heard, ...], near: range) -> Iterator[OtherWay]:
    """The ways to match notes and dice in which more than one of them is taken otherwise than it seems."""
    texts, made = _Texts(steps, near), set[str]()
    for unlikely, matching in texts.matchings():
        way = texts.taken(matching, unlikely) if texts.says_all(matching) else None
        if way is not None and way.says not in made:
            yield way
            made.add(way.says)
            if len(made) >= _WAYS:
                return


class _Texts:
    """The notes of a stretch and its dice, each in their order."""

    def __init__(self, steps: tuple[Heard, ...], near: range) -> None:
        self.steps = steps
        self.notes = [at for at in near if announcing(steps[at])]
        self.dice = [at for at in near if may_be_a_die(steps[at])]
        self.sure = [at for at in self.dice if steps[at].die is not None or steps[at].typed]
        self.throws = {at: dice[0] for dice in throws(steps[: near.stop]) for at in dice}  # each with the first of those at once
        self.more = any(heard.die is not None or heard.typed for heard in steps[near.stop : near.stop + LATE])

    def matchings(self) -> Iterator[tuple[int, _Matching]]:
        """All of them, the likeliest first."""
        number = count()
        heap: list[tuple[int, int, int, int, _Matching]] = [(0, 0, 0, 0, _Matching())]
        for _ in range(_LOOKED_AT):
            if not heap:
                return
            so_far, _, note, die, matching = heappop(heap)
            if note == len(self.notes) and die == len(self.dice):
                yield so_far, matching
                continue
            for more, note_on, die_on, then in self._on(note, die, matching):
                if so_far + more <= _MOST:
                    heappush(heap, (so_far + more, -next(number), note_on, die_on, then))

    def _on(self, note: int, die: int, so_far: _Matching) -> Iterator[tuple[int, int, int, _Matching]]:
        """What the next note and the next die may have been: for each other, or one of them for nothing."""
        said = self.notes[note] if note < len(self.notes) else None
        thrown = self.dice[die] if die < len(self.dice) else None
        if said is not None and thrown is not None:
            far = self._far(said, thrown, so_far)
            if far is not None:
                far += self._passes_over(said, thrown, so_far)
                yield far, note + 1, die + 1, replace(so_far, pairs=(*so_far.pairs, (said, thrown)))
        if said is not None and self._may_be_in_vain(said):
            yield _IN_VAIN, note + 1, die, replace(so_far, idle=(*so_far.idle, said))
        if said is not None and thrown is None and self.more:
            yield 0, note + 1, die, so_far  # its die is still to come
        if thrown is not None:
            yield self._unsaid(thrown, so_far), note, die + 1, so_far
            if self._again(thrown):
                yield _MISTAKE, note, die + 1, replace(so_far, mistaken=(*so_far.mistaken, thrown))

    def _far(self, said: int, thrown: int, so_far: _Matching) -> int | None:
        """How unlikely it is that a note was for a die; None if it cannot be. Who throws all dice at once and only then says what
        each was for has done one thing otherwise, not one for each die."""
        if abs(said - thrown) > LATE:
            return None
        first, last = sorted((said, thrown))
        if any(heard.drawn for heard in self.steps[first + 1 : last + 1]):
            return None
        between = sum(self.steps[at].die is not None for at in range(first + 1, last))
        if said <= thrown:
            return self._odd(said, thrown, between) + min(between, 1)
        with_it = sum(self._at_once(thrown, at) for at in range(thrown + 1, said))
        again = any(note > die and self._at_once(die, thrown) for note, die in so_far.pairs[-1:])
        return self._odd(said, thrown, between) + (0 if again else 1) + between - with_it

    def _at_once(self, first: int, second: int) -> bool:
        return first in self.throws and self.throws[first] == self.throws.get(second)

    def _passes_over(self, said: int, thrown: int, so_far: _Matching) -> int:
        """How unlikely it is that it was not for a die before that one."""
        other = {*so_far.mistaken, *(die for _, die in so_far.pairs)}
        passed = (at for at in self.dice if said < at < thrown and at not in other)
        return _PASSED_OVER if any(self.steps[at].die is not None and self._fit(said, at) for at in passed) else 0

    def _odd(self, said: int, thrown: int, between: int) -> int:
        """How unlikely it is that a note is for such a die."""
        if self.steps[thrown].die is None:
            return _TYPED if (said < thrown and between) or not self.steps[thrown].typed else 0
        return (0 if self._fit(said, thrown) else _BY_ANOTHER) + (_TRIED if self.steps[thrown].tried else 0)

    def _fit(self, said: int, thrown: int) -> bool:
        return fit(announcing(self.steps[said]), self.steps[thrown])

    def _may_be_in_vain(self, said: int) -> bool:
        return self._called_off(said) or any(self._instead(said, other) for other in self.notes)

    def _instead(self, said: int, other: int) -> bool:
        """May another note be there in place of this one?"""
        notes, others = announcing(self.steps[said]), announcing(self.steps[other])
        first, second = sorted((said, other))
        if any(first < at < second for at in self.sure) and has_a_die_to_come(self.steps, second):
            return False  # each of them has a die of its own
        return said != other and abs(said - other) < LATE and any(_of_the_same(one, two) for one in notes for two in others)

    def _called_off(self, said: int) -> bool:
        return called_off(self.steps[said + 1 : said + LATE])

    def says_all(self, matching: _Matching) -> bool:
        """Is of each note that was for no die one of those that are in its place for one? Nothing that was said is left out."""
        if any(self._overheard(note, matching) for note in self.notes):
            return False
        return all(self._called_off(note) or self._stands_for(note, matching) for note in matching.idle)

    def _overheard(self, said: int, matching: _Matching) -> bool:
        """Is its die still to come, though one was thrown after it for a note before it that would seem to correct it?"""
        if said in matching.idle or any(said == note for note, _ in matching.pairs):
            return False
        earlier = (note for note, die in matching.pairs if note < said < die)
        return any(one.corrects(two) for note in earlier for one in self._said(note) for two in self._said(said))

    def _said(self, note: int) -> tuple[Note, ...]:
        return announcing(self.steps[note])

    def _stands_for(self, said: int, matching: _Matching) -> bool:
        """Is there another note in its place? Once it is rolled for no other stands for it, but one for the same die."""
        for other, die in matching.pairs:
            first, last = sorted((said, other))
            between = {at for at in self.dice if first < at < last and self.steps[at].die is not None}
            if self._instead(said, other) and between <= {die, *matching.mistaken} and not self._is_over(first, last, die):
                return True
        return False

    def _is_over(self, first: int, last: int, die: int) -> bool:
        """Was what the first of two notes says rolled for before and carried out, when the second named another hex and was
        rolled for, too?"""
        hexes = [{hex for note in self._said(at) for hex in note.hexes} for at in (first, last)]
        if die > first or not all(hexes) or hexes[0] & hexes[1] or not has_a_die_to_come(self.steps, last):
            return False
        return any(told(change) for heard in self.steps[first + 1 : last] for change in heard.event.changes)

    def _unsaid(self, thrown: int, so_far: _Matching) -> int:
        """A typed die that nobody asked for was only talk; of those that are thrown several at a time one note is for all."""
        heard = self.steps[thrown]
        if heard.die is None:
            return _TYPED if heard.typed else 0
        said, before = so_far.pairs[-1] if so_far.pairs else (None, None)
        if said is None or before is None or not _one_for_several(self.steps[said]):
            return _UNSAID
        first = self.steps[before].die
        others = (at for at in (*self.sure, *self.notes) if before < at < thrown and at != said)
        return 0 if first is not None and first[0] == heard.die[0] and next(others, None) is None else _UNSAID

    def _again(self, thrown: int) -> bool:
        """Was the die before it by the same button, with nothing done in between, and nothing said that asked for it?"""
        back = next((at for at in range(thrown - 1, -1, -1) if self.steps[at].die or self.steps[at].event.changes), None)
        if back is None or any(announcing(heard) for heard in self.steps[back + 1 : thrown]):
            return False
        first, second = self.steps[back].die, self.steps[thrown].die
        return first is not None and second is not None and first[0] == second[0]

    def taken(self, matching: _Matching, unlikely: int) -> OtherWay | None:
        """The steps with each note beside its die; None if that is not more than one thing taken otherwise."""
        new, said = list(self.steps), list[str]()
        for note, die in matching.pairs:
            if self._seems_so(note, die):
                continue
            notes = announcing(self.steps[note])
            new[note] = replace(new[note], notes=tuple(each for each in new[note].notes if each not in notes))
            new[die] = with_its_die(new[die], (*notes, *new[die].notes), whatever=not self._fit(note, die))
            said.append(f"the note of step {self.steps[note].step} was for the die of step {self.steps[die].step}")
        for at in matching.idle:
            new[at] = replace(new[at], notes=tuple(each for each in new[at].notes if each.verb not in ANNOUNCING))
            said.append(f"the note of step {self.steps[at].step} was for no die")
        for at in self.sure:
            if new[at].die is None and at not in matching.mistaken:
                new[at] = replace(new[at], typed=())
                said.append(f"the number in step {self.steps[at].step} was only talk")
        for at in matching.mistaken:
            new[at] = replace(new[at], die=None)
            said.append(f"the die of step {self.steps[at].step} was thrown by mistake")
        if len(said) < 2 and all(self._fit(*pair) for pair in matching.pairs):
            return None
        changed = [at for at, heard in enumerate(new) if heard is not self.steps[at]]
        return OtherWay(tuple(new), changed[0], max(unlikely, 2), ", and ".join(said), to=changed[-1])

    def _seems_so(self, note: int, die: int) -> bool:
        """Is the note for the next die after it anyhow?"""
        between = range(note, die)
        return (
            note <= die
            and self.steps[die].die is not None
            and self._fit(note, die)
            and all(self.steps[at].die is None for at in between)
        )


def _of_the_same(note: Note, other: Note) -> bool:
    """Are they about the same? That one of many is named in both does not make it so where the hexes are others."""
    alike = frozenset(note.names) & frozenset(other.names)
    elsewhere = note.hexes and other.hexes and not set(note.hexes) & set(other.hexes)
    return instead(note, other) and not (elsewhere and 2 * len(alike) < max(len(note.names), len(other.names)))


def _one_for_several(heard: Heard) -> bool:
    return any(not note.hexes for note in announcing(heard))
