"""Every grid option in combination, against what VASSAL 3.7.26 answered for the same boards and pixels."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from vassal_bridge.module import Map, Module

from . import combinations
from .building import Entries, game, game_map

ANSWERS: dict[str, list[list[str | int | None]]] = json.loads(
    Path(__file__).with_name("combinations.json").read_text(encoding="utf-8")
)
BOARDS = list(combinations.boards())
NAMES = [name for name, _ in BOARDS]


@cache
def _module() -> Module:
    edge_width, edge_height = combinations.EDGE
    a_map = game_map(boards=[written for _, written in BOARDS], edgeWidth=edge_width, edgeHeight=edge_height, allowMultiple=True)
    return Module.read(Entries({"buildFile.xml": game(a_map)}))


def _map(place: int) -> Map:
    return _module().with_boards([combinations.choice(place, NAMES)])[0]


def test_every_board_has_an_answer() -> None:
    assert list(ANSWERS) == NAMES
    assert _module().problems == ()


@pytest.mark.parametrize("place", range(len(NAMES)), ids=NAMES)
def test_names_snap_points_and_zones_are_vassals(place: int) -> None:
    one = _map(place)
    found = [[one.location(x, y), *one.snap(x, y), one.zone(x, y)] for x, y in combinations.pixels(place)]
    assert found == ANSWERS[NAMES[place]]


@pytest.mark.parametrize("place", range(len(NAMES)), ids=NAMES)
def test_every_name_leads_back_to_a_pixel_of_that_name(place: int) -> None:
    one = _map(place)
    for name, *_ in ANSWERS[NAMES[place]]:
        if name != "offboard":
            found = one.find(str(name))
            assert found is not None, name
            assert one.location(*found) == name
