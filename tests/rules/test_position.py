"""A position by itself: what may stand together, and when nobody can say."""

from __future__ import annotations

import pytest

from adjudicator.engine.state import Standing
from adjudicator.rules.position import judge_position
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.rules.tables import remembering
from tests.support import needed

from .tables import BASICS, bind, board, table, unit

LARGER = (*BASICS, bind("position", "position.stacked", "7.0", larger_in=["arrival"]))
STRICT = (*BASICS, bind("position", "position.stacked", "7.0"))


def crowd(rules: tuple[object, ...], phase: str = "") -> Table:
    return table(*((unit(str(n), attack=1, movement=4), "0505") for n in range(3)), rules=rules, phase=phase)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "phase", "expected"),
    [
        (STRICT, "", Verdict.ILLEGAL),
        (STRICT, "arrival", Verdict.ILLEGAL),
        (LARGER, "arrival", Verdict.LEGAL),
        (LARGER, "combat", Verdict.ILLEGAL),
        (LARGER, "", Verdict.UNDECIDED),
    ],
)
def test_a_large_stack_is_wrong_unless_it_may_still_split_up(rules: tuple[object, ...], phase: str, expected: Verdict) -> None:
    assert judge_position(crowd(rules, phase)).verdict is expected


def test_what_would_decide_is_the_phase() -> None:
    (found,) = judge_position(crowd(LARGER)).findings
    assert found.opinion.truth.needs == needed("phase")


def test_a_set_up_is_no_phase_of_a_turn() -> None:
    at = crowd(LARGER)
    assert judge_position(at, at).verdict is Verdict.ILLEGAL


# --- markers that cannot be ---------------------------------------------------------------------------------------------------

MARKED = (
    *BASICS,
    bind("ageing", "supply.worsens", states=["out of supply", "isolated"]),
    bind("forts", "supply.immobile", "10.3.3"),
    bind("marked", "position.markers_possible", "2.6.3"),
)


@pytest.mark.parametrize(
    ("movement", "marks", "expected"),
    [
        (4, {"out of supply"}, Verdict.LEGAL),
        (4, {"isolated", "fire mode"}, Verdict.LEGAL),
        (4, {"isolated", "out of supply"}, Verdict.ILLEGAL),
        (0, {"out of supply"}, Verdict.ILLEGAL),
        (0, {"isolated"}, Verdict.ILLEGAL),
        (0, {"fire mode"}, Verdict.LEGAL),
        (0, set(), Verdict.LEGAL),
        (None, {"isolated"}, Verdict.UNDECIDED),
        (None, {"isolated", "out of supply"}, Verdict.ILLEGAL),
    ],
)
def test_markers_of_supply_that_cannot_be_are_found(movement: int | None, marks: set[str], expected: Verdict) -> None:
    one = unit("1", attack=1, movement=movement)
    at = table((one, Standing("0505", marks=frozenset(marks))), rules=MARKED)
    assert judge_position(at).verdict is expected


def test_a_marker_in_a_box_is_looked_at_too_and_what_lacks_is_named() -> None:
    at = table((unit("1", attack=1), Standing("box", marks=frozenset({"isolated"}))), rules=MARKED)
    (found,) = judge_position(at).findings
    assert found.opinion.truth.needs == needed("movement of 1")
    assert (found.opinion.hexes, found.opinion.fix) == ((), None)
    assert found.opinion.message == "1 may be in supply whatever happens, and is marked isolated"
    fort = table((unit("1", attack=1, movement=0), Standing("0505", marks=frozenset({"isolated"}))), rules=MARKED)
    (found,) = judge_position(fort).findings
    assert (found.opinion.hexes, found.opinion.fix) == (("0505",), "take the marker off 1")
    assert found.opinion.message == "1 is in supply whatever happens, and is marked isolated"


# --- marks that only some units bear, and the map in play ---------------------------------------------------------------------

MODES = (
    *BASICS,
    bind(
        "modes",
        "position.marks_possible",
        "8.31",
        only_for={"fire mode": ["gun", "mortar"], "move mode": ["gun"]},
        one_of=["fire mode", "move mode"],
    ),
)


@pytest.mark.parametrize(
    ("traits", "marks", "expected"),
    [
        ("gun", {"fire mode"}, Verdict.LEGAL),
        ("mortar", {"fire mode"}, Verdict.LEGAL),
        ("mortar", {"move mode"}, Verdict.ILLEGAL),
        ("gun", {"move mode", "disrupted"}, Verdict.LEGAL),
        ("gun", {"move mode", "fire mode"}, Verdict.ILLEGAL),
        ("", {"fire mode"}, Verdict.ILLEGAL),
        ("", {"disrupted"}, Verdict.LEGAL),
    ],
)
def test_a_mark_that_is_not_for_a_unit_is_found(traits: str, marks: set[str], expected: Verdict) -> None:
    at = table((unit("1", traits=traits), Standing("0505", marks=frozenset(marks))), rules=MODES)
    assert judge_position(at).verdict is expected


def test_whether_a_mark_is_for_a_unit_hangs_on_any_of_its_traits() -> None:
    at = table((unit("1", doubtful="gun mortar"), Standing("box", marks=frozenset({"fire mode"}))), rules=MODES)
    (found,) = judge_position(at).findings
    assert found.opinion.truth.needs == needed("is 1 gun", "is 1 mortar")
    assert found.opinion.message == "1 may be no gun or mortar, and is marked fire mode"
    assert found.opinion.hexes == ()


@pytest.mark.parametrize(("scenario", "expected"), [("small", Verdict.ILLEGAL), ("large", Verdict.LEGAL), ("", Verdict.LEGAL)])
def test_nobody_stands_where_the_scenario_is_not_played(scenario: str, expected: Verdict) -> None:
    area = bind("area", "map_in_play.of_the_scenario", maps={"small": "north"})
    on = board().changed(areas={"north": frozenset({"0101", "0102"})})
    placed = ((unit("1"), "0101"), (unit("2"), "0505"), (unit("3"), "box"))
    at = table(*placed, on=on, rules=(*BASICS, area, bind("played", "position.on_the_map_in_play", "11.0")))
    found = judge_position(remembering(at, scenario=scenario))
    assert found.verdict is expected
    assert [each.opinion.units for each in found.findings] == ([("2",)] if expected is Verdict.ILLEGAL else [])
