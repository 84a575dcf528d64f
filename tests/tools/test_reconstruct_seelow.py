"""The reconstructed map of Seelow & Küstrin 1945: made from its sources, and true to all that the rulebook states."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.engine.hexes import Grid
from adjudicator.engine.sight import line
from tests.support import ROOT
from tools.reconstruct_map.__main__ import main
from tools.reconstruct_map.projection import rms_km
from tools.reconstruct_map.seelow import SeelowMap, build
from tools.reconstruct_map.seelow_draw import LEVELS
from tools.reconstruct_map.seelow_grid import SeelowGrid, centre, corners, ends
from tools.reconstruct_map.seelow_sources import read_seelow

FOLDER = ROOT / "modules" / "seelow-kustrin" / "map"
TABLES = ("hexes.csv", "hexsides.csv", "routes.csv", "areas.csv")
GRID = SeelowGrid((10, 36), (1, 17))
ENGINE = Grid((10, 36), (1, 17), "odd", 180, 90)
SYMBOLS = {"village", "town", "woods"}


@cache
def made() -> SeelowMap:
    return build(read_seelow(FOLDER / "sources"))


@cache
def table(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def hexes() -> dict[str, dict[str, str]]:
    return {row["hex"]: row for row in table("hexes.csv")}


def terrain(hex_: str) -> set[str]:
    return set(hexes()[hex_]["terrain"].split())


def level(hex_: str) -> int:
    return int(hexes()[hex_]["level"])


def sides(feature: str) -> set[tuple[str, str]]:
    return {(row["a"], row["b"]) for row in table("hexsides.csv") if row["feature"] == feature}


def ways(*kinds: str) -> set[tuple[str, str]]:
    return {(row["a"], row["b"]) for row in table("routes.csv") if not kinds or row["kind"] in kinds}


def area(name: str) -> set[str]:
    return {row["hex"] for row in table("areas.csv") if row["area"] == name}


def pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def reach(start: Iterable[str], passable: Callable[[str, str], bool]) -> set[str]:
    found = set(start)
    queue = list(found)
    while queue:
        here = queue.pop()
        for other in GRID.neighbours(here):
            if other not in found and passable(here, other):
                found.add(other)
                queue.append(other)
    return found


# The files


def test_the_files_of_the_map_are_what_the_sources_give() -> None:
    assert main(["seelow-kustrin", "--check"]) == 0


def copied(folder: Path) -> Path:
    shutil.copytree(FOLDER, folder / "seelow-kustrin" / "map")
    return folder / "seelow-kustrin" / "map"


@pytest.mark.parametrize("name", TABLES)
def test_a_file_that_was_changed_by_hand_fails_the_check_and_is_made_again(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = copied(tmp_path) / name
    file.write_text(file.read_text("utf-8").replace("reconstruction", "printed", 1), "utf-8")
    assert main(["seelow-kustrin", "--check", "--modules", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{name} is not what the sources give\n"
    assert main(["seelow-kustrin", "--modules", str(tmp_path)]) == 0
    assert file.read_bytes() == (FOLDER / name).read_bytes()


def test_a_file_that_is_missing_fails_the_check(tmp_path: Path) -> None:
    (copied(tmp_path) / "areas.csv").unlink()
    assert main(["seelow-kustrin", "--check", "--modules", str(tmp_path)]) == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("towns.csv", "52.518,village,1012", "52.518,hamlet,1012", "towns.csv, line 6: 'hamlet' is none of village, town"),
        ("towns.csv", "village,1012", "village,0912", "towns.csv, line 6: 0912 is not on the map"),
        ("towns.csv", "village,2108", "village,2008", "Hackenow lies in 2008, which is woods"),
        ("towns.csv", "Gorgast,14.563", "Gorgast,east", "lon is not a number: 'east'"),
        ("grounds.csv", "swamp,3301", "swamp,2008", "2008 is woods already"),
        ("grounds.csv", "swamp,3301", "moor,3301", "'moor' is none of woods, swamp"),
        ("levels.csv", "2004,3", "2004,4", "levels.csv, line 2: '4' is no level"),
        ("waters.csv", "Warthe,river,3503 3604", "Warthe,river,3503 3604 3001", "3001 does not lie on the Warthe"),
        ("lower.csv", "2417,2517", "2417,2617", "lower.csv, line 3: 2417 and 2617 are not neighbours"),
        ("routes.csv", "Seelow-Gusow,1409 > 1308", "Seelow-Gusow,1409 > Utopia", "Utopia is not on the map"),
        ("areas.csv", "2001-2401", "2001-2402", "2001-2402 runs along neither a column nor a row"),
    ],
)
def test_a_mistake_in_a_source_is_named_and_nothing_is_written(
    file: str, old: str, new: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied(tmp_path)
    text = (folder / "sources" / file).read_text("utf-8")
    assert old in text
    (folder / "sources" / file).write_text(text.replace(old, new, 1), "utf-8")
    assert main(["seelow-kustrin", "--modules", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err
    assert all((folder / name).read_bytes() == (FOLDER / name).read_bytes() for name in TABLES)


def test_every_hex_has_one_row_with_ground_and_level() -> None:
    assert [row["hex"] for row in table("hexes.csv")] == sorted(GRID.hexes())
    for row in table("hexes.csv"):
        ground, *settled = row["terrain"].split()
        assert ground in {"clear", "woods", "swamp"}
        assert set(settled) <= {"village", "town"}
        assert bool(settled) == bool(row["name"])
        assert row["level"] in "123"


@pytest.mark.parametrize("name", ["hexsides.csv", "routes.csv"])
def test_pairs_are_neighbours_the_smaller_first_and_named_once_for_each_thing(name: str) -> None:
    keys = [(row["a"], row["b"], row.get("feature") or row["kind"]) for row in table(name)]
    assert keys == sorted(set(keys))
    assert all(a < b and b in GRID.neighbours(a) for a, b, _ in keys)


# The grid


def test_the_grid_is_that_of_the_engine() -> None:
    for hex_ in GRID.hexes():
        assert set(GRID.neighbours(hex_)) == set(ENGINE.neighbours(hex_))
        assert GRID.at(centre(hex_)) == hex_
        for other in GRID.neighbours(hex_):
            assert set(ends(hex_, other)) == set(corners(hex_)) & set(corners(other))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("2516", "2417"),
        ("1003", "1103"),
        ("1012", "1111"),
        ("1111", "1211"),
        ("1211", "1310"),
        ("2412", "2311"),
        ("2412", "2312"),
    ],
)
def test_hexes_that_the_rulebook_has_side_by_side_are_so(a: str, b: str) -> None:
    assert b in GRID.neighbours(a)


def test_a_straight_way_leads_from_neighbour_to_neighbour() -> None:
    for start, stop in (("1001", "3617"), ("3501", "1012"), ("2002", "2011"), ("1012", "3612")):
        way = GRID.straight(start, stop)
        assert len(way) == ENGINE.distance(start, stop)
        assert Counter(hex_ for step in way for hex_ in step)[start] == 1


def test_stated_places_lie_within_two_kilometres_of_where_they_are() -> None:
    assert len(made().residuals) >= 9
    assert all(one.km < 2 for one in made().residuals)
    assert rms_km(list(made().residuals)) < 1.2
    assert 0.9 < made().projection.km_per_hex < 1.1  # 2.1: 960 metres


# What the rulebook states


def test_the_named_places_are_in_their_hexes() -> None:
    names = {"1205": "Gusow", "1506": "Werbig", "1605": "Neulangsow", "1609": "St. Seelow", "1612": "Friedersdorf"}
    names |= {"1713": "Dolgelin", "1915": "Libbenichen", "1012": "Diedersdorf", "3503": "Küstrin"}
    names |= dict.fromkeys(("1409", "1410", "1509", "1510"), "Seelow")
    assert {hex_: hexes()[hex_]["name"] for hex_ in names} == names
    assert all("town" in terrain(hex_) for hex_ in ("1409", "1410", "1509", "1510"))
    assert all("village" in terrain(hex_) for hex_ in ("1612", "2311", "2312"))
    assert area("turn-7-places") == {"1205", "1506", "1605", "1609", "1612", "1713", "1915"}
    assert all(terrain(hex_) & {"town", "village"} for hex_ in area("turn-7-places"))


def test_a_road_leads_from_seelow_to_diedersdorf_over_the_named_hexes() -> None:
    chain = ["1012", "1111", "1211", "1310", "1410"]
    assert all(pair(a, b) in ways("road") for a, b in pairwise(chain))
    assert area("seelow-and-diedersdorf") == {*chain, "1409", "1509", "1510"}


def test_the_canal_divides_the_map_and_has_the_named_hexes_on_its_west_bank() -> None:
    west = area("west-of-canal")
    assert sides("stream") == {pair(a, b) for a in west for b in GRID.neighbours(a) if b not in west}
    assert reach({"1012"}, lambda a, b: pair(a, b) not in sides("stream")) == west
    bank = {hex_ for step in sides("stream") for hex_ in step} & west
    assert {"1003", "1103", "1809", "1810", "2217"} <= bank
    assert {"1409", "1609", "1713", "1915"} <= west
    assert not {"2004", "2312", "2513", "2616"} & west


def test_a_lower_hexside_lies_between_two_hexes_of_one_level() -> None:
    assert ("2417", "2516") in sides("lower-hexside")
    assert level("2417") == level("2516") > 1
    assert terrain("2417") == {"clear"}
    assert [row["source"] for row in table("hexsides.csv") if (row["a"], row["b"]) == ("2417", "2516")] == ["rulebook"]
    assert all(level(a) == level(b) for a, b in sides("lower-hexside"))
    assert pair("2417", "2516") not in ways()


def test_entries_and_edges_are_on_the_edge_that_the_rulebook_names() -> None:
    assert area("reinforcements-soviet-7") == {f"{column}01" for column in range(20, 25)} <= area("edge-north")
    assert area("reinforcements-soviet-8") == {f"{column}01" for column in range(25, 31)} <= area("edge-north")
    assert area("reinforcements-german-3") == {f"{column}17" for column in range(21, 25)} <= area("edge-south")
    assert area("reinforcements-german-4") == {f"10{row:02}" for row in range(4, 13)} <= area("edge-west")
    assert area("edge-west") == {hex_ for hex_ in GRID.hexes() if hex_.startswith("10")}
    assert area("scenario-kuestrin") == {hex_ for hex_ in GRID.hexes() if int(hex_[2:]) <= 8}


def test_the_marshal_stands_high_and_the_plain_is_low() -> None:
    assert level("3013") > 1
    assert all(level(hex_) == 3 for hex_ in ("1409", "1410", "1509", "1510"))
    assert all(level(hex_) == 1 for hex_ in ("2307", "2508", "2909", "3503", "3204", "1605"))


def dividing(hex_: str, step: str) -> bool:
    return pair(hex_, step) not in sides("river") or pair(hex_, step) in ways()


def test_kuestrin_lies_behind_rivers_and_has_bridges_over_both() -> None:
    dry = reach({"1012"}, lambda a, b: pair(a, b) not in sides("river"))
    assert {"3102", "3103", "3204", "3403", "3413", "3315", "3212"} <= dry
    assert not {"3503", "3502", "3603", "3604"} & dry
    from_town = reach({"3503"}, lambda a, b: pair(a, b) not in sides("river"))
    assert "3604" in from_town
    assert "3603" not in from_town
    assert reach({"1012"}, dividing) == set(GRID.hexes())
    inside = area("scenario-kuestrin")
    assert "1004" in reach({"3503"}, lambda a, b: b in inside and dividing(a, b)), "11.43 needs a bridge within the rows in play"


# The examples of lines of sight


def blocked(frm: str, to: str) -> bool:
    """Does a symbol on the level of a line between two hexes of one level, on both sides where it runs between two, block it?"""
    between = line(ENGINE, frm, to)[:-1]
    return any(all(terrain(hex_) & SYMBOLS and level(hex_) == level(frm) for hex_ in step.hexes) for step in between)


def test_example_a_the_villages_hide_what_lies_behind_them() -> None:
    assert level("1511") == level("1612") == level("1712")
    assert blocked("1511", "1712")
    assert level("2212") == level("2311") == level("2312") == level("2412")
    assert [step.hexes for step in line(ENGINE, "2212", "2412")[:-1]] == [("2311", "2312")]
    assert blocked("2212", "2412")
    assert blocked("2211", "2412")
    assert not blocked("2411", "2412")


def test_example_b_the_levels_of_column_twenty_bear_it_out() -> None:
    levels = {row: level(f"20{row:02}") for row in range(2, 12)}
    woods = {row for row in levels if terrain(f"20{row:02}") & SYMBOLS}
    assert woods == {8}
    reach_down = {0: 3, 1: 4, 2: 5}

    def sees(frm: int, to: int) -> bool:
        """On one level what is higher, or covered, blocks; else what is higher than both, or covered and next to the end."""
        between = range(min(frm, to) + 1, max(frm, to))
        high, low = max(levels[frm], levels[to]), min(levels[frm], levels[to])
        hidden = any(levels[row] > high or (row in woods and (high == low or abs(row - to) == 1)) for row in between)
        return abs(frm - to) <= reach_down[max(0, levels[frm] - levels[to])] and not hidden

    a, b, c = ({row for row in levels if row != at and sees(at, row)} | {at} for at in (4, 5, 10))
    assert a == set(range(2, 9))
    assert b == set(range(4, 9))
    assert c == set(range(8, 12))
    assert levels[4] - levels[9] == 2, "else A could not see as far as 2009 even without the woods"


# The picture


def test_the_picture_shows_every_level_and_both_waters(tmp_path: Path) -> None:
    file = tmp_path / "map.png"
    folder = copied(tmp_path)
    assert main(["seelow-kustrin", "--modules", str(folder.parents[1]), "--check", "--png", str(file), "--size", "40"]) == 0
    with Image.open(file) as image:
        red, green, blue = (band.tobytes() for band in image.convert("RGB").split())
        colours = {f"#{r:02x}{g:02x}{b:02x}" for r, g, b in zip(red, green, blue, strict=True)}
        assert image.width > image.height > 17 * 40
    assert {*LEVELS.values(), "#2f6fb0", "#3f8fd0", "#b03020"} <= colours
