"""Combats and what comes of them: who attacks what from where, who lost steps, and where the beaten could go."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import Attack, Fire, Lose, Retreat
from adjudicator.engine.hexes import Hex
from adjudicator.rules.combat.column import columns_of, resolvable
from adjudicator.rules.combat.fight import Fight, fight_of
from adjudicator.rules.combat.record import last
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.retreat import allowed
from adjudicator.rules.table import Table

from .model import Role
from .scene import Scene, Trail, on_map, path_in

_MOST_NAMED = 8


def attack(table: Table, action: Attack, ruled: tuple[Ruled, ...]) -> Scene | None:
    """Attackers with arrows to their target, the strengths and the column."""
    if action.target not in table.grid:
        return None
    fight = fight_of(table, action)
    return Scene(
        zones_for="",
        roles=_roles(fight),
        acting=fight.attackers,
        facing=fight.present,
        strikes=tuple((hex, fight.target) for hex in fight.hexes if hex != fight.target),
        notes=tuple(_arithmetic(table, action, fight)),
    )


def _roles(fight: Fight) -> dict[Hex, Role]:
    return {**dict.fromkeys(fight.hexes, "start"), fight.target: "target"}


def _arithmetic(table: Table, action: Attack, fight: Fight) -> Iterator[str]:
    if resolvable(table, fight):
        columns = columns_of(table, fight)
        odds = next((f"{row.reason}: {row.value}" for row in columns.rows if row.reason.startswith("odds of")), "")
        possible = " or ".join(each or "no attack possible" for each in columns.possible)
        yield f"{odds}; column {possible}" if odds else f"column {possible}"
    helpers = [each.unit for each in (*action.support, *action.defence)]
    known = [table.unit(id_).name for id_ in helpers if any(id_ in force.units for force in table.state.forces.values())]
    if known:
        yield f"support: {', '.join(known)}"
    played = {"played on column": action.column, "die": action.die, "result": action.result}
    words = ", ".join(f"{word} {value}" for word, value in played.items() if value is not None)
    if words:
        yield words


def fire(table: Table, action: Fire, ruled: tuple[Ruled, ...]) -> Scene | None:
    """Who fires at what."""
    aimed = any(action.target in force.units for force in table.state.forces.values())
    target = on_map(table, table.place_of(action.target) if aimed else action.target)
    hexes = on_map(table, *(table.place_of(id_) for id_ in action.firers))
    if not target:
        return None
    firer = next(iter(action.firers), None)
    side = table.unit(firer).side if firer is not None else table.state.active
    return Scene(
        zones_for="",
        roles={**dict.fromkeys(hexes, "start"), target[0]: "target"},
        acting=action.firers,
        facing=(action.target,) if aimed else table.enemy_units(side, target[0]) if side in table.state.forces else (),
        strikes=tuple((hex, target[0]) for hex in hexes if hex != target[0]),
    )


def lose(table: Table, action: Lose, ruled: tuple[Ruled, ...]) -> Scene | None:
    """The combat that the losses come of, and who bore them."""
    combat = last(table)
    hurt = on_map(table, *(table.place_of(id_) for id_ in action.steps))
    if combat is None or combat.fight.target not in table.grid:
        roles: dict[Hex, Role] = dict.fromkeys(hurt, "about")
        return Scene("", roles, tuple(dict.fromkeys(action.steps))) if hurt else None
    fight = combat.fight
    return Scene(
        zones_for="",
        roles={**_roles(fight), **dict.fromkeys((hex for hex in hurt if hex not in (*fight.hexes, fight.target)), "about")},
        acting=tuple(dict.fromkeys(action.steps)),
        facing=tuple(unit for unit in (*fight.attackers, *fight.present) if unit not in action.steps),
        strikes=tuple((hex, fight.target) for hex in fight.hexes if hex != fight.target),
    )


def retreat(table: Table, action: Retreat, ruled: tuple[Ruled, ...]) -> Scene | None:
    """Where the units went, and where the rules let them go."""
    starts = on_map(table, *(table.place_of(id_) for id_ in action.units))
    if not starts:
        return None
    open_ = allowed(table, action)
    roles: dict[Hex, Role] = dict.fromkeys(sorted(open_), "allowed")
    if action.to in table.grid:
        roles[action.to] = "goal"
    roles.update(dict.fromkeys(starts, "start"))
    combat = last(table)
    strikes = () if combat is None else tuple((hex, combat.fight.target) for hex in combat.fight.hexes)
    where = f"{len(open_)} hexes" if len(open_) > _MOST_NAMED else ", ".join(sorted(open_)) or "nowhere"
    return Scene(
        zones_for=table.unit(action.units[0]).side,
        purpose="retreat",
        roles=roles,
        acting=action.units,
        coming=tuple((id_, action.to) for id_ in action.units if action.to in table.grid and table.place_of(id_) != action.to),
        trails=tuple(trail for start in starts if (trail := _trail(table, action, ruled, start)) is not None),
        strikes=tuple(strike for strike in strikes if strike[0] != strike[1]),
        notes=(f"where the retreat may end: {where}",),
    )


def _trail(table: Table, action: Retreat, ruled: tuple[Ruled, ...], start: Hex) -> Trail | None:
    if action.to not in table.grid or action.to == start:
        return None
    if action.path is not None and action.path[0] == start and all(hex in table.grid for hex in action.path):
        return Trail("retreat", action.path)
    found = path_in(table, ruled, start, action.to)
    return Trail("retreat", (start, action.to) if found is None else found[0])
