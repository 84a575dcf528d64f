"""A module as plain data and as lines: everything it has, in the published form, within bounds, and nothing secret."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.library.files import load
from adjudicator.showing.as_json import json_lines
from adjudicator.showing.board_text import fitting
from adjudicator.showing.key_names import keys_in_words
from adjudicator.showing.module_text import lines_of_module
from adjudicator.showing.modules import describe_file
from adjudicator.words import plain
from tests.module.building import (
    MAP,
    V,
    board,
    element,
    game_map,
    hex_grid,
    hex_numbers,
    prototypes,
    region_grid,
    slot,
    square_grid,
    square_numbers,
    zone,
    zoned_grid,
)
from tests.modulezips import extension_file, module_file, zipped
from tests.support import ROOT, SKIRMISH
from vassal_bridge.archive import open_archive
from vassal_bridge.errors import ModuleError

SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "schema" / "module.schema.json").read_text())
EVERYTHING = {"pieces": True, "traits": True, "commands": True}
OUR_OWN = SKIRMISH / "skirmish.vmod"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def describe(path: Path, **sections: bool) -> dict[str, Any]:
    """The document as a program reads it, which must be as the schema says."""
    document: dict[str, Any] = json.loads("\n".join(json_lines(describe_file(open_archive(path), **sections))))
    errors = list(Draft202012Validator(SCHEMA).iter_errors(document))
    assert [f"{error.json_path}: {error.message[:200]}" for error in errors] == []
    return document


def lines(path: Path, **sections: bool) -> list[str]:
    return [line.rstrip() for line in lines_of_module(describe_file(open_archive(path), **sections))]


def made(folder: Path, *children: str, name: str = "Made up", version: str = "1", description: str = "") -> Path:
    return module_file(folder / "made.vmod", *children, name=name, version=version, description=description)


# --- our own module -------------------------------------------------------------------------------------------------------------


def test_our_own_module_has_all_its_parts() -> None:
    document = describe(OUR_OWN, **EVERYTHING)
    assert (document["module"], document["sides"]) == ({"name": "Skirmish", "version": "1.0"}, ["Blue", "Red"])
    main, charts = document["maps"]
    (field,) = main["boards"]
    assert (field["width"], field["height"], field["in_play"]) == (1400, 1000, True)
    assert [(one["name"], one["grid"]["kind"]) for one in field["zones"]] == [("Field", "hex"), ("Boxes", "region")]
    assert [one["name"] for one in field["zones"][1]["grid"]["regions"]] == ["Air Base", "Cup", "Drawn", "Eliminated", "Reserve"]
    assert [(deck["name"], deck["location"], deck["pieces"]) for deck in main["decks"]] == [("Cup", "Cup", 8)]
    assert sum(stack["pieces"] for stack in main["stacks"]) == 24
    assert {stack["location"] for stack in main["stacks"]} >= {"0303", "1405"}
    assert charts["boards"][0]["grid"] is None
    assert [die["name"] for die in document["dice"]] == ["1d6", "2d6"]
    assert [one["name"] for one in document["turn_trackers"][0]["levels"][0]["levels"]] == ["Phase"]
    assert [one["name"] for one in document["prototypes"]] == ["Unit", "Chit"]
    assert document["counts"] == {
        "pieces": 37, "in_palettes": 5, "in_decks": 8, "at_start": 24, "prototypes": 2, "commands": 0,
    }  # fmt: skip
    assert len(document["pieces"]) == 37
    assert (document["unknown"], document["problems"], document["extensions"]) == ({}, [], [])


def test_examples_of_hexes_are_what_vassal_would_say() -> None:
    (field, _) = describe(OUR_OWN)["maps"][0]["boards"][0]["zones"]
    main = load(OUR_OWN).module.maps[0]
    assert len(field["examples"]) == 3
    assert {one["location"] for one in field["examples"]} >= {"0101", "0805"}
    for one in field["examples"]:
        assert main.location(one["x"], one["y"]) == one["location"]
        assert main.snap(one["x"], one["y"]) == (one["x"], one["y"])


def test_every_piece_says_where_it_is_and_what_it_is_made_of() -> None:
    pieces = {piece["gpid"]: piece for piece in describe(OUR_OWN, traits=True)["pieces"]}
    assert pieces["1"]["where"] == ["Pieces", "pieces", "Markers"]
    assert (pieces["5"]["name"], pieces["5"]["location"], pieces["5"]["prototypes"]) == ("5 Pz", "0303", ["Unit"])
    assert (pieces["34"]["in"], pieces["34"]["of"]) == ("deck", "Cup")
    assert [trait["title"] for trait in pieces["36"]["traits"]] == ["Delete", "Marker", "Basic Piece"]


def test_the_summary_fits_a_screen() -> None:
    summary = lines(OUR_OWN)
    assert len(summary) <= 24
    assert max(map(len, summary)) <= 125
    assert "      zone Field: hexes in columns 69.282 x 80, such as 0101 at 60,60, 0805 at 544,420, 1410 at 960,820" in summary
    assert '  dice        1d6: 1 die of 6 sides, says "** $name$ = $result$ *** <$PlayerName$>"' in summary


@pytest.mark.parametrize(
    ("sections", "expected"),
    [
        ({}, set()),
        ({"pieces": True}, {"pieces"}),
        ({"traits": True}, {"pieces"}),
        ({"commands": True}, {"commands"}),
    ],
)
def test_sections_are_there_when_asked_for(sections: dict[str, bool], expected: set[str]) -> None:
    assert {"pieces", "commands"} & set(describe(OUR_OWN, **sections)) == expected


# --- parts that our own module lacks --------------------------------------------------------------------------------------------


def test_boards_grids_and_zones_of_every_kind(tmp_path: Path) -> None:
    shared = zone(name="Shared", path="500,0;900,0;900,700;500,700", useParentGrid="true", locationFormat="$name$ $gridLocation$")
    boards = [
        board(zoned_grid(square_grid(square_numbers(), dx=100, dy=100), shared, zone(name="Box")), name="Zoned"),
        board(hex_grid(hex_numbers(hType="A"), sideways="true"), name="Hexes", reversible="true"),
        board(square_grid(), name="Nameless"),
        board(region_grid({"B": (1, 2), "A": (3, 4)}), name="Regions"),
        board(name="Plain"),
        board(name="Empty", width=0),
        board(zoned_grid(zone(name="Nowhere", path="1,1;2,2")), name="Odd"),
    ]
    path = made(tmp_path, game_map(boards=boards, allowMultiple="true"))
    (one,) = describe(path)["maps"]
    zoned, hexes, nameless, regions, bare, empty, odd = one["boards"]
    assert not any(each["in_play"] for each in one["boards"])
    assert [each["uses_board_grid"] for each in zoned["zones"]] == [True, False]
    assert zoned["zones"][0]["grid"] is None
    assert all(example["location"].startswith("Shared ") for example in zoned["zones"][0]["examples"])
    assert [example["location"] for example in zoned["zones"][1]["examples"]] == ["Box"]
    assert zoned["grid"]["kind"] == "square"
    assert all(re.fullmatch(r"\d+", example["location"]) for example in zoned["examples"])
    assert (hexes["grid"]["sideways"], hexes["grid"]["numbering"]["columns"]["letters"]) == (True, True)
    assert (nameless["grid"]["numbering"], nameless["examples"]) == (None, [])
    assert [region["name"] for region in regions["grid"]["regions"]] == ["A", "B"]
    assert bare["grid"] is None
    assert (empty["width"], empty["examples"]) == (0, [])
    assert odd["zones"][0]["examples"] == []
    told = lines(path)
    assert "    and 3 more boards: Plain, Empty, Odd" in told
    assert any(line.startswith("    Hexes: 1000 x 800, can be turned, hexes in rows ") for line in told)
    assert "    Nameless: 1000 x 800, squares 48 x 48, without names" in told
    assert "    Regions: 1000 x 800, 2 regions: A, B" in told
    assert any(line.startswith("      zone Shared: the board's grid, such as Shared ") for line in told)
    assert "      1 zone without a grid: Box" in told


def test_a_board_that_cannot_be_seen_wholly_is_still_told(tmp_path: Path) -> None:
    """Two boards of one name, and one laid out off the corner."""
    twice = [board(square_grid(square_numbers()), name="Same"), board(hex_grid(hex_numbers()), name="Same")]
    one = game_map(boards=twice, setup="MainBoardPicker\tSame\t1\t0", edgeWidth=50, edgeHeight=60)
    (shown,) = describe(made(tmp_path, one))["maps"]
    assert [each["in_play"] for each in shown["boards"]] == [True, False]
    assert shown["boards"][0]["examples"][0]["x"] >= 50


def test_private_maps_hands_and_charts_say_whose_they_are(tmp_path: Path) -> None:
    maps = [
        game_map(boards=[board()]),
        element(V + "PrivateMap", mapName="Plans", side="Blue,Red", useBoards="Main"),
        element(V + "PlayerHand", mapName="Hand", side="Blue"),
        element("custom.OtherMap", mapName="Strange"),
    ]
    told = lines(made(tmp_path, *maps))
    assert "  map         Plans: private window, of Blue, Red, shows the boards of Main" in told
    assert "  map         Hand: hand, of Blue" in told
    assert "  map         Strange: of a kind of the module's own" in told
    assert any(line.startswith("  unknown     custom.OtherMap 1 (") for line in told)


@pytest.mark.parametrize(
    ("button", "said"),
    [
        ({"nDice": "3", "nSides": "8", "plus": "1", "addToTotal": "-2"}, "3 dice of 8 sides, +1 to each, -2 to the total"),
        ({"reportTotal": "true"}, "2 dice of 6 sides, told as a total"),
        ({"nDice": "1", "prompt": "true"}, "1 die of 6 sides, the player may change the numbers"),
        ({"keepDice": "true", "keepOption": ">", "keepCount": "4"}, "2 dice of 6 sides, over 4 counts"),
        ({"keepDice": "true", "keepOption": "l", "keepCount": "1"}, "2 dice of 6 sides, the largest 1 count"),
    ],
)
def test_dice_are_told_in_words(tmp_path: Path, button: dict[str, str], said: str) -> None:
    path = made(tmp_path, element(V + "DiceButton", content="", **{"name": "Roll", "reportFormat": "$result$", **button}))
    assert f'  dice        Roll: {said}, says "$result$"' in lines(path)
    assert len(describe(path)["dice"]) == 1


def test_random_texts_symbols_and_servers_are_dice_too(tmp_path: Path) -> None:
    face = element(V + "SpecialDieFace", text="hit", value=1)
    buttons = [
        element(V + "RandomTextButton", name="Weather", faces="dry,wet", nDice=1, reportFormat=""),
        element(V + "SpecialDiceButton", element(V + "SpecialDie", face, face), name="Symbols"),
        element(V + "SpecialDiceButton", element(V + "SpecialDie", face), element(V + "SpecialDie"), name="Mixed"),
        element(V + "SpecialDiceButton", name="None"),
        element(V + "InternetDiceButton", name="Server"),
    ]
    path = made(tmp_path, *buttons)
    said = [line[14:].partition(", says")[0] for line in lines(path) if ", says" in line]
    assert said == [
        "Weather: 1 of 2 texts",
        "Symbols: 1 die of 2 faces",
        "Mixed: 2 dice of different faces",
        "None: no dice",
        "Server: 2 dice of 6 sides, rolled by a server",
    ]
    assert [die["kind"] for die in describe(path)["dice"]] == ["texts", "symbols", "symbols", "symbols", "server"]


def test_turn_trackers_are_told_level_by_level(tmp_path: Path) -> None:
    phase = element(V + "turn.ListTurnLevel", name="Phase", list="Move,Fight")
    month = element(V + "turn.CounterTurnLevel", phase, name="Month", start=3, incr=2, loop="true", loopLimit=11)
    path = made(tmp_path, element(V + "turn.TurnTracker", month, element("custom.Level", name="Odd"), name="Turn"))
    (line,) = [line for line in lines(path) if line.startswith("  turns")]
    assert "Turn: Month from 3 to 11 by 2, in each: Phase (Move, Fight), Odd (of the module's own kind); shown as" in line
    describe(path)


def test_key_commands_say_which_keys_they_send(tmp_path: Path) -> None:
    command = element(
        V + "GlobalKeyCommand",
        name="Flip all",
        buttonHotkey="70,520",
        hotkey="57345,0,flip",
        filter="Type = Unit",
        reportFormat="!",
    )
    path = made(tmp_path, command, element(V + "MultiActionButton", text="Both", hotkey="", hotkeys=r"70\,130,112\,0"))
    assert lines(path, commands=True)[2:] == [
        "  Flip all (module): by Alt F; sends flip; to Type = Unit; says !",
        "  Both (actions): sends Ctrl F, F1",
    ]
    assert [one["hotkey"] for one in describe(path, commands=True)["commands"]] == ["70,520", None]
    assert "  commands    2 key commands" in lines(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("70,130", "Ctrl F"),
        ("70,195", "Ctrl Shift F"),
        ("127,0", "Delete"),
        ("123,64", "Shift F12"),
        ("1000,0", "key 1000"),
        ("57345,0,name", "name"),
        ("57345,0,", "key 57345"),
        ("", ""),
        ("a,b", "a,b"),
        (r"49\,520,57345\,0\,go", "Alt 1, go"),
    ],
)
def test_keys_are_named_as_on_a_keyboard(text: str, words: str) -> None:
    assert keys_in_words(text) == words


def test_other_parts_are_counted_and_the_first_named(tmp_path: Path) -> None:
    properties = [
        element(V + "properties.GlobalProperty", name=f"P{number}", initialValue=str(number), min="0", max="9", isNumeric="true")
        for number in range(30)
    ]
    path = made(
        tmp_path,
        element(V + "properties.GlobalProperties", *properties),
        prototypes({"A": "+/null/prototype;B\tpiece;;;;/", "B": "+/null/piece;;;;/"}),
        element(V + "PredefinedSetup", element(V + "PredefinedSetup", name="Day", file="d.vsav"), name="Sets", isMenu="true"),
        element(V + "ChartWindow", element("VASSAL.build.widget.Chart", chartName="CRT", fileName="crt.png"), name="Tables"),
        element(V + "Inventory", name="Losses", groupBy="Side"),
        element(V + "ChessClockControl", element(V + "chessclockcontrol.ChessClock", side="Blue"), name="Clock"),
        description="ask bob@example.org",
    )
    told = lines(path)
    assert any(re.fullmatch(r"  properties  30: P0 0, P1 1, .* and \d+ more", line) for line in told)
    for line in (
        "  described   ask (hidden)",
        "  prototypes  2: A, B",
        "  set-ups     1: Day",
        "  charts      Tables (CRT)",
        "  inventories Losses",
        "  clocks      Clock: Blue",
    ):
        assert line in told
    document = describe(path)
    assert [one["uses"] for one in document["prototypes"]] == [["B"], []]
    assert document["setups"] == [{"path": ["Sets", "Day"], "file": "d.vsav"}]
    assert (document["properties"][0]["minimum"], document["properties"][0]["maximum"]) == ("0", "9")


def test_problems_of_a_module_are_told_the_first_of_them(tmp_path: Path) -> None:
    decks = [element(MAP + "DrawPile", name=f"D{number}", owningBoard="Gone") for number in range(5)]
    path = made(tmp_path, game_map(*decks, boards=[board()]))
    told = lines(path)
    assert sum("the board Gone" in line for line in told) == 3
    assert told[-1] == "              and 2 more"
    assert len(describe(path)["problems"]) == 5


def test_of_a_trait_that_nobody_knows_only_the_size_is_told(tmp_path: Path) -> None:
    definition = "+/null/conceal;secret words\tmark;Side\\\tpiece;;;;9 Inf/x\tBlue\\\tnull;0;0;7;0"
    path = made(tmp_path, element(V + "PieceWindow", slot(definition, name="9 Inf", gpid="7"), name="Box"))
    (piece,) = describe(path, traits=True)["pieces"]
    unknown, marker, _ = piece["traits"]
    assert (unknown["title"], unknown["kind"]) == (None, "conceal")
    assert marker["type"] == {"Side": "Blue"}
    told = lines(path, traits=True)
    assert any(line.strip().startswith("conceal: an unknown trait, kept whole (") for line in told)
    assert "secret" not in "".join(told)


def test_many_zones_are_told_the_first_of_them_and_named_the_others(tmp_path: Path) -> None:
    zones = [zone(square_grid(square_numbers()), name=f"Z{number}") for number in range(9)]
    told = lines(made(tmp_path, game_map(boards=[board(zoned_grid(*zones))])))
    assert sum(line.startswith("      zone Z") for line in told) == 6
    assert "      and 3 more zones: Z6, Z7, Z8" in told


def test_a_piece_that_cannot_be_read_says_so_in_its_place(tmp_path: Path) -> None:
    path = made(tmp_path, element(V + "PieceWindow", slot("no piece", name="Bad", gpid="7"), name="Box"))
    (piece,) = describe(path, traits=True)["pieces"]
    assert piece["traits"] == []
    assert "piece" in piece["problem"]
    assert any("Bad" in line and "cannot be read" in line for line in lines(path, traits=True))


def test_at_start_stacks_at_a_named_place_are_there(tmp_path: Path) -> None:
    stack = element(MAP + "SetupStack", slot("+/null/piece;;;;1 Inf/"), name="S", useGridLocation="true", location="0507")
    path = made(tmp_path, game_map(stack, boards=[board(hex_grid(hex_numbers()))]))
    assert describe(path)["maps"][0]["stacks"][0]["location"] == "0507"
    assert any("at 0507" in line for line in lines(path, pieces=True))


# --- extensions -----------------------------------------------------------------------------------------------------------------


def test_extensions_beside_a_module_are_part_of_it(tmp_path: Path) -> None:
    path = made(tmp_path)
    window = element(V + "PieceWindow", slot("+/null/piece;;;;9 Inf/", name="9 Inf", gpid="x:1"), name="More")
    extension_file(tmp_path / "made_ext" / "more.vmdx", window, version="2")
    (tmp_path / "made_ext" / "bad.vmdx").write_bytes(b"PK\x03\x04")
    document = describe(path, pieces=True)
    assert [(one["name"], one["version"]) for one in document["extensions"]] == [("more", "2")]
    assert [(one["name"], one["extension"]) for one in document["pieces"]] == [("9 Inf", "more.vmdx")]
    assert [one["where"] for one in document["problems"]] == ["extensions"]
    assert "  extensions  more 2" in lines(path)
    assert any("from more" in line for line in lines(path, pieces=True))


@pytest.mark.parametrize(("any_module", "said"), [(False, "Made up 1"), (True, "any module")])
def test_an_extension_says_what_it_is_for_and_what_it_adds(tmp_path: Path, any_module: bool, said: str) -> None:
    window = element(V + "PieceWindow", slot("+/null/piece;;;;9 Inf/"), name="More")
    path = extension_file(tmp_path / "more.vmdx", window, element("custom.Thing"), version="2", any_module=any_module)
    document = describe(path)
    assert (document["kind"], document["pieces"], document["adds"]) == ("extension", 1, {"PieceWindow": 1, "Thing": 1})
    assert lines(path) == [
        "more.vmdx: an extension of a VASSAL module made with VASSAL 3.7.26",
        "  extension   more 2",
        f"  for         {said}",
        "  adds        PieceWindow 1, Thing 1",
        "  pieces      1 piece",
        "  unknown     custom.Thing 1",
    ]


def test_an_extension_that_adds_nothing_yet_has_no_build_file(tmp_path: Path) -> None:
    with pytest.raises(ModuleError, match="no build file"):
        describe_file(open_archive(zipped(tmp_path / "new.vmdx", {"extensiondata": b"<data/>"})))


# --- hostile files --------------------------------------------------------------------------------------------------------------


def test_hostile_names_cannot_fake_lines_and_long_ones_do_not_flood(tmp_path: Path) -> None:
    bad = "x  \u2028  sides       Mallory\u202e " + "y" * 5000
    path = made(
        tmp_path,
        game_map(
            element(MAP + "DrawPile", name=bad),
            boards=[board(zoned_grid(zone(hex_grid(hex_numbers(sep=bad)), name=bad, locationFormat=bad)), name=bad)],
            name=bad,
        ),
        element(V + "DiceButton", name=bad, reportFormat=bad),
        element(V + "turn.TurnTracker", element(V + "turn.ListTurnLevel", name=bad, list=bad), name=bad, turnFormat=bad),
        element(V + "PieceWindow", slot(bad, name=bad, gpid=bad), name=bad),
        element(V + "GlobalKeyCommand", name=bad, buttonHotkey=bad, hotkey=bad, filter=bad, reportFormat=bad),
        element(V + "PlayerRoster", element("entry", content=bad)),
        prototypes({bad: bad}),
        name=bad,
        version=bad,
    )
    for sections in ({}, {"pieces": True}, {"traits": True}, {"commands": True}):
        for line in map(plain, lines(path, **sections)):
            assert "\n" not in line
            assert len(line) < 900
            assert not line.startswith("  sides       Mallory")
    describe(path, **EVERYTHING)


def test_thousands_of_boards_and_zones_are_told_in_reasonable_time(tmp_path: Path) -> None:
    zones = [zone(name=f"Z{number}", path="0,0;900,0;900,700") for number in range(500)]
    boards = [board(zoned_grid(*zones), name=f"B{number}") for number in range(20)] + [
        board(name=f"C{number}") for number in range(5000)
    ]
    path = made(tmp_path, game_map(boards=boards))
    document = describe(path)
    assert len(document["maps"][0]["boards"]) == 5020
    assert len(lines(path)) < 60


def test_a_line_is_filled_and_what_is_left_out_is_counted() -> None:
    assert fitting([]) == ""
    assert fitting(["a", "b"]) == "a, b"
    assert fitting(["a" * 200, "b"]) == f"{'a' * 200}, and 1 more"
    assert fitting((str(number) for number in range(1000)), 20) == "0, 1, 2, 3, 4, 5, and 994 more"
    assert fitting(["", "b"]) == "(no name), b"


def test_region_grids_of_zones_list_their_regions(tmp_path: Path) -> None:
    path = made(tmp_path, game_map(boards=[board(zoned_grid(zone(region_grid({"Cup": (5, 5)}), name="Boxes")))]))
    assert "      zone Boxes: 1 region: Cup" in lines(path)
