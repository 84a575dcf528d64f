"""What the player wants: each side something to march to."""

from __future__ import annotations

from ..desk import Desk


def goals_of(desk: Desk, side: str) -> tuple[str, ...]:
    """The Soviets go for victory points and enemies, the Germans for points in danger and for enemies near them."""
    points = desk.table.board.tagged("vp")
    enemies = [desk.table.place_of(unit) or "" for other in desk.table.game.sides if other != side for unit in desk.on_map(other)]
    if side == "soviet":
        return (
            tuple(hex for hex in points if desk.table.state.control.get(hex) != "soviet") if desk.chance(0.5) else tuple(enemies)
        )
    return points if desk.chance(0.4) else tuple(enemies)
