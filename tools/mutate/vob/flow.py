"""What players get wrong about the turn and the dice of its beginning (2, 11.2, 11.3, 13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.actions import Action, Attack, Mark, Move, Phase, Roll
from adjudicator.engine.deeds import ATTACKED
from adjudicator.rules.combat.record import last
from tools.selfplay.desk import Desk
from tools.selfplay.vob.campaign import WEST
from tools.selfplay.vob.marches import ways

from ..planting import Kind, Plant

PRAGUE, LONG = "Western Allies Prague", frozenset({"deutschland-kaputt"})


def _back_to_movement(desk: Desk, action: Action) -> Iterator[Plant]:
    """The Allies go back to let one more unit march."""
    if isinstance(action, Phase | Attack) and desk.table.state.phase == "allied combat" and last(desk.table) is not None:
        for unit in desk.shuffled(desk.on_map("allied"))[:12]:
            ends = sorted(ways(desk, unit, "march")) if unit not in desk.table.state.those(ATTACKED) else ()
            for hex in desk.shuffled(ends)[:1]:
                yield Plant((Phase("allied movement", "allied"), Move((unit,), hex)))


def _german_first(desk: Desk, action: Action) -> Iterator[Plant]:
    """The Germans move before the Allies."""
    if isinstance(action, Phase) and action.phase == "allied movement" and desk.table.state.turn > 1:
        for unit in desk.shuffled(desk.on_map("german"))[:8]:
            for hex in desk.shuffled(sorted(ways(desk, unit, "march")))[:1]:
                yield Plant((Phase("german movement", "german"), Move((unit,), hex), action), rest=frozenset({unit}))


def _at_the_beginning(desk: Desk, action: Action) -> bool:
    return isinstance(action, Phase) and desk.table.state.phase == "beginning"


def _western_early(desk: Desk, action: Action) -> Iterator[Plant]:
    """A die for the Western Allies before April."""
    if _at_the_beginning(desk, action):
        yield Plant((Roll(PRAGUE, (desk.die(),)),), also=True)


def _no_bunker(desk: Desk, action: Action) -> Iterator[Plant]:
    if _at_the_beginning(desk, action):
        yield Plant((Roll("bunker", (6,)),), also=True)


def _for_no_die(desk: Desk, action: Action) -> Iterator[Plant]:
    """A city is given to the Western Allies without a die."""
    if _at_the_beginning(desk, action):
        hex = next(hex for hex, name in desk.table.board.names.items() if name == "Prag")
        yield Plant((Mark(hex, WEST),), also=True)


def _no_western_die(desk: Desk, action: Action) -> Iterator[Plant]:
    if isinstance(action, Roll) and action.purpose.startswith("Western Allies") and action.result == "holds":
        yield Plant(())


def _rolled_twice(desk: Desk, action: Action) -> Iterator[Plant]:
    """A city that held has another die, when those for all others are rolled: else it would be a click too many."""
    if _at_the_beginning(desk, action):
        rolls = [play.action for play in desk.plays[-7:] if isinstance(play.action, Roll)]
        for roll in [each for each in rolls[:-1] if each.purpose.startswith("Western Allies") and each.result == "holds"]:
            yield Plant((replace(roll, dice=(6,)),), also=True)


ORDERLY = frozenset({"turn-order"})

KINDS = (
    Kind("back to movement", ORDERLY, _back_to_movement, turns=1, share=0.6),
    Kind("Germans first", ORDERLY, _german_first, turns=2, share=0.8, busy=0.2),
    Kind("Western Allies in March", frozenset({"western-roll"}), _western_early, turns=2, share=0.8, busy=0.15),
    Kind("bunker without Berlin", frozenset({"bunker"}), _no_bunker, turns=2, share=0.8, busy=0.15),
    Kind("city given away", frozenset({"western-marker"}), _for_no_die, turns=2, share=0.8, busy=0.15),
    Kind(
        "die for a city forgotten",
        frozenset({"western-forgotten"}),
        _no_western_die,
        turns=6,
        share=0.7,
        busy=0.05,
        later=True,
        scenarios=LONG,
    ),
    Kind(
        "two dice for a city",
        frozenset({"western-roll"}),
        _rolled_twice,
        turns=6,
        share=0.7,
        busy=0.05,
        scenarios=LONG,
    ),
)
