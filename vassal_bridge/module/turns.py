"""Turn trackers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..buildfile import Component, java_list

PACKAGE = "VASSAL.build.module.turn."


@dataclass(frozen=True, slots=True)
class TurnLevel:
    """One level: a list of texts, a counter, or of a class of the module's own. `levels` follow one another within each step."""

    kind: str  # `list`, `counter` or `custom`
    name: str
    property: str
    format: str
    start: int = 1
    step: int = 1
    loops: bool = False
    limit: int = -1
    entries: tuple[str, ...] = ()
    levels: tuple[TurnLevel, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnTracker:
    """Its commands begin with `TURN` and the id."""

    name: str
    id: str
    format: str
    report_format: str
    forward_only: bool
    levels: tuple[TurnLevel, ...]
    origin: str = ""


def read_turn_trackers(root: Component) -> tuple[TurnTracker, ...]:
    trackers = (part for part in root.parts() if part.tag == PACKAGE + "TurnTracker")
    return tuple(
        TurnTracker(
            name=part.get("name", "Turn"),
            id=f"TurnTracker{place}",
            format=part.get("turnFormat", "$level1$ $level2$ $level3$ $level4$"),
            report_format=part.get("reportFormat", "* <$PlayerId$> Turn Updated from $oldTurn$ to $newTurn$"),
            forward_only=part.flag("fwdOnly"),
            levels=tuple(_levels(part)),
            origin=part.origin,
        )
        for place, part in enumerate(trackers)
    )


def _levels(holder: Component) -> Iterator[TurnLevel]:
    # Nested only as deep as the XML parser allows, far below Python's own limit.
    for part in holder.parts():
        if part.kind == "TurnGlobalHotkey":
            continue
        kind = {PACKAGE + "ListTurnLevel": "list", PACKAGE + "CounterTurnLevel": "counter"}.get(part.tag, "custom")
        name = part.get("name")
        yield TurnLevel(
            kind=kind,
            name=name,
            property=part.get("property", name),
            format=part.get("turnFormat", "$value$"),
            start=part.integer("start", 1) if kind == "counter" else 0,
            step=part.integer("incr", 1),
            loops=part.flag("loop"),
            limit=part.integer("loopLimit", -1),
            entries=java_list(part.get("list")),
            levels=tuple(_levels(part)),
        )
