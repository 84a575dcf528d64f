"""How well each file fits behind each other one: by what stands on the maps, then by times, people and folders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from adjudicator.audit.model import Handover
from adjudicator.evidence.history import Counter, History

_ALIKE = 0.5  # two positions of one game share at least this part of their pieces
_CANDIDATES = 16  # for each file so many imperfect fits are weighed
_EPSILON = 1e-3


@dataclass(frozen=True, slots=True)
class Fit:
    """That a file may follow from another: from its end, from its start (both begin alike), or from one of its steps."""

    earlier: int
    link: Handover
    cost: float
    distance: int = 0  # pieces that differ
    at_step: int | None = None
    beside: bool = False  # the distance is to its start, not to its end


@dataclass(frozen=True)
class Shape:
    """A file as the comparison needs it."""

    index: int
    history: History

    @cached_property
    def start(self) -> frozenset[int]:
        return _items(self.history.start)

    @cached_property
    def end(self) -> frozenset[int]:
        return self.start if self.history.end is self.history.start else _items(self.history.end)

    @cached_property
    def ids(self) -> frozenset[str]:
        return frozenset(self.history.start)

    @property
    def size(self) -> int:
        return len(self.history.start)

    @property
    def turns(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        return tuple(tuple(one for one in books if one[0].startswith("turn counter")) for books in self.history.books)


def _items(position: dict[str, Counter]) -> frozenset[int]:
    return frozenset(hash((identity, counter.seen)) for identity, counter in position.items())


def distance(old: frozenset[int], new: frozenset[int]) -> int:
    """How many pieces differ, nearly: one that is on both sides and differs counts once."""
    shared = len(old & new)
    return max(len(old), len(new)) - shared


def shapes(histories: Sequence[History]) -> list[Shape]:
    return [Shape(index, history) for index, history in enumerate(histories)]


def fits(of: Sequence[Shape]) -> list[dict[int, Fit]]:
    """For each file the files that it may follow from."""
    ends: defaultdict[int, list[int]] = defaultdict(list)
    starts: defaultdict[int, list[int]] = defaultdict(list)
    passed: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for shape in of:
        prints = shape.history.prints
        ends[prints[-1]].append(shape.index)
        starts[prints[0]].append(shape.index)
        for step, value in enumerate(prints[1:-1], start=1):
            if value not in (prints[0], prints[-1]):
                passed[value].append((shape.index, step))
    found: list[dict[int, Fit]] = []
    for shape in of:
        mine: dict[int, Fit] = {}
        value = shape.history.prints[0]
        for index in ends[value]:
            _keep(mine, _exact(of[index], shape))
        for index in starts[value]:
            if index not in mine:
                _keep(mine, _beside(of[index], shape))
        for index, step in passed[value]:
            if index not in mine or mine[index].link is Handover.RESTART:
                _keep(mine, _restart(of[index], shape, step))
        if not any(fit.link in (Handover.EXACT, Handover.RESTART) for fit in mine.values()):
            for fit in _imperfect(of, shape):
                mine.setdefault(fit.earlier, fit)
        found.append(mine)
    return found


def _keep(mine: dict[int, Fit], fit: Fit | None) -> None:
    if fit is not None:
        mine[fit.earlier] = fit


def _exact(earlier: Shape, later: Shape) -> Fit | None:
    """A save between two logs is a station on the way; so is a log in which nobody moved."""
    if earlier.index == later.index or not _may(earlier, later, at_end=True):
        return None
    a, b = earlier.history, later.history
    still = a.prints[0] == a.prints[-1]
    if not still and a.prints[0] == b.prints[0]:
        return None  # it leads away from there and back; both begin alike
    if still and a.is_log and earlier.turns[1] != later.turns[0]:
        return None  # only the turn counter went on in it: both begin alike
    cost = 0.0 if a.is_log and not still else -0.1
    if still and (a.is_log or not b.is_log) and not _before(a, b):
        if not b.is_log or b.prints[0] == b.prints[-1]:
            return None
        cost = 0.4
    return Fit(earlier.index, Handover.EXACT, cost + _backwards(earlier, later))


def _before(a: History, b: History) -> bool:
    return (a.saved_utc or "", a.newest[1], a.file) < (b.saved_utc or "", b.newest[0], b.file)


def _beside(earlier: Shape, later: Shape) -> Fit | None:
    """Two logs that begin alike."""
    if earlier.index == later.index or not _may(earlier, later, at_end=False):
        return None
    if not (earlier.history.is_log and later.history.is_log):
        return None
    return Fit(earlier.index, Handover.FORK, 1.0 + _backwards(earlier, later) + (0.5 if _age(earlier) > _age(later) else 0))


def _restart(earlier: Shape, later: Shape, step: int) -> Fit | None:
    if earlier.index == later.index or not _may(earlier, later, at_end=False):
        return None
    link = Handover.RESTART if later.history.is_log else Handover.EXACT
    return Fit(earlier.index, link, 0.6 + _backwards(earlier, later), at_step=step)


def _imperfect(of: Sequence[Shape], later: Shape) -> Iterator[Fit]:
    """The files whose ends, or starts, come nearest."""
    near: list[Fit] = []
    for earlier in of:
        if earlier.index == later.index or not _may(earlier, later, at_end=False):
            continue
        if len(earlier.ids & later.ids) < _ALIKE * min(len(earlier.ids), len(later.ids)):
            continue
        gap = distance(earlier.end, later.start)
        beside = gap if not earlier.history.is_log else distance(earlier.start, later.start)
        link = Handover.IMPERFECT if gap <= beside else Handover.FORK
        apart = min(gap, beside)
        cost = 2.0 + apart + (0.5 if link is Handover.FORK else 0) + _strange(earlier, later) * (1 + apart)
        near.append(Fit(earlier.index, link, cost, apart))
    near.sort(key=lambda fit: fit.cost)
    yield from near[:_CANDIDATES]


def _strange(earlier: Shape, later: Shape) -> float:
    """What speaks against one behind the other, as a part of how much they differ."""
    a, b = earlier.history, later.history
    against = 0.0
    if a.saved_utc and b.saved_utc and b.saved_utc < a.saved_utc:
        against += 0.3
    if a.newest[1] and b.newest[0] and b.newest[0] < a.newest[1]:
        against += 0.6  # the end of the one holds what is younger than all in the other
    if earlier.turns[1] != later.turns[0]:
        against += 0.1
    if a.folder != b.folder:
        against += 0.1
    if not a.is_log:
        against += 0.05
    return against


def _backwards(earlier: Shape, later: Shape) -> float:
    """A little for a clock that would run back: it decides only between fits that are equal otherwise."""
    a, b = earlier.history, later.history
    wrong = _EPSILON * (a.folder != b.folder)
    if a.saved_utc and b.saved_utc and b.saved_utc < a.saved_utc:
        wrong += 10 * _EPSILON
    if a.newest[1] > b.newest[0] and b.newest[0]:
        wrong += 10 * _EPSILON
    if later.turns[0] != earlier.turns[1]:
        wrong += 10 * _EPSILON
    return wrong


def _may(earlier: Shape, later: Shape, *, at_end: bool) -> bool:
    """Whether both may be of one game. Where a whole log leads exactly there, no name of a module or player speaks against it."""
    a, b = earlier.history, later.history
    if at_end and a.prints[0] != a.prints[-1] and a.prints[0] != b.prints[0]:
        return True
    if a.module is not None and b.module is not None and a.module != b.module:
        return False
    return same_table(a, b)


def same_table(a: History, b: History) -> bool:
    """Whether somebody sits at both. A roster may be empty; people change their passwords, and their names."""
    if not a.seated or not b.seated or a.seated & b.seated:
        return True
    names = {one.name.casefold() for one in a.people if one.name}
    return bool(names & {one.name.casefold() for one in b.people if one.name})


def _age(shape: Shape) -> tuple[int, str, str]:
    history = shape.history
    return history.newest[0], history.saved_utc or "", history.file
