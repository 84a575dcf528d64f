"""`adjudicate diff`."""

from __future__ import annotations

import json

import pytest

from adjudicator.cli import main


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["diff", *arguments])
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("games", [("koenigsberg-3cg", "koenigsberg-rg"), ("koenigsberg-rg", "koenigsberg-3cg")])
def test_the_edition_is_told_against_the_other_whichever_is_named_first(
    capsys: pytest.CaptureFixture[str], games: tuple[str, str]
) -> None:
    text = told(capsys, *games)
    assert text.startswith("Königsberg '45 (Three Crowns) (koenigsberg-3cg)\nand Königsberg: ")
    assert "Highest odds (0.1d, 7.4b / 9.3.2)\n  koenigsberg-3cg: Above 7-1 the column 8-1+ is used.\n" in text
    assert "Levels of victory" not in text
    assert "Rules that differ" not in text


def test_one_section_of_either_game(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "koenigsberg-3cg", "koenigsberg-rg", "--section", "11.2.4", "--rules")
    assert "Rebuilding out of supply" in text
    assert "Highest odds" not in text
    assert "Rules that differ: 2" in text


def test_what_is_no_difference_is_told_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Levels of victory (14.3 / 13.2.1): the same" in told(capsys, "koenigsberg-3cg", "koenigsberg-rg", "--all")


def test_rules_charts_and_counters_are_compared_by_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "koenigsberg-3cg", "koenigsberg-rg", "--rules")
    assert "odds (0.1d, 7.4, 7.4b): columns: 1-2, 1-1" in text
    assert "replacement-place (only koenigsberg-rg) (11.2.3, 11.2.4)" in text
    assert "chart crt: 1 8-1+: D1r2, not nothing" in text
    assert "20 Pz is only in koenigsberg-rg" in text


def test_games_that_are_no_editions_of_each_other_are_compared_too(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "_template", "stargard")
    assert "Rules that differ: " in said
    assert "zoc-who" in said
    assert "odds (only _template)" in said  # what only stands in for a section that is not at hand tells nothing of the game


def test_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(told(capsys, "koenigsberg-3cg", "koenigsberg-rg", "--format", "json", "--rules"))
    assert document["schema"] == "adjudicate/diff/1"
    assert [each["slug"] for each in document["games"]] == ["koenigsberg-3cg", "koenigsberg-rg"]
    assert {"id", "topic", "kind", "says", "other"} <= document["differences"][0].keys()
    assert document["rules"]


def test_a_game_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["diff", "koenigsberg-3cg", "koenigsberg-4"])
    assert ended.value.code == 2
    assert "no game is called so" in capsys.readouterr().err
