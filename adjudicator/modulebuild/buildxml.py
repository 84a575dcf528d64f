"""The build file of the module: everything VASSAL needs to know, in the order in which its editor writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adjudicator.games import LoadedGame
from vassal_bridge.sequence import encode

from .declaring import window
from .layout import DiceLook, ModuleLayout
from .mapxml import map_window
from .pieces import PaletteSlot, PieceKit
from .places import BoxPlace
from .sheet import MapSheet
from .xml import MODULE, WIDGET, Element, element

VASSAL = "3.7.0"  # the oldest that can be expected to open the module; newer ones of the same line open it silently
HELP = "help.html"
_PANEL_COLUMNS = 6


def build_file(
    game: LoadedGame,
    layout: ModuleLayout,
    sheet: MapSheet,
    places: Sequence[BoxPlace],
    pieces: PieceKit,
    counter: int,
    declared: Sequence[PaletteSlot],
) -> Element:
    sides = [side.name for side in game.about.sides]
    return element(
        "VASSAL.build.GameModule",
        element(MODULE + "BasicCommandEncoder"),
        element(
            MODULE + "Documentation",
            element(
                MODULE + "documentation.HelpFile",
                fileName=HELP,
                fileType="archive",
                title="How to play with this module",
                vassalDoc="user",
            ),
        ),
        element(
            MODULE + "PlayerRoster",
            *(element("entry", text=side) for side in sides),
            buttonIcon="",
            buttonKeyStroke="",
            buttonText="Retire",
            buttonToolTip="Switch sides",
        ),
        _options(),
        element(MODULE + "properties.GlobalProperties"),
        element(
            MODULE + "PrototypesContainer",
            *(
                element(MODULE + "PrototypeDefinition", text=text, description="", name=name)
                for name, text in pieces.prototypes.items()
            ),
        ),
        element(MODULE + "Chatter"),
        element(MODULE + "KeyNamer"),
        map_window(layout, sheet, places, pieces, counter),
        _palette(pieces, counter),
        window(declared, "Declare", counter),
        *(dice_button(dice) for dice in layout.dice),
        *turn_tracker(game),
        *_charts(layout),
        element(MODULE + "NotesWindow", buttonText="Notes", description="", hotkey="", icon="", tooltip="Notes"),
        _inventory(),
        *(
            element(
                MODULE + "PredefinedSetup",
                description=scenario.about.title,
                file=set_up_file(name),
                isMenu=False,
                name=scenario.about.title,
                useFile=True,
            )
            for name, scenario in game.scenarios.items()
        ),
        ModuleOther1="",
        ModuleOther2="",
        VassalVersion=VASSAL,
        description=f"{game.title}: map, counters and charts of our own",
        name=layout.module,
        nextPieceSlotId=pieces.next_gpid + len(declared),
        version=layout.version,
    )


def set_up_file(scenario: str) -> str:
    return f"set-up-{scenario}.vsav"


def _options() -> Element:
    stated = {
        "newHotKey": "87,520",
        "endHotKey": "87,585",
        "stepIcon": "/images/StepForward16.gif",
        "stepHotKey": "34,0",
        "undoIcon": "/images/Undo16.gif",
        "undoHotKey": "90,130",
    }
    return element(
        MODULE + "GlobalOptions",
        *(element("option", text=value, name=name) for name, value in stated.items()),
        autoReport="Always",
        centerOnMove="Use Preferences Setting",
        chatterHTMLSupport="Never",
        disablePieceIndexing=False,
        hotKeysOnClosedWindows="Never",
        inventoryForAll="Always",
        nonOwnerUnmaskable="Use Preferences Setting",
        playerIdFormat="$PlayerName$",
        promptString="Opponents can unmask my pieces",
        purgeBlankPropertyPrompts=True,
        sendToLocationMoveTrails="Never",
        storeLeadingZeroIntegersAsStrings=True,
    )


def _palette(pieces: PieceKit, counter: int) -> Element:
    groups: dict[str, list[PaletteSlot]] = {}
    for slot in pieces.palette():
        groups.setdefault(slot.group, []).append(slot)
    panels = [
        element(
            WIDGET + "PanelWidget",
            *(_slot(slot, counter) for slot in slots),
            entryName=name,
            fixed=True,
            nColumns=_PANEL_COLUMNS,
            scale=1.0,
            vert=False,
        )
        for name, slots in groups.items()
    ]
    return element(
        MODULE + "PieceWindow",
        element(WIDGET + "TabWidget", *panels, entryName="Pieces"),
        defaultWidth=0,
        hidden=False,
        hotkey="67,520",
        icon="button-pieces.png",
        name="Pieces",
        scale=1.0,
        text="",
        tooltip="Pieces that are not in the game yet",
    )


def _slot(slot: PaletteSlot, counter: int) -> Element:
    return element(WIDGET + "PieceSlot", text=slot.definition, entryName=slot.name, gpid=slot.gpid, height=counter, width=counter)


def dice_button(dice: DiceLook) -> Element:
    """A button that says what the roll is for, how many dice it took, and who rolled."""
    what = f"{dice.name} {dice.count}d{dice.sides}"
    outcome = "$result$" if dice.count == 1 else "$result$ = $numericalTotal$"
    return element(
        MODULE + "DiceButton",
        addToTotal=0,
        canDisable=False,
        disabledIcon="",
        hideWhenDisabled=False,
        icon="",
        keepCount=1,
        keepDice=False,
        keepOption=">",
        lockAdd=True,
        lockDice=True,
        lockPlus=True,
        lockSides=True,
        nSides=dice.sides,
        plus=0,
        prompt=False,
        propertyGate="",
        reportTotal=False,
        sortDice=False,
        name=what,
        text=dice.text or dice.name,
        tooltip=f"Roll {dice.count}d{dice.sides}: {dice.name.lower()}",
        nDice=dice.count,
        hotkey="",
        reportFormat=f"** $name$: {outcome} *** <$PlayerName$>",
    )


def turn_tracker(game: LoadedGame, entry: Callable[[str], str] = str) -> Iterator[Element]:
    """Turns, and within them the phases, in one counter; `entry` makes of a phase's name what is listed."""
    turns = game.about.turns
    if turns is None:
        return
    phases = element(
        MODULE + "turn.ListTurnLevel",
        configFirst=False,
        configList=False,
        list=encode([entry(phase_name(phase.name)) for phase in game.about.phases], ",") or "",
        name="Phase",
        prompt="",
        property="Phase",
        turnFormat="$value$",
    )
    level = element(
        MODULE + "turn.CounterTurnLevel",
        *([phases] if game.about.phases else []),
        incr=1,
        loop=False,
        loopLimit=-1,
        name="Turn",
        property="Turn",
        start=turns.first,
        turnFormat="$value$",
    )
    yield element(
        MODULE + "turn.TurnTracker",
        level,
        buttonText="Turn",
        description="",
        fwdOnly=False,
        hotkey="",
        icon="",
        length=-1,
        lengthStyle="Maximum",
        name="Turn",
        nexthotkey="78,520",
        plusButtonSize=22,
        prevhotkey="80,520",
        reportFormat="<$PlayerId$> Turn updated from $oldTurn$ to $newTurn$",
        tooltip="",
        turnButtonHeight=22,
        turnFormat="Turn $level1$: $level2$" if game.about.phases else "Turn $level1$",
    )


def phase_name(name: str) -> str:
    """A phase as the tracker lists it; a comma there would part it in two."""
    return name.replace(",", "")


def _charts(layout: ModuleLayout) -> Iterator[Element]:
    if not layout.chart:
        return
    charts = (
        element(WIDGET + "Chart", chartName=chart.title, description="", fileName=f"chart-{chart.id}.png")
        for chart in layout.chart
    )
    yield element(
        MODULE + "ChartWindow",
        element(WIDGET + "TabWidget", *charts, entryName="Charts"),
        description="",
        hotkey="72,520",
        icon="button-charts.png",
        name="Charts",
        text="",
        tooltip="Charts",
    )


def _inventory() -> Element:
    return element(
        MODULE + "Inventory",
        canDisable=False,
        centerOnPiece=True,
        disabledIcon="",
        drawPieces=True,
        foldersOnly=False,
        forwardKeystroke=True,
        groupBy="side,formation",
        hotkey="73,520",
        icon="",
        include="",
        launchFunction="functionHide",
        leafFormat="$PieceName$ ($LocationName$)",
        name="Inventory",
        nonLeafFormat="$PropertyValue$",
        pieceZoom=0.25,
        pieceZoom2=0.33,
        pieceZoom3=0.5,
        propertyGate="",
        refreshHotkey="",
        showMenu=True,
        sides="",
        sortFormat="$PieceName$",
        sortPieces=True,
        sorting="alpha",
        text="Inventory",
        tooltip="All pieces in play",
        zoomOn=False,
    )
