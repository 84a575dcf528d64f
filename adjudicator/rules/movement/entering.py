"""Where a unit could ever go: what its ground lets it enter from next door, and what it has the points for."""

from __future__ import annotations

from typing import Literal

from adjudicator.engine.hexes import Hex
from adjudicator.engine.units import Unit
from adjudicator.facts import NO, YES, Interval, Known, Truth, any_of, number, unsure

from .. import zoc as zoc  # asks `zoc.reach`
from ..registry import SHARED
from ..table import Table
from .ground import Edge, Ground, edge_to
from .modes import Mode, allowance, modes_of

Points = Literal["now", "printed", "any"]  # those of this phase, those on the counter, or as many as it takes


@SHARED.rule("zoc.reach", "zoc.where_it_could_go")
def zone_where_it_could_go(table: Table, unit: Unit, frm: Hex, to: Hex, *, points: Points = "any") -> Truth:
    """A zone of control reaches only where the unit could go: not over ground and hexsides closed to it on the terrain chart.

    With the points `printed` on it, neither where all of them would not pay for the step. Open ground is closed to nobody.
    """
    return YES if points == "any" and _open_ground(table, frm, to) else could_enter(table, unit, frm, to, points)


def _open_ground(table: Table, frm: Hex, to: Hex) -> bool:
    terrain, features = table.board.terrain(to), table.board.features(frm, to)
    bare = isinstance(features, Known) and not features.value
    return bare and isinstance(terrain, Known) and terrain.value <= table.board.ground


def could_enter(table: Table, unit: Unit, frm: Hex, to: Hex, points: Points = "now") -> Truth:
    """Could a unit go into a neighbouring hex if nobody were about: by its terrain, and with its points?"""
    ground: Ground = table.rules.one("movement.terrain", side=unit.side)(table, unit)
    always = points == "any" or table.rules.find("movement.minimum", side=unit.side) is not None
    ways: list[Truth] = []
    for _, _, mode in modes_of(table, unit):
        step = edge_to(table, ground, mode, frm, to)
        if step is None:
            return NO
        ways.append(mode.may & _affordable(step, _points(table, unit, mode, points), anything=always, free=points == "any"))
    return any_of(ways)


def _points(table: Table, unit: Unit, mode: Mode, points: Points) -> Interval:
    return allowance(table, unit, mode)[0] if points == "now" else number(unit.rating("movement", table.losses(unit.id)))


def _affordable(step: Edge, points: Interval, *, anything: bool, free: bool) -> Truth:
    """Is a step within the points: any number of them where `anything` goes, and even none where it is `free`?"""

    def enough(cost: float, everything: bool, have: float) -> bool:
        return free or (have > 0 and (anything or everything or cost <= have))

    if step.low is None or not enough(step.low.cost, step.low.everything, points.high):
        return NO
    if step.high is not None and enough(step.high.cost, step.high.everything, points.low):
        return YES
    return unsure(*(step.needs | points.needs))
