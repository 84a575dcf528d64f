"""The arithmetic of a path, step by step, for reports."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from adjudicator.engine.charts import TerrainChart
from adjudicator.engine.hexes import Hex
from adjudicator.facts import Known, Unknown, points
from adjudicator.finding import Row
from adjudicator.words import plural

from .. import zoc
from ..table import Table
from .ground import StepPrice, edge
from .search import Terms


def account(table: Table, terms: Terms, path: tuple[Hex, ...]) -> tuple[Row, ...]:
    """A row for each hex entered, and for each zone of control entered or left."""
    return tuple(_rows(table, terms, path))


def _rows(table: Table, terms: Terms, path: tuple[Hex, ...]) -> Iterator[Row]:
    cite = _zone_sections(table, terms.unit.side)
    pays = not terms.mode.unlimited
    told: set[str] = set()

    def once(words: str, hex: Hex) -> str:
        """The same words a second time say where."""
        again = words in told
        told.add(words)
        return f"{words} at {table.at(hex)}" if again else words

    for hex, to in pairwise(path):
        step = edge(table.board, terms.ground, terms.mode, hex, to)
        yield Row(
            _price(step.low, step.high), f"{table.at(to)}{_why(table, terms, hex, to)}", _ground_sections(table, terms, hex, to)
        )
        more = terms.burdens.get(to, {}).get(hex, 0)
        if more and pays:
            yield Row(f"+{points(more)}", once("what is in the way", to), terms.burdened_by)
        if terms.mode.never_in_zoc:  # it pays for no zone, for it enters none
            for place in (hex, to) if hex == path[0] else (to,):
                if zoc.controlled(table, terms.unit.side, place).answer is not False:
                    yield Row("closed", f"{table.at(place)}, in the zone of control of {_who(table, terms, place)}", cite)
            continue
        if zoc.controlled(table, terms.unit.side, hex).answer is not False and pays and terms.effect.leave:
            yield Row(
                f"+{points(terms.effect.leave)}", once(f"leaves the zone of control of {_who(table, terms, hex)}", hex), cite
            )
        if zoc.controlled(table, terms.unit.side, to).answer is not False:
            if pays and terms.effect.enter:
                yield Row(
                    f"+{points(terms.effect.enter)}", once(f"enters the zone of control of {_who(table, terms, to)}", to), cite
                )
            if terms.effect.stop:
                yield Row("stop", once(f"in the zone of control of {_who(table, terms, to)}", to), cite)


def _zone_sections(table: Table, side: str) -> tuple[str, ...]:
    """What says that there are zones of control, whose they are, how far they reach and what they cost."""
    found = [table.rules.find("zoc.movement", side=side)]
    for force in table.enemies(side):
        found += [table.rules.find("zoc.exerts", side=force.side), *table.rules.many("zoc.reach", side=force.side)]
    return tuple(dict.fromkeys(section for rule in found if rule is not None for section in rule.cite))


def _ground_sections(table: Table, terms: Terms, hex: Hex, to: Hex) -> tuple[str, ...]:
    """What the chart cites for terrain, hexside and routes of a step, as far as the rule for movement has to do with it.

    All of that rule where something is unknown, or a bridge decides.
    """
    rule, chart, board = table.rules.find("movement.terrain", side=terms.unit.side), terms.ground.chart, table.board
    if rule is None or chart is None:
        return ()
    kinds: set[str] = set()
    for fact in (board.terrain(to), board.features(hex, to), board.routes(hex, to)):
        if isinstance(fact, Unknown):
            return rule.cite
        kinds |= {each if isinstance(each, str) else each.kind for each in fact.value}
    if kinds & terms.ground.bridges and kinds & terms.ground.bridged_by:
        return rule.cite
    rows = [row for kind in sorted(kinds) if (row := chart.row(kind)) is not None]
    return tuple(section for section in rule.cite if any(section in row.cite for row in rows))


def _who(table: Table, terms: Terms, hex: Hex) -> str:
    return table.names(zoc.controllers(table, terms.unit.side, hex)[:3])


def _price(low: StepPrice | None, high: StepPrice | None) -> str:
    if low is None:
        return "no entry"
    if high is None:
        return f"{points(low.cost)} or no entry"
    if low.everything:
        return "all points"
    amount = points(low.cost) if low.cost == high.cost else f"{points(low.cost)} to {points(high.cost)}"
    return f"{amount}, stop" if low.stop else f"{amount}, perhaps stop" if high.stop else amount


def _why(table: Table, terms: Terms, hex: Hex, to: Hex) -> str:
    """What makes the price: the route followed, or the terrain and what the hexside has."""
    chart = terms.ground.chart
    routes, terrain, features = table.board.routes(hex, to), table.board.terrain(to), table.board.features(hex, to)
    if isinstance(routes, Known):
        followed = [route for route in sorted(routes.value) if _priced(chart, terms, route)]
        if followed:
            return f", along the {' and '.join(followed)}"
    words = sorted(terrain.value) if isinstance(terrain, Known) else ["unknown terrain"]
    across = [f"across {each.kind}" for each in sorted(features.value)] if isinstance(features, Known) else ["hexside unknown"]
    return f", {', '.join([*words, *across, *_climb(table, terms, hex, to)])}"


def _climb(table: Table, terms: Terms, hex: Hex, to: Hex) -> Iterator[str]:
    """How far a step leads up, where that costs something."""
    below, above = table.board.level(hex), table.board.level(to)
    if not terms.ground.climb:
        return
    if isinstance(below, Unknown) or isinstance(above, Unknown):
        yield "level unknown"
    elif above.value > below.value:
        yield f"{plural(above.value - below.value, 'level')} up"


def _priced(chart: TerrainChart | None, terms: Terms, route: str) -> bool:
    if terms.mode.only_along:
        return route in terms.mode.only_along
    row = None if chart is None else chart.row(route)
    return route in dict(terms.mode.route_costs) or (row is not None and row.costs.get(terms.ground.columns[0], None) is not None)
