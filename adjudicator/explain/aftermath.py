"""What followed from a combat, read from where units stand and how many steps they have after it: the defender's part first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice

from adjudicator.engine.actions import Action, Advance, Lose, Move, Remove, Replace, Retreat, Roll
from adjudicator.engine.deeds import RETREATED
from adjudicator.engine.state import Standing
from adjudicator.facts import Known
from adjudicator.rules.combat.aftermath import losses_due, ordered
from adjudicator.rules.combat.fight import Role
from adjudicator.rules.combat.record import Combat, last
from adjudicator.rules.sequence import phases_for
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict

from .board import Played, PlayedBoard, Segment
from .checks import rolls_of
from .fights import exploits
from .marks import undone

Standings = Mapping[str, Standing]
_MOST = 24  # ways to tell losses by the result from those of a retreat that are tried


def exploiting(board: PlayedBoard, units: Sequence[str], before: Standings, seen: Standings) -> tuple[str, ...]:
    """Units that took no part and went on through a hex just attacked, in games in which not only attackers advance."""
    combat, mine = last(board.table), involved(board)
    if combat is None or not exploits(board.table):
        return ()
    return tuple(
        unit
        for unit in units
        if unit not in mine
        and board.table.unit(unit).side == combat.fight.side
        and _moved(board, unit, before, seen)
        and not _still_moves(board, unit, seen)
        and _by_way_of(board, unit, combat.fight.target, before[unit].place, seen[unit].place)
    )


def _by_way_of(board: PlayedBoard, unit: str, hex: str, start: str, end: str) -> bool:
    """Can a unit have come from one hex to another through this one? Hardly if that is more hexes than it has points."""
    distance, points = board.table.grid.distance, board.table.unit(unit).rating("movement", board.table.losses(unit))
    return not isinstance(points, Known) or distance(start, hex) + distance(hex, end) <= points.value


def going_on(board: PlayedBoard, units: Sequence[str], before: Standings, seen: Standings) -> tuple[str, ...]:
    """Attackers who may go on with their move, since theirs was an attack made while moving."""
    combat = last(board.table)
    kinds = {each.values.get("kind") for each in board.table.rules.all_of("check.move") if each.rule.sort == "moving on"}
    if combat is None or combat.fight.kind not in kinds:
        return ()
    moved = (unit for unit in units if unit in (*combat.fight.attackers, *combat.companions))
    return tuple(unit for unit in moved if _moved(board, unit, before, seen) and _still_moves(board, unit, seen))


def leaving(board: PlayedBoard, units: Sequence[str], before: Standings, seen: Standings, segment: Segment) -> tuple[str, ...]:
    """Defenders who went away though nothing had them retreat, and nobody came into their hex: that may be a later move."""
    combat = last(board.table)
    if combat is None or any(seen[unit].place == combat.fight.target for unit in combat.fight.attackers if unit in seen):
        return ()
    away = [
        unit
        for unit in units
        if combat.role(unit) == "defender" and _moved(board, unit, before, seen) and seen[unit].place in board.table.grid
    ]
    return tuple(
        unit
        for unit in away
        if ordered(_reduced(board.table, unit, seen), combat, unit).length.high <= 0
        and _retreats_wrongly(board, (unit,), seen, segment)
        and _retreats_wrongly(board, _together(unit, away, before, seen), seen, segment)
    )


def _retreats_wrongly(board: PlayedBoard, units: tuple[str, ...], seen: Standings, segment: Segment) -> bool:
    retreat = Retreat(units, seen[units[0]].place, segment.paths.get(units[0]))
    return board.judged(board.table, retreat).verdict is Verdict.ILLEGAL


def _together(unit: str, units: Iterable[str], before: Standings, seen: Standings) -> tuple[str, ...]:
    """Those of the units that went the way of one of them."""
    way = before[unit].place, seen[unit].place
    return tuple(each for each in units if (before[each].place, seen[each].place) == way)


def _still_moves(board: PlayedBoard, unit: str, seen: Standings) -> bool:
    """Is it the phase in which its side moves, so that it need not have advanced to be elsewhere?"""
    phases = phases_for(board.table, Move((unit,), seen[unit].place))
    active = board.table.state.active
    return phases is not None and board.table.state.phase in phases and active in ("", board.table.unit(unit).side)


def involved(board: PlayedBoard) -> tuple[str, ...]:
    """Who was in the last combat, and those who stood with them."""
    combat = last(board.table)
    return () if combat is None else tuple(dict.fromkeys((*combat.fight.present, *combat.fight.attackers, *combat.companions)))


def aftermath(
    board: PlayedBoard,
    units: Sequence[str],
    before: Standings,
    seen: Standings,
    segment: Segment,
    staying: Sequence[str] = (),
) -> Iterator[Played]:
    """Losses, retreats and advances of those units that were in the last combat. Of some only losses: they moved later."""
    combat = last(board.table)
    if combat is None:
        return
    retreating = {*going_on(board, units, before, seen), *staying}
    also = set(units).difference(involved(board))
    for role in _ROLES:
        ours = [unit for unit in units if _role(combat, unit) == role and unit not in also]
        away = [
            unit for unit in ours if _moved(board, unit, before, seen) and _goes_back(board, combat, unit, role, seen, segment)
        ]
        away = [unit for unit in away if unit not in retreating and not _follows(board, unit, role, seen)]
        retreating.update(away)
        for action in _reading(board, combat, role, ours, away, before, seen, segment):
            yield board.act(_step(segment, action), action)
    for unit in sorted(units, key=lambda unit: (unit in combat.companions, segment.touched.get(unit, 0))):
        if unit not in retreating and _moved(board, unit, before, seen):
            advance = Advance((unit,), seen[unit].place, segment.paths.get(unit))
            yield board.act(segment.step((unit,), advance), advance)
    for given in _given_back(board, units, before, seen):
        yield board.act(segment.step((given.unit,), given), given)


def _given_back(board: PlayedBoard, units: Sequence[str], before: Standings, seen: Standings) -> Iterator[Replace]:
    """Steps that units have again after a combat: nothing that follows from one accounts for that."""
    for unit in units:
        old, new = before.get(unit), seen.get(unit)
        if old is not None and new is not None and new.place in board.table.grid and new.losses < old.losses:
            yield Replace(unit, old.losses - new.losses)


_ROLES: tuple[Role, ...] = ("defender", "attacker")


def losses_only(
    board: PlayedBoard, units: Sequence[str], before: Standings, seen: Standings, segment: Segment
) -> Iterator[Played]:
    """After a combat that nobody announced only losses can be told for what they are."""
    for side in board.table.game.sides:
        ours = [unit for unit in units if board.table.unit(unit).side == side]
        steps = tuple(unit for unit in ours for _ in range(steps_lost(board, unit, before, seen)))
        if steps:
            lose = Lose(side, steps)
            yield board.act(segment.step(steps, lose), lose)


def _role(combat: Combat, unit: str) -> Role:
    return "defender" if unit in combat.fight.present else "attacker"


def _step(segment: Segment, action: Action) -> int:
    """When an action was complete: a roll with its die, all else when the last of its units was touched."""
    if not isinstance(action, Roll):
        return segment.step(_units(action), action)
    dice = [each.step for each in segment.checks if each.unit in (action.unit, None) and (each.die,) == action.dice]
    return dice[0] if dice else segment.opened


def _units(action: Action) -> tuple[str, ...]:
    match action:
        case Lose():
            return action.steps
        case Retreat():
            return action.units
        case Remove():
            return (action.unit,)
    return ()


def _moved(board: PlayedBoard, unit: str, before: Standings, seen: Standings) -> bool:
    """Does it stand in another hex, or has it left the map? One in another box was lost."""
    old, new = before.get(unit), seen.get(unit)
    grid = board.table.grid
    if old is None or new is None or old.place not in grid or old.place == new.place:
        return False
    return new.place in grid or new.place in board.table.game.left_map


def _goes_back(board: PlayedBoard, combat: Combat, unit: str, role: Role, seen: Standings, segment: Segment) -> bool:
    """Is its going away a retreat? That of attackers if the result may have them do so, or if it leads away from the target; not
    where it leads them by the target and they could not have retreated so."""
    if role == "defender":
        return True
    target, to = combat.fight.target, seen[unit].place
    if to not in board.table.grid:
        return True
    distance, stood = board.table.grid.distance, combat.fight.where.get(unit) or combat.companions.get(unit, target)
    if to == target:
        return False
    if ordered(_reduced(board.table, unit, seen), combat, unit).length.high > 0:
        held = any(other in seen and seen[other].place == target for other in combat.fight.present)  # then nobody advances
        return held or distance(to, target) > distance(stood, target) or not _retreats_wrongly(board, (unit,), seen, segment)
    if exploits(board.table):  # who goes on through the hex attacked may come to stand further from it
        return False
    past = distance(to, stood) > distance(to, target)  # it went too far forward
    return distance(to, target) > distance(stood, target) > 0 and not past


def _follows(board: PlayedBoard, unit: str, role: Role, seen: Standings) -> bool:
    """Did one of the attackers rather advance far, as it may?"""
    return role == "attacker" and board.judged(board.table, Advance((unit,), seen[unit].place)).verdict is Verdict.LEGAL


def _reduced(table: Table, unit: str, seen: Standings) -> Table:
    """The table with a unit as weak as it is now: one that lost a step may have to retreat where it had not before."""
    old = table.standing(unit)
    return table if old is None else table.after(table.state.with_standing(unit, replace(old, losses=seen[unit].losses)))


def steps_lost(board: PlayedBoard, unit: str, before: Standings, seen: Standings) -> int:
    """The steps that a unit lost; all of them if it is no longer on the map."""
    old, new, grid = before.get(unit), seen.get(unit), board.table.grid
    if old is None or not _has_steps(board, unit):
        return 0
    steps = board.table.unit(unit).steps
    there = new is not None and (new.place in grid or new.place in board.table.game.left_map)
    return max(0, new.losses - old.losses) if there and new is not None else steps - old.losses


def _has_steps(board: PlayedBoard, unit: str) -> bool:
    """Headquarters have none to lose: they go with the others, or are taken off. Nor has who helps from afar."""
    counter = board.table.unit(unit)
    return counter.steps > 0 and not counter.helps_from_afar and not counter.leads


def _reading(
    board: PlayedBoard,
    combat: Combat,
    role: Role,
    units: Sequence[str],
    away: Sequence[str],
    before: Standings,
    seen: Standings,
    segment: Segment,
) -> Sequence[Action]:
    """Losses by the result, retreats, and what the retreats cost: as the rules would have it, if they can be read so."""
    besides = (_hit_again(board, units, before, seen), _spent(combat, units, before, seen))
    readings: list[Sequence[Action]] = []
    for rolls in rolls_of(board.table, segment.checks if role == "defender" else ()):
        checks = [roll for _, roll in rolls]
        for gone in dict.fromkeys((*filter(None, besides), ())):
            sweeping = [Remove(unit) for unit in gone]
            rest = [unit for unit in units if unit not in gone]
            ways = _losses_and_retreats(board, combat, role, rest, away, checks, before, seen, segment)
            readings += [[*sweeping, *way] for way in ways]
    if segment.checks and len(readings) > 1:
        return min(readings, key=lambda reading: _faults(board, reading, seen))  # who failed is gone when the phase ends
    return readings[0] if len(readings) == 1 else board.best(readings)


def _faults(board: PlayedBoard, actions: Sequence[Action], seen: Standings) -> tuple[int, int]:
    """What would be wrong with these actions and with the end of the phase after them, and all that would be found."""
    trial = PlayedBoard(board.table, board.doubts)
    verdicts = [each.verdict for action in actions for each in trial.act(0, action).judged.findings]
    verdicts += undone(trial.table, seen)
    return verdicts.count(Verdict.ILLEGAL), len(verdicts)


def _hit_again(board: PlayedBoard, units: Sequence[str], before: Standings, seen: Standings) -> tuple[str, ...]:
    """Those who are gone because they had retreated into a hex that was hit, in games where such units do not defend it."""
    rules = board.table.rules.all_of("combat.defender")
    if not any("retreated" in each.given.get("done", ()) for each in rules):
        return ()
    retreated = board.table.state.those(RETREATED)
    return tuple(unit for unit in units if unit in before and unit not in seen and unit in retreated)


def _spent(combat: Combat, units: Sequence[str], before: Standings, seen: Standings) -> tuple[str, ...]:
    """Those who are gone and had helped: some are taken off for that, though they stood with those who lost steps."""
    helped = {each.unit for each in (*combat.fight.support, *combat.fight.defence)}
    return tuple(unit for unit in units if unit in helped and unit in before and unit not in seen)


def _losses_and_retreats(
    board: PlayedBoard,
    combat: Combat,
    role: Role,
    units: Sequence[str],
    away: Sequence[str],
    checks: Sequence[Action],
    before: Standings,
    seen: Standings,
    segment: Segment,
) -> Iterator[Sequence[Action]]:
    """The ways to tell losses by the result from those of a retreat, the plainest first."""
    side = combat.fight.side_of(role)
    steps = [unit for unit in units for _ in range(steps_lost(board, unit, before, seen))]
    steps.sort(key=lambda unit: -_strength(board, unit, role))
    retreats = _retreats(away, before, {unit: seen[unit].place for unit in away}, segment)
    taken_off = [unit for unit in units if not _has_steps(board, unit) and unit in before and unit not in seen]
    removed = [Remove(unit) for unit in taken_off if board.table.standing(unit) is not None]  # else driven over before
    due = int(min(losses_due(board.table, combat, role).number.high, len(steps)))
    all_lost: list[Action] = [Lose(side, tuple(steps))] if steps else []
    plain = [*all_lost, *checks, *retreats, *removed]
    lost_on_the_way = {unit: end for unit in units if (end := _last_seen(board, unit, before, seen, segment))}
    by_checks = checks and steps and not due  # what the result itself takes is lost before them, and it takes nothing
    if len(steps) <= due or not (lost_on_the_way or by_checks):
        yield plain
    if len(steps) <= due:
        return
    ends = {**{unit: seen[unit].place for unit in away}, **lost_on_the_way}
    if lost_on_the_way:
        retreats = _retreats([*away, *lost_on_the_way], before, ends, segment)
    for chosen in islice(dict.fromkeys(combinations(steps, due)), _MOST):
        rest = list(steps)
        for unit in chosen:
            rest.remove(unit)
        first = [Lose(side, chosen)] if chosen else []
        yield [*first, *checks, *retreats, Lose(side, tuple(rest), "retreat"), *removed]
    if lost_on_the_way:
        yield plain


def _strength(board: PlayedBoard, unit: str, role: Role) -> int:
    stated = board.table.unit(unit).rating("attack" if role == "attacker" else "defence", board.table.losses(unit))
    return stated.value if isinstance(stated, Known) else 0


def _last_seen(board: PlayedBoard, unit: str, before: Standings, seen: Standings, segment: Segment) -> str:
    """Where a unit that is gone now had gone to before, if it went anywhere: it may have been lost by its retreat."""
    trail = [place for place in segment.trails.get(unit, ()) if place in board.table.grid]
    return trail[-1] if unit not in seen and unit in before and trail and trail[-1] != before[unit].place else ""


def _retreats(away: Sequence[str], before: Standings, ends: Mapping[str, str], segment: Segment) -> list[Action]:
    """Those who went from one hex to another together retreated together."""
    groups: dict[tuple[str, str], list[str]] = {}
    for unit in away:
        groups.setdefault((before[unit].place, ends[unit]), []).append(unit)
    found: list[Action] = []
    for (_, to), units in groups.items():
        path = next((segment.paths[unit] for unit in units if unit in segment.paths), None)
        found.append(Retreat(tuple(units), to, path))
    return found
