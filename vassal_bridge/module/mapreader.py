"""From the components of maps and boards to `Map`s."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from ..buildfile import Component, Problems, java_int, java_list, shown
from ..errors import LimitError
from ..grids import MapBoard, Point, Polygon, read_grid
from ..grids.read import Context
from .decks import read_decks, read_stacks
from .images import Images
from .maps import BOARD_PICKER, BoardChoice, Map, PieceLayers, read_choices, with_surrogate
from .properties import read_properties, read_zone_properties

PACKAGE = "VASSAL.build.module."
MAPS = 1000  # seen: 6

_KINDS = {
    PACKAGE + "Map": "normal",
    PACKAGE + "PrivateMap": "private",
    PACKAGE + "PlayerHand": "hand",
    "VASSAL.build.widget.WidgetMap": "chart",
}


def read_maps(
    root: Component, images: Images, problems: Problems, keep_zeros: bool, ask: Callable[[str], str | None]
) -> tuple[Map, ...]:
    """All maps, each with its default boards in play."""
    ids, deck_ids = count(), (f"Deck{number}" for number in count())
    maps: list[Map] = []
    for component in _map_components(root):
        one = _map(component, f"Map{next(ids)}", deck_ids, images, problems, keep_zeros, ask)
        if len(maps) >= MAPS:
            raise LimitError(f"more than {MAPS} maps")
        maps.append(with_surrogate(one.with_boards(one.default_boards or ()), maps))
    return tuple(maps)


def _map_components(root: Component) -> Iterator[Component]:
    for part in root.parts():
        if part.tag in _KINDS or "mapName" in part.attributes:
            yield part
        elif part.tag == PACKAGE + "ChartWindow":
            yield from (inner for inner in part.walk() if inner.kind == "WidgetMap")


def _map(
    component: Component,
    identity: str,
    deck_ids: Iterator[str],
    images: Images,
    problems: Problems,
    keep_zeros: bool,
    ask: Callable[[str], str | None],
) -> Map:
    name = component.get("mapName")
    where = f"map {shown(name)}"
    parts = list(component.parts())
    picker = next((part for part in parts if part.kind.endswith(BOARD_PICKER)), None)
    board_components = [] if picker is None else [part for part in picker.children if part.tag.endswith(".boardPicker.Board")]
    boards = tuple(_board(part, where, images, problems, keep_zeros) for part in board_components)
    if not boards and not component.get("useBoards"):
        problems.add(where, "it has no boards")
    metrics = next((part for part in parts if part.kind in ("StackMetrics", "HandMetrics")), None)
    layers = next((part for part in parts if part.kind == "LayeredPieceCollection"), None)
    zone_properties = (one for part in board_components for one in read_zone_properties(part, name))
    suppressed = component.flag("suppressAuto")  # modules of old
    kind = _KINDS.get(component.tag, "custom")
    return Map(
        name=name,
        id=identity,
        kind=kind,
        edge=_edge(component),
        boards=boards,
        decks=read_decks(component, deck_ids),
        stacks=read_stacks(component),
        properties=(*read_properties(component, name), *zone_properties),
        owners=java_list(component.get("side")),
        visible_to_all=kind not in ("private", "hand") or component.flag("visible"),
        uses_boards_of=component.get("useBoards"),
        allows_several_boards=component.flag("allowMultiple"),
        default_boards=_default_boards(picker, name, identity, boards, where, problems),
        mark_moved=component.get("markMoved", "Always"),
        stacking=metrics is None or not metrics.flag("disabled"),
        piece_layers=None if layers is None else PieceLayers(layers.get("property"), java_list(layers.get("layerOrder"))),
        move_key=component.get("moveKey"),
        move_within_format="" if suppressed else component.get("moveWithinFormat"),
        move_to_format=component.get("moveToFormat"),
        create_format=component.get("createFormat"),
        change_format=component.get("changeFormat", "$message$"),
        only_report_changed_location=component.flag("onlyReportChangedLocation"),
        component=component,
        ask=ask,
    )


def _edge(component: Component) -> Point:
    width, _, height = component.get("edge").partition(",")  # modules of old
    return (
        component.integer("edgeWidth", java_int(width) or 0),
        component.integer("edgeHeight", java_int(height) or 0),
    )


def _board(component: Component, where: str, images: Images, problems: Problems, keep_zeros: bool) -> MapBoard:
    name, image = component.get("name"), component.get("image").strip()
    where = f"{where}, board {shown(name)}"
    if image:
        width, height = images.size(component.get("image"), where)
    else:
        width, height = component.integer("width", 500), component.integer("height", 500)
        if width <= 0 or height <= 0:
            problems.add(where, f"it is {width} by {height} pixels, so nothing lies on it")
            width = height = 0
    outline = Polygon([(0, 0), (width, 0), (width, height), (0, height)])
    grid = read_grid(component, outline, Context(where, problems, keep_zeros))
    return MapBoard(name, width, height, image, component.flag("reversible"), grid)


def _default_boards(
    picker: Component | None, name: str, identity: str, boards: Sequence[MapBoard], where: str, problems: Problems
) -> tuple[BoardChoice, ...] | None:
    setup = "" if picker is None else next((part.text for part in picker.walk() if part.tag == "setup"), "")
    if setup:
        if not setup.startswith((f"{name}{BOARD_PICKER}\t", f"{identity}{BOARD_PICKER}\t")):
            problems.add(where, "its default boards are those of a map of another name, so VASSAL asks the players")
            return None
        choices = read_choices(setup)
        names = {board.name for board in boards}
        for choice in choices:
            if choice.name not in names:
                problems.add(where, f"its default boards include {shown(choice.name)}, which it does not have")
        return choices
    if len(boards) == 1 and not boards[0].reversible:
        return (BoardChoice(boards[0].name),)
    return None
