"""The typed view of a module: one made-up module with a little of everything."""

from __future__ import annotations

from typing import Any

import pytest

from vassal_bridge.errors import ArchiveError, LimitError, ModuleError
from vassal_bridge.limits import Limits
from vassal_bridge.module import Module

from .building import MAP, Entries, V, board, element, game, game_map, module, region_grid, slot, zone, zoned_grid

W = "VASSAL.build.widget."
PIECE = "+/null/mark;A\tpiece;;;a.png;1\\/2 Inf/x\tnull;0;0;;0"
PROPERTIES = V + "properties."


def test_a_module_says_who_it_is() -> None:
    read = module(name=" Skirmish ", version=" 1.0 ", VassalVersion="3.7.1", description="A test")
    assert (read.name, read.version, read.vassal_version, read.description) == ("Skirmish", "1.0", "3.7.1", "A test")
    assert read.file == "made-up.vmod"
    assert (read.maps, read.palettes, read.sides, read.problems, dict(read.unknown)) == ((), (), (), (), {})


def test_old_modules_have_another_root_and_another_build_file() -> None:
    data = element("VASSAL.launch.BasicModule", name="Old", version="0.1", VassalVersion="2.8").encode()
    assert Module.read(Entries({"buildFile": data})).name == "Old"


def test_of_two_build_files_the_one_of_the_modules_age_is_read() -> None:
    both = {"buildFile": game(name="Old"), "buildFile.xml": game(name="New")}
    about = "<data><version>1</version><VassalVersion>{}</VassalVersion></data>"
    assert Module.read(Entries({**both, "moduledata": about.format("3.4.2").encode()})).name == "Old"
    assert Module.read(Entries({**both, "moduledata": about.format("3.7.2").encode()})).name == "New"
    assert Module.read(Entries({**both, "moduledata": b"<!DOCTYPE x>"})).name == "New"


@pytest.mark.parametrize("entries", [{}, {"savedGame": b""}, {"buildFile.xml": b"<a/>"}, {"buildFile.xml": b""}])
def test_what_is_no_module_is_a_module_error(entries: dict[str, bytes]) -> None:
    with pytest.raises(ModuleError) as caught:
        Module.read(Entries(entries, "other.zip"))
    assert "other.zip" in str(caught.value)


def test_sides_and_options() -> None:
    roster = element(V + "PlayerRoster", element("entry", content="Blue"), element("entry", content="Rot & Weiß"))
    options = element(V + "GlobalOptions", element("option", content="90,130", name="undoHotKey"), markMoved="Always")
    read = module(roster, options)
    assert read.sides == ("Blue", "Rot & Weiß")
    assert dict(read.options) == {"markMoved": "Always", "undoHotKey": "90,130"}


def test_palettes_keep_every_piece_with_its_way_and_gpid() -> None:
    inner = element(W + "BoxWidget", slot(PIECE, "deep", gpid="2"), entryName="Box")
    chart = element(W + "Chart", chartName="CRT", fileName="crt.png")
    tabs = element(
        W + "TabWidget", element(W + "PanelWidget", slot(PIECE, "one", "1"), inner, chart, entryName="Panel"), entryName="T"
    )
    read = module(
        element(V + "PieceWindow", tabs, name="Pieces"),
        element(
            V + "folder.ModuleSubFolder",
            element(V + "PieceWindow", slot(PIECE, "three", "3", "CardSlot"), name="Cards"),
            name="F",
        ),
    )
    assert [palette.name for palette in read.palettes] == ["Pieces", "Cards"]
    found = [(one.name, one.gpid, one.where, one.is_card) for one in read.slots()]
    assert found == [
        ("one", "1", ("Pieces", "T", "Panel"), False),
        ("deep", "2", ("Pieces", "T", "Panel", "Box"), False),
        ("three", "3", ("Cards",), True),
    ]
    assert read.slots_by_gpid["2"].type_text == "mark;A\tpiece;;;a.png;1/2 Inf"
    assert read.slots_by_gpid["2"].state_text == "x\tnull;0;0;;0"
    assert read.slots_by_gpid["2"].definition == PIECE


def test_a_slot_that_defines_no_piece_has_no_type() -> None:
    read = module(element(V + "PieceWindow", slot("", gpid="1"), slot("nonsense", gpid="2"), name="P"))
    assert [(one.type_text, one.state_text) for one in read.slots()] == [("", ""), ("", "")]


def test_kinds_of_maps_and_what_matters_of_them() -> None:
    layers = element(MAP + "LayeredPieceCollection", property="Layer", layerOrder="low,high")
    metrics = element(MAP + "StackMetrics", disabled=True)
    normal = game_map(
        layers,
        metrics,
        boards=[board()],
        markMoved="Never",
        moveKey="77,130",
        moveWithinFormat="$pieceName$ moves",
        changeFormat="$message$!",
        onlyReportChangedLocation=True,
        allowMultiple=True,
    )
    hand = element(V + "PlayerHand", mapName="Hand", side="Red")
    chart = element(V + "ChartWindow", element(W + "MapWidget", element(W + "WidgetMap", mapName="Track")), name="Charts")
    custom = element("mygame.HexMap", mapName="Own")
    read = module(normal, hand, chart, custom, element("mygame.Extra"), element("mygame.Extra"))
    assert [(one.name, one.id, one.kind) for one in read.maps] == [
        ("Main", "Map0", "normal"),
        ("Hand", "Map1", "hand"),
        ("Track", "Map2", "chart"),
        ("Own", "Map3", "custom"),
    ]
    main = read.maps[0]
    assert main.piece_layers is not None
    assert main.piece_layers.order == ("low", "high")
    assert (main.stacking, main.mark_moved, main.move_key, main.allows_several_boards) == (False, "Never", "77,130", True)
    assert (main.move_within_format, main.change_format, main.only_report_changed_location) == (
        "$pieceName$ moves",
        "$message$!",
        True,
    )
    assert (read.maps[1].owners, read.maps[1].visible_to_all) == (("Red",), False)
    assert read.map("Map2") is read.map("Track") is read.maps[2]
    assert read.map("Nowhere") is None
    assert dict(read.unknown) == {"mygame.Extra": 2, "mygame.HexMap": 1}
    assert [str(problem) for problem in read.problems] == [f"map {name}: it has no boards" for name in ("Hand", "Track", "Own")]


def test_decks_and_stacks() -> None:
    deck = element(
        MAP + "DrawPile",
        element(V + "folder.DeckSubFolder", slot(PIECE, "card", "1", "CardSlot"), name="F"),
        name="Draw",
        owningBoard="Board",
        x=5,
        y=6,
        width=60,
        faceDown="Never",
        shuffle="Never",
        reshufflable=True,
        reshuffleTarget="Discard",
        reshuffleCommand="Send",
        allowMultiple=True,
        deckRestrictAccess=True,
        deckOwners="Red,Blue",
        expressionCounting=True,
        countExpressions="n:{true}",
    )
    plain = element(MAP + "DrawPile", name="Discard", owningBoard="<any>", reshufflable=False, reshuffleTarget="Draw")
    stack = element(MAP + "SetupStack", slot(PIECE, gpid="2"), slot(PIECE, gpid="3"), name="at 0101", x=7, y=8)
    read = module(game_map(element(V + "folder.MapSubFolder", deck, stack, name="F"), plain, boards=[board()]))
    draw, discard = read.maps[0].decks
    assert (draw.name, draw.id, draw.start.board, draw.start.x, draw.start.y) == ("Draw", "Deck0", "Board", 5, 6)
    assert (draw.width, draw.height, draw.starts_face_down, draw.shuffle) == (60, 40, False, "Never")
    assert (draw.reshuffle_to, draw.reshuffle_command, draw.draw_several, draw.draw_specific) == ("Discard", "Send", True, False)
    assert (draw.owners, draw.counts) == (("Red", "Blue"), ("n:{true}",))
    assert [(one.name, one.where) for one in draw.slots] == [("card", ("Draw",))]
    assert (discard.id, discard.start.board, discard.start.x, discard.reshuffle_to) == ("Deck1", None, 100, "")
    assert (discard.starts_face_down, discard.owners) == (True, None)
    assert [(one.name, [inner.gpid for inner in one.slots]) for one in read.maps[0].stacks] == [("at 0101", ["2", "3"])]
    assert read.problems == ()


def test_global_properties_at_three_levels() -> None:
    def holder(*inner: str) -> str:
        return element(PROPERTIES + "GlobalProperties", *inner)

    def prop(name: str, kind: str = "GlobalProperty", **attributes: Any) -> str:
        return element(PROPERTIES + kind, name=name, **attributes)

    tab = element(
        PROPERTIES + "ScenarioPropertiesOptionTab", prop("Fog", "BooleanScenarioProperty", initialValue="true"), name="Options"
    )
    folder = element(V + "folder.GlobalPropertyFolder", prop("Turn", isNumeric=True, min="1", max="null", wrap=True), name="F")
    lake = zone(prop("Ice", "ZoneProperty", initialValue="thin"), name="Lake")
    read = module(
        holder(prop("Weather", initialValue="Clear", description="sky"), folder, tab),
        game_map(holder(prop("Mud", initialValue="0")), boards=[board(zoned_grid(lake))]),
    )
    assert [(one.name, one.initial, one.container) for one in read.all_properties()] == [
        ("Weather", "Clear", "Module"),
        ("Turn", "", "Module"),
        ("Fog", "true", "Module"),
        ("Mud", "0", "Main"),
        ("Ice", "thin", "Main:Lake"),
    ]
    turn, fog = read.properties[1:]
    assert (turn.numeric, turn.minimum, turn.maximum, turn.wraps, turn.scenario) == (True, "1", "", True, False)
    assert fog.scenario


def test_turn_trackers_with_levels_in_levels() -> None:
    phases = element(V + "turn.ListTurnLevel", name="Phase", property="Phase", list="Move,Fire\\, again", turnFormat="($value$)")
    dates = element("mygame.DateTurnLevel", name="Date")
    counter = element(
        V + "turn.CounterTurnLevel", phases, name="Turn", property="TurnNo", start=3, incr=2, loop=True, loopLimit=9
    )
    hotkey = element(V + "turn.TurnGlobalHotkey", hotkey="65,130")
    read = module(
        element(V + "turn.TurnTracker", counter, dates, hotkey, name="Main", turnFormat="$level1$", reportFormat="$newTurn$"),
        element(V + "turn.TurnTracker", fwdOnly=True),
    )
    first, second = read.turn_trackers
    assert (first.name, first.id, first.format, first.report_format, first.forward_only) == (
        "Main",
        "TurnTracker0",
        "$level1$",
        "$newTurn$",
        False,
    )
    level, custom = first.levels
    assert (level.kind, level.property, level.start, level.step, level.loops, level.limit) == ("counter", "TurnNo", 3, 2, True, 9)
    assert [(inner.kind, inner.entries, inner.format) for inner in level.levels] == [
        ("list", ("Move", "Fire, again"), "($value$)")
    ]
    assert (custom.kind, custom.name, custom.levels) == ("custom", "Date", ())
    assert (second.id, second.forward_only) == ("TurnTracker1", True)


def test_the_deepest_nesting_is_read() -> None:
    levels = folders = ""
    for _ in range(97):
        levels = element(V + "turn.CounterTurnLevel", levels)
        folders = element(V + "folder.ModuleSubFolder", folders)
    read = module(element(V + "turn.TurnTracker", levels), folders, element(V + "PieceWindow", levels, name="P"))
    assert len(read.turn_trackers[0].levels) == 1


def test_dice_of_every_kind() -> None:
    faces = [
        element(V + "SpecialDieFace", text=text, value=value, icon=f"{text}.png") for text, value in (("Hit", 1), ("Miss", 0))
    ]
    die = element(V + "SpecialDie", *faces, name="Red", format="$result$!")
    read = module(
        element(
            V + "DiceButton",
            name="2d6",
            nDice=2,
            nSides=6,
            plus=1,
            addToTotal=-1,
            reportTotal=True,
            reportFormat="$name$: $result$",
        ),
        element(V + "DiceButton", label="old"),
        element(V + "DiceButton", name="best", keepDice=True, keepOption=">", keepCount=4),
        element(V + "DiceButton", name="largest", keepDice=False, keepOption="l", keepCount=2),
        element(V + "RandomTextButton", name="Weather", faces="Rain,Sun,Fog", nDice=1),
        element(
            V + "SpecialDiceButton",
            die,
            die,
            name="Fire",
            format="[$result1$] [$result2$]",
            resultWindow=True,
            resultChatter=False,
        ),
        element(V + "InternetDiceButton", name="server"),
    )
    plain, old, best, largest, texts, symbols, server = read.dice
    assert (plain.kind, plain.count, plain.sides, plain.plus, plain.add_to_total, plain.report_total) == (
        "numbers",
        2,
        6,
        1,
        -1,
        True,
    )
    assert (plain.report_format, plain.keep) == ("$name$: $result$", "")
    assert plain.result_properties == ("2d6_result", "2d6_total", "2d6_keep", "2d6_summary")
    assert (old.name, old.count, old.sides, old.report_format) == ("old", 2, 6, "** $name$ = $result$ *** &lt;$PlayerName$&gt;")
    assert (best.keep, best.keep_value) == (">", 4)
    assert largest.keep == "l"
    assert (texts.kind, texts.count, texts.sides, texts.texts) == ("texts", 1, 3, ("Rain", "Sun", "Fog"))
    assert (symbols.kind, symbols.id, symbols.count, symbols.in_window, symbols.in_chat) == (
        "symbols",
        "SpecialDiceButton0",
        2,
        True,
        False,
    )
    assert symbols.result_properties == ("Fire_result",)
    assert [(face.text, face.value, face.image) for face in symbols.dice[0].faces] == [
        ("Hit", 1, "Hit.png"),
        ("Miss", 0, "Miss.png"),
    ]
    assert (symbols.dice[0].name, symbols.dice[0].format) == ("Red", "$result$!")
    assert server.kind == "server"


def test_clocks_inventories_charts_and_set_ups() -> None:
    menu = element(
        V + "PredefinedSetup",
        element(V + "PredefinedSetup", name="Short", file="short.vsav", useFile=True),
        element(V + "PredefinedSetup", name="Free", useFile=False),
        name="Scenarios",
        isMenu=True,
    )
    charts = element(W + "TabWidget", element(W + "Chart", chartName="CRT", fileName="crt.png"))
    read = module(
        element(
            V + "ChessClockControl",
            *[element(V + "chessclockcontrol.ChessClock", side=side) for side in ("Red", "Blue")],
            name="C",
        ),
        element(V + "Inventory", name="OOB", include="{Side==1}", groupBy="Side,Type", sides="Referee"),
        element(V + "ChartWindow", charts, element(W + "HtmlChart", chartName="TEC", fileName="tec.html"), name="Charts"),
        menu,
        element(V + "PredefinedSetup", name="Campaign", file="all.vsav"),
    )
    assert [(one.name, one.sides) for one in read.clocks] == [("C", ("Red", "Blue"))]
    assert [(one.name, one.filter, one.group_by, one.sides) for one in read.inventories] == [
        ("OOB", "{Side==1}", ("Side", "Type"), ("Referee",))
    ]
    assert [[(chart.name, chart.file) for chart in one.charts] for one in read.chart_windows] == [
        [("CRT", "crt.png"), ("TEC", "tec.html")]
    ]
    assert [(one.path, one.file) for one in read.setups] == [
        (("Scenarios", "Short"), "short.vsav"),
        (("Scenarios", "Free"), None),
        (("Campaign",), "all.vsav"),
    ]
    assert read.setups[0].name == "Short"


def test_key_commands_know_where_they_belong() -> None:
    deck = element(MAP + "DrawPile", element(MAP + "DeckGlobalKeyCommand", name="Reveal", hotkey="82,130"), name="Cup")
    mass = element(
        MAP + "MassKeyCommand", name="Flip all", buttonHotkey="70,195", hotkey="70,130", filter="{x}", reportFormat="done"
    )
    read = module(
        element(V + "GlobalKeyCommand", name="Dawn", hotkey="68,130"),
        element(V + "StartupGlobalKeyCommand", name="Init", whenToApply="startOfGameOnly"),
        element(V + "DoActionButton", name="Do", hotkey="65,130", hotkeys="66,130"),
        game_map(mass, deck, boards=[board()]),
    )
    assert [(one.name, one.kind, one.where) for one in read.key_commands] == [
        ("Dawn", "module", ""),
        ("Init", "startup", ""),
        ("Do", "action", ""),
        ("Flip all", "map", "Main"),
        ("Reveal", "deck", "Cup"),
    ]
    flip = read.key_commands[3]
    assert (flip.hotkey, flip.key, flip.filter, flip.report_format) == ("70,195", "70,130", "{x}", "done")
    assert read.key_commands[1].when == "startOfGameOnly"
    assert (read.key_commands[2].hotkey, read.key_commands[2].key) == ("65,130", "66,130")


def test_what_names_something_that_is_not_there_is_a_problem() -> None:
    deck = element(MAP + "DrawPile", name="Cup", owningBoard="Gone", reshuffleTarget="Bin")
    stack = element(MAP + "SetupStack", name="S", owningBoard="Gone")
    read = module(game_map(deck, stack, boards=[board()], setup="MainBoardPicker\tGone\t0\t0"), game_map(name="Empty"))
    assert [str(problem) for problem in read.problems] == [
        "map Main: its default boards include Gone, which it does not have",
        "map Empty: it has no boards",
        "map Main, deck Cup: it stands on the board Gone, which the map does not have",
        "map Main, deck Cup: its cards go to the deck Bin, which there is not",
        "map Main, stack S: it stands on the board Gone, which the map does not have",
    ]


def test_default_boards_of_a_map_that_was_renamed_are_not_used() -> None:
    read = module(game_map(boards=[board(name="A"), board(name="B")], setup="FormerBoardPicker\tA\t0\t0"))
    assert read.maps[0].default_boards is None
    assert len(read.problems) == 1


@pytest.mark.parametrize(
    "grid",
    ["HexGrid", "SquareGrid"],
)
@pytest.mark.parametrize(
    ("dx", "dy"),
    [
        ("0", "80"),
        ("80", "0"),
        ("-69", "80"),
        ("NaN", "80"),
        ("80", "Infinity"),
        ("wide", "80"),
        ("", "80"),
        ("1e-300", "1"),
        ("1e300", "9"),
    ],
)
def test_an_absurd_grid_is_a_problem_and_names_nothing(grid: str, dx: str, dy: str) -> None:
    numbers = element(MAP + f"boardPicker.board.mapgrid.{grid}Numbering")
    read = module(game_map(boards=[board(element(MAP + f"boardPicker.board.{grid}", numbers, dx=dx, dy=dy))]))
    assert len(read.problems) == 1
    assert grid in read.problems[0].where
    one = read.maps[0]
    assert (one.location(400, 300), one.snap(400, 300), one.find("0101")) == ("offboard", (400, 300), None)


@pytest.mark.parametrize("attributes", [{"x0": "left"}, {"y0": "99999999999"}, {"x0": "1.5"}])
def test_a_grid_that_vassal_could_not_build_is_left_out(attributes: dict[str, str]) -> None:
    read = module(game_map(boards=[board(element(MAP + "boardPicker.board.HexGrid", **attributes))]))
    assert len(read.problems) == 1
    assert read.maps[0].boards[0].grid is None


def test_the_smallest_and_the_largest_grids_answer_at_once() -> None:
    numbers = element(
        MAP + "boardPicker.board.mapgrid.HexGridNumbering",
        hType="A",
        vType="A",
        hLeading="2147483647",
        hOff="2147483647",
        vOff="-2147483648",
    )
    for size in ("0.01", "9999999"):
        grid = element(MAP + "boardPicker.board.HexGrid", numbers, dx=size, dy=size, edgesLegal=True, cornersLegal=True)
        one = module(game_map(boards=[board(grid)])).maps[0]
        name = one.location(999, 799)
        assert len(name) < 3000
        assert one.find("x" * 100) is None
        assert len(one.snap(999, 799)) == 2


def test_other_faults_of_grids_are_problems() -> None:
    script = zone(region_grid({"a": (1, 1)}), name="Z", locationFormat='{name + "!"}')
    inner = zone(zoned_grid(), name="Y", path="5,5;6,6")
    broken = element(
        MAP + "boardPicker.board.RegionGrid",
        element(MAP + "boardPicker.board.Region", name="far", originx="x", originy="1"),
    )
    custom = element("mygame.TriangleGrid")
    grids = [zoned_grid(script, inner), broken, custom]
    read = module(game_map(boards=[board(grid, name=f"B{place}") for place, grid in enumerate(grids)]))
    assert [str(problem) for problem in read.problems] == [
        "map Main, board B0, zone Z: its location format is a BeanShell expression, which is not evaluated here",
        "map Main, board B0, zone Y: has fewer than three corners, so nothing lies in it",
        "map Main, board B0, zone Y: holds a zoned grid, which only a board can; it names and snaps nothing",
        "map Main, board B1, region far: originx is 'x', no whole number; there is no such region",
        "map Main, board B2: what its part of the class mygame.TriangleGrid does is not known here",
    ]
    assert read.with_boards(["MainBoardPicker\tB0\t0\t0"])[0].location(5, 5) == '{name + "!"}'


@pytest.mark.parametrize(
    "part",
    [
        board(region_grid({f"R{place}": (place, place) for place in range(10_001)})),
        board(zoned_grid(*[zone(name=str(place)) for place in range(2_001)])),
        board(zoned_grid(zone(path=";".join(f"{place},{place % 7}" for place in range(2_001))))),
        board(zoned_grid(zone(locationFormat="$name$" * 2000))),
    ],
    ids=["regions", "zones", "corners", "format"],
)
def test_more_than_any_honest_module_has_is_refused(part: str) -> None:
    with pytest.raises(LimitError) as caught:
        module(game_map(boards=[part]))
    assert caught.value.file == "made-up.vmod"


def test_the_limit_of_bytes_counts_for_build_files() -> None:
    with pytest.raises(LimitError):
        Module.read(Entries({"buildFile.xml": game(description="x" * 500)}), limits=Limits(xml_bytes=400))


def test_an_entry_that_cannot_be_read_is_the_containers_error() -> None:
    class Broken(Entries):
        def read(self, name: str) -> bytes:
            raise ArchiveError("damaged")

    with pytest.raises(ArchiveError) as caught:
        Module.read(Broken({"buildFile.xml": b""}))
    assert caught.value.file == "made-up.vmod"


def test_nothing_of_the_tree_is_lost() -> None:
    data = game(element("mygame.Thing", element("mygame.Part", content="kept", a="1")), element(V + "NotesWindow", b="2"))
    read = Module.read(Entries({"buildFile.xml": data}))
    assert [(part.tag, dict(part.attributes), part.text) for part in read.root.walk()][1:] == [
        ("mygame.Thing", {}, ""),
        ("mygame.Part", {"a": "1"}, "kept"),
        (V + "NotesWindow", {"b": "2"}, ""),
    ]
