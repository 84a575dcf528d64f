"""The likeliest way to read a log: the plainest, until something is wrong with it; then other ways to take what was seen near it.

Who reads goes on step by step. When an action comes out wrong, or nobody can tell what it was, the steps around it are taken in
the other ways in which players may have meant them (`otherwise`), each from the last moment before it makes a difference to some
steps beyond the conflict. What leaves less that is illegal, then less that is open, then less that is unlikely, is how it was
played; a way in which more of what was said comes to nothing is none. A log in which nothing is unclear is read once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from adjudicator.engine.actions import Roll
from adjudicator.engine.kinds import acting
from adjudicator.facts import Source
from adjudicator.verdict import Verdict

from ..evidence.observations import Heard
from .board import Played
from .causes import traced
from .inference.followed import faults_in
from .otherwise import ANYTHING, OtherWay, other_ways, twice_otherwise
from .scene import ReadingScene

KEPT = 150  # steps back from which a log can be read anew
BEFORE = 16  # steps before one that came out wrong that may have been meant otherwise
BEYOND = 14  # steps after it by which a reading is known
ROUNDS = 3  # ways in which the same stretch may have been meant otherwise at once
TRIES = 30  # ways that are tried for a conflict
PATIENCE = 12  # conflicts in a row that nothing settles until no way is tried: nobody plays so that everything is wrong
QUIET = 8  # steps without a conflict after which ways are tried again
ALIKE = 8  # steps apart within which ways are as near to a conflict as each other
BUDGET = 25  # steps read again for each step of a log

Score = tuple[int, int, int, int, int]  # illegal, open, said for nothing, unlikely, thrown for nothing


@dataclass(frozen=True, slots=True)
class Reader:
    """How one more step is read, and how what is open at the end is closed."""

    read: Callable[[ReadingScene, Heard], None]
    end: Callable[[ReadingScene], None]


@dataclass(frozen=True)
class _Outcome:
    """What a way of taking some steps leaves wrong."""

    score: Score
    played: Sequence[Played] = ()
    since: int = 0  # the first of the actions that the ways differ in

    @cached_property
    def units(self) -> frozenset[str]:
        """Those with whom something is wrong."""
        found: set[str] = set()
        for each in self.played[self.since :]:
            for ruled in each.judged.findings:
                found.update(ruled.opinion.units, acting(each.action))
        return frozenset(found)

    @cached_property
    def roots(self) -> int:
        """How many illegal things do not only follow from others."""
        found = (each for each in traced(self.played) if each.root and each.index >= self.since)
        return len({each.index for each in found if each.ruled.verdict is Verdict.ILLEGAL})

    def betters(self, plain: _Outcome) -> bool:
        """Is it less that is wrong? No fault is exchanged for another one, of which less follows."""
        score, than = self.score, plain.score
        return score[:3] < than[:3] and _idle(score) <= _idle(than) and (score[0] == 0 or self.roots < plain.roots)


@dataclass(slots=True)
class _Way:
    """A log as far as it has been read in one way: the steps as they are taken, and the scene before each of the last of them."""

    steps: tuple[Heard, ...]
    scene: ReadingScene
    at: int = 0  # how many steps have been read
    unlikely: int = 0
    before: deque[tuple[int, ReadingScene]] = field(default_factory=lambda: deque(maxlen=KEPT))


def likeliest(scene: ReadingScene, steps: Sequence[Heard], reader: Reader) -> ReadingScene:
    """The log read to its end."""
    return _Search(reader, BUDGET * len(steps)).through(_Way(tuple(steps), scene))


@dataclass(slots=True)
class _Search:
    reader: Reader
    left: int  # steps that may still be read again
    fruitless: int = 0  # conflicts in a row that no other way has settled
    last: int = 0  # where the last of them was

    def through(self, way: _Way) -> ReadingScene:
        settled = unmet = 0  # actions, and notes that nothing came of, that were looked into already
        doubtful: list[Played] = []  # of the actions since then
        while way.at < len(way.steps):
            read = len(way.scene.played)
            self._read(way)
            doubtful += _doubtful(way.scene.played[read:])
            if _conflicts(way.scene, doubtful) or _unmet(way.scene) > unmet:
                way = self._reconciled(way, settled)
                settled, unmet, doubtful = len(way.scene.played), _unmet(way.scene), []
        ended = way.scene.copy()
        self.reader.end(ended)
        if _conflicts(ended, _doubtful(ended.played[settled:])):
            way = self._reconciled(way, settled)
            ended = way.scene
            while way.at < len(way.steps):
                self._read(way)
            self.reader.end(ended)
        return ended

    def _read(self, way: _Way) -> None:
        heard = way.steps[way.at]
        way.before.append((way.at, way.scene.copy()))
        self.reader.read(way.scene, heard)
        way.at += 1

    def _reconciled(self, way: _Way, settled: int) -> _Way:
        """The way with what was seen around the conflict taken as it leaves least wrong."""
        conflict, plainest = way.at, way
        self.fruitless, self.last = (0 if conflict > self.last + QUIET else self.fruitless), conflict
        if self.fruitless >= PATIENCE:
            return way
        until = min(len(way.steps), conflict + BEYOND)
        wrong_at = _first_wrong(way, settled)
        for _ in range(ROUNDS):
            if not way.before or self.left <= 0:
                break
            first = next(each for each in way.before if each[0] >= wrong_at - BEFORE or each is way.before[-1])
            counted = len(first[1].played)
            plain = self._outcome(way, first, way.steps, until, counted, 0)
            if plain.score[:3] == (0, 0, 0):
                break
            ways = other_ways(way.scene, way.steps, first[0], until, wrong_at, plain.units)
            best = self._best(way, _nearest(ways, wrong_at), until, counted, plain)
            if best is None:
                pairs = twice_otherwise(way.scene, way.steps, first[0], until, plain.units)
                best = self._best(way, _nearest(pairs, wrong_at), until, counted, plain)
            if best is None:
                break
            way = self._taken(way, best, conflict)
        self.fruitless = self.fruitless + 1 if way is plainest else 0
        return way

    def _best(self, way: _Way, others: Sequence[OtherWay], until: int, counted: int, plain: _Outcome) -> OtherWay | None:
        """The one of these that leaves least wrong, and less than the plain way."""
        best: tuple[Score, OtherWay] | None = None
        for other in others[:TRIES]:
            start = _checkpoint(way, other.since)
            if start is None or self.left <= 0:
                continue
            beat, right = plain.score if best is None else best[0], other.if_all_is_right
            beat = min(beat, (0, *plain.score[1:])) if right else beat
            found = self._outcome(way, start, other.steps, until, counted, other.unlikely, beat, closed=right)
            if right and found.score[:2] > (0, plain.score[1] if plain.score[0] else 0):
                continue
            if found.betters(plain) and (best is None or found.score < best[0]):
                best = found.score, other
                if found.score[:3] == (0, 0, 0):
                    break
        return None if best is None else best[1]

    def _outcome(
        self,
        way: _Way,
        start: tuple[int, ReadingScene],
        steps: tuple[Heard, ...],
        until: int,
        counted: int,
        unlikely: int,
        beat: Score | None = None,
        *,
        closed: bool = False,
    ) -> _Outcome:
        """How well these steps explain what is seen. What is worse than another way is not read to its end. `closed`: what is
        still going on counts as if it were over."""
        at, scene = start[0], start[1].copy()
        end = until + len(steps) - len(way.steps)
        wrong, unclear = _faults(scene, counted)
        for heard in steps[at:end]:
            before = len(scene.played)
            self.reader.read(scene, heard)
            self.left -= 1
            more = _faults(scene, before)
            wrong, unclear = wrong + more[0], unclear + more[1]
            if beat is not None and (wrong, unclear) > beat[:2]:
                return _Outcome((wrong, unclear, 0, unlikely, 0))
        unmet = _unmet(scene) + sum(part.waiting() for part in scene.parts)
        before = len(scene.played)
        if closed or end >= len(steps):
            self.reader.end(scene)
            more = _faults(scene, before)
            wrong, unclear = wrong + more[0], unclear + (more[1] if end >= len(steps) else 0)
        return _Outcome((wrong, unclear, unmet, unlikely, _idle_dice(scene, counted)), scene.played, counted)

    def _taken(self, way: _Way, other: OtherWay, conflict: int) -> _Way:
        """The same log, from the steps that are taken otherwise on read anew up to the conflict."""
        start = _checkpoint(way, other.since)
        if start is None:
            return way
        new = _Way(other.steps, start[1].copy(), start[0], way.unlikely + other.unlikely)
        new.before.extend(each for each in way.before if each[0] < start[0])
        while new.at < min(conflict, len(new.steps)):
            self._read(new)
        return new


def _first_wrong(way: _Way, settled: int) -> int:
    """The first of the steps whose actions came out wrong; the last that was read, if nothing did."""
    wrong = min((each.step for each in way.scene.played[settled:] if each.judged.findings), default=None)
    if wrong is None:
        return way.at
    return next((at for at, heard in enumerate(way.steps[: way.at]) if heard.step >= wrong), way.at)


def _nearest(ways: Iterable[OtherWay], wrong_at: int) -> list[OtherWay]:
    """Those that change something near the conflict first, and of these the likeliest."""
    return sorted(ways, key=lambda each: (abs(each.since - wrong_at) // ALIKE, each.unlikely))


def _checkpoint(way: _Way, at: int) -> tuple[int, ReadingScene] | None:
    return next((each for each in reversed(way.before) if each[0] <= at), None)


def _doubtful(played: Sequence[Played]) -> list[Played]:
    """Those that may be in conflict with how the log was read."""
    return [each for each in played if each.asks or each.judged.verdict is not Verdict.LEGAL]


def _conflicts(scene: ReadingScene, doubtful: Sequence[Played]) -> bool:
    """Is something wrong, or is it to be asked? Open questions count where the module shows all facts: it is the reading that
    lacks. Of a log that tells no phase at all only what is wrong counts."""
    dated = bool(scene.table.state.phase)
    all_shown = dated and scene.table.game.trusted == frozenset(Source)
    return any(
        each.judged.verdict is Verdict.ILLEGAL
        or (dated and each.asks)
        or (all_shown and each.judged.verdict is Verdict.UNDECIDED)
        for each in doubtful
    )


def _faults(scene: ReadingScene, since: int) -> tuple[int, int]:
    """What is certainly wrong, and what is open."""
    found = [faults_in(each.judged) for each in scene.played[since:]]
    return sum(each[0] for each in found), sum(each[1] for each in found)


def _idle(score: Score) -> int:
    """What was said or thrown for nothing: no way may explain something by leaving out what was seen."""
    return score[2] + score[4]


def _unmet(scene: ReadingScene) -> int:
    return sum(part.unmet() for part in scene.parts)


def _idle_dice(scene: ReadingScene, since: int) -> int:
    return sum(isinstance(each.action, Roll) and each.action.purpose == ANYTHING for each in scene.played[since:])
