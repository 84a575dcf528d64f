"""What players get wrong about supply at the end of a turn (5.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Phase, Supply
from tools.selfplay.desk import Desk

from ..planting import Kind, Plant
from .units import COMBATS, OUT, Spoil, active, marked

IN = "in supply"


def _changes(desk: Desk, action: Supply) -> list[tuple[str, str]]:
    """Those of the states that turn a marker."""
    return [(unit, state) for unit, state in action.states if (state == OUT) != marked(desk, unit)]


def _none_at_all(desk: Desk, action: Action) -> Iterator[Plant]:
    """Nobody looks at supply though somebody should have got a marker."""
    if isinstance(action, Supply) and _changes(desk, action):
        yield Plant(())


def _forgotten(desk: Desk, action: Action) -> Iterator[Plant]:
    """One of several markers is forgotten."""
    if isinstance(action, Supply) and len(_changes(desk, action)) > 1:
        for each in desk.shuffled(_changes(desk, action)):
            yield Plant((replace(action, states=tuple(one for one in action.states if one != each)),))


def _marked(state: str) -> Spoil:
    def spoil(desk: Desk, action: Action) -> Iterator[Plant]:
        """One more unit is turned."""
        if isinstance(action, Phase) and desk.table.state.phase == "end":
            for side in desk.table.game.sides:
                for unit in desk.shuffled(desk.on_map(side))[:8]:
                    if marked(desk, unit) == (state == IN) and not desk.is_hq(unit):
                        yield Plant((Supply(((unit, state),)),), also=True)

    return spoil


def _too_early(desk: Desk, action: Action) -> Iterator[Plant]:
    """One of an earlier turn is taken off from a unit that is still cut off."""
    if isinstance(action, Supply):
        side = desk.table.unit(action.states[0][0]).side
        for unit in desk.shuffled(each for each in desk.on_map(side) if marked(desk, each)):
            rest = tuple(each for each in action.states if each[0] != unit)
            if (unit, IN) not in action.states:
                yield Plant((replace(action, states=(*rest, (unit, IN))),))


def _amid_combat(desk: Desk, action: Action) -> Iterator[Plant]:
    """A marker is laid when nobody looks at supply."""
    if isinstance(action, Phase) and desk.table.state.phase in COMBATS:
        for unit in desk.shuffled(desk.on_map(active(desk)))[:6]:
            if not marked(desk, unit) and not desk.is_hq(unit):
                yield Plant((Supply(((unit, OUT),)),), also=True)


FORGOTTEN, MARKERS = frozenset({"supply-forgotten"}), frozenset({"supply-markers"})

KINDS = (
    Kind("supply check forgotten", FORGOTTEN, _none_at_all, turns=3, share=0.8, busy=0.8, later=True),
    Kind("marker forgotten", FORGOTTEN, _forgotten, turns=4, share=0.8, busy=0.8, later=True),
    Kind("marker on a unit in supply", MARKERS, _marked(OUT), turns=2, share=0.8, busy=0.2),
    Kind("marker taken off too early", MARKERS, _too_early, turns=4, share=0.9, busy=0.8),
    Kind("marker in another phase", frozenset({"supply-phase", "supply-markers"}), _amid_combat, share=0.4),
)
