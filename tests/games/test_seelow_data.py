"""The data of Seelow & Küstrin 1945 hold together: sections, defects, units, set-ups, arrivals and charts."""

from __future__ import annotations

import csv
import re
import shutil
import tomllib
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from adjudicator.engine.hexes import Grid
from adjudicator.games import load
from tests.support import ROOT

GAME = ROOT / "modules" / "seelow-kustrin"
GRID = Grid((10, 36), (1, 17), "odd", 180, 90)

PRINTED_IN_ORDER = """
1.0 2.0 2.1 2.2 2.21 2.22 2.23 3.0 3.1 3.2 3.21 4.0 4.1 4.11 4.12 4.13 4.14 4.2 4.21 4.22 4.23 4.24 4.25 4.26 4.27 4.28 5.0
5.1 5.11 5.12 5.13 5.14 5.15 5.16 5.17 5.18 5.19 5.2 5.21 5.22 5.23 5.24 5.25 5.26 5.27 5.28 5.29 6.0 6.1 6.11 6.12 6.13 6.14
6.15 6.16 6.17 6.18 6.2 6.3 6.31 6.32 6.33 6.4 6.41 6.42 6.43 6.5 6.51 6.52 6.53 6.54 6.55 6.6 6.61 6.62 6.63 6.64 6.7 6.71
6.72 6.73 6.74 7.0 7.1 7.11 7.12 7.13 7.14 7.15 7.16 7.17 7.18 7.19 7.2 7.3 7.31 7.32 7.33 7.34 7.35 7.36 7.37 7.38 7.4 7.41
7.42 7.43 7.44 7.45 7.5 7.51 7.52 7.53 7.54 7.55 7.56 7.57 7.58 7.6 7.61 7.62 7.63 7.64 7.65 7.66 7.67 7.68 7.7 7.71 7.72 7.73
7.74 7.75 7.76 7.77 7.78 8.0 8.1 8.11 8.12 8.13 8.14 8.15 8.16 8.17 8.18 8.19 8.2 8.21 8.22 8.23 8.24 8.25 8.26 8.27 8.3 8.31
8.32 8.33 8.34 8.35 8.36 8.37 9.0 9.1 9.11 9.12 9.13 9.14 10.0 10.1 10.11 10.12 10.13 10.2 10.21 10.22 10.23 10.24 10.25 10.26
10.27 10.28 11.0 11.1 11.11 11.12 11.2 11.21 11.3 11.31 11.32 11.4 11.41 11.42 11.43 11.44 11.45 12.0 12.1 12.11 12.12 12.2
12.21 12.22 12.3 12.31 12.4 12.41 12.42 12.43 12.44 12.45 12.46
"""
"""Every number the rulebook prints before a heading or a case, in its order."""

PARTS = {"3.1": 12, "6.2": 3, "7.2": 7}
DISPOSITIONS = {"enforced", "definition", "set-up", "handling", "needs"}
TROUBLE_SPOTS = """
5.28 10.23 7.35 5.15 12.44 12.45 12.46 3.21 4.12 4.23 5.12 6.15 8.16 7.44 7.45 7.74 7.77 8.36 7.36 7.62 7.42 8.31 8.33 7.58
12.11 12.21 12.12 12.43 12.42 11.0 7.56 8.18 8.22 8.23 8.25 8.2(A) 8.2(B) 2.22 2.23
"""
"""Where the text is known to contradict itself or to say too little."""

# 11.11, 11.12, 12.11, 12.12: whoever is put on stated hexes, one a hex.
STATED_1 = {
    "295 Rifle Division": "2402 2403 2502",
    "47 Guards Rifle Division": "2504 2505 2605",
    "57 Guards Rifle Division": "2607 2608 2707",
    "416 Rifle Division": "3002 3003 3101",
    "35 Guards Rifle Division": "3104 3205 3304",
    "82 Guards Rifle Division": "3403 3603 3604",
}
STATED_2 = {
    "60 Rifle Division": "2001 2101 2201",
    "295 Rifle Division": "2102 2203 2302",
    "301 Rifle Division": "2204 2304 2404",
    "248 Rifle Division": "2502 2503 2603",
    "47 Guards Rifle Division": "2405 2406 2505",
    "57 Guards Rifle Division": "2506 2507 2607",
    "27 Guards Rifle Division": "2508 2509 2609",
    "35 Guards Rifle Division": "2806 2807 2906",
    "74 Guards Rifle Division": "2610 2611 2710",
    "79 Guards Rifle Division": "2612 2712 2813",
    "82 Guards Rifle Division": "2909 2910 3010",
    "88 Guards Rifle Division": "2814 2915 2916",
    "39 Guards Rifle Division": "3014 3113 3114",
    "11 Tank Corps": "3006 3007 3105 3106",
    "11 Guards Tank Corps": "3008 3009 3108 3109",
    "8 Guards Mechanized Corps": "3212 3213 3312 3313 3413",
    "85 Guards Heavy Tank Regiment": "3304",
    "62 Guards Heavy Tank Regiment": "3502",
    "303 Döberitz Infantry Division/303 Panzerjäger Battalion": "2013 2013 2013",
    "920 Training Assault-Gun Brigade": "2312 2312 2312",
    "245 Assault-Gun Brigade": "1405 1405 1405",
    "502 SS Heavy Panzer Battalion": "1214 1214 1214",
    "Müncheberg Panzer Division/Müncheberg Panzer Battalion": "1809 1809 1809",
    "26 Flak Regiment": "1713",
    "20 Panzergrenadier Division/8 Panzer Battalion": "1605",
}
# Whoever is put within one hex of a stated one, and how many units.
NEAR_1 = {
    "32 Corps Artillery Group": ("2801", 1),
    "32 Army Artillery Group": ("2801", 1),
    "4 Corps Artillery Group": ("3207", 1),
    "4 Army Artillery Group": ("3207", 1),
    "Panzergrenadier Division Führer Grenadier": ("2101", 3),
    "20 Panzergrenadier Division/8 Panzer Battalion": ("2103", 3),
    "20 Panzergrenadier Division/76 PG": ("2103", 2),
    "20 Panzergrenadier Division/90 PG": ("2205", 2),
    "502 SS Heavy Panzer Battalion": ("2205", 3),
    "25 Panzergrenadier Division": ("2307", 7),
}
NEAR_2 = {
    **{
        f"{number} {kind} Artillery Group": (hex_, 1)
        for number, hex_ in (("32", "2801"), ("9", "2902"), ("4", "3103"), ("29", "3307"), ("28", "3315"))
        for kind in ("Corps", "Army")
    },
    "9 Fallschirmjäger Division/25 FJ": ("1902", 2),
    "9 Fallschirmjäger Division/26 FJ": ("2004", 2),
    "9 Fallschirmjäger Division/27 FJ": ("1205", 2),
    "20 Panzergrenadier Division/90 PG": ("1507", 2),
    "20 Panzergrenadier Division/76 PG": ("2307", 2),
    "303 Döberitz Infantry Division/300 G": ("2309", 2),
    "303 Döberitz Infantry Division/302 G": ("2411", 2),
    "303 Döberitz Infantry Division/301 G": ("2513", 2),
    "169 Infantry Division/392 G": ("2616", 2),
    "Panzergrenadier Division Kurmark/1242 G": ("1915", 2),
    "404 Volks Artillery Corps": ("1415", 5),
    "408 Volks Artillery Corps": ("1108", 5),
}
SINGLE_1 = {"de-mun-2-2": "3102", "de-303-fus": "3103", "de-mun-1-2": "3204", "de-kuestrin": "3503"}
SINGLE_2 = {
    "su-zhukov": "3013",
    "de-20pg-8-2": "1605",
    "de-20pg-war": "1509",
    "de-mun-2-3": "1708",
    "de-mun-1-1": "1810",
}
STATED = {"kuestrin": STATED_1, "seelow": STATED_2}
NEAR = {"kuestrin": NEAR_1, "seelow": NEAR_2}
SINGLE = {"kuestrin": SINGLE_1, "seelow": SINGLE_2}

Row: TypeAlias = dict[str, str]


def rows(name: str) -> list[Row]:
    with (GAME / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def toml(name: str, key: str) -> list[dict[str, Any]]:
    return list(tomllib.loads((GAME / name).read_text(encoding="utf-8"))[key])


def units() -> dict[str, Row]:
    return {row["id"]: row for row in rows("units.csv")}


def setup(scenario: str) -> list[Row]:
    return rows(f"scenarios/{scenario}.csv")


# --- the folder as the engine reads it


def test_the_data_load_without_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "seelow-kustrin"
    shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("rules", "rules.py", "rules.toml", "cases"))
    (folder / "rules.toml").write_text("", encoding="utf-8")
    game = load(folder)
    assert set(game.scenarios) == {"kuestrin", "seelow"}
    assert len(game.roster) == 138
    assert len(game.board.grid.all()) == 27 * 17
    assert {"arrivals", "combat", "fire", "terrain", "turns"} <= set(game.game.charts)


# --- sections and defects


def test_every_printed_section_is_listed_in_order() -> None:
    listed = [row["printed"] for row in toml("rulebook.toml", "section") if "(" not in row["id"]]
    assert listed == PRINTED_IN_ORDER.split()
    assert len(listed) == 214


def test_the_steps_of_a_section_and_the_examples_have_ids_of_their_own() -> None:
    ids = [row["id"] for row in toml("rulebook.toml", "section")]
    wanted = [f"{section}({step})" for section, last in PARTS.items() for step in range(1, last + 1)] + ["8.2(A)", "8.2(B)"]
    assert [id_ for id_ in ids if "(" in id_] == wanted
    assert len(ids) == len(set(ids))
    assert all(row["id"].partition("(")[0] == row["printed"] for row in toml("rulebook.toml", "section"))


def test_every_section_says_what_became_of_it() -> None:
    for row in toml("rulebook.toml", "section"):
        assert row["disposition"] in DISPOSITIONS, row["id"]
        assert bool(row.get("needs")) == (row["disposition"] == "needs"), row["id"]
        assert 0 < len(row["title"].strip()) <= 60, row["id"]
        assert row["paraphrase"].endswith("."), row["id"]


def test_defects_name_sections_that_exist_and_rule_for_one_of_their_readings() -> None:
    known = {row["id"] for row in toml("rulebook.toml", "section")}
    defects = toml("defects.toml", "defect")
    assert len(defects) >= 25
    assert [row["id"] for row in defects] == [f"D{number}" for number in range(1, len(defects) + 1)]
    for row in defects:
        keys = [reading["key"] for reading in row["reading"]]
        assert set(row["sections"]) <= known, row["id"]
        assert len(row["sections"]) == len(set(row["sections"])) > 0, row["id"]
        assert len(keys) == len(set(keys)) >= 2, row["id"]
        assert row["ruling"] in keys, row["id"]
        assert all((row["title"], row["problem"], row["why"]))


def test_the_known_trouble_spots_are_registered() -> None:
    named = {section for row in toml("defects.toml", "defect") for section in row["sections"]}
    assert named >= set(TROUBLE_SPOTS.split())


# --- units


def test_units_have_unique_plain_ids_and_one_way_of_moving() -> None:
    ids = [row["id"] for row in rows("units.csv")]
    assert len(ids) == len(set(ids))
    assert [key for key in ids if not re.fullmatch(r"(de|su)-[a-z0-9-]+", key)] == []
    for row in rows("units.csv"):
        assert row["side"] == {"de": "german", "su": "soviet"}[row["id"][:2]]
        assert len({"foot", "motorized"} & set(row["traits"].split())) == 1, row["id"]
        assert row["size"] in ("brigade", "regiment", "battalion", "company") or row["kind"] == "commander", row["id"]


def test_players_can_tell_the_units_of_a_side_apart() -> None:
    names = Counter((row["side"], row["name"]) for row in rows("units.csv"))
    assert [name for name, count in names.items() if count > 1] == []


def test_steps_are_as_the_rulebook_has_them() -> None:
    """6.71: two, except artillery, Zhukov and German armour."""
    for row in rows("units.csv"):
        traits = set(row["traits"].split())
        one = "artillery" in traits or "zhukov" in traits or (row["side"] == "german" and "armoured" in traits)
        assert row["steps"] == ("1" if one else "2"), row["id"]
        assert "steps" in row["stated"].split(), row["id"]


def test_ratings_fit_the_type_of_a_unit() -> None:
    for row in rows("units.csv"):
        traits = set(row["traits"].split())
        assert all(row[rating].isdecimal() for rating in ("combat", "antitank", "morale", "movement")), row["id"]
        assert 2 <= int(row["morale"]) <= 6, row["id"]
        assert bool(row["armour"]) == ("armoured" in traits), row["id"]
        gun = "artillery" in traits
        assert bool(row["range"]) == bool(row["moving_combat"]) == bool(row["moving_antitank"]) == gun, row["id"]
        if gun:
            assert int(row["moving_combat"]) < int(row["combat"]), row["id"]
            assert (int(row["moving_antitank"]) > 0) == ("flak" in traits), row["id"]
            assert int(row["moving_antitank"]) < int(row["antitank"]), row["id"]
        assert not {"armoured", "artillery"} <= traits, row["id"]


def test_the_reduced_side_is_weaker_and_has_less_morale() -> None:
    for row in rows("units.csv"):
        back = [row[f"reduced_{rating}"] for rating in ("combat", "antitank", "morale")]
        assert all(back) if row["steps"] == "2" else not any(back), row["id"]
        if all(back):
            assert 0 < int(row["reduced_combat"]) < int(row["combat"]), row["id"]
            assert int(row["reduced_antitank"]) <= int(row["antitank"]), row["id"]
            assert 0 < int(row["reduced_morale"]) < int(row["morale"]), row["id"]


def test_there_is_one_marshal_and_one_battalion_of_flak() -> None:
    traits = Counter(trait for row in rows("units.csv") for trait in row["traits"].split())
    assert traits["zhukov"] == traits["flak"] == 1
    assert set(traits) == {"foot", "motorized", "armoured", "artillery", "flak", "zhukov"}


def test_the_thirteen_to_three_of_the_example_can_be_reached() -> None:
    germans = {int(row["combat"]) for row in rows("units.csv") if row["side"] == "german" and "armoured" not in row["traits"]}
    strengths = {int(row["combat"]) for row in rows("units.csv") if row["side"] == "soviet" and "artillery" not in row["traits"]}
    assert 3 in germans
    assert any(a + b + c == 13 for a in strengths for b in strengths for c in strengths)


# --- set-ups and arrivals


@pytest.mark.parametrize(("scenario", "sides"), [("kuestrin", (24, 22)), ("seelow", (51, 65))])
def test_each_scenario_has_the_stated_number_of_units(scenario: str, sides: tuple[int, int]) -> None:
    placed = Counter(units()[row["unit"]]["side"] for row in setup(scenario))
    assert (placed["german"], placed["soviet"]) == sides
    assert len({row["unit"] for row in setup(scenario)}) == sum(sides)


@pytest.mark.parametrize("scenario", ["kuestrin", "seelow"])
def test_formations_stand_on_the_hexes_the_rulebook_states(scenario: str) -> None:
    known = units()
    stands: dict[str, list[str]] = defaultdict(list)
    for row in setup(scenario):
        stands[known[row["unit"]]["formation"]].append(row["where"])
    for formation, hexes in STATED[scenario].items():
        assert sorted(stands[formation]) == sorted(hexes.split()), formation
    for formation, (centre, count) in NEAR[scenario].items():
        near = [hex_ for name, held in stands.items() if name == formation or name.startswith(f"{formation}/") for hex_ in held]
        assert len(near) == count, formation
        assert all(GRID.distance(hex_, centre) <= 1 for hex_ in near), formation


@pytest.mark.parametrize("scenario", ["kuestrin", "seelow"])
def test_single_units_stand_where_the_rulebook_puts_them(scenario: str) -> None:
    where = {row["unit"]: row["where"] for row in setup(scenario)}
    assert {unit: where[unit] for unit in SINGLE[scenario]} == SINGLE[scenario]


@pytest.mark.parametrize("scenario", ["kuestrin", "seelow"])
def test_only_hexes_that_the_rulebook_states_are_said_to_be_its_own(scenario: str) -> None:
    near = set(NEAR[scenario])
    for row in setup(scenario):
        formation = units()[row["unit"]]["formation"]
        chosen = row["unit"] == "de-mun-2-1" or any(formation == each or formation.startswith(f"{each}/") for each in near)
        assert row["source"] == ("reconstruction" if chosen else "rulebook"), row


@pytest.mark.parametrize("scenario", ["kuestrin", "seelow"])
def test_no_set_up_hex_is_over_the_stacking_limit_or_mixed(scenario: str) -> None:
    known = units()
    stacks: defaultdict[str, list[Row]] = defaultdict(list)
    for row in setup(scenario):
        stacks[row["where"]].append(known[row["unit"]])
    for where, stack in stacks.items():
        assert where in GRID
        assert len({unit["side"] for unit in stack}) == 1, where
        counted = [unit for unit in stack if unit["kind"] != "commander"]
        if stack[0]["side"] == "soviet":
            assert len(counted) <= 1, where
        else:
            assert sum(2 if unit["size"] == "battalion" else 1 for unit in counted) <= 3, where


def test_the_first_scenario_keeps_to_its_rows() -> None:
    assert all(1 <= int(row["where"][2:]) <= 8 for row in setup("kuestrin"))


@pytest.mark.parametrize("scenario", ["kuestrin", "seelow"])
def test_guns_and_no_others_begin_in_a_mode(scenario: str) -> None:
    for row in setup(scenario):
        assert row["marks"] == ("fire mode" if "artillery" in units()[row["unit"]]["traits"] else ""), row


@pytest.mark.parametrize("scenario", ["kuestrin", "seelow"])
def test_nobody_begins_in_water_or_on_ground_he_cannot_enter(scenario: str) -> None:
    grounds = {row["hex"]: set(row["terrain"].split()) for row in rows("map/hexes.csv")}
    chart = {row["feature"]: row for row in rows("charts/terrain.csv")}
    for row in setup(scenario):
        column = "motorized" if "motorized" in units()[row["unit"]]["traits"] else "foot"
        assert all(chart[ground][column] not in ("no", "") for ground in grounds[row["where"]]), row


def test_every_unit_has_a_part_in_a_scenario_and_nobody_arrives_who_is_there() -> None:
    arrives = {row["unit"] for row in rows("arrivals.csv")}
    second = {row["unit"] for row in setup("seelow")}
    assert {row["unit"] for row in setup("kuestrin")} | second | arrives == set(units())
    assert arrives & second == set()


def test_reinforcements_come_in_the_stated_turns() -> None:
    known, found = units(), Counter[tuple[str, str]]()
    for row in rows("arrivals.csv"):
        found[row["turn"], known[row["unit"]]["formation"]] += 1
        assert row["entry"] == f"reinforcements-{known[row['unit']]['side']}-{row['turn']}"
        assert row["source"] == "rulebook"
    assert found == {
        ("7", "416 Rifle Division"): 3,
        ("8", "396 Heavy Assault-Gun Regiment"): 1,
        ("3", "169 Infantry Division"): 1,
        ("4", "20 Panzergrenadier Division/8 Panzer Battalion"): 2,
        ("4", "9 Fallschirmjäger Division"): 1,
    }


# --- charts

ODDS = ["1:3", "1:2", "1:1", *(f"{ratio}:1" for ratio in range(2, 9))]


def combat_effects(result: str) -> tuple[int, ...]:
    """What the defender and the attacker suffer: morale to reach (a whole loss counts 9) and steps besides."""
    found = [0, 0, 0, 0]
    for part in () if result == "-" else result.split("/"):
        match = re.fullmatch(r"(A?)(E|[1-5])(\+?)", part)
        assert match, result
        at = 2 if match[1] else 0
        found[at : at + 2] = [9, 9] if match[2] == "E" else [int(match[2]), int(bool(match[3]))]
    return tuple(found)


def no_worse(better: str, worse: str) -> bool:
    defender, step, attacker, paid = (a - b for a, b in zip(combat_effects(better), combat_effects(worse), strict=True))
    return defender >= 0 and step >= 0 and attacker <= 0 and paid <= 0


def test_better_odds_or_a_lower_roll_are_never_worse_for_the_attacker() -> None:
    table = rows("charts/combat.csv")
    assert [row["die"] for row in table] == list("123456")
    assert list(table[0])[1:11] == ODDS
    for row in table:
        assert all(no_worse(row[high], row[low]) for low, high in pairwise(ODDS)), row["die"]
    for lower, higher in pairwise(table):
        assert all(no_worse(lower[odds], higher[odds]) for odds in ODDS), lower["die"]


def test_the_combat_table_has_every_kind_of_result_the_rulebook_mentions() -> None:
    results = " ".join(row[odds] for row in rows("charts/combat.csv") for odds in ODDS)
    assert set(re.findall(r"[E1-5]", results)) == set("E12345")
    assert {"A", "+"} <= set(results)


def fire_effect(result: str) -> tuple[int, int]:
    match = re.fullmatch(r"(-|M|E|[1-5])(\+?)", result)
    assert match, result
    rank = {"-": 0, "M": 1, "E": 9}.get(match[1])
    return (int(match[1]) + 1 if rank is None else rank), 9 if match[1] == "E" else int(bool(match[2]))


def test_more_fire_or_a_lower_roll_never_does_less() -> None:
    table = rows("charts/fire.csv")
    columns = [column for column in table[0] if re.fullmatch(r"\d+(-\d+|\+)?", column)]
    starts = [int(re.split(r"[-+]", column)[0]) for column in columns]
    assert starts[0] == 1
    for column, following in pairwise(columns):
        assert int(re.split(r"[-+]", column)[-1]) + 1 == int(re.split(r"[-+]", following)[0])
    for row in table:
        effects = [fire_effect(row[column]) for column in columns]
        assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(effects)), row["die"]
    for lower, higher in pairwise(table):
        assert int(lower["die"]) + 1 == int(higher["die"])
        for column in columns:
            less, more = fire_effect(higher[column]), fire_effect(lower[column])
            assert less[0] <= more[0], (lower["die"], column)
            assert less[1] <= more[1], (lower["die"], column)
    results = {row[column] for row in table for column in columns}
    assert {"M", "E", *"12345"} <= results | {each.rstrip("+") for each in results}
    assert any(each.endswith("+") for each in results)


def test_the_terrain_chart_keeps_what_the_rulebook_states() -> None:
    chart = {row["feature"]: row for row in rows("charts/terrain.csv")}
    grounds = {word for row in rows("map/hexes.csv") for word in row["terrain"].split()}
    sides = {row["feature"] for row in rows("map/hexsides.csv")}
    routes = {row["kind"] for row in rows("map/routes.csv")}
    assert {key for key, row in chart.items() if row["where"] == "hex"} == grounds
    assert {key for key, row in chart.items() if row["where"] == "hexside"} == sides
    assert {key for key, row in chart.items() if row["where"] == "route"} == routes
    assert chart["clear"]["foot"] == "1"
    assert (chart["stream"]["foot"], chart["stream"]["motorized"], chart["stream"]["shift"]) == ("+2", "all", "-2")
    assert (chart["lower-hexside"]["foot"], chart["lower-hexside"]["motorized"]) == ("+1", "+2")
    shifts = {key: row["shift"] for key, row in chart.items() if row["shift"] and row["where"] == "hex"}
    assert shifts == {"village": "-1", "town": "-2", "woods": "-2", "swamp": "-2"}


def test_the_turn_track_is_dark_when_the_rulebook_says_so() -> None:
    lights = {row["turn"]: row["light"] for row in rows("charts/turns.csv")}
    assert list(lights) == [str(turn) for turn in range(1, 13)]
    assert {turn for turn, light in lights.items() if light == "dusk"} == {"1", "6", "8"}
    assert {turn for turn, light in lights.items() if light == "night"} == {"7"}
    assert set(lights.values()) == {"day", "dusk", "night"}


@pytest.mark.parametrize(
    "name",
    ["units.csv", "arrivals.csv", "scenarios/kuestrin.csv", "scenarios/seelow.csv"]
    + [f"charts/{chart}.csv" for chart in ("combat", "fire", "terrain", "turns")]
    + [f"map/{table}.csv" for table in ("hexes", "hexsides", "routes", "areas")],
)
def test_every_row_is_whole_and_names_its_source(name: str) -> None:
    raw = (GAME / name).read_bytes()
    assert b"\r" not in raw
    assert raw.endswith(b"\n")
    for row in rows(name):
        assert None not in row, row
        assert None not in row.values(), row
        assert row["source"] in ("rulebook", "reconstruction"), row
