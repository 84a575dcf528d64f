"""The build file of a foreign module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from adjudicator.games import LoadedGame
from adjudicator.modulebuild.gridxml import hex_grid
from adjudicator.modulebuild.layout import read_layout
from adjudicator.modulebuild.pieces import definition
from adjudicator.modulebuild.places import BoxPlace
from adjudicator.modulebuild.xml import GRID, MAP, MODULE, WIDGET, Element, element

from .controls import dice_of, die, tracker
from .counters import counter_size
from .land import BoardPart, Plan
from .naming import place_name
from .pieces import PIECES, ForeignPiece, Kit
from .recipes import Recipe
from .wording import SIDES

VASSAL, VERSION = "3.7.0", "2.1"
DISPLAY = "Display"


def module_name(game: LoadedGame, recipe: Recipe) -> str:
    title = {"en": "East Front", "de": "Ostfront", "es": "Frente del Este", "pl": "Front Wschodni"}[recipe.language]
    return f"{game.title.partition(':')[0].partition(' &')[0]} - {title} ({recipe.name})"


def build_file(game: LoadedGame, plan: Plan, kit: Kit, boards: Sequence[str], setups: Sequence[tuple[str, str]]) -> Element:
    recipe = plan.recipe
    sides = [SIDES[recipe.language].get(side.id, side.name) for side in game.about.sides]
    return element(
        "VASSAL.build.GameModule",
        element(MODULE + "BasicCommandEncoder"),
        element(
            MODULE + "PlayerRoster",
            *(element("entry", text=side) for side in sides),
            buttonIcon="",
            buttonKeyStroke="",
            buttonText="Retire",
            buttonToolTip="Retire",
        ),
        element(
            MODULE + "GlobalOptions",
            autoReport="Always",
            chatterHTMLSupport="Never",
            nonOwnerUnmaskable="Use Preferences Setting",
            playerIdFormat="$PlayerName$",
            promptString="x",
        ),
        element(MODULE + "properties.GlobalProperties"),
        element(
            MODULE + "PrototypesContainer",
            *(
                element(MODULE + "PrototypeDefinition", text=text, description="", name=name)
                for name, text in kit.prototypes.items()
            ),
        ),
        element(MODULE + "Chatter"),
        element(MODULE + "KeyNamer"),
        _map(
            recipe.map_name,
            "Map",
            [_board(part, plan, image) for part, image in zip(plan.parts, boards, strict=True)],
            () if plan.display is not None else _decks(game, plan, kit),
            boards_in_play(plan) if len(plan.parts) > 1 else "",
        ),
        *_second(game, plan, kit, boards),
        _palette(game, kit),
        *(die(name, count) for name, count in dice_of(game, recipe)),
        *tracker(game, recipe),
        element(MODULE + "NotesWindow", buttonText="Notes", description="", hotkey="", icon="", tooltip="Notes"),
        *(
            element(MODULE + "PredefinedSetup", description="", file=file, isMenu=False, name=title, useFile=True)
            for title, file in setups
        ),
        ModuleOther1="",
        ModuleOther2="",
        VassalVersion=VASSAL,
        description="",
        name=module_name(game, recipe),
        nextPieceSlotId=kit.next_gpid,
        version=VERSION,
    )


def boards_in_play(plan: Plan) -> str:
    """Which boards lie where, as VASSAL writes it."""
    boards = "\t".join(f"{part.name}\t{at}\t0" for at, part in enumerate(plan.parts))
    return f"{plan.recipe.map_name}BoardPicker\t{boards}"


def _map(name: str, button: str, boards: Iterable[Element], decks: Iterable[Element], side_by_side: str = "") -> Element:
    parts = ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander", "PieceMover")
    return element(
        MODULE + "Map",
        element(
            MAP + "BoardPicker",
            *boards,
            *([element("setup", text=side_by_side)] if side_by_side else []),
            addColumnText="Add column",
            addRowText="Add row",
            boardPrompt="Select board",
            slotHeight=125,
            slotScale=0.2,
            slotWidth=350,
            title="Choose Boards",
        ),
        element(
            MAP + "StackMetrics",
            bottom="40,0",
            disabled=False,
            down="37,0",
            exSepX=6,
            exSepY=18,
            top="38,0",
            unexSepX=2,
            unexSepY=4,
            up="39,0",
        ),
        *(element(MAP + part) for part in parts),
        element(MAP + "KeyBufferer"),
        element(MODULE + "properties.GlobalProperties"),
        element(MAP + "SelectionHighlighters"),
        *decks,
        allowMultiple=bool(side_by_side),
        backgroundcolor="255,255,255",
        buttonName=button,
        changeFormat="$message$",
        color="0,0,0",
        createFormat="$pieceName$ created in $location$",
        edgeHeight=0,
        edgeWidth=0,
        hideKey="",
        hotkey="",
        icon="",
        launch=button != "Map",
        mapName=name,
        markMoved="Always",
        markUnmovedHotkey="",
        markUnmovedIcon="/images/unmoved.gif",
        markUnmovedReport="",
        markUnmovedText="",
        markUnmovedTooltip="",
        moveKey="",
        moveToFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        onlyReportChangedLocation=True,
        showKey="",
        thickness=3,
    )


def _board(part: BoardPart, plan: Plan, image: str) -> Element:
    outline = _clipped(plan.land.outline(), part) if len(plan.parts) > 1 else plan.land.outline()
    boxes = plan.places.values() if plan.display is None else ()
    zone = _zone(part.name, outline, plan.recipe.zone, _grid(plan, part, outline))
    return element(
        MAP + "boardPicker.Board",
        element(
            GRID + "ZonedGrid",
            element(GRID + "mapgrid.ZonedGridHighlighter"),
            zone,
            *(_zone(place.title, place.corners(), "$name$") for place in boxes),
        ),
        image=image,
        name=part.name,
        reversible=False,
    )


def _clipped(outline: Sequence[tuple[int, int]], part: BoardPart) -> list[tuple[int, int]]:
    """The hexes of one of several boards, as a rectangle in its own pixels."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    left, right = max(min(xs), part.left) - part.left, min(max(xs), part.right) - part.left
    return [(left, min(ys)), (right, min(ys)), (right, max(ys)), (left, max(ys))]


def _grid(plan: Plan, part: BoardPart, outline: Sequence[tuple[int, int]]) -> Element:
    """VASSAL's grid, moved to where the land lies on this board, and its numbers as the recipe writes them."""
    land, recipe = plan.land, plan.recipe
    right, down = land.left - part.left, land.top
    grid = hex_grid(land.sheet, outline)
    across, along = int(grid.attributes["x0"]), int(grid.attributes["y0"])
    x0, y0 = (across + down, along + right) if land.sheet.sideways else (across + right, along + down)
    numbering = grid.inside[0]
    if isinstance(numbering, str):
        raise TypeError("the grid of hexes has no numbering")
    own = numbering.attributes
    added = {"hOff": int(own["hOff"]) + recipe.added[0], "vOff": int(own["vOff"]) + recipe.added[1]}
    said = {"hType": "A", "hLeading": "0"} if recipe.letters else {}
    said |= {"sep": recipe.separator, "locationFormat": recipe.location, "first": "V" if recipe.row_first else "H"}
    numbering = replace(numbering, attributes={**own, **{key: str(value) for key, value in added.items()}, **said})
    return replace(grid, attributes={**grid.attributes, "x0": str(x0), "y0": str(y0)}, inside=(numbering,))


def _zone(name: str, corners: Sequence[tuple[int, int]], format_: str, *grid: Element) -> Element:
    return element(
        GRID + "mapgrid.Zone",
        *grid,
        highlightProperty="",
        locationFormat=format_,
        name=name,
        path=";".join(f"{x},{y}" for x, y in corners),
        useHighlight=False,
        useParentGrid=False,
    )


def _second(game: LoadedGame, plan: Plan, kit: Kit, boards: Sequence[str]) -> Iterator[Element]:
    if plan.display is None:
        return
    if plan.recipe.boxes == "regions":
        inside = element(
            GRID + "RegionGrid",
            *(_region(title, place, plan) for title, place in plan.places.items()),
            fontsize=9,
            snapto=True,
            visible=False,
        )
    else:
        inside = element(
            GRID + "ZonedGrid",
            element(GRID + "mapgrid.ZonedGridHighlighter"),
            *(_zone(place.title, place.corners(), "$name$") for place in plan.places.values()),
        )
    board = element(MAP + "boardPicker.Board", inside, image="display.png", name=DISPLAY, reversible=False)
    yield _map(plan.beside, "Boxes", [board], _decks(game, plan, kit))


def _region(title: str, place: BoxPlace, plan: Plan) -> Element:
    x, y = plan.centre_of(title)
    return element(GRID + "Region", name=place.title, originx=x, originy=y)


def _slot(piece: ForeignPiece, size: int, tag: str = "PieceSlot") -> Element:
    return element(WIDGET + tag, text=definition(piece.traits), entryName=piece.name, gpid=piece.gpid, height=size, width=size)


def _palette(game: LoadedGame, kit: Kit) -> Element:
    recipe = kit.recipe
    groups: dict[str, list[ForeignPiece]] = {}
    cups = {cup.title for cup in read_layout(game).cup}
    for piece in kit.pieces.values():
        if piece.whole and piece.group not in cups:
            groups.setdefault(piece.group, []).append(piece)
    size = counter_size(recipe)
    panels = (
        element(
            WIDGET + "PanelWidget",
            *(_slot(piece, size) for piece in pieces),
            entryName=name,
            fixed=True,
            nColumns=5,
            scale=1.0,
            vert=False,
        )
        for name, pieces in groups.items()
    )
    title = PIECES[recipe.language]
    return element(
        MODULE + "PieceWindow",
        element(WIDGET + "TabWidget", *panels, entryName=title),
        defaultWidth=0,
        hidden=False,
        hotkey="67,520",
        icon="/images/counter.gif",
        name=title,
        scale=1.0,
        text="",
        tooltip=title,
    )


def _decks(game: LoadedGame, plan: Plan, kit: Kit) -> Iterator[Element]:
    size = counter_size(kit.recipe)
    for cup in read_layout(game).cup:
        x, y = plan.centre_of(cup.title)
        pieces = [piece for piece in kit.pieces.values() if piece.group == cup.title]
        yield element(
            MAP + "DrawPile",
            *(_slot(piece, size, "CardSlot") for piece in pieces),
            allowMultiple=False,
            allowSelect=False,
            canSave=False,
            color="0,0,0",
            draw=True,
            drawFaceUp=True,
            faceDown="Always",
            height=size,
            maxStack=10,
            name=place_name(cup.title, kit.recipe.language),
            owningBoard=DISPLAY if plan.display is not None else plan.parts[0].name,
            reshufflable=False,
            reversible=False,
            shuffle="Always",
            width=size,
            x=x,
            y=y,
        )
