"""Victories that only some turns decide, points without an upper end, and points that hang on an unknown line."""

from __future__ import annotations

import pytest

from adjudicator.facts import Interval
from adjudicator.rules.victory.outcome import outcomes
from adjudicator.rules.victory.points import scores
from tests.support import needed

from .tables import BASICS, bind, board, table, unit
from .test_victory import CRITERIA, POINTS, TOWNS, at, lost, red


@pytest.mark.parametrize(("turn", "decided"), [(6, True), (7, False)])
def test_hexes_held_decide_only_in_the_turns_named(turn: int, decided: bool) -> None:
    early = bind("early", "victory.hexes_held", side="blue", hexes=[TOWNS[0]], winner="blue", level="early", turns=[5, 6])
    here = at(rules=(*BASICS[:5], POINTS[0], early), control=lost(1), turn=turn)
    assert [each.level for each in outcomes(here) if each.truth.yes] == (["early"] if decided else [])


@pytest.mark.parametrize(("turn", "decided"), [(6, True), (7, False)])
def test_points_decide_only_in_the_turns_named_and_have_no_upper_end(turn: int, decided: bool) -> None:
    dear = bind("points", "victory.hexes", worth={TOWNS[0]: 1_000_000})
    plenty = bind("plenty", "victory.by_points", of="red", low=14, winner="red", level="plenty", turns=[6])
    here = at(rules=(*BASICS[:5], POINTS[0], dear, plenty), turn=turn)
    assert [each.level for each in outcomes(here) if each.truth.yes] == (["plenty"] if decided else [])


def test_points_for_a_line_that_hangs_on_an_unknown_strength_lie_between_none_and_all() -> None:
    west = {"west": frozenset(f"01{row:02}" for row in range(1, 21))}
    garrison = bind("garrison", "victory.units_with_a_line", side="red", areas=["west"], each=5, traits=["garrison"])
    gap, *ring = board().grid.neighbours("1505")
    holders = [(unit(f"e{hex}", "blue", attack=0, movement=4), hex) for hex in ring]
    (beyond,) = (hex for hex in board().grid.neighbours(gap) if board().grid.distance(hex, "1505") == 2 and hex[:2] == gap[:2])
    here = table(
        (red("a", traits="garrison"), "1505"),
        *holders,
        (unit("u", "blue", movement=4), beyond),
        on=board().changed(areas=west),
        rules=(*CRITERIA[:7], garrison),
    )
    assert scores(here)["red"].points == Interval(0, 5, needed("attack of u"))
