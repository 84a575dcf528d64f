"""The document: the position, its commands and its steps as plain data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.privacy import Redactor
from adjudicator.showing.describe import describe_game
from adjudicator.showing.values import plain
from tests.showing.making import add, change, game, move, read, stack, write
from tests.support import SKIRMISH
from vassal_bridge.errors import LimitError
from vassal_bridge.saved import SavedGame, read_saved

ROSTER = ["PLAYER\tanna-pw\tAnna\tBlue", "PLAYER\tbruno-pw\tBruno\tRed"]
STEP_LAYER = (
    "emb2;;128;A;;128;;;128;;;;1;false;0;0;a.png,b.png;full,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true",
    "1",
)
MOVED = ("markmoved;m.png;0;0;;77,130;;false;;;;", "false")
SUPPLY = ("PROP;Supply;true,0,9,false;;", "3")


def pieces(saved: SavedGame, *, traits: bool = False) -> list[dict[str, Any]]:
    return list(describe_game(saved, pieces=True, traits=traits)["pieces"])


def commands(saved: SavedGame) -> list[dict[str, Any]]:
    return [command for step in describe_game(saved, commands=True)["steps"] for command in step["commands"]]


def components(saved: SavedGame) -> list[dict[str, Any]]:
    return list(describe_game(saved, commands=True)["components"])


# --- the summary ----------------------------------------------------------------------------------------------------------------


def test_the_summary_of_a_log_tells_where_it_comes_from_and_counts_what_it_holds() -> None:
    document = describe_game(read_saved(SKIRMISH / "red-turn1.vlog"))
    assert document["kind"] == "log"
    assert document["vassal"] == "3.7.26"
    assert document["module"] == {"name": "Skirmish", "version": "1.0"}
    assert document["players"] == [{"name": "Anna", "side": "Blue"}, {"name": "Bruno", "side": "Red"}]
    assert document["maps"] == [
        {"name": "Main Map", "pieces": 34, "stacks": 21, "decks": [{"name": "Cup", "pieces": 7}]},
        {"name": "Charts", "pieces": 1, "stacks": 1, "decks": []},
    ]
    counts = document["counts"]
    assert (counts["pieces"], counts["stacks"], counts["stacks_of_several"], counts["decks"]) == (35, 22, 6, 1)
    assert (counts["masked"], counts["hidden"]) == (2, 0)
    assert (counts["steps"], counts["dice_rolls"], counts["chat_lines"]) == (26, 2, 25)
    assert "pieces" not in document
    assert "steps" not in document


def test_a_summary_can_be_written_as_json_as_it_is() -> None:
    document = describe_game(read_saved(SKIRMISH / "start.vsav"))
    assert json.loads(json.dumps(document)) == document


def test_undone_rolls_are_not_counted_twice(tmp_path: Path) -> None:
    roll = "CHAT*** 1d6 = 4 *** <Anna>"
    undo = ["UNDO\ttrue", "CHAT* UNDO: *** 1d6 = 4 *** <Anna>", "UNDO\tfalse"]
    typed = "CHAT<Anna> - *** what luck ***"
    counts = describe_game(read(tmp_path, [], [[roll], undo, [roll], [typed]]))["counts"]
    assert (counts["dice_rolls"], counts["chat_lines"], counts["undone"], counts["steps"]) == (2, 4, 1, 4)


def test_who_changes_sides_or_leaves_is_listed_as_at_the_end(tmp_path: Path) -> None:
    steps = [["PYREMOVE\tanna-pw", "PLAYER\tanna-pw\tAnna\tRed"], ["PYREMOVE\tbruno-pw"]]
    document = describe_game(read(tmp_path, [*ROSTER, *ROSTER], steps))
    assert document["players"] == [{"name": "Anna", "side": "Red"}]


@pytest.mark.parametrize(("moment", "shown"), [("0", "1970-01-01T00:00:00Z"), ("999999999999999", None), ("soon", None)])
def test_a_moment_that_no_calendar_has_is_left_out(tmp_path: Path, moment: str, shown: str | None) -> None:
    import zipfile

    path = tmp_path / "game.vsav"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as container:
        container.writestr("savedGame", game([]))
        container.writestr(
            "savedata", f"<data><dateSaved>{moment}</dateSaved><description>for bob@example.org</description></data>"
        )
        container.writestr("moduledata", "<data")
    document = describe_game(read_saved(path))
    assert document["saved"] == shown
    assert document["description"] == "for (hidden)"
    assert len(document["problems"]) == 1


def test_what_no_vassal_knows_is_counted_by_name_only(tmp_path: Path) -> None:
    position = [add("1", ("conceal;secret stuff", "anna"), ("conceal;x", "")), "bd\tsecret", "bd\t", "§!secret"]
    document = describe_game(read(tmp_path, position, [["OBA/+/secret"]]), pieces=True, traits=True, commands=True)
    assert document["unknown"] == {"commands": {"": 1, "OBA": 1, "bd": 2}, "traits": {"conceal": 2}}
    listed = [*document["pieces"], *document["components"], *document["steps"]]
    assert "secret" not in json.dumps(listed)
    assert listed[0]["traits"][0] == {"kind": "conceal", "title": None, "length": 24}


# --- pieces ---------------------------------------------------------------------------------------------------------------------


def test_a_piece_is_told_as_it_stands(tmp_path: Path) -> None:
    states = (STEP_LAYER[0], "2"), (MOVED[0], "true"), SUPPLY, ("mark;Side", "Blue"), ("label;;L;10;;;t;0;c;0;b;c", "dug in")
    (piece,) = pieces(read(tmp_path, [add("1", *states)]))
    assert piece["name"] == "1 Inf (dug in) (reduced)"
    assert (piece["map"], piece["x"], piece["y"], piece["stack"], piece["index"]) == ("Main Map", 10, 20, None, None)
    assert piece["layers"] == [
        {"name": "Step", "level": 2, "count": 2, "active": True, "level_name": " (reduced)", "image": "b.png"}
    ]
    assert piece["moved"] is True
    assert piece["dynamic"] == {"Supply": "3"}
    assert piece["markers"] == {"Side": "Blue"}
    assert piece["labels"] == ["dug in"]
    assert piece["properties"]["Step_Level"] == "2"
    assert (piece["masked"], piece["masked_by"], piece["rotation"], piece["trail"]) == (False, None, None, [])
    assert "traits" not in piece


def test_what_lies_in_a_stack_is_where_the_stack_is(tmp_path: Path) -> None:
    position = [add("1"), add("2", place="null;0;0"), stack("9", "1", "2", place="Main Map;50;60")]
    one, two, holder = pieces(read(tmp_path, position))
    assert [(piece["map"], piece["x"], piece["stack"], piece["index"]) for piece in (one, two)] == [
        ("Main Map", 50, "9", 0),
        ("Main Map", 50, "9", 1),
    ]
    assert (holder["kind"], holder["members"]) == ("stack", ["1", "2"])


def test_a_stack_loses_what_comes_only_after_it(tmp_path: Path) -> None:
    early, late = pieces(read(tmp_path, [stack("9", "1", "9", "nobody"), add("1")]))
    assert (early["members"], late["stack"]) == ([], None)
    assert describe_game(read(tmp_path, [stack("9", "1"), add("1")]))["counts"]["empty_stacks"] == 1


def test_of_two_pieces_with_one_id_the_later_counts(tmp_path: Path) -> None:
    assert [piece["name"] for piece in pieces(read(tmp_path, [add("1", name="old"), add("1", name="new")]))] == ["new"]


def test_pieces_without_an_id_are_all_listed(tmp_path: Path) -> None:
    assert [piece["id"] for piece in pieces(read(tmp_path, [add("null"), add("null")]))] == [None, None]


def test_a_piece_taken_out_or_changed_within_the_position_is_told_as_it_ends(tmp_path: Path) -> None:
    position = [add("1"), add("2", SUPPLY), "-/1", change("2", ["5", "Main Map;1;2;7;0"])]
    (piece,) = pieces(read(tmp_path, position))
    assert (piece["id"], piece["dynamic"], piece["x"]) == ("2", {"Supply": "5"}, 1)


@pytest.mark.parametrize(
    ("mask", "owner", "by"),
    [
        ("obs;80,130;m.png;Mask;B;?;player:", "anna-pw;", "Anna (Blue)"),
        ("obs;80,130;m.png;Mask;B;?;player:", "carl-pw;", "somebody"),
        ("obs;80,130;m.png;Mask;B;?;side:", "Red;", "Red"),
        ("obs;80,130;m.png;Mask;B;?;side:", "anna-pw;", "Anna (Blue)"),  # the module changed its mind
        ("obs;80,130;m.png;Mask;B;?;side:", "Green;", "somebody"),
        ("obs;80,130;m.png;Mask;B;?;sides:Green", "Green;", "Green"),
        ("obs;80,130;m.png;Mask;B;?;player:", "nobody;", "nobody"),
        ("obs;80,130;m.png;Mask;B;?;player:", ";", "somebody"),  # a player without password
    ],
)
def test_the_owner_of_a_mask_is_told_by_name_or_side(tmp_path: Path, mask: str, owner: str, by: str) -> None:
    saved = read(tmp_path, [*ROSTER, add("1", (mask, owner))])
    (piece,) = pieces(saved, traits=True)
    assert (piece["masked"], piece["masked_by"], piece["hidden"]) == (True, by, False)
    assert piece["traits"][0]["state"]["owner"] == by
    assert describe_game(saved)["counts"]["masked"] == 1


def test_who_hid_a_piece_or_keeps_it_to_himself_is_told_by_name(tmp_path: Path) -> None:
    traits = ("hide;73,130;Hide;;player:", "bruno-pw"), ("restrict;;true;true;", "anna-pw")
    (piece,) = pieces(read(tmp_path, [*ROSTER, add("1", *traits)]), traits=True)
    assert (piece["hidden"], piece["hidden_by"], piece["masked_by"]) == (True, "Bruno (Red)", None)
    assert piece["traits"][1]["state"] == {"owner": "Anna (Blue)"}


def test_somebody_who_left_still_owns_what_he_masked(tmp_path: Path) -> None:
    position = [*ROSTER, "PYREMOVE\tanna-pw", add("1", ("obs;80,130;m.png;Mask;B;?;player:", "anna-pw;"))]
    assert pieces(read(tmp_path, position))[0]["masked_by"] == "Anna (Blue)"


def test_traits_are_told_field_by_field(tmp_path: Path) -> None:
    marker = add("9", name="Out of Supply").replace(";", "\\;")
    place = f"placemark;Mark;79,130;{marker};null;0;0;false;;;2"
    broken = "placemark;Mark;79,130;+/9;null;0;0;false;;;2"
    (piece,) = pieces(read(tmp_path, [add("1", (place, ""), ("mark;A,B", "1"), (broken, ""))]), traits=True)
    placing, constants, misplacing, basic = piece["traits"]
    assert misplacing["type"]["marker"] == "cannot be read: a piece is added without its type or state"
    assert placing["title"] == "Place Marker"
    assert placing["type"]["marker"] == {"piece": "Out of Supply"}
    assert constants["type"] == {"A": "1", "B": ""}
    assert basic["type"]["name"] == "1 Inf"
    assert basic["state"] == {"map": "Main Map", "x": 10, "y": 20, "gpid": "7", "properties": {}}


# --- what is wrong in one place spoils no other ---------------------------------------------------------------------------------


def test_a_piece_with_too_few_states_is_listed_with_a_note(tmp_path: Path) -> None:
    broken = "+/2/mark;Side\tpiece;;;a.png;Broken/Blue"
    saved = read(tmp_path, [add("1"), broken, "+/3/stack/Main Map;1;1;2;@@1", add("4")])
    first, second, _, last = pieces(saved)
    assert (first["name"], last["name"]) == ("1 Inf", "1 Inf")
    assert second["problem"] == "a piece of 2 traits has 1 states"
    assert describe_game(saved)["unreadable"] == {"commands": 0, "pieces": 1}


def test_traits_that_ask_one_another_without_end_are_noted(tmp_path: Path) -> None:
    layer = "emb2;;128;A;;128;;;128;;;;1;false;0;0;a.png,b.png;,+x;true;L{};;;true;L{}_Level;1;1;true;;70,130;;;1.0;;true"
    tangle = [(layer.format(number, number + 1), "1") for number in range(400)]
    first, second = pieces(read(tmp_path, [add("1", *tangle), add("2")]))
    assert first["id"] == "1"
    assert second["name"] == "1 Inf"
    step = [change("1", ["2"] * 400 + ["Main Map;1;2;7;0"]), move("1", "Main Map/1/2", "x")]
    told = commands(read(tmp_path, [add("1", *tangle)], [step]))
    assert [command["kind"] for command in told] == ["change", "move"]


def test_a_command_that_cannot_be_read_says_so_in_its_place(tmp_path: Path) -> None:
    saved = read(
        tmp_path, [add("1"), "M/1/Map/x/1/null/Map/1/1/null"], [["CHATbefore", "M/1/Map/x/1/null/Map/1/1/null", "CHATafter"]]
    )
    assert commands(saved) == [
        {"kind": "chat", "text": "before"},
        {"kind": "unreadable", "problem": "the coordinates of a move are no whole numbers"},
        {"kind": "chat", "text": "after"},
    ]
    assert [command["kind"] for command in components(saved)] == ["unreadable"]
    assert describe_game(saved)["unreadable"]["commands"] == 2


def test_a_change_that_cannot_be_told_says_why(tmp_path: Path) -> None:
    broken = "+/2/mark;Side\tpiece;;;a.png;Broken/Blue"
    steps = [[change("1", ["x"])], [change("9", ["x"])], [change("2", ["Blue", "Main Map;1;2;7;0"])]]
    told = commands(read(tmp_path, [add("1", SUPPLY), broken], steps))
    assert [command["changes"] for command in told] == [[], [], []]
    assert [command["problem"] for command in told] == [
        "a piece of 2 traits has 1 states",
        "nothing says what kind of piece it is",
        "its state before cannot be read: a piece of 2 traits has 1 states",
    ]


def test_numbers_that_json_has_no_word_for_are_written_as_text(tmp_path: Path) -> None:
    (piece,) = pieces(read(tmp_path, [add("1", ("nonRect2;1e999;", ""))]), traits=True)
    assert piece["traits"][0]["type"]["scale"] == "inf"


def test_a_crowd_of_ids_is_refused_rather_than_searched_for(tmp_path: Path) -> None:
    saved = read(tmp_path, [f"PLAYER\tid{number}\tname{number}\tBlue" for number in range(300)])
    with pytest.raises(LimitError):
        describe_game(saved)


# --- commands -------------------------------------------------------------------------------------------------------------------


def test_steps_are_numbered_as_vassal_steps_and_entries_as_the_file_counts(tmp_path: Path) -> None:
    saved = read(tmp_path, [], [["null", "null"], ["CHATone"], ["null"], ["CHATtwo", "null"]])
    steps = list(describe_game(saved, commands=True, chat=True)["steps"])
    assert [(step["step"], step["entry"], step["chat"]) for step in steps] == [(1, 2, ["one"]), (2, 4, ["two"])]


def test_a_move_tells_which_piece_goes_where_and_who_does_it(tmp_path: Path) -> None:
    (told,) = commands(read(tmp_path, [*ROSTER, add("1", STEP_LAYER)], [[move("1", "Main Map/30/40", "bruno-pw")]]))
    assert told == {
        "kind": "move",
        "id": "1",
        "piece": "piece",
        "name": "full",
        "map": "Main Map",
        "x": 30,
        "y": 40,
        "under": None,
        "old_map": "Main Map",
        "old_x": 10,
        "old_y": 20,
        "old_under": None,
        "by": "Bruno (Red)",
    }


def test_a_change_tells_the_fields_that_differ(tmp_path: Path) -> None:
    traits = (STEP_LAYER, MOVED, SUPPLY)
    core = "Main Map;10;20;7;"
    new = ["2", "true", "4", core + "1;OldX;9"]
    for old in (["1", "false", "3", core + "0"], None):  # old files leave out how it was
        first, second = commands(read(tmp_path, [add("1", *traits)], [[change("1", new, old)], [change("1", new)]]))
        assert first["name"] == "full"
        assert [(each["trait"], each["name"], each["field"], each["old"], each["new"]) for each in first["changes"]] == [
            ("Layer", "Step", "level", 1, 2),
            ("Layer", "Step", "level_name", "full", " (reduced)"),
            ("Mark When Moved", "", "moved", False, True),
            ("Dynamic Property", "Supply", "value", "3", "4"),
            ("Basic Piece", "", "OldX", None, "9"),
        ]
        assert second["changes"] == []
        assert second["name"] == "1 Inf (reduced)"


def test_a_change_of_what_nobody_knows_shows_only_sizes(tmp_path: Path) -> None:
    told = commands(read(tmp_path, [add("1", ("conceal;", "anna"))], [[change("1", ["bruno", "Main Map;10;20;7;0"])]]))
    assert told[0]["changes"] == [{"trait": None, "name": "", "field": "state", "old": "4 characters", "new": "5 characters"}]


@pytest.mark.parametrize(
    ("trait", "old", "new", "expected"),
    [
        ("obs;80,130;m.png;Mask;B;?;player:", "null;", "anna-pw;|1|null", ("owner", None, "Anna (Blue)")),
        ("hide;73,130;Hide;;player:", "anna-pw", "null", ("owner", "Anna (Blue)", None)),
        ("restrict;;true;true;", "", "bruno-pw", ("owner", None, "Bruno (Red)")),
        ("mark;Side,Steps", "Blue,2", "Blue,1", ("Steps", "2", "1")),
        ("footprint;84,130;Trail", "false;Map0;0;true", "false;Map0;1;3,4;true", ("points", [], [[3, 4]])),
        ("propertysheet;0Notes;N;;0;;;;", "a", "b", ("values", ["a"], ["b"])),
        ("mat;Mat;", "0", "1;22", ("count", 0, 1)),
        ("footprint;84,130;Trail", "false;Map0;1;3,4;true", "true;Map0;1;3,4;true", ("visible", False, True)),
    ],
)
def test_a_changed_state_is_told_by_its_meaning(
    tmp_path: Path, trait: str, old: str, new: str, expected: tuple[object, ...]
) -> None:
    core = "Main Map;10;20;7;0"
    (told,) = commands(read(tmp_path, [*ROSTER, add("1", (trait, old))], [[change("1", [new, core])]]))
    first = told["changes"][0]
    assert (first["field"], first["old"], first["new"]) == expected


def test_what_a_piece_brought_in_a_step_becomes_is_told_too(tmp_path: Path) -> None:
    steps = [[add("1", SUPPLY), stack("9", "1")], [change("1", ["4", "Main Map;10;20;7;0"])], ["-/1"], ["-/8"]]
    added, stacked, changed, removed, strange = commands(read(tmp_path, [], steps))
    assert (added["kind"], added["name"], added["map"]) == ("add", "1 Inf", "Main Map")
    assert stacked["members"] == [{"id": "1", "piece": "piece", "name": "1 Inf"}]
    assert changed["changes"][0]["new"] == "4"
    assert removed == {"kind": "remove", "id": "1", "piece": "piece", "name": "1 Inf"}
    assert strange == {"kind": "remove", "id": "8", "piece": None, "name": None}


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("CHAThello", {"kind": "chat", "text": "hello"}),
        ("UNDO\ttrue", {"kind": "undo", "begins": True}),
        (
            "MutableProperty\t1d6_result\t1\t4\tModule",
            {"kind": "property", "name": "1d6_result", "old": "1", "new": "4", "container": "Module"},
        ),
        ("PLAYER\tid\tAnna\tBlue", {"kind": "player", "name": "Anna", "side": "Blue"}),
        (
            "Main MapBoardPicker\tField\t0\t0",
            {"kind": "other", "title": "boards of a map", "fields": {"map": "Main Map", "more": ["Field", "0", "0"]}},
        ),
        ("NOTES\tbob@example.org", {"kind": "other", "title": "scenario notes", "fields": {"text": "(hidden)"}}),
        ("PNOTE\tid\tmy plan", {"kind": "other", "title": "a player's private notes", "fields": None}),
        ("SEMAIL\tbob@example.org", {"kind": "other", "title": "second e-mail address for dice", "fields": None}),
        ("WHAT\tever", {"kind": "unknown", "word": "WHAT", "length": 9}),
        (
            "CHECK\t2.0\t1.0\tALERT\\\tOld",
            {
                "kind": "conditional",
                "conditions": ["2.0", "1.0"],
                "command": {"kind": "other", "title": "alert shown", "fields": {"text": "Old"}},
            },
        ),
    ],
)
def test_every_kind_of_command_has_a_form(tmp_path: Path, raw: str, expected: dict[str, Any]) -> None:
    saved = read(tmp_path, [raw], [[raw]])
    assert commands(saved) == [expected]
    assert components(saved) == [expected]


def test_what_a_log_does_without_logging_it_belongs_to_the_position(tmp_path: Path) -> None:
    text = game([], [["CHATstep"]]) + "\x1bNOTES\tlate\x1b" + add("1")
    document = describe_game(read_saved(write(tmp_path, text)), pieces=True, commands=True)
    assert [piece["id"] for piece in document["pieces"]] == ["1"]
    assert [command["title"] for command in document["components"]] == ["scenario notes"]
    assert len(list(document["steps"])) == 1


def test_a_stack_that_changes_is_told_by_its_pieces(tmp_path: Path) -> None:
    (told,) = commands(read(tmp_path, [add("1"), stack("9", "1")], [["D/9/Main Map;10;20;@@1"]]))
    assert (told["piece"], [(each["field"], each["old"], each["new"]) for each in told["changes"]]) == (
        "stack",
        [("members", ["1"], [])],
    )


def test_a_value_of_a_kind_that_nobody_foresaw_is_hidden() -> None:
    assert plain(object(), Redactor((), ())) == "(hidden)"
