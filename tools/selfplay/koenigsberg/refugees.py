"""Refugees of the older edition: laid on roads, sent on to the cities, brought by events, and driven through."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.actions import Mark, Place

from ..desk import Desk

REFUGEES = "refugees"
REFUGEES_ON = "refugees on"
GOALS = ("2932", "3420")  # Königsberg and Elbing
ROADS = frozenset({"road", "autobahn"})
MILITIA = ("de-vs-3", "de-vs-4")  # who may join because of atrocities


def there_are(desk: Desk) -> frozenset[str]:
    """The hexes with refugees; none in an edition that has no counters of them."""
    memory = desk.table.game.memories.get(REFUGEES_ON)
    return frozenset() if memory is None else desk.table.state.those(memory)


def segment(desk: Desk) -> None:
    """Those on the map go on along roads, up to three hexes nearer to the cities; then one counter is placed."""
    for hex in sorted(there_are(desk), key=lambda hex: (_from_goals(desk, hex), hex)):
        desk.plays_legally(Mark(hex, REFUGEES, on=False))
        if hex not in GOALS:
            _go_on(desk, hex)
    laid(desk, 1)


def laid(desk: Desk, most: int) -> None:
    """So many counters on roads, where they may be; none in an edition that has none."""
    if REFUGEES_ON not in desk.table.game.memories:
        return
    grid = desk.table.grid
    for hex in desk.shuffled([hex for hex in grid.all() if any(_road(desk, hex, to) for to in grid.neighbours(hex))]):
        most -= most > 0 and desk.tries(Mark(hex, REFUGEES))
        if not most:
            return


def driven_through(desk: Desk, unit: str, path: Iterable[str]) -> None:
    """A Soviet unit takes up the counters on its way, and the Germans arm one more unit for each."""
    if desk.table.unit(unit).side != "soviet":
        return
    _taken_up(desk, [hex for hex in path if hex in there_are(desk)])


def driven_in(desk: Desk) -> None:
    """Soviet units that retreated or advanced in among refugees, and stay, have their counters taken up."""
    units = [unit for unit in desk.on_map("soviet") if not desk.is_hq(unit) and desk.table.unit(unit).kind not in ("air", "ship")]
    places = {desk.table.place_of(unit) for unit in units}
    _taken_up(desk, sorted(there_are(desk) & places))


def _taken_up(desk: Desk, hexes: Iterable[str]) -> None:
    for hex in hexes:
        desk.plays_legally(Mark(hex, REFUGEES, on=False))
        new = next((each for each in MILITIA if desk.table.place_of(each) is None), None)
        if new is not None and desk.chance(0.7):
            desk.tries(Place(new, "volkssturm", "event"))


def _from_goals(desk: Desk, hex: str) -> int:
    return min(desk.table.grid.distance(hex, goal) for goal in GOALS)


def _go_on(desk: Desk, start: str) -> None:
    """To the hex nearest to a city that is free; if there is none they stay. What counts is how far it is along roads."""
    home, reached = _along(desk, GOALS), _along(desk, (start,), 3)
    if set(reached).intersection(GOALS):
        return  # they arrive, and are taken off
    far = len(home)
    nearer = [hex for hex in reached if home.get(hex, far) <= home.get(start, far)]
    for hex in sorted(nearer, key=lambda each: (home.get(each, far), _from_goals(desk, each), each)):
        if desk.tries(Mark(hex, REFUGEES)):
            return


def _along(desk: Desk, starts: Iterable[str], most: int | None = None) -> dict[str, int]:
    """How far hexes are along roads."""
    found = dict.fromkeys(starts, 0)
    queue = list(found)
    for hex in queue:
        for to in desk.table.grid.neighbours(hex) if most is None or found[hex] < most else ():
            if to not in found and _road(desk, hex, to):
                found[to] = found[hex] + 1
                queue.append(to)
    return found


def _road(desk: Desk, hex: str, to: str) -> bool:
    return desk.table.board.has_route(hex, to, ROADS).yes
