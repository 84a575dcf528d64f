"""What the map and the counters of Vistula-Oder-Berlin ask of the pictures: worth of places, big cities, lakes, columns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from adjudicator.engine.units import Unit
from adjudicator.games import LoadedGame, load
from adjudicator.modulebuild import legend, marks
from adjudicator.modulebuild.board import draw_map
from adjudicator.modulebuild.counters import unit_counter
from adjudicator.modulebuild.layout import LegendLine, ModuleLayout, read_layout, sheet_of
from tests.modulebuild.built import BuiltModule


@pytest.fixture(scope="module")
def vob() -> tuple[LoadedGame, ModuleLayout]:
    game = load("vistula-oder-berlin")
    return game, read_layout(game)


@pytest.fixture(scope="module")
def picture(vob: tuple[LoadedGame, ModuleLayout]) -> Image.Image:
    game, layout = vob
    return draw_map(game, layout, sheet_of(game, layout, 40))


def around(image: Image.Image, vob: tuple[LoadedGame, ModuleLayout], hex: str, reach: int = 18) -> Image.Image:
    x, y = map(round, sheet_of(*vob, 40).centre(hex))
    return image.crop((x - reach, y - reach, x + reach, y + reach))


def mean(image: Image.Image) -> tuple[float, float, float]:
    data = image.tobytes()
    red, green, blue = (sum(data[start::3]) / (len(data) / 3) for start in range(3))
    return red, green, blue


@pytest.mark.parametrize(("tag", "worth"), [("vp", ""), ("vp-3", "3"), ("vp-12", "12"), ("vps", None), ("coast", None)])
def test_a_tag_says_another_number_of_victory_points(tag: str, worth: str | None) -> None:
    assert marks.points(tag) == worth


def test_a_place_worth_three_points_looks_like_one_worth_one(vob: tuple[LoadedGame, ModuleLayout]) -> None:
    game, layout = vob
    samples = {entry.title: entry for entry in legend.entries(game, layout)}
    pictures = []
    for title in ("1 victory point", "2 victory points", "3 victory points"):
        image = Image.new("RGB", (200, 120), "white")
        legend._draw_sample(image, (10, 10), samples[title], game, layout, 80)
        pictures.append(image.tobytes())
    assert len(set(pictures)) == 3


def test_a_hidden_feature_is_lettered_or_in_the_legend(vob: tuple[LoadedGame, ModuleLayout], picture: Image.Image) -> None:
    game, layout = vob
    assert "Coast" not in {entry.title for entry in legend.entries(game, layout)}
    shown = layout.model_copy(update={"feature": {**layout.feature, "coast": LegendLine.model_validate({"title": "Coast"})}})
    assert "Coast" in {entry.title for entry in legend.entries(game, shown)}
    lettered = draw_map(game, shown, sheet_of(game, shown, 40))
    before, after = (around(image, vob, "0521") for image in (picture, lettered))
    assert ImageChops.difference(before, after).getbbox() is not None


def test_a_frozen_lake_looks_like_clear_ground(vob: tuple[LoadedGame, ModuleLayout], picture: Image.Image) -> None:
    lake, clear = mean(around(picture, vob, "0705", 10)), mean(around(picture, vob, "2821", 10))
    assert lake[2] > lake[0] + 40
    assert clear[2] < clear[0]


def test_a_big_city_looks_like_any_other(vob: tuple[LoadedGame, ModuleLayout], picture: Image.Image) -> None:
    berlin, breslau = mean(around(picture, vob, "1529", 9)), mean(around(picture, vob, "2318", 9))
    assert berlin[0] - berlin[1] > breslau[0] - breslau[1] + 15


def test_north_is_not_up_or_west_not_left(vob: tuple[LoadedGame, ModuleLayout]) -> None:
    sheet = sheet_of(*vob, 40)
    danzig, posen, warsaw = (sheet.centre(hex) for hex in ("0415", "1519", "1506"))
    assert danzig[1] < posen[1]
    assert posen[0] < warsaw[0]


@pytest.mark.parametrize("kind", ["jager", "column"])
def test_a_kind_of_unit_has_no_sign_of_its_own(kind: str) -> None:
    layout = ModuleLayout(module="m")
    own, other = (unit_counter(Unit("a", "A", "red", kind=each), layout, ("red",), (), 48, 0) for each in (kind, "infantry"))
    worded = unit_counter(Unit("a", "A", "red", kind=kind[:4]), layout, ("red",), (), 48, 0)
    assert own.tobytes() not in (other.tobytes(), worded.tobytes())


@pytest.mark.parametrize("scenario", ["red-storm", "deutschland-kaputt"])
def test_a_reinforcement_does_not_wait_on_its_turn(scenario: str, built: Mapping[str, BuiltModule], tmp_path: Path) -> None:
    one = built["vistula-oder-berlin"]
    assert one.game.arrivals
    found = {unit: one.map.location(*piece.position[1:]) for unit, piece in one.units(scenario, tmp_path)}
    for line in one.game.arrivals:
        if line.turn is not None:
            assert found[line.unit] == f"Turn {line.turn}"
    assert {place for unit, place in found.items() if one.game.roster[unit].kind == "air"} == {"Air support"}
    assert found["de-kriegsmarine"] == "Kriegsmarine"


def test_a_button_of_the_dice_is_missing(built: Mapping[str, BuiltModule]) -> None:
    said = {dice.name for dice in built["vistula-oder-berlin"].module.dice}
    cities = {f"Western Allies {city} 1d6" for city in ("Prague", "Leipzig", "Chemnitz", "Dresden", "Rostock")}
    assert cities | {"Combat 1d6", "Bunker 1d6", "Thaw 1d6", "Führer 1d6"} <= said
