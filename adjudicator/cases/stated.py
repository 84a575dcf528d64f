"""Facts that a case states: under the same names under which an undecided finding asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.engine.board import Board
from adjudicator.engine.charts import Chart
from adjudicator.engine.units import Unit
from adjudicator.factname import FactName
from adjudicator.games.answers import NoSuchFactError, read_answer, read_name
from adjudicator.games.files import Faults
from adjudicator.games.stated_facts import PUT_IN, on_board, on_charts, on_counter

if TYPE_CHECKING:
    from .build import Builder


@dataclass(frozen=True, slots=True)
class StatedFacts:
    """What map, counters and charts show, and what is told of the play."""

    shown: Mapping[FactName, Any]
    told: Mapping[FactName, Any]

    def board(self, board: Board) -> Board:
        return on_board(board, self.shown) if self.shown else board

    def unit(self, unit: Unit) -> Unit:
        return on_counter(unit, self.shown) if self.shown else unit

    def charts(self, charts: Mapping[str, Chart]) -> Mapping[str, Chart]:
        return on_charts(charts, self.shown) if self.shown else charts


def facts_of(builder: Builder, units: Mapping[str, Unit]) -> StatedFacts:
    """All that the case states so, of its own units too."""
    found: dict[FactName, Any] = {}
    loaded = builder.setting.loaded
    for text, value in builder.case.facts.items():
        if loaded is None:
            builder.fail("facts cannot be stated of a game that was not read from its folder", "leave it out", "facts", text)
        try:
            name = read_name(text, replace(loaded, roster={**loaded.roster, **units}))
            faults: Faults = []
            found[name] = read_answer(name, written(value), loaded, Path(builder.document.file).parent, faults)
        except NoSuchFactError as error:
            builder.fail(f"{text}: {error}", error.remedy, "facts", text)
        if faults:
            builder.fail(str(faults[0]), "correct the chart", "facts", text)
    shown = {name: answer for name, answer in found.items() if name.kind in PUT_IN}
    return StatedFacts(shown, {name: answer for name, answer in found.items() if name not in shown})


def written(value: Any) -> str:
    """A value as players would write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
