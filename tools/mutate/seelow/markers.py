"""What players get wrong about checks of morale (6.6), disruption and rallying (7.6, 11.32)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Attack, Fire, Mark, Phase, Roll
from adjudicator.rules import fire_results
from adjudicator.rules.morale import ROLLED
from tools.selfplay.desk import Desk
from tools.selfplay.seelow.reckon import is_a, marked, printed

from ..planting import Kind, Plant, marked_just_now
from .aftermath import FAILED, fresh, over

Spoil = Callable[[Desk, Action], Iterator[Plant]]
DISRUPTED, RALLY = "disrupted", "rally"


def _unmarked(desk: Desk, action: Action) -> Iterator[Plant]:
    """Whoever has retreated gets no marker."""
    if isinstance(action, Mark) and action.mark == DISRUPTED and action.on:
        yield Plant(())


def _marked_for_nothing(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and desk.table.state.phase not in ("", RALLY, "turn renewal"):
        for side in desk.table.game.sides:
            for unit in desk.shuffled(desk.on_map(side)):
                if not marked(desk.table, unit, DISRUPTED) and not is_a(desk.table, unit, "artillery"):
                    yield Plant((Mark(unit, DISRUPTED),), also=True)


def _unmarked_out_of_phase(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Fire | Attack):  # before a click it might have rallied already, and the counter be late
        yield from _taken_off(desk)


def _taken_off(desk: Desk) -> Iterator[Plant]:
    for side in desk.table.game.sides:
        for unit in desk.shuffled(desk.on_map(side)):
            if marked(desk.table, unit, DISRUPTED) and not marked_just_now(desk, unit):
                yield Plant((Mark(unit, DISRUPTED, on=False),), also=True)


def _against_the_die(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit whose die was too high loses its marker."""
    if isinstance(action, Roll) and action.purpose == RALLY and action.unit is not None:
        yield Plant((replace(action, result=None), Mark(action.unit, DISRUPTED, on=False)))


def _fuel_forgotten(desk: Desk, action: Action) -> Iterator[Plant]:
    """The die is low enough only without the two that Germans add in Küstrin."""
    for plant in _against_the_die(desk, action):
        rolled = plant.actions[0]
        if isinstance(rolled, Roll) and rolled.dice[0] <= printed(desk.table, rolled.unit or "", "morale"):
            yield plant


def _still_marked(desk: Desk, action: Action) -> Iterator[Plant]:
    rolled = desk.plays[-1].action if desk.plays else None
    said = isinstance(rolled, Roll) and rolled.result is not None  # else nobody said whose die it was
    if said and isinstance(action, Mark) and action.mark == DISRUPTED and not action.on:
        yield Plant(())


def _rallied_out_of_phase(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase) and desk.table.state.phase not in ("", RALLY, "turn renewal"):
        for side in desk.table.game.sides:
            for unit in desk.shuffled(desk.on_map(side)):
                if marked(desk.table, unit, DISRUPTED):
                    yield Plant((Roll(RALLY, (6,), "failed", unit),), also=True)


def _rallied_twice(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Phase | Roll) and desk.table.state.phase == RALLY:
        for unit in sorted(desk.table.state.those(ROLLED[RALLY])):
            if desk.table.place_of(unit) in desk.table.grid and marked(desk.table, unit, DISRUPTED):
                yield Plant((Roll(RALLY, (6,), "failed", unit),), also=True)


def _check_not_asked(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit checks its morale though the result of the fire has none do so."""
    shot = fire_results.last(desk.table)
    if over(action) and shot is not None and fresh(desk) is not None:
        for unit in shot.units:
            if desk.table.place_of(unit) == shot.aimed.hex:
                yield Plant((Roll("morale", (1,), unit=unit),), also=True)


MARKED, RALLIED = frozenset({"disrupted"}), frozenset({"rally"})
KUESTRIN = frozenset({"kuestrin"})

KINDS = (
    Kind("no marker after a retreat", FAILED, _unmarked, turns=2, busy=0.5, share=0.5, later=True),
    Kind("marker for nothing", MARKED, _marked_for_nothing, turns=1, share=0.2),
    Kind("marker off out of phase", MARKED, _unmarked_out_of_phase, turns=2, busy=0.5),
    Kind("marker off against the die", MARKED, _against_the_die, turns=2, busy=0.5, share=0.5),
    Kind("short fuel forgotten in a rally", MARKED, _fuel_forgotten, turns=2, busy=0.6, share=0.8, scenarios=KUESTRIN),
    Kind("rallied and still marked", frozenset({"rallied-marker"}), _still_marked, turns=2, busy=0.5, share=0.5, later=True),
    Kind("rally out of phase", RALLIED, _rallied_out_of_phase, turns=2, busy=0.5),
    Kind("rally twice", RALLIED, _rallied_twice, turns=2, busy=0.6, share=0.6),
    Kind("check that was not asked for", frozenset({"morale-check"}), _check_not_asked, turns=2, busy=0.6, share=0.5),
)
