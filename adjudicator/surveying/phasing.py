"""Which phases the entries of a turn counter are: by their words, and by their order, which is that of the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from .likening import likeness

Phases = tuple[str, ...]
SOME: Final = 0.3  # likeness below which an entry says nothing
ANCHORED: Final = 0.2  # of the entries must be like some phase for a list to be one of phases
AS_GOOD: Final = 0.05  # a way of reading the list that is so much worse is as good
IN_ORDER: Final = 0.8  # of what each phase alone would like best must be left when the order is kept
FEW: Final = 4  # entries; a shorter list is one of phases only if two of them are
MOST: Final = 60  # entries or phases


def phases_in(entries: Sequence[str], phases: Sequence[tuple[str, str]]) -> dict[str, Phases]:
    """For each entry of one level the phases that it may be; none for a level that is not of phases at all.

    Each entry stands for the next one or several phases. Where that can be read in several ways, all that it may be are told:
    an entry that nobody understands is one of the phases between its neighbours.
    """
    if not entries or len(set(entries)) != len(entries) or max(len(entries), len(phases)) > MOST:
        return {}
    like = [[_like(entry, phase) for phase in phases] for entry in entries]
    known = sum(max(row) >= SOME for row in like)
    if known < (2 if len(entries) < FEW else max(1, ANCHORED * len(entries))):
        return {}
    if len(entries) <= len(phases):
        found = _in_order(like, len(phases))
        if found is not None:
            return {entry: tuple(phases[at][0] for at in sorted(each)) for entry, each in zip(entries, found, strict=True)}
    return {
        entry: tuple(phase[0] for phase, share in zip(phases, row, strict=True) if share >= max(row) - AS_GOOD)
        for entry, row in zip(entries, like, strict=True)
        if max(row) >= SOME
    }


def _like(entry: str, phase: tuple[str, str]) -> float:
    share = likeness(entry, phase)
    return share if share >= SOME else 0.0


def _in_order(like: Sequence[Sequence[float]], number: int) -> list[set[int]] | None:
    """All phases that each entry has in some reading that is as good as the best; None if the order cannot be kept."""

    @cache
    def best(entry: int, phase: int) -> float:
        """The most that the entries from this one on can make of the phases from this one on, each having at least one."""
        left, entries = number - phase, len(like) - entry
        if entries == 0:
            return 0.0 if left == 0 else float("-inf")
        return max(
            (_sum(like[entry], phase, end) + best(entry + 1, end) for end in _ends(phase, left, entries)), default=float("-inf")
        )

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
        for end in _ends(phase, number - phase, len(like) - entry):
            here = so_far + _sum(like[entry], phase, end)
            if here + best(entry + 1, end) >= whole - AS_GOOD:
                found[entry].update(range(phase, end))
                ahead.append((entry + 1, end, here))
    return found


def _sum(row: Sequence[float], begin: int, end: int) -> float:
    return sum(row[begin:end])


def _ends(phase: int, left: int, entries: int) -> range:
    return range(phase + 1, phase + left - entries + 2)
