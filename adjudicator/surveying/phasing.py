"""Which phases the entries of a turn counter are: by their words, and by their order, which is that of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from .likening import likeness

Phases = tuple[str, ...]
SOME: Final = 0.3  # likeness below which an entry says nothing
ANCHORED: Final = 0.2  # of the entries must be like some phase for a list to be one of phases
AS_GOOD: Final = 0.05  # a way of reading the list that is so much worse is as good
IN_ORDER: Final = 0.8  # of what each phase alone would like best must be left when the order is kept
FEW: Final = 4  # entries; a shorter list is one of phases only if two of them are
MOST: Final = 60  # entries or phases


class ReadEntries(NamedTuple):
    """What the entries of a turn counter stand for."""

    sure: dict[str, Phases]  # one of these
    maybe: dict[str, Phases]  # entries that nobody understands: one of these, or none at all


NONE: Final = ReadEntries({}, {})


def phases_in(entries: Sequence[str], phases: Sequence[tuple[str, str]]) -> ReadEntries:
    """For each entry of one level the phases that it may be; none for a level that is not of phases at all.

    Each entry stands for the next one or several phases. Where that can be read in several ways, all that it may be are told.
    Where there is an entry for each phase, one that nobody understands is that between its neighbours; else it may be none.
    """
    if not entries or len(set(entries)) != len(entries) or max(len(entries), len(phases)) > MOST:
        return NONE
    like = [[_like(entry, phase) for phase in phases] for entry in entries]
    understood = [max(row) >= SOME for row in like]
    if sum(understood) < (2 if len(entries) < FEW else max(1, ANCHORED * len(entries))):
        return NONE
    names = [phase for phase, _ in phases]
    for needed in ([True] * len(like), understood) if len(entries) == len(phases) else (understood,):
        found = _in_order(like, len(phases), needed, alike=not all(needed))
        if found is not None:
            said = {entry: tuple(names[at] for at in sorted(each)) for entry, each in zip(entries, found, strict=True)}
            sure = {entry for entry, must in zip(entries, needed, strict=True) if must}
            return ReadEntries(
                {entry: those for entry, those in said.items() if entry in sure and len(those) < len(names)},
                {entry: those for entry, those in said.items() if entry not in sure and those},
            )
    if len(entries) < len(phases):
        return NONE  # some stand for several phases, and nobody knows which
    pairs = (pair for pair, sure in zip(zip(entries, like, strict=True), understood, strict=True) if sure)
    return ReadEntries({entry: _likest(row, names) for entry, row in pairs}, {})


def _likest(row: Sequence[float], names: Sequence[str]) -> Phases:
    return tuple(name for name, share in zip(names, row, strict=True) if share >= max(row) - AS_GOOD)


def _like(entry: str, phase: tuple[str, str]) -> float:
    share = likeness(entry, phase)
    return share if share >= SOME else 0.0


def _in_order(like: Sequence[Sequence[float]], number: int, needed: Sequence[bool], *, alike: bool) -> list[set[int]] | None:
    """All phases that each entry has in some reading that is as good as the best; None if the order cannot be kept.

    `needed`: which entries must have one; `alike`: and one that they are like.
    """

    def ends(entry: int, phase: int) -> Iterator[int]:
        """Behind which phases an entry may end that begins with this one."""
        for end in range(phase + needed[entry], number + 1):
            if not (alike and needed[entry]) or any(like[entry][phase:end]):
                yield end

    @cache
    def best(entry: int, phase: int) -> float:
        """The most that the entries from this one on can make of the phases from this one on."""
        if entry == len(like):
            return 0.0 if phase == number else float("-inf")
        every = (_sum(like[entry], phase, end) + best(entry + 1, end) for end in ends(entry, phase))
        return max(every, default=float("-inf"))

    whole = best(0, 0)
    freely = sum(max(row[phase] for row in like) for phase in range(number))
    if whole < IN_ORDER * freely or not whole:
        return None
    found: list[set[int]] = [set() for _ in like]
    seen: set[tuple[int, int]] = set()
    ahead = [(0, 0, 0.0)]
    while ahead:
        entry, phase, so_far = ahead.pop()
        if entry == len(like) or (entry, phase) in seen:
            continue
        seen.add((entry, phase))
        for end in ends(entry, phase):
            here = so_far + _sum(like[entry], phase, end)
            if here + best(entry + 1, end) >= whole - AS_GOOD:
                found[entry].update(range(phase, end))
                ahead.append((entry + 1, end, here))
    return found


def _sum(row: Sequence[float], begin: int, end: int) -> float:
    return sum(row[begin:end])
