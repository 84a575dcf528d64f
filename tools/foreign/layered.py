"""Which unit a marker lies on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from adjudicator.evidence.history import Counter

Place = tuple[str | None, int, int]


def _place(counter: Counter) -> Place:
    return counter.spot.map, counter.spot.x, counter.spot.y


def beneath(now: Mapping[str, Counter], markers: Collection[str], is_unit: Callable[[Counter], bool]) -> dict[str, str]:
    """The next unit under each marker of a stack; nothing if none is."""
    stacks: dict[Place, list[Counter]] = {_place(now[id_]): [] for id_ in markers}
    for each in now.values():
        if _place(each) in stacks and each.spot.deck is None and not each.is_deck:
            stacks[_place(each)].append(each)
    found: dict[str, str] = {}
    for stack in stacks.values():
        unit = ""
        for each in sorted(stack, key=lambda one: one.height):
            if each.id in markers:
                found[each.id] = unit
            elif is_unit(each):
                unit = each.id
    return found
