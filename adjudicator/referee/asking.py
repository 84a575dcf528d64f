"""The questions of many files, each once, with the findings that hang on it: a table for players to fill in."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.games.questions import as_table, ask, in_order

from .results import Checked


def open_questions(checked: Checked, *, several: bool) -> Mapping[str, str]:
    """Of one file of `several`: how to write each fact, and a note on it."""
    game = checked.judged.game
    if game is None:
        return {}
    lacking = (
        (checked.file, finding.where.step, finding.message, name) for finding in checked.findings for name in finding.needs
    )
    return ask(lacking, game, files=several)


class Questions:
    def __init__(self) -> None:
        self._found: dict[str, str] = {}

    def add(self, questions: Mapping[str, str]) -> None:
        """What an earlier file asks for too stays with that one."""
        self._found = {**questions, **self._found}

    def __len__(self) -> int:
        return len(self._found)

    def table(self) -> str:
        return as_table((fact, "", note) for fact, note in in_order(self._found))
