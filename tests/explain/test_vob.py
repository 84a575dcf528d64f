"""Announcements as players of Vistula-Oder-Berlin type them: who helps whom, and what kind of attack it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.engine.actions import Attack, Support
from adjudicator.evidence.notation import note_in
from adjudicator.explain.differences import _reasons
from adjudicator.explain.fights import attack_of, helping
from adjudicator.games import LoadedGame, load
from adjudicator.rules.table import Table

KINDS = ("attack", "mobile attack", "second attack")


@pytest.fixture(scope="module")
def game() -> LoadedGame:
    return load("vistula-oder-berlin")


def in_phase(game: LoadedGame, phase: str, active: str) -> Table:
    table = game.table("red-storm")
    return table.after(replace(table.state, phase=phase, active=active))


def announced(table: Table, text: str) -> Attack:
    note = note_in(text)
    assert note is not None
    attack = attack_of(table, note, 3, KINDS)
    assert attack is not None
    return attack


def test_who_helps_is_told_by_the_rules_of_the_game(game: LoadedGame) -> None:
    assert helping(game.table("red-storm")) == {"air", "ship", "artillery", "column"}
    assert helping(load("seelow-kustrin").table("seelow")) == {"air", "ship"}


def test_artillery_columns_and_aircraft_help_and_do_not_attack(game: LoadedGame) -> None:
    table = in_phase(game, "allied combat", "allied")
    gun, column = "su-5r", "su-lc-1"
    names = ", ".join(table.unit(unit).name for unit in ("su-3gtk", gun, column, "su-air-1"))
    target = next(
        hex for hex in table.grid.neighbours(table.place_of("su-3gtk") or "") if table.enemies_on_the_ground("allied", hex)
    )
    attack = announced(table, f"!attack {target} with {names}, Luftwaffe 2")
    assert attack.attackers == ("su-3gtk",)
    assert attack.support == (Support(gun), Support(column), Support("su-air-1"))
    assert attack.defence == (Support("de-air-2"),)


@pytest.mark.parametrize(
    ("phase", "kind"), [("german movement", "mobile attack"), ("german combat", "attack")], ids=["moving", "fighting"]
)
def test_an_attack_is_of_the_kind_that_belongs_to_its_phase(game: LoadedGame, phase: str, kind: str) -> None:
    table = in_phase(game, phase, "german")
    unit, target = next(
        (unit, hex)
        for unit, standing in sorted(table.force("german").standings.items())
        if standing.place in table.grid and table.unit(unit).has("mobile").yes
        for hex in table.grid.neighbours(standing.place)
        if table.enemies_on_the_ground("german", hex)
    )
    assert announced(table, f"!attack {target} with {table.unit(unit).name}").kind == kind


def test_columns_come_as_columns_and_only_headquarters_return(game: LoadedGame) -> None:
    table = game.table("red-storm")
    found = {unit: _reasons(table, table.unit(unit)) for unit in ("su-lc-9", "su-hq-3bf", "su-18tk", "de-kriegsmarine")}
    assert found["su-lc-9"][0] == "column"
    assert "return" in found["su-hq-3bf"]
    assert found["su-18tk"] == ("reinforcement",)
    assert found["de-kriegsmarine"][0] == "Kriegsmarine"
    assert not any("set-up" in reasons for reasons in found.values())
