"""Saves that should be the set-up of a scenario: judged unit by unit by the zones in which they may begin."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from adjudicator.evidence.binding import bindings_in
from adjudicator.evidence.history import Counter, History
from adjudicator.explain.judging import Choices, JudgedFile, judge_file
from adjudicator.games import LoadedGame, load
from adjudicator.games.errors import GameError

from .histories import Log, counter


@cache
def game() -> LoadedGame:
    return load("vistula-oder-berlin")


def saved(**elsewhere: str) -> History:
    """The set-up of Red Storm as a save, with some units elsewhere."""
    (binding,) = bindings_in(game().folder)
    boxes = {box: name for name, box in binding.boxes.items()}
    counters: list[Counter] = []
    for unit, standing in game().scenarios["red-storm"].standings.items():
        place = elsewhere.get(unit.replace("-", "_"), standing.place)
        made = counter(unit, boxes.get(place, place))
        counters.append(replace(made, spot=replace(made.spot, map=binding.maps[0]), levels=(("Step", 1 + standing.losses),)))
    history = replace(Log(*counters).history(), module=binding.modules[0], opening="Turn 1: Allied: movement")
    return replace(history, is_log=False)


def judged(history: History, scenario: str | None = "red-storm") -> JudgedFile:
    return judge_file(history, Choices(set_up=scenario))


def test_the_set_up_itself_is_in_order() -> None:
    assert judged(saved()).findings == ()


def test_a_unit_outside_its_zone_is_told_with_the_zone() -> None:
    (found,) = judged(saved(de_549_vg="1722")).findings
    assert (found.check, found.units) == ("vistula-oder-berlin/set-up", ("de-549-vg",))
    assert "1722" in found.message


def test_any_hex_of_the_zone_will_do() -> None:
    assert judged(saved(de_549_vg="0502")).findings == ()


def test_a_save_of_a_later_moment_is_no_set_up() -> None:
    assert judged(saved(de_549_vg="1722"), None).findings == ()


def test_what_a_log_begins_with_can_be_looked_at_too() -> None:
    assert [found.units for found in judged(replace(saved(de_549_vg="1722"), is_log=True)).findings] == [("de-549-vg",)]


def test_a_scenario_that_there_is_not_is_wrong_usage() -> None:
    with pytest.raises(GameError, match="red-storm"):
        judged(saved(), "bagration")
