"""Chits out of the cup, and what the headquarters they activate have their units do."""

from __future__ import annotations

from adjudicator.engine.actions import Activate, Draw, Move, Phase, Place, Roll
from adjudicator.facts import exactly
from adjudicator.rules.chits import drawn_of, limit
from adjudicator.rules.command.reach import Authority, authority
from adjudicator.rules.entry import CALLED, GONE

from ..desk import Desk
from . import air, fights, newcomers, refugees
from .marches import march, pay
from .plans import goals_of

COMMANDS = frozenset({"command", "front", "hgm"})


def cup(desk: Desk, *, moves: float = 0.7, attacks: float = 0.5) -> None:
    """Draw chits until none may be drawn any more."""
    names = desk.shuffled(desk.chart("chits").rows)
    names = sorted(names, key=lambda name: desk.dice.random())
    while names and not desk.over:
        name = next((name for name in names if desk.would(Draw(name))), None)
        if name is None:
            return
        names.remove(name)
        desk.plays_legally(Draw(name))
        _act_upon(desk, name, moves, attacks)


def _act_upon(desk: Desk, name: str, moves: float, attacks: float) -> None:
    row = desk.chit(name)
    kind, front = row.get("kind", ""), row.get("front", "")
    if kind in COMMANDS:
        leader = _leader(desk, name, kind, row.get("hq", ""), row.get("side", ""), front)
        within = _within_limit(desk, name, front or row.get("side", ""))
        if leader is not None and within and desk.plays_legally(Activate(leader, by=name)):
            _orders(desk, leader, name, moves, attacks)
    elif kind == "event":
        _event(desk, name, moves)
    elif kind == "bombardment":
        if desk.plays_legally(Roll(f"bombardment {front}", (desk.die(),))):
            bombardments(desk, "german", 3, near=1)
    elif kind == "gd-withdrawal":
        for unit, standing in list(desk.table.state.units):
            if unit.formation == "GD Corps" and standing.place in desk.table.grid:
                desk.plays_legally(Move((unit.id,), "grossdeutschland"))
    elif kind == "gd-return":
        back = [unit.id for unit, standing in desk.table.state.units if standing.place == "grossdeutschland"]
        newcomers.enter(desk, sorted(back), "return")


def _within_limit(desk: Desk, name: str, group: str) -> bool:
    column = f"limit_{group.lower()}"
    number = drawn_of(desk.table, "chits", group, COMMANDS, name) + exactly(1)
    return number.at_most(limit(desk.table, group, column, "turns")).yes


def _leader(desk: Desk, name: str, kind: str, hq: str, side: str, front: str) -> str | None:
    if kind == "command":
        return hq if hq in desk.on_map(side) else None
    found = [unit for unit in desk.on_map(side) if desk.is_hq(unit)]
    found = [unit for unit in found if kind == "hgm" or desk.table.unit(unit).formation.startswith(front)]
    return desk.dice.choice(sorted(found)) if found else None


def _orders(desk: Desk, leader: str, chit: str, moves: float, attacks: float) -> None:
    """The units in reach of the headquarters move, then attack."""
    of = authority(desk.table, leader, chit)
    side = of.headquarters.side
    own, others, far = _callable(desk, of, side)
    called = [*own, *desk.shuffled(others)[: of.limit]]
    extra = [unit for unit in desk.shuffled(far) if unit not in called][: int(of.extra.low)]
    if desk.chance(0.3):
        desk.plays_legally(Phase("movement"))
    goals = goals_of(desk, side)
    for unit in desk.shuffled((*called, *extra)):
        if desk.chance(moves):
            _marched(desk, unit, goals)
    if desk.note("move only") == "now":
        return
    if desk.chance(0.3):
        desk.plays_legally(Phase("combat"))
    _attacks(desk, [unit for unit in called if unit != leader], side, attacks)


def _callable(desk: Desk, of: Authority, side: str) -> tuple[list[str], list[str], list[str]]:
    """Its own units in reach, independents in reach, and independents anywhere."""
    own: list[str] = []
    others: list[str] = []
    far: list[str] = []
    for unit in desk.on_map(side):
        call = of.call(unit)
        if call.own.yes:
            own.append(unit)
        elif call.regular.yes:
            others.append(unit)
        elif call.anywhere.yes:
            far.append(unit)
    return own, others, far


def _marched(desk: Desk, unit: str, goals: tuple[str, ...]) -> None:
    """A march, unless its corps has to hold the line: then only one that the judge allows."""
    if desk.table.unit(unit).formation in ("6 Corps", "55 Corps"):
        near = desk.table.grid.neighbours(desk.table.place_of(unit) or "")
        if near and desk.tries(Move((unit,), desk.dice.choice(near))):
            pay(desk, unit)
        return
    march(desk, unit, goals)


def _attacks(desk: Desk, units: list[str], side: str, share: float) -> None:
    free = [unit for unit in units if desk.table.place_of(unit) in desk.table.grid and not desk.is_hq(unit)]
    targets = sorted({hex for unit in free for hex in desk.table.grid.neighbours(desk.table.place_of(unit) or "")})
    targets = [hex for hex in targets if fights.defended(desk, side, hex)]
    for target in desk.shuffled(targets):
        near = [unit for unit in free if desk.table.place_of(unit) in desk.table.grid.neighbours(target)]
        near = [unit for unit in near if not _across_water(desk, unit, target)]
        if not near or not desk.chance(share) or not fights.defended(desk, side, target):
            continue
        chosen = near if desk.chance(0.6) else near[: max(1, len(near) // 2)]
        if not _strong(desk, chosen):
            continue
        helpers = list(air.on_offer(desk, side))
        if fights.attack(desk, chosen, target, helpers):
            air.land(desk, desk.plays_attack().support)
            free = [unit for unit in free if unit not in chosen and desk.table.place_of(unit) is not None]


def _strong(desk: Desk, units: list[str]) -> bool:
    ratings = (desk.table.unit(unit).rating("attack", desk.table.losses(unit)) for unit in units)
    return any(getattr(rating, "value", 0) for rating in ratings)


def _across_water(desk: Desk, unit: str, target: str) -> bool:
    return not desk.table.board.has_feature(desk.table.place_of(unit) or "", target, frozenset({"water"})).no


def bombardments(desk: Desk, upon: str, most: int, near: int) -> None:
    """Up to so many bombardments of units of a side."""
    places = sorted({desk.table.place_of(unit) or "" for unit in desk.on_map(upon) if not desk.is_hq(unit)})
    for target in desk.shuffled(places):
        enemies = [other for other in desk.table.game.sides if other != upon]
        seen = any(
            desk.table.grid.distance(target, desk.table.place_of(unit) or "") <= near
            for side in enemies
            for unit in desk.on_map(side)
        )
        if seen and fights.bombard(desk, target):
            most -= 1
        if most <= 0:
            return


def _event(desk: Desk, chit: str, moves: float) -> None:
    """Roll the event and do what it says."""
    desk.plays_legally(Roll("event", (desk.die(), desk.die())))
    event = desk.note("event")
    if event in ("german-reinforcements", "stalin-interferes"):
        desk.plays_legally(Roll("event die", (desk.die(),)))
    called = [unit for unit in sorted(desk.table.state.those(CALLED)) if desk.table.place_of(unit) is None]
    gone = desk.table.state.listed(GONE)
    match event:
        case "german-reinforcements" | "early-19-army":
            newcomers.enter(desk, sorted(unit for unit in called if unit not in gone))
        case "free-movement":
            leaders = sorted(unit for unit in desk.on_map("german") if desk.is_hq(unit))
            leader = desk.dice.choice(leaders)
            if desk.plays_legally(Activate(leader, by="event")):
                _orders(desk, leader, chit, moves, 0)
        case "german-bombardment":
            bombardments(desk, "soviet", 1, near=1)
        case "soviet-bombardment":
            bombardments(desk, "german", 1, near=1)
        case "refugees":
            refugees.laid(desk, 2)
        case "bad-weather":
            air.obey_weather(desk)
        case "soviet-atrocity":
            new = [f"de-vs-{n}" for n in (3, 4) if desk.table.place_of(f"de-vs-{n}") is None]
            if new:
                desk.tries(Place(new[0], "volkssturm", "event"))
