"""`adjudicate replay` as a player uses it."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli import main
from adjudicator.library.shelf import HOME
from tests.module.building import MAP, V, board, element, game_map, hex_grid, hex_numbers
from tests.modulezips import extension_file, module_file, save_file
from tests.showing.checking import leaks, passwords
from tests.showing.making import add, change, game, move, stack
from tests.showing.replays import problems
from tests.support import SKIRMISH
from vassal_bridge.saved import read_saved
from vassal_bridge.sequence import encode

BLUE = SKIRMISH / "blue-turn1.vlog"
RED = SKIRMISH / "red-turn1.vlog"
START = SKIRMISH / "start.vsav"
MODULE = SKIRMISH / "skirmish.vmod"
FORMS = ("text", "json", "jsonl")
ANNA = "PLAYER\tanna-pw\tAnna\tBlue"


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(["replay", *map(str, arguments)])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


def replay(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What is said of a log in its module: all well, and nothing to remark."""
    code, said, aside = run(capsys, *arguments)
    assert (code, aside) == (0, "")
    return said


def document(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(capsys, *arguments, "--format", "json")[1])
    assert problems(found) == []
    return found


def block(said: str, step: int) -> list[str]:
    """What is said of one step: who acted, and then what happened."""
    for part in said.split("\n\n"):
        head, *lines = part.splitlines()
        if re.match(rf" *{step}  ", head):
            return [head.split("  ", 1)[1].strip() if head.startswith(" ") else head, *(line[7:] for line in lines)]
    raise AssertionError(f"no step {step}")


def happened(said: str, step: int) -> list[str]:
    return block(said, step)[1:]


# --- our own logs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        (1, ["say     Blue turn 1 begins"]),
        (
            2,
            ["say     * <Anna> Turn updated from Turn 1: Supply to Turn 1: Command", "turn    Turn 1: Supply -> Turn 1: Command"],
        ),
        (3, ["say     * chit moves Cup -> Drawn *", "draw    Storm Cup -> Drawn", "change  Storm: masked by Blue"]),
        (5, ["say     * 4 Recon moves 0502 -> 0704 *", "move    4 Recon 0502 -> 0704"]),
        (7, ["say     * 21 Inf, 22 Inf, 5 Pz moves 0303 -> 0504 *", "move    21 Inf, 22 Inf, 5 Pz 0303 -> 0504"]),
        (11, ["say     *** 1d6 = 4 *** <Anna>", "roll    1d6: 4"]),
        (13, ["say     *** 2d6: 5,3 = 8 *** <Anna>", "roll    2d6: 5, 3 = 8"]),
        (20, ["say     * 0101: Blue Repl cloned", "add     Blue Repl at 0101"]),
        (21, ["say     * : Blue Repl deleted", "remove  Blue Repl at 0101"]),
        (22, ["move    4 Recon 0704 -> Eliminated"]),
        (23, ["return  Storm Drawn -> Cup"]),
        (24, ["say     * Anna shuffles Cup (Shuffle)", "shuffle Cup"]),
        (28, ["change  5 Pz: Supply: 3 -> 2"]),
        (29, ["change  21 Inf (reduced): TextLabel: (empty) -> dug in"]),
        (31, ["change  XXIII HQ: Facing rotation: 0 -> 1"]),
        (32, ["say     * 7 Eng moves 0208 -> offboard *", "move    7 Eng 0208 -> offboard 500,940"]),
    ],
)
def test_a_step_says_who_did_what(capsys: pytest.CaptureFixture[str], step: int, lines: list[str]) -> None:
    assert happened(replay(capsys, BLUE), step) == lines


@pytest.mark.parametrize(("step", "who"), [(1, "somebody"), (2, "Anna (Blue)"), (5, "Anna (Blue)"), (30, "somebody")])
def test_a_step_names_a_player_where_the_log_does(capsys: pytest.CaptureFixture[str], step: int, who: str) -> None:
    assert block(replay(capsys, BLUE), step)[0].endswith(who)


def test_a_flip_of_several_counters_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert happened(replay(capsys, BLUE), 15)[-1] == "change  21 Inf, 22 Inf: Step level: 1 -> 2, now (reduced)"


def test_the_position_is_told_by_map_and_hex(capsys: pytest.CaptureFixture[str]) -> None:
    said = replay(capsys, BLUE)
    assert said.count("\nAfter step 35 (the last)\n  players  Anna (Blue)\n  turn     Turn 1: End\n") == 1
    for line in (
        "Main Map: 34 pieces",
        "  0205              XXIII HQ                   Step 1/2, moved, Supply 3, turned 60°",
        "                    88 AA                      Step 1/2, moved, Supply 3",
        "  Cup               deck Cup, 7 pieces: Storm, Red Move 2, Blue Move 1, Red Move 1, Blue Supply, Red Supply, Rain",
        "  Drawn             Blue Move 2                moved, masked by Blue",
        "Charts: 1 piece",
        "  offboard 100,100  Control",
    ):
        assert line in said.splitlines()


def test_to_stops_after_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    said = replay(capsys, BLUE, "--to", 5)
    assert "\nAfter step 5\n" in said
    assert "  0704   4 Recon" in said
    assert "\n    6  " not in said
    assert "\nAt the start\n" in replay(capsys, BLUE, "--to", 0)
    for step in (0, 5, 35):
        found = document(capsys, BLUE, "--to", step)
        assert (found["length"], found["to"], len(found["steps"])) == (35, step, step)


def test_the_start_of_a_log_is_the_save_it_began_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys, BLUE, "--to", 0)["position"] == document(capsys, START)["position"]
    assert "\nThe position\n" in replay(capsys, START)
    assert replay(capsys, START).startswith("start.vsav: a saved game, replayed in Skirmish 1.0 (skirmish.vmod)\n")


def test_the_answer_begins_where_the_turn_before_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys, RED, "--to", 0)["position"] == document(capsys, BLUE)["position"]


def test_lines_of_json_are_the_document_in_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    whole = document(capsys, BLUE)
    records = [json.loads(line) for line in replay(capsys, BLUE, "--format", "jsonl").splitlines()]
    assert [problems(record) for record in records] == [[]] * 36
    assert records[:-1] == whole["steps"]
    assert {name: records[-1][name] for name in ("turns", "players", "properties", "position")} == {
        name: whole[name] for name in ("turns", "players", "properties", "position")
    }
    assert (records[-1]["kind"], records[-1]["step"]) == ("position", 35)


def test_json_has_places_with_points_and_names_before_and_after(capsys: pytest.CaptureFixture[str]) -> None:
    steps = document(capsys, BLUE)["steps"]
    (moved,) = steps[4]["moved"]
    assert moved["from"] == {"map": "Main Map", "x": 337, "y": 140, "location": "0502", "zone": "Field", "deck": None}
    assert (moved["to"]["location"], moved["to"]["x"]) == ("0704", 475)
    assert steps[4]["by"] == {"name": "Anna", "side": "Blue", "evidence": "move"}
    assert {change["field"] for change in steps[4]["changed"][0]["changes"]} >= {"moved", "points"}
    assert (steps[13]["changed"][0]["old_name"], steps[13]["changed"][0]["name"]) == ("23 Inf", "23 Inf (reduced)")
    assert steps[12]["rolls"][0]["results"] == ["5", "3"]
    assert steps[2]["moved"][0]["from"]["deck"] == "Cup"
    (deck,) = steps[23]["decks"]
    assert (deck["shuffled"], len(deck["members"])) == (True, 8)


# --- the module -----------------------------------------------------------------------------------------------------------------


def test_a_log_far_from_its_module_finds_it_in_the_library(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = shutil.copy(BLUE, tmp_path / "turn1.vlog")
    code, said, aside = run(capsys, log)
    assert code == 0
    assert aside == (
        "adjudicate: note: no module Skirmish 1.0 found for turn1.vlog: places are told by map and point, not by hex\n"
    )
    assert said.startswith("turn1.vlog: a log of 35 steps, replayed without a module\n")
    assert happened(said, 5)[-1] == "move    4 Recon Main Map 337,140 -> Main Map 475,300"
    with pytest.raises(SystemExit):
        main(["module", "add", str(MODULE)])
    capsys.readouterr()
    assert happened(replay(capsys, log), 5)[-1] == "move    4 Recon 0502 -> 0704"


def test_without_a_module_json_has_no_names_of_places(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = document(capsys, shutil.copy(BLUE, tmp_path / "turn1.vlog"))
    assert (found["played_in"], len(found["notes"]), found["turns"]) == (None, 1, [])
    assert {group["location"] for group in found["position"]} == {None}
    assert found["steps"][1]["turns"][0]["name"] is None
    assert "Storm" in [piece["name"] for group in found["position"] for piece in group["pieces"]]


def test_a_module_can_be_named_and_must_be_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = shutil.copy(BLUE, tmp_path / "turn1.vlog")
    assert "move    4 Recon 0502 -> 0704" in replay(capsys, log, "-m", MODULE)
    assert run(capsys, log, "-m", tmp_path / "nowhere.vmod")[0] == 4
    assert run(capsys, log, "-m", START)[0] == 4


def test_of_two_modules_a_log_gets_its_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    alone = run(capsys, BLUE, "-m", MODULE)
    assert alone[0] == 0
    assert run(capsys, BLUE, "-m", module_file(tmp_path / "b.vmod"), "-m", MODULE) == alone


def test_another_module_is_used_with_a_warning(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    other = module_file(tmp_path / "other.vmod", game_map(boards=[board(name="Field Board")], name="Main Map"), name="Other")
    code, said, aside = run(capsys, BLUE, "-m", other)
    assert code == 0
    assert "replayed in Other 1 (other.vmod)" in said
    assert "adjudicate: warning: blue-turn1.vlog was saved with the module Skirmish, but other.vmod is Other" in aside
    assert document(capsys, BLUE, "-m", other)["warnings"] != []


def test_another_version_is_one_note(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    module_file(tmp_path / "new.vmod", version="2")
    _, _, aside = run(capsys, save_file(tmp_path / "game.vsav", game([]), version="1"))
    assert aside == "adjudicate: note: game.vsav was saved with version 1 of Made up; this is version 2\n"


def test_extensions_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    module_file(tmp_path / "made.vmod")
    extension_file(tmp_path / "made_ext" / "more.vmdx", version="3")
    game_file = save_file(tmp_path / "game.vsav", game([]))
    assert "\n  with the extension more 3\n" in replay(capsys, game_file)
    extra = extension_file(tmp_path / "extra.vmdx")
    assert [one["name"] for one in document(capsys, game_file, "-m", extra)["played_in"]["extensions"]] == ["more", "extra"]


# --- logs made by hand ----------------------------------------------------------------------------------------------------------

HEXES = game_map(
    element(MAP + "DrawPile", name="Pool", x=500, y=500, owningBoard="Field"),
    boards=[board(hex_grid(hex_numbers(), dx=70, dy=80), name="Field")],
    name="Main Map",
)
OTHER = game_map(boards=[board(name="Table")], name="Off Map")


def made(folder: Path, position: Iterable[str], steps: Iterable[Sequence[str]] = (), *parts: str) -> Path:
    """A log beside its module, which has a map of hexes and a map without."""
    module_file(folder / "made.vmod", HEXES, OTHER, *parts)
    return save_file(folder / "game.vlog", game([*position, "Main MapBoardPicker\tField\t0\t0"], steps))


def test_moves_to_other_maps_and_within_a_place_are_told_apart(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    steps = [
        ["M/1/Main Map/72/82/null/Main Map/70/80/null/anna-pw"],
        ["M/1/Off Map/5/6/null/Main Map/72/82/null/anna-pw"],
        ["M/1/Off Map/7/8/null/Off Map/5/6/null/anna-pw"],
        ["M/1/Main Map/70/80/null/Off Map/7/8/null/bruno-pw"],
    ]
    said = replay(capsys, made(tmp_path, [ANNA, add("1", place="Main Map;70;80")], steps))
    assert happened(said, 1) == ["move    1 Inf within 0202"]
    assert happened(said, 2) == ["move    1 Inf 0202 (Main Map) -> offboard 5,6 (Off Map)"]
    assert happened(said, 3) == ["move    1 Inf offboard 5,6 (Off Map) -> offboard 7,8 (Off Map)"]
    assert happened(said, 4) == ["move    1 Inf offboard 7,8 (Off Map) -> 0202 (Main Map)"]
    assert [block(said, step)[0].split("  ")[-1] for step in (1, 4)] == ["Anna (Blue)", "somebody"]


def test_pieces_in_another_order_are_told_as_restacked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = [add("1", place="Main Map;70;80"), add("2", name="2 Inf", place="Main Map;70;80")]
    position.append(stack("9", "1", "2", place="Main Map;70;80"))
    new = encode(["9", "Main Map;70;80;2;1;@@1", "Main Map;70;80;1;2;@@1"], "/")
    said = replay(capsys, made(tmp_path, position, [[f"D/{new}"]]))
    assert happened(said, 1) == ["restack 1 Inf, 2 Inf at 0202"]


def test_what_changes_beside_the_pieces_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    steps = [
        ["MutableProperty\tWeather\tClear\tRain\tModule"],
        ["MutableProperty\tLevel\t1\t2\tMain Map"],
        ["PLAYER\tbruno-pw\tBruno\tRed"],
        ["PYREMOVE\tbruno-pw"],
        ["Main MapBoardPicker\tField\t0\t0\tField/rev\t1\t0"],
        ["AUDIO\tshot.wav"],
        ["mymodule\tsecret words"],
        ["CHATnothing else"],
        ["-/77"],
    ]
    path = made(tmp_path, [], steps)
    said = replay(capsys, path)
    assert happened(said, 1) == ["set     Weather: nothing -> Rain"]
    assert happened(said, 2) == ["set     Level (Main Map): nothing -> 2"]
    assert happened(said, 3) == ["join    Bruno (Red)"]
    assert happened(said, 4) == ["leave   Bruno (Red)"]
    assert happened(said, 5) == ["boards  Main Map: Field, Field"]
    assert happened(said, 6) == ["other   sound played"]
    assert happened(said, 7) == ["other   unknown command mymodule (21 characters)"]
    assert happened(said, 9) == ["nothing that can be told"]
    assert "secret words" not in said + run(capsys, path, "--format", "json")[1]
    document(capsys, path)


def test_dice_that_the_chat_tells_otherwise_than_the_game_keeps_are_doubted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    button = element(V + "DiceButton", name="2d6", nDice=2, nSides=6, reportFormat="** $name$ = $result$ *** &lt;$PlayerName$>")
    steps = [["CHAT*** 2d6 = 6,6 *** <Anna>", "MutableProperty\t2d6_result\t1,1\t1,2\tModule"]]
    path = made(tmp_path, [ANNA], steps, button)
    (line,) = [line for line in happened(replay(capsys, path), 1) if line.startswith("roll")]
    assert line.endswith("(what the chat says and what the game keeps of it differ)")
    assert document(capsys, path)["steps"][0]["rolls"][0]["agrees"] is False


def test_an_undo_says_which_step_it_takes_back(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    steps = [
        ["M/1/Main Map/140/120/null/Main Map/70/80/null/anna-pw", "CHAT* 1 Inf moves"],
        ["UNDO\ttrue", "CHAT* UNDO: * 1 Inf moves", "M/1/Main Map/70/80/null/Main Map/140/120/null/anna-pw", "UNDO\tfalse"],
        ["CHAT* UNDO: something of long ago"],
    ]
    path = made(tmp_path, [ANNA, add("1", place="Main Map;70;80")], steps)
    said = replay(capsys, path)
    assert happened(said, 2)[0] == "undo    step 1"
    assert happened(said, 2)[-1] == "move    1 Inf 0302 -> 0202"
    assert happened(said, 3)[0] == "undo    something before (by the words of the chat)"
    assert document(capsys, path)["steps"][1]["undoes"]["marked"] is True


def test_decks_are_drawn_from_and_returned_to(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    deck = "deck;false;Always;Never;true;;;40;40;null;null;false;Pool"
    position = [add("1", name="Ace", place="Main Map;500;500"), add("2", name="King", place="Main Map;500;500")]
    position.append("+/" + (encode(["5", deck, "Main Map;500;500;true;1,2"], "/") or ""))
    path = made(tmp_path, position, [["M/2/Main Map/70/80/null/Main Map/500/500/5/anna-pw"]])
    said = replay(capsys, path)
    assert happened(said, 1)[0].startswith("draw    King ")
    assert re.search(r"deck .*1 piece: Ace$", said, re.MULTILINE)
    (change_of_deck,) = document(capsys, path)["steps"][0]["decks"]
    assert (change_of_deck["old_count"], change_of_deck["members"], change_of_deck["shuffled"]) == (2, ["1"], False)


def test_a_piece_whose_state_is_not_told_wholly_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    hidden = ("hide;73,130;Hide;;player:", "null")
    steps = [[change("1", ["anna-pw", "Main Map;70;80;7;0"], ["null", "Main Map;70;80;7;0"])]]
    path = made(tmp_path, [ANNA, add("1", hidden, place="Main Map;70;80")], steps)
    said = replay(capsys, path)
    assert happened(said, 1) == ["change  1 Inf: hidden by Anna (Blue)"]
    assert "hidden by Anna (Blue)" in said.splitlines()[-1]


def test_a_piece_that_comes_again_as_another_kind_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = made(tmp_path, [add("1", place="Main Map;70;80")], [[add("1", ("mark;Side", "Red"), place="Main Map;70;80")]])
    said = replay(capsys, path)
    assert "change  1 Inf: cannot be told: it became a piece of another kind" in happened(said, 1)
    document(capsys, path)


def test_what_lies_on_no_map_is_told_last(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = replay(capsys, made(tmp_path, [add("1", place="null;0;0"), add("2", name="2 Inf", place="Main Map;70;80")]))
    assert said.rstrip().endswith("On no map: 1 piece\n    1 Inf")


def test_places_are_in_the_order_of_their_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    numbered = hex_grid(hex_numbers(hLeading=0, vLeading=0, sep="."), dx=70, dy=80)
    module_file(tmp_path / "made.vmod", game_map(boards=[board(numbered, name="Field", width=2000)], name="Main Map"))
    position = [add(str(column), name=f"P{column}", place=f"Main Map;{70 * column};80") for column in (10, 9, 2)]
    path = save_file(tmp_path / "game.vsav", game([*position, "Main MapBoardPicker\tField\t0\t0"]))
    names = [group["pieces"][0]["name"] for group in document(capsys, path)["position"]]
    assert names == ["P2", "P9", "P10"]


# --- when something is wrong ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [("--to", "36"), ("--to", "-1"), ("--to", "x"), ("--format", "xml"), ("--nonsense",), (START,)]
)
def test_wrong_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str], arguments: tuple[object, ...]) -> None:
    code, said, wrong = run(capsys, BLUE, *arguments)
    assert (code, said) == (2, "")
    assert "Error: " in wrong


def test_a_save_has_no_steps_to_go_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, START, "--to", 1)[0] == 2
    assert run(capsys, START, "--to", 0)[0] == 0


def test_a_bad_file_is_one_sentence_and_exit_code_4(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.vlog"
    broken.write_bytes(BLUE.read_bytes()[:2000])
    for path, reason in ((broken, "the zip ends too early"), (tmp_path / "nowhere.vlog", "no such file"), (MODULE, "a module")):
        code, said, wrong = run(capsys, path)
        assert (code, said) == (4, "")
        assert reason in wrong
        assert len(wrong.splitlines()) == 1


@pytest.mark.parametrize("form", FORMS)
def test_a_command_that_nobody_can_read_ends_the_replay_in_its_step(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str
) -> None:
    steps = [["CHATbefore"], ["M/1/Main Map/x/2/null/Main Map/1/2/null/anna-pw"], ["CHATbehind"]]
    code, said, wrong = run(capsys, made(tmp_path, [add("1")], steps), "--format", form)
    assert code == 4
    assert "game.vlog: step 2: the coordinates of a move are no whole numbers" in wrong
    assert ("before" in said) == (form != "json")  # of half a document nobody has any use
    assert "behind" not in said


def test_what_vassal_could_not_carry_out_is_a_problem_of_its_step(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    steps = [[change("1", ["one state only"])], ["CHATbehind"]]
    path = made(tmp_path, [add("1", ("PROP;a;false,0,0,false;;b", "1"))], steps)
    assert happened(replay(capsys, path), 1)[-1] == "problem the state of a piece lacks some of its traits"
    assert [len(step["problems"]) for step in document(capsys, path)["steps"]] == [1, 0]


# --- what must never be shown ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", [BLUE, RED, START], ids=lambda path: path.name)
def test_no_password_is_shown(capsys: pytest.CaptureFixture[str], path: Path, form: str) -> None:
    words = passwords(read_saved(path))
    assert "anna-pw" in words
    assert leaks_of(replay(capsys, path, "--format", form), form, words) == []


def leaks_of(said: str, form: str, words: set[str]) -> list[str]:
    texts = said.splitlines() if form == "jsonl" else [said]
    return [found for text in texts for found in leaks(text, words)]


@pytest.mark.parametrize("form", FORMS)
def test_an_id_copied_into_every_text_of_a_log_is_shown_nowhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str
) -> None:
    word, address = "s3cr3t-pw", "bob@example.org"
    both = f"{word} {address}"
    traits = [
        (f"emb2;;128;A;;128;;;128;;;;1;false;0;0;{both};+{both};true;{both};;;false;;1;1;true;;70,130;;;1.0;;true", "1"),
        (f"PROP;{both};true,0,9,false;;{both}", both),
        (f"mark;{both}", both),
        (f"label;;{both};10;;;t;0;c;0;b;c;$pieceName$ ($label$);{both};0;0;{both}", both),
        ("obs;80,130;m.png;Mask;B;?;side:", f"{word};|1|{word}"),
        ("hide;73,130;Hide;;player:", word),
        (f"{word};{both}", both),
    ]
    texts = ["CHAT" + both, f"CHAT*** 2d6 = 7 *** <{both}>", f"MutableProperty\t{both}\t{both}\t{both}\t{both}", f"{word}"]
    texts += [f"TURN{both}\t{both}", f"{both}BoardPicker\t{both}", f"PLAYER\t{word}\tAnna\tBlue", f"PYREMOVE\t{word}"]
    texts += [f"GlobalProperty\t;{both};{both};{both}", f"MutableProperty\t2d6_result\t{both}\t{both}\tModule", f"EXT\t{both}\t1"]
    piece = add(both, *traits, name=both, place=f"{both};1;2")
    state = [*(f"x{trait[1]}" for trait in traits), f"{both};3;4;{both};1;{both};{both}"]
    steps = [[text] for text in texts] + [
        [piece.replace(f"+/{both}", "+/2")],
        [change(both, state)],
        [move(both, f"{both}/1/2", word)],
        [f"-/{both}"],
        ["UNDO\ttrue", f"CHAT* UNDO: {both}", "UNDO\tfalse"],
    ]
    position = [*texts, piece, stack(f"9{both}", both, place=f"{both};1;2")]
    path = save_file(tmp_path / "game.vlog", game(position, steps), name="A module")
    for step in range(len(steps) + 1):
        _, said, aside = run(capsys, path, "--format", form, "--to", step)
        assert word not in said + aside
        assert "example" not in said + aside
        assert "(hidden)" in said


@pytest.mark.parametrize("form", FORMS)
def test_what_a_log_holds_cannot_fake_lines_or_steer_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str
) -> None:
    bad = "x\n    9  Mallory\r\x07\x9b2J\u202e"
    position = [f"PLAYER\tid\t{bad}\t{bad}", add("1", ("PROP;" + bad, bad), name=bad, place=bad + ";1;2")]
    steps = [
        ["CHAT" + bad, f"MutableProperty\t{bad}\t{bad}\t{bad}\t{bad}", move("1", bad + "/1/2", "y1"), bad, f"TURN{bad}\t{bad}"]
    ]
    path = save_file(tmp_path / "game.vlog", game(position, steps), name=bad, version=bad)
    _, said, aside = run(capsys, path, "--format", form)
    for text in (said, aside):
        assert not re.search(r"[^\n -~]", text.replace("…", "").replace("�", ""))
        assert not re.search(r"^ +9  Mallory", text, re.MULTILINE)
