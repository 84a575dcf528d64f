"""The questions of many files, each once, with the findings that hang on it: a table for players to fill in."""

from __future__ import annotations

from adjudicator.games.questions import as_table, ask, in_order

from .results import Checked


class Questions:
    def __init__(self, *, several: bool) -> None:
        self._several = several
        self._found: dict[str, str] = {}

    def add(self, checked: Checked) -> None:
        game = checked.judged.game
        if game is not None:
            lacking = (
                (checked.file, finding.where.step, finding.message, name)
                for finding in checked.findings
                for name in finding.needs
            )
            self._found = ask(lacking, game, files=self._several) | self._found

    def __len__(self) -> int:
        return len(self._found)

    def table(self) -> str:
        return as_table((fact, "", note) for fact, note in in_order(self._found))
