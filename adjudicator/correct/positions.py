"""From a judged file to what should stand otherwise at its end.

Only what is illegal is corrected; what is undecided never is. The order is that of play, root causes before what follows from
them: first units go back and losses are put right, action by action; then each supply check is judged again on the position that
this makes, and its markers are put right. What only followed from something that is put right needs no correction of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine.actions import Attack, Fire, Lose, Phase, Retreat, Supply
from adjudicator.engine.kinds import changed
from adjudicator.explain.causes import Traced, traced
from adjudicator.explain.judging import JudgedFile
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .markers import forgot, is_check, markers
from .marking import is_marking, marking
from .model import Apply, Correction, Left, Plan, corrected, left
from .steps import is_settling, losses_due
from .taking_back import TAKEN_BACK, lead_elsewhere, take_back

_FOR_THE_PLAYERS = "what should have been done instead is for the players"


def plan(judged: JudgedFile, apply: Apply = "safe") -> Plan:
    """What to correct, of which only as much is made as `apply` allows."""
    if judged.end is None:
        return Plan()
    if judged.left_at is not None:
        return Plan(left=(Left(judged.left_at, "not all was judged from here on", "and nobody knows what should be the end"),))
    by_action: dict[int, list[Traced]] = {}
    for found in traced(judged.played):
        if found.ruled.verdict is Verdict.ILLEGAL:
            by_action.setdefault(found.index, []).append(found)
    work = _Work(judged, apply, judged.end)
    wrong = (each for each in judged.findings if each.where.step is None and each.verdict is Verdict.ILLEGAL)
    work.take_all(Left(None, each.message, "how it came about is not known") for each in wrong)
    for found_there in by_action.values():
        rest = [each for each in found_there if not forgot(each.played, each.ruled)]
        alone = [each for each in rest if is_marking(each)]
        for each in {each.ruled.opinion.units: each for each in reversed(alone)}.values():
            work.take_all(iter((marking(judged, each, work.end),)))
        rest = [each for each in rest if each not in alone]
        if rest and not isinstance(rest[0].played.action, Supply):
            work.take_all(_of_action(judged, rest, work.end, work.made))
    for index, played in enumerate(judged.played):
        if is_check(played):
            work.take_all(markers(judged, index, by_action.get(index, ()), work.made, work.end))
    return Plan(tuple(work.made), tuple(work.offered), tuple(_told_once(work.left)))


class _Work:
    """What was decided so far, and the position that it makes."""

    def __init__(self, judged: JudgedFile, apply: Apply, end: Table) -> None:
        self._judged, self._apply, self.end = judged, apply, end
        self.made: list[Correction] = []
        self.offered: list[Correction] = []
        self.left: list[Left] = []

    def take_all(self, found: Iterator[Correction | Left]) -> None:
        for each in found:
            if isinstance(each, Left):
                self.left.append(each)
            elif self._wanted(each):
                self.made.append(each)
                self.end = corrected(self.end, (each,))
            else:
                self.offered.append(each)

    def _wanted(self, each: Correction) -> bool:
        if self._apply == "markers":
            return each.kind == "marker" and each.safe
        return each.safe or self._apply == "suggested"


def _of_action(
    judged: JudgedFile, found: Sequence[Traced], end: Table, made: Sequence[Correction]
) -> Iterator[Correction | Left]:
    """The corrections of one action, for the first of its findings that follows from nothing else."""
    root = next((each for each in found if each.root), None)
    if root is None:
        yield from _following(found, made)
        return
    action = root.played.action
    done = {each.unit for each in made}
    if isinstance(action, TAKEN_BACK):
        yield from (take_back(judged, root, unit, end) for unit in changed(action) if unit not in done)
    elif isinstance(action, Retreat):
        yield from (lead_elsewhere(root, unit, end) for unit in action.units if unit not in done)
    elif isinstance(action, Lose) and action.because == "movement":
        yield left(root, _FOR_THE_PLAYERS)
    elif isinstance(action, Lose):
        yield from _losses(judged, root, end)
    elif isinstance(action, Attack | Fire | Phase) and any(is_settling(each) for each in found):
        yield from _losses(judged, next(each for each in found if is_settling(each)), end)
    else:
        yield left(root, _FOR_THE_PLAYERS)


def _losses(judged: JudgedFile, found: Traced, end: Table) -> Iterator[Correction | Left]:
    due = losses_due(judged, found, end)
    if isinstance(due, Left):
        yield due
    else:
        yield from due


def _following(found: Sequence[Traced], made: Sequence[Correction]) -> Iterator[Left]:
    """What is left of an action that only was wrong because of an earlier one."""
    first = found[0]
    if all(each.step != first.cause for each in made):
        yield left(first, f"it follows from step {first.cause}, which is not put right")
        return
    undone = {each.unit for each in made}
    if undone.isdisjoint(changed(first.played.action)):
        table = corrected(first.played.before, made, first.index)
        if judge(table, first.played.action).verdict is Verdict.ILLEGAL:
            yield left(first, "it is illegal even with what it follows from put right")


def _told_once(found: Sequence[Left]) -> Iterator[Left]:
    yield from dict.fromkeys(found)
