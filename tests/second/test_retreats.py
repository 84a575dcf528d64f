"""Ways to retreat in Königsberg, 9.5 to 9.5.3 and 5.6: which there are, and how many enemy zones of control each enters."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.rules.combat.routes import manner_of, routes
from tests.second.koenigsberg import WATER, across, between, is_hq, neighbours, positions, table, terrain, unbridged, zone
from tests.second.sheets import Who
from tests.support import examples


def away(start: str, hex: str) -> int:
    """How far, counted by rings around the start."""
    ring, seen, far = {start}, {start}, 0
    while hex not in ring:
        ring = {near for each in ring for near in neighbours(each)} - seen
        seen |= ring
        far += 1
    return far


def may_go(who: Who, a: str, b: str, enemies: Collection[Who]) -> bool:
    """9.5, 9.5.1: where it could move, and not through enemies; a unit that fights takes a lone headquarters with it."""
    there = [row for row, at, _, _ in enemies if at == b]
    row, _, reduced, _ = who
    fights = int((row["reduced_attack"] if reduced else row["attack"]) or 0) > 0 and not is_hq(row)
    if there and not (fights and all(map(is_hq, there))):
        return False
    if across(a, b) & {"road", "autobahn"}:
        return True
    return not (terrain(b) & WATER or "water" in between(a, b) or "river-major" in unbridged(a, b))


def paths(who: Who, length: int, enemies: Collection[Who]) -> Iterator[tuple[str, ...]]:
    """9.5.2: each hex further from the first than the one before it."""
    ways: list[tuple[str, ...]] = [(who[1],)]
    for _ in range(length):
        ways = [
            (*way, to)
            for way in ways
            for to in neighbours(way[-1])
            if away(who[1], to) == len(way) and may_go(who, way[-1], to, enemies)
        ]
    yield from ways


@settings(max_examples=examples(40))
@given(positions(), st.integers(1, 3))
def test_the_ways_to_retreat_are_those_of_the_rulebook(position: tuple[Who, list[Who]], length: int) -> None:
    who, enemies = position
    game = table([who, *enemies], "combat", who[0]["side"])
    manner = manner_of(game, who[0]["id"])
    assert manner is not None
    found = routes(game, (who[0]["id"],), who[1], length, manner)
    zones = zone(enemies)
    expected = {path: sum(hex in zones for hex in path[1:]) for path in paths(who, length, enemies)}
    assert {route.path: route.zones.low for route in found if not route.short} == expected, (who[0]["id"], who[1:])
    assert all(route.zones.exact and route.open.yes for route in found)
