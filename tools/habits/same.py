"""Do two logs show the same game? Where every unit stands at the end, in what condition, and with which markers on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.evidence.history import Counter

OUT = "out of play"
_SIGNS = ("Attack", "Target")  # of the players' own, which no rule knows


def standings(counters: Iterable[Counter]) -> dict[str, str]:
    """Every unit, chit and sign of control, with all that the game knows of it."""
    stacks: dict[tuple[str | None, int, int, str | None], list[Counter]] = {}
    for counter in counters:
        spot = counter.spot
        stacks.setdefault((spot.map, spot.x, spot.y, spot.deck), []).append(counter)
    found: dict[str, str] = {}
    for stack in stacks.values():
        found |= dict(_standing(sorted(stack, key=lambda counter: counter.height)))
    return found


def _standing(stack: list[Counter]) -> Iterator[tuple[str, str]]:
    for index, counter in enumerate(stack):
        marks = dict(counter.markers)
        place = _place(counter)
        if "unit" in marks:
            on: list[str] = []
            for above in stack[index + 1 :]:
                if "marker" not in dict(above.markers):
                    break
                on.append(dict(above.markers)["marker"])
            levels = [f"{name} {level}" for name, level in counter.levels if name not in _SIGNS]
            yield marks["unit"], OUT if place == OUT else " ".join((place, *sorted(levels), *sorted(on)))
        elif "chit" in marks:
            yield marks["chit"], "in the cup" if counter.spot.deck else "drawn"
        elif "control" in marks:
            yield f"control of {place}", marks["control"]


def _place(counter: Counter) -> str:
    place = str(counter.spot)
    return OUT if place == "offboard" or place.startswith("Eliminated") else place


def differences(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """What stands otherwise. One that is nowhere is out of play."""
    names = sorted({*one, *other})
    return [f"{name}: {a}, not {b}" for name in names if (a := one.get(name, OUT)) != (b := other.get(name, OUT))]
