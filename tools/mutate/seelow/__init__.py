"""What players of Seelow & Küstrin 1945 get wrong."""

from __future__ import annotations

from tools.selfplay.desk import Desk
from tools.selfplay.seelow import campaign

from ..logs import Workshop
from . import aftermath, combat, fires, flow, guns, markers, movement


def play_turn(desk: Desk, number: int, *, busy: float) -> None:
    campaign.play_turn(desk, number, dict.fromkeys(desk.table.game.sides, busy))


WORKSHOP = Workshop(
    ("seelow", "kuestrin"),
    play_turn,
    (*movement.KINDS, *fires.KINDS, *guns.KINDS, *combat.KINDS, *aftermath.KINDS, *markers.KINDS, *flow.KINDS),
)
