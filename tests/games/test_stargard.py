"""Stargard: Solstice, of which only the errata are at hand: they are judged, and all else names what is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from adjudicator.cases import CaseResult, run_all
from adjudicator.cli import main
from adjudicator.engine.actions import (
    Activate,
    Advance,
    Attack,
    Declare,
    Draw,
    Fire,
    Lose,
    Mark,
    Move,
    Phase,
    Place,
    Remove,
    Replace,
    Retreat,
    Roll,
    Supply,
)
from adjudicator.engine.kinds import KINDS, Action
from adjudicator.engine.state import Standing, state_of
from adjudicator.engine.units import Unit
from adjudicator.facts import Known
from adjudicator.games import LoadedGame, load
from adjudicator.rules.combat.results import read
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import SKIRMISH

STATEMENTS = (  # every number of the text, as it is printed there
    *("errata.1", "15.1", "15.2", "6.0", "6.1", "8.1", "14.1", "19.1.3", "aid.turn-7", "4.2.2"),
    *("9.0", "9.1", "9.1.1", "9.2", "9.2.1", "9.2.2", "9.2.3", "9.3", "9.3.1", "9.3.2", "9.4"),
)
ABSENT = ("3.3.3", "5.4.1", "8.1.1", "8.6.1", "11.2", "12.6", "14.3", "16", "rest")


@cache
def game() -> LoadedGame:
    return load("stargard")


@cache
def results() -> tuple[CaseResult, ...]:
    return tuple(run_all(game()))


def test_every_statement_of_the_errata_is_disposed_of() -> None:
    assert tuple(game().sections) == (*STATEMENTS, *ABSENT)
    assert [each.id for each in game().rulebook if each.disposition == "needs"] == list(ABSENT)
    assert game().gaps == ()


@pytest.mark.parametrize("section", [each for each in STATEMENTS if each not in ("errata.1", "9.3")])
def test_every_statement_is_shown_by_a_case(section: str) -> None:
    assert [each.name for each in results() if each.ok and section in each.sections]


def test_the_counters_are_called_as_they_are_printed() -> None:
    names = {unit.name for unit in game().roster.values()}
    assert {"6J/DEN", "100/104PJ", "5 JAG/104PJ", "33G/9GT", "34G/9GT", "219/1M"} <= names


def test_the_19th_has_the_numbers_of_its_counter_and_not_of_the_card() -> None:
    ratings = game().roster["su-19"].ratings[0]
    assert [ratings[name].value for name in ("attack", "defence", "movement") if isinstance(ratings[name], Known)] == [4, 3, 8]  # type: ignore[union-attr]
    assert [(line.unit, line.turn) for line in game().arrivals] == [("su-19", 7)]


@pytest.mark.parametrize(
    ("text", "attacker", "defender"),
    [
        ("D1R2", (0, 0, None, False), (1, 2, None, False)),
        ("A1/D1", (1, 0, None, False), (1, 0, None, False)),
        ("DRo1", (0, 0, None, False), (0, 1, 1, False)),
        ("A1/DP", (1, 0, None, False), (0, 0, None, True)),
        ("-", (0, 0, None, False), (0, 0, None, False)),
    ],
)
def test_results_are_read_as_8_1_says(text: str, attacker: tuple[object, ...], defender: tuple[object, ...]) -> None:
    found = read(game().table(), text)
    assert found is not None
    for side, wanted in ((found.attacker, attacker), (found.defender, defender)):
        assert (side.losses, side.retreat, side.pays, side.pinned) == wanted


@pytest.mark.parametrize("text", ["D", "R2", "X1", "D1/D2", "DRo"])
def test_what_8_1_does_not_know_is_no_result(text: str) -> None:
    assert read(game().table(), text) is None


def test_what_rests_on_a_section_that_is_not_at_hand_names_it() -> None:
    open_ = [each for result in results() for each in result.findings if each.verdict is Verdict.UNDECIDED]
    named = {str(need) for each in open_ for need in each.opinion.truth.needs}
    assert {"section 3.3.3", "section 5.4.1", "section 8.6.1", "section 11.2", "section 14.3", "section on movement"} <= named


# Each kind of action on a bare position: which of its sections is not at hand.
RESTS_ON = {
    Move(("g",), "1011"): "section on movement",
    Attack(("s",), "1010"): "section on combat",
    Lose("german", ("g",)): "last combat",
    Retreat(("g",), "1009"): "last combat",
    Advance(("g",), "1011"): "section on advances",
    Place("su-19", "2020"): "section on reinforcements",
    Remove("g", "eliminated"): "section on combat",
    Activate("de-hq-39pz", ("g",)): "section 3.3.3",
    Supply((("g", "out of supply"),)): "section on supply",
    Replace("g", 1): "section on replacements",
    Draw("chit-39pz"): "section on draw chits",
    Roll("event", (3,), "defend the reich"): "section on events",
    Mark("g", "out of supply"): "section on supply",
    Mark("g", "isolated"): "section on supply",
    Mark("g", "pinned"): "g is pinned",
    Phase("end of turn"): "section on the sequence of play",
    Declare("victory", (("side", "soviet"), ("level", "minor"))): "section 14.3",
    Declare("score", (("text", "17"),)): "section 12.6",
}


def bare() -> Table:
    """A German and a Soviet unit side by side, a German HQ, and nothing else known."""
    strong = {"attack": Known(4), "defence": Known(4), "movement": Known(6)}
    soldiers = [
        Unit(id_, id_, side, traits=frozenset({"regular"}), ratings=(strong, strong))
        for id_, side in (("g", "german"), ("s", "soviet"))
    ]
    units = {**game().roster, **{each.id: each for each in soldiers}}
    places = {"g": "1010", "s": "1011", "de-hq-39pz": "1012"}
    standings = {id_: Standing(hex) for id_, hex in places.items()}
    return replace(game().table(), state=state_of(units, standings, game().game.sides, turn=7))


@pytest.mark.parametrize("action", RESTS_ON, ids=lambda action: action.verb)
def test_an_action_that_rests_on_a_section_that_is_not_at_hand_is_undecided_and_names_it(action: Action) -> None:
    judged = judge(bare(), action)
    assert judged.verdict is Verdict.UNDECIDED
    needs = {str(need) for each in judged.findings for need in each.opinion.truth.needs}
    assert RESTS_ON[action] in needs


def test_no_kind_of_action_is_forgotten() -> None:
    assert {type(action) for action in RESTS_ON} == set(KINDS.values()) - {Fire}  # nobody fires in it: no word for it


def test_it_is_plain_what_is_covered(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in ((["rules"], "(part of its rulebook only)"), (["rules", "stargard"], "Covered: Only the errata")):
        with pytest.raises(SystemExit):
            main(arguments)
        assert said in capsys.readouterr().out


# --- files of somebody's own module

BINDING = """game = "stargard"
[[module]]
modules = ["Skirmish"]
maps = ["Main Map"]
[module.units.names]
"101 Rif" = "su-219-1m"
"102 Rif" = "su-33g-9gt"
"5 Pz" = "de-10ss"
[module.phases]
"Command" = "command"
"""

Command = Callable[..., str]


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    (tmp_path / "binding.toml").write_text(BINDING, encoding="utf-8")

    def run(name: str, file: str, *more: str) -> str:
        given = ["-m", str(SKIRMISH / "skirmish.vmod"), "--survey", str(tmp_path)]
        with pytest.raises(SystemExit):
            main([name, str(SKIRMISH / file), *more, *given])
        return " ".join(capsys.readouterr().out.split())

    return run


def test_a_position_is_judged_and_it_is_said_of_what(command: Command) -> None:
    said = command("check", "start.vsav")
    assert "only a part of its rulebook is at hand. Only the errata" in said
    assert "ILLEGAL" not in said
    assert "perhaps more units in one hex than the stacking limit allows" in said
    assert "open: section 5.4.1, section 6.0" in said


def test_a_log_is_judged_and_what_is_open_names_its_section(command: Command) -> None:
    said = command("check", "red-turn1.vlog")
    assert "ILLEGAL" not in said
    assert "this rests on the section on movement, which is not at hand" in said
    assert "why 102 Rif is taken off stands in the section on combat" in said


@pytest.mark.parametrize(
    ("asked", "section"), [((), "on movement"), (("--whenever",), "on movement"), (("--supply",), "on supply")]
)
def test_moves_and_supply_name_the_section_they_rest_on(command: Command, asked: tuple[str, ...], section: str) -> None:
    said = command("moves", "red-turn1.vlog", "de-10ss", *asked)
    assert f"rests on the section {section}, which is not at hand would be decided by: section {section}" in said


def test_for_programs_it_is_an_answer_without_hexes(command: Command) -> None:
    answer = json.loads(command("moves", "red-turn1.vlog", "de-10ss", "--format", "json"))
    assert answer["hexes"] == []
    assert "not at hand" in answer["note"]


def test_retreats_are_in_the_errata(command: Command) -> None:
    assert "5 Pz at 0705 may retreat, if it had to retreat 2 hexes, to" in command(
        "moves", "red-turn1.vlog", "de-10ss", "--length", "2"
    )
