"""What players get wrong about the turn (3.1), the modes of guns (8.3) and reinforcements (9, 11.2, 12.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile

from adjudicator.engine.actions import Action, Attack, Fire, Mark, Move, Phase, Place
from adjudicator.engine.deeds import MOVED
from adjudicator.rules import stacking
from adjudicator.rules.printed import hexes_called
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.barrage import KIND as BARRAGE
from tools.selfplay.seelow.campaign import PHASES
from tools.selfplay.seelow.marches import ways
from tools.selfplay.seelow.reckon import is_a, light, marked

from ..planting import Kind, Plant, marked_just_now
from .shooting import ANTITANK, fired, follow, place, shot, tank
from .units import MARCHES, active, amid_the_phase

Spoil = Callable[[Desk, Action], Iterator[Plant]]
FIRE, MOVE = "fire mode", "move mode"
BARRAGES = ("first barrage", "second barrage")
ORDER = tuple(phase for phase, _, _ in PHASES)


# --- phases


def _sides(desk: Desk) -> Mapping[str, str]:
    first = str(desk.note("first player"))
    return {"first": first, "second": next(side for side in desk.table.game.sides if side != first)}


def _phase(desk: Desk, at: int) -> Phase:
    name, whose, _ = PHASES[at]
    return Phase(name, _sides(desk)[whose])


def _march(desk: Desk, side: str) -> Iterator[Move]:
    for unit in [each for each in desk.shuffled(desk.on_map(side)) if not is_a(desk.table, each, "artillery")][:8]:
        ends = sorted(ways(desk, unit))
        if ends:
            yield Move((unit,), desk.dice.choice(ends))


def _back_to_movement(desk: Desk, action: Action) -> Iterator[Plant]:
    """The players go back, after a fight, to let one more unit march."""
    state = desk.table.state
    fought = isinstance(action, Phase) and state.phase in ("first antitank fire", "first combat") and action.turn is None
    if fought and _fought_since(desk, "first movement"):
        back = _phase(desk, ORDER.index("first movement"))
        if (state.turn, back.active) != (1, "german") or desk.note("scenario") != "seelow":
            for move in _march(desk, back.active):
                if not state.has(MOVED, move.units[0]).yes:
                    yield Plant((back, move))


def _fought_since(desk: Desk, phase: str) -> bool:
    """Has anybody fired or attacked since? If not the counter may only have been clicked too far and back."""
    since = takewhile(lambda play: play.before.state.phase != phase, reversed(desk.plays))
    return any(isinstance(play.action, Fire | Attack) for play in since)


def _movement_first(desk: Desk, action: Action) -> Iterator[Plant]:
    """Who should shell first marches first: the second player's barrage is left out, and made after his movement."""
    state = desk.table.state
    if isinstance(action, Phase) and state.phase == "second movement" and action.turn is None:
        back = _phase(desk, ORDER.index("second barrage"))
        for unit in desk.on_map(back.active):
            if is_a(desk.table, unit, "artillery") and marked(desk.table, unit, FIRE):
                yield Plant((back, Mark(unit, MOVE)))


def _turn_skipped(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and action.turn is not None and action.turn > 1:
        yield Plant((replace(action, turn=action.turn + 1),))


# --- modes of guns


def _guns(desk: Desk, side: str, mode: str) -> list[str]:
    found = (unit for unit in desk.on_map(side) if is_a(desk.table, unit, "artillery") and marked(desk.table, unit, mode))
    return desk.shuffled(found)


def _limbered(when: Callable[[Desk], bool], whose: Callable[[Desk, str], bool]) -> Spoil:
    """A gun is made ready to move when it may not be."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if isinstance(action, Phase) and action.turn is None and when(desk):
            for side in desk.table.game.sides:
                for unit in _guns(desk, side, FIRE):
                    if whose(desk, unit):
                        yield Plant((Mark(unit, MOVE),), also=True)

    return spoil


def _in_barrage(desk: Desk) -> bool:
    return desk.table.state.phase in BARRAGES


def _in_another_phase(desk: Desk) -> bool:
    return desk.table.state.phase not in (*BARRAGES, "", "rally", "turn renewal")


def _own(desk: Desk, unit: str) -> bool:
    return desk.table.unit(unit).side == active(desk)


def _has_fired(desk: Desk, unit: str) -> bool:
    return _own(desk, unit) and fired(desk, unit, BARRAGE)


def _enemy(desk: Desk, unit: str) -> bool:
    return not _own(desk, unit)


def _unlimbered(desk: Desk, action: Action) -> Iterator[Plant]:
    """A gun is made ready to fire by day."""
    if isinstance(action, Phase) and _in_another_phase(desk) and light(desk.table) != "night":
        for side in desk.table.game.sides:
            for unit in _guns(desk, side, MOVE):
                if not marked_just_now(desk, unit):
                    yield Plant((Mark(unit, FIRE),), also=True)


# --- reinforcements


def _entries(desk: Desk, unit: str) -> list[str]:
    line = next(each for each in desk.loaded.arrivals if each.unit == unit)
    return sorted(hexes_called(desk.table, line.entry, desk.table.unit(unit).side) or ())


def _free(desk: Desk, unit: str, hex: str) -> bool:
    side = desk.table.unit(unit).side
    return not desk.table.enemy_units(side, hex) and stacking.fits(desk.table, side, hex, (unit,)).yes


def _too_early(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and desk.table.state.phase in MARCHES and action.turn is None:
        for line in desk.shuffled(desk.loaded.arrivals):
            later = isinstance(line.turn, int) and line.turn > desk.table.state.turn
            if later and desk.table.unit(line.unit).side == active(desk) and desk.table.standing(line.unit) is None:
                for hex in desk.shuffled(_entries(desk, line.unit))[:2]:
                    if _free(desk, line.unit, hex):
                        yield Plant((Place(line.unit, hex),), also=True, rest=frozenset({line.unit}))


def _at_a_wrong_hex(desk: Desk, action: Action) -> Iterator[Plant]:
    """Far from where it may enter."""
    if isinstance(action, Place):
        grid, doors = desk.table.grid, _entries(desk, action.unit)
        far = [hex for hex in grid.all() if min(grid.distance(hex, door) for door in doors) > 6]
        for hex in desk.shuffled(far)[:12]:
            if _free(desk, action.unit, hex):
                yield Plant((replace(action, at=hex),), rest=frozenset({action.unit}))


def _out_of_phase(desk: Desk, action: Action) -> Iterator[Plant]:
    if desk.table.state.phase not in MARCHES and amid_the_phase(desk, action):
        for line in desk.shuffled(desk.loaded.arrivals):
            due = isinstance(line.turn, int) and line.turn <= desk.table.state.turn
            if due and desk.table.unit(line.unit).side == active(desk) and desk.table.standing(line.unit) is None:
                for hex in desk.shuffled(_entries(desk, line.unit))[:2]:
                    if _free(desk, line.unit, hex):
                        yield Plant((Place(line.unit, hex),), also=True, rest=frozenset({line.unit}))


def _antitank_in_combat(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Attack | Phase) and desk.table.state.phase.endswith("combat"):
        for unit in desk.shuffled(desk.on_map(active(desk))):
            for near in desk.table.grid.neighbours(place(desk, unit)):
                for enemy in desk.table.enemy_units(active(desk), near):
                    if tank(desk, enemy) and not marked(desk.table, unit, "disrupted"):
                        yield Plant((shot(desk, (unit,), enemy, ANTITANK),), also=True, then=follow)


ORDERLY = frozenset({"turn-order"})
TO_MOVE = frozenset({"to-move-mode"})
SEELOW, KUESTRIN = frozenset({"seelow"}), frozenset({"kuestrin"})
ARRIVAL = frozenset({"arrival"})

KINDS = (
    Kind("back to movement", ORDERLY | {"move-phase"}, _back_to_movement, turns=2, share=0.5),
    Kind("back to the barrage", ORDERLY, _movement_first, turns=2, share=0.5),
    Kind("turn skipped", frozenset({"turn-marker"}), _turn_skipped, share=0.8, turns=2, busy=0.2),
    Kind("gun limbered after firing", TO_MOVE, _limbered(_in_barrage, _has_fired), turns=2, busy=0.5, share=0.7),
    Kind("gun limbered in another phase", TO_MOVE, _limbered(_in_another_phase, _own), share=0.2),
    Kind("gun limbered in the other's barrage", TO_MOVE, _limbered(_in_barrage, _enemy), share=0.5),
    Kind("gun ready to fire by day", frozenset({"to-fire-mode"}), _unlimbered, turns=2, share=0.4),
    Kind("reinforcement too early", ARRIVAL, _too_early, turns=2, busy=0.2, share=0.5, scenarios=SEELOW),
    Kind(
        "reinforcement at a wrong hex",
        frozenset({"arrival-entry"}),
        _at_a_wrong_hex,
        turns=5,
        busy=0.15,
        share=0.8,
        scenarios=SEELOW,
    ),
    Kind(
        "reinforcement out of phase", frozenset({"arrival-phase"}), _out_of_phase, turns=4, busy=0.15, share=0.8, scenarios=SEELOW
    ),
    Kind(
        "reinforcement in Küstrin",
        frozenset({"no-arrivals", "arrival", "play-area", "arrival-entry"}),
        _too_early,
        busy=0.2,
        scenarios=KUESTRIN,
    ),
    Kind("antitank fire in a combat phase", frozenset({"antitank-phase"}), _antitank_in_combat, turns=2, busy=0.5),
)
