"""Names, snap points and zones on real boards, against VASSAL 3.7.26's answers: every point must be equal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import CORPUS, SKIRMISH, needs_shared
from vassal_bridge.archive import open_archive
from vassal_bridge.module import Map, Module

BOARDS = {  # what was in play when VASSAL was asked, for maps where the players choose
    "tour": ["Main MapBoardPicker\tplain\t0\t0"],
    "ccnapoleonics": ["Main MapBoardPicker\tInland\t0\t0\tSide Board\t1\t0"],
}


def _maps(module: Path, game: str) -> dict[str, Map]:
    read = Module.read(open_archive(module))
    return {one.name: one for one in read.with_boards(BOARDS.get(game, []))}


def _differences(maps: dict[str, Map], answers: Path) -> tuple[int, list[str]]:
    points = json.loads(answers.read_text(encoding="utf-8"))
    wrong = []
    for point in points:
        one, x, y = maps[point["map"]], point["x"], point["y"]
        found = (one.location(x, y), *one.snap(x, y), one.zone(x, y))
        expected = (point["location"], point["snapX"], point["snapY"], point["zone"])
        if found != expected:
            wrong.append(f"{point['map']} {x},{y}: {found}, VASSAL says {expected}")
    return len(points), wrong


@needs_shared
@pytest.mark.parametrize(
    ("game", "module", "count"),
    [
        ("ragnarok", "ragnarok.vmod", 1200),
        ("tour", "tour.mod", 600),
        ("ccnapoleonics", "ccn-lite.vmod", 3000),
        ("skirmish", "skirmish.vmod", 3000),
    ],
)
def test_every_point_of_a_real_board_is_vassals(game: str, module: str, count: int) -> None:
    folder = CORPUS / game
    total, wrong = _differences(_maps(folder / module, game), folder / "grid.json")
    assert total == count
    assert wrong == []


@needs_shared
@pytest.mark.parametrize(
    ("game", "module"),
    [("ragnarok", "ragnarok.vmod"), ("tour", "tour.mod"), ("ccnapoleonics", "ccn-lite.vmod"), ("skirmish", "skirmish.vmod")],
)
def test_every_name_on_a_real_board_leads_back(game: str, module: str) -> None:
    maps = _maps(CORPUS / game / module, game)
    points = json.loads((CORPUS / game / "grid.json").read_text(encoding="utf-8"))
    lost = []
    for place, name in sorted({(point["map"], point["location"]) for point in points} - {(one, "offboard") for one in maps}):
        found = maps[place].find(name)
        if found is None or maps[place].location(*found) != name:
            lost.append((place, name, found))
    assert lost == []


def test_hexes_and_boxes_of_our_own_module() -> None:
    main = _maps(SKIRMISH / "skirmish.vmod", "skirmish")["Main Map"]
    assert main.find("0101") == (60, 60)
    assert main.find("0201") == (129, 100)
    assert main.find("Reserve") == (1220, 850)
    assert main.location(129, 100) == "0201"
    assert main.snap(1251, 80) == (1310, 110)
    assert (main.zone(1251, 80), main.zone(60, 60), main.zone(1392, 316)) == ("Boxes", "Field", None)
    assert main.location(1130, 110) == "Cup"
