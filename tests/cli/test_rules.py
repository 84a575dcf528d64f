"""`adjudicate rules`: sections with what became of them, one section or rule in full, defects, coverage; errors are sentences."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli import cli, main
from adjudicator.exitcodes import ExitCode
from adjudicator.facts import NO, YES, unsure
from adjudicator.rules.opinion import Judged
from tests.games.test_checks import Result as Case
from tests.games.test_checks import Step, case
from tests.games.tiny import FILES, spoilt, write
from tests.support import named


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return write(tmp_path / "tiny")


@pytest.fixture(autouse=True)
def cases(monkeypatch: pytest.MonkeyPatch) -> list[Case]:
    """The cases that the runner is going to report, in the place of those of the folder."""
    found: list[Case] = []
    runner = ModuleType("adjudicator.cases")
    runner.run_all = lambda game: found  # type: ignore[attr-defined]  # a module made up on the spot
    monkeypatch.setitem(sys.modules, "adjudicator.cases", runner)
    return found


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["rules", *map(str, arguments)], standalone_mode=False)


def told(*arguments: str | Path) -> str:
    result = run(*arguments)
    assert result.exception is None, result.exception
    return result.output


def document(*arguments: str | Path) -> Any:
    return json.loads(told(*arguments, "--format", "json"))


def exit_of(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as left:
        main(["rules", *map(str, arguments)])
    return int(left.value.code or 0)


def test_units_are_listed_with_their_ids_and_where_they_begin() -> None:
    lines = told("koenigsberg-rg", "--units").splitlines()
    assert lines[0].split() == ["id", "name", "side", "formation", "kind", "set", "up", "at"]
    assert any(line.split() == ["su-43a-90", "90", "soviet", "3BF/43", "Army", "infantry", "2143"] for line in lines)
    units = document("koenigsberg-rg", "--units")["units"]
    assert next(each for each in units if each["id"] == "su-43a-90")["set_up"] == {"campaign": "2143"}


def test_what_may_be_stated_of_the_past_is_listed() -> None:
    lines = told("koenigsberg-rg", "--memories").splitlines()
    assert any(line.startswith("released ") and "game" in line and "a list" in line for line in lines)
    assert all(each["lasts"] for each in document("koenigsberg-rg", "--memories")["memories"])


def test_every_section_is_listed_with_its_disposition_and_rules(game: Path) -> None:
    assert told(game).splitlines() == [
        "A tiny game, Nobody (tiny)",
        "",
        "1.1  enforced    Who has a zone  [zoc-who]",
        "1.2  enforced    What zones cost  [zoc-cost]",
        "2.1  definition  The first turn  [zoc-cost, not-first]",
    ]
    assert exit_of(game) == ExitCode.OK


def test_one_section_is_told_with_its_rules_in_words_and_its_defects(game: Path) -> None:
    text = told(game, "1.2")
    assert text.splitlines()[:3] == ["1.2  What zones cost (enforced)", "  Two points.", "  No case shows it yet."]
    assert "Rule zoc-cost\n  Enemy zones cost points\n" in text
    assert "    enter: 2\n    leave: 2\n" in text
    assert "  Only under D1=both.\n" in text
    assert "Rule zoc-cost (not in force)" in text
    assert "D1  Leaving (1.2)" in text
    assert "1.1" not in text


def test_a_rule_is_found_by_its_id_with_or_without_the_game(game: Path) -> None:
    for name in ("not-first", "tiny/not-first"):
        text = told(game, name)
        assert text.startswith("Rule not-first (not in force)\n  Nobody moves on the first turn.\n")
        assert "answers: What must a move obey?" in text
        assert "  Only with the option fog.\n" in text
        assert "  Sections 2.1\n" in text
    assert told(game, "not-first", "--option", "fog").startswith("Rule not-first\n")


def test_parameters_are_told_as_people_say_them(tmp_path: Path) -> None:
    text = FILES["rules.toml"] + (
        '\n[[rule]]\nid = "walk"\nuse = "modes.travel"\ncite = ["1.1"]\nwhen = { side = "red" }\n'
        'with = { name = "walking", unlimited = true, only_along = ["road", "rail"], route_costs = { road = 0.5 } }\n'
        '\n[[rule]]\nid = "t"\nuse = "ground.by_chart"\ncite = ["1.1"]\nwith = { column = "foot" }\n'
        '\n[[rule]]\nid = "walk-2"\nuse = "modes.travel"\ncite = ["1.1"]\nwhen = { side = "blue" }\nwith = { name = "walking" }\n'
    )
    lines = told(write(tmp_path, rules_toml=text), "walk").splitlines()
    for line in ("unlimited: yes", "only along: road, rail", "route costs: road: ½"):
        assert f"    {line}" in lines
    assert "  For side red." in lines


def test_a_printed_number_finds_every_section_printed_so(tmp_path: Path) -> None:
    again = FILES["rulebook.toml"].replace('id = "2.1"', 'id = "1.1@2"').replace('printed = "2.1"', 'printed = "1.1"')
    rules = FILES["rules.toml"].replace('"2.1"', '"1.1@2"')
    folder = write(
        tmp_path,
        rulebook_toml=again,
        rules_toml=rules,
        game_toml=FILES["game.toml"].replace('"2.1"', '"1.1"'),
        scenarios_war_toml=None,
    )
    assert [each["id"] for each in document(folder, "1.1")["sections"]] == ["1.1", "1.1@2"]
    assert "1.1@2  The first turn (definition, printed 1.1)" in told(folder, "1.1@2")


def test_defects_are_told_with_the_reading_taken_and_how_to_take_another(game: Path) -> None:
    text = told(game, "--defects")
    assert "  Taken: both. Both cost.\n  Why: The table says so.\n" in text
    assert "  Otherwise --ruling tiny/D1=entering: Only entering costs.\n" in text
    assert "  Rules that differ under it: zoc-cost.\n" in text


@pytest.mark.parametrize("ruling", ["D1=entering", "tiny/D1=entering"])
def test_another_reading_may_be_taken(game: Path, ruling: str) -> None:
    text = told(game, "--defects", "--ruling", ruling)
    assert "  Taken: entering. Only entering costs.\n  (By your choice; the game's own reading is both.)\n" in text
    assert "  Otherwise --ruling tiny/D1=both: Both cost.\n" in text


def test_an_overlay_changes_what_is_told(game: Path) -> None:
    text = told(game, "zoc-price", "--overlay", "second")
    assert "    enter: 3\n" in text


def test_cases_that_show_a_section_are_named(game: Path, cases: list[Case]) -> None:
    cases += [case("walks", YES), case("fails", NO, ok=False)]
    assert "  Cases:\n    cases/a.toml: walks (legal)\n" in told(game, "1.1")
    assert "  Cases:\n    cases/a.toml: walks (legal)\n" in told(game, "zoc-who")


def test_coverage_names_what_no_case_shows_and_exits_with_1(game: Path, cases: list[Case]) -> None:
    assert exit_of(game, "--coverage") == ExitCode.ILLEGAL
    text = told(game, "--coverage")
    assert "0 of 2 enforced sections shown by cases." in text
    assert "  1.1 (Who has a zone): no case shows it legal, illegal or undecided\n" in text
    assert "  1.2 (What zones cost): no case shows it legal or illegal\n" in text
    assert "  rule zoc-who: no case calls it\n" in text


def test_whole_coverage_exits_with_0(game: Path, cases: list[Case]) -> None:
    cases += [case(str(n), truth, "zoc-who", "1.1", "1.2") for n, truth in enumerate((YES, NO, unsure(named("terrain 0101"))))]
    cases.append(case("of the other", YES, "zoc-cost", "1.2"))
    found = document(game, "--coverage")["coverage"]
    whole = {"enforced": 2, "shown": 2, "missing": [], "unseen_rules": [], "failed": [], "whole": True}
    assert found == {**whole, "calls": {"zoc-who": 3, "zoc-cost": 1}}
    assert exit_of(game, "--coverage") == ExitCode.OK
    cases.append(Case("broken", (Step(Judged(cases[0].steps[0].judged.action, ())),), ok=False))
    assert exit_of(game, "--coverage") == ExitCode.ILLEGAL
    assert "  cases/a.toml: broken: does not come out as it says\n" in told(game, "--coverage")


def test_gaps_of_a_game_are_counted_and_listed(tmp_path: Path, cases: list[Case]) -> None:
    folder = spoilt(tmp_path, "rules.toml", 'cite = ["2.1"]', "cite = []")
    assert told(folder).endswith("\nUnfinished: 1 gap; --coverage lists them.\n")
    assert "  rules.toml, line 27, not-first: not-first cites no section; add cite" in told(folder, "--coverage")


def test_the_json_document_holds_all_of_it(game: Path) -> None:
    found = document(game, "--defects")
    assert found["schema"] == "adjudicate/rules/1"
    assert found["game"]["rulings"] == {"D1": "both"}
    assert found["game"]["options"] == {"fog": False}
    assert [each["id"] for each in found["sections"]] == ["1.1", "1.2", "2.1"]
    assert [(each["id"], each["in_force"]) for each in found["rules"]] == [
        ("zoc-who", True),
        ("zoc-cost", True),
        ("zoc-cost", False),
        ("not-first", False),
    ]
    assert found["defects"][0]["readings"][1]["choose"] == "--ruling tiny/D1=entering"
    assert "cases" not in found["sections"][0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "no game is called so"),
        (["GAME", "9.9"], "tiny has no section, rule or defect 9.9"),
        (["GAME", "--ruling", "D1"], "D1 is not of the form DEFECT=READING"),
        (["GAME", "--ruling", "D1=x"], "D1 has no reading x; there are both, entering"),
        (["GAME", "--ruling", "D2=both"], "no defect is called D2"),
        (["GAME", "--ruling", "huge/D1=both"], "huge/D1 is not of tiny"),
        (["GAME", "--option", "frog"], "no option is called frog; did you mean fog?"),
        (["GAME", "--overlay", "third"], "there is no overlay third; there is second"),
        (["GAME", "1.1", "--coverage"], "--coverage looks at a whole game"),
    ],
)
def test_what_is_asked_for_in_vain_is_wrong_usage(
    game: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_of(*(str(game) if each == "GAME" else each for each in arguments)) == ExitCode.USAGE
    assert said in capsys.readouterr().err


def test_a_folder_with_faults_is_unreadable_and_tells_them_all(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("rules.toml", "units.csv"):
        (game / name).write_text("\x1b[2J = [")
    assert exit_of(game) == ExitCode.UNREADABLE
    said = capsys.readouterr().err
    assert "rules.toml, line 1: is not TOML" in said
    assert "units.csv, line 1" in said
    assert "Traceback" not in said
    assert "\x1b" not in said


def test_without_a_game_those_that_came_with_the_program_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("adjudicator.games.find._PACKAGE", tmp_path / "adjudicator")
    write(tmp_path / "modules" / "tiny")
    assert exit_of() == ExitCode.OK
    assert capsys.readouterr().out == "tiny                    A tiny game\n"
    spoilt(tmp_path / "modules" / "spoilt", "rules.toml", "zoc.by_rating", "zoc.x")
    assert exit_of() == ExitCode.UNREADABLE
    assert "spoilt                  cannot be used: 1 fault (see `adjudicate rule spoilt`)\n" in capsys.readouterr().out


def test_without_a_runner_for_cases_the_sections_are_told_all_the_same(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adjudicator.cases", None)
    assert "No case" not in told(game, "1.1")
    assert "The cases were not judged" in told(game, "--coverage")
    assert exit_of(game, "--coverage") == ExitCode.ILLEGAL
