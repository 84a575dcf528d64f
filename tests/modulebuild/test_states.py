"""Layers of units: modes with faces of their own, disruption and other marks by a key; and what is drawn for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from adjudicator.engine.state import Standing
from adjudicator.evidence.binding import BindingEntry, bindings_in
from adjudicator.evidence.notation import note_in
from adjudicator.explain.clicks_ahead import shown
from adjudicator.games import LoadedGame, load
from adjudicator.modulebuild.board import counter_of, draw_board, draw_map
from adjudicator.modulebuild.counters import numbers, unit_counter
from adjudicator.modulebuild.layout import ModuleLayout, read_layout, sheet_of
from adjudicator.modulebuild.looks import ModeLevel
from adjudicator.modulebuild.pieces import all_pieces
from adjudicator.modulebuild.setup import set_up
from tests.modulebuild.built import GAMES, BuiltModule
from tests.support import ROOT
from vassal_bridge.commands import AddPiece, parse_command
from vassal_bridge.pieces import Piece, parse_definition, read_piece
from vassal_bridge.saved import read_saved
from vassal_bridge.traits import trait_reader

BOUND = ("koenigsberg-rg", "seelow-kustrin", "vistula-oder-berlin")


@pytest.fixture(scope="module")
def seelow() -> tuple[LoadedGame, ModuleLayout]:
    game = load("seelow-kustrin")
    return game, read_layout(game)


def levels(piece: Piece) -> dict[str, int | None]:
    return {layer.name: layer.level for layer in piece.layers}


def mode(layout: ModuleLayout, mark: str) -> ModeLevel:
    return next(level for modes in layout.modes for level in modes.level if level.mark == mark)


def binding(name: str) -> BindingEntry:
    return bindings_in(ROOT / "modules" / name)[0]


@pytest.mark.parametrize("scenario", ["seelow", "kuestrin"])
def test_artillery_is_set_up_in_another_mode(scenario: str, built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    one = built["seelow-kustrin"]
    stated = one.game.scenarios[scenario].standings
    found = dict(one.units(scenario, tmp_path))
    assert stated.keys() <= found.keys()
    for unit, standing in stated.items():
        guns = "artillery" in one.game.roster[unit].traits
        assert levels(found[unit]).get("Mode") == ({"fire mode": 1, "move mode": 2}[min(standing.marks)] if guns else None)
        assert one.map.location(*found[unit].position[1:]) == standing.place


def test_a_unit_is_set_up_without_its_marks(seelow: tuple[LoadedGame, ModuleLayout], tmp_path: Path) -> None:
    game, layout = seelow
    sheet = sheet_of(game, layout)
    marked = {
        "su-kag-4": Standing("2402", marks=frozenset({"move mode", "disrupted"})),
        "su-60-1281": Standing("2403", 1, frozenset({"disrupted"})),
        "de-502-1": Standing("1214"),
    }
    scenario = replace(game.scenarios["kuestrin"], standings=marked)
    pieces = all_pieces(game, layout, counter_of(sheet.size))
    saved = tmp_path / "marked.vsav"
    saved.write_bytes(set_up(game, layout, sheet, draw_board(game, layout, sheet_of(game, layout, 24))[1], pieces, scenario))
    read = read_saved(saved)
    commands = [parse_command(text) for entry in read.entries for text in entry.texts(read.limits)]
    placed = [read_piece(each, trait_reader()) for each in commands if isinstance(each, AddPiece)]
    found = {piece.markers["unit"]: levels(piece) for piece in placed if "unit" in piece.markers}
    assert found["su-kag-4"].items() >= {"Mode": 2, "Disrupted": 1, "Fired": -1}.items()
    assert found["su-60-1281"].items() >= {"Step": 2, "Disrupted": 1}.items()
    assert found["de-502-1"]["Disrupted"] == -1


def test_reinforcements_wait_in_a_scenario_without_any(built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    one = built["seelow-kustrin"]
    waiting = {
        scenario: {
            unit: one.map.location(*piece.position[1:])
            for unit, piece in one.units(scenario, tmp_path)
            if unit not in one.game.scenarios[scenario].standings
        }
        for scenario in ("seelow", "kuestrin")
    }
    assert waiting["kuestrin"] == {}
    assert waiting["seelow"].items() >= {"su-396": "Turn 8", "de-169-1230": "Turn 3", "de-9fj-9": "Turn 4"}.items()
    assert len(waiting["seelow"]) == len(one.game.arrivals)


def test_a_key_of_a_layer_is_missing(built: Mapping[str, BuiltModule]) -> None:
    one = built["seelow-kustrin"]
    slots = {piece.markers["unit"]: piece for piece in _slots(one)}
    gun, foot = (
        {
            trait.type.text("name"): (trait.type["activate_key"], trait.type["increase_key"])
            for trait in slots[unit].of_kind("emb2")
        }
        for unit in ("su-kag-4", "su-60-1281")
    )
    switches = {"Disrupted": "68,130", "Fired": "71,130", "Retreated": "82,130"}
    assert {name: keys[0] for name, keys in gun.items() if name != "Mode"} == switches
    assert gun["Mode"][1] == "70,130"
    assert foot["Step"][1] == "70,130"
    assert "Mode" not in foot
    prototype = parse_definition(one.module.prototypes["Unit"].definition, trait_reader())
    reported = {key for trait in prototype.of_kind("report") for key in trait.type["keys"]}
    assert {*switches.values(), "70,130"} <= reported


def test_a_unit_puts_down_the_flag_of_the_other_side(built: Mapping[str, BuiltModule]) -> None:
    one = built["seelow-kustrin"]
    for side in one.game.about.sides:
        prototype = parse_definition(one.module.prototypes[side.name].definition, trait_reader())
        (placed,) = prototype.of_kind("placemark")
        assert placed.type["key"] == "75,130"
        assert parse_definition(placed.type.text("marker"), trait_reader()).markers["control"] == side.id
    for side in built["koenigsberg-rg"].game.about.sides:
        plain = parse_definition(built["koenigsberg-rg"].module.prototypes[side.name].definition, trait_reader())
        assert list(plain.of_kind("placemark")) == []


def _slots(one: BuiltModule) -> list[Piece]:
    found = [parse_definition(slot.definition, trait_reader()) for slot in one.module.slots()]
    return [piece for piece in found if "unit" in piece.markers]


def test_numbers_of_a_mode_are_those_of_the_other(seelow: tuple[LoadedGame, ModuleLayout]) -> None:
    game, layout = seelow
    flak, names = game.roster["de-flak-26"], game.about.ratings
    assert numbers(flak, layout, names, 0, mode(layout, "fire mode")) == ["2", "7", "4", "0"]
    assert numbers(flak, layout, names, 0, mode(layout, "move mode")) == ["(1)", "3", "4", "5"]
    foot = game.roster["su-60-1281"]
    assert [numbers(foot, layout, names, losses) for losses in (0, 1)] == [["4", "2", "3", "4"], ["2", "1", "2", "4"]]
    assert numbers(foot, ModuleLayout(module="m"), ("combat", "range", "morale"), 0) == ["4", "3"]


def test_faces_of_two_modes_or_marks_look_alike(
    seelow: tuple[LoadedGame, ModuleLayout], built: Mapping[str, BuiltModule]
) -> None:
    game, layout = seelow
    gun = game.roster["su-kag-4"]
    faces = [
        unit_counter(gun, layout, game.about.side_ids, game.about.ratings, 68, 0, mode(layout, mark)).tobytes()
        for mark in ("fire mode", "move mode")
    ]
    assert faces[0] != faces[1]
    shown = [built["seelow-kustrin"].entry(f"images/layer-{name}.png") for name in ("disrupted", "fired", "retreated")]
    assert len(set(shown)) == 3


def test_armour_or_motors_cannot_be_told_from_the_counter(seelow: tuple[LoadedGame, ModuleLayout]) -> None:
    game, layout = seelow
    tank = game.roster["su-11t-20"]
    plain = layout.model_copy(update={"counter": layout.counter.model_copy(update={"badge": ()})})
    foot = replace(tank, traits=frozenset({"foot"}))
    drawn = [
        unit_counter(unit, look, game.about.side_ids, game.about.ratings, 68, 0)
        for unit, look in ((tank, layout), (tank, plain), (foot, layout))
    ]
    beside, below = (ImageChops.difference(drawn[0], other).getbbox() for other in drawn[1:])
    assert beside is not None
    assert below is not None
    assert beside[2] < 20  # left of the sign
    assert below[1] > 45  # behind the last number


def test_the_bands_of_a_division_are_lost_in_its_regiments(seelow: tuple[LoadedGame, ModuleLayout]) -> None:
    game, layout = seelow
    battalion = game.roster["de-20pg-76-1"]
    assert battalion.formation == "20 Panzergrenadier Division/76 PG"
    bare = layout.model_copy(update={"bands": {}})
    drawn, plain = (
        unit_counter(battalion, look, game.about.side_ids, game.about.ratings, 68, 0).getpixel((8, 40)) for look in (layout, bare)
    )
    assert drawn == (0xB3, 0x20, 0x2C)
    assert plain != drawn


def test_heights_look_like_the_plain(seelow: tuple[LoadedGame, ModuleLayout]) -> None:
    game, layout = seelow
    sheet = sheet_of(game, layout, 40)
    image = draw_map(game, layout.model_copy(update={"label": ()}), sheet)
    plain, second, third = (sum(_in(image, sheet.point(hex))) for hex in ("1803", "1106", "1209"))
    assert plain > second > third
    flat = replace(game.board, level_of={})
    level = draw_map(replace(game, board=flat), layout.model_copy(update={"label": ()}), sheet)
    assert _in(level, sheet.point("1209")) == _in(level, sheet.point("1803"))


def test_limits_of_a_scenario_or_stars_of_victory_are_not_on_the_map(seelow: tuple[LoadedGame, ModuleLayout]) -> None:
    game, layout = seelow
    sheet = sheet_of(game, layout, 60)
    bare = layout.model_copy(update={"limit": (), "objective": ()})
    with_them, without = (draw_map(game, look, sheet) for look in (layout, bare))
    x, y = map(round, sheet.middle("1208", "1209"))
    red, green, blue = _in(with_them, (x, y))
    assert red > green + 60 < blue
    assert _in(without, (x, y))[1] > 150
    for hex in ("1205", "1915", "1012", "1410"):
        left, top = (round(at) for at in sheet.centre(hex))
        corner = (left, top - 24, left + 30, top)
        assert ImageChops.difference(with_them.crop(corner), without.crop(corner)).getbbox() is not None


def _in(image: Image.Image, at: tuple[int, int]) -> tuple[int, int, int]:
    red, green, blue = image.crop((at[0], at[1], at[0] + 1, at[1] + 1)).tobytes()
    return red, green, blue


def test_the_help_page_leaves_out_a_key_or_a_note(built: Mapping[str, BuiltModule]) -> None:
    one = built["seelow-kustrin"]
    page, layout = one.entry("help.html").decode("ascii"), read_layout(one.game)
    assert all(f"<b>Ctrl {switch.key}</b>" in page and switch.title.lower() in page for switch in layout.switch)
    assert "fire mode and move mode" in page
    assert layout.notation
    assert all(note.text in page for note in layout.notation)


def test_the_help_page_shows_notes_that_are_not_understood(seelow: tuple[LoadedGame, ModuleLayout]) -> None:
    game, layout = seelow
    names = {unit.name for unit in game.roster.values()}
    for line in layout.notation:
        note = note_in(f"<Ada> {line.text}")
        assert note is not None
        assert note.verb in line.text
        if " with " in line.text:
            assert set(note.names) <= names


@pytest.mark.parametrize("name", BOUND)
def test_the_binding_speaks_of_what_the_module_lacks(name: str, built: Mapping[str, BuiltModule]) -> None:
    one, bound = built[name], binding(name)
    assert one.module.name in bound.modules
    assert set(bound.dice) == {dice.name for dice in one.module.dice}
    (tracker,) = one.module.turn_trackers
    (listed,) = [level.entries for level in tracker.levels[0].levels]
    assert set(listed) == set(bound.phases)
    for phase, said in zip(one.game.about.phases, listed, strict=True):
        read = shown(bound, f"Turn 3: {said}")
        assert read is not None
        assert (read.phase, read.turn) == (phase.id, 3)
    layers = {layer.name: layer.count for piece in _slots(one) for layer in piece.layers}
    assert bound.units.layer in layers
    assert {layer: len(marks) for layer, marks in bound.markers.layers.items()}.items() <= layers.items()
    assert set(bound.boxes.values()) <= {box.id for box in one.game.about.boxes}
    assert {box.name for box in one.game.about.boxes} <= set(bound.boxes)


@pytest.mark.parametrize("name", GAMES)
def test_two_phases_are_called_alike(name: str, built: Mapping[str, BuiltModule]) -> None:
    names = [phase.name for phase in built[name].game.about.phases]
    assert len(set(names)) == len(names)
