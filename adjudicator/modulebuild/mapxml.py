"""The map window of the module: the board with its grid and zones, the cups, and what players do to many pieces at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .gridxml import zones
from .layers import ctrl
from .layout import ModuleLayout
from .pieces import BOARD, PaletteSlot, PieceKit
from .pieces import MAP as MAP_NAME
from .places import BoxPlace
from .sheet import MapSheet
from .xml import MAP, MODULE, WIDGET, Element, element

_MOVED = "$pieceName$ moves $previousLocation$ -> $location$ *"
_MOVED_TO = "$pieceName$ moves $previousLocation$ ($previousMap$) -> $location$ ($mapName$) *"


def map_window(layout: ModuleLayout, sheet: MapSheet, places: Sequence[BoxPlace], pieces: PieceKit, counter: int) -> Element:
    return element(
        MODULE + "Map",
        element(
            MAP + "BoardPicker",
            element(MAP + "boardPicker.Board", zones(sheet, places), image="board.png", name=BOARD, reversible=False),
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
            exSepX=8,
            exSepY=round(counter * 0.45),
            top="38,0",
            unexSepX=4,
            unexSepY=6,
            up="39,0",
        ),
        *(element(MAP + part) for part in ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer")),
        *(element(MAP + part) for part in ("StackExpander", "PieceMover", "KeyBufferer")),
        element(
            MAP + "ImageSaver",
            buttonText="",
            canDisable=False,
            hideWhenDisabled=False,
            hotkey="",
            icon="/images/camera.gif",
            propertyGate="",
            tooltip="Save map as PNG",
        ),
        element(MODULE + "properties.GlobalProperties"),
        element(MAP + "SelectionHighlighters"),
        element(MAP + "HighlightLastMoved", color="255,0,0", enabled=True, thickness=2),
        element(
            MAP + "CounterDetailViewer",
            bgColor="255,255,255",
            borderWidth=2,
            centerAll=False,
            centerText=False,
            combineCounterSummary=False,
            counterReportFormat="$pieceName$",
            delay=500,
            display="from top-most layer only",
            emptyHexReportForma="$LocationName$",
            fgColor="0,0,0",
            fontSize=11,
            graphicsZoom=1.5,
            hotkey="32,130",
            minDisplayPieces=2,
            showDeck=False,
            showgraph=True,
            showgraphsingle=False,
            showtext=True,
            showtextsingle=False,
            summaryReportFormat="$LocationName$",
            unrotatePieces=False,
            version=4,
            zoomlevel=1.0,
        ),
        element(
            MAP + "LOS_Thread",
            hotkey="76,130",
            iconName="/images/thread.gif",
            label="",
            lineColor="255,0,0",
            name="Ruler",
            persistence="Never",
            report="",
            snapLOS=True,
            threadName="Ruler",
            tooltip="Measure a distance",
        ),
        element(
            MAP + "Zoomer",
            inButtonText="",
            inIconName="/images/zoomIn.gif",
            inTooltip="Zoom in",
            outButtonText="",
            outIconName="/images/zoomOut.gif",
            outTooltip="Zoom out",
            pickButtonText="",
            pickIconName="/images/zoom.png",
            pickTooltip="Select zoom",
            zoomInKey="61,130",
            zoomLevels="0.2,0.35,0.5,0.75,1.0,1.5,2.0",
            zoomOutKey="45,130",
            zoomPickKey="",
            zoomStart=4,
        ),
        _clearing("A", "Attack", "attacks"),
        _clearing("T", "Target", "targets"),
        *(_clearing(each.key, each.layer, each.clear) for each in layout.switch if each.clear),
        *_cups(layout, places, pieces, counter),
        allowMultiple=False,
        backgroundcolor="244,238,221",
        buttonName="Map",
        changeFormat="$message$",
        color="0,0,0",
        createFormat="$pieceName$ created in $location$",
        edgeHeight=0,
        edgeWidth=0,
        hideKey="",
        hotkey="",
        icon="",
        launch=False,
        mapName=MAP_NAME,
        markMoved="Always",
        markUnmovedHotkey="85,520",
        markUnmovedIcon="/images/unmoved.gif",
        markUnmovedReport="All pieces on $mapName$ marked as not moved",
        markUnmovedText="",
        markUnmovedTooltip="Take all moved markers and trails off",
        moveKey="",
        moveToFormat=_MOVED_TO,
        moveWithinFormat=_MOVED,
        onlyReportChangedLocation=True,
        showKey="",
        thickness=3,
    )


def _clearing(letter: str, layer: str, what: str) -> Element:
    """A button that takes a mark off all pieces: it presses the key of the mark where that is on."""
    return element(
        MAP + "MassKeyCommand",
        buttonHotkey=f"{ord(letter)},520",
        buttonText=f"Clear {what}",
        canDisable=False,
        deckCount=0,
        filter=f"{layer}_Active = true",
        hideWhenDisabled=False,
        hotkey=ctrl(letter),
        icon="",
        name=f"Clear {what}",
        propertyGate="",
        reportFormat=f"All marks of {what} are taken off",
        reportSingle=True,
        singleMap=True,
        tooltip=f"Take all marks of {what} off",
    )


# --- cups


def cup_place(places: Sequence[BoxPlace], title: str) -> BoxPlace:
    """The box in which a cup stands."""
    return next(place for place in places if place.title == title)


def _cups(layout: ModuleLayout, places: Sequence[BoxPlace], pieces: PieceKit, counter: int) -> Iterator[Element]:
    for cup in layout.cup:
        x, y = cup_place(places, cup.title).spot(0)
        slots = [card_slot(chit.slot, counter) for chit in pieces.inside(cup.title)]
        yield element(
            MAP + "DrawPile",
            *slots,
            allowMultiple=False,
            allowSelect=False,
            canSave=False,
            color="0,0,0",
            countExpressions="",
            deckOwners="",
            deckRestrictAccess=False,
            description="",
            draw=True,
            drawFaceUp=True,
            drawMultipleMessage="Draw several",
            drawSpecificMessage="Draw a certain one",
            emptyHotkey="",
            expressionCounting=False,
            faceDown="Always",
            faceDownFormat="",
            faceDownHotkey="",
            faceDownMessage="Face down",
            faceFlipHotkey="",
            faceUpHotkey="",
            faceUpMessage="Face up",
            faceUpReportFormat="",
            height=counter,
            hotkeyOnEmpty=False,
            loadHotkey="",
            loadMessage="",
            loadReportFormat="",
            maxStack=10,
            name=cup.title,
            owningBoard=BOARD,
            reshufflable=False,
            reshuffleCommand="",
            reshuffleHotkey="",
            reshuffleMessage="",
            reshuffleTarget="",
            restrictExpression="",
            restrictOption=False,
            reverseCommand="Reverse",
            reverseFormat="",
            reverseHotkey="",
            reversible=False,
            saveHotkey="",
            saveMessage="",
            saveReportFormat="",
            selectDisplayProperty="$BasicName$",
            selectSortProperty="",
            shuffle="Always",
            shuffleCommand="Shuffle",
            shuffleFormat="",
            shuffleHotkey="",
            width=counter,
            x=x,
            y=y,
        )


def card_slot(slot: PaletteSlot, counter: int) -> Element:
    return element(WIDGET + "CardSlot", text=slot.definition, entryName=slot.name, gpid=slot.gpid, height=counter, width=counter)
