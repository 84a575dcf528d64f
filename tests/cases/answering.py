"""Every answer that one could give to a question, and cases judged again with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from pathlib import Path
from typing import Any, get_origin

from adjudicator.cases.runner import CaseResult, CaseStep, run_file
from adjudicator.cases.setting import Shelf
from adjudicator.engine.actions import Action, Attack
from adjudicator.engine.board import Feature
from adjudicator.engine.charts import PlainChart, ResultsChart, TerrainChart
from adjudicator.engine.state import Force
from adjudicator.factname import KINDS, FactName
from adjudicator.games import LoadedGame, load
from adjudicator.games.stated_facts import on_board, on_charts, on_counter
from adjudicator.rules.apply import apply
from adjudicator.rules.judge import judge
from adjudicator.rules.opinion import Ruled
from adjudicator.rules.position import judge_position
from adjudicator.rules.stating import memory_named
from adjudicator.rules.table import Table
from adjudicator.verdict import Verdict


@dataclass(frozen=True)
class Question:
    """A fact that an undecided finding of a case lacks."""

    game: LoadedGame
    result: CaseResult
    at: int  # which of its steps
    finding: Ruled
    name: FactName

    def __str__(self) -> str:
        return f"{self.result.file}: {self.result.name}: {self.name} ({self.finding.rule})"

    @property
    def step(self) -> CaseStep:
        return self.result.steps[self.at]


def questions(folder: Path) -> Iterator[Question]:
    """Each that the cases of a game lead to."""
    loaded = load(folder)
    own = Shelf().around(loaded)
    for path in loaded.cases():
        for result in run_file(path, lambda _: own, naming=False):
            for at, step in enumerate(result.steps):
                for finding in step.judged.findings:
                    for name in sorted(finding.opinion.truth.needs):
                        yield Question(loaded, result, at, finding, name)


def again(question: Question, answer: Any) -> tuple[Ruled, ...]:
    """What is found at the step once this is stated from the beginning of the case."""
    steps = question.result.steps
    table = stated(steps[0].before, {**steps[0].before.told, question.name: answer})
    for step in steps[: question.at]:
        table = table if step.action is None else apply(table, step.action)
    action = question.step.action
    return (judge_position(table) if action is None else judge(table, action)).findings


def stated(table: Table, told: dict[FactName, Any]) -> Table:
    forces = {
        side: Force(side, {id_: on_counter(unit, told) for id_, unit in force.units.items()}, force.standings)
        for side, force in table.state.forces.items()
    }
    game = replace(table.game, charts=on_charts(table.game.charts, told))
    return Table(game, on_board(table.board, told), replace(table.state, forces=forces), told)


def settled(question: Question, found: Sequence[Ruled]) -> bool:
    """Does the finding hang on the fact no longer?"""
    same = (each for each in found if each.rule == question.finding.rule)
    about = [each for each in same if each.opinion.units == question.finding.opinion.units]
    return all(question.name not in each.opinion.truth.needs for each in about)


def accused(found: Sequence[Ruled]) -> set[tuple[str, tuple[str, ...]]]:
    return {(each.rule, each.opinion.units) for each in found if each.verdict is Verdict.ILLEGAL}


_SAME_EVERYWHERE: dict[str, list[Any]] = {
    "yes or no": [True, False],
    "passed": [True, False],
    "number": list(range(13)),
    "light": ["day", "dusk", "night"],
    "manner": ["full", "normal"],
    "dice": [(a, b) for a in range(1, 7) for b in range(1, 7)],
}


def answers(question: Question) -> list[Any]:
    """Answers that somebody could give."""
    table, name, action = question.step.before, question.name, question.step.action
    charts, kind = question.game.game.charts, KINDS[question.name.kind]
    terrain = charts.get("terrain")
    rows = terrain.rows.values() if isinstance(terrain, TerrainChart) else ()
    match kind.answer:
        case "terrain":
            return [frozenset({row.feature}) for row in rows if row.where == "hex"]
        case "features":
            kinds = [row.feature for row in rows if row.where == "hexside"]
            return [frozenset(), *(frozenset({Feature(each, to)}) for each in kinds for to in ("", *name.about))]
        case "routes":
            return [frozenset(), *(frozenset({row.feature}) for row in rows if row.where == "route")]
        case "chart":
            return [charts[name.about[0]]] if name.about[0] in charts else []
        case "result":
            return [*_results(question.game), "M", "M+", "none"]
        case "side":
            return list(table.game.sides)
        case "phase":
            return [(phase, side) for phase in _phases(table) for side in ("", *table.game.sides)]
        case "units":
            return list(_groups(table, name, action))
        case "unit":
            return [unit.id for unit, _ in table.state.units]
        case "hexes":
            return [(hex,) for hex in dict.fromkeys((*_hexes(action), *table.grid.all()))]
        case "path":
            return list(_paths(table, name, action))
        case "combat":
            return list(_combats(table, question.game))
        case "memory":
            return _memories(table, question.game, name)
        case same if same in _SAME_EVERYWHERE:
            return _SAME_EVERYWHERE[same]
        case _:
            return _words(question, charts)


def _words(question: Question, charts: Any) -> list[Any]:
    table = question.step.before
    units = [unit for force in table.state.forces.values() for unit in force.units.values()]
    found = {
        "box": {standing.place for _, standing in table.state.units} | set(_hexes(question.step.action)),
        "mark": {"in supply", "out of supply", "isolated"},
        "mode": {"fire mode", "move mode"},
        "way": {"regular", "strategic", "rail"},
    }.get(KINDS[question.name.kind].answer)
    if found is not None:
        return sorted(found)
    match question.name.kind:
        case "cell":
            return [*map(str, range(13)), "yes", "no"]
        case "formation":
            return sorted({unit.formation for unit in units})
        case "scenario":
            return sorted({*question.game.scenarios, "other"})
        case "phase meant":
            return list(_phases(table))
        case "chit drawn" | "chit":
            rows = charts["chits"].rows if isinstance(charts.get("chits"), PlainChart) else ()
            return [*(unit.id for unit in units if unit.has("hq").yes), *rows]
        case "whose bombardment":
            return ["2BF", "3BF", "german", "soviet"]
    raise AssertionError(f"no answers for {question.name}")


def _results(game: LoadedGame) -> Iterator[str]:
    for chart in game.game.charts.values():
        if isinstance(chart, ResultsChart):
            yield from dict.fromkeys(text for row in chart.rows.values() for text in row)


def _phases(table: Table) -> Iterator[str]:
    for binding in table.rules.many("check.phase"):
        yield from dict.fromkeys(text.partition("/")[0] for text in binding.given.get("order", ()))


def _hexes(action: Action | None) -> tuple[str, ...]:
    return tuple(hex for hex in (getattr(action, "to", None), getattr(action, "at", None)) if hex)


def _groups(table: Table, name: FactName, action: Action | None) -> Iterator[tuple[str, ...]]:
    near = table.grid.neighbours(name.about[0]) if name.about[0] in table.grid else ()
    for force in table.state.forces.values():
        there = [unit for hex in near for unit in force.at(hex)]
        yield from chain.from_iterable(combinations(there, count) for count in range(1, min(3, len(there)) + 1))


def _paths(table: Table, name: FactName, action: Action | None) -> Iterator[tuple[str, ...]]:
    ends = [(place, name.about[-1]) for unit in getattr(action, "units", ()) if (place := table.place_of(unit)) is not None]
    for unit, standing in table.state.units:
        if unit.id in name.about:
            ends.append((standing.place, name.about[-1]))
    for start, to in dict.fromkeys(ends):
        paths: list[tuple[str, ...]] = [(start,)]
        for _ in range(4):
            paths = [(*path, hex) for path in paths for hex in table.grid.neighbours(path[-1]) if hex not in path]
            yield from (path for path in paths if path[-1] == to)


def _combats(table: Table, game: LoadedGame) -> Iterator[Attack]:
    for force in table.state.forces.values():
        for unit, standing in force.standings.items():
            for hex in table.grid.neighbours(standing.place) if standing.place in table.grid else ():
                yield from (Attack((unit,), hex, result=result) for result in list(_results(game))[:8] or ["AR1"])


def _memories(table: Table, game: LoadedGame, name: FactName) -> list[Any]:
    memory = memory_named(game.game, name.about[0])
    units = tuple(unit.id for force in table.state.forces.values() for unit in force.units.values())
    if memory is not None and memory.of is bool:
        return [True, False]
    if memory is not None and memory.of is int:
        return list(range(13))
    if memory is not None and memory.of is str:
        return ["rings", "silent", "now", "none", *units]
    return [{}] if memory is not None and get_origin(memory.of) is dict else [(), units]
