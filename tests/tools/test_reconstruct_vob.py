"""The reconstructed map of Vistula-Oder-Berlin: made from its sources, true to the text, and where an atlas has things."""

from __future__ import annotations

import csv
import heapq
import shutil
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from tests.support import ROOT
from tools.reconstruct_map.__main__ import main
from tools.reconstruct_map.build import Map
from tools.reconstruct_map.draw import GROUND, NORTH_UP
from tools.reconstruct_map.grid import Grid, Side, parts, side
from tools.reconstruct_map.projection import Anchor, fit, rms_km
from tools.reconstruct_map.vob import build
from tools.reconstruct_map.vob_sources import read_vob

GAME = "vistula-oder-berlin"
FOLDER = ROOT / "modules" / GAME / "map"
TABLES = ("hexes.csv", "hexsides.csv", "routes.csv", "areas.csv")
GRID = Grid(29, 34, "odd")
WATER = {"sea", "lake"}

# Places that the text gives a number: sections 5.2, 8.8, 11.3, 13 and 13.1.
STATED = {
    "0106": "Liebenfelde",
    "0210": "Königsberg",
    "0415": "Danzig",
    "0607": "Angerburg",
    "1110": "Proszkowo",
    "1529": "Berlin",
    "2705": "Tarnow",
}
SOURCES = {"source-german": "0832 0129 0121 0210 0415", "source-allied": "1401 2301 2314 2307 0901", "entry-H": "2119"}
# 13.1: the lines with the hexes that it names.
LINES = {
    "front-3pza": "0104 0502",
    "front-4a": "0603 0806",
    "front-2a": "0906 1407",
    "front-9a": "1506 2004",
    "front-4pza": "2104 2405",
    "front-17a": "2504 2802",
    "front-3bf": "0103 0501",
    "front-2bf": "0602 1306",
    "front-1bf": "1406 2003",
    "front-1uf": "2103 2803",
}


@cache
def made() -> Map:
    return build(read_vob(FOLDER / "sources"))


@cache
def table(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def terrain() -> dict[str, set[str]]:
    return {row["hex"]: set(row["terrain"].split()) for row in table("hexes.csv")}


@cache
def names() -> dict[str, str]:
    return {row["name"]: row["hex"] for row in table("hexes.csv") if row["name"]}


@cache
def hexsides(feature: str) -> dict[Side, str]:
    return {(row["a"], row["b"]): row["note"] for row in table("hexsides.csv") if row["feature"] == feature}


@cache
def rails() -> dict[str, set[str]]:
    net: dict[str, set[str]] = {}
    for row in table("routes.csv"):
        net.setdefault(row["a"], set()).add(row["b"])
        net.setdefault(row["b"], set()).add(row["a"])
    return net


def area(name: str) -> dict[str, str]:
    return {row["hex"]: row["source"] for row in table("areas.csv") if row["area"] == name}


def reach(start: str, steps: Callable[[str], Iterable[str]]) -> dict[str, int]:
    """How many steps away each hex is that can be reached."""
    found = {start: 0}
    queue = [start]
    for here in queue:
        for there in steps(here):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def points(a: str, b: str) -> int:
    """What a step costs a unit that controls no bridge: the ground, and one point for a river (7.1)."""
    ground = {"clear": 1, "woods": 2, "marsh": 2, "rough": 2, "mountain": 3, "sea": 99, "lake": 99}
    return max(ground.get(word, 0) for word in terrain()[b]) + (side(a, b) in hexsides("river"))


def bridged(a: str, b: str) -> bool:
    """7.2: by a railway across the hexside, or by a town or city beside it."""
    return b in rails().get(a, set()) or any(terrain()[hex_] & {"town", "city", "big-city"} for hex_ in (a, b))


def cheapest(start: str, stop: str, *, with_bridges: bool) -> int:
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here == stop:
            return spent
        for there in GRID.neighbours(here):
            crossing = side(here, there) in hexsides("river")
            price = points(here, there) - (crossing and with_bridges and bridged(here, there))
            if spent + price < best.get(there, 99):
                best[there] = spent + price
                heapq.heappush(queue, (best[there], there))
    return best[stop]


# --- the files


def test_the_files_of_the_map_are_what_the_sources_give() -> None:
    assert main([GAME, "--check"]) == 0


def copied(folder: Path) -> Path:
    shutil.copytree(FOLDER, folder / GAME / "map")
    return folder / GAME / "map"


@pytest.mark.parametrize("name", TABLES)
def test_a_file_that_was_changed_by_hand_fails_the_check_and_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = copied(tmp_path) / name
    file.write_text(file.read_text("utf-8").replace("reconstruction", "printed", 1), "utf-8")
    assert main([GAME, "--check", "--modules", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{name} is not what the sources give\n"
    assert main([GAME, "--modules", str(tmp_path)]) == 0
    assert file.read_bytes() == (FOLDER / name).read_bytes()


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("towns.csv", "Posen,16.93,52.407,city", "Posen,16.93,52.407,hamlet", "'hamlet' is none of town, city, big-city"),
        ("towns.csv", "Posen,16.93", "Posen,east", "lon is not a number: 'east'"),
        ("towns.csv", "Gnesen,17.583,52.535", "Gnesen,16.93,52.407", "Gnesen and Posen both lie in 1519"),
        ("towns.csv", "Kolberg,15.583,54.176", "Kolberg,15.583,54.6", "which is sea"),
        ("towns.csv", "Berlin,13.411,52.524,big-city,rulebook,1529", "Berlin,13.411,52.524,big-city,rulebook,", "without a hex"),
        ("routes.csv", "Danzig > Dirschau", "Danzig > Utopia", "Utopia is not on the map"),
        ("rivers.csv", "0926-1026", "0926-1126", "0926-1126 is no hexside"),
        ("hexsides.csv", "0304,0405", "0304,0406", "0304 and 0406 are not neighbours"),
        ("fronts.csv", "0204 0303 0403", "0403", "0104 and 0403 lie too far apart"),
        ("places.csv", "source-german,0832", "source-german,0835", "0835 is not on the map"),
        ("lines.csv", "0305 0405", "0313 0405", "0313 is not land of the map"),
        ("woods.csv", "Kozienice,woods,1", "Kozienice,jungle,1", "'jungle' is none of"),
    ],
)
def test_a_mistake_in_a_source_is_named_and_nothing_is_written(
    file: str, old: str, new: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copied(tmp_path)
    text = (folder / "sources" / file).read_text("utf-8")
    assert old in text
    (folder / "sources" / file).write_text(text.replace(old, new, 1), "utf-8")
    assert main([GAME, "--modules", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err
    assert all((folder / name).read_bytes() == (FOLDER / name).read_bytes() for name in TABLES)


def test_every_hex_of_the_map_has_one_row_with_a_ground_and_perhaps_a_named_settlement() -> None:
    rows = table("hexes.csv")
    assert [row["hex"] for row in rows] == sorted(GRID.hexes())
    for row in rows:
        words = terrain()[row["hex"]]
        settled = words & {"town", "city", "big-city"}
        assert len(words - settled) == (2 if "lake" in words else 1), row
        assert len(settled) == bool(row["name"]), row
    assert len(names()) == sum(bool(row["name"]) for row in rows)


@pytest.mark.parametrize("name", ["hexsides.csv", "routes.csv"])
def test_pairs_are_neighbours_the_smaller_first_in_order_and_on_land(name: str) -> None:
    rows = table(name)
    keys = [(row["a"], row["b"], row.get("feature") or row["kind"]) for row in rows]
    assert keys == sorted(set(keys))
    assert all(a < b and b in GRID.neighbours(a) for a, b, _ in keys)
    assert [key for key in keys if (terrain()[key[0]] | terrain()[key[1]]) & WATER] == []


# --- what the text states


def test_only_what_the_text_states_is_marked_as_the_rulebooks() -> None:
    marked = {row["hex"]: terrain()[row["hex"]] - {"clear"} for row in table("hexes.csv") if row["source"] == "rulebook"}
    assert marked.pop("0705") == {"lake"}
    assert {hex_: name for name, hex_ in names().items() if hex_ in marked} == {
        "0210": "Königsberg",
        "0415": "Danzig",
        "1529": "Berlin",
        names()["Prag"]: "Prag",
        **{names()[city]: city for city in ("Leipzig", "Chemnitz", "Dresden", "Rostock", "Stettin")},
    }
    assert {(row["a"], row["b"]) for row in table("hexsides.csv") if row["source"] == "rulebook"} == {
        ("0304", "0405"),
        ("0926", "1026"),
    }
    assert {row["source"] for name in TABLES for row in table(name)} == {"rulebook", "reconstruction"}


def test_places_with_a_number_in_the_text_lie_there() -> None:
    assert {hex_: name for name, hex_ in names().items() if hex_ in STATED} == STATED


def test_the_three_big_cities_are_those_of_the_text() -> None:
    assert {name for name, hex_ in names().items() if "big-city" in terrain()[hex_]} == {"Königsberg", "Berlin", "Prag"}


@pytest.mark.parametrize("name", SOURCES)
def test_sources_of_supply_and_the_entry_hex_are_where_the_text_has_them(name: str) -> None:
    assert area(name) == dict.fromkeys(SOURCES[name].split(), "rulebook")
    tagged = {row["hex"] for row in table("hexes.csv") if name in row["features"].split()}
    assert tagged == set(SOURCES[name].split())


@pytest.mark.parametrize("name", LINES)
def test_a_set_up_line_runs_between_its_stated_ends_and_only_they_are_stated(name: str) -> None:
    line = area(name)
    assert {hex_ for hex_, source in line.items() if source == "rulebook"} == set(LINES[name].split())
    assert [hex_ for hex_ in line if "sea" in terrain()[hex_]] == []
    start, stop = LINES[name].split()
    # At 2802 and 2803 the text makes the lines cross: there a step may lack.
    assert stop in reach(
        start, lambda here: [there for there in line if GRID.distance(here, there) <= (2 if here[:2] == "27" else 1)]
    )


def test_the_enemies_hold_no_hex_in_common_and_their_lines_touch() -> None:
    german = {hex_ for name in LINES if "bf" not in name and "uf" not in name for hex_ in area(name)}
    allied = {hex_ for name in LINES for hex_ in area(name)} - german
    assert german & {hex_ for name in LINES if "bf" in name or "uf" in name for hex_ in area(name)} == set()
    assert [hex_ for hex_ in german if not allied & set(GRID.neighbours(hex_))] == []
    assert area("start-german").keys() & area("start-allied").keys() == set()
    crossed = {"2802", "2803"}
    assert german - crossed <= area("start-german").keys()
    assert allied - crossed <= area("start-allied").keys()


def test_the_line_of_the_example_has_six_hexes_that_touch() -> None:
    assert area("line-example") == {
        hex_: "reconstruction" if hex_ == "2216" else "rulebook" for hex_ in ("2617", "2516", "2417", "2316", "2216", "2115")
    }
    assert "2214" not in GRID.neighbours("2316")


# --- the printed examples


def test_7_2_stettin_bridges_the_oder() -> None:
    assert ("0926", "1026") in hexsides("river")
    assert names()["Stettin"] in ("0926", "1026")
    assert bridged("0926", "1026")


def test_7_3_three_hexes_and_the_weichsel_cost_four_points() -> None:
    assert GRID.distance("1316", "1214") == 3
    assert cheapest("1316", "1214", with_bridges=False) == cheapest("1316", "1214", with_bridges=True) == 4
    crossings = [side(a, "1214") for a in ("1215", "1314")]
    assert [hexsides("river")[at] for at in crossings] == ["Weichsel", "Weichsel"]
    assert [bridged(*at) for at in crossings] == [False, False]
    assert side("1213", "1214") not in hexsides("river")


def test_8_5_three_points_take_a_corps_from_0402_by_0502_to_0404() -> None:
    assert points("0402", "0502") + cheapest("0502", "0404", with_bridges=False) == 3
    assert points("0402", "0502") + points("0502", "0503") <= 3


def test_8_6_six_points_take_a_corps_from_0301_to_0502() -> None:
    assert cheapest("0301", "0502", with_bridges=False) <= 6


def test_8_7_the_line_protects_0405_against_0304_and_not_against_0505() -> None:
    assert ("0304", "0405") in hexsides("fortification")
    assert ("0405", "0505") not in hexsides("fortification")
    assert [row["facing"] for row in table("hexsides.csv") if (row["a"], row["b"]) == ("0304", "0405")] == ["0405"]


def test_10_2_the_railway_joins_1305_to_0901_and_none_passes_1604() -> None:
    assert reach("1305", lambda here: rails().get(here, set()))["0901"] <= 8
    assert "1604" not in rails()
    assert GRID.distance("1604", "0901") <= 8


@pytest.mark.parametrize("hex_", ["0202", "1205", "1604", "2403"])
def test_a_front_is_within_eight_hexes_of_a_source_at_the_start(hex_: str) -> None:
    ours = area("start-allied")
    far = reach(hex_, lambda here: [there for there in GRID.neighbours(here) if there in ours])
    assert min(far.get(source, 99) for source in area("source-allied")) <= 8


# --- geography


def test_the_projection_leaves_the_stated_places_within_half_a_hex_on_the_whole() -> None:
    assert 22 < made().projection.km_per_hex < 24.5
    assert rms_km(list(made().residuals)) < made().projection.km_per_hex / 2
    assert {one.name for one in made().residuals} == set(STATED.values()) - {"Angerburg"}


def test_no_other_numbering_fits_the_stated_places_as_well() -> None:
    """Odd columns stand half a hex further west: the hexes of 8.7 and 8.9 touch so, and the six places lie nearer."""
    other = Grid(29, 34, "even")
    for a, b in (("0405", "0304"), ("0506", "0407"), ("0506", "0607"), ("2617", "2516"), ("2516", "2417")):
        assert b in GRID.neighbours(a)
        assert b not in other.neighbours(a)
    anchors = [
        Anchor(line["name"], line["hex"], line.degrees())
        for line in read_vob(FOLDER / "sources").towns
        if line["anchor"] == "yes"
    ]
    assert rms_km(fit(anchors, other)[1]) > 1.4 * rms_km(fit(anchors, GRID)[1])


@pytest.mark.parametrize(
    ("north", "south"),
    [("Danzig", "Posen"), ("Stettin", "Berlin"), ("Posen", "Breslau"), ("Breslau", "Prag"), ("Königsberg", "Warschau")],
)
def test_a_place_lies_north_of_another(north: str, south: str) -> None:
    assert parts(names()[north])[0] < parts(names()[south])[0]


@pytest.mark.parametrize(
    ("west", "east"),
    [("Rostock", "Stettin"), ("Berlin", "Posen"), ("Posen", "Warschau"), ("Breslau", "Krakau"), ("Danzig", "Königsberg")],
)
def test_a_place_lies_west_of_another(west: str, east: str) -> None:
    assert parts(names()[west])[1] > parts(names()[east])[1]


@pytest.mark.parametrize(
    ("river", "a", "b"),
    [
        ("Weichsel", "1506", "1505"),  # Warsaw
        ("Weichsel", "1114", "1215"),  # Thorn
        ("Weichsel", "0614", "0615"),  # Dirschau
        ("Oder", "2318", "2317"),  # Breslau
        ("Oder", "1525", "1526"),  # Küstrin
        ("Warthe", "1519", "1518"),  # Posen
        ("Warthe", "1424", "1524"),  # Landsberg
        ("Pregel", "0210", "0110"),  # Königsberg
        ("Spree", "1529", "1629"),  # Berlin
        ("Lausitzer Neiße", "2324", "2325"),  # Görlitz
    ],
)
def test_a_river_runs_past_its_town(river: str, a: str, b: str) -> None:
    assert hexsides("river").get(side(a, b)) == river


def courses() -> dict[str, list[Side]]:
    found: dict[str, list[Side]] = {}
    for pair, river in hexsides("river").items():
        found.setdefault("Oder" if river.startswith("7.2") else river, []).append(pair)
    return found


MOUTHS = {"Weichsel": "sea", "Oder": "sea", "Pregel": "", "Elbe": "edge", "Havel": "", "Bug": "Weichsel", "Narew": "Bug"}
MOUTHS |= {"Bobr": "Narew", "Pilica": "Weichsel", "Netze": "Warthe", "Warthe": "Oder", "San": "Weichsel", "Wieprz": "Weichsel"}
MOUTHS |= {"Dunajec": "Weichsel", "Nida": "Weichsel", "Bzura": "Weichsel", "Drewenz": "Weichsel", "Alle": "Pregel"}
MOUTHS |= {"Bartsch": "Oder", "Bober": "Oder", "Lausitzer Neiße": "Oder", "Glatzer Neiße": "Oder", "Prosna": "Warthe"}
MOUTHS |= {"Spree": "Havel", "Moldau": "Elbe"}


@pytest.mark.parametrize("river", MOUTHS)
def test_a_river_is_one_chain_and_flows_into_another_or_the_sea(river: str) -> None:
    own = courses()[river]
    ends = [GRID.ends(*pair) for pair in own]
    joined = {corner for pair in ends for corner in pair}
    whole = reach_corners(next(iter(joined)), ends)
    assert whole == joined
    loose = {corner for corner in joined if sum(corner in pair for pair in ends) == 1}
    assert len(loose) == 2, "a river has a source and a mouth"
    mouth = MOUTHS[river]
    if mouth == "sea":
        shore = {corner for hex_, words in terrain().items() if "sea" in words for corner in GRID.corners(hex_)}
        assert loose & shore
    elif mouth and mouth != "edge":
        assert loose & {corner for pair in courses()[mouth] for corner in GRID.ends(*pair)}


def reach_corners(start: tuple[int, int], ends: list[tuple[tuple[int, int], tuple[int, int]]]) -> set[tuple[int, int]]:
    found = {start}
    while more := {b for pair in ends for a, b in (pair, pair[::-1]) if a in found} - found:
        found |= more
    return found


def test_every_river_of_the_map_is_looked_at() -> None:
    assert courses().keys() == MOUTHS.keys()


def test_no_land_of_the_map_is_an_island() -> None:
    land = {hex_ for hex_, words in terrain().items() if not words & WATER}
    assert reach("1529", lambda here: [there for there in GRID.neighbours(here) if there in land]).keys() == land


def test_the_coast_is_the_land_beside_the_sea_and_ports_lie_on_it() -> None:
    coast = {row["hex"] for row in table("hexes.csv") if "coast" in row["features"].split()}
    sea = {hex_ for hex_, words in terrain().items() if "sea" in words}
    assert coast == {
        hex_ for hex_ in terrain().keys() - sea if sea & set(GRID.neighbours(hex_)) and "lake" not in terrain()[hex_]
    }
    assert {names()[port] for port in ("Danzig", "Gotenhafen", "Kolberg", "Rostock", "Stettin")} <= coast


def test_the_railways_are_one_net_that_joins_all_cities() -> None:
    net = reach(names()["Berlin"], lambda here: rails().get(here, set()))
    assert {hex_ for hex_, words in terrain().items() if words & {"city", "big-city"}} <= net.keys()
    assert net.keys() == rails().keys()


# --- the picture


def test_the_picture_lies_with_north_up(tmp_path: Path) -> None:
    assert main([GAME, "--check", "--png", str(tmp_path / "map.png"), "--size", "20"]) == 0
    with Image.open(tmp_path / "map.png") as image:

        def colour(hex_: str) -> object:
            spot = GRID.centre(hex_) * NORTH_UP
            return image.getpixel((round((spot.real + 35.5) * 20), round(-spot.imag * 20)))

        wanted = {name: tuple(int(code[i : i + 2], 16) for i in (1, 3, 5)) for name, code in GROUND.items()}
        assert colour("0323") == wanted["sea"]
        assert colour("0705") == wanted["lake"]
        assert colour("2821") == wanted["clear"]
        assert colour("0806") == wanted["woods"]
        assert image.width > image.height
