"""Supply markers put right, each check judged on the position with everything before it already corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from adjudicator.engine.actions import Phase, Supply
from adjudicator.explain.causes import Traced
from adjudicator.explain.judging import JudgedFile
from adjudicator.explain.premature_phases import forgetful
from adjudicator.explain.turns import Played
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.supply.ageing import IN_SUPPLY, ladder_of, next_markers
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .model import Correction, Left, corrected, correction, left


def markers(
    judged: JudgedFile, index: int, traces: Sequence[Traced], made: Sequence[Correction], end: Table
) -> Iterator[Correction | Left]:
    """What is wrong with the markers of one supply check, or was left out of all, once what came before it is put right."""
    played = judged.played[index]
    if not is_check(played):
        return
    earlier = any(each.index < index for each in made)
    table = corrected(played.before, made, index) if earlier else played.before
    ruled = judge(table, played.action).ruled if earlier else played.judged.ruled
    claims = dict(played.action.states) if isinstance(played.action, Supply) else {}
    ruled = tuple(each for each in ruled if isinstance(played.action, Supply) or forgot(played, each))
    certain: dict[str, Mapping[str, str | None]] = {}
    for each in ruled:
        if each.verdict is not Verdict.ILLEGAL or len(each.opinion.units) != 1:
            continue
        found = _known(traces, each) or Traced(index, played, each, played.step)
        side = table.unit(each.opinion.units[0]).side
        if side not in certain:
            certain[side] = next_markers(table, side)
        yield _marker(found, table, claims, certain[side], made, end)


def is_check(played: Played) -> bool:
    """Are markers judged there: those that were laid, or those that were forgotten in the phase that ends?"""
    return isinstance(played.action, Supply) or (isinstance(played.action, Phase) and bool(forgetful(played.before)))


def forgot(played: Played, ruled: Ruled) -> bool:
    return isinstance(played.action, Phase) and ruled.rule in forgetful(played.before)


def _known(traces: Sequence[Traced], ruled: Ruled) -> Traced | None:
    """The same as it was found on the position as played; None if only the corrections brought it about."""
    for trace in traces:
        if (trace.ruled.rule, trace.ruled.opinion.units) == (ruled.rule, ruled.opinion.units):
            return Traced(trace.index, trace.played, ruled, trace.cause)
    return None


def _marker(
    found: Traced,
    table: Table,
    claims: Mapping[str, str],
    certain: Mapping[str, str | None],
    made: Sequence[Correction],
    end: Table,
) -> Correction | Left:
    (unit,) = found.ruled.opinion.units
    follows = found.cause == found.played.step  # only the corrections before it make this marker wrong
    if found.cause is not None and not follows and all(each.step != found.cause for each in made):
        return left(found, f"it follows from step {found.cause}, which is not put right")
    state = certain.get(unit)
    now = end.standing(unit)
    if state is None:
        return left(found, "which marker is right is not certain")
    if now is None:
        return left(found, f"{end.unit(unit).name} is no longer in play")
    rungs = frozenset(ladder_of(table, end.unit(unit).side).rungs)
    shown = _claimed(found.played, unit, claims, rungs)
    if now.marks & rungs != shown:
        return left(found, f"the marker of {end.unit(unit).name} was changed again since")
    wanted = replace(now, marks=(now.marks - rungs) | (frozenset() if state == IN_SUPPLY else frozenset((state,))))
    if wanted == now:
        return left(found, "it is right by now")
    reason = "it follows from the corrections before it" if follows else "which marker is right is certain"
    return correction(found, end, unit, "marker", wanted, safe=not follows, reason=reason)


def _claimed(played: Played, unit: str, claims: Mapping[str, str], rungs: frozenset[str]) -> frozenset[str]:
    """The markers that the check left on the unit."""
    if unit in claims:
        return frozenset((claims[unit],)) & rungs
    standing = played.before.standing(unit)
    return frozenset() if standing is None else standing.marks & rungs
