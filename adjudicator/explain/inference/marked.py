"""Units that players marked as attacking or as attacked with the keys of the module, instead of announcing the combat."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.evidence.binding import marked_for_combat, place_of, unit_of

from ..scene import ReadingScene


def marked_attackers(scene: ReadingScene) -> frozenset[str]:
    return frozenset(unit for unit, _, attacks, _ in _marked(scene) if attacks)


def marked_targets(scene: ReadingScene) -> frozenset[str]:
    """The hexes in which units are marked as attacked."""
    return frozenset(place for _, place, _, attacked in _marked(scene) if attacked and place in scene.table.grid)


def _marked(scene: ReadingScene) -> Iterator[tuple[str, str, bool, bool]]:
    for counter in scene.now.values():
        unit = unit_of(scene.binding, counter)
        if unit in scene.loaded.roster and unit is not None:
            place = place_of(scene.binding, counter.spot, scene.table.grid) or ""
            yield unit, place, *marked_for_combat(scene.binding, counter)
