"""The data of Königsberg (Revolution Games) hold together: sections, defects, units, set-up, arrivals and charts."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any, TypeAlias

import pytest

from tests.support import ROOT

GAME = ROOT / "modules" / "koenigsberg-rg"

PRINTED_IN_ORDER = """
1.0 2.0 2.1 2.1.1 2.1.2 2.1.3 2.1.4 2.1.5 2.2 2.2.1 2.2.2 2.2.3 2.2.4 2.2.5 2.2.6 2.2.7 2.2.8 2.2.9 2.2.10 2.3 2.4 2.4.1
2.4.2 2.5 2.5.1 2.5.2 2.5.3 2.5.4 2.5.5 2.6 2.6.1 2.6.2 2.6.3 2.6.4 3.0 4.0 4.1 4.1.1 4.1.2 4.1.3 4.2 4.2.1 4.2.2 4.2.3
4.2.4 4.2.5 4.2.6 5.0 5.1 5.2 5.2.1 5.3 5.4 5.5 5.5.1 5.6 6.0 4.1 6.1.1 6.1.2 6.2 6.2.1 6.2.2 6.2.3 6.3 6.4 6.4.1 6.5 7.0
7.1 8.0 8.0.1 8.0.2 8.0.3 8.0.4 8.1 8.1.1 9.0 9.1 9.2 9.2.1 9.2.2 9.2.3 9.3 9.3.1 9.3.2 9.4 9.4.1 9.4.2 9.4.3 9.4.4 9.5
9.5.1 9.5.2 9.5.3 9.5.4 9.5.5 9.5.6 9.5.7 9.5.8 9.5.9 9.6 9.6.1 9.6.2 9.6.3 9.6.4 9.6.5 9.6.6 11.0 10.1 10.1.1 10.1.2 10.2
10.2.1 10.2.2 10.2.3 10.3 10.3.1 10.3.2 10.3.3 11.0 11.1 11.1.1 11.1.2 11.1.3 11.1.4 11.2 11.2.1 11.2.2 11.2.3 11.2.4 11.3
11.4 11.5 12.0 12.1 12.1.1 12.2 12.2.1 12.2.2 12.3 12.4 13.0 13.1 13.2 13.2.1 13.2.2 14.0 14.1 14.1.1 14.1.2 14.1.3 15.0
2 3 4 5 6 7 8 9 10 11 12
"""
"""Every number the rulebook prints before a heading, in its order, then the rows of the random event table."""

SEGMENTS = [
    "bombardment",
    "air-return",
    "air-refit",
    "reinforcement",
    "replacement",
    "volkssturm-deployment",
    "command",
    "movement",
    "combat",
    "supply",
    "volkssturm-return",
    "sudden-death",
    "turn-advance",
]
DISPOSITIONS = {"enforced", "definition", "set-up", "handling", "needs"}
TROUBLE_SPOTS = """
15.0 8.1.1 4.2.5 4.1@6 11.0@10 2.5.4 2.5.5 8.0.3 9.1 9.3.2 9.4.4 9.5.7 9.5.8 9.5.9 9.6.4 11.2 11.3 6.3 11.1.4 6.4.1 3.0 13.2
10.2.1 6.5 10.3.2 12.1 2.5.1 13.2.1 events.2 4.2.2 14.1.2 11.1.3 9.6.3 events.7
"""
FEATURES = """
clear forest marsh lake lagoon sea village town city river-minor river-major water defensive-line festung-line road autobahn rail
strategic-road
"""
BOXES = {"air-army-1", "air-army-4", "luftwaffe", "volkssturm"}
ODDS = ["1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"]
HEX = re.compile(r"\d{4}")

Row: TypeAlias = dict[str, str]


def rows(name: str) -> list[Row]:
    with (GAME / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def toml(name: str, key: str) -> list[dict[str, Any]]:
    found = tomllib.loads((GAME / name).read_text(encoding="utf-8"))[key]
    return list(found)


def units() -> dict[str, Row]:
    return {row["id"]: row for row in rows("units.csv")}


def setup_on_map() -> list[Row]:
    return [row for row in rows("scenarios/campaign.csv") if HEX.fullmatch(row["where"])]


def distance(first: str, second: str) -> int:
    """Hexes between two printed numbers; even columns lie half a hex towards the higher rows."""

    def cube(number: str) -> tuple[int, int]:
        column, row = int(number[:2]), int(number[2:])
        return column, row - (column + 1) // 2

    (q1, r1), (q2, r2) = cube(first), cube(second)
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))


# --- sections and defects


def test_every_printed_section_is_listed_in_order() -> None:
    listed = [row["printed"] for row in toml("rulebook.toml", "section") if not row["id"].startswith("3.0.")]
    assert listed == PRINTED_IN_ORDER.split()


def test_the_segments_of_the_turn_are_listed_in_order() -> None:
    listed = [row["id"] for row in toml("rulebook.toml", "section") if row["printed"] == "3.0"]
    assert listed == ["3.0", *(f"3.0.{segment}" for segment in SEGMENTS)]


def test_sections_have_ids_of_their_own_that_show_the_printed_number() -> None:
    sections = toml("rulebook.toml", "section")
    assert [key for key, count in Counter(row["id"] for row in sections).items() if count > 1] == []
    for row in sections:
        prefix = "events." + row["printed"] if row["id"].startswith("events.") else row["printed"]
        assert row["id"].startswith(prefix), row["id"]
    assert {row["id"] for row in sections if "@" in row["id"]} == {"4.1@6", "11.0@10"}


def test_every_section_says_what_became_of_it() -> None:
    for row in toml("rulebook.toml", "section"):
        assert row["disposition"] in DISPOSITIONS, row["id"]
        assert bool(row.get("needs")) == (row["disposition"] == "needs"), row["id"]
        assert row["title"].strip(), row["id"]
        assert len(row["title"]) <= 60, row["id"]
        assert row["paraphrase"].endswith("."), row["id"]


def test_defects_name_sections_that_exist_and_rule_for_one_of_their_readings() -> None:
    known = {row["id"] for row in toml("rulebook.toml", "section")}
    defects = toml("defects.toml", "defect")
    assert [row["id"] for row in defects] == [f"D{number}" for number in range(1, len(defects) + 1)]
    for row in defects:
        keys = [reading["key"] for reading in row["reading"]]
        assert set(row["sections"]) <= known, row["id"]
        assert len(row["sections"]) == len(set(row["sections"])) > 0, row["id"]
        assert len(keys) == len(set(keys)) >= 2, row["id"]
        assert row["ruling"] in keys, row["id"]
        assert row["title"]
        assert row["problem"]
        assert row["why"]


def test_the_known_trouble_spots_are_registered() -> None:
    named = {section for row in toml("defects.toml", "defect") for section in row["sections"]}
    assert named >= set(TROUBLE_SPOTS.split())


# --- units


def test_unit_ids_are_unique_plain_words() -> None:
    ids = [row["id"] for row in rows("units.csv")]
    assert len(ids) == len(set(ids))
    assert [key for key in ids if not re.fullmatch(r"(de|su)-[a-z0-9-]+", key)] == []


def test_combat_units_are_fully_rated_and_others_are_not() -> None:
    for row in rows("units.csv"):
        front = [row["attack"], row["defence"], row["movement"]]
        back = [row["reduced_attack"], row["reduced_defence"], row["reduced_movement"]]
        if row["kind"] in ("hq", "air", "ship"):
            assert row["steps"] == "0", row["id"]
            assert not any(back), row["id"]
            assert bool(row["command"]) == (row["kind"] == "hq"), row["id"]
            continue
        assert all(value.isdigit() for value in front), row["id"]
        assert row["command"] == "", row["id"]
        assert row["steps"] == ("2" if all(back) else "1"), row["id"]
        assert all(back) or not any(back), row["id"]
        if all(back):
            assert int(row["reduced_movement"]) <= int(row["movement"]), row["id"]
            assert int(row["reduced_attack"]) < int(row["attack"]), row["id"]
            assert int(row["reduced_defence"]) < int(row["defence"]), row["id"]


def test_headquarters_are_not_mechanized_and_move() -> None:
    for row in rows("units.csv"):
        if row["kind"] == "hq":
            assert "mechanized" not in row["traits"], row["id"]
            assert int(row["movement"]) > 0, row["id"]
            assert 3 <= int(row["command"]) <= 6, row["id"]


def test_the_ratings_the_rulebook_prints_are_kept() -> None:
    cavalry = units()["su-2bf-3g"]
    assert [cavalry["attack"], cavalry["defence"], cavalry["movement"]] == ["6", "4", "8"]
    assert cavalry["stated"] == "attack defence movement"
    assert [row["id"] for row in rows("units.csv") if "attack" in row["stated"].split()] == ["su-2bf-3g"]


def test_units_that_cannot_move_are_marked_so() -> None:
    for row in rows("units.csv"):
        assert ("zero-movement" in row["traits"].split()) == (row["movement"] == "0"), row["id"]
        if row["kind"] in ("garrison", "volkssturm"):
            assert row["attack"] == "0", row["id"]
            assert row["movement"] == "0", row["id"]


def test_the_four_double_german_units_are_independent_in_a_formation() -> None:
    double = {
        key
        for key, row in units().items()
        if row["side"] == "german" and row["formation"] and "independent" in row["traits"].split()
    }
    assert double == {"de-gd-pz", "de-gd", "de-gd-fus", "de-1-hg"}


def test_every_formation_has_its_headquarters() -> None:
    headquarters = Counter(row["formation"] for row in rows("units.csv") if row["kind"] == "hq")
    assert set(headquarters.values()) == {1}
    for row in rows("units.csv"):
        if row["formation"] in headquarters or not row["formation"]:
            continue
        # A Soviet independent belongs to its front, an air unit to its air army.
        if row["kind"] == "air":
            assert row["formation"] in ("3BF/1 Air Army", "2BF/4 Air Army"), row["id"]
        else:
            assert row["formation"] in ("2BF", "3BF"), row["id"]
            assert "independent" in row["traits"].split(), row["id"]


def test_units_without_a_formation_are_german_independents_garrisons_or_volkssturm() -> None:
    for row in rows("units.csv"):
        if not row["formation"]:
            assert row["side"] == "german", row["id"]
            assert row["kind"] in ("garrison", "volkssturm", "air", "ship") or "independent" in row["traits"], row["id"]


def test_numbers_of_special_units_are_those_of_the_rulebook() -> None:
    kinds = Counter((row["side"], row["kind"]) for row in rows("units.csv"))
    assert kinds["german", "air"] == 1
    assert kinds["soviet", "air"] == 7
    assert kinds["german", "volkssturm"] == 4
    assert kinds["german", "garrison"] == 6
    assert {key for key, row in units().items() if "optional" in row["traits"]} == {"de-boehme", "de-mikosch", "de-20-pz"}
    assert {key for key, row in units().items() if "baltic" in row["traits"]} == {"su-air-3aa", "su-air-18aa"}


# --- set-up and arrivals


def test_the_set_up_has_the_146_printed_units_and_the_hq_that_lacks_a_hex() -> None:
    placed = setup_on_map()
    stated = [row for row in placed if row["source"] == "rulebook"]
    sides = Counter(units()[row["unit"]]["side"] for row in stated)
    assert sides == {"soviet": 65, "german": 81}
    assert [row["unit"] for row in placed if row["source"] != "rulebook"] == ["su-hq-43a"]


@pytest.mark.parametrize(
    ("hex_number", "there"),
    [
        ("1144", {"su-39a-28g", "su-39a-113"}),
        ("1043", {"su-39a-94", "su-39a-5g", "su-hq-39a"}),
        ("0609", {"su-hq-2sh"}),
        ("0214", {"su-2bf-3g"}),
        ("1739", {"de-5-pz", "de-505"}),
        ("1008", {"de-5"}),
        ("1625", {"de-hq-gd"}),
        ("3420", {"de-gar-elbing"}),
    ],
)
def test_a_set_up_hex_holds_the_printed_units(hex_number: str, there: set[str]) -> None:
    assert {row["unit"] for row in setup_on_map() if row["where"] == hex_number} == there


def test_reduced_units_of_the_set_up_are_the_printed_ones() -> None:
    reduced = {row["unit"] for row in rows("scenarios/campaign.csv") if row["steps"] == "reduced"}
    assert reduced == {"de-2-hg", "de-607", "de-605", "de-401", "de-83", "de-461"}
    assert all(units()[key]["steps"] == "2" for key in reduced)


def test_set_up_units_exist_and_are_placed_once() -> None:
    known, places = units(), rows("scenarios/campaign.csv")
    assert {row["unit"] for row in places} <= set(known)
    assert [key for key, count in Counter(row["unit"] for row in places).items() if count > 1] == []
    assert {row["where"] for row in places if not HEX.fullmatch(row["where"])} == BOXES
    assert {row["steps"] for row in places} == {"full", "reduced"}


def test_the_boxes_hold_their_units() -> None:
    boxes = Counter(row["where"] for row in rows("scenarios/campaign.csv") if row["where"] in BOXES)
    assert boxes["luftwaffe"] == 1
    assert boxes["volkssturm"] == 2
    assert boxes["air-army-1"] + boxes["air-army-4"] == 7
    for row in rows("scenarios/campaign.csv"):
        if row["where"] == "air-army-4":
            assert units()[row["unit"]]["formation"] == "2BF/4 Air Army"


def test_no_set_up_hex_is_over_the_stacking_limit_or_mixed() -> None:
    known = units()
    stacks: defaultdict[str, list[Row]] = defaultdict(list)
    for row in setup_on_map():
        stacks[row["where"]].append(known[row["unit"]])
    for where, stack in stacks.items():
        headquarters = sum(unit["kind"] == "hq" for unit in stack)
        assert headquarters <= 1, where
        assert len(stack) - headquarters <= 2, where
        assert len({unit["side"] for unit in stack}) == 1, where


def test_at_the_start_every_headquarters_reaches_its_units_except_gd() -> None:
    known = units()
    where = {row["unit"]: row["where"] for row in setup_on_map()}
    headquarters = {known[key]["formation"]: key for key in where if known[key]["kind"] == "hq"}
    for key, place in where.items():
        leader = headquarters.get(known[key]["formation"])
        if leader is None or known[key]["formation"] == "GD Corps":
            continue
        assert distance(place, where[leader]) <= int(known[leader]["command"]), key


def test_every_unit_begins_somewhere_or_arrives() -> None:
    begins = {row["unit"] for row in rows("scenarios/campaign.csv")}
    arrives = {row["unit"] for row in rows("arrivals.csv")}
    returns = {"de-gd-pz", "de-gd", "de-gd-fus", "de-hq-gd"}
    assert begins | arrives == set(units())
    assert begins & arrives == returns


def test_arrivals_have_a_turn_or_a_rule_and_an_entry() -> None:
    known = {row["id"] for row in toml("rulebook.toml", "section")}
    for row in rows("arrivals.csv"):
        assert row["entry"] in {*"ABCDEF", "volkssturm", "frisches-haff"} or HEX.fullmatch(row["entry"]), row
        assert row["turn"] == "" or 1 <= int(row["turn"]) <= 10, row
        assert row["turn"] or row["cite"], row
        assert row["cite"] == "" or row["cite"] in known, row
        assert row["source"] in ("rulebook", "reconstruction"), row
    assert {(row["turn"], row["entry"]) for row in rows("arrivals.csv") if row["unit"] == "de-hipper"} == {("8", "frisches-haff")}


# --- charts


def effects(result: str) -> tuple[int, int, int, int]:
    """Steps and hexes of the defender, then of the attacker, whose starred part is the price of a settlement and not counted."""
    sums = [0, 0, 0, 0]
    for part in result.split("/"):
        match = re.fullmatch(r"([AD])(\d?)(?:(r)(\d?))?(\*?)", part)
        assert match or result == "-", result
        if match and not match[5]:
            at = 0 if match[1] == "D" else 2
            sums[at] = int(match[2] or 0)
            sums[at + 1] = int(match[4] or 1) if match[3] else 0
    return sums[0], sums[1], sums[2], sums[3]


def no_worse_for_the_attacker(better: str, worse: str) -> bool:
    lost, pushed, paid, driven = (a - b for a, b in zip(effects(better), effects(worse), strict=True))
    return lost >= 0 and pushed >= 0 and paid <= 0 and driven <= 0


def test_better_odds_or_a_better_roll_are_never_worse_for_the_attacker() -> None:
    table = rows("charts/crt.csv")
    assert [row["die"] for row in table] == list("123456")
    assert list(table[0])[1:9] == ODDS
    for row in table:
        for low, high in pairwise(ODDS):
            assert no_worse_for_the_attacker(row[high], row[low]), (row["die"], low, high)
    for first, second in pairwise(table):
        for odds in ODDS:
            assert no_worse_for_the_attacker(second[odds], first[odds]), (second["die"], odds)


def test_the_table_has_every_result_the_rulebook_mentions() -> None:
    results = {row[odds] for row in rows("charts/crt.csv") for odds in ODDS}
    assert results >= {"-", "Dr", "Dr2", "D1r", "D2r", "D1r2", "A1*/Dr"}
    assert any(effects(result)[3] for result in results), "attackers retreat too (9.5.7)"


def test_the_terrain_chart_has_a_row_for_each_feature_and_keeps_what_is_stated() -> None:
    chart = {row["feature"]: row for row in rows("charts/terrain.csv")}
    assert set(chart) == set(FEATURES.split())
    assert {chart[key]["foot"] for key in ("lake", "lagoon", "sea", "water")} == {"no"}
    assert chart["river-minor"]["foot"] == chart["river-minor"]["mechanized"] == "+1 stop"
    assert chart["river-minor"]["attack"] == chart["river-major"]["attack"] == "1/2"
    assert chart["strategic-road"]["foot"] == chart["strategic-road"]["mechanized"] == "1/2"
    assert {int(row["shift"]) < 0 for row in chart.values() if row["shift"]} == {True}
    assert all(chart[key]["shift"] for key in ("forest", "marsh", "defensive-line", "festung-line"))
    assert any(row["mechanized"] > row["foot"] for row in chart.values() if row["foot"].isdigit())
    assert {row["where"] for row in chart.values()} == {"hex", "hexside", "route"}


def test_the_turn_track_runs_two_days_a_turn_and_keeps_what_is_stated() -> None:
    turns = rows("charts/turns.csv")
    assert [row["turn"] for row in turns] == [str(number) for number in range(1, 11)]
    assert (turns[0]["from"], turns[-1]["to"]) == ("1945-01-13", "1945-02-01")
    assert turns[2]["limit_german"] == "5"
    assert "limit_german" in turns[2]["stated"].split()
    assert [row["turn"] for row in turns if row["hipper"]] == ["8"]
    assert all(int(row[key]) > 0 for row in turns for key in ("limit_german", "limit_2bf", "limit_3bf"))


def test_there_is_a_command_chit_for_each_headquarters_and_the_special_ones() -> None:
    chits = rows("charts/chits.csv")
    assert len({row["id"] for row in chits}) == len(chits)
    kinds = Counter(row["kind"] for row in chits)
    headquarters = {key for key, row in units().items() if row["kind"] == "hq"}
    assert Counter(row["hq"] for row in chits if row["kind"] == "command") == Counter(headquarters)
    assert Counter((row["kind"], row["front"]) for row in chits if row["kind"] in ("front", "bombardment")) == {
        ("front", "2BF"): 2,
        ("front", "3BF"): 2,
        ("bombardment", "2BF"): 1,
        ("bombardment", "3BF"): 1,
    }
    assert {key: count for key, count in kinds.items() if key not in ("command", "front", "bombardment")} == {
        "hgm": 1,
        "event": 1,
        "no-gas": 1,
        "gd-withdrawal": 1,
        "gd-return": 1,
    }
    late = {row["hq"]: row["turn"] for row in chits if row["source"] == "rulebook"}
    assert late == {"su-hq-43a": "2", "su-hq-2ga": "2"}


def test_a_soviet_chit_belongs_to_the_front_of_its_headquarters() -> None:
    for row in rows("charts/chits.csv"):
        if row["kind"] == "command":
            unit = units()[row["hq"]]
            assert row["side"] == unit["side"], row["id"]
            assert row["front"] == (unit["formation"].split("/")[0] if unit["side"] == "soviet" else ""), row["id"]


def test_a_chit_is_not_drawn_before_its_headquarters_is_there() -> None:
    begins = {row["unit"] for row in rows("scenarios/campaign.csv")}
    arrives = {row["unit"]: int(row["turn"]) for row in rows("arrivals.csv") if row["turn"]}
    for row in rows("charts/chits.csv"):
        if row["kind"] == "command" and row["hq"] not in begins:
            assert int(row["turn"]) == arrives[row["hq"]], row["id"]


def test_the_event_table_has_every_roll_of_two_dice_and_points_to_its_section() -> None:
    events = rows("charts/events.csv")
    known = {row["id"] for row in toml("rulebook.toml", "section")}
    assert [row["roll"] for row in events] == [str(number) for number in range(2, 13)]
    assert all(row["section"] == f"events.{row['roll']}" and row["section"] in known for row in events)


def test_the_bombardment_table_has_a_number_for_each_roll() -> None:
    table = rows("charts/bombardment.csv")
    assert [row["die"] for row in table] == list("123456")
    numbers = [int(row["attacks"]) for row in table]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    "name",
    ["units.csv", "arrivals.csv", "scenarios/campaign.csv"]
    + [f"charts/{chart}.csv" for chart in ("crt", "terrain", "bombardment", "turns", "chits", "events")],
)
def test_every_row_is_whole_and_names_its_source(name: str) -> None:
    raw = (GAME / name).read_bytes()
    assert b"\r" not in raw
    assert raw.endswith(b"\n")
    for row in rows(name):
        assert None not in row, row
        assert None not in row.values(), row
        assert row["source"] in ("rulebook", "reconstruction"), row
