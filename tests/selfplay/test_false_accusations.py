"""What self-play once found refused though the rules allow it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from adjudicator.engine.actions import Action, Activate, Attack, Draw, Lose, Move, Phase, Retreat
from adjudicator.engine.state import Standing
from adjudicator.games import LoadedGame
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.table import Table

GD = ("de-gd", "de-gd-fus", "de-gd-pz", "de-hq-gd")


def begun(loaded: LoadedGame, turn: int, **places: str) -> Table:
    """The set-up in the command phase of a turn, with some units elsewhere."""
    table = loaded.table("campaign")
    table = apply(table, Phase("command", turn=turn))
    state = table.state
    for unit, place in places.items():
        state = state.with_standing(unit.replace("_", "-"), Standing(place))
    return table.after(state)


def refused(table: Table, actions: Iterable[Action]) -> tuple[list[str], Table]:
    """The rules that something breaks, in order, and where it leads."""
    found: list[str] = []
    for action in actions:
        found += [each.rule for each in judge(table, action).findings]
        table = apply(table, action)
    return found, table


@pytest.mark.parametrize(("chit", "hq"), [("chit-su-5a", "su-hq-5a"), ("chit-de-41pz", "de-hq-41pz")])
def test_a_corps_that_is_withdrawn_needs_no_command(koenigsberg: LoadedGame, chit: str, hq: str) -> None:
    actions: list[Action] = [Draw(chit), Activate(hq, by=chit), Draw("chit-gd-withdrawal")]
    actions += [Move((unit,), "grossdeutschland") for unit in GD]
    assert refused(begun(koenigsberg, 3), actions)[0] == []


def test_units_taken_off_into_a_box_do_not_count_as_independents_that_moved(koenigsberg: LoadedGame) -> None:
    table = begun(koenigsberg, 3, de_gd="1131", de_gd_fus="1132", de_gd_pz="1031", de_hq_gd="1133")
    actions: list[Action] = [Draw("chit-de-41pz"), Activate("de-hq-41pz", by="chit-de-41pz"), Draw("chit-gd-withdrawal")]
    actions += [Move((unit,), "grossdeutschland") for unit in GD]
    actions += [Move(("de-232",), "1131"), Move(("de-21",), "1133")]
    assert refused(table, actions)[0] == []


def test_a_withdrawal_costs_no_fuel(koenigsberg: LoadedGame) -> None:
    actions: list[Action] = [Draw("chit-no-gas"), Draw("chit-gd-withdrawal")]
    actions += [Move((unit,), "grossdeutschland") for unit in GD]
    assert refused(begun(koenigsberg, 3), [*actions, Draw("chit-su-5a")])[0] == []


def test_fuel_is_still_owed_for_a_march(koenigsberg: LoadedGame) -> None:
    table = begun(koenigsberg, 3, de_gd="1131")
    actions: list[Action] = [Draw("chit-no-gas"), Draw("chit-de-41pz"), Activate("de-hq-41pz", by="chit-de-41pz")]
    march = Move(("de-gd",), "1132", mode="regular")
    assert "no-gas-before-draw" in refused(table, [*actions, march, Draw("chit-su-5a")])[0]


def test_who_retreated_may_be_back_by_a_later_move(koenigsberg: LoadedGame) -> None:
    table = begun(koenigsberg, 1, su_70a_96="0806")
    state = table.state
    for unit in [unit for unit, _ in table.force("german").standings.items() if unit != "de-252"]:
        state = state.with_standing(unit, None)
    table = table.after(state)
    attack = Attack(("su-70a-96",), "0907", column="1-1", die=1, result="A1r")
    table = apply(apply(table, Phase("combat")), attack)
    table = apply(table, Lose("soviet", ("su-70a-96",)))
    table = apply(table, Retreat(("su-70a-96",), "0707"))
    stayed = table.after(table.state.moved("su-70a-96", "0806"))
    again = judge(stayed, Phase("supply"))
    assert [each.opinion.message for each in again.findings] == []


def test_who_did_not_retreat_is_still_told_so(koenigsberg: LoadedGame) -> None:
    table = begun(koenigsberg, 1, su_70a_96="0806")
    attack = Attack(("su-70a-96",), "0907", column="1-1", die=1, result="A1r")
    table = apply(apply(table, Phase("combat")), attack)
    table = apply(table, Lose("soviet", ("su-70a-96",)))
    assert "settled-before-phase" in [each.rule for each in judge(table, Phase("supply")).findings]
