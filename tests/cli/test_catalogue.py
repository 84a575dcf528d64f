"""All shared rules by the question that each answers, for whoever makes a game."""

from __future__ import annotations

import json

import pytest

from adjudicator.cli import main
from adjudicator.games.rule_catalogue import tell_catalogue
from adjudicator.rules.shared import SHARED


def _said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


def test_it_holds_every_question_and_every_rule_with_all_parameters() -> None:
    found = tell_catalogue()
    assert {each["slot"] for each in found} == set(SHARED.slots)
    told = {rule["use"]: {each["name"] for each in rule["with"]} for slot in found for rule in slot["rules"]}
    assert told == {name: set(rule.takes) for name, rule in SHARED.rules.items()}


def test_what_a_parameter_wants_is_said_in_the_words_of_games() -> None:
    """Nobody who writes a rules.toml knows Python's types."""
    wants = {each["wants"] for slot in tell_catalogue() for rule in slot["rules"] for each in rule["with"]}
    assert {"a whole number", "true or false", "some of: kind of unit", "for each side: a whole number"} <= wants
    assert [each for each in wants if any(word in each for word in ("typing", "Term", "frozenset", "<", "a value"))] == []


@pytest.mark.parametrize("command", ["rule", "rules"])
def test_a_word_picks_those_that_have_to_do_with_it(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = _said(capsys, command, "--catalogue", "zoc.movement")
    assert code == 0
    assert out.startswith("zoc.movement  (one rule)\n")
    assert "zoc.rigid" in out
    assert "stacking." not in out


def test_programs_get_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = _said(capsys, "rule", "--catalogue", "--format", "json", "additive")
    (slot,) = json.loads(out)["catalogue"]
    assert slot["rules"][0]["with"][0] == {"name": "enter", "wants": "a number", "unless": 0}


def test_a_word_that_no_rule_knows_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = _said(capsys, "rule", "--catalogue", "xyzzy")
    assert code == 2
    assert "no shared rule speaks of xyzzy" in err
