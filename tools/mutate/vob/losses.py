"""What players get wrong about losses (8.2, 8.8, 10.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Attack, Lose, Phase, Remove
from adjudicator.rules.combat.aftermath import steps_left
from adjudicator.rules.combat.record import last
from tools.selfplay.desk import Desk

from ..planting import Kind, Plant
from .units import COMBATS, active, near_enemy, place


def _none(desk: Desk, action: Action) -> Iterator[Plant]:
    """Nobody loses anything."""
    if isinstance(action, Lose) and desk.table.state.phase in COMBATS:
        yield Plant((), rest=frozenset(action.steps))


def _one_more(desk: Desk, action: Action) -> Iterator[Plant]:
    combat = last(desk.table)
    if isinstance(action, Lose) and combat is not None:
        for unit in desk.shuffled(each for each in combat.steps if desk.table.unit(each).side == action.side):
            if steps_left(desk.table, unit) > action.steps.count(unit):
                yield Plant((replace(action, steps=(*action.steps, unit)),))


def _for_nothing(desk: Desk, action: Action) -> Iterator[Plant]:
    """A unit far from all fights is taken off."""
    if isinstance(action, Attack | Phase) and desk.table.state.phase in COMBATS:
        combat = last(desk.table)
        for unit in desk.shuffled(desk.on_map(active(desk))):
            far = combat is None or desk.table.grid.distance(place(desk, unit), combat.fight.target) > 5
            plain = desk.table.unit(unit).kind not in ("hq", "column", "artillery")
            if far and plain and not near_enemy(desk, unit):
                yield Plant((Remove(unit),), also=True)


def _chief_for_nothing(desk: Desk, action: Action) -> Iterator[Plant]:
    """A headquarters is taken off with others beside it, or without any attack."""
    if isinstance(action, Attack | Phase) and desk.table.state.phase in COMBATS and last(desk.table) is not None:
        for side in desk.table.game.sides:
            for unit in desk.shuffled(each for each in desk.on_map(side) if desk.is_hq(each)):
                yield Plant((Remove(unit),), also=True)


def _chief_stays(desk: Desk, action: Action) -> Iterator[Plant]:
    """A headquarters that is alone in a hex attacked stays there."""
    if isinstance(action, Remove) and action.why == "eliminated" and desk.is_hq(action.unit):
        yield Plant((), rest=frozenset({action.unit}))


SETTLED = frozenset({"settled-before-attack", "settled-before-phase"})
LOST = frozenset({"hq-lost-before-attack", "hq-lost-before-phase"})

KINDS = (
    Kind("no step lost", SETTLED, _none, later=True),
    Kind("one step too many", frozenset({"losses-due"}), _one_more, busy=0.6, share=0.6),
    Kind("taken off for nothing", frozenset({"taken-off-for-nothing"}), _for_nothing),
    Kind("headquarters taken off for nothing", frozenset({"hq-taken-off"}), _chief_for_nothing, share=0.8),
    Kind("lone headquarters stays", LOST, _chief_stays, share=1, busy=0.9, turns=3, later=True),
)
