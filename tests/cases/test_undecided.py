"""An undecided verdict names exactly the facts that would decide it: proven by supplying each in turn.

For every undecided finding of every case, the facts it names are supplied with every value that they could have. Some of these
must settle it, and for each fact there must be two values that make a difference while all others stay the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cases.runner import run_file
from adjudicator.cases.setting import Shelf
from adjudicator.engine.actions import Action
from adjudicator.engine.board import Feature
from adjudicator.engine.charts import TerrainChart
from adjudicator.engine.hexes import side
from adjudicator.engine.state import Force
from adjudicator.factname import FactName
from adjudicator.facts import Known
from adjudicator.games import load
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.position import judge_position
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict
from tests.support import ROOT

MOST_TRIED = 400
APART = {
    # The zone at the hex retreated to and those at the other ways hang on the same strength; each is bounded by itself.
    ("Whether there is a zone hangs on a strength that nobody knows", "retreat-zones"),
    # What a retreat cost is noted when it is made: supplying the strength after it comes too late.
    ("Whether there is a zone hangs on a strength that nobody knows", "losses-of-retreat"),
}
GAMES = [ROOT / "modules" / "_template", ROOT / "modules" / "koenigsberg-rg", *sorted((ROOT / "tests" / "printed").glob("*/"))]


@dataclass(frozen=True)
class Open:
    """An undecided finding, and what it was found on."""

    where: str
    before: Table
    action: Action | None  # None: the position by itself
    finding: Ruled


def undecided(folder: Path) -> Iterator[Open]:
    loaded = load(folder)
    shelf = Shelf()
    own = shelf.around(loaded)
    for path in loaded.cases():
        for result in run_file(path, lambda _: own, naming=False):
            for step in result.steps:
                for finding in step.judged.findings:
                    if finding.verdict is Verdict.UNDECIDED and (result.name, finding.rule) not in APART:
                        yield Open(f"{path.name}: {result.name}", step.before, step.action, finding)


def values(table: Table, name: FactName) -> list[Any] | None:
    """Every value that a fact could have; None for facts of a kind that this test cannot supply."""
    chart = table.game.charts.get("terrain")
    rows = chart.rows.values() if isinstance(chart, TerrainChart) else ()
    match name.kind:
        case "terrain":
            return [frozenset({row.feature}) for row in rows if row.where == "hex"]
        case "hexside":
            kinds = [row.feature for row in rows if row.where == "hexside"]
            return [frozenset(), *(frozenset({Feature(kind, to)}) for kind in kinds for to in ("", *name.about))]
        case "route":
            return [frozenset(), *(frozenset({row.feature}) for row in rows if row.where == "route")]
        case "level":
            return [1, 2, 3]
        case "rating":
            return list(range(13))
    return None


def supplied(table: Table, name: FactName, value: Any) -> Table:
    board, about = table.board, name.about
    match name.kind:
        case "terrain":
            return replace(table, board=board.changed(terrain={about[0]: Known(value)}))
        case "hexside":
            return replace(table, board=board.changed(features={side(*about): Known(value)}))
        case "route":
            return replace(table, board=board.changed(routes={side(*about): Known(value)}))
        case "level":
            return replace(table, board=board.changed(level={about[0]: Known(value)}))
    rating, unit, losses = about[0], table.unit(about[1]), int(about[2])
    ratings = tuple({**printed, rating: Known(value)} if step == losses else printed for step, printed in enumerate(unit.ratings))
    force = table.state.forces[unit.side]
    other = Force(force.side, {**force.units, unit.id: replace(unit, ratings=ratings)}, force.standings)
    return replace(table, state=replace(table.state, forces={**table.state.forces, unit.side: other}))


def verdict(open_: Open, facts: dict[FactName, Any]) -> Verdict:
    """What the same rule says once these facts are known; another rule at fault counts as illegal by it."""
    table = open_.before
    for key, value in facts.items():
        table = supplied(table, key, value)
    judged = judge_position(table) if open_.action is None else judge(table, open_.action)
    said = [each.verdict for each in judged.findings if each.opinion.units == open_.finding.opinion.units]
    if Verdict.ILLEGAL in said:
        return Verdict.ILLEGAL
    return Verdict.UNDECIDED if Verdict.UNDECIDED in said else Verdict.LEGAL


LEAST_TRIED = {"_template": 5, "koenigsberg-rg": 60}  # so that the proof does not fade away unseen


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_each_fact_named_would_decide(folder: Path) -> None:
    wrong: list[str] = []
    tried = 0
    for open_ in undecided(folder):
        needs = sorted(open_.finding.opinion.truth.needs)
        ranges = [values(open_.before, key) for key in needs]
        if any(each is None for each in ranges):
            continue
        known = [each for each in ranges if each is not None]
        size = 1
        for each in known:
            size *= len(each)
        if size > MOST_TRIED:
            continue
        tried += 1
        table = {combination: verdict(open_, dict(zip(needs, combination, strict=True))) for combination in product(*known)}
        if all(each is Verdict.UNDECIDED for each in table.values()):
            wrong.append(f"{open_.where}: {list(map(str, needs))} settle nothing ({open_.finding.rule})")
        for place, key in enumerate(needs):
            groups: dict[tuple[object, ...], set[Verdict]] = {}
            for combination, said in table.items():
                groups.setdefault((*combination[:place], *combination[place + 1 :]), set()).add(said)
            if all(len(group) == 1 for group in groups.values()):
                wrong.append(f"{open_.where}: {key} makes no difference ({open_.finding.rule})")
    assert wrong == []
    assert tried >= LEAST_TRIED.get(folder.name, 0)
