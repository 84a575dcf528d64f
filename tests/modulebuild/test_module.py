"""The module as a whole, and the set-ups in it, read back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.games import load
from adjudicator.modulebuild.layout import read_layout
from adjudicator.modulebuild.pack import write_module
from adjudicator.modulebuild.places import off_map
from tests.modulebuild.built import GAMES, BuiltModule
from vassal_bridge.commands import parse_command
from vassal_bridge.grids.zones import ZonedGrid
from vassal_bridge.pieces import parse_definition
from vassal_bridge.traits import trait_reader

SCENARIO = {"_template": "raid", "koenigsberg-rg": "campaign", "seelow-kustrin": "seelow", "vistula-oder-berlin": "red-storm"}


@pytest.mark.parametrize("name", GAMES)
def test_the_module_has_faults_or_lacks_a_picture(name: str, built: Mapping[str, BuiltModule]) -> None:
    one = built[name]
    assert one.module.problems == ()
    assert one.module.unknown == {}
    pictures = {entry.removeprefix("images/") for entry in one.entries() if entry.startswith("images/")}
    reader = trait_reader()
    for slot in one.module.slots():
        piece = parse_definition(slot.definition, reader)
        shown = {piece.image, *(image for trait in piece.of_kind("emb2") for image in trait.type.texts("images"))}
        assert shown - {""} <= pictures


@pytest.mark.parametrize("name", GAMES)
def test_two_builds_of_the_same_folder_differ(name: str, built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    again = tmp_path / "again.vmod"
    write_module(load(name), again)
    assert again.read_bytes() == built[name].path.read_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_unit_is_set_up_elsewhere_or_on_the_wrong_side(name: str, built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    one = built[name]
    stated = one.game.scenarios[SCENARIO[name]].standings
    found = dict(one.units(SCENARIO[name], tmp_path))
    assert stated.keys() <= found.keys()
    titles = {box.id: box.name for box in one.game.about.boxes}
    for unit, standing in stated.items():
        piece = found[unit]
        assert piece.position[0] == "Main Map"
        assert one.map.location(*piece.position[1:]) == titles.get(standing.place, standing.place)
        step = [layer for layer in piece.layers if layer.name == "Step"]
        assert [layer.level for layer in step] == ([standing.losses + 1] if one.game.roster[unit].steps > 1 else [])
        assert piece.markers["side"] == one.game.roster[unit].side
    later = {unit: one.map.location(*found[unit].position[1:]) for unit in found.keys() - stated.keys()}
    assert all(place.startswith("Turn ") for place in later.values())


def test_a_unit_that_arrives_later_is_missing(built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    one = built["koenigsberg-rg"]
    found = {unit: one.map.location(*piece.position[1:]) for unit, piece in one.units("campaign", tmp_path)}
    assert found["su-hq-5gt"] == "Turn 3"
    assert found["de-hq-28"] == "Turn 7"
    assert "de-20-pz" not in found  # optional
    assert "de-15-ss" not in found  # by an event only


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_of_the_set_up_lies_in_no_stack(name: str, built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    pieces = built[name].pieces(SCENARIO[name], tmp_path)
    lying = [member for piece in pieces.values() if piece.kind in ("stack", "deck") for member in piece.members]
    assert sorted(lying) == sorted(id_ for id_, piece in pieces.items() if piece.kind == "piece")
    for piece in pieces.values():
        if piece.kind in ("stack", "deck"):
            assert {pieces[member].position for member in piece.members} == {piece.position}


def test_a_unit_in_play_cannot_be_told_from_its_slot(built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    one = built["koenigsberg-rg"]
    slots = one.module.slots_by_gpid
    reader = trait_reader()
    for unit, piece in one.units("campaign", tmp_path):
        slot = parse_definition(slots[piece.gpid].definition, reader)
        assert slot.markers["unit"] == unit
        assert piece.prototypes == ()
    gpids = [slot.gpid for slot in one.module.slots()]
    assert len(gpids) == len(set(gpids))


def test_a_chit_is_in_the_cup_before_its_turn(built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    one = built["koenigsberg-rg"]
    pieces = one.pieces("campaign", tmp_path)
    cup = next(piece for piece in pieces.values() if piece.kind == "deck")
    inside = {pieces[member].markers["chit"] for member in cup.members}
    assert "chit-su-39a" in inside
    assert "chit-su-43a" not in inside
    waiting = {piece.markers["chit"]: piece for piece in pieces.values() if "chit" in piece.markers}
    assert one.map.location(*waiting["chit-su-43a"].position[1:]) == "Turn 2"
    assert one.map.location(*cup.position[1:]) == "Cup"


@pytest.mark.parametrize("name", GAMES)
def test_a_box_has_no_zone(name: str, built: Mapping[str, BuiltModule]) -> None:
    one = built[name]
    grid = one.map.boards[0].grid
    assert isinstance(grid, ZonedGrid)
    zones = {zone.name for zone in grid.zones}
    assert {box.name for box in one.game.about.boxes} <= zones
    assert {off_map(side.name) for side in one.game.about.sides} <= zones
    assert {"Turn 1", "Turn 5"} <= zones


def test_the_turn_counter_starts_elsewhere_than_the_scenario(built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    texts = [command.encoded() for command in built["_template"].commands("raid", tmp_path)]
    assert "TURNTurnTracker0\t0|1;0;false;-1;0\\;0\\;0\\;true,true,true" in texts
    assert parse_command(texts[-1]).encoded() == "end_save"
    (tracker,) = built["_template"].module.turn_trackers
    assert [level.entries for level in tracker.levels[0].levels] == [("Movement", "Combat", "Supply")]


def test_dice_do_not_say_what_for(built: Mapping[str, BuiltModule]) -> None:
    said = {dice.name for dice in built["koenigsberg-rg"].module.dice}
    assert {"Attack 1d6", "Random event 2d6", "Bombardment 1d6"} <= said


def test_a_key_of_the_units_is_missing(built: Mapping[str, BuiltModule]) -> None:
    prototype = parse_definition(built["koenigsberg-rg"].module.prototypes["Unit"].definition, trait_reader())
    switched = {trait.type.text("name"): trait.type["activate_key"] for trait in prototype.of_kind("emb2")}
    assert switched == {"Attack": "65,130", "Target": "84,130"}
    placed = {trait.type.text("command"): trait.type["key"] for trait in prototype.of_kind("placemark")}
    assert placed == {"Out of supply": "83,130", "Isolated": "73,130"}
    assert [kind for kind in ("footprint", "markmoved") if next(prototype.of_kind(kind), None) is None] == []


def test_the_help_page_leaves_out_a_marker(built: Mapping[str, BuiltModule]) -> None:
    page = built["koenigsberg-rg"].entry("help.html").decode("ascii")
    layout = read_layout(built["koenigsberg-rg"].game)
    assert all(mark.title in page for mark in layout.mark if mark.key)
    assert "Königsberg 1945".encode("ascii", "xmlcharrefreplace").decode() in page
