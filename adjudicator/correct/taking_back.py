"""Illegal moves taken back: the unit goes to where it stood before, if that leaves nothing else wrong."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.actions import Advance, Attack, Move, Place, Remove, Replace, Retreat, Supply
from adjudicator.engine.kinds import changed
from adjudicator.engine.state import Standing
from adjudicator.explain.causes import Traced, put_back
from adjudicator.explain.judging import JudgedFile
from adjudicator.explain.turns import Played
from adjudicator.rules import stacking
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.rules.words import said
from adjudicator.verdict import Verdict

from .model import Correction, Kind, Left, correction, left

TAKEN_BACK = (Move, Advance, Place, Remove, Replace)

_TOO_MUCH = 25  # later actions that are illegal anyhow, beyond which nobody can tell what rests on what
_FARTHEST = 4  # hexes that a retreat may lead at most, to look for the only one there is


def take_back(judged: JudgedFile, found: Traced, unit: str, end: Table) -> Correction | Left:
    """The unit as it stood before an illegal action; `end` is the position at the end with what was corrected so far."""
    played = found.played
    before, after, now = played.before.standing(unit), apply(played.before, played.action).standing(unit), end.standing(unit)
    if after is not None and now is None:
        return left(found, f"{end.unit(unit).name} is no longer in play")
    wanted = _as_before(before, after, now)
    blocked = _blocked(end, unit, wanted, now)
    if blocked is not None:
        return left(found, blocked)
    kind: Kind = "steps" if isinstance(played.action, Replace) else "place"
    doubt = _doubt(judged, found, unit, before, after, now)
    if doubt is not None:
        return correction(found, end, unit, kind, wanted, safe=False, reason=doubt)
    name = end.unit(unit).name
    reason = f"{name} still stands where this put it, nothing later rests on it, and there is room where it was"
    return correction(found, end, unit, kind, wanted, safe=True, reason=reason)


def lead_elsewhere(found: Traced, unit: str, end: Table) -> Correction | Left:
    """The only hex to which a unit that retreated wrongly could have retreated, if there is only one."""
    played = found.played
    before, now = played.before.standing(unit), end.standing(unit)
    action = played.action
    if before is None or now is None or not isinstance(action, Retreat) or now.place != action.to:
        return left(found, f"{end.unit(unit).name} no longer stands where it retreated to")
    near = (hex for hex in played.before.grid.all() if 0 < played.before.grid.distance(before.place, hex) <= _FARTHEST)
    lawful = [hex for hex in near if judge(played.before, Retreat((unit,), hex)).verdict is Verdict.LEGAL]
    if len(lawful) != 1:
        return left(found, "it could lawfully retreat nowhere else" if not lawful else "the players choose where it retreats")
    wanted = replace(now, place=lawful[0])
    blocked = _blocked(end, unit, wanted, now)
    if blocked is not None:
        return left(found, blocked)
    reason = "it is the only hex to which it could have retreated"
    return correction(found, end, unit, "place", wanted, safe=False, reason=reason)


def _as_before(before: Standing | None, after: Standing | None, now: Standing | None) -> Standing | None:
    """What the action changed as it was before, all else as it is now."""
    if before is None or now is None or after is None:
        return before
    return replace(now, place=before.place, losses=max(0, now.losses + before.losses - after.losses))


def _blocked(end: Table, unit: str, wanted: Standing | None, now: Standing | None) -> str | None:
    """Why the unit cannot be put there, if it cannot."""
    if wanted is None or wanted.place not in end.grid or (now is not None and now.place == wanted.place):
        return None
    side, at = end.unit(unit).side, end.at(wanted.place)
    enemies = end.enemy_units(side, wanted.place)
    if enemies:
        return f"{end.names(enemies)} is now at {at}, where it was"
    if not stacking.together(end, side, wanted.place, also=(unit,)).truth.yes:
        return f"there may be no room for it any more at {at}, where it was"
    return None


def _doubt(
    judged: JudgedFile, found: Traced, unit: str, before: Standing | None, after: Standing | None, now: Standing | None
) -> str | None:
    """Why taking it back is not the only legal outcome, or not known to be; None if it is."""
    if not isinstance(found.played.action, Move | Advance):
        return "the players may have meant something else by it"
    if after is None or now is None or before is None:
        return "the players may have meant something else by it"
    if (now.place, now.losses) != (after.place, after.losses):
        return f"{found.played.before.unit(unit).name} has gone on since"
    if sum(each.judged.verdict is Verdict.ILLEGAL for each in judged.played[found.index + 1 :]) > _TOO_MUCH:
        return "too much that was played later is wrong to tell what rests on it"
    resting = _resting(judged, found.index, unit, before, after)
    if resting is not None:
        return f"what was played in step {resting.step} rests on it: {said(resting.before, resting.action)}"
    return None


def _resting(judged: JudgedFile, index: int, unit: str, before: Standing, after: Standing) -> Played | None:
    """The first later action that would not be as legal as it is, had the unit stayed where it was."""
    for later in judged.played[index + 1 :]:
        standing = later.before.standing(unit)
        if standing is None or standing.place != after.place:
            return later
        if unit in changed(later.action) and not isinstance(later.action, Supply):
            return later  # a supply check is looked at below: its markers must be as right as they were
        if isinstance(later.action, Attack) and later.action.target in (before.place, after.place):
            return later
        otherwise = put_back(later.before, {unit: replace(standing, place=before.place)})
        known = {(each.rule, each.opinion.units) for each in later.judged.findings}
        if any((each.rule, each.opinion.units) not in known for each in judge(otherwise, later.action).findings):
            return later
    return None
