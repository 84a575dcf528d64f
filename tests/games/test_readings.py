"""Readings of defects as data: parameters that differ, readings not built, and a loaded game under another reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import GameFolderError, load, read_otherwise
from adjudicator.rules.recording import called, recorded
from adjudicator.rules.zoc import ZocEffect

from .tiny import FILES, write

ONE_RULE = """
[[rule]]
id = "zoc-who"
use = "zoc.by_rating"
with = { rating = "attack", never = ["hq"] }
cite = ["1.1"]

[[rule]]
id = "zoc-cost"
use = "zoc.additive_cost"
with = { enter = 2, leave = 2 }
cite = ["1.2", "2.1"]
under = { "D1=entering" = { leave = 0 } }
"""
UNBUILT = FILES["defects.toml"].rstrip("\n") + '\nunbuilt = "Nobody can see it."\n'


def one_rule(tmp_path: Path, under: str = '"D1=entering" = { leave = 0 }') -> Path:
    return write(tmp_path / "tiny", rules_toml=ONE_RULE.replace('"D1=entering" = { leave = 0 }', under), rules_py=None)


def effect(folder: Path, **rulings: str) -> ZocEffect:
    game = load(folder, rulings=rulings)
    found: ZocEffect = game.game.rules.one("zoc.movement", side="red")(game.table(), game.roster["r-1"])
    return found


def test_a_reading_changes_the_parameters_it_names_and_leaves_the_others(tmp_path: Path) -> None:
    folder = one_rule(tmp_path)
    assert effect(folder) == ZocEffect(enter=2, leave=2)
    assert effect(folder, D1="entering") == ZocEffect(enter=2, leave=0)


def test_a_loaded_game_is_read_otherwise_without_its_files(tmp_path: Path) -> None:
    folder = one_rule(tmp_path)
    game = load(folder)
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    other = read_otherwise(game, {"tiny/D1": "entering"})
    assert other.rulings == {"D1": "entering"}
    assert other.game.rules.one("zoc.movement", side="red").given == {"enter": 2, "leave": 0}
    assert other.game.rules.one("zoc.exerts", side="red") is game.game.rules.one("zoc.exerts", side="red")


def test_each_other_reading_names_the_questions_that_it_answers_otherwise(tmp_path: Path) -> None:
    (other,) = load(one_rule(tmp_path)).game.others
    assert (other.defect, other.key, other.slots) == ("D1", "entering", frozenset({"zoc.movement"}))
    (back,) = load(tmp_path / "tiny", rulings={"D1": "entering"}).game.others
    assert back.key == "both"


@pytest.mark.parametrize(
    ("under", "message"),
    [
        ('"D1=entring" = { leave = 0 }', "D1 has no reading entring"),
        ('"D2=both" = { leave = 0 }', "no defect is called D2"),
        ('"D1=entering" = { leaf = 0 }', "leaf"),
        ('"D1=entering" = { leave = "two" }', "is not a number"),
    ],
)
def test_a_mistake_under_another_reading_is_told_when_the_game_is_loaded(tmp_path: Path, under: str, message: str) -> None:
    with pytest.raises(GameFolderError) as caught:
        load(one_rule(tmp_path, under))
    assert message in str(caught.value)


def test_a_reading_that_is_not_built_is_refused_with_its_reason(tmp_path: Path) -> None:
    plain = ONE_RULE.replace('under = { "D1=entering" = { leave = 0 } }\n', "")
    folder = write(tmp_path / "tiny", rules_toml=plain, rules_py=None, defects_toml=UNBUILT)
    assert load(folder).game.others == ()
    with pytest.raises(GameFolderError, match="D1=entering cannot be played") as caught:
        load(folder, rulings={"D1": "entering"})
    assert "Nobody can see it." in str(caught.value)


def test_a_reading_under_which_nothing_differs_is_a_gap(tmp_path: Path) -> None:
    plain = ONE_RULE.replace('under = { "D1=entering" = { leave = 0 } }\n', "")
    gaps = load(write(tmp_path / "tiny", rules_toml=plain, rules_py=None)).gaps
    assert [gap.message for gap in gaps if gap.file == "defects.toml"] == ["D1=entering is offered, and no rule differs under it"]


def test_a_recorded_game_knows_which_rules_were_called_since_it_was_asked(tmp_path: Path) -> None:
    game = load(one_rule(tmp_path))
    watched = recorded(game.game)
    watched.rules.one("zoc.movement", side="red")
    assert called(watched) == frozenset()
    watched.rules.one("zoc.movement", side="red")(game.table(), game.roster["r-1"])
    assert called(watched) == frozenset({"zoc-cost"})
    assert called(watched) == frozenset()
    assert called(game.game) == frozenset()
