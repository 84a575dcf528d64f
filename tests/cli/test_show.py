"""`adjudicate show` as a player uses it."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.showing.checking import EVERY_OUTPUT, leaks, passwords, problems, show
from tests.showing.making import add, change, game, move, stack, write
from tests.support import SKIRMISH
from vassal_bridge.archive import open_archive
from vassal_bridge.obfuscation import uncover
from vassal_bridge.saved import read_saved

BLUE = SKIRMISH / "blue-turn1.vlog"
RED = SKIRMISH / "red-turn1.vlog"
START = SKIRMISH / "start.vsav"
SAMPLES = (BLUE, RED, START)


def sections(document: str) -> set[str]:
    return {"pieces", "components", "steps"} & set(json.loads(document))


def by_name(path: Path) -> str:
    return path.name


# --- for people -----------------------------------------------------------------------------------------------------------------


def test_the_summary_says_what_the_file_is_and_what_it_holds(capsys: pytest.CaptureFixture[str]) -> None:
    lines = show(capsys, RED).splitlines()
    assert lines[0] == "red-turn1.vlog: a log written by VASSAL 3.7.26"
    assert [" ".join(line.split()) for line in lines[1:]] == [
        "module Skirmish 1.0",
        "saved 2026-11-18 10:33 UTC",
        "players Anna: Blue, Bruno: Red",
        "pieces 35 pieces, 22 stacks (6 of several pieces), 1 deck, when the log begins",
        "Main Map: 34 pieces; in decks: Cup 7",
        "Charts: 1 piece",
        "concealed 2 masked",
        "log 26 steps, 2 dice rolls, 25 lines of chat",
        "unknown nothing",
    ]


def test_the_summary_of_a_save_speaks_of_no_steps(capsys: pytest.CaptureFixture[str]) -> None:
    said = show(capsys, START)
    assert said.startswith("start.vsav: a saved game")
    assert "step" not in said
    assert "when the log begins" not in said


def test_the_summary_fits_a_screen_however_much_a_file_holds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = [add(str(number), place=f"Map {number};1;2") for number in range(60)]
    position += [f"PLAYER\tid{number}\tname{number}\tside{number}" for number in range(60)]
    position += [f"{'x' * (number + 1)}§" for number in range(20)]
    lines = show(capsys, write(tmp_path, game(position))).splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) < 400
    assert "    and 50 more maps" in lines
    assert any(line.endswith("and 48 more") for line in lines)


def test_onlookers_and_odd_things_have_lines_of_their_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = ["PLAYER\tcarl-pw\tCarl\t<observer>", add("1", ("odd;", "")), "odd\tcommand", "+/2", "+/3/mark;A\tpiece;;;;x/y"]
    said = show(capsys, write(tmp_path, game(position, [["UNDO\ttrue", "UNDO\tfalse"]])))
    for line in (
        "  players    none",
        "  onlookers  Carl",
        "  log        1 step, 0 dice rolls, 0 lines of chat, 1 undo",
        "  unknown    commands odd 1; traits odd 1 (kept whole)",
        "  unreadable 1 command, 1 piece",
    ):
        assert line in said.splitlines()


def test_pieces_are_listed_by_map_with_place_stack_and_how_they_stand(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [re.split(r"  +", line.strip()) for line in show(capsys, RED, "--pieces").splitlines()]
    for row in (
        ["Main Map: 34 pieces"],
        ["Storm", "1130,110", "Cup 1/7", "moved, masked by Blue"],
        ["XXIII HQ", "129,420", "1/2", "Step 1/2, moved, Supply 3, turned 60°"],
        ["88 AA", "129,420", "2/2", "Step 1/2, moved, Supply 3"],
        ["21 Inf (reduced) (dug in)", "337,300", "1/2", 'Step (reduced), moved, "dug in", Supply 3'],
        ["A;B Kgr", "683,740", "Step 1/2, Supply 3"],
        ["Charts: 1 piece"],
    ):
        assert row in rows
    names = [row[0] for row in rows]
    assert names.index("88 AA") == names.index("XXIII HQ") + 1


def test_the_players_remark_and_what_is_wrong_beside_the_game_are_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.vsav"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as container:
        container.writestr("savedGame", game([]))
        container.writestr("savedata", "<data><description>before\nthe storm</description></data>")
        container.writestr("moduledata", "<data")
    lines = show(capsys, path).splitlines()
    assert "  described  before the storm" in lines
    assert any(line.startswith("  problem    moduledata: ") for line in lines)


def test_layers_are_told_by_name_or_number(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    def layer(name: str, images: str, names: str, more: str = "false;;") -> str:
        return f"emb2;;128;A;;128;;;128;;;;1;false;0;0;{images};{names};true;{name};;;{more};1;1;true;;70,130;;;1.0;;true"

    layers = (
        (layer("Out", "a.png", ""), "1"),
        (layer("Fort", "a.png", ""), "-1"),
        (layer("Step", "a.png,b.png", "full,half"), "2"),
        (layer("Fuel", "a.png,b.png,c.png", ""), "3"),
        (layer("Weather", "a.png,b.png", "", "true;{Rain ? 1 : 2};"), "1"),
        (layer("", "a.png,b.png", ""), "1"),
    )
    said = show(capsys, write(tmp_path, game([add("1", *layers)])), "--pieces")
    assert said.splitlines()[-1].endswith("10,20    Out, Step half, Fuel 3/3, Weather ?, layer 1/2")


def test_a_piece_that_cannot_be_read_is_listed_with_the_reason(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = [add("1"), "+/2/mark;A\tpiece;;;;x/y", add("3", ("hide;73,130;Hide;;player:", "x1"), place="null;0;0")]
    said = show(capsys, write(tmp_path, game(position)), "--pieces", "--traits")
    assert "piece 2  0,0    cannot be read: a piece of 2 traits has 1 states" in said
    assert "piece 2 (no map): cannot be read: a piece of 2 traits has 1 states" in said
    assert "On no map: 2 pieces" in said
    assert "1 Inf    0,0    hidden by somebody" in said


@pytest.mark.parametrize(
    "lines",
    [
        ("    1  say  Blue turn 1 begins",),
        ("    3  change Storm: Moved true", "       change Storm: masked by Blue", "       move Storm -> Main Map 1310,110"),
        (
            "    5  change 4 Recon: trail of 1 point, Moved true",
            "       move 4 Recon -> Main Map 475,300",
            "       new stack at Main Map 475,300: 4 Recon",
            "       say  * 4 Recon moves 0502 -> 0704 *",
        ),
        ("   11  roll *** 1d6 = 4 *** <Anna>", "       set 1d6_result: 1 -> 4"),
        ("   14  change 23 Inf: Step level: 1 -> 2, now (reduced)",),
        ("   16  add Out of Supply", "       move Out of Supply -> Main Map 60,300"),
        ("   21  remove Blue Repl",),
        ("   24  change Cup: another order", "       say  * Anna shuffles Cup (Shuffle)"),
        ("   28  change 5 Pz: Supply: 3 -> 2",),
        ("   29  change 21 Inf (reduced): TextLabel: (empty) -> dug in",),
        ("       boards of a map: Main Map, [Field Board, 0, 0]",),
        ("       player Anna: Blue (2 times)",),
    ],
)
def test_commands_are_told_step_by_step_in_plain_words(capsys: pytest.CaptureFixture[str], lines: tuple[str, ...]) -> None:
    assert "\n" + "\n".join(lines) + "\n" in show(capsys, BLUE, "--commands")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("UNDO\ttrue", "undo begins"),
        ("UNDO\tfalse", "undo ends"),
        ("MutableProperty\tWeather\tClear\tRain\tZone 1", "set Weather (Zone 1): Clear -> Rain"),
        ("MutableProperty\tWeather\tClear", "set Weather: Clear -> nothing"),
        ("PNOTE\tanna-pw\tmy plan", "a player's private notes (not shown)"),
        ("OBA/+/something", "unknown command OBA, kept whole (15 characters)"),
        ("§", "unknown command without a name, kept whole (1 character)"),
        ("+/9/x", "cannot be read: a piece is added without its type or state"),
        ("+/9/mark;A\tpiece;;;;x/y", "add piece 9: cannot be read: a piece of 2 traits has 1 states"),
        ("-/1", "remove 1 Inf"),
        ("-/5", "remove a stack"),
        ("-/77", "remove piece 77"),
        ("M/null/null/0/0/null/null/0/0/null", "move a piece -> no map"),
        ("D/77/x", "change piece 77: cannot be read: nothing says what kind of piece it is"),
        (change("1", ["Main Map;10;20;7;0"]), "change 1 Inf: nothing"),
        (change("1", ["Main Map;10;20;7;1;OldX;3"]), "change 1 Inf: only what VASSAL keeps in mind about it"),
        (stack("6", place="Main Map;1;2"), "new stack at Main Map 1,2: nothing in it"),
        ("CHECK\t9.9\tALERT\\\tOld", "for some versions of VASSAL: alert shown: Old"),
        ("PLAYER\tcarl-pw\tCarl\tGreen", "player Carl: Green"),
    ],
)
def test_every_kind_of_command_has_its_words(capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, said: str) -> None:
    path = write(tmp_path, game([add("1"), stack("5", "1")], [["CHATfirst", command]]))
    assert show(capsys, path, "--commands").splitlines()[-1].strip() == said


def test_a_step_of_which_nothing_can_be_told_is_still_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path, game([], [["begin_save"], ["CHATx"]]))
    assert show(capsys, path, "--commands").splitlines()[-2:] == ["    1  nothing that can be told", "    2  say  x"]


def test_only_chat_is_listed_when_only_chat_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    lines = show(capsys, BLUE, "--chat").splitlines()
    assert "    5  * 4 Recon moves 0502 -> 0704 *" in lines
    assert "   11  *** 1d6 = 4 *** <Anna>" in lines
    assert len(lines) == 2 + 30


def test_traits_are_listed_with_what_they_hold(capsys: pytest.CaptureFixture[str]) -> None:
    said = show(capsys, START, "--traits")
    assert "\n7 Eng (Main Map 129,660)\n" in said
    assert "\n  Mark When Moved: image moved.png, x 18, y -24, command Mark Moved, key 77,130\n" in said
    assert "\n  Marker: Type Chit, ChitId 2\n" in said
    assert "marker {piece Out of Supply}" in said


# --- for programs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SAMPLES, ids=by_name)
@pytest.mark.parametrize("flags", [(), ("--pieces",), ("--traits",), ("--commands",), ("--chat",)], ids="".join)
def test_json_is_as_the_schema_says(capsys: pytest.CaptureFixture[str], path: Path, flags: tuple[str, ...]) -> None:
    assert problems(json.loads(show(capsys, path, "--format", "json", *flags))) == []


def test_json_of_anything_odd_is_as_the_schema_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    position = [
        add("1", ("odd;", ""), ("nonRect2;1e999;", "")),
        add("null"),
        "+/2/mark;A\tpiece;;;;x/y",
        "+/3/other;x/y",
        "+/4/deck;/Main Map;1;2;true;1",
        "odd\t",
        "+/5",
        "CHECK\t9.9\t",
    ]
    steps = [
        ["D/1/x"],
        ["D/9/x"],
        ["+/5"],
        ["+/6/mark;A\tpiece;;;;x/y"],
        ["begin_save"],
        ["PNOTE\tx\ty"],
        [move("4", "null/1/2", "x1")],
    ]
    path = write(tmp_path, game(position, steps))
    for flags in ((), ("--traits", "--commands", "--chat")):
        assert problems(json.loads(show(capsys, path, "--format", "json", *flags))) == []


def test_the_schema_refuses_what_it_does_not_name(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(show(capsys, START, "--format", "json", "--traits"))
    assert problems(document) == []
    spoils: list[Callable[[dict[str, Any]], object]] = [
        lambda whole: whole.update(extra=1),
        lambda whole: whole["counts"].pop("pieces"),
        lambda whole: whole["pieces"][0].update(password="x"),
        lambda whole: whole["pieces"][0]["traits"][0].update(extra=1),
        lambda whole: whole.update(steps=[{"step": 1, "entry": 1, "commands": [{"kind": "move"}]}]),
        lambda whole: whole.update(steps=[{"step": 1, "entry": 1}]),
    ]
    for spoil in spoils:
        spoiled = json.loads(json.dumps(document))
        spoil(spoiled)
        assert problems(spoiled) != []


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ((), {"pieces", "components", "steps"}),
        (("--pieces",), {"pieces"}),
        (("--traits",), {"pieces"}),
        (("--commands",), {"components", "steps"}),
        (("--chat",), {"steps"}),
        (("--pieces", "--chat"), {"pieces", "steps"}),
    ],
)
def test_flags_choose_the_sections_of_the_json(
    capsys: pytest.CaptureFixture[str], flags: tuple[str, ...], expected: set[str]
) -> None:
    assert sections(show(capsys, BLUE, "--format", "json", *flags)) == expected


def test_json_is_ascii_with_an_item_to_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    said = show(capsys, RED, "--format", "json", "--pieces")
    assert said.isascii()
    assert '"name": "\\u00c9lan Bde"' in said
    document = json.loads(said)
    assert len(said.splitlines()) == len(document) - 1 + 2 + 2 + len(document["pieces"])


# --- any file -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["turn5.vsav", "turn5.zip", "turn5"])
def test_a_files_name_does_not_matter(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    shutil.copy(BLUE, tmp_path / name)
    expected = show(capsys, BLUE).partition(":")[2]
    assert show(capsys, tmp_path / name) == f"{name}:{expected}"


def test_the_bare_text_of_a_save_will_do(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text, _ = uncover(open_archive(BLUE).read("savedGame"))
    said = show(capsys, write(tmp_path, text, "bare.txt"))
    assert said.startswith("bare.txt: a log\n")
    assert "module" not in said
    assert "35 steps, 2 dice rolls" in said


def test_what_a_file_holds_cannot_fake_lines_or_steer_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = "x\n  players    Mallory: Blue\r\x07\x9b2J\u202e"
    position = [f"PLAYER\tid\t{bad}\t{bad}", add("1", ("PROP;" + bad, bad), ("emb2;" + bad, "1"), name=bad, place=bad + ";1;2")]
    steps = [["CHAT" + bad, f"MutableProperty\t{bad}\t{bad}\t{bad}\t{bad}", move("1", bad + "/1/2", "y1"), bad]]
    path = write(tmp_path, game(position, steps))
    for flags in EVERY_OUTPUT:
        said = show(capsys, path, *flags)
        assert not re.search(r"[^\n -~]", said.replace("°", "").replace("…", "").replace("�", ""))
        assert not re.search(r"^  players +Mallory", said, re.MULTILINE)


# --- what must never be shown ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flags", EVERY_OUTPUT, ids=" ".join)
@pytest.mark.parametrize("path", SAMPLES, ids=by_name)
def test_no_password_and_no_address_of_a_sample_is_shown(
    capsys: pytest.CaptureFixture[str], path: Path, flags: tuple[str, ...]
) -> None:
    words = passwords(read_saved(path))
    assert "anna-pw" in words
    assert leaks(show(capsys, path, *flags), words) == []


def test_an_id_copied_into_every_text_of_a_file_is_shown_nowhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    word, address = "s3cr3t-pw", "bob@example.org"
    both = f"{word} {address}"
    traits = [
        (f"emb2;;128;A;;128;;;128;;;;1;false;0;0;{both};+{both};true;{both};;;false;;1;1;true;;70,130;;;1.0;;true", "1"),
        (f"PROP;{both};true,0,9,false;;{both}", both),
        (f"mark;{both}", both),
        (f"label;;{both};10;;;t;0;c;0;b;c;$pieceName$ ($label$);{both};0;0;{both}", both),
        (f"placemark;{both};79,130;{both};{both};0;0;false", ""),
        (f"prototype;{both}", ""),
        ("obs;80,130;m.png;Mask;B;?;side:", f"{word};|1|{word}"),
        ("hide;73,130;Hide;;player:", word),
        ("restrict;;true;true;", word),
        (f"propertysheet;0{both};{both};;0;;;;", both),
        (f"{word};{both}", both),
    ]
    texts = ["CHAT" + both, f"MutableProperty\t{both}\t{both}\t{both}\t{both}", f"NOTES\t{both}", f"TURN{both}\t{both}"]
    texts += [f"{both}BoardPicker\t{both}", f"PNOTE\t{word}\t{both}", f"{word}", f"GlobalProperty\t;{both};{both};{both}"]
    texts += [f"CHECK\t{both}\tCHAT{both}", f"SEMAIL\t{address}", f"PLAYER\t{word}\tAnna\tBlue", f"EXT\t{both}\t{both}"]
    piece = add(both, *traits, name=both, place=f"{both};1;2")
    state = [*(f"x{trait[1]}" for trait in traits), f"{both};3;4;{both};1;{both};{both}"]
    steps = [[text] for text in texts] + [
        [piece.replace(f"+/{both}", "+/2")],
        [change(both, state)],
        [move(both, f"{both}/1/2", word)],
    ]
    path = write(tmp_path, game([*texts, piece, stack(f"9{both}", both, place=f"{both};1;2")], steps))
    for flags in EVERY_OUTPUT:
        said = show(capsys, path, *flags)
        assert word not in said
        assert "example" not in said
    assert "(hidden)" in said
