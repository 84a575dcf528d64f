"""`adjudicate case` as somebody with a rules question uses it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.cli import main
from tests.support import ROOT

TEMPLATE = ROOT / "modules" / "_template"
GOOD = """
game = "_template"
[[case]]
name = "A march of two hexes"
section = "3.1"
units = ["r-foot@0101"]
actions = [{ move = "r-foot", to = "0201" }]
"""
BAD = GOOD.replace('"0201" }', '"0201", expect = "illegal allowance 3.1" }')
FAULTY = GOOD.replace("r-foot@0101", "r-foot@0909")


def case(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(["case", *map(str, arguments)])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return int(str(ended.value.code)), captured.out + captured.err


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_a_case_as_expected_is_exit_code_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    assert case(capsys, path) == (0, f"{path}:\n  ok      A march of two hexes (3.1)\n1 case: 1 ok\n")


def test_a_case_that_comes_out_otherwise_is_exit_code_1_with_the_difference(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, said = case(capsys, written(tmp_path, BAD))
    assert code == 1
    assert said.splitlines()[1:] == [
        "  failed  A march of two hexes (3.1), line 3",
        "          expected illegal allowance 3.1, but nothing of the kind was found",
        "1 case: 0 ok, 1 failed",
    ]


def test_a_file_that_cannot_be_judged_is_exit_code_4_and_stops_no_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    paths = [written(tmp_path, text, f"{name}.toml") for name, text in (("a", "x ="), ("b", FAULTY), ("c", BAD), ("d", GOOD))]
    code, said = case(capsys, *paths, tmp_path / "nowhere.toml")
    assert code == 4
    assert "a.toml:1: not TOML" in said
    assert "b.toml:6: case 1, units 1: hex 0909 is not on the map (columns run from 01 to 04, rows from 01 to 03)" in said
    assert "nowhere.toml: cannot be read: no such file or directory" in said
    assert said.endswith("5 cases: 1 ok, 1 failed, 3 could not be judged\n")


@pytest.mark.parametrize("arguments", [(), ("--format", "xml", "x"), ("--nonsense",)])
def test_wrong_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert case(capsys, *arguments)[0] == 2


def test_a_folder_without_cases_is_wrong_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert case(capsys, tmp_path)[0] == 2


def test_all_cases_of_a_game_are_found_by_its_name_its_folder_or_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    by_name, by_folder = case(capsys, "_template"), case(capsys, TEMPLATE)
    files = sorted((TEMPLATE / "cases").glob("*.toml"))
    one_by_one = [case(capsys, file) for file in files]
    assert by_name[0] == by_folder[0] == 0
    count = sum(len(tomllib.loads(file.read_text(encoding="utf-8"))["case"]) for file in files)
    assert by_name[1].splitlines()[-1] == by_folder[1].splitlines()[-1] == f"{count} cases: {count} ok"
    assert [code for code, _ in one_by_one] == [0] * len(files)
    assert str(ROOT) not in by_name[1]


def test_the_game_can_be_given_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, 2 * GOOD.replace('game = "_template"\n', ""))
    code, said = case(capsys, path)
    assert code == 4
    assert said.count("cannot be loaded") == 1
    assert 'write game = "…" or give --game' in said
    assert case(capsys, path, "--game", "_template")[0] == 0


def test_a_game_that_is_not_there_or_not_whole_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = case(capsys, written(tmp_path, GOOD.replace("_template", "atlantis")))
    assert code == 4
    assert "no game is called so" in said
    (tmp_path / "broken").mkdir()
    written(tmp_path / "broken", 'slug = "broken"', "game.toml")
    code, said = case(capsys, written(tmp_path, GOOD.replace('"_template"', '"./broken"')))
    assert code == 4
    assert "the game of its cases cannot be loaded" in said


def test_the_position_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, said = case(capsys, written(tmp_path, GOOD), "--draw")
    assert "/0101     \\" in said
    assert "\\ Foot      /" in said
    assert "0101  Foot [r-foot] (Raiders infantry, attack 4, defence 3, movement 3)" in said


def test_the_arithmetic_is_explained_even_where_it_was_expected(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = case(capsys, TEMPLATE / "cases" / "combat.toml", "--explain")
    assert "              2-1  odds of 4:2 (5.2)" in said
    assert "            legal column 5.2" in said
    assert "to mend it: resolve it on column 1-1" in said


def test_json_tells_everything(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, said = case(capsys, written(tmp_path, BAD), written(tmp_path, FAULTY, "b.toml"), "--format", "json", "--draw")
    document: dict[str, Any] = json.loads(said)
    bad, faulty = document["cases"]
    assert document["ok"] is False
    assert (bad["name"], bad["line"], bad["sections"], bad["ok"]) == ("A march of two hexes", 3, ["3.1"], False)
    assert bad["problems"] == ["expected illegal allowance 3.1, but nothing of the kind was found"]
    (action,) = bad["actions"]
    assert (action["action"], action["verdict"]) == ("Foot moves from 0101 to 0201", "legal")
    assert action["expected"] == ["illegal allowance 3.1"]
    assert {opinion["rule"] for opinion in action["opinions"]} == {"march", "bell", "move-once", "stack-move"}
    assert bad["picture"][-1].startswith("0101  Foot")
    assert faulty["faults"][0]["line"] == 6
    assert faulty["actions"] == []


def test_the_schema_takes_the_games_cases_and_refuses_what_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = case(capsys, "--schema")
    assert code == 0
    schema = json.loads(said)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for file in sorted((TEMPLATE / "cases").glob("*.toml")):
        assert [error.message for error in validator.iter_errors(tomllib.loads(file.read_text(encoding="utf-8")))] == []
    for text in ("", GOOD.replace("units", "unts"), GOOD.replace("move", "mve"), GOOD.replace('"0201"', "201")):
        assert list(validator.iter_errors(tomllib.loads(text)))


def test_a_file_cannot_fake_lines_of_the_report(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, said = case(capsys, written(tmp_path, GOOD.replace("A march", "A\\u001b[2J\\u202e march")))
    assert "\x1b" not in said
    assert "‮" not in said


def test_how_a_case_came_out_is_coloured_where_that_is_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    assert "  \x1b[32mok\x1b[0m      A march" in case(capsys, path, "--color", "always")[1]
    assert "\x1b[1;31mfailed\x1b[0m" in case(capsys, written(tmp_path, BAD), "--color", "always")[1]
    for never in ((), ("--color", "never")):
        assert "\x1b" not in case(capsys, path, *never)[1]


def test_a_case_cannot_steer_the_terminal_even_in_colour(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, GOOD.replace("A march", "A \\u001b[2Jmarch"))
    assert "\x1b[2J" not in case(capsys, path, "--color", "always")[1]
