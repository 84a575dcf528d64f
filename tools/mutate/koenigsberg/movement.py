"""What players get wrong when they move (4 to 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Declare, Draw, Lose, Move, Phase
from adjudicator.engine.deeds import ACTIVE_HQ, ATTACKED
from adjudicator.rules import fuel, stacking
from adjudicator.rules.apply import apply
from adjudicator.rules.command.reach import authority
from adjudicator.rules.judge import judge
from adjudicator.rules.movement.modes import allowance, modes_of
from adjudicator.rules.movement.search import Relaxed, reachable, terms_for
from adjudicator.verdict import Verdict
from tools.selfplay.desk import Desk
from tools.selfplay.koenigsberg.marches import ways

from ..planting import Kind, Plant

WATER = frozenset({"lake", "lagoon", "sea"})
COMMAND = ("command", "movement")
FIELD = ("regular", "strategic", "rail")


def march_of(desk: Desk, action: Action) -> str | None:
    """The unit that is about to move over the map under command."""
    if not isinstance(action, Move) or len(action.units) != 1 or action.to not in desk.table.grid:
        return None
    unit = action.units[0]
    ground = desk.table.unit(unit).kind not in ("air", "ship")
    return unit if ground and desk.table.place_of(unit) in desk.table.grid and desk.table.state.phase in COMMAND else None


def reach(desk: Desk, unit: str) -> set[str]:
    """Every hex where a unit may end its move, whichever way it goes, and the one where it stands."""
    return {desk.table.place_of(unit) or "", *(hex for mode in FIELD for hex in ways(desk, unit, mode))}


def room(desk: Desk, unit: str, hex: str) -> bool:
    return stacking.fits(desk.table, desk.table.unit(unit).side, hex, (unit,)).yes


def dry(desk: Desk, hex: str) -> bool:
    return desk.table.board.is_terrain(hex, WATER).no


def _one_hex_too_far(desk: Desk, action: Action) -> Iterator[Plant]:
    unit = march_of(desk, action)
    if unit is not None:
        near = reach(desk, unit)
        beyond = {hex for inner in near for hex in desk.table.grid.neighbours(inner)} - near
        for hex in desk.shuffled(sorted(beyond)):
            if dry(desk, hex) and room(desk, unit, hex) and not desk.table.enemy_units(desk.table.unit(unit).side, hex):
                yield Plant((Move((unit,), hex),))


def _far_too_far(desk: Desk, action: Action) -> Iterator[Plant]:
    unit = march_of(desk, action)
    if unit is not None:
        start = desk.table.place_of(unit) or ""
        free = [hex for hex in desk.table.grid.all() if desk.table.grid.distance(start, hex) > 9 and dry(desk, hex)]
        for hex in desk.shuffled(free)[:30]:
            if room(desk, unit, hex) and not desk.table.enemy_units(desk.table.unit(unit).side, hex):
                yield Plant((Move((unit,), hex),))


def _on_a_path_too_dear(desk: Desk, action: Action) -> Iterator[Plant]:
    """The end can be reached, but not on the path that the player names."""
    unit = march_of(desk, action)
    if unit is None or not isinstance(action, Move):
        return
    for path in _detours(desk, desk.table.place_of(unit) or "", action.to):
        yield Plant((Move((unit,), action.to, path, action.mode),))


def _detours(desk: Desk, start: str, end: str) -> Iterator[tuple[str, ...]]:
    grid = desk.table.grid
    for first in desk.shuffled(grid.neighbours(start)):
        for second in desk.shuffled(grid.neighbours(first)):
            for third in desk.shuffled(grid.neighbours(second)):
                if len({start, first, second, third, end}) == 5 and end in grid.neighbours(third):
                    yield (start, first, second, third, end)


def _through(relaxed: Relaxed, modes: tuple[str, ...] = FIELD) -> Callable[[Desk, Action], Iterator[Plant]]:
    """A move that would be right if one thing did not forbid it, sometimes with the path that ignores it."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        unit = march_of(desk, action)
        if unit is not None:
            near = reach(desk, unit)
            for hex, path in farther(desk, unit, relaxed, modes):
                if hex not in near and dry(desk, hex) and room(desk, unit, hex):
                    yield Plant((Move((unit,), hex, path if desk.chance(0.4) else None),))

    return spoil


def farther(desk: Desk, unit: str, relaxed: Relaxed, modes: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Where the unit could go if one thing did not forbid it, with the path; the ends of least cost last."""
    table = desk.table
    counter, start = table.unit(unit), table.place_of(unit) or ""
    for _, _, mode in desk.shuffled(modes_of(table, counter)):
        if mode.name in modes and mode.may.yes:
            points, _ = allowance(table, counter, mode)
            found = reachable(terms_for(table, counter, mode).at_worst().without(relaxed), start, points.low)
            yield from ((hex, found[hex].path) for hex in desk.shuffled(sorted(found)))


def _declared(name: str, relaxed: Relaxed) -> Callable[[Desk, Action], Iterator[Plant]]:
    """A march by one way of travelling, which the player names, where that is not open to the unit."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        unit = march_of(desk, action)
        if unit is not None:
            near = ways(desk, unit, name)
            for hex, path in farther(desk, unit, relaxed, (name,)):
                if hex not in near and dry(desk, hex) and room(desk, unit, hex) and hex != desk.table.place_of(unit):
                    way = path if desk.chance(0.4) else None
                    yield Plant((Declare(f"!mode {unit} {name}"), Move((unit,), hex, way, name)))

    return spoil


def _off_its_route(desk: Desk, action: Action) -> Iterator[Plant]:
    """Strategic movement or a train to a hex that has no road or no railway to it."""
    unit = march_of(desk, action)
    if unit is not None:
        name = desk.dice.choice(("strategic", "rail"))
        near = ways(desk, unit, name)
        for hex, _ in farther(desk, unit, Relaxed(), ("regular",)):
            if hex not in near and room(desk, unit, hex) and hex != desk.table.place_of(unit):
                yield Plant((Declare(f"!mode {unit} {name}"), Move((unit,), hex, None, name)))


def _into_water(desk: Desk, action: Action) -> Iterator[Plant]:
    unit = march_of(desk, action)
    if unit is not None:
        shores = {hex for inner in reach(desk, unit) for hex in desk.table.grid.neighbours(inner)}
        for hex in desk.shuffled(sorted(shores)):
            if desk.table.board.is_terrain(hex, WATER).yes:
                yield Plant((Move((unit,), hex),))


def _onto_the_enemy(desk: Desk, action: Action) -> Iterator[Plant]:
    unit = march_of(desk, action)
    if unit is not None:
        near, side = reach(desk, unit), desk.table.unit(unit).side
        for hex in desk.shuffled(sorted({each for inner in near for each in desk.table.grid.neighbours(inner)} - near)):
            if desk.table.enemy_units(side, hex):
                yield Plant((Move((unit,), hex),))


def _onto_a_full_stack(desk: Desk, action: Action) -> Iterator[Plant]:
    unit = march_of(desk, action)
    if unit is not None:
        for hex, _ in farther(desk, unit, Relaxed(), FIELD):
            if not room(desk, unit, hex):
                yield Plant((Move((unit,), hex),))


def _march(desk: Desk, unit: str) -> Move | None:
    """Somewhere that the unit can reach."""
    ends = sorted(reach(desk, unit) - {desk.table.place_of(unit) or ""})
    return Move((unit,), desk.dice.choice(ends)) if ends else None


def _another(wanted: Callable[[Desk, str, str], bool]) -> Callable[[Desk, Action], Iterator[Plant]]:
    """A unit marches that may not: one that is as wanted, seen from the one that was about to."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        unit = march_of(desk, action)
        if unit is None:
            return
        others = [other for side in desk.table.game.sides for other in desk.on_map(side) if wanted(desk, unit, other)]
        for other in desk.shuffled(others):
            move = _march(desk, other)
            if move is not None:
                yield Plant((move,))

    return spoil


def _same_side(desk: Desk, unit: str, other: str) -> bool:
    return other != unit and desk.table.unit(other).side == desk.table.unit(unit).side and not desk.is_hq(other)


def _own_but_far(desk: Desk, unit: str, other: str) -> bool:
    """One of the active headquarters' own formation; whether it is in range is for the judge to say."""
    leader = desk.table.state.sure(ACTIVE_HQ, "")
    return bool(leader) and _same_side(desk, unit, other) and _formation(desk, other) == _formation(desk, leader)


def _of_another_corps(desk: Desk, unit: str, other: str) -> bool:
    leader = desk.table.state.sure(ACTIVE_HQ, "")
    return bool(leader) and _same_side(desk, unit, other) and _formation(desk, other) != _formation(desk, leader)


def _formation(desk: Desk, unit: str) -> str:
    return desk.table.unit(unit).formation


def _enemy(desk: Desk, unit: str, other: str) -> bool:
    return desk.table.unit(other).side != desk.table.unit(unit).side


def _held(desk: Desk, unit: str, other: str) -> bool:
    return desk.table.unit(other).formation in ("6 Corps", "55 Corps")


def _one_independent_too_many(desk: Desk, action: Action) -> Iterator[Plant]:
    """Independents march, each where it may, and one more than their headquarters can activate."""
    unit, leader = march_of(desk, action), desk.table.state.sure(ACTIVE_HQ, None)
    if unit is None or not leader:
        return
    of = authority(desk.table, str(leader))
    side = of.headquarters.side
    calls = [of.call(other) for other in desk.on_map(side)]
    alone = [call.unit for call in calls if call.regular.yes and not call.own.yes]
    moves = [move for other in desk.shuffled(alone) if (move := _march(desk, other)) is not None]
    for number in range(1, len(moves) + 1):
        yield Plant(tuple(moves[:number]))


def _out_of_phase(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and desk.table.state.phase in ("supply", "volkssturm deployment", "volkssturm return"):
        units = [unit for side in desk.table.game.sides for unit in desk.on_map(side)]
        for unit in desk.shuffled(units)[:12]:
            move = _march(desk, unit)
            if move is not None:
                yield Plant((move,), also=True)


def _after_the_combat(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Draw | Phase) and desk.table.state.those(ATTACKED):
        leader = desk.table.state.sure(ACTIVE_HQ, None)
        of = authority(desk.table, str(leader)) if leader else None
        for unit in desk.shuffled(desk.on_map(of.headquarters.side)) if of is not None else ():
            if of is None or not of.call(unit).own.yes or (move := _march(desk, unit)) is None:
                continue
            if move.to not in _stood(desk, unit):  # else it may only have been put back
                yield Plant((move,), also=True)


def _stood(desk: Desk, unit: str) -> set[str]:
    """Where it stood before its last moves."""
    return {play.before.place_of(unit) or "" for play in desk.plays[-40:]}


def _with_refugees(desk: Desk, action: Action) -> Iterator[Plant]:
    """As far as it could go if no refugees were on the roads."""
    unit = march_of(desk, action)
    if unit is not None and desk.note("refugees") == "now":
        near, start = reach(desk, unit), desk.table.place_of(unit) or ""
        full = desk.table.after(desk.table.state.remember(desk.table.game.memories["refugees"], ""))
        for hex in desk.shuffled(sorted({hex for inner in near for hex in desk.table.grid.neighbours(inner)} - near)):
            if hex != start and room(desk, unit, hex) and judge(full, Move((unit,), hex)).verdict is Verdict.LEGAL:
                yield Plant((Move((unit,), hex),))


def _unpaid(desk: Desk, action: Action) -> Iterator[Plant]:
    """The step that a move without fuel costs is not lost. A log shows that only if the unit cannot have gone by rail."""
    moved = desk.plays[-1] if desk.plays else None
    if isinstance(action, Lose) and action.because == "movement" and moved is not None and isinstance(moved.action, Move):
        after = apply(moved.before, replace(moved.action, mode=None))
        if after.state.listed(fuel.OWING)[action.steps[0]].yes:
            yield Plant(())


OWING = frozenset({"no-gas-before-draw", "no-gas-before-activation", "no-gas-before-attack", "no-gas-before-phase"})
ALLOWANCE, COMMANDED = frozenset({"allowance"}), frozenset({"commanded-move"})

KINDS = (
    Kind("one hex too far", ALLOWANCE, _one_hex_too_far),
    Kind("far too far", ALLOWANCE, _far_too_far),
    Kind("path too dear", ALLOWANCE, _on_a_path_too_dear),
    Kind("zones of control for nothing", ALLOWANCE, _through(Relaxed(zoc=True), ("regular",))),
    Kind("on after a river", frozenset({"terrain"}), _through(Relaxed(stops=True), ("regular",))),
    Kind("strategic into a zone of control", frozenset({"strategic"}), _declared("strategic", Relaxed(zoc=True))),
    Kind("rail through a zone of control", frozenset({"rail"}), _declared("rail", Relaxed(zoc=True))),
    Kind("strategic through a full stack", frozenset({"strategic"}), _declared("strategic", Relaxed(stacking=True))),
    Kind("off the road or rail", frozenset({"strategic", "rail", "terrain", "allowance"}), _off_its_route),
    Kind("through enemies", frozenset({"overrun"}), _through(Relaxed(enemies=True, zoc=True))),
    Kind("across a closed hexside", frozenset({"terrain"}), _through(Relaxed(barred=True), ("regular",))),
    Kind("into water", frozenset({"terrain"}), _into_water),
    Kind("onto the enemy", frozenset({"overrun"}), _onto_the_enemy),
    Kind("third unit in a hex", frozenset({"stack-units"}), _onto_a_full_stack),
    Kind("second HQ in a hex", frozenset({"stack-hq"}), _onto_a_full_stack, share=0.8),
    Kind("own unit out of range", COMMANDED, _another(_own_but_far)),
    Kind("unit of another corps", COMMANDED, _another(_of_another_corps)),
    Kind("one independent too many", COMMANDED, _one_independent_too_many),
    Kind("enemy unit moved", COMMANDED, _another(_enemy)),
    Kind("corps leaves its line", frozenset({"corps-held"}), _another(_held), share=0.8),
    Kind("moved out of phase", frozenset({"move-phase"}), _out_of_phase),
    Kind("moved after combat", frozenset({"move-first"}), _after_the_combat, busy=0.8),
    Kind("refugees ignored", ALLOWANCE, _with_refugees, share=1, turns=2),
    Kind("no loss without gas", OWING, _unpaid, share=0.7, turns=4, later=True),
)
