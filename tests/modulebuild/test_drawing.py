"""The picture of the map: its size, its colours, its letters."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from adjudicator.cli import main
from adjudicator.engine.units import Unit
from adjudicator.facts import Known
from adjudicator.games import LoadedGame, load
from adjudicator.modulebuild import letters
from adjudicator.modulebuild.board import draw_map
from adjudicator.modulebuild.counters import ratings, unit_counter
from adjudicator.modulebuild.layout import ModuleLayout, layout_if_any, sheet_of
from adjudicator.modulebuild.sheet import MapSheet, nearest_way
from tests.support import ROOT

Colour = tuple[int, int, int]


@pytest.fixture(scope="module")
def ford() -> LoadedGame:
    return load("_template")


def drawn(game: LoadedGame, size: int = 80) -> tuple[Image.Image, MapSheet]:
    layout = layout_if_any(game)
    sheet = sheet_of(game, layout, size)
    return draw_map(game, layout, sheet), sheet


def seen(image: Image.Image, sheet: MapSheet, hex: str) -> set[Colour]:
    """The colours in the middle of a hex."""
    x, y = sheet.centre(hex)
    near = image.crop((round(x - 15), round(y - 12), round(x + 15), round(y + 12)))
    return colours(near)


def colours(image: Image.Image) -> set[Colour]:
    data = image.tobytes()
    return set(zip(data[::3], data[1::3], data[2::3], strict=True))


def middle_of(image: Image.Image, sheet: MapSheet, a: str, b: str) -> Colour:
    """The colour in the middle of a hexside."""
    x, y = sheet.middle(a, b)
    red, green, blue = image.crop((round(x), round(y), round(x) + 1, round(y) + 1)).tobytes()
    return red, green, blue


def run(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as left:
        main(["module", *map(str, arguments)])
    return int(left.value.code or 0)


def test_the_picture_has_another_size_than_asked_for(ford: LoadedGame) -> None:
    for size in (40, 80):
        image, sheet = drawn(ford, size)
        assert image.size == sheet.extent
        # four columns and three rows and a half, with the margins around them
        assert abs(image.width - (size * (3 * 0.866 + 1.155) + 2 * 0.6 * size)) < 3
        assert abs(image.height - (size * 3.5 + 2 * 0.6 * size)) < 3


def test_terrain_looks_all_the_same(ford: LoadedGame) -> None:
    image, sheet = drawn(ford)
    forest, clear, other = seen(image, sheet, "0401"), seen(image, sheet, "0303"), seen(image, sheet, "0103")
    assert clear == other
    assert not forest & clear
    assert len(clear) == 1


def test_a_river_is_not_drawn(ford: LoadedGame) -> None:
    image, sheet = drawn(ford)
    wet, dry = (middle_of(image, sheet, *pair) for pair in (("0202", "0303"), ("0301", "0302")))
    assert wet[2] > wet[0] + 60  # blue
    assert dry[2] < dry[0]


def test_a_hex_number_or_a_name_is_not_on_the_map(ford: LoadedGame) -> None:
    image, sheet = drawn(ford)
    x, y = sheet.centre("0303")
    number = image.crop((round(x - 16), round(y - 36), round(x + 16), round(y - 22)))
    assert len(number.getcolors(10_000) or []) > 10
    x, y = sheet.centre("0302")
    name = image.crop((round(x - 30), round(y + 15), round(x + 30), round(y + 34)))
    assert any(red > 120 and green < 60 for red, green, _ in colours(name))


def test_the_map_does_not_say_that_it_is_ours(tmp_path: Path) -> None:
    ours, bare = tmp_path / "ours.png", tmp_path / "bare.png"
    assert run("draw", "koenigsberg-rg", "-o", ours, "--size", "16") == 0
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "modules" / "koenigsberg-rg", copy, ignore=shutil.ignore_patterns("sources", "cases"))
    layout = (copy / "layout.toml").read_text("utf-8")
    (copy / "layout.toml").write_text(layout.replace("It is not the published map.", ""), "utf-8")
    assert run("draw", copy, "-o", bare, "--size", "16") == 0
    with Image.open(ours) as one, Image.open(bare) as other:
        assert one.size == other.size
        assert one.tobytes() != other.tobytes()


def test_a_game_without_a_layout_has_no_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "ford"
    shutil.copytree(ROOT / "modules" / "_template", copy)
    (copy / "layout.toml").unlink()
    target = tmp_path / "map.png"
    assert run("draw", copy, "-o", target, "--size", "40") == 0
    with Image.open(target) as image:
        assert capsys.readouterr().out == f"map.png: {image.width:,} x {image.height:,} pixels\n"
    assert run("draw", copy, "-o", target, "--size", "40", "--with-boxes") == 0


@pytest.mark.parametrize(
    ("bearing", "way"), [(0, "up"), (22.5, "up"), (292.5, "left"), (180, "down"), (100, "right"), (350, "up")]
)
def test_a_map_lies_another_way_than_nearest_to_the_north(bearing: float, way: str) -> None:
    assert nearest_way(bearing) == way


def test_letters_with_accents_are_lost() -> None:
    assert letters.plain("Königsberg – Łomża ½ Straße") == "Konigsberg - Lomza 1/2 Strasse"
    assert letters.plain("日") == "?"
    pictures = []
    for text in ("Lotzen", "Lötzen", "Lótzen"):
        image = Image.new("L", (120, 40), 255)
        letters.write(ImageDraw.Draw(image), (60, 20), text, 24)
        pictures.append(image.tobytes())
    assert len(set(pictures)) == 3


def test_both_sides_of_a_counter_look_the_same(ford: LoadedGame) -> None:
    layout = layout_if_any(ford)
    foot = ford.roster["r-foot"]
    full, reduced = (unit_counter(foot, layout, ford.about.side_ids, ford.about.ratings, 54, losses) for losses in (0, 1))
    assert full.size == (54, 54)
    assert full.tobytes() != reduced.tobytes()
    assert ratings(foot, ford.about.ratings, 0) == "4-3-3"
    assert ratings(foot, ford.about.ratings, 1) == "2-2-3"


def test_a_number_that_nobody_stated_is_printed_on_a_counter() -> None:
    unit = Unit("a", "A", "red", ratings=({"attack": Known(3), "movement": Known(5)}, {"movement": Known(4)}))
    assert ratings(unit, ("attack", "defence", "movement"), 0) == "3-5"
    assert ratings(unit, ("attack", "defence", "movement"), 1) == "?-4"


def test_a_kind_of_unit_without_a_sign_cannot_be_drawn() -> None:
    plain = unit_counter(Unit("a", "Ä 1", "red", kind="elephants"), ModuleLayout(module="m"), ("red",), ("attack",), 48, 0)
    assert len(plain.getcolors(10_000) or []) > 5
