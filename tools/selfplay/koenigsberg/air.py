"""Air units: where they land after a flight, how they come back, what weather does to them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.actions import Move, Roll, Support
from adjudicator.rules.air_boxes import BOXED, STRUCK_DOWN, WEATHER

from ..desk import Desk

HOMES = {"3BF": "air-army-1", "2BF": "air-army-4", "": "luftwaffe"}


def home(desk: Desk, unit: str) -> str:
    return HOMES[desk.table.unit(unit).formation.partition("/")[0]]


def aircraft(desk: Desk, place: str = "") -> list[str]:
    """Air units, perhaps only those in a box."""
    return sorted(
        unit.id for unit, standing in desk.table.state.units if unit.kind == "air" and (not place or standing.place == place)
    )


def on_offer(desk: Desk, side: str) -> Iterator[Support]:
    """What could help an attack of a side: as often as the player feels like it."""
    for unit in desk.shuffled(aircraft(desk)):
        if desk.table.unit(unit).side == side and desk.table.place_of(unit) == home(desk, unit) and desk.chance(0.4):
            yield Support(unit, desk.dice.choice(("normal", "full")))
    for ship, standing in desk.table.state.units:
        if ship.kind == "ship" and ship.side == side and standing.place not in desk.table.grid:
            yield Support(ship.id)


def land(desk: Desk, support: tuple[Support, ...]) -> None:
    """After the combat air units go to their base."""
    for each in support:
        if desk.table.unit(each.unit).kind == "air":
            struck = each.unit in desk.table.state.those(STRUCK_DOWN)
            desk.plays_legally(Move((each.unit,), "grounded" if each.how == "full" or struck else "refit"))


def come_back(desk: Desk) -> None:
    """Refitted units return; those of another front only with luck."""
    for unit in aircraft(desk, "refit"):
        if desk.table.unit(unit).has("baltic").yes:
            die = desk.die()
            desk.plays_legally(Roll("air return", (die,), unit=unit))
            if die < 6:
                continue
        desk.plays_legally(Move((unit,), home(desk, unit)))


def refit(desk: Desk) -> None:
    fresh = desk.table.state.those(BOXED)
    for unit in aircraft(desk, "grounded"):
        if unit not in fresh:
            desk.plays_legally(Move((unit,), "refit"))


def obey_weather(desk: Desk) -> None:
    for unit, box in sorted(desk.table.state.listed(WEATHER).items()):
        desk.plays_legally(Move((unit,), box))
