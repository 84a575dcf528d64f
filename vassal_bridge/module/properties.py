"""Global properties, at the three levels VASSAL has: the module, a map, a zone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..buildfile import Component

PACKAGE = "VASSAL.build.module.properties."
MODULE_LEVEL = "Module"
_NUMBER = frozenset({PACKAGE + "NumberScenarioProperty"})
_SCENARIO = frozenset(
    PACKAGE + kind
    for kind in ("BooleanScenarioProperty", "ListScenarioProperty", "NumberScenarioProperty", "StringScenarioProperty")
)


@dataclass(frozen=True, slots=True)
class GlobalProperty:
    """`container` is how commands name the level: `Module`, a map's name, or a map's and a zone's joined by a colon."""

    name: str
    initial: str
    container: str
    numeric: bool = False
    minimum: str = ""
    maximum: str = ""
    wraps: bool = False
    scenario: bool = False  # an option that players set at the start
    description: str = ""


def read_properties(holder: Component, container: str) -> tuple[GlobalProperty, ...]:
    """The properties of the module or of one map."""
    return tuple(
        _property(component, container)
        for part in holder.parts()
        if part.tag == PACKAGE + "GlobalProperties"
        for component in _opened(part)
        if component.tag == PACKAGE + "GlobalProperty" or component.tag in _SCENARIO
    )


def read_zone_properties(board: Component, map_name: str) -> tuple[GlobalProperty, ...]:
    return tuple(
        _property(part, f"{map_name}:{zone.get('name')}")
        for zone in board.walk()
        if zone.kind == "Zone"
        for part in zone.parts()
        if part.tag == PACKAGE + "ZoneProperty"
    )


def _opened(holder: Component) -> Iterator[Component]:
    for part in holder.parts():
        if part.tag == PACKAGE + "ScenarioPropertiesOptionTab":
            yield from part.parts()
        else:
            yield part


def _property(component: Component, container: str) -> GlobalProperty:
    return GlobalProperty(
        name=component.get("name"),
        initial=component.get("initialValue"),
        container=container,
        numeric=component.get("isNumeric") == "true" or component.tag in _NUMBER,
        minimum=_bound(component.get("min")),
        maximum=_bound(component.get("max")),
        wraps=component.get("wrap") == "true",
        scenario=component.tag in _SCENARIO,
        description=component.get("description"),
    )


def _bound(text: str) -> str:
    return "" if text == "null" else text  # VASSAL writes the word where there is none
