"""A game that no reader of logs has heard of: attacks on the march, exploitation by those who did not fight, rockets that help
from afar, withdrawals by a list. All that is known of it stands in its folder (`dunes`)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.engine.actions import Action, Attack, Lose, Move, Remove, Support
from adjudicator.evidence.binding import bindings_in
from adjudicator.explain.turns import play
from adjudicator.games import LoadedGame, load
from adjudicator.verdict import Verdict

from .histories import Log, counter

LEGAL, ILLEGAL = Verdict.LEGAL, Verdict.ILLEGAL


@pytest.fixture(scope="module")
def dunes() -> LoadedGame:
    return load(Path(__file__).parent / "dunes")


def read(game: LoadedGame, log: Log) -> list[tuple[Verdict, tuple[str, ...], Action]]:
    """What the log comes to: the verdict, the rules that found something, and the action."""
    (binding,) = bindings_in(game.folder)
    history = replace(log.history(), opening="Turn 1: Recall")
    played = play(game, binding, history).played
    return [(each.judged.verdict, tuple(found.rule for found in each.judged.findings), each.action) for each in played]


def begun(game: LoadedGame) -> Log:
    at = {unit.id: standing.place for unit, standing in game.table("oasis").state.units}
    return Log(*(counter(unit, place) for unit, place in at.items())).step(turn="Turn 2: March")


def charged(game: LoadedGame, *, chat: str) -> Log:
    """The Lancers ride up to the Pickets, charge them and ride on."""
    log = begun(game).step(counter("r-lancers", "0402")).step(chat=chat, roll=("Combat", 5))
    return log.step("w-pickets").step(counter("r-lancers", "0602"))


@pytest.mark.parametrize("chat", ["!attack 0502 with Lancers", ""], ids=["announced", "nobody says so"])
def test_an_attack_on_the_march_is_read_and_the_march_goes_on(dunes: LoadedGame, chat: str) -> None:
    found = read(dunes, charged(dunes, chat=chat).step(turn="Turn 2: Assault"))
    assert {verdict for verdict, _, _ in found} == {LEGAL}
    actions = [action for _, _, action in found]
    charge = next(action for action in actions if isinstance(action, Attack))
    assert (charge.kind, charge.attackers, charge.target) == ("charge", ("r-lancers",), "0502")
    after = actions[actions.index(charge) + 1 :]
    assert after[:2] == [Lose("wells", ("w-pickets",)), Move(("r-lancers",), "0602")]


def test_who_rode_too_far_has_no_points_left_for_a_charge(dunes: LoadedGame) -> None:
    log = begun(dunes).step(counter("r-lancers", "0801")).step(counter("r-lancers", "0905"))
    found = read(
        dunes, log.step(chat="!attack 0906 with Lancers", roll=("Combat", 5)).step("w-elders").step(turn="Turn 2: Assault")
    )
    assert any(verdict is ILLEGAL and not {"charge-pays", "far-enough", "once"}.isdisjoint(rules) for verdict, rules, _ in found)


def fought(game: LoadedGame) -> Log:
    """The Foot attacks the Guard with the help of the Rockets, and takes a step of it."""
    log = begun(game).step(turn="Turn 2: Assault").step(chat="!attack 0405 with Foot, Rockets", roll=("Combat", 4))
    return log.step(counter("w-guard", "0405", level=2)).step(turn="Turn 2: Exploitation")


def test_a_helper_that_is_no_aircraft_helps_from_where_it_lies(dunes: LoadedGame) -> None:
    found = read(dunes, fought(dunes).step(turn="Turn 2: Recall"))
    assert {verdict for verdict, _, _ in found} == {LEGAL}
    attack = next(action for _, _, action in found if isinstance(action, Attack))
    assert (attack.attackers, attack.support) == (("r-foot",), (Support("r-rockets"),))


def test_only_those_who_did_not_fight_exploit(dunes: LoadedGame) -> None:
    log = fought(dunes).step(counter("r-scouts", "0503")).step(counter("r-foot", "0307")).step(turn="Turn 2: Recall")
    found = {action.units[0]: (verdict, rules) for verdict, rules, action in read(dunes, log) if isinstance(action, Move)}
    assert found == {"r-scouts": (LEGAL, ()), "r-foot": (ILLEGAL, ("fresh",))}


def test_those_on_the_list_are_withdrawn_and_no_others(dunes: LoadedGame) -> None:
    log = begun(dunes).step(turn="Turn 2: Recall").step("r-veterans").step("w-elders").step(turn="Turn 3: March")
    found = {action.unit: (verdict, action.why) for verdict, _, action in read(dunes, log) if isinstance(action, Remove)}
    assert found["r-veterans"] == (LEGAL, "recalled")
    assert found["w-elders"][0] is ILLEGAL
