"""How well a way of taking some steps of a log explains what is seen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

from adjudicator.engine.actions import Action, Move, Place, Remove, Roll
from adjudicator.engine.kinds import acting
from adjudicator.facts import Source
from adjudicator.verdict import Verdict

from .board import Played
from .causes import traced
from .differences import EXIT
from .doubted import wrong_by_itself
from .inference.followed import Faults, faults_in
from .otherwise import ANYTHING, by_any_button
from .scene import ReadingScene

Score = tuple[int, int, int, int, int]  # illegal, open, said for nothing, unlikely, thrown for nothing
Rank = tuple[int, int, int, int, int, int]
Wrong = tuple[str, frozenset[str]]  # a rule, and the units with which it is broken
STILL = 40  # steps in which a result may still be carried out
NEVER = 1_000_000_000  # a step that no log has


@dataclass(frozen=True)
class Outcome:
    """What a way of taking some steps leaves wrong."""

    score: Score
    played: Sequence[Played] = ()
    since: int = 0  # the first of the actions that the ways differ in
    known: frozenset[int] = frozenset()  # steps with which something is wrong that was looked into before
    follows: frozenset[Wrong] = frozenset()  # what only follows from that, however the rest was meant
    unclaimed: int = 0  # dice by a button of their own that nothing came of
    unheeded: int = 0  # units named for a die that nobody threw

    def with_all_of(self, scene: ReadingScene, since: int, in_vain: int) -> Outcome:
        """The same of a log as far as it was read, in which so much was said for nothing."""
        score = *faults(scene.played[since:]), in_vain, self.score[3], idle_dice(scene, since)
        unheeded = sum(part.unheeded() for part in scene.parts)
        return replace(self, score=score, played=scene.played, unclaimed=unclaimed(scene), unheeded=unheeded)

    def beside(self, played: Sequence[Played]) -> Outcome:
        """The same without as much as is wrong with some actions in any case: those before the stretch that ways are weighed by,
        where this one begins before it."""
        known = faults(played)
        wrong, unclear = (max(0, here - there) for here, there in zip(self.score, known, strict=False))
        return replace(self, score=(wrong, unclear, *self.score[2:])) if any(known) else self

    @cached_property
    def units(self) -> frozenset[str]:
        """Those with whom something is wrong."""
        found: set[str] = set()
        for each in self.played[self.since :]:
            for ruled in each.judged.findings:
                found.update(ruled.units, acting(each.action))
        return frozenset(found)

    @cached_property
    def accused(self) -> frozenset[str]:
        """Those of them with whom something is illegal that was not looked into before, and that may hang on dice."""
        wrong = (each for each in self._newly_illegal if not wrong_by_itself(each.before, each.action))
        found = (ruled for each in wrong for ruled in each.judged.findings if ruled.verdict is Verdict.ILLEGAL)
        return frozenset(unit for ruled in found for unit in ruled.units)

    @cached_property
    def by_itself(self) -> bool:
        """Is something illegal, and all of that so however dice and clicks around it were meant?"""
        return bool(self._newly_illegal) and all(wrong_by_itself(each.before, each.action) for each in self._newly_illegal)

    @property
    def first_by_itself(self) -> int:
        """The step of what is illegal first, if that is so however dice and clicks around it were meant."""
        first = (each for each in self._newly_illegal if each.step == self.first_illegal)
        return self.first_illegal if all(wrong_by_itself(each.before, each.action) for each in first) else NEVER

    @cached_property
    def _newly_illegal(self) -> Sequence[Played]:
        new = (each for each in self.played[self.since :] if each.step not in self.known)
        return [each for each in new if is_wrong(each, self.follows, illegal=True)]

    @cached_property
    def roots(self) -> frozenset[int]:
        """The steps of what is illegal and does not only follow from something else that is."""
        found = (each for each in traced(self.played) if each.root and each.index >= self.since)
        return frozenset(each.played.step for each in found if each.ruled.verdict is Verdict.ILLEGAL)

    @cached_property
    def first_wrong(self) -> int:
        """The step of the first action with which something is wrong that was not looked into before."""
        return first_wrong(self.played[self.since :], self.known, self.follows)

    @cached_property
    def first_illegal(self) -> int:
        return first_wrong(self.played[self.since :], self.known, self.follows, illegal=True)

    @cached_property
    def illegal(self) -> frozenset[int]:
        """The steps of what is illegal."""
        return illegal_steps(self.played[self.since :], self.follows)

    @cached_property
    def broken(self) -> frozenset[tuple[int, str]]:
        """The steps of what is illegal, each with the rules that it breaks."""
        return frozenset(
            (each.step, ruled.rule)
            for each in self.played[self.since :]
            for ruled in each.judged.findings
            if ruled.verdict is Verdict.ILLEGAL
        )

    @cached_property
    def asks(self) -> int:
        """Of how many actions nobody can tell what they were."""
        return sum(each.asks for each in self.played[self.since :])

    @property
    def rank(self) -> Rank:
        """The best first: in which all is well for longest, and of these in which least is wrong."""
        return -self.first_wrong, *self.score

    @property
    def clean(self) -> bool:
        return self.score[:3] == (0, 0, 0)

    def betters(self, plain: Outcome, *, taciturn: bool = False) -> bool:
        """Is less wrong than in the plain way? No fault is exchanged for another one, of which less follows; and no way may
        explain something by leaving out what was said or thrown. Who is taciturn often does not say what he throws for."""
        score, than = self.score, plain.score
        unclaimed = max(0, self.unclaimed - plain.unclaimed) if score[1] else 0  # of dice that did nothing nobody need say whose
        left_out = score[2] - than[2] + unclaimed + (0 if taciturn else score[4] - than[4])
        if score[:3] >= than[:3] or left_out > 0 or self.unheeded > plain.unheeded:
            return False
        return score[0] == 0 or self.roots <= plain.roots or len(self.roots) < len(plain.roots) or self.broken < plain.broken


def moved_in_another_phase(steps: frozenset[int], played: Iterable[Played], plain: Iterable[Played]) -> bool:
    """Is what was done in these steps taken for moves of another phase, though nobody moved then? No result of a die is."""
    seemed = {each.step: each.before.state.phase for each in plain if each.step in steps and _goes(each.action)}
    return any(each.step in seemed and _goes(each.action) and each.before.state.phase != seemed[each.step] for each in played)


def _goes(action: Action) -> bool:
    return isinstance(action, Move | Place) or (isinstance(action, Remove) and action.why == EXIT)


def illegal_steps(played: Iterable[Played], follows: frozenset[Wrong] = frozenset()) -> frozenset[int]:
    return frozenset(each.step for each in played if is_wrong(each, follows, illegal=True))


def first_wrong(
    played: Iterable[Played], known: frozenset[int], follows: frozenset[Wrong] = frozenset(), *, illegal: bool = False
) -> int:
    """The first step of an action with which something is wrong, or illegal, beside what is known. Actions do not come in the
    order of their steps."""
    wrong = (each for each in played if each.judged.findings and each.step not in known)
    return min((each.step for each in wrong if is_wrong(each, follows, illegal=illegal)), default=NEVER)


def is_wrong(each: Played, follows: frozenset[Wrong], *, illegal: bool = False) -> bool:
    """Is something wrong with it, or illegal, that does not only follow?"""
    found = (ruled for ruled in each.judged.findings if not illegal or ruled.verdict is Verdict.ILLEGAL)
    return any((ruled.rule, frozenset(ruled.units)) not in follows for ruled in found)


def faults(played: Iterable[Played]) -> Faults:
    """What is certainly wrong, and what is open."""
    found = [faults_in(each.judged) for each in played]
    return sum(each[0] for each in found), sum(each[1] for each in found)


def doubtful(played: Sequence[Played]) -> list[Played]:
    """Those that may be in conflict with how the log was read."""
    return [each for each in played if each.asks or each.judged.verdict is not Verdict.LEGAL]


def conflicts(scene: ReadingScene, doubtful: Sequence[Played]) -> bool:
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


def only_follows(played: Sequence[Played], since: int) -> bool:
    """Is something illegal since an action, and all that is wrong then only because of what was illegal before it?"""
    if any(each.asks for each in played[since:]):
        return False
    before = _long_illegal(played, since)
    found = [each for each in traced(played) if each.index >= since] if before else []
    return bool(found) and all(each.cause in before for each in found)


def that_follows(played: Sequence[Played], since: int) -> frozenset[Wrong]:
    """What is wrong since an action, and only because of what was illegal before it."""
    before = _long_illegal(played, since)
    found = (each.ruled for each in traced(played) if each.index >= since and each.cause in before) if before else ()
    return frozenset((ruled.rule, frozenset(ruled.units)) for ruled in found)


def _long_illegal(played: Sequence[Played], since: int) -> frozenset[int]:
    """The steps of what was illegal before an action. What was so lately, though not by itself, may still be carried out."""
    before = illegal_steps(played[:since])
    lately = {
        each.step
        for each in played[:since]
        if each.step in before and each.step + STILL >= played[-1].step and not wrong_by_itself(each.before, each.action)
    }
    return before - lately


def unmet(scene: ReadingScene) -> int:
    """Notes that nothing came of."""
    return sum(part.unmet() for part in scene.parts)


def waiting(scene: ReadingScene) -> int:
    """Notes that something may still come of."""
    return sum(part.waiting() for part in scene.parts)


def unclaimed(scene: ReadingScene) -> int:
    """Dice by a button of their own that nothing came of."""
    return sum(part.idle() for part in scene.parts)


def idle_dice(scene: ReadingScene, since: int) -> int:
    """Dice that were thrown for nothing, though their button says what for, or somebody does."""
    idle = (each.step for each in scene.played[since:] if isinstance(each.action, Roll) and each.action.purpose == ANYTHING)
    return sum(not _by_any_button(scene, step) for step in idle)


def _by_any_button(scene: ReadingScene, step: int) -> bool:
    at = bisect_left(scene.events, step, key=attrgetter("step"))
    return at < len(scene.events) and scene.events[at].step == step and by_any_button(scene.binding, scene.events[at])
