"""What followed from a combat, read from where units stand and how many steps they have after it: the defender's part first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from adjudicator.engine.actions import Action, Advance, Lose, Remove, Retreat
from adjudicator.engine.state import Standing
from adjudicator.facts import Known
from adjudicator.rules.combat.aftermath import losses_due, ordered
from adjudicator.rules.combat.fight import Role
from adjudicator.rules.combat.record import Combat, last

from .board import Board, Played, Segment

Standings = Mapping[str, Standing]
_MOST = 24  # ways to tell losses by the result from those of a retreat that are tried


def involved(board: Board) -> tuple[str, ...]:
    """Who was in the last combat, and those who stood with them."""
    combat = last(board.table)
    return () if combat is None else tuple(dict.fromkeys((*combat.fight.present, *combat.fight.attackers, *combat.companions)))


def aftermath(board: Board, units: Sequence[str], before: Standings, seen: Standings, segment: Segment) -> Iterator[Played]:
    """Losses, retreats and advances of those units that were in the last combat."""
    combat = last(board.table)
    if combat is None:
        return
    retreating: set[str] = set()
    for role in _ROLES:
        ours = [unit for unit in units if _role(combat, unit) == role]
        away = [unit for unit in ours if _moved(board, unit, before, seen) and _goes_back(board, combat, unit, role, seen)]
        retreating.update(away)
        for action in _reading(board, combat, role, ours, away, before, seen, segment):
            yield board.act(segment.step(_units(action)), action)
    for unit in sorted(units, key=lambda unit: (unit in combat.companions, segment.touched.get(unit, 0))):
        if unit not in retreating and _moved(board, unit, before, seen):
            yield board.act(segment.step((unit,)), Advance((unit,), seen[unit].place, segment.paths.get(unit)))


_ROLES: tuple[Role, ...] = ("defender", "attacker")


def losses_only(board: Board, units: Sequence[str], before: Standings, seen: Standings, segment: Segment) -> Iterator[Played]:
    """After a combat that nobody announced only losses can be told for what they are."""
    for side in board.table.game.sides:
        ours = [unit for unit in units if board.table.unit(unit).side == side]
        steps = tuple(unit for unit in ours for _ in range(_lost(board, unit, before, seen)))
        if steps:
            yield board.act(segment.step(steps), Lose(side, steps))


def _role(combat: Combat, unit: str) -> Role:
    return "defender" if unit in combat.fight.present else "attacker"


def _units(action: Action) -> tuple[str, ...]:
    match action:
        case Lose():
            return action.steps
        case Retreat():
            return action.units
        case Remove():
            return (action.unit,)
    return ()


def _moved(board: Board, unit: str, before: Standings, seen: Standings) -> bool:
    """Does it stand in another hex? One in a box was lost."""
    old, new = before.get(unit), seen.get(unit)
    grid = board.table.grid
    return old is not None and new is not None and new.place in grid and old.place in grid and old.place != new.place


def _goes_back(board: Board, combat: Combat, unit: str, role: Role, seen: Standings) -> bool:
    """Is its going away a retreat? Attackers retreat if the result may have them do so."""
    if role == "defender":
        return True
    target, to = combat.fight.target, seen[unit].place
    return to != target and (
        ordered(board.table, combat, unit).length.high > 0
        or board.table.grid.distance(to, target) > board.table.grid.distance(combat.fight.where.get(unit, target), target) > 0
    )


def _lost(board: Board, unit: str, before: Standings, seen: Standings) -> int:
    """The steps that a unit lost; all of them if it is no longer on the map."""
    old, new, grid = before.get(unit), seen.get(unit), board.table.grid
    if old is None or not _has_steps(board, unit):
        return 0
    steps = board.table.unit(unit).steps
    return steps - old.losses if new is None or new.place not in grid else max(0, new.losses - old.losses)


def _has_steps(board: Board, unit: str) -> bool:
    """Headquarters have none to lose: they go with the others, or are taken off."""
    counter = board.table.unit(unit)
    return counter.steps > 0 and not counter.has("hq").yes


def _reading(
    board: Board,
    combat: Combat,
    role: Role,
    units: Sequence[str],
    away: Sequence[str],
    before: Standings,
    seen: Standings,
    segment: Segment,
) -> Sequence[Action]:
    """Losses by the result, retreats, and what the retreats cost: as the rules would have it, if they can be read so."""
    side = combat.fight.side_of(role)
    steps = [unit for unit in units for _ in range(_lost(board, unit, before, seen))]
    steps.sort(key=lambda unit: -_strength(board, unit, role))
    retreats = _retreats(away, before, {unit: seen[unit].place for unit in away}, segment)
    taken_off = [unit for unit in units if not _has_steps(board, unit) and unit in before and unit not in seen]
    removed = [Remove(unit) for unit in taken_off if board.table.standing(unit) is not None]  # else driven over before
    plain: list[Action] = [*([Lose(side, tuple(steps))] if steps else []), *retreats, *removed]
    due = int(min(losses_due(board.table, combat, role).number.high, len(steps)))
    if len(steps) <= due:
        return plain
    lost_on_the_way = {unit: end for unit in units if (end := _last_seen(board, unit, before, seen, segment))}
    ends = {**{unit: seen[unit].place for unit in away}, **lost_on_the_way}
    if lost_on_the_way:
        retreats = _retreats([*away, *lost_on_the_way], before, ends, segment)
    readings: list[Sequence[Action]] = []
    for chosen in dict.fromkeys(combinations(steps, due)):
        rest = list(steps)
        for unit in chosen:
            rest.remove(unit)
        first = [Lose(side, chosen)] if chosen else []
        readings.append([*first, *retreats, Lose(side, tuple(rest), "retreat"), *removed])
        if len(readings) >= _MOST:
            break
    return board.best([*readings, plain] if lost_on_the_way else [plain, *readings])


def _strength(board: Board, unit: str, role: Role) -> int:
    stated = board.table.unit(unit).rating("attack" if role == "attacker" else "defence", board.table.losses(unit))
    return stated.value if isinstance(stated, Known) else 0


def _last_seen(board: Board, unit: str, before: Standings, seen: Standings, segment: Segment) -> str:
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
