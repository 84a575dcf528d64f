"""The classes that VASSAL itself puts into build files. Everything else is a module's own, and only kept and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ..buildfile import Component

_CLASSES = {
    "": "entry option setup",  # elements that are no components
    "VASSAL.build": "GameModule",
    "VASSAL.build.module": """
        BasicCommandEncoder BasicLogger ChartWindow Chatter ChessClockControl ConnectionWindow DiceButton DieManager
        DoActionButton Documentation EventLog ExtensionElement GlobalKeyCommand GlobalOptions InternetDiceButton Inventory
        KeyNamer Map ModuleExtension ModulePlugin MultiActionButton NotesWindow PieceWindow PlayerHand PlayerRoster Plugin
        PredefinedSetup PrivateMap PrototypeDefinition PrototypesContainer RandomTextButton ServerConnection
        SpecialDiceButton SpecialDie SpecialDieFace StartupGlobalKeyCommand ToolbarMenu""",
    "VASSAL.build.module.chessclockcontrol": "ChessClock",
    "VASSAL.build.module.documentation": "AboutScreen BrowserHelpFile BrowserPDFFile HelpFile Tutorial",
    "VASSAL.build.module.folder": "DeckSubFolder GlobalPropertyFolder MapSubFolder ModuleSubFolder PrototypeFolder",
    "VASSAL.build.module.gamepieceimage": """
        ColorManager ColorSwatch FontManager FontStyle GamePieceImage GamePieceImageDefinitions GamePieceLayout
        GamePieceLayoutsContainer ImageItem ImageItemInstance ShapeItem ShapeItemInstance SymbolItem SymbolItemInstance
        TextBoxItem TextBoxItemInstance TextItem TextItemInstance""",
    "VASSAL.build.module.map": """
        BoardPicker CounterDetailViewer DeckGlobalKeyCommand DrawPile Flare ForwardToChatter ForwardToKeyBuffer GlobalMap
        HandMetrics HidePiecesButton HighlightLastMoved ImageSaver KeyBufferer LOS_Thread LayerControl
        LayeredPieceCollection MapCenterer MapShader MassKeyCommand MenuDisplayer MoveCameraButton PieceMover
        PieceRecenterer Scroller SelectionHighlighter SelectionHighlighters SetupStack StackExpander StackMetrics
        TextSaver Zoomer""",
    "VASSAL.build.module.map.boardPicker": "Board",
    "VASSAL.build.module.map.boardPicker.board": "HexGrid Region RegionGrid SquareGrid ZonedGrid",
    "VASSAL.build.module.map.boardPicker.board.mapgrid": """
        HexGridNumbering SquareGridNumbering Zone ZoneHighlight ZonedGridHighlighter""",
    "VASSAL.build.module.map.deck": "DeckSendKeyCommand DeckSortKeyCommand",
    "VASSAL.build.module.properties": """
        BooleanScenarioProperty ChangePropertyButton GlobalProperties GlobalProperty GlobalTranslatableMessage
        GlobalTranslatableMessages ListScenarioProperty NumberScenarioProperty ScenarioPropertiesOptionTab
        StringScenarioProperty ZoneProperty""",
    "VASSAL.build.module.turn": "CounterTurnLevel ListTurnLevel TurnGlobalHotkey TurnTracker",
    "VASSAL.build.widget": """
        BoxWidget CardSlot Chart HtmlChart ListWidget MapWidget PanelWidget PieceSlot TabWidget WidgetMap""",
    "VASSAL.chat.ui": "ChatServerControls",
    "VASSAL.i18n": "Language Translation",
    "VASSAL.launch": "BasicModule",
    "VASSAL.preferences": """
        BooleanPreference DoublePreference EnumPreference IntegerPreference StringPreference TextPreference""",
    "VASSAL.script": "BshPlugin ScriptContainer",
}

KNOWN = frozenset(f"{package}.{name}".lstrip(".") for package, names in _CLASSES.items() for name in names.split())


def unknown_classes(components: Iterable[Component]) -> Mapping[str, int]:
    """How many components there are of each class that is not VASSAL's, the most frequent first."""
    counts = Counter(component.tag for component in components if component.tag not in KNOWN)
    return dict(counts.most_common())
