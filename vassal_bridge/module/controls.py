"""The smaller parts of a module: clocks, inventories, charts, set-ups, and commands by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..buildfile import Component, java_list

PACKAGE = "VASSAL.build.module."

_COMMANDS = {
    PACKAGE + "GlobalKeyCommand": "module",
    PACKAGE + "map.MassKeyCommand": "map",
    PACKAGE + "StartupGlobalKeyCommand": "startup",
    PACKAGE + "map.DeckGlobalKeyCommand": "deck",
    PACKAGE + "map.deck.DeckSendKeyCommand": "deck",
    PACKAGE + "map.deck.DeckSortKeyCommand": "deck",
    PACKAGE + "DoActionButton": "action",
    PACKAGE + "MultiActionButton": "actions",
}
_HOLDERS = {"Map", "PrivateMap", "PlayerHand", "WidgetMap", "DrawPile"}


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """A command that a button, a deck's menu or the start of a game gives to many pieces at once.

    `kind` is `module`, `map`, `startup`, `deck`, or `action` and `actions` for buttons that press other buttons. `hotkey` starts
    it, `key` is what the pieces get, `filter` the expression that picks them.
    """

    name: str
    kind: str
    where: str  # the map's or the deck's name; empty for the whole module
    hotkey: str
    key: str
    filter: str
    report_format: str
    when: str = ""  # startup only
    component: Component | None = None


@dataclass(frozen=True, slots=True)
class ChessClocks:
    name: str
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inventory:
    name: str
    filter: str
    group_by: tuple[str, ...]
    sides: tuple[str, ...]  # who may look; empty: all


@dataclass(frozen=True, slots=True)
class Chart:
    name: str
    file: str


@dataclass(frozen=True, slots=True)
class ChartWindow:
    name: str
    charts: tuple[Chart, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """A predefined set-up. `path` is its own name behind those of the menus it is in; without a file it starts an empty game."""

    path: tuple[str, ...]
    file: str | None

    @property
    def name(self) -> str:
        return self.path[-1]


def read_key_commands(root: Component) -> tuple[KeyCommand, ...]:
    found = []
    stack = [(root, "")]
    while stack:
        component, where = stack.pop()
        kind = _COMMANDS.get(component.tag)
        if kind is not None:
            found.append(_key_command(component, kind, where))
        if component.kind in _HOLDERS:
            where = component.get("mapName") or component.get("name") or where
        stack.extend((child, where) for child in reversed(component.children))
    return tuple(found)


def _key_command(component: Component, kind: str, where: str) -> KeyCommand:
    presses_buttons = kind in ("action", "actions")
    return KeyCommand(
        name=component.get("name") or component.get("text") or component.get("buttonText"),
        kind=kind,
        where=where if kind in ("map", "deck") else "",
        hotkey=component.get("hotkey" if presses_buttons else "buttonHotkey"),
        key=component.get("hotkeys" if presses_buttons else "hotkey"),
        filter=component.get("filter"),
        report_format=component.get("reportFormat"),
        when=component.get("whenToApply", "firstLaunchOfSession") if kind == "startup" else "",
        component=component,
    )


def read_clocks(root: Component) -> tuple[ChessClocks, ...]:
    return tuple(
        ChessClocks(part.get("name"), tuple(clock.get("side") for clock in part.parts() if clock.kind == "ChessClock"))
        for part in root.parts()
        if part.tag == PACKAGE + "ChessClockControl"
    )


def read_inventories(root: Component) -> tuple[Inventory, ...]:
    return tuple(
        Inventory(part.get("name"), part.get("include"), java_list(part.get("groupBy")), java_list(part.get("sides")))
        for part in root.parts()
        if part.tag == PACKAGE + "Inventory"
    )


def read_chart_windows(root: Component) -> tuple[ChartWindow, ...]:
    return tuple(
        ChartWindow(
            part.get("name") or part.get("label") or part.get("text"),
            tuple(
                Chart(chart.get("chartName"), chart.get("fileName"))
                for chart in part.walk()
                if chart.kind in ("Chart", "HtmlChart")
            ),
        )
        for part in root.parts()
        if part.tag == PACKAGE + "ChartWindow"
    )


def read_setups(root: Component) -> tuple[Setup, ...]:
    return tuple(_setups(root))


def _setups(root: Component) -> Iterator[Setup]:
    stack: list[tuple[Component, tuple[str, ...]]] = [(part, ()) for part in reversed(list(root.parts()))]
    while stack:
        part, menus = stack.pop()
        if part.tag != PACKAGE + "PredefinedSetup":
            continue
        path = (*menus, part.get("name"))
        if not part.flag("isMenu"):
            yield Setup(path, part.get("file") if part.flag("useFile", True) else None)
        stack.extend((child, path) for child in reversed(list(part.parts())))
