"""What players get wrong about supply (10), units that enter play (8), replacements (11.2) and Volkssturm (11.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Draw, Move, Phase, Place, Replace, Supply
from adjudicator.rules.apply import apply
from adjudicator.rules.printed import hexes_called
from tools.selfplay.desk import Desk
from tools.selfplay.koenigsberg.newcomers import SETTLED

from ..planting import Kind, Plant, lost_just_now
from .movement import reach, room

Spoil = Callable[[Desk, Action], Iterator[Plant]]
IN_SUPPLY, OUT, ISOLATED = "in supply", "out of supply", "isolated"


# --- supply


def _forgotten(desk: Desk, action: Action) -> Iterator[Plant]:
    """One marker that should have been laid or taken up is left as it is."""
    if isinstance(action, Supply):
        for state in desk.shuffled(action.states):
            yield Plant((Supply(tuple(each for each in action.states if each != state)),))


def _none_at_all(desk: Desk, action: Action) -> Iterator[Plant]:
    """A side does not check its supply at all."""
    if isinstance(action, Supply):
        yield Plant(())


def _marked(state: str, wanted: Callable[[str, str], bool]) -> Spoil:
    """A unit gets a marker that it should not have; `wanted` sees the right one and the unit."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if not isinstance(action, Supply):
            return
        side = desk.table.unit(action.states[0][0]).side
        right = dict(action.states)
        for unit in desk.shuffled(desk.on_map(side)):
            if wanted(right.get(unit, IN_SUPPLY), unit):
                yield Plant((Supply(tuple(sorted({**right, unit: state}.items()))),))

    return spoil


def _outside_its_phase(desk: Desk, action: Action) -> Iterator[Plant]:
    """A marker is laid while chits are drawn."""
    if isinstance(action, Draw):
        for side in desk.table.game.sides:
            for unit in desk.shuffled(desk.on_map(side))[:8]:
                yield Plant((Supply(((unit, OUT),)),), also=True)


# --- reinforcements


def _entries(desk: Desk, unit: str) -> list[str]:
    side = desk.table.unit(unit).side
    lines = [line for line in desk.loaded.arrivals if line.unit == unit and line.entry]
    return sorted({hex for line in lines for hex in hexes_called(desk.table, line.entry, side) or ()})


def _too_early(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit enters in a turn before its own."""
    if isinstance(action, Phase) and desk.table.state.phase == "reinforcement":
        for line in desk.shuffled(desk.loaded.arrivals):
            later = isinstance(line.turn, int) and line.turn > desk.table.state.turn
            if later and desk.table.standing(line.unit) is None and desk.table.unit(line.unit).kind != "ship":
                for hex in desk.shuffled(_entries(desk, line.unit)):
                    if room(desk, line.unit, hex):
                        yield Plant((Place(line.unit, hex),), also=True)


def _at_a_wrong_hex(desk: Desk, action: Action) -> Iterator[Plant]:
    """Not where it may enter, nor where it could have gone from there."""
    if isinstance(action, Place) and action.why == "reinforcement" and action.at in desk.table.grid:
        fair: set[str] = set()
        for entry in _entries(desk, action.unit):
            fair |= reach(Desk(desk.loaded, apply(desk.table, replace(action, at=entry)), desk.dice), action.unit)
        for hex in desk.shuffled(desk.table.grid.all())[:60]:
            free = room(desk, action.unit, hex) and not desk.table.enemy_units(desk.table.unit(action.unit).side, hex)
            if free and hex not in fair:
                yield Plant((replace(action, at=hex),), rest=frozenset({action.unit}))


# --- replacements


def _damaged(desk: Desk, side: str) -> list[str]:
    return [unit for unit in desk.shuffled(desk.on_map(side)) if desk.table.losses(unit)]


def _over_the_points(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and desk.table.state.phase == "replacement":
        for side in desk.table.game.sides:
            for unit in _damaged(desk, side):
                yield Plant((Replace(unit, 1),), also=True)


def _out_of_supply(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and desk.table.state.phase in ("replacement", "reinforcement"):
        after = (action,) if action.phase == "replacement" else ()
        for side in desk.table.game.sides:
            for unit in _damaged(desk, side):
                yield Plant((*after, Replace(unit, 1)), also=not after)


def _flipped_up(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit is turned back to its full side in the middle of the turn."""
    if isinstance(action, Draw | Phase) and desk.table.state.phase not in ("replacement", ""):
        for side in desk.table.game.sides:
            for unit in _damaged(desk, side):
                if not lost_just_now(desk, unit):
                    yield Plant((Replace(unit, 1),), also=True)


def _not_with_its_headquarters(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit comes back somewhere else than with a headquarters that it may come back to."""
    if isinstance(action, Replace) and action.at is not None:
        near = [hex for hex in desk.table.grid.all() if 0 < desk.table.grid.distance(hex, action.at) < 9]
        for hex in desk.shuffled(near):
            if room(desk, action.unit, hex) and not desk.table.enemy_units(desk.table.unit(action.unit).side, hex):
                yield Plant((replace(action, at=hex),))


def _more_than_it_may(desk: Desk, action: Action) -> Iterator[Plant]:
    """A German unit comes back at full strength, a Soviet one reduced."""
    if isinstance(action, Replace) and action.at is not None:
        yield Plant((replace(action, steps=3 - action.steps),))


def _never_lost(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit that has not come yet is brought back as if it had been lost."""
    if isinstance(action, Phase) and action.phase == "replacement":
        for side in desk.table.game.sides:
            places = [desk.table.place_of(unit) or "" for unit in desk.on_map(side) if desk.is_hq(unit)]
            for unit in desk.table.force(side).units:
                if desk.table.standing(unit) is None and desk.table.unit(unit).has("independent").yes:
                    for hex in desk.shuffled(places)[:8]:
                        yield Plant((action, Replace(unit, 1, hex)), rest=frozenset({unit}))


# --- Volkssturm and Grossdeutschland


def _mustered(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Place) and action.why == "militia":
        for hex in desk.shuffled(desk.table.grid.all()):
            free = room(desk, action.unit, hex) and not desk.table.enemy_units("german", hex)
            if free and desk.table.board.is_terrain(hex, SETTLED).no:
                yield Plant((replace(action, at=hex),))


def _stays(box: str) -> Spoil:
    """A unit that should go into a box stays on the map."""

    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        if isinstance(action, Move) and action.to == box:
            yield Plant(())

    return spoil


def _boxed_without_its_chit(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Draw):
        units = [unit for unit in desk.on_map("german") if desk.table.unit(unit).formation == "GD Corps"]
        for unit in desk.shuffled(units):
            yield Plant((Move((unit,), "grossdeutschland"),), also=True)


FORGOTTEN, MARKERS = frozenset({"supply-forgotten"}), frozenset({"supply-markers"})
LEAVES = frozenset({"gd-leaves-before-draw", "gd-leaves-before-activation", "gd-leaves-before-phase"})
MUSTER, ARRIVAL = frozenset({"volkssturm-place"}), frozenset({"arrival"})

KINDS = (
    Kind("supply check forgotten", FORGOTTEN, _none_at_all, share=0.8, busy=1, turns=2, later=True),
    Kind("marker forgotten", FORGOTTEN, _forgotten, share=0.8, busy=1, turns=2, later=True),
    Kind("marker on a unit in supply", MARKERS, _marked(OUT, lambda right, _: right == IN_SUPPLY), share=0.8, busy=1, turns=2),
    Kind("isolated at once", MARKERS, _marked(ISOLATED, lambda right, _: right == OUT), share=0.8, busy=1, turns=2),
    Kind(
        "isolated though in supply", MARKERS, _marked(ISOLATED, lambda right, _: right == IN_SUPPLY), share=0.8, busy=1, turns=2
    ),
    Kind(
        "marker taken off too early", MARKERS, _marked(IN_SUPPLY, lambda right, _: right == ISOLATED), share=0.8, busy=1, turns=3
    ),
    Kind("marker out of phase", frozenset({"supply-phase"}), _outside_its_phase, share=0.2),
    Kind("reinforcement too early", ARRIVAL, _too_early, turns=3, share=0.5, busy=0.2),
    Kind("reinforcement at a wrong hex", frozenset({"entry-hex"}), _at_a_wrong_hex, turns=3, share=0.6, busy=0.2),
    Kind("replacement over the points", frozenset({"replacement-points"}), _over_the_points, turns=2, share=0.8, busy=1),
    Kind("replacement out of supply", frozenset({"replacement-supply"}), _out_of_supply, turns=3, share=1, busy=1),
    Kind("flipped to full strength", frozenset({"replacement-phase"}), _flipped_up, turns=2, share=0.3, busy=0.8),
    Kind("back in a wrong hex", frozenset({"replacement-place"}), _not_with_its_headquarters, turns=4, share=1, busy=1),
    Kind("back with wrong strength", frozenset({"replacement-return"}), _more_than_it_may, turns=4, share=1, busy=1),
    Kind("back though never lost", frozenset({"replacement-lost"}), _never_lost, turns=3, share=0.7, busy=0.3),
    Kind("Volkssturm outside settlements", MUSTER, _mustered, share=0.5),
    Kind("Volkssturm stays on the map", frozenset({"volkssturm-return"}), _stays("volkssturm"), share=0.6, later=True),
    Kind("GD stays on the map", LEAVES, _stays("grossdeutschland"), share=0.7, turns=3, busy=0.2, later=True),
    Kind("GD boxed without its chit", frozenset({"gd-box"}), _boxed_without_its_chit, share=0.1),
)
