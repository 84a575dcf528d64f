"""What players of Vistula-Oder-Berlin get wrong."""

from __future__ import annotations

from tools.selfplay.desk import Desk
from tools.selfplay.vob import campaign

from ..logs import Workshop
from . import advances, arrivals, columns, combat, flow, helpers, losses, mobile, movement, supply


def play_turn(desk: Desk, number: int, *, busy: float) -> None:
    campaign.play_turn(desk, number, dict.fromkeys(desk.table.game.sides, busy))


WORKSHOP = Workshop(
    ("red-storm", "deutschland-kaputt"),
    play_turn,
    (
        *movement.KINDS,
        *mobile.KINDS,
        *combat.KINDS,
        *columns.KINDS,
        *helpers.KINDS,
        *losses.KINDS,
        *advances.KINDS,
        *arrivals.KINDS,
        *supply.KINDS,
        *flow.KINDS,
    ),
)
