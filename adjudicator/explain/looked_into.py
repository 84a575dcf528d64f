"""What was looked into where something came out wrong: how it was read in the end, and how else it might have been."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.rules.words import said
from adjudicator.verdict import Verdict

from .board import LookedInto, NextBest, Played
from .weighing import Outcome

AS_IT_SEEMS = "that all was meant as it seems"
_MOST = 3  # other readings that are kept


def looked_into(first: int, last: int, taken: str, tried: Iterable[tuple[str, Outcome]]) -> LookedInto:
    """What was tried, without what was taken: the best first, and none twice."""
    others: dict[str, Outcome] = {}
    for supposes, outcome in sorted(tried, key=lambda each: (_worst(each[1]), each[1].score[3], -each[1].first_wrong)):
        if supposes != taken:
            others.setdefault(supposes, outcome)
    best = tuple(NextBest(supposes, _wrong(outcome)) for supposes, outcome in list(others.items())[:_MOST])
    return LookedInto(first, last, taken or AS_IT_SEEMS, tuple(_called(each) for each in best))


def _called(other: NextBest) -> NextBest:
    return NextBest(other.supposes or AS_IT_SEEMS, other.wrong)


def _worst(outcome: Outcome) -> int:
    """0: nothing is wrong, 1: something is open or said for nothing, 2: something is illegal."""
    return 2 if outcome.score[0] else int(outcome.score[1:3] != (0, 0))


def _wrong(outcome: Outcome) -> str:
    found = [each for each in outcome.played[outcome.since :] if each.judged.findings and each.step not in outcome.known]
    illegal = [each for each in found if each.judged.verdict is Verdict.ILLEGAL]
    first = min(illegal or found, key=lambda each: each.step, default=None)
    if first is not None:
        return _told(first)
    return "something that was said comes to nothing" if outcome.score[2] else "nothing is wrong, but it supposes more"


def _told(played: Played) -> str:
    worst = played.judged.verdict
    why = next((each.opinion.message for each in played.judged.findings if each.verdict is worst and each.opinion.message), "")
    told = f"{said(played.before, played.action)} at step {played.step} is {worst.value}"
    return f"{told}: {why}" if why else told
