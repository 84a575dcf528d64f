"""The reconstructed map of Königsberg (Revolution Games): made from its sources, and true to all that the rulebook states."""

from __future__ import annotations

import cmath
import csv
import shutil
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.support import ROOT
from tools.reconstruct_map.__main__ import main
from tools.reconstruct_map.build import Map, build, place_of
from tools.reconstruct_map.draw import GROUND, draw
from tools.reconstruct_map.grid import Grid, place, side
from tools.reconstruct_map.lines import bearing
from tools.reconstruct_map.projection import Anchor, fit, rms_km
from tools.reconstruct_map.sources import SourceError, Sources, read_sources

FOLDER = ROOT / "modules" / "koenigsberg-rg" / "map"
TABLES = ("hexes.csv", "hexsides.csv", "routes.csv", "areas.csv")
WATER = {"sea", "lagoon", "lake"}
MAP_GRID = Grid(36, 44)

# 13.2.2
VICTORY = {
    "1836": "Insterburg",
    "1329": "Lötzen",
    "2932": "Königsberg",
    "2220": "Allenstein",
    "1902": "Schröttersburg",
    "3203": "Thorn",
    "3507": "Kulm",
    "3409": "Graudenz",
    "3413": "Marienwerder",
    "2327": "Bartenstein",
    "3420": "Elbing",
    "1811": "Mielau",
    "3225": "Braunsberg",
    "2233": "Wehlau",
}
# 15.0, by side and formation
SOVIET = {
    "43 Army": "2143 1943",
    "39 Army": "1144 1044 1043",
    "5 Army": "1140 1039",
    "28 Army": "1137 1036",
    "2 Guards Army": "0935 0936 0835",
    "11 Guards Army": "0838 0738 0739",
    "31 Army": "0534 0434",
    "3BF independents": "0735 0840 0741",
    "70 Army": "0506 0606 0507",
    "65 Army": "0308 0408 0309",
    "2 Shock Army": "0709 0710 0609",
    "48 Army": "0811 0812 0712",
    "3 Army": "0613 0514",
    "49 Army": "0516 0416",
    "2BF independents": "0708 0410 0312 0213 0214",
}
GERMAN = {
    "9 Corps": "1342 1542 1841 2142 2441 1939",
    "26 Corps": "1338 1339 1340 1341 1838",
    "HG Corps": "1636 1435 1337 1833",
    "41 Panzer Corps": "1233 1234 1032 0832 0732 1031",
    "6 Corps": "0531 0330 0327 0325 0626",
    "55 Corps": "0322 0321 0620 0722",
    "20 Corps": "1111 0814 0815 0918 1016",
    "23 Corps": "1013 1012 1010 1008 1213",
    "27 Corps": "0908 0907 0906 1206",
    "28 Corps": "3040",
    "GD Corps": "1635 1416 1517 1625",
    "infantry independents": "1427 1628 1826 2026 2931 1519 2516 1409 0905",
    "mechanized independents": "1321 1739 1540 1539 1538 1232 0728 0919 1015 0915 1209 1208 1408 1106 2925 1915",
    "garrisons": "3203 3507 3409 3420 2932 1329",
}
SOVIETS = sorted({hex_ for hexes in SOVIET.values() for hex_ in hexes.split()})
GERMANS = sorted({hex_ for hexes in GERMAN.values() for hex_ in hexes.split()})
# Armies of the second echelon stand behind the others; all others face Germans across the front.
REAR = {"11 Guards Army", "65 Army"}


@cache
def sources() -> Sources:
    return read_sources(FOLDER / "sources")


@cache
def made() -> Map:
    return build(sources())


@cache
def table(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def terrain() -> dict[str, set[str]]:
    return {row["hex"]: set(row["terrain"].split()) for row in table("hexes.csv")}


@cache
def features(hexside: tuple[str, str]) -> set[str]:
    return {row["feature"] for row in table("hexsides.csv") if (row["a"], row["b"]) == hexside}


@cache
def ways(*kinds: str) -> dict[str, set[str]]:
    net: dict[str, set[str]] = {}
    for row in table("routes.csv"):
        if not kinds or row["kind"] in kinds:
            net.setdefault(row["a"], set()).add(row["b"])
            net.setdefault(row["b"], set()).add(row["a"])
    return net


def area(*names: str) -> set[str]:
    return {row["hex"] for row in table("areas.csv") if row["area"] in names}


def reach(start: Iterable[str], steps: Callable[[str], Iterable[str]]) -> set[str]:
    found = set(start)
    queue = list(found)
    while queue:
        for other in steps(queue.pop()):
            if other not in found:
                found.add(other)
                queue.append(other)
    return found


def passable(a: str, b: str) -> bool:
    """Whether a unit could go from a hex to its neighbour: no water, and no large river without a bridge."""
    here = features(side(a, b))
    return not terrain()[b] & WATER and "water" not in here and ("river-major" not in here or b in ways().get(a, set()))


# The files


def test_the_files_of_the_map_are_what_the_sources_give() -> None:
    assert main(["koenigsberg-rg", "--check"]) == 0


def copied(folder: Path) -> Path:
    shutil.copytree(FOLDER, folder / "koenigsberg-rg" / "map")
    return folder / "koenigsberg-rg" / "map"


@pytest.mark.parametrize("name", TABLES)
def test_a_file_that_was_changed_by_hand_fails_the_check_and_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = copied(tmp_path) / name
    file.write_text(file.read_text("utf-8").replace("reconstruction", "printed", 1), "utf-8")
    assert main(["koenigsberg-rg", "--check", "--modules", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{name} is not what the sources give\n"
    assert main(["koenigsberg-rg", "--modules", str(tmp_path)]) == 0
    assert file.read_bytes() == (FOLDER / name).read_bytes()


def test_a_file_that_is_missing_fails_the_check(tmp_path: Path) -> None:
    (copied(tmp_path) / "areas.csv").unlink()
    assert main(["koenigsberg-rg", "--check", "--modules", str(tmp_path)]) == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("towns.csv", "Tilsit,21.879,55.084,city", "Tilsit,21.879,55.084,hamlet", "towns.csv, line 16: 'hamlet' is no class"),
        ("towns.csv", "Tilsit,21.879", "Tilsit,east", "towns.csv, line 16: lon is not a number: 'east'"),
        ("towns.csv", "Ragnit,22.030,55.040", "Ragnit,21.879,55.084", "Ragnit and Tilsit both lie in 2142"),
        ("towns.csv", "Cranz,20.480,54.960", "Cranz,20.300,55.300", "Cranz lies in 3538, which is sea"),
        ("routes.csv", "Insterburg > Kreuzingen,", "Insterburg > Utopia,", "nothing is known of a place named 'Utopia'"),
        ("routes.csv", "3616 > Marienburg", "3630 > Marienburg", "routes.csv, line 6: 3630 lies in 3630, which is sea"),
        ("spits.csv", "Kurische Nehrung,3", "Kurische Nehrung,4", "spits.csv, line 10: is point 4 of Kurische Nehrung, where"),
        ("rivers.csv", "3617-3618", "3617-3620", "3617-3620 is no hexside"),
        ("lines.csv", "2441 2341", "2841 2341", "lines.csv, line 2: 2841 is not land of the map"),
        ("lines.csv", "Lötzen,festung-line", "Lötzen,wall", "'wall' is no kind of line"),
        ("places.csv", "entry-D,3144", "entry-D,3145", "3145 is not on the map"),
        ("hexes.csv", "1142,", "1150,", "hexes.csv, line 2: 1150 is not on the map"),
    ],
)
def test_a_mistake_in_a_source_is_named_and_nothing_is_written(
    file: str, old: str, new: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied(tmp_path)
    text = (folder / "sources" / file).read_text("utf-8")
    assert old in text
    (folder / "sources" / file).write_text(text.replace(old, new, 1), "utf-8")
    assert main(["koenigsberg-rg", "--modules", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err
    assert all((folder / name).read_bytes() == (FOLDER / name).read_bytes() for name in TABLES)


def test_every_hex_of_the_map_has_one_row_with_a_known_ground() -> None:
    rows = table("hexes.csv")
    assert [row["hex"] for row in rows] == sorted(MAP_GRID.hexes())
    assert {row["terrain"].split()[0] for row in rows} == {"clear", "forest", "marsh", "sea", "lagoon", "lake"}
    assert all(set(row["terrain"].split()[1:]) <= {"village", "town", "city"} for row in rows)
    assert all(bool(row["name"]) == (len(row["terrain"].split()) == 2) for row in rows)


@pytest.mark.parametrize("name", ["hexsides.csv", "routes.csv"])
def test_pairs_are_neighbours_the_smaller_first_in_order_and_named_once_for_each_thing(name: str) -> None:
    rows = table(name)
    keys = [(row["a"], row["b"], row.get("feature") or row["kind"]) for row in rows]
    assert keys == sorted(set(keys))
    assert all(a < b and b in MAP_GRID.neighbours(a) for a, b, _ in keys)


def test_rivers_and_routes_keep_to_the_land() -> None:
    for name in ("hexsides.csv", "routes.csv"):
        assert [row for row in table(name) if (terrain()[row["a"]] | terrain()[row["b"]]) & WATER] == []
    assert [row for row in table("routes.csv") if "water" in features((row["a"], row["b"]))] == []


def test_no_hexside_is_two_waters_at_once() -> None:
    waters = [(row["a"], row["b"]) for row in table("hexsides.csv") if row["feature"] in ("river-minor", "river-major", "water")]
    assert len(waters) == len(set(waters))


def test_only_what_the_text_states_is_marked_as_the_rulebooks() -> None:
    marked = {row["hex"] for row in table("hexes.csv") if row["source"] == "rulebook"}
    assert marked == {"1142", "1836", "2932", "3420"}
    assert {(row["a"], row["b"]) for row in table("routes.csv") if row["source"] == "rulebook"} == {
        ("2831", "2932"),
        ("2931", "2932"),
    }
    assert [row for row in table("hexsides.csv") if row["source"] != "reconstruction"] == []
    assert [(row["area"], row["hex"]) for row in table("areas.csv") if row["source"] == "rulebook"] == [("source-german", "2932")]
    assert {row["source"] for name in TABLES for row in table(name)} == {"rulebook", "reconstruction"}


# What the text states


def test_victory_hexes_bear_their_names_and_nothing_else_is_one() -> None:
    marked = {row["hex"]: row["name"] for row in table("hexes.csv") if "vp" in row["features"].split()}
    assert marked == VICTORY
    assert all(terrain()[hex_] & {"village", "town", "city"} for hex_ in VICTORY)


@pytest.mark.parametrize("hex_", ["1836", "2932", "3420"])
def test_what_the_text_calls_a_city_is_one(hex_: str) -> None:
    assert "city" in terrain()[hex_]


def test_1142_is_forest() -> None:
    assert terrain()["1142"] == {"forest"}


def test_1227_and_1327_are_joined_by_land() -> None:
    assert passable("1227", "1327")
    assert passable("1327", "1227")


@pytest.mark.parametrize("hex_", ["2931", "2831"])
def test_the_autobahn_joins_koenigsberg_and_elbing_by_either_hex(hex_: str) -> None:
    other = {"2931": "2831", "2831": "2931"}[hex_]
    net = ways("autobahn")
    assert "2932" in net[hex_]
    assert "3420" in reach({"2932"}, lambda here: net[here] - {other})


def test_the_autobahn_is_cut_when_both_hexes_are_lost() -> None:
    net = ways("autobahn")
    assert "3420" not in reach({"2932"}, lambda here: net[here] - {"2931", "2831"})


def test_every_set_up_hex_is_land() -> None:
    assert [hex_ for hex_ in (*GERMANS, *SOVIETS, "1323") if terrain()[hex_] & WATER] == []


def test_no_set_up_hex_is_cut_off_from_the_others() -> None:
    whole = reach({"2932"}, lambda here: [there for there in MAP_GRID.neighbours(here) if passable(here, there)])
    assert [hex_ for hex_ in (*GERMANS, *SOVIETS, "1323") if hex_ not in whole] == []


def test_no_land_of_the_map_is_an_island() -> None:
    whole = reach({"2932"}, lambda here: [there for there in MAP_GRID.neighbours(here) if passable(here, there)])
    assert whole == {hex_ for hex_, words in terrain().items() if not words & WATER}


def test_no_two_enemies_are_set_up_in_one_hex() -> None:
    assert set(GERMANS) & set(SOVIETS) == set()


@pytest.mark.parametrize("army", sorted(SOVIET.keys() - REAR))
def test_a_soviet_army_of_the_first_line_is_set_up_within_three_hexes_of_germans(army: str) -> None:
    assert min(MAP_GRID.distance(a, b) for a in SOVIET[army].split() for b in GERMANS) <= 3


def test_each_front_has_germans_within_two_hexes_to_bombard_in_the_first_turn() -> None:
    for armies in (["43 Army", "5 Army", "28 Army"], ["2 Shock Army", "48 Army", "3 Army"]):
        for army in armies:
            assert min(MAP_GRID.distance(a, b) for a in SOVIET[army].split() for b in GERMANS) <= 2


def test_only_tilsit_is_set_up_next_to_the_enemy() -> None:
    assert [(a, b) for a in GERMANS for b in SOVIETS if MAP_GRID.distance(a, b) == 1] == [("2142", "2143")]
    assert "river-major" in features(("2142", "2143"))


# Supply at start (10.1)


def supplied(hex_: str, friends: list[str], enemies: list[str], sources_: set[str], net: dict[str, set[str]]) -> bool:
    """Four hexes over any passable ground to a road or railway, then along it to a source, all free of enemies and their ZOC."""
    zoc = {there for enemy in enemies for there in MAP_GRID.neighbours(enemy)} - set(friends)
    closed = zoc | set(enemies)
    trunk = reach(sources_ - closed, lambda here: net.get(here, set()) - closed)
    near = {hex_}
    for _ in range(4):
        near |= {there for here in near for there in MAP_GRID.neighbours(here) if there not in closed and passable(here, there)}
    return bool(near & trunk)


@pytest.mark.parametrize("hex_", SOVIETS)
def test_a_soviet_unit_is_in_supply_at_start(hex_: str) -> None:
    assert supplied(hex_, SOVIETS, GERMANS, area("source-soviet"), ways())


@pytest.mark.parametrize("hex_", GERMANS)
def test_a_german_unit_is_in_supply_at_start_even_without_koenigsberg_and_the_contested_sources(hex_: str) -> None:
    assert supplied(hex_, GERMANS, SOVIETS, area("source-german") - {"2932"}, ways())


def test_koenigsberg_has_its_line_to_elbing_and_on_to_the_edge_at_start() -> None:
    zoc = {there for enemy in SOVIETS for there in MAP_GRID.neighbours(enemy)}
    net = ways("autobahn")
    assert "3420" in reach({"2932"}, lambda here: net[here] - zoc)
    assert supplied("3420", GERMANS, SOVIETS, area("source-german") - {"2932"}, ways())


def test_a_unit_whose_roads_are_all_held_by_the_enemy_would_be_out_of_supply() -> None:
    ring = [hex_ for hex_ in MAP_GRID.hexes() if MAP_GRID.distance(hex_, "2220") == 5]
    assert not supplied("2220", ["2220"], ring, area("source-german"), ways())


# Sources and entries


def nearer_to_germans(hex_: str) -> bool:
    return min(MAP_GRID.distance(hex_, g) for g in GERMANS) < min(MAP_GRID.distance(hex_, s) for s in SOVIETS)


def test_german_sources_are_koenigsberg_and_the_west_edge() -> None:
    assert area("source-german") - {"2932"} <= area("edge-west")
    assert len(area("source-german")) >= 4


def test_soviet_sources_are_behind_the_soviet_lines() -> None:
    assert area("source-soviet") <= area("edge-east", "edge-south", "edge-north")
    nearer = {hex_ for hex_ in area("source-soviet") if nearer_to_germans(hex_)}
    # Between 49 and 31 Army the text sets up nobody: the front is held there, but by armies that arrive later.
    assert nearer == {"0121", "0124"}


def test_contested_sources_are_on_the_edge_on_the_german_side_at_start() -> None:
    assert area("source-contested")
    for hex_ in area("source-contested"):
        assert hex_ in area("edge-south")
        assert nearer_to_germans(hex_)


def test_every_source_is_on_a_road_or_railway() -> None:
    assert [hex_ for hex_ in area("source-german", "source-soviet", "source-contested") if hex_ not in ways()] == []


@pytest.mark.parametrize(("entry", "edge"), [("A", "west"), ("B", "west"), ("D", "north"), ("E", "east"), ("F", "east")])
def test_an_entry_area_is_land_on_its_edge_with_a_way_in(entry: str, edge: str) -> None:
    (hex_,) = area(f"entry-{entry}")
    assert hex_ in area(f"edge-{edge}")
    assert not terrain()[hex_] & WATER
    assert hex_ in ways()


def test_mikosch_enters_at_the_port_of_pillau() -> None:
    (hex_,) = area("entry-C")
    assert next(row["name"] for row in table("hexes.csv") if row["hex"] == hex_) == "Pillau"
    assert any(terrain()[there] & {"sea"} for there in MAP_GRID.neighbours(hex_))
    assert "2932" in reach({hex_}, lambda here: ways()[here])


@pytest.mark.parametrize("entry", "ABCD")
def test_german_entries_are_on_the_german_side(entry: str) -> None:
    (hex_,) = area(f"entry-{entry}")
    assert nearer_to_germans(hex_)


def test_edges_are_whole() -> None:
    lengths = {name: len(area(f"edge-{name}")) for name in ("west", "east", "south", "north")}
    assert lengths == {"west": 44, "east": 44, "south": 36, "north": 36}


def test_the_frisches_haff_is_one_piece_of_water_near_the_coast_the_cruiser_shelled() -> None:
    haff = area("frisches-haff")
    assert all("lagoon" in terrain()[hex_] for hex_ in haff)
    assert reach({min(haff)}, lambda here: haff & set(MAP_GRID.neighbours(here))) == haff
    for town in ("3225", "3420"):
        assert min(MAP_GRID.distance(town, hex_) for hex_ in haff) <= 2


# Lines


def test_every_line_protects_one_of_its_two_hexes() -> None:
    lines = [row for row in table("hexsides.csv") if row["feature"].endswith("-line")]
    assert lines
    assert [row for row in lines if row["facing"] not in (row["a"], row["b"])] == []
    assert [row for row in table("hexsides.csv") if row["facing"] and row not in lines] == []


def test_every_german_within_two_hexes_of_the_enemy_is_behind_a_defensive_line_towards_him() -> None:
    for hex_ in GERMANS:
        for enemy in SOVIETS:
            if MAP_GRID.distance(hex_, enemy) <= 2:
                between = [
                    there
                    for there in MAP_GRID.neighbours(hex_)
                    if MAP_GRID.distance(there, enemy) < MAP_GRID.distance(hex_, enemy)
                ]
                assert any("defensive-line" in features(side(hex_, there)) for there in between), (hex_, enemy)


@pytest.mark.parametrize("hex_", ["1329", "2932", "3203", "3409", "3507", "3420"])
def test_a_garrison_is_behind_festung_lines(hex_: str) -> None:
    own = [row for row in table("hexsides.csv") if row["feature"] == "festung-line" and row["facing"] == hex_]
    assert len(own) >= 2


def test_no_line_protects_a_soviet_set_up_hex() -> None:
    assert {row["facing"] for row in table("hexsides.csv")} & set(SOVIETS) == set()


# Geography a person would look for


@pytest.mark.parametrize(
    ("river", "west", "east"),
    [
        ("Weichsel", "3509", "3409"),
        ("Weichsel", "3607", "3507"),
        ("Memel", "2143", "2142"),
        ("Deime", "2534", "2434"),
        ("Inster", "1737", "1637"),
    ],
)
def test_a_river_runs_past_its_town(river: str, west: str, east: str) -> None:
    names = {row["note"] for row in table("hexsides.csv") if {row["a"], row["b"]} == {west, east}}
    assert any(name.startswith(river) for name in names)


def test_every_settlement_is_where_its_degrees_put_it_or_where_the_text_does() -> None:
    where = {row["name"]: row["hex"] for row in table("hexes.csv") if row["name"]}
    for town in sources().towns:
        assert where[town.name] == place_of(town, made().projection, made().grid)
        # Two hexes at the most: the pull of a stated town never carries its neighbours away.
        assert abs(made().projection.fitted(town.at) - MAP_GRID.centre(where[town.name])) < 1.0


def test_there_are_settlements_of_all_three_classes_in_number() -> None:
    sizes = [
        next(iter(words & {"village", "town", "city"})) for words in terrain().values() if words & {"village", "town", "city"}
    ]
    assert len(sizes) == len(sources().towns)
    assert {size: sizes.count(size) >= 7 for size in ("village", "town", "city")} == {"village": True, "town": True, "city": True}


def test_every_settlement_lies_on_a_road() -> None:
    net = ways("road", "autobahn")
    assert [row["name"] for row in table("hexes.csv") if row["name"] and row["hex"] not in net] == []


def test_all_roads_and_railways_of_the_map_hang_together() -> None:
    net = ways()
    assert reach({"2932"}, lambda here: net[here]) == set(net)


# The projection


def test_the_fit_has_the_scale_and_the_tilt_that_the_text_gives() -> None:
    projection = made().projection
    assert 7.7 < projection.km_per_hex < 8.2
    # North-north-east and west-north-west as a compass of sixteen winds has them.
    assert abs(projection.rows_bearing - 22.5) < 11.25
    assert abs(bearing(MAP_GRID.centre("1020"), MAP_GRID.centre("1220"), projection.rows_bearing) - 292.5) < 11.25


def test_the_stated_towns_fit_as_well_as_rounding_to_hexes_allows() -> None:
    assert len(made().residuals) == len(VICTORY)
    assert rms_km(list(made().residuals)) < 3.3
    assert max(one.km for one in made().residuals) < 7.93


def test_a_stated_hex_wins_over_the_fit() -> None:
    projection = made().projection
    at = {town.name: town.at for town in sources().towns}
    assert MAP_GRID.at(projection.fitted(at["Kulm"])) != "3507"
    for hex_, name in VICTORY.items():
        assert MAP_GRID.at(projection.plane(at[name])) == hex_


def test_a_map_drawn_from_known_parameters_is_found_again() -> None:
    true = made().projection
    inside = [town.at for town in sources().towns if not town.hex and town.name != "Tiegenhof"]
    found, _ = fit([Anchor(str(at), MAP_GRID.at(true.fitted(at)), at) for at in inside], MAP_GRID)
    assert abs(found.km_per_hex - true.km_per_hex) < 0.05
    assert max(abs(found.fitted(at) - true.fitted(at)) for at in inside) < 0.2


# The grid

hexes = st.builds(lambda c, r: f"{c:02d}{r:02d}", st.integers(1, 36), st.integers(1, 44))


def test_even_columns_are_shifted_the_way_rows_grow() -> None:
    assert MAP_GRID.neighbours("2932") == ["2831", "2832", "2931", "2933", "3031", "3032"]
    assert MAP_GRID.neighbours("1020") == ["0920", "0921", "1019", "1021", "1120", "1121"]


@given(hexes, hexes)
def test_neighbours_are_those_at_distance_one_and_one_hex_width_apart(a: str, b: str) -> None:
    near = b in MAP_GRID.neighbours(a)
    assert (
        near
        == (a in MAP_GRID.neighbours(b))
        == (MAP_GRID.distance(a, b) == 1)
        == (abs(abs(MAP_GRID.centre(a) - MAP_GRID.centre(b)) - 1) < 1e-6)
    )


@given(hexes)
def test_a_hex_has_six_corners_at_its_rim_and_shares_two_with_each_neighbour(hex_: str) -> None:
    assert all(abs(abs(place(corner) - MAP_GRID.centre(hex_)) - 3**-0.5) < 1e-9 for corner in MAP_GRID.corners(hex_))
    for other in MAP_GRID.neighbours(hex_):
        first, second = MAP_GRID.ends(hex_, other)
        assert abs((place(first) + place(second)) / 2 - (MAP_GRID.centre(hex_) + MAP_GRID.centre(other)) / 2) < 1e-9


@given(hexes, st.floats(0, 0.49), st.floats(0, 6.29))
def test_a_point_is_in_the_hex_whose_centre_is_nearest(hex_: str, away: float, angle: float) -> None:
    offset = cmath.rect(away, angle)
    assert MAP_GRID.at(MAP_GRID.centre(hex_) + offset) == hex_


# The picture


def test_the_picture_lies_upright_with_columns_growing_to_the_left_and_rows_upwards(tmp_path: Path) -> None:
    size = 20.0
    draw(made(), tmp_path / "map.png", size)
    with Image.open(tmp_path / "map.png") as image:
        wide, high = image.size
        assert high > wide
        colours = {name: tuple(int(code[i : i + 2], 16) for i in (1, 3, 5)) for name, code in GROUND.items()}

        def colour(hex_: str) -> object:
            spot = MAP_GRID.centre(hex_)
            return image.getpixel((round((spot.real + 38 * 3**0.5 / 2) * size), round((45.5 - spot.imag) * size)))

        assert colour("3540") == colours["sea"]
        assert colour("1142") == colours["forest"]
        assert colour("2938") == colours["lagoon"]
    left, right = MAP_GRID.centre("3540"), MAP_GRID.centre("0140")
    assert left.real < right.real


def test_a_picture_is_written_on_request_even_when_only_checking(tmp_path: Path) -> None:
    assert main(["koenigsberg-rg", "--check", "--png", str(tmp_path / "map.png"), "--size", "8"]) == 0
    assert (tmp_path / "map.png").stat().st_size > 1000


def test_a_broken_source_is_an_error_of_its_own_kind(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "sources" / "points.csv").write_text("name,lon\nx,1\n", "utf-8")
    with pytest.raises(SourceError, match="has no column lat"):
        read_sources(folder / "sources")
